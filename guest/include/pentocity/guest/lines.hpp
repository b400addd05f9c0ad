#pragma once
// A player or sequencer in C++ on its side of the protocol of lines (docs/reference/protocol.md): reads the messages of
// one game, keeps the land by what they say, asks the player, and writes its answers.

#include "pentocity/game/played_games.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::guest {

/// Plays one game of this player, whose messages come from the file descriptor `in` and whose answers go to `out`,
/// until the message of the end, or until one of the two is closed at its other end (for `out` SIGPIPE must be
/// ignored). The answer to `hello` tells the name, the summary and the options of the spec, and `plays`. The player is
/// made when `hello` comes, or, if it does not play that game, with the first turn, so that it can be asked what it
/// plays. What the player throws is passed on. Throws std::invalid_argument, with a message for the author of a config,
/// if an option is not declared or has a wrong value, and std::runtime_error if a message is not one of the protocol.
void serve(const PlayerSpec& spec, const PlayedGames& plays, int in, int out);

/// The same for a sequencer. Its requests are drawn from the generator that the option `generator` names, with the
/// seed of `hello`; or from `random`, if that is not null.
void serve(const SequencerSpec& spec, int in, int out, const RequestRandom* random = nullptr);

/// The answer to `hello`, in which they say what they are called and what they take; without a line feed.
std::string ready_line(const PlayerSpec& player, const PlayedGames& plays);
std::string ready_line(const SequencerSpec& sequencer, bool adaptive);

/// Writes a line and its line feed to a file descriptor. False if nobody reads it.
bool write_line(int out, std::string line);

}  // namespace pentocity::guest
