#include "pentocity/figures/claims.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "pentocity/figures/summary.hpp"
#include "pentocity/input/suggestion.hpp"

namespace pentocity::figures {

using namespace statistics;
using namespace match;

namespace {

constexpr int max_repeats_of_trial = 100'000;

// In the order of the values of a game.
std::vector<std::string> metric_words() {
  std::vector<std::string> words{"score"};
  for (const MetricInfo& metric : metric_infos) words.emplace_back(metric.name);
  words.emplace_back("wins");
  return words;
}

std::size_t index_of(const std::vector<std::string>& words, const std::string& word) {
  const auto it = std::ranges::find(words, word);
  if (it == words.end()) throw std::invalid_argument(fmt::format("'{}' is none of the config's", word));
  return static_cast<std::size_t>(it - words.begin());
}

std::string known_name(const YamlNode& node, const std::string& what, const std::vector<std::string>& known) {
  if (std::ranges::find(known, node.text()) == known.end())
    node.fail("there is no {} '{}'{}", what, node.text(), suggestion(node.text(), known));
  return node.text();
}

// How the figure is computed of the players, of whom a config has so many.
void read_statistic(const YamlNode& node, std::size_t players, Claim& out) {
  const auto lead = node.find("lead"), every = node.find("every"), trials = node.find("trials");
  const std::size_t count = out.compare.size();
  if (lead && lead->boolean()) {
    if (count != 1) node.at("compare").fail("with 'lead', 'compare' takes one player, not {}", count);
    if (players < 2) lead->fail("there is no other player to lead");
    for (const auto& other : {every, trials, node.find("paired")})
      if (other) other->fail("'lead' excludes 'every', 'trials' and 'paired'");
    out.statistic = Statistic::lead;
  } else if (out.metric == "wins" && count != 2) {
    node.at("metric").fail("'wins' is for a comparison of two players");
  }
  if (every && every->boolean()) out.statistic = Statistic::every;
  if (!trials) return;
  if (out.statistic == Statistic::every) trials->fail("'trials' and 'every' exclude each other");
  out.statistic = Statistic::trials;
  const auto sizes = trials->elements();
  if (sizes.size() != 2) trials->fail("'trials' takes two numbers of repeats, such as [50, 50]");
  out.trial = static_cast<int>(sizes[0].integer(1, max_repeats_of_trial));
  out.other_trial = static_cast<int>(sizes[1].integer(1, max_repeats_of_trial));
}

void read_expected(const YamlNode& node, Claim& out) {
  node.check_keys({"min", "max"});
  if (const auto min = node.find("min")) out.min = min->number();
  if (const auto max = node.find("max")) out.max = max->number();
  if (!out.min && !out.max) node.fail("'expect' takes min, max or both");
  if (!out.min || !out.max) return;
  if (*out.min > *out.max) node.fail("'min' is {}, more than 'max', {}", *out.min, *out.max);
  if (out.statistic == Statistic::every) node.fail("with 'every' either 'min' or 'max' can be expected, not both");
}

Claim read_claim(const YamlNode& node, const std::vector<std::string>& players,
                 const std::vector<std::string>& sequencers) {
  node.check_keys({"idea", "claim", "compare", "lead", "metric", "sequencers", "every", "trials", "paired", "expect"});
  Claim out;
  out.idea = node.at("idea").text();
  if (const auto words = node.find("claim")) out.claim = words->text();
  const YamlNode compare = node.at("compare");
  for (const YamlNode& player : compare.elements()) out.compare.push_back(known_name(player, "player", players));
  const std::size_t count = out.compare.size();
  if (count != 1 && count != 2 && count != 4)
    compare.fail("'compare' takes one player, two, or four (a difference less another), not {}", count);
  if (const auto metric = node.find("metric")) out.metric = known_name(*metric, "metric", metric_words());
  if (const auto list = node.find("sequencers"))
    for (const YamlNode& each : list->elements()) out.sequencers.push_back(known_name(each, "sequencer", sequencers));
  read_statistic(node, players.size(), out);
  if (const auto paired = node.find("paired")) {
    out.paired = paired->boolean();
    if (!out.paired && count != 2) paired->fail("'paired: false' is for a comparison of two players");
  }
  if (const auto expect = node.find("expect")) read_expected(*expect, out);
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
  constexpr std::array<std::string_view, 4> names{"mean", "every", "trials", "lead"};
  return names[static_cast<std::size_t>(statistic)];
}

std::string_view name_of(ClaimVerdict verdict) {
  constexpr std::array<std::string_view, 4> names{"holds", "contradicted", "undecided", ""};
  return names[static_cast<std::size_t>(verdict)];
}

std::vector<Claim> read_claims(const YamlNode& list, const std::vector<std::string>& players,
                               const std::vector<std::string>& sequencers) {
  std::vector<Claim> out;
  for (const YamlNode& node : list.elements()) out.push_back(read_claim(node, players, sequencers));
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

ClaimJudge::ClaimJudge(std::vector<std::string> players, std::vector<std::string> sequencers, int repeats,
                       results::Failures failures)
    : players_(std::move(players)),
      sequencers_(std::move(sequencers)),
      repeats_(static_cast<std::size_t>(repeats)),
      failures_(failures),
      values_(players_.size() * sequencers_.size() * repeats_) {}

std::size_t ClaimJudge::index_of_game(const std::string& player, const std::string& sequencer,
                                      std::size_t repeat) const {
  return (index_of(players_, player) * sequencers_.size() + index_of(sequencers_, sequencer)) * repeats_ + repeat;
}

void ClaimJudge::add(const GameRow& row) {
  if (row.repeat < 0 || static_cast<std::size_t>(row.repeat) >= repeats_)
    throw std::invalid_argument(fmt::format("there is no repeat {}", row.repeat));
  const bool ok = row.status == Status::ok;
  if (row.status == Status::sequencer_failed || (ok && !row.measured())) return;
  constexpr double none = std::numeric_limits<double>::quiet_NaN(), lost = -std::numeric_limits<double>::infinity();
  const auto score = counted_score(failures_, row.status, row.score);
  std::vector<double>& values = values_[index_of_game(row.player, row.sequencer, static_cast<std::size_t>(row.repeat))];
  values = {score ? *score : none};
  for (const MetricInfo& m : metric_infos) values.push_back(ok ? value_of(m, row.metrics).value_or(none) : none);
  values.push_back(ok ? row.score : lost);
}

std::vector<double> ClaimJudge::values_of(const Claim& claim, const std::vector<std::string>& players) const {
  constexpr std::array weights{1, -1, -1, 1};
  const std::size_t m = index_of(metric_words(), claim.metric);
  const std::vector<std::string>& sequencers = claim.sequencers.empty() ? sequencers_ : claim.sequencers;
  std::vector<double> out(repeats_, 0);
  for (const std::string& sequencer : sequencers)
    for (std::size_t k = 0; k < repeats_; ++k) {
      std::array<double, weights.size()> of_players{};
      for (std::size_t i = 0; i < players.size(); ++i) {
        // Requests of its own: those of repeats far away.
        const std::size_t repeat = i == 1 && !claim.paired ? (k + repeats_ / 2) % repeats_ : k;
        const std::vector<double>& game = values_[index_of_game(players[i], sequencer, repeat)];
        of_players[i] = game.empty() ? std::nan("") : game[m];
      }
      if (claim.metric == "wins") {
        const double a = of_players[0], b = of_players[1];
        out[k] += std::isnan(a) || std::isnan(b) ? std::nan("") : a > b ? 1 : a == b ? 0.5 : 0;
      } else {
        for (std::size_t i = 0; i < players.size(); ++i) out[k] += weights[i] * of_players[i];
      }
    }
  for (double& value : out) value /= static_cast<double>(sequencers.size());
  std::erase_if(out, [](double value) { return std::isnan(value); });
  return out;
}

void ClaimJudge::find_lead(Finding& out) const {
  const std::string& leader = out.claim.compare[0];
  for (const std::string& other : players_) {
    if (other == leader) continue;
    const Sample sample = sample_of(values_of(out.claim, {leader, other}));
    const auto interval = sample.interval();
    if (!interval) {
      out.figure.reset();
      out.interval.reset();
      return;
    }
    out.count = out.figure ? std::min(out.count, sample.count) : sample.count;
    out.figure = std::min(out.figure.value_or(sample.mean), sample.mean);
    const Interval least = out.interval.value_or(*interval);
    out.interval = Interval{std::min(least.low, interval->low), std::min(least.high, interval->high)};
  }
}

bool ClaimJudge::complete(const Claim& claim) const {
  const std::size_t decides = claim.metric == "wins" ? index_of(metric_words(), claim.metric) : 0;
  const std::vector<std::string>& players = claim.statistic == Statistic::lead ? players_ : claim.compare;
  for (const std::string& player : players)
    for (const std::string& sequencer : claim.sequencers.empty() ? sequencers_ : claim.sequencers)
      for (std::size_t k = 0; k < repeats_; ++k) {
        const std::vector<double>& game = values_[index_of_game(player, sequencer, k)];
        if (game.empty() || std::isnan(game[decides])) return false;
      }
  return true;
}

void ClaimJudge::find_figure(Finding& out) const {
  const Claim& claim = out.claim;
  if (claim.statistic == Statistic::lead) return find_lead(out);
  std::vector<double> values = values_of(claim, claim.compare);
  if (claim.statistic == Statistic::trials) values = distances_of_trials(values, claim.trial, claim.other_trial);
  out.count = values.size();
  if (values.empty()) return;
  const Sample sample = sample_of(values);
  out.figure = sample.mean;
  out.interval = sample.interval();
  if (claim.statistic == Statistic::trials) {
    out.figure = quantile(values, 0.95);
    out.interval = quantile_interval(values, 0.95);
  } else if (claim.statistic == Statistic::every) {
    const auto [min, max] = std::ranges::minmax(values);
    out.figure = claim.max ? max : min;
    out.interval = Interval{min, max};
  }
}

Finding ClaimJudge::find(const Claim& claim) const {
  Finding out;
  out.claim = claim;
  find_figure(out);
  out.verdict = judge(out.interval, claim.min, claim.max);
  const bool every = claim.statistic == Statistic::every, trials = claim.statistic == Statistic::trials;
  // One value that is not as expected is enough.
  if (every && out.verdict == ClaimVerdict::undecided && out.figure) out.verdict = ClaimVerdict::contradicted;
  if (every && out.verdict == ClaimVerdict::contradicted) return out;
  const bool comparison = !every && !trials && (claim.compare.size() > 1 || claim.statistic == Statistic::lead);
  const bool too_few = comparison && same_sign_probability(out.count) > PairSummary::level;
  if (out.verdict != ClaimVerdict::none && (too_few || !complete(claim))) out.verdict = ClaimVerdict::undecided;
  return out;
}

}  // namespace pentocity::figures
