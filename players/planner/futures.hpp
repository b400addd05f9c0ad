#pragma once
// Requests that may come, drawn from what has come.

#include "history.hpp"
#include "pentocity/core/random.hpp"

namespace pentocity::players::planner {

/// Draws from the requests of the history by their shares; with two requests' weight also any pentomino or rectangle,
/// so that the first turns do not take what they have seen for all there is. Shapes come in the rotation first seen.
class Futures {
 public:
  Futures();
  const Request& draw(const History& history, Pcg& random) const;

 private:
  std::vector<Request> residences_, factories_;
};

}  // namespace pentocity::players::planner
