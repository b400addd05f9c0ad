#pragma once
// Makes players and sequencers from names and configs: built-in ones, shared libraries, commands, and sequencers that
// are described by files.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pentocity/game/played_games.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::entrants {

/// A player of a config, ready to be made for games. Its options have been checked.
struct PlayerEntry {
  std::string name;      ///< the name in results and traces
  std::string identity;  ///< JSON text of what decides its moves, except for name and seed; see Entrant
  /// The same with other hashes of files: BLAKE2b of 256 bits, of which nobody finds two contents with one hash.
  std::string contents = {};
  bool built_in = true;
  bool isolated = false;  ///< runs in a process of its own
  /// Makes a player for one game; may be called on any thread. The rules must outlive it. Throws what the player's
  /// constructor throws, or what hosted_player() or command_player() throw if it is isolated.
  std::function<std::unique_ptr<match::PlayerSession>(const Rules& rules, std::uint64_t seed)> make = {};
  std::string summary = {};               ///< one line for lists; empty for a command that has not been asked
  std::vector<OptionSpec> declared = {};  ///< its options; empty for a command that has not been asked
  Options options = {};                   ///< their values
  PlayedGames plays = {};                 ///< the games that it declares to play
  /// It declares no options and takes any: a command that says nothing about options, or has not been asked.
  bool any_options = false;
  /// Returns this player with other values of its options, under the name that it has without the config's `name`.
  std::function<PlayerEntry(const Options& options)> with = {};
  /// Files and folders that the words of its command name, alone or in a list such as a class path, and that its
  /// process does not see.
  std::vector<std::string> withheld = {};
  /// A digest of all files that its processes see of their own (isolation::digest_of_seen()), of which `identity` tells
  /// only some. Throws InputError if one cannot be read. Not set for what has no such files.
  std::function<std::string()> seen = {};
  /// The same by such a hash as in `contents`, and always of all contents.
  std::function<std::string()> seen_contents = {};
  /// The commitment to a number that its author adds to the draw (match::contribution_commitment()); empty: none.
  std::string contribution = {};
  /// Set for a command that has not been asked what it declares; see asked().
  std::function<PlayerEntry()> ask = {};
};

/// The player with what it declares (`summary`, `declared`, `plays`): a command that has not been asked is started once
/// in order to ask it, any other player is returned as it is. Throws InputError, with the place in the config, if the
/// declaration is wrong or an option of the config is not one of those declared; what the command's process throws if
/// it fails.
PlayerEntry asked(const PlayerEntry& player);
/// The same, but a command that cannot be asked, because its process fails, is returned as it is: its games will show
/// the failure.
PlayerEntry asked_if_possible(const PlayerEntry& player);
/// The player with some options set, each by a text of the form `name=value`. Throws InputError for an unknown option
/// or a wrong value, and as asked_if_possible() does.
PlayerEntry with_options(const PlayerEntry& player, const std::vector<std::string>& assignments);
/// Throws InputError if the player declares that it does not play under these rules. A command is asked.
void require_plays(const PlayerEntry& player, const Rules& rules);

/// A sequencer of a config, with the same members as a PlayerEntry.
struct SequencerEntry {
  std::string name;
  std::string identity;
  std::string contents = {};
  bool built_in = true;
  bool isolated = false;
  /// What sets its draws under a secret apart from those of others: its own name, whatever the config calls it; and, if
  /// there are such, after a line feed its options other than the defaults, as JSON, or the contents of its file.
  std::string draws_as = {};
  /// `side` is the number of rows of the land.
  std::function<std::unique_ptr<Sequencer>(int side, const match::StreamSeed& seed)> make = {};
  std::vector<std::string> withheld = {};
  std::function<std::string()> seen = {};
  std::function<std::string()> seen_contents = {};
  /// Where its option `generator` is set, as `file:line:column`; empty if it is not.
  std::string generator_place = {};
};

/// A built-in player with its default options. Throws InputError, which suggests the most similar name, if there is
/// none of this name.
PlayerEntry built_in_player(const std::string& name);
/// A built-in sequencer; `assignments` are options of the form `key=value`. Throws InputError likewise, and for a wrong
/// option.
SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& assignments = {});

/// A player or a sequencer as a word on the command line names it: a built-in name, or the path of a shared library
/// (*.so), a Python file (*.py) or a program; a sequencer may also be the path of a mix (*.yaml). If a file has the
/// name of a built-in one, the built-in one is meant. The folder of `hosting` is where relative paths begin. Throws
/// InputError, which suggests the most similar name.
PlayerEntry player_of_word(const std::string& word, const isolation::Hosting& hosting);
SequencerEntry sequencer_of_word(const std::string& word, const isolation::Hosting& hosting);

/// The same as a mapping of a config, for player_of_yaml() and sequencer_of_yaml(), as JSON text. Throws InputError
/// likewise.
std::string player_entry_of_word(const std::string& word);
std::string sequencer_entry_of_word(const std::string& word);

/// Reads a player of a config: the name of a built-in one, or a mapping with one of the keys `player`, `plugin` and
/// `command`, and optionally `name`, `options` and others (docs/running.md). Relative paths begin in `folder`. A plugin
/// that is to be isolated is asked for its name and options in a process of its own. Throws InputError, with the place,
/// for anything that is wrong with it.
PlayerEntry player_of_yaml(const input::YamlNode& node, const std::string& folder, const isolation::Hosting& hosting);
/// The same for a sequencer. Its keys are `sequencer`, `plugin`, `command` or the name of a file format, such as `mix`.
SequencerEntry sequencer_of_yaml(const input::YamlNode& node, const std::string& folder,
                                 const isolation::Hosting& hosting);

/// A sequencer that a file of this format describes, such as `mix`. Throws InputError for a bad file, and
/// std::invalid_argument if there is no such format (see sequencer_formats()).
SequencerEntry sequencer_of_file(const std::string& format, const std::string& path);

/// The values of declared options from a mapping of a config; missing ones have their defaults. Throws InputError, with
/// the place, for an undeclared name or a wrong value. Messages call their subject `owner`, such as `player 'jigsaw'`.
Options read_options(const input::YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner);

}  // namespace pentocity::entrants
