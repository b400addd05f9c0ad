#pragma once
// Numbers in texts.

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace pentocity::inline input {

/// The number that a whole text is, without blanks or a plus sign; none if it is anything else.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
  Number n{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

}  // namespace pentocity::inline input
