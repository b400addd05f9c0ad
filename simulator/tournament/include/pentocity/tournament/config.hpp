#pragma once
// What a run is configured with: a YAML file, or names alone.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/tournament/claims.hpp"
#include "pentocity/tournament/plan.hpp"
#include "pentocity/tournament/roster.hpp"

namespace pentocity::tournament {

/// A plan and those who carry it out. `players[i]` is `plan.players[i]`; so are the sequencers.
struct Config {
  std::string name;  ///< the file's, without folder and extension
  Plan plan;
  isolation::Hosting hosting;
  std::vector<PlayerEntry> players;
  std::vector<SequencerEntry> sequencers;
  std::vector<Claim> claims;  ///< those whose players are all among `players`
  bool slow = false;          ///< left out where its folder is run
  /// What `seed: secret` stands for: found or made when it is known where the games are stored.
  std::optional<match::Secret> secret;

  void use(const match::Secret& known);
  /// Of the requests of a repeat, and of a player's own draws in it. With `seed: secret` after use() only.
  match::StreamSeed stream(int repeat) const;
  std::uint64_t player_seed(int repeat, std::string_view player) const;
};

/// What the command line says besides the config.
struct Overrides {
  std::vector<std::string> players, sequencers;  ///< empty: all of the config's
  std::optional<int> repeats;
  std::optional<std::uint64_t> seed;  ///< replaces a list
  std::optional<isolation::Isolation> isolation = {};
  bool secret = false;  ///< `seed: secret`, whatever the config says; not with `seed`
};

/// Repeats where nothing says how many, and the seed where there is none.
inline constexpr int default_repeats = 10;
inline constexpr std::uint64_t default_seed = 2016;

/// Reads a config file; `players` and `sequencers` of the overrides select by its names. Throws InputError, with file,
/// line, column and key, for whatever is wrong with it.
Config load_config(const std::string& path, const Overrides& overrides = {});

/// Parts of a config that other files have too: the value of its key `rules`, and the keys `repeats`, `seed` and
/// `seeds` of a mapping, of which the seed may be `secret`. Both throw InputError likewise.
Rules read_rules(const input::YamlNode& node);
void read_seeds(const input::YamlNode& mapping, const Overrides& overrides, Plan& plan);

/// The rules that the option `--rules` names. Throws InputError for an unknown name.
Rules rules_of_option(const std::string& profile);

/// The configs of a folder, `*.yaml`, sorted by name; no folders within. Throws InputError if there are none.
std::vector<std::string> configs_in(const std::string& folder);

/// The config of built-in players and sequencers under the rules of a profile. Throws InputError for an unknown name.
Config config_of_names(const std::string& profile, const Overrides& overrides);

}  // namespace pentocity::tournament
