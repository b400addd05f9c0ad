#pragma once
// How the process of a warden is started, and what it is told first.

#include <sched.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "pentocity/input/file.hpp"

namespace pentocity::isolation {

/// The program of the wardens. A program of its own, because each game costs in proportion to the libraries that its
/// process was copied with. It stays open, so that a program that is built anew changes no run under way.
struct WardenProgram {
  std::string path;
  File file;
};

/// The program that set_warden_program() has set, or the one that belongs to this code. Its file is -1 if it cannot be
/// opened.
const WardenProgram& warden_program();

// Control groups of Linux (cgroups, version 2). The kernel counts and bounds what all processes of a group hold and do
// together, what no process shows included: the kernel's own memory, bytes on their way through sockets. Where this
// program may make such groups, each box has one, with bounds a little above the limits that the warden enforces.

/// Tells whether Linux shares the processors among sessions (autogroups, see sched(7)) where this program runs.
bool shares_by_session();

/// The control group of one box, or nothing where there are none.
class ControlGroup {
 public:
  /// Makes a group for games that may hold so many bytes, unless control_group_obstacle() tells why not. Throws
  /// HostFault if that fails.
  explicit ControlGroup(std::uint64_t memory);
  /// Removes it. Its processes have ended.
  ~ControlGroup();

  /// The open file to which a process writes "0" to enter the group; -1 if there is no group.
  int entrance() const { return entrance_.get(); }
  /// How often the group has met its own bound of memory and nothing could be freed: the kernel then kills a process.
  std::uint64_t times_out_of_memory() const;

 private:
  ControlGroup() = default;

  std::string folder_;  ///< empty: there is no group
  File lock_, entrance_;
};

/// Texts as the kernel takes the words and the environment of a program: pointers to them, and a null.
std::vector<char*> pointers(std::vector<std::string>& texts);

/// The file descriptors of a new warden: the socket to this process, and the warden's program.
inline constexpr int control_file = 3, warden_file = 4;

/// What a warden's process is started with.
struct Launch {
  std::string program;             ///< what is executed, such as bubblewrap; empty: the warden's own program
  std::vector<std::string> words;  ///< its command line
  std::string home;                ///< the folder that games take for the user's and for temporary files
  int group = -1;                  ///< ControlGroup::entrance()
  cpu_set_t cores;                 ///< those on which it and its games may run
};

/// The payload of Message::setup, as a JSON object.
struct WardenOrder {
  nlohmann::json participant;  ///< WardenSetup::participant
  std::string program = {};    ///< of a command: the path of the program that is executed
  std::string folder = {};     ///< the one in which a game starts
  bool boxed = false;
  bool other_user = false;        ///< games run as `user`, who is not the warden's
  unsigned user = 0;              ///< the number of the user as which games run
  std::string own = {};           ///< a game's own folder
  std::string library_path = {};  ///< the host's LD_LIBRARY_PATH, which games have; empty if it has none
  std::uint64_t memory = 0;       ///< what a game may hold, in bytes
  double time = 0;                ///< CPU seconds of a game
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WardenOrder, participant, program, folder, boxed, other_user, user, own,
                                   library_path, memory, time)

/// A process that was started as a warden.
struct Launched {
  pid_t process = 0;
  File control;  ///< this end of the socket
  File errors;   ///< what it writes to its error output before it is ready; not blocking
};

/// Starts the process, in a session of its own, with an environment that holds no secret of this user. Throws HostFault
/// if that fails.
Launched launch_warden(const Launch& launch);

/// Both ends of a pipe of which this process keeps one.
struct Channel {
  File ours;  ///< not blocking
  File theirs;
};

/// Makes a pipe, of which this process writes or reads its end. Throws HostFault if that fails.
Channel make_pipe(bool we_write);

}  // namespace pentocity::isolation
