#pragma once
// The next requests of a stream that repeats itself.

#include <cstddef>
#include <vector>

#include "history.hpp"

namespace pentocity::players::planner {

/// Predicts requests by the longest match: it looks for the latest place where the last requests came in the same order
/// before, as many of them as possible, and expects what followed there. (The contexts of unbounded length of Cleary,
/// Teahan and Witten, "Unbounded length contexts for PPM", 1995, without probabilities.) A stream that repeats a cycle
/// is predicted without fault from its second cycle on. Rotations of a shape count as the same request.
class Predictor {
 public:
  /// Adds the next request of the game.
  void add(const Request& request);
  /// The shapes, each as it was first requested, and all requests so far, as places in this list.
  const std::vector<Request>& shapes() const { return shapes_; }
  const std::vector<std::size_t>& requests() const { return requests_; }
  /// How many of the latest requests, one after the other up to the last one, were as predicted.
  int hits() const { return hits_; }
  /// The next requests as predicted; empty if no request was made so far. The references are valid until the next
  /// add().
  std::vector<const Request*> next(int count) const;

 private:
  // The place in shapes_ of what is expected after these requests. There must be at least one.
  static std::size_t guess(const std::vector<std::size_t>& requests);

  std::vector<Request> shapes_;
  std::vector<std::size_t> requests_;
  int hits_ = 0;
};

}  // namespace pentocity::players::planner
