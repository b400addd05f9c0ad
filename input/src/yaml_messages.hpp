#pragma once
// Parts of the messages about YAML files.

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "pentocity/input/yaml.hpp"

namespace pentocity::inline input {

/// Throws InputError with the message `file:line:column: message`, which is made as by fmt::format(), or without line
/// and column if the mark is null.
template <class... Args>
[[noreturn]] void fail_at(const std::string& file, const YAML::Mark& mark, fmt::format_string<Args...> format,
                          Args&&... args) {
  const std::string message = fmt::format(format, std::forward<Args>(args)...);
  if (mark.is_null()) throw InputError("{}: {}", file, message);
  throw InputError("{}:{}:{}: {}", file, mark.line + 1, mark.column + 1, message);
}

/// The text, or at most about 60 bytes of its beginning.
std::string excerpt(std::string_view text);

}  // namespace pentocity::inline input
