#include "pentocity/packing/solution.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "boards.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/packing/verify.hpp"

namespace pentocity::packing {

std::vector<Cells> permitted_orientations(const Piece& piece, Lattice lattice) {
  auto out = orientations(piece.shape, piece.rotate, piece.flip, lattice);
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<PieceKind> kinds_of(const Puzzle& puzzle) {
  std::vector<PieceKind> kinds;
  for (std::size_t i = 0; i < puzzle.pieces.size(); ++i) {
    PieceKind added{{}, permitted_orientations(puzzle.pieces[i], puzzle.lattice), {static_cast<int>(i)}};
    // An entry can join kinds that were apart before it.
    std::erase_if(kinds, [&](const PieceKind& kind) {
      if (std::none_of(added.orientations.begin(), added.orientations.end(), [&](const Cells& shape) {
            return std::binary_search(kind.orientations.begin(), kind.orientations.end(), shape);
          }))
        return false;
      std::vector<Cells> both;
      std::set_union(kind.orientations.begin(), kind.orientations.end(), added.orientations.begin(),
                     added.orientations.end(), std::back_inserter(both));
      added.orientations = std::move(both);
      added.entries.insert(added.entries.end(), kind.entries.begin(), kind.entries.end());
      return true;
    });
    kinds.push_back(std::move(added));
  }
  for (PieceKind& kind : kinds) {
    std::sort(kind.entries.begin(), kind.entries.end());
    kind.name = puzzle.pieces[kind.entries.front()].name;
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const PieceKind& a, const PieceKind& b) { return a.entries.front() < b.entries.front(); });
  return kinds;
}

int kind_of(const std::vector<PieceKind>& kinds, const Cells& cells, Lattice lattice) {
  const Cells shape = normalised(cells, lattice);
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (std::binary_search(kinds[k].orientations.begin(), kinds[k].orientations.end(), shape))
      return static_cast<int>(k);
  return -1;
}

Cells placed_at(const Cells& orientation, Cell first, Lattice lattice) {
  if (!can_move(orientation.front(), first, lattice)) return {};
  return translated(orientation, {first.row, first.column - orientation.front().column}, lattice);
}

bool counts_allowed(const Puzzle& puzzle, const PieceKind& kind, const std::vector<int>& used_per_orientation) {
  // An assignment of pieces to entries exists if and only if, for every set of orientations, its pieces are no more
  // than the entries that can take one of them allow, and no fewer than the entries that can take nothing else demand
  // (Hall's condition on either side; both together by Mendelsohn and Dulmage).
  struct Entry {
    std::uint32_t orientations = 0;
    std::int64_t min, max;
  };
  std::vector<Entry> entries;
  for (const int e : kind.entries) {
    const Piece& piece = puzzle.pieces[e];
    Entry entry{0, piece.min, piece.max ? *piece.max : std::numeric_limits<int>::max()};
    for (const Cells& o : permitted_orientations(piece, puzzle.lattice))
      entry.orientations |=
          1u << (std::lower_bound(kind.orientations.begin(), kind.orientations.end(), o) - kind.orientations.begin());
    entries.push_back(entry);
  }
  const std::uint32_t every = (1u << kind.orientations.size()) - 1;
  // If all entries can take all orientations, only the sum counts.
  const bool same =
      std::all_of(entries.begin(), entries.end(), [&](const Entry& e) { return e.orientations == every; });
  for (std::uint32_t set = same ? every : 1; set <= every; ++set) {
    std::int64_t used = 0, min = 0, max = 0;
    for (std::size_t o = 0; o < kind.orientations.size(); ++o)
      if (set >> o & 1) used += used_per_orientation[o];
    for (const Entry& entry : entries) {
      if ((entry.orientations & set) != 0) max += entry.max;
      if ((entry.orientations & ~set) == 0) min += entry.min;
    }
    if (used < min || used > max) return false;
  }
  return true;
}

std::string solution_text(const Puzzle& puzzle, const Solution& solution, Labels labels, char separator) {
  const std::vector<PieceKind> kinds = kinds_of(puzzle);
  std::vector<std::string> board = blank_board(puzzle).labels;
  for (std::size_t i = 0; i < solution.size(); ++i)
    for (const Cell c : solution[i].cells)
      board[puzzle.index(c)] =
          labels == Labels::kinds ? kind_label(kinds[solution[i].kind].name) : placement_label(static_cast<int>(i));
  std::string out;
  for (const Cell c : rectangle(puzzle.rows, puzzle.columns)) {
    if (c.row > 0 && c.column == 0) out += separator;
    out += board[puzzle.index(c)];
  }
  return out;
}

}  // namespace pentocity::packing
