#pragma once
// What a sequencer asks for, and what a player answers.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/polyomino.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity::inline game {

enum class Building : std::uint8_t { residence, factory };

constexpr Kind kind_of(Building b) { return b == Building::residence ? Kind::residence : Kind::factory; }
constexpr Kind opposite_of(Building b) { return b == Building::residence ? Kind::factory : Kind::residence; }
/// `residence` or `factory`.
std::string_view name_of(Building b);

/// What a shape's rotations look like.
struct RequestShape {
  std::vector<Cells> rotations;  ///< the distinct ones, each normalised (least row and column 0) and sorted
  std::vector<Cells> outlines;   ///< of each rotation, see Request::outlines
};

/// One building to place. Rotations are numbered from the cells as delivered (rotation 0), a quarter turn clockwise
/// each; mirror images are not allowed. Copying is cheap: the shapes of the game share their rotations.
class Request {
 public:
  /// Cells in any position and order. Throws std::invalid_argument if they are not one 4-connected piece.
  Request(Building type, const Cells& cells);

  Building type() const { return type_; }
  /// The distinct rotations: 1, 2 or 4 of them.
  const std::vector<Cells>& rotations() const { return shape_->rotations; }
  /// The outline of each rotation: the cell beyond each of its outer edges, sorted; a cell beyond two edges stands
  /// twice. Coordinates of -1 and beyond the extent occur.
  const std::vector<Cells>& outlines() const { return shape_->outlines; }
  /// Rotation 0.
  const Cells& cells() const { return rotations().front(); }
  int size() const { return static_cast<int>(cells().size()); }

  /// Is it what the game asks for: a pentomino, or a rectangle with sides of 1 to 5? (2016 never checked; requests of
  /// strangers' sequencers are.)
  bool is_proper() const;

  friend bool operator==(const Request& a, const Request& b) { return a.type_ == b.type_ && a.cells() == b.cells(); }

 private:
  Building type_;
  std::shared_ptr<const RequestShape> shape_;
};

/// A player's answer. A default Move rejects the request; nothing of a rejected move is read.
struct Move {
  bool accept = false;
  int rotation = 0;
  Cell location;            ///< added to each cell of the rotation: the top left corner of its bounding box
  Cells road, water, park;  ///< built with this move; any order, a cell twice counts once
  std::string note;         ///< kept in the trace, at most 200 characters

  static Move reject() { return {}; }
  static Move at(int rotation, Cell location) { return {true, rotation, location, {}, {}, {}, {}}; }
};

}  // namespace pentocity::inline game
