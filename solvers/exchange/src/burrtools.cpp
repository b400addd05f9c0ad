#include "pentocity/exchange/burrtools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/exchange/puzzle_file.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/number_of.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::exchange {

using packing::DrawnBoard, packing::Piece, packing::Puzzle;

namespace {

constexpr int max_number = 1'000'000;

// The first element in which two attributes have the same name, which the parser lets pass; none is empty.
pugi::xml_node with_attribute_twice(const pugi::xml_node& document) {
  return document.find_node([](const pugi::xml_node& node) {
    std::set<std::string_view> names;
    return std::any_of(node.attributes_begin(), node.attributes_end(),
                       [&](const pugi::xml_attribute& a) { return !names.insert(a.name()).second; });
  });
}

// An XML document that knows its lines.
class Document {
 public:
  Document(std::string_view bytes, std::string source)
      : source_(std::move(source)), text_(gunzip(bytes, source_, max_xmpuzzle_bytes)) {
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    if (!result) fail_at(result.offset, fmt::format("this is no XML: {}", result.description()));
    if (const pugi::xml_node twice = with_attribute_twice(document_))
      fail(twice, "<{}> has an attribute twice", twice.name());
    if (!root()) throw InputError("{}:1: expected <puzzle>, as BurrTools writes it", source_);
  }

  pugi::xml_node root() const { return document_.child("puzzle"); }
  template <class... Args>
  [[noreturn]] void fail(const pugi::xml_node& at, fmt::format_string<Args...> format, Args&&... args) const {
    fail_at(at.offset_debug(), fmt::format(format, std::forward<Args>(args)...));
  }
  pugi::xml_node child(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_node out = node.child(name);
    if (!out) fail(node, "<{}> has no <{}>", node.name(), name);
    return out;
  }
  // An attribute from 0 to `max_number`; `absent` if it is missing, or an error without that.
  int number(const pugi::xml_node& node, const char* name, std::optional<int> absent = {}) const {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute && absent) return *absent;
    const std::string_view text = attribute.value();
    const auto n = number_of<int>(text);
    if (!n || *n < 0 || *n > max_number)
      fail(node, "<{} {}='{}'>: expected a whole number from 0 to {}", node.name(), name, printable(text), max_number);
    return *n;
  }
  const std::string& source() const { return source_; }
  int line_of(std::ptrdiff_t offset) const {
    const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(text_));
    return 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
  }

 private:
  [[noreturn]] void fail_at(std::ptrdiff_t offset, const std::string& message) const {
    throw InputError("{}:{}: {}", source_, line_of(offset), message);
  }

  std::string source_, text_;
  pugi::xml_document document_;
};

// The longest side of a shape: rows of different layers stay apart (layer_rows), and its box stays small.
constexpr int max_side = 200;

// A shape of BurrTools, in its own coordinates: columns are x, rows are y, layers are z.
struct Voxels {
  Cells fixed, variable;  // sorted
  Axial hotspot;
  std::map<Cell, int> colours;  // those that are not 0
};

Voxels read_voxels(const Document& document, const pugi::xml_node& node) {
  const int columns = document.number(node, "x"), rows = document.number(node, "y");
  const int layers = document.number(node, "z");
  if (document.number(node, "type", 0) != 0)
    document.fail(node, "a compressed shape: expected type 0, rows of # + and _");
  if (std::min({layers, rows, columns}) < 1 || std::max({layers, rows, columns}) > max_side)
    document.fail(node, "a shape of {} x {} x {} cells: 1 to {} are possible", columns, rows, layers, max_side);
  Voxels out;
  out.hotspot = {document.number(node, "hx", 0), document.number(node, "hy", 0), document.number(node, "hz", 0)};
  const int plane = rows * columns;
  int cells = 0;
  std::optional<Cell> last;  // to which digits give a colour
  for (const char ch : std::string_view(node.text().get())) {
    if (ch >= '0' && ch <= '9') {
      if (last) out.colours[*last] = std::min(10 * out.colours[*last] + (ch - '0'), max_number);
      continue;
    }
    last.reset();
    if (ch != '#' && ch != '+' && ch != '_')
      document.fail(node, "'{}' is no cell of a shape: expected # + or _", printable(std::string(1, ch)));
    const int layer = cells / plane, in_plane = cells % plane;
    ++cells;
    if (ch == '_' || layer >= layers) continue;
    last = from_axial({in_plane % columns, in_plane / columns, layer}, Lattice::cube);
    (ch == '#' ? out.fixed : out.variable).push_back(*last);
  }
  std::erase_if(out.colours, [](const auto& entry) { return entry.second == 0; });
  if (cells != plane * layers)
    document.fail(node, "the shape has {} cells, expected {} ({} x {} x {})", cells, plane * layers, columns, rows,
                  layers);
  return out;
}

// The shapes of a file and one of its problems.
struct Problem {
  struct Part {
    Piece piece;
    Voxels voxels;
  };
  pugi::xml_node node;
  std::vector<Part> parts;
  /// The cells of the result, and those of them that must be covered, sorted, and moved so that the board begins with
  /// (0,0); where it begins in the coordinates of the result, and its size.
  Cells cells, required;
  Axial first{};
  Box size;
  /// The colours of the cells, and the rules for those of pieces, as in Puzzle.
  std::string colours;
  std::map<char, std::string> colour_rules;

  /// Does everything lie in a plane each, whichever it is? Then it is a puzzle on squares.
  bool is_flat() const {
    const auto flat = [](const Box& box) { return std::min({box.layers, box.rows, box.columns}) == 1; };
    return flat(size) && std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
             return flat(bounding_box(part.piece.shape, Lattice::cube));
           });
  }
};

// Cells that lie in a plane, as cells of that plane. The order of layers, rows and columns stays, and so does
// Puzzle::index().
Cells flattened(Cells cells, const Box& box) {
  for (Cell& c : cells) {
    const Axial a = axial(c, Lattice::cube);
    c = box.layers == 1 ? Cell{a.r, a.q} : Cell{a.layer, box.rows == 1 ? a.q : a.r};
  }
  return cells;
}

// Letters for the numbers of colours, in the order in which they come.
class Colours {
 public:
  explicit Colours(const Document& document) : document_(document) {}
  // The colours of cells, '.' for none; empty if none has one.
  std::string of(const Cells& cells, const Voxels& voxels, const pugi::xml_node& node) {
    std::string out;
    for (const Cell c : voxels.colours.empty() ? Cells{} : cells) {
      const auto colour = voxels.colours.find(c);
      out += colour == voxels.colours.end() ? '.' : letter(colour->second, node);
    }
    return out.find_first_not_of('.') == std::string::npos ? "" : out;
  }
  // By colour of a piece: those on which the problem lets it lie.
  std::map<char, std::string> rules(const pugi::xml_node& problem) const {
    std::map<char, std::string> out;
    for (const auto& [number, letter] : letters_) out[letter];
    for (const pugi::xml_node& pair : problem.child("bitmap").children("pair")) {
      const auto piece = letters_.find(document_.number(pair, "piece") + 1);
      const auto result = letters_.find(document_.number(pair, "result") + 1);
      if (piece != letters_.end() && result != letters_.end()) out[piece->second] += result->second;
    }
    std::erase_if(out, [](const auto& rule) { return rule.second == std::string(1, rule.first); });
    return out;
  }

 private:
  char letter(int number, const pugi::xml_node& node) {
    const auto [entry, is_new] = letters_.try_emplace(number, '.');
    if (is_new && letters_.size() > packing::colour_letters.size())
      document_.fail(node, "more than {} colours in a problem", packing::colour_letters.size());
    if (is_new) entry->second = packing::colour_letters[letters_.size() - 1];
    return entry->second;
  }

  const Document& document_;
  std::map<int, char> letters_;
};

void read_result(const Document& document, const pugi::xml_node& node, Colours& colours, Problem& to) {
  const Voxels result = read_voxels(document, node);
  to.required = result.fixed;
  std::merge(result.fixed.begin(), result.fixed.end(), result.variable.begin(), result.variable.end(),
             std::back_inserter(to.cells));
  if (to.cells.empty()) document.fail(to.node, "the result has no cells");
  to.colours = colours.of(to.cells, result, node);
  const Cell first = to.cells.front() - normalised(to.cells, Lattice::cube).front();
  to.first = axial(first, Lattice::cube);
  for (Cells* const list : {&to.required, &to.cells})
    for (Cell& c : *list) c = c - first;
  to.size = bounding_box(to.cells, Lattice::cube);
}

std::string plain_name(std::string_view name) {
  std::string out;
  for (const char ch : name)
    out +=
        static_cast<unsigned char>(ch) <= ' ' || ch == 127 || std::string_view(".#|[]:").find(ch) != std::string::npos
            ? '_'
            : ch;
  return out;
}

std::vector<pugi::xml_node> children(const pugi::xml_node& node, const char* name) {
  const auto all = node.children(name);
  return {all.begin(), all.end()};
}

Problem read_problem(const Document& document, int number) {
  const pugi::xml_node root = document.root();
  if (const pugi::xml_node grid = root.child("gridType"); document.number(grid, "type", 0) != 0)
    document.fail(grid, "only the grid of cubes (type 0) is supported");
  const auto shapes = children(document.child(root, "shapes"), "voxel");
  const auto shape_at = [&](const pugi::xml_node& node) {
    const auto id = static_cast<std::size_t>(document.number(node, "id"));
    if (id >= shapes.size())
      document.fail(node, "there is no shape {}: the file has {}, numbered from 0", id, shapes.size());
    return shapes[id];
  };

  const auto problems = children(document.child(root, "problems"), "problem");
  if (number < 1 || number > std::ssize(problems))
    throw InputError("{}: there is no problem {}: the file has {}, numbered from 1", document.source(), number,
                     problems.size());
  Problem out;
  out.node = problems[number - 1];
  const pugi::xml_node result = shape_at(document.child(out.node, "result"));
  Colours colours(document);
  read_result(document, result, colours, out);
  std::set<std::string> names;
  for (const pugi::xml_node& part : document.child(out.node, "shapes").children("shape")) {
    const pugi::xml_node shape = shape_at(part);
    Problem::Part& to = out.parts.emplace_back();
    to.voxels = read_voxels(document, shape);
    if (!to.voxels.variable.empty()) document.fail(shape, "a piece with variable cells (+): expected # only");
    if (to.voxels.fixed.empty()) document.fail(shape, "a piece without cells");
    if (!is_connected(to.voxels.fixed, Lattice::cube))
      document.fail(shape, "a piece in several parts is not supported");
    to.piece.shape = normalised(to.voxels.fixed, Lattice::cube);
    to.piece.colours = colours.of(to.voxels.fixed, to.voxels, shape);
    to.piece.min = document.number(part, part.attribute("count") ? "count" : "min", 1);
    to.piece.max = document.number(part, part.attribute("count") ? "count" : "max", 1);
    if (to.piece.min > *to.piece.max) document.fail(part, "the minimum is larger than the maximum");
    to.piece.name = plain_name(shape.attribute("name").value());
    if (to.piece.name.empty()) to.piece.name = placement_label(static_cast<int>(out.parts.size()) - 1);
    if (!names.insert(to.piece.name).second) {
      to.piece.name += fmt::format("_{}", out.parts.size());
      names.insert(to.piece.name);
    }
  }
  if (out.parts.empty()) document.fail(out.node, "the problem has no pieces");
  out.colour_rules = colours.rules(out.node);
  return out;
}

// The label of a cell of the board; null beyond it.
std::string* label_at(const Problem& problem, DrawnBoard& board, Axial a) {
  const auto& [layers, rows, columns] = problem.size;
  if (a.layer < 0 || a.layer >= layers || a.r < 0 || a.r >= rows || a.q < 0 || a.q >= columns) return nullptr;
  return &board.labels[(static_cast<std::size_t>(a.layer) * rows + a.r) * columns + a.q];
}

// Where a transformation of BurrTools takes a cell, relative to the hotspot. From 24 on the cell is mirrored in x
// first. Of the 24 rotations four each begin with so many quarter turns about the axis of x; then comes nothing, one to
// three quarter turns about the axis of y, or one or three about that of z.
Axial transformed(Axial a, int transformation) {
  if (transformation >= 24) a.q = -a.q;
  const int rotation = transformation % 24, then = rotation / 4;
  for (int i = rotation % 4; i > 0; --i) a = {a.q, -a.layer, a.r};
  for (int i = then < 4 ? then : 0; i > 0; --i) a = {-a.layer, a.r, a.q};
  for (int i = then < 4 ? 0 : 2 * then - 7; i > 0; --i) a = {-a.r, a.q, a.layer};
  return a;
}

// Draws a solution: for each piece x, y, z and a transformation, or `x` if it is not used.
void draw_assembly(const Document& document, const pugi::xml_node& assembly, const Problem& problem,
                   DrawnBoard& board) {
  board.line = document.line_of(assembly.offset_debug());
  std::istringstream words(assembly.text().get());
  const auto integer = [&](const std::string& word) {
    const auto n = number_of<int>(word);
    if (!n || *n < -max_number || *n > max_number)
      document.fail(assembly, "'{}' is no number: expected x, y, z and a transformation for each piece, or x",
                    printable(word));
    return *n;
  };
  int placed = 0;
  for (const Problem::Part& part : problem.parts)
    for (int i = 0; i < *part.piece.max; ++i) {
      std::array<std::string, 4> word;
      if (!(words >> word[0])) document.fail(assembly, "the assembly ends before its last piece");
      if (word[0] == "x") continue;
      if (!(words >> word[1] >> word[2] >> word[3])) document.fail(assembly, "the assembly ends within a piece");
      const int x = integer(word[0]) - problem.first.q, y = integer(word[1]) - problem.first.r;
      const int z = integer(word[2]) - problem.first.layer, transformation = integer(word[3]);
      if (transformation < 0 || transformation >= 48)
        document.fail(assembly, "there is no transformation {}: expected 0 to 47", transformation);
      const Axial& hotspot = part.voxels.hotspot;
      for (const Cell c : part.voxels.fixed) {
        const Axial a = axial(c, Lattice::cube);
        const Axial by = transformed({a.q - hotspot.q, a.r - hotspot.r, a.layer - hotspot.layer}, transformation);
        std::string* const label = label_at(problem, board, {x + by.q, y + by.r, z + by.layer});
        if (label == nullptr || *label != ".")
          document.fail(assembly, "piece {} lies beyond the board or on another piece", part.piece.name);
        *label = placement_label(placed);
      }
      ++placed;
    }
  if (std::string more; words >> more) document.fail(assembly, "the assembly has more than its pieces");
}

}  // namespace

bool is_xmpuzzle(std::string_view bytes) {
  if (is_gzip(bytes)) return true;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string_view::npos && bytes[first] == '<';
}

Puzzle read_xmpuzzle(std::string_view bytes, const std::string& source, int number) {
  const Document document(bytes, source);
  const Problem problem = read_problem(document, number);
  const pugi::xml_node& at = problem.node;
  const auto& [layers, rows, columns] = problem.size;
  if (std::max({layers, rows, columns}) > packing::max_board_side || layers * rows * columns > packing::max_board_cells)
    document.fail(at, "a board of {} x {} x {} cells: sides of 1 to {} and up to {} cells are possible", columns, rows,
                  layers, packing::max_board_side, packing::max_board_cells);
  const bool flat = problem.is_flat();
  const auto as_read = [&](const Cells& cells, const Box& box) { return flat ? flattened(cells, box) : cells; };
  Puzzle puzzle;
  puzzle.lattice = flat ? Lattice::square : Lattice::cube;
  puzzle.name = at.attribute("name").value();
  if (puzzle.name.empty()) puzzle.name = std::filesystem::path(source).stem().string();
  const Cells cells = as_read(problem.cells, problem.size);
  const Box board = bounding_box(cells, puzzle.lattice);
  puzzle.layers = board.layers;
  puzzle.rows = board.rows;
  puzzle.columns = board.columns;
  const Cells all = puzzle.all_cells();
  std::set_difference(all.begin(), all.end(), cells.begin(), cells.end(), std::back_inserter(puzzle.blocked));
  int min = 0, max = 0;
  for (const Problem::Part& part : problem.parts) {
    puzzle.pieces.push_back(part.piece);
    Piece& piece = puzzle.pieces.back();
    piece.flip = flat;
    piece.shape = as_read(piece.shape, bounding_box(piece.shape, Lattice::cube));
    const int size = static_cast<int>(part.piece.shape.size());
    min += std::min(part.piece.min, max_number / size) * size;
    max += std::min(*part.piece.max, max_number / size) * size;
    if (min > max_number || max > max_number) document.fail(at, "too many pieces");
  }
  const int area = puzzle.area();
  const auto optional = static_cast<int>(problem.cells.size() - problem.required.size());
  const int most = document.number(at, "maxHoles", optional);
  if (!problem.colours.empty()) puzzle.colours.assign(puzzle.box(), '.');
  for (std::size_t i = 0; i < problem.colours.size(); ++i) puzzle.colours[puzzle.index(cells[i])] = problem.colours[i];
  puzzle.colour_rules = problem.colour_rules;
  if (optional > 0) puzzle.required = as_read(problem.required, problem.size);
  puzzle.max_holes = optional > 0 ? std::min(std::max(area - min, 0), most) : 0;
  puzzle.min_holes = std::min(std::max(area - max, 0), puzzle.max_holes);
  // The rest is checked as in a file of ours; the message has its line, which says nothing here.
  try {
    return packing::parse_puzzle(yaml_of(puzzle), "puzzle");
  } catch (const InputError& e) {
    const std::string message = e.what();
    const std::size_t end = message.find(": ");
    document.fail(at, "{}", end == std::string::npos ? message : message.substr(end + 2));
  }
}

std::vector<DrawnBoard> boards_of_xmpuzzle(std::string_view bytes, const std::string& source, int number) {
  const Document document(bytes, source);
  const Problem problem = read_problem(document, number);
  DrawnBoard blank;
  blank.labels.assign(static_cast<std::size_t>(problem.size.layers) * problem.size.rows * problem.size.columns, "#");
  for (const Cell c : problem.cells) *label_at(problem, blank, axial(c, Lattice::cube)) = ".";
  std::vector<DrawnBoard> out;
  for (const pugi::xml_node& solution : problem.node.child("solutions").children("solution")) {
    out.push_back(blank);
    draw_assembly(document, document.child(solution, "assembly"), problem, out.back());
  }
  return out;
}

}  // namespace pentocity::exchange
