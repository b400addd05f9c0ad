#pragma once
// The files of BurrTools, a program for burrs and packing puzzles (https://burrtools.sourceforge.net): `.xmpuzzle`,
// XML, mostly compressed by gzip. Of what they can hold, puzzles of cubes are read and written, and flat ones, in
// whatever plane, as puzzles on squares.

#include <string>
#include <string_view>
#include <vector>

#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/verify.hpp"

namespace pentocity::exchange {

/// The size of a `.xmpuzzle` at most, before and after it is unpacked.
constexpr std::size_t max_xmpuzzle_bytes = std::size_t{1} << 26;

/// Does a file with these contents look like a `.xmpuzzle`: compressed, or XML?
bool is_xmpuzzle(std::string_view bytes);

/// Problem number `number`, from 1, of an `.xmpuzzle`. Its pieces may be turned, and flat ones on a flat board turned
/// over. Its colours become letters. How the pieces come apart again is not looked at. Throws InputError, with `source`
/// and the line of the XML, for what is wrong, and for what cannot be had: grids other than cubes, and pieces in
/// several parts.
packing::Puzzle read_xmpuzzle(std::string_view bytes, const std::string& source, int number = 1);

/// The solutions in that file, drawn on the board of the problem.
std::vector<packing::DrawnBoard> boards_of_xmpuzzle(std::string_view bytes, const std::string& source, int number = 1);

/// The puzzle as an `.xmpuzzle`, compressed. Throws InputError for what that cannot say: hexagons, triangles, fixed
/// placements, pieces that must not be turned or turned over, mirrored solids, and a minimum of holes that does not
/// follow from the pieces.
std::string write_xmpuzzle(const packing::Puzzle& puzzle);

}  // namespace pentocity::exchange
