#pragma once
// The files of the folder java/, which are compiled with each player in Java.

#include <string>
#include <string_view>
#include <vector>

namespace pentocity::entrants {

/// Names, beginning in that folder, and texts.
const std::vector<std::pair<std::string, std::string_view>>& java_sources();

}  // namespace pentocity::entrants
