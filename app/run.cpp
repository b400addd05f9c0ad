#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <thread>

#include "commands.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/simulator/tournament.hpp"
#include "summary_output.hpp"

namespace pentocity {
namespace {

using Clock = std::chrono::steady_clock;

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "set in a signal handler");

// The first signal lets the games under way finish, the second one kills as usual.
void stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { interrupted = true; };
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

struct Arguments {
  std::string config;
  std::string rules = "report";
  Overrides overrides;
  RunOptions run;
  Format format = Format::table;
  std::string shard;
  bool dry_run = false;
  bool progress = false;
};

// One line on standard error that is written over and over, or, where that is no terminal, a line now and then.
class ProgressBar {
 public:
  void show(std::size_t done, std::size_t before, std::size_t all) {
    const auto now = Clock::now();
    const bool last = done == all;
    if (shown_ && !last && now - *shown_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(1)))
      return;
    shown_ = now;
    constexpr int width = 30;
    const double share = all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
    const int filled = static_cast<int>(share * width);
    fmt::print(stderr, "{}[{:#<{}}{:.<{}}] {} of {} games{}{}", terminal_ ? "\r\x1b[K" : "", "", filled, "",
               width - filled, done, all, remaining(now, done - before, all - done), terminal_ && !last ? "" : "\n");
    std::fflush(stderr);
  }

 private:
  // By the speed up to now.
  std::string remaining(Clock::time_point now, std::size_t played, std::size_t open) const {
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    if (played == 0 || open == 0 || seconds <= 0) return "";
    const double speed = static_cast<double>(played) / seconds;
    const auto left = static_cast<long>(static_cast<double>(open) / speed + 0.5);
    return fmt::format(", {:.0f} games/s, {}:{:02}:{:02} remaining", speed, left / 3600, left / 60 % 60, left % 60);
  }

  bool terminal_ = isatty(STDERR_FILENO) != 0;
  Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> shown_;
};

Shard read_shard(const std::string& text) {
  Shard shard;
  char more = 0;
  if (std::sscanf(text.c_str(), "%d/%d%c", &shard.index, &shard.count, &more) != 2 || shard.count < 1 ||
      shard.index < 0 || shard.index >= shard.count)
    throw InputError(fmt::format("--shard {}: expected I/N, I from 0 to N-1, such as 0/8", text));
  return shard;
}

Config config_of(const Arguments& arguments) {
  if (!arguments.config.empty()) return load_config(arguments.config, arguments.overrides);
  if (arguments.overrides.players.empty() || arguments.overrides.sequencers.empty())
    throw InputError("run needs a config, or both --players and --sequencers (see pentocity run --help)");
  return config_of_names(arguments.rules, arguments.overrides);
}

void print_plan(const Config& config, const RunOptions& options) {
  std::size_t games = 0, stored = 0;
  const auto cells = planned_games(config, options);
  fmt::print("{:<24} {:<24} {:>8} {:>8}\n", "sequencer", "player", "games", "to play");
  for (const PlannedCell& cell : cells) {
    fmt::print("{:<24} {:<24} {:>8} {:>8}\n", cell.sequencer, cell.player, cell.games, cell.games - cell.stored);
    games += cell.games;
    stored += cell.stored;
  }
  fmt::print("{} games, {} to play, results in {}\n", games, games - stored, options.folder);
}

int run(Arguments& arguments) {
  if (!arguments.shard.empty()) arguments.run.shard = read_shard(arguments.shard);
  const Config config = config_of(arguments);
  RunOptions& options = arguments.run;
  if (options.folder.empty()) options.folder = "results/" + config.name;
  if (arguments.dry_run) {
    print_plan(config, options);
    return exit_done;
  }
  for (const PlayerEntry& player : config.players)
    if (!player.built_in && config.isolation != Isolation::none)
      fmt::print(stderr, "pentocity: player '{}' runs in this process: if it crashes, so does the run\n", player.name);
  stop_on_signals();
  options.interrupted = &interrupted;
  ProgressBar bar;
  if (arguments.progress || isatty(STDERR_FILENO) != 0)
    options.progress = [&](std::size_t done, std::size_t before, std::size_t all) { bar.show(done, before, all); };
  const RunResult result = run_games(config, options);
  if (!result.summary) {
    fmt::print(stderr, "\npentocity: interrupted: {} of {} games are stored in {}, the same command plays the others\n",
               result.stored, result.games, options.folder);
    return exit_interrupted;
  }
  print_summary(*result.summary, arguments.format, options.folder);
  return exit_done;
}

}  // namespace

void add_run(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "Play every player on every sequencer, average, store every game");
  const auto a = std::make_shared<Arguments>();
  command->add_option("config", a->config, "YAML file")->type_name("CONFIG.yaml");
  command
      ->add_option("--players", a->overrides.players, "Of the config's players these; without a config, built-in ones")
      ->delimiter(',')
      ->type_name("A,B");
  command->add_option("--sequencers", a->overrides.sequencers, "Likewise")->delimiter(',')->type_name("X,Y");
  command->add_option("--rules", a->rules, "Without a config: report (the default) or tournament-2016")
      ->type_name("PROFILE");
  command->add_option("--repeats", a->overrides.repeats, "Games of each player on each sequencer")
      ->check(CLI::Range(1, most_repeats))
      ->type_name("N");
  command->add_option("--seed", a->overrides.seed, "Replaces the config's seed or list of seeds")
      ->check(CLI::Range(std::uint64_t{0}, max_seed))
      ->type_name("S");
  a->run.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  command->add_option("--jobs", a->run.jobs, "Threads that play; default: one for each core")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_option("--out", a->run.folder, "Folder of the results; default: results/<name of the config>")
      ->type_name("DIR");
  add_format(*command, a->format);
  add_choice<TracePolicy>(
      *command, "--trace", a->run.traces,
      {{"none", TracePolicy::none}, {"all", TracePolicy::all}, {"best-worst", TracePolicy::best_worst}},
      "Games to keep move by move; default: each cell's best and worst, and all that failed");
  command->add_option("--shard", a->shard, "Play part I of N (I from 0 to N-1)")->type_name("I/N");
  command->add_flag("--fresh", a->run.fresh, "Remove the folder's results first, instead of playing what is missing");
  command->add_flag("--dry-run", a->dry_run, "Only print what would be played");
  command->add_flag("--progress", a->progress, "Progress on standard error even if that is no terminal");
  command->footer(
      "Example: pentocity run configs/quickstart.yaml\n"
      "         pentocity run --players naive,jigsaw --sequencers random --repeats 50");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace pentocity
