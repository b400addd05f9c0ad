// The engine `scan`: a depth-first search that fills the first undecided cell in all ways, or leaves it empty. It suits
// puzzles with small search trees, or with few equal partial solutions.
//
// parts.hpp says how threads share the tree and how a search is kept. Scan::follow_way() leads to the board with which
// a part begins, or at which it was stopped. From there Scan::search() tries each of the tiles that fit at the first
// undecided cell and of which pieces remain, in turn; at last, the cell is left empty.

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "engines/engine.hpp"
#include "engines/parts.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

template <int W>
constexpr double nanoseconds_per_node = W == 1   ? 13
                                        : W == 2 ? 25
                                                 : 100;

template <int W, int L, int M>
class Scan final : public PartSearch {
 public:
  Scan(const Tables<W, L, M>& tables, const Effort& effort, Control& control)
      : PartSearch(effort, control, std::numeric_limits<std::uint64_t>::max()),
        tables_(tables),
        search_(search_for(tables)),
        path_(tables.positions()) {}

  double nanoseconds() const override { return nanoseconds_per_node<W> * static_cast<double>(nodes()); }

 private:
  using Board = typename Tables<W, L, M>::Board;
  using Window = Bitboard<W>;
  using Remaining = Bitboard<L>;
  using Mask = Bitboard<M>;
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

  void search() override { follow_way(tables_.first(), 0); }

  // Goes on towards the end of the way. Searches there, and then what comes behind that below the root of the part.
  void follow_way(Board board, std::size_t depth) {
    const auto& [tiles, last] = way();
    const bool is_last = depth == tiles.size();
    const int target = is_last ? last : tiles[depth].position;
    while (board.position < target)
      if (board.position >= tables_.positions() || !tables_.leave_empty(board)) throw BrokenCheckpoint();
    if (board.position != target || (!is_last && target >= tables_.positions())) throw BrokenCheckpoint();
    if (is_last) return search_from(board, depth);
    const int before = tiles[depth].tile;
    Mask choices = tables_.choices(board);
    if (before >= 64 * M || !choices.test(before)) throw BrokenCheckpoint();
    const bool is_above_root = depth < root_depth();
    for (int tile = choices.first(); tile >= 0; tile = choices.first()) {
      choices.reset(tile);
      if (tile < before) continue;
      Board next = board;
      tables_.place(tile, next);
      path_[depth] = {board.position, tile};
      tile == before ? follow_way(next, depth + 1) : search_from(next, depth + 1);
      if (!goes_on() || is_above_root) return;
    }
    if (tables_.leave_empty(board)) search_from(board, depth);
  }
  void search_from(const Board& board, std::size_t depth) {
    (this->*search_)(board.position, board.window, board.remaining, depth);
  }

  // The position is undecided, or the end.
  template <int Chunks, bool Counted>
  void search(int position, Window window, Remaining remaining, std::size_t depth) {
    for (;;) {
      if (position >= tables_.positions()) return finish(remaining, depth);
      if (count_node() && !check_at(position, depth)) return;
      Mask tiles = tables_.fit.template fitting<Chunks>(position, window);
      if constexpr (Counted) tiles &= tables_.stock.available(position, remaining);
      for (int tile = tiles.first(); tile >= 0; tile = tiles.first()) {
        tiles.reset(tile);
        int next = position;
        Window filled = window;
        tables_.place(tile, next, filled);
        path_[depth] = {position, tile};
        search<Chunks, Counted>(next, filled, Counted ? after(remaining, position, tile) : remaining, depth + 1);
        if (!goes_on()) return;
      }
      if (!tables_.stock.has_holes() || !tables_.stock.take_hole(position, remaining)) return;
      tables_.leave_empty(position, window);
    }
  }

  Remaining after(const Remaining& remaining, int position, int tile) const {
    return Stock<L, M>::minus(remaining, tables_.stock.cost(position, tile));
  }

  [[gnu::noinline]] void finish(const Remaining& remaining, std::size_t depth) {
    depth_ = depth;
    if (tables_.stock.accepts(remaining)) found();
  }
  [[gnu::noinline]] bool check_at(int position, std::size_t depth) {
    position_ = position;
    depth_ = depth;
    return check();
  }

  SearchPath board() const override { return {placements(), position_}; }
  std::vector<PlacedTile> placements() const override {
    return {path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth_)};
  }
  // After Knuth ("Estimating the efficiency of backtrack programs", 1975): of a board's children, each is taken to be
  // as much work as the others.
  double share_before() const override {
    double done = 0, weight = 1;
    Board board = tables_.first();
    for (std::size_t d = 0; board.position < position_ || d < depth_;) {
      Mask tiles = tables_.choices(board);
      Board with_hole = board;
      const bool may_be_hole = tables_.leave_empty(with_hole);
      double before = tiles.count();
      const double children = std::max(1., before + (may_be_hole ? 1 : 0));
      const bool is_above_root = d < root_depth();
      if (d < depth_ && board.position == path_[d].position) {
        const int tile = path_[d++].tile;
        for (before = 0; tiles.first() != tile; ++before) tiles.reset(tiles.first());
        tables_.place(tile, board);
      } else {
        board = with_hole;
      }
      if (is_above_root) continue;
      weight /= children;
      done += before * weight;
    }
    return done;
  }

  const Tables<W, L, M>& tables_;
  Search search_;
  std::vector<PlacedTile> path_;
  // The present board, where check() or found() is called.
  int position_ = 0;
  std::size_t depth_ = 0;
};

template <int W, int L, int M>
class ScanTree final : public TreeOfParts {
 public:
  explicit ScanTree(const Problem& problem) : tables_(problem) {}

  // Random walks down the tree: each counts a board's children as often as there are boards like it, judging by the
  // numbers of children above it.
  TreeEstimate estimate(double nanoseconds) override {
    Pcg random(1);
    Walks walks(2000, 1e6, nanoseconds);
    for (; walks.go_on(); walks.end_walk()) {
      Board board = tables_.first();
      for (double weight = 1; board.position < tables_.positions();) {
        walks.visit(nanoseconds_per_node<W>, weight);
        auto tiles = tables_.choices(board);
        Board with_hole = board;
        const int count = tiles.count(), children = count + (tables_.leave_empty(with_hole) ? 1 : 0);
        if (children == 0) break;
        weight *= children;
        const int child = random.next_int(children);
        if (child == count) {
          board = with_hole;
          continue;
        }
        for (int before = 0; before < child; ++before) tiles.reset(tiles.first());
        tables_.place(tiles.first(), board);
      }
    }
    return walks.estimate();
  }

 private:
  using Board = typename Tables<W, L, M>::Board;

  // The boards of `depth` pieces, and the solutions of fewer.
  Top top(std::size_t depth) override {
    Top out;
    std::vector<PlacedTile> path;
    add_to(out, depth, tables_.first(), path, 1);
    return out;
  }
  // Adds what is below a board.
  void add_to(Top& top, std::size_t depth, Board board, std::vector<PlacedTile>& path, double share) const {
    for (;;) {
      if (path.size() == depth || board.position >= tables_.positions())
        return top.roots.push_back({{path, board.position}, share});
      ++top.nodes;
      const auto tiles = tables_.choices(board);
      Board with_hole = board;
      const bool may_be_hole = tables_.leave_empty(with_hole);
      share /= std::max(1, tiles.count() + (may_be_hole ? 1 : 0));
      tiles.for_each([&](int tile) {
        Board child = board;
        tables_.place(tile, child);
        path.push_back({board.position, tile});
        add_to(top, depth, child, path, share);
        path.pop_back();
      });
      if (!may_be_hole) return;
      board = with_hole;
    }
  }
  std::unique_ptr<PartSearch> search_of(int /*thread*/, const Effort& effort, Control& control) override {
    return std::make_unique<Scan<W, L, M>>(tables_, effort, control);
  }

  Tables<W, L, M> tables_;
};

}  // namespace

const Engine scan_engine{.name = "scan",
                         .summary = "depth first, one partial board after the other",
                         .restriction = restriction_of_piece_or_holes,
                         .tree = tree_with_tables<ScanTree>};

}  // namespace pentocity::packing
