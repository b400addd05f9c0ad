#pragma once
// How the process of a warden is started.

#include <sys/types.h>

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

/// The file descriptors of a new warden: the socket to this process, and the warden's program.
inline constexpr int control_file = 3, warden_file = 4;

/// What a warden's process is started with.
struct Launch {
  std::string program;             ///< what is executed, such as bubblewrap; empty: the warden's own program
  std::vector<std::string> words;  ///< its command line
  std::string home;                ///< the folder that games take for the user's and for temporary files
  int group = -1;                  ///< ControlGroup::entrance()
};

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
