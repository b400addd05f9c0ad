#pragma once
// The planners' second way of answering: a plan of the whole land (plan.hpp) where X pentominoes rule, and where the
// requests have repeated themselves for long.

#include <algorithm>
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
  std::optional<Move> move(const Request& request, const Land& land) {
    constexpr int few_left = 30;                               // buildings; with fewer the plan is followed to the end
    constexpr std::size_t recent = 30, many = 3, rarely = 15;  // requests
    constexpr double too_far = 60;                             // points
    if (changes_ == 0) return std::nullopt;
    const Predictor& predictor = shared_.predictor;
    const std::size_t now = predictor.requests().size();
    const ShapeNumber shape = predictor.requests().back();
    const bool begins = !plan_;
    if (begins) {
      if (given_up_ || !steady()) return std::nullopt;
      plan_.emplace(shared_.rules, shared_.random());
    }
    std::vector<double> shares = times();
    for (double& share : shares) share *= 1 / static_cast<double>(now - steady_since_);
    if (!begins && !plan_->has(shape)) unplanned_.push_back(now);
    plan_->expect(predictor.shapes(), shares);
    if (begins) {
      draw_up(request, land, 60);
    } else if (plan_->size() > few_left) {
      if (unplanned_.size() >= many && now - unplanned_[unplanned_.size() - many] < recent) {
        plan_.reset();
        given_up_ = true;
        return std::nullopt;
      }
      if (plan_->penalty() > too_far && now - drawn_up_ >= rarely) draw_up(request, land, 15);
    }
    return plan_->move(shape, request, land, changes_);
  }

 private:
  // Tells whether the land should be planned: the requests have repeated themselves for long, or are mostly X in steady
  // shares.
  bool steady() {
    constexpr std::size_t enough = 30, often = 5;
    const Predictor& predictor = shared_.predictor;
    const std::size_t now = predictor.requests().size();
    if (now < enough || now % often != 0) return false;
    constexpr int many_hits = 100;
    constexpr double many_stars = 0.6;  // with fewer X, as on g1, a plan was behind playing ahead
    const bool stars = shared_.search.style(shared_.history) == Style::stars && shared_.history.stars() > many_stars;
    if (!stars && predictor.hits() < many_hits) return false;
    steady_since_ = steady_since(predictor.requests());
    return now - steady_since_ >= enough;
  }
  // How often each shape has been requested since the stream is steady.
  std::vector<double> times() const {
    const auto& requests = shared_.predictor.requests();
    std::vector<double> out(shared_.predictor.shapes().size());
    for (std::size_t i = steady_since_; i < requests.size(); ++i) out[requests[i]] += 1;
    return out;
  }
  // Plans the whole land anew: first as the evaluation would build it for what is expected, then by changes, `many`
  // times as many as are tried for a request.
  void draw_up(const Request& request, const Land& land, int many) {
    constexpr double hot = 0.5, cold = 0.2;  // temperatures, in points
    const auto& requests = shared_.predictor.requests();
    const auto& shapes = shared_.predictor.shapes();
    drawn_up_ = requests.size();
    const auto in_all = static_cast<double>(requests.size() - steady_since_);
    const std::vector<double> times = this->times();
    std::vector<double> due(times.size());
    for (double& d : due) d = shared_.random.next_double() * in_all;
    std::vector<Plan::Step> steps;
    Land later = land;
    ShapeNumber shape = requests.back();
    for (int rejects = 0; rejects < shared_.rules.max_rejects;) {
      const Request& wish = steps.empty() && rejects == 0 ? request : shapes[shape];
      City<Row> city(shared_.rules, later);
      const std::vector<Draft>& drafts = shared_.search.find(wish, city, shared_.history);
      if (drafts.empty()) {
        ++rejects;
      } else {
        Move move = drafts.front().move(city.grid());
        apply_move(shared_.rules, later, wish, move);
        // The plan has each shape in the rotations of its first request.
        move.rotation = rotation_of(wish.rotations()[move.rotation], shapes[shape]);
        steps.push_back({shape, std::move(move)});
      }
      // The shape that is most overdue comes next, so that all come as often as expected.
      for (std::size_t i = 0; i < due.size(); ++i) due[i] += times[i];
      shape = static_cast<ShapeNumber>(std::max_element(due.begin(), due.end()) - due.begin());
      due[shape] -= in_all;
    }
    plan_->begin(land, steps);
    plan_->anneal(many * changes_, hot, cold);
  }

  Shared<Row>& shared_;
  int changes_;  // that are tried for each request; 0: nothing is planned
  std::optional<Plan> plan_;
  bool given_up_ = false;               // whether there was a plan that failed
  std::size_t steady_since_ = 0;        // the number of the first request of the steady part of the stream
  std::size_t drawn_up_ = 0;            // the number of the request for which the plan was drawn up last
  std::vector<std::size_t> unplanned_;  // the numbers of the requests for which the plan had no building
};

}  // namespace pentocity::players::planner
