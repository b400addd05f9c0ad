#pragma once
// Published scores: tournaments of which only a table of scores is known.

#include <set>

#include "pentocity/figures/summary.hpp"

namespace pentocity::figures {

/// The games of such a table. Only player, sequencer, seed, score and status of them are known. Names and seeds are in
/// the order in which the table first has them, and the repeat of a game is the index of its seed.
struct PublishedScores {
  std::vector<std::string> players, sequencers;
  std::vector<std::uint64_t> seeds;
  std::vector<std::set<int>> repeats;  ///< of each sequencer: those of the seeds that it has in the table
  std::vector<match::GameRow> games;
  std::string identity;  ///< JSON text: a hash of the file, and the name of the column that was read
  int lost = 0;          ///< rows with neither a score nor a failure; they are left out
};

/// Reads a CSV file with the columns `sequencer`, `player`, `seed`, `score_column` and optionally `status`.
///
/// A score is an integer of at least 0, or one of the codes of 2016: -1 for `timeout`, -2 for `crashed`. A status is a
/// name of a Status or a word of 2016 (`timeout_or_crash`, `exception`); if it is blank, the score decides. If the
/// table also has a column `score`, the status belongs to that one: where it differs from `score_column`, the status is
/// ignored.
///
/// Throws InputError, with the line, if the file is no such table: a missing column, a wrong number or status, a status
/// that contradicts its score, a game that occurs twice, no game at all, or more players and sequencers than can be
/// summed up.
PublishedScores read_scores(const std::string& path, const std::string& score_column);

/// Adds these games to a results folder and writes its summary. The folder is made if it does not exist; with `fresh`
/// its results are removed first (results::removed_by()). The rules are only recorded. Throws UserError if the folder
/// cannot be used or holds games with other seeds or rules.
Summary store_scores(const PublishedScores& scores, const Rules& rules, results::Failures failures,
                     const std::string& folder, results::Fresh fresh);

}  // namespace pentocity::figures
