#pragma once
// Parks and ponds for players: straight bars, extensions of what stands nearby, and the best of many random walks,
// which is drawn exactly from the distribution of all walks without walking even once.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/game/land.hpp"
#include "pentocity/game/roads.hpp"

namespace pentocity::inline game {

/// Which of several patches of the same size comes first.
enum class PatchChoice : std::uint8_t { least_contact, most_contact };

/// Cells for a park or pond: as few as an extension needs, or four.
struct Patch {
  std::array<Cell, big_size> cells{};  ///< the first `size` of them; the first touches the building
  int size = 0;
  int contact = 0;  ///< occupied neighbours, counted for each cell

  /// Is it smaller, or as large and of less (or more) contact, or else first row by row (its cells sorted)?
  bool precedes(const Patch& other, PatchChoice choice = PatchChoice::least_contact) const;
};

/// The surroundings of a building that is about to be placed, as far as four cells reach. One byte a cell tells all
/// that the searches ask. Meant to be kept and used for one building after the other.
class ParkGround {
 public:
  /// Looks around a building on empty cells. `road` is built by the same move: its cells are not free, and count as
  /// occupied; the building's own cells do neither.
  void survey(const Land& land, const LandBoard& building, const Cells& road, LandEdge edge);
  /// Takes the cells of a patch: from now on they are not free, and count as occupied.
  void take(const Patch& patch);

  /// The straight bar of four free cells, one end next to the building, that has the least (or most) contact, then the
  /// first cells row by row. None if there is no room.
  std::optional<Patch> straight_bar(PatchChoice choice = PatchChoice::least_contact) const;

 private:
  friend class PatchWalks;
  // The bits of a cell's byte: occupied neighbours, free neighbours, and whether it is free itself.
  static constexpr int free_unit = 8, free_flag = 64;

  int contact(int at) const { return cells_[at] & 7; }
  int ways_on(int at) const { return cells_[at] >> 3 & 7; }
  bool is_free(int at) const { return (cells_[at] & free_flag) != 0; }
  int index(Cell c) const { return (c.row - top_) * stride_ + (c.column - left_); }
  Cell cell(int at) const { return {at / stride_ + top_, at % stride_ + left_}; }
  std::array<int, 4> steps() const { return {1, -1, stride_, -stride_}; }
  // The board as bytes of 0 and 1 in the shape of the window; is any of them 1?
  bool mark(const LandBoard& board, std::vector<std::uint8_t>& marks) const;

  // The window of cells: from (top_, left_), rows of stride_ bytes.
  const Land* land_ = nullptr;
  int top_ = 0, left_ = 0, rows_ = 0, stride_ = 0;
  std::vector<std::uint8_t> shares_, cells_;
  std::vector<int> building_;
};

/// How random walks go.
struct WalkRules {
  /// As in 2016: a walk also fails whose fourth cell leaves no way on.
  bool open_end = false;
  /// Does a walk end where it stands next to a park (pond) of four cells or more? Else it goes on to the fourth cell.
  bool extend = true;
  /// What makes a walk better than another of as many cells.
  PatchChoice choice = PatchChoice::least_contact;
};

/// All random walks next to a building at once. A walk begins at a free cell next to the building, chosen evenly among
/// the edges between the building and free cells, and goes on to free cells it has not been on, chosen evenly. It ends
/// as soon as it stands next to a park (pond) of four cells or more: such a walk, of one to four cells, extends it.
/// Else it ends at the fourth cell. A walk that cannot go on before fails.
class PatchWalks {
 public:
  /// Enumerates the walks for a park or for water.
  void enumerate(const ParkGround& ground, Kind kind, const WalkRules& rules);

  /// The best of `count` independent walks by size, then contact; among equals the one that came first. No patch if all
  /// failed. Exact: a class of equal walks is best with probability (worse-or-equal share)^count - (worse
  /// share)^count, and within the class each walk came first in proportion to its probability.
  Patch best_of(int count, Pcg& random) const;
  /// The same, but equals are decided by the first cells row by row.
  Patch first_best_of(int count, Pcg& random) const;
  /// The shortest extension of a park (pond) by at most three cells; then by contact; then the first cells row by row.
  std::optional<Patch> shortest_extension() const;

  /// An outcome of one walk. Outcomes with the same cells in another order are separate.
  struct Outcome {
    Patch patch;
    double probability;
  };
  /// All outcomes but failure.
  std::vector<Outcome> outcomes() const;

 private:
  // A walk: the bytes it stands on, 16 bits each, the first lowest; its class by size and contact; its weight.
  struct Walk {
    std::uint64_t path;
    std::uint16_t weight;
    std::uint8_t rank;
  };
  int rank_of(int size, int contact) const { return (size - 1) * 16 + (contact ^ contact_flip_); }
  static constexpr int size_of(int rank) { return rank / 16 + 1; }
  int contact_of(int rank) const { return rank % 16 ^ contact_flip_; }
  // Steps choose among one, two or three ways: weights with this denominator are whole numbers.
  static constexpr int weight_unit = 6 * 6 * 6;
  static constexpr std::size_t most_walks_from_a_start = 3 * 3 * 3;

  std::span<const Walk> walks() const { return {room_.data(), walk_count_}; }
  template <int size>
  void walk(std::uint64_t path, int at, int previous, int contact, int weight);
  void add(std::uint64_t path, int size, int contact, int weight);
  static std::uint64_t row_order(const Walk& walk);
  Patch patch(const Walk& walk) const;
  double chance_of_best(std::uint64_t weight, int count) const;

  const ParkGround* ground_ = nullptr;
  bool open_end_ = false, extends_ = false;
  int contact_flip_ = 0;  // 15 where more contact is better
  std::vector<std::uint8_t> near_big_;
  std::vector<int> starts_;
  std::vector<Walk> room_;  // for all walks, so that it need not grow with each
  std::size_t walk_count_ = 0;
  std::array<std::uint32_t, 64> weights_{};  // of each class
  std::uint64_t total_ = 0;                  // failures included
};

}  // namespace pentocity::inline game
