#pragma once
// Tunes numeric options of a player: searches for better values on training games, then judges them on others.

#include "pentocity/search/search_games.hpp"
#include "pentocity/tournament/config.hpp"

namespace pentocity::search {

/// Games to play: each of these seeds on each of these sequencers.
struct GameSet {
  std::vector<entrants::SequencerEntry> sequencers;
  std::vector<std::uint64_t> seeds;
};

/// A numeric option to tune. The search starts at `start`, stays between `min` and `max`, and its first steps are
/// about `scale` long. Of a whole option all of these but `scale` are whole numbers.
struct TunedOption {
  OptionSpec spec;
  double start = 0, scale = 1, min = 0, max = 0;

  bool is_whole() const { return std::holds_alternative<std::int64_t>(spec.fallback); }
};

/// The contents of a file for `pentocity tune` (docs/how-to/tuning.md).
struct TuningConfig {
  std::string name;  ///< of the file, without folder and extension
  Rules rules;
  /// CPU time of a game in seconds.
  double time_limit = 300;
  isolation::Hosting hosting;
  entrants::PlayerEntry player;
  entrants::Origin origin;  ///< where the player comes from, with absolute paths
  std::vector<TunedOption> options;
  GameSet training, validation;  ///< they share no seed
  /// How many of the training seeds a generation plays on each sequencer. The next generation takes the next ones, and
  /// after the last the first again.
  int games = 1;
  std::uint64_t seed = 1;  ///< of the search's random numbers
  /// Candidates of a generation; load_tuning() sets it to SeparableCma::usual_population() if the file does not name
  /// it.
  int population = 0;
  /// Candidates to try in all, rounded up to whole generations.
  int evaluations = 0;
};

/// Reads a file for `pentocity tune`. `assignments` set further options of its player, as for set_options(). Of a whole
/// option the limits are the whole numbers within those of the file, and the start is the nearest of them. Throws
/// InputError for anything that is wrong with it.
TuningConfig load_tuning(const std::string& path, const std::vector<std::string>& assignments = {});

/// The player with the values that were found, and as it was before, as entries of a config's `players`.
inline constexpr const char *tuned_file = "tuned.yaml", *before_file = "before.yaml";

/// How a tuning is carried out.
struct TuningOptions {
  /// Where checkpoint.json and the two players are stored.
  std::string folder;
  int jobs = 1;  ///< threads
  /// Remove the checkpoint in the folder and start anew.
  bool fresh = false;
  /// If this becomes true, tune() returns after the games under way.
  const std::atomic<bool>* interrupted = nullptr;
  /// Called after each generation: candidates tried so far, the mean score of the generation, the score of its best
  /// candidate (both on this generation's games), and the step size.
  std::function<void(int evaluations, double mean, double best, double step)> progress = {};
};

/// The validation games on one sequencer: the tuned player compared with the player as it started, on the same
/// requests.
struct ValidationRow {
  std::string sequencer;
  double before = 0, after = 0;   ///< mean scores
  statistics::Sample difference;  ///< of the scores, `after` minus `before`, game by game
};
/// The outcome of a tuning.
struct TuningResult {
  bool finished = false;  ///< false: interrupted, without validation; the same call continues
  int evaluations = 0;    ///< candidates tried
  std::vector<ValidationRow> rows;
  std::optional<statistics::StratifiedMean> difference;  ///< over all sequencers, each with the same weight
  /// The games of the whole search, also before it was interrupted, and those of the validation.
  FailedGames failed;
  /// The tuned options that came to an end of their range, and which: "sites: 64, its max".
  std::vector<std::string> at_limits;
};

/// Searches with SeparableCma for the values with the highest mean score (a failed game scores 0). All candidates of a
/// generation play the same games. The outcome is the mean of the last distribution, not the best candidate, whose
/// score is partly luck; it is then validated. After each generation the search is stored, and a search found in the
/// folder is continued. The result depends on the config alone, not on `jobs` or interruptions. The files tuned_file
/// and before_file in the folder are as entrants::player_of_word() reads them. Throws UserError if the folder cannot be
/// used or holds a search of another config, if the player fails in all games of a generation, or if a sequencer fails,
/// and HostFault.
TuningResult tune(const TuningConfig& config, const TuningOptions& options);

}  // namespace pentocity::search
