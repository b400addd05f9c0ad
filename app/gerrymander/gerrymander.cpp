#include "common.hpp"

namespace pentocity::app {

void add_gerrymander(const Command& app) {
  const Command top = app.commands("gerrymander", "Divide a board of voters into connected districts of equal size");
  top.footer({"pentocity gerrymander tilings 5"},
             "`pentocity gerrymander SUBCOMMAND --help` explains each (docs/reference/gerrymander.md).");
  for (const auto add : {add_tilings, add_seats, add_sample, add_puzzle, add_census, add_files}) add(top);
}

}  // namespace pentocity::app
