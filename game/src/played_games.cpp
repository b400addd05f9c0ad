#include "pentocity/game/played_games.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace pentocity::inline game {

bool PlayedGames::include(const Rules& of) const {
  return (sides.empty() || std::ranges::find(sides, of.side) != sides.end()) &&
         (rules.empty() || std::ranges::find(rules, of.profile) != rules.end());
}

std::string PlayedGames::words() const {
  // 8, 9, 10, 14 as `8 to 10, 14`.
  std::vector<int> sorted = sides;
  std::ranges::sort(sorted);
  std::vector<std::string> ranges;
  for (auto from = sorted.begin(); from != sorted.end();) {
    auto to = from;
    while (std::next(to) != sorted.end() && *std::next(to) <= *to + 1) ++to;
    ranges.push_back(*from == *to ? fmt::format("{}", *from) : fmt::format("{} to {}", *from, *to));
    from = std::next(to);
  }
  std::string out;
  if (!ranges.empty())
    out = fmt::format("side{} {}", sorted.front() == sorted.back() ? "" : "s", fmt::join(ranges, ", "));
  if (!rules.empty()) out += fmt::format("{}under {}", out.empty() ? "" : " ", fmt::join(rules, " or "));
  return out;
}

void PlayedGames::check() const {
  for (const int side : sides)
    if (side < min_side || side > max_side)
      throw std::invalid_argument(fmt::format("a land has {} to {} rows, not {}", min_side, max_side, side));
  for (const std::string& name : rules)
    if (!Rules::of_profile(name))
      throw std::invalid_argument(
          fmt::format("there are no rules '{}'; known are {}", name, fmt::join(Rules::profiles(), ", ")));
}

}  // namespace pentocity::inline game
