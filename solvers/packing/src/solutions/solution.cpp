#include "pentocity/packing/solution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/packing/verify.hpp"
#include "solutions/boards.hpp"

namespace pentocity::packing {

namespace {

// So many units, which may go to these members of the other side.
struct Supply {
  int units;
  std::vector<std::size_t> to;
};

// Can all units be given, each member of the other side taking its units at most? By augmenting paths: what a giver
// finds no room for takes the place of another's, who looks for another taker.
bool can_give(std::vector<Supply> givers, std::vector<Supply> takers) {
  std::vector<std::vector<int>> given(givers.size(), std::vector<int>(takers.size()));
  std::vector<bool> seen;
  const std::function<int(std::size_t, int)> give = [&](std::size_t from, int units) {
    for (const std::size_t to : givers[from].to) {
      if (seen[to]) continue;
      seen[to] = true;
      int moved = std::min(units, takers[to].units);
      takers[to].units -= moved;
      for (std::size_t other = 0; other < givers.size() && moved == 0; ++other)
        if (other != from && given[other][to] > 0) {
          moved = give(other, std::min(units, given[other][to]));
          given[other][to] -= moved;
        }
      given[from][to] += moved;
      if (moved > 0) return moved;
    }
    return 0;
  };
  for (std::size_t from = 0; from < givers.size(); ++from)
    while (givers[from].units > 0) {
      seen.assign(takers.size(), false);
      const int moved = give(from, givers[from].units);
      if (moved == 0) return false;
      givers[from].units -= moved;
    }
  return true;
}

}  // namespace

Orientation image_of(const Orientation& orientation, const Isometry& linear, Lattice lattice) {
  Orientation out;
  if (!orientation.colours.empty()) {
    std::vector<std::pair<Cell, char>> cells;
    for (std::size_t i = 0; i < orientation.cells.size(); ++i)
      cells.emplace_back(linear(orientation.cells[i], lattice), orientation.colours[i]);
    std::sort(cells.begin(), cells.end());
    for (const auto& [cell, colour] : cells) out.colours += colour;
  }
  out.cells = normalised(linear(orientation.cells, lattice), lattice);
  return out;
}

std::vector<Orientation> permitted_orientations(const Piece& piece, Lattice lattice) {
  // First come the rotations, each half beginning with what needs none.
  const std::vector<Isometry>& group = point_group(lattice);
  const std::size_t rotations = group.size() / 2;
  std::vector<Orientation> out;
  for (std::size_t i = 0; i < group.size(); ++i)
    if ((piece.rotate || i % rotations == 0) && (piece.flip || i < rotations))
      out.push_back(image_of({piece.shape, piece.colours}, group[i], lattice));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::vector<PieceKind> kinds_of(const Puzzle& puzzle) {
  std::vector<PieceKind> kinds;
  for (std::size_t i = 0; i < puzzle.pieces.size(); ++i) {
    PieceKind added;
    added.orientations = permitted_orientations(puzzle.pieces[i], puzzle.lattice);
    added.entries = {static_cast<int>(i)};
    // An entry can join kinds that were apart before it.
    std::erase_if(kinds, [&](const PieceKind& kind) {
      if (std::none_of(added.orientations.begin(), added.orientations.end(), [&](const Orientation& shape) {
            return std::binary_search(kind.orientations.begin(), kind.orientations.end(), shape);
          }))
        return false;
      std::vector<Orientation> both;
      std::set_union(kind.orientations.begin(), kind.orientations.end(), added.orientations.begin(),
                     added.orientations.end(), std::back_inserter(both));
      added.orientations = std::move(both);
      added.entries.insert(added.entries.end(), kind.entries.begin(), kind.entries.end());
      return true;
    });
    kinds.push_back(std::move(added));
  }
  for (PieceKind& kind : kinds) {
    std::sort(kind.entries.begin(), kind.entries.end());
    kind.name = puzzle.pieces[kind.entries.front()].name;
    for (const int e : kind.entries) {
      const Piece& piece = puzzle.pieces[e];
      kind.min += piece.min;
      kind.max = kind.max && piece.max ? std::optional(*kind.max + *piece.max) : std::nullopt;
    }
  }
  std::sort(kinds.begin(), kinds.end(),
            [](const PieceKind& a, const PieceKind& b) { return a.entries.front() < b.entries.front(); });
  return kinds;
}

std::optional<OrientedKind> kind_on(const Puzzle& puzzle, const std::vector<PieceKind>& kinds, const Cells& cells,
                                    const std::string& colours) {
  const bool plain = colours.find_first_not_of('.') == std::string::npos;
  if (puzzle.rounds().any()) {
    std::optional<OrientedKind> out;
    for (std::size_t k = 0; k < kinds.size() && !out; ++k)
      if (kinds[k].orientations[0].cells.size() == cells.size())
        for_each_placement_from(puzzle, kinds[k], cells[0], [&](int o, const Orientation& placed) {
          if (!out && placed.cells == cells && (colours.empty() || placed.colours == (plain ? "" : colours)))
            out = {static_cast<int>(k), o, placed.colours};
        });
    return out;
  }
  const Cells shape = normalised(cells, puzzle.lattice);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto& all = kinds[k].orientations;
    for (auto o = std::lower_bound(all.begin(), all.end(), Orientation{shape, ""}); o != all.end() && o->cells == shape;
         ++o)
      if ((colours.empty() || o->colours == (plain ? "" : colours)) && puzzle.takes(cells, o->colours))
        return OrientedKind{static_cast<int>(k), static_cast<int>(o - all.begin()), o->colours};
  }
  return std::nullopt;
}

bool shows_colours(const Puzzle& puzzle) {
  if (std::all_of(puzzle.pieces.begin(), puzzle.pieces.end(), [](const Piece& p) { return p.colours.empty(); }))
    return false;
  const std::vector<PieceKind> kinds = kinds_of(puzzle);
  for (const Cell first : puzzle.all_cells()) {
    std::map<Cells, std::string> colours;
    bool differ = false;
    for (const PieceKind& kind : kinds)
      for_each_placement_from(puzzle, kind, first, [&](int, const Orientation& placed) {
        differ |= colours.try_emplace(placed.cells, placed.colours).first->second != placed.colours;
      });
    if (differ) return true;
  }
  return false;
}

Cells placed_at(const Cells& orientation, Cell first, Lattice lattice) {
  if (!can_move(orientation.front(), first, lattice)) return {};
  return translated(orientation, first - orientation.front(), lattice);
}

bool bring_onto_board(Orientation& cells, Rounds rounds) {
  if (!rounds.any()) return true;
  std::vector<std::pair<Cell, char>> on;
  for (std::size_t i = 0; i < cells.cells.size(); ++i)
    on.emplace_back(rounds(cells.cells[i]), cells.colours.empty() ? '.' : cells.colours[i]);
  std::sort(on.begin(), on.end());
  for (std::size_t i = 0; i < on.size(); ++i) {
    if (i > 0 && on[i].first == on[i - 1].first) return false;
    cells.cells[i] = on[i].first;
    if (!cells.colours.empty()) cells.colours[i] = on[i].second;
  }
  return true;
}

Orientation placed_on(const Puzzle& puzzle, const Orientation& orientation, Cell first) {
  Orientation out{placed_at(orientation.cells, first, puzzle.lattice), orientation.colours};
  if (out.cells.empty() || !bring_onto_board(out, puzzle.rounds()) ||
      !std::all_of(out.cells.begin(), out.cells.end(), [&](Cell c) { return puzzle.has(c); }) ||
      !puzzle.takes(out.cells, out.colours))
    return {};
  return out;
}

bool counts_allowed(const Puzzle& puzzle, const PieceKind& kind, const std::vector<int>& used_per_orientation) {
  // The pieces can be taken from the entries if there is room for all of them, and if the entries' minima can be met
  // from them; an assignment that does both exists then too (Mendelsohn and Dulmage).
  std::vector<Supply> used, min, max;
  for (const int n : used_per_orientation) used.push_back({n, {}});
  for (std::size_t i = 0; i < kind.entries.size(); ++i) {
    const Piece& piece = puzzle.pieces[kind.entries[i]];
    min.push_back({piece.min, {}});
    max.push_back({piece.max.value_or(std::numeric_limits<int>::max()), {}});
    for (const Orientation& shape : permitted_orientations(piece, puzzle.lattice)) {
      const auto at = std::lower_bound(kind.orientations.begin(), kind.orientations.end(), shape);
      const auto o = static_cast<std::size_t>(at - kind.orientations.begin());
      used[o].to.push_back(i);
      min[i].to.push_back(o);
      max[i].to.push_back(o);
    }
  }
  return can_give(used, max) && can_give(min, used);
}

std::string label_with_colour(const std::string& label, char colour) {
  if (colour == '.') return label;
  return fmt::format("[{}:{}]", label.starts_with('[') ? label.substr(1, label.size() - 2) : label, colour);
}

std::pair<std::string, char> label_and_colour(std::string_view label) {
  if (label.starts_with('[') && label.ends_with(']')) label = label.substr(1, label.size() - 2);
  const bool coloured = label.size() > 2 && label[label.size() - 2] == ':';
  return {std::string(label.substr(0, label.size() - (coloured ? 2 : 0))), coloured ? label.back() : '.'};
}

std::vector<std::string> labels_of_text(std::string_view text) {
  std::vector<std::string> out;
  for (const std::string_view label : split_labels(text))
    if (label != "|") out.emplace_back(label);
  return out;
}

std::vector<Region> regions_of(const Puzzle& puzzle, const std::vector<std::string>& labels, bool with_colours) {
  std::vector<Region> out;
  std::map<std::string, std::size_t> by_label;
  for (const Cell cell : puzzle.all_cells()) {
    const std::string& label = labels[puzzle.index(cell)];
    if (label == "." || label == "#") continue;
    auto [name, colour] = with_colours ? label_and_colour(label) : std::pair(label, '.');
    const auto [at, is_new] = by_label.try_emplace(std::move(name), out.size());
    if (is_new) out.push_back({at->first, {}, {}});
    out[at->second].cells.push_back(cell);
    if (with_colours) out[at->second].colours += colour;
  }
  return out;
}

Solution read_solution(const Puzzle& puzzle, std::string_view text) {
  const std::vector<PieceKind> kinds = kinds_of(puzzle);
  Solution out;
  for (Region& region : regions_of(puzzle, labels_of_text(text), shows_colours(puzzle))) {
    const auto covering = *kind_on(puzzle, kinds, region.cells, region.colours);
    out.push_back({covering.kind, std::move(region.cells), covering.colours});
  }
  return out;
}

std::string solution_text(const Puzzle& puzzle, const Solution& solution, Labels labels, char separator) {
  const std::vector<PieceKind> kinds = kinds_of(puzzle);
  std::vector<std::string> board = blank_board(puzzle).labels;
  const bool shows = shows_colours(puzzle);
  for (std::size_t i = 0; i < solution.size(); ++i) {
    const auto& [kind, cells, colours] = solution[i];
    const std::string label =
        labels == Labels::kinds ? kind_label(kinds[kind].name) : placement_label(static_cast<int>(i));
    for (std::size_t c = 0; c < cells.size(); ++c)
      board[puzzle.index(cells[c])] = label_with_colour(label, shows && !colours.empty() ? colours[c] : '.');
  }
  std::string out;
  for (const Cell c : puzzle.all_cells()) {
    out.append(puzzle.breaks_before(c), separator);
    out += board[puzzle.index(c)];
  }
  return out;
}

}  // namespace pentocity::packing
