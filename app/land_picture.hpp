#pragma once
// Pictures of a land from a recorded game.

#include <optional>
#include <string>
#include <vector>

#include "pentocity/match/replay.hpp"

namespace pentocity::app {

/// A land as it stood after a turn of a recorded game, with what is needed to draw it.
struct LandPicture {
  Land land;
  std::vector<LandBoard> buildings;  ///< in the order in which they were built
  std::optional<match::Turn> turn;   ///< the latest; none before the first
  int number = -1;                   ///< its number
  int score = 0, rejects = 0;        ///< after it
};

/// The land after a turn from 0 on; -1: at the end. What the recording and its rules disagree on is added to
/// `mismatches`; the picture is then of the turns before. Throws InputError if the game has no such turn; `file` is for
/// that message.
LandPicture land_picture(const match::TraceLines& trace, const std::string& file, int turn,
                         std::vector<match::Mismatch>& mismatches);

/// What one line says of the first mismatch; for standard error.
std::string complaint_of(const match::Mismatch& mismatch, const std::string& file);

/// A drawing as SVG, a unit a cell: residences, factories, roads, parks and ponds, each building outlined.
/// @param highlight draw the outline of the latest turn's building in a colour that stands out
std::string svg_of(const LandPicture& picture, bool highlight);

/// The same as PNG with `cell` pixels a cell, 4 or more.
std::string png_of(const LandPicture& picture, bool highlight, int cell);

}  // namespace pentocity::app
