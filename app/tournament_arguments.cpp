#include "tournament_arguments.hpp"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <random>

#include "pentocity/core/random.hpp"
#include "pentocity/results/secret_file.hpp"
#include "player_arguments.hpp"
#include "summary_output.hpp"
#include "terminal.hpp"

namespace pentocity::app {

namespace {

using Clock = std::chrono::steady_clock;

// One line on standard error that is written over and over, or, where that is no terminal, a line now and then.
class ProgressBar {
 public:
  void show(std::size_t done, std::size_t before, std::size_t all) {
    const auto now = Clock::now();
    const bool last = done == all;
    if (shown_ && !last && now - *shown_ < (terminal_ ? std::chrono::milliseconds(100) : std::chrono::seconds(1)))
      return;
    shown_ = now;
    const std::string text = fmt::format("{} of {} games{}", done, all, remaining(now, done - before, all - done));
    const std::size_t columns = terminal_width(STDERR_FILENO, 100) - 1;
    const double share = all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
    show_progress_line(bar(share, columns - std::min(columns, text.size())) + text, last);
  }

 private:
  static constexpr std::size_t longest_bar = 30, shortest_bar = 10;

  // A bar in so many columns, brackets and a blank included; none if they are few.
  static std::string bar(double share, std::size_t columns) {
    if (columns < shortest_bar + 3) return "";
    const std::size_t width = std::min(longest_bar, columns - 3);
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
    return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] ";
  }

  // The remaining time, estimated from the speed up to now.
  std::string remaining(Clock::time_point now, std::size_t played, std::size_t open) const {
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    if (played == 0 || open == 0 || seconds <= 0) return "";
    const double speed = static_cast<double>(played) / seconds;
    const auto left = std::lround(static_cast<double>(open) / speed);
    return fmt::format(", {:.0f} games/s, {}:{:02}:{:02} remaining", speed, left / 3600, left / 60 % 60, left % 60);
  }

  bool terminal_ = rewrites_lines(STDERR_FILENO);
  Clock::time_point begin_ = Clock::now();
  std::optional<Clock::time_point> shown_;
};

std::string complaint_of_seed(const std::string& text) {
  if (text == "secret" || text == "new" || Range<std::uint64_t>{0, max_seed}.complaint(text).empty()) return "";
  return fmt::format("expected a whole number from 0 to {}, or new, or secret, not '{}'", max_seed, printable(text));
}

std::uint64_t new_seed() {
  std::random_device random;
  return ((std::uint64_t{random()} << 32) | random()) & max_seed;
}

// The word of `--players` by which a player was named, which is its own name unless that is a file's. Those that have
// other names stand in the same order among the words and among the players.
std::string word_for(const std::string& player, const std::vector<std::string>& players,
                     const std::vector<std::string>& words) {
  const auto without = [](std::vector<std::string> all, const std::vector<std::string>& some) {
    std::erase_if(all, [&](const std::string& text) { return std::ranges::find(some, text) != some.end(); });
    return all;
  };
  const std::vector<std::string> files = without(words, players), called = without(players, words);
  const auto at = std::ranges::find(called, player) - called.begin();
  return at < std::ssize(files) && files.size() == called.size() ? files[at] : player;
}

// The options that the command line sets of a player, as options of the first one.
std::string options_of(const std::string& player, const Config& config, const std::vector<std::string>& assignments) {
  const std::vector<std::string> names = names_of(config.players);
  std::string out;
  for (const std::string& assignment : assignments) {
    const OptionAssignment parts = option_assignment(assignment, names);
    if ((parts.player.empty() ? names[0] : parts.player) == player) out += " --option " + shell_word(parts.assignment);
  }
  return out;
}

// Lets signals stop a run after the games under way; see stop_on_signals().
const std::atomic<bool>& stop_between_games(const Config& config) {
  std::string games = "the games under way are played to their end";
  if (std::ranges::any_of(config.players, &PlayerEntry::isolated))
    games += fmt::format(", each for at most {:.0f} s of its time (game_wall_limit)", config.schedule.limits.game_wall);
  return stop_on_signals(games, lost_games);
}

}  // namespace

void add_tournament_options(const Command& command, TournamentArguments& a, const std::string& repeats) {
  sequencer_option(command, "--sequencers X,Y", a.overrides.sequencers,
                   "Sequencers, the sources of requests: some of the config's, built-in ones, which `pentocity list "
                   "sequencers` names, or files: mixes (*.yaml), and others as for players");
  add_player_options(command, a.overrides.options);
  add_rules(command, a.rules,
            "Set of rules if there is no config: report (the default) or tournament-2016; `pentocity list rules` "
            "explains them");
  command.number("--repeats N", a.overrides.repeats, {1, max_repeats}, repeats);
  command
      .option_taken_by(
          "--seed S",
          [&a](const std::string& text) {
            a.overrides.secret = text == "secret";
            a.new_requests = text == "new";
            if (a.new_requests)
              a.overrides.seed = new_seed();
            else if (!a.overrides.secret)
              a.overrides.seed = std::stoull(text);
          },
          "The number from which the requests are drawn, 0 to 2^53-1, instead of the config's seed or seeds; or the "
          "word new, for one that has not been played yet; or the word secret, for a random secret that no player can "
          "know (default without a config: 2016)")
      .check(complaint_of_seed);
  command.file("--secret FILE", a.files.secret,
               "With `seed: secret`: read the secret from FILE, or write a new one there if the file does not exist "
               "(default: the file secret in the results folder)");
  command.file("--contributions DIR", a.files.contributions,
               "In a folder with roster.json: the numbers that authors have revealed, a file for each");
  command.file("--beacon FILE", a.files.beacon, "What the public beacon has said that the config names");
  add_jobs(command, a.run.jobs,
           "Number of games played at a time; in lockstep, of streams, with a game of each player (default: one for "
           "each core)");
  command.choice("--lockstep true|false", a.overrides.lockstep, {true, false},
                 "Whether all players of a stream go together, so that none meets a request before all have answered "
                 "the one before it, in place of the config's `lockstep` (default: as the games in the folder; in a "
                 "new one, true with `seed: secret` and two or more players in processes of their own)");
  command.file("--out DIR", a.run.folder,
               "Results folder (default: results/<name of the config>; without a config, results/run; with `--seed "
               "new`, the seed follows)");
  add_trace_policy(command, a.run.traces);
  add_fresh(command, a.run.fresh,
            "Delete the results in the folder first; otherwise only the games that are missing there are played");
  command
      .option("--anew X,Y", a.run.anew,
              "Players and sequencers whose results in the folder are removed first, so that their games are played "
              "anew although their files are the same, such as after failures by chance")
      .offers([] {
        std::vector<std::string> names = player_names();
        std::ranges::copy(sequencer_names(), std::back_inserter(names));
        return names;
      });
  command.flag("--dry-run", a.dry_run, "Print what would be played, and play nothing");
  add_progress(command, a.progress);
  command.group("What is played", {"--sequencers", "--option", "--rules", "--repeats", "--seed", "--secret",
                                   "--contributions", "--beacon", "--dry-run"});
  command.group("How it is played", {"--jobs", "--lockstep", "--fresh", "--delete-all", "--anew"});
  command.group("Output", {"--out", "--trace", "--progress"});
}

void refuse_rules(const TournamentArguments& a) {
  if (a.rules.empty()) return;
  const std::string file = std::filesystem::is_directory(a.config) ? "each config of " + a.config : a.config;
  throw InputError(
      "--rules {0}: the rules are those of {1}, which the command line does not change: write `rules: {0}` there, or "
      "leave --rules out",
      a.rules, file);
}

Config config_of(const TournamentArguments& a, const std::string& command, std::string_view option) try {
  if (!a.config.empty()) {
    refuse_rules(a);
    return load_config(a.config, a.overrides);
  }
  if (a.overrides.players.empty() || a.overrides.sequencers.empty())
    throw InputError("{0} needs a config, or {1}--sequencers (see pentocity {0} --help)", command,
                     command == "run" ? "both --players and " : "");
  return config_of_names(a.rules.empty() ? "report" : a.rules, a.overrides);
} catch (const InputError& error) {
  constexpr std::string_view players = "--players: ";
  const std::string_view message = error.what();
  if (!message.starts_with(players)) throw;
  throw InputError("{}{}", option, message.substr(players.size()));
}

void prepare_run(TournamentArguments& a, Config& config) {
  if (a.run.folder.empty())
    a.run.folder = "results/" + config.name + (a.new_requests ? fmt::format("-{}", *a.overrides.seed) : "");
  if (a.new_requests && a.run.shard.count > 1)
    throw InputError("--seed new: each shard would draw one of its own: give all of them the same number");
  if (a.new_requests)
    tell("new requests: `--seed {} --out {}` plays and shows the same again", *a.overrides.seed,
         shell_word(a.run.folder));
  a.run.warn = tell_line;
  prepare_games(config, a.run, a.files, a.dry_run);
  if (a.dry_run) return;
  a.run.interrupted = &stop_between_games(config);
  if (shows_progress(a.progress)) a.run.progress = progress_bar();
}

std::function<void(std::size_t, std::size_t, std::size_t)> progress_bar() {
  return [bar = std::make_shared<ProgressBar>()](std::size_t done, std::size_t before, std::size_t all) {
    bar->show(done, before, all);
  };
}

std::string again_command(const GameRow& row, const Config& config, const TournamentArguments& a) {
  const Schedule& schedule = config.schedule;
  const GameId id{.player = numbers_of(schedule.players).at(row.player),
                  .sequencer = numbers_of(schedule.sequencers).at(row.sequencer),
                  .repeat = row.repeat};
  const std::string trace = a.run.folder + "/traces/" + trace_name(schedule, id);
  // A trace would take the sequencer's place.
  const bool of_sequencer = row.status == Status::sequencer_failed;
  const bool traced = row.turns > 0 && !of_sequencer && std::filesystem::exists(trace);
  if (!traced && row.repeat != 0) return "";
  std::string out =
      debugger_for(of_sequencer ? config.sequencers[id.sequencer].made_of : config.players[id.player].made_of) +
      "pentocity run";
  if (config.file)
    out +=
        " " + shell_word(std::filesystem::is_directory(a.config) ? a.config + "/" + config.name + ".yaml" : a.config);
  else if (!a.rules.empty())
    out += " --rules " + shell_word(a.rules);
  out += " --sequencers " + shell_word(word_for(row.sequencer, names_of(config.sequencers), a.overrides.sequencers));
  if (a.overrides.seed) out += fmt::format(" --seed {}", *a.overrides.seed);
  if (a.overrides.secret) out += " --seed secret";
  if (schedule.commitment)
    out += " --secret " + shell_word(a.files.secret.empty() ? a.run.folder + "/" + secret_file : a.files.secret);
  out += " --debug " + shell_word(word_for(row.player, names_of(config.players), a.overrides.players));
  out += options_of(row.player, config, a.overrides.options);
  return traced ? out + " --trace-from " + shell_word(trace) : out;
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

}  // namespace pentocity::app
