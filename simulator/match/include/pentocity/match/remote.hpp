#pragma once
// What the game loop knows about players and sequencers that run in other processes.

#include <stdexcept>

#include "pentocity/match/game.hpp"

namespace pentocity::match {

/// A player or sequencer has failed for good: its process ended, broke the protocol, or was killed at a limit. what()
/// is the reason in the words of docs/reference/plugins.md, such as `exit:1`.
class ParticipantFailed : public std::runtime_error {
 public:
  ParticipantFailed(Status how, const std::string& error, std::string last_words = {}, const GameUsage& usage = {})
      : std::runtime_error(error), status(how), errors(std::move(last_words)), used(usage) {}
  /// `crashed` or `timeout` if a player failed. If a sequencer failed, play_game() replaces it by `sequencer_failed`.
  Status status;
  std::string errors;  ///< the last part of its error output; may be empty
  GameUsage used;      ///< what its processes used, as far as that is known
};

/// Why it failed, and the last line of its error output.
std::string words_of(const ParticipantFailed& failure);

/// The host failed, not a player or sequencer: a process could not be started or was lost. The game has no result and
/// can be played again.
class HostFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The machine had no memory left, and the kernel may have killed what was no part of the cause. The game is to be
/// played again while no other is.
class OutOfMemory : public HostFault {
 public:
  using HostFault::HostFault;
};

/// A player sent something that is no answer. It counts as an invalid move with the fault `bad_answer`. what() says
/// what is wrong and quotes the beginning of what was sent.
class UnreadableAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace pentocity::match
