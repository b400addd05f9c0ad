#include <fmt/format.h>

#include "catch.hpp"
#include "pentocity/match/course.hpp"
#include "pentocity/match/entrant_id.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/match/metrics.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::test {

std::string text_of(const match::Contribution& contribution) {
  return contribution.player + " adds " + contribution.number;
}

std::string text_of(const match::Course& course) {
  const auto text = [](const auto& numbers) { return Catch::Detail::stringify(numbers); };
  return fmt::format("scores {}, cells {}, rejects {}, points {}", text(course.scores), text(course.cells),
                     text(course.rejects), text(course.points));
}

std::string text_of(const match::EntrantId& id) { return id.name + ", which is " + id.identity; }

std::string text_of(const match::InvalidMoves& moves) {
  return fmt::format("{} moves with {}, the first in turn {}: {}", moves.moves, name_of(moves.fault), moves.turn,
                     moves.said);
}

std::string text_of(const match::Metrics& metrics) {
  std::string out;
  for (const match::MetricInfo& metric : match::metric_infos) {
    const auto value = value_of(metric, metrics);
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", metric.name, value ? fmt::format("{}", *value) : "none");
  }
  return out;
}

std::string text_of(const match::Secret& secret) { return secret.hex(); }

}  // namespace pentocity::test
