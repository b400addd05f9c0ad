// `pentocity audit`, digests, and how a rerun notices results that were altered.
#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/files.hpp"
#include "scratch.hpp"

namespace audit_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::results;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string binary = test::program;

const std::string cup = R"(
rules: {profile: tournament-2016, side: 16}
repeats: 4
seed: 5
players: [naive, {name: green, player: jigsaw, options: {random_walks: 5}}]
sequencers: [random, {name: mine, mix: mine.yaml}]
)";
const std::string mix = "name: mine\nphases: [{requests: [{factory: 2x3}, {residence: X}]}]\n";

// A folder with the results of the cup.
struct Results {
  Scratch scratch;
  std::string config, folder = scratch / "out";

  Results() {
    scratch.write("mine.yaml", mix);
    config = scratch.write("cup.yaml", cup);
    REQUIRE(run().exit_code == 0);
  }
  Run run(const std::string& options = "") const {
    return run_command(fmt::format("{} run {} --out {} {}", binary, config, folder, options));
  }
  Run audit(const std::string& options = "") const {
    return run_command(fmt::format("{} audit {} --partial {}", binary, folder, options));
  }
  void alter(const std::string& statement) const {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open((folder + "/results.sqlite").c_str(), &database) == SQLITE_OK);
    CHECK(sqlite3_exec(database, statement.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    CHECK(sqlite3_changes(database) == 1);
    sqlite3_close(database);
  }
  // Of a game of `naive` on `random`.
  std::string trace() const {
    for (const std::string& name : names_in(folder + "/traces"))
      if (name.starts_with("random__naive__")) return folder + "/traces/" + name;
    FAIL("no trace");
    return "";
  }
  void rewrite(const std::string& path, const std::string& from, const std::string& to) const {
    std::string text = read_gzip_file(path);
    REQUIRE(text.find(from) != text.npos);
    write_file(path, gzip(text.replace(text.find(from), from.size(), to)), OnDisk::later);
  }
};

std::string digest_of(const Run& run) {
  const std::size_t at = run.output.rfind("digest: ");
  REQUIRE(at != std::string::npos);
  CHECK(run.output.size() == at + 8 + 64 + 1);  // the last line
  return run.output.substr(at + 8, 64);
}

}  // namespace

TEST_CASE("audit: nothing amiss in what a run left", "[audit][threads]") {
  const Results results;
  const Run plain = results.audit();
  CHECK(plain.exit_code == 0);
  CHECK_THAT(plain.output, Catch::Contains("not played again: 8 games: 'mine' is not built in"));
  CHECK_THAT(plain.output,
             Catch::Contains(" traces, 8 games played again: nothing amiss, 3 parts not checked\ndigest: "));
  const Run whole =
      run_command(fmt::format("{} audit {} --jobs 2 --config {}", binary, results.folder, results.config));
  CHECK(whole.exit_code == 0);
  CHECK_THAT(whole.output, Catch::StartsWith("audit: the config, 16 rows, ") &&
                               Catch::Contains(" traces, 16 games played again: nothing amiss\n"));
  CHECK(digest_of(whole) == json::parse(bytes_of(results.folder + "/summary.json")).at("digest").get<std::string>());
  CHECK_THAT(results.audit("--games 3").output, Catch::Contains(" 3 games played again: nothing amiss, "));
  CHECK(results.audit("--games 3").output == results.audit("--games 3 --jobs 1").output);
  const json found = json::parse(results.audit("--format json").output);
  CHECK(found.at("format") == "pentocity-audit/1");
  CHECK(found.at("findings").empty());
  CHECK(found.at("digest") == digest_of(plain));
  CHECK(run_command(binary + " audit " + (results.scratch / "nowhere")).exit_code == 2);
}

TEST_CASE("audit: options that the command line of the run set", "[audit]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", "players: [{name: wicked, plugin: " + test::plugins +
                                                           "wicked_player.so}]\nsequencers: [random]\nrepeats: 2\n");
  const std::string folder = scratch / "out", options = " --option does=throw --option turn=3";
  REQUIRE(run_command(binary + " run " + config + " --out " + folder + options).exit_code == 0);
  const auto audit = [&](const std::string& more) { return run_command(binary + " audit " + folder + " " + more); };
  CHECK_THAT(audit("--config " + config).output,
             Catch::Contains("player 'wicked': options.does: expected \"reject\", found \"throw\"") &&
                 Catch::Contains("not played again: 2 games: 'wicked' is another one in the config\n"));
  CHECK_THAT(audit("--config " + config + options).output, Catch::Contains(" 2 games played again: nothing amiss\n"));
  CHECK_THAT(audit(options).output, Catch::Contains("--option: only together with --config"));
}

TEST_CASE("audit: names what somebody altered in a row", "[audit][long]") {
  const std::string game = " WHERE player = 'naive' AND sequencer = 'random' AND repeat = 2";
  std::vector<std::string> columns{"score",   "road",          "turns",    "accepted",
                                   "rejects", "invalid_moves", "adaptive", "seed"};
  columns.emplace_back(metric_infos.back().name);
  for (const std::string& column : columns) {
    CAPTURE(column);
    const Results results;
    results.alter(fmt::format("UPDATE game SET {0} = {0} + 1{1}", column, game));
    const Run run = results.audit();
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.output,
               Catch::Contains(fmt::format("results.sqlite: naive on random, repeat 2: {}: expected ", column)));
    CHECK_THAT(run.output, Catch::Contains("summary.json: "));
  }
  const auto altered = [&](const std::string& change) {
    const Results results;
    results.alter("UPDATE game SET " + change + game);
    const Run run = results.audit();
    CHECK(run.exit_code == 1);
    return run.output;
  };
  CHECK_THAT(altered("utility = 0.25"), Catch::Contains("repeat 2: utility: expected "));
  CHECK_THAT(altered("error = 'x', status = 'crashed'"),
             Catch::Contains("repeat 2: status: expected ok, found crashed"));
  // A row that is not of the schedule takes the place of one that is missing.
  const std::string withdrawn = altered("player = 'nobody'");
  CHECK_THAT(withdrawn, Catch::Contains("1 row of players or sequencers that were withdrawn") &&
                            Catch::Contains("not there: 1 game: so many of the schedule's 16 are not stored") &&
                            Catch::Contains("summary.json: "));
  CHECK_THAT(altered("repeat = 9"), Catch::Contains("repeat 9: repeat: expected 0 to 3, found 9"));
  CHECK_THAT(altered("key = 'x'"), Catch::Contains("1 row of") && Catch::Contains("summary.json: "));
  // What depends on the machine may be anything.
  const Results results;
  results.alter("UPDATE game SET cpu_seconds = 17, stderr = 'x'" + game);
  CHECK(results.audit().exit_code == 0);
  results.alter("UPDATE game SET score = 'much'" + game);
  CHECK(results.audit().exit_code == 2);
  CHECK_THAT(results.audit().output, Catch::Contains("column 'score' of the game of 'naive' on 'random', repeat 2: "));
}

TEST_CASE("audit: names what somebody altered in traces and summary", "[audit]") {
  const Results results;
  const std::string path = results.trace(), whole = bytes_of(path);
  const auto found = [&] {
    const Run run = results.audit();
    CHECK(run.exit_code == 1);
    write_file(path, whole, OnDisk::later);
    remove_file(results.folder + "/traces/strange");
    CHECK(results.audit().exit_code == 0);
    return run.output;
  };
  results.rewrite(path, "\"delta\":", "\"delta\":1");
  CHECK_THAT(found(), Catch::Contains("jsonl.gz: turn 0: delta: expected "));
  results.rewrite(path, "\"cpu_limit_s\":300.0", "\"cpu_limit_s\":3.0");
  CHECK_THAT(found(), Catch::Contains("jsonl.gz: cpu_limit_s: expected 300.0, found 3.0\n"));
  fs::remove(path);
  CHECK_THAT(found(),
             Catch::Contains("jsonl.gz: file: expected a trace that a run with this --trace leaves, found nothing\n"));
  write_file(path, whole.substr(0, whole.size() / 2), OnDisk::later);
  CHECK_THAT(found(), Catch::Contains("jsonl.gz: file: expected a whole trace, found the gzip file is cut short\n"));
  results.scratch.write("out/traces/strange", "");
  CHECK_THAT(found(), Catch::Contains("traces/strange: file: expected nothing"));
}

TEST_CASE("audit: a summary that is no JSON, or says a thing twice, is amiss", "[audit]") {
  const Results results;
  const std::string path = results.folder + "/summary.json", whole = bytes_of(path);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    REQUIRE(text.find(from) != text.npos);
    return text.replace(text.find(from), from.size(), to);
  };
  for (const std::string& text :
       {std::string("hello\n"), std::string(), std::string("null"), std::string("[]"),
        whole.substr(0, whole.size() / 2), whole + "// checked\n", with("\"mean\": ", "\"mean\": 9,\n\"mean\": "),
        with("\"repeats\": 4,", "\"repeats\": 4,,")}) {
    CAPTURE(text.substr(0, 40));
    write_file(path, text, OnDisk::later);
    const Run run = results.audit("--games 0");
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.output, Catch::Contains("summary.json: "));
  }
  write_file(path, "hello\n", OnDisk::later);
  CHECK_THAT(results.audit("--games 0").output,
             Catch::Contains("summary.json: file: expected the summary of the rows, found no JSON: parse error at line "
                             "1, column 1"));
  write_file(path, whole, OnDisk::later);
  CHECK(results.audit("--games 0").exit_code == 0);
}

TEST_CASE("audit: a damaged secret is amiss beside a whole one", "[audit][secret]") {
  const Scratch scratch;
  const std::string config =
      scratch.write("cup.yaml", cup.substr(0, cup.find("sequencers")) + "sequencers: [random]\n");
  const std::string folder = scratch / "out";
  const auto audit = [&] { return run_command(fmt::format("{} audit {} --games 0 --partial", binary, folder)); };
  REQUIRE(run_command(fmt::format("{} run {} --seed secret --out {}", binary, config, folder)).exit_code == 0);
  REQUIRE(run_command(fmt::format("{} reveal {}", binary, folder)).exit_code == 0);
  CHECK(audit().exit_code == 0);
  for (const std::string name : {"revealed.json", "secret"}) {
    const std::string path = folder + "/" + name, whole = bytes_of(path);
    for (const std::string& text : {std::string(), whole.substr(0, whole.size() / 2), whole + "x"}) {
      CAPTURE(name, text);
      write_file(path, text, OnDisk::later);
      fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
      CHECK(audit().exit_code == 1);
      CHECK_THAT(audit().output, Catch::Contains(name + ": file: expected the secret of the games, found "));
    }
    write_file(path, whole, OnDisk::later);
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  }
  CHECK(audit().exit_code == 0);
}

TEST_CASE("results: invalid moves and courses that are damaged are refused", "[audit]") {
  const std::string game = " WHERE player = 'naive' AND sequencer = 'random' AND repeat = 2";
  for (const std::string column : {"faults", "course"}) {
    const Results results;
    results.alter("UPDATE game SET " + column + " = '{'" + game);
    for (const std::string command : {"audit", "export", "report --format table"}) {
      CAPTURE(column, command);
      const Run run = run_command(binary + " " + command + " " + results.folder);
      CHECK(run.exit_code == 2);
      CHECK_THAT(run.output, Catch::Contains("column '" + column + "' of the game of 'naive' on 'random', repeat 2: "));
    }
  }
}

TEST_CASE("audit: the requests of a trace are those of stream and seed", "[audit]") {
  // The game of another seed, under the name and with the head of this one's: its moves are sound, its row agrees.
  const Results results;
  const std::string path = results.trace();
  TraceLines trace = read_trace(path);
  const Run other = run_command(fmt::format("{} run {} --players naive --seed 6 --trace all --out {}", binary,
                                            results.config, results.scratch / "other"));
  REQUIRE(other.exit_code == 0);
  std::string theirs;
  for (const std::string& name : names_in(results.scratch / "other/traces"))
    if (name.starts_with("random__naive__")) theirs = results.scratch / "other/traces/" + name;
  const std::string text = read_gzip_file(path), wrong = read_gzip_file(theirs);
  write_file(path, gzip(text.substr(0, text.find('\n')) + wrong.substr(wrong.find('\n'))), OnDisk::later);
  const Run run = results.audit("--games 0");
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.output, Catch::Contains("jsonl.gz: turn ") && Catch::Contains(": request."));
}

TEST_CASE("run: a damaged trace is left to an audit, and one that is missing is written again", "[audit]") {
  const Results results;
  const std::string path = results.trace(), whole = bytes_of(path), spoilt = whole.substr(0, whole.size() - 9);
  write_file(path, spoilt, OnDisk::later);
  CHECK(results.run().exit_code == 0);
  CHECK(bytes_of(path) == spoilt);
  CHECK_THAT(results.audit().output,
             Catch::Contains(": file: expected a whole trace, found the gzip file is cut short"));
  fs::remove(path);
  CHECK(results.run().exit_code == 0);
  CHECK(bytes_of(path) == whole);
  // A game that is played anew has no trace of before, also where none is written.
  write_file(path, spoilt, OnDisk::later);
  const std::size_t at = path.rfind("__") + 2;
  results.alter("DELETE FROM game WHERE player = 'naive' AND sequencer = 'random' AND repeat = " +
                path.substr(at, path.find('.', at) - at));
  CHECK(results.run("--trace none").exit_code == 0);
  CHECK_FALSE(fs::exists(path));
  CHECK(results.run().exit_code == 0);
  CHECK(bytes_of(path) == whole);
}

TEST_CASE("run: files with almost the name of a trace are none", "[audit]") {
  const Results results;
  const std::vector<std::string> names = names_in(results.folder + "/traces");
  const std::string name = fs::path(results.trace()).filename().string();
  const std::size_t seed = name.rfind("__", name.rfind("__") - 1) + 2, repeat = name.rfind("__") + 2,
                    end = name.find(".jsonl.gz");
  std::vector<std::string> strays{name + ".tmp",
                                  name + "x",
                                  name.substr(0, seed) + "1" + name.substr(seed),
                                  name.substr(0, repeat) + "0" + name.substr(repeat),
                                  name.substr(0, repeat) + "4" + name.substr(end),
                                  name.substr(0, repeat) + "-1" + name.substr(end),
                                  name.substr(0, repeat) + "99999999999" + name.substr(end),
                                  name.substr(0, repeat) + name.substr(end),
                                  name.substr(0, seed)};
  for (const std::string& stray : strays) results.scratch.write("out/traces/" + stray, "x");
  const std::string found = results.audit("--games 0").output;
  for (const std::string& stray : strays)
    CHECK_THAT(found, Catch::Contains("traces/" + stray + ": file: expected nothing: no stored game has a trace"));
  CHECK(results.run().exit_code == 0);
  CHECK(names_in(results.folder + "/traces") == names);
}

}  // namespace audit_test
