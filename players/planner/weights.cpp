#include "weights.hpp"

#include <cmath>
#include <string>

namespace pentocity::planner {
namespace {

struct FeatureSpec {
  std::string_view name;
  double early, late;
  std::string_view meaning;
};

constexpr std::array<FeatureSpec, feature_count> features{{
#define FEATURE(name, early, late, meaning) {#name, early, late, meaning},
#include "weights.inc"
#undef FEATURE
}};

std::string option_of(const FeatureSpec& feature, std::string_view when) {
  return std::string(feature.name) + "." + std::string(when);
}

}  // namespace

WeightRange::WeightRange(const Options& options) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    early_[f] = options.number(option_of(features[f], "early"));
    late_[f] = options.number(option_of(features[f], "late"));
  }
}

Weights WeightRange::at(double full) const {
  Weights out;
  for (std::size_t f = 0; f < features.size(); ++f)
    out[static_cast<Feature>(f)] = static_cast<std::int32_t>(std::lround(unit * (early_[f] + full * (late_[f] - early_[f]))));
  return out;
}

std::vector<OptionSpec> weight_options() {
  std::vector<OptionSpec> out;
  for (const FeatureSpec& f : features) {
    out.push_back({option_of(f, "early"), f.early, "points on an empty land: " + std::string(f.meaning), {}, -1000, 1000});
    out.push_back({option_of(f, "late"), f.late, "the same on a full land", {}, -1000, 1000});
  }
  return out;
}

}  // namespace pentocity::planner
