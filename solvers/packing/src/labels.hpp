#pragma once
// The names of kinds in texts of solutions.

#include <string>
#include <unordered_map>
#include <vector>

#include "boards.hpp"

namespace pentocity::packing {

/// A kind's name as it stands in a text: in brackets if it is longer than one character.
std::string kind_label(const std::string& name);

/// Writes boards with the names of the kinds of their pieces, as solution_text() with Labels::kinds does. The kind of a
/// shape is looked up once. The puzzle must outlive it.
class KindLabels {
 public:
  explicit KindLabels(const Puzzle& puzzle);

  /// The text of a board.
  std::string operator()(const Boards::Board& board);

 private:
  // A piece of the board at work.
  struct Piece {
    Cell first;
    std::u16string shape;  // the steps from its first cell to each
    const std::string* label = nullptr;
  };
  const std::string& label_of(const std::u16string& shape, const Boards::Board& board, std::size_t piece);

  const Puzzle& puzzle_;
  std::vector<Kind> kinds_;
  std::vector<std::string> labels_;  // by kind
  std::vector<Cell> cell_of_;        // by index on the board
  std::unordered_map<std::u16string, int> kinds_of_shapes_;
  std::vector<Piece> pieces_;
};

}  // namespace pentocity::packing
