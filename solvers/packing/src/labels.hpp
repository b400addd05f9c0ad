#pragma once
// The names of kinds in texts of solutions.

#include <string>
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
  // The shapes met so far are the leaves of a trie. It has a root for each column and sort that a shape's first cell
  // can have. A node below stands for one more cell, `step` behind the one before in the order of the board's cells.
  struct Node {
    int step = 0;
    int child = -1, sibling = -1;
    const std::string* label = nullptr;  // of the shape that ends here, once it was looked up
  };
  // A piece of the board at work: the node of its cells so far, and the last of them.
  struct Piece {
    int node = -1;
    int last = 0;
    const std::string* label = nullptr;
  };
  int next(int node, int step);
  const std::string& label_of(const Boards::Board& board, std::size_t piece) const;

  const Puzzle& puzzle_;
  std::vector<PieceKind> kinds_;
  std::vector<std::string> labels_;  // by kind
  std::size_t longest_ = 1;          // of their lengths
  std::vector<Cell> cell_of_;        // by index on the board
  std::vector<int> root_of_;         // by index on the board
  std::vector<Node> nodes_;          // roots first
  std::vector<Piece> pieces_;
};

}  // namespace pentocity::packing
