#include "district_states.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>

#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {

DistrictStates::DistrictStates(int min, int max, const Score& score, bool is_endless)
    : min_(min), max_(is_endless ? min : max), is_endless_(is_endless) {
  // Two numbers of votes are one state if they score the same now, and lead to the same states when a voter is added.
  constexpr int most_states = 4000, never = std::numeric_limits<int>::max() / 2;
  if (max_ > most_states) throw InputError("districts of {} voters are too large: at most {}", max_, most_states);
  struct State {
    int voters, votes, score, min_score;
  };
  std::vector<State> found;
  state_.assign((max_ + 1) * (max_ + 2) / 2, 0);
  for (int s = 0; s <= max_; ++s) row_.push_back(s * (s + 1) / 2);
  const auto index = [&](int voters, int votes) { return row_[voters] + votes; };
  for (int s = max_; s >= 1; --s) {
    std::map<std::tuple<int, int, int>, int> known;
    for (int v = 0; v <= s; ++v) {
      const int own = s < min_ || is_endless_ ? 0 : score(s, v);
      const int plain = s < max_ ? state_[index(s + 1, v)] : 0, voted = s < max_ ? state_[index(s + 1, v + 1)] : 0;
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

}  // namespace pentocity::districting
