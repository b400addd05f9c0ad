#include "pentocity/search/offline.hpp"

#include "pentocity/input/gzip.hpp"
#include "pentocity/match/how_it_ended.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/search/bound.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {

using search::OfflineSearch;

namespace {

struct OfflineArguments {
  std::string stream, player = "planner-fast", out;
  PlayerArguments from;
  std::uint64_t seed = 0;
  bool progress = false;
  OfflineSearch search{.rearrange = 10'000'000};
  std::optional<std::uint64_t> work;  ///< of the search, if it is not the usual
};

int offline(OfflineArguments& a) {
  Config found = find_players({a.player}, a.from);
  const PlayerEntry& player = found.players.front();
  const Rules& rules = found.schedule.rules;
  const std::uint64_t usual = a.search.work;
  a.search.work = a.work ? *a.work : search::usual_work(rules, player);
  if (!a.work && player.isolated)
    tell(
        "{} plays in a process of its own, which is started for each game that is tried: --work is {} instead of {}, "
        "and --work N searches longer",
        player.name, a.search.work, usual);
  found.sequencers.push_back(sequencer_of_word(a.stream, found.hosting));
  const SequencerEntry& stream = found.sequencers.front();
  admit(found, tell_line);
  const auto sequencer = stream.make(rules.side, a.seed);
  if (sequencer->adaptive())
    throw InputError("sequencer '{}' is adaptive: nobody can know its requests beforehand", a.stream);
  const std::vector<Request> requests = search::requests_to_fill(rules, *sequencer);
  a.search.interrupted = &stop_on_signals();
  if (shows_progress(a.progress)) {
    a.search.progress = [](int turn, int score) {
      if (turn % 10 == 0) fmt::print(stderr, "turn {}, best game {} points\n", turn, score);
    };
    a.search.rearranged = [](std::uint64_t changes, int score) {
      if (changes % (1 << 20) == 0) fmt::print(stderr, "{} changes, best game {} points\n", changes, score);
    };
  }

  lift_memory_limit();
  const GameRecord alone = play_game(rules, {[&] { return stream.make(rules.side, a.seed); },
                                             [&] { return player.make(rules, player_seed(a.seed, 0, player.name)); }});
  if (alone.status != Status::ok)
    throw UserError("player '{}' cannot play on for the search: its own game ended {}", player.name,
                    how_it_ended(alone));
  for (const Turn& turn : alone.turns) a.search.own.push_back(turn.stands() ? turn.move : Move::reject());
  const GameRecord record = search::play_offline(rules, requests, player, a.search);
  found.hosting.confinement->kept->check();
  const int bound = search::upper_bound(rules, requests).score;
  const auto line = [&](const std::string& who, int score) {
    fmt::print("{:<26} {:>6} {:>6.1f} %\n", who, score, 100.0 * score / bound);
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

void add_offline(const Command& app) {
  const auto [command, a] =
      app.command(offline, "offline", "Search for a game with a high score on requests that are all known beforehand");
  command.footer(
      {"pentocity offline random --seed 869 --work 500000 --out best.jsonl.gz",
       "pentocity offline random --seed 869 --player mine --config tournament.yaml"},
      "It prints the score of the player alone, that of the best game found, and an upper bound, each also in percent "
      "of the bound (docs/background/upper-bound.md). The default --work takes some ten seconds.");
  sequencer_option(command, "stream NAME|MIX.yaml", a.stream,
                   "Source of the requests: a built-in sequencer, which `pentocity list sequencers` names, or the YAML "
                   "file of a mix");
  add_seed(command, "--seed S", a.seed, "The number from which the requests are drawn (default: 0)");
  player_option(command, "--player NAME|FILE", a.player,
                std::string("The player whose moves are tried: a name of --config, ") + a_player +
                    ". planner and planner-fast propose moves, and the best games are played on side by side; any "
                    "other player plays each tried game on to its end (default: planner-fast)");
  add_player_options(command, a.from);
  add_rules(command, a.from.rules);
  command.number("--work N", a.work, {0, 1'000'000'000'000},
                 "How long to search: how often the player is asked in all (default: 60000 for planner and "
                 "planner-fast; 2000000 for other built-in players; 10000 for a player that is not built in, since "
                 "each game that is tried starts its process)");
  command.number("--rearrange N", a.search.rearrange, {0, 1'000'000'000'000},
                 "Then, how many changes of the last land of the game that was found to try (default: 10000000, which "
                 "take some ten seconds; 0 for none)");
  add_seed(command, "--search-seed S", a.search.seed,
           "The number from which the search's own random choices and the player's are drawn (default: 0)");
  add_jobs(command, a.search.jobs, "Number of threads (default: one for each core); the game does not depend on it");
  command.file(
      "--out FILE", a.out,
      "File to record the best game in, for `pentocity show` and others, such as best.jsonl.gz (default: none)");
  add_progress(command, a.progress);
  command.group("What is played", {"--seed", "--player", "--config", "--option", "--rules"});
  command.group("How much is searched", {"--work", "--rearrange", "--search-seed", "--jobs"});
  command.group("Output", {"--out", "--progress"});
}

}  // namespace pentocity::app
