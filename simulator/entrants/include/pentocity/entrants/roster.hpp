#pragma once
// Players and sequencers from what configs and command lines say: built-in ones, shared libraries, commands, and
// sequencers that are described by files.

#include "pentocity/entrants/entrant.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/match/entrant_id.hpp"

namespace pentocity::entrants {

/// A text that somebody wrote.
struct SourceText {
  std::string text;
  std::string place = {};  ///< `file:line:column`; empty on the command line
  bool quoted = false;     ///< in YAML: where any value may stand, "5" is a word and 5 a number

  /// Throws InputError with this message, after the place if there is one.
  [[noreturn]] void fail(const std::string& message) const;
};
/// A text of YAML. Fails if the node is no scalar.
SourceText source_text(const input::YamlNode& node);

/// Option values as they are written, by name.
using SourceOptions = std::vector<std::pair<SourceText, SourceText>>;

/// What a config, or a word of the command line, says of a player or sequencer. Nothing of it has been looked at yet.
struct Origin {
  std::string kind;  ///< `player`, `sequencer`, `plugin`, `command`, `java`, `wasm`, or a file format such as `mix`
  SourceText value;  ///< the name or the path; of a command only the place counts
  std::vector<SourceText> words = {};  ///< of a command
  SourceOptions options = {};
  std::vector<SourceText> files = {};                      ///< what it needs besides its program
  std::optional<SourceText> name = {}, contribution = {};  ///< in place of its own name; PlayerEntry::contribution
  std::string place = {};

  /// The same as a mapping of a config, as JSON text, for player_origin() to read.
  std::string config_text() const;
  /// The same with the paths of files in `folder`, those among a command's words included, made absolute.
  Origin with_absolute_paths(const std::string& folder) const;
};

/// The most words of a command and files that an entry may have; of options match::max_options.
inline constexpr std::size_t max_words = 1'000, max_files = 2'000;
/// Throws InputError, with the place, if a list of an entry has more elements than that.
void check_count(const input::YamlNode& list, std::size_t count, std::size_t max);

/// Reads an entry of a config: the name of a built-in player, or a mapping with one of the keys `player`, `plugin`,
/// `command` and `java`, and optionally `name`, `options` and others (docs/reference/running.md). Of a sequencer the
/// keys are `sequencer`, `plugin`, `command`, `java` or the name of a file format. Throw InputError, with the place,
/// for other keys or texts; those in `others` are the caller's.
Origin player_origin(const input::YamlNode& node, const std::vector<std::string>& others = {});
Origin sequencer_origin(const input::YamlNode& node);

/// What a word on the command line stands for: a built-in name, or the path of a shared library (*.so), a Python file
/// (*.py), a folder of Java sources, a jar (*.jar), a portable one (*.wasm) or a program; a player may also be the path
/// of a YAML file with the text of an entry, such as tuned.yaml of `pentocity tune`, and a sequencer that of a mix
/// (*.yaml). If a file has the name of a built-in one, the built-in one is meant. Throw InputError, which suggests the
/// most similar name.
Origin player_origin(const std::string& word);
Origin sequencer_origin(const std::string& word);

/// Throws InputError unless this may be the name of a player or sequencer: of 1 to 100 characters, all of which can be
/// seen.
void check_name(const SourceText& name);

/// Finds the player or sequencer that a config or a word says. Relative paths begin in `folder` or, for a word, in the
/// folder of `hosting`. A plugin that is to be isolated is asked for its name and options in a process of its own, and
/// Java sources are compiled in one.
/// Throw InputError, with the place, for anything that is wrong with it.
PlayerEntry player_of_yaml(const input::YamlNode& node, const std::string& folder, const isolation::Hosting& hosting);
SequencerEntry sequencer_of_yaml(const input::YamlNode& node, const std::string& folder,
                                 const isolation::Hosting& hosting);
PlayerEntry player_of_word(const std::string& word, const isolation::Hosting& hosting);
/// `assignments` are options of the form `key=value`.
SequencerEntry sequencer_of_word(const std::string& word, const isolation::Hosting& hosting,
                                 const std::vector<std::string>& assignments = {});

/// A built-in player with its default options. Throws InputError, which suggests the most similar name, if there is
/// none of this name.
PlayerEntry built_in_player(const std::string& name);
/// A built-in sequencer; `assignments` are options of the form `key=value`. Throws InputError likewise, and for a wrong
/// option.
SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& assignments = {});

/// The built-in player or sequencer that an entrant of a schedule describes, with its name in the schedule. None if it
/// is not built in, or if in this version of the program it has other options.
std::optional<PlayerEntry> player_of_identity(const match::EntrantId& entrant);
std::optional<SequencerEntry> sequencer_of_identity(const match::EntrantId& entrant);

/// A sequencer that a file of this format describes, such as `mix`. Throws InputError for a bad file, and
/// std::invalid_argument if there is no such format (see sequencer_formats()).
SequencerEntry sequencer_of_file(const std::string& format, const std::string& path);
/// The same for a file that has been read.
SequencerEntry sequencer_of_file(const std::string& format, const SequencerFile& file);

/// The values of declared options from a mapping of a config; missing ones have their defaults. Throws InputError, with
/// the place, for an undeclared name or a wrong value. Messages call their subject `owner`, such as `player 'jigsaw'`.
Options read_options(const input::YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner);

}  // namespace pentocity::entrants
