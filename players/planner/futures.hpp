#pragma once
// Requests as they may come, drawn at random from those that came before.

#include "history.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::players::planner {

/// Draws requests for looking ahead. If the history has n requests (History::requests()), one of its shapes is drawn
/// with probability n / (n + 2), in proportion to SeenShape::times. Otherwise it is any request: a residence or a
/// factory with equal chances, all pentominoes and all rectangles up to 5x5 equally likely (of pentominoes that differ
/// from their mirror images either one). So, while few shapes have been seen, others are expected, too. A shape of the
/// history has the rotation in which it was first seen.
class Futures {
 public:
  Futures();
  /// The reference is valid as long as the history is not changed.
  const Request& draw(const History& history, Pcg& random) const;

 private:
  std::vector<Request> residences_, factories_;
};

}  // namespace pentocity::players::planner
