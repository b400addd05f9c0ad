#pragma once
// The process from which games start: a copy of the warden from before its first game, so that no game finds traces of
// another one in its memory.

#include <csignal>

#include "host/launch.hpp"

namespace pentocity::isolation {

/// Starts the processes of a warden's games, in a new process: a game for each message `start` that arrives at
/// `socket`, until the other end is closed. `warden` is the order to the warden. `outside` is the mask of signals with
/// which games begin. Throws if the preparation fails; from then on this process is limited and cannot gain rights.
///
/// With a message come the three files of Message::start and a fourth one, a gate: the game's first process waits until
/// it can read a byte there, so that the warden can attach to it first. The answer is `gone` with the number of that
/// process, or a negative errno.
///
/// In a box the first process has process numbers and mounts of its own. It starts the game's main process and then
/// only waits; when it is killed, everything in its namespace ends. Without a box it is the main process itself.
///
/// This process must not learn anything from a game, because the next game begins as a copy of it. Counting and
/// ending games is therefore left to the warden.
void start_games(const WardenOrder& warden, const sigset_t& outside, int socket);

}  // namespace pentocity::isolation
