// Claims of configs: read, judged, and a folder of them played.
#include "pentocity/figures/claims.hpp"

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/tournament/config.hpp"
#include "scratch.hpp"

namespace claims_test {

using namespace pentocity;
using namespace pentocity::statistics;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;

namespace {

const std::string binary = test::program;

GameRow game_of(const std::string& player, const std::string& sequencer, int repeat, int score, int road = 0,
                std::optional<double> utility = std::nullopt) {
  GameRow row;
  row.player = player;
  row.sequencer = sequencer;
  row.repeat = repeat;
  row.score = score;
  row.metrics.road = road;
  row.metrics.utility = utility;
  row.turns = 1;
  return row;
}

Claim claim_about(std::vector<std::string> players, std::optional<double> min = {}, std::optional<double> max = {}) {
  Claim claim;
  claim.idea = "idea";
  claim.compare = std::move(players);
  claim.min = min;
  claim.max = max;
  return claim;
}

std::string complaint(const std::string& claims) {
  const Scratch scratch;
  const std::string path = scratch.write("c.yaml", "players: [naive, diagonal]\nsequencers: [g6]\n" + claims);
  try {
    load_config(path);
  } catch (const InputError& e) {
    return std::string(e.what()).substr(path.size());
  }
  return "no complaint";
}

const std::string small = "rules: {profile: report, side: 12}\nrepeats: 30\nplayers: [naive, diagonal]\n";

}  // namespace

TEST_CASE("a verdict is what the whole interval says", "[claims]") {
  using V = ClaimVerdict;
  const auto verdict = [](double low, double high, std::optional<double> min, std::optional<double> max) {
    return judge(Interval{low, high}, min, max);
  };
  CHECK(verdict(1, 2, 0, {}) == V::holds);
  CHECK(verdict(1, 2, 1, 2) == V::holds);
  CHECK(verdict(1, 2, 1.5, {}) == V::undecided);
  CHECK(verdict(1, 2, {}, 1.5) == V::undecided);
  CHECK(verdict(1, 2, 2.5, {}) == V::contradicted);
  CHECK(verdict(1, 2, {}, 0.5) == V::contradicted);
  CHECK(verdict(1, 2, 3, 4) == V::contradicted);
  CHECK(verdict(-5, 5, -1, 1) == V::undecided);
  CHECK(verdict(1, 2, {}, {}) == V::none);
  CHECK(judge(std::nullopt, 0, {}) == V::undecided);
  CHECK(judge(std::nullopt, {}, {}) == V::none);
}

TEST_CASE("figures of claims", "[claims]") {
  // Repeats of a: 10, 20, 30, 40 on s and 0 on t; of b: 9, 18, 27 and a failed game, and 4 on t.
  ClaimJudge judge({"a", "b"}, {"s", "t"}, 4);
  for (int k = 3; k >= 0; --k) {
    judge.add(game_of("a", "s", k, 10 * (k + 1), 100 + k, 1.5 + k));
    judge.add(game_of("a", "t", k, 0, 100, 0.5));
    judge.add(game_of("b", "t", k, 4));
    GameRow last = game_of("b", "s", k, 9 * (k + 1));
    if (k == 3) last.status = Status::crashed;
    judge.add(last);
  }
  const Finding alone = judge.find(claim_about({"a"}, 12, 13));
  CHECK(alone.count == 4);
  CHECK(*alone.figure == Approx(12.5));  // means of the two sequencers: 5, 10, 15, 20
  CHECK(alone.verdict == ClaimVerdict::undecided);
  // Student's t for three degrees of freedom.
  CHECK(alone.interval->high - 12.5 == Approx(3.182446 * std::sqrt(125.0 / 3 / 4)));

  const Finding pair = judge.find(claim_about({"a", "b"}, {}, 0));
  CHECK(pair.count == 3);             // the failed game counts in no difference
  CHECK(*pair.figure == Approx(-1));  // -1.5, -1, -0.5
  CHECK(pair.interval->high == Approx(-1 + 4.302653 * std::sqrt(0.25 / 3)));
  CHECK(pair.verdict == ClaimVerdict::undecided);

  Claim road = claim_about({"a"}, 99);
  road.metric = "road";
  CHECK(*judge.find(road).figure == Approx(100.75));
  CHECK(judge.find(road).verdict == ClaimVerdict::holds);

  Claim every = claim_about({"a"}, 1.5);
  every.metric = "utility";
  every.statistic = Statistic::every;
  CHECK(*judge.find(every).figure == Approx(1));
  CHECK(judge.find(every).interval == Interval{1, 2.5});
  CHECK(judge.find(every).verdict == ClaimVerdict::contradicted);
  every.min = 1;
  CHECK(judge.find(every).verdict == ClaimVerdict::holds);
  every.min.reset();
  every.max = 2;
  CHECK(*judge.find(every).figure == Approx(2.5));
  CHECK(judge.find(every).verdict == ClaimVerdict::contradicted);

  // Players without the metric, and without games.
  road.metric = "utility";
  road.compare = {"b"};
  CHECK(judge.find(road).count == 0);
  CHECK(!judge.find(road).figure);
  CHECK(judge.find(road).verdict == ClaimVerdict::undecided);
  CHECK_THROWS_AS(judge.add(game_of("a", "s", 4, 1)), std::invalid_argument);
  CHECK_THROWS_AS(judge.add(game_of("c", "s", 0, 1)), std::invalid_argument);
}

TEST_CASE("a difference less another, and players on other requests", "[claims]") {
  ClaimJudge judge({"a", "b", "c"}, {"s"}, 400);
  Pcg random(5);
  for (int k = 0; k < 400; ++k) {
    const int requests = random.next_int(100), more = random.next_int(4);
    judge.add(game_of("a", "s", k, requests + 20));
    judge.add(game_of("b", "s", k, requests + 10 + more));
    judge.add(game_of("c", "s", k, requests));
  }
  const Finding gains = judge.find(claim_about({"b", "c", "a", "b"}, 0));
  CHECK(*gains.figure == Approx(3).margin(0.5));  // 11.5 less 8.5
  CHECK(gains.verdict == ClaimVerdict::holds);

  Claim claim = claim_about({"a", "b"});
  const Finding paired = judge.find(claim);
  claim.paired = false;
  const Finding apart = judge.find(claim);
  CHECK(*apart.figure == Approx(*paired.figure));
  const auto width = [](const Finding& f) { return f.interval->high - f.interval->low; };
  // By hand: deviations of 1.1 for the pairs, of 29 * sqrt(2) for others.
  CHECK(width(apart) > 25 * width(paired));
}

TEST_CASE("the lead of one player over all others", "[claims]") {
  ClaimJudge judge({"a", "b", "c"}, {"s", "t"}, 8, Failures::codes);
  for (int k = 0; k < 8; ++k) {
    for (const char* s : {"s", "t"}) {
      judge.add(game_of("a", s, k, 100));
      judge.add(game_of("b", s, k, 90 + 2 * (k % 4)));  // 10, 8, 6, 4 behind
    }
    judge.add(game_of("c", "s", k, 101 - k % 4));  // -1, 0, 1, 2 behind
    GameRow failed = game_of("c", "t", k, 5000);
    failed.status = Status::timeout;
    judge.add(failed);  // counts as -1 and wins nothing
  }
  Claim lead = claim_about({"a"}, 0);
  lead.statistic = Statistic::lead;
  CHECK(*judge.find(lead).figure == Approx(7));
  CHECK(judge.find(lead).verdict == ClaimVerdict::holds);
  lead.sequencers = {"s"};
  const Finding close = judge.find(lead);
  CHECK(*close.figure == Approx(0.5));
  CHECK(close.count == 8);
  const auto interval_of = [](std::vector<double> values) { return *sample_of(values).interval(); };
  CHECK(close.interval->low == Approx(interval_of({-1, 0, 1, 2, -1, 0, 1, 2}).low));
  CHECK(close.interval->high == Approx(interval_of({-1, 0, 1, 2, -1, 0, 1, 2}).high));
  CHECK(close.verdict == ClaimVerdict::undecided);
  // The second is ahead of c, but not of a.
  lead.compare = {"b"};
  lead.sequencers = {"t"};
  CHECK(judge.find(lead).verdict == ClaimVerdict::contradicted);

  Claim wins = claim_about({"a", "c"}, 0.5);
  wins.metric = "wins";
  CHECK(*judge.find(wins).figure == Approx(0.8125));  // 0, 1/2, 1 and 1 on s, always on t
  wins.sequencers = {"s"};
  CHECK(*judge.find(wins).figure == Approx(0.625));
  wins.statistic = Statistic::lead;
  wins.compare = {"a"};
  CHECK(*judge.find(wins).figure == Approx(0.625));
  CHECK(table_text({judge.find(wins)}).find("0.625  0.2") != std::string::npos);

  // Without the codes the repeats with failed games have no score, but still matches.
  ClaimJudge apart({"a", "c"}, {"t"}, 1);
  GameRow failed = game_of("c", "t", 0, 5000);
  failed.status = Status::timeout;
  apart.add(failed);
  apart.add(game_of("a", "t", 0, 100));
  CHECK(apart.find(claim_about({"a", "c"})).count == 0);
  wins = claim_about({"a", "c"});
  wins.metric = "wins";
  CHECK(*apart.find(wins).figure == 1);
}

TEST_CASE("nobody leads by few games, or without a score in each", "[claims]") {
  const auto lead_of = [](int repeats, Failures failures, Status last) {
    ClaimJudge judge({"a", "b"}, {"s"}, repeats, failures);
    for (int k = 0; k < repeats; ++k) {
      judge.add(game_of("a", "s", k, 100));
      GameRow other = game_of("b", "s", k, 90);
      if (k + 1 == repeats) other.status = last;
      judge.add(other);
    }
    Claim lead = claim_about({"a"}, 0);
    lead.statistic = Statistic::lead;
    const Claim pair = claim_about({"a", "b"}, 0);
    Claim every = claim_about({"b"}, {}, 95);
    every.statistic = Statistic::every;
    Claim beyond = every;
    beyond.max = 50;
    CHECK(judge.find(beyond).verdict == ClaimVerdict::contradicted);  // one game is enough
    CHECK(judge.find(pair).verdict == judge.find(lead).verdict);
    return std::pair(judge.find(lead).verdict, judge.find(every).verdict);
  };
  using V = ClaimVerdict;
  CHECK(lead_of(2, Failures::apart, Status::ok) == std::pair(V::undecided, V::holds));
  CHECK(lead_of(5, Failures::apart, Status::ok) == std::pair(V::undecided, V::holds));
  CHECK(lead_of(6, Failures::apart, Status::ok) == std::pair(V::holds, V::holds));
  CHECK(lead_of(20, Failures::apart, Status::crashed) == std::pair(V::undecided, V::undecided));
  CHECK(lead_of(20, Failures::apart, Status::sequencer_failed) == std::pair(V::undecided, V::undecided));
  CHECK(lead_of(20, Failures::zero, Status::crashed) == std::pair(V::holds, V::holds));
}

TEST_CASE("how far apart trials fall", "[claims]") {
  Pcg random(17);
  const auto normal = [&random] {  // near enough: the sum of twelve even ones
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += random.next_double();
    return sum;
  };
  ClaimJudge judge({"a"}, {"s"}, 60'000);
  for (int k = 0; k < 60'000; ++k)
    judge.add(game_of("a", "s", k, 2000 + static_cast<int>(std::lround(300 * normal()))));
  Claim claim = claim_about({"a"}, {}, 400);
  claim.statistic = Statistic::trials;
  claim.trial = 10;
  claim.other_trial = 50;
  const Finding found = judge.find(claim);
  CHECK(found.count == 1000);
  // 1.96 deviations of a difference of means.
  const double expected = 1.96 * 300 * std::sqrt(1.0 / 10 + 1.0 / 50);
  CHECK(*found.figure == Approx(expected).epsilon(0.1));
  CHECK(found.interval->low < expected);
  CHECK(found.interval->high > expected);
  CHECK(found.verdict == ClaimVerdict::holds);
  claim.max = 150;
  CHECK(judge.find(claim).verdict == ClaimVerdict::contradicted);
  claim.trial = 30'000;
  claim.other_trial = 30'000;
  CHECK(judge.find(claim).count == 1);
  CHECK(judge.find(claim).verdict == ClaimVerdict::undecided);
}

TEST_CASE("the interval of a quantile holds it 19 times in 20", "[claims]") {
  Pcg random(23);
  int held = 0;
  constexpr int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    CAPTURE(round);
    std::vector<double> values(200);
    for (double& value : values) value = random.next_double();
    std::sort(values.begin(), values.end());
    const auto interval = quantile_interval(values, 0.95);
    REQUIRE(interval);
    held += interval->low <= 0.95 && 0.95 <= interval->high;
  }
  CHECK(held > 0.945 * rounds);
  CHECK(held < 0.985 * rounds);  // 200 values have no interval of 95% sharp
  CHECK(!quantile_interval(std::vector<double>(71, 1.0), 0.95));
  CHECK(quantile_interval(std::vector<double>(72, 1.0), 0.95));
  CHECK(!quantile_interval({}, 0.5));
}

TEST_CASE("wrong claims are one line with their place", "[claims]") {
  const auto one = [](const std::string& text) { return complaint("claims:\n- {" + text + "}\n"); };
  CHECK(one("idea: x, compare: [naive]") == "no complaint");
  CHECK(one("idea: x, claim: y, compare: [naive, diagonal], metric: road, expect: {min: -1.5, max: 2}") ==
        "no complaint");
  CHECK(one("idea: x, compare: [naive, diagonal], trials: [10, 50], paired: false") == "no complaint");
  CHECK(complaint("claims: []\n") == ":3:9: the list is empty");
  CHECK(complaint("claims: 3\n") == ":3:9: 'claims' must be a list, not '3'");
  CHECK(complaint("slow: maybe\n") == ":3:7: 'slow' must be true or false, not 'maybe'");
  CHECK(one("compare: [naive]") == ":4:3: the key 'idea' is missing");
  CHECK(one("idea: x") == ":4:3: the key 'compare' is missing");
  CHECK(one("idea: x, compare: naive") == ":4:22: 'compare' must be a list, not 'naive'");
  CHECK(one("idea: x, compare: [naiv]") == ":4:23: there is no player 'naiv', did you mean 'naive'?");
  CHECK(one("idea: x, compare: [naive, naive, naive]") ==
        ":4:22: 'compare' takes one player, two, or four (a difference less another), not 3");
  CHECK(one("idea: x, compare: [naive], metrik: road") == ":4:31: unknown key 'metrik', did you mean 'metric'?");
  CHECK(one("idea: x, compare: [naive], metric: raod") == ":4:39: there is no metric 'raod', did you mean 'road'?");
  CHECK(one("idea: x, compare: [naive], expect: 5") == ":4:39: 'expect' must be a mapping, not '5'");
  CHECK(one("idea: x, compare: [naive], expect: {}") == ":4:39: 'expect' takes min, max or both");
  CHECK(one("idea: x, compare: [naive], expect: {min: big}") == ":4:45: 'min' must be a number, not 'big'");
  CHECK(one("idea: x, compare: [naive], expect: {least: 2}") == ":4:40: unknown key 'least'; known are min, max");
  CHECK(one("idea: x, compare: [naive], expect: {min: 2, max: 1}") == ":4:39: 'min' is 2, more than 'max', 1");
  CHECK(one("idea: x, compare: [naive], every: true, expect: {min: 1, max: 2}") ==
        ":4:52: with 'every' either 'min' or 'max' can be expected, not both");
  CHECK(one("idea: x, compare: [naive], every: true, trials: [1, 2]") ==
        ":4:52: 'trials' and 'every' exclude each other");
  CHECK(one("idea: x, compare: [naive], trials: [10]") ==
        ":4:39: 'trials' takes two numbers of repeats, such as [50, 50]");
  CHECK(one("idea: x, compare: [naive], trials: [10, 0]") ==
        ":4:44: 'trials' must be an integer from 1 to 100000, not '0'");
  CHECK(one("idea: x, compare: [naive], lead: true, metric: wins, sequencers: [g6], expect: {min: 0.5}") ==
        "no complaint");
  CHECK(one("idea: x, compare: [naive, diagonal], lead: true") ==
        ":4:22: with 'lead', 'compare' takes one player, not 2");
  CHECK(one("idea: x, compare: [naive], lead: true, every: true") ==
        ":4:50: 'lead' excludes 'every', 'trials' and 'paired'");
  CHECK(one("idea: x, compare: [naive], metric: wins") == ":4:39: 'wins' is for a comparison of two players");
  CHECK(one("idea: x, compare: [naive], sequencers: [g5]") == ":4:44: there is no sequencer 'g5', did you mean 'g6'?");
  CHECK(one("idea: x, compare: [naive], paired: false") == ":4:39: 'paired: false' is for a comparison of two players");
}

TEST_CASE("claims of players and sequencers that are not selected are left out", "[claims]") {
  const Scratch scratch;
  const std::string path = scratch.write(
      "c.yaml",
      small + "sequencers: [g6]\nclaims:\n- {idea: x, compare: [naive]}\n- {idea: y, compare: [naive, diagonal]}\n");
  CHECK(load_config(path).claims.size() == 2);
  const Config config = load_config(path, {{"naive"}, {}, {}, {}});
  REQUIRE(config.claims.size() == 1);
  CHECK(config.claims[0].idea == "x");
  const std::string leads =
      scratch.write("d.yaml", small + "sequencers: [g6, g2]\nclaims:\n- {idea: x, compare: [naive], lead: true}\n" +
                                  "- {idea: y, compare: [naive], sequencers: [g2]}\n");
  CHECK(load_config(leads).claims.size() == 2);
  CHECK(load_config(leads, {{"naive"}, {}, {}, {}}).claims.size() == 1);
  CHECK(load_config(leads, {{}, {"g6"}, {}, {}}).claims.size() == 1);
}

TEST_CASE("run: a folder is all its configs, with one table of claims", "[claims]") {
  const Scratch scratch;
  scratch.write(
      "set/b.yaml",
      small +
          "sequencers: [random]\nclaims:\n"
          "  - {idea: Diagonals over rows, claim: better, compare: [diagonal, naive], expect: {min: 0}}\n"
          "  - {idea: Rows over diagonals, claim: far better, compare: [naive, diagonal], expect: {min: 50}}\n");
  scratch.write("set/a.yaml", small + "sequencers: [g6]\n");
  scratch.write("set/c.yaml",
                "slow: true\n" + small + "sequencers: [g2]\nclaims:\n- {idea: Slow one, compare: [naive]}\n");
  scratch.write("set/within/d.yaml", "no config");
  scratch.write("set/notes.txt", "none either");
  const std::string call = "cd '" + scratch / "" + "' && " + binary + " run set";

  const Run dry = run_command(call + " --dry-run");
  CHECK(dry.exit_code == 0);
  CHECK(dry.output.find("60 games, 60 to play, results in results/set/a") != std::string::npos);
  CHECK(!std::filesystem::exists(scratch / "results"));

  const Run first = run_command(call + "/");
  INFO(first.output);
  CHECK(first.exit_code == 0);
  CHECK(first.output.find("mean score") != std::string::npos);  // of a, which claims nothing
  CHECK(first.output.find("\nb\n  Diagonals over rows") != std::string::npos);
  CHECK(first.output.find("holds\n") != std::string::npos);
  CHECK(first.output.find("contradicted\n") != std::string::npos);
  CHECK(first.output.find("Left out because they are slow: c; --slow plays them, too\n") != std::string::npos);
  CHECK(!std::filesystem::exists(scratch / "results/set/c"));

  // Again: nothing is played, and the table is the same; with the slow one there is a line more.
  CHECK(run_command(call).output == first.output);
  const Run all = run_command(call + " --slow");
  CHECK(all.output.find("\nc\n  Slow one") != std::string::npos);
  CHECK(all.output.find("Left out") == std::string::npos);

  const Run text = run_command(call + " --format json 2>/dev/null");
  const auto json = nlohmann::json::parse(text.output);
  CHECK(json["format"] == "pentocity-claims/1");
  CHECK(json["left_out"] == std::vector<std::string>{"c"});
  REQUIRE(json["claims"].size() == 2);
  CHECK(json["claims"][0]["config"] == "b");
  CHECK(json["claims"][0]["count"] == 30);
  CHECK(json["claims"][0]["verdict"] == "holds");
  CHECK(json["claims"][0]["ci95"][0] > 0);
  CHECK(json["claims"][0]["expect"] == nlohmann::json{{"min", 0.0}, {"max", nullptr}});
  CHECK(json["claims"][1]["figure"].get<double>() == Approx(-json["claims"][0]["figure"].get<double>()));
  CHECK(json["claims"][1]["verdict"] == "contradicted");
  const Run csv = run_command(call + " --format csv 2>/dev/null");
  CHECK(csv.output.rfind("config,idea,claim,metric,statistic,count,figure,", 0) == 0);
  CHECK(csv.output.find("\n\"b\",\"Diagonals over rows\",\"better\",score,mean,30,") != std::string::npos);

  // One config alone, even a slow one: its summary, and its claims below.
  const Run one = run_command(call + "/c.yaml");
  CHECK(one.output.find("mean score") != std::string::npos);
  CHECK(one.output.find("Slow one") != std::string::npos);

  const Run shard = run_command(call + " --shard 0/2");
  CHECK(shard.exit_code == 2);
  CHECK(shard.output == "pentocity: --shard: the configs of a folder are played whole; name one of them\n");
  const Run none = run_command(binary + " run '" + scratch / "set/within/.." + "/../results'");
  CHECK(none.exit_code == 2);
  CHECK(none.output.find("the folder has no configs, *.yaml") != std::string::npos);
}

TEST_CASE("the configs of the report can be read, and claim something", "[claims]") {
  std::size_t claims = 0;
  for (const std::string& path : configs_in(test::sources + "/configs/report")) {
    INFO(path);
    const Config config = load_config(path);
    CHECK(config.schedule.rules == Rules::tournament_2016());
    CHECK(config.schedule.repeats() >= 50);
    CHECK(!config.claims.empty());
    claims += config.claims.size();
  }
  CHECK(claims >= 60);
}

}  // namespace claims_test
