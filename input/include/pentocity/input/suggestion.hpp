#pragma once
// Proposals for words that are not known.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::inline input {

/// The candidate with the smallest edit distance to `word` (insertions, deletions, substitutions, and exchanges of
/// adjacent characters); no value if all candidates differ from it too much.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// The end of an error message: `, did you mean 'x'?` with the nearest candidate, or `; known are a, b, c` if none is
/// near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The names of things that have one, such as options, in their order.
template <class Named>
std::vector<std::string> names_of(const std::vector<Named>& list) {
  std::vector<std::string> out;
  for (const Named& named : list) out.push_back(named.name);
  return out;
}

}  // namespace pentocity::inline input
