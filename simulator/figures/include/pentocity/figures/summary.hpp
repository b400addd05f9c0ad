#pragma once
// The summary of a tournament's games: statistics of pairings (player and sequencer, here called cells), players,
// sequencers, and pairs of players. Written as `summary.json`, format `pentocity-summary/1`.

#include <algorithm>

#include "pentocity/match/course.hpp"
#include "pentocity/results/store.hpp"
#include "pentocity/statistics/rating.hpp"

namespace pentocity::figures {

/// What is known about a tournament besides its games. Names are in the order of the config; all output has this order.
struct SummaryConfig {
  Rules rules;
  int repeats = 1;
  std::vector<std::uint64_t> seeds;       ///< one for each repeat; empty with a secret
  std::optional<std::string> commitment;  ///< Secret::commitment(), if there is a secret
  std::string config_hash;
  results::Failures failures = results::Failures::apart;
  std::vector<std::string> players;
  std::vector<std::string> sequencers;
  results::OwnRepeats own_repeats = {};  ///< of sequencers that have not all of the repeats

  /// The number of games that each player is to play on a sequencer.
  int repeats_on(const std::string& sequencer) const;
};

/// The score by which a game enters statistics; none if it enters none.
std::optional<int> counted_score(results::Failures failures, match::Status status, int score);

/// The part of a schedule that a summary needs.
SummaryConfig summary_config(const results::Schedule& schedule);

/// The games of one pairing: one player on one sequencer.
struct CellSummary {
  std::string player, sequencer;
  int games = 0;    ///< failed ones included
  int missing = 0;  ///< scheduled games without a score that counts: not played, or failed
  /// The number of games with each Status.
  std::array<int, match::status_count> status{};
  int invalid_moves = 0;  ///< those that counted as rejects, over all games
  /// The number of invalid moves with each Fault, including those that ended games.
  std::array<int, match::fault_count> faults{};
  statistics::Sample score;  ///< of the scores that count; see counted_score()
  /// Minimum, quartiles (see quantile()) and maximum of the scores that count; without meaning if `score.count` is 0.
  double min = 0, q1 = 0, median = 0, q3 = 0, max = 0;
  std::vector<std::optional<int>> values;  ///< the score of each game played, by repeat; none: it did not end `ok`
  /// The mean of each metric over the games that ended `ok`, in the order of `match::metric_infos`; none if no game has
  /// it.
  std::array<std::optional<double>, match::metric_count> metrics;
  /// The mean of each match::PointCause over the games that ended `ok`, in the order of that type; none if no game has
  /// them.
  std::optional<std::array<double, match::point_cause_count>> points;
  std::optional<double> games_per_second;  ///< per second of CPU time, all games
  /// Of a portable player, over all games: the mean of a move, and the most in one; none of others.
  std::optional<double> instructions_per_move;
  std::optional<std::uint64_t> max_instructions;

  /// Games that failed through the player.
  int failed() const {
    return games - status[index_of(match::Status::ok)] - status[index_of(match::Status::sequencer_failed)];
  }
  /// All invalid moves, including those that ended games.
  int all_invalid_moves() const { return invalid_moves + status[index_of(match::Status::invalid)]; }
};

/// The courses of the games of one pairing that ended `ok`, added up.
struct CourseSummary {
  int games = 0;                  ///< whose course is known
  std::int64_t final_scores = 0;  ///< the sum of their scores
  /// The sum of their scores after each `match::Course::step` turns, up to the end of the longest game. A game that has
  /// ended counts with its final score.
  std::vector<std::int64_t> scores;
  int turns = 0;  ///< of the longest game
  std::array<std::int64_t, all_kinds.size()> cells{};
  std::array<std::int64_t, match::reject_cause_count> rejects{};

  void add(const match::Course& course, int final_score, int game_turns);
};

/// Numbers of matches that were won, lost and drawn.
struct MatchTally {
  int wins = 0, losses = 0, draws = 0;

  int count() const { return wins + losses + draws; }
  /// From the other side's point of view.
  MatchTally reversed() const { return {losses, wins, draws}; }
  MatchTally& operator+=(const MatchTally& more) {
    *this = {wins + more.wins, losses + more.losses, draws + more.draws};
    return *this;
  }
  friend bool operator==(const MatchTally&, const MatchTally&) = default;
};
/// As a JSON object.
template <class Json>
void to_json(Json& json, const MatchTally& tally) {
  json = {{"wins", tally.wins}, {"losses", tally.losses}, {"draws", tally.draws}};
}

/// A player's results over all sequencers. It is complete if every scheduled game has a score that counts. Means of
/// others are over other games, and so are compared with none.
struct PlayerSummary {
  std::string player;
  int missing = 0;  ///< scheduled games without such a score; 0: it is complete
  /// Among the complete players by their mean, from 1; equal means have the same one. None if it is not complete.
  std::optional<int> rank;
  /// The mean of the means of its pairings, so that each sequencer has the same weight. The interval is for other seeds
  /// on the same sequencers (see StratifiedMean); none if a pairing has a single game.
  std::optional<statistics::StratifiedMean> mean;
  std::optional<double> median;  ///< of all scores that count
  int rounds_won = 0;   ///< rounds (one sequencer, one repeat) of several players that it won with the highest score
  int streams_won = 0;  ///< sequencers that it alone has won; see SequencerSummary::winners
  MatchTally matches;   ///< against all other players, game by game on the same requests
  /// The rating computed from all matches, in Elo points, with mean 0 over the players; see rating.hpp. None without a
  /// match.
  std::optional<double> rating;
  std::optional<statistics::Interval> rating_interval;
};

/// The results of all players on one sequencer.
struct SequencerSummary {
  std::string sequencer;
  bool adaptive = false;       ///< its requests depend on the player, so no two games are paired
  std::optional<double> mean;  ///< of the players' means
  /// The players with the highest mean among those that are complete on it. Nobody wins as long as the others have
  /// not played.
  std::vector<std::string> winners;

  /// The one winner; empty if there are several, or none.
  std::string winner() const { return winners.size() == 1 ? winners.front() : std::string(); }
  bool won_by(const std::string& player) const { return std::ranges::find(winners, player) != winners.end(); }
};

/// Two players compared on the same requests (same sequencer, repeat and seed). If both failed, the match is a draw.
struct PairSummary {
  /// The error probability of better() for all pairs of a tournament together.
  static constexpr double level = 0.05;

  std::string a, b;
  std::optional<std::string> sequencer = {};  ///< none: over all that are not adaptive
  MatchTally tally = {};                      ///< from the point of view of `a`
  bool complete = false;                      ///< both are; on one sequencer: both are on that
  std::size_t games = 0;                      ///< of each, in which both have a score that counts
  /// Of these scores, a's minus b's. Over all sequencers, each has the same weight.
  std::optional<statistics::StratifiedMean> difference = {};
  /// There are so few of these games that no result of them could tell who is better: for that, the probability that
  /// all differences have the same sign, times the number of pairs, must be below `level`.
  bool too_few_repeats = false;
  /// The p-value of `difference`; none if they are not complete, or there are too few repeats.
  std::optional<double> p_value = {};
  std::optional<double> corrected = {};  ///< the same, corrected for the number of pairs; see statistics::holm()

  /// Which one is better, with an error probability of `level`: 1 if it is `a`, -1 if it is `b`, and 0 if that is not
  /// decided.
  int better() const {
    return !corrected || *corrected >= level || difference->mean == 0 ? 0 : difference->mean > 0 ? 1 : -1;
  }
};

/// The whole summary.
struct Summary {
  SummaryConfig config;
  std::string digest;                  ///< results::RowDigest of the games; empty if they are not stored
  std::size_t unplayed = 0;            ///< scheduled games that have no result; if there are any, it is an interim one
  std::vector<CellSummary> cells;      ///< ordered by player and then sequencer; also those without games
  std::vector<CourseSummary> courses;  ///< of these cells
  std::vector<PlayerSummary> players;
  std::vector<SequencerSummary> sequencers;
  /// For each pair: over all sequencers, and then on each one that is not adaptive.
  std::vector<PairSummary> head_to_head;
};

/// The index in `head_to_head` of two players' comparison over all sequencers, which is followed by those on each
/// sequencer that is not adaptive. `a` and `b` are indices of players, and a < b.
std::size_t index_of_pair(const Summary& summary, std::size_t a, std::size_t b);
/// The matches of these two players over all sequencers, as `a` sees them; none if they are the same.
MatchTally tally_of(const Summary& summary, std::size_t a, std::size_t b);
/// PairSummary::better() of these two players over all sequencers, as `a` sees it; 0 if they are the same.
int better_of(const Summary& summary, std::size_t a, std::size_t b);

/// Collects games in any order, with a few dozen bytes for each, and sums them up. The same games always give exactly
/// the same summary.
class SummaryBuilder {
 public:
  explicit SummaryBuilder(SummaryConfig config);
  /// Throws std::invalid_argument if the config has no such player, sequencer or repeat, or if this game has been added
  /// before.
  void add(const match::GameRow& row);
  Summary summary() const;

 private:
  struct Game {
    std::uint64_t seed = 0;
    /// The metrics that are no whole numbers, in their order; not a number (NaN): none.
    std::array<double, match::real_metric_count> reals{};
    int score = 0;
    match::Status status = match::Status::ok;
    bool played = false;

    bool ok() const { return played && status == match::Status::ok; }
    /// Tells whether it counts for the player, as a score or as a failure.
    bool counts() const { return played && status != match::Status::sequencer_failed; }
  };
  struct Cell {
    std::vector<Game> games;  ///< by repeat
    int invalid_moves = 0;
    std::array<int, match::fault_count> faults{};
    double cpu_seconds = 0, instructions = 0;
    std::uint64_t max_instructions = 0;
    std::int64_t turns = 0;
    CourseSummary course;
    std::array<std::int64_t, match::point_cause_count> point_sums{};
    std::array<int, match::metric_count> measured{};              ///< games that enter `metric_sums`
    std::array<std::int64_t, match::metric_count> metric_sums{};  ///< sums of whole numbers do not depend on the order
  };
  const Cell& cell(std::size_t player, std::size_t sequencer) const {
    return cells_[player * config_.sequencers.size() + sequencer];
  }
  CellSummary summary_of_cell(std::size_t player, std::size_t sequencer) const;
  PlayerSummary summary_of_player(std::size_t player, const std::vector<CellSummary>& cells) const;
  /// Adds a sequencer, and what the players have won on it, to a summary that has cells and players.
  void add_sequencer(std::size_t sequencer, Summary& out) const;
  /// Adds two players' comparisons to such a summary, and the matches to their own results.
  void add_pair(std::size_t a, std::size_t b, Summary& out) const;
  std::vector<statistics::Round> rounds_on_same_requests() const;
  /// Adds the matches of two players on one sequencer to `tally`, and returns the differences of the scores that count.
  statistics::Sample compare(std::size_t a, std::size_t b, std::size_t sequencer, MatchTally& tally) const;

  SummaryConfig config_;
  std::map<std::string, std::size_t, std::less<>> player_index_, sequencer_index_;
  std::vector<Cell> cells_;  ///< ordered by player and then sequencer
  std::vector<bool> adaptive_;
};

/// The summary of the games of a store's schedule for which `covers` is true (all if it is empty), with their digest:
/// 64 hexadecimal digits, a hash of their rows without the columns that differ each time a game is played, such as CPU
/// time. Equal digests mean equal games, on any machine and in any order of play. Throws UserError as Store::for_each()
/// does.
Summary summary_of(const results::Store& store, SummaryConfig config,
                   const std::function<bool(const results::GameId&)>& covers = {});
Summary summary_of(const results::Store& store);

/// The summary of all games of a folder's schedule. Throws InputError if it holds no results, and UserError if a file
/// cannot be read.
Summary summary_of_folder(const std::string& folder);

/// The contents of `summary.json`.
nlohmann::ordered_json to_json(const Summary& summary);
/// The same as text, with a line feed at the end.
std::string json_text(const Summary& summary);

/// The pairings as CSV, by csv_of_json(): the columns have the names of the JSON fields.
std::string csv_text(const Summary& summary);

/// A table for people: scores by sequencer and player, and the mean metrics of each player. Lines have at most `width`
/// columns, unless names are too long.
/// @param colour also mark the best values with the colours of a terminal
std::string table_text(const Summary& summary, int width, bool colour);
/// Two tables of each two players: the matches that each won and lost against each other one, and a line for each pair
/// with the mean difference, its interval and its corrected p-value. Lines and colours as above.
std::string pairs_text(const Summary& summary, int width, bool colour);

/// The last section of table_text() as a table of its own, with a note on its lines: where the points of each player
/// came from and were lost. Of two players also the difference. Lines and colours as above.
std::string points_text(const Summary& summary, int width, bool colour);

/// Languages in which a paper is written.
enum class Markup { latex, markdown };
/// Tables that a paper may have of its own.
inline constexpr std::array<const char*, 5> paper_tables = {"scores", "standings", "lands", "causes", "pairs"};
/// The tables of table_text(), and below them that of the pairs, for a paper: each a `tabular` of LaTeX, with the lines
/// of the package booktabs, or a table of GitHub's Markdown. The best of a line is bold.
/// @param chosen some of `paper_tables`, each of which is to be a table of its own, the scores with the interval of
/// each
///   mean; empty: all are one, but for that of the pairs
std::string paper_text(const Summary& summary, Markup markup, const std::vector<std::string>& chosen = {});

}  // namespace pentocity::figures
