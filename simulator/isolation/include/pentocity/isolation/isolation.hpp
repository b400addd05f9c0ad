#pragma once
// Isolation: players and sequencers that run in processes of their own, what these processes may use and see, and the
// warden, the program that starts and watches them (docs/reference/plugins.md).

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "pentocity/isolation/kept_files.hpp"

namespace pentocity::isolation {

/// What one participant (player or sequencer) may use in one game. Times are in seconds, memory is in bytes.
struct Limits {
  /// CPU time of all its processes together. For a participant in this program's own process, it is the CPU time of the
  /// thread that plays the game.
  double time = 300;
  double move_wall = 60;   ///< wall time of one answer; these three hold for participants in processes of their own
  double handshake = 10;   ///< wall time of its first answer, which says that it is ready
  double game_wall = 600;  ///< wall time from the start of its process to the end of the game
  /// What its processes may hold together; see Offspring::memory().
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

/// Tells whether the kernel has killed processes for want of memory, anywhere on this machine. Any number of threads
/// may use it at once.
class OutOfMemoryWatch {
 public:
  OutOfMemoryWatch();
  /// From now on so many games are played and no others, or (0) any number may be.
  void set_alone(std::size_t games);
  /// While this is true, whose process the kernel kills has itself taken the memory: one game is played alone.
  bool alone() const { return games_ == 1; }
  /// Whether there was such a kill since this object was made or, if that was later, since set_alone() named games.
  bool killed() const;

 private:
  std::atomic<std::uint64_t> before_;
  std::atomic<std::size_t> games_ = 0;
};

/// What must be enforced, or else no process of a player or sequencer is started: everything (missing_confinement()
/// names nothing), a box, or nothing. Without a box they have the rights of the user who runs this program.
enum class Require : std::uint8_t { all, box, none };
/// The words for them in configs and files.
inline constexpr std::array<std::string_view, 3> require_names{"all", "box", "none"};

/// The one of those who ask for none: `none` if the environment says so (PENTOCITY_REQUIRE=none), else `box`. Throws
/// UserError if it says something else.
Require default_requirement();

/// What all isolated players and sequencers of a run have in common.
struct Confinement {
  Limits limits;
  std::string folder;  ///< the folder of the config: commands start in it, and relative paths begin there
  /// Files and folders that no participant may see, such as the config and the results.
  std::vector<std::string> hidden;
  /// The files and folders that belong to single players and sequencers. Each participant sees only those of its own
  /// (WardenSetup::files).
  std::vector<std::string> own = {};
  /// The bytes of these files and folders, for all games of the run.
  std::shared_ptr<KeptFiles> kept = std::make_shared<KeptFiles>();
  std::shared_ptr<OutOfMemoryWatch> memory = std::make_shared<OutOfMemoryWatch>();
  /// What is enforced are the limits of time, times this. Players are told the limits themselves.
  double tolerance = 1;
  Require require = default_requirement();  ///< see check_confinement()
};

/// How the players and sequencers of a config are run.
struct Hosting {
  Isolation isolation = Isolation::plugins;
  std::shared_ptr<Confinement> confinement = std::make_shared<Confinement>();
};

/// Tells whether this machine makes boxes (box.hpp). The first call starts processes to find out.
bool makes_boxes();

/// Why players' processes have no control groups (version 2) here, a clause; empty if they have. The first call finds
/// out. It makes a group below the one that this program was started in and moves the program there, because Linux
/// divides memory only among groups whose parent has no processes of its own (but for the root of all groups, where
/// nothing is moved).
const std::string& control_group_obstacle();

/// What this machine cannot enforce on isolated players, one sentence each; empty if it can enforce everything. The
/// first call starts processes to find out. Throws UserError if the warden's program is missing.
std::vector<std::string> missing_confinement();

/// Throws UserError if what is required (Confinement::require) cannot be enforced here. No process of a participant is
/// started before.
void check_confinement(const Confinement& confinement);

/// The only argument of a warden's command line. In a list of processes it tells wardens from other programs.
inline constexpr const char* warden_argument = "--warden";

/// The main function of a warden: runs the processes of one player or sequencer, one game at a time, as told by the
/// program at the other end of the socket that it has as file descriptor 3. Of all seeds it learns only those that its
/// own participant is started with. Returns the exit code: 0 when the other end closes the socket, 1 if the warden
/// cannot be set up or meets a broken message. A warden that cannot go on for other reasons calls _exit(1).
int warden_main();

/// The file that holds this code: a program, a shared library or a module of Python.
std::filesystem::path own_file();

/// Sets the program that is started as a warden; its main function must call warden_main(). The default is
/// `pentocity-warden` in the folder of the file that holds this code, be it a program, a shared library or a module of
/// Python, or else in bin or ../libexec/pentocity as seen from that folder. Call this before the first game.
void set_warden_program(const std::string& path);

}  // namespace pentocity::isolation
