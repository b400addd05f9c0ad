#include "commands.hpp"
#include "common.hpp"

namespace pentocity::app {

void add_gerrymander(CLI::App& app, int& exit_code) {
  CLI::App* const top =
      app.add_subcommand("gerrymander", "Divide a board of voters into connected districts of equal size");
  top->require_subcommand(1);
  top->footer(
      "`pentocity gerrymander SUBCOMMAND --help` explains each (docs/gerrymander.md).\n"
      "Example: pentocity gerrymander tilings 5");
  for (const auto add : {add_tilings, add_seats, add_sample, add_puzzle, add_census, add_files}) add(*top, exit_code);
}

}  // namespace pentocity::app
