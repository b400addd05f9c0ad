#pragma once
// Processes of players and sequencers as the host program sees them. A Warden is a process that runs the games of one
// player or sequencer, one after the other (warden_main.cpp). A Session is one such game.

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/input/file.hpp"
#include "pentocity/isolation/channel.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/game.hpp"

namespace pentocity::isolation {

class ControlGroup;

/// What wardens of one player or sequencer are to run.
struct WardenSetup {
  /// The JSON object for serve_participant(), or for a command {"role": "player" or "sequencer", "command": [words]}.
  nlohmann::json participant;
  /// Of a command: the path of the program that is executed.
  std::string program = {};
  /// The files and folders that belong to this participant, as in Confinement::own.
  std::vector<std::string> files = {};
  /// The folders in which they lie. A folder is shown as well, unless it contains something hidden, the config's
  /// folder, or something of another participant.
  std::vector<std::string> folders = {};
  /// Folders that the program of a command needs, such as its installation; shown on the same condition, but neither
  /// copied nor watched.
  std::vector<std::string> support = {};
  std::shared_ptr<Confinement> confinement;
};

/// A digest of all files that the processes of a participant see of their own (KeptFiles::digest()). Throws InputError
/// if one cannot be read.
std::string digest_of_seen(const WardenSetup& setup, KeptFiles::Hash hash = KeptFiles::Hash::brief);

/// A warden: a process that runs the games of one participant, in a box (box.hpp) if this machine can make boxes. An
/// object may be used by one thread at a time. Failures of the warden itself are thrown as HostFault (remote.hpp),
/// because no player or sequencer can cause them.
class Warden {
 public:
  /// Starts the process and waits until it is ready. Throws HostFault if that fails.
  explicit Warden(const WardenSetup& setup);
  /// The same, where `boxed` decides whether it runs in a box.
  Warden(const WardenSetup& setup, bool boxed);
  /// Ends the process and everything that it started.
  ~Warden();
  Warden(const Warden&) = delete;
  Warden& operator=(const Warden&) = delete;

  /// The socket to the warden.
  int control() const { return control_.get(); }
  /// How often its processes have met the bound of memory of their control group; 0 where they have none.
  std::uint64_t times_out_of_memory() const;
  /// Tells whether a warden that has no game at present has ended, or has sent something without being asked.
  bool lost() const;

  /// Sends a message, with open files. Throws HostFault if that fails.
  void send(Message kind, std::string_view payload, std::span<const int> files = {});
  /// Waits for the next message. Throws HostFault if none comes within 20 seconds, or if the warden has ended or gives
  /// up.
  Received receive();
  /// Waits for the next message of this kind, drops others, and returns its payload. Throws HostFault as receive()
  /// does.
  std::string expect(Message kind);

 private:
  void launch(const WardenSetup& setup, bool boxed);
  void wait_until_ready(int errors);
  void end();

  std::unique_ptr<ControlGroup> group_;
  File control_;
  /// The warden's process, as pidfd_open() gives it. `process_` may be bubblewrap, which started the warden.
  File handle_;
  pid_t process_ = 0;
  std::string own_folder_;  ///< without a box: a temporary folder that is removed at the end
};

/// Keeps idle wardens of one participant for their next games. Any number of threads may use it at once.
class WardenPool {
 public:
  explicit WardenPool(WardenSetup setup) : setup_(std::move(setup)) {}
  const WardenSetup& setup() const { return setup_; }
  /// An idle warden, or a new one. Throws HostFault if none can be started.
  std::unique_ptr<Warden> take();
  /// Takes a warden back whose game is over.
  void give_back(std::unique_ptr<Warden> warden);

 private:
  WardenSetup setup_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Warden>> idle_;
};

/// What separates the answers in the output of a game's process: `lines` end in a line feed, `frames` begin with their
/// length (frames.hpp).
enum class Framing : std::uint8_t { lines, frames };

/// The process of one game. What the player or sequencer does wrong is thrown as ParticipantFailed or UnreadableAnswer,
/// and a fault of the host as HostFault (remote.hpp), among them OutOfMemory if the kernel killed one of its processes
/// for want of memory while other games were played. After ParticipantFailed nothing of the process is left.
class Session {
 public:
  /// Starts the process. `context` is the one of serve_participant(); commands do not see it. Throws HostFault if that
  /// fails.
  Session(std::shared_ptr<WardenPool> pool, Framing framing, const StartOrder& order, const nlohmann::json& context);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Writes a message to the process and waits for its answer for at most so many seconds. Returns a line without its
  /// line feed, or a frame without its length. With an empty message it only waits. Throws ParticipantFailed with the
  /// reason `limit` if that time passes, with other reasons at other limits or if the process ends, and
  /// UnreadableAnswer for a line of more than 1 MiB. Where a command has written an answer that is no line, or that it
  /// did not flush, the last line of the error output says so; to find out, its input is closed, and it has a second.
  std::string ask(std::string_view message, double wall_seconds, const char* limit);

  /// From now until the next call of another function no time passes for the limits of wall time. With `freeze`, all
  /// processes are stopped meanwhile. Throws as ask() does.
  void pause(bool freeze);

  /// Sends a last message (none if empty) without waiting for it to be read, closes the channels, waits so many seconds
  /// (`grace`) for the process to end, and then kills everything that is left.
  void close(std::string_view message, double grace);

  /// What all its processes have used: CPU time is updated about every 10 ms while something is asked, everything else
  /// when the game is closed.
  const match::GameUsage& used() const { return used_; }
  /// The last 64 KiB of what it wrote to its error output; valid UTF-8 once the session is closed.
  const std::string& errors() const { return errors_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::string> take_answer();
  void read_output();
  void read_all_output();
  void read_errors();
  void add_error_line(const std::string& line);
  /// The time until which something is waited for, and the reason in ParticipantFailed if it passes; when the wait
  /// began, and the CPU time that was used until then.
  struct Deadline {
    Clock::time_point time;
    const char* limit;
    Clock::time_point begin;
    double cpu_before;
    Clock::time_point seen;  // when wait() was here last
  };
  Deadline deadline_in(double wall_seconds, const char* limit) const;
  void write(std::string_view message, Deadline& deadline);
  void wait(bool to_write, Deadline& deadline);
  void go_on(Warden& warden);
  void note_end();
  Received answer_of_warden(Message kind);
  void check_usage();
  Departure end(double grace);
  enum class Shortage : std::uint8_t { none, of_game, of_machine };
  /// Whether the kernel has killed processes for want of memory since the game began, and who took that memory.
  Shortage shortage(const Warden& warden) const;
  /// Calls what needs the warden. If the warden is lost for want of memory, throws OutOfMemory, or, if the game itself
  /// has taken the memory, ParticipantFailed.
  template <class Call>
  auto with_warden(const Call& call);
  [[noreturn]] void stop(match::Status status, const char* error);
  [[noreturn]] void stop_waiting(const Deadline& deadline, bool to_write);
  [[noreturn]] void throw_departure();

  std::shared_ptr<WardenPool> pool_;
  std::unique_ptr<Warden> warden_;
  Framing framing_;
  std::uint64_t out_of_memory_before_;  ///< Warden::times_out_of_memory() when the game began
  File input_, output_, error_output_;
  std::string buffer_;
  std::size_t searched_ = 0;  ///< `buffer_` has no line feed before this index
  std::size_t answers_ = 0;   ///< how many have come
  bool output_ended_ = false, gone_ = false;
  match::GameUsage used_;
  Clock::time_point begin_ = Clock::now(), last_usage_ = begin_;
  std::optional<Clock::time_point> paused_;  ///< since when
  bool frozen_ = false;
  std::string errors_;
};

}  // namespace pentocity::isolation
