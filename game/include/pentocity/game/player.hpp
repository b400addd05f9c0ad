#pragma once
// The interface of a player. Derive one class, name it with PENTOCITY_PLAYER, build: docs/adding-a-player.md.

#include <cstdint>
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

/// What became of a player's previous answer.
struct Outcome {
  bool accepted = false;       ///< the move stands
  std::optional<Fault> fault;  ///< why an accepting answer does not stand
  int delta = 0;
};

/// What a player sees besides the request. Valid during play() only; copy the land to look ahead.
struct View {
  const Land& land;
  int turn = 0;  ///< requests before this one
  int score = 0;
  int rejects = 0;
  std::optional<Outcome> last;  ///< none on the first turn
};

/// What a player is made from. The references outlive the player.
struct PlayerSetup {
  const Rules& rules;
  std::uint64_t seed = 0;  ///< the player's own; never the request stream's
  const Options& options;
};

/// A strategy. One object plays one game. An exception ends the game as `crashed`.
class Player {
 public:
  virtual ~Player() = default;
  /// Answers a request. The answer is judged by the simulator; an invalid one is what the rules say it is.
  virtual Move play(const Request& request, const View& view) = 0;
};

/// A player by name: what `list` shows and what a config can ask for.
struct PlayerSpec {
  std::string name;
  std::string summary;
  std::vector<OptionSpec> options;
  std::unique_ptr<Player> (*make)(const PlayerSetup&) = nullptr;
};

/// The built-in players, sorted by name.
const std::vector<PlayerSpec>& builtin_players();

namespace detail {
bool register_player(PlayerSpec spec);
}

}  // namespace pentocity::inline game

#include "pentocity/game/plugin.hpp"

/// PENTOCITY_PLAYER(Class, "name", "one line for list", option, option, ...), once, at file scope. Class must be
/// constructible from `const PlayerSetup&`; each option is an OptionSpec.
#define PENTOCITY_PLAYER(Class, name_text, summary_text, ...)                                                      \
  PENTOCITY_EXPORT_PLAYER(                                                                                         \
      (::pentocity::PlayerSpec{name_text,                                                                          \
                               summary_text,                                                                       \
                               {__VA_ARGS__},                                                                      \
                               [](const ::pentocity::PlayerSetup& setup) -> std::unique_ptr<::pentocity::Player> { \
                                 return std::make_unique<Class>(setup);                                            \
                               }}))
