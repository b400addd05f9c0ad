#pragma once
// The states of a growing district: its voters, and as much about their votes as can still matter.

#include <cstdint>
#include <vector>

#include "pentocity/districting/seats.hpp"

namespace pentocity::districting {

/// The states of districts that are complete from `min` to `max` voters. A state is the number of voters and of votes,
/// but two numbers are one state if they lead to the same scores whatever is added. Example: in districts of 5 in which
/// three votes win the seat, four voters with no vote and four with one vote are one state, because neither can win.
class DistrictStates {
 public:
  /// Stands for a district that has grown too large.
  static constexpr int too_large = 0xffff;

  /// If `is_endless`, districts may have any number of voters from `min` on, and scores are not looked at.
  DistrictStates(int min, int max, const Score& score, bool is_endless);

  /// The states of districts that may still grow are numbered from 0; those from open() on are full.
  int open() const { return open_; }
  /// The state of a district of so many voters, and so many votes; and what it becomes when as many are added.
  int begun(int voters, int votes) const { return at(voters, votes); }
  int grown(int state, int voters, int votes) const { return at(voters_[state] + voters, votes_[state] + votes); }
  /// The state of two districts that become one.
  int linked(int a, int b) const { return at(voters_[a] + voters_[b], votes_[a] + votes_[b]); }
  /// The number of voters; of endless districts at most the minimum.
  int voters(int state) const { return voters_[state]; }
  /// May a district end in this state? What does it score then? What does it score at least, however it ends?
  bool can_end(int state) const { return voters_[state] >= min_; }
  int score(int state) const { return score_[state]; }
  int min_score(int state) const { return min_score_[state]; }

 private:
  int at(int voters, int votes) const {
    if (voters > max_) {
      if (!is_endless_) return too_large;
      voters = max_;
      votes = 0;
    }
    return state_[row_[voters] + votes];
  }

  int min_, max_;
  bool is_endless_;
  int open_ = 0;
  std::vector<std::uint16_t> state_;  // by voters and votes
  std::vector<int> row_;              // where those of so many voters begin
  std::vector<int> voters_, votes_, score_, min_score_;
};

}  // namespace pentocity::districting
