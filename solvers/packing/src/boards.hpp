#pragma once
// Solutions as boards of piece numbers and as texts, and their images under symmetry.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packing.hpp"
#include "problem.hpp"

namespace pentocity::packing {

/// Turns solutions (lists of placements) into boards and texts, and computes the images of a solution under the
/// symmetries of the puzzle. All images of a solution form its class. The puzzle and the packing must outlive it.
class Boards {
 public:
  Boards(const Puzzle& puzzle, const Packing& packing);

  Lattice lattice() const { return puzzle_.lattice; }

  /// For each cell, row by row: the number of the piece that covers it, or `hole` or `blocked`. If shows_colours(), the
  /// same once more with `colour` and the colour of the piece there, '.' for none.
  using Board = std::vector<std::uint16_t>;
  static constexpr std::uint16_t hole = 0xffff, blocked = 0xfffe, colour = 0xff00;

  /// Writes these placements and the puzzle's fixed placements to a board.
  void fill(std::span<const IndexedPlacement> placements, Board& board) const;
  /// The board of a solution's text.
  Board read(std::string_view text) const;
  /// Tells whether a text has a label for each cell, so that read() can take it.
  bool is_text(std::string_view text) const;

  /// The text of a board, as solution_text() writes it with Labels::placements.
  std::string text(const Board& board) const;
  /// Calls f(image) for all images of a board that contain the fixed placements; some images may come repeatedly.
  template <class F>
  void for_each_image(const Board& board, F&& f) const {
    Board moved(board.size());
    for (const Permutation& from : class_images_) {
      for (std::size_t i = 0; i < board.size(); ++i) moved[i] = board[from[i]];
      if (has_fixed(moved)) f(moved);
    }
  }
  /// The smallest text of the images.
  std::string min_of_class(const Board& board) const;

  /// A drawn solution. The next solution is drawn over it, beginning with the first placement that differs, which saves
  /// time.
  struct Draft {
    std::vector<IndexedPlacement> placements;
    /// If `by_text_`: the text, with labels in the order of the placements.
    std::string text;
    Board board;  ///< otherwise
  };
  /// Draws a solution; text() and min_of_class() then return its text and the smallest text of its images.
  void draw(std::span<const IndexedPlacement> placements, Draft& draft) const;
  std::string text(const Draft& draft) const;
  std::string min_of_class(const Draft& draft) const;
  /// Calls f(text) for the texts of all images that contain the fixed placements; some may come repeatedly.
  template <class F>
  void for_each_image_text(const Draft& draft, F&& f) const {
    if (!by_text_) {
      for_each_image(draft.board, [&](const Board& image) { f(text(image)); });
      return;
    }
    f(text(draft));
    for (std::size_t g = 1; g < text_images_.size(); ++g) f(image_of(draft.text, text_images_[g]));
  }
  /// The number of different solutions in the class.
  int class_size(const Board& board) const;

 private:
  // For each cell, the cell from which the image takes its content.
  using Permutation = std::vector<std::uint16_t>;
  bool has_fixed(const Board& board) const;
  Board read_with_colours(std::string_view text) const;
  // Calls f(i) with the index of each cell of a placement on the packing's board.
  template <class F>
  void for_each_cell(const IndexedPlacement& p, F&& f) const {
    const int first = packing_.index({p.row, p.column});
    for (const int offset : offsets_[p.row % 2][p.shape]) f(static_cast<std::size_t>(first + offset));
  }
  std::string image_of(const std::string& text, const Permutation& from) const;
  static void write_if_less(const std::string& text, const Permutation& from, std::string& best);

  const Puzzle& puzzle_;
  const Packing& packing_;
  Board empty_;
  // By parity of the row of the first cell, and by shape: the differences of the indices of its cells to that of the
  // first one, on the packing's board.
  std::array<std::vector<std::vector<int>>, 2> offsets_;
  std::vector<std::uint16_t> cell_of_;  // by index on the packing's board: the index on the puzzle's
  std::vector<Permutation> class_images_;
  std::string blank_;  // the text of the empty board
  // By cell: the index of its character in that text.
  std::vector<std::uint16_t> at_;
  std::vector<std::uint16_t> place_of_;   // the same by index on the packing's board
  std::vector<Permutation> text_images_;  // of the characters of a text
  bool shows_colours_;
  // Whether texts are made directly, without boards: if there are no fixed placements, labels of one character suffice
  // and no colours are shown.
  bool by_text_;
  bool keeps_order_;  // are the placements of a solution in the order of their labels?
};

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
  // The shapes met so far are the leaves of a trie. It has a root for each column (on cubes also row) and sort that a
  // shape's first cell can have. A node below stands for one more cell, `step` behind the one before in the order of
  // the board's cells.
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
  std::string with_colours(const Boards::Board& board) const;

  const Puzzle& puzzle_;
  std::vector<PieceKind> kinds_;
  std::vector<std::string> labels_;  // by kind
  std::size_t longest_ = 1;          // of their lengths
  // With colours of the board, a shape may be of another kind elsewhere.
  bool has_colours_, shows_colours_;
  Cells cell_of_;             // by index on the board
  std::vector<int> root_of_;  // by index on the board
  std::vector<Node> nodes_;   // roots first
  std::vector<Piece> pieces_;
};

}  // namespace pentocity::packing
