#pragma once
// The features that the evaluation of a land counts, and their weights.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pentocity/game/options.hpp"

namespace pentocity::players::planner {

/// The features, in the order of weights.inc, which says what each counts.
enum class Feature : std::uint8_t {
#define FEATURE(name, meaning) name,
#define WEIGHTS(...)
#include "weights.inc"
#undef WEIGHTS
#undef FEATURE
  count
};
inline constexpr int feature_count = static_cast<int>(Feature::count);

/// How many units of a value make a point. Values are integers in 1/1024 points, so that sums do not depend on the
/// order in which they are added.
inline constexpr double unit = 1024;

/// A weight for each feature, in 1/1024 points.
class Weights {
 public:
  std::int32_t operator[](Feature f) const { return values_[static_cast<std::size_t>(f)]; }
  std::int32_t& operator[](Feature f) { return values_[static_cast<std::size_t>(f)]; }

 private:
  std::array<std::int32_t, feature_count> values_{};
};

/// The sets of weights. Each was tuned for request streams or rules of one kind.
enum class Style : std::uint8_t {
  general,  ///< the streams of 2016
  stars,    ///< streams with many X pentominoes, which fit together badly
  report,   ///< rules under which factories get no bonus
  few,      ///< streams of few shapes
};
inline constexpr std::array all_styles{Style::general, Style::stars, Style::report, Style::few};
/// The name of a style as in the enumeration.
std::string_view name_of(Style style);

/// What the weights of a style depend on.
struct Situation {
  double full = 0;         ///< the share of the land's cells that are not empty, 0 to 1
  double factories = 0.5;  ///< the share of factories in the requests so far, 0 to 1
  double size = 7;         ///< the mean number of cells of the requests so far
};

/// The terms that a weight is the sum of. Each is multiplied by a number that depends on the situation.
enum class Term : std::uint8_t {
  early,      ///< by 1 on an empty land and 0 on a full one, linear in between
  late,       ///< by 0 on an empty land and 1 on a full one, linear in between
  middle,     ///< by 1 on a land that is half full, and 0 on an empty or a full one; a parabola
  factories,  ///< by -1 if only residences are requested, 1 if only factories are
  size        ///< by 0 if requests have seven cells on average, 1 if they have seventeen
};
inline constexpr int term_count = 5;

/// The weights of all styles in all situations.
class WeightTable {
 public:
  /// The terms are those of weights.inc plus the values of the options `<feature>.<term>`. Features of the group that
  /// the option `without` names have weight 0. The options must be those of weight_options().
  explicit WeightTable(const Options& options);
  Weights at(Style style, const Situation& situation) const;

 private:
  // In points, by style, feature and term.
  std::array<std::array<std::array<double, term_count>, feature_count>, all_styles.size()> terms_{};
};

/// The options that WeightTable reads, with their defaults.
std::vector<OptionSpec> weight_options();

}  // namespace pentocity::players::planner
