#pragma once
// What the evaluation of a land looks at, and what each of it is worth.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pentocity/game/options.hpp"

namespace pentocity::players::planner {

/// What is counted on a land; weights.inc says what each is.
enum class Feature : std::uint8_t {
#define FEATURE(name, ...) name,
#include "weights.inc"
#undef FEATURE
  count
};
inline constexpr int feature_count = static_cast<int>(Feature::count);

/// Values are whole numbers of a 1024th of a point: sums are exact, in any order.
inline constexpr double unit = 1024;

/// A weight for each feature.
class Weights {
 public:
  std::int32_t operator[](Feature f) const { return values_[static_cast<std::size_t>(f)]; }
  std::int32_t& operator[](Feature f) { return values_[static_cast<std::size_t>(f)]; }

 private:
  std::array<std::int32_t, feature_count> values_{};
};

/// Sets of weights, each tuned for streams or rules of a kind.
enum class Style : std::uint8_t {
  general,  ///< on all streams of 2016
  stars,    ///< where X pentominoes rule, which fit badly
  report,   ///< under the rules without bonus for factories
  few,      ///< on streams of few shapes
};
inline constexpr std::array all_styles{Style::general, Style::stars, Style::report, Style::few};
std::string_view name_of(Style style);

/// The weights of all styles.
class WeightTable {
 public:
  /// Those of weights.inc, plus the options `<feature>.early` and `<feature>.late`, but for the features `without`.
  explicit WeightTable(const Options& options);
  /// The weights where this share (0 to 1) of the land is built on.
  Weights at(Style style, double full) const;

 private:
  std::array<double, feature_count> early_{}, late_{};  ///< of the options
  std::array<bool, feature_count> counted_{};
};

/// The options that WeightTable reads.
std::vector<OptionSpec> weight_options();

}  // namespace pentocity::players::planner
