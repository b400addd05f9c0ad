// The engine `cover`: exact cover, depth first, by the rule of fewest options: of all cells and pieces, the one is
// decided on that can be covered in the fewest ways (dancing_cells.hpp). It suits puzzles with corners and pieces that
// fit in few places, wherever these are on the board.
//
// The items are the cells, the pieces whose number is counted, and the holes; the options are the tiles at their
// positions, and the holes. An item's options are tried in the order of their numbers, so that the tree does not depend
// on the way to a board. parts.hpp says how threads share the tree and how a search is kept.

#include <algorithm>
#include <deque>
#include <span>
#include <utility>

#include "engines/dancing_cells.hpp"
#include "engines/engine.hpp"
#include "engines/parts.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

// A problem as an exact cover.
class Cover {
 public:
  explicit Cover(const Problem& problem)
      : problem_(problem),
        cells_(items_of(problem), static_cast<std::size_t>(std::count(problem.free.begin(), problem.free.end(), true)),
               longest_option(problem), most_options(problem)) {
    options_.reserve(most_options(problem));
    std::vector<std::int32_t> items;
    for (int p = 0; p < problem.positions(); ++p) {
      if (!problem.free[p]) continue;
      const auto& tiles = problem.tiles_at(p);
      for (int t = 0; t < static_cast<int>(tiles.size()); ++t)
        if (fits(p, tiles[t]) &&
            !std::binary_search(problem.forbidden.begin(), problem.forbidden.end(), std::pair(p, t))) {
          items.clear();
          for (const int offset : tiles[t].offsets) items.push_back(item_of_cell_[p + offset]);
          if (const int piece = item_of_piece_[tiles[t].pieces[0].first]; piece >= 0) items.push_back(piece);
          add({p, t}, items);
        }
      if (item_of_holes_ >= 0 && problem.cells_at[p] == 1)
        add({p, static_cast<int>(tiles.size())}, std::vector{item_of_cell_[p], item_of_holes_});
    }
    for (const auto& limit : problem.hole_limits) hole_room_.push_back(limit.limit);
    is_possible_ = cells_.begin();
  }

  /// The bytes that the tables take at most.
  static double bytes(const Problem& problem) {
    return static_cast<double>(most_options(problem)) *
           static_cast<double>(DancingCells::bytes_per_option(longest_option(problem)) + sizeof(PlacedTile));
  }
  /// What a search takes that visits so many nodes and removes so many options from an item, about.
  double nanoseconds(std::uint64_t nodes, std::uint64_t removed) const {
    constexpr double per_node = 240, per_item = 0.5, per_entry = 1.5;
    return (per_node + per_item * static_cast<double>(cells_.ends().size())) * static_cast<double>(nodes) +
           per_entry * static_cast<double>(longest_option(problem_)) * static_cast<double>(removed);
  }
  DancingCells& cells() { return cells_; }
  const DancingCells& cells() const { return cells_; }
  /// False if some item has too few options from the beginning.
  bool is_possible() const { return is_possible_; }
  const PlacedTile& option(DancingCells::Entry x) const { return options_[cells_.option(x)]; }

  /// Whether an option is a hole: then its tile is the number of tiles.
  bool is_hole(const PlacedTile& option) const {
    return option.tile == static_cast<int>(problem_.tiles_at(option.position).size());
  }

  /// As in DancingCells, with the limits on holes.
  bool take(DancingCells::Entry x) { return add_to_hole_room(x, -1) & cells_.take(x); }
  void put_back(DancingCells::Entry x) {
    add_to_hole_room(x, 1);
    cells_.put_back(x);
  }

 private:
  std::vector<DancingCells::Bounds> items_of(const Problem& problem) {
    std::vector<DancingCells::Bounds> out;
    item_of_cell_.assign(problem.free.size(), -1);
    for (std::size_t p = 0; p < problem.free.size(); ++p)
      if (problem.free[p]) {
        item_of_cell_[p] = static_cast<std::int32_t>(out.size());
        out.emplace_back();
      }
    for (const Packing::Piece& piece : problem.packing->pieces) {
      item_of_piece_.push_back(piece.max ? static_cast<int>(out.size()) : -1);
      if (piece.max) out.push_back({piece.min, *piece.max});
    }
    if (problem.packing->max_holes > 0) {
      item_of_holes_ = static_cast<int>(out.size());
      out.push_back({problem.packing->min_holes, problem.packing->max_holes});
    }
    return out;
  }
  // As if all tiles fitted everywhere.
  static std::size_t most_options(const Problem& problem) {
    std::size_t out = 0;
    for (int p = 0; p < problem.positions(); ++p)
      if (problem.free[p]) out += problem.tiles_at(p).size() + 1;
    return out;
  }
  // A tile's cells and its piece; a hole has two items as well.
  static std::size_t longest_option(const Problem& problem) {
    std::size_t out = 1;
    for (const auto& tiles : problem.tiles)
      for (const Problem::Tile& tile : tiles) out = std::max(out, tile.offsets.size());
    return out + 1;
  }
  bool fits(int position, const Problem::Tile& tile) const {
    return problem_.packing->pieces[tile.pieces[0].first].max != 0 &&
           std::all_of(tile.offsets.begin(), tile.offsets.end(), [&](int offset) {
             const int at = position + offset;
             return offset >= 0 && at < problem_.positions() && problem_.free[at];
           });
  }
  void add(const PlacedTile& option, std::span<const std::int32_t> items) {
    options_.push_back(option);
    cells_.add_option(items);
  }
  // False if a limit is exceeded.
  bool add_to_hole_room(DancingCells::Entry x, int times) {
    if (hole_room_.empty()) return true;
    const PlacedTile& taken = option(x);
    bool out = true;
    for (std::size_t i = 0; i < hole_room_.size() && is_hole(taken); ++i)
      out &= (hole_room_[i] += times * problem_.hole_limits[i].costs[taken.position]) >= 0;
    return out;
  }

  const Problem& problem_;
  std::vector<std::int32_t> item_of_cell_;  // by position
  std::vector<int> item_of_piece_;          // -1: its number is not counted
  int item_of_holes_ = -1;
  DancingCells cells_;
  std::vector<PlacedTile> options_;
  std::vector<int> hole_room_;  // what remains of each limit on holes
  bool is_possible_ = false;
};

// The tree of a cover: where a search is, and its steps.
class CoverTree {
 public:
  explicit CoverTree(const Problem& problem) : cover_(problem), whole_(cover_.cells().ends()) {}

  const Cover& cover() const { return cover_; }
  std::size_t depth() const { return depth_; }
  /// The options that were taken.
  std::vector<PlacedTile> path() const {
    std::vector<PlacedTile> out;
    for (std::size_t d = 0; d < depth_; ++d) out.push_back(cover_.option(levels_[d].taken()));
    return out;
  }
  /// The share of the tree below the board at this depth that lies before the present one: of a board's children, each
  /// is taken to be as much as the others.
  double share_before(std::size_t from) const {
    double out = 0, weight = 1;
    for (std::size_t d = from; d < depth_; ++d) {
      weight /= levels_[d].count;
      out += weight * levels_[d].at;
    }
    return out;
  }
  /// The item to decide on; -1 if all cells are covered.
  int choose() const { return cover_.cells().choose(); }

  /// Takes each option of an item in turn, from `from` on if that is not null, and calls f(number of options), until
  /// that returns false. Throws BrokenCheckpoint if `from` is none of them.
  template <class F>
  void for_each_option(int item, const PlacedTile* from, F&& f) {
    DancingCells& cells = cover_.cells();
    if (levels_.size() == depth_) levels_.emplace_back();
    Level& level = levels_[depth_];
    const auto options = cells.options_of(item);
    level.options.assign(options.begin(), options.end());
    std::sort(level.options.begin(), level.options.end());
    level.count = cells.ways(item);
    level.ends = cells.ends();
    const bool drops = cells.is_multiple(item);
    bool before = from != nullptr, goes_on = true;
    for (level.at = 0; level.at < level.count && goes_on; ++level.at) {
      const DancingCells::Entry x = level.taken();
      if (before && cover_.option(x) == *from) before = false;
      if (!before) {
        const bool can_be = cover_.take(x);
        ++depth_;
        if (can_be) goes_on = f(level.count);
        --depth_;
        cover_.put_back(x);
        cells.restore(level.ends);
      }
      if (!drops) continue;
      goes_on &= cells.drop(x);
      level.ends = cells.ends();
    }
    if (before) throw BrokenCheckpoint();
    if (depth_ == 0) cells.restore(whole_);
  }

  /// Estimates what a search takes, by random walks down the tree, as for `scan`. The tree is to be at its root.
  TreeEstimate estimate(double nanoseconds) {
    if (!cover_.is_possible()) return {};
    Pcg random(1);
    DancingCells& cells = cover_.cells();
    Walks walks(1000, 5e6, nanoseconds);
    for (std::vector<DancingCells::Entry> options, taken; walks.go_on(); walks.end_walk()) {
      taken.clear();
      double weight = 1;
      for (int item = cells.choose(); item >= 0; item = cells.choose()) {
        const auto all = cells.options_of(item);
        options.assign(all.begin(), all.end());
        std::sort(options.begin(), options.end());
        const int count = cells.ways(static_cast<std::size_t>(item)), child = random.next_int(count);
        weight *= count;
        bool can_be = true;
        const std::uint64_t before = cells.removed();
        for (int i = 0; cells.is_multiple(item) && i < child; ++i) can_be &= cells.drop(options[i]);
        taken.push_back(options[child]);
        can_be = can_be && cover_.take(options[child]);
        walks.visit(cover_.nanoseconds(1, cells.removed() - before), weight);
        if (!can_be) break;
      }
      for (; !taken.empty(); taken.pop_back()) cover_.put_back(taken.back());
      cells.restore(whole_);
    }
    return walks.estimate();
  }

 private:
  // A board on the way to the present one: the options of the item that was decided on, of which the first `count` are
  // tried in turn.
  struct Level {
    std::vector<DancingCells::Entry> options;
    int at = 0, count = 0;
    DancingCells::Ends ends;

    DancingCells::Entry taken() const { return options[at]; }
  };

  Cover cover_;
  DancingCells::Ends whole_;
  std::deque<Level> levels_;  // a level stays where it is while others are added
  std::size_t depth_ = 0;
};

// The search of a thread.
class CoverSearch final : public PartSearch {
 public:
  /// @param own the tree, if it is not another one's
  CoverSearch(const Problem& problem, CoverTree& tree, std::unique_ptr<CoverTree> own, const Effort& effort,
              Control& control)
      : PartSearch(effort, control, 256),  // a node takes more time than one of `scan`
        problem_(problem),
        own_(std::move(own)),
        tree_(tree),
        removed_before_(tree.cover().cells().removed()) {}

  double nanoseconds() const override {
    return tree_.cover().nanoseconds(nodes(), tree_.cover().cells().removed() - removed_before_);
  }

 private:
  void search() override {
    if (tree_.cover().is_possible()) search(true);
  }
  // `on_way`: the board is on the way to the one with which the part begins, or at which it was stopped.
  void search(bool on_way) {
    const std::size_t depth = tree_.depth();
    const int item = tree_.choose();
    if (on_way && depth == way().tiles.size()) on_way = false;
    if (item < 0) {
      if (on_way) throw BrokenCheckpoint();
      if (has_allowed_counts()) found();
      return;
    }
    if (!on_way && count_node() && !check()) return;
    tree_.for_each_option(item, on_way ? &way().tiles[depth] : nullptr, [&](int) {
      search(std::exchange(on_way, false));
      return goes_on() && depth >= root_depth();
    });
  }

  bool has_allowed_counts() const {
    const Packing& packing = *problem_.packing;
    if (!packing.counts_allowed) return true;
    std::vector<int> used(packing.pieces.size());
    for (const PlacedTile& placed : placements()) ++used[problem_.tile(placed).pieces[0].first];
    return packing.counts_allowed(used);
  }

  SearchPath board() const override { return {tree_.path(), 0}; }
  // In the order of their first cells.
  std::vector<PlacedTile> placements() const override {
    auto path = tree_.path();
    std::erase_if(path, [&](const PlacedTile& placed) { return tree_.cover().is_hole(placed); });
    std::sort(path.begin(), path.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
    return path;
  }
  double share_before() const override { return tree_.share_before(root_depth()); }

  const Problem& problem_;
  const std::unique_ptr<CoverTree> own_;
  CoverTree& tree_;
  std::uint64_t removed_before_;
};

// The tree of a problem, with tables for one thread.
class CoverOfProblem final : public TreeOfParts {
 public:
  explicit CoverOfProblem(const Problem& problem) : problem_(problem), tree_(problem) {}

  Outcome list(const Effort& effort, Control& control, Listener& listener) override {
    Effort within = effort;  // each thread has its own tables
    within.jobs =
        static_cast<int>(std::min<double>(effort.jobs, static_cast<double>(effort.max_bytes) / Cover::bytes(problem_)));
    return TreeOfParts::list(within, control, listener);
  }
  TreeEstimate estimate(double nanoseconds) override { return tree_.estimate(nanoseconds); }

 private:
  // The boards after `decisions` choices between several options, and the solutions after fewer.
  Top top(std::size_t decisions) override {
    Top out;
    if (decisions == 0)
      out.roots.emplace_back();
    else if (tree_.cover().is_possible())
      add_to(out, decisions, 1);
    return out;
  }
  // Adds what is below the present board of the tree.
  void add_to(Top& top, std::size_t decisions, double share) {
    const int item = tree_.choose();
    if (decisions == 0 || item < 0) return top.roots.push_back({{tree_.path()}, share});
    ++top.nodes;
    tree_.for_each_option(item, nullptr, [&](int count) {
      add_to(top, decisions - (count > 1 ? 1 : 0), share / count);
      return true;
    });
  }
  std::unique_ptr<PartSearch> search_of(int thread, const Effort& effort, Control& control) override {
    auto own = thread == 0 ? nullptr : std::make_unique<CoverTree>(problem_);
    CoverTree& tree = own ? *own : tree_;
    return std::make_unique<CoverSearch>(problem_, tree, std::move(own), effort, control);
  }

  const Problem& problem_;
  CoverTree tree_;
};

std::unique_ptr<SearchTree> cover_tree(const Problem& problem, const Effort& effort) {
  const double bytes = Cover::bytes(problem);
  if (bytes <= static_cast<double>(effort.max_bytes)) return std::make_unique<CoverOfProblem>(problem);
  if (effort.bytes_wanted != nullptr) *effort.bytes_wanted = bytes;
  return nullptr;
}

}  // namespace

const Engine cover_engine{.name = "cover",
                          .summary = "depth first, the cell or piece with the fewest ways to cover it first",
                          .restriction = restriction_of_piece_or_holes,
                          .tree = cover_tree,
                          .is_uneven = true};

}  // namespace pentocity::packing
