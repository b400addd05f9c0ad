#pragma once
// The interface of a player. A player is a class derived from Player whose source file names it with the macro
// PENTOCITY_PLAYER; docs/first-steps/player.md shows a whole one.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/game/land.hpp"
#include "pentocity/game/options.hpp"
#include "pentocity/game/request.hpp"
#include "pentocity/game/rules.hpp"

namespace pentocity::inline game {

/// What became of a player's previous move.
struct Outcome {
  bool accepted = false;       ///< the building was placed; false for a reject and for an invalid move
  std::optional<Fault> fault;  ///< what was wrong with an invalid move
  int delta = 0;               ///< the points that the move scored
};

/// What a player sees besides the request. It is valid during the call of play() only.
struct View {
  const Land& land;
  int turn = 0;                      ///< the number of requests before this one
  int score = 0;                     ///< points so far
  int rejects = 0;                   ///< rejects so far, with the invalid moves that counted as rejects
  std::optional<Outcome> last = {};  ///< no value in turn 0
};

/// What a player is constructed from. The rules and options live longer than the player.
struct PlayerSetup {
  const Rules& rules;
  std::uint64_t seed = 0;  ///< for the player's own random numbers; the seed of the requests cannot be computed from it
  const Options& options;
};

/// A player. One object plays one game. An exception from its constructor or from play() ends the game, as `crashed`.
class Player {
 public:
  virtual ~Player() = default;
  /// Answers a request. The simulator checks the move; if it breaks a rule it counts as a reject or ends the game, as
  /// Rules::on_invalid says.
  virtual Move play(const Request& request, const View& view) = 0;
};

/// A player as configs and the command `pentocity list players` know it.
struct PlayerSpec {
  std::string name;
  std::string summary;  ///< one line for `list`
  std::vector<OptionSpec> options;
  std::function<std::unique_ptr<Player>(const PlayerSetup&)> make;
};

/// The built-in players, sorted by name.
const std::vector<PlayerSpec>& builtin_players();

namespace detail {
/// Adds a player to builtin_players(), before main() begins: `make` is called when they are first asked for. Returns
/// true.
bool register_player(PlayerSpec (*make)());
}  // namespace detail

}  // namespace pentocity::inline game

#include "pentocity/game/plugin.hpp"

/// PENTOCITY_PLAYER(Class, "name", "one line for list", option, option, ...) registers a class as a player. It stands
/// once in a source file, outside of functions. The class must have a constructor from `const PlayerSetup&`; the
/// options, of which there may be none, are OptionSpecs.
#define PENTOCITY_PLAYER(Class, name_text, summary_text, ...) \
  PENTOCITY_PARTICIPANT(Player, player, Class, name_text, summary_text, __VA_ARGS__)
