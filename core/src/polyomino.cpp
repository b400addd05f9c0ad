#include "pentocity/core/polyomino.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "pentocity/core/picture.hpp"

namespace pentocity::inline core {
namespace {

// The cells with a function applied to their axial coordinates.
template <class F>
Cells mapped(Cells cells, Lattice lattice, F&& f) {
  for (Cell& c : cells) c = from_axial(f(axial(c, lattice)), lattice);
  return cells;
}

bool has_right_angles(Lattice lattice) { return lattice == Lattice::square || lattice == Lattice::cube; }

// Cubes turned by a quarter about the axis of the rows: columns become layers.
Cells tipped(const Cells& cells) {
  return normalised(mapped(cells, Lattice::cube, [](Axial a) { return Axial{-a.layer, a.r, a.q}; }), Lattice::cube);
}

// The pentominoes, in the order of their letters.
constexpr std::string_view letters = "FILNPTUVWXYZ";
constexpr std::array<std::string_view, 12> pictures{".XX|XX.|.X.", "XXXXX",       "X.|X.|X.|XX", ".X|.X|XX|X.",
                                                    "XX|XX|X.",    "XXX|.X.|.X.", "X.X|XXX",     "X..|X..|XXX",
                                                    "X..|XX.|.XX", ".X.|XXX|.X.", ".X|XX|.X|.X", "XX.|.X.|.XX"};

}  // namespace

Cells normalised(Cells cells, Lattice lattice) {
  if (cells.empty()) return cells;
  Cell top = *std::min_element(cells.begin(), cells.end());
  if (lattice == Lattice::triangle) {
    for (Cell& c : cells) c = c - Cell{top.row, top.row};  // a sum of steps to cells of the same sort
  } else if (lattice == Lattice::cube) {
    int row = layer_rows;
    for (const Cell c : cells) row = std::min(row, axial(c, lattice).r);
    top = from_axial({0, row, axial(top, lattice).layer}, lattice);
    for (Cell& c : cells) c = c - top;
  } else {
    cells = mapped(std::move(cells), lattice, [&](Axial a) { return Axial{a.q, a.r - top.row}; });
  }
  int left = std::numeric_limits<int>::max();
  for (const Cell c : cells) left = std::min(left, c.column);
  if (lattice == Lattice::triangle) left -= left & 1;
  for (Cell& c : cells) c.column -= left;
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

Extent extent(const Cells& cells) {
  Extent e;
  for (const Cell c : cells) {
    e.rows = std::max(e.rows, c.row + 1);
    e.columns = std::max(e.columns, c.column + 1);
  }
  return e;
}

Box bounding_box(const Cells& cells, Lattice lattice) {
  Box out;
  for (const Cell c : cells) {
    const Axial a = lattice == Lattice::cube ? axial(c, lattice) : Axial{c.column, c.row};
    out = {std::max(out.layers, a.layer + 1), std::max(out.rows, a.r + 1), std::max(out.columns, a.q + 1)};
  }
  return out;
}

bool is_connected(const Cells& cells, Lattice lattice) {
  if (cells.empty()) return false;
  std::set<Cell> rest(cells.begin(), cells.end());
  Cells stack{*rest.begin()};
  rest.erase(rest.begin());
  while (!stack.empty()) {
    const Cell c = stack.back();
    stack.pop_back();
    for (const Cell step : steps(lattice, sort_of(c, lattice)))
      if (rest.erase(c + step) > 0) stack.push_back(c + step);
  }
  return rest.empty();
}

Cells rotated(const Cells& cells, Lattice lattice) {
  const auto turn = [&](Axial a) { return Axial{-a.r, has_right_angles(lattice) ? a.q : a.q + a.r, a.layer}; };
  return normalised(mapped(cells, lattice, turn), lattice);
}

Cells mirrored(const Cells& cells, Lattice lattice) {
  const auto flip = [&](Axial a) { return Axial{has_right_angles(lattice) ? -a.q : -a.q - a.r, a.r, a.layer}; };
  return normalised(mapped(cells, lattice, flip), lattice);
}

std::vector<Cells> rotations(const Cells& cells, Lattice lattice) { return orientations(cells, true, false, lattice); }

std::vector<Cells> orientations(const Cells& cells, bool rotate, bool flip, Lattice lattice) {
  std::vector<Cells> out;
  const auto add_one = [&](Cells image) {
    if (std::find(out.begin(), out.end(), image) == out.end()) out.push_back(std::move(image));
  };
  // The image, and what comes of it by turns of one step; on cubes about two axes, which make all 24 rotations.
  const auto add = [&](Cells image) {
    std::size_t i = out.size();
    add_one(std::move(image));
    for (; rotate && i < out.size(); ++i) {
      add_one(rotated(out[i], lattice));
      if (lattice == Lattice::cube) add_one(tipped(out[i]));
    }
  };
  add(normalised(cells, lattice));
  if (flip) add(mirrored(cells, lattice));
  return out;
}

Cells canonical(const Cells& cells, Lattice lattice) {
  const auto all = orientations(cells, true, true, lattice);
  return *std::min_element(all.begin(), all.end());
}

Cells rectangle(int rows, int columns, int layers) {
  Cells cells;
  for (int layer = 0; layer < layers; ++layer)
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) cells.push_back({layer * layer_rows + r, c});
  return cells;
}

std::optional<Cells> pentomino(char letter) {
  const std::size_t at = letters.find(letter);
  return at == letters.npos ? std::nullopt : std::optional(cells_of_picture(pictures[at], "X", "."));
}

std::vector<Cells> free_polyominoes(int cells, Lattice lattice) {
  std::set<Cells> shapes;
  if (cells >= 1) shapes.insert(Cells{{0, 0}});
  for (int size = 2; size <= cells; ++size) {
    std::set<Cells> larger;
    for (const Cells& shape : shapes)
      for (const Cell c : shape)
        for (const Cell step : steps(lattice, sort_of(c, lattice))) {
          if (std::binary_search(shape.begin(), shape.end(), c + step)) continue;
          Cells grown = shape;
          grown.push_back(c + step);
          larger.insert(canonical(grown, lattice));
        }
    shapes = std::move(larger);
  }
  return {shapes.begin(), shapes.end()};
}

Cells translated(const Cells& cells, Cell to, Lattice lattice) {
  if (lattice == Lattice::hex) {
    const Axial by = axial(to, lattice);
    return mapped(cells, lattice, [&](Axial a) { return Axial{a.q + by.q, a.r + by.r}; });
  }
  Cells out = cells;
  for (Cell& c : out) c = c + to;
  return out;
}

}  // namespace pentocity::inline core
