// Small files that stand for huge things, and figures that no program would have written: each is one line, and ends
// neither the program nor the machine.
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/memory_limit.hpp"
#include "pentocity/match/game.hpp"
#include "scratch.hpp"

namespace bombs_test {

using namespace pentocity;
using namespace pentocity::test;
using nlohmann::json;

namespace {

const std::string binary = test::program;

std::string header() {
  return R"({"format":"pentocity-trace/1","rules":"report","player":"a","sequencer":"b","seed":1,"player_seed":null,)"
         R"("side":50,"max_rejects":3,"cpu_limit_s":300})"
         "\n";
}

// A trace with one rejected request of these cells.
std::string trace_of(const json& cells) {
  const json turn = {{"turn", 0},
                     {"request", {{"type", "residence"}, {"cells", cells}}},
                     {"accept", false},
                     {"rejects", 1},
                     {"score_after", 0}};
  return header() + turn.dump() + "\n{\"end\":true}\n";
}

std::ptrdiff_t lines_of(const Run& run) { return std::ranges::count(run.output, '\n'); }

// Makes a results folder of two games, and changes its database.
void make_results(const std::string& folder, const std::string& sql) {
  REQUIRE(run_command(fmt::format("{} run --players naive --sequencers random --repeats 2 --out {}", binary, folder))
              .exit_code == 0);
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open((folder + "/results.sqlite").c_str(), &database) == SQLITE_OK);
  CHECK(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
}

// The sanitizers replace what counts the memory.
bool without_memory_limit() {
#if defined(PENTOCITY_ADDRESS_SANITIZER) || defined(PENTOCITY_THREAD_SANITIZER)
  WARN("skipped: there is no limit of memory with sanitizers");
  return true;
#else
  return false;
#endif
}

}  // namespace

TEST_CASE("bombs: what a small file decompresses to is limited by memory", "[input]") {
  if (without_memory_limit()) return;
  const Scratch scratch;
  std::string values;
  for (int i = 0; i < 1'000'000; ++i) values += "0,";
  const std::string file =
      scratch.write("bomb.jsonl.gz", gzip(header() + "{\"turn\":0,\"x\":[" + values + "0]}\n{\"end\":true}\n"));
  for (const std::string& command :
       {std::string("replay"), std::string("show"), "render -o " + (scratch / "land.svg")}) {
    const Run run = run_command(fmt::format("{} {} {} --read-memory 0.015", binary, command, file));
    CAPTURE(command, run.output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Catch::StartsWith("pentocity: this input needs more memory than is allowed"));
    CHECK(lines_of(run) == 1);
  }
  CHECK(run_command(fmt::format("{} replay {} --read-memory 1", binary, file)).exit_code == 1);
}

TEST_CASE("bombs: requests wider than any land, or beyond the range of integers, are none", "[input]") {
  const Scratch scratch;
  json wide = json::array();
  for (int i = 0; i < 3000; ++i) wide.push_back({0, i});
  const std::int64_t last = 2147483647, first = -2147483648;
  for (const json& cells : {wide, json{{last, 0}, {first, 0}}, json{{0, last}, {0, first}}, json{{last, last}}}) {
    const std::string file = scratch.write("odd.jsonl", trace_of(cells));
    for (const std::string command : {"replay", "show"}) {
      const Run run = run_command(fmt::format("{} {} {}", binary, command, file));
      CAPTURE(command, run.output);
      CHECK(run.exit_code == 1);
      CHECK_THAT(run.output, Catch::Contains("turn 0: request.cells: recorded "));
    }
  }
}

namespace {

// The most memory that a process took, in MiB.
long peak_of(const rusage& used) { return used.ru_maxrss / 1024; }

// The most memory that the program takes with these arguments, in MiB, or this process, of which it begins as a copy.
// Its output is thrown away.
long peak_memory(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), binary);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  const pid_t process = fork();
  if (process == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    for (const int file : {STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, file);
    execv(words[0], words.data());
    _exit(127);
  }
  int status = 0;
  rusage used{};
  REQUIRE(wait4(process, &status, 0, &used) == process);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 2);
  return peak_of(used);
}

}  // namespace

TEST_CASE("bombs: frontier takes no more memory than it may", "[input]") {
  if (without_memory_limit()) return;
  const Scratch scratch;
  constexpr long of_program = 32;  // and what the allocator keeps of small tables
  rusage own{};
  REQUIRE(getrusage(RUSAGE_SELF, &own) == 0);
  const std::string wide = scratch.write("hexominoes.yaml", "board: 14x15\npieces: hexominoes\n");
  const std::string dominoes = scratch.write("dominoes.yaml", "board: 24x24\npieces: [{set: dominoes, count: any}]\n");
  for (const std::string& file : {wide, dominoes})
    for (const int tenths : {1, 2, 4})
      CHECK(peak_memory({"solve", file, "--count", "--engine", "frontier", "--memory", fmt::format("0.{}", tenths)}) <
            std::max(1024 * tenths / 10 + of_program, peak_of(own) + 1));
  const Run run = run_command(fmt::format("{} solve {} --count --engine frontier --memory 0.02", binary, wide));
  CHECK_THAT(run.output, Catch::Contains("engine frontier cannot hold puzzle hexominoes: it may take 0.02 GiB"));
}

TEST_CASE("bombs: the number of pairings is limited, in a config and in results", "[input]") {
  const Scratch scratch;
  std::string config = "repeats: 1\nplayers:\n";
  for (int i = 0; i < 1001; ++i) config += fmt::format("  - {{name: p{}, player: naive}}\n", i);
  config += "sequencers:\n";
  for (int i = 0; i < 1000; ++i) config += fmt::format("  - {{name: s{}, sequencer: random}}\n", i);
  const std::string message =
      "1001 players and 1000 sequencers are 1001000 pairings: at most 1000000 can be summed up\n";
  const Run run =
      run_command(fmt::format("{} run {} --out {}", binary, scratch.write("wide.yaml", config), scratch / "wide"));
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.output, Catch::EndsWith(message));

  const auto list = [](const std::string& letter, int count) {
    return fmt::format(
        "(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT "
        "json_group_array(json_object('name', '{}' || i, 'identity', '')) FROM n)",
        count - 1, letter);
  };
  make_results(scratch / "results",
               fmt::format("UPDATE run SET config = json_set(config, '$.players', json({}), '$.sequencers', json({}))",
                           list("p", 1001), list("s", 1000)));
  for (const std::string& command :
       {std::string("audit"), std::string("report"), std::string("export"), "merge " + (scratch / "merged")}) {
    const Run read = run_command(fmt::format("{} {} {}", binary, command, scratch / "results"));
    CAPTURE(command, read.output);
    CHECK(read.exit_code == 2);
    CHECK_THAT(read.output, Catch::EndsWith(message));
    CHECK(lines_of(read) == 1);
  }
}

TEST_CASE("bombs: a text of results that no game writes is one line", "[input]") {
  const Scratch scratch;
  const std::string folder = scratch / "results";
  make_results(folder, "update game set stderr = printf('%.*c', 200000000, 'x') where repeat = 1");
  for (const std::string command : {"audit", "report", "export"}) {
    const Run run = run_command(fmt::format("{} {} {} 2>&1 >/dev/null", binary, command, folder));
    CAPTURE(command, run.output);
    CHECK(run.exit_code == 2);
    CHECK(lines_of(run) == 1);
    CHECK(run.output.find("too big") != std::string::npos);
  }
}

TEST_CASE("bombs: an odd list of a site's files is one line", "[input]") {
  const Scratch scratch;
  for (const std::string list : {R"({"format":5})", R"({"format":"pentocity-site/1"})", "[]", "5",
                                 R"({"format":"pentocity-site/1","files":5})"}) {
    scratch.write("www/site.json", list);
    scratch.write("www/other.txt", "mine");
    const Run run = run_command(fmt::format("{} site {}", binary, scratch / "www"));
    CAPTURE(list, run.output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Catch::Contains("holds other.txt, which is not of a site"));
  }
}

TEST_CASE("bombs: infinite and huge figures of results are told, and end no command", "[input]") {
  const Scratch scratch;
  for (const std::string value : {"9e999", "-9e999", "1e308", "2147483648"}) {
    const std::string folder = scratch / ("results" + value);
    make_results(folder, fmt::format("UPDATE game SET utility = {0}, cpu_seconds = {0}, wall_seconds = {0}", value));
    const Run run = run_command(fmt::format("{} audit {}", binary, folder));
    CAPTURE(value, run.output);
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.output, Catch::Contains("naive on random, repeat 0: utility: expected \\N, found "));
    for (const std::string command : {"export", "bound"})
      CHECK(run_command(fmt::format("{} {} {}", binary, command, folder)).exit_code == 0);
  }
  const std::string folder = scratch / "results1e308";
  for (const std::string summary : {R"({"digest":1e999})", R"({"players":[{"rank":"x"}],"cells":5})", "[1]"}) {
    scratch.write("results1e308/summary.json", summary);
    const Run run = run_command(fmt::format("{} audit {}", binary, folder));
    CAPTURE(summary, run.output);
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.output, Catch::Contains("summary.json"));
    const Run site = run_command(fmt::format("{} site {} {}", binary, scratch / "www", folder));
    CHECK((site.exit_code == 0 || lacks_page(site)));
  }
}

TEST_CASE("bombs: a built-in player obeys the limit of time within a move", "[input]") {
  const Scratch scratch;
  const std::string config = scratch.write(
      "slow.yaml",
      "repeats: 1\ntime_limit: 100ms\nplayers: [{name: slow, player: planner, options: {work: 1000000}}]\n"
      "sequencers: [random]\n");
  const Run run = run_command(fmt::format("{} run {} --out {}", binary, config, scratch / "out"));
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("slow: timeout: cpu"));
  const Run row = run_command(fmt::format("{} export --format jsonl {}", binary, scratch / "out"));
  CHECK(json::parse(row.output)["cpu_seconds"] < 1);
}

TEST_CASE("bombs: the program's own limit of memory is no crash of a player", "[input]") {
  if (without_memory_limit()) return;
  struct Greedy : match::PlayerSession {
    Move play(const Request&, const View&) override { throw MemoryLimitReached(); }
  };
  const auto play = [] {
    match::play_game(Rules::report(),
                     {.sequencer = [] { return entrants::built_in_sequencer("random").make(50, match::StreamSeed(1)); },
                      .player = [] { return std::make_unique<Greedy>(); }});
  };
  CHECK_THROWS_AS(play(), MemoryLimitReached);
}

}  // namespace bombs_test
