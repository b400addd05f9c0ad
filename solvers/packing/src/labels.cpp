#include "labels.hpp"

#include <fmt/format.h>

#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

std::string kind_label(const std::string& name) { return name.size() == 1 ? name : fmt::format("[{}]", name); }

KindLabels::KindLabels(const Puzzle& puzzle) : puzzle_(puzzle), kinds_(kinds_of(puzzle)) {
  for (const Kind& kind : kinds_) labels_.push_back(kind_label(kind.name));
  for (int r = 0; r < puzzle.rows; ++r)
    for (int c = 0; c < puzzle.columns; ++c) cell_of_.push_back({r, c});
}

std::string KindLabels::operator()(const Boards::Board& board) {
  for (auto& cells : cells_) cells.clear();
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (board[i] >= Boards::blocked) continue;
    if (board[i] >= cells_.size()) cells_.resize(board[i] + std::size_t{1});
    cells_[board[i]].push_back(static_cast<std::uint16_t>(i));
  }
  label_of_piece_.assign(cells_.size(), nullptr);
  for (std::size_t piece = 0; piece < cells_.size(); ++piece)
    if (!cells_[piece].empty()) label_of_piece_[piece] = &label_of(cells_[piece]);

  std::string out;
  out.reserve(board.size() + static_cast<std::size_t>(puzzle_.rows));
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (i > 0 && cell_of_[i].column == 0) out += '|';
    if (board[i] == Boards::hole)
      out += '.';
    else if (board[i] == Boards::blocked)
      out += '#';
    else
      out += *label_of_piece_[board[i]];
  }
  return out;
}

const std::string& KindLabels::label_of(const std::vector<std::uint16_t>& cells) {
  // A shape is told by the steps from its first cell to the others, on hexagons also by that cell's row.
  const Cell first = cell_of_[cells.front()];
  shape_.assign(1, static_cast<char16_t>(puzzle_.lattice == Lattice::hex ? first.row % 2 : 0));
  for (const std::uint16_t i : cells) {
    const Cell c = cell_of_[i];
    shape_ +=
        static_cast<char16_t>(2 * max_board_side * (c.row - first.row) + max_board_side + c.column - first.column);
  }
  const auto [known, is_new] = kinds_of_shapes_.try_emplace(shape_);
  if (is_new) {
    Cells shape;
    for (const std::uint16_t i : cells) shape.push_back(cell_of_[i]);
    known->second = kind_of(kinds_, shape, puzzle_.lattice);
  }
  return labels_[known->second];
}

}  // namespace pentocity::packing
