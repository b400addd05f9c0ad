#pragma once
// The files of a league, and its players made anew; see league.hpp.

#include "pentocity/league/league.hpp"
#include "pentocity/tournament/commitment.hpp"

namespace pentocity::league {

/// The present date and time, UTC.
std::string date_and_time();
/// Writes `league.json`.
void write_league(const std::string& folder, const League& league);

/// The results folder of a batch.
std::string batch_folder(const std::string& league, int number);
/// The numbers of the batches that have a plan, in order.
std::vector<int> batch_numbers(const std::string& folder);
/// The number that the next batch has.
int next_batch(const std::string& folder);
/// Tells whether the secret of a batch has been revealed.
bool is_over(const std::string& folder, int number);
/// The plan of a batch. Throws InputError if it is damaged or does not belong to the league.
LeagueBatch read_batch(const std::string& folder, int number, const League& league);
void write_batch(const std::string& folder, const LeagueBatch& batch, const League& league);
/// All games that a results folder with such a batch could hold.
results::Schedule schedule_of(const LeagueBatch& batch, const League& league);
/// The game of one of the players of a match, as that schedule numbers them.
results::GameId game_of(const LeagueBatch& batch, const LeagueMatch& match, int player);
/// Finds the secret of a batch, or draws one.
match::Secret secret_of_batch(const std::string& folder, int number);
/// Finds the commitment of a batch that is not begun, or makes it, with the secret. Throws InputError if the league is
/// not what that batch has been committed to.
results::Commitment commit_batch(const std::string& folder, int number, const League& league);
/// The same with a roster, of the players of a batch that is committed to.
results::Roster close_batch(const std::string& folder, const LeagueBatch& batch, const League& league);

/// What became of a match: 1 if a won, -1 if b did, 0 for a draw. None if it does not count, because a game is missing
/// (null), the sequencer failed, or the two games were not on the same requests.
std::optional<int> outcome_of(const match::GameRow* a, const match::GameRow* b);

/// What has become of all matches.
struct LeagueStanding {
  int batches = 0;  ///< the number of the last one that is counted
  std::map<std::pair<int, int>, figures::MatchTally>
      meetings;                          ///< by pair of players, the lower number first, and seen from it
  std::vector<std::vector<int>> played;  ///< matches of each player on each sequencer
  std::vector<int> failed;               ///< games of each player in these matches that failed

  /// Ratings, and a choice of matches, among those players for whom `present` is true.
  statistics::Matchmaker matchmaker(const std::vector<bool>& present) const;
};
/// Counts all batches that are over. With `store` it writes what is not on disk yet: standing.json, and ratings.json of
/// those batches.
LeagueStanding standing_of(const std::string& folder, const League& league, bool store);

/// Which players are in the league.
std::vector<bool> members(const League& league);
/// The version of a player that is in the league; null if there is none.
LeaguePlayer* present(League& league, const std::string& name);

/// Makes the players and sequencers of a league. None of them sees the files of another or the league's folder.
class LeagueMakers {
 public:
  LeagueMakers(const League& settings, const std::string& folder);
  /// Throw InputError for an entry that is wrong.
  entrants::PlayerEntry player(const LeagueEntry& entry, const std::string& where);
  entrants::SequencerEntry sequencer(const LeagueEntry& entry, const std::string& where);
  /// All sequencers of a league in this folder, by their names in it.
  std::vector<entrants::SequencerEntry> sequencers(const League& league, const std::string& folder);
  /// How the first of them is run; as all others, except for its folder.
  isolation::Hosting hosting() const;

 private:
  /// Makes an entrant by this function, and then tells all what the others have of their own.
  template <class Make>
  auto made(Make make, const LeagueEntry& entry, const std::string& where);

  isolation::Hosting pattern_;
  std::map<std::string, isolation::Hosting> by_folder_;
};

/// A player that may join.
struct Candidate {
  LeaguePlayer
      player;  ///< without what add_player() sets, and without its identity, for which all candidates must be made
  entrants::PlayerEntry made;
};
/// Makes the player of an entry. Throws InputError if it is wrong, or does not play by the league's rules.
Candidate candidate_of(const LeagueEntry& entry, const League& league, LeagueMakers& makers, const std::string& where);
/// Adds a player, as a new one, as the next version of its name, or as one that is back; does nothing if this version
/// is there.
LeagueArrival add_player(League& league, LeaguePlayer player);

}  // namespace pentocity::league
