#pragma once
// The games of a league, for the pages that show them.

#include <map>

#include "pentocity/league/league.hpp"
#include "pentocity/results/showcase.hpp"

namespace pentocity::league {

/// The means of all games of the versions that are in the league, for the report page. A repeat of the summary is a
/// repeat of a batch.
figures::Summary league_summary(const std::string& folder);

/// Recorded games of these versions with at most `max_bytes` bytes in all, the latest batches first. Repeats are those
/// of league_summary(); a file's name begins with the number of its batch, as in `0003/random__ada__0.jsonl.gz`.
results::Showcase league_showcase(const std::string& folder, std::size_t max_bytes);

/// A match as one of the two sees it.
struct PlayedMatch {
  int batch = 1;
  std::string date;  ///< when the batch was begun
  int version = 1;
  std::string sequencer, opponent;
  int score = 0, other_score = 0;
  int outcome = 0;   ///< 1: won, -1: lost, 0: drawn; a game that failed loses
  std::string file;  ///< of its recorded game, as in league_showcase()
};
/// The matches that count of the last `batches` batches that are over, by player, the latest batch first.
std::map<std::string, std::vector<PlayedMatch>> latest_matches(const std::string& folder, int batches);

}  // namespace pentocity::league
