#pragma once
// The mark that some editors put before a text.

#include <string_view>

namespace pentocity::inline input {

/// The text behind a byte order mark of UTF-8, if it begins with one.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  if (text.starts_with(mark)) text.remove_prefix(mark.size());
  return text;
}

}  // namespace pentocity::inline input
