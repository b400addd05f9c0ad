#pragma once
// Parts of the messages about YAML files.

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "pentocity/input/user_error.hpp"

namespace pentocity::inline input {

/// Throws InputError with the message `file:line:column: message`, which is made as by fmt::format(), with line
/// and column counted from 0, or without them if the line is negative.
template <class... Args>
[[noreturn]] void fail_at(const std::string& file, int line, int column, fmt::format_string<Args...> format,
                          Args&&... args) {
  const std::string message = fmt::format(format, std::forward<Args>(args)...);
  if (line < 0) throw InputError("{}: {}", file, message);
  throw InputError("{}:{}:{}: {}", file, line + 1, column + 1, message);
}

/// The text, or at most about 60 bytes of its beginning.
std::string excerpt(std::string_view text);

}  // namespace pentocity::inline input
