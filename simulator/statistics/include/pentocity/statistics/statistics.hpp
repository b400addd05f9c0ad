#pragma once
// Sample statistics with 95% intervals. Nothing here throws; what is not defined for a sample is none.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pentocity::statistics {

struct Interval {
  double low = 0, high = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};

/// The two-sided quantile of Student's t: |T| exceeds it with probability 1 - `confidence`. `freedom` > 0, whole or
/// not.
double student_t(double freedom, double confidence = 0.95);

/// Mean and spread of a sample.
struct Sample {
  std::size_t count = 0;
  double mean = 0;      ///< 0 for an empty sample
  double variance = 0;  ///< of a sample (divided by count - 1); 0 below two values

  double deviation() const;
  /// Student's t interval of the mean; none below two values.
  std::optional<Interval> interval() const;
};

/// Sums in the order given, mean first, so the result depends on the order only by rounding.
Sample sample_of(std::span<const double> values);

/// The value below which the share `p` (0 to 1) of a sorted sample lies, by linear interpolation between the order
/// statistics (n - 1) p apart: definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the
/// default of R and NumPy. The sample must not be empty.
double quantile(std::span<const double> sorted, double p);

/// The level `p` of a sample's values, with a 95% interval that asks for no law of theirs (order statistics, David and
/// Nagaraja 2003, section 7.1); none where the sample is too small for one.
/// @param sorted not empty
std::optional<Interval> quantile_interval(std::span<const double> sorted, double p);

/// The mean of the strata's means, each stratum with the same weight, whatever its count.
struct StratifiedMean {
  double mean = 0;
  /// Strata are fixed, the values within them are the sample: variance sum(s_i^2 / n_i) / k^2, Student's t with the
  /// degrees of freedom of Welch and Satterthwaite (1946). None if a stratum has fewer than two values.
  std::optional<Interval> interval;
};
/// Empty strata are left out; none if nothing is left.
std::optional<StratifiedMean> stratified_mean(std::span<const Sample> strata);

}  // namespace pentocity::statistics
