// Operations on the land, early, in the middle and late in a game (the argument is the turn; a game has about 245).

#include <benchmark/benchmark.h>

#include "games.hpp"
#include "pentocity/helpers/parks.hpp"
#include "pentocity/helpers/site_search.hpp"

namespace pentocity::bench {
namespace {

const Request& piece() {
  static const Request request(Building::residence, *pentomino('L'));
  return request;
}

void copy_land(benchmark::State& state) {
  const Land land = land_after(120);
  for ([[maybe_unused]] auto _ : state) {
    Land copy = land;
    benchmark::DoNotOptimize(copy);
  }
}
BENCHMARK(copy_land);

void neighbours(benchmark::State& state) {
  const Land land = land_after(120);
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(land.grid().neighbours(land.roads()));
}
BENCHMARK(neighbours);

void flood_from_the_edge(benchmark::State& state) {
  const Land land = land_after(static_cast<int>(state.range(0)));
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(land.grid().flood(land.grid().rim(), land.empty()));
}
BENCHMARK(flood_from_the_edge)->Arg(20)->Arg(120)->Arg(220);

void legal_sites_of_all_rotations(benchmark::State& state) {
  const Land land = land_after(static_cast<int>(state.range(0)));
  Sites sites;
  for ([[maybe_unused]] auto _ : state) {
    sites.find(land, piece());
    benchmark::DoNotOptimize(sites);
  }
}
BENCHMARK(legal_sites_of_all_rotations)->Arg(20)->Arg(120)->Arg(220);

void sites_of_max_touching_perimeter(benchmark::State& state) {
  const Land land = land_after(static_cast<int>(state.range(0)));
  Sites sites;
  for ([[maybe_unused]] auto _ : state) {
    sites.find(land, piece());
    benchmark::DoNotOptimize(sites.keep_max_touching_perimeter());
  }
}
BENCHMARK(sites_of_max_touching_perimeter)->Arg(20)->Arg(120)->Arg(220);

void shortest_roads_to_the_middle(benchmark::State& state) {
  const Land land = land_after(20);
  const LandBoard building = building_at(land, piece(), {0, {25, 25}});
  const LandBoard heads = road_heads(land);
  ShortestRoads roads;
  for ([[maybe_unused]] auto _ : state) {
    roads.find(land, heads, building);
    benchmark::DoNotOptimize(roads.length());
  }
}
BENCHMARK(shortest_roads_to_the_middle);

void best_of_200_walks(benchmark::State& state) {
  const Land land(50);
  const LandBoard building = building_at(land, piece(), {0, {25, 25}});
  ParkGround ground;
  AmenityWalks walks;
  Pcg random(1);
  for ([[maybe_unused]] auto _ : state) {
    ground.survey(land, building, {}, LandEdge::ignored);
    walks.enumerate(ground, Kind::park, {true});
    benchmark::DoNotOptimize(walks.best_of(200, random));
  }
}
BENCHMARK(best_of_200_walks);

void judge_and_apply_a_move(benchmark::State& state) {
  const Land land = land_after(120);
  const Table table("jigsaw", true, "random");
  const auto player = table.player(2);
  const Request& request = piece();
  const Move move = player->play(request, View{.land = land, .turn = 120});
  for ([[maybe_unused]] auto _ : state) {
    Land after = land;
    benchmark::DoNotOptimize(apply_move(table.rules(), after, request, move));
  }
}
BENCHMARK(judge_and_apply_a_move);

}  // namespace
}  // namespace pentocity::bench
