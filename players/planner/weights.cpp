#include "weights.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace pentocity::players::planner {
namespace {

struct FeatureSpec {
  std::string_view name, meaning;
};
constexpr std::array<FeatureSpec, feature_count> features{{
#define FEATURE(name, meaning) {#name, meaning},
#define WEIGHTS(...)
#include "weights.inc"
#undef WEIGHTS
#undef FEATURE
}};

struct TermSpec {
  std::string_view name, meaning;
};
constexpr std::array<TermSpec, term_count> terms{{{"early", "on an empty land"},
                                                  {"late", "on a full land"},
                                                  {"middle", "on a land that is half full"},
                                                  {"factories", "if all requests are for factories"},
                                                  {"size", "if requests have seventeen cells on average"}}};

struct TunedWeight {
  Style style;
  Feature feature;
  std::array<double, term_count> terms;  ///< in points
};
constexpr TunedWeight tuned_weights[] = {
#define FEATURE(name, meaning)
#define WEIGHTS(style, feature, ...) {Style::style, Feature::feature, {__VA_ARGS__}},
#include "weights.inc"
#undef WEIGHTS
#undef FEATURE
};

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

std::string option_name(const FeatureSpec& feature, const TermSpec& term) {
  return fmt::format("{}.{}", feature.name, term.name);
}

}  // namespace

std::string_view name_of(Style style) {
  constexpr std::array<std::string_view, all_styles.size()> names{"general", "stars", "report", "few"};
  return names[static_cast<std::size_t>(style)];
}

WeightTable::WeightTable(const Options& options) {
  for (const TunedWeight& tuned : tuned_weights)
    terms_[static_cast<std::size_t>(tuned.style)][static_cast<std::size_t>(tuned.feature)] = tuned.terms;
  for (std::size_t f = 0; f < features.size(); ++f)
    for (std::size_t t = 0; t < terms.size(); ++t) {
      const double added = options.number(option_name(features[f], terms[t]));
      for (auto& weights : terms_) weights[f][t] += added;
    }
  for (const Group& group : groups)
    if (group.name == options.text("without"))
      for (int f = static_cast<int>(group.first); f <= static_cast<int>(group.last); ++f)
        for (auto& weights : terms_) weights[f] = {};
}

Weights WeightTable::at(Style style, const Situation& situation) const {
  const double full = situation.full;
  Weights out;
  for (int f = 0; f < feature_count; ++f) {
    const auto [early, late, middle, factories, size] = terms_[static_cast<std::size_t>(style)][f];
    const double weight = early + full * (late - early) + middle * 4 * full * (1 - full) +
                          factories * (2 * situation.factories - 1) + size * (situation.size - 7) / 10;
    out[static_cast<Feature>(f)] = static_cast<std::int32_t>(std::lround(unit * weight));
  }
  return out;
}

std::vector<OptionSpec> weight_options() {
  std::vector<OptionSpec> out;
  for (const FeatureSpec& feature : features)
    for (const TermSpec& term : terms)
      out.push_back(number_option(option_name(feature, term), 0.0,
                                  fmt::format("points added to the tuned weight {}: {}", term.meaning, feature.meaning),
                                  -1000, 1000));
  OptionSpec without{"without", "nothing", "a group of features to leave out, for experiments", {"nothing"}};
  for (const Group& group : groups) without.choices.emplace_back(group.name);
  out.push_back(without);
  return out;
}

}  // namespace pentocity::players::planner
