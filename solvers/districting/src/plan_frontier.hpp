#pragma once
// The plans of an electorate, cell by cell from the top left, row by row: after each cell, what the frontier - the
// cells with neighbours still to come - must remember.
//
// A cell begins a precinct, or joins its left or its upper neighbour's or both. Two neighbours that were left apart
// must not end in one precinct, or plans would be found more than once. On a board without inner blocked cells it is
// enough to see to that in each 2x2 block: the borders of precincts end nowhere within the board, so a precinct that
// reaches both sides of one would surround a whole other precinct, and that takes 24 cells.

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "layer.hpp"
#include "precinct_states.hpp"

namespace pentocity::districting {

/// The board as the frontier sees it, with no more columns than rows.
struct PlanCells {
  int rows = 0, columns = 0;
  std::vector<std::int8_t> cells;  ///< row by row: -1 blocked, else the votes that count, 0 or 1
};

class PlanFrontier {
 public:
  static constexpr int max_columns = 25;
  /// A frontier. A symbol for each column: 0 nothing open; then, by state, a precinct seen here only; by state, one
  /// seen here first; a precinct in between; one seen here last. Open precincts do not cross, so each symbol has its
  /// partner. Above them a bit: is the upper left neighbour of the next cell of neither its left nor its upper one's
  /// precinct?
  using Key = Uint128;
  enum class Join : std::uint8_t { none, begin, left, up, both };

  PlanFrontier(const PlanCells& board, const PrecinctStates& states);

  int columns() const { return columns_; }
  int steps() const { return static_cast<int>(steps_.size()); }
  /// Do all keys fit in 127 bits, or in 63?
  bool fits() const { return columns_ <= max_columns && bits_ * columns_ + 1 < 128; }
  bool is_narrow() const { return bits_ * columns_ + 1 < 64; }

  /// Calls emit(key, score, join) for each way to go on with cell `step`; `score` is that of a precinct that is closed
  /// by it, else 0. The first key is 0, and the last.
  template <class K, class Emit>
  void successors(int step, K key, Emit&& emit) const {
    const Step& s = steps_[step];
    const Open open = decoded(key);
    const int up = open.label[s.column], left = s.column > 0 ? open.label[s.column - 1] : 0;
    const bool up_ends = up != 0 && is_alone(open, s.column);
    const auto go = [&](Open next, int label, Grown grown, Join join) {
      const int above = next.label[s.column];
      next.label[s.column] = static_cast<std::int8_t>(label);
      if (grown.kind == Grown::closed)
        close(next, label);
      else
        next.state[label] = grown.state;
      // Only a choice that the next cell has is remembered.
      const int beside = s.links_next ? next.label[s.column + 1] : 0, here = next.label[s.column];
      next.apart = beside != 0 && here != 0 && here != beside && above != here && above != beside &&
                   states_.linked(next.state[here], next.state[beside], false).kind != Grown::too_large;
      if (s.drops_left && !drop(next, s.column - 1)) return;
      if (s.drops_this && !drop(next, s.column)) return;
      emit(encoded<K>(next), grown.score, join);
    };
    if (s.is_blocked) {
      if (!up_ends) go(open, 0, {}, Join::none);
      return;
    }
    if (!up_ends) go(open, open.labels + 1, states_.begun(s.votes), Join::begin);
    if (left != 0 && left == up) return go(open, up, states_.grown(open.state[up], s.votes), Join::both);
    if (left != 0 && !up_ends) go(open, left, states_.grown(open.state[left], s.votes), Join::left);
    if (up != 0) go(open, up, states_.grown(open.state[up], s.votes), Join::up);
    if (open.apart) {
      const Grown grown = states_.linked(open.state[left], open.state[up], s.votes);
      if (grown.kind != Grown::too_large) go(relabelled(open, left, up), up, grown, Join::both);
    }
  }

  /// The least that the open precincts of a key will score together.
  template <class K>
  int least_score(K key) const {
    const Open open = decoded(key);
    int sum = 0;
    for (int label = 1; label <= open.labels; ++label) sum += states_.least_score(open.state[label]);
    return sum;
  }

  /// After this step, has a key the same future as its mirror image?
  bool mirrored_after(int step) const { return is_mirrored_ && (step + 1) % columns_ == 0; }
  template <class K>
  K mirror_image(K key) const {
    const Open open = decoded(key);
    Open image = open;
    for (int c = 0; c < columns_; ++c) image.label[c] = open.label[columns_ - 1 - c];
    return encoded<K>(image);
  }

 private:
  using Grown = PrecinctStates::Grown;
  struct Step {
    int column;
    bool is_blocked, votes;
    bool drops_left;  ///< the left neighbour has no neighbour to come
    bool drops_this;  ///< nor has this cell
    bool links_next;  ///< the next cell may link its left and its upper neighbour
  };
  /// A key, decoded: the open precinct of each column, from 1, or 0; the state of each.
  struct Open {
    std::array<std::int8_t, max_columns> label;
    std::array<std::uint8_t, max_columns + 2> state;
    int labels = 0;
    bool apart = false;
  };

  template <class K>
  Open decoded(K key) const {
    Open open;
    std::array<std::int8_t, max_columns> unfinished;
    int depth = 0;
    for (int c = 0; c < columns_; ++c, key >>= bits_) {
      const int symbol = static_cast<int>(key & symbol_mask_);
      std::int8_t label = 0;
      if (symbol >= between_) {
        label = unfinished[depth - 1];
        depth -= symbol != between_;
      } else if (symbol != 0) {
        label = static_cast<std::int8_t>(++open.labels);
        const bool more = symbol > states_.states();
        open.state[label] = static_cast<std::uint8_t>(symbol - 1 - (more ? states_.states() : 0));
        unfinished[depth] = label;
        depth += more;
      }
      open.label[c] = label;
    }
    open.apart = key != 0;
    return open;
  }

  template <class K>
  K encoded(const Open& open) const {
    std::array<std::int8_t, max_columns + 2> first;
    std::uint32_t seen = 1;
    for (int c = 0; c < columns_; ++c) {
      const int label = open.label[c];
      if ((seen >> label & 1) == 0) first[label] = static_cast<std::int8_t>(c);
      seen |= std::uint32_t{1} << label;
    }
    K key = open.apart;
    seen = 0;
    for (int c = columns_ - 1; c >= 0; --c) {
      const int label = open.label[c];
      int symbol = 0;
      if (label != 0) {
        const bool more = seen >> label & 1;
        if (first[label] == c)
          symbol = 1 + open.state[label] + (more ? states_.states() : 0);
        else
          symbol = more ? between_ : between_ + 1;
        seen |= std::uint32_t{1} << label;
      }
      key = key << bits_ | static_cast<K>(symbol);
    }
    return key;
  }

  bool is_alone(const Open& open, int column) const {
    for (int c = 0; c < columns_; ++c)
      if (c != column && open.label[c] == open.label[column]) return false;
    return true;
  }
  /// Takes a cell off the frontier; false if it was the last of an open precinct.
  bool drop(Open& open, int column) const {
    if (open.label[column] == 0) return true;
    if (is_alone(open, column)) return false;
    open.label[column] = 0;
    return true;
  }
  void close(Open& open, int label) const { open = relabelled(open, label, 0); }
  Open relabelled(Open open, int from, int to) const {
    for (int c = 0; c < columns_; ++c)
      if (open.label[c] == from) open.label[c] = static_cast<std::int8_t>(to);
    return open;
  }

  int columns_;
  bool is_mirrored_;
  const PrecinctStates& states_;
  int between_;  ///< symbol of a cell between the first and the last of its precinct
  int bits_;
  std::uint32_t symbol_mask_;
  std::vector<Step> steps_;
};

}  // namespace pentocity::districting
