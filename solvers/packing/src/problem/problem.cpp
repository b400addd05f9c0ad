#include "problem/problem.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {

int Problem::span() const {
  int out = 1;
  for (const auto& list : tiles)
    for (const Tile& tile : list) out = std::max(out, tile.offsets.back() + 1);
  return out;
}

int Problem::position_at(double share) const {
  auto before = static_cast<std::ptrdiff_t>(share * static_cast<double>(std::count(free.begin(), free.end(), true)));
  int position = 0;
  while (position < positions() && (before -= free[position] ? 1 : 0) >= 0) ++position;
  return position;
}

std::uint64_t Problem::orbit(const PlacedTile& placed) const {
  const auto a = std::lower_bound(allowed.begin(), allowed.end(), std::pair(placed.position, placed.tile),
                                  [](const Allowed& x, const auto& y) { return std::pair(x.position, x.tile) < y; });
  if (a == allowed.end() || a->position != placed.position || a->tile != placed.tile) return 1;
  return static_cast<std::uint64_t>(a->orbit);
}

namespace {

// How many positions the cells of a shape lie behind its first one, ascending. That one is of this sort, and rows and
// layers are so many positions apart.
std::vector<int> offsets_of(const Packing::Shape& shape, int sort, int stride, int layer_stride, Lattice lattice) {
  std::vector<int> out;
  const Cells cells = lattice == Lattice::hex ? translated(shape.cells, {sort, 0}, lattice) : shape.cells;
  for (const Cell c : cells) out.push_back(distance(c - cells[0], stride, layer_stride, lattice));
  std::sort(out.begin(), out.end());
  return out;
}

// Forbids what colours rule out, and the placements of the restricted piece that are not allowed.
void forbid(Problem& problem) {
  const Packing& packing = *problem.packing;
  const CellNumbers numbers(packing);
  std::set<std::pair<Cell, int>> permitted;  // of the shapes with colours
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    if (!packing.shapes[s].colours.empty())
      numbers.for_each_placement(packing.shapes[s],
                                 [&](Cell first, const auto&) { permitted.emplace(first, static_cast<int>(s)); });
  auto allowed = problem.allowed.begin();
  for (int p = 0; p < problem.positions(); ++p) {
    const auto& tiles = problem.tiles_at(p);
    for (int t = 0; problem.free[p] && t < std::ssize(tiles); ++t) {
      const Packing::Shape& shape = packing.shapes[tiles[t].shape];
      const bool is_next = allowed != problem.allowed.end() && allowed->position == p && allowed->tile == t;
      if ((shape.piece == problem.restricted_piece && !is_next) ||
          (!packing.rounds.any() && !shape.colours.empty() &&
           !permitted.contains({problem.cell_of[p], tiles[t].shape})))
        problem.forbidden.emplace_back(p, t);
      allowed += is_next ? 1 : 0;
    }
  }
}

// That of a board that wraps: each cell is its own orbit.
Problem problem_of_whole(const Packing& packing, const Restriction& restriction) {
  Problem out = quotient_problem(packing, Isometry().on(packing.rounds));
  out.restricted_piece = restriction.piece;
  const CellNumbers numbers(packing);
  for (const auto& [shape, first, orbit] : restriction.allowed) {
    std::vector<int> offsets;
    const Orientation placed = packing.placed(packing.shapes[shape], first);
    for (const Cell c : placed.cells) offsets.push_back(numbers(c));
    const int at = offsets[0];
    for (int& offset : offsets) offset -= at;
    const auto& tiles = out.tiles_at(at);
    const auto tile = std::find_if(tiles.begin(), tiles.end(), [&, of = shape](const Problem::Tile& t) {
      return t.shape == of && t.offsets == offsets && t.colours == placed.colours;
    });
    out.allowed.push_back({at, static_cast<int>(tile - tiles.begin()), orbit});
  }
  std::sort(out.allowed.begin(), out.allowed.end(),
            [](const auto& a, const auto& b) { return std::pair(a.position, a.tile) < std::pair(b.position, b.tile); });
  if (restriction.piece >= 0) forbid(out);
  out.hole_limits.insert(out.hole_limits.end(), restriction.hole_limits.begin(), restriction.hole_limits.end());
  return out;
}

}  // namespace

Problem problem_of(const Packing& packing, const Restriction& restriction) {
  if (packing.rounds.any()) return problem_of_whole(packing, restriction);
  Problem out;
  out.packing = &packing;
  const bool solid = packing.lattice == Lattice::cube;
  out.stride = packing.columns + 1;
  out.layer_stride = solid ? (packing.rows + 1) * out.stride : 0;
  const int layer_size = solid ? out.layer_stride : packing.rows * out.stride;
  const auto positions = static_cast<std::size_t>(packing.layers * layer_size);
  const auto position = [&](Cell c) { return distance(c, out.stride, out.layer_stride, packing.lattice); };
  out.free.resize(positions);
  out.cells_at.assign(positions, 1);
  for (const Cell c : packing.cells) out.free[position(c)] = true;
  for (const Cell c : packing.required) out.cells_at[position(c)] = packing.max_holes + 1;
  for (int p = 0; p < out.positions(); ++p) {
    out.cell_of.push_back({p / layer_size * layer_rows + p % layer_size / out.stride, p % out.stride});
    out.list_of.push_back(sort_of(out.cell_of.back(), packing.lattice));
  }
  std::vector<int> tile_of(packing.shapes.size());  // on triangles a shape is a tile at cells of one sort only
  for (int sort = 0; sort <= sort_of({1, 0}, packing.lattice); ++sort) {
    auto& tiles = out.tiles.emplace_back();
    for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
      const Packing::Shape& shape = packing.shapes[s];
      if (!can_move(shape.cells[0], {0, sort}, packing.lattice)) continue;
      tile_of[s] = static_cast<int>(tiles.size());
      tiles.push_back({offsets_of(shape, sort, out.stride, out.layer_stride, packing.lattice),
                       {{shape.piece, 1}},
                       static_cast<int>(s),
                       shape.colours});
    }
  }
  out.restricted_piece = restriction.piece;
  for (const auto& a : restriction.allowed) out.allowed.push_back({position(a.first), tile_of[a.shape], a.orbit});
  if (packing.colours_allow || restriction.piece >= 0) forbid(out);
  for (const auto* const limits : {&packing.hole_limits, &restriction.hole_limits})
    for (const auto& [costs, limit] : *limits) {
      out.hole_limits.push_back({std::vector<int>(positions), limit});
      for (std::size_t i = 0; i < costs.size(); ++i)
        out.hole_limits.back().costs[position(packing.cells[i])] = costs[i];
    }
  return out;
}

Problem quotient_problem(const Packing& packing, const Isometry& g) {
  Problem out;
  out.packing = &packing;
  const CellNumbers numbers(packing);
  const std::vector<int> images = numbers.images(g);
  // Orbits of cells, numbered by their first cells.
  std::vector<int> orbit_of(images.size(), -1);
  for (std::size_t i = 0; i < images.size(); ++i) {
    if (orbit_of[i] >= 0) continue;
    int size = 0;
    for (int x = static_cast<int>(i); orbit_of[x] < 0; x = images[x], ++size) orbit_of[x] = out.positions();
    out.free.push_back(true);
    out.cell_of.push_back(packing.cells[i]);
    out.cells_at.push_back(size);
  }
  for (const Cell c : packing.required) out.cells_at[orbit_of[numbers(c)]] = packing.max_holes + 1;
  for (const auto& [costs, limit] : packing.hole_limits) {
    out.hole_limits.push_back({std::vector<int>(out.free.size()), limit});
    for (std::size_t i = 0; i < costs.size(); ++i) out.hole_limits.back().costs[orbit_of[i]] += costs[i];
  }
  std::vector<std::vector<Problem::Tile>> tiles(out.free.size());
  std::vector<int> image_of;
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    image_of.push_back(image_of_shape(packing, static_cast<int>(s), g));
  std::vector<int> all, used;
  std::vector<std::pair<int, char>> start, member;  // with colours
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    numbers.for_each_placement(packing.shapes[s], [&](Cell first, const std::vector<int>& cells) {
      // The placement's orbit: its members are equal or disjoint, or it cannot be there. Each orbit once, by its least
      // member.
      all.clear();
      const std::string colours =
          packing.rounds.any() ? packing.placed(packing.shapes[s], first).colours : packing.shapes[s].colours;
      start.clear();
      for (std::size_t i = 0; i < cells.size(); ++i) start.emplace_back(cells[i], colours.empty() ? '.' : colours[i]);
      member = start;
      used.clear();
      int shape = static_cast<int>(s);
      do {
        for (auto& [c, colour] : member) all.push_back(std::exchange(c, images[c]));
        used.push_back(packing.shapes[shape].piece);
        shape = image_of[shape];
        std::sort(member.begin(), member.end());
        if (member < start) return;
      } while (member != start);
      std::sort(all.begin(), all.end());
      if (std::adjacent_find(all.begin(), all.end()) != all.end()) return;
      std::map<int, int> pieces;
      for (const int piece : used) ++pieces[piece];
      const int at = orbit_of[all.front()];  // the least
      for (int& c : all) c = orbit_of[c] - at;
      std::sort(all.begin(), all.end());
      all.erase(std::unique(all.begin(), all.end()), all.end());
      tiles[at].push_back({all, {pieces.begin(), pieces.end()}, static_cast<int>(s), colours});
    });
  // Where they are alike, tables are, too.
  std::map<std::vector<Problem::Tile>, int> lists;
  for (auto& list : tiles) {
    const auto [known, is_new] = lists.try_emplace(std::move(list), static_cast<int>(lists.size()));
    out.list_of.push_back(known->second);
  }
  out.tiles.resize(lists.size());
  while (!lists.empty()) {
    auto list = lists.extract(lists.begin());
    out.tiles[list.mapped()] = std::move(list.key());
  }
  return out;
}

}  // namespace pentocity::packing
