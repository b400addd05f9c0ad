#pragma once
// A plan of the whole land: where what is expected to be requested will be built, with all roads, parks and ponds.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pentocity/helpers/layout_changes.hpp"

namespace pentocity::players::planner {

/// The number of the rotation of the request that has these cells, which must be one.
int rotation_of(const Cells& cells, const Request& request);

/// A shape by its number, from 0 on in the order in which the shapes were first requested.
using ShapeNumber = std::size_t;

/// A plan. It is improved by simulated annealing: by small changes of what is not built yet, which are kept if the plan
/// gains points, and sometimes if it loses some (Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing",
/// 1983). Points are those of the planned buildings, less a penalty if the shapes among them have other shares than
/// expected. Each request takes the place of a planned building of its shape, whose roads, parks and ponds are built
/// with it, as far as it needs them. A request that has none is put where the plan loses least.
///
/// It is like the search of `pentocity offline` for what comes, drawn anew after each request (hindsight optimization:
/// Chong, Givan and Chang, "A framework for simulation-based network control via hindsight optimization", 2000), but
/// only the shares of the shapes are drawn up and not their order.
class Plan {
 public:
  /// A plan without buildings for an empty land. The rules must outlive it.
  Plan(const Rules& rules, std::uint64_t seed);

  /// The shapes that are expected, and the share of each, 0 to 1. Both are copied. `shapes` may only grow from call to
  /// call.
  void expect(std::span<const Request> shapes, std::span<const double> shares);

  /// A building to plan.
  struct Step {
    ShapeNumber shape;
    Move move;
  };
  /// Drops all that is planned, and plans the moves of a game that goes on from this land, all accepted and legal one
  /// after the other.
  void begin(const Land& land, std::span<const Step> steps);

  /// Tries so many changes, while the temperature falls from `hot` to `cold`, in points.
  void anneal(int changes, double hot, double cold);

  /// A move for a request of this shape, after so many changes; no value if the plan has no place for it. The land must
  /// contain all that it had when it was last seen.
  std::optional<Move> move(ShapeNumber shape, const Request& request, const Land& land, int changes);

  /// The number of planned buildings.
  int size() const { return static_cast<int>(planned_.size()); }
  /// How far the shapes of the planned buildings are from what is expected, in points.
  double penalty() const;
  /// Tells whether a building of this shape is planned.
  bool has(ShapeNumber shape) const { return shape < counts_.size() && counts_[shape] > 0; }
  /// The points of the planned buildings.
  int points() const { return layout_.points(); }

 private:
  // Fixes what was built on the land. Planned buildings that are in its way are dropped.
  void see(const Land& land);
  void drop(std::size_t slot);

  // Tries one change at this temperature.
  void change(double temperature);
  // Kinds of changes; false if it cannot be made. extend() and exchange() say what they did in added_ and dropped_.
  bool extend();
  bool exchange(bool replace);
  // The next free slot, for a building of this shape.
  std::size_t prepare(ShapeNumber shape);
  ShapeNumber any_shape();
  Cell any_cell();
  // Keeps account of a building that has been placed or removed.
  void count(std::size_t slot, int by);
  double worth() const { return layout_.points() - no_access * layout_.without_access() - penalty_; }

  // Plans a building of this shape, and drops what is in the way, so that the plan is worth as much as possible after
  // one of so many draws; false if none was possible.
  bool force(ShapeNumber shape, int draws);
  // The planned building of this shape that should be built now.
  std::optional<std::size_t> choose(ShapeNumber shape) const;
  // The cells that have to be built for a planned building.
  Cells road_of(std::size_t slot) const;
  Cells amenity_of(std::size_t slot, Kind amenity) const;
  Cell place_of(int cell) const;

  static constexpr double no_access = 3;  // points that a building without road access costs beside its own

  const Rules& rules_;
  std::vector<Request> requests_;   // by slot
  std::vector<ShapeNumber> shape_;  // by slot
  Layout layout_;
  Pcg random_;
  LayoutChanges changes_;
  std::vector<Request> shapes_;
  std::vector<double> shares_;
  std::vector<int> counts_;              // of planned buildings, by shape
  std::vector<std::size_t> planned_;     // slots
  std::vector<std::size_t> unused_;      // slots
  std::vector<int> open_;                // cells that are not fixed
  std::optional<std::size_t> reserved_;  // the slot for the current request, which stays planned
  std::optional<std::size_t> added_, dropped_;
  double penalty_ = 0;
};

/// The place where the latest steady part of a stream begins: the stream is cut in two at the place that explains it
/// best, or not at all, if that explains it nearly as well. A part is explained by the number of times that each shape
/// comes (Dirichlet-multinomial evidence: Kass and Raftery, "Bayes Factors", 1995; a cut must raise the probability a
/// thousandfold).
std::size_t steady_since(std::span<const ShapeNumber> requests);

}  // namespace pentocity::players::planner
