#pragma once
// Tunes the options of a player: values found on training games, judged on other ones.

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "pentocity/statistics/statistics.hpp"
#include "pentocity/tournament/config.hpp"

namespace pentocity::search {

/// Games of some streams and seeds.
struct GameSet {
  std::vector<tournament::SequencerEntry> sequencers;
  std::vector<std::uint64_t> seeds;
};

/// A number to tune. The search starts at `start`, and its first steps are about `scale` long.
struct TunedOption {
  OptionSpec spec;
  double start = 0, scale = 1, least = 0, most = 0;
};

/// A file for `tune`.
struct TuningConfig {
  std::string name;
  Rules rules;
  double time_limit = 300;  ///< CPU time of a game in seconds
  isolation::Hosting hosting;
  tournament::PlayerEntry player;
  std::vector<TunedOption> options;
  GameSet training, validation;  ///< with no seed in common
  int games = 1;                 ///< seeds of the training that each generation plays, one set after the other
  std::uint64_t seed = 1;        ///< of the search
  int population = 0;
  int evaluations = 0;  ///< candidates tried
};

/// Throws InputError for whatever is wrong with the file.
TuningConfig load_tuning(const std::string& path);

struct TuningOptions {
  std::string folder;  ///< holds checkpoint.json, tuned.yaml and validation.json
  int jobs = 1;
  bool fresh = false;
  const std::atomic<bool>* interrupted = nullptr;
  /// After each generation: candidates tried, the mean score of the population and the best one's, on this generation's
  /// games.
  std::function<void(int evaluations, double mean, double best, double step)> progress = {};
};

/// The validation games of a stream: the tuned player's scores less those with the values at the start, game by game.
struct ValidationRow {
  std::string sequencer;
  double before = 0, after = 0;  ///< mean scores
  statistics::Sample difference;
};
struct TuningResult {
  bool finished = false;  ///< false: interrupted; the same call goes on
  int evaluations = 0;
  std::vector<ValidationRow> rows;
  std::optional<statistics::StratifiedMean> difference;  ///< each stream with the same weight
};

/// Searches with SeparableCma, the mean score being what is greatest, and validates the mean of the last generation's
/// law, not its luckiest candidate. All candidates of a generation play the same games. After each generation the
/// search is stored; found in the folder, it is gone on with. The result depends on the config alone, whatever `jobs`
/// and interruptions. Throws InputError if the folder cannot be used or belongs to another config.
TuningResult tune(const TuningConfig& config, const TuningOptions& options);

}  // namespace pentocity::search
