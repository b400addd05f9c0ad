#pragma once
// Solutions as boards of piece numbers, their images under symmetry, and their texts.

#include <cstdint>
#include <span>
#include <string>
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

  std::string text(const Board& board) const;
  /// The board of such a text.
  Board read(const std::string& text) const;
  /// The distinct texts of its class: of all images that have the puzzle's fixed placements.
  void add_images(const Board& board, std::vector<std::string>& out) const;
  /// The least text of its class.
  std::string least_of_class(const Board& board) const;
  /// The number of solutions in its class.
  int class_size(const Board& board) const;

 private:
  using Permutation = std::vector<std::uint16_t>;  // cell by cell, from where the image takes it
  bool has_fixed(const Board& board) const;
  void image(const Board& board, const Permutation& from, Board& out) const;
  bool write_if_less(const Board& board, const Permutation& from, std::string& best) const;

  const Puzzle& puzzle_;
  const Packing& packing_;
  Board empty_;
  std::vector<std::uint16_t> cell_of_;  // index on the board by row and column of the packing
  std::vector<Permutation> class_images_;
  std::vector<std::string> labels_;
  std::string blank_;              // a text with room for one character a cell
  std::vector<std::uint16_t> at_;  // cell by cell, its place in that text
};

}  // namespace pentocity
