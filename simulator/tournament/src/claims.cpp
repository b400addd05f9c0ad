#include "pentocity/tournament/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "pentocity/tournament/summary.hpp"

namespace pentocity::tournament {

using namespace statistics;
using namespace match;

namespace {

constexpr int max_repeats_of_trial = 100'000;

std::vector<std::string> metric_words() {
  std::vector<std::string> words{"score"};
  for (const MetricInfo& metric : metric_infos) words.emplace_back(metric.name);
  return words;
}

std::size_t index_of(const std::vector<std::string>& words, const std::string& word) {
  const auto it = std::ranges::find(words, word);
  if (it == words.end()) throw std::invalid_argument(fmt::format("'{}' is none of the config's", word));
  return static_cast<std::size_t>(it - words.begin());
}

void check_known(const YamlNode& node, const std::string& what, const std::vector<std::string>& known) {
  if (std::ranges::find(known, node.text()) == known.end())
    node.fail("there is no {} '{}'{}", what, node.text(), suggestion(node.text(), known));
}

Claim read_claim(const YamlNode& node, const std::vector<std::string>& players) {
  node.check_keys({"idea", "claim", "compare", "metric", "every", "trials", "paired", "expect"});
  Claim out;
  out.idea = node.at("idea").text();
  if (const auto words = node.find("claim")) out.claim = words->text();
  const YamlNode compare = node.at("compare");
  for (const YamlNode& player : compare.elements()) {
    check_known(player, "player", players);
    out.compare.push_back(player.text());
  }
  const std::size_t count = out.compare.size();
  if (count != 1 && count != 2 && count != 4)
    compare.fail("'compare' takes one player, two, or four (a difference less another), not {}", count);
  if (const auto metric = node.find("metric")) {
    check_known(*metric, "metric", metric_words());
    out.metric = metric->text();
  }
  const auto every = node.find("every"), trials = node.find("trials"), paired = node.find("paired");
  if (every && every->boolean()) out.statistic = Statistic::every;
  if (trials) {
    if (out.statistic == Statistic::every) trials->fail("'trials' and 'every' exclude each other");
    out.statistic = Statistic::trials;
    const auto sizes = trials->elements();
    if (sizes.size() != 2) trials->fail("'trials' takes two numbers of repeats, such as [50, 50]");
    out.trial = static_cast<int>(sizes[0].integer(1, max_repeats_of_trial));
    out.other_trial = static_cast<int>(sizes[1].integer(1, max_repeats_of_trial));
  }
  if (paired) out.paired = paired->boolean();
  if (!out.paired && count != 2) paired->fail("'paired: false' is for a comparison of two players");
  const auto expect = node.find("expect");
  if (!expect) return out;
  expect->check_keys({"min", "max", "least", "most"});
  if (const auto min = expect->find("min", "least")) out.min = min->number();
  if (const auto max = expect->find("max", "most")) out.max = max->number();
  if (!out.min && !out.max) expect->fail("'expect' takes min, max or both");
  if (out.min && out.max && *out.min > *out.max) expect->fail("'min' is {}, more than 'max', {}", *out.min, *out.max);
  if (out.statistic == Statistic::every && out.min && out.max)
    expect->fail("with 'every' either 'min' or 'max' can be expected, not both");
  return out;
}

// The means of consecutive runs of values, of turns `a` and `b` long: their distances, sorted.
std::vector<double> distances_of_trials(const std::vector<double>& values, int a, int b) {
  const auto mean = [](auto from, int count) { return sample_of({from, from + count}).mean; };
  std::vector<double> out;
  auto at = values.begin();
  for (; values.end() - at >= a + b; at += a + b) out.push_back(std::abs(mean(at, a) - mean(at + a, b)));
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::string_view name_of(Statistic statistic) {
  constexpr std::array<std::string_view, 3> names{"mean", "every", "trials"};
  return names[static_cast<std::size_t>(statistic)];
}

std::string_view name_of(ClaimVerdict verdict) {
  constexpr std::array<std::string_view, 4> names{"holds", "contradicted", "undecided", ""};
  return names[static_cast<std::size_t>(verdict)];
}

std::vector<Claim> read_claims(const YamlNode& list, const std::vector<std::string>& players) {
  std::vector<Claim> out;
  for (const YamlNode& node : list.elements()) out.push_back(read_claim(node, players));
  if (out.empty()) list.fail("the list is empty");
  return out;
}

ClaimVerdict judge(const std::optional<Interval>& interval, std::optional<double> min, std::optional<double> max) {
  if (!min && !max) return ClaimVerdict::none;
  if (!interval) return ClaimVerdict::undecided;
  if ((min && interval->high < *min) || (max && interval->low > *max)) return ClaimVerdict::contradicted;
  if ((min && interval->low < *min) || (max && interval->high > *max)) return ClaimVerdict::undecided;
  return ClaimVerdict::holds;
}

ClaimJudge::ClaimJudge(std::vector<std::string> players, std::vector<std::string> sequencers, int repeats)
    : players_(std::move(players)),
      sequencers_(std::move(sequencers)),
      repeats_(static_cast<std::size_t>(repeats)),
      values_(players_.size() * sequencers_.size() * repeats_) {}

void ClaimJudge::add(const GameRow& row) {
  if (row.repeat < 0 || static_cast<std::size_t>(row.repeat) >= repeats_)
    throw std::invalid_argument(fmt::format("there is no repeat {}", row.repeat));
  const std::size_t cell = index_of(players_, row.player) * sequencers_.size() + index_of(sequencers_, row.sequencer);
  if (row.status != Status::ok || !row.measured()) return;
  std::vector<double>& values = values_[cell * repeats_ + static_cast<std::size_t>(row.repeat)];
  values = {static_cast<double>(row.score)};
  for (const MetricInfo& metric : metric_infos) values.push_back(value_of(metric, row.metrics));
}

std::vector<double> ClaimJudge::values_of(const std::string& player, const std::string& metric) const {
  const std::size_t first = index_of(players_, player) * sequencers_.size();
  const std::size_t m = index_of(metric_words(), metric);
  std::vector<double> out(repeats_, 0);
  for (std::size_t s = 0; s < sequencers_.size(); ++s)
    for (std::size_t k = 0; k < repeats_; ++k) {
      const std::vector<double>& game = values_[(first + s) * repeats_ + k];
      out[k] += game.empty() ? std::nan("") : game[m];
    }
  for (double& value : out) value /= static_cast<double>(sequencers_.size());
  return out;
}

Finding ClaimJudge::find(const Claim& claim) const {
  constexpr std::array weights{1, -1, -1, 1};
  std::vector<double> values(repeats_, 0);
  for (std::size_t i = 0; i < claim.compare.size(); ++i) {
    std::vector<double> own = values_of(claim.compare[i], claim.metric);
    // Requests of its own: those of repeats far away.
    if (i == 1 && !claim.paired)
      std::rotate(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(repeats_ / 2), own.end());
    for (std::size_t k = 0; k < repeats_; ++k) values[k] += weights[i] * own[k];
  }
  std::erase_if(values, [](double value) { return std::isnan(value); });

  Finding out;
  out.claim = claim;
  if (claim.statistic == Statistic::trials) {
    const std::vector<double> distances = distances_of_trials(values, claim.trial, claim.other_trial);
    out.count = distances.size();
    if (!distances.empty()) {
      out.figure = quantile(distances, 0.95);
      out.interval = quantile_interval(distances, 0.95);
    }
  } else {
    const Sample sample = sample_of(values);
    out.count = sample.count;
    if (sample.count > 0) {
      out.figure = sample.mean;
      out.interval = sample.interval();
      if (claim.statistic == Statistic::every) {
        const auto [min, greatest] = std::minmax_element(values.begin(), values.end());
        out.figure = claim.max ? *greatest : *min;
        out.interval = Interval{*min, *greatest};
      }
    }
  }
  out.verdict = judge(out.interval, claim.min, claim.max);
  // One value that is not as expected is enough.
  if (claim.statistic == Statistic::every && out.verdict == ClaimVerdict::undecided && out.figure)
    out.verdict = ClaimVerdict::contradicted;
  return out;
}

}  // namespace pentocity::tournament
