// What encloses untrusted players: the files that they are shown, what is counted of them, and faults of the host.
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <map>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/tournament/run.hpp"
#include "scratch.hpp"

namespace box_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::isolation;
using namespace pentocity::entrants;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
namespace fs = std::filesystem;

namespace {

const std::string mock = test::commands + "mock_player";

#if defined(PENTOCITY_ADDRESS_SANITIZER) || defined(PENTOCITY_THREAD_SANITIZER)
constexpr bool sanitized = true;  // processes need more of everything
#else
constexpr bool sanitized = false;
#endif

// Plays what is missing in a folder; its rows are in `rows`.
RunResult run_of(const std::string& config, const std::string& folder, std::vector<GameRow>& rows, int jobs = 1) {
  const Config loaded = load_config(config);
  RunOptions options;
  options.folder = folder;
  options.jobs = jobs;
  rows.clear();
  options.stored = [&](const GameRow& row) {
    rows.push_back(row);
    return true;
  };
  return run_games(loaded, options);
}

// The one game of a player that misbehaves, or plays.
GameRow game_of(const std::string& player, const std::string& limits) {
  const Scratch scratch;
  std::vector<GameRow> rows;
  const std::string config = scratch.write(
      "cup.yaml",
      fmt::format("rules: {{side: 20}}\nrepeats: 1\n{}players: [{}]\nsequencers: [random]\n", limits, player));
  const RunResult result = run_of(config, scratch / "out", rows);
  CHECK(result.unplayed.empty());
  REQUIRE(rows.size() == 1);
  return rows[0];
}

GameRow game_of_mock(const std::string& does, const std::string& limits = {}) {
  return game_of(fmt::format("{{name: mock, command: ['{}', {}]}}", mock, does), limits);
}

std::string outcome(const GameRow& row) { return std::string(name_of(row.status)) + " " + row.error; }

// What decides nothing of a game is left out.
std::map<std::string, std::string> results_of(const std::vector<GameRow>& rows) {
  std::map<std::string, std::string> out;
  for (const GameRow& row : rows)
    out[fmt::format("{} {}", row.player, row.repeat)] =
        fmt::format("{} {} {} {} {}", outcome(row), row.score, row.turns, row.accepted, row.metrics.empty);
  return out;
}

struct Process {
  pid_t number, parent;
  std::string command;
};

// What the system says of a process; nothing of one that ends meanwhile.
std::string said_of(const std::string& process, const std::string& file) {
  try {
    return bytes_of("/proc/" + process + "/" + file);
  } catch (const std::exception&) {
    return "";
  }
}

// All that descend from this process.
std::vector<Process> offspring() {
  std::map<pid_t, Process> all;
  for (const std::string& name : names_in("/proc")) {
    if (name.find_first_not_of("0123456789") != name.npos) continue;
    const std::string status = said_of(name, "stat");
    const std::size_t end = status.rfind(')');
    if (end == status.npos || status.size() < end + 5) continue;
    const pid_t number = std::stoi(name), parent = std::atoi(status.c_str() + end + 4);
    all[number] = {number, parent, said_of(name, "cmdline")};
  }
  std::vector<Process> out;
  for (const auto& [number, process] : all) {
    pid_t at = process.parent;
    while (at != getpid() && all.contains(at)) at = all.at(at).parent;
    if (at == getpid()) out.push_back(process);
  }
  return out;
}

// Ends the warden of a game under way, or what made its box, if it has one; false if there is no such game.
bool kill_warden(const std::string& game_command, bool box_maker) {
  const std::vector<Process> all = offspring();
  const auto find = [&](pid_t number) {
    return std::find_if(all.begin(), all.end(), [&](const Process& p) { return p.number == number; });
  };
  for (const Process& process : all) {
    if (!process.command.starts_with(game_command)) continue;
    std::vector<Process> way;  // from below this process down to the game's
    for (auto it = find(process.number); it != all.end(); it = find(it->parent)) way.insert(way.begin(), *it);
    // In a box its maker comes first, which names the warden's words as well.
    const auto first = std::find_if(
        way.begin(), way.end(), [](const Process& p) { return p.command.find(warden_argument) != std::string::npos; });
    if (first == way.end()) continue;
    const bool boxed = first->command.find("bwrap") < first->command.find('\0');
    return kill((boxed && !box_maker ? *(first + 1) : *first).number, SIGKILL) == 0;
  }
  return false;
}

std::string with_options(const std::string& player_files, const Scratch& scratch) {
  return scratch.write("cup/cup.yaml", fmt::format("players:\n- {}\nsequencers: [random]\n", player_files));
}

// What is wrong with a config of one player; the folder of the test is called DIR.
std::string complaint(const std::string& player, const Scratch& scratch) {
  try {
    load_config(with_options(player, scratch));
  } catch (const InputError& e) {
    std::string text = e.what();
    const std::string folder = scratch / "";
    for (std::size_t at = 0; (at = text.find(folder, at)) != text.npos;) text.replace(at, folder.size(), "DIR/");
    return text;
  }
  return "no complaint";
}

// Shows what a player sees by failing with it. For a shell, which every system has.
const std::string looks = R"(read hello
if cat "$1" >/dev/null 2>&1; then exit 11; else exit 12; fi
)";

// Wardens that cannot be started, until the end of the scope.
class NoWardens {
 public:
  NoWardens() {
    (void)missing_confinement();  // whether boxes can be made is found out once, and with wardens
    set_warden_program("/nonexistent");
  }
  ~NoWardens() { set_warden_program(test::warden); }
  NoWardens(const NoWardens&) = delete;
  NoWardens& operator=(const NoWardens&) = delete;
};

}  // namespace

TEST_CASE("box: what `files` names is shown, and nothing else of the config's folder", "[box]") {
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms(0755));
  const std::string script = scratch.write("cup/look.sh", looks);
  const std::string beside = scratch.write("cup/beside.txt", "x"), within = scratch.write("cup/tables/t.txt", "x");
  const std::string elsewhere = scratch.write("elsewhere/e.txt", "x");
  const auto sees = [&](const std::string& path, const std::string& files) {
    std::vector<GameRow> rows;
    const std::string out = scratch / "out";
    fs::remove_all(out);
    run_of(
        scratch.write("cup/cup.yaml", fmt::format("rules: {{side: 20}}\nrepeats: 1\nplayers: [{{name: looks, command: "
                                                  "[sh, look.sh, '{}']{}}}]\nsequencers: [random]\n",
                                                  path, files)),
        out, rows);
    REQUIRE(rows.size() == 1);
    return outcome(rows[0]);
  };
  const std::string seen = "crashed exit:11", unseen = "crashed exit:12";
  CHECK(sees(script, "") == seen);
  CHECK(sees(beside, ", files: [beside.txt]") == seen);
  CHECK(sees(within, ", files: [tables]") == seen);
  CHECK(sees(within, ", files: [tables/]") == seen);
  CHECK(sees(elsewhere, ", files: [../elsewhere]") == seen);
  CHECK(sees("/etc/passwd", "") == seen);
  if (!makes_boxes()) {
    WARN("no box can be made here");
    return;
  }
  // A word of the command that is a file is the player's own: these are named by a link that is none.
  const auto does_not_see = [&](const std::string& path, const std::string& files) {
    return sees("/proc/self/root" + path, files);
  };
  CHECK(does_not_see(within, ", files: [beside.txt]") == unseen);
  CHECK(does_not_see(elsewhere, "") == unseen);
  CHECK(does_not_see(scratch / "cup/cup.yaml", ", files: [beside.txt]") == unseen);
}

TEST_CASE("box: an interpreter that one entry names by its path and another finds on the PATH is shown to both",
          "[box]") {
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms(0755));
  scratch.write("cup/look.sh", looks);
  scratch.write("other/look.sh", looks);
  // As in a virtual environment: a link, and beside it a copy.
  fs::create_directories(scratch / "venv/bin");
  fs::create_symlink("/bin/sh", scratch / "venv/bin/linked");
  fs::copy_file("/bin/sh", scratch / "venv/bin/copied");
  const char* const before = getenv("PATH");
  const std::string path = before == nullptr ? "" : before;
  setenv("PATH", (scratch / "venv/bin:" + path).c_str(), 1);
  for (const std::string shell : {"linked", "copied"})
    for (const bool first : {true, false}) {
      const std::string by_path = fmt::format("{{name: a, command: [../venv/bin/{}, look.sh, /etc/passwd]}}", shell),
                        by_name = fmt::format("{{name: b, command: [{}, ../other/look.sh, /etc/passwd]}}", shell);
      std::vector<GameRow> rows;
      run_of(scratch.write("cup/cup.yaml",
                           fmt::format("rules: {{side: 20}}\nrepeats: 1\nplayers: [{}, {}]\nsequencers: [random]\n",
                                       first ? by_path : by_name, first ? by_name : by_path)),
             scratch / fmt::format("out-{}-{}", shell, first), rows);
      REQUIRE(rows.size() == 2);
      for (const GameRow& row : rows) CHECK(row.player + ": " + outcome(row) == row.player + ": crashed exit:11");
    }
  setenv("PATH", path.c_str(), 1);
}

TEST_CASE("box: what `files` names is part of what a player is", "[box]") {
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms(0755));
  const auto identity = [&](const std::string& files) {
    return load_config(with_options(fmt::format("{{command: ['{}']{}}}", mock, files), scratch)).schedule.players[0];
  };
  scratch.write("cup/table.txt", "1");
  scratch.write("cup/folder/a.txt", "1");
  const auto none = identity(""), file = identity(", files: [table.txt]"), folder = identity(", files: [folder]");
  CHECK(none.identity != file.identity);
  CHECK(file.identity != folder.identity);
  CHECK(identity(", files: [table.txt]") == file);
  CHECK(identity(", files: [folder]") == folder);
  scratch.write("cup/table.txt", "2");
  CHECK(identity(", files: [table.txt]").identity != file.identity);
  CHECK(identity(", files: [folder]") == folder);
  scratch.write("cup/folder/b.txt", "1");
  CHECK(identity(", files: [folder]").identity != folder.identity);
  // The same files are the same player wherever they lie, and an interpreter of the machine is no part of it.
  const auto elsewhere = [&](const std::string& cup) {
    scratch.write(cup + "/mine/p.py", "print(1)\n");
    scratch.write(cup + "/mine/lib/helper.py", "x = 1\n");
    return load_config(scratch.write(cup + "/cup.yaml",
                                     "players: [{command: [python3, mine/p.py]}]\n"
                                     "sequencers: [random]\n"))
        .schedule.players[0];
  };
  const auto first = elsewhere("a");
  CHECK(elsewhere("b/c") == first);
  const std::string command = R"({"command":["python3","mine/p.py"],"options":{},"files":[{"lib/helper.py":")";
  CHECK(first.identity ==
        fmt::format(R"({}{}","p.py":"{}"}}]}})", command, match::blake2b("x = 1\n"), match::blake2b("print(1)\n")));
  // The same for a shared library, in whichever process it is loaded.
  const auto of_plugin = [&](const std::string& files) {
    return load_config(with_options(fmt::format("{{plugin: '{}wicked_player.so'{}}}", test::plugins, files), scratch))
        .schedule.players[0];
  };
  CHECK(of_plugin("").identity != of_plugin(", files: [table.txt]").identity);
}

TEST_CASE("box: files that cannot be shown are refused when the config is read", "[box]") {
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms(0755));
  scratch.write("cup/folder/a.txt", "1");
  const auto of_mock = [&](const std::string& files) {
    return complaint(fmt::format("{{command: ['{}'], files: {}}}", mock, files), scratch);
  };
  const auto column = std::to_string(std::string("- {command: [''], files: [").size() + mock.size() + 1);
  CHECK(of_mock("[folder]") == "no complaint");
  CHECK(of_mock("[none.txt]") == "DIR/cup/cup.yaml:2:" + column + ": there is no file or folder 'DIR/cup/none.txt'");
  for (const std::string folder : {".", "..", "../cup", "/"}) {
    CAPTURE(folder);
    CHECK(of_mock("['" + folder + "']") ==
          "DIR/cup/cup.yaml:2:" + column + ": '" + folder +
              "' is or contains the config's folder, which no player may see: name what is "
              "needed in it");
  }
  CHECK(complaint("{player: naive, files: [folder]}", scratch) ==
        "DIR/cup/cup.yaml:2:26: 'files' is for a plugin, a command or Java: what is built in needs none");
  CHECK_THAT(of_mock("folder"), Catch::Contains("'files' must be a list"));
  REQUIRE(mkfifo((scratch / "cup/folder/pipe").c_str(), 0666) == 0);
  CHECK(of_mock("[folder]") == "DIR/cup/cup.yaml:2:" + column +
                                   ": 'DIR/cup/folder/pipe' is no file or folder: players are shown nothing else");
  CHECK(of_mock("[folder/pipe]") == "DIR/cup/cup.yaml:2:" + column +
                                        ": 'DIR/cup/folder/pipe' is no file or folder: players are shown nothing else");
  fs::remove(scratch / "cup/folder/pipe");
  if (geteuid() != 0) return;
  fs::permissions(scratch / "cup/folder/a.txt", fs::perms(0600));
  CHECK_THAT(of_mock("[folder]"),
             Catch::Contains("'DIR/cup/folder/a.txt' cannot be read by the user that players run as"));
}

TEST_CASE("box: a game has a limit of wall time as a whole", "[box][long]") {
  // Whatever it waits for when the time is up, and however little of it there was.
  CHECK(outcome(game_of_mock("sleep", "game_wall_limit: 1s\n")) == "timeout game");
  CHECK(outcome(game_of_mock("mute", "game_wall_limit: 1s\n")) == "timeout game");
  CHECK(outcome(game_of_mock("sleep", "move_wall_limit: 1s\n")) == "timeout wall");
}

TEST_CASE("box: a player with too many threads is stopped", "[box]") {
  const GameRow row = game_of_mock("threads", "memory_limit: 16GiB\n");
  CHECK(outcome(row) == "crashed processes");
  CHECK(row.used.peak_tasks > 512);
}

TEST_CASE("box: a player that starts a thread may run on all cores again", "[box]") {
  const GameRow row = game_of_mock("one_thread");
  CHECK(outcome(row) == "ok ");
  CHECK(row.used.peak_tasks == 2);
}

TEST_CASE("box: time of children that nobody waits for is counted", "[box]") {
  const double limit = sanitized ? 3 : 0.3;
  const GameRow row = game_of_mock("children", fmt::format("time_limit: {}ms\n", limit * 1000));
  CHECK(outcome(row) == "timeout cpu");
  CHECK(row.used.cpu_seconds >= limit);
}

TEST_CASE("box: what a game took is recorded", "[box]") {
  const GameRow isolated = game_of_mock("play");
  CHECK(outcome(isolated) == "ok ");
  CHECK(isolated.used.wall_seconds > 0);
  CHECK(isolated.used.peak_memory > 0);
  CHECK(isolated.used.peak_tasks >= 1);
  CHECK(isolated.used.cpu_seconds > 0);
  const GameRow here = game_of("naive", "");
  CHECK(here.used.wall_seconds == 0);
  CHECK(here.used.peak_memory == 0);
  CHECK(here.used.peak_tasks == 0);
  CHECK(game_of("naive", "isolation: all\n").used.peak_tasks >= 1);
}

TEST_CASE("box: a warden that is killed in mid-game changes no result", "[box][threads][long]") {
  const Scratch scratch;
  fs::copy_file(mock, scratch / "thinker");  // a name to know its processes by
  fs::permissions(scratch / ".", fs::perms(0755));
  // Games of half a second and more, so that there is time to find them.
  const std::string config = scratch.write(
      "cup.yaml", fmt::format("rules: {{side: 20, max_rejects: 25}}\nrepeats: 4\nplayers: [{{name: thinker, command: "
                              "['{}', think]}}]\nsequencers: [random]\n",
                              scratch / "thinker"));
  std::vector<GameRow> rows;
  REQUIRE(run_of(config, scratch / "undisturbed", rows).unplayed.empty());
  const auto expected = results_of(rows);
  REQUIRE(expected.size() == 4);
  int kills = 0;
  {
    std::atomic<bool> done{false};
    std::jthread killer([&] {
      // No game is begun more often than three times: two of them may be lost.
      while (!done && kills < 2) {
        if (kill_warden(scratch / "thinker", kills == 1)) {
          ++kills;
          // Until the game is begun again, what is dying is no other game.
          std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
    const RunResult result = run_of(config, scratch / "disturbed", rows);
    done = true;
    CHECK(result.unplayed.empty());
  }
  CHECK(kills > 0);
  CHECK(results_of(rows) == expected);
  for (const GameRow& row : rows) CHECK(row.status == Status::ok);
}

TEST_CASE("box: one whose maker is killed before it is done leaves nothing", "[box]") {
  const Scratch scratch;
  // Killed the first time, while what it has started waits for it.
  fs::create_directory(scratch / "bin");
  scratch.write("bin/bwrap", fmt::format("#!/bin/sh\nif mkdir {0} 2>/dev/null; then sleep 1000 & echo $! >{0}/number; "
                                         "kill -9 $$; fi\nPATH=/usr/bin:/bin exec bwrap \"$@\"\n",
                                         scratch / "once"));
  fs::permissions(scratch / "bin/bwrap", fs::perms(0755));
  const std::string config = scratch.write(
      "cup.yaml",
      fmt::format("rules: {{side: 12}}\nrepeats: 1\nplayers: [{{name: mock, command: ['{}']}}]\nsequencers: [random]\n",
                  mock));
  const Run run = run_command(
      fmt::format("PATH={}:$PATH {} run {} --out {}", scratch / "bin", test::program, config, scratch / "out"));
  CHECK(run.exit_code == 0);
  const std::string left = "/proc/" + std::to_string(std::stoi(bytes_of(scratch / "once/number"))) + "/stat";
  // The process is gone, or a zombie for which its parent has not waited yet.
  const auto is_gone = [&] {
    const std::string status = bytes_of(left);
    return status.empty() || status.find(") Z") != status.npos;
  };
  for (int trial = 0; trial < 500 && !is_gone(); ++trial) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(is_gone());
}

TEST_CASE("box: games that the host cannot play are none, and are played by the next run", "[box]") {
  const Scratch scratch;
  const std::string config = scratch.write(
      "cup.yaml", fmt::format("rules: {{side: 12}}\nrepeats: 3\nplayers: [naive, {{name: mock, command: ['{}']}}]\n"
                              "sequencers: [random]\n",
                              mock));
  std::vector<GameRow> rows;
  {
    const NoWardens none;
    const RunResult result = run_of(config, scratch / "out", rows, 2);
    REQUIRE(result.unplayed.size() == 3);
    for (int i = 0; i < 3; ++i) {
      CHECK(result.unplayed[i].id == GameId{1, 0, i});
      CHECK_THAT(result.unplayed[i].why, Catch::Contains("/nonexistent cannot be opened"));
    }
    CHECK(result.stored == 3);
    REQUIRE(result.summary);
    CHECK(rows.size() == 3);
    for (const GameRow& row : rows) CHECK(row.player == "naive");
    // As the next run finds them.
    RunOptions options;
    options.folder = scratch / "out";
    for (const PlannedCell& cell : planned_games(load_config(config), options))
      CHECK(cell.stored == (cell.player == "naive" ? 3 : 0));
  }
  const RunResult again = run_of(config, scratch / "out", rows);
  CHECK(again.unplayed.empty());
  CHECK(again.stored == 6);
  const auto results = results_of(rows);
  const std::string digest = again.summary.value().digest;
  const RunResult undisturbed = run_of(config, scratch / "undisturbed", rows);
  CHECK(results_of(rows) == results);
  CHECK(undisturbed.summary.value().digest == digest);
}

TEST_CASE("box: a game whose warden is killed each time is told, and makes exit code 1", "[box][threads]") {
  const Scratch scratch;
  fs::copy_file(mock, scratch / "mute");
  fs::permissions(scratch / ".", fs::perms(0755));
  // A player that never answers: its games end by nothing else.
  const std::string config = scratch.write(
      "cup.yaml",
      fmt::format("rules: {{side: 12}}\nrepeats: 1\nhandshake_limit: 1h\ngame_wall_limit: 1h\nplayers: [naive, "
                  "{{name: mute, command: ['{}', mute]}}]\nsequencers: [random]\n",
                  scratch / "mute"));
  std::atomic<bool> done{false};
  std::jthread killer([&] {
    while (!done) {
      kill_warden(scratch / "mute", false);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  const Run run = run_command(fmt::format("{} run {} --out {} --jobs 1", test::program, config, scratch / "out"));
  done = true;
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.output, Catch::Contains("1 game could not be played, through no fault of a player"));
  CHECK_THAT(run.output, Catch::Contains("  mute on random, repeat 0: "));
  CHECK_THAT(run.output, !Catch::Contains("crashed"));
  CHECK_THAT(run.output, Catch::Contains("digest: "));  // of the games that were played
}

}  // namespace box_test
