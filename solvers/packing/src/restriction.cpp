#include "restriction.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace pentocity::packing {
namespace {

// Cells by number, and the symmetries as permutations of the numbers.
class Board {
 public:
  explicit Board(const Packing& packing)
      : packing_(packing), number_(static_cast<std::size_t>(packing.rows * packing.columns), -1) {
    for (std::size_t i = 0; i < packing.cells.size(); ++i) number_[index(packing.cells[i])] = static_cast<int>(i);
    for (const Isometry& g : packing.group) {
      auto& images = group_.emplace_back();
      for (const Cell c : packing.cells) images.push_back(number_[index(g(c, packing.lattice))]);
    }
  }
  const std::vector<std::vector<int>>& group() const { return group_; }

  /// Calls f(first cell, numbers of all cells, ascending) for each placement of a shape.
  template <class F>
  void for_each_placement(const Packing::Shape& shape, F&& f) const {
    // The cells beside the first one, by parity of its row: from row 0 to an even row, hexagons keep their columns; to
    // an odd one every other row is shifted.
    struct Reach {
      std::vector<int> offsets;
      int left = 0, right = 0;
    };
    std::array<Reach, 2> reach;
    for (int parity = 0; parity < 2; ++parity)
      for (const Cell c : shape.cells) {
        const bool shifted = packing_.lattice == Lattice::hex && parity == 1 && c.row % 2 == 1;
        const int column = c.column - shape.cells[0].column + (shifted ? 1 : 0);
        reach[parity].offsets.push_back(c.row * packing_.columns + column);
        reach[parity].left = std::min(reach[parity].left, column);
        reach[parity].right = std::max(reach[parity].right, column);
      }
    const int height = shape.cells.back().row;
    std::vector<int> numbers(shape.cells.size());
    for (const Cell first : packing_.cells) {
      const Reach& to = reach[first.row % 2];
      if (first.row + height >= packing_.rows || first.column + to.left < 0 ||
          first.column + to.right >= packing_.columns || !can_move(shape.cells[0], first, packing_.lattice))
        continue;
      bool inside = true;
      for (std::size_t i = 0; i < numbers.size() && inside; ++i) {
        numbers[i] = number_[index(first) + static_cast<std::size_t>(to.offsets[i])];
        inside = numbers[i] >= 0;
      }
      if (inside) f(first, numbers);
    }
  }

 private:
  std::size_t index(Cell c) const { return static_cast<std::size_t>(c.row * packing_.columns + c.column); }
  const Packing& packing_;
  std::vector<int> number_;
  std::vector<std::vector<int>> group_;
};

// One placement of each orbit of a piece under the group.
std::vector<Restriction::Allowed> orbits(const Packing& packing, const Board& board, int piece) {
  std::vector<Restriction::Allowed> out;
  std::vector<int> image;
  for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
    if (packing.shapes[s].piece != piece) continue;
    board.for_each_placement(packing.shapes[s], [&](Cell first, const std::vector<int>& cells) {
      int fixing = 0;
      for (const auto& g : board.group()) {
        image.clear();
        for (const int c : cells) image.push_back(g[c]);
        std::sort(image.begin(), image.end());
        if (image < cells) return;
        fixing += image == cells ? 1 : 0;
      }
      out.push_back({static_cast<int>(s), first, static_cast<int>(board.group().size()) / fixing});
    });
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return std::tuple(a.first, a.shape) < std::tuple(b.first, b.shape); });
  return out;
}

// Tells whether the group maps the piece to itself.
bool keeps_piece(const Packing& packing, int piece) {
  if (packing.all_turn_and_flip) return true;
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    if (packing.shapes[s].piece == piece)
      for (const Isometry& g : packing.group) {
        const int image = image_of_shape(packing, static_cast<int>(s), g);
        if (image < 0 || packing.shapes[image].piece != piece) return false;
      }
  return true;
}

// The piece to restrict: used once, mapped to itself by the whole group, with the fewest placements. None: -1.
int piece_to_restrict(const Packing& packing, const Board& board) {
  int best = -1;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> placements(packing.pieces.size());
  for (const auto& shape : packing.shapes)
    if (const auto& piece = packing.pieces[shape.piece]; piece.min == 1 && piece.max == 1)
      board.for_each_placement(shape, [&](Cell, const auto&) { ++placements[shape.piece]; });
  for (std::size_t p = 0; p < packing.pieces.size(); ++p)
    if (packing.pieces[p].min == 1 && packing.pieces[p].max == 1 && placements[p] < fewest &&
        keeps_piece(packing, static_cast<int>(p))) {
      fewest = placements[p];
      best = static_cast<int>(p);
    }
  return best;
}

// Of a region's images under the group, a solution or one of its images has the fewest holes in the region itself;
// among the solutions for which that holds, the same with a part of the region and the symmetries that keep the region;
// and so on. Halves of the board that are scanned early cut most.
std::vector<Restriction::HoleLimit> hole_limits(const Packing& packing, const Board& board) {
  constexpr std::size_t max_limits = 5;
  const std::size_t n = packing.cells.size();
  auto group = board.group();
  using Part = std::vector<bool>;
  const auto image = [&](const Part& part, const std::vector<int>& g) {
    Part out(n);
    for (std::size_t i = 0; i < n; ++i) out[g[i]] = part[i];
    return out;
  };
  std::vector<Restriction::HoleLimit> out;
  Part parent(n, true);
  int parent_limit = packing.max_holes;
  while (out.size() < max_limits) {
    Part part;
    std::size_t earliest = std::numeric_limits<std::size_t>::max();
    for (const auto& g : group) {
      Part first(n);
      std::size_t lateness = 0;
      bool involution = true;
      for (std::size_t i = 0; i < n; ++i) {
        const auto j = static_cast<std::size_t>(g[i]);
        involution &= g[j] == static_cast<int>(i);
        first[i] = parent[i] && i < j;
        lateness += first[i] ? i : 0;
      }
      if (!involution || lateness == 0 || lateness >= earliest) continue;
      part = std::move(first);
      earliest = lateness;
    }
    if (part.empty()) break;
    std::vector<Part> others;
    for (const auto& g : group)
      if (Part other = image(part, g); other != part && std::find(others.begin(), others.end(), other) == others.end())
        others.push_back(std::move(other));
    // No more holes in the part than in an image of it: with the other holes counted once and those of the part twice,
    // there are at most as many as in all. The same within the parent, of whose holes a limit is known.
    const auto limit = [&](const Part& other, const Part& within, int holes) {
      Restriction::HoleLimit added{{}, holes};
      for (std::size_t i = 0; i < n; ++i) added.costs.push_back(within[i] ? 1 + part[i] - other[i] : 0);
      if (out.size() < max_limits) out.push_back(std::move(added));
    };
    if (parent_limit < packing.max_holes)
      for (const Part& other : others) limit(other, parent, parent_limit);
    for (const Part& other : others) limit(other, Part(n, true), packing.max_holes);
    std::erase_if(group, [&](const auto& g) { return image(part, g) != part; });
    parent = std::move(part);
    parent_limit /= 2;
  }
  return out;
}

}  // namespace

Restriction restriction_of(const Packing& packing, bool limit_holes) {
  Restriction out;
  if (packing.group.size() == 1) return out;
  const Board board(packing);
  if (const int piece = piece_to_restrict(packing, board); piece >= 0) {
    out.piece = piece;
    out.allowed = orbits(packing, board, piece);
  } else if (limit_holes && packing.min_holes == packing.max_holes && packing.max_holes > 0) {
    out.hole_limits = hole_limits(packing, board);
  }
  return out;
}

}  // namespace pentocity::packing
