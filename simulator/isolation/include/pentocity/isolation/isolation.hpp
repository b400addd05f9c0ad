#pragma once
// Isolation: players and sequencers that run in processes of their own, what these processes may use and see, and the
// warden, the program that starts and watches them (docs/reference/plugins.md).

#include <atomic>
#include <filesystem>
#include <memory>
#include <string_view>

#include "pentocity/isolation/file_snapshot.hpp"
#include "pentocity/match/limits.hpp"

namespace pentocity::isolation {

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

/// The one of those who ask for none: `none` if the environment says so (PENTOCITY_REQUIRE=none), else `box`. Throws
/// UserError if it says something else.
match::Require default_requirement();

/// What all isolated players and sequencers of a run have in common.
struct Confinement {
  match::Limits limits;
  std::string folder;  ///< the folder of the config: commands start in it, and relative paths begin there
  /// Files and folders that no participant may see, such as the config and the results.
  std::vector<std::string> hidden;
  /// The files and folders that belong to single players and sequencers. Each participant sees only those of its own
  /// (WardenSetup::files).
  std::vector<std::string> own = {};
  /// The bytes of these files and folders, for all games of the run.
  std::shared_ptr<FileSnapshot> kept = std::make_shared<FileSnapshot>();
  std::shared_ptr<OutOfMemoryWatch> memory = std::make_shared<OutOfMemoryWatch>();
  /// What is enforced are the limits of time, times this. Players are told the limits themselves.
  double tolerance = 1;
  match::Require require = default_requirement();  ///< see check_confinement()
};

/// How the players and sequencers of a config are run.
struct Hosting {
  match::Isolation isolation = match::Isolation::plugins;
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
