#pragma once
// The process that games start from: a copy of the warden before its first game.

#include <sys/types.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "box.hpp"
#include "channel.hpp"

namespace pentocity {

/// What a warden's games have in common, as the host describes it; made once.
class GameStarter {
 public:
  /// In the warden, before its first game: `setup` is the message of that name. `outside` is the mask of signals that
  /// games begin with.
  GameStarter(const nlohmann::json& setup, const sigset_t& outside);
  GameStarter(const GameStarter&) = delete;
  GameStarter& operator=(const GameStarter&) = delete;

  /// Serves a warden at the other end of a socket until that is closed: starts a process for each `start` message, with
  /// its files and a fourth one, a gate: the process waits until a byte can be read there. Answers with its number.
  ///
  /// A game's memory begins as a copy of this process's, so that this one learns nothing of what a game does: whatever
  /// counts and ends games is another process. In a box the process started is the first one of namespaces of its own
  /// and only waits; what it starts is the game's main process, and whatever that leaves behind ends with it.
  void serve(int socket);

 private:
  void take(Received message);
  pid_t start_first();
  static int first_in_the_open(void* starter);
  static int first_of_box(void* starter);
  void wait_at_gate() const;
  void play() noexcept;
  void limit_resources() const;
  void refuse_system_calls() const;
  static void be_first_to_go();
  void confine() const;
  [[noreturn]] static void fail(const std::string& message);

  const nlohmann::json& setup_;
  const sigset_t outside_;
  const bool boxed_;
  const unsigned user_;               ///< who plays
  std::optional<GameMounts> mounts_;  ///< in a box
  std::vector<std::string> command_;
  void* stack_;
  StartOrder order_ = {};     ///< what the latest game is started with
  std::vector<int> files_;    ///< and what comes with it
  std::string context_text_;  ///< of the latest game, as in serve_side(); most games have the same
  nlohmann::json context_;
};

}  // namespace pentocity
