// Players in processes of their own: what they do to themselves and to others, and that nothing of it matters.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/tournament/run.hpp"
#include "scratch.hpp"

namespace isolation_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::isolation;
using namespace pentocity::figures;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string hostile_library = test::plugins + "hostile_player.so";
const std::string mock = test::commands + "mock_player";

// Is there a process that this one started, or that was left to it by one it started?
bool has_offspring() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

struct Played {
  std::vector<GameRow> rows;
  std::map<std::string, TraceLines> traces;  ///< by file name
  std::optional<Summary> summary;
};

// Plays a config; every trace replays, and nothing is left: no process, no folder.
Played played(const std::string& text, int jobs = 1) {
  const Scratch scratch;
  prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans come here
  fs::create_directory(scratch / "tmp");
  setenv("TMPDIR", (scratch / "tmp").c_str(), 1);
  Played out;
  {
    const Config config = load_config(scratch.write("cup.yaml", text));
    RunOptions options;
    options.folder = scratch / "out";
    options.jobs = jobs;
    options.traces = TracePolicy::all;
    options.stored = [&](const GameRow& row) {
      out.rows.push_back(row);
      return true;
    };
    out.summary = run_games(config, options).summary;
  }
  REQUIRE(out.summary);
  for (const std::string& name : names_in(scratch / "out/traces")) {
    out.traces[name] = read_trace(scratch / "out/traces/" + name);
    CAPTURE(name);
    for (const Mismatch& m : replay_trace(out.traces[name]))
      FAIL_CHECK(m.turn << " " << m.field << " " << m.recorded << " " << m.replayed);
  }
  CHECK_FALSE(has_offspring());
  CHECK(names_in(scratch / "tmp").empty());
  unsetenv("TMPDIR");
  return out;
}

#if defined(PENTOCITY_ADDRESS_SANITIZER) || defined(PENTOCITY_THREAD_SANITIZER)
constexpr bool sanitized = true;  // processes need more of everything
#else
constexpr bool sanitized = false;
#endif
const std::string memory_limit = sanitized ? "memory_limit: 1GiB\n" : "memory_limit: 64MiB\n";
// For those that wait until they are stopped, and those that compute until then. For others neither clock must come
// into it: the machine may be busy.
const std::string short_waits = "move_wall_limit: 1500ms\nhandshake_limit: 1500ms\n";
const std::string short_time = sanitized ? "time_limit: 5s\n" : "time_limit: 1s\n";

// One game of one misbehaving player under these rules; seeds do not matter.
Played game_of(const std::string& player, const std::string& rules, const std::string& sequencer = "random",
               const std::string& more_limits = {}) {
  return played(fmt::format("rules: {}\nrepeats: 1\n{}{}players: [{}]\nsequencers: [{}]\n", rules, memory_limit,
                            more_limits, player, sequencer));
}

std::string limits_of(const std::string& does) {
  const std::set<std::string> waiting{
      "sleep", "stop", "deaf", "mute", "unflushed", "no_line_feed", "carriage_return", "ready_without_line_feed"},
      computing{"loop", "flood"};
  return waiting.contains(does) ? short_waits : computing.contains(does) ? short_time : "";
}

Played hostile(const std::string& does, const std::string& rules = "{side: 20}") {
  return game_of(fmt::format("{{plugin: '{}', options: {{does: {}}}}}", hostile_library, does), rules, "random",
                 limits_of(does));
}

Played command(const std::string& does, const std::string& rules = "{side: 20}") {
  return game_of(fmt::format("{{name: mock, command: ['{}', {}]}}", mock, does), rules, "random", limits_of(does));
}

std::string outcome(const Played& p) {
  const GameRow& row = p.rows.at(0);
  return std::string(name_of(row.status)) + " " + row.error + " at " + std::to_string(row.turns - 1);
}

std::string note(const Played& p, std::size_t turn) {
  return p.traces.begin()->second.turns.at(turn).value("note", "no note");
}

}  // namespace

TEST_CASE("isolation: whatever a shared library does to its process ends its game, with the cause and the turn",
          "[isolation][long]") {
  const std::pair<std::string, std::string> cases[] = {
      {"segfault", "crashed signal:SIGSEGV at 2"},
      {"abort", "crashed signal:SIGABRT at 2"},
      {"exit", "crashed exit:3 at 2"},
      {"leave", "crashed exit:0 at 2"},
      {"terminate", "crashed signal:SIGABRT at 2"},
      {"loop", "timeout cpu at 2"},
      {"sleep", "timeout wall at 2"},
      {"stop", "timeout wall at 2"},
      {"kill", "crashed signal:SIGKILL at 2"},
      {"memory", "crashed memory at 2"},
      {"memory_of_children", "crashed memory at 2"},
      {"huge", "crashed memory at 2"},
      {"overflow", "crashed signal:SIGSEGV at 2"},
      {"flood", "timeout cpu at 2"},
      {"close", "crashed exit:0 at 2"},
  };
  for (const auto& [does, expected] : cases) {
    if (sanitized && (does == "huge" || does == "segfault")) continue;  // sanitizers have their own end for these
    CAPTURE(does);
    const Played p = hostile(does);
    CHECK(outcome(p) == expected);
    CHECK(p.rows[0].score > 0);  // of the turns before
    CHECK(p.traces.begin()->second.turns.back()["accept"].is_null());
  }
}

TEST_CASE("isolation: a shared library that plays on", "[isolation][long]") {
  const Played plain = hostile("nothing");
  CHECK(plain.rows[0].status == Status::ok);
  for (const std::string does : {"orphans", "scribble", "connect", "own_folder"}) {
    CAPTURE(does);
    const Played p = hostile(does);
    CHECK(p.rows[0].status == Status::ok);
    CHECK(p.rows[0].score == plain.rows[0].score);
  }
  const Played busy =
      played(fmt::format("rules: {{side: 20}}\nrepeats: 1\nmove_wall_limit: 10min\n"
                         "players: [{{plugin: '{}', options: {{does: come_and_go}}}}]\nsequencers: [random]\n",
                         hostile_library));
  CHECK(busy.rows[0].status == Status::ok);
  // It may kill what it can reach: itself.
  CHECK(outcome(hostile("kill_others")) == "crashed signal:SIGKILL at 2");
  CHECK(outcome(hostile("invalid", "{profile: tournament-2016, side: 20}")) == "invalid bad_rotation at 2");
  const auto faults = hostile("garbage").rows[0].faults;
  REQUIRE(faults.size() == 1);
  CHECK((faults[0].fault == Fault::bad_answer && faults[0].moves == 3 && faults[0].turn == 2));
}

TEST_CASE("isolation: no network, and no files but in a folder of its own that is gone afterwards", "[isolation]") {
  if (!makes_boxes()) {
    WARN("no box can be made here");
    return;
  }
  CHECK(note(hostile("connect"), 2) == "reaches: ");
  CHECK(note(hostile("own_folder"), 2) == "writes its own");
  const Scratch theirs;
  CHECK(note(game_of(fmt::format("{{plugin: '{}', options: {{does: scribble, folder: '{}'}}}}", hostile_library,
                                 theirs / "."),
                     "{side: 20}"),
             2) == "writes: /tmp /var/tmp /dev/shm ");  // which are names of its own folder
  // Where nothing confines it, it does find ways.
  const Played open = played(fmt::format(
      "rules: {{side: 20}}\nrepeats: 1\nisolation: none\nplayers: [{{plugin: '{}', options: {{does: scribble, folder: "
      "'{}'}}}}]\nsequencers: [random]\n",
      hostile_library, theirs / "."));
  CHECK(note(open, 2) != "writes: ");
}

TEST_CASE("isolation: the seed of the requests is in no file, process or memory that a player can look into",
          "[isolation][long]") {
  if (!makes_boxes()) return;
  if (sanitized) return;  // who looks through all memory meets theirs
  constexpr std::uint64_t seed = 7'311'592'640'135'387;
  const Scratch scratch;
  fs::copy_file(hostile_library, scratch / "mine.so");
  const auto config = [&](const std::string& isolation) {
    return scratch.write("cup.yaml",
                         fmt::format("rules: {{side: 20}}\nseeds: [{0}, 5, {0}]\nisolation: {1}\nplayers: [{{plugin: "
                                     "mine.so, options: {{does: snoop, folder: '{2}', masked: '{3}'}}}}]\n"
                                     "sequencers: [random]\n",
                                     seed, isolation, scratch / ".", seed ^ 0x5555555555555555));
  };
  const auto notes_of = [&](const std::string& isolation) {
    const std::string out = scratch / isolation;
    const Run r = run_command(
        fmt::format("{} run {} --out {} --trace all --jobs 1 >/dev/null", test::program, config(isolation), out));
    CHECK(r.exit_code == 0);
    std::set<std::string> notes;
    for (const std::string& name : names_in(out + "/traces"))
      notes.insert(read_trace(out + "/traces/" + name).turns.at(2).value("note", ""));
    return notes;
  };
  CHECK(notes_of("plugins") == std::set<std::string>{"sees: "});
  // The same eyes see it where nothing is in the way.
  for (const std::string& note : notes_of("none")) {
    CHECK_THAT(note, Catch::Contains("cup.yaml"));
    CHECK_THAT(note, Catch::Contains("memory "));
  }
}

TEST_CASE("isolation: whatever a command does ends its game, with the cause and the turn", "[isolation][long]") {
  const std::pair<std::string, std::string> cases[] = {
      {"die", "crashed exit:5 at -1"},
      {"mute", "timeout handshake at -1"},
      {"no_ready", "crashed handshake at -1"},
      {"no_json", "crashed handshake at -1"},
      {"close", "crashed eof at 2"},
      {"exit", "crashed exit:7 at 2"},
      {"eof", "crashed eof at 2"},
      {"segfault", "crashed signal:SIGSEGV at 2"},
      {"loop", "timeout cpu at 2"},
      {"sleep", "timeout wall at 2"},
      {"memory", "crashed memory at 2"},
      {"last_words", "crashed exit:9 at 3"},
      {"deaf", "timeout wall at 3"},
  };
  for (const auto& [does, expected] : cases) {
    CAPTURE(does);
    CHECK(outcome(command(does)) == expected);
  }
}

TEST_CASE("isolation: what a command said instead of being ready is quoted", "[isolation]") {
  CHECK(command("no_json").rows.at(0).error_output ==
        "the first line was not {\"ready\":true} but: ready when you are\n");
  CHECK_THAT(command("no_ready").rows.at(0).error_output, Catch::EndsWith(" but: {\"hello\":\"you\"}\n"));
}

TEST_CASE("isolation: a command whose answer has no line feed, or was not flushed, is told so", "[isolation]") {
  const auto told = [](const std::string& does, const std::string& outcome_of_it) {
    const Played p = command(does);
    CHECK(outcome(p) == outcome_of_it);
    return p.rows.at(0).error_output;
  };
  CHECK(told("no_line_feed", "timeout wall at 2") ==
        R"(this answer has no line feed (\n) at its end: "{\"turn\":2,\"accept\":false}")"
        "\n");
  CHECK(told("carriage_return", "timeout wall at 2") ==
        R"(this answer ends in a carriage return (\r) alone: a line ends in a line feed (\n): )"
        R"("{\"turn\":2,\"accept\":false}\r")"
        "\n");
  CHECK(told("unflushed", "timeout wall at 2") ==
        "this answer came after the limit, when the input was closed: too slow, or not flushed, as in Python by "
        "print(..., flush=True): "
        R"("{\"turn\":2,\"accept\":false}")"
        "\n");
  CHECK(told("ready_without_line_feed", "timeout handshake at -1") ==
        R"(this answer has no line feed (\n) at its end: "{\"ready\":true}")"
        "\n");
  CHECK(told("mute", "timeout handshake at -1") ==
        "it wrote nothing in time: too slow, or not flushed, as in Python by print(..., flush=True)\n");
  // One that computes, or sleeps after other answers, has no such fault.
  CHECK(told("sleep", "timeout wall at 2").empty());
}

TEST_CASE("isolation: null is what is left out", "[isolation]") {
  CHECK(command("nulls").rows.at(0).invalid_moves == 0);
  const Played cells = command("null_cells", "{profile: tournament-2016, side: 20}");
  CHECK(cells.rows.at(0).error == "no_road_access");  // judged by the rules, and no bad answer
  const Played accept = command("null_accept", "{profile: tournament-2016, side: 20}");
  CHECK_THAT(accept.rows.at(0).error, Catch::StartsWith("bad_answer: 'accept' is neither true nor false"));
}

TEST_CASE("isolation: what is no answer is an invalid move, and is quoted", "[isolation][long]") {
  for (const std::string does : {"garbage", "nul", "nul_and_more", "trailing", "wrong_turn", "no_accept", "bad_types",
                                 "huge_numbers", "deep", "twice", "flood_line", "flood_lines"}) {
    CAPTURE(does);
    const Played lenient = command(does);
    CHECK(lenient.rows[0].status == Status::ok);
    CHECK(lenient.rows[0].invalid_moves == (does == "twice" ? 2 : 3));
    const Played strict = command(does, "{profile: tournament-2016, side: 20}");
    CHECK(strict.rows[0].status == Status::invalid);
    CHECK_THAT(strict.rows[0].error, Catch::StartsWith("bad_answer: "));
    const TraceLines& trace = strict.traces.begin()->second;
    CHECK(trace.end["error"] == "bad_answer");
    CHECK(trace.turns.back()["error"] == "bad_answer");
    CHECK(strict.rows[0].error == "bad_answer: " + trace.turns.back()["note"].get<std::string>());
  }
  CHECK_THAT(command("garbage", "{profile: tournament-2016, side: 20}").rows[0].error, Catch::Contains("rubbish {"));
}

TEST_CASE("isolation: a command that takes its time to leave, or complains a lot", "[isolation][long]") {
  for (const std::string does : {"play", "stay", "flood_errors"}) {
    CAPTURE(does);
    const Played p = command(does);
    CHECK(p.rows[0].status == Status::ok);
    // Of its complaints the end is kept.
    if (does == "flood_errors") {
      CHECK(p.rows[0].error_output.size() == 64 << 10);
      CHECK_THAT(p.rows[0].error_output, Catch::EndsWith("complaint\nthe last word\n"));
    } else {
      CHECK(p.rows[0].error_output.empty());
    }
  }
}

TEST_CASE("isolation: the same games in this process and in others", "[isolation][threads][long]") {
  const auto play = [](const std::string& isolation, int jobs) {
    const Played p =
        played(fmt::format(R"(
rules: {{profile: tournament-2016, side: 16}}
repeats: 5
isolation: {}
players:
  - naive
  - jigsaw
  - {{name: corner, plugin: '{}/libexample_corner_player.so'}}
  - {{name: thrower, plugin: '{}wicked_player.so', options: {{does: throw, one_in: 3}}}}
  - {{name: far, plugin: '{}wicked_player.so', options: {{does: far, one_in: 2}}}}
sequencers:
  - random
  - {{plugin: '{}/libexample_encore.so', options: {{times: 2}}}}
  - {{plugin: '{}/libexample_squeeze.so'}}
)",
                           isolation, test::examples, test::plugins, test::plugins, test::examples, test::examples),
               jobs);
    std::map<std::string, std::string> text;
    for (const auto& [name, trace] : p.traces) {
      text[name] = trace.header.dump() + trace.end.dump();
      for (const json& turn : trace.turns) text[name] += turn.dump();
    }
    CHECK(text.size() == 5 * 3 * 5);
    return text;
  };
  const auto none = play("none", 1);
  CHECK(play("plugins", 2) == none);
  CHECK(play("all", 2) == none);
}

TEST_CASE("isolation: failing sequencers are no fault of the player", "[isolation]") {
  for (const std::string does : {"throw", "constructor", "nothing", "six", "pieces", "empty"}) {
    CAPTURE(does);
    const Played p =
        game_of("naive", "{side: 20}",
                fmt::format("{{plugin: '{}wicked_sequencer.so', options: {{does: {}}}}}", test::plugins, does));
    CHECK(p.rows[0].status == Status::sequencer_failed);
  }
}

TEST_CASE("isolation: one tournament of a thousand games, honest and hostile", "[isolation][long]") {
  const std::string honest = R"(
  - naive
  - diagonal
  - {name: corner, plugin: ')" +
                             test::examples + R"(/libexample_corner_player.so'}
)";
  std::string hostiles;
  int count = 0;
  // By chance in every second game; those that take a second to be stopped, less often.
  const std::set<std::string> slow{"loop", "sleep", "flood"};
  for (const std::string does : {"segfault", "abort", "exit", "terminate", "loop", "sleep", "kill", "memory", "huge",
                                 "overflow", "flood", "close", "garbage", "orphans", "kill_others", "scribble"}) {
    hostiles += fmt::format("  - {{name: {}, plugin: '{}', options: {{does: {}, one_in: {}}}}}\n", does,
                            hostile_library, does, slow.contains(does) ? 9 : 2);
    ++count;
  }
  for (const std::string does : {"play", "die", "garbage", "flood_line", "exit", "segfault"}) {
    hostiles += fmt::format("  - {{name: mock-{}, command: ['{}', {}]}}\n", does, mock, does);
    ++count;
  }
  const auto config = [&](const std::string& players) {
    return "rules: {profile: tournament-2016, side: 12}\nrepeats: 20\nseed: 4\ntime_limit: 1s\nmove_wall_limit: "
           "1500ms\nmemory_limit: " +
           std::string(sanitized ? "1GiB" : "128MiB") + "\nplayers:" + players + "sequencers: [random, g6]\n";
  };
  const Played alone = played(config(honest), 2), together = played(config(honest + hostiles), 2);
  CHECK(together.rows.size() == static_cast<std::size_t>(3 + count) * 2 * 20);
  CHECK(together.rows.size() >= 1000);

  // Every way to fail has come about, and no honest player was touched.
  std::map<std::string, int> errors;
  for (const GameRow& row : together.rows)
    if (row.status != Status::ok) ++errors[row.error.substr(0, row.error.find(": "))];
  for (const char* error :
       {"signal:SIGSEGV", "signal:SIGABRT", "signal:SIGKILL", "exit:3", "exit:5", "exit:7", "memory", "bad_answer"}) {
    CAPTURE(error);
    // To fill as much as a sanitized process is granted may take longer than a move may.
    CHECK((errors[error] > 0 || (sanitized && error == std::string("memory"))));
  }
  CHECK(errors["cpu"] + errors["wall"] > 0);  // which of them comes first is a matter of the machine's load
  const auto cells_of = [](const Played& p) {
    std::map<std::string, std::string> out;
    json summary = json::parse(json_text(*p.summary));
    for (json& cell : summary["cells"]) {
      cell.erase("games_per_second");
      out[cell["player"].get<std::string>() + " on " + cell["sequencer"].get<std::string>()] = cell.dump();
    }
    return out;
  };
  const auto cells_alone = cells_of(alone), cells = cells_of(together);
  CHECK(cells_alone.size() == 6);
  for (const auto& [name, cell] : cells_alone) CHECK(cells.at(name) == cell);
  CHECK(alone.traces.size() == 120);
  for (const auto& [name, trace] : alone.traces) {
    CHECK(together.traces.at(name).turns == trace.turns);
    CHECK(together.traces.at(name).end == trace.end);
  }
}

TEST_CASE("isolation: a run that is killed leaves no process behind", "[isolation]") {
  const Scratch scratch;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  fs::copy_file(mock, scratch / "sleeper");  // a name to know it by
  const std::string config = scratch.write(
      "cup.yaml", fmt::format("rules: {{side: 20}}\nrepeats: 100\nmove_wall_limit: 60s\nplayers:\n"
                              "  - {{plugin: '{}', options: {{does: orphans}}}}\n  - {{name: mock, command: ['{}', "
                              "sleep]}}\nsequencers: [random]\n",
                              hostile_library, scratch / "sleeper"));
  const pid_t run = fork();
  if (run == 0) {
    execl(test::program.c_str(), test::program.c_str(), "run", config.c_str(), "--out", (scratch / "out").c_str(),
          "--jobs", "2", nullptr);
    _exit(127);
  }
  const auto sleeping = [&] {
    int count = 0;
    for (const std::string& name : names_in("/proc"))
      if (name.find_first_not_of("0123456789") == name.npos) try {
          count += bytes_of("/proc/" + name + "/cmdline").starts_with(scratch / "sleeper");
        } catch (const std::exception&) {  // it has ended meanwhile
        }
    return count;
  };
  while (sleeping() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(run, SIGKILL);
  waitpid(run, nullptr, 0);
  while (waitpid(-1, nullptr, 0) > 0) continue;  // its wardens, which end by themselves, and what they leave
  CHECK(sleeping() == 0);
}

TEST_CASE("isolation: the Python example plays the same game as the same strategy in C++", "[isolation][long]") {
  if (run_command("python3 -c pass").exit_code != 0) return;
  const Played p = played(fmt::format(
      "rules: {{profile: tournament-2016, side: 20}}\nrepeats: 3\nplayers:\n  - {{name: edges, command: [python3, "
      "{}/docs/examples/edges.py]}}\n  - {{name: cpp, plugin: '{}'}}\nsequencers: [random]\n",
      test::sources, hostile_library));
  std::map<int, std::set<int>> scores;
  for (const GameRow& row : p.rows) {
    CHECK(row.status == Status::ok);
    CHECK(row.score > 50);
    scores[row.repeat].insert(row.score);
  }
  CHECK(scores.size() == 3);
  for (const auto& [repeat, values] : scores) CHECK(values.size() == 1);
}

}  // namespace isolation_test
