#pragma once
// The process of one game of a player or sequencer, as the host program sees it.

#include <chrono>

#include "pentocity/isolation/conversation.hpp"
#include "pentocity/isolation/warden.hpp"

namespace pentocity::isolation {

/// The process of one game. What the player or sequencer does wrong is thrown as ParticipantFailed or UnreadableAnswer,
/// and a fault of the host as HostFault (remote.hpp), among them OutOfMemory if the kernel killed one of its processes
/// for want of memory while other games were played. After ParticipantFailed nothing of the process is left.
class Session : public Conversation {
 public:
  /// Starts the process. Throws HostFault if that fails.
  explicit Session(std::shared_ptr<WardenPool> pool, StartOrder order = {});
  ~Session() override;

  /// Writes a message to the process and waits for its answer: for the first one, which says that it is ready, as long
  /// as Limits::handshake allows, and for others Limits::move_wall. Returns a line without its line feed. With an empty
  /// message it only waits. Throws ParticipantFailed with the reason `handshake` or `wall` if that time passes, with
  /// other reasons at other limits or if the process ends, and UnreadableAnswer for a line of more than 1 MiB. Where a
  /// command has written an answer that is no line, or that comes when its input is closed (it has a second then), the
  /// last line of the error output says so: it was too slow, or did not flush.
  std::string ask(std::string_view message) override;

  /// From now until the next call of another function no time passes for the limits of wall time. With `freeze`, all
  /// processes are stopped meanwhile. Throws as ask() does.
  void pause(bool freeze) override;

  /// Sends a last message (none if empty) without waiting for it to be read, closes the channels, waits so many seconds
  /// (`grace`) for the process to end, and then kills everything that is left.
  void close(std::string_view message, double grace) override;

  /// What all its processes have used: CPU time is updated about every 10 ms while something is asked, everything else
  /// when the game is closed.
  const match::GameUsage& used() const override { return used_; }
  /// The last 64 KiB of what it wrote to its error output; valid UTF-8 once the session is closed.
  const std::string& errors() const override { return errors_; }

  double game_seconds() const override { return limits().time; }
  double move_seconds() const override { return limits().move_wall; }
  double seconds_left() const override { return limits().time - used_.cpu_seconds; }

 private:
  const match::Limits& limits() const { return confinement().limits; }
  const Confinement& confinement() const { return *pool_->setup().confinement; }
  using Clock = std::chrono::steady_clock;
  void read_output();
  void read_all_output();
  void read_errors();
  /// The time until which something is waited for, and the reason in ParticipantFailed if it passes; when the wait
  /// began, and the CPU time that was used until then.
  struct Deadline {
    Clock::time_point time;
    const char* limit;
    Clock::time_point begin;
    double cpu_before;
    Clock::time_point seen;  ///< when wait() was here last
  };
  Deadline next_deadline() const;
  void keep_on_one_core();
  void write(std::string_view message, Deadline& deadline);
  void wait(bool to_write, Deadline& deadline);
  void go_on(Warden& warden);
  void note_end();
  Received answer_of_warden(Message kind);
  void check_usage();
  ExitStatus end(double grace);
  enum class Shortage : std::uint8_t { none, of_game, of_machine };
  /// Whether the kernel has killed processes for want of memory since the game began, and who took that memory.
  Shortage shortage(const Warden& warden) const;
  /// Calls what needs the warden. If the warden is lost for want of memory, throws OutOfMemory, or, if the game itself
  /// has taken the memory, ParticipantFailed.
  template <class Call>
  auto with_warden(const Call& call);
  [[noreturn]] void stop(match::Status status, const char* error);
  [[noreturn]] void stop_waiting(const Deadline& deadline, bool to_write);
  [[noreturn]] void throw_exit();

  std::shared_ptr<WardenPool> pool_;
  std::unique_ptr<Warden> warden_;
  const bool hosted_;                   ///< this program's own code speaks for the player or sequencer
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
