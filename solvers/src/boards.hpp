#pragma once
// Solutions as boards of piece numbers, their images under symmetry, and their texts.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "packing.hpp"
#include "sweep.hpp"

namespace pentocity {

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

  /// Appends the text of a board.
  void append(const Board& board, std::string& out) const;
  std::string text(const Board& board) const;
  /// The same as filling a board and appending it; placings in order of first cell.
  void append(std::span<const Placing> placings, std::string& out) const;
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
  /// The number of solutions in its class.
  int class_size(const Board& board) const;

 private:
  using Permutation = std::vector<std::uint16_t>;  // cell by cell, from where the image takes it
  bool has_fixed(const Board& board) const;
  template <class F>
  void for_each_cell(const Placing& placing, F&& f) const;
  bool write_if_less(const Board& board, const Permutation& from, std::string& best) const;

  const Puzzle& puzzle_;
  const Packing& packing_;
  Board empty_;
  std::vector<std::uint16_t> cell_of_;  // index on the board by row and column of the packing
  std::vector<Permutation> class_images_;
  std::string blank_;              // the text of the empty board
  std::vector<std::uint16_t> at_;  // cell by cell, its place in that text
  bool short_labels_;              // have all placements of any solution labels of one character?
  bool keeps_order_;               // do placings come in the order of their labels?
};

}  // namespace pentocity
