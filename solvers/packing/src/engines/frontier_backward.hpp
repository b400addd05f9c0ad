#pragma once
// The pass of `frontier` from the end back to where the families are known from the beginning, and the list of ways.

#include <deque>
#include <utility>

#include "engines/frontier_layers.hpp"

namespace pentocity::packing::frontier {

/// The links from boards to those that follow.
class Links {
 public:
  struct Link {
    std::uint32_t next;   ///< another link from the same board
    std::uint32_t board;  ///< where it leads
    std::uint16_t position;
    std::int16_t tile;  ///< that is placed there, or `hole`
  };

  [[gnu::always_inline]] void add(std::uint32_t from, std::uint32_t to, int position, int tile) {
    while (from >= boards_) first_.resize(boards_ += 1024, none);
    std::uint32_t& first = first_[from];
    links_.push_back({first, to, static_cast<std::uint16_t>(position), static_cast<std::int16_t>(tile)});
    first = count_++;
  }
  std::size_t bytes() const { return first_.size() * sizeof(std::uint32_t) + links_.size() * sizeof(Link); }
  /// Calls f(link) for the links from a board, until it returns something else than Outcome::complete.
  template <class F>
  Outcome for_each(std::uint32_t board, F&& f) const {
    for (std::uint32_t i = first_[board]; i != none; i = links_[i].next)
      if (const Outcome outcome = f(links_[i]); outcome != Outcome::complete) return outcome;
    return Outcome::complete;
  }

 private:
  // Many, so they must not be copied when there are more. A deque computes its size each time.
  std::deque<std::uint32_t> first_;  // by board
  std::deque<Link> links_;
  std::uint32_t boards_ = 0, count_ = 0;  // their sizes
};

/// An edge over the meeting, on a way from the beginning to the end.
struct Meeting {
  Edge edge;
  std::uint32_t remaining;  ///< of the layer that the edge comes from
  std::uint32_t below;      ///< the board that it leads to
};

/// Finds the families from the end on. Where they meet those from the beginning, it counts the ways, or keeps the
/// meetings and the links below them.
template <class Layers>
class Backward {
 public:
  using Layer = typename Layers::Layer;
  using Count = typename Layers::Count;
  using Remaining = typename Layers::Remaining;
  using Families = frontier::Families<Remaining::word_count, Count>;

  Backward(Layers& layers, Families& families, const Effort& effort, Control& control)
      : layers_(layers), tables_(layers.tables), families_(families), effort_(effort), control_(control) {}

  Outcome run() {
    Layer& end = layers_[tables_.positions()];
    if (end.edges.empty()) return Outcome::complete;
    end_board_ = families_.next_board();
    if (layers_.meeting == tables_.positions() && !tables_.stock.ends_exactly()) {
      for (const Edge& edge : end.edges) meet_end(edge);
      return layers_.check(control_);
    }
    end.returns.push_back({tables_.stock.final_remaining(), 0, none, 0, Layers::one()});
    for (int p = tables_.positions(); p >= layers_.meeting; --p) {
      Layer& here = layers_[p];
      here.first_board = families_.next_board();
      group_returns(here, p);
      control_.set_share(layers_.share_done_back(p));
      if (control_.add_nodes(here.remainders.size())) control_.report({});
      if (const Outcome outcome = go_back_from(p); outcome != Outcome::complete) return outcome;
    }
    return Outcome::complete;
  }

  /// What it holds beside the layers and families.
  std::size_t bytes() const {
    return links_.bytes() + meetings_.size() * sizeof(Meeting) + order_.capacity() * sizeof(std::uint32_t);
  }

  /// The number of solutions, if that is counted.
  const Count& total() const { return total_; }
  const std::deque<Meeting>& meetings() const { return meetings_; }
  Links& links() { return links_; }
  Families& families() { return families_; }
  /// The board at the end, which is the first one that was found from there.
  std::uint32_t end_board() const { return end_board_; }

 private:
  // The layer's families from what has come back to it.
  void group_returns(Layer& here, int position) {
    const auto regions = here.edges_end.size();
    std::vector<std::uint32_t> end(regions);
    for (const auto& r : here.returns) ++end[r.region];
    std::uint32_t sum = 0;
    for (std::uint32_t& e : end) e = std::exchange(sum, sum + e);
    here.remainders_end.resize(regions);
    order_.resize(here.returns.size());
    for (std::uint32_t i = 0; i < here.returns.size(); ++i) order_[end[here.returns[i].region]++] = i;
    for (std::uint32_t region = 0; region < regions; ++region) {
      families_.begin_family();
      const std::uint32_t from = begin_of(end, region);
      families_.reserve(end[region] - from);
      for (std::uint32_t i = from; i < end[region]; ++i) {
        const auto& r = here.returns[order_[i]];
        const std::uint32_t board = families_.add(r.remaining, r.count, layers_.overflow);
        if (!Layers::counting && r.after != none) links_.add(board, r.after, position, r.tile);
      }
      families_.end_family(here, region);
    }
    families_.keep(here);
    std::vector<std::remove_cvref_t<decltype(here.returns[0])>>().swap(here.returns);
  }

  // From all boards of a layer.
  Outcome go_back_from(int position) {
    const Layer& here = layers_[position];
    if (!layers_.make_indices(position, effort_, bytes(), layers_.share_done_back(position), families_))
      return Outcome::gave_up;
    for (std::uint32_t region = 0; region < here.remainders_end.size(); ++region) {
      if (here.family(region).empty()) continue;
      for (const Edge& edge : here.edges_of(region)) {
        if (edge.position < layers_.meeting)
          go_back<true>(here, region, edge);
        else
          go_back<false>(here, region, edge);
      }
      if (region % regions_between_checks != 0 && region + 1 < here.remainders_end.size()) continue;
      if (const Outcome outcome = layers_.check(control_); outcome != Outcome::complete) return outcome;
      if (!layers_.is_room_left(effort_, bytes(), layers_.share_done_back(position), families_))
        return Outcome::gave_up;
    }
    return Outcome::complete;
  }

  // From the boards of a region over an edge: if it meets the families known from the beginning, to these, and else to
  // the returns of its layer.
  template <bool meets>
  void go_back(const Layer& here, std::uint32_t region, const Edge& edge) {
    Layer& there = layers_[edge.position];
    const auto bound = there.bounds[edge.from];
    const auto put_back = layers_.return_over(edge);
    const std::uint32_t end = here.remainders_end[region];
    for (std::uint32_t i = begin_of(here.remainders_end, region); i < end; ++i) {
      Remaining remaining = here.remainders[i];
      if (!put_back(remaining) || !layers_.allows(bound, remaining)) continue;
      const std::uint32_t j = meets ? there.find(edge.from, remaining) : none;
      if (meets && j == none) continue;
      Count count{};
      if constexpr (Layers::counting) count = layers_.times_orbit(here.counts[i], edge);
      if constexpr (meets)
        meet(edge, j, count, here.first_board + i);
      else
        there.returns.push_back({remaining, edge.from, here.first_board + i, edge.tile, count});
    }
  }

  void meet(const Edge& edge, std::uint32_t remaining, Count count, std::uint32_t below) {
    if constexpr (Layers::counting)
      layers_.overflow |= !multiply(count, layers_[edge.position].counts[remaining]) || !add(total_, count);
    else
      meetings_.push_back({edge, remaining, below});
  }

  void meet_end(const Edge& edge) {
    const Layer& there = layers_[edge.position];
    const auto take = layers_.take_over(edge);
    for (std::uint32_t j = begin_of(there.remainders_end, edge.from); j < there.remainders_end[edge.from]; ++j) {
      Remaining remaining = there.remainders[j];
      if (take(remaining) && tables_.stock.accepts(remaining))
        meet(edge, j, layers_.times_orbit(Layers::one(), edge), end_board_);
    }
  }

  Layers& layers_;
  const typename Layers::Tables& tables_;
  Families& families_;
  const Effort& effort_;
  Control& control_;
  Count total_{};
  std::uint32_t end_board_ = none;
  std::deque<Meeting> meetings_;
  Links links_;
  std::vector<std::uint32_t> order_;  // of the returns of the layer at work
};

/// Reports the ways from the beginning to the end, after both passes.
template <class Layers>
class Ways {
 public:
  Ways(Layers& layers, Backward<Layers>& below, const Effort& effort, Control& control, Listener& listener)
      : layers_(layers),
        below_(below),
        effort_(effort),
        control_(control),
        listener_(listener),
        boards_(layers.by_position.size()),
        is_wanted_(below.end_board()) {}

  Outcome list() {
    const Outcome outcome = find_links_above();
    return outcome == Outcome::complete ? list_from(1) : outcome;
  }

 private:
  struct Board {
    std::uint32_t region, remaining;
  };

  // The links between boards above the meetings, of those that lead to one.
  Outcome find_links_above() {
    Links& links = below_.links();
    for (const Meeting& m : below_.meetings())
      links.add(want(m.edge, m.remaining), m.below, m.edge.position, m.edge.tile);
    for (std::size_t p = boards_.size(); p-- > 0;) {
      if (const Outcome outcome = layers_.check(control_); outcome != Outcome::complete) return outcome;
      const std::size_t others = below_.bytes() + is_wanted_.size() / 8 + board_count_ * sizeof(Board);
      if (!layers_.is_room_left(effort_, others, 1, below_.families()) ||
          !layers_.make_indices(static_cast<int>(p), effort_, others, 1, below_.families()))
        return Outcome::gave_up;
      for (const auto& [region, index] : boards_[p]) {
        const auto& here = layers_.by_position[p];
        for (const Edge& edge : here.edges_of(region)) {
          if (edge.from == none) continue;
          auto remaining = here.remainders[index];
          const auto& there = layers_[edge.position];
          if (!layers_.return_over(edge)(remaining) || !layers_.allows(there.bounds[edge.from], remaining)) continue;
          const std::uint32_t i = there.find(edge.from, remaining);
          if (i != none) links.add(want(edge, i), here.first_board + index, edge.position, edge.tile);
        }
      }
    }
    return Outcome::complete;
  }
  // Takes note of the board from which an edge comes; returns its number.
  std::uint32_t want(const Edge& edge, std::uint32_t remaining) {
    const std::uint32_t board = layers_[edge.position].first_board + remaining;
    if (!is_wanted_[board]) {
      boards_[edge.position].push_back({edge.from, remaining});
      ++board_count_;
    }
    is_wanted_[board] = true;
    return board;
  }

  Outcome list_from(std::uint32_t board) {
    if (board == below_.end_board()) {
      if (!listener_.found(solution_)) return Outcome::enough;
      return control_.stopped() ? Outcome::stopped : Outcome::complete;
    }
    return below_.links().for_each(board, [&](const Links::Link& link) {
      if (link.tile != hole) solution_.push_back({link.position, link.tile});
      const Outcome outcome = list_from(link.board);
      if (link.tile != hole) solution_.pop_back();
      return outcome;
    });
  }

  Layers& layers_;
  Backward<Layers>& below_;
  const Effort& effort_;
  Control& control_;
  Listener& listener_;
  std::vector<std::deque<Board>> boards_;  // those that are wanted, by position
  std::size_t board_count_ = 0;            // of all of them
  std::vector<bool> is_wanted_;            // by board
  std::vector<PlacedTile> solution_;
};

}  // namespace pentocity::packing::frontier
