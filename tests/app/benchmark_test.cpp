// The benchmark: recorded games are what they say, mixes are drawn as described, and one command makes the hall of
// fame.
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/tournament/config.hpp"
#include "scratch.hpp"
#include "streams.hpp"

namespace benchmark_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::entrants;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const fs::path benchmark = test::sources + "/configs/benchmark";

Run pentocity_run(const std::string& arguments) { return run_command(test::program + " " + arguments); }

// A benchmark of a few quick games.
struct SmallBenchmark {
  Scratch folder;
  std::string config = folder.write("public.yaml",
                                    "rules: {profile: tournament-2016, side: 12}\nseeds: [5, 7]\nfailures: zero\n"
                                    "players: [naive, diagonal]\nsequencers: [random, g6]\n");
  std::string traces = folder / "out/traces";

  SmallBenchmark() {
    REQUIRE(pentocity_run("run " + config + " --trace all --out " + folder / "out").exit_code == 0);
    for (const std::string& name : names_in(traces))
      if (name.find("__naive__") == name.npos) fs::remove(traces + "/" + name);
  }
  Run audit(const std::string& more = "") const {
    return pentocity_run("audit " + traces + " --partial --config " + config + " " + more);
  }
  std::string trace(const std::string& sequencer, int seed) const {
    for (const std::string& name : names_in(traces))
      if (name.starts_with(sequencer + "__naive__" + std::to_string(seed) + "__")) return traces + "/" + name;
    throw std::runtime_error("no trace");
  }
  void replace(const std::string& path, const std::string& from, const std::string& to) const {
    std::string text = read_gzip_file(path);
    const std::size_t at = text.find(from);
    REQUIRE(at != text.npos);
    write_file(path, gzip(text.replace(at, from.size(), to)), OnDisk::later);
  }
};

}  // namespace

TEST_CASE("benchmark: recorded games of the public class are accepted if they are what they say", "[benchmark]") {
  const SmallBenchmark b;
  const auto finds = [&](const std::string& what) {
    const Run run = b.audit();
    INFO(run.output);
    CHECK(run.exit_code == 1);
    CHECK(run.output.find(what) != run.output.npos);
  };
  SECTION("sound") {
    const Run run = b.audit("--format json");
    INFO(run.output);
    REQUIRE(run.exit_code == 0);
    const json audit = json::parse(run.output);
    CHECK(audit["findings"].empty());
    REQUIRE(audit["games"].size() == 4);
    std::map<std::string, int> scores;
    for (const json& game : audit["games"]) {
      CHECK(game["player"] == "naive");
      CHECK(game["status"] == "ok");
      scores[game["sequencer"]] += game["score"].get<int>();
    }
    const json summary = json::parse(bytes_of(b.folder / "out/summary.json"));
    for (const json& cell : summary["cells"])
      if (cell["player"] == "naive") {
        CHECK(cell["score"]["mean"].get<double>() == scores[cell["sequencer"]] / 2.0);
      }
  }
  SECTION("a missing game") {
    fs::remove(b.trace("g6", 7));
    finds("expected a game of naive on g6, seed 7, found nothing");
  }
  SECTION("a game twice") {
    fs::copy_file(b.trace("g6", 7), b.traces + "/again.jsonl.gz");
    finds("the same sequencer and seed");
  }
  SECTION("other requests: those of another seed") {
    fs::remove(b.trace("random", 7));
    b.replace(b.trace("random", 5), "\"seed\":5", "\"seed\":7");
    finds("request");
  }
  SECTION("another seed than those of the benchmark") {
    b.replace(b.trace("random", 5), "\"seed\":5", "\"seed\":6");
    finds("seed: expected one of the config's, found 6");
  }
  SECTION("other rules") {
    b.replace(b.trace("random", 5), "\"max_rejects\":3", "\"max_rejects\":4");
    finds("");
  }
  SECTION("a better score than that of its moves") {
    const std::string path = b.trace("random", 5);
    const int score = read_trace(path).end["score"];
    b.replace(path, "\"score\":" + std::to_string(score), "\"score\":" + std::to_string(score + 1));
    finds("score: expected " + std::to_string(score));
  }
  SECTION("no trace at all") {
    b.folder.write("out/traces/" + fs::path(b.trace("random", 5)).filename().string(), "nonsense");
    finds("a whole trace");
  }
}

TEST_CASE("benchmark: what cannot be compared is refused in one line", "[benchmark]") {
  const SmallBenchmark b;
  const auto refuses = [&](const std::string& config, const std::string& what) {
    const Run run = pentocity_run("audit " + b.traces + " --config " + b.folder.write("other.yaml", config));
    INFO(run.output);
    CHECK(run.exit_code == 2);
    CHECK(run.output.find(what) != run.output.npos);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  };
  refuses("players: [naive]\nsequencers: [random]\nseed: secret\n", "seed: secret");
  refuses("players: [naive]\nsequencers: [nemesis]\n", "adaptive");
  fs::create_directory(b.folder / "empty");
  CHECK(pentocity_run("audit " + b.folder / "empty" + " --config " + b.config).output.find("neither results nor") !=
        std::string::npos);
}

TEST_CASE("benchmark: `drawn` draws another mix of few shapes for each seed", "[benchmark][sequencers]") {
  std::set<std::string> streams;
  int turning = 0, residences = 0, all = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const auto stream = make_builtin("drawn", mix_bits(seed) >> 11);
    CHECK_FALSE(stream->adaptive());
    const std::vector<Request> requests = requests_of(*stream, 400);
    std::set<std::string> early, late, middle;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      REQUIRE(requests[i].is_proper());
      (i < 40 ? early : i < 121 ? middle : late).insert(short_name(requests[i]));
      residences += requests[i].type() == Building::residence;
      ++all;
    }
    CHECK(early.size() <= 4);
    CHECK(late.size() <= 4);
    for (const std::string& shape : middle)
      CHECK((early.contains(shape) || late.contains(shape) || middle.size() <= 8));
    turning += !std::includes(late.begin(), late.end(), early.begin(), early.end());
    streams.insert(names_of(requests));
  }
  CHECK(streams.size() > 350);  // many of one shape are the same
  CHECK(turning > 150);         // about half
  CHECK(turning < 250);
  CHECK(residences > 0.42 * all);
  CHECK(residences < 0.58 * all);
}

TEST_CASE("benchmark: its configs can be read, and have the players of its list", "[benchmark]") {
  const Config open = load_config((benchmark / "public.yaml").string());
  const Config held_out = load_config((benchmark / "held-out.yaml").string());
  CHECK(held_out.schedule.commitment);
  CHECK(held_out.hosting.isolation == match::Isolation::all);
  CHECK(names_of(open.players) == names_of(held_out.players));
  std::set<std::string> listed;
  const json entries = json::parse(bytes_of(benchmark / "entries.json"));
  for (const json& entry : entries["players"])
    if (!entry.contains("offline") && !entry.contains("traces")) listed.insert(entry["name"]);
  const auto names = names_of(open.players);
  CHECK(listed == std::set(names.begin(), names.end()));
  // The page has them all.
  const std::string page = bytes_of(test::sources + "/docs/research/hall-of-fame.md");
  for (const std::string& name : names) CHECK(page.find("| " + name + " |") != page.npos);
}

TEST_CASE("benchmark: one command makes the hall of fame", "[benchmark]") {
  if (run_command("command -v python3").exit_code != 0) return;
  const SmallBenchmark b;
  fs::create_directory(b.folder / "mine");
  for (const std::string& name : names_in(b.traces)) {
    fs::copy_file(b.traces + "/" + name, b.folder / ("mine/" + name));
    b.replace(b.folder / ("mine/" + name), "\"player\":\"naive\"", "\"player\":\"mine\"");
  }
  b.folder.write("held-out.yaml",
                 "rules: {profile: tournament-2016, side: 12}\nseed: secret\nrepeats: 2\nplayers: [naive, diagonal]\n"
                 "sequencers: [drawn]\n");
  b.folder.write("entries.json",
                 R"({"players": [{"name": "naive", "since": "2026-01-01", "about": "a"},
                                 {"name": "diagonal", "since": "2026-01-02", "version": "7", "about": "b"},
                                 {"name": "mine", "since": "2026-01-03", "about": "c", "traces": "mine"}]})");
  const std::string command = test::sources + "/scripts/hall-of-fame " + test::program + " --benchmark " +
                              b.folder / "." + " --results " + b.folder / "results" + " --out " + b.folder / "page.md";
  const Run run = run_command(command);
  INFO(run.output);
  REQUIRE(run.exit_code == 0);
  const std::string page = bytes_of(b.folder / "page.md");
  INFO(page);
  CHECK(page.find("| recorded games | 2026-01-03 |") != page.npos);
  CHECK(page.find("| program | 2026-01-02 | 7 | b |") != page.npos);
  // Nothing is played again, and the page is the same.
  REQUIRE(run_command(command).exit_code == 0);
  CHECK(bytes_of(b.folder / "page.md") == page);
  // Traces that are amiss are named.
  fs::remove(b.folder / ("mine/" + names_in(b.folder / "mine").front()));
  const Run amiss = run_command(command);
  CHECK(amiss.exit_code == 1);
  CHECK(amiss.output.find("mine: ") != amiss.output.npos);
}

}  // namespace benchmark_test
