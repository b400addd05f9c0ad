#include "pentocity/figures/plan.hpp"

#include <fmt/format.h>

#include <cmath>

#include "pentocity/input/user_error.hpp"
#include "pentocity/statistics/sequential.hpp"
#include "text_table.hpp"

namespace pentocity::figures {

using statistics::SequentialComparison;

namespace {

// With ten repeats a deviation is known to about a quarter.
constexpr int enough_repeats = 10;

}  // namespace

std::vector<PlannedPair> planned_pairs(const Summary& pilot, const StudyAim& aim) {
  const auto& pairs = pilot.head_to_head;
  const auto count = std::ranges::count_if(pairs, [](const PairSummary& pair) { return !pair.sequencer; });
  const double level = PairSummary::level / static_cast<double>(count);
  std::vector<PlannedPair> out;
  for (auto pair = pairs.begin(); pair != pairs.end();) {
    PlannedPair& planned = out.emplace_back(PlannedPair{.a = pair->a, .b = pair->b});
    // As in stratified_mean(), of strata that have the same count.
    double strata = 0, variance = 0, squares = 0;
    for (++pair; pair != pairs.end() && pair->sequencer; ++pair) {
      if (pair->games < 2)
        throw InputError(
            "a plan needs two repeats or more in which all players have a score: '{}' and '{}' have {} on '{}'",
            pair->a, pair->b, pair->games, *pair->sequencer);
      const double v = std::pow(*pair->difference->error, 2) * static_cast<double>(pair->games);
      strata += 1;
      variance += v;
      squares += v * v;
    }
    if (strata == 0) throw InputError("a plan needs a sequencer that is not adaptive");
    planned.deviation = std::sqrt(variance) / strata;
    planned.repeats = SequentialComparison::fixed_size({.alpha = level, .beta = 1 - aim.power, .delta = aim.delta},
                                                       variance / (strata * strata),
                                                       variance > 0 ? variance * variance / squares : 1);
    while (statistics::same_sign_probability(static_cast<std::size_t>(planned.repeats * strata)) >= level)
      planned.repeats += 1;
  }
  if (out.empty()) throw InputError("a plan needs two players or more");
  return out;
}

std::string plan_text(const Summary& pilot, const StudyAim& aim, int width, bool colour) {
  Table table({"deviation", "repeats"});
  table.section(
      fmt::format("repeats that find a difference of {} points with a power of {:g}%", aim.delta, 100 * aim.power));
  const std::vector<PlannedPair> pairs = planned_pairs(pilot, aim);
  const std::vector<Label> labels = labels_of(pilot.config.players);
  double most = 0;
  auto pair = pairs.begin();
  for (std::size_t a = 0; a < labels.size(); ++a)
    for (std::size_t b = a + 1; b < labels.size(); ++b, ++pair) {
      table.line(Label(labels[a].whole + " less " + labels[b].whole, labels[a].shown + " less " + labels[b].shown),
                 {{number(pair->deviation)}, {number(pair->repeats, 0)}});
      most = std::max(most, pair->repeats);
    }
  return fmt::format(
      "{}\n"
      "deviation: of the difference on the same requests, averaged over the sequencers, from repeat to repeat;\n"
      "each of the pairs ({}) is tested at level {:g}/{}, on two sides; pilot of {} repeats\n"
      "{}repeats for all pairs: {:.0f}\n",
      table.text(static_cast<std::size_t>(std::max(width, 40)), colour), pairs.size(), PairSummary::level, pairs.size(),
      pilot.config.repeats,
      pilot.config.repeats < enough_repeats
          ? fmt::format("so few hardly tell the deviations: play {} or more first\n", enough_repeats)
          : "",
      most);
}

}  // namespace pentocity::figures
