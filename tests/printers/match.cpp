#include <fmt/format.h>

#include "catch.hpp"
#include "pentocity/match/metrics.hpp"

namespace pentocity::test {

std::string text_of(const match::Metrics& metrics) {
  std::string out;
  for (const match::MetricInfo& metric : match::metric_infos) {
    const std::string value = metric.whole != nullptr ? fmt::format("{}", metrics.*metric.whole)
                              : metrics.utility       ? fmt::format("{}", *metrics.utility)
                                                      : "none";
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", metric.name, value);
  }
  return out;
}

}  // namespace pentocity::test
