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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "channel.hpp"
#include "pentocity/simulator/game.hpp"
#include "pentocity/simulator/isolation.hpp"

namespace pentocity {

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
  std::string program;                ///< of a command: what is executed
  std::vector<std::string> readable;  ///< besides the system's folders and the config's
  std::shared_ptr<const Confinement> confinement;
};

/// A process that keeps those of one side. One thread at a time.
class Warden {
 public:
  /// Starts it. Throws std::runtime_error if that is impossible.
  explicit Warden(const WardenSetup& setup);
  /// Ends it, and with it whatever it keeps.
  ~Warden();
  Warden(const Warden&) = delete;
  Warden& operator=(const Warden&) = delete;

  /// What the kernel does not enforce, in words.
  const std::vector<std::string>& missing() const { return missing_; }
  int control() const { return control_.get(); }

  /// The next message. Throws std::runtime_error if none comes: the warden is lost.
  Received receive();
  /// The next message of this kind; other ones are ignored. Throws as receive().
  std::string expect(Message kind);

 private:
  File control_;
  pid_t process_ = 0;
  std::string own_folder_;
  std::vector<std::string> missing_;
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
/// first, nothing is left of it.
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

  /// CPU time of all its processes. While it runs, brought up to date now and then.
  double cpu_seconds() const { return cpu_seconds_; }
  /// The last 64 KiB of what it wrote to its error stream.
  const std::string& errors() const { return errors_; }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<std::string> take_answer();
  void read_output();
  void read_errors();
  void write(std::string_view message, Clock::time_point deadline, const char* limit);
  void wait(bool to_write, Clock::time_point deadline, const char* limit);
  void check_usage();
  Departure end(double grace);
  [[noreturn]] void stop(Status status, const char* error);
  [[noreturn]] void left();

  std::shared_ptr<WardenPool> pool_;
  std::unique_ptr<Warden> warden_;
  Framing framing_;
  File input_, output_, error_output_;
  std::string buffer_;
  std::size_t searched_ = 0;  ///< no end of line before here
  bool output_ended_ = false, gone_ = false;
  double cpu_seconds_ = 0;
  Clock::time_point last_usage_ = Clock::now();
  std::string errors_;
};

}  // namespace pentocity
