#include "pentocity/search/offline.hpp"

#include <catch2/catch.hpp>

#include "pentocity/match/replay.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/search/bound.hpp"
#include "scratch.hpp"
#include "streams.hpp"

namespace pentocity {

using namespace match;
using namespace tournament;
using namespace search;

namespace {

std::vector<Request> stream(const Rules& rules, const std::string& name, std::uint64_t seed) {
  return requests_to_fill(rules, *test::make_builtin(name, seed));
}

TEST_CASE("offline: better than the player it asks, never above the bound, legal") {
  test::Scratch scratch;
  const PlayerEntry player = built_in_player("naive");
  for (Rules rules : {Rules::tournament_2016(), Rules::report()}) {
    rules.side = 14;
    for (const std::string name : {"random", "g1", "g9"}) {
      CAPTURE(rules.profile, name);
      const auto requests = stream(rules, name, 5);
      OfflineSearch search;
      search.seed = 3;
      search.work = 0;
      const GameRecord alone = play_offline(rules, requests, player, search);
      search.work = 8000;
      const GameRecord searched = play_offline(rules, requests, player, search);
      REQUIRE(searched.status == Status::ok);
      CHECK(searched.score >= alone.score + 10);
      CHECK(searched.score <= upper_bound(rules, requests).score);
      for (std::size_t i = 0; i < searched.turns.size(); ++i) REQUIRE(searched.turns[i].request == requests[i]);
      const std::string path = scratch.write("game.jsonl", trace_text({rules, "offline", name, 5, {}, 300}, searched));
      CHECK(replay_trace(read_trace(path)).empty());
    }
  }
}

TEST_CASE("offline: the game does not depend on the number of jobs, but on work and seed") {
  Rules rules = Rules::report();
  rules.side = 12;
  const auto requests = stream(rules, "random", 8);
  const PlayerEntry player = built_in_player("jigsaw");
  const auto game = [&](std::uint64_t work, std::uint64_t seed, int jobs) {
    OfflineSearch search;
    search.work = work;
    search.seed = seed;
    search.jobs = jobs;
    return trace_text({rules, "", "", 0, {}, 0}, play_offline(rules, requests, player, search));
  };
  const std::string one = game(3000, 1, 1);
  CHECK(game(3000, 1, 3) == one);
  CHECK(game(3000, 2, 1) != one);
}

TEST_CASE("offline: says so if the requests end before the game") {
  const Rules rules = Rules::report();
  auto requests = stream(rules, "random", 8);
  requests.erase(requests.begin() + 20, requests.end());
  CHECK_THROWS_AS(play_offline(rules, requests, built_in_player("naive"), {}), std::runtime_error);
}

}  // namespace
}  // namespace pentocity
