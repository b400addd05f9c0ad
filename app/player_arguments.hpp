#pragma once
// Players and sequencers as the command line names them, for all commands that take them.

#include "commands.hpp"

namespace pentocity::app {

/// What a word is that names a player, for help texts.
inline constexpr const char* a_player =
    "a built-in name, which `pentocity list players` shows, or a file: a shared library (*.so), a Python file (*.py), "
    "a folder of Java sources, a jar (*.jar), a program, or a config's entry (*.yaml), such as tuned.yaml";

/// The values of the options `--config` and `--option`.
struct PlayerArguments {
  std::string config;
  std::vector<std::string> options;  ///< as for set_options()
};

/// Adds `--option` alone, and together with `--config`.
void add_player_options(const Command& command, std::vector<std::string>& options);
void add_player_options(const Command& command, PlayerArguments& arguments);

/// Players, and what a config says about their games.
struct FoundPlayers {
  std::vector<entrants::PlayerEntry> players;
  isolation::Limits limits;
  std::optional<Rules> rules;  ///< of the config, if there is one
  /// Their files. What they did counts only if check() still finds the files as they were.
  std::shared_ptr<isolation::KeptFiles> kept;
};

/// The players that words name: a name of the config, if there is one, or a word for player_of_word(). Commands have
/// been asked what they declare, if that is possible. `isolation` replaces that of the config. Throws InputError.
FoundPlayers find_players(const std::vector<std::string>& words, const PlayerArguments& arguments,
                          std::optional<isolation::Isolation> isolation = {});

/// What stands before a command line that plays a participant again: a debugger, unless it is a command, which plays in
/// a program of its own. Its identity tells.
std::string debugger_for(const std::string& identity);

/// Tells by its identity whether a participant is in Java.
bool is_java(const std::string& identity);

/// The rules of a command that has both `--config` and `--rules`: those of the config if there is one, else the
/// profile, `report` if that is empty. Throws InputError if both are given.
Rules rules_for(const FoundPlayers& found, const std::string& profile);

/// What a word is that names a sequencer, for help texts.
inline constexpr const char* a_sequencer =
    "a built-in name, which `pentocity list sequencers` shows, or a file: a mix (*.yaml), a shared library (*.so), a "
    "Python file (*.py), a folder of Java sources, a jar (*.jar) or a program";

/// A sequencer, and what a config says about its games.
struct FoundSequencer {
  entrants::SequencerEntry entry;
  int side;  ///< of the lands
  isolation::Limits limits;
  std::shared_ptr<isolation::KeptFiles> kept;  ///< as for players
};

/// The sequencer that a word names: a name of the config, if there is one, or a built-in one, with options of the form
/// `key=value`, or that of a file, as for sequencer_of_word(). `isolation` replaces that of the config. Throws
/// InputError if it is neither, for a wrong option, and for any option with a file or a config.
FoundSequencer find_sequencer(const std::string& word, const PlayerArguments& arguments = {},
                              std::optional<isolation::Isolation> isolation = {});

}  // namespace pentocity::app
