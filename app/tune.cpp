#include "pentocity/input/name_of_total.hpp"
#include "pentocity/search/tuning.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {

using search::TuningConfig, search::TuningOptions, search::TuningResult;

namespace {

struct TuneArguments {
  std::string config;
  std::vector<std::string> options;
  TuningOptions tuning;
  bool progress = false;
};

// The end of a sentence about the tuned player: how to play it against the one before, on new requests.
std::string comparison_of(const TuningConfig& config, const std::string& tuned, const std::string& before) {
  if (config.rules != Rules::of_profile(config.rules.profile))
    return fmt::format("; to compare it with the one before, {}, name both in a config with these rules", before);
  // A stream of the config's own may be none that a command line can name.
  const std::vector<std::string> known = sequencer_names();
  std::vector<std::string> streams;
  for (const SequencerEntry& entry : config.validation.sequencers)
    if (std::ranges::find(known, entry.name) != known.end() && built_in_sequencer(entry.name).made_of == entry.made_of)
      streams.push_back(entry.name);
  if (streams.empty()) streams = {"random"};
  return fmt::format(", as in\n`pentocity compare {} {} --sequencers {} --rules {} --seed new`", tuned, before,
                     fmt::join(streams, ","), config.rules.profile);
}

void print(const TuningResult& result, const TuningConfig& config, const std::string& folder) {
  fmt::print("{:<20}{:>9}{:>9}{:>12}  95% interval\n", "validation", "before", "tuned", "difference");
  const auto line = [](const std::string& name, double before, double after, double difference,
                       const std::optional<statistics::Interval>& interval) {
    fmt::print("{:<20}{:>9.1f}{:>9.1f}{:>+12.1f}", name, before, after, difference);
    if (interval) fmt::print("  {:+.1f} to {:+.1f}", interval->low, interval->high);
    fmt::print("\n");
  };
  double before = 0, after = 0;
  for (const search::ValidationRow& row : result.rows) {
    line(row.sequencer, row.before, row.after, row.difference.mean, row.difference.interval());
    before += row.before / static_cast<double>(result.rows.size());
    after += row.after / static_cast<double>(result.rows.size());
  }
  line(name_of_total("mean", names_of(config.validation.sequencers)), before, after, result.difference->mean,
       result.difference->interval);
  if (result.difference->mean < 0)
    fmt::print("\nthe tuned options score less than those from the start: stay with these\n");
  if (const search::FailedGames& failed = result.failed; failed.failed > 0)
    fmt::print("\n{} of {} games failed, and count 0; the first {}\n", failed.failed, failed.games, failed.first);
  if (!result.at_limits.empty())
    fmt::print("\nat the end of the range that the config allows: {}\n", fmt::join(result.at_limits, "; "));
  const std::string tuned_player = shell_word(folder + "/" + search::tuned_file);
  fmt::print("\n{} candidates tried; the player with these options is {}{}\n", result.evaluations, tuned_player,
             comparison_of(config, tuned_player, shell_word(folder + "/" + search::before_file)));
}

int run_tuning(TuneArguments& a) {
  const TuningConfig config = search::load_tuning(a.config, a.options);
  tournament::Config games;
  games.schedule.rules = config.rules;
  games.hosting = config.hosting;
  games.players = {config.player};
  for (const auto* set : {&config.training, &config.validation})
    games.sequencers.insert(games.sequencers.end(), set->sequencers.begin(), set->sequencers.end());
  if (a.tuning.folder.empty()) a.tuning.folder = "results/" + config.name;
  hide_written(games, a.tuning.folder);
  admit(games, tell_line);
  lift_memory_limit();
  a.tuning.interrupted = &stop_on_signals();
  if (shows_progress(a.progress))
    a.tuning.progress = [&](int evaluations, double mean, double best, double step) {
      fmt::print(stderr, "{} of {} candidates: mean {:.1f}, best {:.1f}, step {:.3f}\n", evaluations,
                 config.evaluations, mean, best, step);
    };
  const TuningResult result = tune(config, a.tuning);
  if (!result.finished) {
    fmt::print(stderr, "\npentocity: interrupted after {} candidates: the same command goes on\n", result.evaluations);
    return exit_interrupted;
  }
  print(result, config, a.tuning.folder);
  return exit_done;
}

}  // namespace

void add_tune(const Command& app) {
  const auto [command, a] = app.command(
      run_tuning, "tune",
      "Search for values of a player's numeric options with which it scores more, and test them on other games");
  command.file("config CONFIG.yaml", a.config,
               "YAML file that names the player, the options to tune, and the games to train and to test on. Its "
               "format is explained in docs/how-to/tuning.md; it is not that of `pentocity run`");
  add_player_options(command, a.options);
  add_jobs(command, a.tuning.jobs, "Number of games played at a time (default: one for each core)");
  command.file(
      "--out DIR", a.tuning.folder,
      "Folder for the player that is found, tuned.yaml, the one before, before.yaml, and for checkpoints (default: "
      "results/<name of the config>)");
  command.flag("--fresh", a.tuning.fresh, "Start from the beginning; otherwise a search in the folder is continued");
  add_progress(command, a.progress);
  command.footer({"pentocity tune configs/tuning/planner.yaml --jobs 2"},
                 "The player is built in, a plugin, or a command that declares its options in its answer to `hello` "
                 "(docs/reference/plugins.md).");
}

}  // namespace pentocity::app
