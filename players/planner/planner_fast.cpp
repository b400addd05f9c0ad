#include "planning.hpp"

namespace pentocity::players::planner {
namespace {

/// The player `planner-fast`: the move with the best value by the evaluation.
template <class Row>
class PlannerFast : public Planning<Row> {
 public:
  explicit PlannerFast(const PlayerSetup& setup) : Planning<Row>(setup) {}

 private:
  const Draft& choose(const std::vector<Draft>& drafts, const City<Row>&) override { return drafts.front(); }
};

const bool registered = game::detail::register_player([] {
  return PlayerSpec{
      "planner-fast",
      "the move after which the land is worth most by a weighted sum of features, whose weights were tuned",
      planning_options(16, 3), make_planner<PlannerFast>};
});

}  // namespace
}  // namespace pentocity::players::planner
