#include "frontier.hpp"

#include <algorithm>
#include <limits>

namespace pentocity::packing {
namespace {

constexpr std::uint64_t regions_between_checks = 1024;
// Merging is judged after so many regions, by arrivals per region.
constexpr std::uint64_t regions_to_judge = 100'000;
constexpr double min_arrivals_per_region = 1.2;
// The part of the cells that is swept from the beginning.
constexpr double meeting_share = 0.55;

struct NoCount {};
using Count64 = std::uint64_t;
__extension__ using Count128 = unsigned __int128;

// All return false on overflow.
template <class Count>
bool add(Count& to, const Count& n) {
  if constexpr (std::is_same_v<Count, Count64> || std::is_same_v<Count, Count128>)
    return !__builtin_add_overflow(to, n, &to);
  if constexpr (std::is_same_v<Count, BigCount>) to += n;
  return true;
}
template <class Count>
bool multiply(Count& to, const Count& n) {
  if constexpr (std::is_same_v<Count, Count64> || std::is_same_v<Count, Count128>)
    return !__builtin_mul_overflow(to, n, &to);
  if constexpr (std::is_same_v<Count, BigCount>) to *= n;
  return true;
}

// A board is a region to fill, told by its first position and its window, with what is left of the pieces and holes.
// The work on a region (what fits, which regions follow) is done once for its family, all that may be left there.
//
// If the pieces in the end are known (all counts are exact), most boards in the second half of the sweep lead nowhere.
// There families are not followed from the beginning but from the end, and matched where they meet; on the way down a
// bound of the family is enough to know the regions.
template <int W, int L, int M, class Count>
class Frontier {
 public:
  using Tables = Sweep<W, L, M>;
  using Window = typename Tables::Window;
  using Remaining = typename Tables::Remaining;
  using Mask = typename Tables::Mask;
  static constexpr bool counting = !std::is_same_v<Count, NoCount>;

  Frontier(const Tables& tables, const FrontierLimits& limits, Control& control)
      : tables_(tables),
        limits_(limits),
        control_(control),
        layers_(static_cast<std::size_t>(tables.positions()) + 1) {}

  /// Visits all boards.
  Outcome run() {
    int first = 0;
    Window window;
    tables_.begin(first, window);
    if (first < tables_.positions()) arrive(layer(first), first, window, {none, 0, 0}, 1);
    meeting_ = tables_.ends_exactly() ? std::max(first + 1, tables_.position_at(meeting_share)) : tables_.positions();
    for (int p = first; p < tables_.positions(); ++p) {
      Layer& here = layer(p);
      here.first_board = next_board_;
      group_arrivals(here);
      here.bounds.resize(here.edges_end.size());
      if (p < meeting_) here.remainders_end.resize(here.edges_end.size());
      for (std::uint32_t region = 0; region < here.edges_end.size(); ++region) {
        if (++regions_ % regions_between_checks == 0)
          if (const Outcome outcome = check(); outcome != Outcome::complete) return outcome;
        if (!tables_.pockets_fit(p, windows_[region])) {
          if (p < meeting_) end_family(here, region);
          continue;
        }
        if (p < meeting_ ? find_family(here, p, region) : bound_family(here, p, region)) follow(here, p, region);
      }
      keep_families(here);
      if (const Outcome outcome = finish(p); outcome != Outcome::complete) return outcome;
    }
    group_arrivals(layers_.back());
    return go_back();
  }

  bool overflow() const { return overflow_; }
  const Count& total() const { return total_; }

  /// Reports all ways from the beginning to the end.
  Outcome list(Listener& listener) {
    if (meetings_.empty()) return Outcome::complete;
    find_steps_above();
    return list_from(first_board, listener);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  static constexpr int hole = -1;
  static constexpr std::uint32_t first_board = 1;

  // How a region is reached.
  struct Edge {
    std::uint32_t from;
    std::uint16_t position;  // of the region it comes from
    std::int16_t item;       // or hole
  };
  struct Arrival {
    Window window;
    Edge edge;
  };
  struct Bound {
    Remaining max;   // no member of the family has a bit that is not set here
    Remaining each;  // every member has these
  };
  // A board found from the end: the region may be filled with what is left.
  struct Return {
    Remaining remaining;
    std::uint32_t region;
    std::uint32_t after;  // the board that follows; none: this is the end
    std::int16_t item;
    [[no_unique_address]] Count count;
  };
  struct Layer {
    std::vector<Arrival> arrivals;  // the first `arrived` of them
    std::size_t arrived = 0;
    std::vector<Edge> edges;                    // region after region
    std::vector<std::uint32_t> edges_end;       // by region
    std::vector<Bound> bounds;                  // by region
    std::vector<Return> returns;                // below the meeting
    std::vector<Remaining> remainders;          // family after family
    std::vector<std::uint32_t> remainders_end;  // by region
    std::vector<Count> counts;                  // by remainder
    std::uint32_t first_board = 0;              // the number of the first remainder
    int last_child = -1;
  };
  // From a board to one that follows.
  struct Step {
    std::uint32_t next;  // another step from the same board
    std::uint32_t board;
    std::uint16_t position;
    std::int16_t item;
  };
  struct Meeting {
    Edge edge;
    std::uint32_t remaining;  // of the layer that the edge comes from
    std::uint32_t below;      // the board that it leads to
  };

  Layer& layer(int position) { return layers_[position]; }
  const Layer& layer(int position) const { return layers_[position]; }
  static std::uint32_t begin_of(const std::vector<std::uint32_t>& ends, std::uint32_t i) {
    return i == 0 ? 0 : ends[i - 1];
  }
  const Remaining& cost(const Edge& edge) const {
    return edge.item == hole ? tables_.hole_cost(edge.position) : tables_.cost(edge.position, edge.item);
  }
  static Count one() {
    if constexpr (counting) return 1;
    return {};
  }
  Count orbit(int position, int item) const {
    if constexpr (counting) return Count{item == hole ? 1 : tables_.orbit(position, item)};
    return {};
  }

  // Where the next arrival at a layer is to be written; it counts once `arrived` is raised.
  static Arrival& next_arrival(Layer& there) {
    if (there.arrived == there.arrivals.size()) there.arrivals.resize(2 * there.arrived + 64);
    return there.arrivals[there.arrived];
  }

  // Arrivals with the same window become one region: its edges stand together.
  void group_arrivals(Layer& here) {
    const std::size_t n = std::exchange(here.arrived, 0);
    arrivals_ += n;
    std::size_t size = 16;
    while (size < 2 * n) size *= 2;
    if (slots_.size() < size || next_slot_ > none - n) {
      slots_.assign(std::max(size, slots_.size()), 0);
      next_slot_ = 1;
    }
    // Slots of layers before have smaller numbers, and count as empty.
    const std::uint32_t first_slot = next_slot_;
    if (region_of_.size() < n) {
      region_of_.resize(2 * n);
      windows_.resize(2 * n);
      sizes_.resize(2 * n);
    }
    for (std::size_t a = 0; a < n; ++a) {
      const Window& window = here.arrivals[a].window;
      std::size_t slot = hash(window) & (size - 1);
      while (slots_[slot] >= first_slot && !(windows_[slots_[slot] - first_slot] == window))
        slot = (slot + 1) & (size - 1);
      if (slots_[slot] < first_slot) {
        windows_[next_slot_ - first_slot] = window;
        sizes_[next_slot_ - first_slot] = 0;
        slots_[slot] = next_slot_++;
      }
      const std::uint32_t region = slots_[slot] - first_slot;
      region_of_[a] = region;
      ++sizes_[region];
    }
    here.edges_end.assign(sizes_.begin(), sizes_.begin() + (next_slot_ - first_slot));
    std::uint32_t sum = 0;
    for (std::uint32_t& end : here.edges_end) end = std::exchange(sum, sum + end);
    here.edges.resize(n);
    for (std::size_t a = 0; a < n; ++a) here.edges[here.edges_end[region_of_[a]]++] = here.arrivals[a].edge;
    // The next layer without memory for arrivals takes this one's.
    while (heir_ < layers_.size() && (!layers_[heir_].arrivals.empty() || &layers_[heir_] <= &here)) ++heir_;
    if (heir_ < layers_.size()) layers_[heir_].arrivals.swap(here.arrivals);
    std::vector<Arrival>().swap(here.arrivals);
  }

  template <int N>
  static std::size_t hash(const Bitboard<N>& b) {
    std::uint64_t h = 0;
    for (const std::uint64_t word : b.words) {
      h = (h ^ word) * 0x9E3779B97F4A7C15u;
      h ^= h >> 32;
    }
    return static_cast<std::size_t>(h);
  }

  // False if the family is empty.
  bool find_family(Layer& here, int position, std::uint32_t region) {
    begin_family();
    const Remaining useless = tables_.impossible(position, windows_[region]);
    const std::uint32_t first = begin_of(here.edges_end, region), last = here.edges_end[region];
    if (last - first == 1 && here.edges[first].from != none)
      follow_family(here.edges[first], useless);
    else
      for (std::uint32_t e = first; e < last; ++e) gather(here.edges[e], useless);
    end_family(here, region);
    if (family_end_ == family_begin_) return false;
    Bound bound{remainders_[family_begin_], remainders_[family_begin_]};
    for (std::size_t i = family_begin_ + 1; i < family_end_; ++i) {
      bound.max |= remainders_[i];
      bound.each &= remainders_[i];
    }
    here.bounds[region] = bound;
    return true;
  }

  // The family of a region that is reached in one way only: what is left of one family, in which no two are equal.
  void follow_family(const Edge& edge, const Remaining& useless) {
    const Layer& there = layer(edge.position);
    const std::uint32_t from = begin_of(there.remainders_end, edge.from), to = there.remainders_end[edge.from];
    reserve_remainders(to - from);
    if (counting && candidates_from_.size() < to - from) candidates_from_.resize(to - from);
    const std::size_t n =
        tables_.advance_all({there.remainders.data() + from, to - from}, take_over(edge), useless,
                            remainders_.data() + family_end_, counting ? candidates_from_.data() : nullptr);
    if constexpr (counting)
      for (std::size_t i = 0; i < n; ++i) {
        Count& count = counts_[family_end_ + i] = there.counts[from + candidates_from_[i]];
        overflow_ |= !multiply(count, orbit(edge.position, edge.item));
      }
    family_end_ += n;
    next_board_ += static_cast<std::uint32_t>(n);
  }

  // Adds what is left of a family after an edge.
  void gather(const Edge& edge, const Remaining& useless) {
    if (edge.from == none) {
      reserve_family(1);
      add_to_family(tables_.start(), one());
      return;
    }
    const Layer& there = layer(edge.position);
    const std::uint32_t from = begin_of(there.remainders_end, edge.from), to = there.remainders_end[edge.from];
    if (candidates_.size() < to - from) {
      candidates_.resize(to - from);
      candidates_from_.resize(to - from);
    }
    const std::size_t n = tables_.advance_all({there.remainders.data() + from, to - from}, take_over(edge), useless,
                                              candidates_.data(), counting ? candidates_from_.data() : nullptr);
    reserve_family(n);
    for (std::size_t i = 0; i < n; ++i) {
      Count count{};
      if constexpr (counting) {
        count = there.counts[from + candidates_from_[i]];
        overflow_ |= !multiply(count, orbit(edge.position, edge.item));
      }
      add_to_family(candidates_[i], count);
    }
  }

  // The families of the layer at work are gathered one after the other; for the last one a hash table finds equal
  // members. Boards of another family stay in it and are told by their numbers, which are smaller.
  void begin_family() {
    family_begin_ = family_end_;
    family_board_ = next_board_;
  }
  void end_family(Layer& here, std::uint32_t region) {
    here.remainders_end[region] = static_cast<std::uint32_t>(family_end_);
  }
  void keep_families(Layer& here) {
    const auto n = static_cast<std::ptrdiff_t>(family_end_);
    here.remainders.assign(remainders_.begin(), remainders_.begin() + n);
    if constexpr (counting)
      here.counts.assign(std::move_iterator(counts_.begin()), std::move_iterator(counts_.begin() + n));
    family_end_ = 0;
  }
  void reserve_remainders(std::size_t more) {
    if (remainders_.size() >= family_end_ + more) return;
    remainders_.resize(2 * (family_end_ + more));
    if constexpr (counting) counts_.resize(remainders_.size());
  }
  void reserve_family(std::size_t more) {
    reserve_remainders(more);
    const std::size_t n = family_end_ - family_begin_;
    if (family_slots_.size() >= 2 * (n + more)) return;
    std::size_t size = 64;
    while (size < 4 * (n + more)) size *= 2;
    family_slots_.assign(size, 0);
    for (std::size_t i = 0; i < n; ++i) {
      std::size_t slot = hash(remainders_[family_begin_ + i]) & (size - 1);
      while (family_slots_[slot] != 0) slot = (slot + 1) & (size - 1);
      family_slots_[slot] = family_board_ + static_cast<std::uint32_t>(i);
    }
  }
  // Returns the number of the board.
  std::uint32_t add_to_family(const Remaining& remaining, const Count& count) {
    const std::size_t mask = family_slots_.size() - 1;
    for (std::size_t slot = hash(remaining);; ++slot) {
      std::uint32_t& board = family_slots_[slot & mask];
      if (board < family_board_) {
        remainders_[family_end_] = remaining;
        if constexpr (counting) counts_[family_end_] = count;
        ++family_end_;
        return board = next_board_++;
      }
      const std::size_t index = family_begin_ + (board - family_board_);
      if (remainders_[index] == remaining) {
        if constexpr (counting) overflow_ |= !add(counts_[index], count);
        return board;
      }
    }
  }

  // False if no member of the family leads to the end.
  bool bound_family(Layer& here, int position, std::uint32_t region) {
    Bound bound;
    bound.each.words.fill(~std::uint64_t{0});
    for (std::uint32_t e = begin_of(here.edges_end, region); e < here.edges_end[region]; ++e) {
      const Edge& edge = here.edges[e];
      const Bound& from = layer(edge.position).bounds[edge.from];
      bound.max |= Tables::minus(from.max, cost(edge));
      bound.each &= from.each - (edge.item == hole ? Remaining{} : tables_.fields(edge.position, edge.item));
    }
    here.bounds[region] = bound;
    return !bound.each.intersects(tables_.impossible(position, windows_[region]));
  }

  void follow(Layer& here, int position, std::uint32_t region) {
    const Window window = windows_[region];
    const Remaining max = here.bounds[region].max;
    const Mask have = tables_.available(position, max);
    const int end = tables_.positions();
    // Without branches again; most of what fits leaves a cell that nothing fits.
    const Mask items = tables_.without_isolating(position, window, tables_.fitting(position, window) & have);
    items.for_each([&](int item) {
      int next = position;
      Window filled = window | tables_.cells(position, item);
      tables_.advance(next, filled);
      next = std::min(next, end);
      const Mask fitting = tables_.fitting(next, filled);
      const bool fits = fitting.intersects(tables_.same_items() ? have : tables_.available(next, max));
      arrive(here, next, filled, {region, static_cast<std::uint16_t>(position), static_cast<std::int16_t>(item)},
             static_cast<unsigned>(next == end) | static_cast<unsigned>(fits) |
                 static_cast<unsigned>(tables_.has_holes()));
    });
    if (tables_.has_holes()) {
      int next = position;
      Window filled = window;
      filled.set(0);
      tables_.advance(next, filled);
      arrive(here, std::min(next, end), filled, {region, static_cast<std::uint16_t>(position), hole}, 1);
    }
  }

  // Writes an arrival, and keeps it if `counts` is 1; otherwise it is 0. That is hard to predict, so there is no
  // branch.
  void arrive(Layer& here, int next, const Window& window, const Edge& edge, unsigned counts) {
    Layer& there = layer(next);
    // At the end all boards are alike.
    next_arrival(there) = {next == tables_.positions() ? Window{} : window, edge};
    there.arrived += counts;
    here.last_child = std::max(here.last_child, next * static_cast<int>(counts));
  }

  // Frees what is no longer needed after a layer, and sees whether the rest is too much.
  Outcome finish(int position) {
    Layer& here = layer(position);
    count_nodes(position < meeting_ ? here.remainders.size() : here.edges_end.size(), position + 1);
    if (counting && meeting_ == tables_.positions()) {
      std::vector<Edge>().swap(here.edges);
      std::vector<std::uint32_t>().swap(here.edges_end);
      for (int p = first_kept_; p <= position; ++p)
        if (layer(p).last_child <= position) free_family(layer(p));
      while (first_kept_ < position && layer(first_kept_).remainders.empty()) ++first_kept_;
    }
    bytes_ += bytes_of(here);
    if (bytes_ > limits_.max_bytes) return Outcome::too_large;
    if (limits_.only_if_merging && regions_ >= regions_to_judge && !judged_) {
      judged_ = true;
      if (static_cast<double>(arrivals_) < min_arrivals_per_region * static_cast<double>(regions_))
        return Outcome::too_large;
    }
    return Outcome::complete;
  }
  // `steps` positions are swept, forwards and then back to the meeting.
  void count_nodes(std::size_t nodes, int steps) {
    control_.set_share(static_cast<double>(steps) / (2 * tables_.positions() - meeting_ + 1));
    if (control_.add_nodes(nodes)) control_.report({});
  }
  static std::size_t bytes_of(const Layer& there) {
    return there.remainders.size() * (sizeof(Remaining) + sizeof(Count)) + there.edges.size() * sizeof(Edge) +
           there.bounds.size() * sizeof(Bound) +
           (there.remainders_end.size() + there.edges_end.size()) * sizeof(std::uint32_t);
  }
  void free_family(Layer& there) {
    if (there.remainders_end.empty()) return;
    bytes_ -= std::min(bytes_, bytes_of(there));
    std::vector<Remaining>().swap(there.remainders);
    std::vector<Count>().swap(there.counts);
    std::vector<Bound>().swap(there.bounds);
    std::vector<std::uint32_t>().swap(there.remainders_end);
  }

  Outcome check() const {
    if (control_.stopped()) return Outcome::stopped;
    return overflow_ ? Outcome::too_large : Outcome::complete;
  }

  // From the end back to where the families are known from the beginning.
  Outcome go_back() {
    Layer& end = layers_.back();
    if (end.edges.empty()) return Outcome::complete;
    above_end_ = next_board_;
    end_board_ = above_end_;
    if (meeting_ == tables_.positions() && !tables_.ends_exactly()) {
      for (const Edge& edge : end.edges) meet_end(edge);
      return check();
    }
    end.returns.push_back({tables_.final_remaining(), 0, none, 0, one()});
    for (int p = tables_.positions(); p >= meeting_; --p) {
      Layer& here = layer(p);
      here.first_board = next_board_;
      group_returns(here, p);
      count_nodes(here.remainders.size(), 2 * tables_.positions() - p);
      for (std::uint32_t region = 0; region < here.remainders_end.size(); ++region) {
        const std::uint32_t from = begin_of(here.remainders_end, region), to = here.remainders_end[region];
        if (from == to) continue;
        for (std::uint32_t e = begin_of(here.edges_end, region); e < here.edges_end[region]; ++e)
          if (here.edges[e].position < meeting_)
            meet(here, here.edges[e], from, to);
          else
            send_back(here, here.edges[e], from, to);
      }
      if (const Outcome outcome = check(); outcome != Outcome::complete) return outcome;
    }
    return Outcome::complete;
  }

  // The layer's families from what has come back to it.
  void group_returns(Layer& here, int position) {
    const auto regions = here.edges_end.size();
    std::vector<std::uint32_t>& end = region_of_;
    if (end.size() < regions) end.resize(regions);
    std::fill_n(end.begin(), regions, 0);
    for (const Return& r : here.returns) ++end[r.region];
    std::uint32_t sum = 0;
    for (std::size_t region = 0; region < regions; ++region) end[region] = std::exchange(sum, sum + end[region]);
    here.remainders_end.resize(regions);
    order_.resize(here.returns.size());
    for (std::uint32_t i = 0; i < here.returns.size(); ++i) order_[end[here.returns[i].region]++] = i;
    for (std::uint32_t region = 0; region < regions; ++region) {
      begin_family();
      const std::uint32_t from = begin_of(end, region);
      reserve_family(end[region] - from);
      for (std::uint32_t i = from; i < end[region]; ++i) {
        const Return& r = here.returns[order_[i]];
        const std::uint32_t board = add_to_family(r.remaining, r.count);
        if (!counting && r.after != none) add_step(board, r.after, position, r.item);
      }
      end_family(here, region);
    }
    keep_families(here);
    std::vector<Return>().swap(here.returns);
  }

  void send_back(const Layer& here, const Edge& edge, std::uint32_t from, std::uint32_t to) {
    Layer& there = layer(edge.position);
    const Bound& bound = there.bounds[edge.from];
    const auto put_back = return_over(edge);
    for (std::uint32_t i = from; i < to; ++i) {
      Remaining remaining = here.remainders[i];
      if (!put_back(remaining) || !allows(bound, remaining)) continue;
      Count count{};
      if constexpr (counting) {
        count = here.counts[i];
        overflow_ |= !multiply(count, orbit(edge.position, edge.item));
      }
      there.returns.push_back({remaining, edge.from, here.first_board + i, edge.item, count});
    }
  }

  typename Tables::Take take_over(const Edge& edge) const {
    return edge.item == hole ? tables_.take_hole(edge.position) : tables_.take(edge.position, edge.item);
  }
  typename Tables::PutBack return_over(const Edge& edge) const {
    return edge.item == hole ? tables_.put_back_hole(edge.position) : tables_.put_back(edge.position, edge.item);
  }

  // Tells whether it may be a member of the family.
  bool allows(const Bound& bound, const Remaining& remaining) const {
    return !tables_.single_bits() || (bound.max.contains(remaining) && remaining.contains(bound.each));
  }

  void meet(const Layer& here, const Edge& edge, std::uint32_t from, std::uint32_t to) {
    const Layer& there = layer(edge.position);
    const Bound& bound = there.bounds[edge.from];
    const auto put_back = return_over(edge);
    for (std::uint32_t i = from; i < to; ++i) {
      Remaining remaining = here.remainders[i];
      if (!put_back(remaining) || !allows(bound, remaining)) continue;
      const std::uint32_t j = find_remaining(there, edge.from, remaining);
      if (j == none) continue;
      if constexpr (counting) {
        Count count = here.counts[i];
        overflow_ |= !multiply(count, there.counts[j]) || !multiply(count, orbit(edge.position, edge.item)) ||
                     !add(total_, count);
      } else {
        meetings_.push_back({edge, j, here.first_board + i});
      }
    }
  }

  void meet_end(const Edge& edge) {
    const Layer& there = layer(edge.position);
    const auto take = take_over(edge);
    for (std::uint32_t j = begin_of(there.remainders_end, edge.from); j < there.remainders_end[edge.from]; ++j) {
      Remaining remaining = there.remainders[j];
      if (!take(remaining) || !tables_.accepts(remaining)) continue;
      if constexpr (counting) {
        Count count = there.counts[j];
        overflow_ |= !multiply(count, orbit(edge.position, edge.item)) || !add(total_, count);
      } else {
        meetings_.push_back({edge, j, end_board_});
      }
    }
  }

  static std::uint32_t find_remaining(const Layer& there, std::uint32_t region, const Remaining& remaining) {
    const std::uint32_t begin = begin_of(there.remainders_end, region), end = there.remainders_end[region];
    if constexpr (L == 1) {
      // Mostly there is none. Without an early end the loop becomes vector code.
      std::uint64_t equal = 0;
      for (std::uint64_t i = begin; i < end; ++i)
        equal |= static_cast<std::uint64_t>(there.remainders[i].words[0] == remaining.words[0]);
      if (equal == 0) return none;
    }
    for (std::uint32_t i = begin; i < end; ++i)
      if (there.remainders[i] == remaining) return i;
    return none;
  }

  void add_step(std::uint32_t from, std::uint32_t to, int position, int item) {
    if (from >= first_step_.size()) first_step_.resize(2 * from + 64, none);
    steps_.push_back({first_step_[from], to, static_cast<std::uint16_t>(position), static_cast<std::int16_t>(item)});
    first_step_[from] = static_cast<std::uint32_t>(steps_.size() - 1);
  }

  // The steps between boards above the meetings, of those that lead to one.
  void find_steps_above() {
    struct Board {
      std::uint32_t region, remaining;
    };
    std::vector<std::vector<Board>> boards(layers_.size());
    std::vector<bool> wanted(above_end_);
    const auto want = [&](const Edge& edge, std::uint32_t remaining) {
      const std::uint32_t board = layer(edge.position).first_board + remaining;
      if (!wanted[board]) boards[edge.position].push_back({edge.from, remaining});
      wanted[board] = true;
      return board;
    };
    for (const Meeting& m : meetings_) add_step(want(m.edge, m.remaining), m.below, m.edge.position, m.edge.item);
    for (std::size_t p = layers_.size(); p-- > 0;)
      for (const auto& [region, index] : boards[p]) {
        const Layer& here = layers_[p];
        for (std::uint32_t e = begin_of(here.edges_end, region); e < here.edges_end[region]; ++e) {
          const Edge& edge = here.edges[e];
          if (edge.from == none) continue;
          Remaining remaining = here.remainders[index];
          if (!return_over(edge)(remaining) || !allows(layer(edge.position).bounds[edge.from], remaining)) continue;
          const std::uint32_t i = find_remaining(layer(edge.position), edge.from, remaining);
          if (i != none) add_step(want(edge, i), here.first_board + index, edge.position, edge.item);
        }
      }
  }

  Outcome list_from(std::uint32_t board, Listener& listener) {
    if (board == end_board_) {
      if (!listener.found(solution_)) return Outcome::enough;
      return control_.stopped() ? Outcome::stopped : Outcome::complete;
    }
    for (std::uint32_t s = first_step_[board]; s != none; s = steps_[s].next) {
      const Step step = steps_[s];
      if (step.item != hole) solution_.push_back(tables_.placement(step.position, step.item));
      const Outcome outcome = list_from(step.board, listener);
      if (step.item != hole) solution_.pop_back();
      if (outcome != Outcome::complete) return outcome;
    }
    return Outcome::complete;
  }

  const Tables& tables_;
  FrontierLimits limits_;
  Control& control_;
  int meeting_ = 0;  // the first position below
  std::vector<Layer> layers_;
  int first_kept_ = 0;
  std::size_t heir_ = 0;  // no layer before it needs memory for arrivals
  std::uint64_t regions_ = 0, arrivals_ = 0;
  std::uint32_t next_board_ = first_board, above_end_ = 0, end_board_ = none;
  std::size_t bytes_ = 0;
  bool judged_ = false, overflow_ = false;
  Count total_{};
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> first_step_;  // by board
  std::vector<Step> steps_;
  std::vector<IndexedPlacement> solution_;
  // Working memory for the present layer.
  std::vector<Window> windows_;
  std::vector<std::uint32_t> slots_, region_of_, sizes_, order_;
  std::uint32_t next_slot_ = 1;
  std::vector<Remaining> remainders_;
  std::vector<Count> counts_;
  // Working memory for the present family.
  std::vector<Remaining> candidates_;
  std::vector<std::uint32_t> candidates_from_;
  std::size_t family_begin_ = 0, family_end_ = 0;
  std::uint32_t family_board_ = 0;
  std::vector<std::uint32_t> family_slots_;
};

template <class Count, int W, int L, int M>
Outcome try_count(const Sweep<W, L, M>& tables, const FrontierLimits& limits, Control& control, BigCount& count,
                  bool& overflow) {
  Frontier<W, L, M, Count> frontier(tables, limits, control);
  const Outcome outcome = frontier.run();
  overflow = frontier.overflow();
  if (outcome == Outcome::complete) count = frontier.total();
  return outcome;
}

}  // namespace

Outcome frontier_list(const SweepInput& input, const FrontierLimits& limits, Control& control, Listener& listener) {
  return with_tables(input, [&]<int W, int L, int M>(const Sweep<W, L, M>& tables) {
    Frontier<W, L, M, NoCount> frontier(tables, limits, control);
    const Outcome outcome = frontier.run();
    return outcome == Outcome::complete ? frontier.list(listener) : outcome;
  });
}

Outcome frontier_count(const SweepInput& input, const FrontierLimits& limits, Control& control, BigCount& count) {
  return with_tables(input, [&](const auto& tables) {
    bool overflow = false;
    Outcome outcome = try_count<Count64>(tables, limits, control, count, overflow);
    if (overflow) outcome = try_count<Count128>(tables, limits, control, count, overflow);
    if (overflow) outcome = try_count<BigCount>(tables, limits, control, count, overflow);
    return outcome;
  });
}

}  // namespace pentocity::packing
