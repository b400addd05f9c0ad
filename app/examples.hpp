#pragma once
// The examples of docs/examples/ from which `pentocity new` makes projects.

#include <string_view>

namespace pentocity::app {

/// The text of the file of docs/examples/ with this name, which must exist.
std::string_view example_text(std::string_view file);

}  // namespace pentocity::app
