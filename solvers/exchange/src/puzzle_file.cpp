#include "pentocity/exchange/puzzle_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/input/number_of.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::exchange {

using packing::DrawnBoard, packing::Piece, packing::Puzzle;

namespace {

std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char ch : text) out += ch == '\'' ? "''" : std::string(1, ch);
  return out + "'";
}

std::string range_of(int min, std::optional<int> max) {
  if (!max) return min == 0 ? std::string("any") : fmt::format("{{min: {}}}", min);
  return min == *max ? fmt::format("{}", min) : fmt::format("{{min: {}, max: {}}}", min, *max);
}

// In a line, with its colours.
std::string picture_of_piece(const Piece& piece, Lattice lattice) {
  std::string out = picture_of(piece.shape, 'X', '.', '|', lattice);
  auto colour = piece.colours.begin();
  for (char& ch : out)
    if (ch == 'X' && colour != piece.colours.end())
      if (const char c = *colour++; c != '.') ch = c;
  return out;
}

// A picture of the board, indented.
std::string picture_of_board(const Puzzle& puzzle, const DrawnBoard& board) {
  std::string out = "|\n";
  for (const Cell c : puzzle.all_cells()) {
    if (puzzle.breaks_before(c) == 2) out += '\n';
    out += (c.column == 0 ? "  " : "") + board.labels[puzzle.index(c)] + (c.column == puzzle.columns - 1 ? "\n" : "");
  }
  return out;
}

std::string board_of(const Puzzle& puzzle) {
  // On triangles a size is a parallelogram.
  if (puzzle.blocked.empty() && puzzle.required.empty() && puzzle.colours.empty() &&
      puzzle.lattice != Lattice::triangle)
    return puzzle.size() + '\n';
  DrawnBoard board = packing::blank_board(puzzle);
  for (std::size_t i = 0; i < puzzle.colours.size(); ++i)
    if (puzzle.colours[i] != '.') board.labels[i] = puzzle.colours[i];
  for (const Cell c : puzzle.required) {
    std::string& label = board.labels[puzzle.index(c)];
    label = label == "." ? '*' : static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
  }
  return picture_of_board(puzzle, board);
}

std::string holes_of(const Puzzle& puzzle) {
  std::string by_colour;
  for (const auto& [colour, holes] : puzzle.holes_by_colour)
    by_colour += fmt::format("{}{}: {}", by_colour.empty() ? "" : ", ", colour, holes);
  return by_colour.empty() ? range_of(puzzle.min_holes, puzzle.max_holes) : fmt::format("{{{}}}", by_colour);
}

std::string fixed_of(const Puzzle& puzzle) {
  DrawnBoard fixed = packing::blank_board(puzzle);
  for (std::size_t i = 0; i < puzzle.fixed.size(); ++i)
    for (const Cell c : puzzle.fixed[i]) fixed.labels[puzzle.index(c)] = placement_label(static_cast<int>(i));
  return picture_of_board(puzzle, fixed);
}

}  // namespace

std::string yaml_of(const Puzzle& puzzle) {
  std::string out = "name: " + quoted(puzzle.name) + '\n';
  if (!puzzle.summary.empty()) out += "summary: " + quoted(puzzle.summary) + '\n';
  if (puzzle.lattice != Lattice::square) out += fmt::format("lattice: {}\n", packing::lattice_name(puzzle.lattice));
  out += "board: " + board_of(puzzle);
  if (puzzle.wrap != packing::Wrap::none)
    out += fmt::format("wrap: {}\n", puzzle.wrap == packing::Wrap::both ? "both" : "columns");
  out += "pieces:\n";
  const bool flips = puzzle.lattice != Lattice::cube;  // without a word
  for (const Piece& piece : puzzle.pieces)
    out += fmt::format("  - {{name: {}, shape: '{}', count: {}{}{}}}\n", quoted(piece.name),
                       picture_of_piece(piece, puzzle.lattice), range_of(piece.min, piece.max),
                       piece.flip == flips ? "" : fmt::format(", flip: {}", piece.flip),
                       piece.rotate ? "" : ", rotate: false");
  out += fmt::format("holes: {}\n", holes_of(puzzle));
  if (!puzzle.cell_names.empty())
    out += "cells: " + quoted(fmt::format("{}", fmt::join(puzzle.cell_names, " "))) + '\n';
  std::string rules;
  for (const auto& [piece, on] : puzzle.colour_rules)
    rules += fmt::format("{}{}: '{}'", rules.empty() ? "" : ", ", piece, on);
  if (!rules.empty()) out += fmt::format("colours: {{{}}}\n", rules);
  return puzzle.fixed.empty() ? out : out + "fixed: " + fixed_of(puzzle);
}

Puzzle find_puzzle(const std::string& name_or_path, packing::HolesLeftOut holes) {
  std::string path = name_or_path;
  int problem = 1;
  std::error_code ignored;
  if (const std::size_t mark = path.rfind('#'); mark != std::string::npos && !std::filesystem::exists(path)) {
    const std::string file = path.substr(0, mark), digits = path.substr(mark + 1);
    if (std::filesystem::is_regular_file(file, ignored)) {
      const auto number = number_of<int>(digits);
      if (!number)
        throw InputError("{}: expected the number of a problem behind #, from 1, not '{}'", file, printable(digits));
      problem = *number;
      path = file;
    }
  }
  if (std::filesystem::is_regular_file(path, ignored)) {
    const std::string bytes = read_file(path, max_xmpuzzle_bytes);
    const std::string ending = std::filesystem::path(path).extension();
    if (ending == ".dlx" || ending == ".cnf" || ending == ".dimacs")
      throw InputError(
          "{}: {} tells no board and no pieces: expected the puzzle itself, in YAML or as an .xmpuzzle; `pentocity "
          "verify` takes what another program found",
          path, ending == ".dlx" ? "an exact cover" : "a formula");
    if (ending == ".xmpuzzle" || is_xmpuzzle(bytes)) return read_xmpuzzle(bytes, path, problem);
  }
  return packing::find_puzzle(name_or_path, holes);
}

}  // namespace pentocity::exchange
