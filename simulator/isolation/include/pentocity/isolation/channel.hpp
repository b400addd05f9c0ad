#pragma once
// Messages between the program, its wardens and the processes from which games start. They travel over sockets that
// keep messages apart (SOCK_SEQPACKET), as one byte, the kind, and a payload of plain bytes. All these processes are
// built from the same source, so values are sent as they are in memory.

#include <array>
#include <optional>
#include <stdexcept>

#include "pentocity/match/protocol.hpp"

namespace pentocity::isolation {

/// The kind of a message: its first byte.
enum class Message : char {
  setup = 's',  ///< to a warden, the first message: what it is to run, as a JSON object
  ready = 'r',  ///< the warden's answer: it is ready; with a file descriptor of its process (pidfd)
  /// Start a game. The payload is a StartOrder; with it come the files that become the input, output and error output
  /// of the game's process.
  start = 'g',
  /// From a warden, without being asked: the game's process has ended; no payload. From start_games(): the answer to
  /// `start`, with the number of the process (pid_t), or the negative errno if none was started.
  gone = 'd',
  keep = 'k',   ///< to a warden: keep the game on this core (an int); no answer
  usage = 'u',  ///< to a warden: what has the game used so far? The answer is of the same kind, with a Usage
  /// To a warden: stop all processes of the game where they are; no payload. The answer is of the same kind. None of
  /// them runs any more, until `thaw`, which has neither payload nor answer, or until the game is killed.
  freeze = 'z',
  thaw = 't',
  failed = 'x',  ///< the last message of a warden that gives up through no fault of the game: the reason as text
  /// To a warden: wait so many seconds (a double) for the game to end, then kill all its processes. The answer is of
  /// the same kind, with an ExitStatus.
  finish = 'f',
};

/// What a started process does: play a game, or describe the plugin (its name, summary and options) and leave.
enum class Task : std::uint8_t { play, describe };

/// How to start the process of one game.
struct StartOrder {
  Task task = Task::play;
  /// Of a hosted sequencer, under `seed: secret`: the key of its random numbers (ChaCha20). Without it they are drawn
  /// from the seed that `hello` tells.
  std::optional<std::array<std::uint8_t, 32>> key = {};
  int core = -1;  ///< the one on which the game begins (OneCore); -1: on any
};

/// What all processes of a game have used so far.
struct Usage {
  double cpu_seconds = 0;
  /// Bytes that they hold now: see ProcessTree::resources(), plus in a box the contents of the own folder.
  std::uint64_t memory = 0;
};

/// How the main process of a game ended, and what all processes of the game used together.
struct ExitStatus {
  bool by_itself = false;       ///< it ended before the warden killed it at `finish`
  bool too_many_tasks = false;  ///< the warden killed the game: it had more than max_tasks processes and threads
  /// The warden killed the game because it held more memory than the limit. (The host checks that too, while it waits.)
  bool too_much_memory = false;
  bool killed = false;  ///< one of its processes was killed (SIGKILL), and not by the warden
  int exit_code = 0;
  int signal = 0;  ///< the signal that ended it; 0 if it exited
  /// Its wall time is left to the host. If memory was never measured, its peak is `largest_process`.
  match::GameUsage used;
  /// Bytes resident in one process at its peak, mapped files and libraries included.
  std::uint64_t largest_process = 0;
};

/// The maximum number of processes and threads that a game may have at a time.
inline constexpr int max_tasks = 512;

/// A game's process that cannot be set up or cannot start its program writes one line, which begins with
/// `start_failure`, to its error output, and exits with code `failed_to_start`.
inline constexpr const char* start_failure = "pentocity: ";
inline constexpr int failed_to_start = 126;

/// Sends a message, with at most 4 open files. False if it cannot be sent, as when the other end is closed. The
/// receiver takes at most 128 KiB of a message and drops the rest.
bool send_message(int socket, Message kind, std::string_view payload, std::span<const int> files = {});

/// A message that has been received. The receiver has to close the files.
struct Received {
  Message kind;
  std::string payload;
  std::vector<int> files;
};
/// Waits for the next message; none if the other end is closed or reading fails.
std::optional<Received> receive_message(int socket);

/// A value of a trivially copyable type as its bytes, and back. value_of() throws std::runtime_error if there are not
/// exactly sizeof(T) bytes.
template <class T>
std::string payload_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
template <class T>
T value_of(std::string_view bytes) {
  T value;
  if (bytes.size() != sizeof value) throw std::runtime_error("a message has the wrong size");
  bytes.copy(reinterpret_cast<char*>(&value), sizeof value);
  return value;
}

}  // namespace pentocity::isolation
