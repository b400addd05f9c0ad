#include "weights.hpp"

#include <cmath>
#include <string>

namespace pentocity::planner {
namespace {

constexpr std::array<std::string_view, 4> parts{"early", "late", "uniform", "small"};

struct FeatureSpec {
  std::string_view name;
  std::array<double, parts.size()> weights;
  std::string_view meaning;
};

constexpr std::array<FeatureSpec, feature_count> features{{
#define FEATURE(name, early, late, uniform, small, meaning) {#name, {early, late, uniform, small}, meaning},
#include "weights.inc"
#undef FEATURE
}};

std::string option_of(const FeatureSpec& feature, std::size_t part) {
  return std::string(feature.name) + "." + std::string(parts[part]);
}

}  // namespace

WeightTable::WeightTable(const Options& options) {
  for (std::size_t f = 0; f < features.size(); ++f)
    for (std::size_t p = 0; p < parts.size(); ++p) values_[f][p] = options.number(option_of(features[f], p));
}

Weights WeightTable::at(const Situation& situation) const {
  Weights out;
  for (std::size_t f = 0; f < features.size(); ++f) {
    const auto& [early, late, uniform, small] = values_[f];
    const double points =
        early + situation.full * (late - early) + situation.uniform * uniform + situation.small * small;
    out[static_cast<Feature>(f)] = static_cast<std::int32_t>(std::lround(unit * points));
  }
  return out;
}

std::vector<OptionSpec> weight_options() {
  constexpr std::array<std::string_view, parts.size()> when{
      "points on an empty land: ", "points on a full land: ", "points more where requests are all alike: ",
      "points more where requests are for single cells: "};
  std::vector<OptionSpec> out;
  for (const FeatureSpec& f : features)
    for (std::size_t p = 0; p < parts.size(); ++p)
      out.push_back({option_of(f, p), f.weights[p], std::string(when[p]) + std::string(f.meaning), {}, -1000, 1000});
  return out;
}

}  // namespace pentocity::planner
