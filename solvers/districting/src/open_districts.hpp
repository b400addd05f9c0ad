#pragma once
// The districts that a frontier cuts through, and how they are written as a number, the key.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "district_states.hpp"
#include "frontier_board.hpp"
#include "layer.hpp"

namespace pentocity::districting {

/// How plans are found (plan_frontier.hpp).
enum class Rule : std::uint8_t { blocks, pairs, trees, pieces };

/// The maximum number of columns, that is, of the shorter side of a board; and of slots by Rule::pairs.
inline constexpr int max_columns = 25, max_paired_slots = 12;

/// The open districts of a frontier: for each slot the label of its piece, from 1, or 0; for each piece its number of
/// slots, its home, that is, a label that stands for its district, and what it must stay apart from; and for each home
/// the state of its district. By other rules than Rule::pieces, each piece is its own home, which is not written down.
struct OpenDistricts {
  static constexpr int max_slots = max_columns + 1, max_labels = max_slots + 2;

  std::array<std::uint8_t, max_slots> label;
  std::array<std::uint8_t, max_labels> slots, home;
  std::array<std::uint16_t, max_labels> state;
  std::array<std::uint16_t, max_paired_slots + 3> apart;
  int labels = 0;
  int closed = 0;         ///< the number of complete districts, where it is known
  bool may_link = false;  ///< whether the next cell may link its left and its upper neighbour

  template <Rule rule>
  int home_of(int piece) const {
    return rule == Rule::pieces ? home[piece] : piece;
  }
  bool are_apart(int a, int b) const { return apart[a] >> b & 1; }
  void set_apart(int a, int b) {
    apart[a] = static_cast<std::uint16_t>(apart[a] | 1 << b);
    apart[b] = static_cast<std::uint16_t>(apart[b] | 1 << a);
  }
  /// A new piece, without slots, of a district with this home, or of a new one for 0.
  template <Rule rule>
  int begin(int district) {
    const int piece = ++labels;
    slots[piece] = 0;
    if (rule == Rule::pieces) home[piece] = static_cast<std::uint8_t>(district != 0 ? district : piece);
    if (piece < std::ssize(apart)) apart[piece] = 0;
    return piece;
  }
  /// Makes the slots of a piece those of another one.
  template <Rule rule>
  void merge(int from, int to, int slot_count) {
    for (int c = 0; c < slot_count; ++c)
      if (label[c] == from) label[c] = static_cast<std::uint8_t>(to);
    slots[to] = static_cast<std::uint8_t>(slots[to] + slots[from]);
    slots[from] = 0;
    if (rule != Rule::pairs) return;
    for (int b = 1; b <= labels; ++b)
      if (are_apart(from, b)) set_apart(to, b);
  }
};

/// The bits that a number up to this one needs.
inline int bits_for(int most) { return std::bit_width(static_cast<unsigned>(most)); }

/// A frontier as a number. Its lowest bits are a symbol for each slot, that of the first column at the bottom. With S
/// states of open districts, a symbol says of the cell in the slot:
///
///   0            it belongs to no open district
///   1 to S       it is the first cell of an open district, which has this state
///   S+1, S+2...  it belongs to the first, second... piece of the frontier
///   S+C, S+C+1...  it is the first cell of a piece that will be in one district with the first, second... piece
///                  (Rule::pieces); C is the number of slots
///
/// Above them, one bit says whether the next cell may link its left and its upper neighbour (Rule::blocks), or one bit
/// for each pair of districts whether they must stay apart (Rule::pairs). Where the number of districts is given and
/// does not follow from their size, the number of complete ones is at the top.
class FrontierKeys {
 public:
  using Key = Uint128;

  /// Throws InputError if the board is too wide, or the keys need more than 127 bits. The states must outlive the
  /// object.
  FrontierKeys(const Electorate& e, const DistrictLimits& limits, const DistrictStates& states, Rule rule)
      : states_(&states), counts_closed_(limits.districts > 0) {
    const bool is_queen = e.rules.contiguity == Contiguity::queen;
    const int columns = std::min(e.rows, e.columns);
    slots_ = columns + is_queen;
    // Where districts have at most two voters, open ones have no cell but the first, and symbols need no numbers.
    bits_ = bits_for(states.open() + (limits.is_endless || limits.max_size > 2 ? slots_ - 1 : 0) +
                     (rule == Rule::pieces ? slots_ - 1 : 0));
    symbol_mask_ = (std::uint32_t{1} << bits_) - 1;
    pair_bits_ = rule == Rule::pairs ? slots_ * (slots_ - 1) / 2 : 0;
    closed_shift_ = bits_ * slots_ + (rule == Rule::blocks ? 1 : pair_bits_);
    bits_in_all_ = closed_shift_ + bits_for(limits.districts);
    if (rule == Rule::trees && is_queen) throw InputError("spanning trees are counted with rook contiguity alone");
    if (rule == Rule::pairs && slots_ > max_paired_slots)
      throw InputError(
          "a board of {} x {} is too wide to be counted: where districts may surround others, or touch over "
          "corners, its shorter side has at most {} cells",
          e.rows, e.columns, max_paired_slots - is_queen);
    if (columns > max_columns || bits_in_all_ > 127)
      throw InputError("a board of {} x {} in districts of {} is too wide to be counted", e.rows, e.columns,
                       e.sizes_text());
  }

  /// The number of bits of a key.
  int bits() const { return bits_in_all_; }
  /// The key of a frontier without open districts when so many districts are complete.
  Key key_of_closed(int districts) const { return static_cast<Key>(districts) << closed_shift_; }

  template <Rule rule, class K>
  OpenDistricts decoded(K key) const {
    OpenDistricts open;
    for (int c = 0; c < slots_; ++c, key >>= bits_) {
      const int symbol = static_cast<int>(static_cast<std::uint32_t>(key) & symbol_mask_);
      int label = 0;
      if (symbol > states_->open()) {
        label = symbol - states_->open();
        if (rule == Rule::pieces && label >= slots_) label = open.begin<rule>(label - slots_ + 1);
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
          if (key & 1) open.set_apart(a, b);
      if (counts_closed_) key >>= pair_bits_ - open.labels * (open.labels - 1) / 2;
    }
    if (counts_closed_) open.closed = static_cast<int>(key);
    return open;
  }

  template <Rule rule, class K>
  K encoded(const OpenDistricts& open) const {
    std::array<std::uint8_t, OpenDistricts::max_labels> number{};
    std::array<std::uint8_t, OpenDistricts::max_slots> old;
    int labels = 0, shift = 0;
    K key = 0;
    for (int c = 0; c < slots_; ++c, shift += bits_) {
      const int label = open.label[c];
      if (label == 0) continue;
      int symbol = 0;
      if (number[label] != 0) {
        symbol = states_->open() + number[label];
      } else {
        symbol = 1 + open.state[open.home_of<rule>(label)];
        if (rule == Rule::pieces)
          for (int piece = 0; piece < labels; ++piece)
            if (open.home[old[piece]] == open.home[label]) {
              symbol = states_->open() + slots_ + piece;
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
          if (open.are_apart(old[a], old[b]) &&
              states_->linked(open.state[old[a]], open.state[old[b]]) != DistrictStates::too_large)
            key |= K{1} << shift;
    }
    if (counts_closed_) key |= static_cast<K>(open.closed) << closed_shift_;
    return key;
  }

 private:
  const DistrictStates* states_;
  int slots_, bits_, pair_bits_, closed_shift_, bits_in_all_;
  bool counts_closed_;
  std::uint32_t symbol_mask_;
};

}  // namespace pentocity::districting
