#include "pentocity/search/offline.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <thread>

#include "commands.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/search/bound.hpp"
#include "pentocity/tournament/config.hpp"
#include "pentocity/tournament/files.hpp"
#include "pentocity/tournament/schedule.hpp"
#include "signals.hpp"
#include "streams.hpp"

namespace pentocity::app {

using namespace search;

namespace {

struct Arguments {
  std::string stream, player = "jigsaw", rules = "report", out;
  std::uint64_t seed = 0;
  bool progress = false;
  OfflineSearch search;
};

int offline(Arguments& a) {
  const Rules rules = rules_of_option(a.rules);
  const PlayerEntry player = built_in_player(a.player);
  const SequencerEntry stream = find_stream(a.stream);
  const auto sequencer = stream.make(rules.side, a.seed);
  if (sequencer->adaptive())
    throw InputError(fmt::format("sequencer '{}' is adaptive: nobody can know its requests beforehand", a.stream));
  const std::vector<Request> requests = requests_to_fill(rules, *sequencer);
  a.search.interrupted = &stop_on_signals();
  if (a.progress || isatty(STDERR_FILENO) != 0)
    a.search.progress = [](int turn, int score) {
      if (turn % 10 == 0) fmt::print(stderr, "turn {}, best game {} points\n", turn, score);
    };

  const GameRecord alone = play_game(rules, {[&] { return stream.make(rules.side, a.seed); },
                                             [&] { return player.make(rules, player_seed(a.seed, 0, player.name)); }});
  const GameRecord record = play_offline(rules, requests, player, a.search);
  const int bound = upper_bound(rules, requests).score;
  const auto line = [&](const std::string& who, int score) {
    fmt::print("{:<24} {:>6} {:>6.1f} %\n", who, score, 100.0 * score / bound);
  };
  line(player.name, alone.score);
  line("offline with " + player.name, record.score);
  line("upper bound", bound);
  if (!a.out.empty()) {
    const TraceHeader header{.rules = rules,
                             .player = "offline-" + player.name,
                             .sequencer = stream.name,
                             .seed = a.seed,
                             .player_seed = a.search.seed};
    write_file(a.out, gzip(trace_text(header, record)), OnDisk::now);
  }
  return *a.search.interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_offline(CLI::App& app, int& exit_code) {
  CLI::App* const command =
      app.add_subcommand("offline", "Search for a game with a high score on requests that are all known beforehand");
  command->footer(
      "It prints the score of the player alone, that of the best game found, and an upper bound, each also in percent "
      "of the bound (docs/upper-bound.md). The default --work takes some ten seconds with jigsaw.\n"
      "Example: pentocity offline random --seed 869 --player jigsaw --work 20000000 --out best.jsonl.gz");
  const auto a = std::make_shared<Arguments>();
  a->search.jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  option(*command, "stream NAME|MIX.yaml", a->stream,
         "Source of the requests: a built-in sequencer, which `pentocity list sequencers` names, or the YAML "
         "file of a mix")
      ->required();
  option(*command, "--seed S", a->seed, "The number from which the requests are drawn (default: 0)")
      ->check(CLI::Range(std::uint64_t{0}, max_seed));
  option(*command, "--player NAME", a->player,
         "Built-in player that plays each tried game on to its end (default: jigsaw)");
  option(*command, "--rules PROFILE", a->rules,
         "Set of rules: report (the default) or tournament-2016; `pentocity list rules` explains them");
  option(*command, "--work N", a->search.work,
         "How long to search: the number of moves that the player is asked for in all (default: 2000000)")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1'000'000'000'000}));
  option(*command, "--search-seed S", a->search.seed,
         "The number from which the search's own random choices are drawn (default: 0)")
      ->check(CLI::Range(std::uint64_t{0}, max_seed));
  option(*command, "--jobs N", a->search.jobs,
         "Number of threads (default: one for each core); the game does not depend on it")
      ->check(CLI::Range(1, 1024));
  option(*command, "--out FILE", a->out,
         "File to record the best game in, for `pentocity show` and others, such as best.jsonl.gz (default: none)");
  command->add_flag("--progress", a->progress, "Show the progress on standard error even if that is not a terminal");
  command->callback([a, &exit_code] { exit_code = offline(*a); });
}

}  // namespace pentocity::app
