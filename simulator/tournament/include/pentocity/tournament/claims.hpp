#pragma once
// Claims about the games of a config, and whether they hold: what a report says, as something that can be played again.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/input/yaml.hpp"
#include "pentocity/match/results.hpp"
#include "pentocity/statistics/statistics.hpp"

namespace pentocity::tournament {

/// What a figure is made of. A value is that of one repeat: the metric's mean over the sequencers, of one player, of
/// the first less the second of two on the same requests, or of one such difference less another of four.
///   mean    the mean of the values;
///   every   the value that is furthest from what is expected: the least, or the greatest;
///   trials  how far apart the means of two trials of so many repeats fall, at most, in 19 cases of 20.
enum class Statistic : std::uint8_t { mean, every, trials };
std::string_view name_of(Statistic statistic);

/// A claim, of a config's key `claims`.
struct Claim {
  std::string idea;                  ///< what was tried
  std::string claim;                 ///< what is said of it, in words; may be empty
  std::vector<std::string> compare;  ///< one, two or four players
  std::string metric = "score";      ///< or one of `metric_names`
  Statistic statistic = Statistic::mean;
  int trial = 0, other_trial = 0;     ///< repeats of the two trials
  bool paired = true;                 ///< false: two players, each on requests of its own
  std::optional<double> least, most;  ///< what the claim amounts to for the figure; neither: a figure without verdict
};

/// Reads the list of claims. `players` are the config's. Throws InputError for whatever is wrong with it.
std::vector<Claim> read_claims(const input::YamlNode& list, const std::vector<std::string>& players);

/// `holds`: the whole interval is as expected. `contradicted`: nothing of it is. `undecided`: some of it is, or there
/// is none. `none`: nothing is expected.
enum class ClaimVerdict : std::uint8_t { holds, contradicted, undecided, none };
std::string_view name_of(ClaimVerdict verdict);
/// Both ends of the expected range belong to it.
ClaimVerdict judge(const std::optional<statistics::Interval>& interval, std::optional<double> least,
                   std::optional<double> most);

/// A claim and what the games say.
struct Finding {
  std::string config;  ///< its name
  Claim claim;
  std::size_t count = 0;                         ///< values, or (trials) pairs of trials
  std::optional<double> figure;                  ///< none: there are no values
  std::optional<statistics::Interval> interval;  ///< 95%; of `every` the least and the greatest value
  ClaimVerdict verdict = ClaimVerdict::none;
};

/// Gathers games in any order and judges claims by them. A repeat counts where all its games that matter ended well.
class ClaimJudge {
 public:
  /// The names of the players and sequencers of the games that will come, and the number of repeats.
  ClaimJudge(std::vector<std::string> players, std::vector<std::string> sequencers, int repeats);
  /// Throws std::invalid_argument for a game that is none of them.
  void add(const match::GameRow& row);
  Finding find(const Claim& claim) const;

 private:
  /// Of each repeat; not a number: it does not count.
  std::vector<double> values_of(const std::string& player, const std::string& metric) const;

  std::vector<std::string> players_, sequencers_;
  std::size_t repeats_;
  std::vector<std::vector<double>> values_;  ///< player, sequencer, repeat; the score, then `metric_names`
};

/// `pentocity-claims/1`; `left_out` names slow configs.
nlohmann::ordered_json to_json(const std::vector<Finding>& findings, const std::vector<std::string>& left_out);
/// A line a claim, with a header.
std::string csv_text(const std::vector<Finding>& findings);
/// For a person: the claims of each config below its name.
std::string table_text(const std::vector<Finding>& findings);

}  // namespace pentocity::tournament
