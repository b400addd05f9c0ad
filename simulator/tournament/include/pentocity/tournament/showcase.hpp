#pragma once
// Which recorded games of a results folder are worth carrying along, as in a report that is one file.

#include <cstddef>
#include <string>
#include <vector>

#include "pentocity/match/results.hpp"

namespace pentocity::tournament {

/// A recorded game of a results folder.
struct ShownGame {
  std::string file;  ///< the name of its trace
  match::GameRow game;
  std::string trace;  ///< its bytes, gzip
};

struct Showcase {
  std::vector<ShownGame> games;  ///< sequencer by sequencer, player by player, by repeat
  std::size_t left_out = 0;      ///< traces of the folder that found no room
};

/// Takes traces of a folder while they are no more than `most_bytes` together: first each cell's best game, then each
/// cell's worst, then those that failed, then others. Throws InputError if the folder holds no results.
Showcase showcase(const std::string& folder, std::size_t most_bytes);

}  // namespace pentocity::tournament
