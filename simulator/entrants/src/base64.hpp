#pragma once
// What processes in a box send as text.

#include <optional>
#include <string>

namespace pentocity::entrants {

/// The bytes that a text in Base64 stands for; none if it is no such text.
std::optional<std::string> bytes_of_base64(const std::string& text);

}  // namespace pentocity::entrants
