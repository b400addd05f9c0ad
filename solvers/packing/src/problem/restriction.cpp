#include "problem/restriction.hpp"

#include <algorithm>
#include <limits>

namespace pentocity::packing {
namespace {

// One placement of each orbit of a piece under the group.
std::vector<Restriction::Allowed> orbits(const Packing& packing, const CellNumbers& numbers, int piece) {
  const auto group = numbers.group();
  std::vector<Restriction::Allowed> out;
  std::vector<int> image;
  for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
    if (packing.shapes[s].piece != piece) continue;
    numbers.for_each_placement(packing.shapes[s], [&](Cell first, const std::vector<int>& cells) {
      int fixing = 0;
      for (const auto& g : group) {
        image.clear();
        for (const int c : cells) image.push_back(g[c]);
        std::sort(image.begin(), image.end());
        if (image < cells) return;
        fixing += image == cells ? 1 : 0;
      }
      out.push_back({static_cast<int>(s), first, static_cast<int>(group.size()) / fixing});
    });
  }
  std::sort(out.begin(), out.end(),
            [](const auto& a, const auto& b) { return std::tuple(a.first, a.shape) < std::tuple(b.first, b.shape); });
  return out;
}

// Tells whether the group maps the piece to itself.
bool keeps_piece(const Packing& packing, int piece) {
  if (packing.all_turn_and_flip) return true;
  for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
    if (packing.shapes[s].piece != piece) continue;
    for (const Isometry& g : packing.group) {
      if (packing.all_turn && g.is_rotation()) continue;
      const int image = image_of_shape(packing, static_cast<int>(s), g);
      if (image < 0 || packing.shapes[image].piece != piece) return false;
      if (packing.all_turn) return true;  // all shapes and reflections are alike
    }
  }
  return true;
}

// The piece to restrict: used once, mapped to itself by the whole group, with the fewest placements. None: -1.
int piece_to_restrict(const Packing& packing, const CellNumbers& numbers) {
  int best = -1;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> placements(packing.pieces.size());
  for (const auto& shape : packing.shapes)
    if (const auto& piece = packing.pieces[shape.piece]; piece.min == 1 && piece.max == 1)
      numbers.for_each_placement(shape, [&](Cell, const auto&) { ++placements[shape.piece]; });
  for (std::size_t p = 0; p < packing.pieces.size(); ++p)
    if (packing.pieces[p].min == 1 && packing.pieces[p].max == 1 && placements[p] < fewest &&
        keeps_piece(packing, static_cast<int>(p))) {
      fewest = placements[p];
      best = static_cast<int>(p);
    }
  return best;
}

// Some of the cells, by number.
using Part = std::vector<bool>;

// Half of a part, of which a symmetry exchanges it with the rest; of all such halves the one that is scanned earliest.
// Empty if there is none.
Part early_half(const Part& whole, const std::vector<std::vector<int>>& group) {
  Part out;
  std::size_t earliest = std::numeric_limits<std::size_t>::max();
  for (const auto& g : group) {
    Part half(whole.size());
    std::size_t lateness = 0;
    bool involution = true;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const auto j = static_cast<std::size_t>(g[i]);
      involution &= g[j] == static_cast<int>(i);
      half[i] = whole[i] && i < j;
      lateness += half[i] ? i : 0;
    }
    if (!involution || lateness == 0 || lateness >= earliest) continue;
    out = std::move(half);
    earliest = lateness;
  }
  return out;
}

// Of a region's images under the group, a solution or one of its images has the fewest holes in the region itself;
// among the solutions for which that holds, the same with a part of the region and the symmetries that keep the region;
// and so on. Halves of the board that are scanned early cut most.
std::vector<HoleLimit> hole_limits(const Packing& packing, const CellNumbers& numbers) {
  constexpr std::size_t max_limits = 5;
  const std::size_t n = packing.cells.size();
  auto group = numbers.group_within_layers();
  const auto image = [&](const Part& part, const std::vector<int>& g) {
    Part out(n);
    for (std::size_t i = 0; i < n; ++i) out[g[i]] = part[i];
    return out;
  };
  std::vector<HoleLimit> out;
  Part parent(n, true);
  int parent_limit = packing.max_holes;
  while (out.size() < max_limits) {
    Part part = early_half(parent, group);
    if (part.empty()) break;
    std::vector<Part> others;
    for (const auto& g : group)
      if (Part other = image(part, g); other != part && std::find(others.begin(), others.end(), other) == others.end())
        others.push_back(std::move(other));
    // No more holes in the part than in an image of it: with the other holes counted once and those of the part twice,
    // there are at most as many as in all. The same within the parent, of whose holes a limit is known.
    const auto limit = [&](const Part& other, const Part& within, int holes) {
      HoleLimit added{{}, holes};
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

Restriction restriction_of_piece(const Packing& packing) {
  Restriction out;
  if (packing.group.size() == 1) return out;
  const CellNumbers numbers(packing);
  out.piece = piece_to_restrict(packing, numbers);
  if (out.piece >= 0) out.allowed = orbits(packing, numbers, out.piece);
  return out;
}

Restriction restriction_of_piece_or_holes(const Packing& packing) {
  Restriction out = restriction_of_piece(packing);
  if (packing.group.size() > 1 && out.piece < 0 && packing.min_holes == packing.max_holes && packing.max_holes > 0)
    out.hole_limits = hole_limits(packing, CellNumbers(packing));
  return out;
}

}  // namespace pentocity::packing
