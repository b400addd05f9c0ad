#include "pentocity/search/adversary.hpp"

#include <fmt/format.h>

#include <cmath>

#include "commands.hpp"
#include "mix/mix.hpp"
#include "pentocity/statistics/statistics.hpp"
#include "pentocity/tournament/config.hpp"
#include "pentocity/tournament/files.hpp"
#include "signals.hpp"
#include "streams.hpp"

namespace pentocity::app {

using namespace statistics;
using namespace search;
using namespace sequencers;

namespace {

struct Arguments {
  std::string player, rules = "report", out, objective = "score";
  std::vector<std::string> against{"naive", "diagonal", "jigsaw", "lanes", "planner-fast"};
  int validation_games = 50;
  bool progress = false;
  AdversarySearch search;
};

int adversary(Arguments& a) {
  const Rules rules = rules_of_option(a.rules);
  AdversarySearch& search = a.search;
  search.rules = rules;
  search.player = built_in_player(a.player);
  for (const std::string& name : a.against)
    if (name != a.player) search.others.push_back(built_in_player(name));
  if (search.others.empty()) throw InputError("--against: expected a player other than " + a.player);
  for (const std::string& path : search.from) sequencer_of_file("mix", path);  // is it a mix at all?
  search.malice = a.objective == "gap" ? Malice::gap : Malice::score;
  search.parse = [](const std::string& text) { return parse_mix(text, "a candidate"); };
  search.interrupted = &stop_on_signals();
  if (shows_progress(a.progress))
    search.progress = [](int round, double score) {
      fmt::print(stderr, "round {}: {:.0f} points\n", round + 1, score);
    };

  const std::string name = "worst-for-" + a.player;
  const WorstMix worst = find_worst_mix(search);
  const std::string out = a.out.empty() ? name + ".yaml" : a.out;
  const std::string text = fmt::format(
      "# A stream on which the player {0} does badly, of {1} that were tried:\n"
      "#   pentocity adversary --player {0} --rules {2} --objective {3} --rounds {4} --games {5} --seed {6}{7}\n"
      "name: {8}\n{9}",
      a.player, worst.candidates, a.rules, a.objective, search.rounds, search.games, search.seed,
      search.from.empty() ? "" : fmt::format(" --from {}", fmt::join(search.from, ",")), name, worst.text);
  write_file(out, text, OnDisk::now);

  // Seeds that the search has not seen.
  const auto seeds = stream_seeds((search.seed + 1) % (max_seed + 1), a.validation_games);
  const SequencerEntry mix = sequencer_of_file("mix", out), random = find_stream("random");
  const auto mean_on = [&](const PlayerEntry& player, const SequencerEntry& stream) {
    return sample_of(scores_on(rules, player, stream, seeds, search.jobs)).mean;
  };
  fmt::print("{} games of each player, on seeds that the search has not seen\n", a.validation_games);
  fmt::print("{:<16} {:>8} {:>8} {:>8}\n", "player", "random", "mix", "change");
  const auto show = [&](const PlayerEntry& player) {
    const double on_random = mean_on(player, random), on_mix = mean_on(player, mix);
    fmt::print("{:<16} {:>8.1f} {:>8.1f} {:>6.1f} %\n", player.name, on_random, on_mix,
               100 * (on_mix - on_random) / on_random);
    return on_mix;
  };
  const double own_score = show(search.player);
  std::string best;
  double best_score = -1;
  for (const PlayerEntry& other : search.others)
    if (const double score = show(other); score > best_score) best = other.name, best_score = score;
  fmt::print("best of the others on the mix: {}, {:.1f} points {} than {}\n", best, std::abs(best_score - own_score),
             best_score < own_score ? "less" : "more", a.player);
  fmt::print("the mix is in {}\n", out);
  return *search.interrupted ? exit_interrupted : exit_done;
}

// What is searched for.
void add_goal(CLI::App& command, Arguments& a) {
  option(command, "--player NAME", a.player,
         "The player: a built-in one, which `pentocity list players` names. (Your own player is built in if "
         "it is in the folder players/; plugins and commands are not.)")
      ->required();
  option(command, "--against A,B", a.against,
         "Built-in players to compare with (default: naive,diagonal,jigsaw,lanes,planner-fast)")
      ->delimiter(',');
  choice(command, "--objective score|gap", a.objective,
         "What to search for: the lowest mean score of the player (score, the default), or the widest gap to "
         "the best of --against (gap)");
  option(command, "--from FILE,FILE", a.search.from,
         "YAML files of mixes to begin with, such as those of earlier searches (default: the mixes that "
         "request a single shape)")
      ->delimiter(',');
  add_rules(command, a.rules);
}

// How much is searched, and where the result goes.
void add_effort(CLI::App& command, Arguments& a) {
  AdversarySearch& search = a.search;
  option(command, "--rounds N", search.rounds, "Number of rounds of the search; each tries 18 new mixes (default: 30)")
      ->check(CLI::Range(0, 1'000'000));
  option(command, "--games N", search.games, "Number of games of each player on each mix that is tried (default: 8)")
      ->check(CLI::Range(1, 10'000));
  option(command, "--validation-games N", a.validation_games,
         "Number of games of each player for the table that is printed at the end, on other seeds than the "
         "search's (default: 50)")
      ->check(CLI::Range(1, max_repeats));
  add_seed(command, "--seed S", search.seed,
           "The number from which the search and the requests of its games are drawn (default: 0)");
  add_jobs(command, search.jobs, "Number of threads (default: one for each core); the outcome does not depend on it");
  option(command, "--out FILE", a.out, "YAML file to write the mix to (default: worst-for-NAME.yaml)");
  add_progress(command, a.progress);
}

}  // namespace

void add_adversary(CLI::App& app, int& exit_code) {
  const auto [command, a] =
      add_command(app, exit_code, adversary, "adversary",
                  "Search for the requests on which a built-in player scores least, and write them as a mix");
  command.footer(
      "A mix is a source of requests that is described in a YAML file; the one that is found can be played like any "
      "other, under `sequencers` in a config (docs/adversaries.md).\n"
      "Example: pentocity adversary --player jigsaw --seed 1 --out worst.yaml");
  add_goal(command, a);
  add_effort(command, a);
}

}  // namespace pentocity::app
