#include "pentocity/core/polyomino.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "pentocity/core/picture.hpp"

namespace pentocity::inline core {
namespace {

void sort_unique(Cells& cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// The images of `first` under repeated application of one rotation step, until it comes back.
void append_rotations(std::vector<Cells>& out, const Cells& first, Lattice lattice) {
  Cells image = first;
  do {
    if (std::find(out.begin(), out.end(), image) == out.end()) out.push_back(image);
    image = rotated(image, lattice);
  } while (image != first);
}

struct Letter {
  char letter;
  std::string_view picture;
};
constexpr std::array<Letter, 12> letters{{{'F', ".XX|XX.|.X."},
                                          {'I', "XXXXX"},
                                          {'L', "X.|X.|X.|XX"},
                                          {'N', ".X|.X|XX|X."},
                                          {'P', "XX|XX|X."},
                                          {'T', "XXX|.X.|.X."},
                                          {'U', "X.X|XXX"},
                                          {'V', "X..|X..|XXX"},
                                          {'W', "X..|XX.|.XX"},
                                          {'X', ".X.|XXX|.X."},
                                          {'Y', ".X|XX|.X|.X"},
                                          {'Z', "XX.|.X.|.XX"}}};

}  // namespace

Cells normalised(Cells cells, Lattice lattice) {
  if (cells.empty()) return cells;
  int top = std::numeric_limits<int>::max();
  for (const Cell c : cells) top = std::min(top, c.row);
  if (lattice == Lattice::triangle) {
    for (Cell& c : cells) c = c - Cell{top, top};  // a sum of steps to cells of the same sort
  } else {
    for (Cell& c : cells) {
      const auto [q, r] = axial(c, lattice);
      c = from_axial({q, r - top}, lattice);
    }
  }
  int left = std::numeric_limits<int>::max();
  for (const Cell c : cells) left = std::min(left, c.column);
  if (lattice == Lattice::triangle) left -= left & 1;
  for (Cell& c : cells) c.column -= left;
  sort_unique(cells);
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
      if (const auto it = rest.find(c + step); it != rest.end()) {
        stack.push_back(*it);
        rest.erase(it);
      }
  }
  return rest.empty();
}

Cells rotated(const Cells& cells, Lattice lattice) {
  Cells out = cells;
  for (Cell& c : out) {
    const auto [q, r] = axial(c, lattice);
    c = from_axial({-r, lattice == Lattice::square ? q : q + r}, lattice);
  }
  return normalised(std::move(out), lattice);
}

Cells mirrored(const Cells& cells, Lattice lattice) {
  Cells out = cells;
  for (Cell& c : out) {
    const auto [q, r] = axial(c, lattice);
    c = from_axial({lattice == Lattice::square ? -q : -q - r, r}, lattice);
  }
  return normalised(std::move(out), lattice);
}

std::vector<Cells> rotations(const Cells& cells, Lattice lattice) { return orientations(cells, true, false, lattice); }

std::vector<Cells> orientations(const Cells& cells, bool rotate, bool flip, Lattice lattice) {
  std::vector<Cells> out;
  const auto add = [&](const Cells& image) {
    if (rotate)
      append_rotations(out, image, lattice);
    else if (std::find(out.begin(), out.end(), image) == out.end())
      out.push_back(image);
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
  for (const Letter& l : letters)
    if (l.letter == letter) return cells_of_picture(l.picture, "X", ".");
  return std::nullopt;
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
  Cells out = cells;
  if (lattice == Lattice::triangle) {
    for (Cell& c : out) c = c + to;
    return out;
  }
  const Axial by = axial(to, lattice);
  for (Cell& c : out) {
    const auto [q, r] = axial(c, lattice);
    c = from_axial({q + by.q, r + by.r}, lattice);
  }
  return out;
}

}  // namespace pentocity::inline core
