#include "pentocity/exchange/burrtools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <optional>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/exchange/puzzle_file.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::exchange {

using packing::DrawnBoard, packing::Piece, packing::Puzzle;

namespace {

constexpr int max_number = 1'000'000;

// An XML document that knows its lines.
class Document {
 public:
  Document(std::string_view bytes, std::string source)
      : source_(std::move(source)), text_(gunzip(bytes, source_, max_xmpuzzle_bytes)) {
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    if (!result) fail_at(result.offset, fmt::format("this is no XML: {}", result.description()));
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
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (!attribute || error != std::errc() || end != text.data() + text.size() || n < 0 || n > max_number)
      fail(node, "<{} {}='{}'>: expected a whole number from 0", node.name(), name, printable(text));
    return n;
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

// A shape of BurrTools, in its own coordinates: columns are x, rows are y.
struct Voxels {
  Cells fixed, variable;
  Cell hotspot;
};

Voxels read_voxels(const Document& document, const pugi::xml_node& node) {
  const int columns = document.number(node, "x"), rows = document.number(node, "y");
  const int layers = document.number(node, "z");
  if (document.number(node, "type", 0) != 0)
    document.fail(node, "a compressed shape: expected type 0, rows of # + and _");
  if (layers < 1 || rows < 1 || columns < 1 || rows > 1000 || columns > 1000 || layers > 1000)
    document.fail(node, "a shape of {} x {} x {} cells: 1 to 1000 are possible", columns, rows, layers);
  Voxels out;
  out.hotspot = {document.number(node, "hy", 0), document.number(node, "hx", 0)};
  document.number(node, "hz", 0);  // of no use here, but it must be a number
  const int plane = rows * columns;
  int cells = 0, filled_layer = -1;
  for (const char ch : std::string_view(node.text().get())) {
    if (ch >= '0' && ch <= '9') {
      if (ch != '0') document.fail(node, "colours of cells are not supported");
      continue;
    }
    if (ch != '#' && ch != '+' && ch != '_')
      document.fail(node, "'{}' is no cell of a shape: expected # + or _", printable(std::string(1, ch)));
    const int layer = cells / plane, in_plane = cells % plane;
    ++cells;
    if (ch == '_') continue;
    if (filled_layer >= 0 && layer != filled_layer)
      document.fail(node, "a solid shape: only flat ones, in one layer of z, are supported");
    filled_layer = layer;
    (ch == '#' ? out.fixed : out.variable).push_back({in_plane / columns, in_plane % columns});
  }
  if (cells != plane * layers) document.fail(node, "the shape has {} cells, expected {}", cells, plane * layers);
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
  Cell first;
  Extent size;
};

void read_result(const Document& document, const pugi::xml_node& node, Problem& to) {
  const Voxels result = read_voxels(document, node);
  to.required = result.fixed;
  std::merge(result.fixed.begin(), result.fixed.end(), result.variable.begin(), result.variable.end(),
             std::back_inserter(to.cells));
  if (to.cells.empty()) document.fail(to.node, "the result has no cells");
  to.first = to.cells.front();
  for (const Cell c : to.cells) to.first.column = std::min(to.first.column, c.column);
  for (Cells* const list : {&to.required, &to.cells})
    for (Cell& c : *list) c = c - to.first;
  to.size = extent(to.cells);
}

std::string plain_name(std::string_view name) {
  std::string out;
  for (const char ch : name)
    out += static_cast<unsigned char>(ch) <= ' ' || ch == 127 || std::string_view(".#|[]").find(ch) != std::string::npos
               ? '_'
               : ch;
  return out;
}

Problem read_problem(const Document& document, int number) {
  const pugi::xml_node root = document.root();
  if (const pugi::xml_node grid = root.child("gridType"); grid && document.number(grid, "type", 0) != 0)
    document.fail(grid, "only the grid of cubes (type 0) is supported, for puzzles on squares");
  std::vector<pugi::xml_node> shapes;
  for (const pugi::xml_node& shape : document.child(root, "shapes").children("voxel")) shapes.push_back(shape);
  const auto shape_at = [&](const pugi::xml_node& node) {
    const auto id = static_cast<std::size_t>(document.number(node, "id"));
    if (id >= shapes.size())
      document.fail(node, "there is no shape {}: the file has {}, numbered from 0", id, shapes.size());
    return shapes[id];
  };

  Problem out;
  int count = 0;
  for (const pugi::xml_node& problem : document.child(root, "problems").children("problem"))
    if (++count == number) out.node = problem;
  if (!out.node) throw InputError("{}: there is no problem {}: the file has {}", document.source(), number, count);
  if (const pugi::xml_node pair = out.node.child("bitmap").child("pair"))
    document.fail(pair, "rules for colours are not supported");
  read_result(document, shape_at(document.child(out.node, "result")), out);
  std::set<std::string> names;
  for (const pugi::xml_node& part : document.child(out.node, "shapes").children("shape")) {
    const pugi::xml_node shape = shape_at(part);
    Problem::Part& to = out.parts.emplace_back();
    to.voxels = read_voxels(document, shape);
    if (!to.voxels.variable.empty()) document.fail(shape, "a piece with variable cells (+): expected # only");
    if (to.voxels.fixed.empty()) document.fail(shape, "a piece without cells");
    if (!is_connected(to.voxels.fixed)) document.fail(shape, "a piece in several parts is not supported");
    to.piece.shape = normalised(to.voxels.fixed);
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
  return out;
}

// Where BurrTools' transformations that keep a plane take x and y; the others turn a flat piece out of it. After 24
// rotations come the same ones of the piece mirrored in x. Each line is {number, xx, xy, yx, yy}.
struct Turn {
  int number, xx, xy, yx, yy;
};
constexpr std::array turns{Turn{0, 1, 0, 0, 1},   Turn{2, 1, 0, 0, -1}, Turn{8, -1, 0, 0, 1},  Turn{10, -1, 0, 0, -1},
                           Turn{16, 0, -1, 1, 0}, Turn{18, 0, 1, 1, 0}, Turn{20, 0, 1, -1, 0}, Turn{22, 0, -1, -1, 0}};

// The label of a cell of the board; null beyond it.
std::string* label_at(const Problem& problem, DrawnBoard& board, Cell c) {
  const auto& [rows, columns] = problem.size;
  if (c.row < 0 || c.row >= rows || c.column < 0 || c.column >= columns) return nullptr;
  return &board.labels[static_cast<std::size_t>(c.row) * columns + c.column];
}

// Where a transformation takes the cells of a piece, relative to its hotspot.
Cells transformed(const Document& document, const pugi::xml_node& at, const Problem::Part& part, int transformation) {
  const bool mirrored = transformation >= 24;
  const auto* const turn = std::find_if(
      turns.begin(), turns.end(), [&](const Turn& t) { return t.number == transformation - (mirrored ? 24 : 0); });
  if (turn == turns.end())
    document.fail(at, "transformation {} turns piece {} out of the plane", transformation, part.piece.name);
  Cells out;
  for (const Cell c : part.voxels.fixed) {
    const int x = c.column - part.voxels.hotspot.column, y = c.row - part.voxels.hotspot.row;
    out.push_back({turn->yx * x + turn->yy * y, (turn->xx * x + turn->xy * y) * (mirrored ? -1 : 1)});
  }
  return out;
}

// Draws a solution: for each piece x, y, z and a transformation, or `x` if it is not used.
void draw_assembly(const Document& document, const pugi::xml_node& assembly, const Problem& problem,
                   DrawnBoard& board) {
  board.line = document.line_of(assembly.offset_debug());
  std::istringstream words(assembly.text().get());
  const auto integer = [&](const std::string& word) {
    int n = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
    if (error != std::errc() || end != word.data() + word.size() || n < -max_number || n > max_number)
      document.fail(assembly, "'{}' is no number: expected x, y, z and a transformation for each piece, or x",
                    printable(word));
    return n;
  };
  int placed = 0;
  for (const Problem::Part& part : problem.parts)
    for (int i = 0; i < *part.piece.max; ++i) {
      std::array<std::string, 4> word;
      if (!(words >> word[0])) document.fail(assembly, "the assembly ends before its last piece");
      if (word[0] == "x") continue;
      if (!(words >> word[1] >> word[2] >> word[3])) document.fail(assembly, "the assembly ends within a piece");
      const Cell to = Cell{integer(word[1]), integer(word[0])} - problem.first;
      integer(word[2]);
      for (const Cell c : transformed(document, assembly, part, integer(word[3]))) {
        std::string* const label = label_at(problem, board, to + c);
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
  const auto& [rows, columns] = problem.size;
  if (rows > packing::max_board_side || columns > packing::max_board_side)
    document.fail(at, "a board of {}x{} cells: 1 to {} rows and columns are possible", rows, columns,
                  packing::max_board_side);
  Puzzle puzzle;
  puzzle.name = at.attribute("name").value();
  if (puzzle.name.empty()) puzzle.name = std::filesystem::path(source).stem().string();
  puzzle.rows = rows;
  puzzle.columns = columns;
  const Cells all = rectangle(rows, columns);
  std::set_difference(all.begin(), all.end(), problem.cells.begin(), problem.cells.end(),
                      std::back_inserter(puzzle.blocked));
  int min = 0, max = 0;
  for (const Problem::Part& part : problem.parts) {
    puzzle.pieces.push_back(part.piece);
    const int size = static_cast<int>(part.piece.shape.size());
    min += std::min(part.piece.min, max_number / size) * size;
    max += std::min(*part.piece.max, max_number / size) * size;
    if (min > max_number || max > max_number) document.fail(at, "too many pieces");
  }
  const int area = puzzle.area();
  const auto optional = static_cast<int>(problem.cells.size() - problem.required.size());
  const int most = document.number(at, "maxHoles", optional);
  if (optional > 0) puzzle.required = problem.required;
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
  blank.labels.assign(static_cast<std::size_t>(problem.size.rows) * problem.size.columns, "#");
  for (const Cell c : problem.cells) *label_at(problem, blank, c) = ".";
  std::vector<DrawnBoard> out;
  for (const pugi::xml_node& solution : problem.node.child("solutions").children("solution")) {
    out.push_back(blank);
    draw_assembly(document, document.child(solution, "assembly"), problem, out.back());
  }
  return out;
}

}  // namespace pentocity::exchange
