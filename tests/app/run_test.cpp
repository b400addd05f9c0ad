// `pentocity run`: the results of a run that is interrupted or damaged are those of an undisturbed one.
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/results/store.hpp"
#include "pentocity/results/trace_folder.hpp"
#include "scratch.hpp"

namespace run_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::results;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string binary = test::program;

std::string plugin(const std::string& name) { return test::plugins + name + ".so"; }

// A small tournament with every way to end a game. Seed by seed `wicked` fails in some games and not in others.
const std::string cup = R"(
rules: {profile: tournament-2016, side: 16}
repeats: 12
seed: 5
isolation: none
players:
  - naive
  - {name: "wick_/ed", plugin: )" +
                        plugin("wicked_player") + R"(, options: {does: throw, one_in: 3}}
  - {name: far, plugin: )" +
                        plugin("wicked_player") + R"(, options: {does: far, one_in: 4}}
sequencers:
  - random
  - g6
  - {name: adapting, plugin: )" +
                        plugin("wicked_sequencer") + R"(, options: {does: adapt}}
)";

// The players of the cup are untrusted, and its seed is open: each run says so first.
Run without_warning(Run run) {
  const std::string warning =
      "pentocity: players that are not built in can compute the requests from a seed that is not secret; `seed: "
      "secret` "
      "prevents that\n";
  if (run.output.starts_with(warning)) run.output.erase(0, warning.size());
  return run;
}

Run run(const std::string& arguments) { return without_warning(run_command(binary + " run " + arguments)); }

// Everything of a results folder that does not depend on the course of events.
struct Results {
  json summary;
  std::map<std::string, std::string> traces;
  std::map<std::string, std::string> games;  ///< rows by player, sequencer, repeat, key
  friend bool operator==(const Results&, const Results&) = default;
};

std::map<std::string, std::string> rows_of(const std::string& folder) {
  std::map<std::string, std::string> rows;
  sqlite3* database = nullptr;
  // To write, so that SQLite undoes what was cut short.
  REQUIRE(sqlite3_open_v2((folder + "/results.sqlite").c_str(), &database, SQLITE_OPEN_READWRITE, nullptr) ==
          SQLITE_OK);
  const auto add = [](void* out, int count, char** values, char** names) {
    std::string key, text;
    for (int i = 0; i < count; ++i) {
      const std::string name = names[i], value = values[i] == nullptr ? "null" : values[i];
      if (name == "player" || name == "sequencer" || name == "repeat" || name == "key") key += value + '|';
      if (name != "cpu_seconds") text += name + "=" + value + '|';
    }
    static_cast<std::map<std::string, std::string>*>(out)->emplace(key, text);
    return 0;
  };
  sqlite3_busy_timeout(database, 60'000);
  const int result = sqlite3_exec(database, "SELECT * FROM game", add, &rows, nullptr);
  CHECK((result == SQLITE_OK || std::string(sqlite3_errmsg(database)) == "no such table: game"));
  sqlite3_close(database);
  return rows;
}

Results results_of(const std::string& folder) {
  Results results;
  results.summary = json::parse(bytes_of(folder + "/summary.json"));
  for (json& cell : results.summary["cells"]) {
    CHECK(cell["games_per_second"].is_number());
    cell.erase("games_per_second");
  }
  for (const std::string& name : names_in(folder + "/traces"))
    results.traces[name] = bytes_of(folder + "/traces/" + name);
  results.games = rows_of(folder);
  return results;
}

// A program that runs beside the test. What it says on standard error goes into a file.
class Process {
 public:
  explicit Process(const std::vector<std::string>& arguments, const std::string& said = "/dev/null") {
    std::vector<char*> argv;
    for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
    argv.push_back(nullptr);
    pid_ = fork();
    if (pid_ != 0) return;
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 1);
    dup2(open(said.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), 2);
    execv(argv[0], argv.data());
    _exit(127);
  }
  ~Process() {
    if (pid_ == 0) return;
    kill(pid_, SIGKILL);
    wait();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  void send(int signal) const { kill(pid_, signal); }
  // Its exit code; -1 if a signal ended it.
  int wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  pid_t pid() const { return pid_; }

 private:
  pid_t pid_ = 0;
};

std::size_t games_stored(const std::string& folder) {
  return fs::exists(folder + "/results.sqlite") ? rows_of(folder).size() : 0;
}

}  // namespace

TEST_CASE("run: the same bytes for any number of jobs, and every trace replays", "[harness][threads]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup);
  const auto play = [&](const std::string& out, const std::string& options) {
    const Run r = run(config + " --out " + (scratch / out) + " --format json " + options);
    CHECK(r.exit_code == 0);
    CHECK(r.output == bytes_of(scratch / out + "/summary.json"));
    return results_of(scratch / out);
  };
  const Results one = play("one", "--jobs 1");
  CHECK(one.games.size() == 3 * 3 * 12);
  CHECK(play("two", "--jobs 2") == one);
  CHECK(play("seven", "--jobs 7") == one);
  // Clean: nothing but the results.
  CHECK(names_in(scratch / "two") == std::vector<std::string>{".lock", "results.sqlite", "summary.json", "traces"});

  // Of each cell the best, the worst and every failed game; the first of equals.
  std::set<std::string> kept;
  int failed = 0;
  for (const json& cell : one.summary["cells"]) {
    const json& values = cell["score"]["values"];
    CHECK(values.size() == 12);
    std::optional<std::size_t> best, worst;
    const auto keep = [&](std::size_t repeat) {
      kept.insert(fmt::format("{}__{}__{}__{}.jsonl.gz", cell["sequencer"].get<std::string>(),
                              file_name_part(cell["player"].get<std::string>()), one.summary["seeds"][repeat].dump(),
                              repeat));
    };
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].is_null()) {
        keep(i);
        ++failed;
        continue;
      }
      if (!best || values[i] > values[*best]) best = i;
      if (!worst || values[i] < values[*worst]) worst = i;
    }
    keep(0);
    keep(*best);
    keep(*worst);
  }
  CHECK(failed > 5);
  CHECK(failed < 50);
  std::set<std::string> names;
  for (const auto& [name, bytes] : one.traces) names.insert(name);
  CHECK(names == kept);
  for (const auto& [name, bytes] : one.traces) {
    CAPTURE(name);
    CHECK(replay_trace(read_trace(scratch / "one/traces/" + name)).empty());
  }
  CHECK(one.traces.begin()->first.starts_with("adapting__far__"));
  CHECK(std::any_of(one.traces.begin(), one.traces.end(),
                    [](const auto& t) { return t.first.starts_with("random__wick_%2Fed__"); }));
}

TEST_CASE("run: traces of all games, of none, of more", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), here = " --out " + (scratch / "out"),
                    there = " --out " + (scratch / "there");
  CHECK(run(config + here + " --trace none").exit_code == 0);
  CHECK_FALSE(fs::exists(scratch / "out/traces"));
  CHECK(run(config + there + " --trace all").exit_code == 0);
  const Results all = results_of(scratch / "there");
  CHECK(all.traces.size() == 3 * 3 * 12);
  // A later run with another policy makes up for what is missing, and removes what is too much.
  CHECK(run(config + here + " --trace all").exit_code == 0);
  CHECK(results_of(scratch / "out") == all);
  fs::remove(scratch / "out/traces/" + all.traces.begin()->first);
  scratch.write("out/traces/half.jsonl.gz.tmp", "cut sho");
  scratch.write("out/traces/mine.txt", "not the run's");
  CHECK(run(config + here + " --trace best-worst").exit_code == 0);
  CHECK(run(config + there + " --trace best-worst").exit_code == 0);
  CHECK(fs::remove(scratch / "out/traces/mine.txt"));
  const Results some = results_of(scratch / "there");
  CHECK(some.traces.size() < 3 * 3 * 12 / 2);
  CHECK(results_of(scratch / "out") == some);
}

TEST_CASE("run: the greatest losses of built-in players are recorded, by whatever way the games came about",
          "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", R"(
rules: {side: 14}
repeats: 9
seed: 3
isolation: none
players: [naive, diagonal, lanes, {name: far, plugin: )" + plugin("wicked_player") +
                                                           R"(, options: {does: far, one_in: 4}}]
sequencers:
  - random
  - g6
  - {name: adapting, plugin: )" + plugin("wicked_sequencer") +
                                                           R"(, options: {does: adapt}}
)");
  const auto play = [&](const std::string& out, const std::string& options) {
    CHECK(run(config + " --out " + (scratch / out) + options).exit_code == 0);
    return results_of(scratch / out);
  };
  const Results all = play("all", " --trace all"), few = play("few", " --trace best-worst"), one = play("one", "");
  // The slow twin: each round of two that are built in, on requests that are not a plugin's.
  std::map<std::string, std::string> expected = few.traces;
  const auto values = [&](const std::string& player, const std::string& sequencer) {
    for (const json& cell : all.summary["cells"])
      if (cell["player"] == player && cell["sequencer"] == sequencer) return cell["score"]["values"];
    return json();
  };
  const std::vector<std::string> players{"naive", "diagonal", "lanes"};
  for (const std::string& player : players) {
    std::vector<std::tuple<int, int, int, std::string>> lost;  // the greatest first
    for (const auto& [s, sequencer] : {std::pair{0, "random"}, std::pair{1, "g6"}})
      for (int repeat = 0; repeat < 9; ++repeat) {
        std::string best = players.front();
        for (const std::string& other : players)
          if (values(other, sequencer)[repeat] > values(best, sequencer)[repeat]) best = other;
        const int by = values(best, sequencer)[repeat].get<int>() - values(player, sequencer)[repeat].get<int>();
        if (by > 0) lost.emplace_back(-by, s, repeat, best);
      }
    std::ranges::sort(lost);
    for (std::size_t i = 0; i < std::min<std::size_t>(3, lost.size()); ++i) {
      const auto& [by, s, repeat, best] = lost[i];
      for (const std::string& of : {player, best}) {
        const std::string name =
            trace_name(s == 0 ? "random" : "g6", of, all.summary["seeds"][repeat].get<std::uint64_t>(), repeat);
        expected[name] = all.traces.at(name);
      }
    }
  }
  CHECK(one.traces == expected);
  CHECK(one.traces.size() > few.traces.size());
  CHECK(play("seven", " --jobs 7").traces == expected);
  // More repeats make other losses the greatest; a smaller run takes nothing away.
  play("more", " --repeats 4");
  CHECK(play("more", "") == one);
  play("more", " --players naive --sequencers g6 --repeats 2");
  CHECK(results_of(scratch / "more") == one);
  for (const std::string part : {"0", "1", "2"}) play("part-" + part, " --shard " + part + "/3");
  const std::string parts = fmt::format(" {0}0 {0}1 {0}2", scratch / "part-");
  CHECK(run_command(binary + " merge " + (scratch / "joined") + parts).exit_code == 0);
  CHECK(results_of(scratch / "joined") == one);
  // What was asked for once holds for later runs.
  CHECK(play("one", " --trace best-worst").traces == few.traces);
  CHECK(play("one", "").traces == few.traces);
  CHECK(play("one", " --trace losses").traces == expected);
}

TEST_CASE("run: options on the command line make other players of those that the folder has", "[harness]") {
  const Scratch scratch;
  const std::string config =
      scratch.write("cup.yaml", "rules: {side: 12}\nrepeats: 3\nplayers: [{name: w, plugin: '" + test::plugins +
                                    "wicked_player.so', options: {does: throw, turn: 4}}]\nsequencers: [random]\n");
  const std::string here = config + " --out " + (scratch / "out");
  const auto turns = [&](const std::string& options) {
    CHECK(run(here + options).exit_code == 0);
    return run_command(binary + " export " + (scratch / "out") + " | cut -d, -f1,2,3,6 | tail -n +2").output;
  };
  const std::string first = turns("");
  CHECK_THAT(run(here + " --option turn=2 --dry-run").output, Catch::Contains("3 games, 3 to play"));
  const std::string other = turns(" --option turn=2");
  CHECK(other != first);
  CHECK(run_command(binary + " audit " + (scratch / "out") + " --config " + config + " --option turn=2").exit_code ==
        0);
  CHECK(turns("") == first);
  CHECK(run(here + " --option turn=2 --repeats 4").exit_code == 0);
  CHECK(run_command(binary + " audit " + (scratch / "out") + " --partial").exit_code == 0);
}

TEST_CASE("run: without --trace, a folder keeps the traces that it was once asked for", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), here = " --out " + (scratch / "out");
  CHECK(run(config + here + " --trace all").exit_code == 0);
  const Results all = results_of(scratch / "out");
  CHECK(run(config + here + " --players naive --sequencers random --repeats 2").exit_code == 0);
  CHECK(run(config + here + " --trace none").exit_code == 0);
  const std::string compare = binary + " compare naive far --config " + config + here + " --max-games 8";
  CHECK(run_command(compare).exit_code < 2);  // 1: not better
  CHECK(results_of(scratch / "out").traces == all.traces);
  CHECK(run(config + here + " --repeats 13").exit_code == 0);
  CHECK(results_of(scratch / "out").traces.size() == 3 * 3 * 13);
  // Joined folders that have all of theirs, too.
  CHECK(run_command(binary + " merge " + (scratch / "joined") + " " + (scratch / "out")).exit_code == 0);
  CHECK(results_of(scratch / "joined").traces.size() == 3 * 3 * 13);
}

TEST_CASE("run: more repeats, players and sequencers add games and replay none", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), here = " --out " + (scratch / "out");
  const auto to_play = [&](const std::string& options) {
    const Run r = run(config + here + " --dry-run " + options);
    const std::size_t at = r.output.rfind(" games, ");
    return std::stoi(r.output.substr(at + 8));
  };
  CHECK(to_play("") == 108);
  CHECK_FALSE(fs::exists(scratch / "out"));
  CHECK(run(config + here + " --players naive,far --sequencers random --repeats 5").exit_code == 0);
  CHECK(to_play("") == 108 - 10);
  CHECK(to_play("--fresh") == 108);
  CHECK(to_play("--repeats 5") == 45 - 10);
  CHECK(run(config + here + " --repeats 5").exit_code == 0);
  CHECK(run(config + here).exit_code == 0);
  CHECK(to_play("") == 0);
  CHECK(to_play("--repeats 13") == 9);
  CHECK(run(config + " --out " + (scratch / "whole")).exit_code == 0);
  const Results whole = results_of(scratch / "whole");
  CHECK(results_of(scratch / "out") == whole);
  // A smaller run in the same folder shows its own games alone, and leaves the summary and the traces of all.
  const Run few = run(config + here + " --players naive --sequencers g6 --repeats 2 --format json");
  CHECK(few.exit_code == 0);
  const json small = json::parse(few.output);
  CHECK(small["cells"].size() == 1);
  CHECK(small["cells"][0]["games"] == 2);
  CHECK(results_of(scratch / "out") == whole);
  CHECK_THAT(
      run(config + here + " --players naive --sequencers g6 --repeats 2").output,
      Catch::Contains("Results: " + (scratch / "out") + ", whose summary.json covers 108 games, these 2 among them\n"));
  CHECK_THAT(run(config + here).output, Catch::Contains("Results: " + (scratch / "out") + "\n"));
  CHECK(results_of(scratch / "out") == whole);
}

TEST_CASE("run: a summary covers all games that the folder's config still names", "[harness]") {
  const Scratch scratch;
  const std::string head = "rules: {side: 12}\nrepeats: 6\nsequencers: [random, g6]\nplayers: [naive, diagonal";
  const std::string config = scratch.write("cup.yaml", head + ", jigsaw]\n"), out = scratch / "out",
                    here = " --out " + out;
  const auto games = [](const std::string& folder) {
    std::map<std::string, int> of;
    const json summary = json::parse(bytes_of(folder + "/summary.json"));
    for (const json& cell : summary["cells"]) of[cell["player"]] += cell["games"].get<int>();
    return of;
  };
  using Games = std::map<std::string, int>;
  const auto sound = [&] { return run_command(binary + " audit --partial " + out).exit_code == 0; };
  CHECK(run(config + here).exit_code == 0);
  const Results whole = results_of(out);
  // A comparison of two players on one sequencer, as long as the tournament or shorter, changes nothing.
  const auto compare = [&](const std::string& options) {
    return run_command(binary + " compare naive jigsaw --sequencers random " + options);
  };
  CHECK_THAT(compare("--config " + config + here + " --max-games 12").output, Catch::Contains("covers 36 games"));
  Results after = results_of(out);
  std::erase_if(after.traces, [&](const auto& trace) { return !whole.traces.contains(trace.first); });  // of losses
  CHECK(after == whole);
  // A longer one adds its games.
  compare("--config " + config + here + " --max-games 40 --delta 0.001 --alpha 0.000001 --beta 0.000001");
  const int more = games(out)["naive"];
  CHECK(more > 12);
  CHECK(games(out)["diagonal"] == 12);
  CHECK(sound());
  // More repeats of one player add games, fewer take none away.
  CHECK(run(config + here + " --players diagonal --repeats 30").exit_code == 0);
  CHECK(run(config + here + " --players diagonal --repeats 1").exit_code == 0);
  CHECK(games(out) == Games{{"naive", more}, {"diagonal", 60}, {"jigsaw", more}});
  CHECK(sound());
  // The whole config is what it says.
  CHECK(run(config + here).exit_code == 0);
  CHECK(results_of(out).summary == whole.summary);
  CHECK(results_of(out).traces == whole.traces);
  // A player that it does not name any more is gone, and back when it is named again.
  scratch.write("cup.yaml", head + "]\n");
  CHECK(run(config + here + " --players naive").exit_code == 0);
  CHECK(games(out) == Games{{"naive", 12}, {"diagonal", 12}});
  scratch.write("cup.yaml", head + ", jigsaw]\n");
  CHECK(run(config + here).exit_code == 0);
  CHECK(results_of(out).summary == whole.summary);

  // Without a config the folder is all that was ever asked for.
  const std::string plain = scratch / "plain";
  CHECK(run("--players naive --sequencers g6 --repeats 3 --out " + plain).exit_code == 0);
  CHECK(run("--players diagonal --sequencers g6 --repeats 2 --out " + plain).exit_code == 0);
  CHECK(games(plain) == Games{{"naive", 3}, {"diagonal", 2}});
  // And so is one into which others are merged one by one.
  CHECK(run("--players jigsaw --sequencers g6 --repeats 2 --out " + (scratch / "other")).exit_code == 0);
  run_command(binary + " merge " + (scratch / "joined") + " " + plain);
  run_command(binary + " merge " + (scratch / "joined") + " " + (scratch / "other"));
  CHECK(games(scratch / "joined") == Games{{"naive", 3}, {"diagonal", 2}, {"jigsaw", 2}});
}

TEST_CASE("run: games are recognised by what decides them", "[harness]") {
  const Scratch scratch;
  const auto played = [&](const std::string& options, const std::string& weight) {
    scratch.write("town.yaml",
                  "phases: [{requests: [{weight: " + weight + ", residence: X}, {weight: 1, factory: 1x1}]}]");
    fs::copy_file(plugin("wicked_player"), scratch / "mine.so", fs::copy_options::overwrite_existing);
    if (options == "{does: throw}") std::ofstream(scratch / "mine.so", std::ios::app) << "another build";
    const std::string config =
        scratch.write("cup.yaml",
                      "repeats: 2\nrules: {side: 10}\nisolation: none\nplayers: [{name: p, plugin: mine.so, "
                      "options: " +
                          options + "}]\nsequencers: [{mix: town.yaml}]\n");
    const std::size_t before = games_stored(scratch / "out");
    CHECK(run(config + " --out " + (scratch / "out")).exit_code == 0);
    const json cell = json::parse(bytes_of(scratch / "out/summary.json"))["cells"][0];
    CHECK(cell["games"] == 2);
    // The traces are those of these games.
    const auto traces = names_in(scratch / "out/traces");
    CHECK(traces.size() == 2);
    for (const std::string& name : traces) {
      const json end = read_trace(scratch / "out/traces/" + name).end;
      const json& value = cell["score"]["values"][name.ends_with("__0.jsonl.gz") ? 0 : 1];
      CHECK((value.is_null() ? end["status"] == "crashed" : end["score"] == value));
    }
    return games_stored(scratch / "out") - before;
  };
  CHECK(played("{}", "1") == 2);
  CHECK(played("{}", "1") == 0);
  CHECK(played("{mood: bad}", "1") == 2);     // another option
  CHECK(played("{}", "2") == 2);              // another mix
  CHECK(played("{does: throw}", "2") == 2);   // and another library
  CHECK(played("{}", "1") == 0);              // as at first
  CHECK(played("{does: reject}", "1") == 0);  // the default, written out
}

TEST_CASE("run: another config's folder is refused", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), here = " --out " + (scratch / "out");
  CHECK(run(config + here).exit_code == 0);
  const Results before = results_of(scratch / "out");
  for (const std::string options : {" --seed 6", " --seed 6 --dry-run"}) {
    const Run r = run(config + here + options);
    CHECK(r.exit_code == 2);
    CHECK_THAT(r.output,
               Catch::EndsWith("/out: holds games of another config: seed is 5 there and 6 here: choose another "
                               "folder with --out, or remove them with --fresh\n"));
  }
  CHECK(results_of(scratch / "out") == before);
  CHECK(run(config + here + " --seed 6 --fresh").exit_code == 0);
  const Results after = results_of(scratch / "out");
  CHECK(after.games.size() == before.games.size());
  for (const auto& [name, bytes] : after.traces) CHECK_FALSE(before.traces.contains(name));
}

TEST_CASE("run: shards part the games", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup);
  CHECK(run(config + " --out " + (scratch / "whole")).exit_code == 0);
  const Results whole = results_of(scratch / "whole");
  std::map<std::string, std::string> games;
  for (int i = 0; i < 3; ++i) {
    const std::string out = scratch / ("part" + std::to_string(i));
    CHECK(run(config + " --shard " + std::to_string(i) + "/3 --out " + out).exit_code == 0);
    const Results part = results_of(out);
    CHECK(part.games.size() == whole.games.size() / 3);
    for (const auto& row : part.games) CHECK(games.insert(row).second);
  }
  CHECK(games == whole.games);

  // Joined in any order, they are the whole.
  const std::string parts[] = {" " + (scratch / "part0"), " " + (scratch / "part1"), " " + (scratch / "part2")};
  const auto merge = [&](const std::string& arguments) { return run_command(binary + " merge " + arguments); };
  const Run merged = merge((scratch / "joined") + parts[2] + parts[0] + parts[1] + " --format json");
  CHECK(merged.exit_code == 0);
  CHECK(merged.output == bytes_of(scratch / "joined/summary.json"));
  CHECK(results_of(scratch / "joined") == whole);
  // One is missing: the summary is that of the others, and the exit code says so; added later, all is well.
  const std::string later = "'" + (scratch / "some later") + "'";
  const Run some = merge(later + parts[0] + parts[1] + " 2>&1 >/dev/null");
  CHECK(some.exit_code == 1);
  CHECK(some.output ==
        "pentocity: 36 of 108 games are in no folder: the command of the run with --out " + later + " plays them\n");
  CHECK(run(config + " --dry-run --out " + later).output.find("108 games, 36 to play") != std::string::npos);
  CHECK(merge(later + parts[2] + " >/dev/null").exit_code == 0);
  CHECK(results_of(scratch / "some later") == whole);

  const auto refused = [&](const std::string& arguments, const std::string& message) {
    const Run r = merge(arguments);
    CHECK(r.exit_code == 2);
    CHECK_THAT(r.output, Catch::Matches("pentocity: " + message + "\n"));
  };
  refused((scratch / "x") + parts[0] + " " + (scratch / "none"), scratch / "none" + ": there is no such folder");
  refused((scratch / "part0") + parts[0], scratch / "part0" + ": is also the folder to merge into");
  CHECK(run(config + " --seed 6 --repeats 1 --out " + (scratch / "other")).exit_code == 0);
  refused((scratch / "x") + parts[0] + " " + (scratch / "other"),
          scratch / "other" + ": holds games of another config than .*");
  refused((scratch / "other") + parts[0], scratch / "other" + ": holds games of another config: .*");
  CHECK_FALSE(fs::exists(scratch / "x"));
}

TEST_CASE("run: interrupted by a signal, it stores what is under way, exits with 3 and goes on later",
          "[harness][threads][long]") {
  const Scratch scratch;
  // Each game takes a moment.
  const std::string config = scratch.write("cup.yaml", R"(
rules: {side: 24}
repeats: 60
isolation: none
players: [planner-fast]
sequencers: [random, g6, g1, tailheavy, g2, misfits]
)");
  CHECK(run(config + " --out " + (scratch / "whole")).exit_code == 0);
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string out = scratch / ("out" + std::to_string(signal));
    Process process({binary, "run", config, "--out", out, "--jobs", "2"});
    while (games_stored(out) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    process.send(signal);
    CHECK(process.wait() == 3);
    const std::size_t stored = games_stored(out);
    CHECK(stored < 360);
    CHECK_FALSE(fs::exists(out + "/summary.json"));
    const Run r = run(config + " --dry-run --out " + out);
    CHECK_THAT(r.output, Catch::Contains("360 games, " + std::to_string(360 - stored) + " to play"));
    CHECK(run(config + " --out " + out).exit_code == 0);
    CHECK(results_of(out) == results_of(scratch / "whole"));
  }
}

TEST_CASE("run: a signal is answered at once, and what is stored is shown", "[harness][threads]") {
  const Scratch scratch;
  const std::string config = scratch.write("long.yaml", R"(
repeats: 2000
seed: 20
rules: tournament-2016
isolation: none
players: [naive, planner-fast]
sequencers: [random, g6]
)");
  const std::string out = scratch / "out", said = scratch / "said";
  {
    Process process({binary, "run", config, "--out", out, "--jobs", "2"}, said);
    while (games_stored(out) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    process.send(SIGINT);
    CHECK(process.wait() == 3);
  }
  const std::size_t stored = games_stored(out);
  CHECK_THAT(
      bytes_of(said),
      Catch::Contains("pentocity: stopping: the games under way are played to their end; the same signal once "
                      "more ends it at once\n") &&
          Catch::Contains(fmt::format("interrupted: {} of 8000 games are stored in {}; `pentocity report {}` shows "
                                      "them, and the same command plays the others\n",
                                      stored, out, out)));
  const json summary = json::parse(run_command(binary + " report " + out + " --format json").output);
  CHECK(summary["unplayed"] == 8000 - stored);
  const Run report = run_command(binary + " report " + out);
  if (lacks_page(report)) return;
  CHECK(report.exit_code == 0);
  CHECK_THAT(bytes_of(out + "/report.html"), Catch::Contains("\"unplayed\":" + std::to_string(8000 - stored)));
}

TEST_CASE("run: a second signal ends it, and says so", "[harness][threads]") {
  const Scratch scratch;
  const std::string config = scratch.write(
      "stuck.yaml", "players: [{name: stuck, command: [sleep, '271828']}]\nsequencers: [random]\nrepeats: 1\n");
  const std::string said = scratch / "said";
  const auto heard = [&](const std::string& words) {
    for (int i = 0; i < 1000 && bytes_of(said).find(words) == std::string::npos; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    CHECK_THAT(bytes_of(said), Catch::Contains(words));
  };
  Process process({binary, "run", config, "--out", scratch / "out"}, said);
  // Until the game has begun; before the run the command was asked what it declares.
  while (!fs::exists(scratch / "out/results.sqlite") || run_command("pgrep -f 'sleep [2]71828'").exit_code != 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  process.send(SIGINT);
  heard("stopping: the games under way are played to their end, each for at most 600 s of its time (game_wall_limit)");
  std::this_thread::sleep_for(std::chrono::milliseconds(600));  // what comes sooner is the same signal
  process.send(SIGINT);
  CHECK(process.wait() == -1);
  heard("pentocity: ended at once: the games under way have no result, and all that were stored stay\n");
}

TEST_CASE("run: time in which the program itself was stopped is not the player's", "[harness][threads][long]") {
  const Scratch scratch;
  const std::string config = scratch.write("asleep.yaml", R"(
players: [{name: asleep, command: [sh, -c, "read hello; echo '{\"ready\": true}'; read request && sleep 6.271828"]}]
sequencers: [random]
repeats: 1
move_wall_limit: 5s
)");
  const std::string out = scratch / "out";
  Process process({binary, "run", config, "--out", out});
  // Before the run the command is asked what it declares.
  while (!fs::exists(scratch / "out/results.sqlite") || run_command("pgrep -f '^sleep [6].271828'").exit_code != 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  process.send(SIGSTOP);
  std::this_thread::sleep_for(std::chrono::milliseconds(5200));
  process.send(SIGCONT);
  CHECK(process.wait() == 0);
  // It has used less than a second of its five, and ended without an answer.
  CHECK_THAT(run_command(binary + " report " + out + " --format json").output, Catch::Contains("\"crashed\": 1"));
}

TEST_CASE("run: killed at any moment, it loses nothing that was stored", "[harness][threads][long]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = scratch / "out";
  CHECK(run(config + " --repeats 200 --out " + (scratch / "whole")).exit_code == 0);
  std::mt19937 random(1);
  std::size_t stored = 0;
  for (int kills = 0; kills < 20; ++kills) {
    Process process({binary, "run", config, "--repeats", "200", "--out", out, "--jobs", "2"});
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
    process.send(SIGKILL);
    process.wait();
    if (!fs::exists(out + "/results.sqlite")) continue;
    // Who looks sees what was whole, whatever journal there is.
    CHECK(run(config + " --repeats 200 --dry-run --out " + out).exit_code == 0);
    const std::size_t now = games_stored(out);
    CHECK(now >= stored);
    stored = now;
  }
  CHECK(run(config + " --repeats 200 --out " + out).exit_code == 0);
  CHECK(results_of(out) == results_of(scratch / "whole"));
}

TEST_CASE("run: a folder that another run is at work in is refused", "[harness][long]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", "repeats: 1000000\nplayers: [naive]\nsequencers: [random]\n");
  const std::string out = scratch / "out";
  Process process({binary, "run", config, "--out", out});
  while (games_stored(out) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  for (const std::string options : {"", " --fresh"}) {
    const Run r = run(config + " --out " + out + options);
    CHECK(r.exit_code == 2);
    CHECK(r.output == "pentocity: " + out + ": another run is at work in this folder (process " +
                          std::to_string(process.pid()) + ")\n");
  }
  const std::size_t stored = games_stored(out);
  process.send(SIGKILL);
  process.wait();
  CHECK(stored > 0);
  // The lock dies with its owner.
  CHECK(run(config + " --repeats 1 --fresh --out " + out).exit_code == 0);
}

TEST_CASE("run: folders that cannot be used", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup);
  const auto refused = [&](const std::string& out, const std::string& message) {
    const Run r = run(config + " --out " + out);
    CHECK(r.exit_code == 2);
    CHECK(r.output == "pentocity: " + message + "\n");
  };
  scratch.write("file", "");
  refused(scratch / "file/x/y", scratch / "file" + ": this folder cannot be made: File exists");
  scratch.write("text/results.sqlite", "this is no database, as anybody can see");
  refused(scratch / "text", scratch / "text/results.sqlite" + ": file is not a database");
  CHECK(bytes_of(scratch / "text/results.sqlite") == "this is no database, as anybody can see");
  fs::create_directories(scratch / "folder/results.sqlite");
  CHECK(run(config + " --out " + (scratch / "folder")).exit_code == 2);
  fs::create_directory(scratch / "other");
  sqlite3* database = nullptr;
  sqlite3_open((scratch / "other/results.sqlite").c_str(), &database);
  sqlite3_exec(database, "CREATE TABLE mine (x)", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  refused(scratch / "other", scratch / "other/results.sqlite" + ": not written by Pentocity");
}

TEST_CASE("run, merge and import: --fresh says what it deletes, and leaves what is others'", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = scratch / "out", one = scratch / "one";
  const std::string part = " --players naive --sequencers random --repeats 2";
  const std::string scores = scratch.write("scores.csv", "sequencer,player,seed,score\nrandom,naive,5,100\n");
  CHECK(run(config + " --out " + out).exit_code == 0);
  CHECK(run(config + part + " --out " + one).exit_code == 0);
  const Results before = results_of(out);
  const auto refused = [&](const std::string& command) {
    const Run r = run_command(binary + " " + command);
    CHECK(r.exit_code == 2);
    CHECK_THAT(r.output, Catch::Matches("pentocity: --fresh would delete 108 games in .*/out, [0-9]+ of them of others "
                                        "than play now \\(.*far.*\\): another folder .* --delete-all .*\n"));
    CHECK(results_of(out) == before);
  };
  refused("run " + config + part + " --fresh --out " + out);
  refused("run " + config + part + " --fresh --dry-run --out " + out);
  refused("merge " + out + " " + one + " --fresh");
  refused("import " + scores + " " + out + " --fresh");
  // Of its own, and of others if it is told to.
  const Run own = run(config + " --fresh --out " + out);
  CHECK(own.exit_code == 0);
  CHECK_THAT(own.output, Catch::Contains("/out: deleted first: 108 games of "));
  CHECK(results_of(out) == before);
  CHECK(run_command(binary + " merge " + out + " " + one + " --delete-all").exit_code == 0);
  CHECK(results_of(out) == results_of(one));
}

TEST_CASE("run: a database that somebody altered", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = scratch / "out", file = out + "/results.sqlite";
  const auto altered = [&](const char* how) {
    CHECK(run(config + (fs::exists(out) ? " --delete-all --out " : " --out ") + out).exit_code == 0);
    sqlite3* database = nullptr;
    sqlite3_open(file.c_str(), &database);
    CHECK(sqlite3_exec(database, how, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
    const Run merged = run_command(binary + " merge " + (scratch / "joined") + " " + out + " --fresh");
    CHECK(merged.exit_code == 2);
    return merged.output;
  };
  CHECK(altered("CREATE TABLE g AS SELECT * FROM game; INSERT INTO g SELECT * FROM game; DROP TABLE game;"
                "ALTER TABLE g RENAME TO game") == "pentocity: " + file +
                                                       ": has a table 'game' that no version of Pentocity makes: "
                                                       "expected its tables 'run' and 'game' only\n");
  CHECK(run(config + " --out " + out).exit_code == 2);
  CHECK(altered("PRAGMA user_version = 6") ==
        "pentocity: " + file + ": has format 6 of another version of Pentocity: expected 7\n");
  CHECK_THAT(altered("UPDATE run SET notes = '{}'"),
             Catch::StartsWith("pentocity: " + file + ": its notes: damaged: "));
  CHECK(altered("DELETE FROM run") == "pentocity: " + file + ": has lost its config\n");
  CHECK_THAT(altered("UPDATE run SET config = '[[['"),
             Catch::StartsWith("pentocity: " + file + ": its config: no JSON: "));
  CHECK(altered("DROP TABLE game") == "pentocity: " + file + ": lacks a table: expected 'run' and 'game'\n");
}

TEST_CASE("merge: folders that contradict each other on a game are refused, and nothing is written", "[harness]") {
  const Scratch scratch;
  const auto out = [&](const std::string& name) { return scratch / name; };
  for (const std::string name : {"a", "b"})
    CHECK(run_command(binary + " run --players naive,jigsaw --sequencers random --repeats 3 --out " + out(name))
              .exit_code == 0);
  const auto merge = [&](const std::string& arguments) { return run_command(binary + " merge " + arguments); };
  // Equal ones are one game, whatever else differs.
  CHECK(merge(out("same") + " " + out("a") + " " + out("b")).exit_code == 0);
  CHECK(rows_of(out("same")).size() == 6);
  CHECK(merge(out("same") + " " + out("b")).exit_code == 0);

  const auto alter = [&](const std::function<void(GameRow&)>& change) {
    Store store(out("b"), read_schedule(out("b")), Store::Access::add);
    GameRow row = store.games(std::vector{GameId{.player = 1, .sequencer = 0, .repeat = 2}}).front().row;
    const GameRow before = row;
    change(row);
    store.append(std::vector{StoredGame{{.player = 1, .sequencer = 0, .repeat = 2}, row}});
    return before;
  };
  const auto refused = [&](const std::string& arguments, const std::string& here, const std::string& there,
                           const std::string& difference) {
    const Run r = merge(arguments);
    CHECK(r.exit_code == 2);
    CHECK(r.output == fmt::format("pentocity: {}: contradicts {} on the game of 'jigsaw' on 'random', repeat 2: {}\n",
                                  out(here), out(there), difference));
  };
  const GameRow sound = alter([](GameRow& row) { ++row.score; });
  refused(out("new") + " " + out("a") + " " + out("b"), "b", "a",
          fmt::format("score is {} here and {} there", sound.score + 1, sound.score));
  refused(out("new") + " " + out("b") + " " + out("a"), "a", "b",
          fmt::format("score is {} here and {} there", sound.score, sound.score + 1));
  CHECK_FALSE(fs::exists(out("new")));
  const auto before = rows_of(out("same"));
  refused(out("same") + " " + out("b"), "b", "same",
          fmt::format("score is {} here and {} there", sound.score + 1, sound.score));
  CHECK(rows_of(out("same")) == before);
  CHECK(merge(out("same") + " " + out("b") + " --fresh").exit_code == 0);
  alter([&](GameRow& row) { row = sound, row.accepted -= 1; });
  refused(out("new") + " " + out("a") + " " + out("b"), "b", "a",
          fmt::format("accepted is {} here and {} there", sound.accepted - 1, sound.accepted));
  alter([&](GameRow& row) { row = sound, row.used.cpu_seconds += 1; });  // differs each time that it is played
  CHECK(merge(out("new") + " " + out("a") + " " + out("b")).exit_code == 0);
}

TEST_CASE("run: where files may not grow any more, it says so and goes on later", "[harness][long]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = scratch / "out";
  CHECK(run(config + " --repeats 100 --out " + (scratch / "whole")).exit_code == 0);
  // In blocks of 512 bytes: too small for the first table, for some batch of games, for the summary, for a trace.
  for (const int blocks : {1, 30, 60, 100, 140}) {
    const Run r = without_warning(run_command("ulimit -f " + std::to_string(blocks) + "; " + binary + " run " + config +
                                              " --repeats 100 --out " + out + " 2>&1 >/dev/null"));
    CAPTURE(blocks, r.output);
    CHECK(r.exit_code == 2);
    CHECK_THAT(r.output, Catch::Matches("pentocity: " + out + "/[^\n]*\n"));
    CHECK_FALSE(fs::exists(out + "/summary.json"));
    for (const std::string& name : names_in(out + "/traces")) CHECK(name.ends_with(".jsonl.gz"));
  }
  CHECK(run(config + " --repeats 100 --out " + out).exit_code == 0);
  CHECK(results_of(out) == results_of(scratch / "whole"));
}

TEST_CASE("run: standard output that cannot be written", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = " --out " + (scratch / "out");
  for (const std::string options : {"", " --format json", " --format csv", " --dry-run",
                                    " --repeats 5000 --players naive --sequencers g6 --format json"}) {
    const Run r = run(config + out + options + " >/dev/full");
    CHECK(r.exit_code == 2);
    CHECK(r.output == "pentocity: standard output cannot be written: No space left on device\n");
  }
  CHECK(fs::exists(scratch / "out/summary.json"));  // the work is done all the same
  for (const std::string command :
       {"list players", "list sequencers --format json", "list rules", "sequence random --count 1000", "--help"})
    CHECK(run_command(binary + " " + command + " >/dev/full").exit_code == 2);
}

TEST_CASE("run: bad usage is one line", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup);
  const std::pair<std::string, std::string> cases[] = {
      {"", "run needs a config, or both --players and --sequencers (see pentocity run --help)"},
      {"--players naive", "run needs a config, or both --players and --sequencers (see pentocity run --help)"},
      {scratch / "none.yaml", scratch / "none.yaml" + ": cannot be read: No such file or directory"},
      {config + " --rules report", "--rules report: the rules are those of " + config +
                                       ", which the command line does not change: write `rules: report` there, or "
                                       "leave --rules out"},
      {scratch / "" + " --rules report", "--rules report: the rules are those of each config of " + (scratch / "") +
                                             ", which the command line does not change: write `rules: report` there, "
                                             "or leave --rules out"},
      {config + " --debug naive --rules report", "--rules report: the rules are those of " + config +
                                                     ", which the command line does not change: write `rules: report` "
                                                     "there, or leave --rules out"},
      {config + " --turn 3", "--turn requires --trace-from (see pentocity run --help)"},
      {config + " --trace-from x", "--trace-from requires --debug (see pentocity run --help)"},
      {config + " --shard 3/3", "--shard 3/3: expected I/N, I from 0 to N-1, such as 0/8"},
      {config + " --shard 1", "--shard 1: expected I/N, I from 0 to N-1, such as 0/8"},
      {config + " --shard 0/2x", "--shard 0/2x: expected I/N, I from 0 to N-1, such as 0/8"},
  };
  for (const auto& [arguments, message] : cases) {
    const Run r = run(arguments);
    CHECK(r.exit_code == 2);
    CHECK(r.output == "pentocity: " + message + "\n");
  }
  for (const std::string options : {"--repeats 0", "--repeats x", "--seed 9007199254740992", "--seed -1", "--jobs 0",
                                    "--format xml", "--trace some", "--frsh"}) {
    const Run r = run(config + " " + options);
    CAPTURE(options);
    CHECK(r.exit_code == 2);
    CHECK_THAT(r.output, Catch::Matches("pentocity: [^\n]+ \\(see pentocity run --help\\)\n"));
    CHECK_THAT(r.output, Catch::Contains(options.substr(0, options.find(' '))));
  }
}

TEST_CASE("run: progress is for terminals, or when asked for", "[harness]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup);
  CHECK(run(config + " --out " + (scratch / "a") + " 2>&1 >/dev/null").output.empty());
  const Run r = run(config + " --progress --out " + (scratch / "b") + " 2>&1 >/dev/null");
  CHECK_THAT(r.output, Catch::Contains("0 of 108 games\n") && Catch::EndsWith("108 of 108 games\n"));
}

TEST_CASE("run: a task of Slurm goes back to the queue if it may end otherwise the next time", "[cli]") {
  const Scratch folder;
  folder.write("cup.yaml", "seed: 5\n");
  // What stands for the program ends with the code that it is given; nobody waits for Slurm.
  folder.write("bin/program", "#!/bin/sh\nexit \"$CODE\"\n");
  folder.write("bin/scontrol", "#!/bin/sh\necho \"$@\"\n");
  folder.write("bin/sleep", "#!/bin/sh\n");
  for (const auto& [code, again] : {std::pair(0, false), {1, true}, {2, false}, {3, true}, {6, false}, {137, true}}) {
    const Run run =
        run_command(fmt::format("cd {} && chmod +x bin/* && PATH=$PWD/bin:$PATH CODE={} SLURM_ARRAY_TASK_ID=2 "
                                "SLURM_ARRAY_JOB_ID=7 {}/scripts/slurm/shard "
                                "bin/program cup.yaml out 4",
                                folder / ".", code, test::sources));
    CHECK(run.exit_code == code);
    CHECK(run.output == (again ? fmt::format("shard 2 ended with {}: back to the queue\nrequeue 7_2\n", code) : ""));
  }
}

}  // namespace run_test
