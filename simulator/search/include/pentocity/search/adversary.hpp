#pragma once
// The search for the request stream, oblivious and described by a mix, on which a player does worst.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "pentocity/tournament/plan.hpp"
#include "pentocity/tournament/roster.hpp"

namespace pentocity::search {

/// What a candidate is worth to the adversary: a low score of the player, or a score far below that of the best of the
/// others on the same requests.
enum class Malice : std::uint8_t { score, gap };

struct AdversarySearch {
  Rules rules;
  tournament::PlayerEntry player;
  std::vector<tournament::PlayerEntry> others;  ///< for the gap; at least one
  Malice malice = Malice::score;
  /// Files of mixes to begin with, such as those of earlier searches; none: the streams of one shape.
  std::vector<std::string> from = {};
  int rounds = 30;
  int games = 8;  ///< of each player on each candidate
  std::uint64_t seed = 0;
  int jobs = 1;
  /// Reads the text of a mix.
  std::function<SequencerFile(const std::string& text)> parse;
  const std::atomic<bool>* interrupted = nullptr;  ///< set: the best up to now is the answer
  /// Told after each round: its number, and the best candidate's mean score of the player.
  std::function<void(int round, double score)> progress = {};
};

struct WorstMix {
  std::string text;  ///< of the YAML file
  double score = 0;  ///< the player's mean in training, which flatters the adversary
  double value = 0;  ///< what was made least: that, or how far it is ahead of the best of the others
  int candidates = 0;
};

/// An evolution strategy on mixes of at most three phases: of those to begin with, the best few beget changed copies
/// (an entry more, less, another or of another weight; a phase more, less, longer or shorter), and the best of both go
/// on. All are judged on the same training seeds, stream_seeds(seed, games): judge the outcome on others. The outcome
/// does not depend on the number of jobs. Throws what the players throw when they are made, InputError for a mix to
/// begin with that the search could not have written, and std::invalid_argument for a gap to nobody.
WorstMix find_worst_mix(const AdversarySearch& search);

/// The scores of a player on these streams: a failed game counts as 0.
std::vector<double> scores_on(const Rules& rules, const tournament::PlayerEntry& player,
                              const tournament::SequencerEntry& sequencer, const std::vector<std::uint64_t>& seeds,
                              int jobs);

}  // namespace pentocity::search
