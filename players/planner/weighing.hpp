#pragma once
// The second part of the evaluation: what is counted, multiplied by weights.

#include <array>
#include <vector>

#include "history.hpp"
#include "weights.hpp"
#include "window.hpp"

namespace pentocity::players::planner {

/// The maximum number of requested shapes for which features are computed: the first ones of History::shapes().
inline constexpr std::size_t max_shapes = 24;

/// A requested shape.
struct Shape {
  const SeenShape* seen;
  bool bonus;  ///< whether its buildings get a bonus
  int rows;    ///< of the rotation with the most rows
};

/// What the cells that shapes cover are, by shape.
using Covers = std::array<Cover, max_shapes>;

/// The weights of all features under some rules and for some requests.
class Weighing {
 public:
  /// History must live as long as the other functions are used.
  void start(const Weights& weights, const History& history, const Rules& rules);

  const Weights& weights() const { return weights_; }
  /// The value of an edge between cells of two kinds, one of which may be `border`.
  Points edge(Kind a, Kind b) const { return edges_[index_of(a)][index_of(b)]; }
  /// The weights of the open cells of each type, multiplied by the type's share of the requests. Those of parks and
  /// ponds are 0 if the type gets no bonus.
  const std::array<OpenFeatures<Points>, 2>& open() const { return open_; }
  const std::vector<Shape>& shapes() const { return shapes_; }

  /// The value of the cells that were counted.
  Points value(const Counts& counts) const {
    Points value = weights_[Feature::cut_off] * counts.cut_off + weights_[Feature::closed] * counts.closed;
    for (std::size_t type = 0; type < 2; ++type)
      for (std::size_t f = 0; f < Open::count; ++f) value += open_[type][f] * counts.types[type][f];
    return value;
  }
  /// The value of what the shapes cover on the whole land.
  Points value(const Covers& covers) const;

 private:
  Weights weights_;
  static constexpr std::size_t kinds = all_kinds.size() + 1;  // with `border`
  std::array<std::array<Points, kinds>, kinds> edges_{};
  std::array<OpenFeatures<Points>, 2> open_{};
  std::vector<Shape> shapes_;
};

}  // namespace pentocity::players::planner
