#include "weights.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace pentocity::players::planner {
namespace {

// A weight, in points: on an empty land, and on a full one.
struct Ends {
  double early, late;
};
struct StyleWeights {
  Ends general, stars, report, few;
};
constexpr std::array weights_of_styles{&StyleWeights::general, &StyleWeights::stars, &StyleWeights::report,
                                       &StyleWeights::few};
struct FeatureSpec {
  std::string_view option, meaning;
  StyleWeights weights;

  const Ends& of(Style style) const { return weights.*weights_of_styles[index_of(style)]; }
};
constexpr std::array<FeatureSpec, feature_count> features{{
#define FEATURE(name, option, meaning, ...) {option, meaning, {__VA_ARGS__}},
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
                            Group{"greens", Feature::at_amenity, Feature::reach_amenity},
                            Group{"squares", Feature::residence_2x2, Feature::factory_5x5},
                            Group{"shapes", Feature::shape_cells, Feature::shape_scarce},
                            Group{"served", Feature::served_half, Feature::served_root}};

std::string early_option(const FeatureSpec& feature) { return std::string(feature.option) + ".early"; }
std::string late_option(const FeatureSpec& feature) { return std::string(feature.option) + ".late"; }

}  // namespace

std::string_view name_of(Style style) {
  constexpr std::array<std::string_view, all_styles.size()> names{"general", "stars", "report", "few"};
  return names[index_of(style)];
}

WeightTable::WeightTable(const Options& options) {
  for (std::size_t f = 0; f < features.size(); ++f) {
    early_[f] = options.number(early_option(features[f]));
    late_[f] = options.number(late_option(features[f]));
  }
  counted_.fill(true);
  for (const Group& group : groups)
    if (group.name == options.text("without"))
      for (std::size_t f = index_of(group.first); f <= index_of(group.last); ++f) counted_[f] = false;
}

Weights WeightTable::at(Style style, double full, double few) const {
  Weights out;
  for (std::size_t f = 0; f < features.size(); ++f) {
    if (!counted_[f]) continue;
    const Ends &tuned = features[f].of(style), &mixed_in = features[f].of(Style::few);
    const double early = (1 - few) * tuned.early + few * mixed_in.early + early_[f];
    const double late = (1 - few) * tuned.late + few * mixed_in.late + late_[f];
    out[static_cast<Feature>(f)] = std::lround(point * (early + full * (late - early)));
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
  out.push_back({"without", "nothing", "a group of features to leave out, for experiments", {"nothing"}});
  for (const Group& group : groups) out.back().choices.emplace_back(group.name);
  return out;
}

}  // namespace pentocity::players::planner
