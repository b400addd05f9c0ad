#pragma once
// A packing puzzle as a combination lock (odometer.hpp): a dial for each piece or hole, set to one way to cover the
// first cell that is still undecided. Nothing of the engines is in it but the puzzle; shapes are moved point by point.

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "affine.hpp"
#include "odometer.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::twin {

/// The index of a cell of the board among all, layer by layer and row by row.
inline std::size_t index_of(const packing::Puzzle& puzzle, Cell c) {
  const Point p = point_of(c, puzzle.lattice == Lattice::cube ? Lattice::cube : Lattice::square);
  return static_cast<std::size_t>((p.z * puzzle.rows + p.x) * puzzle.columns + p.y);
}

/// What a piece covers, with the colour of each cell, '.' for none; empty if none has one.
struct Placed {
  Cells cells;
  std::string colours{};
  friend auto operator<=>(const Placed&, const Placed&) = default;
};

/// What one kind of piece or another covers, without telling equal pieces apart.
using Packing = std::set<Placed>;

/// The image of a piece under a map, not moved.
inline Placed image_of(const Placed& piece, const Affine& map, Lattice lattice) {
  std::map<Cell, char> colour_of;
  for (std::size_t i = 0; i < piece.cells.size(); ++i)
    colour_of[cell_of(map(point_of(piece.cells[i], lattice)), lattice)] =
        piece.colours.empty() ? '.' : piece.colours[i];
  Placed out{{}};
  for (const auto& [cell, colour] : colour_of) {
    out.cells.push_back(cell);
    if (!piece.colours.empty()) out.colours += colour;
  }
  return out;
}
/// The same moved home, as at_home() does.
inline Placed home_image_of(const Placed& piece, const Affine& map, Lattice lattice) {
  Placed out = image_of(piece, map, lattice);
  out.cells = at_home(points_of(out.cells, lattice), lattice);
  return out;
}
inline std::set<Placed> images(const packing::Piece& piece, Lattice lattice) {
  std::set<Placed> out;
  for (const Affine& map : linear_maps(piece.rotate, piece.flip, lattice))
    out.insert(home_image_of({piece.shape, piece.colours}, map, lattice));
  return out;
}

/// Do the colours of the board permit a piece there?
inline bool is_permitted(const packing::Puzzle& puzzle, const Placed& placed) {
  for (std::size_t i = 0; i < placed.colours.size(); ++i) {
    const char piece = placed.colours[i],
               board = puzzle.colours.empty() ? '.' : puzzle.colours[index_of(puzzle, placed.cells[i])];
    const auto rule = puzzle.colour_rules.find(piece);
    const std::string on = rule == puzzle.colour_rules.end() ? std::string(1, piece) : rule->second;
    if (piece != '.' && board != '.' && on.find(board) == std::string::npos) return false;
  }
  return true;
}

class PackingLock {
 public:
  explicit PackingLock(const packing::Puzzle& puzzle)
      : puzzle_(puzzle), board_(static_cast<std::size_t>(puzzle.layers * puzzle.rows * puzzle.columns), undecided) {
    for (const Cell c : puzzle.blocked) at(c) = blocked;
    used_.resize(puzzle.pieces.size());
    for (const packing::Piece& piece : puzzle.pieces) images_.push_back(images(piece, puzzle.lattice));
  }

  void down() {
    levels_.push_back({choices(), 0});
    set();
  }
  void right() {
    reset();
    ++levels_.back().at;
    set();
  }
  void left() {
    reset();
    levels_.pop_back();
  }
  bool done() const { return levels_.back().at == levels_.back().choices.size(); }
  bool successful() const {
    if (first_undecided() != board_.size() || holes_ < puzzle_.min_holes) return false;
    std::map<char, int> holes;
    for (const Level& level : levels_)
      if (!level.done() && level.choice().piece < 0 && !puzzle_.holes_by_colour.empty())
        ++holes[puzzle_.colours[index(level.choice().placed.cells[0])]];
    for (const auto& [colour, asked] : puzzle_.holes_by_colour)
      if (holes[colour] != asked) return false;
    for (std::size_t p = 0; p < used_.size(); ++p)
      if (used_[p] < puzzle_.pieces[p].min) return false;
    const Packing all = packing();
    return std::all_of(puzzle_.fixed.begin(), puzzle_.fixed.end(), [&](const Cells& f) {
      return std::any_of(all.begin(), all.end(), [&](const Placed& placed) { return placed.cells == f; });
    });
  }
  Packing packing() const {
    Packing out;
    for (const Level& level : levels_)
      if (!level.done() && level.choice().piece >= 0) out.insert(level.choice().placed);
    return out;
  }

  /// What must be true between all operations: the board is what the dials say, no cell is covered twice, every piece
  /// is an affine image of its shape, the counts agree and keep to their limits, and cells are decided in order.
  bool invariant() const {
    std::vector<int> board(board_.size(), undecided), used(used_.size());
    for (const Cell c : puzzle_.blocked) board[index(c)] = blocked;
    int holes = 0;
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      if (levels_[l].done()) {
        if (l + 1 != levels_.size()) return false;
        continue;
      }
      const Choice& choice = levels_[l].choice();
      if (std::find(board.begin(), board.end(), undecided) - board.begin() !=
          static_cast<long>(index(choice.placed.cells[0])))
        return false;
      for (const Cell c : choice.placed.cells) {
        if (!on_board(c) || board[index(c)] != undecided) return false;
        board[index(c)] = static_cast<int>(l);
      }
      if (choice.piece < 0) {
        if (choice.placed.cells.size() != 1) return false;
        ++holes;
      } else {
        ++used[choice.piece];
        if (!is_image(choice.placed.cells, puzzle_.pieces[choice.piece])) return false;
      }
    }
    for (std::size_t p = 0; p < used.size(); ++p)
      if (puzzle_.pieces[p].max && used[p] > *puzzle_.pieces[p].max) return false;
    return board == board_ && used == used_ && holes == holes_ && holes <= puzzle_.max_holes;
  }

 private:
  static constexpr int undecided = -1, blocked = -2;
  struct Choice {
    int piece;  // -1: a hole
    Placed placed;
  };
  struct Level {
    std::vector<Choice> choices;
    std::size_t at;
    bool done() const { return at == choices.size(); }
    const Choice& choice() const { return choices[at]; }
  };

  std::size_t index(Cell c) const { return index_of(puzzle_, c); }
  int& at(Cell c) { return board_[index(c)]; }
  bool on_board(Cell c) const {
    const Point p = point_of(c, puzzle_.lattice == Lattice::cube ? Lattice::cube : Lattice::square);
    return std::min({p.x, p.y, p.z}) >= 0 && p.x < puzzle_.rows && p.y < puzzle_.columns && p.z < puzzle_.layers;
  }
  std::size_t first_undecided() const {
    return static_cast<std::size_t>(std::find(board_.begin(), board_.end(), undecided) - board_.begin());
  }

  std::vector<Choice> choices() const {
    std::vector<Choice> out;
    const auto first = static_cast<int>(first_undecided());
    if (first == static_cast<int>(board_.size())) return out;
    const int row = first / puzzle_.columns;
    const Cell cell{row / puzzle_.rows * layer_rows + row % puzzle_.rows, first % puzzle_.columns};
    for (std::size_t p = 0; p < puzzle_.pieces.size(); ++p) {
      if (puzzle_.pieces[p].max && used_[p] >= *puzzle_.pieces[p].max) continue;
      for (const Placed& image : images_[p]) {
        Placed placed{moved(image.cells, cell, puzzle_.lattice), image.colours};
        const Cells& cells = placed.cells;
        if (!cells.empty() &&
            std::all_of(cells.begin(), cells.end(),
                        [&](Cell c) { return on_board(c) && board_[index(c)] == undecided; }) &&
            is_permitted(puzzle_, placed))
          out.push_back({static_cast<int>(p), std::move(placed)});
      }
    }
    const bool required = std::find(puzzle_.required.begin(), puzzle_.required.end(), cell) != puzzle_.required.end();
    if (holes_ < puzzle_.max_holes && !required) out.push_back({-1, {Cells{cell}}});
    return out;
  }

  void mark(int with, int by) {
    if (done()) return;
    const Choice& choice = levels_.back().choice();
    for (const Cell c : choice.placed.cells) at(c) = with;
    (choice.piece < 0 ? holes_ : used_[choice.piece]) += by;
  }
  void set() { mark(static_cast<int>(levels_.size()) - 1, 1); }
  void reset() { mark(undecided, -1); }

  bool is_image(const Cells& cells, const packing::Piece& piece) const {
    const Points target = points_of(cells, puzzle_.lattice), shape = points_of(piece.shape, puzzle_.lattice);
    for (const Affine& map : linear_maps(piece.rotate, piece.flip, puzzle_.lattice)) {
      const Points image = map(shape);
      // A translation keeps the order of points.
      if (alike(*target.begin(), *image.begin(), puzzle_.lattice) &&
          Affine::translation(*image.begin(), *target.begin())(image) == target)
        return true;
    }
    return false;
  }

  packing::Puzzle puzzle_;
  std::vector<std::set<Placed>> images_;
  std::vector<int> board_, used_;
  int holes_ = 0;
  std::vector<Level> levels_;
};

/// All solutions of a small puzzle.
inline std::set<Packing> all_packings(const packing::Puzzle& puzzle) {
  PackingLock lock(puzzle);
  std::set<Packing> out;
  turn_through(lock, [&] { out.insert(lock.packing()); });
  return out;
}

}  // namespace pentocity::twin
