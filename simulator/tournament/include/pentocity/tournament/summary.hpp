#pragma once
// What a tournament's games say: cells (player x sequencer), players, sequencers and pairs of players,
// `pentocity-summary/1`.

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/match/results.hpp"
#include "pentocity/statistics/rating.hpp"
#include "pentocity/statistics/statistics.hpp"
#include "pentocity/tournament/plan.hpp"

namespace pentocity::tournament {

/// What is known of a tournament besides its games. Names in the order of the config, which is the order of all output.
struct SummaryConfig {
  Rules rules;
  int repeats = 1;
  std::vector<std::uint64_t> seeds;       ///< written out as they are
  std::optional<std::string> commitment;  ///< to a secret, in place of the seeds
  std::string config_hash;
  Failures failures = Failures::apart;
  std::vector<std::string> players;
  std::vector<std::string> sequencers;
};

SummaryConfig summary_config(const Plan& plan);

inline constexpr std::size_t metric_count = 11;
inline constexpr std::array<std::string_view, metric_count> metric_names = {
    "empty",      "road",  "building",        "resort",           "utility",      "perimeter",
    "extendable", "giant", "giant_perimeter", "giant_extendable", "exposed_edges"};
inline constexpr std::size_t utility_index = 4;
/// The metrics in that order; 0 for the utility, which is no whole number.
std::array<int, metric_count> whole_metrics(const match::Metrics& metrics);

/// The games of one player on one sequencer.
struct CellSummary {
  std::string player, sequencer;
  int games = 0;  ///< failed ones too
  std::array<int, match::status_count> status{};
  int invalid_moves = 0;                                ///< skipped ones, of all games
  statistics::Sample score;                             ///< of the counted scores
  double min = 0, q1 = 0, median = 0, q3 = 0, max = 0;  ///< see quantile(); meaningless if `score.count` is 0
  std::vector<std::optional<int>> values;               ///< by repeat; none: the game failed
  /// Mean of each metric over the games that ended well, in the order of `metric_names`; none: no game has it.
  std::array<std::optional<double>, metric_count> metrics;
  std::optional<double> games_per_second;  ///< per second of CPU time, all games

  /// Games that failed by the player's doing.
  int failed() const;
};

struct Tally {
  int wins = 0, losses = 0, draws = 0;

  int count() const { return wins + losses + draws; }
  friend bool operator==(const Tally&, const Tally&) = default;
};

struct PlayerSummary {
  std::string player;
  /// Each sequencer counts the same: the mean of the cells' means. The interval is that for fresh seeds on the same
  /// sequencers (see StratifiedMean); none if a cell has a single game.
  std::optional<statistics::StratifiedMean> mean;
  std::optional<double> median;  ///< of all counted scores
  int rounds_won = 0;            ///< (sequencer, repeat) with a score above everybody else's
  int streams_won = 0;           ///< sequencers with a mean above everybody else's
  Tally matches;                 ///< against each other player, game by game on the same requests
  /// Bradley-Terry strength from all matches in Elo points (400 / ln 10 a logit), the players' mean 0; see rating.hpp.
  std::optional<double> rating;
  std::optional<statistics::Interval> rating_interval;
};

struct SequencerSummary {
  std::string sequencer;
  bool adaptive = false;       ///< then its requests depend on the player, and no two games are paired
  std::optional<double> mean;  ///< of the players' means
  std::string winner;          ///< the best mean; empty on a tie
};

/// Two players on the same requests (same sequencer, repeat and seed). Both failed: a draw.
struct PairSummary {
  std::string a, b;
  std::optional<std::string> sequencer;  ///< none: over all that are not adaptive
  Tally tally;                           ///< as a sees it
  /// a's score less b's where neither failed; over all sequencers each counts the same.
  std::optional<statistics::StratifiedMean> difference;
};

struct Summary {
  SummaryConfig config;
  std::string digest;              ///< of the games, see Store::digest(); empty if they are in no store
  std::vector<CellSummary> cells;  ///< player by player, each in the order of the sequencers; cells without a game too
  std::vector<PlayerSummary> players;
  std::vector<SequencerSummary> sequencers;
  std::vector<PairSummary> head_to_head;  ///< pair by pair: over all, then each sequencer that is not adaptive
};

/// Gathers games in any order, a few dozen bytes a game, and sums up: the same games give the same summary, bit for
/// bit.
class SummaryBuilder {
 public:
  explicit SummaryBuilder(SummaryConfig config);
  /// Throws std::invalid_argument if the config has no such player, sequencer or repeat, or the game is there already.
  void add(const match::GameRow& row);
  Summary summary() const;

 private:
  struct Game {
    std::uint64_t seed = 0;
    double utility = 0;  ///< not a number: none
    int score = 0;
    match::Status status = match::Status::ok;
    bool played = false;

    bool ok() const { return played && status == match::Status::ok; }
    /// Is it the player's, for better or worse?
    bool counts() const { return played && status != match::Status::sequencer_failed; }
  };
  struct Cell {
    std::vector<Game> games;  ///< by repeat
    int measured = 0;
    int invalid_moves = 0;
    double cpu_seconds = 0;
    std::array<std::int64_t, metric_count> metric_sums{};  ///< of whole numbers, so their order does not matter
  };
  const Cell& cell(std::size_t player, std::size_t sequencer) const {
    return cells_[player * config_.sequencers.size() + sequencer];
  }
  std::optional<int> counted_score(const Game& game) const;
  CellSummary summary_of_cell(std::size_t player, std::size_t sequencer) const;
  std::vector<statistics::Round> rounds_on_same_requests() const;
  /// Fills in one sequencer's games of a pair; the differences as a sample.
  statistics::Sample compare(std::size_t a, std::size_t b, std::size_t sequencer, Tally& tally) const;

  SummaryConfig config_;
  std::map<std::string, std::size_t, std::less<>> player_index_, sequencer_index_;
  std::vector<Cell> cells_;  ///< player by player
  std::vector<bool> adaptive_;
};

/// The fields of `summary.json`.
nlohmann::ordered_json to_json(const Summary& summary);
/// The same as text, a final line feed included: what is written to the file and to standard output.
std::string json_text(const Summary& summary);

/// The cells as CSV with a header; names of nested fields joined by dots (`score.ci95.0` and `.1` are its two ends),
/// null is empty, `score.values` is one field of scores separated by `;`, a failed game's empty.
std::string csv_text(const Summary& summary);

/// For a person: scores by sequencer and player, and the averaged metrics of each player, in lines of at most `width`
/// columns where names allow.
/// @param colour mark the best with terminal colours too
std::string table_text(const Summary& summary, int width, bool colour);

}  // namespace pentocity::tournament
