#pragma once
// Players and sequencers in processes of their own: what they may use and reach, and the program that keeps them.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pentocity::isolation {

/// What a game may use. Times in seconds, memory in bytes.
struct Limits {
  double time = 300;       ///< CPU time of a player and game
  double move_wall = 60;   ///< wall time of one move of a player in a process of its own
  double handshake = 10;   ///< wall time of its first answer
  double game_wall = 600;  ///< wall time of all its game
  std::uint64_t memory = std::uint64_t{2} << 30;

  friend bool operator==(const Limits&, const Limits&) = default;
};

/// Which players and sequencers run in a process of their own: all players, and those of plugins; those of plugins;
/// none. Commands do in any case.
enum class Isolation : std::uint8_t { all, plugins, none };

/// What holds for all isolated players and sequencers of a run.
struct Confinement {
  Limits limits;
  std::string folder;               ///< where commands start and relative paths begin: the config's
  std::vector<std::string> hidden;  ///< files and folders that nobody may see: the config, the results
  std::vector<std::string> own;     ///< files of the players and sequencers, each of which sees its own
};

/// How a config's players and sequencers are to run.
struct Hosting {
  Isolation isolation = Isolation::plugins;
  std::shared_ptr<Confinement> confinement = std::make_shared<Confinement>();
  bool require_all = false;  ///< refuse to play where something is missing, see missing_confinement()
};

/// What this machine cannot enforce on isolated players, in words; none if all is. Starts processes when it is called
/// first.
std::vector<std::string> missing_confinement();

/// The command line's only word of a warden, the program that keeps the processes of one player or sequencer: by it a
/// list of processes tells them from others.
inline constexpr const char* warden_argument = "--warden";

/// All that a warden does: keeps the processes of one player or sequencer, one game at a time, for the process at the
/// other end of a socket that it finds as file 3. It never learns a seed but the player's own. Its exit code.
int warden_main();

/// Sets which program is started as a warden, one that calls warden_main(). Without it, this is `pentocity-warden` in
/// the folder of this program or, as installed, in ../libexec/pentocity from there. Call before the first game.
void set_warden_program(const std::string& path);

}  // namespace pentocity::isolation
