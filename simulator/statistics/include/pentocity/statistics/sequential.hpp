#pragma once
// A comparison that stops as soon as its answer is certain.

#include <optional>

#include "pentocity/statistics/statistics.hpp"

namespace pentocity::statistics {

/// Is A better than B? Judged from differences of scores (A less B on the same requests), one after the other.
///
/// For each hypothesis about the mean difference, evidence against it is kept as a ratio of likelihoods that is a
/// martingale if the hypothesis holds, so that it ever exceeds 1/p with probability p at most, however often one looks
/// (Ville 1939). The ratio is that of Student's t for normal differences of unknown spread (Lai, "On confidence
/// sequences", 1976; Wang and Ramdas, "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
/// variance", 2024): the alternative is a mixture of half-normal laws for the mean in units of the deviation, of four
/// widths, so that large differences are found after a few games and small ones without undue delay.
///
/// The verdict is `a` if "A is not better" is refuted at alpha / 2, `b` likewise, and `same` if both "A is better by
/// delta or more" and "B is better by delta or more" are refuted at beta (two one-sided tests, Schuirmann 1987). So
/// where there is no difference, `a` or `b` is the verdict with probability alpha at most; where A is better, `b` with
/// alpha / 2 at most; where the difference is delta or more, `same` with beta at most. For a difference between, `a`
/// and `same` are both right.
///
/// Differences should be independent and not too far from normal (those of equal players are at least symmetric). For
/// the rest, `a` or `b` never comes before their signs alone could support it (6 differences for an alpha of 0.05), and
/// `same` not before `least_for_same` differences.
class SequentialComparison {
 public:
  struct Errors {
    double alpha = 0.05;
    double beta = 0.05;
    double delta = 5;
  };
  enum class Verdict { undecided, a, b, same };
  static constexpr int least_for_same = 30;

  explicit SequentialComparison(const Errors& errors);

  /// Takes the next difference into account. The first verdict is final: later differences change nothing.
  Verdict add(double difference);

  Verdict verdict() const { return verdict_; }
  /// Of the differences up to the verdict.
  Sample differences() const;
  /// Holds the mean difference with 95% probability whenever one stops: all means that would not be refuted at 2.5%
  /// from either side. None if there are too few differences to refute anything.
  std::optional<Interval> interval() const;
  /// How many differences a comparison of a fixed size would need, with the same alpha (two sides) and beta, to find
  /// the larger of delta and the observed mean difference, given the observed spread; none below two differences.
  std::optional<double> fixed_size() const;

 private:
  /// Is it refuted, up to this probability of error, that the mean difference is `mean` or less (or more)?
  bool surely_above(double mean, double error) const;
  bool surely_below(double mean, double error) const;

  Errors errors_;
  double least_;
  double count_ = 0, mean_ = 0, squares_ = 0;             ///< squares_: of the deviations from the mean
  bool below_delta_ = false, above_minus_delta_ = false;  ///< refuted: a difference of delta in favour of A, of B
  Verdict verdict_ = Verdict::undecided;
};

}  // namespace pentocity::statistics
