#include "pentocity/tournament/comparison.hpp"

#include <fmt/format.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/user_error.hpp"
#include "scratch.hpp"

namespace comparison_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::statistics;
using namespace pentocity::entrants;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
using Verdict = SequentialComparison::Verdict;

namespace {

// Endless 1x1 factories.
class Dots : public Sequencer {
 public:
  explicit Dots(bool adaptive) : adaptive_(adaptive) {}
  bool adaptive() const override { return adaptive_; }
  Request next(int, const Land*) override { return {Building::factory, {{0, 0}}}; }

 private:
  bool adaptive_;
};

// Scores so many points along the first row, then rejects, or crashes.
class Scorer : public PlayerSession {
 public:
  Scorer(int points, bool crashes) : points_(points), crashes_(crashes) {}
  Move play(const Request&, const View& view) override {
    Move move;
    if (view.turn < points_) {
      move.accept = true;
      move.location = {0, view.turn};
    } else if (crashes_) {
      throw std::runtime_error("as planned");
    }
    return move;
  }

 private:
  int points_;
  bool crashes_;
};

int points_of(int min, std::uint64_t player_seed) { return min + static_cast<int>(player_seed % 9); }

PlayerEntry scorer(const std::string& name, int min, int crash_every = 1'000'000) {
  PlayerEntry entry;
  entry.name = name;
  entry.made_of = "{}";
  entry.make_by([=](const Rules&, std::uint64_t seed) {
    return std::make_unique<Scorer>(points_of(min, seed), seed % static_cast<std::uint64_t>(crash_every) == 0);
  });
  return entry;
}

SequencerEntry dots(const std::string& name, bool adaptive = false) {
  SequencerEntry entry;
  entry.name = name;
  entry.made_of = "{}";
  entry.make_by([=](int, const StreamSeed&) { return std::make_unique<Dots>(adaptive); });
  return entry;
}

Config config_of(std::vector<PlayerEntry> players, std::vector<SequencerEntry> sequencers) {
  Config config;
  config.schedule.seed = 7;
  config.schedule.seeds = {1};
  for (const auto& p : players) config.schedule.players.push_back({p.name, p.identity()});
  for (const auto& s : sequencers) config.schedule.sequencers.push_back({s.name, s.identity()});
  config.players = std::move(players);
  config.sequencers = std::move(sequencers);
  return config;
}

RunOptions options_in(const Scratch& scratch, int jobs = 1) {
  RunOptions options;
  options.folder = scratch / "out";
  options.jobs = jobs;
  options.traces = TracePolicy::none;
  return options;
}

}  // namespace

TEST_CASE("a comparison judges repeats in order, whatever the jobs and whatever was there", "[comparison][threads]") {
  const Config config = config_of({scorer("a", 10), scorer("b", 9)}, {dots("s"), dots("t")});
  const SequentialComparison::Errors errors{0.05, 0.05, 1};

  // The same from the definitions, without any game.
  SequentialComparison expected(errors);
  int games = 0;
  const auto seeds = stream_seeds(7, 500);
  for (int repeat = 0; expected.verdict() == Verdict::undecided; ++repeat) {
    const std::uint64_t seed = seeds[repeat];
    expected.add(points_of(10, player_seed(seed, repeat, "a")) - points_of(9, player_seed(seed, repeat, "b")));
    games += 4;
  }

  const Scratch scratch;
  const Comparison first = compare_players(config, "a", "b", errors, 2000, options_in(scratch));
  CHECK(first.verdict == expected.verdict());
  CHECK(first.games == games);
  CHECK(first.differences.mean == Approx(expected.differences().mean));
  CHECK(first.interval == expected.interval());
  CHECK(first.paired);
  CHECK_FALSE(first.interrupted);
  CHECK(first.failed_a + first.failed_b == 0);
  CHECK(*first.fixed_games == *expected.fixed_size() * 4);

  const std::string json = to_json(first).dump();
  CHECK(to_json(compare_players(config, "a", "b", errors, 2000, options_in(scratch, 3))).dump() == json);
  const Scratch other;
  CHECK(compare_players(config, "a", "b", errors, 20, options_in(other, 4)).verdict == Verdict::undecided);
  CHECK(to_json(compare_players(config, "a", "b", errors, 2000, options_in(other, 4))).dump() == json);

  SECTION("the other way round it is the other's") {
    const Comparison turned = compare_players(config, "b", "a", errors, 2000, options_in(scratch));
    CHECK(turned.differences.mean == -first.differences.mean);
    CHECK(turned.verdict == (first.verdict == Verdict::a ? Verdict::b : first.verdict));
  }
}

TEST_CASE("failed games lose a comparison", "[comparison]") {
  const Scratch scratch;
  const Config config = config_of({scorer("sound", 1), scorer("frail", 9, 2)}, {dots("s")});
  const Comparison c = compare_players(config, "frail", "sound", {}, 2000, options_in(scratch));
  CHECK(c.failed_a > 0);
  CHECK(c.failed_b == 0);
  CHECK(c.differences.mean < 3);
  Config broken = config_of({scorer("sound", 1), scorer("frail", 9, 1)}, {dots("s")});
  CHECK(compare_players(broken, "frail", "sound", {}, 2000, options_in(Scratch())).verdict == Verdict::b);

  // A failure of the sequencer counts for neither player.
  broken.sequencers[0].make_by(
      [](int, const StreamSeed&) -> std::unique_ptr<Sequencer> { throw std::runtime_error("as planned"); });
  const Comparison nothing = compare_players(broken, "frail", "sound", {}, 100, options_in(Scratch()));
  CHECK(nothing.verdict == Verdict::undecided);
  CHECK(nothing.games == 100);
  CHECK(nothing.failed_a == 0);
  CHECK(to_json(nothing)["mean_difference"] == nullptr);
  CHECK(to_json(nothing)["ci95"] == nullptr);
}

TEST_CASE("limits of a comparison", "[comparison]") {
  const Scratch scratch;
  Config config = config_of({scorer("a", 20), scorer("b", 20)}, {dots("s", true), dots("t")});
  const Comparison all = compare_players(config, "a", "b", {0.05, 0.05, 0.01}, 43, options_in(scratch));
  CHECK(all.verdict == Verdict::undecided);
  CHECK(all.games == 40);
  CHECK_FALSE(all.interrupted);
  CHECK_FALSE(all.paired);

  config.schedule.seed.reset();
  config.schedule.seeds = {5, 6, 7};
  CHECK(compare_players(config, "a", "b", {}, 2000, options_in(Scratch())).games == 12);
  CHECK(compare_players(config, "a", "b", {}, 8, options_in(Scratch())).games == 8);
  CHECK_THROWS_AS(compare_players(config, "a", "b", {}, 3, options_in(scratch)), InputError);
  CHECK_THROWS_AS(compare_players(config, "a", "a", {}, 8, options_in(scratch)), InputError);
  CHECK_THROWS_AS(compare_players(config, "a", "c", {}, 8, options_in(scratch)), InputError);

  std::atomic<bool> interrupted{true};
  const Scratch other;
  RunOptions options = options_in(other);
  options.interrupted = &interrupted;
  CHECK(compare_players(config, "a", "b", {}, 8, options).interrupted);
}

TEST_CASE("compare: codes for scripts, if they are asked for", "[comparison]") {
  const Scratch scratch;
  const auto code = [&](const std::string& players, const std::string& options = "") {
    static int number = 0;
    return run_command(fmt::format("{} compare {} --sequencers random --exit-code --out {} {}", test::program, players,
                                   scratch / std::to_string(number++), options))
        .exit_code;
  };
  CHECK(code("diagonal naive") == 0);
  CHECK(code("naive diagonal") == 4);
  CHECK(code("naive diagonal --max-games 4") == 1);
  const std::string config = scratch.write(
      "cup.yaml",
      "players: [naive, {name: twin, player: naive}, {name: broken, command: ['false']}]\nsequencers: [random]\n"
      "repeats: 2\n");
  CHECK(code("naive twin --config " + config) == 5);
  CHECK(code("naive broken --config " + config, "--max-games 8") == 6);
  const auto run = [&](const std::string& options) {
    return run_command(fmt::format("{} run {} --out {} {}", test::program, config, scratch / "run", options)).exit_code;
  };
  CHECK(run("") == 0);
  CHECK(run("--exit-code") == 6);
  CHECK(run("--exit-code --players naive") == 0);
}

TEST_CASE("compare: new requests by one word", "[comparison]") {
  const Scratch scratch;
  std::set<std::string> folders;
  for (int i = 0; i < 3; ++i) {
    const Run run = run_command(fmt::format("cd {} && {} compare diagonal naive --sequencers random --seed new 2>&1",
                                            scratch / ".", test::program));
    CHECK(run.exit_code == 0);
    const std::string before = "pentocity: new requests: `--seed ";
    REQUIRE(run.output.starts_with(before));
    const std::string seed = run.output.substr(before.size(), run.output.find(' ', before.size()) - before.size());
    CHECK_THAT(run.output, Catch::Contains("\nResults: results/run-" + seed + "\n") && !Catch::Contains("fitted"));
    folders.insert(seed);
  }
  CHECK(folders.size() == 3);
}

TEST_CASE("compare on the command line", "[comparison]") {
  const Scratch scratch;
  const std::string compare = test::program + " compare ";
  const std::string out = " --sequencers random --out " + (scratch / "out");
  const Run better = run_command(compare + "diagonal naive --format json" + out);
  CHECK(better.exit_code == 0);
  const auto json = nlohmann::ordered_json::parse(better.output);
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"format", "a", "b", "verdict", "games", "mean_difference", "ci95", "paired",
                                         "fixed_games_needed", "losses", "failed", "invalid_moves"});
  CHECK(json["format"] == "pentocity-compare/1");
  CHECK(json["verdict"] == "a");
  CHECK(json["games"] < 100);
  CHECK(json["ci95"][0] > 0);

  const Run words = run_command(compare + "naive diagonal" + out);
  CHECK(words.exit_code == 0);
  CHECK(words.output.starts_with("diagonal is better than naive\n"));
  CHECK(run_command(compare + "naive diagonal --max-games 4" + out).exit_code == 1);
  CHECK_THAT(words.output, Catch::Contains("`--seed new` draws others"));
  CHECK(run_command(compare + "naive naive" + out).exit_code == 2);
  CHECK(run_command(compare + "naive nave" + out).output.find("did you mean 'naive'?") != std::string::npos);
  CHECK(run_command(compare + "naive diagonal").exit_code == 2);
}

}  // namespace comparison_test
