#include "pentocity/packing/puzzle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <map>
#include <sstream>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/packing/solution.hpp"
#include "pentocity/packing/verify.hpp"
#include "puzzle/area.hpp"
#include "puzzle/builtin_puzzles.hpp"
#include "puzzle/sets.hpp"

namespace pentocity::packing {
namespace {

constexpr int max_pieces = max_board_cells;
constexpr std::array<std::string_view, 4> lattice_names{"square", "hex", "triangle", "cube"};

// The numbers of "10x10" or "3x3x3", two or more; else none.
std::vector<int> sides(const std::string& text) {
  std::vector<int> out;
  const char* const end = text.data() + text.size();
  for (const char* from = text.data();;) {
    int n = 0;
    const auto [to, error] = std::from_chars(from, end, n);
    if (error == std::errc::invalid_argument) return {};
    out.push_back(error == std::errc() ? std::max(n, 0) : max_pieces);
    if (to == end) return out.size() > 1 ? out : std::vector<int>{};
    if (*to != 'x') return {};
    from = to + 1;
  }
}

// Sets the sides of a board, if they are possible.
void set_sides(Puzzle& puzzle, const YamlNode& node, std::size_t layers, std::size_t rows, std::size_t columns) {
  const std::size_t least = std::min({layers, rows, columns}), most = std::max({layers, rows, columns});
  const bool possible = least >= 1 && most <= max_board_side && layers * rows * columns <= max_board_cells;
  if (!possible && puzzle.lattice == Lattice::cube)
    node.fail("a board of {}x{}x{} cells: 1 to {} layers, rows and columns are possible, and up to {} cells", layers,
              rows, columns, max_board_side, max_board_cells);
  if (!possible)
    node.fail("a board of {}x{} cells: 1 to {} rows and 1 to {} columns are possible", rows, columns, max_board_side,
              max_board_side);
  puzzle.layers = static_cast<int>(layers);
  puzzle.rows = static_cast<int>(rows);
  puzzle.columns = static_cast<int>(columns);
}

// The cells of these marks in a picture. Fails at a character that is neither a mark nor a blank.
Cells read_picture(const YamlNode& node, Lattice lattice, std::string_view marks, std::string_view other) {
  try {
    return cells_of_picture(node.text(), marks, other, lattice);
  } catch (const std::invalid_argument& e) {
    node.fail(e.what());
  }
}

// In a picture of triangles, A stands for a cell that points up and V for one that points down. Returns how many
// columns the picture must be moved to the right for that: 0 or 1. Fails if they do not alternate.
int column_of_picture(const YamlNode& node) {
  std::optional<int> out;
  const auto lines = picture_lines(node.text());
  for (std::size_t r = 0; r < lines.size(); ++r)
    for (std::size_t c = 0; c < lines[r].size(); ++c) {
      if (lines[r][c] != 'A' && lines[r][c] != 'V') continue;
      const Cell cell{static_cast<int>(r), static_cast<int>(c)};
      const int column = sort_of(cell, Lattice::triangle) ^ (lines[r][c] == 'V' ? 1 : 0);
      if (out && *out != column)
        node.fail(
            "{} in line {}, column {} of the picture: A (which points up) and V (down) take turns along a "
            "row and from row to row",
            lines[r][c], r + 1, c + 1);
      out = column;
    }
  return out.value_or(0);
}

// A parallelogram of triangles: each row begins one cell further to the left than the one above it.
void read_parallelogram(Puzzle& puzzle, int rows, int columns, const YamlNode& node) {
  const int left = 1 - rows % 2;  // so that the first cell of each row points up
  if (rows < 1 || columns < 1 || std::max(rows, columns) > max_board_side ||
      left + rows - 1 + 2 * columns > max_board_side)
    node.fail(
        "a parallelogram of {}x{}: its sides are at least 1, and it can be {} cells wide, where a row has "
        "two for each column and begins one further left than the row above it",
        rows, columns, max_board_side);
  puzzle.rows = rows;
  puzzle.columns = left + rows - 1 + 2 * columns;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < puzzle.columns; ++c)
      if (const int first = left + rows - 1 - r; c < first || c >= first + 2 * columns)
        puzzle.blocked.push_back({r, c});
}

// On boards, the colours of cells that must not stay empty.
constexpr std::string_view required_colours = "BCDEFGHIJKLMNOPQRSTUWYZ";

// The colours of these cells, which were drawn in a picture; empty if none has one.
std::string colours_of(const Cells& cells, const YamlNode& picture, Lattice lattice) {
  const auto layers = picture_layers(picture.text(), lattice);
  std::string out;
  for (const Cell c : cells) {
    const char ch = layers[c.row / layer_rows][c.row % layer_rows][c.column];
    const char lower = static_cast<char>(std::tolower(static_cast<unsigned char>(ch)));
    out += colour_letters.find(lower) == std::string_view::npos ? '.' : lower;
  }
  return out.find_first_not_of('.') == std::string::npos ? "" : out;
}

// A board that is drawn, and not given by its sides.
void read_drawn_board(Puzzle& puzzle, const YamlNode& node, const std::string& text) {
  const bool triangles = puzzle.lattice == Lattice::triangle, solid = puzzle.lattice == Lattice::cube;
  const auto layers = picture_layers(text, puzzle.lattice);
  const std::string colours = fmt::format("{}{}", colour_letters, required_colours);
  if (layers[0].empty() ||
      text.find_first_not_of((triangles ? ".AV#*|\r\n\t " : ".#*|\r\n\t ") + colours) != std::string::npos)
    node.fail(
        "'board' must be {}, or a picture of '.' {}free, '#' blocked, '*' free but not to stay empty and letters as "
        "colours, not {}",
        triangles ? "the sides of a parallelogram, like 6x6"
        : solid   ? "layers x rows x columns, like 3x3x3"
                  : "rows x columns, like 10x10",
        triangles ? "(or A and V) " : "", node.described());
  if (triangles && column_of_picture(node) != 0)
    node.fail("the top left cell of a board of triangles points up, so this one needs a column of # before it");
  const std::size_t rows = layers[0].size(), columns = layers[0][0].size();
  set_sides(puzzle, node, layers.size(), rows, columns);
  for (std::size_t l = 0; l < layers.size(); ++l) {
    if (layers[l].size() != rows)
      node.fail("layer {} of the board has {}, the first has {}", l + 1, counted(layers[l].size(), "row"), rows);
    for (std::size_t r = 0; r < rows; ++r)
      if (layers[l][r].size() != columns)
        node.fail("{}row {} of the board has {} cells, the first has {}", solid ? fmt::format("layer {}, ", l + 1) : "",
                  r + 1, layers[l][r].size(), columns);
  }
  puzzle.blocked = read_picture(node, puzzle.lattice, "#", ".*AV" + colours);
  puzzle.required =
      read_picture(node, puzzle.lattice, fmt::format("*{}", required_colours), fmt::format(".#AV{}", colour_letters));
  puzzle.colours = colours_of(puzzle.all_cells(), node, puzzle.lattice);
  if (puzzle.area() == 0) node.fail("every cell of the board is blocked");
}

void read_board(Puzzle& puzzle, const YamlNode& node) {
  const bool triangles = puzzle.lattice == Lattice::triangle, solid = puzzle.lattice == Lattice::cube;
  const std::string text = node.is_scalar() ? node.text() : "";
  const std::vector<int> size = sides(text);
  if (size.size() == (solid ? 3 : 2)) {
    if (triangles) return read_parallelogram(puzzle, size[0], size[1], node);
    return set_sides(puzzle, node, solid ? size[0] : 1, size[size.size() - 2], size.back());
  }
  if (size.size() == 3 && !triangles) node.fail("a board of {} is a solid, and needs 'lattice: cube'", text);
  read_drawn_board(puzzle, node, text);
}

// Reads the cells of a piece and their colours.
void read_shape(Piece& piece, const YamlNode& node, const Puzzle& puzzle) {
  const bool triangles = puzzle.lattice == Lattice::triangle;
  if (puzzle.lattice == Lattice::cube) {
    const auto layers = picture_layers(node.text(), puzzle.lattice);
    if (layers.size() > max_board_side ||
        std::any_of(layers.begin(), layers.end(), [](const auto& rows) { return rows.size() > max_board_side; }))
      node.fail("the shape has more than {} layers or rows", max_board_side);
  }
  Cells cells =
      read_picture(node, puzzle.lattice, fmt::format("{}{}", triangles ? "XxAV" : "Xx", colour_letters), ". ");
  if (cells.empty()) node.fail("the shape is empty; draw its cells with X");
  piece.colours = colours_of(cells, node, puzzle.lattice);
  if (triangles)
    for (const int by = column_of_picture(node); Cell & c : cells) c.column += by;
  // A blank line of a picture is lost at its ends only, so that the parts are those that were drawn.
  if (!is_connected(cells, puzzle.lattice))
    node.fail("the shape is not connected: its cells do not all hang together by {}",
              puzzle.lattice == Lattice::hex ? "edges (rows 1, 3, ... are half a cell to the right)"
              : triangles ? "edges (a cell that points up touches the one below, and one that points down the one "
                            "above; the top left one of the picture points up)"
              : puzzle.lattice == Lattice::cube ? "faces (an empty line, or ||, separates layers)"
                                                : "edges");
  piece.shape = normalised(std::move(cells), puzzle.lattice);
}

// The minimum and the maximum of a mapping that has one of them, or both; without a minimum it is 0.
std::pair<int, std::optional<int>> read_range(const YamlNode& node, std::string_view key, int most) {
  node.check_keys({"min", "max"});
  const auto min = node.find("min"), max = node.find("max");
  if (!min && !max) node.fail("'{}' needs min or max", key);
  const int least = min ? static_cast<int>(min->integer(0, most)) : 0;
  return {least, max ? std::optional(static_cast<int>(max->integer(least, most))) : std::nullopt};
}

void read_count(Piece& piece, const YamlNode& node) {
  if (node.is_mapping()) {
    std::tie(piece.min, piece.max) = read_range(node, "count", max_pieces);
  } else if (node.is_scalar() && node.raw() == "any") {
    piece.min = 0;
    piece.max.reset();
  } else if (node.is_scalar() && !node.raw().empty() && std::isdigit(static_cast<unsigned char>(node.raw()[0])) != 0) {
    piece.max = piece.min = static_cast<int>(node.integer(0, max_pieces));
  } else {
    node.fail("'count' must be a number, a range like {{min: 0, max: 3}}, or any, not {}", node.described());
  }
}

bool fits_board(const Puzzle& puzzle, const Piece& piece) {
  if (puzzle.rounds().any()) {
    Puzzle open = puzzle;
    open.blocked.clear();
    const auto all = orientations(piece.shape, piece.rotate, piece.flip, puzzle.lattice);
    return std::any_of(all.begin(), all.end(),
                       [&](const Cells& o) { return !placed_on(open, {o, ""}, o[0]).cells.empty(); });
  }
  // On hexagons a shape may be narrower by half a cell where it begins in an odd row.
  for (const Cells& o : orientations(piece.shape, piece.rotate, piece.flip, puzzle.lattice))
    for (int row = 0; row <= (puzzle.lattice == Lattice::hex ? 1 : 0); ++row) {
      const Cells cells = translated(o, {row, 0}, puzzle.lattice);
      const Box box = bounding_box(cells, puzzle.lattice);
      int left = cells.front().column;
      for (const Cell c : cells) left = std::min(left, c.column);
      if (box.layers <= puzzle.layers && box.rows - row <= puzzle.rows && box.columns - left <= puzzle.columns)
        return true;
    }
  return false;
}

// Which edges of the board meet.
void read_wrap(Puzzle& puzzle, const YamlNode& node) {
  if (puzzle.lattice != Lattice::square)
    node.fail("'wrap' is for boards of squares, and the lattice is {}: expected no 'wrap', or 'lattice: square'",
              lattice_name(puzzle.lattice));
  const std::string how = node.is_scalar() ? node.text() : "";
  if (how != "columns" && how != "both")
    node.fail(
        "'wrap' must be columns (the left edge meets the right one: a cylinder) or both (also the top the bottom: a "
        "torus), not {}",
        node.described());
  puzzle.wrap = how == "both" ? Wrap::both : Wrap::columns;
}

// Where edges meet, two pieces of different shapes could cover the same cells: a ring with one more cell beside it is
// both an L and a T. A solution does not tell which of them it is, nor which of two entries that permit different
// orientations.
void check_pieces_differ(const Puzzle& puzzle, const YamlNode& wrap) {
  const auto kinds = kinds_of(puzzle);
  std::map<Orientation, std::pair<std::size_t, std::vector<bool>>> seen;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    std::vector<std::vector<Orientation>> permitted;
    Puzzle alone = puzzle;
    for (const int e : kinds[k].entries) {
      alone.pieces = {puzzle.pieces[e]};
      permitted.push_back(kinds_of(alone)[0].orientations);
    }
    for (const Orientation& o : kinds[k].orientations) {
      if (!puzzle.rounds().is_met_by(o.cells)) continue;
      std::vector<bool> by_entry;
      for (const auto& all : permitted) by_entry.push_back(std::binary_search(all.begin(), all.end(), o));
      for (const Cell first : puzzle.all_cells())
        if (const Orientation placed = placed_on(puzzle, o, first); !placed.cells.empty())
          if (const auto& [kind, entries] = seen.try_emplace(placed, k, by_entry).first->second;
              kind != k || entries != by_entry)
            wrap.fail(
                "piece {} and another {} can cover the same cells around this board, as from {} on, and a solution "
                "would "
                "not tell which is there: expected a larger board, or other pieces",
                kinds[k].name, kind == k ? "entry of its shape" : "piece, " + kinds[kind].name + ",",
                puzzle.place_of(placed.cells[0]));
    }
  }
}

// How a piece may lie, and how often, if the node is a mapping that says so.
void read_rules(Piece& piece, const YamlNode& node, Lattice lattice) {
  // Whoever turns a solid over still has no mirror image of it.
  piece.flip = lattice != Lattice::cube;
  if (!node.is_mapping()) return;
  if (const auto flip = node.find("flip")) piece.flip = flip->boolean();
  if (const auto rotate = node.find("rotate")) piece.rotate = rotate->boolean();
  if (const auto count = node.find("count")) read_count(piece, *count);
}

// All pieces of a set that has a name: the node is the name, or a mapping with it.
std::vector<Piece> read_set(const YamlNode& node, const Puzzle& puzzle) {
  constexpr std::string_view one_sided = "one-sided ";
  Piece rules;
  if (node.is_mapping()) node.check_keys({"set", "count", "flip", "rotate"});
  read_rules(rules, node, puzzle.lattice);
  const YamlNode set = node.is_mapping() ? node.at("set") : node;
  std::string name = set.text();
  if (name.starts_with(one_sided)) {
    name.erase(0, one_sided.size());
    rules.flip = false;
  }
  auto pieces = pieces_of_set(name, puzzle.lattice, rules.flip);
  if (!pieces)
    set.fail("on lattice {} there is no set of pieces {}{}", lattice_name(puzzle.lattice), set.described(),
             suggestion(name, set_names(puzzle.lattice)));
  for (Piece& piece : *pieces) {
    piece.min = rules.min;
    piece.max = rules.max;
    piece.rotate = rules.rotate;
    if (piece.min > 0 && !fits_board(puzzle, piece))
      set.fail("piece {} of {} is larger than the board: {} cells cannot hold it in any permitted position", piece.name,
               name, puzzle.size());
  }
  return *pieces;
}

Piece read_piece(const YamlNode& node, const Puzzle& puzzle, std::size_t index) {
  node.check_keys({"shape", "name", "count", "flip", "rotate"});
  Piece piece;
  piece.name = index < short_labels.size() ? placement_label(static_cast<int>(index)) : std::to_string(index + 1);
  if (const auto name = node.find("name")) {
    piece.name = name->text();
    const bool plain = std::all_of(piece.name.begin(), piece.name.end(), [](char ch) {
      return static_cast<unsigned char>(ch) > ' ' && ch != 127 &&
             std::string_view(".#|[]").find(ch) == std::string::npos;
    });
    if (piece.name.empty() || !plain)
      name->fail("{} is no name of a piece: blanks and . # | [ ] have other meanings", name->described());
  }
  const YamlNode shape = node.at("shape");
  read_shape(piece, shape, puzzle);
  read_rules(piece, node, puzzle.lattice);
  if (piece.min > 0 && !fits_board(puzzle, piece))
    shape.fail("piece {} is larger than the board: {} cells cannot hold it in any permitted position", piece.name,
               puzzle.size());
  return piece;
}

// Two shapes of one name could not be told apart by `--labels kinds`. `nodes` are those that the pieces come from.
void check_names(const Puzzle& puzzle, const std::vector<YamlNode>& nodes) {
  std::map<std::string, std::size_t> kind_by_name;
  const bool shows = shows_colours(puzzle);
  const auto kinds = kinds_of(puzzle);
  for (std::size_t k = 0; k < kinds.size(); ++k)
    for (const int e : kinds[k].entries) {
      const std::string& name = puzzle.pieces[e].name;
      if (kind_by_name.emplace(name, k).first->second != k)
        nodes[e].fail("the name {} stands for two different shapes", name);
      if (name.find(':') != std::string::npos && shows)
        nodes[e].fail("the name {} has a ':', which stands before colours in the solutions of this puzzle", name);
    }
}

// How many cells of each colour stay empty, while all others are filled.
void read_holes_by_colour(Puzzle& puzzle, const std::vector<YamlNode::Entry>& colours) {
  for (const auto& [key, key_node, value] : colours) {
    const auto cells = std::count(puzzle.colours.begin(), puzzle.colours.end(), key[0]);
    if (key.size() != 1 || cells == 0)
      key_node.fail("'holes': no cell of the board has the colour '{}'", printable(key));
    puzzle.max_holes += puzzle.holes_by_colour[key[0]] = static_cast<int>(value.integer(0, cells));
  }
  puzzle.min_holes = puzzle.max_holes;
  for (const Cell c : puzzle.all_cells())
    if (puzzle.has(c) && !puzzle.holes_by_colour.contains(puzzle.colours[puzzle.index(c)]))
      puzzle.required.push_back(c);
  std::sort(puzzle.required.begin(), puzzle.required.end());
  puzzle.required.erase(std::unique(puzzle.required.begin(), puzzle.required.end()), puzzle.required.end());
}

void read_holes(Puzzle& puzzle, const YamlNode& node) {
  const int area = puzzle.area();
  if (!node.is_mapping()) {
    puzzle.min_holes = puzzle.max_holes = static_cast<int>(node.integer(0, area));
  } else if (const auto entries = node.entries(); !entries.empty() && entries[0].key.size() == 1 &&
                                                  colour_letters.find(entries[0].key) != std::string::npos) {
    read_holes_by_colour(puzzle, entries);
  } else {
    const auto [min, max] = read_range(node, "holes", area);
    puzzle.min_holes = min;
    puzzle.max_holes = max.value_or(area);
  }
}

// The same for a puzzle that does not say it.
void set_holes(Puzzle& puzzle, HolesLeftOut left_out) {
  const int area = puzzle.area();
  if (left_out == HolesLeftOut::any) {
    puzzle.max_holes = area;
    return;
  }
  puzzle.holes_left_out = true;
  const Covered covered = covered_by_pieces(puzzle);
  if (!covered.max) return;  // any number: no holes
  puzzle.min_holes = static_cast<int>(std::max<std::int64_t>(area - *covered.max, 0));
  puzzle.max_holes = static_cast<int>(std::max<std::int64_t>(area - covered.min, 0));
}

// Fits the number of empty cells and the cells that must not be empty to each other.
void read_required(Puzzle& puzzle, const YamlNode& node) {
  const int most = puzzle.area() - static_cast<int>(puzzle.required.size());
  if (puzzle.min_holes > most)
    node.fail("{} cells stay empty, and only {} of the board's {} may", puzzle.min_holes, most, puzzle.area());
  puzzle.max_holes = std::min(puzzle.max_holes, most);
  // Where no cell can stay empty, they do not tell the board from its mirror image.
  if (puzzle.max_holes == 0 || covered_by_pieces(puzzle).min >= puzzle.area()) puzzle.required.clear();
}

void read_fixed(Puzzle& puzzle, const YamlNode& node) {
  const auto pictures = node.is_sequence() ? node.elements() : std::vector{node};
  if (shows_colours(puzzle))
    node.fail("'fixed' does not tell colours, and some pieces can lie on the same cells with different ones");
  const auto kinds = kinds_of(puzzle);
  std::vector<std::vector<int>> used;
  for (const PieceKind& kind : kinds) used.emplace_back(kind.orientations.size());
  Cells taken = puzzle.blocked;
  for (const YamlNode& picture : pictures) {
    const auto boards = read_boards(puzzle, picture.text(), picture.place() + ": 'fixed', line");
    if (boards.size() != 1) picture.fail("'fixed' must be a picture of the whole board, or a list of them");
    for (const Cell c : puzzle.all_cells()) {
      const std::string& label = boards[0].labels[puzzle.index(c)];
      if (label == "#" && puzzle.has(c))
        picture.fail("'fixed' has # at {}, which is not blocked: expected a label or .", puzzle.place_of(c));
    }
    for (const auto& [label, cells, colours] : regions_of(puzzle, boards[0].labels, false)) {
      const std::string what = fmt::format("the fixed placement '{}' at {}", label, puzzle.place_of(cells[0]));
      for (const Cell c : cells)
        if (std::find(taken.begin(), taken.end(), c) != taken.end())
          picture.fail("{} covers {}, which is blocked or covered already", what, puzzle.place_of(c));
      const auto found = kind_on(puzzle, kinds, cells);
      if (!found) picture.fail("{} is no permitted piece; label each placement apart", what);
      const auto [k, orientation, of_cells] = *found;
      const PieceKind& kind = kinds[k];
      ++used[k][orientation];
      Puzzle at_most = puzzle;
      for (Piece& piece : at_most.pieces) piece.min = 0;
      if (!counts_allowed(at_most, kind, used[k])) picture.fail("{} is one piece {} too many", what, kind.name);
      taken.insert(taken.end(), cells.begin(), cells.end());
      puzzle.fixed.push_back(cells);
    }
  }
  std::sort(puzzle.fixed.begin(), puzzle.fixed.end());
}

// Which colours of pieces may lie on which of the board, as in `{r: rg, b: b}`.
void read_colour_rules(Puzzle& puzzle, const YamlNode& node) {
  const auto expect_colours = [](const YamlNode& at, const std::string& text) {
    if (const std::size_t i = text.find_first_not_of(colour_letters); i != std::string::npos)
      at.fail("'{}' is no colour: expected letters of {}", printable(text.substr(i, 1)), colour_letters);
  };
  for (const auto& [key, key_node, value] : node.entries()) {
    if (key.size() != 1) key_node.fail("'{}' is no colour: expected one letter", printable(key));
    expect_colours(key_node, key);
    const std::string on = value.text();
    expect_colours(value, on);
    puzzle.colour_rules[key[0]] = on;
  }
}

// A word for each cell that is not blocked.
void read_cell_names(Puzzle& puzzle, const YamlNode& node) {
  std::istringstream text(node.text());
  const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
  if (static_cast<int>(words.size()) != puzzle.area())
    node.fail("'cells' has {}, and the board {} cells: expected a name for each", counted(words.size(), "word"),
              puzzle.area());
  auto word = words.begin();
  for (const Cell c : puzzle.all_cells()) puzzle.cell_names.push_back(puzzle.has(c) ? *word++ : "");
}

void read_pieces(Puzzle& puzzle, const YamlNode& pieces) {
  std::vector<YamlNode> nodes;
  for (const YamlNode& node : pieces.is_scalar() ? std::vector{pieces} : pieces.elements()) {
    if (node.is_mapping() && !node.find("set")) {
      puzzle.pieces.push_back(read_piece(node, puzzle, puzzle.pieces.size()));
    } else {
      const std::vector<Piece> set = read_set(node, puzzle);
      puzzle.pieces.insert(puzzle.pieces.end(), set.begin(), set.end());
    }
    nodes.resize(puzzle.pieces.size(), node);
  }
  if (covered_by_pieces(puzzle).max == 0) pieces.fail("there are no pieces");
  check_names(puzzle, nodes);
}

Puzzle puzzle_of(const YamlNode& root, const std::string& default_name, HolesLeftOut left_out) {
  root.check_keys({"name", "summary", "lattice", "board", "wrap", "pieces", "holes", "fixed", "colours", "cells"});
  Puzzle puzzle;
  puzzle.name = default_name;
  if (const auto name = root.find("name")) puzzle.name = name->text();
  if (const auto summary = root.find("summary")) puzzle.summary = summary->text();
  if (const auto lattice = root.find("lattice")) {
    const auto name = std::find(lattice_names.begin(), lattice_names.end(), lattice->text());
    if (name == lattice_names.end())
      lattice->fail("'lattice' must be square, hex, triangle or cube, not {}; polysticks cannot be solved",
                    lattice->described());
    puzzle.lattice = static_cast<Lattice>(name - lattice_names.begin());
  }
  read_board(puzzle, root.at("board"));
  const auto wrap = root.find("wrap");
  if (wrap) read_wrap(puzzle, *wrap);
  if (const auto colours = root.find("colours")) read_colour_rules(puzzle, *colours);
  const YamlNode pieces = root.at("pieces");
  read_pieces(puzzle, pieces);
  if (wrap) check_pieces_differ(puzzle, *wrap);
  if (const auto cells = root.find("cells")) read_cell_names(puzzle, *cells);
  const auto holes = root.find("holes");
  holes ? read_holes(puzzle, *holes) : set_holes(puzzle, left_out);
  if (!puzzle.required.empty()) read_required(puzzle, holes ? *holes : root.at("board"));
  if (const auto fault = area_fault(puzzle)) (holes ? *holes : pieces).fail(*fault);
  if (const auto fixed = root.find("fixed")) read_fixed(puzzle, *fixed);
  return puzzle;
}

}  // namespace

std::string Puzzle::size() const {
  return lattice == Lattice::cube ? fmt::format("{}x{}x{}", layers, rows, columns)
                                  : fmt::format("{}x{}", rows, columns);
}

std::string Puzzle::place_of(Cell c) const {
  const std::string in_layer = fmt::format("row {}, column {}", c.row % layer_rows + 1, c.column + 1);
  return lattice == Lattice::cube ? fmt::format("layer {}, {}", c.row / layer_rows + 1, in_layer) : in_layer;
}

bool Rounds::is_met_by(const Cells& shape) const {
  const Extent size = extent(shape);
  return (columns > 0 && size.columns >= columns) || (rows > 0 && size.rows >= rows);
}

bool Puzzle::has(Cell c) const {
  if (c.row < 0 || c.column < 0 || c.column >= columns) return false;
  if (c.row % layer_rows >= rows || c.row / layer_rows >= layers) return false;
  return !std::binary_search(blocked.begin(), blocked.end(), c);
}

bool Puzzle::permits(char colour_of_piece, char colour_of_board) const {
  if (colour_of_piece == '.' || colour_of_board == '.') return true;
  const auto rule = colour_rules.find(colour_of_piece);
  return rule == colour_rules.end() ? colour_of_board == colour_of_piece
                                    : rule->second.find(colour_of_board) != std::string::npos;
}

bool Puzzle::takes(const Cells& cells, const std::string& colours_of_piece) const {
  for (std::size_t i = 0; i < colours_of_piece.size(); ++i)
    if (!takes(cells[i], colours_of_piece[i])) return false;
  return true;
}

std::string_view lattice_name(Lattice lattice) { return lattice_names[static_cast<std::size_t>(lattice)]; }

Puzzle parse_puzzle(const std::string& text, const std::string& source, HolesLeftOut holes) {
  return puzzle_of(YamlNode::parse(text, source), source, holes);
}

Puzzle load_puzzle(const std::string& path, HolesLeftOut holes) {
  return puzzle_of(YamlNode::load(path), std::filesystem::path(path).stem().string(), holes);
}

Puzzle builtin_puzzle(const std::string& name, HolesLeftOut holes) {
  std::vector<std::string> names;
  for (const BuiltinPuzzle& builtin : builtin_puzzle_texts()) {
    if (builtin.name == name) return parse_puzzle(std::string(builtin.yaml), name, holes);
    names.emplace_back(builtin.name);
  }
  throw InputError("there is no built-in puzzle '{}'{}", name, suggestion(name, names));
}

std::vector<Puzzle> builtin_puzzles() {
  std::vector<Puzzle> out;
  for (const BuiltinPuzzle& builtin : builtin_puzzle_texts())
    out.push_back(parse_puzzle(std::string(builtin.yaml), std::string(builtin.name)));
  std::sort(out.begin(), out.end(), [](const Puzzle& a, const Puzzle& b) { return a.name < b.name; });
  return out;
}

Puzzle find_puzzle(const std::string& name_or_path, HolesLeftOut holes) {
  const auto texts = builtin_puzzle_texts();
  const bool builtin =
      std::any_of(texts.begin(), texts.end(), [&](const BuiltinPuzzle& b) { return b.name == name_or_path; });
  const bool file_name = name_or_path.find_first_of("/.") != std::string::npos || std::filesystem::exists(name_or_path);
  return !builtin && file_name ? load_puzzle(name_or_path, holes) : builtin_puzzle(name_or_path, holes);
}

}  // namespace pentocity::packing
