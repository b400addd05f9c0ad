#pragma once
// The slow, obvious twin of Grid and its boards: an array of flags, and neighbours found by geometry. Shared by tests.

#include <cmath>
#include <cstdlib>
#include <vector>

#include "pentocity/core/cell.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::testing {

/// Do two different cells share an edge? Their centres lie one width apart. Rows of hexagons are half a width to the
/// right every second row, so in half widths neighbours of another row are off by one, of the same row by two.
/// Cubes count layers too. Triangles touch those beside them, and one that points up, as cell (0,0) does, the one that
/// it stands on.
inline bool adjacent(Cell a, Cell b, Lattice lattice) {
  const int rows = std::abs(a.row - b.row);
  if (lattice == Lattice::cube) {
    const int layers = (rows + layer_rows / 2) / layer_rows;
    return layers + std::abs(rows - layers * layer_rows) + std::abs(a.column - b.column) == 1;
  }
  if (lattice == Lattice::square) return rows + std::abs(a.column - b.column) == 1;
  if (lattice == Lattice::triangle) {
    if (rows == 0) return std::abs(a.column - b.column) == 1;
    const Cell upper = a.row < b.row ? a : b;
    return rows == 1 && a.column == b.column && (upper.row + upper.column) % 2 == 0;
  }
  const auto centre = [](Cell c) { return 2 * c.column + (c.row & 1); };
  const int halves = std::abs(centre(a) - centre(b));
  return (rows == 0 && halves == 2) || (rows == 1 && halves == 1);
}

class SlowBoard {
 public:
  SlowBoard(int rows, int columns, Lattice lattice)
      : rows_(rows), columns_(columns), lattice_(lattice), on_(static_cast<std::size_t>(rows * columns)) {}

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  Lattice lattice() const { return lattice_; }
  bool inside(Cell c) const { return c.row >= 0 && c.row < rows_ && c.column >= 0 && c.column < columns_; }
  bool at(Cell c) const { return inside(c) && on_[index(c)] != 0; }
  void set(Cell c, bool on = true) {
    if (inside(c)) on_[index(c)] = on ? 1 : 0;
  }
  /// Sorted.
  Cells cells() const {
    Cells out;
    for (int r = 0; r < rows_; ++r)
      for (int c = 0; c < columns_; ++c)
        if (at({r, c})) out.push_back({r, c});
    return out;
  }
  SlowBoard empty_copy() const { return {rows_, columns_, lattice_}; }

  SlowBoard shifted(int rows, int columns) const {
    SlowBoard out = empty_copy();
    for (const Cell c : cells()) out.set({c.row + rows, c.column + columns});
    return out;
  }
  SlowBoard neighbours() const {
    SlowBoard out = empty_copy();
    for (const Cell c : cells())
      for (const Cell n : neighbours_of(c)) out.set(n);
    return out;
  }
  /// Neighbours on the board of one cell of the board.
  Cells neighbours_of(Cell c) const {
    Cells out;
    for (int r = c.row - 1; r <= c.row + 1; ++r)
      for (int k = c.column - 1; k <= c.column + 1; ++k)
        if (inside({r, k}) && adjacent(c, {r, k}, lattice_)) out.push_back({r, k});
    return out;
  }
  /// The cells of this board joined to a cell of `seeds`, which may lie anywhere.
  SlowBoard flood(const Cells& seeds) const {
    SlowBoard out = empty_copy();
    Cells stack;
    const auto push = [&](Cell c) {
      if (!at(c) || out.at(c)) return;
      out.set(c);
      stack.push_back(c);
    };
    for (const Cell c : seeds) push(c);
    while (!stack.empty()) {
      const Cell c = stack.back();
      stack.pop_back();
      for (const Cell n : neighbours_of(c)) push(n);
    }
    return out;
  }
  /// In order of their first cell.
  std::vector<Cells> components() const {
    std::vector<Cells> out;
    SlowBoard seen = empty_copy();
    for (const Cell c : cells()) {
      if (seen.at(c)) continue;
      out.push_back(flood({c}).cells());
      for (const Cell d : out.back()) seen.set(d);
    }
    return out;
  }

 private:
  std::size_t index(Cell c) const { return static_cast<std::size_t>(c.row * columns_ + c.column); }
  int rows_, columns_;
  Lattice lattice_;
  std::vector<char> on_;
};

/// A board with a random share of its cells, from none to all.
inline SlowBoard random_board(Pcg& random, int rows, int columns, Lattice lattice) {
  SlowBoard out(rows, columns, lattice);
  const int share = random.next_int(11);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) out.set({r, c}, random.next_int(10) < share);
  return out;
}

}  // namespace pentocity::testing
