#pragma once
// Several recorded games on one picture in the terminal (`pentocity show`).

#include <string>

namespace pentocity::app {

/// Prints the lands of two recorded games beside each other, or below each other where the terminal is too narrow, and
/// in which turn and in which figures the games differ. What both lands have in the same cells is in small letters or
/// grey. Throws InputError if one is no recorded game, has no such turn, or if their lands have different sides.
/// @param turn after which the lands are shown, from 0; -1: the last one of each game
void show_beside(const std::string& first, const std::string& second, int turn, bool colour);

/// Prints a map of the land: for each cell, in how many of a player's recorded games in a folder it was empty in the
/// end. Throws InputError if there is none that ended `ok`, or if their lands have different sides.
void show_empty(const std::string& path, const std::string& player, bool colour);

}  // namespace pentocity::app
