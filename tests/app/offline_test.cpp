#include "pentocity/search/offline.hpp"

#include <cstdio>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/search/bound.hpp"
#include "scratch.hpp"
#include "streams.hpp"

namespace pentocity::offline_test {

using namespace match;
using namespace entrants;
using namespace search;

namespace {

std::vector<Request> stream(const Rules& rules, const std::string& name, std::uint64_t seed) {
  return requests_to_fill(rules, *test::make_builtin(name, seed));
}

TEST_CASE("offline: better than the player it asks, never above the bound, legal", "[long]") {
  test::Scratch scratch;
  for (Rules rules : {Rules::tournament_2016(), Rules::report()}) {
    rules.side = 14;
    for (const auto& [name, player] : {std::pair("random", built_in_player("naive")),
                                       {"g1", built_in_player("naive")},
                                       {"g9", built_in_player("naive")},
                                       {"random", built_in_player("planner-fast")},
                                       {"tailheavy", built_in_player("planner")}}) {
      CAPTURE(rules.profile, name, player.name);
      const auto requests = stream(rules, name, 5);
      OfflineSearch search;
      search.seed = 3;
      search.work = 0;
      const GameRecord alone = play_offline(rules, requests, player, search);
      search.work = 8000;
      const GameRecord searched = play_offline(rules, requests, player, search);
      REQUIRE(searched.status == Status::ok);
      CHECK(searched.score >= alone.score + (player.name == "naive" ? 10 : 1));
      CHECK(searched.score <= upper_bound(rules, requests).score);
      for (std::size_t i = 0; i < searched.turns.size(); ++i) REQUIRE(searched.turns[i].request == requests[i]);
      const std::string path = scratch.write("game.jsonl", trace_text({rules, "offline", name, 5, {}, 300}, searched));
      CHECK(replay_trace(read_trace(path)).empty());
    }
  }
}

TEST_CASE("offline: the game does not depend on the number of jobs, but on work and seed", "[threads][long]") {
  Rules rules = Rules::report();
  rules.side = 12;
  const auto requests = stream(rules, "random", 8);
  const auto game = [&](const std::string& player, std::uint64_t work, std::uint64_t seed, int jobs) {
    OfflineSearch search;
    search.work = work;
    search.seed = seed;
    search.jobs = jobs;
    return trace_text({rules, "", "", 0, {}, 0}, play_offline(rules, requests, built_in_player(player), search));
  };
  const std::string one = game("jigsaw", 3000, 1, 1);
  CHECK(game("jigsaw", 3000, 1, 3) == one);
  CHECK(game("jigsaw", 3000, 2, 1) != one);
  // A beam draws nothing at random; with so much work its game is better than the player's own.
  const std::string beam = game("planner-fast", 6000, 1, 1);
  CHECK(game("planner-fast", 6000, 1, 3) == beam);
  CHECK(game("planner-fast", 6000, 2, 1) == beam);
  CHECK(game("planner-fast", 0, 1, 1) != beam);
}

// Proposals are legal, sorted, and the same from every object that met the same requests.
TEST_CASE("offline: what planners propose can be played") {
  Rules rules = Rules::report();
  rules.side = 20;
  const auto requests = stream(rules, "random", 4);
  for (const std::string name : {"planner-fast", "planner"}) {
    const auto first = built_in_player(name).make(rules, 1), second = built_in_player(name).make(rules, 2);
    REQUIRE(first->proposer() != nullptr);
    Game game(rules);
    std::size_t proposed = 0;
    for (std::size_t turn = 0; !game.over(); ++turn) {
      first->proposer()->foresee(std::span(requests).subspan(turn));
      second->proposer()->foresee(std::span(requests).subspan(turn));
      const auto proposals = first->proposer()->propose(requests[turn], game.land());
      const auto same = second->proposer()->propose(requests[turn], game.land());
      REQUIRE(proposals.size() == same.size());
      proposed += proposals.size();
      for (std::size_t i = 0; i < proposals.size(); ++i) {
        CHECK(proposals[i].value == same[i].value);
        if (i > 0) CHECK(proposals[i - 1].value >= proposals[i].value);
        Land copy = game.land();
        CHECK_FALSE(apply_move(rules, copy, requests[turn], proposals[i].move).fault);
      }
      game.answer(requests[turn], proposals.empty() ? Move::reject() : proposals.front().move);
    }
    CHECK(proposed > 100);
  }
  CHECK(built_in_player("naive").make(rules, 1)->proposer() == nullptr);
}

TEST_CASE("offline: no game that is found is worse than the player's own", "[long]") {
  Rules rules = Rules::report();
  rules.side = 14;
  const auto requests = stream(rules, "random", 8);
  const PlayerEntry weak = built_in_player("naive"), strong = built_in_player("jigsaw");
  OfflineSearch search;
  search.work = 0;
  const GameRecord worse = play_offline(rules, requests, weak, search),
                   better = play_offline(rules, requests, strong, search);
  REQUIRE(worse.score < better.score);
  for (const Turn& turn : better.turns) search.own.push_back(turn.move);
  CHECK(play_offline(rules, requests, weak, search).score == better.score);
  search.own.clear();
  for (const Turn& turn : worse.turns) search.own.push_back(turn.move);
  CHECK(play_offline(rules, requests, strong, search).score == better.score);

  const auto run = test::run_command(test::program +
                                     " offline random --seed 869 --rules tournament-2016 --player planner --work 0 "
                                     "--rearrange 0");
  CAPTURE(run.output);
  int own = 0, found = 0;
  REQUIRE(std::sscanf(run.output.c_str(), "planner %d %*f %% offline with planner %d", &own, &found) == 2);
  CHECK(own == 2462);
  CHECK(found == 2462);
}

TEST_CASE("offline: an interrupted beam ends with a whole game") {
  Rules rules = Rules::tournament_2016();
  rules.side = 14;
  const auto requests = stream(rules, "random", 8);
  std::atomic<bool> stop = false;
  OfflineSearch search;
  search.work = 400;
  search.interrupted = &stop;
  search.progress = [&](int turn, int) { stop = turn == 3; };
  const GameRecord record = play_offline(rules, requests, built_in_player("planner-fast"), search);
  CHECK(record.status == Status::ok);
  CHECK(record.rejects == rules.max_rejects);
}

TEST_CASE("offline: a player that fails is told from where, and one that fails at times goes on from its own game") {
  const test::Scratch scratch;
  const std::string script = scratch.write("fails.sh", "#!/bin/sh\necho no >&2\nexit 3\n");
  std::filesystem::permissions(script, std::filesystem::perms(0755));
  const auto run = test::run_command(test::program + " offline random --player " + script);
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.output,
             Catch::Contains("player 'fails' cannot play on for the search: its own game ended crashed (") &&
                 Catch::Contains(") before its first turn"));

  const Rules rules = Rules::report();
  const auto requests = stream(rules, "random", 8);
  OfflineSearch search{.work = 0, .seed = 5};
  const GameRecord whole = play_offline(rules, requests, built_in_player("naive"), search);
  PlayerEntry sometimes = built_in_player("naive");
  sometimes.make_by([](const Rules& r, std::uint64_t seed) {
    if (seed == 5) throw ParticipantFailed(Status::crashed, "gave up");
    return built_in_player("naive").make(r, seed);
  });
  CHECK_THROWS_AS(play_offline(rules, requests, sometimes, search), ParticipantFailed);
  for (const Turn& turn : whole.turns) search.own.push_back(turn.move);
  CHECK(play_offline(rules, requests, sometimes, search).score == whole.score);
}

TEST_CASE("offline: says so if the requests end before the game") {
  const Rules rules = Rules::report();
  auto requests = stream(rules, "random", 8);
  requests.erase(requests.begin() + 20, requests.end());
  CHECK_THROWS_AS(play_offline(rules, requests, built_in_player("naive"), {}), std::runtime_error);
}

}  // namespace
}  // namespace pentocity::offline_test
