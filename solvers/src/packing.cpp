#include "packing.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "pentocity/core/polyomino.hpp"

namespace pentocity {
namespace {

// Entries of one kind with the same orientations are one: their counts add up.
struct Entry {
  std::size_t kind;
  std::vector<Cells> orientations;  // sorted
  int min;
  std::optional<int> max;
};

std::vector<Entry> entries_of(const Puzzle& puzzle, const std::vector<Kind>& kinds) {
  std::vector<Entry> out;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const std::size_t begin = out.size();
    for (const int e : kinds[k].entries) {
      const Piece& piece = puzzle.pieces[static_cast<std::size_t>(e)];
      auto all = kinds[k].orientations;
      if (kinds[k].entries.size() > 1) {
        all = orientations(piece.shape, piece.rotate, piece.flip, puzzle.lattice);
        std::sort(all.begin(), all.end());
      }
      const auto same = std::find_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                                     [&](const Entry& x) { return x.orientations == all; });
      if (same == out.end()) {
        out.push_back({k, std::move(all), piece.min, piece.max});
      } else {
        same->min += piece.min;
        same->max = same->max && piece.max ? std::optional(*same->max + *piece.max) : std::nullopt;
      }
    }
  }
  return out;
}

std::vector<Cells> images(const std::vector<Cells>& shapes, const Isometry& linear, Lattice lattice) {
  std::vector<Cells> out;
  out.reserve(shapes.size());
  for (const Cells& shape : shapes) out.push_back(normalised(linear(shape, lattice), lattice));
  std::sort(out.begin(), out.end());
  return out;
}

bool same_pieces(const std::vector<Entry>& entries, const Isometry& linear, Lattice lattice) {
  return std::all_of(entries.begin(), entries.end(), [&](const Entry& entry) {
    const auto image = images(entry.orientations, linear, lattice);
    return std::any_of(entries.begin(), entries.end(), [&](const Entry& other) {
      return other.min == entry.min && other.max == entry.max && other.orientations == image;
    });
  });
}

std::vector<Isometry> piece_symmetries(const Cells& cells, const std::vector<Entry>& entries, bool all_turn_and_flip,
                                       Lattice lattice) {
  auto group = symmetries_of(cells, lattice);
  if (!all_turn_and_flip)
    std::erase_if(group, [&](const Isometry& g) { return !same_pieces(entries, g.linear(), lattice); });
  return group;
}

// The orientations of a kind that the same of its entries can take.
struct Atom {
  std::vector<Cells> shapes;  // of the chosen image, sorted
  std::vector<std::size_t> entries;
  std::size_t kind = 0;
  std::size_t first_orientation = 0;  // of the kind
  Packing::Piece piece{};

  auto key() const { return std::tuple(piece.size, shapes, piece.min, piece.max); }
};

std::vector<Atom> atoms_of(const std::vector<Kind>& kinds, const std::vector<Entry>& entries) {
  std::vector<Atom> out;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const std::size_t begin = out.size();
    for (std::size_t o = 0; o < kinds[k].orientations.size(); ++o) {
      const Cells& shape = kinds[k].orientations[o];
      std::vector<std::size_t> takers;
      for (std::size_t e = 0; e < entries.size(); ++e)
        if (entries[e].kind == k &&
            std::binary_search(entries[e].orientations.begin(), entries[e].orientations.end(), shape))
          takers.push_back(e);
      auto atom = std::find_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
                               [&](const Atom& a) { return a.entries == takers; });
      if (atom == out.end())
        atom = out.insert(out.end(), {{}, takers, k, o, {static_cast<int>(shape.size()), 0, std::nullopt}});
      atom->shapes.push_back(shape);
    }
  }
  return out;
}

// The symmetry under which the board is searched: with the shortest rows, then the fewest of them; boards that are
// equal so far in a fixed order.
Isometry best_view(const Cells& cells, const std::vector<Atom>& atoms, bool all_turn_and_flip, Lattice lattice) {
  Isometry best;
  std::tuple<int, int, Cells> best_key{std::numeric_limits<int>::max(), 0, {}};
  std::vector<std::vector<Cells>> best_shapes;
  for (const Isometry& linear : point_group(lattice)) {
    const Cells image = linear(cells, lattice);
    Cells moved = normalised(image, lattice);
    const Extent size = extent(moved);
    std::tuple key{size.columns, size.rows, std::move(moved)};
    if (key > best_key) continue;
    std::vector<std::vector<Cells>> shapes;
    if (!all_turn_and_flip) {
      for (const Atom& atom : atoms) shapes.push_back(images(atom.shapes, linear, lattice));
      std::sort(shapes.begin(), shapes.end());
    }
    if (key == best_key && shapes >= best_shapes) continue;
    best = linear.then_translated(image.front(), std::get<2>(key).front(), lattice);
    best_key = std::move(key);
    best_shapes = std::move(shapes);
  }
  return best;
}

}  // namespace

Packing packing_of(const Puzzle& puzzle) {
  Packing out;
  out.lattice = puzzle.lattice;
  out.min_holes = puzzle.min_holes;
  out.max_holes = puzzle.max_holes;
  const auto kinds = kinds_of(puzzle);
  auto entries = entries_of(puzzle, kinds);
  const bool all_turn_and_flip =
      std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), [](const Piece& p) { return p.flip && p.rotate; });

  std::vector<bool> taken(static_cast<std::size_t>(puzzle.rows * puzzle.columns));
  const auto take = [&](const Cells& cells) {
    for (const Cell c : cells) taken[static_cast<std::size_t>(c.row * puzzle.columns + c.column)] = true;
  };
  const auto rest = [&] {
    Cells cells;
    for (int r = 0; r < puzzle.rows; ++r)
      for (int c = 0; c < puzzle.columns; ++c)
        if (!taken[static_cast<std::size_t>(r * puzzle.columns + c)]) cells.push_back({r, c});
    return cells;
  };
  take(puzzle.blocked);
  const Cells board = rest();
  out.classes = piece_symmetries(board, entries, all_turn_and_flip, puzzle.lattice);

  // What the fixed placements leave.
  auto atoms = atoms_of(kinds, entries);
  std::vector<int> atoms_of_kind(kinds.size());
  for (const Atom& atom : atoms) ++atoms_of_kind[atom.kind];
  std::vector<int> fixed_of_atom(atoms.size());
  bool fixed_is_ambiguous = false;
  for (const Cells& cells : puzzle.fixed) {
    take(cells);
    const Cells shape = normalised(cells, puzzle.lattice);
    const auto atom = std::find_if(atoms.begin(), atoms.end(), [&](const Atom& a) {
      return std::find(a.shapes.begin(), a.shapes.end(), shape) != a.shapes.end();
    });
    ++fixed_of_atom[static_cast<std::size_t>(atom - atoms.begin())];
    if (atoms_of_kind[atom->kind] > 1) {
      fixed_is_ambiguous = true;
      continue;
    }
    Entry& entry = entries[atom->entries[0]];
    entry.min = std::max(entry.min - 1, 0);
    if (entry.max) --*entry.max;
  }
  const Cells cells = puzzle.fixed.empty() ? board : rest();

  for (Atom& atom : atoms) {
    atom.piece.max = 0;
    for (const std::size_t e : atom.entries)
      atom.piece.max =
          atom.piece.max && entries[e].max ? std::optional(*atom.piece.max + *entries[e].max) : std::nullopt;
    if (atoms_of_kind[atom.kind] == 1) atom.piece.min = entries[atom.entries[0]].min;
  }
  if (std::any_of(atoms_of_kind.begin(), atoms_of_kind.end(), [](int n) { return n > 1; })) {
    std::vector<std::pair<std::size_t, std::size_t>> place;  // of an atom: kind and orientation
    for (const Atom& atom : atoms) place.emplace_back(atom.kind, atom.first_orientation);
    out.counts_allowed = [puzzle, kinds, place, fixed_of_atom](const std::vector<int>& used) {
      std::vector<std::vector<int>> by_kind;
      for (const Kind& kind : kinds) by_kind.emplace_back(kind.orientations.size());
      for (std::size_t a = 0; a < used.size(); ++a)
        by_kind[place[a].first][place[a].second] += used[a] + fixed_of_atom[a];
      for (std::size_t k = 0; k < kinds.size(); ++k)
        if (!pentocity::counts_allowed(puzzle, kinds[k], by_kind[k])) return false;
      return true;
    };
  }
  if (cells.empty()) {
    out.group = {Isometry{}};
    return out;
  }

  const Isometry view = best_view(cells, atoms, all_turn_and_flip, puzzle.lattice);
  out.to_board = view.inverse();
  out.cells = view(cells, puzzle.lattice);
  out.columns = extent(out.cells).columns;
  out.rows = extent(out.cells).rows;
  out.group = {Isometry{}};
  if (!fixed_is_ambiguous)
    for (const Isometry& g : piece_symmetries(cells, entries, all_turn_and_flip, puzzle.lattice))
      if (g != Isometry{}) out.group.push_back(view * g * out.to_board);

  for (Atom& atom : atoms) atom.shapes = images(atom.shapes, view.linear(), puzzle.lattice);
  std::vector<std::size_t> order(atoms.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // The condition on counts numbers the atoms as they are; without it, they get an order that no drawing changes.
  if (!out.counts_allowed)
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return atoms[a].key() < atoms[b].key(); });
  for (const std::size_t a : order) {
    const int most = static_cast<int>(cells.size()) / atoms[a].piece.size;
    if (atoms[a].piece.max && *atoms[a].piece.max > most && atoms[a].piece.min <= most) atoms[a].piece.max = most;
    // Any number, but counted.
    if (!atoms[a].piece.max && (atoms[a].piece.min > 0 || out.counts_allowed))
      atoms[a].piece.max = std::max(most, atoms[a].piece.min);
    for (Cells& shape : atoms[a].shapes) out.shapes.push_back({static_cast<int>(out.pieces.size()), std::move(shape)});
    out.pieces.push_back(atoms[a].piece);
  }
  return out;
}

int image_of_shape(const Packing& packing, int shape, const Isometry& g) {
  const Cells image =
      normalised(g.linear()(packing.shapes[static_cast<std::size_t>(shape)].cells, packing.lattice), packing.lattice);
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    if (packing.shapes[s].cells == image) return static_cast<int>(s);
  return -1;
}

namespace {

class Region {
 public:
  explicit Region(const Packing& packing)
      : packing_(packing), member_(static_cast<std::size_t>(packing.rows * packing.columns)) {
    for (const Cell c : packing.cells) member_[index(c)] = true;
  }
  bool contains(Cell c) const {
    return c.row >= 0 && c.column >= 0 && c.row < packing_.rows && c.column < packing_.columns && member_[index(c)];
  }
  /// The shape with its first cell there, or nothing if it leaves the region.
  Cells placed(const Cells& shape, Cell first) const {
    Cells out = translated(shape, {first.row, first.column - shape.front().column}, packing_.lattice);
    if (!std::all_of(out.begin(), out.end(), [&](Cell c) { return contains(c); })) out.clear();
    return out;
  }

 private:
  std::size_t index(Cell c) const { return static_cast<std::size_t>(c.row * packing_.columns + c.column); }
  const Packing& packing_;
  std::vector<bool> member_;
};

// One placement of each orbit of a piece under the group.
std::vector<Restriction::Allowed> orbits(const Packing& packing, int piece) {
  std::vector<Restriction::Allowed> out;
  const Region region(packing);
  for (const Cell first : packing.cells)
    for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
      if (packing.shapes[s].piece != piece) continue;
      const Cells cells = region.placed(packing.shapes[s].cells, first);
      if (cells.empty()) continue;
      std::vector<Cells> orbit;
      for (const Isometry& g : packing.group) orbit.push_back(g(cells, packing.lattice));
      std::sort(orbit.begin(), orbit.end());
      if (orbit.front() != cells) continue;
      orbit.erase(std::unique(orbit.begin(), orbit.end()), orbit.end());
      out.push_back({static_cast<int>(s), first, static_cast<int>(orbit.size())});
    }
  return out;
}

// The piece to restrict: used once, mapped to itself by the whole group, with the fewest placements. None: -1.
int piece_to_restrict(const Packing& packing) {
  const Region region(packing);
  int best = -1;
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (std::size_t p = 0; p < packing.pieces.size(); ++p) {
    if (packing.pieces[p].min != 1 || packing.pieces[p].max != 1) continue;
    std::size_t n = 0;
    bool closed = true;
    for (std::size_t s = 0; s < packing.shapes.size() && closed; ++s) {
      if (packing.shapes[s].piece != static_cast<int>(p)) continue;
      for (const Isometry& g : packing.group) {
        const int image = image_of_shape(packing, static_cast<int>(s), g);
        closed &= image >= 0 && packing.shapes[static_cast<std::size_t>(image)].piece == static_cast<int>(p);
      }
      for (const Cell first : packing.cells) n += region.placed(packing.shapes[s].cells, first).empty() ? 0 : 1;
    }
    if (closed && n < fewest) {
      fewest = n;
      best = static_cast<int>(p);
    }
  }
  return best;
}

// Of a region's images under the group, a solution or one of its images has the fewest holes in the region itself;
// among the solutions for which that holds, the same with a part of the region and the symmetries that keep the region;
// and so on. Halves of the board that are scanned early cut most.
std::vector<Restriction::HoleLimit> hole_limits(const Packing& packing) {
  constexpr std::size_t most_limits = 5;
  const std::size_t n = packing.cells.size();
  std::vector<std::vector<std::size_t>> group;  // as permutations of the cells
  for (const Isometry& g : packing.group) {
    auto& images = group.emplace_back();
    for (const Cell c : packing.cells)
      images.push_back(static_cast<std::size_t>(
          std::lower_bound(packing.cells.begin(), packing.cells.end(), g(c, packing.lattice)) - packing.cells.begin()));
  }
  using CellSet = std::vector<bool>;
  const auto image = [&](const CellSet& region, const std::vector<std::size_t>& g) {
    CellSet out(n);
    for (std::size_t i = 0; i < n; ++i) out[g[i]] = region[i];
    return out;
  };
  std::vector<Restriction::HoleLimit> out;
  CellSet parent(n, true);
  int parent_limit = packing.max_holes;
  while (out.size() < most_limits) {
    CellSet region;
    std::size_t earliest = std::numeric_limits<std::size_t>::max();
    for (const auto& g : group) {
      CellSet first(n);
      std::size_t lateness = 0;
      bool involution = true;
      for (std::size_t i = 0; i < n; ++i) {
        involution &= g[g[i]] == i;
        first[i] = parent[i] && i < g[i];
        lateness += first[i] ? i : 0;
      }
      if (!involution || lateness == 0 || lateness >= earliest) continue;
      region = std::move(first);
      earliest = lateness;
    }
    if (region.empty()) break;
    std::vector<CellSet> others;
    for (const auto& g : group)
      if (CellSet other = image(region, g);
          other != region && std::find(others.begin(), others.end(), other) == others.end())
        others.push_back(std::move(other));
    // No more holes in the region than in an image of it: with the other holes counted once and those of the region
    // twice, there are at most as many as in all. The same within the parent region, of whose holes a limit is known.
    const auto limit = [&](const CellSet& other, const CellSet& within, int holes) {
      Restriction::HoleLimit added{{}, holes};
      for (std::size_t i = 0; i < n; ++i) added.costs.push_back(within[i] ? 1 + region[i] - other[i] : 0);
      if (out.size() < most_limits) out.push_back(std::move(added));
    };
    if (parent_limit < packing.max_holes)
      for (const CellSet& other : others) limit(other, parent, parent_limit);
    for (const CellSet& other : others) limit(other, CellSet(n, true), packing.max_holes);
    std::erase_if(group, [&](const auto& g) { return image(region, g) != region; });
    parent = std::move(region);
    parent_limit /= 2;
  }
  return out;
}

}  // namespace

Restriction restriction_of(const Packing& packing, bool limit_holes) {
  Restriction out;
  if (packing.group.size() == 1) return out;
  if (const int piece = piece_to_restrict(packing); piece >= 0) {
    out.piece = piece;
    out.allowed = orbits(packing, piece);
  } else if (limit_holes && packing.min_holes == packing.max_holes && packing.max_holes > 0) {
    out.hole_limits = hole_limits(packing);
  }
  return out;
}

}  // namespace pentocity
