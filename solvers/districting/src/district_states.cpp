#include "district_states.hpp"

#include <algorithm>
#include <map>

namespace pentocity::districting {

DistrictStates::DistrictStates(const std::vector<int>& score) {
  const int full = static_cast<int>(score.size()) - 1;
  // state_of[s][v]: of a district of s cells with v votes. What it may end in are the scores from v to v + full - s.
  std::vector<std::vector<int>> state_of(full);
  std::vector<int> votes_of;
  for (int s = 1; s < full; ++s) {
    std::map<std::vector<int>, int> known;
    for (int v = 0; v <= s; ++v) {
      const std::vector<int> ends(score.begin() + v, score.begin() + v + full - s + 1);
      const auto [found, is_new] = known.try_emplace(ends, states());
      if (is_new) {
        size_of_.push_back(s);
        min_score_.push_back(*std::min_element(ends.begin(), ends.end()));
        votes_of.push_back(v);
      }
      state_of[s].push_back(found->second);
    }
  }
  const auto grow = [&](int size, int votes) -> Grown {
    if (size > full) return {};
    if (size == full) return {Grown::closed, 0, static_cast<std::uint8_t>(score[votes])};
    return {Grown::open, static_cast<std::uint8_t>(state_of[size][votes]), 0};
  };
  begun_ = {grow(1, 0), grow(1, 1)};
  for (int a = 0; a < states(); ++a) {
    const int size = size_of(a), votes = votes_of[a];
    grown_.push_back({grow(size + 1, votes), grow(size + 1, votes + 1)});
    for (int b = 0; b < states(); ++b) {
      const int size_of_both = size + size_of(b) + 1, votes_of_both = votes + votes_of[b];
      linked_.push_back({grow(size_of_both, votes_of_both), grow(size_of_both, votes_of_both + 1)});
    }
  }
}

}  // namespace pentocity::districting
