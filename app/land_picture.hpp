#pragma once
// Pictures of the land in a recorded game.

#include "commands.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"

namespace pentocity::app {

/// A land after a turn of a recorded game, with what is needed to draw it. Of an invalid move nothing stands on it,
/// even if the move ended the game.
struct LandPicture {
  Land land;
  std::vector<LandBoard> buildings;       ///< in the order in which they were built
  std::optional<Turn> turn;               ///< the latest turn; none before the first
  int number = -1;                        ///< the number of that turn, from 0
  int score = 0, rejects = 0;             ///< after that turn
  std::vector<Mismatch> mismatches = {};  ///< differences between the trace and its replay
};

/// The land after a turn (from 0; -1: the last one) of a trace. If there are differences between the trace and its
/// replay, the picture shows the turns up to the first one. Throws InputError, with the name `file`, if the game has no
/// such turn.
LandPicture land_picture(const TraceLines& trace, const std::string& file, int turn);

/// The folder of recorded games at a path: its folder traces/ if it has one, as results folders have, or itself; and
/// the names of these games' files. The second throws InputError if there are none.
results::Folder traces_of(const std::string& path);
std::vector<std::string> trace_names(const results::Folder& folder);

/// Tells that a recording does not agree with its rules, if so, and returns the exit code.
int judged(const LandPicture& picture, const std::string& file);

/// The picture as SVG, a cell one unit wide: residences, factories, roads, parks and ponds, with an outline around each
/// building.
/// @param highlight draw the outline of the building of the latest turn in another colour
std::string svg_of(const LandPicture& picture, bool highlight);

/// The same as PNG. A cell is `cell` pixels wide, at least 4.
std::string png_of(const LandPicture& picture, bool highlight, int cell);

}  // namespace pentocity::app
