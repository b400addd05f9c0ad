#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "commands.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/simulator/debug.hpp"
#include "summary_output.hpp"
#include "tournament_arguments.hpp"

namespace pentocity {
namespace {

struct Arguments : TournamentArguments {
  Format format = Format::table;
  std::string shard;
  std::string debug, trace_from;
  int turn = 0;
};

Shard read_shard(const std::string& text) {
  Shard shard;
  char more = 0;
  if (std::sscanf(text.c_str(), "%d/%d%c", &shard.index, &shard.count, &more) != 2 || shard.count < 1 ||
      shard.index < 0 || shard.index >= shard.count)
    throw InputError(fmt::format("--shard {}: expected I/N, I from 0 to N-1, such as 0/8", text));
  return shard;
}

// One game in this process, its moves on standard output.
int debug(Arguments& a) {
  a.overrides.players = {a.debug};
  a.overrides.isolation = Isolation::none;
  std::optional<TraceLines> trace;
  if (!a.trace_from.empty()) trace = read_trace(a.trace_from);
  const GameRecord record = debug_game(config_of(a, "run"), trace, a.turn);
  for (std::size_t i = static_cast<std::size_t>(a.turn); i < record.turns.size(); ++i) {
    const Turn& t = record.turns[i];
    fmt::print("turn {}: {}, score {}\n", i,
               !t.answered     ? "no answer"
               : t.fault       ? name_of(*t.fault)
               : t.move.accept ? "accepted"
                               : "rejected",
               t.score_after);
  }
  fmt::print("{}{}{}: score {}\n", name_of(record.status), record.error.empty() ? "" : ": ", record.error,
             record.score);
  return exit_done;
}

int run(Arguments& a) {
  if (!a.debug.empty()) return debug(a);
  if (!a.shard.empty()) a.run.shard = read_shard(a.shard);
  const Config config = config_of(a, "run");
  prepare_run(a, config);
  if (a.dry_run) {
    print_plan(config, a.run);
    return exit_done;
  }
  const RunResult result = run_games(config, a.run);
  if (!result.summary) {
    fmt::print(stderr, "\npentocity: interrupted: {} of {} games are stored in {}, the same command plays the others\n",
               result.stored, result.games, a.run.folder);
    return exit_interrupted;
  }
  print_summary(*result.summary, a.format, a.run.folder);
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
  add_tournament_options(*command, *a);
  add_format(*command, a->format);
  command->add_option("--shard", a->shard, "Play part I of N (I from 0 to N-1)")->type_name("I/N");
  command->add_option("--debug", a->debug, "Play one game of this player in this process, under a debugger")
      ->type_name("PLAYER");
  command->add_option("--trace-from", a->trace_from, "With --debug: the game of this trace")->type_name("TRACE");
  command->add_option("--turn", a->turn, "With --trace-from: ask the player from this turn on")->type_name("N");
  command->footer(
      "Example: pentocity run configs/quickstart.yaml\n"
      "         pentocity run --players naive,jigsaw --sequencers random --repeats 50");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace pentocity
