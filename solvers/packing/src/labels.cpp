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
  for (Piece& piece : pieces_) piece.shape.clear();
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (board[i] >= Boards::blocked) continue;
    if (board[i] >= pieces_.size()) pieces_.resize(board[i] + std::size_t{1});
    Piece& piece = pieces_[board[i]];
    const Cell c = cell_of_[i];
    if (piece.shape.empty()) piece.first = c;
    // Rows tell the sort of the first cell too, on which the shape depends.
    const int row = c.row - piece.first.row + sort_of(piece.first, puzzle_.lattice);
    piece.shape += static_cast<char16_t>(2 * max_board_side * row + max_board_side + c.column - piece.first.column);
  }
  for (std::size_t p = 0; p < pieces_.size(); ++p)
    if (!pieces_[p].shape.empty()) pieces_[p].label = &label_of(pieces_[p].shape, board, p);

  std::string out;
  out.reserve(board.size() + static_cast<std::size_t>(puzzle_.rows));
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (i > 0 && cell_of_[i].column == 0) out += '|';
    if (board[i] == Boards::hole)
      out += '.';
    else if (board[i] == Boards::blocked)
      out += '#';
    else if (const std::string& label = *pieces_[board[i]].label; label.size() == 1)
      out += label[0];
    else
      out += label;
  }
  return out;
}

const std::string& KindLabels::label_of(const std::u16string& shape, const Boards::Board& board, std::size_t piece) {
  const auto [known, is_new] = kinds_of_shapes_.try_emplace(shape);
  if (is_new) {
    Cells cells;
    for (std::size_t i = 0; i < board.size(); ++i)
      if (board[i] == piece) cells.push_back(cell_of_[i]);
    known->second = kind_of(kinds_, cells, puzzle_.lattice);
  }
  return labels_[known->second];
}

}  // namespace pentocity::packing
