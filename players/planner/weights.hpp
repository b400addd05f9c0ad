#pragma once
// The features that the evaluation of a land counts, and their weights.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pentocity/core/index_of.hpp"
#include "pentocity/game/options.hpp"

namespace pentocity::players::planner {

/// The features, in the order of weights.inc, which says what each counts. (In the names of options an amenity is
/// called `green`.)
enum class Feature : std::uint8_t {
#define FEATURE(name, ...) name,
#include "weights.inc"
#undef FEATURE
  count
};
inline constexpr std::size_t feature_count = index_of(Feature::count);

/// What a move, a land or a feature is worth, in 1/1024 points. Values are integers, so that sums do not depend on the
/// order in which they are added.
using Points = std::int64_t;
/// One point.
inline constexpr Points point = 1024;
/// Values in tables of 8 or 16 bits are in 1/64 points: divided by this.
inline constexpr Points to_table = point / 64;

/// A weight for each feature.
class Weights {
 public:
  Points operator[](Feature f) const { return values_[index_of(f)]; }
  Points& operator[](Feature f) { return values_[index_of(f)]; }
  /// The same, to be multiplied by a number that is not an integer.
  double real(Feature f) const { return static_cast<double>((*this)[f]); }

 private:
  std::array<Points, feature_count> values_{};
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

/// The weights of all styles, on an empty and on a full land.
class WeightTable {
 public:
  /// The weights are those of weights.inc plus the values of the options `<feature>.early` (on an empty land) and
  /// `<feature>.late` (on a full land). Features of the group that the option `without` names have weight 0. The
  /// options must be those of weight_options().
  explicit WeightTable(const Options& options);
  /// The weights of a style on a land of which the share `full`, 0 to 1, is not empty: linear between early and late.
  /// With the share `few`, 0 to 1, those of the style `few` are mixed in.
  Weights at(Style style, double full, double few) const;

 private:
  std::array<double, feature_count> early_{}, late_{};  ///< values of the options, in points
  std::array<bool, feature_count> counted_{};
};

/// The options that WeightTable reads, with their defaults.
std::vector<OptionSpec> weight_options();

}  // namespace pentocity::players::planner
