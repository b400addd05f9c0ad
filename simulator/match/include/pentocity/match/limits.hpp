#pragma once
// What the players and sequencers of a game may use, and in what they run: plain data, as configs and results hold it.

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace pentocity::match {

/// What one participant (player or sequencer) may use in one game. Times are in seconds, memory is in bytes.
struct Limits {
  /// CPU time of all its processes together. For a participant in this program's own process, it is the CPU time of the
  /// thread that plays the game.
  double time = 300;
  double move_wall = 60;   ///< wall time of one answer; these three hold for participants in processes of their own
  double handshake = 10;   ///< wall time of its first answer, which says that it is ready
  double game_wall = 600;  ///< wall time from the start of its process to the end of the game
  /// What its processes may hold together, as the warden counts it.
  std::uint64_t memory = std::uint64_t{2} << 30;
  /// What a portable one may use, in a move and in a game (portable/portable.hpp). Of the other limits only `memory`
  /// holds for it, and `time` as a net for the host.
  std::uint64_t move_instructions = 20'000'000'000, game_instructions = 100'000'000'000;

  friend bool operator==(const Limits&, const Limits&) = default;
};

/// The limits of time, by their names in files.
inline constexpr std::array limits_of_time{std::pair{"time", &Limits::time}, std::pair{"move_wall", &Limits::move_wall},
                                           std::pair{"handshake", &Limits::handshake},
                                           std::pair{"game_wall", &Limits::game_wall}};

/// The limits of instructions, likewise.
inline constexpr std::array limits_of_instructions{std::pair{"move_instructions", &Limits::move_instructions},
                                                   std::pair{"game_instructions", &Limits::game_instructions}};
/// Whether the error of a game names one of them: it then ends so on every machine.
constexpr bool is_limit_of_instructions(std::string_view error) {
  return error == limits_of_instructions[0].first || error == limits_of_instructions[1].first;
}

/// Which players and sequencers run in processes of their own. `all`: all players, and the sequencers of plugins.
/// `plugins`: the players and sequencers of plugins. `none`: neither. Commands run in processes of their own in any
/// case.
enum class Isolation : std::uint8_t { all, plugins, none };
/// The words for them in configs and files.
inline constexpr std::array<std::string_view, 3> isolation_names{"all", "plugins", "none"};

/// What must be enforced, or else no process of a player or sequencer is started: everything (missing_confinement()
/// names nothing), a box, or nothing. Without a box they have the rights of the user who runs this program.
enum class Require : std::uint8_t { all, box, none };
/// The words for them in configs and files.
inline constexpr std::array<std::string_view, 3> require_names{"all", "box", "none"};

}  // namespace pentocity::match
