#pragma once
// Configs: what is played, from a YAML file or from names on the command line.

#include "pentocity/entrants/roster.hpp"
#include "pentocity/figures/claims.hpp"

namespace pentocity::tournament {

/// What a config file names, before the command line selects from it.
struct NamedByFile {
  std::vector<match::EntrantId> players, sequencers;
  int repeats = 1;
};

/// How what is named without a config is run: as this says, or else as configs say by default. Relative paths begin in
/// the current folder, in which nobody sees earlier results.
isolation::Hosting hosting_of_names(std::optional<match::Isolation> isolation);

/// A schedule together with the players and sequencers that can play it: `players[i]` belongs to `schedule.players[i]`,
/// and likewise for the sequencers.
struct Config {
  std::string name;  ///< of the file, without folder and extension; `run` if there is no file
  results::Schedule schedule;
  isolation::Hosting hosting;
  std::vector<entrants::PlayerEntry> players;
  std::vector<entrants::SequencerEntry> sequencers;
  std::optional<NamedByFile> file;  ///< none if there is no file
  /// The claims that are about selected players only.
  std::vector<figures::Claim> claims;
  /// The file has `slow: true`: it is skipped when all configs of its folder are run, unless slow ones are asked for.
  bool slow = false;
  /// Whether all games of a stream are played in lockstep, as the config or the command line says; see
  /// plays_in_lockstep().
  std::optional<bool> lockstep;
  /// The number of players that run in processes of their own, of all that the file names.
  int isolated_players = 0;
  /// What is wrong with entries that were left out (Overrides::leave_out_broken), by their names; one without a name
  /// has the empty one.
  std::map<std::string, std::string> broken = {};
  /// Those of its players who are out of the draw (keep_promises()): of them, too, there are claims.
  std::vector<std::string> out_of_draw = {};
  /// The secret of `seed: secret`; none until use() is called.
  std::optional<match::Secret> secret;

  /// The public beacon that the file names for the draw; empty: none.
  std::string beacon;

  /// Throws InputError with what is wrong with the entry of this name, if it was left out; where there is none, with
  /// what is wrong with one that says no name.
  void require_unbroken(const std::string& entry) const;
  /// Sets the secret and its commitment; the derivation is the schedule's, or that of the draw.
  void use(const match::Secret& known);
  void use(const match::Draw& draw);
  /// What the requests of a sequencer in a repeat (from 0) are drawn from, and the seed of a player's own random
  /// numbers in it. With `seed: secret`, only after use().
  match::StreamSeed stream(int repeat, const entrants::SequencerEntry& sequencer) const;
  std::uint64_t player_seed(int repeat, std::string_view player) const;
};

/// Two sequencers of a config that have the same requests under a secret, because they are the same but for their
/// names; none if there are none.
std::optional<std::pair<std::string, std::string>> same_draws(const std::vector<entrants::SequencerEntry>& sequencers);

/// What the command line sets, in place of the config's values.
struct Overrides {
  /// The names of those that play; empty: all of the config's. Without a config, words as for player_of_word() and
  /// sequencer_of_word().
  std::vector<std::string> players, sequencers;
  std::optional<int> repeats;
  std::optional<std::uint64_t> seed;  ///< replaces the config's seed or list of seeds
  std::optional<match::Isolation> isolation = {};
  std::optional<bool> lockstep = {};
  /// Draw the requests from a secret, even if the config has a seed. Not together with `seed`.
  bool secret = false;
  /// Options of players, as for set_options().
  std::vector<std::string> options = {};
  /// Those of `players` and `sequencers` that a config does not have are words for player_of_word() and
  /// sequencer_of_word(), and play besides the config's.
  bool others = false;
  bool besides = false;   ///< `players` play together with all of the config's
  bool in_order = false;  ///< the players come in the order of `players`, and not in that of the config
  /// Leave the config's players and claims out: they need not be known yet.
  bool no_players = false;
  /// Leave out entries that are wrong (Config::broken), and the claims, and ask no player what it declares.
  bool leave_out_broken = false;
  /// The folder in which processes of players and sequencers start; empty: that of the config.
  std::string folder = {};
  /// Names of the config's players that are not built in and whose files are here; none: all are. Of the others only
  /// the names are read: their entries have no identity and no `make`.
  std::optional<std::vector<std::string>> at_hand = {};
};

/// The number of repeats, and the seed, if neither the config nor the command line names another one.
inline constexpr int default_repeats = 10;
inline constexpr std::uint64_t default_seed = 2016;

/// Reads a config file. `overrides` selects players and sequencers and replaces other values. Throws InputError, with
/// file, line, column and key, for anything that is wrong with the file, and for a selected name that is not in it.
Config load_config(const std::string& path, const Overrides& overrides = {});

/// What a text of `--option` says: `NAME=VALUE`, for the first player, or `PLAYER:NAME=VALUE`.
struct OptionAssignment {
  std::string player;      ///< empty for the first one
  std::string assignment;  ///< NAME=VALUE
};
/// The parts of such a text. The name of a player may have colons and signs of equality: it is the longest of `players`
/// that fits, or, if none does, all before the last colon before the `=`.
OptionAssignment option_assignment(const std::string& text, const std::vector<std::string>& players);

/// Sets options of players as option_assignment() understands the texts. Throws InputError, also as with_options()
/// does.
void set_options(std::vector<entrants::PlayerEntry>& players, const std::vector<std::string>& assignments);

/// Read parts that other files have in common with configs. read_rules() reads the value of the key `rules`;
/// read_sequencers() that of `sequencers`, where no name may occur twice; relative paths begin in `folder`, and what is
/// wrong with an entry goes to `broken`, if that is given;
/// read_seeds() sets the seeds of `schedule` from the keys `repeats`, `seed` (a number or `secret`) and `seeds` of a
/// mapping. All throw InputError likewise.
Rules read_rules(const input::YamlNode& node);
std::vector<entrants::SequencerEntry> read_sequencers(const input::YamlNode& list, const std::string& folder,
                                                      const isolation::Hosting& hosting,
                                                      std::map<std::string, std::string>* broken = nullptr);
void read_seeds(const input::YamlNode& mapping, const Overrides& overrides, results::Schedule& schedule);
/// Reads the keys of a config file that say how games are played, not by whom: rules, seeds, beacon, limits, isolation
/// and `failures`.
void read_terms(const input::YamlNode& root, const Overrides& overrides, Config& config);

/// The rules that the option `--rules` of the command line names. Throws InputError for an unknown name.
Rules rules_of_option(const std::string& profile);

/// The paths of all files `*.yaml` in a folder, not in folders below it, sorted. Throws InputError if there are none,
/// and std::filesystem::filesystem_error if the folder cannot be read.
std::vector<std::string> configs_in(const std::string& folder);

/// A config of the players and sequencers that `overrides` names, as words for player_of_word(), under the rules of a
/// profile. Players of files that call themselves the same are named after their files, without folder and extension.
/// Throws InputError for an unknown name and for a name that is given twice.
Config config_of_names(const std::string& profile, const Overrides& overrides);

/// The config that plays a schedule: of each player and sequencer the entry of this very identity in `given`, else the
/// one that the identity names by itself, as of those that are built in. What cannot be made again has no `entrant`.
Config config_of_schedule(const results::Schedule& schedule, const Config* given = nullptr);

}  // namespace pentocity::tournament
