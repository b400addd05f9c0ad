#pragma once
// Solutions as boards of piece numbers, their images under symmetry, and their texts.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packing.hpp"
#include "sweep.hpp"

namespace pentocity::packing {

class Boards {
 public:
  Boards(const Puzzle& puzzle, const Packing& packing);

  /// A piece's number for each cell, row by row, or hole or blocked.
  using Board = std::vector<std::uint16_t>;
  static constexpr std::uint16_t hole = 0xffff, blocked = 0xfffe;

  /// The placings and the puzzle's fixed placements.
  void fill(std::span<const Placing> placings, Board& board) const;
  /// The board of a text.
  Board read(std::string_view text) const;

  std::string text(const Board& board) const;
  /// Calls f(board) for all images of its class, some maybe repeatedly: for those that have the fixed placements.
  template <class F>
  void for_each_image(const Board& board, F&& f) const {
    Board moved(board.size());
    for (const Permutation& from : class_images_) {
      for (std::size_t i = 0; i < board.size(); ++i) moved[i] = board[from[i]];
      if (has_fixed(moved)) f(moved);
    }
  }
  /// The least text of its class.
  std::string least_of_class(const Board& board) const;

  /// A solution in the making: the next one is drawn over it, from the first placing that differs.
  struct Draft {
    std::vector<Placing> placings;
    std::string text;  ///< labelled in order of the placings, if `by_text_`
    Board board;       ///< otherwise
  };
  void draw(std::span<const Placing> placings, Draft& draft) const;
  std::string text(const Draft& draft) const;
  std::string least_of_class(const Draft& draft) const;
  /// Calls f(text) for all images of its class, some maybe repeatedly: for those that have the fixed placements.
  template <class F>
  void for_each_image_text(const Draft& draft, F&& f) const {
    if (by_text_)
      for (const Permutation& from : text_images_) f(image_of(draft.text, from));
    else
      for_each_image(draft.board, [&](const Board& image) { f(text(image)); });
  }
  /// The number of solutions in its class.
  int class_size(const Board& board) const;

 private:
  using Permutation = std::vector<std::uint16_t>;  // cell by cell, from where the image takes it
  bool has_fixed(const Board& board) const;
  // Calls f(i) with the indices on the packing's board.
  template <class F>
  void for_each_cell(const Placing& p, F&& f) const {
    const int first = p.row * packing_.columns + p.column;
    for (const int offset : offsets_[p.row % 2][p.shape]) f(static_cast<std::size_t>(first + offset));
  }
  std::string image_of(const std::string& text, const Permutation& from) const;
  static void write_if_less(const std::string& text, const Permutation& from, std::string& best);

  const Puzzle& puzzle_;
  const Packing& packing_;
  Board empty_;
  // By parity of the row and by shape: from its first cell to each of its cells, on the packing's board.
  std::array<std::vector<std::vector<int>>, 2> offsets_;
  std::vector<std::uint16_t> cell_of_;  // by index on the packing's board: that on the puzzle's
  std::vector<Permutation> class_images_;
  std::string blank_;                     // the text of the empty board
  std::vector<std::uint16_t> at_;         // cell by cell, its place in that text
  std::vector<std::uint16_t> place_of_;   // the same by index on the packing's board
  std::vector<Permutation> text_images_;  // of the characters of a text
  bool by_text_;                          // is nothing fixed, and has any placement a label of one character?
  bool keeps_order_;                      // do placings come in the order of their labels?
};

}  // namespace pentocity::packing
