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
  CHECK_THAT(error(small_config(6, "{sites: {scale: 1, least: 0}}")), Catch::Contains("unknown key 'least'"));
  CHECK_THAT(error(small_config(6, "{}")), Catch::Contains("nothing to tune"));
  CHECK_THAT(error(small_config(6, "{sites: {start: 2.5, scale: 1, min: 2.2, max: 3.8}}")),
             Catch::Contains("option 'sites' is an integer, and there are no two between 'min', 2.2, and 'max', 3.8"));
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

TEST_CASE("tune: what is played stays within the limits, and before is what the search begins with") {
  const Scratch scratch;
  const auto tuned = [&](const std::string& options, TuningConfig& config) {
    config = load_tuning(scratch.write("small.yaml", small_config(6, options)));
    return tune(config, {.folder = scratch / "out", .fresh = true});
  };
  TuningConfig config;
  const auto ends_with = [&](const char* file, const std::string& options) {
    CHECK_THAT(bytes_of(scratch / (std::string("out/") + file)), Catch::EndsWith("\noptions:\n" + options));
  };
  // Nothing is gained where nothing is changed.
  TuningResult same = tuned("{sites: {start: 2.6, scale: 1.0e-9, min: 1.5, max: 3.9}}", config);
  CHECK(config.options[0].start == 3);
  CHECK(config.options[0].min == 2);
  CHECK(config.options[0].max == 3);
  CHECK(same.difference->mean == 0);
  CHECK(same.at_limits == std::vector<std::string>{"sites: 3, its max"});
  ends_with("before.yaml", "  sites: 3\n");
  ends_with("tuned.yaml", "  sites: 3\n");
  same = tuned("{road_cell.early: {start: 0.12345678, scale: 1.0e-12, min: 0.1234567, max: 0.1234568}}", config);
  CHECK(same.difference->mean == 0);
  CHECK(same.at_limits == std::vector<std::string>{"road_cell.early: 0.1234568, its max"});
  ends_with("tuned.yaml", "  road_cell.early: 0.1234568\n");
  // Wherever the search goes.
  const TuningResult far = tuned("{sites: {start: 2, scale: 50, min: 1.5, max: 3.5}}", config);
  REQUIRE(far.at_limits.size() == 1);
  CHECK((far.at_limits[0] == "sites: 3, its max" || far.at_limits[0] == "sites: 2, its min"));
  ends_with("tuned.yaml", "  " + far.at_limits[0].substr(0, 8) + "\n");
}

TEST_CASE("tune: the command that it prints compares the player with the one before") {
  const Scratch scratch;
  const auto tune = [&](const std::string& rules, const std::string& sequencers) {
    const std::string config = scratch.write(
        "my tuning.yaml", "rules: " + rules + "\nplayer: {player: jigsaw, name: mine, options: {parks: none}}\n" +
                              "evaluations: 4\npopulation: 4\ntraining: {sequencers: [random], seed: 1, repeats: 1}\n"
                              "validation: {sequencers: " +
                              sequencers + ", seed: 2, repeats: 1}\noptions: {random_walks: {start: 5, scale: 2}}\n");
    return test::run_command("cd " + scratch / "." + " && " + test::program + " tune '" + config + "' --fresh");
  };
  const auto run =
      tune("tournament-2016", "[random, {name: mean, sequencer: g6}, {sequencer: g1, options: {generator: pcg}}]");
  CAPTURE(run.output);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("\nmean  ") && Catch::Contains("\n(mean)  "));
  const std::string words =
      " compare 'results/my tuning/tuned.yaml' 'results/my tuning/before.yaml' --sequencers random --rules "
      "tournament-2016 --seed new";
  CHECK_THAT(run.output, Catch::Contains("`pentocity" + words + "`\n"));
  CHECK_THAT(bytes_of(scratch / "results/my tuning/before.yaml"),
             Catch::EndsWith("\nname: \"mine\"\nplayer: \"jigsaw\"\noptions:\n  random_walks: 5\n  parks: \"none\"\n"));
  const auto compared =
      test::run_command("cd " + scratch / "." + " && " + test::program + words + " --max-games 2 --out games");
  CHECK_THAT(compared.output, Catch::Contains("mine-tuned"));
  // The command line knows no changed rules.
  CHECK_THAT(tune("{profile: report, side: 14}", "[random]").output,
             Catch::Contains("; to compare it with the one before, 'results/my tuning/before.yaml', name both in a "
                             "config with these rules\n"));
}

TEST_CASE("tune: its result is a player for other commands, with the options that were set besides") {
  const Scratch scratch;
  const std::string config = scratch.write("small.yaml", small_config(6, "{sites: {start: 2, scale: 1, max: 2}}"));
  const auto call = [&](const std::string& words) { return test::run_command(test::program + " " + words); };
  const std::string tuned = scratch / "out/tuned.yaml";
  const auto run = call("tune " + config + " --jobs 1 --option greens=2 --out " + scratch / "out");
  CHECK_THAT(run.output, Catch::Contains("at the end of the range that the config allows: sites: 2, its max\n") &&
                             Catch::Contains("the player with these options is " + tuned + "; "));
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

TEST_CASE("tune: a player that fails in every game ends it, and other failures are counted, also of before a resume",
          "[long]") {
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
  const auto tune = [&](const std::string& depth, int evaluations = 6, const std::string& out = "out") {
    const std::string config = scratch.write(
        "tuning.yaml", "rules: {profile: report, side: 10}\nplayer: {command: [./fails.sh]}\nevaluations: " +
                           std::to_string(evaluations) +
                           "\npopulation: 6\ntraining: {sequencers: [random], seed: 1, repeats: 1}\n"
                           "validation: {sequencers: [random], seed: 2, repeats: 1}\noptions: {depth: " +
                           depth + "}\n");
    return test::run_command(test::program + " tune " + config + " --jobs 1 --out " + scratch / out);
  };
  const test::Run never = tune("{start: 7, scale: 0.1}");
  CHECK(never.exit_code == 2);
  CHECK_THAT(never.output,
             Catch::Matches("pentocity: 'fails' failed in all 6 games that were played together, so there is nothing "
                            "to learn from them; the first on random, seed [0-9]+: crashed .*\n"));
  CHECK_FALSE(std::filesystem::exists(scratch / "out/tuned.yaml"));
  const test::Run sometimes = tune("{start: 5, scale: 3}");
  CHECK(sometimes.exit_code == 0);
  const auto failures = [](const test::Run& run) {
    const std::size_t end = run.output.find(" games failed, and count 0; the first on random, seed ");
    REQUIRE(end != run.output.npos);
    const std::size_t begin = run.output.rfind('\n', end) + 1;
    return run.output.substr(begin, run.output.find('\n', end) - begin);
  };
  CHECK_THAT(failures(sometimes), Catch::Contains(" of 8 games"));
  CHECK(tune("{start: 5, scale: 3}").output == sometimes.output);
  const test::Run longer = tune("{start: 5, scale: 3}", 18);
  CHECK_THAT(failures(longer), Catch::Contains(" of 20 games"));
  CHECK(failures(longer) == failures(tune("{start: 5, scale: 3}", 18, "whole")));
}

TEST_CASE("tune: a sequencer that fails ends it, for its games say nothing about the player") {
  const Scratch scratch;
  scratch.write("stops.sh", "#!/bin/sh\nexit 3\n");
  std::filesystem::permissions(scratch / "stops.sh", std::filesystem::perms(0755));
  std::string text = small_config(6);
  text.replace(text.find("[random, g1]"), 12, "[{command: [./stops.sh]}]");
  const auto run =
      test::run_command(test::program + " tune " + scratch.write("small.yaml", text) + " --out " + scratch / "out");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.output,
             Catch::Contains("a search needs sequencers that go on to the end of each game; on stops, seed ") &&
                 Catch::Contains(": sequencer_failed "));
}

}  // namespace
}  // namespace pentocity::tuning_test
