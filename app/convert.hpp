#pragma once
// The command `convert`.

#include <CLI/CLI.hpp>

namespace pentocity::app {

/// Adds the command; see commands.hpp.
void add_convert(CLI::App& app, int& exit_code);

}  // namespace pentocity::app
