#pragma once
// Leagues: a cup that goes on. Players join, leave and bring new versions; matches of two are played batch by batch on
// requests from a secret that is new for each batch; ratings follow from all matches (docs/how-to/league.md).
//
// The folder of a league holds `league.json` (rules, sequencers, players), a folder `batches/NNNN` for each batch, and
// `standing.json`, which can be made again from these. The folder of a batch is a results folder with, in addition,
// `batch.json`, the plan, and `ratings.json`, the ratings after it. A batch goes through these steps, each of which is
// on disk before the next one begins, so that a killed process leaves it in one of them:
//
//   1. its `secret` is drawn, and `commitment.json` written, which commits to it and to the rules and sequencers;
//   2. `roster.json` is written: its players; and then `batch.json`: the matches, and the hashes of both files. None of
//      them ever changes;
//   3. its games are played and stored;
//   4. `revealed.json` is written: the batch is over. No game of it is played from now on;
//   5. `ratings.json` and `standing.json` are written.

#include "pentocity/statistics/matchmaking.hpp"
#include "pentocity/tournament/run.hpp"

namespace pentocity::league {

/// A player or sequencer of a config, kept so that it can be made again later.
struct LeagueEntry : match::EntrantId {
  std::string entry;   ///< its mapping of a config, as JSON text
  std::string folder;  ///< where relative paths in it begin; absolute
};

/// One version of a player. The versions of a name are numbered from 1, and at most the last one is in the league.
struct LeaguePlayer : LeagueEntry {
  int version = 1;
  std::string joined;               ///< when: a date and time, UTC, ISO 8601
  std::optional<std::string> left;  ///< when it left or was replaced; none while it is in the league
};

/// What does not change between batches, and who has been in the league. Players are numbered by their place in the
/// list, to which new versions are added at the end.
struct League {
  Rules rules;
  match::Limits limits;
  match::Isolation isolation = match::Isolation::plugins;
  match::Require require = isolation::default_requirement();
  std::vector<LeagueEntry> sequencers;
  std::vector<LeaguePlayer> players;
};

/// What a league begins with, or what is to join it.
struct LeagueEntries {
  League settings;  ///< rules, limits and isolation; only a new league takes them
  /// Players and sequencers, as JSON text of their entries in a config.
  std::vector<std::string> players, sequencers;
  std::string folder;  ///< where relative paths in them begin; absolute
};
/// The entries of a config; of its players those with these names, or all. Throws InputError if it is wrong.
LeagueEntries league_entries_of_config(const std::string& path, const std::vector<std::string>& players);

/// What became of a player that was added.
struct LeagueArrival {
  std::string name;
  int version = 1;
  enum class Change : std::uint8_t { joined, new_version, returned, nothing } change = Change::joined;
};

/// Tells whether this is the folder of a league.
bool is_league(const std::string& folder);
/// Reads `league.json`. Throws InputError if there is none or it is damaged.
League read_league(const std::string& folder);

/// Adds players. A player of another identity than the one that has its name becomes the next version of that name. All
/// are added, or none.
///
/// If the folder is no league, it becomes one, with the settings and the sequencers of the entries, which are not used
/// otherwise. Adaptive sequencers are refused, because no two games on them are on the same requests. Throws InputError
/// for an entry that is wrong, for a player that does not play by the rules, and if the folder has results of a run.
std::vector<LeagueArrival> add_to_league(const std::string& folder, const LeagueEntries& entries);
/// Takes players out of the league. Throws InputError for a name that is not in it.
void leave_league(const std::string& folder, const std::vector<std::string>& names);

/// A config of `pentocity run` (YAML) with the rules, limits and sequencers of a league and the players that are in it,
/// as they play there; all paths in it are absolute. It asks for 50 repeats on requests from a secret.
std::string config_of_league(const std::string& folder);

/// The commitment to the secret of the batch that is under way, or else of the next one.
std::string league_commitment(const std::string& folder);
/// The digest of that batch's commitment.json; none if the process that was to write it was killed.
std::optional<std::string> league_commitment_digest(const std::string& folder);

/// A match of a batch: two players, by their numbers in the league, and the requests: the number of the sequencer, and
/// a repeat that no other match of the batch has on it.
struct LeagueMatch {
  int a = 0, b = 0;
  int sequencer = 0;
  int repeat = 0;
};

/// The plan of a batch.
struct LeagueBatch {
  int number = 1;
  std::string begun;       ///< date and time
  std::string commitment;  ///< to the secret
  match::Derivation derivation;
  /// The digests of the batch's commitment.json and roster.json.
  std::string commitment_digest, roster_digest;
  std::vector<int> players;  ///< those who were in the league, by their numbers
  std::vector<LeagueMatch> matches;
};

/// How games are played.
struct LeaguePlay {
  int games = 100;   ///< to be played; those of an unfinished batch count, played earlier or not
  int batch = 1000;  ///< games of a batch, at most
  /// `folder`, `chosen` and `summarize` are set for each batch.
  tournament::RunOptions run = {};
  /// Called before the games of a batch, with what plays them.
  std::function<void(const LeagueBatch& batch, bool resumed, const tournament::Config& config)> begin = {};
};

/// What was played.
struct LeaguePlayed {
  int batches = 0;                    ///< that were finished
  std::size_t games = 0;              ///< stored games of the batches that were finished or begun
  std::optional<int> open;            ///< the batch that is not finished
  std::vector<std::string> unplayed;  ///< why the host could not play games of it
  std::vector<std::string> left_out;  ///< players who could not be made again, and why
};

/// Goes on with an unfinished batch, and plays new ones. Throws InputError if fewer than two players can play.
LeaguePlayed play_league(const std::string& folder, const LeaguePlay& play);

/// The rating of a player after a batch: from all matches so far, with the mean 0 over the players of that batch.
struct LeagueRating {
  int batch = 0;
  std::string date;  ///< when the batch was begun
  std::string player;
  int version = 1;
  std::optional<statistics::Interval> interval;  ///< none before its first match
  double rating = 0;
  int matches = 0;
};
/// All ratings, by batch.
std::vector<LeagueRating> league_history(const std::string& folder);

/// A line of the table.
struct LeagueRow {
  LeaguePlayer player;
  /// From all matches, also those of who has left; the mean is 0 over those in the league.
  statistics::Rating rating;
  figures::MatchTally tally;  ///< matches of this version
  int failed = 0;             ///< its games in these that failed, each of which is a match not won
  std::optional<int> rank;    ///< by rating, from 1; equal ratings have the same one. None without a match
};

/// A league as it stands.
struct LeagueTable {
  League league;
  std::string commitment;                        ///< league_commitment()
  std::optional<std::string> commitment_digest;  ///< league_commitment_digest()
  int batches = 0;                               ///< that are over
  bool open = false;                             ///< is a batch under way?
  std::size_t matches = 0;
  std::vector<LeagueRow> rows;  ///< of those in the league, the highest rating first
};
LeagueTable league_table(const std::string& folder);

/// The table, and the history of ratings, as JSON, format `pentocity-league-table/1`.
nlohmann::ordered_json to_json(const LeagueTable& table, const std::vector<LeagueRating>& history);

}  // namespace pentocity::league
