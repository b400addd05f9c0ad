#pragma once
// Checks solutions that anyone has written, from their pictures and the rules of the puzzle alone.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

/// A board as somebody drew it.
struct DrawnBoard {
  std::vector<std::string> labels;  ///< of each cell, row by row: "." a hole, "#" blocked, anything else a piece
  int line = 1;                     ///< of the text, where it begins
};

/// All boards of a text: a board a line with '|' between its rows, or a row a line with empty lines between boards. A
/// label is a character or something in brackets; blanks may stand between the cells of a row, and a row may have each
/// label doubled (a hole as ". "). Lines that only count solutions ("8 solutions") are passed over.
/// Throws InputError, with `source` and line, for anything else.
std::vector<DrawnBoard> read_boards(const Puzzle& puzzle, std::string_view text, const std::string& source);

struct Verdict {
  std::optional<std::string> fault;  ///< what is wrong, in one line
  bool readable = true;              ///< false: the board may be right, but which cells belong together is not told
  Solution solution;                 ///< if nothing is wrong
};

/// Judges boards as solutions of one puzzle.
class Verifier {
 public:
  explicit Verifier(const Puzzle& puzzle) : puzzle_(puzzle), kinds_(kinds_of(puzzle)) {}

  /// Each label is one placement. If that is no solution and every label is the name of a kind, a label may stand for
  /// several placements of its kind, provided that they can be told apart in one way only.
  Verdict check(const DrawnBoard& board) const;

 private:
  struct Region {
    std::string label;
    Cells cells;
  };
  Verdict judge(const std::vector<Region>& placements) const;
  int named_kind(std::string_view label) const;

  Puzzle puzzle_;
  std::vector<Kind> kinds_;
};

}  // namespace pentocity::packing
