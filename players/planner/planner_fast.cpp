#include "planning.hpp"

namespace pentocity::planner {
namespace {

/// The move that leaves the best land, by a linear evaluation of the whole move.
class PlannerFast : public Planning {
 public:
  explicit PlannerFast(const PlayerSetup& setup) : Planning(setup) {}

 private:
  // A rule of thumb, from what each style scores on streams of all kinds.
  Style style_for(const History& history) const override {
    if (history.uniformity() > 0.3) return Style::stars;
    if (history.smallness() > 0.6) return Style::cells;
    return Style::general;
  }
  const Draft& choose(const std::vector<Draft>& drafts, const City&) override { return drafts.front(); }
};

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> out = weight_options();
  out.push_back({"style",
                 "auto",
                 "the set of weights: by the requests (auto), or always the same",
                 {"auto", "general", "bars", "cells", "stars"}});
  out.push_back({"sites", std::int64_t{16}, "sites looked at closely", {}, 1, 10000});
  out.push_back({"greens", std::int64_t{3}, "parks, and ponds, looked at closely for each", {}, 1, 100});
  out.push_back({"fade", 0.99, "what a request seen counts for after another one", {}, 0, 1});
  out.push_back({"strips", std::int64_t{2}, "strips, as of lanes, for streams of so many heights", {}, 0, 5});
  return out;
}

const bool registered = detail::register_player(
    {"planner-fast", "the move with the best linear evaluation of building, road, park and pond; weights tuned",
     options(),
     [](const PlayerSetup& setup) -> std::unique_ptr<Player> { return std::make_unique<PlannerFast>(setup); }});

}  // namespace
}  // namespace pentocity::planner
