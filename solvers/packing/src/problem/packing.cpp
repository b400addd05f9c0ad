#include "problem/packing.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {
namespace {

// Entries of one kind with the same orientations are one: their counts add up.
struct Entry {
  std::size_t kind;
  std::vector<Orientation> orientations;  // sorted
  int min;
  std::optional<int> max;
};

std::vector<Entry> entries_of(const Puzzle& puzzle, const std::vector<PieceKind>& kinds) {
  std::vector<Entry> out;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    for (const int e : kinds[k].entries) {
      const Piece& piece = puzzle.pieces[e];
      auto all = kinds[k].entries.size() == 1 ? kinds[k].orientations : permitted_orientations(piece, puzzle.lattice);
      const auto same = std::find_if(out.begin(), out.end(), [&](const Entry& x) { return x.orientations == all; });
      if (same == out.end()) {
        out.push_back({k, std::move(all), piece.min, piece.max});
      } else {
        same->min += piece.min;
        same->max = same->max && piece.max ? std::optional(*same->max + *piece.max) : std::nullopt;
      }
    }
  return out;
}

std::vector<Orientation> images(const std::vector<Orientation>& shapes, const Isometry& linear, Lattice lattice) {
  std::vector<Orientation> out;
  for (const Orientation& shape : shapes) out.push_back(image_of(shape, linear, lattice));
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

// A set of cells seen from one side: moved so that the least layer, row and column are 0 (of the whole board, if it
// wraps), a word of bits for each row, layer after layer.
struct View {
  int columns = 0, rows_of_layer = 0;
  std::vector<std::uint64_t> rows;
  Isometry map;

  // What it shows, in an order with the shortest rows first, then the fewest; the rest is arbitrary. Where the last row
  // meets the first one, a search has the edges of both before it.
  auto key() const {
    return std::tuple(map.rounds().rows > 0 ? 2 * columns : columns, columns, rows_of_layer, rows.size(), rows);
  }
};

View view_of(const Cells& cells, const Cells& bounds, const Isometry& linear, Lattice lattice) {
  View out;
  const Cells turned = linear(bounds, lattice);
  const int top = turned.front().row;
  // An even number of rows keeps the columns on hexagons; one row more shifts every other one. On triangles a move goes
  // by an even sum of rows and columns.
  out.map = linear.then_translated({top, lattice == Lattice::triangle ? top & 1 : 0}, {0, 0}, lattice);
  if (lattice == Lattice::cube) {
    // Normal position differs from these cells by a move, which takes the first to the first.
    out.map = linear.then_translated(turned.front(), normalised(turned, lattice).front(), lattice);
  }
  Cells image = out.map(bounds, lattice);
  const auto [first, last] =
      std::minmax_element(image.begin(), image.end(), [](Cell a, Cell b) { return a.column < b.column; });
  const int left = lattice == Lattice::triangle ? first->column & ~1 : first->column;
  out.columns = last->column - left + 1;
  const Box size = bounding_box(image, lattice);
  out.rows_of_layer = size.rows;
  out.rows.resize(static_cast<std::size_t>(size.layers) * size.rows);
  if (cells.size() < bounds.size()) image = out.map(cells, lattice);
  out.map = out.map.then_translated({0, left}, {0, 0}, lattice);
  if (out.columns <= max_board_side)
    for (const Cell c : image)
      out.rows[c.row / layer_rows * size.rows + c.row % layer_rows] |= std::uint64_t{1} << (c.column - left);
  return out;
}

std::vector<View> views_of(const Puzzle& puzzle, const Cells& cells) {
  const Rounds rounds = puzzle.rounds();
  std::vector<View> out;
  for (const Isometry& linear : point_group(puzzle.lattice))
    out.push_back(
        view_of(cells, rounds.any() ? puzzle.all_cells() : cells, linear * Isometry().on(rounds), puzzle.lattice));
  return out;
}

// The isometries of the board that keep the permitted pieces; views[0] is the identity's.
std::vector<Isometry> symmetries(const Puzzle& puzzle, const std::vector<View>& views,
                                 const std::vector<Entry>& entries, const Packing& packing) {
  std::optional<bool> reflections_keep;
  const auto keeps = [&](const Isometry& map) {
    if (packing.all_turn_and_flip || (packing.all_turn && map.is_rotation())) return true;
    if (!packing.all_turn || !reflections_keep) reflections_keep = same_pieces(entries, map.linear(), packing.lattice);
    return *reflections_keep;
  };
  const Rounds rounds = puzzle.rounds();
  const auto keeps_board = [&](const Isometry& g) {
    return std::none_of(puzzle.blocked.begin(), puzzle.blocked.end(),
                        [&](Cell c) { return puzzle.has(g(c, puzzle.lattice)); });
  };
  std::vector<Isometry> out;
  for (const View& view : views) {
    const bool is_alike = rounds.any() ? view.columns == views[0].columns &&
                                             view.rows_of_layer == views[0].rows_of_layer && view.map.rounds() == rounds
                                       : view.key() == views[0].key();
    if (!is_alike || !keeps(view.map)) continue;
    const Isometry there = views[0].map.inverse() * view.map;
    for (int row = 0; row < std::max(rounds.rows, 1); ++row)
      for (int column = 0; column < std::max(rounds.columns, 1); ++column)
        if (const Isometry g = there.then_translated({0, 0}, {row, column}, puzzle.lattice);
            !rounds.any() || keeps_board(g))
          out.push_back(g);
  }
  return out;
}

// The orientations of a kind that the same of its entries can take.
struct Atom {
  std::vector<Orientation> shapes;  // sorted
  std::vector<std::size_t> entries;
  std::size_t kind = 0;
  std::size_t first_orientation = 0;  // of the kind
  Packing::Piece piece{};

  friend bool operator<(const Atom& a, const Atom& b) {
    return std::tie(a.piece.size, a.shapes, a.piece.min, a.piece.max) <
           std::tie(b.piece.size, b.shapes, b.piece.min, b.piece.max);
  }
};

std::vector<Atom> atoms_of(const std::vector<PieceKind>& kinds, const std::vector<Entry>& entries) {
  std::vector<Atom> out;
  for (std::size_t k = 0; k < kinds.size(); ++k)
    for (std::size_t o = 0; o < kinds[k].orientations.size(); ++o) {
      const Orientation& shape = kinds[k].orientations[o];
      std::vector<std::size_t> takers;
      for (std::size_t e = 0; e < entries.size(); ++e)
        if (entries[e].kind == k &&
            std::binary_search(entries[e].orientations.begin(), entries[e].orientations.end(), shape))
          takers.push_back(e);
      auto atom = std::find_if(out.begin(), out.end(), [&](const Atom& a) { return a.entries == takers; });
      if (atom == out.end())
        atom = out.insert(out.end(), {{}, takers, k, o, {static_cast<int>(shape.cells.size()), 0, std::nullopt}});
      atom->shapes.push_back(shape);
    }
  return out;
}

// The view under which the board is searched: with the shortest rows, then the fewest of them; boards and pieces that
// are equal so far in a fixed order.
const View& best_view(const std::vector<View>& views, const std::vector<Atom>& atoms, const Packing& packing) {
  using Shapes = std::vector<std::vector<Orientation>>;
  // By whether it is a rotation, if that is all that counts.
  std::array<std::optional<Shapes>, 2> seen;
  const auto shapes_of = [&](const Isometry& map) {
    std::optional<Shapes>& shapes = seen[map.is_rotation()];
    if (packing.all_turn && shapes) return *shapes;
    shapes.emplace();
    for (const Atom& atom : atoms) shapes->push_back(images(atom.shapes, map.linear(), packing.lattice));
    std::sort(shapes->begin(), shapes->end());
    return *shapes;
  };
  const View* best = nullptr;
  Shapes best_shapes;
  for (const View& view : views) {
    if (view.columns > max_board_side || (best != nullptr && best->key() < view.key())) continue;
    Shapes shapes = packing.all_turn_and_flip ? Shapes() : shapes_of(view.map);
    if (best != nullptr && view.key() == best->key() && shapes >= best_shapes) continue;
    best = &view;
    best_shapes = std::move(shapes);
  }
  return *best;
}

// The cells that are not blocked and, unless `with_fixed`, that no fixed placement covers.
Cells cells_of(const Puzzle& puzzle, bool with_fixed) {
  std::set<Cell> taken(puzzle.blocked.begin(), puzzle.blocked.end());
  if (!with_fixed)
    for (const Cells& cells : puzzle.fixed) taken.insert(cells.begin(), cells.end());
  Cells out = rectangle(puzzle.rows, puzzle.columns, puzzle.layers);
  std::erase_if(out, [&](Cell c) { return taken.contains(c); });
  return out;
}

// Does a symmetry of the board take each cell to one of its colour?
bool keeps_colours(const Puzzle& puzzle, const Isometry& g) {
  if (puzzle.colours.empty()) return true;
  const Cells cells = cells_of(puzzle, true);
  return std::all_of(cells.begin(), cells.end(), [&](Cell c) {
    return puzzle.colours[puzzle.index(c)] == puzzle.colours[puzzle.index(g(c, puzzle.lattice))];
  });
}

// Sets how often each atom may be used besides the fixed placements, and returns how many of these are of each atom. If
// a kind has several atoms, its entries only bound them: then condition_on_counts() says which numbers are permitted.
std::vector<int> count_pieces(const Puzzle& puzzle, const std::vector<PieceKind>& kinds, std::vector<Entry> entries,
                              const std::vector<int>& atoms_of_kind, std::vector<Atom>& atoms) {
  std::vector<int> fixed(atoms.size());
  for (const Cells& cells : puzzle.fixed) {
    const auto [kind, orientation, colours] = *kind_on(puzzle, kinds, cells);
    const Orientation& shape = kinds[kind].orientations[orientation];
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
decltype(Packing::counts_allowed) condition_on_counts(const Puzzle& puzzle, const std::vector<PieceKind>& kinds,
                                                      const std::vector<Atom>& atoms, const std::vector<int>& fixed) {
  return [puzzle, kinds, atoms, fixed](const std::vector<int>& used) {
    std::vector<std::vector<int>> by_kind;
    for (const PieceKind& kind : kinds) by_kind.emplace_back(kind.orientations.size());
    for (std::size_t a = 0; a < used.size(); ++a)
      by_kind[atoms[a].kind][atoms[a].first_orientation] += used[a] + fixed[a];
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (!counts_allowed(puzzle, kinds[k], by_kind[k])) return false;
    return true;
  };
}

// Sets the board of the packing to these cells as they are seen in `view`, and which of its symmetries keep the fixed
// placements.
void set_board(Packing& packing, const Cells& cells, const View& view, const std::vector<Cells>& fixed) {
  packing.to_board = view.map.inverse();
  packing.rounds = view.map.rounds();
  packing.rows = view.rows_of_layer;
  packing.columns = view.columns;
  packing.layers = static_cast<int>(view.rows.size()) / view.rows_of_layer;
  packing.cells = view.map(cells, packing.lattice);
  for (const Isometry& g : packing.classes) {
    std::vector<Cells> image;
    for (const Cells& placement : fixed) image.push_back(g(placement, packing.lattice));
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
    for (Orientation& shape : atom.shapes)
      packing.shapes.push_back({static_cast<int>(packing.pieces.size()), std::move(shape.cells),
                                std::move(shape.colours), static_cast<int>(atom.kind)});
    packing.pieces.push_back(atom.piece);
  }
}

// Which placements cover what another one of their piece does.
void find_repeated(Packing& packing) {
  std::set<std::pair<int, Orientation>> seen;
  for (int s = 0; s < static_cast<int>(packing.shapes.size()); ++s)
    if (const Packing::Shape& shape = packing.shapes[s]; packing.rounds.is_met_by(shape.cells))
      for (const Cell first : packing.cells)
        if (Orientation placed = packing.placed(shape, first);
            !placed.cells.empty() && !seen.emplace(shape.piece, std::move(placed)).second)
          packing.repeated.emplace(s, first);
}

}  // namespace

Packing packing_of(const Puzzle& puzzle, bool rotations_only) {
  Packing out;
  out.lattice = puzzle.lattice;
  out.min_holes = puzzle.min_holes;
  out.max_holes = puzzle.max_holes;
  const auto& pieces = puzzle.pieces;
  out.all_turn = std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.rotate; });
  out.all_turn_and_flip =
      out.all_turn && std::all_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.flip; });
  const auto& kinds = out.kinds = kinds_of(puzzle);
  const auto entries = entries_of(puzzle, kinds);
  auto views = views_of(puzzle, cells_of(puzzle, true));
  out.classes = symmetries(puzzle, views, entries, out);
  std::erase_if(out.classes, [&](const Isometry& g) {
    return g(puzzle.required, puzzle.lattice) != puzzle.required || !keeps_colours(puzzle, g) ||
           (rotations_only && !g.is_rotation());
  });

  auto atoms = atoms_of(kinds, entries);
  std::vector<int> atoms_of_kind(kinds.size());
  for (const Atom& atom : atoms) ++atoms_of_kind[atom.kind];
  const auto fixed = count_pieces(puzzle, kinds, entries, atoms_of_kind, atoms);
  if (atoms.size() > kinds.size()) out.counts_allowed = condition_on_counts(puzzle, kinds, atoms, fixed);

  const Cells cells = cells_of(puzzle, false);
  if (cells.empty()) {
    out.group = {Isometry{}};
    for (const Atom& atom : atoms) out.pieces.push_back(atom.piece);
    return out;
  }
  if (!puzzle.fixed.empty()) views = views_of(puzzle, cells);
  const View& view = best_view(views, atoms, out);
  set_board(out, cells, view, puzzle.fixed);
  if (!puzzle.colours.empty())
    out.colours_allow = [puzzle, to_board = out.to_board](const Packing::Shape& shape, const Cells& on) {
      for (std::size_t i = 0; i < shape.colours.size(); ++i)
        if (!puzzle.takes(to_board(on[i], puzzle.lattice), shape.colours[i])) return false;
      return true;
    };
  const Cells required = view.map(puzzle.required, out.lattice);  // fixed placements may cover some of them
  std::set_intersection(out.cells.begin(), out.cells.end(), required.begin(), required.end(),
                        std::back_inserter(out.required));
  for (const auto& [colour, holes] : puzzle.holes_by_colour) {
    HoleLimit& limit = out.hole_limits.emplace_back(HoleLimit{{}, holes});
    for (const Cell c : out.cells)
      limit.costs.push_back(puzzle.colours[puzzle.index(out.to_board(c, out.lattice))] == colour);
  }
  add_pieces(out, view, std::move(atoms));
  find_repeated(out);
  return out;
}

Orientation Packing::placed(const Shape& shape, Cell first) const {
  Orientation out{placed_at(shape.cells, first, lattice), shape.colours};
  if ((!repeated.empty() && repeated.contains({static_cast<int>(&shape - shapes.data()), first})) ||
      (colours_allow && !colours_allow(shape, out.cells)) || !bring_onto_board(out, rounds))
    return {};
  return out;
}

int image_of_shape(const Packing& packing, int shape, const Isometry& g) {
  const Packing::Shape& before = packing.shapes[shape];
  const Orientation image = image_of({before.cells, before.colours}, g.linear(), packing.lattice);
  for (std::size_t s = 0; s < packing.shapes.size(); ++s)
    if (packing.shapes[s].cells == image.cells && packing.shapes[s].colours == image.colours)
      return static_cast<int>(s);
  return -1;
}

CellNumbers::CellNumbers(const Packing& packing)
    : packing_(packing), numbers_(static_cast<std::size_t>(packing.box()), -1) {
  int number = 0;
  for (const Cell c : packing.cells) numbers_[packing.index(c)] = number++;
}

std::vector<int> CellNumbers::images(const Isometry& g) const {
  std::vector<int> out;
  for (const Cell c : packing_.cells) out.push_back((*this)(g(c, packing_.lattice)));
  return out;
}

std::vector<std::vector<int>> CellNumbers::group() const {
  std::vector<std::vector<int>> out;
  for (const Isometry& g : packing_.group) out.push_back(images(g));
  return out;
}

std::vector<std::vector<int>> CellNumbers::group_within_layers() const {
  std::vector<std::vector<int>> out = group();
  if (packing_.rounds.any()) {
    out.clear();
    for (const Isometry& g : packing_.group)
      if (g == g.linear()) out.push_back(images(g));
  }
  std::erase_if(out, [&](const std::vector<int>& images) {
    for (std::size_t i = 0; i < images.size(); ++i)
      if (packing_.cells[images[i]].row / layer_rows != packing_.cells[i].row / layer_rows) return true;
    return false;
  });
  return out;
}

}  // namespace pentocity::packing
