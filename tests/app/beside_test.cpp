// Two results folders side by side.
#include "pentocity/figures/beside.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/figures/scores.hpp"
#include "scratch.hpp"

namespace beside_test {

using namespace pentocity;
using namespace pentocity::figures;
using namespace pentocity::results;
using namespace pentocity::test;

namespace {

struct Game {
  std::string sequencer, player;
  int seed = 0, score = 0;
};

// A results folder with the scores of these games; -1 and -2 are failed games.
std::string folder_of(const Scratch& scratch, const std::string& name, const std::vector<Game>& games) {
  std::string csv = "sequencer,player,seed,score\n";
  for (const Game& game : games)
    csv += fmt::format("{},{},{},{}\n", game.sequencer, game.player, game.seed, game.score);
  const std::string folder = scratch / name;
  store_scores(read_scores(scratch.write(name + ".csv", csv), "score"), Rules::tournament_2016(), Failures::codes,
               folder, Fresh::own);
  return folder;
}

std::vector<Game> random_games(Pcg& random, const std::vector<std::string>& players, int seeds) {
  std::vector<Game> out;
  for (const char* sequencer : {"s", "t"})
    for (const std::string& player : players)
      for (int seed = 1; seed <= seeds; ++seed)
        out.push_back({sequencer, player, seed, random.next_int(12) == 0 ? -1 : random.next_int(6)});
  return out;
}

// Mean and squared standard error of the mean of values by stream, worked out value by value.
struct Slow {
  double mean = 0, error2 = 0;
};
Slow slow_mean(const std::map<std::string, std::vector<double>>& strata) {
  Slow out;
  for (const auto& [stream, values] : strata) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double n = static_cast<double>(values.size()), mean = sum / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
    out.mean += mean / static_cast<double>(strata.size());
    out.error2 += squares / (n - 1) / n / static_cast<double>(strata.size() * strata.size());
  }
  return out;
}
Slow slow_score(const std::vector<Game>& games, const std::string& player, const std::string& sequencer) {
  std::map<std::string, std::vector<double>> strata;
  for (const Game& game : games)
    if (game.player == player && (sequencer.empty() || game.sequencer == sequencer))
      strata[game.sequencer].push_back(game.score);
  return slow_mean(strata);
}
Slow slow_share(const std::vector<Game>& games, const std::string& a, const std::string& b) {
  std::map<std::string, std::vector<double>> strata;
  for (const Game& x : games)
    for (const Game& y : games)
      if (x.player == a && y.player == b && x.sequencer == y.sequencer && x.seed == y.seed)
        strata[x.sequencer].push_back(x.score > y.score ? 1 : x.score == y.score ? 0.5 : 0);
  return slow_mean(strata);
}

void check(const Contrast& fast, const Slow& here, const Slow& there) {
  CHECK(fast.here->mean == Approx(here.mean));
  CHECK(fast.there->mean == Approx(there.mean));
  CHECK(*fast.difference() == Approx(here.mean - there.mean).margin(1e-12));
  const double error = std::sqrt(here.error2 + there.error2);
  CHECK(*fast.error() == Approx(error).margin(1e-9));
  if (error > 1e-9) CHECK(*fast.deviation() == Approx((here.mean - there.mean) / error).margin(1e-9));
}

}  // namespace

TEST_CASE("every figure of two folders, and how far they are apart", "[beside]") {
  Pcg random(2016);
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    const Scratch scratch;
    // In another order, and with others that the first has not.
    const std::vector<Game> mine = random_games(random, {"a", "b", "c"}, 2 + random.next_int(5));
    const std::vector<Game> theirs = random_games(random, {"d", "b", "a"}, 2 + random.next_int(5));
    const Beside both = side_by_side(folder_of(scratch, "mine", mine), folder_of(scratch, "theirs", theirs));
    REQUIRE(both.here_name == "mine");
    REQUIRE(both.there_name == "theirs");
    REQUIRE(both.here.players.size() == 2);
    REQUIRE(both.there.players.size() == 2);
    const std::vector<std::string> players{"a", "b"}, sequencers{"s", "t"};
    for (std::size_t p = 0; p < 2; ++p) {
      REQUIRE(both.here.players[p].player == players[p]);
      check(both.mean(p), slow_score(mine, players[p], ""), slow_score(theirs, players[p], ""));
      for (std::size_t s = 0; s < 2; ++s)
        check(both.cell(p, s), slow_score(mine, players[p], sequencers[s]),
              slow_score(theirs, players[p], sequencers[s]));
    }
    check(both.share(0, 1), slow_share(mine, "a", "b"), slow_share(theirs, "a", "b"));
    check(both.share(1, 0), slow_share(mine, "b", "a"), slow_share(theirs, "b", "a"));

    const Slow there = slow_share(theirs, "a", "b"), here = slow_share(mine, "a", "b");
    const auto decided = decided_pairs(both);
    const double lead = std::abs(there.mean - 0.5) - 2 * std::sqrt(there.error2);
    // Six matches that were not drawn are the fewest of which equal players win all in fewer than 5% of cases.
    const MatchTally tally = tally_of(both.there, 0, 1);
    if (std::abs(lead) > 1e-9) REQUIRE(decided.size() == (lead > 0 && tally.wins + tally.losses >= 6 ? 1 : 0));
    if (!decided.empty()) {
      REQUIRE(decided[0].winner == (there.mean > 0.5 ? "a" : "b"));
      REQUIRE(decided[0].same == (there.mean > 0.5 ? here.mean > 0.5 : here.mean < 0.5));
    }
  }
}

TEST_CASE("a folder beside itself does not deviate, and without any spread a difference has no size", "[beside]") {
  const Scratch scratch;
  Pcg random(3);
  const std::string folder = folder_of(scratch, "one", random_games(random, {"a", "b"}, 4));
  const Beside same = side_by_side(folder, folder);
  for (std::size_t p = 0; p < 2; ++p) {
    CHECK(same.mean(p).deviation() == 0);
    for (std::size_t s = 0; s < 2; ++s) CHECK(same.cell(p, s).deviation() == 0);
  }
  const std::string five = folder_of(scratch, "five", {{"s", "a", 1, 5}, {"s", "a", 2, 5}});
  const std::string six = folder_of(scratch, "six", {{"s", "a", 1, 6}, {"s", "a", 2, 6}});
  CHECK(side_by_side(six, five).cell(0, 0).difference() == 1);
  CHECK(side_by_side(six, five).cell(0, 0).error() == 0);
  CHECK_FALSE(side_by_side(six, five).cell(0, 0).deviation());
  // A single game has no spread.
  const std::string single = folder_of(scratch, "single", {{"s", "a", 1, 6}});
  CHECK_FALSE(side_by_side(six, single).cell(0, 0).error());
  CHECK_FALSE(side_by_side(six, single).cell(0, 0).deviation());
}

TEST_CASE("report --beside prints and writes both", "[beside]") {
  const Scratch scratch;
  std::vector<Game> mine, theirs;
  for (int seed = 1; seed <= 4; ++seed) {
    mine.push_back({"s", "a", seed, 20 + seed});
    mine.push_back({"s", "b", seed, 10});
    theirs.push_back({"s", "a", seed, 22 + seed});
    theirs.push_back({"s", "b", seed, seed == 4 ? 30 : 9 + seed});
  }
  const std::string here = folder_of(scratch, "here", mine), there = folder_of(scratch, "there", theirs);
  const std::string call = test::program + " report '" + here + "'";
  const Run table = run_command(call + " --beside '" + there + "' --format table");
  CHECK(table.exit_code == 0);
  // 22.5 less 24.5 of two samples with variance 5/3: 2 / sqrt(5/6); 4:0 is one of 3:1 off, whose error is 1/4.
  CHECK(table.output ==
        "here: here, there: there\n"
        "\n"
        "                               a     b\n"
        "mean score\n"
        "  s                  there  24.5* 15.8\n"
        "                     here   22.5* 10.0\n"
        "                     errors -2.2  -1.2\n"
        "  mean               there  24.5* 15.8\n"
        "                     here   22.5* 10.0\n"
        "                     errors -2.2  -1.2\n"
        "  difference                -2.0  -5.8\n"
        "  its standard error         0.9   4.8\n"
        "\n"
        "median score\n"
        "  there                     24.5  11.5\n"
        "  here                      22.5  10.0\n"
        "\n"
        "                               a     b\n"
        "matches won : lost, the line against the column\n"
        "  a                  there         3:1*\n"
        "                     here          4:0*\n"
        "                     errors       +1.0\n"
        "  b                  there   1:3\n"
        "                     here    0:4\n"
        "                     errors -1.0\n"
        "\n"
        "* best of its line, or winner of the pair\n"
        "errors: the figure here less the one there, in standard errors of that difference\n"
        "\n"
        "2 mean scores: 2 deviate by more than one standard error, 1 by more than two, 0 by more than three\n"
        "1 pair: 0 deviate by more than one standard error, 0 by more than two, 0 by more than three\n"
        "decided there by more than two standard errors: 0 pairs; same winner here: 0\n");
  const auto json = nlohmann::json::parse(run_command(call + " --beside '" + there + "' --format json").output);
  CHECK(json["format"] == "pentocity-beside/1");
  CHECK(json["cells"][0]["difference"] == -2.0);
  CHECK(json["pairs"][0]["matches"]["there"] == nlohmann::json{{"wins", 3}, {"losses", 1}, {"draws", 0}});
  CHECK(json["sequencers"][0]["winner"] == nlohmann::json{{"here", "a"}, {"there", "a"}});
  // Alone: the table of a run, and the matches.
  const Run alone = run_command(call + " --format table");
  CHECK(alone.output.find("matches won : lost") != std::string::npos);
  CHECK(alone.output.find("  a      4:0  0-0-1\n  b 0:4       0-0-1\n") != std::string::npos);

  const std::string other = folder_of(scratch, "other", {{"s", "c", 1, 6}});
  const Run none = run_command(call + " --format table --beside '" + other + "'");
  CHECK(none.exit_code == 2);
  CHECK(none.output == fmt::format("pentocity: {} and {} have no player of the same name\n", here, other));
  CHECK(run_command(call + " --beside '" + scratch / "nothing" + "'").exit_code == 2);
}

}  // namespace beside_test
