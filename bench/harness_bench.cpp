// The cost of a game without that of its player: one that rejects at once, from the same shared library in this process
// and in one of its own. `items_per_second` are games; run it alone on one core (taskset -c 0), so that they are games
// per core.

#include <benchmark/benchmark.h>

#include <filesystem>

#include "pentocity/tournament/run.hpp"

namespace pentocity::bench {
using namespace match;
using namespace isolation;
using namespace entrants;
using namespace tournament;
using namespace results;
namespace {

PlayerEntry rejecter(Isolation isolation) {
  set_warden_program(PENTOCITY_WARDEN);
  Hosting hosting;
  hosting.isolation = isolation;
  return player_of_yaml(YamlNode::parse("{plugin: '" PENTOCITY_REJECTER "'}", "bench"), "", hosting);
}

void rejected_game(benchmark::State& state, Isolation isolation) {
  const PlayerEntry player = rejecter(isolation);
  const SequencerEntry random = built_in_sequencer("random");
  const Rules rules = Rules::report();
  std::uint64_t seed = 0;
  for ([[maybe_unused]] auto _ : state) {
    const GameRecord record =
        play_game(rules, {[&] { return random.make(rules.side, seed); }, [&] { return player.make(rules, seed); }});
    if (record.status != Status::ok || record.rejects != rules.max_rejects) state.SkipWithError("another game");
    ++seed;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(rejected_game, in_process, Isolation::none)->UseRealTime();
BENCHMARK_CAPTURE(rejected_game, isolated_library, Isolation::plugins)->UseRealTime();

// A whole run of ten thousand games: played, stored and summed up.
void rejecting_run(benchmark::State& state, Isolation isolation) {
  const auto folder = std::filesystem::temp_directory_path() / "pentocity-bench";
  constexpr int games = 10'000;
  Config config = config_of_names("report", {{"naive"}, {"random"}, games, {}});
  config.players = {rejecter(isolation)};
  config.schedule.players = {{config.players[0].name, config.players[0].identity()}};
  RunOptions options;
  options.folder = folder.string();
  options.traces = TracePolicy::none;
  options.fresh = Fresh::all;
  for ([[maybe_unused]] auto _ : state) run_games(config, options);
  state.SetItemsProcessed(state.iterations() * games);
  std::filesystem::remove_all(folder);
}
BENCHMARK_CAPTURE(rejecting_run, in_process, Isolation::none)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(rejecting_run, isolated_library, Isolation::plugins)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pentocity::bench
