#pragma once
// The exchange of lines with a player or sequencer in another language during one game, by whatever means they travel:
// to a process (Session), or to a program within this process (pentocity/portable/).

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/protocol.hpp"

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
  /// The end of what it wrote to its error output (match::kept_errors); valid UTF-8 once it is closed.
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

}  // namespace pentocity::isolation
