#include "pentocity/search/adversary.hpp"

#include <cmath>
#include <iterator>

#include "mix/mix.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {

using search::AdversarySearch, search::FailedGames, search::Malice, search::SearchGame, search::WorstMix;
using search::mean_of, search::play_games;

namespace {

struct AdversaryArguments {
  std::string player, out, objective = "score";
  PlayerArguments from;
  std::vector<std::string> against{"naive", "diagonal", "jigsaw", "lanes", "planner-fast"};
  int validation_games = 50;
  bool progress = false;
  AdversarySearch search;
};

// The command that writes the same file again.
std::string command_again(const AdversaryArguments& a, int rounds, const std::string& out) {
  std::string text = "pentocity adversary";
  const auto add = [&](const char* option, const std::string& value) {
    text += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--player", a.player);
  add("--against", fmt::format("{}", fmt::join(a.against, ",")));
  if (!a.from.config.empty()) add("--config", a.from.config);
  for (const std::string& option : a.from.options) add("--option", option);
  if (a.from.config.empty()) add("--rules", a.from.rules.empty() ? "report" : a.from.rules);
  text += fmt::format(" --objective {} --rounds {} --games {} --validation-games {} --seed {}", a.objective, rounds,
                      a.search.games, a.validation_games, a.search.seed);
  if (!a.search.from.empty()) add("--from", fmt::format("{}", fmt::join(a.search.from, ",")));
  add("--out", out);
  return text;
}

// Plays the players on `random` and on the mix, on seeds that the search has not seen, and prints their means. Games
// that failed are added to `failed`, by the player's index.
void validate(const AdversaryArguments& a, const std::vector<PlayerEntry>& players, const SequencerEntry& mix,
              std::vector<FailedGames>& failed) {
  const auto seeds = stream_seeds((a.search.seed + 1) % (max_seed + 1), a.validation_games);
  const SequencerEntry random = built_in_sequencer("random");
  const auto mean_on = [&](std::size_t player, const SequencerEntry& stream) {
    std::vector<SearchGame> games;
    for (const std::uint64_t seed : seeds) games.push_back({&players[player], &stream, seed});
    return mean_of(*play_games(games, {.rules = a.search.rules, .jobs = a.search.jobs}, failed[player]));
  };
  const auto text = [](std::optional<double> value) { return value ? fmt::format("{:.1f}", *value) : "-"; };
  fmt::print("{} games of each player, on seeds that the search has not seen\n", a.validation_games);
  fmt::print("{:<16} {:>8} {:>8} {:>8}\n", "player", "random", "mix", "change");
  std::vector<std::optional<double>> on_mix;
  for (std::size_t p = 0; p < players.size(); ++p) {
    const auto on_random = mean_on(p, random);
    on_mix.push_back(mean_on(p, mix));
    std::optional<double> change;
    if (on_random.value_or(0) != 0 && on_mix[p]) change = 100 * (*on_mix[p] - *on_random) / *on_random;
    fmt::print("{:<16} {:>8} {:>8} {:>6} %\n", players[p].name, text(on_random), text(on_mix[p]), text(change));
  }
  const auto best = std::ranges::max_element(on_mix.begin() + 1, on_mix.end());  // none is less than any
  if (!*best || !on_mix[0]) {
    fmt::print("nothing to compare on the mix: no game of {} came to its end\n",
               on_mix[0] ? "the others" : players[0].name);
    return;
  }
  const double more = **best - *on_mix[0];
  fmt::print("best of the others on the mix: {}, {:.1f} points {} than {}\n",
             players[static_cast<std::size_t>(best - on_mix.begin())].name, std::abs(more), more < 0 ? "less" : "more",
             players[0].name);
}

int adversary(AdversaryArguments& a) {
  std::vector<std::string> words{a.player};
  std::ranges::copy_if(a.against, std::back_inserter(words), [&](const std::string& w) { return w != a.player; });
  if (words.size() == 1) throw InputError("--against: expected a player other than " + a.player);
  const Config found = find_players(words, a.from);
  const std::string name = "worst-for-" + found.players.front().name, plain_name = file_name_part(name);
  const std::string out = a.out.empty() ? plain_name + ".yaml" : a.out;
  hide_written(found, out);
  admit(found, tell_line);
  const Rules& rules = found.schedule.rules;
  AdversarySearch& search = a.search;
  search.rules = rules;
  search.player = found.players.front();
  search.others.assign(found.players.begin() + 1, found.players.end());
  for (const std::string& path : search.from) sequencer_of_file("mix", path);  // is it a mix at all?
  search.malice = a.objective == "gap" ? Malice::gap : Malice::score;
  search.parse = [](const std::string& text) { return sequencers::parse_mix(text, "a mix"); };
  search.interrupted = &stop_on_signals();
  if (shows_progress(a.progress))
    search.progress = [](int round, double score) {
      fmt::print(stderr, "round {}: {:.0f} points\n", round + 1, score);
    };

  lift_memory_limit();
  WorstMix worst = find_worst_mix(search);
  found.hosting.confinement->kept->check();
  const std::string text =
      printable(fmt::format("# A stream on which the player {0} does badly, of {1} that were tried:",
                            search.player.name, worst.candidates)) +
      "\n" + printable("#   " + command_again(a, worst.rounds, out)) + "\n" +
      fmt::format("name: {}\n{}", name == plain_name ? name : text_of_json(nlohmann::json(name)), worst.text);
  write_file(out, text, OnDisk::now);

  worst.failed.resize(found.players.size());  // without a gap, only the player has played yet
  validate(a, found.players, sequencer_of_file("mix", out), worst.failed);
  found.hosting.confinement->kept->check();
  for (std::size_t p = 0; p < found.players.size(); ++p)
    if (const FailedGames& failed = worst.failed[p]; failed.failed > 0)
      fmt::print("{} of {} games of {} failed, and count for nothing; the first {}\n", failed.failed, failed.games,
                 found.players[p].name, failed.first);
  fmt::print("the mix is in {}\n", out);
  return *search.interrupted ? exit_interrupted : exit_done;
}

}  // namespace

void add_adversary(const Command& app) {
  const auto [command, a] = app.command(
      adversary, "adversary", "Search for the requests on which a player scores least, and write them as a mix");
  command.footer({"pentocity adversary --player jigsaw --seed 1 --out worst.yaml",
                  "pentocity adversary --player build/libmine.so --rounds 10",
                  "pentocity adversary --player mine --config tournament.yaml --objective gap"},
                 "A mix is a source of requests that is described in a YAML file; the one that is found can be played "
                 "like any other, under `sequencers` in a config (docs/how-to/adversaries.md).");
  player_option(command, "--player NAME|FILE", a.player,
                std::string("The player: a name of --config, ") + a_player +
                    ". What is not built in plays in a process of its own, and is slower by the time that it takes to "
                    "start one for each game")
      .required();
  player_option(command, "--against A,B", a.against,
                "Players to compare with, named likewise (default: naive,diagonal,jigsaw,lanes,planner-fast)");
  add_player_options(command, a.from);
  command.choice("--objective score|gap", a.objective,
                 "What to search for: the lowest mean score of the player (score, the default), or the widest gap to "
                 "the best of --against (gap)");
  command.file("--from FILE,FILE", a.search.from,
               "YAML files of mixes to begin with, such as those of earlier searches (default: the mixes that request "
               "a single shape)");
  add_rules(command, a.from.rules);
  command.number("--rounds N", a.search.rounds, {0, 1'000'000},
                 "Number of rounds of the search; each tries 18 new mixes (default: 30)");
  command.number("--games N", a.search.games, {1, 10'000},
                 "Number of games of each player on each mix that is tried (default: 8)");
  command.number("--validation-games N", a.validation_games, {1, max_repeats},
                 "Number of games of each player for the table that is printed at the end, on other seeds than the "
                 "search's (default: 50)");
  add_seed(command, "--seed S", a.search.seed,
           "The number from which the search and the requests of its games are drawn (default: 0)");
  add_jobs(command, a.search.jobs, "Number of threads (default: one for each core); the outcome does not depend on it");
  command.file("--out FILE", a.out, "YAML file to write the mix to (default: worst-for-NAME.yaml)");
  add_progress(command, a.progress);
  command.group("What is searched for", {"--player", "--against", "--config", "--option", "--objective", "--rules"});
  command.group("How much is searched", {"--from", "--rounds", "--games", "--validation-games", "--seed", "--jobs"});
  command.group("Output", {"--out", "--progress"});
}

}  // namespace pentocity::app
