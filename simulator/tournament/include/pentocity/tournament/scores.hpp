#pragma once
// Published scores: tournaments of which only a table is left.

#include <cstdint>
#include <string>
#include <vector>

#include "pentocity/tournament/summary.hpp"

namespace pentocity::tournament {

/// A table of scores as games, without metrics, turns or times. Names and seeds in the order in which the table first
/// has them; a game's repeat is the place of its seed.
struct PublishedScores {
  std::vector<std::string> players, sequencers;
  std::vector<std::uint64_t> seeds;
  std::vector<match::GameRow> games;
  std::string identity;  ///< JSON: of the file's contents and the column that were read
  int lost = 0;          ///< rows with a blank score and no failure, which are no games
};

/// Reads a CSV file with the columns `sequencer`, `player`, `seed`, `score_column` and perhaps `status`.
///
/// A score is an integer from 0, or one of 2016's codes: -1 for `timeout`, -2 for `crashed`. A status is a word of
/// status_of_name() or of 2016 (`timeout_or_crash`, `exception`); blank, the score says it. It goes with the column
/// `score`: where that is there and differs from `score_column`, the status is not that of the score that is read.
///
/// Throws InputError, with the line, if the file is no such table: a column missing, a number or a status wrong, a
/// status that contradicts its score, a game twice, or more players and sequencers than can be summed up.
PublishedScores read_scores(const std::string& path, const std::string& score_column);

/// Adds the games to a results folder (made if need be; `fresh`: its results are removed first) and writes its summary.
/// The rules are for the record. Throws InputError if the folder cannot be used or holds games of other seeds or rules.
Summary store_scores(const PublishedScores& scores, const Rules& rules, Failures failures, const std::string& folder,
                     bool fresh);

}  // namespace pentocity::tournament
