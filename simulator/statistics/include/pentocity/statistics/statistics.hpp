#pragma once
// Statistics of samples. All intervals are 95% confidence intervals. A result that is not defined for a sample is no
// value (none). The functions throw nothing for the arguments that they allow.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pentocity::statistics {

struct Interval {
  double low = 0, high = 0;

  friend bool operator==(const Interval&, const Interval&) = default;
};
/// As JSON: a list of both ends.
template <class Json>
void to_json(Json& json, const Interval& interval) {
  json = {interval.low, interval.high};
}

/// The two-sided quantile of Student's t: the number that |T| exceeds with probability 1 - `confidence`; for a
/// confidence of 0.95 and many degrees of freedom it is 1.96. `freedom` is positive, whole or not; `confidence` lies
/// between 0 and 1, both excluded.
double student_t(double freedom, double confidence = 0.95);

/// The probability that so many numbers, each as likely above 0 as below it, all lie on the same side: 2^(1 - count),
/// and 1 for none. Example: six differences of equal players have the same sign with a probability of 0.031.
double same_sign_probability(std::size_t count);

/// Number, mean and variance of a sample.
struct Sample {
  std::size_t count = 0;
  double mean = 0;           ///< 0 for an empty sample
  double variance = 0;       ///< sum of squared deviations from the mean, divided by count - 1; 0 below two values
  std::size_t not_zero = 0;  ///< values other than 0

  /// The standard deviation.
  double deviation() const;
  /// The interval of the mean by Student's t. Its confidence is 95% for normal values, and approximately so for many
  /// values of another distribution. None below two values.
  std::optional<Interval> interval() const;
};

/// The sample of these values, computed in two passes in the order given. Another order may change the last digits.
Sample sample_of(std::span<const double> values);

/// The quantile `p` (0 to 1) of a sorted sample: the value at index (n - 1) p, interpolated linearly between
/// neighbouring values. This is definition 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996), the
/// default of R and NumPy. Example: the quantile 0.25 of 10, 20, 30 is at index 0.5, so it is 15. The sample must not
/// be empty.
double quantile(std::span<const double> sorted, double p);

/// A confidence interval of the quantile `p` (0 to 1) of the distribution, of any kind, that the values are drawn from:
/// two values of the sample (order statistics; David and Nagaraja 2003, section 7.1). Its confidence is at least 95%;
/// the quantile lies beyond either end with a probability of at most 2.5%. None if the sample is too small for that.
/// @param sorted not empty
std::optional<Interval> quantile_interval(std::span<const double> sorted, double p);

/// The mean of the strata's means. Each stratum has the same weight, independent of its count.
struct StratifiedMean {
  double mean = 0;
  /// The strata are fixed, and the values within them are the samples: the variance is sum(s_i^2 / n_i) / k^2 for k
  /// strata, and Student's t has the degrees of freedom of Welch and Satterthwaite (1946), so the confidence is
  /// approximately 95%. None if a stratum has a single value.
  std::optional<Interval> interval;
  /// The standard error of the mean: the square root of that variance. None likewise.
  std::optional<double> error;
  /// How probable a mean at least this far from 0 is, on either side, if the true mean is 0: by the same distribution,
  /// but never below the probability that the values other than 0 all have the same sign (see same_sign_probability()).
  /// For the distribution supposes that few values tell how much they vary, and coarse scores do not: two equal
  /// differences would be certain. To four digits, so that all machines have the same. None likewise.
  std::optional<double> p_value;
};
/// The mean over these strata. Empty ones are left out; none if all are empty.
std::optional<StratifiedMean> stratified_mean(std::span<const Sample> strata);

/// Several p-values, each corrected for there being several, by the method of Holm, "A Simple Sequentially Rejective
/// Multiple Test Procedure" (1979): if whatever is below 0.05 is called true, the probability that anything false is
/// among it is at most 5%. Example: of 0.01, 0.04 and 0.03 it makes 0.03, 0.06 and 0.06. Those that are none stay so,
/// and do not count. To four digits.
std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p_values);

}  // namespace pentocity::statistics
