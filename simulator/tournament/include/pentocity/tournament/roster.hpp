#pragma once
// Players and sequencers by name: built in, from shared libraries, commands, and streams described by files.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::tournament {

/// A player of a config, its options checked. Copying is cheap.
struct PlayerEntry {
  std::string name;      ///< in results and traces
  std::string identity;  ///< JSON: what decides its moves besides name and seed
  bool built_in = true;
  bool isolated = false;  ///< in a process of its own
  /// Makes one for one game, on any thread; the rules must outlive it. Throws what the player's constructor throws.
  std::function<std::unique_ptr<Player>(const Rules& rules, std::uint64_t seed)> make;
  std::vector<OptionSpec> declared = {};  ///< its options; none of a command, whose options nobody knows
  Options options = {};                   ///< their values
  /// The same player with other values of these options.
  std::function<PlayerEntry(const Options& options)> with = {};
};

/// A sequencer of a config, likewise.
struct SequencerEntry {
  std::string name;
  std::string identity;
  bool built_in = true;
  bool isolated = false;
  std::function<std::unique_ptr<Sequencer>(int side, const match::StreamSeed& seed)> make;
  std::string generator_place = {};  ///< where its generator is named, `file:line:column`; empty: nowhere
};

/// A built-in player with its default options. Throws InputError, naming the nearest, if there is none of that name.
PlayerEntry built_in_player(const std::string& name);
/// The same, with options as `key=value`.
SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& options = {});

/// An entry of a config: a built-in player's name, or a mapping with `player`, `plugin` or `command`, and perhaps
/// `name` and `options`. Relative paths start in `folder`. An isolated plugin is asked for its name and options in a
/// process of its own. Throws InputError for whatever is wrong with it.
PlayerEntry player_of_yaml(const input::YamlNode& node, const std::string& folder, const isolation::Hosting& hosting);
/// The same with `sequencer`, `plugin`, `command` or the name of a format of files, such as `mix`.
SequencerEntry sequencer_of_yaml(const input::YamlNode& node, const std::string& folder,
                                 const isolation::Hosting& hosting);

/// A stream that a file describes, such as a `mix`. Throws InputError for a bad file, std::invalid_argument if there is
/// no such format (sequencer_formats()).
SequencerEntry sequencer_of_file(const std::string& format, const std::string& path);

/// Options as a mapping of a config sets them. Throws InputError, with the place and the nearest name, if one is not
/// declared or is wrong; `owner` is for messages, such as `player 'jigsaw'`.
Options read_options(const input::YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner);

}  // namespace pentocity::tournament
