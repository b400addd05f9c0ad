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
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::exchange {

using packing::DrawnBoard;
using packing::Piece;
using packing::Puzzle;

namespace {

constexpr std::size_t max_bytes = std::size_t{1} << 26;
constexpr int max_number = 1'000'000;

// An XML document that knows its lines.
class Document {
 public:
  Document(std::string_view bytes, std::string source)
      : source_(std::move(source)), text_(gunzip(bytes, source_, max_bytes)) {
    const pugi::xml_parse_result result = document_.load_buffer(text_.data(), text_.size());
    if (!result) fail(result.offset, fmt::format("this is no XML: {}", result.description()));
    if (!root()) throw InputError("{}:1: expected <puzzle>, as BurrTools writes it", source_);
  }

  pugi::xml_node root() const { return document_.child("puzzle"); }
  [[noreturn]] void fail(const pugi::xml_node& at, const std::string& message) const {
    fail(at.offset_debug(), message);
  }
  pugi::xml_node child(const pugi::xml_node& node, const char* name) const {
    const pugi::xml_node out = node.child(name);
    if (!out) fail(node, fmt::format("<{}> has no <{}>", node.name(), name));
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
      fail(node, fmt::format("<{} {}='{}'>: expected a whole number from 0", node.name(), name, printable(text)));
    return n;
  }
  const std::string& source() const { return source_; }
  int line(const pugi::xml_node& at) const { return line_of(at.offset_debug()); }

 private:
  int line_of(std::ptrdiff_t offset) const {
    const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(text_.size()));
    return 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
  }
  [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& message) const {
    throw InputError(fmt::format("{}:{}: {}", source_, line_of(offset), message));
  }

  std::string source_, text_;
  pugi::xml_document document_;
};

// A shape of BurrTools, in its own coordinates: columns are x, rows are y.
struct Voxels {
  Cells fixed, variable;
  int rows = 0, columns = 0;
  Cell hotspot;
  int depth = 0;  // the z of the hotspot
};

Voxels read_voxels(const Document& document, const pugi::xml_node& node) {
  Voxels out;
  out.columns = document.number(node, "x");
  out.rows = document.number(node, "y");
  const int layers = document.number(node, "z");
  if (document.number(node, "type", 0) != 0)
    document.fail(node, "a compressed shape: expected type 0, rows of # + and _");
  if (layers < 1 || out.rows < 1 || out.columns < 1 || out.rows > 1000 || out.columns > 1000 || layers > 1000)
    document.fail(node,
                  fmt::format("a shape of {} x {} x {} cells: 1 to 1000 are possible", out.columns, out.rows, layers));
  out.hotspot = {document.number(node, "hy", 0), document.number(node, "hx", 0)};
  out.depth = document.number(node, "hz", 0);
  const std::string_view text = node.text().get();
  std::size_t cells = 0;
  int filled_layer = -1;
  for (const char ch : text) {
    if (ch >= '0' && ch <= '9') {
      if (ch != '0') document.fail(node, "colours of cells are not supported");
      continue;
    }
    if (ch != '#' && ch != '+' && ch != '_')
      document.fail(node, fmt::format("'{}' is no cell of a shape: expected # + or _", printable(std::string(1, ch))));
    const auto plane = static_cast<std::size_t>(out.rows) * static_cast<std::size_t>(out.columns);
    const auto layer = static_cast<int>(cells / plane);
    const auto in_plane = static_cast<int>(cells % plane);
    ++cells;
    if (ch == '_') continue;
    if (filled_layer >= 0 && layer != filled_layer)
      document.fail(node, "a solid shape: only flat ones, in one layer of z, are supported");
    filled_layer = layer;
    (ch == '#' ? out.fixed : out.variable).push_back({in_plane / out.columns, in_plane % out.columns});
  }
  const std::size_t expected =
      static_cast<std::size_t>(out.rows) * static_cast<std::size_t>(out.columns) * static_cast<std::size_t>(layers);
  if (cells != expected) document.fail(node, fmt::format("the shape has {} cells, expected {}", cells, expected));
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
  Voxels result;
};

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
      document.fail(node, fmt::format("there is no shape {}: the file has {}, numbered from 0", id, shapes.size()));
    return shapes[id];
  };

  Problem out;
  int count = 0;
  for (const pugi::xml_node& problem : document.child(root, "problems").children("problem"))
    if (++count == number) out.node = problem;
  if (!out.node) throw InputError("{}: there is no problem {}: the file has {}", document.source(), number, count);
  if (const pugi::xml_node pair = out.node.child("bitmap").child("pair"))
    document.fail(pair, "rules for colours are not supported");
  const pugi::xml_node result = shape_at(document.child(out.node, "result"));
  out.result = read_voxels(document, result);
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

// What the board of a result is: where it begins in the coordinates of the result, and its size.
struct Frame {
  Cell first;
  int rows, columns;
};
Frame frame_of(const Document& document, const Problem& problem) {
  Cells cells = problem.result.fixed;
  cells.insert(cells.end(), problem.result.variable.begin(), problem.result.variable.end());
  if (cells.empty()) document.fail(problem.node, "the result has no cells");
  Cell first = cells.front(), last = cells.front();
  for (const Cell c : cells) {
    first = {std::min(first.row, c.row), std::min(first.column, c.column)};
    last = {std::max(last.row, c.row), std::max(last.column, c.column)};
  }
  return {first, last.row - first.row + 1, last.column - first.column + 1};
}

// Where BurrTools' transformations that keep a plane take x and y; the others turn a flat piece out of it. After 24
// rotations come the same ones of the piece mirrored in x. Each line is {number, xx, xy, yx, yy}.
struct Turn {
  int number, xx, xy, yx, yy;
};
constexpr std::array turns{Turn{0, 1, 0, 0, 1},   Turn{2, 1, 0, 0, -1}, Turn{8, -1, 0, 0, 1},  Turn{10, -1, 0, 0, -1},
                           Turn{16, 0, -1, 1, 0}, Turn{18, 0, 1, 1, 0}, Turn{20, 0, 1, -1, 0}, Turn{22, 0, -1, -1, 0}};

}  // namespace

bool is_xmpuzzle(std::string_view bytes) {
  if (is_gzip(bytes)) return true;
  const std::size_t first = bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return first != std::string_view::npos && bytes[first] == '<';
}

Puzzle read_xmpuzzle(std::string_view bytes, const std::string& source, int number) {
  const Document document(bytes, source);
  const Problem problem = read_problem(document, number);
  const Frame frame = frame_of(document, problem);
  const pugi::xml_node& at = problem.node;
  if (frame.rows > packing::max_board_side || frame.columns > packing::max_board_side)
    document.fail(at, fmt::format("a board of {}x{} cells: 1 to {} rows and columns are possible", frame.rows,
                                  frame.columns, packing::max_board_side));
  Puzzle puzzle;
  puzzle.name = at.attribute("name").value();
  if (puzzle.name.empty()) puzzle.name = std::filesystem::path(source).stem().string();
  puzzle.rows = frame.rows;
  puzzle.columns = frame.columns;
  std::set<Cell> in_play;
  for (const Cells& cells : {problem.result.fixed, problem.result.variable})
    for (const Cell c : cells) in_play.insert({c.row - frame.first.row, c.column - frame.first.column});
  for (int r = 0; r < frame.rows; ++r)
    for (int c = 0; c < frame.columns; ++c)
      if (!in_play.contains({r, c})) puzzle.blocked.push_back({r, c});
  int min = 0, max = 0;
  for (const Problem::Part& part : problem.parts) {
    puzzle.pieces.push_back(part.piece);
    const int size = static_cast<int>(part.piece.shape.size());
    min += std::min(part.piece.min, max_number / size) * size;
    max += std::min(*part.piece.max, max_number / size) * size;
    if (min > max_number || max > max_number) document.fail(at, "too many pieces");
  }
  const int area = puzzle.area();
  const int variable = document.number(at, "maxHoles", static_cast<int>(problem.result.variable.size()));
  if (!problem.result.variable.empty())
    for (const Cell c : problem.result.fixed)
      puzzle.required.push_back({c.row - frame.first.row, c.column - frame.first.column});
  puzzle.min_holes = std::max(area - max, 0);
  puzzle.max_holes = problem.result.variable.empty() ? 0 : std::min(std::max(area - min, 0), variable);
  puzzle.min_holes = std::min(puzzle.min_holes, puzzle.max_holes);
  // The rest is checked as in a file of ours; the message has its line, which says nothing here.
  try {
    return packing::parse_puzzle(yaml_of(puzzle), "puzzle");
  } catch (const InputError& e) {
    const std::string message = e.what();
    const std::size_t end = message.find(": ");
    document.fail(at, end == std::string::npos ? message : message.substr(end + 2));
  }
}

std::vector<DrawnBoard> boards_of_xmpuzzle(std::string_view bytes, const std::string& source, int number) {
  const Document document(bytes, source);
  const Problem problem = read_problem(document, number);
  const Frame frame = frame_of(document, problem);
  std::vector<DrawnBoard> out;
  DrawnBoard blank;
  blank.labels.assign(static_cast<std::size_t>(frame.rows) * static_cast<std::size_t>(frame.columns), "#");
  const auto label_at = [&](DrawnBoard& board, Cell c) -> std::string* {
    c = {c.row - frame.first.row, c.column - frame.first.column};
    if (c.row < 0 || c.row >= frame.rows || c.column < 0 || c.column >= frame.columns) return nullptr;
    return &board.labels[static_cast<std::size_t>(c.row) * static_cast<std::size_t>(frame.columns) +
                         static_cast<std::size_t>(c.column)];
  };
  for (const Cells& cells : {problem.result.fixed, problem.result.variable})
    for (const Cell c : cells) *label_at(blank, c) = ".";
  for (const pugi::xml_node& solution : problem.node.child("solutions").children("solution")) {
    const pugi::xml_node assembly = document.child(solution, "assembly");
    DrawnBoard& board = out.emplace_back(blank);
    board.line = document.line(assembly);
    std::istringstream words(assembly.text().get());
    const auto integer = [&](const std::string& word) {
      int n = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), n);
      if (error != std::errc() || end != word.data() + word.size() || n < -max_number || n > max_number)
        document.fail(assembly,
                      fmt::format("'{}' is no number: expected x, y, z and a transformation for each piece, or x",
                                  printable(word)));
      return n;
    };
    int placed = 0;
    for (const Problem::Part& part : problem.parts)
      for (int i = 0; i < *part.piece.max; ++i) {
        std::array<std::string, 4> word;
        if (!(words >> word[0])) document.fail(assembly, "the assembly ends before its last piece");
        if (word[0] == "x") continue;
        if (!(words >> word[1] >> word[2] >> word[3])) document.fail(assembly, "the assembly ends within a piece");
        const Cell to{integer(word[1]), integer(word[0])};
        integer(word[2]);
        const int transformation = integer(word[3]);
        const bool mirrored = transformation >= 24;
        const auto* const turn = std::find_if(turns.begin(), turns.end(), [&](const Turn& t) {
          return t.number == transformation - (mirrored ? 24 : 0);
        });
        if (turn == turns.end())
          document.fail(assembly, fmt::format("transformation {} turns piece {} out of the plane", transformation,
                                              part.piece.name));
        for (const Cell c : part.voxels.fixed) {
          const int x = c.column - part.voxels.hotspot.column, y = c.row - part.voxels.hotspot.row;
          const int turned_x = (turn->xx * x + turn->xy * y) * (mirrored ? -1 : 1),
                    turned_y = turn->yx * x + turn->yy * y;
          std::string* const label = label_at(board, {to.row + turned_y, to.column + turned_x});
          if (label == nullptr || *label != ".")
            document.fail(assembly, fmt::format("piece {} lies beyond the board or on another piece", part.piece.name));
          *label = placement_label(placed);
        }
        ++placed;
      }
    if (std::string more; words >> more) document.fail(assembly, "the assembly has more than its pieces");
  }
  return out;
}

std::string write_xmpuzzle(const Puzzle& puzzle) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("{}: {} cannot be said in an .xmpuzzle", puzzle.name, what);
  };
  if (puzzle.lattice != Lattice::square)
    refuse(puzzle.lattice == Lattice::hex ? "a board of hexagons" : "a board of triangles");
  if (!puzzle.fixed.empty()) refuse("a fixed placement");
  const int area = puzzle.area();
  int min = 0, max = 0;
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  pugi::xml_node root = document.append_child("puzzle");
  root.append_attribute("version") = 2;
  root.append_child("gridType").append_attribute("type") = 0;
  root.append_child("colors");
  pugi::xml_node shapes = root.append_child("shapes");
  pugi::xml_node problem = root.append_child("problems").append_child("problem");
  problem.append_attribute("name") = puzzle.name.c_str();
  problem.append_attribute("state") = 0;
  pugi::xml_node parts = problem.append_child("shapes");
  const auto add_shape = [&](const char* name, int rows, int columns, const std::string& cells) {
    pugi::xml_node voxel = shapes.append_child("voxel");
    voxel.append_attribute("x") = columns;
    voxel.append_attribute("y") = rows;
    voxel.append_attribute("z") = 1;
    voxel.append_attribute("name") = name;
    voxel.append_attribute("type") = 0;
    voxel.text() = cells.c_str();
  };
  for (const Piece& piece : puzzle.pieces) {
    if (orientations(piece.shape, true, true).size() != orientations(piece.shape, piece.rotate, piece.flip).size())
      refuse(fmt::format("that piece {} must not be {}", piece.name, piece.rotate ? "mirrored" : "turned"));
    const int size = static_cast<int>(piece.shape.size());
    const int most_here = std::max(piece.min, std::min(piece.max.value_or(area / size), area / size));
    min += piece.min * size;
    max += most_here * size;
    pugi::xml_node part = parts.append_child("shape");
    part.append_attribute("id") = static_cast<int>(&piece - puzzle.pieces.data());
    if (piece.min == most_here) {
      part.append_attribute("count") = piece.min;
    } else {
      part.append_attribute("min") = piece.min;
      part.append_attribute("max") = most_here;
    }
    const Extent size_of = extent(piece.shape);
    std::string cells(static_cast<std::size_t>(size_of.rows * size_of.columns), '_');
    for (const Cell c : piece.shape) cells[static_cast<std::size_t>(c.row * size_of.columns + c.column)] = '#';
    add_shape(piece.name.c_str(), size_of.rows, size_of.columns, cells);
  }
  if (max == 0) refuse("a board on which no piece fits");
  if (puzzle.min_holes > std::max(area - max, 0))
    refuse(fmt::format("that at least {} cells stay empty", puzzle.min_holes));
  std::string cells(static_cast<std::size_t>(puzzle.rows * puzzle.columns), puzzle.max_holes > 0 ? '+' : '#');
  for (const Cell c : puzzle.blocked) cells[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = '_';
  for (const Cell c : puzzle.required) cells[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = '#';
  add_shape("board", puzzle.rows, puzzle.columns, cells);
  problem.append_child("result").append_attribute("id") = static_cast<int>(puzzle.pieces.size());
  problem.append_child("bitmap");
  if (puzzle.max_holes > 0 && puzzle.max_holes < area - min) problem.append_attribute("maxHoles") = puzzle.max_holes;
  std::ostringstream out;
  document.save(out, " ");
  return gzip(out.str());
}

std::string yaml_of(const Puzzle& puzzle) {
  const auto quoted = [](const std::string& text) {
    std::string out = "'";
    for (const char ch : text) out += ch == '\'' ? "''" : std::string(1, ch);
    return out + "'";
  };
  const auto range = [](int min, std::optional<int> max) {
    if (!max) return min == 0 ? std::string("any") : fmt::format("{{min: {}}}", min);
    return min == *max ? fmt::format("{}", min) : fmt::format("{{min: {}, max: {}}}", min, *max);
  };
  // A picture of the board, indented.
  const auto picture = [&](const std::vector<std::string>& labels) {
    std::string out = "|\n";
    for (int r = 0; r < puzzle.rows; ++r) {
      out += "  ";
      for (int c = 0; c < puzzle.columns; ++c) out += labels[static_cast<std::size_t>(r * puzzle.columns + c)];
      out += '\n';
    }
    return out;
  };
  std::string out = "name: " + quoted(puzzle.name) + '\n';
  if (!puzzle.summary.empty()) out += "summary: " + quoted(puzzle.summary) + '\n';
  if (puzzle.lattice != Lattice::square) out += fmt::format("lattice: {}\n", packing::lattice_name(puzzle.lattice));
  std::vector<std::string> labels(static_cast<std::size_t>(puzzle.rows * puzzle.columns), ".");
  for (const Cell c : puzzle.blocked) labels[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = "#";
  for (const Cell c : puzzle.required) labels[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = "*";
  // On triangles a size is a parallelogram.
  const bool whole = puzzle.blocked.empty() && puzzle.required.empty() && puzzle.lattice != Lattice::triangle;
  out += "board: " + (whole ? fmt::format("{}x{}\n", puzzle.rows, puzzle.columns) : picture(labels));
  out += "pieces:\n";
  for (const Piece& piece : puzzle.pieces)
    out += fmt::format("  - {{name: {}, shape: '{}', count: {}{}{}}}\n", quoted(piece.name),
                       picture_of(piece.shape, 'X', '.', '|'), range(piece.min, piece.max),
                       piece.flip ? "" : ", flip: false", piece.rotate ? "" : ", rotate: false");
  out += fmt::format("holes: {}\n", range(puzzle.min_holes, puzzle.max_holes));
  if (!puzzle.fixed.empty()) {
    for (const Cell c : puzzle.required) labels[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = ".";
    for (std::size_t i = 0; i < puzzle.fixed.size(); ++i)
      for (const Cell c : puzzle.fixed[i])
        labels[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = placement_label(static_cast<int>(i));
    for (const Cell c : puzzle.blocked) labels[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = "#";
    out += "fixed: " + picture(labels);
  }
  return out;
}

Puzzle find_puzzle(const std::string& name_or_path, packing::HolesLeftOut holes) {
  std::string path = name_or_path;
  int problem = 1;
  if (const std::size_t mark = path.rfind('#'); mark != std::string::npos && !std::filesystem::exists(path)) {
    const std::string_view digits = std::string_view(path).substr(mark + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), problem);
    if (error == std::errc() && end == digits.data() + digits.size() && problem > 0) path.resize(mark);
  }
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) {
    const std::string bytes = read_file(path, max_bytes);
    if (is_xmpuzzle(bytes)) return read_xmpuzzle(bytes, path, problem);
  }
  return packing::find_puzzle(name_or_path, holes);
}

}  // namespace pentocity::exchange
