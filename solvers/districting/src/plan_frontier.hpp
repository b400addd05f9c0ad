#pragma once
// The frontier method for plans. A board is processed cell by cell, row by row from the top left. The frontier is the
// set of processed cells that have neighbours still to come, one in each column. After each cell a key says everything
// about the frontier that matters for the rest. Partial plans with equal keys continue in the same ways, so they can be
// counted together.
//
// A cell begins a new district, or joins the district of its left neighbour, of its upper neighbour, or of both, which
// links the two. Two neighbours that have been left in different districts must not end up in one by another way, or
// else a plan would be found more than once. On a board without inner blocked cells it is enough to ensure this in each
// 2x2 block:
//
//   X U   The cell c may link the districts of U and L
//   L c   only if X belongs to neither of them.
//
// Then borders between districts end nowhere within the board. A district on both sides of a border would run around
// one end of it, and so surround a whole other district. A ring of k cells encloses at most (k/4 - 1)^2 cells, which is
// less than k for k up to 23. So the rule is exact for districts of up to 23 cells.

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "district_states.hpp"
#include "layer.hpp"

namespace pentocity::districting {

/// The board as the frontier needs it, with no more columns than rows.
struct PlanCells {
  int rows = 0, columns = 0;
  /// Row by row: -1 for a blocked cell, else the number of votes that count, 0 or 1.
  std::vector<std::int8_t> cells;
};

/// The keys of a board, and the ways from one key to the next. A district is open as long as it has fewer cells than
/// its size; its state is one of DistrictStates. The board and the states must outlive it.
class PlanFrontier {
 public:
  /// The maximum number of columns, that is, of the shorter side of a board.
  static constexpr int max_columns = 25;
  /// A frontier as a number. Its lowest bits are a symbol for each column, that of the first column at the bottom. With
  /// S states, a symbol says about the frontier's cell in that column:
  ///
  ///   0            it belongs to no open district
  ///   1 to S       the only cell of an open district, by state
  ///   S+1 to 2S    the first cell of an open district that has several here, by state
  ///   2S+1, 2S+2   a cell between the first and the last one of its district; the last one
  ///
  /// Districts do not cross, so a symbol from 2S+1 on belongs to the district that was begun last and is not finished,
  /// as with brackets. One bit above the symbols says whether the next cell may link its left and its upper neighbour
  /// by the rule above.
  using Key = Uint128;
  /// What a cell does: nothing (it is blocked), begin a district, or join that of its left neighbour, of its upper one
  /// or of both.
  enum class Join : std::uint8_t { none, begin, left, up, both };

  PlanFrontier(const PlanCells& board, const DistrictStates& states);

  /// The columns of the board, and the number of its cells.
  int columns() const { return columns_; }
  int steps() const { return static_cast<int>(steps_.size()); }
  /// fits(): does every key have at most 127 bits, and has the board few enough columns? is_narrow(): do 63 bits
  /// suffice?
  bool fits() const { return columns_ <= max_columns && bits_ * columns_ + 1 < 128; }
  bool is_narrow() const { return bits_ * columns_ + 1 < 64; }

  /// Calls emit(key, score, join) for each way to process cell `step` after `key`. `score` is that of the district that
  /// the cell completes, else 0. The key before the first cell is 0, and so is the only one after the last cell.
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

  /// The minimum that the open districts of a key will score together.
  template <class K>
  int min_score(K key) const {
    const Open open = decoded(key);
    int sum = 0;
    for (int label = 1; label <= open.labels; ++label) sum += states_.min_score(open.state[label]);
    return sum;
  }

  /// Tells whether a key after this step can be replaced by its mirror image: at the end of a row, on a board that is
  /// its own mirror image.
  bool mirrored_after(int step) const { return is_mirrored_ && (step + 1) % columns_ == 0; }
  template <class K>
  K mirror_image(K key) const {
    const Open open = decoded(key);
    Open image = open;
    for (int c = 0; c < columns_; ++c) image.label[c] = open.label[columns_ - 1 - c];
    return encoded<K>(image);
  }

 private:
  using Grown = DistrictStates::Grown;
  /// What is known about a cell beforehand.
  struct Step {
    int column;
    bool is_blocked, votes;
    bool drops_left;  ///< the left neighbour leaves the frontier: it has no more neighbours to come
    bool drops_this;  ///< this cell does not enter the frontier
    bool links_next;  ///< the next cell, its left and its upper neighbour are all not blocked
  };
  /// A key, decoded: for each column the number of its open district, from 1, or 0; and the state of each district.
  struct Open {
    std::array<std::int8_t, max_columns> label;
    std::array<std::uint8_t, max_columns + 2> state;
    int labels = 0;
    /// Whether the next cell may link its left and its upper neighbour.
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
  /// Removes a cell from the frontier. False if it was the last cell there of an open district, which could then never
  /// be completed.
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
  bool is_mirrored_ = true;
  const DistrictStates& states_;
  int between_;  ///< the symbol of a cell between the first and the last cell of its district
  int bits_;
  std::uint32_t symbol_mask_;
  std::vector<Step> steps_;
};

}  // namespace pentocity::districting
