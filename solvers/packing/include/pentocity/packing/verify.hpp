#pragma once
// Checks solutions of any origin by their pictures and the rules of the puzzle alone.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// A board as it is drawn in a text.
struct DrawnBoard {
  std::vector<std::string>
      labels;    ///< for each cell, by Puzzle::index(): "." a hole, "#" blocked, anything else a piece
  int line = 1;  ///< the line of the text in which it begins, from 1
};

/// The board of a puzzle on which nothing is drawn but its blocked cells.
DrawnBoard blank_board(const Puzzle& puzzle, int line = 1);

/// All boards in a text. A board is either one line with '|' between its rows and '||' between its layers, or a line
/// for each row, with empty lines between layers and between boards. A label is one character, or anything in brackets.
/// Rows may have blanks between their cells, or each label twice in a row (a hole as ". "). Lines that only count, such
/// as "8 solutions" or "27 pieces", are skipped. Throws InputError, with `source` and line, for anything else.
std::vector<DrawnBoard> read_boards(const Puzzle& puzzle, std::string_view text, const std::string& source);

/// The judgement on a board.
struct Verdict {
  std::optional<std::string> fault;  ///< what is wrong, in one line; none: it is a solution
  /// False: the board may be a solution, but it does not show which cells belong together.
  bool readable = true;
  Solution solution;  ///< if nothing is wrong
};

/// Judges boards as solutions of one puzzle.
class Verifier {
 public:
  explicit Verifier(const Puzzle& puzzle)
      : puzzle_(puzzle), kinds_(kinds_of(puzzle)), shows_colours_(shows_colours(puzzle)) {}

  /// Judges a board. Each label should mark one placement. If that gives no solution and all labels are names of kinds,
  /// the cells of a label are divided into several placements of its kind, provided that there is exactly one way to do
  /// so.
  Verdict check(const DrawnBoard& board) const;

 private:
  Verdict judge(const std::vector<Region>& placements) const;
  std::optional<std::string> fault_of_holes(const Solution& solution) const;
  int named_kind(std::string_view label) const;

  Puzzle puzzle_;
  std::vector<PieceKind> kinds_;
  bool shows_colours_;
};

}  // namespace pentocity::packing
