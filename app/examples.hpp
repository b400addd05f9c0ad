#pragma once
// The examples of docs/examples/ that `new` starts a project from.

#include <string_view>

namespace pentocity::app {

/// The text of a file of docs/examples/, by its name; there must be one.
std::string_view example_text(std::string_view file);

}  // namespace pentocity::app
