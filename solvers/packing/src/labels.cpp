#include "labels.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/core/polyomino.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::packing {

std::string kind_label(const std::string& name) { return name.size() == 1 ? name : fmt::format("[{}]", name); }

KindLabels::KindLabels(const Puzzle& puzzle)
    : puzzle_(puzzle), kinds_(kinds_of(puzzle)), nodes_(2 * static_cast<std::size_t>(puzzle.columns)) {
  for (const PieceKind& kind : kinds_) {
    labels_.push_back(kind_label(kind.name));
    longest_ = std::max(longest_, labels_.back().size());
  }
  cell_of_ = rectangle(puzzle.rows, puzzle.columns);
  for (const Cell c : cell_of_) root_of_.push_back(2 * c.column + sort_of(c, puzzle.lattice));
}

std::string KindLabels::operator()(const Boards::Board& board) {
  std::fill(pieces_.begin(), pieces_.end(), Piece{});
  const std::size_t cells = board.size();
  for (std::size_t i = 0; i < cells; ++i) {
    const std::uint16_t number = board[i];
    if (number >= Boards::blocked) continue;
    if (number >= pieces_.size()) pieces_.resize(number + std::size_t{1});
    Piece& piece = pieces_[number];
    const int cell = static_cast<int>(i);
    piece.node = piece.node < 0 ? root_of_[i] : next(piece.node, cell - piece.last);
    piece.last = cell;
  }
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    if (pieces_[p].node < 0) continue;
    const std::string*& label = nodes_[pieces_[p].node].label;
    if (label == nullptr) label = &label_of(board, p);
    pieces_[p].label = label;
  }

  std::string out(cells * longest_ + static_cast<std::size_t>(puzzle_.rows), '|');
  char* to = out.data();
  const std::uint16_t* number = board.data();
  const Piece* const pieces = pieces_.data();
  for (int r = 0; r < puzzle_.rows; ++r, ++to)
    for (int c = 0; c < puzzle_.columns; ++c, ++number)
      if (*number >= Boards::blocked)
        *to++ = *number == Boards::hole ? '.' : '#';
      else if (const std::string& label = *pieces[*number].label; label.size() == 1)
        *to++ = label[0];
      else
        to = std::copy(label.begin(), label.end(), to);
  out.resize(static_cast<std::size_t>(to - out.data()) - 1);  // without the last '|'
  return out;
}

int KindLabels::next(int node, int step) {
  for (int child = nodes_[node].child; child >= 0; child = nodes_[child].sibling)
    if (nodes_[child].step == step) return child;
  nodes_.push_back({step, -1, nodes_[node].child, nullptr});
  return nodes_[node].child = static_cast<int>(nodes_.size()) - 1;
}

const std::string& KindLabels::label_of(const Boards::Board& board, std::size_t piece) const {
  Cells cells;
  for (std::size_t i = 0; i < board.size(); ++i)
    if (board[i] == piece) cells.push_back(cell_of_[i]);
  return labels_[kind_of(kinds_, cells, puzzle_.lattice)];
}

}  // namespace pentocity::packing
