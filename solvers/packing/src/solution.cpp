#include "pentocity/packing/solution.hpp"

#include <algorithm>
#include <functional>
#include <limits>

#include "boards.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/packing/verify.hpp"

namespace pentocity::packing {

namespace {

// So many units, which may go to these members of the other side.
struct Supply {
  int units;
  std::vector<std::size_t> to;
};

// Can all units be given, each member of the other side taking its units at most? By augmenting paths: what a giver
// finds no room for takes the place of another's, who looks for another taker.
bool can_give(std::vector<Supply> givers, std::vector<Supply> takers) {
  std::vector<std::vector<int>> given(givers.size(), std::vector<int>(takers.size()));
  std::vector<bool> seen;
  const std::function<int(std::size_t, int)> give = [&](std::size_t from, int units) {
    for (const std::size_t to : givers[from].to) {
      if (seen[to]) continue;
      seen[to] = true;
      int moved = std::min(units, takers[to].units);
      takers[to].units -= moved;
      for (std::size_t other = 0; other < givers.size() && moved == 0; ++other)
        if (other != from && given[other][to] > 0) {
          moved = give(other, std::min(units, given[other][to]));
          given[other][to] -= moved;
        }
      given[from][to] += moved;
      if (moved > 0) return moved;
    }
    return 0;
  };
  for (std::size_t from = 0; from < givers.size(); ++from)
    while (givers[from].units > 0) {
      seen.assign(takers.size(), false);
      const int moved = give(from, givers[from].units);
      if (moved == 0) return false;
      givers[from].units -= moved;
    }
  return true;
}

}  // namespace

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
  return translated(orientation, first - orientation.front(), lattice);
}

bool counts_allowed(const Puzzle& puzzle, const PieceKind& kind, const std::vector<int>& used_per_orientation) {
  // The pieces can be taken from the entries if there is room for all of them, and if the entries' minima can be met
  // from them; an assignment that does both exists then too (Mendelsohn and Dulmage).
  std::vector<Supply> used, min, max;
  for (const int n : used_per_orientation) used.push_back({n, {}});
  for (std::size_t i = 0; i < kind.entries.size(); ++i) {
    const Piece& piece = puzzle.pieces[kind.entries[i]];
    min.push_back({piece.min, {}});
    max.push_back({piece.max.value_or(std::numeric_limits<int>::max()), {}});
    for (const Cells& shape : permitted_orientations(piece, puzzle.lattice)) {
      const auto at = std::lower_bound(kind.orientations.begin(), kind.orientations.end(), shape);
      const auto o = static_cast<std::size_t>(at - kind.orientations.begin());
      used[o].to.push_back(i);
      min[i].to.push_back(o);
      max[i].to.push_back(o);
    }
  }
  return can_give(used, max) && can_give(min, used);
}

std::string solution_text(const Puzzle& puzzle, const Solution& solution, Labels labels, char separator) {
  const std::vector<PieceKind> kinds = kinds_of(puzzle);
  std::vector<std::string> board = blank_board(puzzle).labels;
  for (std::size_t i = 0; i < solution.size(); ++i)
    for (const Cell c : solution[i].cells)
      board[puzzle.index(c)] =
          labels == Labels::kinds ? kind_label(kinds[solution[i].kind].name) : placement_label(static_cast<int>(i));
  std::string out;
  for (const Cell c : puzzle.all_cells()) {
    out.append(puzzle.breaks_before(c), separator);
    out += board[puzzle.index(c)];
  }
  return out;
}

}  // namespace pentocity::packing
