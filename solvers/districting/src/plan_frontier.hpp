#pragma once
// The frontier method for plans. A board is processed cell by cell, row by row from the top left. The frontier is the
// set of processed cells that have neighbours still to come: one in each column and, where cells touch over corners,
// the one at the upper left of the next cell. After each cell a key says everything about the frontier that matters for
// the rest. Partial plans with equal keys continue in the same ways, so they can be counted together.
//
// A cell begins a new district, or joins districts of its earlier neighbours, which links them. What it may link is the
// rule, and there are four. By the first three, each *piece*, that is, each set of connected cells, is a district of
// its own as long as it is not linked.
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
#include <vector>

#include "district_states.hpp"
#include "layer.hpp"
#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::districting {

/// How plans are found: see above.
enum class Rule : std::uint8_t { blocks, pairs, trees, pieces };

/// The rule for a measure of a board's plans: blocks where that suffices, else pairs or trees.
Rule rule_for(const Electorate& electorate, Measure measure);

/// The keys of a board, and the ways from one key to the next. The board is turned so that it has no more columns than
/// rows.
class PlanFrontier {
 public:
  /// The maximum number of columns, that is, of the shorter side of a board.
  static constexpr int max_columns = 25;
  /// A frontier as a number. Its lowest bits are a symbol for each cell of the frontier, that of the first column at
  /// the bottom. With S states of open districts, a symbol says of the cell:
  ///
  ///   0            it belongs to no open district
  ///   1 to S       it is the first cell of an open district, which has this state
  ///   S+1, S+2...  it belongs to the first, second... piece of the frontier
  ///   S+C, S+C+1...  it is the first cell of a piece that will be in one district with the first, second... piece
  ///                  (Rule::pieces); C is the number of cells of the frontier
  ///
  /// Above them, one bit says whether the next cell may link its left and its upper neighbour (Rule::blocks), or one
  /// bit for each pair of districts whether they must stay apart (Rule::pairs). Where the number of districts is given
  /// and does not follow from their size, the number of complete ones is at the top.
  using Key = Uint128;
  /// The earlier neighbours that a cell joins: 1 left, 2 upper left, 4 upper, 8 upper right.
  using Join = std::uint8_t;

  /// `score` is that of a complete district. If `cut_steps` is not 0, each cut edge adds as much to the score: each
  /// pair of neighbours in different districts, which Rule::trees does not know. Throws InputError if the keys need
  /// more than 127 bits.
  PlanFrontier(const Electorate& electorate, const Score& score, Rule rule, int cut_steps = 0);

  /// The columns of the board, and the number of its cells.
  int columns() const { return columns_; }
  int steps() const { return static_cast<int>(steps_.size()); }
  /// Do 63 bits suffice for a key?
  bool is_narrow() const { return bits_in_all_ < 64; }
  /// The maximum that the districts could score together; the minimum is 0.
  int max_score() const { return max_score_; }
  /// The key after the last cell. The key before the first cell is 0.
  Key last_key() const { return static_cast<Key>(districts_) << closed_shift_; }
  /// The plan that results if each cell in turn joins these neighbours.
  DistrictPlan plan(const std::vector<Join>& joins) const;

  /// Calls emit(key, score, join) for each way to process cell `step` after `key`. `score` is that of the districts
  /// that are complete then and were not before, and of the edges that are cut.
  template <class K, class Emit>
  void successors(int step, K key, const Emit& emit) const {
    by_rule([&]<Rule rule>() { successors_by<rule>(steps_[step], key, emit); });
  }

  /// The minimum that the open districts of a key will score together.
  template <class K>
  int min_score(K key) const {
    return by_rule([&]<Rule rule>() {
      const Open open = decoded<rule>(key);
      int sum = 0;
      for (int label = 1; label <= open.labels; ++label)
        if (home_of<rule>(open, label) == label) sum += states_.min_score(open.state[label]);
      return sum;
    });
  }

  /// Tells whether a key after this step can be replaced by its mirror image: at the end of a row, on a board that is
  /// its own mirror image.
  bool mirrored_after(int step) const { return is_mirrored_ && (step + 1) % columns_ == 0; }
  template <class K>
  K mirror_image(K key) const {
    return by_rule([&]<Rule rule>() {
      const Open open = decoded<rule>(key);
      Open image = open;
      for (int c = 0; c < columns_; ++c) image.label[c] = open.label[columns_ - 1 - c];
      return encoded<rule, K>(image);
    });
  }

 private:
  static constexpr int max_slots = max_columns + 1, max_labels = max_slots + 2, max_paired = 12;
  /// What is known about a cell beforehand.
  struct Step {
    int column;
    bool is_blocked;
    int voters, votes;
    int voters_so_far;        ///< with this cell
    int neighbours;           ///< the number of its earlier ones
    int begun;                ///< the state of a district of this cell alone
    bool links_next;          ///< the next cell, its left and its upper neighbour are all not blocked
    std::uint32_t drops = 0;  ///< the slots that leave the frontier: their cells have no more neighbours to come
  };
  /// A key, decoded: for each slot (a column, or the upper left cell as the last) the label of its piece, from 1, or 0;
  /// and for each piece its number of slots, its home, that is, a label that stands for its district, and what it must
  /// stay apart from; and for each home the state of its district. By other rules than Rule::pieces, each piece
  /// is its own home, which is not written down.
  struct Open {
    std::array<std::uint8_t, max_slots> label;
    std::array<std::uint8_t, max_labels> slots, home;
    std::array<std::uint16_t, max_labels> state;
    std::array<std::uint16_t, max_paired + 3> apart;
    int labels = 0;
    int closed = 0;         ///< the number of complete districts, where it is known
    bool may_link = false;  ///< whether the next cell may link its left and its upper neighbour
  };

  /// Calls f with the rule as a constant: each is compiled by itself.
  template <class F>
  auto by_rule(const F& f) const {
    switch (rule_) {
      case Rule::blocks:
        return f.template operator()<Rule::blocks>();
      case Rule::pairs:
        return f.template operator()<Rule::pairs>();
      case Rule::trees:
        return f.template operator()<Rule::trees>();
      case Rule::pieces:
        break;
    }
    return f.template operator()<Rule::pieces>();
  }

  template <Rule rule, class K, class Emit>
  void successors_by(const Step& s, K key, const Emit& emit) const {
    const Open open = decoded<rule>(key);
    const auto enter = [&](int joined, int other, Join join, int district = 0) {
      entered<rule, K>(s, open, joined, other, join, district, emit);
    };
    enter(0, 0, 0);
    if (s.is_blocked) return;
    if constexpr (rule == Rule::pieces) return join_districts(s, open, enter);
    if (rule == Rule::pairs && is_queen_) return join_many(s, open, enter);
    const int up = open.label[s.column], left = s.column > 0 ? open.label[s.column - 1] : 0;
    if (left != 0 && left == up) {
      if (rule != Rule::trees) return enter(up, 0, 1 | 4);
      enter(up, 0, 1);
      return enter(up, 0, 4);
    }
    if (left != 0) enter(left, 0, 1);
    if (up != 0) enter(up, 0, 4);
    if (left == 0 || up == 0) return;
    if (rule == Rule::blocks ? open.may_link : rule == Rule::trees || !are_apart(open, left, up))
      enter(up, left, 1 | 4);
  }

  template <Rule rule, class K>
  Open decoded(K key) const {
    Open open;
    for (int c = 0; c < slots_; ++c, key >>= bits_) {
      const int symbol = static_cast<int>(static_cast<std::uint32_t>(key) & symbol_mask_);
      int label = 0;
      if (symbol > states_.open()) {
        label = symbol - states_.open();
        if (rule == Rule::pieces && label >= slots_) label = begin<rule>(open, label - slots_ + 1);
        ++open.slots[label];
      } else if (symbol != 0) {
        label = ++open.labels;
        open.slots[label] = 1;
        if (rule == Rule::pieces) open.home[label] = static_cast<std::uint8_t>(label);
        open.state[label] = static_cast<std::uint16_t>(symbol - 1);
      }
      open.label[c] = static_cast<std::uint8_t>(label);
    }
    if (rule == Rule::blocks) {
      open.may_link = key & 1;
      key >>= 1;
    } else if (rule == Rule::pairs) {
      open.apart = {};
      for (int a = 2; a <= open.labels; ++a)
        for (int b = 1; b < a; ++b, key >>= 1)
          if (key & 1) set_apart(open, a, b);
      if (districts_ > 0) key >>= pair_bits_ - open.labels * (open.labels - 1) / 2;
    }
    if (districts_ > 0) open.closed = static_cast<int>(key);
    return open;
  }

  template <Rule rule, class K>
  K encoded(const Open& open) const {
    std::array<std::uint8_t, max_labels> number{};
    std::array<std::uint8_t, max_slots> old;
    int labels = 0, shift = 0;
    K key = 0;
    for (int c = 0; c < slots_; ++c, shift += bits_) {
      const int label = open.label[c];
      if (label == 0) continue;
      int symbol = 0;
      if (number[label] != 0) {
        symbol = states_.open() + number[label];
      } else {
        symbol = 1 + open.state[home_of<rule>(open, label)];
        if (rule == Rule::pieces)
          for (int piece = 0; piece < labels; ++piece)
            if (open.home[old[piece]] == open.home[label]) {
              symbol = states_.open() + slots_ + piece;
              break;
            }
        old[labels] = static_cast<std::uint8_t>(label);
        number[label] = static_cast<std::uint8_t>(++labels);
      }
      key |= static_cast<K>(symbol) << shift;
    }
    if (rule == Rule::blocks) {
      key |= static_cast<K>(open.may_link) << shift;
    } else if (rule == Rule::pairs) {
      for (int a = 1; a < labels; ++a)
        for (int b = 0; b < a; ++b, ++shift)
          // Two that are too large for one need no bit.
          if (open.apart[old[a]] >> old[b] & 1 &&
              states_.linked(open.state[old[a]], open.state[old[b]]) != DistrictStates::too_large)
            key |= K{1} << shift;
    }
    if (districts_ > 0) key |= static_cast<K>(open.closed) << closed_shift_;
    return key;
  }

  template <Rule rule>
  static int home_of(const Open& open, int label) {
    return rule == Rule::pieces ? open.home[label] : label;
  }
  static bool are_apart(const Open& open, int a, int b) { return open.apart[a] >> b & 1; }
  static void set_apart(Open& open, int a, int b) {
    open.apart[a] = static_cast<std::uint16_t>(open.apart[a] | 1 << b);
    open.apart[b] = static_cast<std::uint16_t>(open.apart[b] | 1 << a);
  }
  /// May two districts become one? That takes another cell.
  bool can_link(const Open& open, int a, int b) const {
    return states_.linked(open.state[a], open.state[b]) < states_.open();
  }

  /// The districts of the earlier neighbours of the next cell, in the order of the bits of Join.
  std::array<int, 4> beside(const Step& s, const Open& open) const {
    const int c = s.column;
    const bool is_first = c == 0, is_last = c + 1 == columns_;
    return {is_first ? 0 : open.label[c - 1], is_first || !is_queen_ ? 0 : open.label[columns_], open.label[c],
            is_last || !is_queen_ ? 0 : open.label[c + 1]};
  }
  /// The ways to join one or two of up to four neighbours. Three can never be linked: among those at the left, at the
  /// upper left and above different districts are apart already.
  template <class Enter>
  void join_many(const Step& s, const Open& open, const Enter& enter) const {
    const std::array<int, 4> labels = beside(s, open);
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
        if (seen >> b & 1 && !are_apart(open, a, b)) enter(a, b, join_of(a, b));
      seen |= std::uint32_t{1} << a;
    }
  }

  /// The ways to be of an open district by Rule::pieces. Of each one, at most two pieces are beside the cell.
  template <class Enter>
  void join_districts(const Step& s, const Open& open, const Enter& enter) const {
    const std::array<int, 4> labels = beside(s, open);
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

  /// Emits what follows if the cell joins the piece `joined`, or is a new one for 0, and links the piece `other` to it,
  /// if that is not 0. By Rule::pieces, it is of the open district with the home `district`, or of a new one for 0.
  template <Rule rule, class K, class Emit>
  void entered(const Step& s, const Open& open, int joined, int other, Join join, int district,
               const Emit& emit) const {
    const int leaving = open.label[is_queen_ ? columns_ : s.column];
    const bool ends_one = leaving != 0 && leaving != joined && leaving != other && open.slots[leaving] == 1;
    if (ends_one && !can_end<rule>(open, leaving)) return;
    const int from = rule == Rule::pieces ? district : joined;
    int state = from == 0 ? s.begun : open.state[from];
    if (from != 0) {
      if (other != 0 && rule != Rule::pieces) state = states_.linked(state, open.state[other]);
      if (state != DistrictStates::too_large) state = states_.grown(state, s.voters, s.votes);
    }
    if (state == DistrictStates::too_large) return;
    Open next = open;
    int score = cut_steps_ * (s.neighbours - std::popcount(join)), label = 0;
    if (!s.is_blocked) {
      label = joined != 0 ? joined : begin<rule>(next, district);
      if (other != 0) merge<rule>(next, other, label);
      if (rule == Rule::pairs)
        for (const int b : beside(s, open))
          if (b != 0 && b != joined && b != other) set_apart(next, label, b);
      next.state[home_of<rule>(next, label)] = static_cast<std::uint16_t>(state);
      ++next.slots[label];
    }
    const int above = next.label[s.column];
    --next.slots[next.label[is_queen_ ? columns_ : s.column]];
    if (ends_one) ends<rule>(next, leaving, score);
    if (is_queen_) next.label[columns_] = static_cast<std::uint8_t>(above);
    next.label[s.column] = static_cast<std::uint8_t>(label);
    if (label != 0 && state >= states_.open()) {
      if (!ends<rule>(next, label, score)) return;
      next.slots[label] = 0;
      for (int c = 0; c < slots_; ++c)
        if (next.label[c] == label) next.label[c] = 0;
    }
    if (rule == Rule::blocks) {
      // Only a choice that the next cell has is remembered.
      const int right = s.links_next ? next.label[s.column + 1] : 0, here = next.label[s.column];
      next.may_link =
          right != 0 && here != 0 && here != right && above != here && above != right && can_link(next, here, right);
    }
    for (std::uint32_t drops = s.drops; drops != 0; drops &= drops - 1) {
      std::uint8_t& slot = next.label[std::countr_zero(drops)];
      const int dropped = slot;
      slot = 0;
      if (dropped != 0 && --next.slots[dropped] == 0 && !ends<rule>(next, dropped, score)) return;
    }
    if ((districts_ > 0 || rule == Rule::pieces) && !can_be_completed<rule>(s, next)) return;
    emit(encoded<rule, K>(next), score, join);
  }

  template <Rule rule>
  static int begin(Open& open, int district) {
    const int label = ++open.labels;
    open.slots[label] = 0;
    if (rule == Rule::pieces) open.home[label] = static_cast<std::uint8_t>(district != 0 ? district : label);
    if (label < static_cast<int>(open.apart.size())) open.apart[label] = 0;
    return label;
  }
  template <Rule rule>
  void merge(Open& open, int from, int to) const {
    for (int c = 0; c < slots_; ++c)
      if (open.label[c] == from) open.label[c] = static_cast<std::uint8_t>(to);
    open.slots[to] = static_cast<std::uint8_t>(open.slots[to] + open.slots[from]);
    open.slots[from] = 0;
    if (rule != Rule::pairs) return;
    for (int b = 1; b <= open.labels; ++b)
      if (are_apart(open, from, b)) set_apart(open, to, b);
  }
  /// May the district of a piece be complete with it? Not if it is too small, or has other pieces.
  template <Rule rule>
  bool can_end(const Open& open, int label) const {
    if (!states_.can_end(open.state[home_of<rule>(open, label)])) return false;
    if (rule != Rule::pieces) return true;
    for (int other = 1; other <= open.labels; ++other)
      if (other != label && open.slots[other] > 0 && open.home[other] == open.home[label]) return false;
    return true;
  }
  /// A piece leaves the frontier, or is full. False if its district cannot be complete.
  template <Rule rule>
  bool ends(Open& open, int label, int& score) const {
    if (!can_end<rule>(open, label)) return false;
    score += states_.score(open.state[home_of<rule>(open, label)]);
    ++open.closed;
    return true;
  }
  /// Is enough left for the districts and their number? Not all that cannot be completed is seen.
  template <Rule rule>
  bool can_be_completed(const Step& s, const Open& open) const {
    constexpr bool links = rule != Rule::pieces;  // may open districts become one?
    const int rest = voters_ - s.voters_so_far;
    int districts = 0, voters = rest, needed = 0;
    std::uint32_t seen = 0;
    for (int label = 1; label <= open.labels; ++label) {
      const int home = home_of<rule>(open, label);
      if (open.slots[label] == 0 || seen >> home & 1) continue;
      if (!links) seen |= std::uint32_t{1} << home;
      ++districts;
      voters += states_.voters(open.state[home]);
      if (!links) needed += std::max(0, min_size_ - states_.voters(open.state[home]));
    }
    if (needed > rest) return false;
    if (districts_ == 0) return true;
    const int missing = districts_ - open.closed;
    if (missing < (links ? std::min(districts, 1) : districts) || missing > districts + rest) return false;
    if (!links && needed + (missing - districts) * min_size_ > rest) return false;
    return is_endless_ || (missing * min_size_ <= voters && voters <= missing * max_size_);
  }

  int columns_, rows_, slots_, districts_ = 0, cut_steps_, max_score_ = 0;
  bool is_turned_, is_queen_, is_mirrored_ = true, is_endless_ = false;
  int min_size_, max_size_, voters_ = 0;
  Rule rule_;
  DistrictStates states_;
  int bits_, pair_bits_ = 0, closed_shift_ = 0, bits_in_all_ = 0;
  std::uint32_t symbol_mask_;
  std::vector<Step> steps_;
};

}  // namespace pentocity::districting
