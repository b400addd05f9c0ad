#pragma once
// The search for a mix on which a player does badly. A mix is a sequencer described by a file; it does not see the
// land.

#include "pentocity/entrants/roster.hpp"
#include "pentocity/search/search_games.hpp"

namespace pentocity::search {

/// What the search minimises. `score`: the player's mean score. `gap`: that minus the mean score of the best of the
/// other players on the same requests. A game that fails is no score of anybody: a search that took it for 0 points
/// would look for crashes.
enum class Malice : std::uint8_t { score, gap };

/// What to search for, and with how much work.
struct AdversarySearch {
  Rules rules;
  entrants::PlayerEntry player;
  std::vector<entrants::PlayerEntry> others;  ///< needed for `gap`
  Malice malice = Malice::score;
  /// Files of mixes to begin with, such as results of earlier searches. Empty: for each kind of request (a corner walk,
  /// a pentomino, or a size of a factory) the mix that makes no others.
  std::vector<std::string> from = {};
  int rounds = 30;  ///< generations of mixes
  int games = 8;    ///< that each player plays on each mix
  std::uint64_t seed = 0;
  int jobs = 1;  ///< threads
  /// Parses the text of a mix.
  std::function<SequencerFile(const std::string& text)> parse;
  /// If this becomes true, the search ends after the round under way.
  const std::atomic<bool>* interrupted = nullptr;
  /// Called after each round with its number, from 0, and the player's mean score on the best mix so far.
  std::function<void(int round, double score)> progress = {};
};

/// The outcome of a search.
struct WorstMix {
  std::string text;  ///< the mix as the text of a YAML file
  /// The player's mean score on it in the games of the search. On other seeds it is likely to be higher.
  double score = 0;
  /// What was minimised (Malice): the same, or that minus the mean of the best of the other players.
  double value = 0;
  int candidates = 0;  ///< mixes that were tried
  int rounds = 0;      ///< that were played: fewer than were asked for if the search was interrupted
  /// The games of the player and, for `gap`, those of the others in their order.
  std::vector<FailedGames> failed = {};
};

/// An evolution strategy on mixes of up to three phases. It keeps the 6 best mixes. Each round makes 18 changed copies
/// of them, by one to three random changes (add, remove or exchange a request; change a weight; add, remove, lengthen
/// or shorten a phase), and keeps the 6 best of all. All mixes are judged on the same seeds, stream_seeds(seed, games),
/// so use other seeds to judge the outcome. The outcome does not depend on the number of jobs. Throws InputError for a
/// file to begin with that has other entries than the search makes, and if a player fails in all games of the mixes to
/// begin with; std::invalid_argument for `gap` without others, HostFault, and what `parse` throws.
WorstMix find_worst_mix(const AdversarySearch& search);

}  // namespace pentocity::search
