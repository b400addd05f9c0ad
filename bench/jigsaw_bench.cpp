// `jigsaw`, move by move and in whole games (the argument: as submitted in 2016, or not). `games_per_second` is per
// core, request stream, rules and metrics included. The program of 2016 plays 1.3 to 1.8 games per second on such a
// machine, 2.5 when it has both cores to itself.

#include <benchmark/benchmark.h>

#include "games.hpp"

namespace pentocity::bench {
namespace {

void jigsaw_move(benchmark::State& state) {
  const Land land = land_after(static_cast<int>(state.range(1)));
  const Table table("jigsaw", state.range(0) != 0, "random");
  const auto player = table.player(2);
  const auto stream = table.stream(3);
  std::vector<Request> requests;
  requests.reserve(64);
  for (int turn = 0; turn < 64; ++turn) requests.push_back(stream->next(turn, nullptr));
  std::size_t next = 0;
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(player->play(requests[next++ % requests.size()], View{.land = land}));
}
BENCHMARK(jigsaw_move)->ArgNames({"as_submitted", "turn"})->ArgsProduct({{0, 1}, {20, 120, 220}});

void games(benchmark::State& state, const std::string& player, const std::string& stream) {
  const Table table(player, state.range(0) != 0, stream);
  std::uint64_t seed = 1000;
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(table.play(seed++));
  state.counters["games_per_second"] =
      benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK_CAPTURE(games, jigsaw_on_random, "jigsaw", "random")
    ->ArgName("as_submitted")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(games, jigsaw_on_tailheavy, "jigsaw", "tailheavy")
    ->ArgName("as_submitted")
    ->Arg(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(games, jigsaw_on_g9, "jigsaw", "g9")->ArgName("as_submitted")->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(games, naive_on_random, "naive", "random")
    ->ArgName("as_submitted")
    ->Arg(0)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace pentocity::bench
