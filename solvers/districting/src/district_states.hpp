#pragma once
// The states of a growing district: its voters, and as much about their votes as can still matter.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "pentocity/districting/seats.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {

/// The states of districts that are complete from `min` to `max` voters. A state is the number of voters and of votes,
/// but two numbers are one state if they lead to the same scores whatever is added. Example: in districts of 5 in which
/// three votes win the seat, four voters with no vote and four with one vote are one state, because neither can win.
class DistrictStates {
 public:
  /// Stands for a district that has grown too large.
  static constexpr int too_large = 0xffff;

  /// If `is_endless`, districts may have any number of voters from `min` on, and scores are not looked at.
  DistrictStates(int min, int max, const Score& score, bool is_endless)
      : min_(min), max_(is_endless ? min : max), is_endless_(is_endless) {
    // Two numbers of votes are one state if they score the same now, and lead to the same states when a voter is added.
    constexpr int most_states = 4000, never = std::numeric_limits<int>::max() / 2;
    if (max_ > most_states) throw InputError("districts of {} voters are too large: at most {}", max_, most_states);
    struct State {
      int voters, votes, score, min_score;
    };
    std::vector<State> found;
    state_.assign((max_ + 2) * (max_ + 3) / 2, 0);
    for (int s = 0; s <= max_ + 1; ++s) row_.push_back(s * (s + 1) / 2);
    const auto index = [&](int voters, int votes) { return row_[voters] + votes; };
    for (int s = max_; s >= 1; --s) {
      std::map<std::tuple<int, int, int>, int> known;
      for (int v = 0; v <= s; ++v) {
        const int own = s < min_ || is_endless_ ? 0 : score(s, v);
        const int plain = state_[index(s + 1, v)], voted = state_[index(s + 1, v + 1)];
        const auto [at, is_new] = known.try_emplace({own, plain, voted}, static_cast<int>(found.size()));
        if (is_new) {
          int least = s < min_ ? never : own;
          if (s < max_) least = std::min({least, found[plain].min_score, found[voted].min_score});
          found.push_back({s, v, own, least});
          if (found.size() > most_states) throw InputError("districts of {} voters have too many states", max_);
        }
        state_[index(s, v)] = static_cast<std::uint16_t>(at->second);
      }
    }
    // The full ones were found first; they come last.
    std::reverse(found.begin(), found.end());
    for (auto& state : state_) state = static_cast<std::uint16_t>(found.size() - 1 - state);
    for (const State& state : found) {
      voters_.push_back(state.voters);
      votes_.push_back(state.votes);
      score_.push_back(state.score);
      min_score_.push_back(state.min_score);
      open_ += is_endless_ || state.voters < max_;
    }
  }

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
  std::vector<std::uint16_t> state_;  // by voters, up to one more than there can be, and votes
  std::vector<int> row_;              // where those of so many voters begin
  std::vector<int> voters_, votes_, score_, min_score_;
};

}  // namespace pentocity::districting
