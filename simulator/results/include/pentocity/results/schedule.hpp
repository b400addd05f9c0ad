#pragma once
// Schedules: what is to be played, as plain data. A schedule is enough to list the games, to find them in a results
// folder and to sum them up; playing them needs a Config.

#include <map>
#include <nlohmann/json_fwd.hpp>

#include "pentocity/game/rules.hpp"
#include "pentocity/match/entrant_id.hpp"
#include "pentocity/match/limits.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::results {

/// How the score of a failed game (`invalid`, `crashed` or `timeout`) enters statistics of scores. `apart`: not at all.
/// `zero`: as 0. `codes`: as in 2016, -1 for `timeout` and -2 for the others. In any case a failed game loses or draws
/// its matches, and enters neither metrics nor differences of scores. A game that ended `sequencer_failed` enters no
/// statistics; it is only counted.
enum class Failures : std::uint8_t { apart, zero, codes };
/// The word for it in configs, as above.
std::string_view name_of(Failures failures);
std::optional<Failures> failures_of_name(std::string_view name);

/// The index of each of them by its name.
std::map<std::string, int> numbers_of(const std::vector<match::EntrantId>& entrants);

/// A part of a run, as in `--shard I/N`: this run plays part `index`, from 0, of `count` parts.
struct Shard {
  int index = 0;
  int count = 1;
  bool whole_streams = false;  ///< all games of a stream, which is a sequencer and a repeat, are in one part
};

/// A game of a schedule. All numbers count from 0; players and sequencers are in the order of the schedule.
struct GameId {
  int player = 0;
  int sequencer = 0;
  int repeat = 0;

  friend auto operator<=>(const GameId&, const GameId&) = default;
};

/// The maximum number of repeats.
inline constexpr int max_repeats = 1'000'000;

/// The maximum number of pairings, a player on a sequencer. A summary holds some figures for each.
inline constexpr std::size_t max_pairings = 1'000'000;

/// The repeats, from 0 and in order, of each sequencer that has not all of them, by its name. So it may be with
/// published scores, whose sequencers may have seeds of their own.
using OwnRepeats = std::map<std::string, std::vector<int>>;

/// What is to be played: in each repeat, every player once on every sequencer that has this repeat.
struct Schedule {
  Rules rules;
  /// The seed from which all others are computed; none if the seeds were listed or there is a secret.
  std::optional<std::uint64_t> seed;
  /// The seeds of the request streams, one for each repeat; empty with a secret.
  std::vector<std::uint64_t> seeds;
  /// With `seed: secret`, the Secret::commitment() of the secret, or an empty string as long as the secret is not
  /// known; none without.
  std::optional<std::string> commitment;
  /// With a secret, how the requests follow from it.
  match::Derivation derivation;
  /// With a secret, the number of repeats.
  int secret_repeats = 0;
  match::Limits limits;
  Failures failures = Failures::apart;
  std::vector<match::EntrantId> players, sequencers;
  OwnRepeats own_repeats = {};  ///< empty for all that is played here

  int repeats() const { return commitment ? secret_repeats : static_cast<int>(seeds.size()); }
  /// Changes the number of repeats; does nothing if the seeds were listed.
  void set_repeats(int repeats);
  /// The numbers of games: as many as there would be if every sequencer had every repeat.
  std::size_t games() const { return static_cast<std::size_t>(repeats()) * sequencers.size() * players.size(); }
  /// The number of games that are to be played.
  std::size_t scheduled() const;
  /// Tells whether the sequencer of this name has this repeat.
  bool has(const std::string& sequencer, int repeat) const;
  /// The game of a number, and the number of a game. Games are numbered repeat by repeat, so that an interrupted run
  /// has played all pairings about equally often.
  GameId game(std::size_t number) const;
  std::size_t number_of(const GameId& id) const;
  /// The seed of the game's request stream; none with a secret.
  std::optional<std::uint64_t> seed_of(const GameId& id) const;

  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// Tells whether this part of a run plays this game. The games of each player, each sequencer and each pairing are
/// spread evenly over the parts, those of a stream only without Shard::whole_streams.
bool plays(const Shard& shard, const GameId& id);

/// A hash of what all games of a results folder must have in common (rules; seed, list of seeds, or commitment and
/// derivation; limits): 16 hexadecimal digits.
std::string config_hash(const Schedule& schedule);
/// In words, what makes config_hash() of the two differ: such as `limits.time is 10.0 there and 2.0 here`, where
/// `there` is the stored one.
std::string config_difference(const Schedule& stored, const Schedule& other);

/// A hash of the identities of player and sequencer, 16 hexadecimal digits. This hash, config_hash(), the two names and
/// the repeat together determine the game.
std::string game_key(const match::EntrantId& player, const match::EntrantId& sequencer);

/// The schedule of a folder to which `added` brings games: the players and sequencers of both, of which `added` decides
/// what stands behind a name that both have; the larger number of repeats; and all else of `added`. The order is that
/// of `added` if it has them all, and otherwise that of `stored` with the new ones at the end.
Schedule joined(const Schedule& stored, const Schedule& added);

/// Limits as JSON, and the limits of such JSON. The second throws InputError or nlohmann::json::exception if it is
/// none.
nlohmann::ordered_json to_json(const match::Limits& limits);
match::Limits limits_of_json(const nlohmann::json& json);

/// Adds a derivation to the members of a JSON object: `derivation`, the version, and perhaps `contributions` and
/// `beacon`. derivation_of_json() reads them; it throws InputError or
/// nlohmann::json::exception if they are wrong.
void add_json(nlohmann::ordered_json& object, const match::Derivation& derivation);
match::Derivation derivation_of_json(const nlohmann::json& object);

/// A schedule as JSON, as results.sqlite stores it.
nlohmann::ordered_json to_json(const Schedule& schedule);
/// Throws InputError if there are more pairings than max_pairings.
void check_pairings(const Schedule& schedule);

/// The schedule of such JSON. Throws InputError if it is none.
Schedule schedule_of_json(const nlohmann::json& json);

}  // namespace pentocity::results
