#pragma once
// Parks and ponds that a player can build beside a building: straight bars of four cells, extensions that join a park
// or pond nearby to the building, and the best of many random walks. The first group's player of 2016 drew many random
// walks and took the best. AmenityWalks draws from the same distribution directly: it lists all walks with their
// probabilities.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/game/land.hpp"
#include "pentocity/helpers/roads.hpp"

namespace pentocity::inline helpers {

/// Which of several amenities of the same size is preferred: the one with the minimum or the one with the maximum
/// touching perimeter (Amenity::touching).
enum class AmenityChoice : std::uint8_t { min_touching, max_touching };

/// New cells for a park or a pond beside a building: one to four that extend an older park or pond, or four that make a
/// new one. With size 0 it means that none was found.
struct Amenity {
  std::array<Cell, big_size> cells{};  ///< only the first `size` count, and the first one touches the building
  int size = 0;
  /// Its touching perimeter: the number of pairs of one of its cells and an occupied cell (see survey) that touch.
  int touching = 0;

  /// Tells whether this amenity is preferred to another: the smaller one is; of equal sizes the one with the smaller
  /// touching perimeter (the larger one with AmenityChoice::max_touching); if these are equal, too, the one whose
  /// sorted cells come first by row and column.
  bool precedes(const Amenity& other, AmenityChoice choice = AmenityChoice::min_touching) const;
};

/// The cells around a building that is about to be placed, out to the neighbours of the farthest cells that an amenity
/// of four cells can have. One object can serve one building after the other, and then need not allocate memory for
/// each.
class ParkGround {
 public:
  /// Reads the land around a building of at least one cell that is not placed yet. Three kinds of cells count as
  /// occupied: those of the land that are not empty; those of `road`, which the same move builds; and with
  /// LandEdge::counted those beyond the border. The building's cells are neither occupied nor free. All other cells of
  /// the land are free for amenities. The land must live, and not be changed, as long as the object is used for this
  /// building.
  void survey(const Land& land, const LandBoard& building, const Cells& road, LandEdge edge);
  /// Makes the cells of an amenity occupied, so that the next amenity of the same move stays clear of them.
  void take(const Amenity& amenity);

  /// Of all bars of four free cells in a straight line, one end of which touches the building, the one with the minimum
  /// (or maximum) touching perimeter; of several, the one whose sorted cells come first by row and column. No value if
  /// there is no room for any.
  std::optional<Amenity> straight_bar(AmenityChoice choice = AmenityChoice::min_touching) const;

 private:
  friend class AmenityWalks;
  // What a cell's byte has: the number of occupied neighbours (bits 0 to 2), the number of free neighbours (bits 3 to
  // 5, `free_unit` each), and whether the cell is free itself (`free_flag`).
  static constexpr int free_unit = 8, free_flag = 64;

  static int touching_perimeter_of(int byte) { return byte & 7; }
  static int ways_of(int byte) { return byte >> 3 & 7; }
  int touching_perimeter(int at) const { return touching_perimeter_of(cells_[at]); }
  bool is_free(int at) const { return (cells_[at] & free_flag) != 0; }
  int index(Cell c) const { return (c.row - top_) * stride_ + (c.column - left_); }
  Cell cell(int at) const { return {at / stride_ + top_, at % stride_ + left_}; }
  std::array<int, 4> steps() const { return {1, -1, stride_, -stride_}; }
  // Writes the set as one byte, 0 or 1, for each cell of the window. Tells whether there is a 1.
  bool mark(const LandBoard& board, std::vector<std::uint8_t>& marks) const;

  // The window: rows_ rows of stride_ cells, of which (top_, left_), perhaps off the land, is the first.
  const Land* land_ = nullptr;
  int top_ = 0, left_ = 0, rows_ = 0, stride_ = 0;
  std::vector<std::uint8_t> shares_, cells_;  // what each cell adds to its neighbours' bytes; the bytes
  std::vector<int> building_;                 // indices of its cells in the window
};

/// How random walks end and are compared.
struct WalkRules {
  /// If true, a walk that reaches its fourth cell without extending a park (or pond) fails unless a free cell that is
  /// not part of the walk touches the fourth one. The program of 2016 required this.
  bool open_end = false;
  /// Whether a walk ends as soon as it touches a park (or pond) of four cells or more. If not, every walk goes on to
  /// its fourth cell.
  bool extend = true;
  /// Which of two walks with the same number of cells is better.
  AmenityChoice choice = AmenityChoice::min_touching;
};

/// All random walks that begin beside a building, with their probabilities. A walk is drawn like this: it begins at the
/// free cell beyond one of the building's unit edges, all edges with a free cell beyond them equally likely; from each
/// cell it goes on to one of the free neighbours that it has not visited, all equally likely. As soon as it touches a
/// park (or pond) of four cells or more it ends; its one to four cells then extend that park. Otherwise it ends at its
/// fourth cell. A walk that cannot go on earlier fails.
class AmenityWalks {
 public:
  /// Lists all walks for a park (Kind::park) or for a pond (Kind::pond). The ground must live, and the building must
  /// not be surveyed anew, as long as the other functions are called.
  void enumerate(const ParkGround& ground, Kind kind, const WalkRules& rules);

  /// Draws an amenity that is distributed like the best of `count` independent walks, where fewer cells are better, and
  /// with equally many the touching perimeter that WalkRules::choice prefers; of equally good walks the one that was
  /// walked first is the best. The amenity has size 0 if all walks fail. Two random numbers are drawn: the first for
  /// the class (size and touching perimeter) of the best walk, the second for a walk of this class, in proportion to
  /// its probability. The best of n walks is in a class if all n are in it or worse, but not all are worse: with
  /// probability (p + w)^n - w^n, where p is the probability that one walk is in the class and w that it is worse or
  /// fails.
  Amenity best_of(int count, Pcg& random) const;
  /// The same with another rule for equally good walks: the best is the one whose sorted cells come first by row and
  /// column. One random number is drawn.
  Amenity first_best_of(int count, Pcg& random) const;
  /// Of all walks of at most three cells, which extend a park (or pond), the one with the fewest cells; of several the
  /// one whose touching perimeter WalkRules::choice prefers, then the one whose sorted cells come first by row and
  /// column. No value if there is none. No random number is drawn.
  std::optional<Amenity> shortest_extension() const;

  /// A walk that does not fail, and its probability. Walks over the same cells in another order are separate outcomes.
  struct Outcome {
    Amenity amenity;
    double probability;
  };
  /// All walks that do not fail. The probabilities add up to 1 less the probability that a walk fails.
  std::vector<Outcome> outcomes() const;

 private:
  // A walk: the indices of its cells in the window, 16 bits each with the first in the lowest; its probability as a
  // multiple of 1 / total_; its class.
  struct Walk {
    std::uint64_t path;
    std::uint16_t weight;
    std::uint8_t rank;
  };
  // The class of a walk by size and touching perimeter, 0 to 63. The lower one is better.
  int rank_of(int size, int touching) const { return (size - 1) * 16 + (touching ^ touching_flip_); }
  static constexpr int size_of(int rank) { return rank / 16 + 1; }
  int touching_of(int rank) const { return rank % 16 ^ touching_flip_; }
  // A walk makes three steps, each to one of at most three cells, so its probability from a given start is a whole
  // multiple of 1 / (6 * 6 * 6).
  static constexpr int weight_unit = 6 * 6 * 6;
  static constexpr std::size_t max_walks_from_a_start = 3 * 3 * 3;

  std::span<const Walk> walks() const { return {room_.data(), walk_count_}; }
  // What walks look at: the ground's bytes, and the cells near a park (or pond) of four or more, if walks end there.
  struct Sight {
    const std::uint8_t *cells, *near_big;
    int stride;
  };
  // Adds the walks that go on from the cell `at`, their cell number `size`, and end there or further on.
  template <int size>
  void walk(const Sight& sight, std::uint64_t path, int at, int previous, int touching, int weight);
  void add(std::uint64_t path, int size, int touching, int weight);
  // A number that orders walks of one size by their sorted cells.
  static std::uint64_t row_order(const Walk& walk);
  Amenity amenity(const Walk& walk) const;
  // The probability that at least one of `count` walks is among walks of this total weight.
  double chance_of_best(std::uint64_t weight, int count) const;

  const ParkGround* ground_ = nullptr;
  bool open_end_ = false, extends_ = false;
  int touching_flip_ = 0;               // 15 if a larger one is better, so that it makes a lower rank
  std::vector<std::uint8_t> near_big_;  // 1 for each cell of the window that touches a park (or pond) of four or more
  std::vector<int> starts_;             // where walks begin, each cell as often as edges of the building lead to it
  std::vector<Walk> room_;              // the first walk_count_ are the walks
  std::size_t walk_count_ = 0;
  std::array<std::uint32_t, 64> weights_{};  // the sum of the weights of each class
  std::uint64_t total_ = 0;                  // the weight of all walks, those that fail included
};

}  // namespace pentocity::inline helpers
