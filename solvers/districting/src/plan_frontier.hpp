#pragma once
// The frontier method for plans, in outline:
//
// 1. A board is processed cell by cell, row by row from the top left. FrontierBoard says what is known of each cell
//    beforehand. The frontier is the set of processed cells that have neighbours still to come: one in each column and,
//    where cells touch over corners, the one at the upper left of the next cell.
// 2. After each cell a key says everything about the frontier that matters for the rest (open_districts.hpp): which of
//    its cells are of one district, and the state of each open district (district_states.hpp), which is its voters and
//    as much about their votes as can still matter. Partial plans with equal keys continue in the same ways, so they
//    are counted together.
// 3. From a key to the next, a cell begins a new district, or joins districts of its earlier neighbours, which links
//    them (PlanFrontier::successors()). What it may link is the rule, see below. A district is complete when it is full
//    or leaves the frontier; then its score is added, and keys from which the rest cannot be completed are dropped.
// 4. All keys after a cell, each with a number for each score, make a layer of a hash table (layer.hpp). One pass over
//    a layer fills the next, on several threads (frontiers.hpp); at the end of a row, a key and its mirror image are
//    one, if the board is its own mirror image.
// 5. After the last cell one key is left, with the numbers of all plans by score (count.cpp). Or all layers
//    are kept, and the ways to go on are counted backwards from the last: so plans are numbered, and can be listed and
//    drawn (plans.cpp).
//
// There are four rules. By the first three, each *piece*, that is, each set of connected cells, is a district of its
// own as long as it is not linked.
//
// Rule::pairs. Two neighbours that are left in different districts must not end up in one by another way, or else a
// plan would be found more than once. So the key remembers which open districts must stay apart.
//
// Rule::blocks. Where no district can surround another one, it is enough to ensure this in each 2x2 block:
//
//   X U   The cell c may link the districts of U and L
//   L c   only if X belongs to neither of them.
//
// Then borders between districts end nowhere within the board. A district on both sides of a border would run around
// one end of it, and so surround a whole other district.
//
// Rule::trees. Links are the edges of trees, one tree for each district; a cell links two districts by an edge to each,
// but never closes a cycle. So each plan is found once for each choice of a spanning tree in each of its districts.
//
// Rule::pieces. The key tells which pieces of the frontier will be one district, and knows their voters together. A
// cell is of a new district or of any open one, and joins all pieces of it that are beside it. So districts are never
// linked, and what the open ones still need is known. This suits boards of few and large districts.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "counties.hpp"
#include "open_districts.hpp"
#include "scores.hpp"

namespace pentocity::districting {

/// Is there a blocked cell that no other blocked cells link, by sides or corners, to the border?
inline bool has_inner_blocked(Electorate e) {
  e.rules.contiguity = Contiguity::queen;
  std::vector<int> at_border;
  for (int i = 0; i < std::ssize(e.cells); ++i)
    if (e.cells[i] == '#' && neighbours(e, i).size() < 8) at_border.push_back(i);
  const auto outer = reached_from(e, at_border, [&](int cell) { return e.cells[cell] == '#'; });
  return std::ssize(outer) < std::count(e.cells.begin(), e.cells.end(), '#');
}

/// The rule for a measure of a board's plans: blocks where that suffices, else pairs or trees.
inline Rule rule_for(const Electorate& e, Measure measure) {
  if (measure == Measure::trees) return Rule::trees;
  if (e.rules.contiguity == Contiguity::queen) return Rule::pairs;
  int lightest = e.rules.max, heaviest = 1;
  for (int i = 0; i < e.rows * e.columns; ++i)
    if (e.cells[i] != '#') {
      lightest = std::min(lightest, e.weight(i));
      heaviest = std::max(heaviest, e.weight(i));
    }
  // A ring of k cells around a rectangle, of at least the cells of a district, or around a blocked cell.
  const int most_cells = max_district_size(e) / lightest, fewest_cells = (e.rules.min + heaviest - 1) / heaviest;
  if (most_cells >= 8 && has_inner_blocked(e)) return Rule::pairs;
  for (int a = 1; a <= e.rows - 2; ++a)
    for (int b = 1; b <= e.columns - 2; ++b)
      if (a * b >= fewest_cells && 2 * (a + b) + 4 <= most_cells) return Rule::pairs;
  return Rule::blocks;
}

/// The ways from the key of a frontier to the keys after the next cell.
class PlanFrontier {
 public:
  using Key = FrontierKeys::Key;

  /// `score` is that of a complete district; each cut edge and each split county add as much to it as `steps` says.
  /// Rule::trees knows neither. Throws InputError as FrontierKeys and CountyMarks do.
  PlanFrontier(const Electorate& e, const Score& score, Rule rule, Steps steps = {})
      : rule_(rule),
        steps_(steps),
        limits_(e, score),
        states_(limits_.min_size, limits_.max_size, score, limits_.is_endless),
        keys_(e, limits_, states_, rule),
        board_(e, states_),
        counties_(e, board_, steps.split > 0) {
    if (rule == Rule::trees && steps.cut > 0) throw InputError("cut edges are not counted by spanning trees");
    if (rule == Rule::trees && !counties_.is_empty())
      throw InputError("county splits are not counted by spanning trees (--measure trees)");
    if (keys_.bits() + counties_.bits() > 127)
      throw InputError("a board of {} x {} with so many counties is too wide to be counted", e.rows, e.columns);
    const int districts = e.districts() > 0 ? e.districts() : e.voters() / e.rules.min;
    max_score_ = max_district_score(e, score) * districts + steps.cut * board_.edges() + steps.split * counties_.most();
  }
  PlanFrontier(const PlanFrontier&) = delete;
  PlanFrontier& operator=(const PlanFrontier&) = delete;

  const FrontierBoard& board() const { return board_; }
  /// The number of cells of the board.
  int cells() const { return static_cast<int>(board_.cells().size()); }
  /// Do 63 bits suffice for a key?
  bool is_narrow() const { return keys_.bits() + counties_.bits() < 64; }
  /// The maximum that the districts could score together; the minimum is 0.
  int max_score() const { return max_score_; }
  /// The key after the last cell. The key before the first cell is 0.
  Key last_key() const { return keys_.key_of_closed(limits_.districts); }

  /// Calls emit(key, score, join) for each way to process cell number `cell` after `key`. `score` is that of the
  /// districts that are complete then and were not before, and of the edges that are cut.
  template <class K, class Emit>
  void successors(int cell, K key, const Emit& emit) const {
    if (!counties_.is_empty()) return marked_successors<K>(cell, key, std::cref(emit));
    by_rule([&]<Rule rule>() { successors_by<rule>(board_.cells()[cell], key, emit); });
  }

  /// The minimum that the open districts of a key will score together.
  template <class K>
  int min_score(K key) const {
    return by_rule([&]<Rule rule>() {
      const OpenDistricts open = keys_.decoded<rule>(unmarked(key));
      int sum = 0;
      for (int label = 1; label <= open.labels; ++label)
        if (open.home_of<rule>(label) == label) sum += states_.min_score(open.state[label]);
      return sum;
    });
  }

  /// Tells whether a key after this cell can be replaced by its mirror image: at the end of a row, on a board that is
  /// its own mirror image, where no county matters.
  bool mirrored_after(int cell) const {
    return (cell + 1) % board_.columns() == 0 && counties_.is_empty() && board_.is_mirrored();
  }
  template <class K>
  K mirror_image(K key) const {
    return by_rule([&]<Rule rule>() {
      const OpenDistricts open = keys_.decoded<rule>(key);
      OpenDistricts image = open;
      for (int c = 0; c < board_.columns(); ++c) image.label[c] = open.label[board_.columns() - 1 - c];
      return keys_.encoded<rule, K>(image);
    });
  }

 private:
  /// The same with counties. Compiled once for all who call it: the counts without counties were slower by 5%
  /// otherwise.
  template <class K>
  [[gnu::noinline]] void marked_successors(int cell, K key, const std::function<void(K, int, Join)>& emit) const {
    const auto marks = static_cast<std::uint64_t>(key >> keys_.bits());
    const auto mark = [&](K next, int score, Join join) {
      std::uint64_t after = marks;
      bool splits = false;
      if (counties_.join(cell, join, after, splits))
        emit(next | static_cast<K>(after) << keys_.bits(), score + (splits ? steps_.split : 0), join);
    };
    by_rule([&]<Rule rule>() { successors_by<rule>(board_.cells()[cell], unmarked(key), mark); });
  }
  /// The key without what it says of counties, which stands above the rest.
  template <class K>
  K unmarked(K key) const {
    return counties_.is_empty() ? key : key & ((K{1} << keys_.bits()) - 1);
  }
  /// Calls f with the rule as a constant: each is compiled by itself.
  template <class F>
  auto by_rule(const F& f) const {
    if (rule_ == Rule::blocks) return f.template operator()<Rule::blocks>();
    if (rule_ == Rule::pairs) return f.template operator()<Rule::pairs>();
    if (rule_ == Rule::trees) return f.template operator()<Rule::trees>();
    return f.template operator()<Rule::pieces>();
  }

  template <Rule rule, class K, class Emit>
  void successors_by(const FrontierCell& cell, K key, const Emit& emit) const {
    const OpenDistricts open = keys_.decoded<rule>(key);
    const auto enter = [&](int joined, int other, Join join, int district = 0) {
      OpenDistricts next;
      Step<rule> step{*this, cell, open, next, joined, other, district};
      step.score = steps_.cut * (cell.neighbours - std::popcount(join));
      if (step.join() && step.place() && step.retire()) emit(keys_.encoded<rule, K>(next), step.score, join);
    };
    enter(0, 0, 0);
    if (cell.is_blocked) return;
    if constexpr (rule == Rule::pieces) return join_districts(cell, open, enter);
    if (rule == Rule::pairs && board_.is_queen()) return join_many(cell, open, enter);
    const int up = open.label[cell.column], left = cell.column > 0 ? open.label[cell.column - 1] : 0;
    if (left != 0 && left == up) {
      if (rule != Rule::trees) return enter(up, 0, 1 | 4);
      enter(up, 0, 1);
      return enter(up, 0, 4);
    }
    if (left != 0) enter(left, 0, 1);
    if (up != 0) enter(up, 0, 4);
    if (left == 0 || up == 0) return;
    if (rule == Rule::blocks ? open.may_link : rule == Rule::trees || !open.are_apart(left, up)) enter(up, left, 1 | 4);
  }

  /// The districts of the earlier neighbours of the next cell, in the order of the bits of Join.
  std::array<int, 4> beside(const FrontierCell& cell, const OpenDistricts& open) const {
    const int c = cell.column;
    const bool is_first = c == 0, is_last = c + 1 == board_.columns();
    return {is_first ? 0 : open.label[c - 1], is_first || !board_.is_queen() ? 0 : open.label[board_.columns()],
            open.label[c], is_last || !board_.is_queen() ? 0 : open.label[c + 1]};
  }
  /// The ways to join one or two of up to four neighbours. Three can never be linked: among those at the left, at the
  /// upper left and above different districts are apart already.
  template <class Enter>
  void join_many(const FrontierCell& cell, const OpenDistricts& open, const Enter& enter) const {
    const std::array<int, 4> labels = beside(cell, open);
    const auto join_of = [&](int a, int b) {
      unsigned join = 0;
      for (unsigned i = 0; i < labels.size(); ++i) join |= unsigned{labels[i] == a || labels[i] == b} << i;
      return static_cast<Join>(join);
    };
    std::uint32_t seen = 1;
    for (const int a : labels) {
      if (seen >> a & 1) continue;
      enter(a, 0, join_of(a, a));
      for (int b = 1; b <= open.labels; ++b)
        if (seen >> b & 1 && !open.are_apart(a, b)) enter(a, b, join_of(a, b));
      seen |= std::uint32_t{1} << a;
    }
  }

  /// The ways to be of an open district by Rule::pieces. Of each one, at most two pieces are beside the cell.
  template <class Enter>
  void join_districts(const FrontierCell& cell, const OpenDistricts& open, const Enter& enter) const {
    const std::array<int, 4> labels = beside(cell, open);
    for (int district = 1; district <= open.labels; ++district) {
      if (open.home[district] != district) continue;
      int joined = 0, other = 0;
      unsigned join = 0;
      for (unsigned i = 0; i < labels.size(); ++i) {
        const int label = labels[i];
        if (label == 0 || open.home[label] != district) continue;
        join |= 1U << i;
        if (joined == 0)
          joined = label;
        else if (label != joined)
          other = label;
      }
      enter(joined, other, static_cast<Join>(join), district);
    }
  }

  /// What follows if a cell joins the piece `joined`, or is a new one for 0, and links the piece `other` to it, if that
  /// is not 0. By Rule::pieces, it is of the open district with the home `district`, or of a new one for 0. Its three
  /// parts are made in turn, and each is false if nothing follows.
  template <Rule rule>
  struct Step {
    const PlanFrontier& of;
    const FrontierCell& cell;
    const OpenDistricts& open;
    OpenDistricts& next;
    int joined, other, district;
    int leaving = open.label[cell.leaving], label = 0, state = 0, score = 0;
    bool ends_one = leaving != 0 && !touches(leaving) && open.slots[leaving] == 1;

    bool touches(int piece) const { return piece == joined || piece == other; }

    /// The cell joins its piece.
    [[gnu::always_inline]] bool join() {
      const DistrictStates& states = of.states_;
      if (ends_one && !of.can_end<rule>(open, leaving)) return false;
      const int from = rule == Rule::pieces ? district : joined;
      state = from == 0 ? cell.begun : open.state[from];
      if (other != 0 && rule != Rule::pieces) state = states.linked(state, open.state[other]);
      if (from != 0 && state != DistrictStates::too_large) state = states.grown(state, cell.voters, cell.votes);
      if (state == DistrictStates::too_large) return false;
      next = open;
      if (cell.is_blocked) return true;
      label = joined != 0 ? joined : next.begin<rule>(district);
      if (other != 0) next.merge<rule>(other, label, of.board_.slots());
      if (rule == Rule::pairs)
        for (const int b : of.beside(cell, open))
          if (b != 0 && !touches(b)) next.set_apart(label, b);
      next.state[next.home_of<rule>(label)] = static_cast<std::uint16_t>(state);
      ++next.slots[label];
      return true;
    }
    /// It takes the place of the cell above it in the frontier; if its piece is full, that is complete.
    [[gnu::always_inline]] bool place() {
      const int above = next.label[cell.column];
      --next.slots[next.label[cell.leaving]];
      if (ends_one) of.ends<rule>(next, leaving, score);
      if (of.board_.is_queen()) next.label[of.board_.columns()] = static_cast<std::uint8_t>(above);
      next.label[cell.column] = static_cast<std::uint8_t>(label);
      if (label != 0 && state >= of.states_.open()) {
        if (!of.ends<rule>(next, label, score)) return false;
        next.slots[label] = 0;
        for (int c = 0; c < of.board_.slots(); ++c)
          if (next.label[c] == label) next.label[c] = 0;
      }
      if (rule == Rule::blocks) {
        // Only a choice that the next cell has is remembered. It makes both districts and the cell one.
        const int right = cell.links_next ? next.label[cell.column + 1] : 0, here = next.label[cell.column];
        next.may_link = right != 0 && here != 0 && here != right && above != here && above != right &&
                        of.states_.linked(next.state[here], next.state[right]) < of.states_.open();
      }
      return true;
    }
    /// Slots whose cells have no more neighbours to come are dropped; pieces without slots are complete.
    [[gnu::always_inline]] bool retire() {
      for (std::uint32_t drops = cell.drops; drops != 0; drops &= drops - 1) {
        const int dropped = std::exchange(next.label[std::countr_zero(drops)], std::uint8_t{0});
        if (dropped != 0 && --next.slots[dropped] == 0 && !of.ends<rule>(next, dropped, score)) return false;
      }
      return (of.limits_.districts == 0 && rule != Rule::pieces) || of.can_be_completed<rule>(cell, next);
    }
  };

  /// May the district of a piece be complete with it? Not if it is too small, or has other pieces.
  template <Rule rule>
  bool can_end(const OpenDistricts& open, int label) const {
    if (!states_.can_end(open.state[open.home_of<rule>(label)])) return false;
    if (rule != Rule::pieces) return true;
    for (int other = 1; other <= open.labels; ++other)
      if (other != label && open.slots[other] > 0 && open.home[other] == open.home[label]) return false;
    return true;
  }
  /// A piece leaves the frontier, or is full. False if its district cannot be complete.
  template <Rule rule>
  bool ends(OpenDistricts& open, int label, int& score) const {
    if (!can_end<rule>(open, label)) return false;
    score += states_.score(open.state[open.home_of<rule>(label)]);
    ++open.closed;
    return true;
  }
  /// Is enough left for the districts and their number? True also of some plans that cannot be completed.
  template <Rule rule>
  bool can_be_completed(const FrontierCell& cell, const OpenDistricts& open) const {
    constexpr bool links = rule != Rule::pieces;  // may open districts become one?
    const int rest = limits_.voters - cell.voters_so_far;
    int districts = 0, voters = rest, needed = 0;
    std::uint32_t seen = 0;
    for (int label = 1; label <= open.labels; ++label) {
      const int home = open.home_of<rule>(label);
      if (open.slots[label] == 0 || seen >> home & 1) continue;
      if (!links) seen |= std::uint32_t{1} << home;
      ++districts;
      voters += states_.voters(open.state[home]);
      if (!links) needed += std::max(0, limits_.min_size - states_.voters(open.state[home]));
    }
    if (needed > rest) return false;
    if (limits_.districts == 0) return true;
    const int missing = limits_.districts - open.closed;
    if (missing < (links ? std::min(districts, 1) : districts) || missing > districts + rest) return false;
    if (!links && needed + (missing - districts) * limits_.min_size > rest) return false;
    return limits_.is_endless || (missing * limits_.min_size <= voters && voters <= missing * limits_.max_size);
  }

  Rule rule_;
  Steps steps_;
  DistrictLimits limits_;
  DistrictStates states_;
  FrontierKeys keys_;
  FrontierBoard board_;
  CountyMarks counties_;
  int max_score_;
};

}  // namespace pentocity::districting
