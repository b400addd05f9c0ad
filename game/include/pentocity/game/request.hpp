#pragma once
// A request, which a sequencer produces, and a move, with which a player answers it.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/polyomino.hpp"
#include "pentocity/game/land.hpp"

namespace pentocity::inline game {

/// The type of a building.
enum class Building : std::uint8_t { residence, factory };

/// The kind of cell of a building of this type, and of a building of the other type, which may not touch it.
constexpr Kind kind_of(Building b) { return b == Building::residence ? Kind::residence : Kind::factory; }
constexpr Kind opposite_of(Building b) { return b == Building::residence ? Kind::factory : Kind::residence; }
/// The name of a type: `residence` or `factory`.
std::string_view name_of(Building b);

/// The rotations of a shape, and what surrounds them. The two lists have the same length.
struct RequestShape {
  std::vector<Cells> rotations;  ///< each different one once, normalised (minimum row and column 0) and sorted
  std::vector<Cells> outlines;   ///< of each rotation the outline, see Request::outlines
};

/// A building that a player is asked to place. Rotation 0 is the shape as requested, and each further rotation is a
/// quarter turn clockwise; rotations that look like an earlier one are left out, and mirror images are not allowed.
/// Copying is cheap, because a copy shares the lists of cells.
class Request {
 public:
  /// The cells may be at any position and in any order. Throws std::invalid_argument if there are none or they are not
  /// connected by sides. Shapes that the game does not have are accepted, too (see is_proper).
  Request(Building type, const Cells& cells);

  Building type() const { return type_; }
  /// The rotations, 1, 2 or 4 of them, each as sorted cells with minimum row and column 0.
  const std::vector<Cells>& rotations() const { return shape_->rotations; }
  /// For each rotation, the cells that touch it from outside, sorted: for each unit edge of its outline the cell beyond
  /// it, so that a cell beyond two edges is listed twice. Rows and columns of -1 occur.
  const std::vector<Cells>& outlines() const { return shape_->outlines; }
  /// The cells of rotation 0.
  const Cells& cells() const { return rotations().front(); }
  /// The number of cells.
  int size() const { return static_cast<int>(cells().size()); }

  /// Tells whether the request is one that the rules allow: a residence that is a pentomino, or a factory that is a
  /// rectangle with sides of 1 to 5. The simulator asks this of sequencers that are not built in.
  bool is_proper() const;

  friend bool operator==(const Request& a, const Request& b) { return a.type_ == b.type_ && a.cells() == b.cells(); }

 private:
  Building type_;
  std::shared_ptr<const RequestShape> shape_;
};

/// A player's answer to a request. A default Move rejects it. With `accept` false nothing but the note is read.
struct Move {
  bool accept = false;
  int rotation = 0;
  Cell location;  ///< where the top left corner of the rotation's bounding box comes to lie
  /// Cells of new roads, ponds and parks, in any order; a cell named twice counts once.
  Cells road = {}, pond = {}, park = {};
  std::string note = {};  ///< any text for the trace, which keeps the first 200 characters

  static Move reject() { return {}; }
  /// Accepts the request, without roads, parks and ponds; these can be added.
  static Move at(int rotation, Cell location) { return {.accept = true, .rotation = rotation, .location = location}; }
};

}  // namespace pentocity::inline game
