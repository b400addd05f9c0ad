#include "pentocity/search/tuning.hpp"

#include <cmath>
#include <functional>
#include <numeric>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/search/separable_cma.hpp"
#include "scratch.hpp"

namespace pentocity::tuning_test {

using namespace search;

namespace {

using test::bytes_of;
using test::Scratch;

// The least value found of f(x) = sum of (scale_i * x_i)^2, from (3, 3, ...) on.
double minimised(const std::vector<double>& scales, int generations, std::uint64_t seed) {
  SeparableCma search(std::vector<double>(scales.size(), 3),
                      SeparableCma::usual_population(static_cast<int>(scales.size())));
  const auto f = [&](const std::vector<double>& x) {
    return std::transform_reduce(x.begin(), x.end(), scales.begin(), 0.0, std::plus<>(),
                                 [](double a, double b) { return a * b * a * b; });
  };
  Pcg random(seed);
  for (int g = 0; g < generations; ++g) {
    const auto candidates = search.draw(random);
    std::vector<double> values;
    for (const auto& candidate : candidates) values.push_back(f(candidate));
    search.learn(candidates, values);
  }
  return f(search.state().mean);
}

TEST_CASE("the evolution strategy finds the minimum of a sphere and of an ellipsoid along the axes") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CHECK(minimised(std::vector<double>(10, 1), 250, seed) < 1e-9);
    std::vector<double> scales;
    for (int i = 0; i < 20; ++i) scales.push_back(std::pow(1000.0, i / 19.0));
    CHECK(minimised(scales, 900, seed) < 1e-9);
  }
}

TEST_CASE("the evolution strategy: only the order of values counts") {
  const auto mean_after = [](double (*of)(double)) {
    SeparableCma search({1, 2, 3}, 8);
    Pcg random(7);
    for (int g = 0; g < 30; ++g) {
      const auto candidates = search.draw(random);
      std::vector<double> values;
      for (const auto& x : candidates) values.push_back(of(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]));
      search.learn(candidates, values);
    }
    return search.state().mean;
  };
  CHECK(mean_after([](double v) { return v; }) == mean_after([](double v) { return std::log(v) * 5 - 3; }));
  CHECK_THROWS_AS(SeparableCma(std::vector<double>(), 8), std::invalid_argument);
  CHECK_THROWS_AS(SeparableCma(std::vector<double>{1}, 3), std::invalid_argument);
}

// A search of six generations on a small land, short enough for a test.
std::string small_config(int evaluations,
                         const std::string& options = "{road_cell.early: {scale: 0.5}, sites: {scale: 4}}",
                         const std::string& validation = "{sequencers: [random], seed: 2, repeats: 3}") {
  return "rules: {profile: report, side: 14}\nplayer: planner-fast\nevaluations: " + std::to_string(evaluations) +
         "\npopulation: 6\ntraining: {sequencers: [random, g1], seed: 1, repeats: 4, games: 2}\nvalidation: " +
         validation + "\noptions: " + options + "\n";
}

TEST_CASE("tune: the same for any number of jobs, and with an interruption", "[threads][long]") {
  const Scratch scratch;
  const TuningConfig config = load_tuning(scratch.write("small.yaml", small_config(36)));
  CHECK(config.options.size() == 2);
  CHECK(config.options[1].spec.name == "sites");
  const auto run = [&](const TuningConfig& c, const std::string& folder, int jobs) {
    TuningOptions options;
    options.folder = scratch / folder;
    options.jobs = jobs;
    return tune(c, options);
  };
  const TuningResult one = run(config, "one", 1), two = run(config, "two", 2);
  REQUIRE(one.finished);
  CHECK(one.evaluations == 36);
  for (const char* file : {"/checkpoint.json", "/tuned.yaml"}) {
    CHECK_FALSE(bytes_of(scratch / "one" + file).empty());
    CHECK(bytes_of(scratch / "one" + file) == bytes_of(scratch / "two" + file));
  }
  REQUIRE(one.rows.size() == 1);
  CHECK(one.rows[0].difference.count == 3);
  CHECK(one.rows[0].after - one.rows[0].before == Approx(one.rows[0].difference.mean));
  CHECK(one.rows[0].after == two.rows[0].after);

  // A shorter search that a longer one goes on with.
  const TuningConfig shorter = load_tuning(scratch.write("small.yaml", small_config(12)));
  run(shorter, "steps", 1);
  CHECK(bytes_of(scratch / "steps/tuned.yaml") != bytes_of(scratch / "one/tuned.yaml"));
  std::atomic<bool> stop{true};
  TuningOptions options;
  options.folder = scratch / "steps";
  options.interrupted = &stop;
  CHECK_FALSE(tune(config, options).finished);
  run(config, "steps", 2);
  CHECK(bytes_of(scratch / "steps/tuned.yaml") == bytes_of(scratch / "one/tuned.yaml"));

  const TuningConfig other = load_tuning(scratch.write("small.yaml", small_config(36, "{sites: {scale: 4}}")));
  CHECK_THROWS_WITH(run(other, "steps", 1), Catch::Contains("another config") && Catch::Contains("--fresh"));
  scratch.write("steps/checkpoint.json", "{}");
  CHECK_THROWS_WITH(run(config, "steps", 1), Catch::Contains("checkpoint.json: this is no checkpoint"));
}

TEST_CASE("tune: what is wrong with a config is said in a line") {
  const Scratch scratch;
  const auto error = [&](const std::string& text) -> std::string {
    try {
      load_tuning(scratch.write("bad.yaml", text));
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  CHECK_THAT(error(small_config(6, "{sites: {scale: 4}}", "{sequencers: [random], seed: 1, repeats: 2}")),
             Catch::Contains("bad.yaml:6:13:") && Catch::Contains("is in the training too"));
  CHECK_THAT(error(small_config(6, "{sites: {scale: 4}}", "{sequencers: [random], repeats: 2}")),
             Catch::Contains("'seed'"));
  CHECK_THAT(error(small_config(6, "{road_cel.early: {scale: 1}}")), Catch::Contains("did you mean 'road_cell.early'"));
  CHECK_THAT(error(small_config(6, "{sites: {scale: 0}}")), Catch::Contains("'scale' must be above 0"));
  CHECK_THAT(error(small_config(6, "{sites: {scale: 1, max: 5}}")), Catch::Contains("'start' is 16"));
  CHECK_THAT(error(small_config(6, "{sites: {scale: 1, min: 0}}")), Catch::Contains("takes 1 to"));
  CHECK_THAT(error(small_config(6, "{sites: {scale: 1, least: 0}}")), Catch::Contains("takes 1 to"));
  CHECK_THAT(error(small_config(6, "{}")), Catch::Contains("nothing to tune"));
  CHECK_THAT(error("player: jigsaw\noptions: {parks: {scale: 1}}\n"), Catch::Contains("only numbers can be tuned"));
}

TEST_CASE("tune: the command prints the validation and is interrupted by nothing") {
  const Scratch scratch;
  const std::string config = scratch.write("small.yaml", small_config(6));
  const auto run =
      test::run_command(test::program + " tune " + config + " --jobs 1 --progress --out " + scratch / "out");
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output,
             Catch::Contains("6 of 6 candidates") && Catch::Contains("95% interval") && Catch::Contains("tuned.yaml"));
}

TEST_CASE("tune: its result is a player for other commands, with the options that were set besides") {
  const Scratch scratch;
  const std::string config = scratch.write("small.yaml", small_config(6, "{sites: {start: 2, scale: 1, max: 2}}"));
  const auto call = [&](const std::string& words) { return test::run_command(test::program + " " + words); };
  const std::string tuned = scratch / "out/tuned.yaml";
  const auto run = call("tune " + config + " --jobs 1 --option greens=2 --out " + scratch / "out");
  CHECK_THAT(run.output,
             Catch::Contains("at the end of the range that the config allows: sites: 2, its max\n") &&
                 Catch::Contains("pentocity compare " + tuned + " planner-fast --sequencers random --seed new"));
  CHECK_THAT(bytes_of(tuned), Catch::EndsWith("\nname: \"planner-fast-tuned\"\nplayer: \"planner-fast\"\noptions:\n"
                                              "  sites: 2\n  greens: 2\n"));
  const std::string games = " --sequencers random --repeats 1 --out " + scratch / "games";
  CHECK_THAT(call("run --players planner-fast," + tuned + games).output, Catch::Contains("planner-fast-tuned"));
  const std::string entry = "{player: planner-fast, name: planner-fast-tuned, options: {sites: 2, greens: 2}}";
  scratch.write("cup.yaml", "players: [" + entry + "]\nsequencers: [random]\n");
  const auto by_option = call("run " + scratch / "cup.yaml" + " --format json" + games + "2");
  const auto by_file = call("run --players " + tuned + " --format json" + games + "3");
  const auto mean = [](const std::string& json) { return json.substr(json.find("\"mean\""), 20); };
  CHECK(mean(by_option.output) == mean(by_file.output));
}

TEST_CASE("tune: a player that fails in every game ends it, and other failures are counted") {
  const Scratch scratch;
  scratch.write("fails.sh", R"(#!/bin/sh
read -r hello
echo '{"ready":true,"options":[{"name":"depth","default":2,"minimum":0,"maximum":9}]}'
case $hello in *'"depth":'[6-9]*) exit 3;; esac
while read -r line; do
  turn=${line#*'"turn":'}
  [ "$turn" = "$line" ] || echo '{"turn":'"${turn%%[,\}]*}"',"accept":false}'
done
)");
  std::filesystem::permissions(scratch / ".", std::filesystem::perms(0755));
  std::filesystem::permissions(scratch / "fails.sh", std::filesystem::perms(0755));
  const auto tune = [&](const std::string& depth) {
    const std::string config = scratch.write(
        "tuning.yaml",
        "rules: {profile: report, side: 10}\nplayer: {command: [./fails.sh]}\nevaluations: 6\npopulation: 6\n"
        "training: {sequencers: [random], seed: 1, repeats: 1}\n"
        "validation: {sequencers: [random], seed: 2, repeats: 1}\noptions: {depth: " +
            depth + "}\n");
    return test::run_command(test::program + " tune " + config + " --jobs 1 --out " + scratch / "out");
  };
  const test::Run never = tune("{start: 7, scale: 0.1}");
  CHECK(never.exit_code == 2);
  CHECK_THAT(never.output,
             Catch::Matches("pentocity: 'fails' failed in all 6 games that were played together, so there is nothing "
                            "to learn from them; the first crashed on random, seed [0-9]+: .*\n"));
  CHECK_FALSE(std::filesystem::exists(scratch / "out/tuned.yaml"));
  const test::Run sometimes = tune("{start: 5, scale: 3}");
  CHECK(sometimes.exit_code == 0);
  CHECK_THAT(sometimes.output, Catch::Contains("of 8 games failed, and count 0; the first crashed on random, seed "));
}

}  // namespace
}  // namespace pentocity::tuning_test
