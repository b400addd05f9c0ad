#pragma once
// The states of a growing district: its size, and as much about its votes as can still matter.

#include <cstdint>
#include <vector>

namespace pentocity::districting {

/// The states of districts of a given size that score `score[v]` if they have v votes. A district of fewer cells is
/// open. Its state is its size and its votes, but two numbers of votes are one state if they lead to the same scores
/// whatever is added. Example: in districts of 5 in which three votes win the seat, four cells with no vote and four
/// cells with one vote are one state, because neither can win.
class DistrictStates {
 public:
  /// A district after it has grown: too large, still open, or closed (complete).
  struct Grown {
    enum Kind : std::uint8_t { too_large, open, closed } kind = too_large;
    std::uint8_t state = 0;  ///< if open
    std::uint8_t score = 0;  ///< if closed
  };

  /// `score` has size + 1 elements, by number of votes.
  explicit DistrictStates(const std::vector<int>& score);

  /// The number of states, which are numbered from 0.
  int states() const { return static_cast<int>(size_of_.size()); }
  /// The number of cells in this state.
  int size_of(int state) const { return size_of_[state]; }
  /// The minimum score with which the district may end.
  int min_score(int state) const { return min_score_[state]; }
  /// What becomes of a cell, with or without a vote, by itself; added to a district; and as the link between two
  /// districts.
  Grown begun(bool vote) const { return begun_[vote]; }
  Grown grown(int state, bool vote) const { return grown_[state][vote]; }
  Grown linked(int a, int b, bool vote) const { return linked_[a * states() + b][vote]; }

 private:
  struct ByVote {
    Grown without, with;
    const Grown& operator[](bool vote) const { return vote ? with : without; }
  };
  std::vector<int> size_of_, min_score_;
  ByVote begun_;
  std::vector<ByVote> grown_, linked_;
};

}  // namespace pentocity::districting
