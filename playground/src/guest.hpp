#pragma once
// A game of a portable player (docs/how-to/portable.md), which runs beside this module: web/playground/guest.js answers
// its calls of WASI. The player drives the game: it reads and writes when it likes.

#include "game.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::playground {

/// A game of a player that speaks the protocol of lines (match/protocol.hpp).
class GuestGame {
 public:
  /// Throws InputError as PlayedGame does.
  GuestGame(const Rules& rules, const Stream& stream, std::uint64_t seed);

  /// The first message to the player, with its line feed.
  std::string hello() const;
  /// The player waits for input, and has written so much since it last did. Its answer is taken. Returns what it reads
  /// now: the next message, nothing after the last one; no value if it has failed and is to be ended. Throws
  /// InputError, with a message for its author, if it declares something wrong, or not to play under these rules.
  std::optional<std::string> read(std::string_view written);
  /// The player has ended, after it wrote so much more: `why` in the words of portable.md, such as `exit:0`; empty if
  /// it was ended because read() said so. `errors`: the end of its error output. Throws as read() does.
  void end(const std::string& why, std::string_view written, std::string errors);

  PlayedGame& game() { return game_; }
  /// The next byte of the random numbers that the player may ask for.
  std::uint8_t random_byte() { return static_cast<std::uint8_t>(random_() >> 24); }
  /// How the game went; all of it once end() was called.
  match::GameRecord record() const;

 private:
  bool take_answer();
  void fail(const std::string& error, const std::string& line);

  PlayedGame game_;
  std::uint64_t seed_;
  Pcg random_;
  Land seen_;
  bool ready_ = false;
  bool closed_ = false;  ///< nothing more is said to the player
  std::string output_;
  std::size_t searched_ = 0;  ///< the output has no line feed before this index
  std::string ailment_;       ///< the last line of its error output, if it failed
  std::string errors_;
};

}  // namespace pentocity::playground
