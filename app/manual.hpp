#pragma once
// Pages for `man`.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"

namespace pentocity::app {

/// A page for each command, by file name: `pentocity.1`, `pentocity-run.1`, `pentocity-gerrymander-seats.1`. The format
/// is roff with the macros of man(7).
std::map<std::string, std::string> manual_pages(const std::vector<CommandText>& commands, std::string_view version);

}  // namespace pentocity::app
