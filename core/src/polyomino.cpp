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

// The pentominoes, in the order of their letters.
constexpr std::string_view letters = "FILNPTUVWXYZ";
constexpr std::array<std::string_view, 12> pictures{".XX|XX.|.X.", "XXXXX",       "X.|X.|X.|XX", ".X|.X|XX|X.",
                                                    "XX|XX|X.",    "XXX|.X.|.X.", "X.X|XXX",     "X..|X..|XXX",
                                                    "X..|XX.|.XX", ".X.|XXX|.X.", ".X|XX|.X|.X", "XX.|.X.|.XX"};

}  // namespace

Cells normalised(Cells cells, Lattice lattice) {
  if (cells.empty()) return cells;
  const int top = std::min_element(cells.begin(), cells.end())->row;
  if (lattice == Lattice::triangle) {
    for (Cell& c : cells) c = c - Cell{top, top};  // a sum of steps to cells of the same sort
  } else {
    cells = mapped(std::move(cells), lattice, [&](Axial a) { return Axial{a.q, a.r - top}; });
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
  const auto turn = [&](Axial a) { return Axial{-a.r, lattice == Lattice::square ? a.q : a.q + a.r}; };
  return normalised(mapped(cells, lattice, turn), lattice);
}

Cells mirrored(const Cells& cells, Lattice lattice) {
  const auto flip = [&](Axial a) { return Axial{lattice == Lattice::square ? -a.q : -a.q - a.r, a.r}; };
  return normalised(mapped(cells, lattice, flip), lattice);
}

std::vector<Cells> rotations(const Cells& cells, Lattice lattice) { return orientations(cells, true, false, lattice); }

std::vector<Cells> orientations(const Cells& cells, bool rotate, bool flip, Lattice lattice) {
  std::vector<Cells> out;
  // Turned step by step, an image comes back to itself without having met another's rotations before.
  const auto add = [&](Cells image) {
    while (std::find(out.begin(), out.end(), image) == out.end()) {
      out.push_back(image);
      if (rotate) image = rotated(image, lattice);
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

Cells rectangle(int rows, int columns) {
  Cells cells;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) cells.push_back({r, c});
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
  if (lattice != Lattice::triangle) {
    const Axial by = axial(to, lattice);
    return mapped(cells, lattice, [&](Axial a) { return Axial{a.q + by.q, a.r + by.r}; });
  }
  Cells out = cells;
  for (Cell& c : out) c = c + to;
  return out;
}

}  // namespace pentocity::inline core
