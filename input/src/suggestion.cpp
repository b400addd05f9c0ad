#include "pentocity/input/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pentocity::inline input {
namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  word = word.substr(0, 100);
  std::optional<std::string> best;
  std::size_t min = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    // So much longer it is not near, and the table of a name without end would not fit into memory.
    if (candidate.size() >= word.size() + min) continue;
    // Something of the word must be left: of two letters, not both may differ.
    if (const std::size_t d = edit_distance(word, candidate); d < min && d < std::max(word.size(), candidate.size())) {
      min = d;
      best = candidate;
    }
  }
  if (best) return best;
  const auto begins = [&](const std::string& candidate) { return candidate.starts_with(word); };
  if (word.size() >= 3 && std::count_if(candidates.begin(), candidates.end(), begins) == 1)
    best = *std::find_if(candidates.begin(), candidates.end(), begins);
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (const auto near = nearest(word, candidates)) return fmt::format(", did you mean '{}'?", *near);
  return fmt::format("; known are {}", fmt::join(candidates, ", "));
}

}  // namespace pentocity::inline input
