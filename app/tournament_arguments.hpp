#pragma once
// The options that `run` and `compare` have in common: what is played, where and how.

#include "commands.hpp"
#include "pentocity/tournament/preparation.hpp"

namespace pentocity::app {

/// The values of these options.
struct TournamentArguments {
  std::string config;  ///< path of the config; empty: built-in players and sequencers by name
  std::string rules;   ///< name of the rules if there is no config; empty: report
  tournament::Overrides overrides;
  tournament::RunOptions run;
  tournament::RunFiles files;  ///< of `--secret`, `--contributions` and `--beacon`
  bool new_requests = false;   ///< `--seed new`; the seed that was drawn is in the overrides
  bool dry_run = false, progress = false;
};

/// Adds `--sequencers`, `--repeats`, `--seed`, `--jobs`, `--out`, `--trace` and others. The commands add their own
/// options for players.
/// @param repeats what the help says of `--repeats`
void add_tournament_options(const Command& command, TournamentArguments& arguments, const std::string& repeats);

/// Throws InputError if `--rules` was given beside a config or a folder of configs: the rules of games are part of what
/// a results folder is about, and stand in the config alone.
void refuse_rules(const TournamentArguments& arguments);

/// The config that the arguments name or describe. Throws InputError if it is wrong, or if there is neither a config
/// nor names; that message names `command`. Messages about players begin with `option`, by which they were named.
tournament::Config config_of(const TournamentArguments& arguments, const std::string& command,
                             std::string_view option = "--players: ");

/// Prepares a run: sets its results folder, prepares its games (prepare_games(); only looks for a dry run), prints
/// warnings and progress to standard error, and handles signals (see stop_on_signals()). Throws UserError.
void prepare_run(TournamentArguments& arguments, tournament::Config& config);

/// A RunOptions::progress that prints to standard error.
std::function<void(std::size_t done, std::size_t before, std::size_t all)> progress_bar();

/// The command that plays a game again, under a debugger unless another program plays. Empty if the game has no trace
/// and is not that of the first repeat.
std::string again_command(const GameRow& row, const Config& config, const TournamentArguments& arguments);

/// Prints, for a dry run, how many games each pairing has and how many are to be played.
void print_plan(const tournament::Config& config, const tournament::RunOptions& options);

}  // namespace pentocity::app
