#include "weights.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace pentocity::players::planner {
namespace {

struct FeatureSpec {
  std::string_view name;
  std::array<double, 2 * all_styles.size()> weights;  ///< in points, for each style on an empty and on a full land
  std::string_view meaning;
};

constexpr std::array<FeatureSpec, feature_count> features{{
#define FEATURE(name, e0, l0, e1, l1, e2, l2, e3, l3, meaning) {#name, {e0, l0, e1, l1, e2, l2, e3, l3}, meaning},
#include "weights.inc"
#undef FEATURE
}};

// Groups of features, successive ones of weights.inc, that the option `without` can leave out.
struct Group {
  std::string_view name;
  Feature first, last;
};
constexpr std::array groups{Group{"edges", Feature::empty_residence, Feature::road_border},
                            Group{"cut_off", Feature::cut_off, Feature::closed},
                            Group{"open", Feature::open_residence, Feature::open_factory},
                            Group{"roads", Feature::at_road, Feature::reach_road},
                            Group{"greens", Feature::at_green, Feature::reach_green},
                            Group{"squares", Feature::residence_2x2, Feature::factory_5x5},
                            Group{"shapes", Feature::shape_cells, Feature::shape_scarce},
                            Group{"served", Feature::served_half, Feature::served_root}};

std::string early_option(const FeatureSpec& feature) { return std::string(feature.name) + ".early"; }
std::string late_option(const FeatureSpec& feature) { return std::string(feature.name) + ".late"; }

}  // namespace

std::string_view name_of(Style style) {
  constexpr std::array<std::string_view, all_styles.size()> names{"general", "stars", "report", "few"};
  return names[static_cast<std::size_t>(style)];
}

WeightTable::WeightTable(const Options& options) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    early_[f] = options.number(early_option(features[f]));
    late_[f] = options.number(late_option(features[f]));
  }
  counted_.fill(true);
  for (const Group& group : groups)
    if (group.name == options.text("without"))
      for (int f = static_cast<int>(group.first); f <= static_cast<int>(group.last); ++f) counted_[f] = false;
}

Weights WeightTable::at(Style style, double full, double few) const {
  const std::size_t column = 2 * static_cast<std::size_t>(style), few_column = 2 * static_cast<std::size_t>(Style::few);
  Weights out;
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (!counted_[f]) continue;
    const auto& tuned = features[f].weights;
    const auto mixed = [&](std::size_t end) { return (1 - few) * tuned[column + end] + few * tuned[few_column + end]; };
    const double early = mixed(0) + early_[f], late = mixed(1) + late_[f];
    out[static_cast<Feature>(f)] = static_cast<std::int32_t>(std::lround(unit * (early + full * (late - early))));
  }
  return out;
}

std::vector<OptionSpec> weight_options() {
  std::vector<OptionSpec> out;
  const auto add = [&](const std::string& name, const char* land, std::string_view meaning) {
    out.push_back(number_option(
        name, 0.0, fmt::format("points added to the tuned weight on {} land: {}", land, meaning), -1000, 1000));
  };
  for (const FeatureSpec& f : features) {
    add(early_option(f), "an empty", f.meaning);
    add(late_option(f), "a full", f.meaning);
  }
  OptionSpec without{"without", "nothing", "a group of features to leave out, for experiments", {"nothing"}};
  for (const Group& group : groups) without.choices.emplace_back(group.name);
  out.push_back(without);
  return out;
}

}  // namespace pentocity::players::planner
