#include "pentocity/statistics/sequential.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace pentocity::statistics {
namespace {

// Half-normal distributions of mean / deviation: their widths are 1 / sqrt(precision). Most weight is where games are
// many.
struct Component {
  double precision, weight;
};
constexpr std::array<Component, 4> mixture = {{{0.1, 0.1}, {1, 0.1}, {10, 0.2}, {100, 0.6}}};

using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

double t_below(double freedom, double t) {
  return boost::math::cdf(boost::math::students_t_distribution<double, Policy>(freedom), t);
}

// The ratio of likelihoods of the t statistics of n values with this mean and sum of squared deviations: a positive
// mean, by the mixture, to the mean 0. With a distribution of the inverse deviation as the prior of the deviation both
// likelihoods have closed forms, and the half of the normal distribution that is positive brings in the posterior's
// share above 0, a Student's t. Below `limit` a bound below `limit` will do, without that share.
double evidence(double n, double mean, double squares, double limit) {
  const double null_squares = squares + n * mean * mean;
  if (null_squares == 0) return 1;
  const auto sum = [&](bool with_share) {
    double out = 0;
    for (const auto& [precision, weight] : mixture) {
      const double rest = squares + n * mean * mean * precision / (n + precision);
      const double log_ratio = (std::log(precision / (n + precision)) + n * std::log(null_squares / rest)) / 2;
      // Beyond e^700 the sum would overflow; it is certain enough.
      const double ratio = 2 * weight * std::exp(std::min(log_ratio, 700.0));
      out +=
          with_share ? ratio * t_below(n, mean * n / (n + precision) / std::sqrt(rest / (n * (n + precision)))) : ratio;
    }
    return out;
  };
  const double bound = sum(false);
  return bound < limit ? bound : sum(true);
}

}  // namespace

SequentialComparison::SequentialComparison(const Errors& errors) : errors_(errors) {
  while (same_sign_probability(min_) > errors.alpha) ++min_;
}

bool SequentialComparison::surely_beyond(double mean, int side, double error) const {
  return evidence(count_, side * (mean_ - mean), squares_, 1 / error) >= 1 / error;
}

SequentialComparison::Verdict SequentialComparison::add(double difference) {
  if (verdict_ != Verdict::undecided) return verdict_;
  count_ += 1;
  const double old_mean = mean_;
  mean_ += (difference - mean_) / count_;
  squares_ += (difference - old_mean) * (difference - mean_);
  if (count_ >= min_for_same) {
    below_delta_ = below_delta_ || surely_beyond(errors_.delta, -1, errors_.beta);
    above_minus_delta_ = above_minus_delta_ || surely_beyond(-errors_.delta, 1, errors_.beta);
  }
  if (count_ < min_) return verdict_;
  if (surely_beyond(0, 1, errors_.alpha / 2))
    verdict_ = Verdict::a;
  else if (surely_beyond(0, -1, errors_.alpha / 2))
    verdict_ = Verdict::b;
  else if (below_delta_ && above_minus_delta_)
    verdict_ = Verdict::same;
  return verdict_;
}

Sample SequentialComparison::differences() const {
  return {static_cast<std::size_t>(count_), mean_, count_ < 2 ? 0 : squares_ / (count_ - 1)};
}

std::optional<Interval> SequentialComparison::interval() const {
  constexpr double error = 0.05 / 2;
  if (count_ < 3) return std::nullopt;
  if (squares_ == 0) return Interval{mean_, mean_};
  // The further a mean is from the observed one, the surer it is refuted: the limit is bracketed, then bisected.
  const auto end = [&](int direction) -> std::optional<double> {
    const auto refuted = [&](double mean) { return surely_beyond(mean, -direction, error); };
    double near = 0, far = std::sqrt(squares_ / count_);
    for (int doubled = 0; !refuted(mean_ + direction * far); far *= 2)
      if (++doubled > 100) return std::nullopt;
    for (int step = 0; step < 60; ++step) {
      const double middle = (near + far) / 2;
      (refuted(mean_ + direction * middle) ? far : near) = middle;
    }
    return mean_ + direction * far;
  };
  const auto low = end(-1), high = end(1);
  if (!low || !high) return std::nullopt;
  return Interval{*low, *high};
}

std::optional<double> SequentialComparison::fixed_size() const {
  if (count_ < 2) return std::nullopt;
  Errors errors = errors_;
  errors.delta = std::max(errors_.delta, std::abs(mean_));
  return fixed_size(errors, squares_ / (count_ - 1));
}

double SequentialComparison::fixed_size(const Errors& errors, double variance, double strata) {
  const boost::math::normal z;
  const double quantiles = boost::math::quantile(boost::math::complement(z, errors.alpha / 2)) +
                           boost::math::quantile(boost::math::complement(z, errors.beta));
  // The size if the variance were known. As it is estimated, too, a little more is needed.
  double size = std::max(2.0, std::ceil(quantiles * quantiles * variance / (errors.delta * errors.delta)));
  while (true) {
    const double freedom = strata * (size - 1);
    const double t = student_t(freedom, 1 - errors.alpha) + student_t(freedom, 1 - 2 * errors.beta);
    if (t * t * variance <= size * errors.delta * errors.delta) return size;
    size += 1;
  }
}

}  // namespace pentocity::statistics
