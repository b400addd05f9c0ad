#pragma once
// What solve() should say of a small puzzle, from the combination lock (packing_lock.hpp) and affine maps alone.

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "affine.hpp"
#include "packing_lock.hpp"

namespace pentocity::twin {

struct Answer {
  std::vector<std::string> all, unique;  ///< sorted
  std::size_t rotations = 0;             ///< the classes if only rotations make solutions equal
  bool shows_colours = false;            ///< in the texts
};

/// Can two placements cover the same cells and have different colours?
inline bool needs_colours(const packing::Puzzle& puzzle) {
  std::map<Cells, std::set<std::string>> seen;
  for (const packing::Piece& piece : puzzle.pieces)
    for (const Placed& image : images(piece, puzzle.lattice))
      for (const Cell to : puzzle.all_cells()) {
        const Placed placed{moved(image.cells, to, puzzle.lattice), image.colours};
        const bool on_board = std::all_of(placed.cells.begin(), placed.cells.end(), [&](Cell c) {
          const Cells all = puzzle.all_cells();
          return std::find(all.begin(), all.end(), c) != all.end() &&
                 std::find(puzzle.blocked.begin(), puzzle.blocked.end(), c) == puzzle.blocked.end();
        });
        if (!placed.cells.empty() && on_board && is_permitted(puzzle, placed))
          seen[placed.cells].insert(placed.colours);
      }
  return std::any_of(seen.begin(), seen.end(), [](const auto& entry) { return entry.second.size() > 1; });
}

/// Labels in order of first cell, which is the order of the set.
inline std::string text_of(const packing::Puzzle& puzzle, const Packing& packing, bool shows_colours) {
  std::vector<std::string> cells(static_cast<std::size_t>(puzzle.layers * puzzle.rows * puzzle.columns), ".");
  const auto at = [&](Cell c) -> std::string& { return cells[index_of(puzzle, c)]; };
  for (const Cell c : puzzle.blocked) at(c) = "#";
  int label = 0;
  for (const Placed& placed : packing) {
    ++label;
    for (std::size_t i = 0; i < placed.cells.size(); ++i) {
      std::string& text = at(placed.cells[i]);
      text = label <= 9 ? std::to_string(label) : std::string(1, static_cast<char>('a' + label - 10));
      if (shows_colours && !placed.colours.empty() && placed.colours[i] != '.')
        text = "[" + text + ":" + placed.colours[i] + "]";
    }
  }
  std::string out;
  for (int l = 0; l < puzzle.layers; ++l) {
    if (l > 0) out += "||";
    for (int r = 0; r < puzzle.rows; ++r) {
      if (r > 0) out += '|';
      for (int c = 0; c < puzzle.columns; ++c) out += cells[(l * puzzle.rows + r) * puzzle.columns + c];
    }
  }
  return out;
}

/// The affine maps of the board to itself that map each set of permitted images to one of as many pieces.
inline std::vector<Affine> symmetries(const packing::Puzzle& puzzle) {
  const Lattice lattice = puzzle.lattice;
  Cells in_play;
  for (int l = 0; l < puzzle.layers; ++l)
    for (int r = 0; r < puzzle.rows; ++r)
      for (int c = 0; c < puzzle.columns; ++c) {
        const Cell cell{l * layer_rows + r, c};
        if (std::find(puzzle.blocked.begin(), puzzle.blocked.end(), cell) == puzzle.blocked.end())
          in_play.push_back(cell);
      }
  const Points board = points_of(in_play, lattice), required = points_of(puzzle.required, lattice);

  using Numbers = std::pair<int, int>;  // -1: any
  std::map<std::set<Placed>, Numbers> pieces;
  for (const packing::Piece& piece : puzzle.pieces) {
    Numbers& n = pieces.emplace(images(piece, lattice), Numbers{}).first->second;
    n.first += piece.min;
    n.second = n.second < 0 || !piece.max ? -1 : n.second + *piece.max;
  }
  const auto shapes = [&](const std::set<Placed>& set, const Affine& map) {
    std::set<Placed> out;
    for (const Placed& shape : set) out.insert(home_image_of(shape, map, lattice));
    return out;
  };
  const auto keeps_colour = [&](Cell c, const Affine& map) {
    return puzzle.colours.empty() || puzzle.colours[index_of(puzzle, c)] ==
                                         puzzle.colours[index_of(puzzle, cell_of(map(point_of(c, lattice)), lattice))];
  };
  std::vector<Affine> out;
  for (const Affine& map : linear_maps(true, true, lattice)) {
    const Points image = map(board);
    const Affine shifted = Affine::translation(*image.begin(), *board.begin()).after(map);
    if (!alike(*board.begin(), *image.begin(), lattice)) continue;
    if (shifted(board) != board || shifted(required) != required) continue;
    if (!std::all_of(in_play.begin(), in_play.end(), [&](Cell c) { return keeps_colour(c, shifted); })) continue;
    const bool keeps = std::all_of(pieces.begin(), pieces.end(), [&](const auto& piece) {
      return std::any_of(pieces.begin(), pieces.end(), [&](const auto& other) {
        return shapes(piece.first, map) == shapes(other.first, Affine{}) && piece.second == other.second;
      });
    });
    if (keeps) out.push_back(shifted);
  }
  return out;
}

inline Answer answer(const packing::Puzzle& puzzle) {
  const auto packings = all_packings(puzzle);
  const auto group = symmetries(puzzle);
  std::map<Packing, std::string> texts;
  const bool shows = needs_colours(puzzle);
  for (const Packing& packing : packings) texts.emplace(packing, text_of(puzzle, packing, shows));
  std::set<std::string> all, unique, by_rotations;
  for (const auto& [packing, text] : texts) {
    all.insert(text);
    std::string min = text, min_rotation = text;
    for (const Affine& map : group) {
      Packing image;
      for (const Placed& placed : packing) image.insert(image_of(placed, map, puzzle.lattice));
      const auto other = texts.find(image);
      if (other == texts.end()) continue;
      min = std::min(min, other->second);
      if (is_rotation(map)) min_rotation = std::min(min_rotation, other->second);
    }
    unique.insert(min);
    by_rotations.insert(min_rotation);
  }
  return {{all.begin(), all.end()}, {unique.begin(), unique.end()}, by_rotations.size(), shows};
}

}  // namespace pentocity::twin
