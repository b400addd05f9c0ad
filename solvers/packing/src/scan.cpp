// The engine `scan`: a depth-first search that fills the first undecided cell in all ways, or leaves it empty. It suits
// puzzles with small search trees, or with few equal partial solutions.
//
// parts.hpp says how threads share the tree and how a search is kept. Within a part, Scan::search() tries each of the
// tiles that fit at the first undecided cell and of which pieces remain, in turn; at last, the cell is left empty. A
// search that was stopped is led back by go_on(), past the boards that came before.

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engine.hpp"
#include "parts.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

// The board with which a part begins.
template <int W, int L>
struct Root {
  int position = 0;
  Bitboard<W> window;
  Bitboard<L> remaining;
  std::vector<PlacedTile> path;
  double share = 1;  // of the whole tree: of a board's children, each is taken to be as much as the others
};

// The boards of `depth` pieces, and the solutions of fewer, in their order; and how many nodes are above them.
template <int W, int L, int M>
struct Top {
  Top(const Tables<W, L, M>& its_tables, std::size_t its_depth) : tables(its_tables), depth(its_depth) {
    Root<W, L> root;
    root.remaining = tables.stock.start();
    tables.fit.begin(root.position, root.window);
    add(std::move(root));
  }
  // Adds what is below a board.
  void add(Root<W, L> board) {
    for (;;) {
      if (board.path.size() == depth || board.position >= tables.positions()) return roots.push_back(board);
      ++nodes;
      Bitboard<L> with_hole = board.remaining;
      const bool may_be_hole = tables.stock.has_holes() && tables.stock.take_hole(board.position, with_hole);
      const auto tiles = tables.choices(board.position, board.window, board.remaining);
      board.share /= std::max(1, tiles.count() + (may_be_hole ? 1 : 0));
      tiles.for_each([&](int tile) {
        Root<W, L> child = board;
        child.path.push_back({board.position, tile});
        child.remaining = Stock<L, M>::minus(board.remaining, tables.stock.cost(board.position, tile));
        tables.place(tile, child.position, child.window);
        add(std::move(child));
      });
      if (!may_be_hole) return;
      board.remaining = with_hole;
      tables.leave_empty(board.position, board.window);
    }
  }

  const Tables<W, L, M>& tables;
  std::size_t depth;
  std::vector<Root<W, L>> roots;
  std::uint64_t nodes = 0;
};

template <int W>
constexpr double nanoseconds_per_node = W == 1   ? 13
                                        : W == 2 ? 25
                                                 : 100;

template <int W, int L, int M>
class Scan {
 public:
  using Window = Bitboard<W>;
  using Remaining = Bitboard<L>;
  using Mask = Bitboard<M>;

  Scan(const Tables<W, L, M>& tables, std::uint64_t max_nodes, Control& control)
      : tables_(tables),
        control_(control),
        work_{control, max_nodes},
        search_(search_for(tables)),
        path_(tables.positions()) {}

  /// Searches parts as long as there are any.
  Outcome run(const std::vector<Root<W, L>>& roots, double all_shares, Parts& parts) {
    parts_ = &parts;
    while (outcome_ == Outcome::complete) {
      part_ = parts.claim();
      if (part_.number >= roots.size()) break;
      root_ = &roots[part_.number];
      share_ = root_->share / all_shares;
      std::copy(root_->path.begin(), root_->path.end(), path_.begin());
      work_.share_known = 0;
      (this->*(part_.from == nullptr ? search_ : &Scan::go_on))(root_->position, root_->window, root_->remaining,
                                                                root_->path.size());
      work_.set_share(share_);
      parts.end(std::move(part_), outcome_ == Outcome::enough, std::move(stopped_at_));
    }
    work_.hand_over();
    return outcome_;
  }
  double nanoseconds() const { return nanoseconds_per_node<W> * static_cast<double>(work_.nodes); }

 private:
  using Search = void (Scan::*)(int, Window, Remaining, std::size_t);

  // The inner loop is worth a version for each shape of the tables.
  static Search search_for(const Tables<W, L, M>& tables) {
    if constexpr (W == 1 && M == 1) {
      static constexpr auto searches = []<int... C>(std::integer_sequence<int, C...>) {
        return std::array<std::array<Search, 2>, sizeof...(C)>{{{&Scan::search<C, false>, &Scan::search<C, true>}...}};
      }(std::make_integer_sequence<int, 9>());
      return searches[tables.fit.chunk_count()][tables.stock.counts_pieces() ? 1 : 0];
    } else {
      return &Scan::search<0, true>;
    }
  }

  // The position is undecided, or the end.
  template <int Chunks, bool Counted>
  void search(int position, Window window, Remaining remaining, std::size_t depth) {
    for (;;) {
      if (position >= tables_.positions()) return finish(remaining, depth);
      if (work_.count_node() && !check(position, depth)) return;
      Mask tiles = tables_.fit.template fitting<Chunks>(position, window);
      if constexpr (Counted) tiles &= tables_.stock.available(position, remaining);
      for (int tile = tiles.first(); tile >= 0; tile = tiles.first()) {
        tiles.reset(tile);
        int next = position;
        Window filled = window;
        tables_.place(tile, next, filled);
        path_[depth] = {position, tile};
        search<Chunks, Counted>(next, filled, Counted ? after(remaining, position, tile) : remaining, depth + 1);
        if (outcome_ != Outcome::complete) return;
      }
      if (!tables_.stock.has_holes() || !tables_.stock.take_hole(position, remaining)) return;
      tables_.leave_empty(position, window);
    }
  }

  Remaining after(const Remaining& remaining, int position, int tile) const {
    return Stock<L, M>::minus(remaining, tables_.stock.cost(position, tile));
  }

  [[gnu::noinline]] void finish(const Remaining& remaining, std::size_t depth) {
    if (!tables_.stock.accepts(remaining)) return;
    ++work_.found;
    if (!part_.listener->found(placements(depth))) outcome_ = Outcome::enough;
  }

  std::vector<IndexedPlacement> placements(std::size_t depth) const {
    return placements_of(tables_.problem, std::span(path_).first(depth));
  }

  [[gnu::noinline]] bool check(int position, std::size_t depth) {
    if (work_.hand_over()) {
      work_.set_share(share_ * share_at(position, depth));
      control_.report(placements(depth));
    }
    outcome_ = work_.check(*parts_, part_.number);
    if (outcome_ == Outcome::stopped || outcome_ == Outcome::too_large)
      stopped_at_ = {{path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth)}, position};
    return outcome_ == Outcome::complete;
  }

  // Goes on after the boards that came before the one at which the part was stopped, from a board that is on its way.
  void go_on(int position, Window window, Remaining remaining, std::size_t depth) {
    const auto& [tiles, last] = *part_.from;
    for (;;) {
      if (depth == tiles.size() && position == last) return (this->*search_)(position, window, remaining, depth);
      const int target = depth < tiles.size() ? tiles[depth].position : last;
      const bool is_there = position == target;
      if (position > target || position >= tables_.positions()) throw BrokenCheckpoint();
      if (is_there) {
        const int before = tiles[depth].tile;
        Mask choices = tables_.choices(position, window, remaining);
        if (before >= 64 * M || !choices.test(before)) throw BrokenCheckpoint();
        for (int tile = choices.first(); tile >= 0; tile = choices.first()) {
          choices.reset(tile);
          if (tile < before) continue;
          int next = position;
          Window filled = window;
          tables_.place(tile, next, filled);
          path_[depth] = {position, tile};
          (this->*(tile == before ? &Scan::go_on : search_))(next, filled, after(remaining, position, tile), depth + 1);
          if (outcome_ != Outcome::complete) return;
        }
      }
      const bool may_be_hole = tables_.stock.has_holes() && tables_.stock.take_hole(position, remaining);
      if (is_there && !may_be_hole) return;
      if (!may_be_hole) throw BrokenCheckpoint();
      tables_.leave_empty(position, window);
      if (is_there) return (this->*search_)(position, window, remaining, depth);
    }
  }

  // The share of this part that is done when the search is at a board, after Knuth ("Estimating the efficiency of
  // backtrack programs", 1975): of a board's children, each is taken to be as much work as the others.
  double share_at(int position, std::size_t depth) const {
    double done = 0, weight = 1;
    auto [at, window, remaining, path, share] = *root_;
    for (std::size_t d = path.size(); at < position || d < depth;) {
      Mask tiles = tables_.choices(at, window, remaining);
      Remaining with_hole = remaining;
      const bool may_be_hole = tables_.stock.has_holes() && tables_.stock.take_hole(at, with_hole);
      double before = tiles.count();
      weight /= std::max(1., before + (may_be_hole ? 1 : 0));
      if (d < depth && at == path_[d].position) {
        const int tile = path_[d++].tile;
        for (before = 0; tiles.first() != tile; ++before) tiles.reset(tiles.first());
        remaining = after(remaining, at, tile);
        tables_.place(tile, at, window);
      } else {
        remaining = with_hole;
        tables_.leave_empty(at, window);
      }
      done += before * weight;
    }
    return done;
  }

  const Tables<W, L, M>& tables_;
  Control& control_;
  ThreadWork work_;
  Search search_;
  Outcome outcome_ = Outcome::complete;
  std::vector<PlacedTile> path_;
  Parts* parts_ = nullptr;
  // The part at work: its share of the whole search, and where it was stopped.
  Parts::Part part_{};
  const Root<W, L>* root_ = nullptr;
  double share_ = 1;
  std::optional<SearchPath> stopped_at_;
};

// Random walks down the tree: each counts a board's children as often as there are boards like it, judging by the
// numbers of children above it.
template <int W, int L, int M>
TreeEstimate estimate_with(const Tables<W, L, M>& tables, double nanoseconds) {
  Pcg random(1);
  Walks walks(2000, 1e6, nanoseconds);
  for (; walks.go_on(); walks.end_walk()) {
    int position = 0;
    Bitboard<W> window;
    tables.fit.begin(position, window);
    Bitboard<L> remaining = tables.stock.start();
    for (double weight = 1; position < tables.positions();) {
      walks.visit(nanoseconds_per_node<W>, weight);
      Bitboard<L> with_hole = remaining;
      const bool may_be_hole = tables.stock.has_holes() && tables.stock.take_hole(position, with_hole);
      auto tiles = tables.choices(position, window, remaining);
      const int count = tiles.count(), children = count + (may_be_hole ? 1 : 0);
      if (children == 0) break;
      weight *= children;
      const int child = random.next_int(children);
      if (child == count) {
        remaining = with_hole;
        tables.leave_empty(position, window);
        continue;
      }
      for (int before = 0; before < child; ++before) tiles.reset(tiles.first());
      remaining = Stock<L, M>::minus(remaining, tables.stock.cost(position, tiles.first()));
      tables.place(tiles.first(), position, window);
    }
  }
  return walks.estimate();
}

template <int W, int L, int M>
class ScanTree final : public SearchTree {
 public:
  explicit ScanTree(const Problem& problem) : tables_(problem) {}

  Outcome list(const Effort& effort, Control& control, Listener& listener) override {
    const std::uint64_t max_nodes =
        effort.max_nanoseconds == 0 ? effort.max_nodes
                                    : static_cast<std::uint64_t>(effort.max_nanoseconds / nanoseconds_per_node<W>) + 1;
    return search_in_parts(
        effort, control, listener, [&](std::size_t depth) { return Top<W, L, M>(tables_, depth); },
        [&](int /*thread*/, const auto& roots, double all_shares, Parts& parts) {
          Scan<W, L, M> search(tables_, max_nodes, control);
          const Outcome outcome = search.run(roots, all_shares, parts);
          if (effort.nanoseconds != nullptr) *effort.nanoseconds = search.nanoseconds();
          return outcome;
        });
  }
  TreeEstimate estimate(double nanoseconds) override { return estimate_with(tables_, nanoseconds); }

 private:
  Tables<W, L, M> tables_;
};

}  // namespace

const Engine scan_engine{.name = "scan",
                         .summary = "depth first, one partial board after the other",
                         .restriction = restriction_of_piece_or_holes,
                         .tree = tree_with_tables<ScanTree>};

}  // namespace pentocity::packing
