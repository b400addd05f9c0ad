#pragma once
// Roads for players: the shortest ones from the edge of the land or an older road to a building, bit-parallel.
// weighted_roads.hpp has roads of least cost.

#include <array>
#include <cstdint>
#include <vector>

#include "pentocity/game/land.hpp"

namespace pentocity::inline game {

/// The heads of a land: empty cells where a road may begin, and beside which nothing else is needed: those in the first
/// or last row or column, and those next to a road. A building that covers a head has road access (under any rules).
LandBoard road_heads(const Land& land);

/// The empty cells that roads can reach, heads included: a building on empty cells has road access, or can be given it,
/// if and only if it lies on these. What is not among them is cut off for the rest of the game.
LandBoard reachable(const Land& land);

/// Whether the edge of the land counts as occupied where contact is counted.
enum class LandEdge : std::uint8_t { ignored, counted };

/// How many of the neighbours of a cell are occupied.
int contact(const Land& land, int bit, LandEdge edge);

/// Which of the shortest roads. Among equals: the one that a breadth-first search finds first which starts from the
/// heads row by row and steps right, left, down, up.
enum class RoadChoice : std::uint8_t { first, most_contact, least_contact };

/// All shortest roads from the heads to one building at once, as the rings of a flood around the building. Meant to be
/// kept and used for one building after the other.
class ShortestRoads {
 public:
  /// Floods the empty cells around the building (itself on empty cells) until it meets a head. The land must stay.
  /// Takes time proportional to the rows it sees times the length of the road.
  void find(const Land& land, const LandBoard& heads, const LandBoard& building);

  /// Is there a road, or need for none?
  bool found() const { return found_; }
  /// Cells of a shortest road; 0: the building covers a head.
  int length() const { return length_; }
  /// The heads at which shortest roads begin (none if none is needed).
  const LandBoard& starts() const { return starts_; }
  /// From a cell of a shortest road that is `distance` steps from the building, every neighbour in ring(distance - 1)
  /// is a step nearer. (A board holds every third ring: neighbours are never three rings apart.)
  const LandBoard& ring(int distance) const { return rings_[distance % 3]; }
  /// The cells seen, the building's included. If no road was found: the whole pocket of empty cells that the building
  /// lies in, which no road will ever reach.
  LandBoard seen() const;

  /// Chooses one of the shortest roads: its cells from its head to the building. Only if found().
  Cells choose(RoadChoice choice, LandEdge edge) const;

 private:
  const Land* land_ = nullptr;
  bool found_ = false;
  int length_ = 0;
  LandBoard building_, starts_;
  std::array<LandBoard, 3> rings_;
};

}  // namespace pentocity::inline game
