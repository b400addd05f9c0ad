#include <fmt/format.h>

#include "catch.hpp"
#include "pentocity/match/metrics.hpp"

namespace pentocity::test {

std::string text_of(const match::Metrics& metrics) {
  std::string out;
  for (const match::MetricInfo& metric : match::metric_infos) {
    const auto value = value_of(metric, metrics);
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", metric.name, value ? fmt::format("{}", *value) : "none");
  }
  return out;
}

}  // namespace pentocity::test
