#include "pentocity/game/played_games.hpp"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <iterator>
#include <stdexcept>

namespace pentocity::inline game {

bool PlayedGames::include(const Rules& of) const {
  return (sides.empty() || std::find(sides.begin(), sides.end(), of.side) != sides.end()) &&
         (rules.empty() || std::find(rules.begin(), rules.end(), of.profile) != rules.end());
}

std::string PlayedGames::words() const {
  // 8, 9, 10, 14 as `8 to 10, 14`.
  std::vector<int> sorted = sides;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string> ranges;
  for (auto from = sorted.begin(); from != sorted.end();) {
    auto to = from;
    while (std::next(to) != sorted.end() && *std::next(to) <= *to + 1) ++to;
    ranges.push_back(std::to_string(*from) + (*from == *to ? "" : " to " + std::to_string(*to)));
    from = std::next(to);
  }
  std::string out;
  if (!ranges.empty()) out = (sorted.front() == sorted.back() ? "side " : "sides ") + boost::join(ranges, ", ");
  if (!rules.empty()) out += (out.empty() ? "under " : " under ") + boost::join(rules, " or ");
  return out;
}

void PlayedGames::check() const {
  for (const int side : sides)
    if (side < min_side || side > max_side)
      throw std::invalid_argument("a land has " + std::to_string(min_side) + " to " + std::to_string(max_side) +
                                  " rows, not " + std::to_string(side));
  for (const std::string& name : rules)
    if (!Rules::of_profile(name))
      throw std::invalid_argument("there are no rules '" + name + "'; known are " +
                                  boost::join(Rules::profiles(), ", "));
}

}  // namespace pentocity::inline game
