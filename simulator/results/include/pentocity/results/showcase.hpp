#pragma once
// Chooses the recorded games of a results folder that a report page carries with it.

#include "pentocity/match/game.hpp"

namespace pentocity::results {

/// A recorded game of a results folder.
struct ShownGame {
  std::string file;  ///< the file name of its trace
  std::string path;  ///< where it is
  match::GameRow game;
  std::string trace;  ///< in short (match::short_trace), as gzip; as it is stored if it is damaged

  /// The room that the game takes in a page, its trace in base64, or a little more, unless a name needs escapes.
  std::size_t bytes_in_page() const;
};

/// The chosen games.
struct Showcase {
  std::vector<ShownGame> games;  ///< ordered by sequencer, player and repeat
  std::size_t left_out = 0;      ///< the number of traces for which there was no room
};

/// Chooses recorded games of a folder that together take at most `max_bytes` in a page. The first repeat of each
/// pairing is considered first, so that any two players can be compared on the same requests, then the best game, then
/// the worst one, then failed games, then the others; a trace that does not fit is left out. Throws InputError if the
/// folder holds no results, and UserError if a file cannot be read.
Showcase showcase(const std::string& folder, std::size_t max_bytes);

}  // namespace pentocity::results
