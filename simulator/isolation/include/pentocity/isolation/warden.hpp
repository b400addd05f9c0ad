#pragma once
// Processes for players and sequencers, from the side of the program: a Warden is a process that starts one process a
// game (warden_main.cpp); a Session is such a game.

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
#include <utility>
#include <vector>

#include "pentocity/isolation/channel.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/game.hpp"

namespace pentocity::isolation {

/// A file descriptor of one's own.
class File {
 public:
  explicit File(int number = -1) : number_(number) {}
  ~File() { reset(); }
  File(File&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  File& operator=(File&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int get() const { return number_; }
  void reset();

 private:
  int number_;
};

/// What wardens keep: {"role": "player" or "sequencer", and where it comes from: "plugin", "built_in" or "command"},
/// see serve_side().
struct WardenSetup {
  nlohmann::json side;
  std::string program;               ///< of a command: what is executed
  std::vector<std::string> files;    ///< files and folders that are the side's own, see Confinement::own
  std::vector<std::string> folders;  ///< where they lie: shown too, unless others have something in them
  std::vector<std::string> support;  ///< folders that the command's program needs
  std::shared_ptr<Confinement> confinement;
};

/// A process that keeps those of one side, in a box (box.hpp) where this machine makes boxes. One thread at a time.
/// What goes wrong with it is a HostFault (remote.hpp): no side can bring it about.
class Warden {
 public:
  /// Starts it. Throws HostFault if that is impossible.
  explicit Warden(const WardenSetup& setup);
  /// The same in a box or in the open; what the box's maker complains of goes to file `errors`, if there is one.
  Warden(const WardenSetup& setup, bool boxed, int errors = -1);
  /// Ends it, and with it whatever it keeps.
  ~Warden();
  Warden(const Warden&) = delete;
  Warden& operator=(const Warden&) = delete;

  int control() const { return control_.get(); }
  /// Has it left, or said something unasked? Of one that keeps no game.
  bool lost() const;

  /// Sends a message. Throws HostFault if nobody is there.
  void send(Message kind, std::string_view payload, std::span<const int> files = {});
  /// The next message. Throws HostFault if none comes: the warden is lost.
  Received receive();
  /// The next message of this kind; other ones are ignored. Throws as receive().
  std::string expect(Message kind);

 private:
  void launch(const WardenSetup& setup, bool boxed, int errors);
  void wait_until_ready();
  void end();

  File control_;
  File handle_;  ///< of the warden itself, as of pidfd_open(); process_ may be the maker of its box
  pid_t process_ = 0;
  std::string own_folder_;  ///< outside of boxes: a folder that is removed in the end
};

/// Wardens of one side that wait for their next game. Any number of threads.
class WardenPool {
 public:
  explicit WardenPool(WardenSetup setup) : setup_(std::move(setup)) {}
  const WardenSetup& setup() const { return setup_; }
  std::unique_ptr<Warden> take();
  void give_back(std::unique_ptr<Warden> warden);

 private:
  WardenSetup setup_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Warden>> idle_;
};

/// How a session's output is parted.
enum class Framing : std::uint8_t { lines, frames };

/// The process of one game. What it does wrong is thrown as SideFailed (remote.hpp) or UnreadableAnswer; after the
/// first, nothing is left of it. A fault of the host's is a HostFault.
class Session {
 public:
  /// Starts it. `context` is for hosted sides, see serve_side().
  Session(std::shared_ptr<WardenPool> pool, Framing framing, const StartOrder& order, const nlohmann::json& context);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Writes a message to it and waits for its answer, a line without its end or a frame without its length, for at most
  /// so many seconds; `limit` is what the error calls that. An empty message: waits only.
  std::string ask(std::string_view message, double wall_seconds, const char* limit);

  /// Tells it a last thing, if it listens, gives it so many seconds to leave, and leaves nothing of it.
  void close(std::string_view message, double grace);

  /// What all its processes have used. While it runs, brought up to date now and then.
  const match::GameUsage& used() const { return used_; }
  /// The last 64 KiB of what it wrote to its error stream.
  const std::string& errors() const { return errors_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::string> take_answer();
  void read_output();
  void read_errors();
  /// Until when to wait for something, and what the error calls it if that passes.
  struct Deadline {
    Clock::time_point time;
    const char* limit;
  };
  Deadline deadline_in(double wall_seconds, const char* limit) const;
  void write(std::string_view message, Deadline& deadline);
  void wait(bool to_write, Deadline& deadline);
  void check_usage();
  Departure end(double grace);
  [[noreturn]] void stop(match::Status status, const char* error);
  [[noreturn]] void left();

  std::shared_ptr<WardenPool> pool_;
  std::unique_ptr<Warden> warden_;
  Framing framing_;
  File input_, output_, error_output_;
  std::string buffer_;
  std::size_t searched_ = 0;  ///< no end of line before here
  bool output_ended_ = false, gone_ = false;
  match::GameUsage used_;
  Clock::time_point begin_ = Clock::now(), last_usage_ = begin_;
  std::string errors_;
};

}  // namespace pentocity::isolation
