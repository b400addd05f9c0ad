#pragma once
// What the evaluation of a land looks at, and what each of it is worth.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pentocity/game/options.hpp"

namespace pentocity::planner {

/// What is counted on a land; weights.inc says what each is.
enum class Feature : std::uint8_t {
#define FEATURE(name, early, late, uniform, small, meaning) name,
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

/// What the weights depend on, each from 0 to 1.
struct Situation {
  double full = 0;     ///< the share of the land that is built on
  double uniform = 0;  ///< how alike the requests are
  double small = 0;    ///< how small
};

/// The weights in all situations.
class WeightTable {
 public:
  /// Those of the options `<feature>.early`, `.late`, `.uniform` and `.small`.
  explicit WeightTable(const Options& options);
  Weights at(const Situation& situation) const;

 private:
  std::array<std::array<double, 4>, feature_count> values_{};
};

/// The options that WeightTable reads, their defaults from weights.inc.
std::vector<OptionSpec> weight_options();

}  // namespace pentocity::planner
