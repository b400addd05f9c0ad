#include "pentocity/statistics/statistics.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <charconv>
#include <cmath>

namespace pentocity::statistics {

namespace {

using Doubles = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
using StudentT = boost::math::students_t_distribution<double, Doubles>;

double to_four_digits(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::scientific, 3).ptr;
  std::from_chars(text.begin(), end, value);
  return value;
}

}  // namespace

double student_t(double freedom, double confidence) {
  return boost::math::quantile(boost::math::complement(StudentT(freedom), (1 - confidence) / 2));
}

double same_sign_probability(std::size_t count) { return std::min(1.0, std::exp2(1 - static_cast<double>(count))); }

double Sample::deviation() const { return std::sqrt(variance); }

std::optional<Interval> Sample::interval() const {
  if (count < 2) return std::nullopt;
  const auto n = static_cast<double>(count);
  const double half_width = student_t(n - 1) * std::sqrt(variance / n);
  return Interval{mean - half_width, mean + half_width};
}

Sample sample_of(std::span<const double> values) {
  Sample sample{.count = values.size()};
  if (values.empty()) return sample;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) {
    sample.mean += value;
    sample.not_zero += value != 0;
  }
  sample.mean /= n;
  if (values.size() < 2) return sample;
  for (const double value : values) sample.variance += (value - sample.mean) * (value - sample.mean);
  sample.variance /= n - 1;
  return sample;
}

double quantile(std::span<const double> sorted, double p) {
  const double place = p * static_cast<double>(sorted.size() - 1);
  const auto below = std::min(static_cast<std::size_t>(place), sorted.size() - 1);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::optional<Interval> quantile_interval(std::span<const double> sorted, double p) {
  // Between the order statistics l and u (from 1) the quantile lies with the probability that of n values at least l,
  // but fewer than u, are below it. Each end may be missed with 2.5%.
  const boost::math::binomial_distribution<double> below(static_cast<double>(sorted.size()), p);
  std::optional<std::size_t> low, high;
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    const double at_most_k = boost::math::cdf(below, static_cast<double>(k));
    if (at_most_k <= 0.025) low = k;
    if (!high && at_most_k >= 0.975) high = k;
  }
  if (!low || !high) return std::nullopt;
  return Interval{sorted[*low], sorted[*high]};
}

std::optional<StratifiedMean> stratified_mean(std::span<const Sample> strata) {
  double count = 0, sum = 0, variance = 0, freedom_sum = 0;
  std::size_t not_zero = 0;
  bool has_interval = true;
  for (const Sample& s : strata) {
    if (s.count == 0) continue;
    count += 1;
    sum += s.mean;
    not_zero += s.not_zero;
    if (s.count < 2) {
      has_interval = false;
      continue;
    }
    const auto n = static_cast<double>(s.count);
    const double v = s.variance / n;
    variance += v;
    freedom_sum += v * v / (n - 1);
  }
  if (count == 0) return std::nullopt;
  StratifiedMean out{.mean = sum / count, .interval = std::nullopt, .error = std::nullopt, .p_value = std::nullopt};
  if (!has_interval) return out;
  out.error = std::sqrt(variance) / count;
  const double least = same_sign_probability(not_zero);
  if (variance == 0) {  // the degrees of freedom are 0/0, and the interval is a point
    out.interval = Interval{out.mean, out.mean};
    out.p_value = to_four_digits(out.mean == 0 ? 1 : least);
    return out;
  }
  const double freedom = variance * variance / freedom_sum, half_width = student_t(freedom) * *out.error;
  out.interval = Interval{out.mean - half_width, out.mean + half_width};
  const double beyond = boost::math::cdf(boost::math::complement(StudentT(freedom), std::abs(out.mean) / *out.error));
  out.p_value = to_four_digits(std::max(2 * beyond, least));
  return out;
}

std::vector<std::optional<double>> holm(std::span<const std::optional<double>> p_values) {
  std::vector<std::size_t> order;  // from the least
  for (std::size_t i = 0; i < p_values.size(); ++i)
    if (p_values[i]) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t k) { return *p_values[i] < *p_values[k]; });
  std::vector<std::optional<double>> out(p_values.size());
  double corrected = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double p = *p_values[order[k]] * static_cast<double>(order.size() - k);
    corrected = std::max(corrected, std::min(p, 1.0));
    out[order[k]] = to_four_digits(corrected);
  }
  return out;
}

}  // namespace pentocity::statistics
