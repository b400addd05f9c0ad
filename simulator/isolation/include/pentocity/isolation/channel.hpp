#pragma once
// Messages between the program and a warden, over a socket that keeps them apart; and the bytes of which binary
// messages are made. Both ends are the same program.

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::isolation {

/// What a message is: its first byte.
enum class Message : char {
  setup = 's',   ///< to the warden, first: what to keep, as JSON
  ready = 'r',   ///< its answer: it can begin
  start = 'g',   ///< start a process (Task, seed), with the files of its input, output and errors
  gone = 'd',    ///< from the warden, unasked: that process has ended; from a GameStarter: it has started
  usage = 'u',   ///< what has the game used up to now? Answered with Usage
  failed = 'x',  ///< the warden's last words: why it leaves, which is no fault of the game's
  finish = 'f',  ///< give it so many seconds (double) to leave, then leave nothing. Answered with Departure
};

/// What a started process is to do.
enum class Task : std::uint8_t { play, describe };

struct StartOrder {
  Task task = Task::play;
  bool has_key = false;
  std::uint64_t seed = 0;
  std::array<std::uint8_t, 32> key{};  ///< of a sequencer's random numbers; without it they come from the seed
};

/// What all processes of a game have used.
struct Usage {
  double cpu_seconds = 0;
  std::uint64_t memory = 0;  ///< bytes of their own and in their own folder, now
};

/// How the first process of a game went, and what all of them used.
struct Departure {
  bool by_itself = false;        ///< not stopped by the warden
  bool too_many_tasks = false;   ///< stopped by the warden: more than most_tasks
  bool too_much_memory = false;  ///< stopped by the warden: beyond the limit while nobody waited for it
  int exit_code = 0;
  int signal = 0;  ///< 0: it exited
  double cpu_seconds = 0;
  std::uint64_t peak_memory = 0;      ///< bytes, as of Usage, as often as it was looked at
  std::uint64_t largest_process = 0;  ///< bytes of one process at its peak, files and libraries included
  int peak_tasks = 0;                 ///< processes and threads
};

/// Processes and threads of a game at a time.
inline constexpr int most_tasks = 512;

inline constexpr std::size_t longest_message = 1 << 20;

/// A process that cannot be made what it is to be writes a line that starts like this and leaves with this exit code.
inline constexpr const char* start_failure = "pentocity: ";
inline constexpr int failed_to_start = 126;

/// Sends a message, with open files if there are any. False if nobody is there any more.
bool send_message(int socket, Message kind, std::string_view payload, std::span<const int> files = {});

struct Received {
  Message kind;
  std::string payload;
  std::vector<int> files;
};
/// The next message; none if the other end is closed.
std::optional<Received> receive_message(int socket);

/// A plain value as bytes, and back. Throws std::runtime_error for other than sizeof(T) bytes.
template <class T>
std::string bytes_of(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}
template <class T>
T value_of(std::string_view bytes) {
  T value;
  if (bytes.size() != sizeof value) throw std::runtime_error("a message has the wrong size");
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace pentocity::isolation
