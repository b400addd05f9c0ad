#pragma once
// The requests of a game so far, and those that may come. The planners know nothing else about the request stream.

#include <array>
#include <cstddef>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/game/request.hpp"
#include "plane.hpp"

namespace pentocity::players::planner {

/// Tells whether two requests are for buildings of the same type and shape, in whatever rotation.
bool same_shape(const Request& a, const Request& b);

/// The place of a run in one of the rotations of a shape.
struct PlacedRun {
  std::size_t rotation;
  int row, column;
};

/// A requested shape and type, and how often it was requested in any of its rotations.
struct SeenShape {
  Request request;                             ///< the first such request
  std::vector<Runs> rotations;                 ///< its rotations
  std::array<std::vector<PlacedRun>, 5> runs;  ///< the runs of all rotations, by their length less 1
  double times = 0;                            ///< how often it was requested, older requests counting less
  double share = 0;                            ///< its share of all requests, 0 to 1
};

/// The history of one game. The latest request counts 1, the one before it `fade`, the one before that `fade` squared,
/// and so on.
class History {
 public:
  /// `fade` is from 0 to 1.
  explicit History(double fade) : fade_(fade) {}

  /// Forgets all requests.
  void clear() { *this = History(fade_); }
  /// Adds the next request of the game.
  void add(const Request& request);

  /// The number of requests, of which older ones count less.
  double requests() const { return requests_; }
  /// The type's share of the requests, as if one more residence and one more factory had been requested; so it is never
  /// 0.
  double share(Building type) const;
  /// The share of X pentominoes, as if two more requests had been for something else; so it is small while there are
  /// few requests.
  double stars() const;
  /// The share of the three most frequent shapes together, as if two more requests had been for other shapes.
  double share_of_three() const;
  /// The mean number of cells of a request; 0 before the first one.
  double mean_size() const;
  /// The shapes requested so far, sorted by SeenShape::times times the number of cells, with the maximum first. Equal
  /// ones stay in the order that they had after the request before.
  const std::vector<SeenShape>& shapes() const { return shapes_; }

 private:
  double fade_;
  double requests_ = 0, residences_ = 0;
  std::vector<SeenShape> shapes_;
};

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
