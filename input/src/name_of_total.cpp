#include "pentocity/input/name_of_total.hpp"

#include <algorithm>

namespace pentocity::inline input {

std::string name_of_total(std::string word, const std::vector<std::string>& rows) {
  while (std::ranges::find(rows, word) != rows.end()) word = "(" + word + ")";
  return word;
}

}  // namespace pentocity::inline input
