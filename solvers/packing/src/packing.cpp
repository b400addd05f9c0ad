#include "packing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {
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
      const Piece& piece = puzzle.pieces[e];
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

// Tells whether every piece may be turned and mirrored, so that no symmetry changes what is permitted.
bool all_turn_and_flip(const Puzzle& puzzle) {
  return std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), [](const Piece& p) { return p.flip && p.rotate; });
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

// A set of cells seen from one side: moved so that the least row and column are 0, a word of bits for each row.
struct View {
  int columns = 0;
  std::vector<std::uint64_t> rows;
  Isometry map;

  friend bool operator==(const View& a, const View& b) { return a.columns == b.columns && a.rows == b.rows; }
  // Shortest rows first, then fewest; the rest is an arbitrary order.
  friend bool operator<(const View& a, const View& b) {
    if (a.columns != b.columns) return a.columns < b.columns;
    if (a.rows.size() != b.rows.size()) return a.rows.size() < b.rows.size();
    return a.rows < b.rows;
  }
};

View view_of(const Cells& cells, const Isometry& linear, Lattice lattice) {
  View out;
  Cells image;
  image.reserve(cells.size());
  int top = std::numeric_limits<int>::max();
  for (const Cell c : cells) {
    image.push_back(linear(c, lattice));
    top = std::min(top, image.back().row);
  }
  // An even number of rows keeps the columns on hexagons; one row more shifts every other one. On triangles a move goes
  // by an even sum of rows and columns.
  out.map = linear.then_translated({top, lattice == Lattice::triangle ? top & 1 : 0}, {0, 0}, lattice);
  int left = std::numeric_limits<int>::max(), right = std::numeric_limits<int>::min(), bottom = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    image[i] = out.map(cells[i], lattice);
    left = std::min(left, image[i].column);
    right = std::max(right, image[i].column);
    bottom = std::max(bottom, image[i].row);
  }
  if (lattice == Lattice::triangle) left -= left & 1;
  out.map = out.map.then_translated({0, left}, {0, 0}, lattice);
  out.columns = right - left + 1;
  out.rows.resize(static_cast<std::size_t>(bottom) + 1);
  if (out.columns <= max_board_side)
    for (const Cell c : image) out.rows[c.row] |= std::uint64_t{1} << (c.column - left);
  return out;
}

std::vector<View> views_of(const Cells& cells, Lattice lattice) {
  std::vector<View> out;
  for (const Isometry& linear : point_group(lattice)) out.push_back(view_of(cells, linear, lattice));
  return out;
}

// The isometries of the cells that keep the permitted pieces; views[0] is the identity's.
std::vector<Isometry> symmetries(const std::vector<View>& views, const std::vector<Entry>& entries, bool all_keep,
                                 Lattice lattice) {
  std::vector<Isometry> out;
  for (const View& view : views)
    if (view == views[0] && (all_keep || same_pieces(entries, view.map.linear(), lattice)))
      out.push_back(views[0].map.inverse() * view.map);
  return out;
}

// The orientations of a kind that the same of its entries can take.
struct Atom {
  std::vector<Cells> shapes;  // sorted
  std::vector<std::size_t> entries;
  std::size_t kind = 0;
  std::size_t first_orientation = 0;  // of the kind
  Packing::Piece piece{};

  friend bool operator<(const Atom& a, const Atom& b) {
    return std::tie(a.piece.size, a.shapes, a.piece.min, a.piece.max) <
           std::tie(b.piece.size, b.shapes, b.piece.min, b.piece.max);
  }
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

// The view under which the board is searched: with the shortest rows, then the fewest of them; boards and pieces that
// are equal so far in a fixed order.
const View& best_view(const std::vector<View>& views, const std::vector<Atom>& atoms, bool all_keep, Lattice lattice) {
  const View* best = nullptr;
  std::vector<std::vector<Cells>> best_shapes;
  for (const View& view : views) {
    if (view.columns > max_board_side || (best != nullptr && *best < view)) continue;
    std::vector<std::vector<Cells>> shapes;
    if (!all_keep) {
      for (const Atom& atom : atoms) shapes.push_back(images(atom.shapes, view.map.linear(), lattice));
      std::sort(shapes.begin(), shapes.end());
    }
    if (best != nullptr && !(view < *best) && shapes >= best_shapes) continue;
    best = &view;
    best_shapes = std::move(shapes);
  }
  return *best;
}

// The cells that are not blocked and, unless `with_fixed`, that no fixed placement covers.
Cells cells_of(const Puzzle& puzzle, bool with_fixed) {
  std::vector<bool> taken(static_cast<std::size_t>(puzzle.rows * puzzle.columns));
  const auto take = [&](const Cells& cells) {
    for (const Cell c : cells) taken[c.row * puzzle.columns + c.column] = true;
  };
  take(puzzle.blocked);
  if (!with_fixed) std::for_each(puzzle.fixed.begin(), puzzle.fixed.end(), take);
  Cells out;
  for (int r = 0; r < puzzle.rows; ++r)
    for (int c = 0; c < puzzle.columns; ++c)
      if (!taken[r * puzzle.columns + c]) out.push_back({r, c});
  return out;
}

// Sets how often each atom may be used besides the fixed placements, and returns how many of these are of each atom. If
// a kind has several atoms, its entries only bound them: then condition_on_counts() says which numbers are permitted.
std::vector<int> count_pieces(const Puzzle& puzzle, std::vector<Entry> entries, const std::vector<int>& atoms_of_kind,
                              std::vector<Atom>& atoms) {
  std::vector<int> fixed(atoms.size());
  for (const Cells& cells : puzzle.fixed) {
    const Cells shape = normalised(cells, puzzle.lattice);
    const auto atom = std::find_if(atoms.begin(), atoms.end(), [&](const Atom& a) {
      return std::find(a.shapes.begin(), a.shapes.end(), shape) != a.shapes.end();
    });
    ++fixed[atom - atoms.begin()];
    if (atoms_of_kind[atom->kind] > 1) continue;
    Entry& entry = entries[atom->entries[0]];
    entry.min = std::max(entry.min - 1, 0);
    if (entry.max) --*entry.max;
  }
  for (Atom& atom : atoms) {
    atom.piece.max = 0;
    for (const std::size_t e : atom.entries)
      atom.piece.max =
          atom.piece.max && entries[e].max ? std::optional(*atom.piece.max + *entries[e].max) : std::nullopt;
    if (atoms_of_kind[atom.kind] == 1) atom.piece.min = entries[atom.entries[0]].min;
  }
  return fixed;
}

// Packing::counts_allowed for atoms in this order; `fixed` says how many fixed placements are of each.
std::function<bool(const std::vector<int>&)> condition_on_counts(const Puzzle& puzzle, const std::vector<Kind>& kinds,
                                                                 const std::vector<Atom>& atoms,
                                                                 const std::vector<int>& fixed) {
  std::vector<std::pair<std::size_t, std::size_t>> place;  // of an atom: kind and orientation
  for (const Atom& atom : atoms) place.emplace_back(atom.kind, atom.first_orientation);
  return [puzzle, kinds, place, fixed](const std::vector<int>& used) {
    std::vector<std::vector<int>> by_kind;
    for (const Kind& kind : kinds) by_kind.emplace_back(kind.orientations.size());
    for (std::size_t a = 0; a < used.size(); ++a) by_kind[place[a].first][place[a].second] += used[a] + fixed[a];
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (!counts_allowed(puzzle, kinds[k], by_kind[k])) return false;
    return true;
  };
}

// Sets the board of the packing as it is seen in `view`, and which of its symmetries keep the fixed placements.
void set_board(Packing& packing, const View& view, const std::vector<Cells>& fixed) {
  packing.to_board = view.map.inverse();
  packing.rows = static_cast<int>(view.rows.size());
  packing.columns = view.columns;
  for (int r = 0; r < packing.rows; ++r)
    for (std::uint64_t row = view.rows[r]; row != 0; row &= row - 1)
      packing.cells.push_back({r, std::countr_zero(row)});
  for (const Isometry& g : packing.classes) {
    std::vector<Cells> image;
    for (const Cells& cells : fixed) image.push_back(g(cells, packing.lattice));
    std::sort(image.begin(), image.end());
    if (image == fixed) packing.group.push_back(view.map * g * packing.to_board);
  }
}

// Adds the atoms as pieces, with shapes as they are seen in `view`.
void add_pieces(Packing& packing, const View& view, std::vector<Atom> atoms) {
  for (Atom& atom : atoms) {
    if (!packing.all_turn_and_flip) atom.shapes = images(atom.shapes, view.map.linear(), packing.lattice);
    Packing::Piece& piece = atom.piece;
    const int max = static_cast<int>(packing.cells.size()) / piece.size;
    if (piece.max && *piece.max > max && piece.min <= max) piece.max = max;
    // Any number, but counted.
    if (!piece.max && (piece.min > 0 || packing.counts_allowed)) piece.max = std::max(max, piece.min);
  }
  // An order that no drawing changes; but a condition on counts numbers the atoms as they are.
  if (!packing.counts_allowed) std::sort(atoms.begin(), atoms.end());
  for (Atom& atom : atoms) {
    for (Cells& shape : atom.shapes)
      packing.shapes.push_back({static_cast<int>(packing.pieces.size()), std::move(shape)});
    packing.pieces.push_back(atom.piece);
  }
}

}  // namespace

Packing packing_of(const Puzzle& puzzle) {
  Packing out;
  out.lattice = puzzle.lattice;
  out.min_holes = puzzle.min_holes;
  out.max_holes = puzzle.max_holes;
  const bool all_keep = out.all_turn_and_flip = all_turn_and_flip(puzzle);
  const auto kinds = kinds_of(puzzle);
  const auto entries = entries_of(puzzle, kinds);
  auto views = views_of(cells_of(puzzle, true), puzzle.lattice);
  out.classes = symmetries(views, entries, all_keep, puzzle.lattice);
  std::erase_if(out.classes, [&](const Isometry& g) {
    Cells image = g(puzzle.required, puzzle.lattice);
    std::sort(image.begin(), image.end());
    return image != puzzle.required;
  });

  auto atoms = atoms_of(kinds, entries);
  std::vector<int> atoms_of_kind(kinds.size());
  for (const Atom& atom : atoms) ++atoms_of_kind[atom.kind];
  const auto fixed = count_pieces(puzzle, entries, atoms_of_kind, atoms);
  if (atoms.size() > kinds.size()) out.counts_allowed = condition_on_counts(puzzle, kinds, atoms, fixed);

  const Cells cells = cells_of(puzzle, false);
  if (cells.empty()) {
    out.group = {Isometry{}};
    return out;
  }
  if (!puzzle.fixed.empty()) views = views_of(cells, puzzle.lattice);
  const View& view = best_view(views, atoms, all_keep, puzzle.lattice);
  set_board(out, view, puzzle.fixed);
  for (const Cell c : out.cells) {
    const Cell on_board = out.to_board(c, out.lattice);
    if (std::binary_search(puzzle.required.begin(), puzzle.required.end(), on_board)) out.required.push_back(c);
  }
  add_pieces(out, view, std::move(atoms));
  return out;
}

int image_of_shape(const Packing& packing, int shape, const Isometry& g) {
  const Cells image = normalised(g.linear()(packing.shapes[shape].cells, packing.lattice), packing.lattice);
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    if (packing.shapes[s].cells == image) return static_cast<int>(s);
  return -1;
}

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
