#pragma once
// The planners' second way of answering: a plan of the whole land (plan.hpp) where X pentominoes rule, and where the
// requests have repeated themselves for long.

#include <optional>
#include <vector>

#include "plan.hpp"
#include "styled_search.hpp"

namespace pentocity::players::planner {

/// Draws up a plan when the stream is steady, as the evaluation would build the land for what is expected, and follows
/// it. It draws up another when the shapes left are far from what is expected, and gives up for good when the plan
/// lacks many requests.
template <class Row>
class PlanFollower {
 public:
  /// `setup.options` must be those of a planner. `shared` must outlive the object.
  PlanFollower(const PlayerSetup& setup, Shared<Row>& shared)
      : shared_(shared), changes_(setup.options.integer("planning")) {}

  /// The move of the plan for the last request; no value if there is no plan, or it has no place for the
  /// request.
  std::optional<Move> move(const Request& request, const Land& land);

 private:
  // Tells whether the land should be planned: the requests have repeated themselves for long, or are mostly X in steady
  // shares.
  bool steady();
  // How often each shape has been requested since the stream is steady.
  std::vector<double> times() const;
  // Plans the whole land anew: first as the evaluation would build it for what is expected, then by changes, `many`
  // times as many as are tried for a request.
  void draw_up(const Request& request, const Land& land, int many);

  Shared<Row>& shared_;
  int changes_;  // that are tried for each request; 0: nothing is planned
  std::optional<Plan> plan_;
  bool given_up_ = false;               // whether there was a plan that failed
  std::size_t steady_since_ = 0;        // the number of the first request of the steady part of the stream
  std::size_t drawn_up_ = 0;            // the number of the request for which the plan was drawn up last
  std::vector<std::size_t> unplanned_;  // the numbers of the requests for which the plan had no building
};

}  // namespace pentocity::players::planner
