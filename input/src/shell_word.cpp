#include "pentocity/input/shell_word.hpp"

#include <boost/algorithm/string/replace.hpp>

namespace pentocity::inline input {

std::string shell_word(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
  return "'" + boost::replace_all_copy(word, "'", "'\\''") + "'";
}

}  // namespace pentocity::inline input
