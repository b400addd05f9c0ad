#pragma once
// Scripts with which shells complete the words of a command line.

#include <string>
#include <vector>

#include "command_line.hpp"

namespace pentocity::app {

/// A script for bash. It needs no other package.
std::string bash_completion(const std::vector<CommandText>& commands);
/// A script for zsh, to be named `_pentocity`.
std::string zsh_completion(const std::vector<CommandText>& commands);
/// A script for fish.
std::string fish_completion(const std::vector<CommandText>& commands);

}  // namespace pentocity::app
