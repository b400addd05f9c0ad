#pragma once
// A land that can be rearranged, which a search or a player plans: what stands on it in the end counts, and not the
// order in which it is built.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pentocity/game/rules.hpp"

namespace pentocity::inline helpers {

/// Buildings for some of the requests, and roads, parks and ponds. Buildings are inside the land, do not overlap and do
/// not touch the other type; buildings without road access and roads that lead nowhere are allowed. All changes but
/// fix() can be taken back up to the last call of keep().
///
/// Rules and requests must outlive the layout. A request that has no building may be changed to another one.
class Layout {
 public:
  /// An empty land.
  Layout(const Rules& rules, std::span<const Request> requests);
  /// The last land of a game, which must be legal.
  Layout(const Rules& rules, std::span<const Request> requests, std::span<const Move> moves);

  const Rules& rules() const { return rules_; }
  const Request& request(std::size_t number) const { return requests_[number]; }

  /// The points of the buildings that have road access.
  int points() const { return points_; }
  /// The number of buildings without road access.
  int without_access() const { return without_access_; }

  /// The cells by number; those around the land have the kind `border`.
  int cell(Cell c) const { return (c.row + 1) * stride_ + c.column + 1; }
  std::array<int, 4> neighbours(int cell) const { return {cell + 1, cell - 1, cell + stride_, cell - stride_}; }
  static constexpr Kind border{all_kinds.size()};
  Kind kind(int cell) const { return kinds_[cell]; }
  /// Tells whether a cell can be changed: it is on the land, has no building and is not fixed.
  bool free(int cell) const { return owners_[cell] == nobody; }
  /// Tells whether a cell is on the land and fixed.
  bool fixed(int cell) const { return owners_[cell] == nature && kinds_[cell] != border; }
  /// The number of the request whose building stands on a cell; no value if there is none or it is fixed.
  std::optional<std::size_t> owner(int cell) const {
    return owners_[cell] < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(owners_[cell]));
  }
  /// Tells whether a cell is a road that leads to the border over roads, or belongs to a park or pond that gives a
  /// bonus.
  bool joined(int cell) const { return joined_[cell] != 0; }
  bool big(int cell) const { return big_[cell] != 0; }
  /// Changes a free cell to a kind that is no building's.
  void set(int cell, Kind kind);
  /// Changes a free cell to any kind for good. All changes before it stay, too. A building of fixed cells scores
  /// nothing: it has scored when it was built.
  void fix(int cell, Kind kind);

  /// The cells of the building of a request; empty if there is none.
  const std::vector<int>& building(std::size_t request) const { return buildings_[request].cells; }
  int rotation(std::size_t request) const { return buildings_[request].rotation; }
  Cell location(std::size_t request) const { return buildings_[request].location; }
  /// The points of the building of a request, 0 without road access, and whether it has that at the border.
  int points(std::size_t request) const { return points_of(buildings_[request]); }
  bool at_border(std::size_t request) const { return buildings_[request].at_border; }
  /// Places a building on free cells; roads, parks and ponds there are removed. False, and nothing is changed, if it
  /// cannot stand there.
  bool place(std::size_t request, int rotation, Cell location);
  /// Takes a building away. Its cells become empty.
  void remove(std::size_t request);

  /// The changes so far stay; take_back() takes back those after the last call of keep().
  void keep() { log_.clear(); }
  void take_back();

  /// The first requests without a building, as many as end a game if they are rejected. Each of them may be built next.
  std::vector<std::size_t> next_requests() const;
  /// Tells whether a game can have just these buildings: before the last one no more requests are without a building
  /// than may be rejected, and in all enough are for the game to end.
  bool can_be_game() const;
  /// The moves of a game that ends with this land, if it can_be_game() and no building is without access. Roads that
  /// lead nowhere, and groups of less than big_size cells, are left out.
  std::vector<Move> moves() const;

 private:
  struct Built {
    std::vector<int> cells;
    int rotation = 0;
    Cell location;
    bool earns = false, at_border = false;
    std::array<int, 2> touches{};  // edges to parks and to ponds that give a bonus
    int roads = 0;                 // edges to roads that lead to the border
    bool has_access() const { return at_border || roads > 0; }
  };
  // A change that can be taken back: of a cell, or of a building that was placed or removed.
  struct Change {
    enum { changed, placed, removed } what;
    int number;  // of the cell or the request
    Kind kind = Kind::empty;
    int rotation = 0;
    Cell location = {};
  };

  static constexpr int nobody = -1, nature = -2;  // in owners_: of free cells; of fixed ones and those around the land

  static bool is_amenity(Kind kind) { return kind == Kind::park || kind == Kind::pond; }
  // Fills group_ with this cell and those that are connected with it over cells for which in(cell) holds, until
  // enough() is true.
  template <class In, class Enough>
  void find_group(int cell, In in, Enough enough);
  void mark_big(int cell, bool big);
  // Tells whether the park or pond of this cell is large enough to give a bonus. If not, group_ has its cells.
  bool large(int cell);
  // Marks the park or pond of this cell as one that gives a bonus if it does.
  void mark_if_big(int cell);
  void mark_joined(int cell, bool joined);
  int points_of(const Built& built) const;
  // Adds an edge between a building and this cell to the building's counts, or takes it away.
  void count(Built& built, int cell, int by);
  void set_without_log(int cell, Kind kind);
  void place_without_log(std::size_t request, int rotation, Cell location);
  void remove_without_log(std::size_t request);
  // Finds out which roads beside this cell, which leads to the border no longer, still do.
  void rejoin(int cell);

  const Rules& rules_;
  std::span<const Request> requests_;
  int stride_;
  std::vector<Kind> kinds_;
  std::vector<std::uint8_t> big_, joined_;
  std::vector<int> owners_;  // the number of the request, or nobody or nature
  std::vector<Built> buildings_;
  std::vector<Change> log_;
  std::vector<int> group_;
  std::vector<std::uint64_t> seen_;  // the latest search in which a cell was seen, by number
  std::uint64_t search_ = 0;
  int points_ = 0, without_access_ = 0;
};

}  // namespace pentocity::inline helpers
