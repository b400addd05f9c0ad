#pragma once
// Players and sequencers beyond a process boundary, as the game loop sees them.

#include <stdexcept>
#include <string>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// A player or sequencer is lost: it left, or was stopped.
class SideFailed : public std::runtime_error {
 public:
  SideFailed(Status how, const std::string& error, std::string last_words = {})
      : std::runtime_error(error), status(how), errors(std::move(last_words)) {}
  Status status;       ///< crashed or timeout, if it is a player
  std::string errors;  ///< the end of its error output
};

/// The host failed, not a player or sequencer: a process could not be started or was lost. The game is worth nothing
/// and can be played again.
class HostFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What came is no answer. The message quotes it.
class UnreadableAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A player in a process of its own.
class RemotePlayer : public Player {
 public:
  /// A move was made in its place (GameSides::opening). One that is told the land each turn need not know.
  virtual void watch(const Request&, const Move&) {}
  /// The game is over: nothing of the process is left when this returns.
  virtual void end(const GameRecord& record) = 0;
  /// What its process and all that it started have used.
  virtual const GameUsage& used() const = 0;
  /// The end of its error output.
  virtual const std::string& errors() const = 0;
};

}  // namespace pentocity::match
