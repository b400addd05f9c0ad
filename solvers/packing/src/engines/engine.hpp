#pragma once
// What the search engines have in common: what they are asked, how they report solutions, and how they are stopped; and
// the tables of a problem for those that always decide the first undecided cell, which are all but `cover`.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <boost/multiprecision/cpp_int.hpp>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pentocity/packing/solve.hpp"
#include "problem/fit.hpp"
#include "problem/pruning.hpp"
#include "problem/stock.hpp"

namespace pentocity::packing {

/// An integer of any size.
using BigCount = boost::multiprecision::cpp_int;

/// Receives the solutions that an engine finds, in an order that does not depend on the number of threads.
class Listener {
 public:
  virtual ~Listener() = default;
  /// Takes a solution, its placements in the order of their first cells. Returns false if no more are wanted.
  virtual bool found(std::span<const PlacedTile> solution) = 0;
  /// A new, empty listener of the same type for a part of the search.
  virtual std::unique_ptr<Listener> part() const = 0;
  /// Takes what the listener of a part has received. Called for the parts in their order. Returns false if no more are
  /// wanted.
  virtual bool join(Listener& part) = 0;
  /// What it has received, as lines of text, for a checkpoint; and the opposite, for an empty listener: an empty text
  /// changes nothing. read() throws BrokenCheckpoint.
  virtual std::string received() const = 0;
  virtual void read(const std::string& text) = 0;
};

/// Counts nodes, and passes on requests to stop and reports of progress. Shared by all threads of a search.
class Control {
 public:
  using Clock = std::chrono::steady_clock;
  /// When to report: after so many nodes, or so many seconds; 0: never.
  struct Every {
    std::uint64_t nodes = 0;
    double seconds = 0;
    /// What the options of a search say; never if there is no progress to be reported to.
    template <class Options>
    static Every of(const Options& o) {
      return o.progress ? Every{o.progress_every, o.progress_seconds} : Every{};
    }
  };

  Control(const std::atomic<bool>* stop, Every every, std::function<void(std::span<const PlacedTile>)> report)
      : stop_(stop), every_(every), report_(std::move(report)), due_(in(every.seconds)) {}

  /// The seconds since the search began.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }
  /// How fast it is.
  struct Pace {
    double seconds;  ///< since the last report, or since begin(); not 0
    double nodes_per_second;
  };
  /// Its pace, for a report. The next one counts from now. To be called by one thread at a time.
  Pace pace() {
    const double now = seconds(), since = std::max(now - std::exchange(seconds_reported_, now), 1e-9);
    const std::uint64_t n = nodes();
    return {since, static_cast<double>(n - std::exchange(nodes_reported_, n)) / since};
  }

  /// Tells whether the search has been asked to stop.
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  std::uint64_t found() const { return found_.load(std::memory_order_relaxed); }
  /// The share of the search that is done, from 0 to 1.
  double share() const { return share_.load(std::memory_order_relaxed); }
  /// How many nodes a thread may visit before it calls add_nodes() and stopped() again.
  std::uint64_t nodes_between_checks() const {
    return every_.nodes == 0 ? 4096 : std::min<std::uint64_t>(every_.nodes, 4096);
  }
  /// Another engine begins, with so much done.
  void begin(std::uint64_t found = 0) {
    found_ = found;
    share_ = 0;
    stage(0, 1);
    pace();
  }
  /// A pass over the board begins that is this part of the search.
  void stage(double from, double to) {
    stage_from_ = from;
    stage_to_ = to;
  }
  /// Counts solutions that were found.
  void add_found(std::uint64_t n) { found_.fetch_add(n, std::memory_order_relaxed); }
  /// Adds to the share that is done.
  void add_share(double share) {
    // Some standard libraries cannot add to an atomic floating-point number.
    for (double before = share_.load(); !share_.compare_exchange_weak(before, before + share);) {
    }
  }
  /// Sets the share of the present stage that is done. For engines with one thread, and before threads begin.
  void set_share(double share) {
    share_.store(stage_from_ + (stage_to_ - stage_from_) * share, std::memory_order_relaxed);
  }
  /// Counts nodes. Returns true if a report is due; then call report().
  bool add_nodes(std::uint64_t n) {
    const std::uint64_t before = nodes_.fetch_add(n, std::memory_order_relaxed);
    if (every_.nodes != 0) return before / every_.nodes != (before + n) / every_.nodes;
    if (every_.seconds == 0) return false;
    Clock::time_point due = due_.load(std::memory_order_relaxed);
    return Clock::now() >= due && due_.compare_exchange_strong(due, in(every_.seconds));
  }
  /// Reports the progress, with a board of the search; engines without a present board give none.
  void report(std::span<const PlacedTile> board) { report_(board); }

 private:
  static Clock::time_point in(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  const Clock::time_point begun_ = Clock::now();
  double seconds_reported_ = 0;
  std::uint64_t nodes_reported_ = 0;
  const std::atomic<bool>* stop_;
  Every every_;
  std::function<void(std::span<const PlacedTile>)> report_;  ///< may be called by several threads
  std::atomic<Clock::time_point> due_;
  std::atomic<std::uint64_t> nodes_{0}, found_{0};
  std::atomic<double> share_{0};
  double stage_from_ = 0, stage_to_ = 1;
};

/// How a search ended: everything was searched; the listener wanted no more; it was stopped; or the engine gave up, for
/// it cannot hold the problem, or what it may spend (Effort) does not suffice. Of the ends of several threads, the one
/// that stands last in this list counts.
enum class Outcome { complete, enough, stopped, gave_up };

/// How hard an engine may try, and where it goes on.
struct Effort {
  int jobs = 1;                 ///< threads; the result does not depend on it
  std::uint64_t max_nodes = 0;  ///< nodes it may visit; 0: any number
  /// For a tree: how long its search may go on, by the account of its estimate; 0: for any time.
  double max_nanoseconds = 0;
  std::size_t max_bytes = std::size_t{1} << 30;  ///< memory it may need
  /// Asked now and then by an engine whose boards advance together, with the nanoseconds that were needed so far, and
  /// that are still needed by its estimate: false if it is to give up. Empty: it goes on.
  std::function<bool(double done, double left)> goes_on = {};
  /// How much memory it would have needed, if it gave up for want of that.
  double* bytes_wanted = nullptr;
  /// The nanoseconds that the search of a tree took, by the account of its estimate, if it had one thread.
  double* nanoseconds = nullptr;
  /// What the engine wrote when it was stopped in the same search, which goes on from there; it throws BrokenCheckpoint
  /// for anything else. And where it is to write that if it is stopped now, or has visited all the nodes it may. Either
  /// may be null.
  std::istream* from = nullptr;
  std::ostream* stopped_at = nullptr;
};

/// The numbers of solutions and of classes.
struct Counts {
  BigCount all, unique;
};

/// What a search of a tree is estimated to take with one thread.
struct TreeEstimate {
  double nanoseconds = 0, error = 0;  ///< the mean of random walks, and its standard error
  double walked = 0;                  ///< the nanoseconds that the walks took
  int walks = 0;
};

/// The random walks of an estimate.
class Walks {
 public:
  /// @param min_walks so many are made, if they take less than `min_nanoseconds`
  /// @param nanoseconds they go on for so long
  Walks(int min_walks, double min_nanoseconds, double nanoseconds)
      : min_walks_(min_walks), min_nanoseconds_(min_nanoseconds), nanoseconds_(nanoseconds) {}

  /// Tells whether another walk is to be made.
  bool go_on() const { return walked_ < nanoseconds_ || (walks_ < min_walks_ && walked_ < min_nanoseconds_); }
  /// The walk visits a node, which stands for so many like it.
  void visit(double nanoseconds, double weight) {
    walked_ += nanoseconds;
    tree_ += weight * nanoseconds;
  }
  void end_walk() {
    ++walks_;
    sum_ += tree_;
    sum_of_squares_ += tree_ * tree_;
    tree_ = 0;
  }
  TreeEstimate estimate() const {
    const double mean = sum_ / walks_, variance = std::max(0., sum_of_squares_ / walks_ - mean * mean);
    return {mean, std::sqrt(variance / walks_), walked_, walks_};
  }

 private:
  int min_walks_;
  double min_nanoseconds_, nanoseconds_;
  int walks_ = 0;
  double walked_ = 0, tree_ = 0, sum_ = 0, sum_of_squares_ = 0;
};

/// The tree that a depth-first engine searches, with the tables of its problem, which must outlive it.
class SearchTree {
 public:
  SearchTree() = default;
  SearchTree(const SearchTree&) = delete;
  SearchTree& operator=(const SearchTree&) = delete;
  virtual ~SearchTree() = default;

  /// Reports all solutions to the listener, which is empty.
  virtual Outcome list(const Effort& effort, Control& control, Listener& listener) = 0;
  /// Estimates what list() takes, from random walks down the tree (Knuth, "Estimating the efficiency of backtrack
  /// programs", 1975), of which some are made in any case, and more for so many nanoseconds. It counts steps and no
  /// time, so it is the same on every machine. Infinite: it need not end.
  virtual TreeEstimate estimate(double /*nanoseconds*/) {
    return {.nanoseconds = std::numeric_limits<double>::infinity()};
  }
};

/// A search engine. There is one of each, which engines() lists.
struct Engine {
  std::string_view name;
  std::string_view summary;  ///< of one line
  bool first_only = false;   ///< finds one solution, and cannot say whether there are more
  /// How its problems are restricted by symmetry.
  Restriction (*restriction)(const Packing& packing);
  /// Makes the tree of a problem. Null if it cannot be held in so much memory. A null function: the engine has no tree.
  std::unique_ptr<SearchTree> (*tree)(const Problem& problem, const Effort& effort) = nullptr;
  /// Reports all solutions to the listener, which is empty. Null if the engine has a tree, which does so.
  Outcome (*list)(const Problem& problem, const Effort& effort, Control& control, Listener& listener) = nullptr;
  /// Counts the solutions of a puzzle without fixed placements. Null: it counts them by listing them.
  Outcome (*count)(const Problem& problem, const Effort& effort, Control& control, Counts& counts) = nullptr;
  /// Whether all boards advance together, so that there is no present one to be shown.
  bool in_layers = false;
  /// Whether branches of its tree mostly differ by far, so that the share that is done does not tell how long the rest
  /// takes.
  bool is_uneven = false;
};

extern const Engine scan_engine, cover_engine, frontier_engine, restarts_engine;
/// All of them.
std::vector<const Engine*> engines();
/// Throws InputError if there is none of this name.
const Engine& engine_named(const std::string& name);

/// Counts the solutions of puzzles in which pieces need not be counted, such as all ways to cover a board with
/// dominoes: goes over the board position by position, with one number for each window: how many partial boards have it
/// (the method of the broken profile). This is what `frontier` does where families have one member, without the memory
/// for families and for the way back. Nothing, at once, for puzzles with holes or with numbers of pieces to keep to;
/// Outcome::gave_up if it would need more than `effort.max_bytes`.
std::optional<Outcome> profile_count(const Problem& problem, const Effort& effort, Control& control, BigCount& count);

/// A partial board: the first undecided position, what is filled from there on, and what remains of the pieces.
template <int W, int L>
struct PartialBoard {
  int position = 0;
  Bitboard<W> window;
  Bitboard<L> remaining;
};

/// The tables of a problem. A window has W words of 64 bits, the remaining numbers of pieces and holes (called
/// remaining) have L words, and a set of tiles at a position (a mask) has M words. The problem must outlive them.
template <int W, int L, int M>
struct Tables {
  using Window = Bitboard<W>;
  using Remaining = Bitboard<L>;
  using Mask = Bitboard<M>;

  /// Tells whether W, L and M suffice for this problem.
  static bool hold(const Problem& problem) {
    return problem.span() <= 64 * W && layout_of(problem).words <= L && bytes(problem) <= max_bytes &&
           std::all_of(problem.tiles.begin(), problem.tiles.end(),
                       [](const auto& tiles) { return tiles.size() <= 64 * M; });
  }
  /// What they take, about: where a board wraps, tiles differ from cell to cell.
  static double bytes(const Problem& problem) {
    const int bytes_of_board = problem.span() / 8 + 8 * layout_of(problem).words;  // each with a table of 256 masks
    return static_cast<double>(problem.tiles.size()) * bytes_of_board * 256 * sizeof(Mask);
  }
  static constexpr double max_bytes = 1 << 27;
  /// hold(problem) must be true.
  explicit Tables(const Problem& of) : problem(of), stock(of), fit(of, stock.usable()), pruning(of) {}

  using Board = PartialBoard<W, L>;

  int positions() const { return fit.positions(); }
  /// The board on which nothing is placed.
  Board first() const {
    Board out;
    out.remaining = stock.start();
    fit.begin(out.position, out.window);
    return out;
  }
  /// The tiles that fit at its position and for which enough pieces remain.
  Mask choices(const Board& board) const {
    return fit.fitting(board.position, board.window) & stock.available(board.position, board.remaining);
  }
  /// Places a tile at a position, and moves on to the first position that is not filled then.
  [[gnu::always_inline]] void place(int tile, int& position, Window& window) const {
    window |= fit.cells(position, tile);
    fit.advance(position, window);
  }
  void place(int tile, Board& board) const {
    board.remaining = Stock<L, M>::minus(board.remaining, stock.cost(board.position, tile));
    place(tile, board.position, board.window);
  }
  /// Leaves a position empty, and moves on.
  [[gnu::always_inline]] void leave_empty(int& position, Window& window) const {
    window.set(0);
    fit.advance(position, window);
  }
  /// The same; false if the position must be filled (the board is useless then).
  bool leave_empty(Board& board) const {
    if (!stock.has_holes() || !stock.take_hole(board.position, board.remaining)) return false;
    leave_empty(board.position, board.window);
    return true;
  }
  /// If the restricted piece has no place any more (Pruning::restricted_is_stuck()), the bits of its field: nothing
  /// may remain there.
  [[gnu::always_inline]] Remaining impossible(int position, const Window& window) const {
    return pruning.restricted_is_stuck(position, window.words[0]) ? stock.every(problem.restricted_piece) : Remaining{};
  }

  const Problem& problem;
  Stock<L, M> stock;
  Fit<W, M> fit;
  Pruning<M> pruning;
};

/// A hash of all bits; it goes on from the hash of what comes before them.
template <int N>
std::size_t hash(const Bitboard<N>& b, std::uint64_t h = 0) {
  for (const std::uint64_t word : b.words) {
    h = (h ^ word) * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
  }
  return static_cast<std::size_t>(h);
}

/// The largest tables that there are.
using LargestTables = Tables<8, 4, 16>;
/// What of a problem is too large for them, in words; empty if nothing is.
inline std::string excess_of(const Problem& problem) {
  constexpr int bits = 64;
  std::size_t tiles = 0;
  for (const auto& at_position : problem.tiles) tiles = std::max(tiles, at_position.size());
  constexpr std::size_t most_tiles = bits * LargestTables::Mask::word_count;
  if (tiles > most_tiles)
    return fmt::format(
        "the pieces can be placed in {} ways at a cell, expected at most {}: fewer of them, or with "
        "`rotate: false` or `flip: false`",
        tiles, most_tiles);
  constexpr int most_cells = bits * LargestTables::Window::word_count;
  if (problem.span() > most_cells)
    return fmt::format(
        "a piece reaches over {} cells from its first to its last one, row by row, expected at most {}: a "
        "smaller board or piece",
        problem.span(), most_cells);
  if (LargestTables::bytes(problem) > LargestTables::max_bytes)
    return fmt::format(
        "tables of what fits at each of {} cells that differ would take {:.0f} MiB, expected at most {:.0f}: a smaller "
        "board, or one that does not wrap",
        problem.tiles.size(), LargestTables::bytes(problem) / (1 << 20), LargestTables::max_bytes / (1 << 20));
  if (layout_of(problem).words > LargestTables::Remaining::word_count)
    return "there are too many pieces of too many kinds to be counted: expected fewer kinds, or `count: any`";
  return {};
}

/// Calls f with the type of the smallest tables that can hold the problem. Returns what f does, or the last argument if
/// there are none.
template <class F, class Result>
Result with_type_of_tables(const Problem& problem, F&& f, Result none) {
  if (Tables<1, 1, 1>::hold(problem)) return f(std::type_identity<Tables<1, 1, 1>>());
  if (Tables<1, 1, 2>::hold(problem)) return f(std::type_identity<Tables<1, 1, 2>>());
  if (Tables<1, 1, 4>::hold(problem)) return f(std::type_identity<Tables<1, 1, 4>>());
  if (Tables<2, 1, 4>::hold(problem)) return f(std::type_identity<Tables<2, 1, 4>>());
  if (LargestTables::hold(problem)) return f(std::type_identity<LargestTables>());
  return none;
}
/// A tree of the template's type for the smallest tables that can hold the problem. Null if there are none. For
/// Engine::tree.
template <template <int W, int L, int M> class Tree>
std::unique_ptr<SearchTree> tree_with_tables(const Problem& problem, const Effort& /*effort*/) {
  return with_type_of_tables(
      problem,
      [&]<int W, int L, int M>(std::type_identity<Tables<W, L, M>>) -> std::unique_ptr<SearchTree> {
        return std::make_unique<Tree<W, L, M>>(problem);
      },
      std::unique_ptr<SearchTree>());
}
/// Calls f with the smallest tables that can hold the problem. Returns what f does, or Outcome::gave_up if there are
/// none.
template <class F>
Outcome with_tables(const Problem& problem, F&& f) {
  return with_type_of_tables(problem, [&]<class T>(std::type_identity<T>) { return f(T(problem)); }, Outcome::gave_up);
}

}  // namespace pentocity::packing
