#pragma once
// The exchange of lines with a player or sequencer in another language during one game, by whatever means they travel:
// to a process (Session), or to a program within this process (pentocity/portable/).

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {

/// One game's exchange. What the player or sequencer does wrong is thrown as ParticipantFailed or UnreadableAnswer, and
/// a fault of the host as HostFault (remote.hpp). After ParticipantFailed nothing of it is left.
class Conversation {
 public:
  virtual ~Conversation() = default;

  /// Sends a message, which ends in a line feed, and returns the next answer without its line feed. Throws
  /// ParticipantFailed if it is over a limit, has ended or does not answer, and UnreadableAnswer for a line of more
  /// than 1 MiB.
  virtual std::string ask(std::string_view message) = 0;
  /// From now until the next call of another function none of its limits is used up. With `freeze` it does not go on
  /// meanwhile either. Throws as ask() does.
  virtual void pause(bool freeze) = 0;
  /// Sends a last message (none if empty) without waiting for an answer, gives it so many seconds (`grace`) to end, and
  /// ends it then.
  virtual void close(std::string_view message, double grace) = 0;

  /// What it has used beside the time of this thread.
  virtual const match::GameUsage& used() const = 0;
  /// The end of what it wrote to its error output (kept_errors); valid UTF-8 once it is closed.
  virtual const std::string& errors() const = 0;
  /// What it is told of its limits of time: those of a game and of a move in seconds, and what is left of the former.
  virtual double game_seconds() const = 0;
  virtual double move_seconds() const = 0;
  virtual double seconds_left() const = 0;
  /// Whether its work is counted in instructions, so that the time of this thread does not limit it.
  virtual bool counts_work() const { return false; }
};

/// Begins the exchange of one game. The seed is that of its own random numbers.
using Converse = std::function<std::unique_ptr<Conversation>(std::uint64_t seed)>;

/// Bytes of error output that are kept: the last ones.
inline constexpr std::size_t kept_errors = 64 << 10;
/// Appends to error output and keeps its end.
void add_errors(std::string& errors, std::string_view more);
/// Appends a line to error output, unless it is empty.
void add_error_line(std::string& errors, const std::string& line);
/// The same as text: what is not UTF-8 is replaced.
std::string text_of_errors(const std::string& errors);

/// Takes the first line from what was written, without its line feed; none if none has ended. Before index `searched`
/// there is no line feed. Throws UnreadableAnswer, and drops what was written, if a line is longer than
/// longest_message.
std::optional<std::string> take_line(std::string& written, std::size_t& searched);
/// Says what is wrong with such output in which no line has ended in time. `held_back`: it came only when the input was
/// closed.
std::string what_ails(const std::string& written, bool held_back);

/// What may be wrong with a command that writes an answer too late, or none.
inline constexpr const char* late_answer = "too slow, or not flushed, as in Python by print(..., flush=True)";

}  // namespace pentocity::isolation
