#pragma once
// The process from which games start: a copy of the warden from before its first game, so that no game finds traces of
// another one in its memory.

#include <sys/types.h>

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/channel.hpp"
#include "warden_order.hpp"

namespace pentocity::isolation {

/// Starts the processes of a warden's games. Everything that games have in common is prepared once, when it is made.
class GameStarter {
 public:
  /// To be called in the new process. `warden` is the order to the warden and must outlive it. `outside` is the mask of
  /// signals with which games begin. Throws if the preparation fails; from then on this process is limited and cannot
  /// gain rights.
  GameStarter(const WardenOrder& warden, const sigset_t& outside);
  GameStarter(const GameStarter&) = delete;
  GameStarter& operator=(const GameStarter&) = delete;

  /// Starts a game for each message `start` that arrives at `socket`, until the other end is closed. With a message
  /// come the three files of Message::start and a fourth one, a gate: the game's first process waits until it can read
  /// a byte there, so that the warden can attach to it first. The answer is `gone` with the number of that process, or
  /// a negative errno.
  ///
  /// In a box the first process has process numbers and mounts of its own. It starts the game's main process and then
  /// only waits; when it is killed, everything in its namespace ends. Without a box it is the main process itself.
  ///
  /// This process must not learn anything from a game, because the next game begins as a copy of it. Counting and
  /// ending games is therefore left to the warden.
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
  static void prefer_as_oom_victim();
  void confine() const;
  [[noreturn]] static void fail(const std::string& message);

  const WardenOrder& warden_;
  const sigset_t outside_;
  std::vector<std::string> command_;  ///< its words; empty for a hosted participant
  std::optional<GameMounts> mounts_;  ///< if in a box
  void* stack_;
  /// The order of the latest game.
  StartOrder order_ = {};
  std::vector<int> files_;    ///< the files that came with it
  std::string context_text_;  ///< its context as JSON text (see serve_participant()); parsed again only if it changes
  nlohmann::json context_;
};

}  // namespace pentocity::isolation
