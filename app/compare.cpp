#include <unistd.h>

#include "pentocity/figures/failures.hpp"
#include "pentocity/tournament/comparison.hpp"
#include "player_arguments.hpp"
#include "summary_output.hpp"
#include "terminal.hpp"
#include "tournament_arguments.hpp"

namespace pentocity::app {

using statistics::SequentialComparison;

namespace {

using Verdict = SequentialComparison::Verdict;

struct CompareArguments : TournamentArguments {
  std::string a, b, format = "table";
  SequentialComparison::Errors errors;
  int max_games = 2000;
  bool exit_code = false;
};

std::string answer(const Comparison& c, double delta) {
  if (c.verdict == Verdict::a || c.verdict == Verdict::b)
    return fmt::format("{} is better than {}", c.verdict == Verdict::a ? c.a : c.b,
                       c.verdict == Verdict::a ? c.b : c.a);
  if (c.verdict == Verdict::same)
    return fmt::format("between {} and {} there is no difference of {} points or more", c.a, c.b, delta);
  if (c.differences.count > 1 && c.differences.mean == 0 && c.differences.deviation() == 0)
    return fmt::format(
        "undecided: in all {} games {} and {} have the same scores; more games may show that there is no difference",
        c.games, c.a, c.b);
  return fmt::format(
      "undecided: {} games do not tell {} and {} apart, nor show that they differ by less than {} points", c.games, c.a,
      c.b, delta);
}

void print(const Comparison& c, const CompareArguments& a, std::size_t sequencers, bool codes,
           const std::string& details, const std::string& failures) {
  fmt::print("{}\n\n", answer(c, a.errors.delta));
  fmt::print("games judged         {} of at most {}\n", c.games, a.max_games);
  fmt::print("mean difference      {:+.1f} ({} less {})\n", c.differences.mean, c.a, c.b);
  if (c.interval)
    fmt::print("95% interval         {:+.1f} to {:+.1f}, valid at any stopping time\n", c.interval->low,
               c.interval->high);
  if (c.failed_a + c.failed_b > 0)
    fmt::print("failed games         {} of {}, {} of {}: {}\n", c.failed_a, c.a, c.failed_b, c.b,
               codes ? "their codes count as scores" : "they count as 0 points");
  if (c.invalid_a + c.invalid_b > 0)
    fmt::print("invalid moves        {} of {}, {} of {}\n", c.invalid_a, c.a, c.invalid_b, c.b);
  if (c.fixed_games && c.differences.mean != 0)
    fmt::print("test of fixed size   would need about {:.0f} games; 50 repeats are {} games\n", *c.fixed_games,
               100 * sequencers);
  if (!c.paired)
    fmt::print("\nThe games are not paired: an adaptive sequencer gave each player requests of its own.\n");
  fmt::print("\n{}", details);
  if (!failures.empty()) fmt::print("\n{}", failures);
  if (!a.new_requests)
    fmt::print(
        "\nEach call plays these requests again, and a player that is changed until it wins on them is fitted\n"
        "to them: `--seed new` draws others.\n");
  fmt::print("\n{}", results_line(a.run.folder, c.games, c.summed_up));
}

// What a script is told. That games failed comes first: the means then hold what is no score.
int exit_code_of(const Comparison& c, bool asked_for) {
  if (!asked_for) return c.verdict == Verdict::undecided ? exit_no : exit_done;
  if (c.failed_a + c.failed_b > 0) return exit_failed_games;
  return c.verdict == Verdict::a      ? exit_done
         : c.verdict == Verdict::b    ? exit_b_better
         : c.verdict == Verdict::same ? exit_no_difference
                                      : exit_no;
}

// The rounds that A lost by most, and how to see both games of each.
std::string losses_text(const Comparison& c, const std::string& folder, bool traced) {
  std::string out;
  for (const LostRound& lost : c.losses) {
    if (out.empty()) out = fmt::format("\nwhere {} lost most to {}\n", c.a, c.b);
    out += fmt::format("  {:+}  on {}, repeat {}: {} to {}\n", -lost.points(), lost.sequencer, lost.repeat, lost.score,
                       lost.other_score);
    const auto path = [&](const std::string& player) {
      return shell_word(
          fmt::format("{}/{}/{}", folder, traces_folder, trace_name(lost.sequencer, player, lost.seed, lost.repeat)));
    };
    if (traced) out += fmt::format("    see: pentocity show {} {}\n", path(c.a), path(c.b));
  }
  return out;
}

int compare(CompareArguments& a) {
  if (a.a == a.b)
    throw InputError(
        "{0} and {0} are one player: to compare two versions of it, give them names in a config "
        "(docs/reference/running.md), and add --config",
        a.a);
  a.overrides.players = {a.a, a.b};
  a.overrides.others = a.overrides.in_order = true;
  Config config = config_of(a, "compare", "");
  // Files have other names as players.
  a.a = config.players.at(0).name;
  a.b = config.players.at(1).name;
  if (a.overrides.repeats) {
    const auto games = 2 * config.sequencers.size() * static_cast<std::size_t>(*a.overrides.repeats);
    a.max_games = static_cast<int>(std::min(games, static_cast<std::size_t>(a.max_games)));
  }
  prepare_run(a, config);
  if (a.dry_run) {
    fmt::print("{} against {} on {} sequencers, at most {} games, results in {}\n", a.a, a.b, config.sequencers.size(),
               a.max_games, a.run.folder);
    return exit_done;
  }
  FailureReport failures;
  SummaryConfig judged = summary_config(config.schedule);
  judged.repeats = a.max_games / static_cast<int>(2 * config.sequencers.size());
  SummaryBuilder points(std::move(judged));
  a.run.stored = [&](const GameRow& row) {
    failures.add(row);
    points.add(row);
    return true;
  };
  const Comparison comparison = compare_players(config, a.a, a.b, a.errors, a.max_games, a.run);
  if (comparison.interrupted) {
    fmt::print(stderr,
               "\npentocity: interrupted after {} games: the same command goes on, and `pentocity report {}` shows "
               "what is stored\n",
               comparison.games, shell_word(a.run.folder));
    return exit_interrupted;
  }
  if (a.format == "json")
    print_json(to_json(comparison));
  else
    print(comparison, a, config.sequencers.size(), config.schedule.failures == Failures::codes,
          points_text(points.summary(), table_width(), shows_colours(STDOUT_FILENO)) +
              losses_text(comparison, a.run.folder, a.run.traces != TracePolicy::none),
          failures.text([&](const GameRow& row) { return again_command(row, config, a); }));
  if (!has_rivals(config)) tell_gaps(config, tell_line);
  return exit_code_of(comparison, a.exit_code);
}

}  // namespace

void add_compare(const Command& app) {
  const auto [command, a] = app.command(compare, "compare",
                                        "Find out which of two players is better: play until that is known, with "
                                        "probabilities of error that you can set");
  player_option(command, "a A", a.a, std::string("The first player: a name of --config, ") + a_player);
  player_option(command, "b B", a.b, "The second player");
  command.file("--config CONFIG.yaml", a.config,
               "Config with the sequencers, and with players by name (docs/reference/running.md); without it "
               "--sequencers is needed");
  command.number("--alpha P", a.errors.alpha, {1e-6, 0.5},
                 "Maximum probability of calling one of two equally good players better (default: 0.05)");
  command.number("--beta P", a.errors.beta, {1e-6, 0.5},
                 "Maximum probability of answering that there is no difference of --delta or more although there is "
                 "one (default: 0.05)");
  command.number("--delta POINTS", a.errors.delta, {1e-3, 1e6},
                 "Difference of the mean scores that matters to you, in points (default: 5)");
  command.number("--max-games N", a.max_games, {2, 2 * max_repeats},
                 "Maximum number of games of both players together; if they do not suffice, the answer is undecided "
                 "(default: 2000)");
  add_tournament_options(command, a,
                         "Maximum number of repeats, each of which is a game of each player on each sequencer "
                         "(default: as many as --max-games allows; the repeats of the config do not count)");
  command.choice("--format json|table", a.format,
                 "Format in which the answer is printed to standard output (default: table)");
  command.flag("--exit-code", a.exit_code,
               "Exit with a code that tells the answer: 0 A is better, 4 B is better, 5 no difference of --delta or "
               "more, 1 undecided, 6 games failed, whatever the answer is then");
  command.group("What is played", {"--config"});
  command.group("When the answer is certain", {"--alpha", "--beta", "--delta", "--max-games", "--repeats"});
  command.group("Output", {"--format", "--exit-code"});
  command.footer({"pentocity compare jigsaw naive --sequencers random",
                  "pentocity compare build/libmine.so jigsaw --sequencers random --option jigsaw:random_walks=50",
                  "pentocity compare mine jigsaw --config tournament.yaml --delta 10",
                  "pentocity compare build/libmine.so old.so --config tournament.yaml --seed new"},
                 "Both play on the same requests, repeat after repeat. The answer is that A is better, that B is, or "
                 "that their mean scores differ by less than --delta points. As soon as one of these is known with the "
                 "error rates --alpha and --beta, no more games are played. If none is, what ends the comparison is "
                 "--max-games or --repeats, whichever allows fewer games; the answer then is undecided, and the exit "
                 "code 1. docs/reference/statistics.md explains the method.\n"
                 "The same command plays the same requests again, and so does one with a changed player. To choose "
                 "between versions again and again, add --seed new.");
}

}  // namespace pentocity::app
