#pragma once
// The pass of `frontier` from the beginning to the end.

#include <algorithm>
#include <utility>

#include "engines/frontier_layers.hpp"

namespace pentocity::packing::frontier {

constexpr std::uint32_t boards_between_checks = 1 << 20;
// What boards, arrivals at regions, and steps that are tried take, these for each word of a window. (That was measured,
// on the puzzles of bench/puzzles.) And after so much it is asked whether to go on, earlier if a window has many words,
// for then there are mostly more boards than it can hold.
constexpr double nanoseconds_per_board = 25, nanoseconds_per_arrival = 50, nanoseconds_per_step = 25;
constexpr double nanoseconds_to_judge = 15e6;
// The part of the cells before the meeting, if the boards from the beginning and from the end meet.
constexpr double meeting_share = 0.55;

/// Arrivals with the same window become one region: its edges stand together. One after the other for all layers, so
/// that memory is used again.
template <int W>
class Regions {
 public:
  /// Groups the arrivals at a layer.
  template <class Layer>
  void group(Layer& here) {
    const std::size_t n = here.arrivals.size();
    make_room(n);
    // Slots of layers before have smaller numbers, and count as empty.
    const std::uint32_t first_slot = next_slot_;
    const std::size_t mask = slot_mask_;
    here.arrivals.for_each([&](std::size_t a, const Arrival<W>& arrival) {
      const Bitboard<W>& window = arrival.window;
      std::size_t slot = hash(window) & mask;
      while (slots_[slot] >= first_slot && !(windows_[slots_[slot] - first_slot] == window)) slot = (slot + 1) & mask;
      if (slots_[slot] < first_slot) {
        windows_[next_slot_ - first_slot] = window;
        sizes_[next_slot_ - first_slot] = 0;
        slots_[slot] = next_slot_++;
      }
      region_of_[a] = slots_[slot] - first_slot;
      ++sizes_[region_of_[a]];
    });
    here.edges_end.assign(sizes_.begin(), sizes_.begin() + (next_slot_ - first_slot));
    std::uint32_t sum = 0;
    for (std::uint32_t& end : here.edges_end) end = std::exchange(sum, sum + end);
    here.edges.resize(n);
    here.arrivals.for_each(
        [&](std::size_t a, const Arrival<W>& arrival) { here.edges[here.edges_end[region_of_[a]]++] = arrival.edge; });
  }
  /// The window of a region of the layer that was grouped last.
  const Bitboard<W>& window(std::uint32_t region) const { return windows_[region]; }
  /// What it takes to group so many arrivals, about.
  std::size_t bytes(std::size_t arrivals) const {
    return std::max(windows_.size(), 2 * arrivals) * (sizeof(Bitboard<W>) + 2 * sizeof(std::uint32_t)) +
           std::max(slots_.size(), 3 * arrivals) * sizeof(std::uint32_t);
  }

 private:
  void make_room(std::size_t n) {
    std::size_t size = 16;
    while (size < 2 * n) size *= 2;
    slot_mask_ = size - 1;
    if (slots_.size() < size || next_slot_ > none - n) {
      renew(slots_, std::max(size, slots_.size()));
      next_slot_ = 1;
    }
    if (region_of_.size() >= n) return;
    renew(region_of_, 2 * n);
    renew(windows_, 2 * n);
    renew(sizes_, 2 * n);
  }
  // Nothing of it is needed any more.
  template <class T>
  static void renew(std::vector<T>& list, std::size_t size) {
    std::vector<T>().swap(list);
    list.resize(size);
  }

  std::vector<Bitboard<W>> windows_;      // by region
  std::vector<std::uint32_t> sizes_;      // by region
  std::vector<std::uint32_t> region_of_;  // by arrival
  std::vector<std::uint32_t> slots_;
  std::size_t slot_mask_ = 0;
  std::uint32_t next_slot_ = 1;
};

/// Finds the regions of all layers, the families of those before the meeting, and bounds of the families after it.
template <class Layers>
class Forward {
 public:
  using Layer = typename Layers::Layer;
  using Count = typename Layers::Count;
  using Window = typename Layers::Window;
  using Remaining = typename Layers::Remaining;
  using Families = frontier::Families<Remaining::word_count, Count>;

  Forward(Layers& layers, Families& families, Effort effort, Control& control)
      : layers_(layers),
        tables_(layers.tables),
        families_(families),
        effort_(std::move(effort)),
        control_(control),
        work_after_(static_cast<std::size_t>(layers_.cells()) + 1) {}

  Outcome run() {
    const auto [first, window, remaining] = tables_.first();
    const int end = tables_.positions();
    if (first < end) arrive(layers_[first].last_child, first, window, {none, 0, 0}, 1);
    layers_.meeting =
        tables_.stock.ends_exactly() ? std::max(first + 1, tables_.problem.position_at(meeting_share)) : end;
    for (int p = first; p < end; ++p)
      if (const Outcome outcome = follow_layer(p); outcome != Outcome::complete) return outcome;
    if (!is_room_left(end)) return Outcome::gave_up;
    group(layers_[end]);
    return Outcome::complete;
  }

 private:
  Outcome follow_layer(int p) {
    Layer& here = layers_[p];
    const bool has_families = p < layers_.meeting;
    here.first_board = families_.next_board();
    if (!is_room_left(p)) return Outcome::gave_up;
    group(here);
    here.bounds.resize(here.edges_end.size());
    if (has_families) here.remainders_end.resize(here.edges_end.size());
    for (std::uint32_t region = 0; region < here.edges_end.size(); ++region) {
      if (++region_count_ % regions_between_checks == 0 ||
          families_.next_board() - boards_checked_ > boards_between_checks) {
        boards_checked_ = families_.next_board();
        if (const Outcome outcome = layers_.check(control_); outcome != Outcome::complete) return outcome;
        if (!is_room_left(p) || !is_worth_it(p)) return Outcome::gave_up;
      }
      if (!tables_.pruning.pockets_fit(p, regions_.window(region).words[0])) {
        if (has_families) families_.end_family(here, region);
        continue;
      }
      if (has_families ? find_family(here, p, region) : bound_family(here, p, region)) follow(here, p, region);
    }
    families_.keep(here);
    return finish(p);
  }
  void group(Layer& here) {
    regions_.group(here);
    arrival_count_ += here.edges.size();
    here.arrivals.give_back(spare_);
  }

  // False if the family is empty.
  bool find_family(Layer& here, int position, std::uint32_t region) {
    families_.begin_family();
    const Remaining useless = tables_.impossible(position, regions_.window(region));
    const std::span<const Edge> edges = here.edges_of(region);
    if (edges.size() == 1 && edges[0].from != none)
      take_whole_family(edges[0], useless);
    else
      for (const Edge& edge : edges) gather(edge, useless);
    families_.end_family(here, region);
    const std::span<const Remaining> family = families_.family();
    if (family.empty()) return false;
    Bound<Remaining::word_count> bound{family[0], family[0]};
    for (const Remaining& remaining : family.subspan(1)) {
      bound.max |= remaining;
      bound.each &= remaining;
    }
    here.bounds[region] = bound;
    return true;
  }

  // What is left of a family after an edge: writes it to `out`. Their counts are those of `from_`, if that is asked.
  std::size_t take_over(const Edge& edge, std::span<const Remaining> family, const Remaining& useless, Remaining* out) {
    if (Layers::counting && from_.size() < family.size()) from_.resize(family.size());
    return tables_.stock.take_from_all(family, layers_.take_over(edge), useless, out,
                                       Layers::counting ? from_.data() : nullptr);
  }
  // The count of what is left of member i.
  Count count_after(const Edge& edge, std::uint32_t i) {
    const Layer& there = layers_[edge.position];
    if constexpr (Layers::counting)
      return layers_.times_orbit(there.counts[begin_of(there.remainders_end, edge.from) + i], edge);
    return {};
  }

  // The family of a region that is reached in one way only: what is left of one family, in which no two are equal.
  void take_whole_family(const Edge& edge, const Remaining& useless) {
    const std::span<const Remaining> family = layers_[edge.position].family(edge.from);
    const std::size_t n = take_over(edge, family, useless, families_.room(family.size()));
    if constexpr (Layers::counting)
      for (std::size_t i = 0; i < n; ++i) families_.count_of_written(i) = count_after(edge, from_[i]);
    families_.add_written(n);
  }

  // Adds what is left of a family after an edge.
  void gather(const Edge& edge, const Remaining& useless) {
    if (edge.from == none) {
      families_.reserve(1);
      families_.add(tables_.stock.start(), Layers::one(), layers_.overflow);
      return;
    }
    const std::span<const Remaining> family = layers_[edge.position].family(edge.from);
    if (candidates_.size() < family.size()) candidates_.resize(family.size());
    const std::size_t n = take_over(edge, family, useless, candidates_.data());
    families_.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
      Count count{};
      if constexpr (Layers::counting) count = count_after(edge, from_[i]);
      families_.add(candidates_[i], count, layers_.overflow);
    }
  }

  // False if no member of the family leads to the end.
  bool bound_family(Layer& here, int position, std::uint32_t region) {
    Bound<Remaining::word_count> bound;
    bound.each.words.fill(~std::uint64_t{0});
    for (const Edge& edge : here.edges_of(region)) {
      const auto& from = layers_[edge.position].bounds[edge.from];
      const bool is_hole = edge.tile == hole;
      const auto& stock = tables_.stock;
      bound.max |=
          stock.minus(from.max, is_hole ? stock.hole_cost(edge.position) : stock.cost(edge.position, edge.tile));
      bound.each &= from.each - (is_hole ? Remaining{} : stock.fields(edge.position, edge.tile));
    }
    here.bounds[region] = bound;
    return !bound.each.intersects(tables_.impossible(position, regions_.window(region)));
  }

  void follow(Layer& here, int position, std::uint32_t region) {
    const Window window = regions_.window(region);
    const Remaining max = here.bounds[region].max;
    const auto have = tables_.stock.available(position, max);
    const int end = tables_.positions();
    const auto at = static_cast<std::uint16_t>(position);
    // Most of the tiles that fit leave a cell that nothing fits. They are sorted out together, without a branch for
    // each.
    const auto tiles =
        tables_.pruning.without_isolating(position, window.words[0], tables_.fit.fitting(position, window) & have);
    step_count_ += static_cast<std::uint64_t>(tiles.count());
    int last_child = here.last_child;
    tiles.for_each([&](int tile) {
      int next = position;
      Window filled = window;
      tables_.place(tile, next, filled);
      next = std::min(next, end);
      const auto fitting = tables_.fit.fitting(next, filled);
      const bool fits = fitting.intersects(tables_.stock.same_tiles() ? have : tables_.stock.available(next, max));
      arrive(last_child, next, filled, {region, at, static_cast<std::int16_t>(tile)},
             static_cast<unsigned>(next == end) | static_cast<unsigned>(fits) |
                 static_cast<unsigned>(tables_.stock.has_holes()));
    });
    if (tables_.stock.has_holes()) {
      int next = position;
      Window filled = window;
      tables_.leave_empty(next, filled);
      arrive(last_child, std::min(next, end), filled, {region, at, hole}, 1);
    }
    here.last_child = last_child;
  }

  // Writes an arrival, and keeps it if `counts` is 1; otherwise it is 0. That is hard to predict, so there is no
  // branch.
  void arrive(int& last_child, int next, const Window& window, const Edge& edge, unsigned counts) {
    // At the end all boards are alike.
    layers_[next].arrivals.add({next == tables_.positions() ? Window{} : window, edge}, counts, spare_);
    last_child = std::max(last_child, next * static_cast<int>(counts));
  }

  // The nanoseconds that were needed so far.
  double work() const {
    return nanoseconds_per_board * families_.next_board() +
           nanoseconds_per_arrival * static_cast<double>(arrival_count_) +
           nanoseconds_per_step * Window::word_count * static_cast<double>(step_count_);
  }
  // Which part of both passes is done when a layer is.
  double share_done(int position) const { return layers_.share_done(std::min(position + 1, tables_.positions())); }
  // The share of the work that is done. On a long and narrow board, all cells cost about the same. On others there are
  // more and more boards up to the middle, and then fewer again, so the work grows with a power of the cells, as the
  // work at half of them tells; and what is done to what is left is about as that power of the cells that are done to
  // 1.3 times those that are left. (That was measured, on the puzzles of bench/puzzles: half of the estimates of what
  // is left are between 0.5 and 2 times of it in the plane. On solids they are mostly too high.)
  double work_done(int position) const {
    if (layers_.meeting == tables_.positions()) return share_done(position);
    const int cells = layers_.cells_before(position + 1);
    const double done = cells, left = 1.3 * (layers_.cells() - cells);
    double before = work_after_[cells / 2], done_to_power = done, left_to_power = left;
    for (int power = 1; power < 3 && 4 * before <= work(); ++power, before *= 2) {
      done_to_power *= done;
      left_to_power *= left;
    }
    return done_to_power / (done_to_power + left_to_power);
  }
  // Asks whether to go on, judging by what was done so far.
  bool is_worth_it(int position) const {
    if (!effort_.goes_on || work() < nanoseconds_to_judge / Window::word_count) return true;
    return effort_.goes_on(work(), work() * (1 / work_done(position) - 1));
  }

  // Frees what is no longer needed after a layer, and sees whether the rest is too much.
  Outcome finish(int position) {
    Layer& here = layers_[position];
    work_after_[layers_.cells_before(position + 1)] = work();
    control_.set_share(share_done(position));
    if (control_.add_nodes(position < layers_.meeting ? here.remainders.size() : here.edges_end.size()))
      control_.report({});
    if (Layers::counting && layers_.meeting == tables_.positions()) {
      std::vector<Edge>().swap(here.edges);
      std::vector<std::uint32_t>().swap(here.edges_end);
      for (int p = first_kept_; p <= position; ++p)
        if (layers_[p].last_child <= position) free_families(layers_[p]);
      while (first_kept_ < position && layers_[first_kept_].remainders.empty()) ++first_kept_;
    }
    return is_room_left(position) && is_worth_it(position) ? Outcome::complete : Outcome::gave_up;
  }
  bool is_room_left(int position) {
    const std::size_t others =
        regions_.bytes(layers_[position].arrivals.size()) + Arrivals<Window::word_count>::bytes(spare_);
    return layers_.is_room_left(effort_, others, share_done(position), families_);
  }
  void free_families(Layer& there) {
    if (there.remainders_end.empty()) return;
    std::vector<Remaining>().swap(there.remainders);
    std::vector<Count>().swap(there.counts);
    std::vector<Bound<Remaining::word_count>>().swap(there.bounds);
    std::vector<std::uint32_t>().swap(there.remainders_end);
  }

  Layers& layers_;
  const typename Layers::Tables& tables_;
  Families& families_;
  Regions<Window::word_count> regions_;
  Effort effort_;
  Control& control_;
  std::uint64_t region_count_ = 0, arrival_count_ = 0, step_count_ = 0;
  std::uint32_t boards_checked_ = 0;
  std::vector<double> work_after_;                       // by the number of cells
  int first_kept_ = 0;                                   // all layers before it were freed
  typename Arrivals<Window::word_count>::Blocks spare_;  // of arrivals, unused
  // What is left of a family after an edge, and the indices of the members that it comes from.
  std::vector<Remaining> candidates_;
  std::vector<std::uint32_t> from_;
};

}  // namespace pentocity::packing::frontier
