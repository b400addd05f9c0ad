#pragma once
// What a game has asked for so far: all that the planner knows about its request stream.

#include <vector>

#include "pentocity/game/request.hpp"
#include "plane.hpp"

namespace pentocity::players::planner {

/// A shape of a type, in any rotation, and how often it was asked for.
struct SeenShape {
  Request request;  ///< as first seen
  std::vector<Runs> rotations;
  double times = 0;  ///< older requests count less
  double share = 0;  ///< of all requests
};

class History {
 public:
  /// Each request counts `fade` times as much once another has come.
  explicit History(double fade) : fade_(fade) {}

  void add(const Request& request);

  /// How many requests are remembered, faded ones counted in part.
  double requests() const { return requests_; }
  /// The type's share of the requests, never quite 0.
  double share(Building type) const;
  /// The share of X pentominoes, less as long as there are few requests.
  double stars() const;
  /// The share of the three most frequent shapes, likewise.
  double share_of_three() const;
  /// Cells of a request, on average.
  double mean_size() const;
  /// The shapes seen, the most frequent first (by cells asked for; among equals the one seen first).
  const std::vector<SeenShape>& shapes() const { return shapes_; }

 private:
  double fade_;
  double requests_ = 0, residences_ = 0;
  std::vector<SeenShape> shapes_;
};

}  // namespace pentocity::players::planner
