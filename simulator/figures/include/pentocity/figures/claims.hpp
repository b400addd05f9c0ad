#pragma once
// Claims: statements about the games of a config, such as "parks are worth 50 to 150 points", which are judged
// automatically when the games have been played (docs/reference/running.md).

#include "pentocity/input/yaml.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/statistics/statistics.hpp"

namespace pentocity::figures {

/// How the figure of a claim is computed. A claim is about the score or a metric of one player, of two (the first minus
/// the second on the same requests) or of four (such a difference minus another one). Each repeat gives one value: the
/// mean of this figure over the sequencers. With `wins` as the metric it is the share of the sequencers on which the
/// first of two players wins; a draw is half a win.
///
///   mean    the mean of the values
///   every   the maximum of the values if the claim expects a maximum, otherwise the minimum
///   trials  trials of so many repeats are compared in pairs; 95% of the distances between their
///           means are at most this figure
///   lead    one player is compared with each other one of the config: the minimum of these means, and as its interval
///           the minimum of their lower and of their upper ends. So a claim that expects a minimum holds if it does
///           against everybody, and is contradicted if it is against anybody
enum class Statistic : std::uint8_t { mean, every, trials, lead };
/// `mean`, `every`, `trials` or `lead`.
std::string_view name_of(Statistic statistic);

/// One claim, an element of the list `claims` of a config.
struct Claim {
  std::string idea;                     ///< what was tried, in words
  std::string claim;                    ///< what is said about it, in words; may be empty
  std::vector<std::string> compare;     ///< the names of one, two or four players
  std::string metric = "score";         ///< or one of `metric_infos`, or `wins`
  std::vector<std::string> sequencers;  ///< those that count; empty for all
  Statistic statistic = Statistic::mean;
  int trial = 0, other_trial = 0;  ///< for `trials`: how many repeats the two trials of a pair have
  /// False, which is for two players only: the second player's games are taken from other repeats than the first
  /// player's, so that the two do not meet the same requests.
  bool paired = true;
  /// The minimum and maximum that the claim expects of the figure; either may be missing. If both are missing, there is
  /// no verdict.
  std::optional<double> min, max;
};

/// Reads the list of claims; `players` and `sequencers` are the names of the config's. Throws InputError, with the
/// place, for anything that is wrong with it.
std::vector<Claim> read_claims(const input::YamlNode& list, const std::vector<std::string>& players,
                               const std::vector<std::string>& sequencers);

/// What the games say about a claim. `holds`: the whole interval lies in the expected range. `contradicted`: the whole
/// interval lies outside of it; for `every`, at least one value does. `undecided`: a part of the interval lies in it,
/// or there is no interval; a player is not complete (a game on these sequencers has no score that counts); or players
/// are compared by so few values that equal ones would all lie on one side of 0 in more than 5% of cases. `none`:
/// nothing is expected.
enum class ClaimVerdict : std::uint8_t { holds, contradicted, undecided, none };
/// The verdict as a word; empty for `none`.
std::string_view name_of(ClaimVerdict verdict);
/// Compares an interval with an expected range, whose ends belong to it; a missing end is no limit.
ClaimVerdict judge(const std::optional<statistics::Interval>& interval, std::optional<double> min,
                   std::optional<double> max);

/// A claim and its verdict.
struct Finding {
  std::string config;  ///< the name of the config
  Claim claim;
  /// The number of values; for `trials`, the number of pairs of trials.
  std::size_t count = 0;
  std::optional<double> figure;  ///< none if `count` is 0
  /// 95% interval of the figure; for `every`, the minimum and the maximum of the values.
  std::optional<statistics::Interval> interval;
  ClaimVerdict verdict = ClaimVerdict::none;
};

/// Collects the results of games, in any order, and judges claims by them. For a claim, a repeat is left out if one of
/// its games that the claim needs is missing or lacks the metric. A failed game has no metric; its score is what
/// `failures` says, if anything; and it wins no match.
class ClaimJudge {
 public:
  /// The names of the players and sequencers, the number of repeats, and how the score of a failed game counts.
  ClaimJudge(std::vector<std::string> players, std::vector<std::string> sequencers, int repeats,
             results::Failures failures = results::Failures::apart);
  /// Throws std::invalid_argument for an unknown player, sequencer or repeat.
  void add(const match::GameRow& row);
  /// Throws std::invalid_argument for an unknown player or metric.
  Finding find(const Claim& claim) const;

 private:
  /// The value of each repeat for a claim that is about these players; not a number (NaN) if the repeat does not count.
  std::vector<double> values_of(const Claim& claim, const std::vector<std::string>& players) const;
  /// Tells whether each game that the claim is about has a score that counts; with `wins`, whether it decides a match.
  bool complete(const Claim& claim) const;
  /// Finds the figure of a claim, its interval and of how many values they are.
  void find_figure(Finding& out) const;
  /// The same of one with Statistic::lead.
  void find_lead(Finding& out) const;

  /// Where `values_` has a game. Throws std::invalid_argument for an unknown player or sequencer.
  std::size_t index_of_game(const std::string& player, const std::string& sequencer, std::size_t repeat) const;

  std::vector<std::string> players_, sequencers_;
  std::size_t repeats_;
  results::Failures failures_;
  /// For each player, sequencer and repeat, in this order of nesting: the score, the metrics in the order of
  /// `metric_infos`, and what decides a match; empty if there is no such game.
  std::vector<std::vector<double>> values_;
};

/// Findings as JSON, format `pentocity-claims/1`; `left_out` has the names of the slow configs that were not played.
nlohmann::ordered_json to_json(const std::vector<Finding>& findings, const std::vector<std::string>& left_out);
/// Findings as CSV, with a header.
std::string csv_text(const std::vector<Finding>& findings);
/// Findings as a table for people, grouped by config.
std::string table_text(const std::vector<Finding>& findings);

}  // namespace pentocity::figures
