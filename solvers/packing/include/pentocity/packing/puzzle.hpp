#pragma once
// A packing puzzle: a board, pieces with counts, and how many cells may stay empty. Read from YAML; the built-in ones
// are YAML files too (configs/puzzles/, embedded when the program is built).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/cell.hpp"

namespace pentocity::packing {

/// The most rows and the most columns of a board.
inline constexpr int max_board_side = 64;

/// An entry of a puzzle's list of pieces.
struct Piece {
  std::string name;            ///< the kind's label; never empty
  Cells shape;                 ///< normalised, connected
  int min = 1;                 ///< how many are used at least
  std::optional<int> max = 1;  ///< and at most; none: any number
  bool flip = true;            ///< may it be mirrored?
  bool rotate = true;          ///< may it be turned?
};

/// A sound puzzle: what load_puzzle returns holds its own rules (shapes connected and within the board, areas
/// possible).
struct Puzzle {
  std::string name;
  std::string summary;  ///< one line for lists; may be empty
  Lattice lattice = Lattice::square;
  int rows = 0;
  int columns = 0;
  Cells blocked;              ///< cells of the board that stay out of play, sorted
  std::vector<Piece> pieces;  ///< as written; entries of the same shape are one kind (solution.hpp)
  int min_holes = 0;          ///< cells that stay empty, at least
  int max_holes = 0;          ///< and at most
  std::vector<Cells> fixed;   ///< placements that every solution has, each sorted; disjoint

  /// Cells in play.
  int area() const { return rows * columns - static_cast<int>(blocked.size()); }
};

/// Reads a puzzle file. Throws InputError with file, line and column for whatever is wrong with it, an area that cannot
/// fit (with the arithmetic) included.
Puzzle load_puzzle(const std::string& path);
/// The same from text; `source` stands for the file in messages.
Puzzle parse_puzzle(const std::string& text, const std::string& source);

/// A built-in puzzle. Throws InputError, with the nearest name, if there is none of this name.
Puzzle builtin_puzzle(const std::string& name);
/// All built-in puzzles, sorted by name.
std::vector<Puzzle> builtin_puzzles();
/// The built-in puzzle of this name, or else the file.
Puzzle find_puzzle(const std::string& name_or_path);

}  // namespace pentocity::packing
