#pragma once
// What `run` and `compare` have in common: the options that say what is played, where and how.

#include <CLI/CLI.hpp>
#include <string>

#include "pentocity/tournament/tournament.hpp"

namespace pentocity::app {

struct TournamentArguments {
  std::string config;  ///< empty: built-in players and sequencers by name
  std::string rules = "report";
  tournament::Overrides overrides;
  tournament::RunOptions run;
  std::string secret;  ///< file of `seed: secret`
  bool dry_run = false;
  bool progress = false;
};

/// Adds `--sequencers`, `--repeats`, `--seed`, `--jobs`, `--out`, `--trace` and the like, but no way to name players.
void add_tournament_options(CLI::App& command, TournamentArguments& arguments);

/// The config that is meant. Throws InputError, among others if there is neither a config nor names; `command` is for
/// that message.
tournament::Config config_of(const TournamentArguments& arguments, const std::string& command);

/// Readies a run: its folder, its secret, progress on standard error, and signals, of which the first lets the games
/// under way finish.
void prepare_run(TournamentArguments& arguments, tournament::Config& config);

/// Prints what would be played.
void print_plan(const tournament::Config& config, const tournament::RunOptions& options);

}  // namespace pentocity::app
