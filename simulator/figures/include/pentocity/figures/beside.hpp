#pragma once
// Two results folders side by side, such as a tournament of which the scores were published and the same one played
// again: how far each figure of the one is from that of the other.

#include "pentocity/figures/summary.hpp"

namespace pentocity::figures {

/// A figure in two folders. The games of the folders are taken as independent samples, also where they have the same
/// requests.
struct Contrast {
  /// In the one folder and in the other; none without a game that counts.
  std::optional<statistics::StratifiedMean> here, there;

  /// The figure here less the one there.
  std::optional<double> difference() const;
  /// The standard error of the difference: the root of the sum of the squared standard errors. None if a folder has a
  /// single game of a pairing.
  std::optional<double> error() const;
  /// The difference in standard errors; 0 if there is no difference. None if there is one without any error, because no
  /// score varies in either folder.
  std::optional<double> deviation() const;
};

/// What two folders have in common: players and sequencers by their names, in the order of the first folder. Both
/// summaries are of their games alone.
struct Beside {
  std::string here_name, there_name;  ///< of the folders
  Summary here, there;

  /// The mean score of a pairing.
  Contrast cell(std::size_t player, std::size_t sequencer) const;
  /// A player's mean over the sequencers.
  Contrast mean(std::size_t player) const;
  /// The share of the matches that `a` wins against `b` over the sequencers that are not adaptive; a draw is half a
  /// win.
  Contrast share(std::size_t a, std::size_t b) const;
};

/// A pair of players of which one won more matches in the other folder ("there"), by more than two standard errors, and
/// with so many matches won or lost that of equal players all would be won by the same one in at most 5% of cases.
struct DecidedPair {
  std::string winner, loser;
  bool same = false;  ///< it has won more of their matches here, too
};
/// All such pairs.
std::vector<DecidedPair> decided_pairs(const Beside& both);

/// Reads the games of two folders. Throws InputError if one of them holds no results, or if they have no player or no
/// sequencer in common, and UserError if a file cannot be read.
Beside side_by_side(const std::string& folder, const std::string& other);

/// Side by side as JSON, format `pentocity-beside/1` (docs/reference/report-page.md).
nlohmann::ordered_json to_json(const Beside& both);

/// The tables of a tournament for people: mean scores by sequencer and player, medians, and matches of each two
/// players. For each figure there are three lines: the one there, the one here, and the deviation. Below the tables
/// stands how many cells deviate by how much, and whether the same players win the pairs that were decided there. Lines
/// have at most `width` columns, unless names are too long.
/// @param colour also mark the best values with the colours of a terminal
std::string table_text(const Beside& both, int width, bool colour);

}  // namespace pentocity::figures
