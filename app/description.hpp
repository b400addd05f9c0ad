#pragma once
// What is made from the command line: pages for `man`, and scripts with which shells complete its words.

#include <map>

#include "command_line.hpp"

namespace pentocity::app {

/// A page for each command, by file name: `pentocity.1`, `pentocity-run.1`, `pentocity-gerrymander-seats.1`. The format
/// is roff with the macros of man(7).
std::map<std::string, std::string> manual_pages(const std::vector<CommandText>& commands, std::string_view version);

/// A script for bash. It needs no other package.
std::string bash_completion(const std::vector<CommandText>& commands);
/// A script for zsh, to be named `_pentocity`.
std::string zsh_completion(const std::vector<CommandText>& commands);
/// A script for fish.
std::string fish_completion(const std::vector<CommandText>& commands);

}  // namespace pentocity::app
