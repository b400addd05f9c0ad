#pragma once
// Lists in messages.

#include <string>
#include <string_view>
#include <vector>

namespace pentocity::inline game {

/// The words, with `between` after each but the last.
inline std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) {
    if (&word != &words.front()) out += between;
    out += word;
  }
  return out;
}

}  // namespace pentocity::inline game
