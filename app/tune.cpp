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
  line("mean", before, after, result.difference->mean, result.difference->interval);
  if (result.difference->mean < 0)
    fmt::print("\nthe tuned options score less than those from the start: stay with these\n");
  if (result.failed > 0)
    fmt::print("\n{} of {} games failed, and count 0; the first {}\n", result.failed, result.games, result.failure);
  if (!result.at_limits.empty())
    fmt::print("\nat the end of the range that the config allows: {}\n", fmt::join(result.at_limits, "; "));
  // A stream of the config's own may be none that a command line can name.
  const std::vector<std::string> known = sequencer_names();
  std::vector<std::string> streams;
  for (const search::ValidationRow& row : result.rows)
    if (std::ranges::find(known, row.sequencer) != known.end()) streams.push_back(row.sequencer);
  if (streams.empty()) streams = {"random"};
  const bool plugin = config.origin.kind == "plugin";
  fmt::print(
      "\n{0} candidates tried; the player with these options is {1}, as in\n`pentocity compare {1} {2} --sequencers "
      "{3} "
      "--seed new`\n",
      result.evaluations, shell_word(folder + "/tuned.yaml"),
      shell_word(plugin ? config.origin.value.text : config.player.name), fmt::join(streams, ","));
}

int run_tuning(TuneArguments& a) {
  const TuningConfig config = search::load_tuning(a.config, a.options);
  lift_memory_limit();
  if (a.tuning.folder.empty()) a.tuning.folder = "results/" + config.name;
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
      "Folder for the values that are found, tuned.yaml, and for checkpoints (default: results/<name of the config>)");
  command.flag("--fresh", a.tuning.fresh, "Start from the beginning; otherwise a search in the folder is continued");
  add_progress(command, a.progress);
  command.footer({"pentocity tune configs/tuning/planner.yaml --jobs 2"},
                 "The player is built in, a plugin, or a command that declares its options in its answer to `hello` "
                 "(docs/reference/plugins.md).");
}

}  // namespace pentocity::app
