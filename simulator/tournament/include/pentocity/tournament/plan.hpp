#pragma once
// What is to be played, as plain data: enough to list the games, to recognise them in a results folder, and to sum them
// up, but not to play them.

#include <compare>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/game/rules.hpp"
#include "pentocity/isolation/isolation.hpp"

namespace pentocity::tournament {

/// How the score of a failed game (`invalid`, `crashed`, `timeout`) enters score statistics: not at all, as 0, or as
/// 2016's codes, -1 for `timeout` and -2 for the others. In every mode a failed game wins nothing, has no metrics and
/// is in no difference of scores. A game with `sequencer_failed` is nobody's: it is counted as such and enters nothing
/// else.
enum class Failures : std::uint8_t { apart, zero, codes };
/// `apart`, `zero`, `codes`.
std::string_view name_of(Failures failures);
std::optional<Failures> failures_of_name(std::string_view name);

/// A player or sequencer of a plan.
struct Entrant {
  std::string name;      ///< in results and traces
  std::string identity;  ///< JSON: what it is and its options, with hashes of the files it is made from

  friend bool operator==(const Entrant&, const Entrant&) = default;
};

/// Games of a plan are played by part I of N parts, `--shard I/N`.
struct Shard {
  int index = 0;
  int count = 1;
};

/// A game of a plan, by numbers from 0.
struct GameId {
  int player = 0;
  int sequencer = 0;
  int repeat = 0;

  friend auto operator<=>(const GameId&, const GameId&) = default;
};

inline constexpr int most_repeats = 1'000'000;

/// Every player meets every sequencer once in each repeat.
struct Plan {
  Rules rules;
  /// What the seeds were mixed from; none: they were listed, or a secret is in their place.
  std::optional<std::uint64_t> seed;
  /// Of the request streams, one for each repeat; none with a secret.
  std::vector<std::uint64_t> seeds;
  /// With `seed: secret`: Secret::commitment() of the secret from which the requests are drawn, empty before it is
  /// known.
  std::optional<std::string> commitment;
  int secret_repeats = 0;
  isolation::Limits limits;
  Failures failures = Failures::apart;
  std::vector<Entrant> players, sequencers;

  int repeats() const { return commitment ? secret_repeats : static_cast<int>(seeds.size()); }
  /// Other repeats, but for a list of seeds.
  void set_repeats(int repeats);
  std::size_t games() const { return static_cast<std::size_t>(repeats()) * sequencers.size() * players.size(); }
  /// Games numbered repeat by repeat, so that an interrupted run has played a bit of everything.
  GameId game(std::size_t number) const;
  std::size_t number_of(const GameId& id) const;
  /// Of its request stream; none with a secret.
  std::optional<std::uint64_t> seed_of(const GameId& id) const;

  friend bool operator==(const Plan&, const Plan&) = default;
};

/// Does this part play this game? The games of each player, sequencer and cell are spread evenly over the parts.
bool plays(const Shard& shard, const GameId& id);

/// The seeds of `repeats` request streams from one seed: mixed, because java.util.Random draws much the same from
/// neighbouring seeds. At most `max_seed`.
std::vector<std::uint64_t> stream_seeds(std::uint64_t seed, int repeats);

/// The seed of a player's own draws: from the seed of the game's request stream, the repeat (a seed listed twice gives
/// fresh draws) and the player's name, by a hash that nobody can turn back. At most `max_seed`.
std::uint64_t player_seed(std::uint64_t stream_seed, int repeat, std::string_view player);

/// What all games of a results folder must have in common, 16 hexadecimal digits: rules, seed, seeds or
/// commitment, limits.
std::string config_hash(const Plan& plan);

/// What decides a game besides the config's hash and the names and numbers of its row, 16 hexadecimal digits: the
/// identities of both sides.
std::string game_key(const Entrant& player, const Entrant& sequencer);

nlohmann::ordered_json to_json(const Plan& plan);
/// The inverse. Throws InputError for anything else.
Plan plan_of_json(const nlohmann::json& json);

}  // namespace pentocity::tournament
