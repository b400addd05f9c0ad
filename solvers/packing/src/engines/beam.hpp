#pragma once
// A beam search for many pieces: goes over the board position by position with partial boards, of those with equal
// windows the one with most pieces, and drops those that cannot come to as many pieces as are wanted.

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <limits>
#include <numeric>
#include <vector>

#include "engines/engine.hpp"
#include "problem/bounds.hpp"

namespace pentocity::packing {

/// What to look for.
struct BeamTask {
  int target = 0;  ///< how many pieces, or more
  /// How many partial boards are followed from a position at most: those that have wasted least of the first weighting.
  std::size_t width = std::numeric_limits<std::size_t>::max();
  std::size_t max_bytes = std::size_t{1} << 30;  ///< what it may need; beyond that it gives up
  bool count_holes = false;                      ///< whether holes are limited, so that they must be counted
};

/// What was found.
struct BeamResult {
  Outcome outcome = Outcome::complete;  ///< complete, stopped, or gave_up: if no node was visited,
                                        ///< because the tables cannot hold the problem
  int pieces = -1;                      ///< as many pieces as wanted, or more: most of those that it came to; else -1
  std::vector<PlacedTile> placements;
  bool dropped = false;  ///< whether partial boards were dropped because there were too many
};

namespace sweep {

inline constexpr std::size_t weightings_kept = 2;
inline constexpr std::size_t boards_between_checks = 4096;
inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// The end of the way to a board: a tile was laid.
struct Laid {
  std::uint32_t before = none;  // the index of the one before it
  std::uint16_t position = 0, tile = 0;
};

// A partial board. There are very many, so its position is that of its layer.
template <int W, int L>
struct Node {
  Bitboard<W> window;
  Bitboard<L> remaining;
  std::array<std::int32_t, weightings_kept> left{};  // what is left of each weighting
  Laid last{};
  int pieces = 0;
};

// The boards at a position: one for each window and what remains.
template <int W, int L>
class Layer {
 public:
  using Board = Node<W, L>;

  std::vector<Board>& boards() { return boards_; }
  std::size_t bytes() const { return boards_.capacity() * sizeof(Board) + slots_.size() * sizeof(std::uint32_t); }

  void add(const Board& board) {
    if (3 * boards_.size() >= 2 * slots_.size()) grow();
    std::uint32_t& slot = slot_of(board);
    if (slot == none) {
      slot = static_cast<std::uint32_t>(boards_.size());
      boards_.push_back(board);
    } else if (board.pieces > boards_[slot].pieces) {
      boards_[slot] = board;
    }
  }
  void clear() {
    std::vector<Board>().swap(boards_);
    std::vector<std::uint32_t>().swap(slots_);
  }

 private:
  std::uint32_t& slot_of(const Board& board) {
    std::size_t i = hash(board.remaining, hash(board.window)) & (slots_.size() - 1);
    while (slots_[i] != none &&
           !(boards_[slots_[i]].window == board.window && boards_[slots_[i]].remaining == board.remaining))
      i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }
  void grow() {
    slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), none);
    for (std::uint32_t i = 0; i < boards_.size(); ++i) slot_of(boards_[i]) = i;
  }

  std::vector<Board> boards_;
  std::vector<std::uint32_t> slots_;
};

template <int W, int L, int M>
class Beam {
 public:
  using Board = Node<W, L>;
  using Window = Bitboard<W>;

  Beam(const Tables<W, L, M>& tables, const std::vector<Weighting>& weightings, const BeamTask& task, Control& control)
      : tables_(tables), task_(task), control_(control), layers_(tables.positions()) {
    for (std::size_t i = 0; i < weightings_kept; ++i) weigh(weightings[std::min(i, weightings.size() - 1)], i);
  }

  BeamResult run() {
    const auto begin = tables_.first();
    Board first{.window = begin.window, .remaining = begin.remaining};
    for (std::size_t i = 0; i < weightings_kept; ++i) first.left[i] = weights_[i].total;
    arrive(begin.position, first);
    const int end = tables_.positions();
    for (int p = 0; p < end; ++p) {
      const Outcome outcome = follow(p);
      if (outcome != Outcome::complete) return finished(outcome);
      control_.set_share(static_cast<double>(p + 1) / end);
    }
    return finished(Outcome::complete);
  }

 private:
  // The weights of cells by position, and of tiles by position and tile.
  struct Table {
    std::int32_t unit = 1, total = 0;
    std::vector<std::int32_t> cells;
    std::vector<std::vector<std::int32_t>> tiles;
  };

  void weigh(const Weighting& weighting, std::size_t number) {
    Table& to = weights_[number];
    to.unit = weighting.unit;
    to.total = weighting.total;
    const Problem& problem = tables_.problem;
    to.cells.resize(problem.free.size());
    std::size_t cell = 0;
    for (int p = 0; p < problem.positions(); ++p)
      if (problem.free[p]) to.cells[p] = weighting.cells[cell++];
    for (int p = 0; p < problem.positions(); ++p) {
      auto& sums = to.tiles.emplace_back();
      for (const auto& tile : problem.tiles_at(p)) {
        std::int32_t& sum = sums.emplace_back(weighting.pieces[tile.pieces.front().first]);
        for (const int offset : tile.offsets)
          if (p + offset >= 0 && p + offset < problem.positions()) sum += to.cells[p + offset];
      }
    }
  }

  // Whether as many pieces as are wanted may still come.
  bool promising(const Board& board) const {
    const int wanted = task_.target - board.pieces;
    return std::int64_t{board.left[0]} >= std::int64_t{wanted} * weights_[0].unit &&
           std::int64_t{board.left[1]} >= std::int64_t{wanted} * weights_[1].unit;
  }
  // How far it may come; the most first.
  std::int64_t reach(const Board& board, std::size_t weighting) const {
    return std::int64_t{board.pieces} * weights_[weighting].unit + board.left[weighting];
  }

  void arrive(int position, const Board& board) {
    if (position < tables_.positions()) {
      layers_[position].add(board);
    } else if (board.pieces > std::max(best_.pieces, task_.target - 1) && tables_.stock.accepts(board.remaining)) {
      best_.pieces = board.pieces;
      last_ = board.last;
    }
  }

  bool leave_empty(int position, Board& board) const {
    if (task_.count_holes && !(tables_.stock.has_holes() && tables_.stock.take_hole(position, board.remaining)))
      return false;
    for (std::size_t i = 0; i < weightings_kept; ++i) board.left[i] -= weights_[i].cells[position];
    return true;
  }

  // Leaves those of the next cells empty that no piece can cover any more. False if that is too many.
  bool leave_dead_cells_empty(int position, Board& board) const {
    std::uint64_t covered = 0;
    const int end = std::min({tables_.positions() - position, 2 * (tables_.problem.packing->columns + 1), 64});
    const std::uint64_t range = end < 64 ? (std::uint64_t{1} << end) - 1 : ~std::uint64_t{0};
    const std::uint64_t open = ~board.window.words[0] & range;
    const auto here = tables_.stock.available(position, board.remaining);
    for (std::uint64_t rest = open; rest != 0; rest &= rest - 1) {
      const int by = std::countr_zero(rest), at = position + by;
      const auto available = tables_.stock.same_tiles() ? here : tables_.stock.available(at, board.remaining);
      const Window window = moved_down(board.window, by) | tables_.fit.blocked(at);
      (tables_.fit.fitting(at, window) & available).for_each([&](int tile) {
        covered |= tables_.fit.cells(at, tile).words[0] << by;
      });
    }
    for (std::uint64_t rest = open & ~covered; rest != 0; rest &= rest - 1) {
      const int by = std::countr_zero(rest);
      if (!leave_empty(position + by, board)) return false;
      board.window.set(by);
    }
    return true;
  }

  // Whether to go on; `here` is what the present position needs.
  Outcome check(int position, const Layer<W, L>& here) const {
    if (control_.stopped()) return Outcome::stopped;
    std::size_t bytes = laid_.size() * sizeof(Laid) + here.bytes();
    for (int p = position; p < std::min(tables_.positions(), position + 64 * W); ++p) bytes += layers_[p].bytes();
    return bytes > task_.max_bytes ? Outcome::gave_up : Outcome::complete;
  }

  // Follows the boards at a position.
  Outcome follow(int position) {
    Layer<W, L> tidy;
    std::size_t boards_followed = 0;
    for (Board& board : layers_[position].boards()) {
      if (boards_followed++ % boards_between_checks == 0)
        if (const Outcome outcome = check(position, tidy); outcome != Outcome::complete) return outcome;
      if (!leave_dead_cells_empty(position, board) || !promising(board)) continue;
      int next = position;
      tables_.fit.advance(next, board.window);
      if (next == position)
        tidy.add(board);
      else
        arrive(next, board);
    }
    layers_[position].clear();
    auto& boards = tidy.boards();
    if (boards.size() > task_.width) {
      best_.dropped = true;
      keep_best(boards);
    }
    if (control_.add_nodes(boards.size())) control_.report({});
    for (const Board& board : boards) {
      if (boards_followed++ % boards_between_checks == 0)
        if (const Outcome outcome = check(position, tidy); outcome != Outcome::complete) return outcome;
      laid_.push_back(board.last);
      const auto index = static_cast<std::uint32_t>(laid_.size() - 1);
      const PartialBoard<W, L> here{position, board.window, board.remaining};
      tables_.choices(here).for_each([&](int tile) {
        Board next = board;
        for (std::size_t i = 0; i < weightings_kept; ++i) next.left[i] -= weights_[i].tiles[position][tile];
        ++next.pieces;
        if (!promising(next)) return;
        auto placed = here;
        tables_.place(tile, placed);
        next.window = placed.window;
        next.remaining = placed.remaining;
        next.last = {index, static_cast<std::uint16_t>(position), static_cast<std::uint16_t>(tile)};
        arrive(placed.position, next);
      });
      Board next = board;
      if (!leave_empty(position, next) || !promising(next)) continue;
      int after = position;
      tables_.leave_empty(after, next.window);
      arrive(after, next);
    }
    return Outcome::complete;
  }

  void keep_best(std::vector<Board>& boards) const {
    std::vector<std::uint32_t> order(boards.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto kept = order.begin() + static_cast<std::ptrdiff_t>(task_.width);
    std::nth_element(order.begin(), kept, order.end(), [&](std::uint32_t a, std::uint32_t b) {
      for (std::size_t i = 0; i < weightings_kept; ++i)
        if (const auto x = reach(boards[a], i), y = reach(boards[b], i); x != y) return x > y;
      return a < b;
    });
    order.erase(kept, order.end());
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) boards[i] = boards[order[i]];
    boards.resize(order.size());
  }

  BeamResult finished(Outcome outcome) {
    best_.outcome = outcome;
    for (Laid at = last_; at.before != none; at = laid_[at.before]) best_.placements.push_back({at.position, at.tile});
    std::reverse(best_.placements.begin(), best_.placements.end());
    return std::move(best_);
  }

  const Tables<W, L, M>& tables_;
  const BeamTask& task_;
  Control& control_;
  std::array<Table, weightings_kept> weights_;
  std::vector<Layer<W, L>> layers_;  // by position
  std::deque<Laid> laid_;            // a list that doubles would need its memory twice for a while
  BeamResult best_;
  Laid last_;  // of the best board
};

}  // namespace sweep

/// Searches. If nothing was dropped and `pieces` is -1, no solution has `target` pieces. If nothing was dropped and it
/// is not, no solution has more than `pieces`.
/// @param weightings the bounds by which partial boards are dropped; one or two
inline BeamResult beam(const Problem& problem, const std::vector<Weighting>& weightings, const BeamTask& task,
                       Control& control) {
  BeamResult out;
  out.outcome = with_tables(problem, [&]<int W, int L, int M>(const Tables<W, L, M>& tables) {
    out = sweep::Beam<W, L, M>(tables, weightings, task, control).run();
    return out.outcome;
  });
  return out;
}

}  // namespace pentocity::packing
