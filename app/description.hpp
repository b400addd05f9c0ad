#pragma once
// What pages and scripts that are made from the command line (manual.hpp, completion.hpp) say of it.

#include <string>
#include <vector>

#include "command_line.hpp"

namespace pentocity::app {

/// The values to offer for an option: all that are permitted, or names such as those of the puzzles; none if it has no
/// such values.
std::vector<std::string> offered_words(const OptionText& option);

/// Tells whether an option's value may be a file or a folder.
bool may_be_file(const OptionText& option);

/// The beginning of a meaning, for a line that has little room.
std::string short_meaning(const std::string& meaning);

}  // namespace pentocity::app
