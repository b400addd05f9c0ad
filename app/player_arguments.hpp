#pragma once
// Players and sequencers as the command line names them, for all commands that take them.

#include "commands.hpp"
#include "pentocity/tournament/preparation.hpp"

namespace pentocity::app {

/// What a word is that names a player, for help texts.
inline constexpr const char* a_player =
    "a built-in name, which `pentocity list players` shows, or a file: a shared library (*.so), a Python file (*.py), "
    "a folder of Java sources, a jar (*.jar), WebAssembly (*.wasm), a program, or a config's entry (*.yaml), such as "
    "tuned.yaml";

/// The values of the options `--config`, `--option` and, of commands that have it, `--rules`.
struct PlayerArguments {
  std::string config;
  std::vector<std::string> options;  ///< as for set_options()
  std::string rules;                 ///< empty: those of the config, or report without one
};

/// Adds `--option` alone, and together with `--config`.
void add_player_options(const Command& command, std::vector<std::string>& options);
void add_player_options(const Command& command, PlayerArguments& arguments);

/// A config of the players that words name: each a name of the config of the arguments, if there is one, or a word for
/// player_of_word(). Its other terms are those of that config. Commands have been asked what they declare, if that is
/// possible. `isolation` replaces that of the config. Throws InputError, also if both a config and rules are given.
tournament::Config find_players(const std::vector<std::string>& words, const PlayerArguments& arguments,
                                std::optional<match::Isolation> isolation = {});

/// What stands before a command line that plays a participant again: a debugger, unless it is a command, which plays in
/// a program of its own, or portable. Its identity tells.
std::string debugger_for(const std::string& identity);

/// Tells by its identity whether a participant is in Java.
bool is_java(const std::string& identity);

/// What a word is that names a sequencer, for help texts.
inline constexpr const char* a_sequencer =
    "a built-in name, which `pentocity list sequencers` shows, or a file: a mix (*.yaml), a shared library (*.so), a "
    "Python file (*.py), a folder of Java sources, a jar (*.jar), WebAssembly (*.wasm) or a program";

/// A config of the sequencers that words name: each a name of the config of the arguments, if there is one, or a word
/// for sequencer_of_word(), with the options of the arguments. Its other terms are those of that config. `isolation`
/// replaces that of the config. Throws InputError for other words, for a wrong option, and for any option with a
/// config.
tournament::Config find_sequencers(const std::vector<std::string>& words, const PlayerArguments& arguments = {},
                                   std::optional<match::Isolation> isolation = {});

}  // namespace pentocity::app
