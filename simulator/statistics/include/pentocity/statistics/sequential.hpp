#pragma once
// A comparison of two players that ends as soon as its answer is statistically certain.

#include "pentocity/statistics/statistics.hpp"

namespace pentocity::statistics {

/// Decides whether A is better than B, from differences of scores (A minus B on the same requests) that arrive one by
/// one. Looking at the verdict after each difference does not raise the error rates.
///
/// Method: for a hypothesis about the mean difference, the evidence against it is a ratio of likelihoods that is a
/// martingale if the hypothesis is true. It then exceeds 1/p at any time with probability at most p (Ville 1939). The
/// ratio is that of Student's t for normal differences of unknown variance (Lai, "On confidence sequences", 1976; Wang
/// and Ramdas, "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown variance", 2024). The
/// alternative is a mixture of half-normal distributions of the mean, measured in standard deviations, with four
/// widths: so large differences are found after a few games and small ones without much delay.
///
/// Verdicts: `a` if "A is not better" is refuted at alpha / 2; `b` likewise for B; `same` if both "A is better by delta
/// or more" and "B is better by delta or more" are refuted at beta (two one-sided tests, Schuirmann 1987). Hence, for
/// independent normal differences: if there is no difference, the verdict is `a` or `b` with probability at most alpha;
/// if A is better, it is `b` with probability at most alpha / 2; if the difference is delta or more, it is `same` with
/// probability at most beta. If A is better by less than delta, `a` and `same` are both right.
///
/// Real differences are only roughly normal. Therefore `a` and `b` are never given before there are so many differences
/// that equal signs of all of them would be significant at alpha (6 for an alpha of 0.05), and `same` not before there
/// are `min_for_same`.
class SequentialComparison {
 public:
  /// The limits that the verdicts keep to.
  struct Errors {
    /// The probability of `a` or `b` if there is no difference, at most.
    double alpha = 0.05;
    /// The probability of `same` if the difference is `delta` or more, at most.
    double beta = 0.05;
    /// Not an error rate, but the difference in points that is large enough to matter.
    double delta = 5;
  };
  /// How many differences of this variance a comparison of fixed size needs: so many that Student's t-test, two-sided
  /// at alpha, finds a mean of `delta` with a probability of 1 - beta; at least 2.
  /// @param strata of a StratifiedMean: the degrees of freedom are so many times those of one stratum
  static double fixed_size(const Errors& errors, double variance, double strata = 1);
  enum class Verdict { undecided, a, b, same };
  static constexpr int min_for_same = 30;

  explicit SequentialComparison(const Errors& errors);

  /// Takes the next difference into account. The first verdict is final; differences after it are ignored.
  Verdict add(double difference);

  Verdict verdict() const { return verdict_; }
  /// The differences up to the verdict, or so far.
  Sample differences() const;
  /// An interval that contains the mean difference with probability 95% if differences are independent and normal, by
  /// whatever rule one decides when to stop: all means that are not refuted at 2.5% from either side. It does not
  /// depend on alpha and beta. None below 3 differences, or as long as no mean is refuted at one of the sides; a single
  /// point if all differences are equal.
  std::optional<Interval> interval() const;
  /// How many differences a comparison of fixed size would need with this alpha (two-sided) and beta to find a
  /// difference of `delta`, or of the observed mean if that is larger, given the observed variance. None below two
  /// differences.
  std::optional<double> fixed_size() const;

 private:
  /// Tells whether it is refuted, with this probability of error, that the mean difference is `mean` or less (side 1),
  /// or `mean` or more (side -1).
  bool surely_beyond(double mean, int side, double error) const;

  Errors errors_;
  /// The minimum number of differences for `a` or `b`.
  int min_ = 1;
  double count_ = 0, mean_ = 0, squares_ = 0;             ///< `squares_`: sum of the squared deviations from the mean
  bool below_delta_ = false, above_minus_delta_ = false;  ///< refuted: a difference of delta in favour of A, of B
  Verdict verdict_ = Verdict::undecided;
};

}  // namespace pentocity::statistics
