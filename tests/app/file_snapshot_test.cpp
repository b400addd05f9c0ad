// A run plays by the bytes that it hashed: players, plugins and what lies beside them are exchanged while it plays.
#include "pentocity/isolation/file_snapshot.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/league/league.hpp"
#include "pentocity/results/store.hpp"
#include "scratch.hpp"

namespace file_snapshot_test {

using namespace pentocity;
using namespace pentocity::isolation;
using namespace pentocity::entrants;
using namespace pentocity::results;
using namespace pentocity::test;
namespace fs = std::filesystem;

namespace {

const std::string binary = test::program;

// A player of two files, each of which may be replaced by another one. It places its first request if its program is
// the second version, the next one if its module is, and ends after that: with a code that tells both, or not at all.
struct TwoFiles {
  bool fails;

  std::string program(bool second) const {
    return fmt::format(R"(#!/bin/sh
. "${{0%/*}}/module.sh"
read -r hello
echo '{{"ready":true,"options":[{{"name":"taste","default":0.5,"min":0,"max":1}}]}}'
while read -r line; do
  case $line in *'"end"'*) exit 0;; esac
  turn=${{line#*\"turn\":}}; turn=${{turn%%,*}}
  accept=false
  [ "$turn" = 0 ] && accept={0}
  [ "$turn" = 1 ] && accept=$module
  if [ "$turn" = 2 ] && {1}; then exit 1{2}$number; fi
  echo "{{\"turn\":$turn,\"accept\":$accept,\"rotation\":0,\"location\":[0,$((turn * 10))]}}"
done
)",
                       second, fails ? "true" : "false", second ? 1 : 0);
  }
  static std::string module(bool second) { return fmt::format("module={}; number={}\n", second, second ? 1 : 0); }
};

// Writes a file in one step, as an editor or a linker does.
void replace(const std::string& path, const std::string& text) {
  std::ofstream(path + ".new") << text;
  chmod((path + ".new").c_str(), 0755);
  fs::rename(path + ".new", path);
}

void write(const TwoFiles& player, const std::string& folder, bool program, bool module) {
  fs::create_directories(folder);
  replace(folder + "/p.sh", player.program(program));
  replace(folder + "/module.sh", TwoFiles::module(module));
}

// How many moments of each command are tried.
int moments() {
  const char* const text = std::getenv("PENTOCITY_MOMENTS");
  return text == nullptr ? 2 : std::atoi(text);
}

// Runs a command and meanwhile, on this thread, calls `exchange`.
Run run_and(const std::string& command, const std::function<void()>& exchange) {
  Run out{};
  std::thread other([&] { out = run_command(command); });
  exchange();
  other.join();
  return out;
}

// Waits until a run has begun to play into a folder.
void await_run(const std::string& folder) {
  for (int i = 0; i < 3000 && !fs::exists(folder + "/traces"); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

// The games of the player in a folder: all are of the program and the module that its identity tells of, and
// `identities` knows it by. Returns their number.
int check_rows(const TwoFiles& player, const std::string& folder, std::set<std::string>& identities) {
  if (!fs::exists(folder + "/results.sqlite")) return 0;
  const Schedule schedule = read_schedule(folder);
  const Store store(folder, schedule, Store::Access::look);
  int games = 0;
  store.for_each([&](const StoredGame& game) {
    const match::EntrantId& entrant = schedule.players[game.id.player];
    if (entrant.name != "p") return;
    const auto knows = [&](const std::string& contents) {
      return entrant.identity.find(match::blake2b(contents)) != std::string::npos;
    };
    const bool program = knows(player.program(true)), module = knows(TwoFiles::module(true));
    if (!program) REQUIRE(knows(player.program(false)));
    if (!module) REQUIRE(knows(TwoFiles::module(false)));
    CHECK(game.row.error == fmt::format("exit:1{:d}{:d}", program, module));
    identities.insert(entrant.identity);
    ++games;
  });
  return games;
}

}  // namespace

TEST_CASE("kept files: what was asked for once stays as it was", "[box]") {
  if (!makes_boxes()) return;
  const Scratch scratch;
  const std::string file = scratch.write("a/p.py", "one"), folder = scratch / "a";
  scratch.write("a/lib/m.py", "module");
  scratch.write("a/__pycache__/m.pyc", "compiled");
  std::string copied;
  {
    FileSnapshot kept;
    copied = kept.place(file);
    CHECK(copied != file);
    scratch.write("a/p.py", "two");
    CHECK(bytes_of(kept.place(file)) == "one");
    const auto hashes = kept.hashes({folder});
    CHECK(bytes_of(kept.place(folder, FileSnapshot::Parts::no_caches) + "/p.py") == "one");
    CHECK(bytes_of(kept.place(folder) + "/lib/m.py") == "module");
    CHECK_FALSE(fs::exists(kept.place(folder) + "/__pycache__"));
    fs::remove_all(folder);
    CHECK(bytes_of(kept.place(folder + "/lib/m.py")) == "module");
    CHECK(kept.hashes({folder}) == hashes);
    CHECK(FileSnapshot().hashes({kept.place(folder)}) == hashes);
    CHECK_NOTHROW(kept.check());  // nothing is played from where it lies
    CHECK_THROWS_WITH(kept.place(scratch / "none"), (scratch / "none") + ": cannot be read: No such file or directory");
  }
  CHECK_FALSE(fs::exists(copied));
}

TEST_CASE("kept files: hashes are of names, contents and rights, wherever they lie", "[box]") {
  const Scratch scratch;
  const auto hashes = [](const std::string& folder) { return FileSnapshot().hashes({folder}); };
  for (const std::string name : {"a", "b"}) {
    scratch.write(name + "/p.py", "one");
    scratch.write(name + "/lib/m.py", "module");
  }
  const auto first = hashes(scratch / "a");
  CHECK(hashes(scratch / "b") == first);
  scratch.write("b/.git/index", "x");
  CHECK(hashes(scratch / "b") == first);
  scratch.write("b/lib/m.py", "modulo");
  CHECK(hashes(scratch / "b") != first);
  scratch.write("b/lib/m.py", "module");
  CHECK(hashes(scratch / "b") == first);
  chmod((scratch / "b/p.py").c_str(), 0755);
  CHECK(hashes(scratch / "b") != first);
  chmod((scratch / "a/p.py").c_str(), 0755);
  fs::rename(scratch / "b/lib/m.py", scratch / "b/lib/n.py");
  CHECK(hashes(scratch / "a") != hashes(scratch / "b"));
  const std::string one = match::blake2b("one"), module = match::blake2b("module");
  CHECK(hashes(scratch / "a") == std::vector<FileHashes>{{{"lib/m.py", module}, {"p.py", one + " executable"}}});
  CHECK(FileSnapshot().hashes({scratch / "a/p.py", scratch / "a/lib"}) ==
        std::vector<FileHashes>{{{"m.py", module}}, {{"p.py", one + " executable"}}});
  scratch.write("z/m.py", "module");
  CHECK(FileSnapshot().hashes({scratch / "a/p.py", scratch / "z/m.py"}) ==
        FileSnapshot().hashes({scratch / "a/lib/m.py", scratch / "a/p.py"}));
  // Results of the host are no player's.
  scratch.write("a/results/.lock", "");
  scratch.write("a/results/results.sqlite", "x");
  CHECK(hashes(scratch / "a").front().size() == 2);
}

TEST_CASE("kept files: too many files to be copied are watched, and what changed is said", "[box]") {
  const Scratch scratch;
  for (std::size_t i = 0; i <= FileSnapshot::max_copied_files + 1; ++i) scratch.write(fmt::format("a/{}.txt", i), "x");
  const std::string folder = scratch / "a";
  const auto complaint = [&](const std::function<void()>& change) {
    FileSnapshot kept;
    CHECK(kept.place(folder) == folder);
    kept.check();
    change();
    try {
      kept.check();
    } catch (const UserError& e) {
      return std::string(e.what()).substr(0, std::string(e.what()).find(','));
    }
    return std::string("nothing");
  };
  const std::string changed = " has changed while it was played from";
  CHECK(complaint([&] { scratch.write("a/7.txt", "y"); }) == folder + "/7.txt:" + changed);
  CHECK(complaint([&] { fs::remove(folder + "/8.txt"); }) == folder + "/8.txt:" + changed);
  CHECK(complaint([&] { scratch.write("a/new.txt", "y"); }) == folder + "/new.txt:" + changed);
  CHECK(complaint([&] { fs::remove_all(folder); }).ends_with(changed));
  // What is hashed where it lies stays as it is, also behind a link.
  FileSnapshot kept;
  CHECK(kept.hashes({"/bin/sh"}).front().size() == 1);
  CHECK_NOTHROW(kept.check());
  // Of so many there is one hash, over all.
  for (const char* name : {"b", "c"})
    for (std::size_t i = 0; i <= FileSnapshot::max_copied_files; ++i)
      scratch.write(fmt::format("{}/{}.txt", name, i), "x");
  const auto b = FileSnapshot().hashes({scratch / "b"});
  CHECK(b.front().size() == 1);
  CHECK(FileSnapshot().hashes({scratch / "c"}) == b);
  scratch.write("c/7.txt", "y");
  CHECK(FileSnapshot().hashes({scratch / "c"}) != b);
}

TEST_CASE("kept files: a run goes on with the files that it began with", "[box]") {
  if (!makes_boxes()) return;
  const Scratch scratch;
  std::set<std::string> identities;
  const TwoFiles player{.fails = true};
  write(player, scratch / "a", false, false);
  const std::string command = fmt::format("{} run --players {} --sequencers random --repeats 60 --jobs 2 --out {}",
                                          binary, scratch / "a/p.sh", scratch / "out");
  const Run run = run_and(command, [&] {
    await_run(scratch / "out");
    fs::remove_all(scratch / "a");
  });
  CAPTURE(run.output);
  CHECK(run.exit_code == 0);
  CHECK(check_rows(player, scratch / "out", identities) == 60);
  CHECK(identities.size() == 1);

  // With another module the same program is no longer the same player.
  write(player, scratch / "a", false, true);
  CHECK(run_command(command + " --dry-run").output.find("\n60 games, 60 to play, ") != std::string::npos);
  const Run changed = run_command(command);
  CHECK(changed.exit_code == 0);
  CHECK(changed.output.find(fmt::format(
            "{}: 'p' has changed (module.sh) since its 60 games there, which are played anew\n", scratch / "out")) !=
        std::string::npos);
  CHECK(check_rows(player, scratch / "out", identities) == 60);
  CHECK(identities.size() == 2);
  CHECK(run_command(command).exit_code == 0);
  // What was played by the first module counts again when it is back, and is not merged with other games.
  const std::string shard = fmt::format("{} run --players {} --sequencers random --repeats 4 --shard 0/2 --out {}",
                                        binary, scratch / "a/p.sh", scratch / "shard");
  CHECK(run_command(shard).exit_code == 0);
  write(player, scratch / "a", false, false);
  CHECK(run_command(command + " --dry-run").output.find("\n60 games, 0 to play, ") != std::string::npos);
  CHECK(run_command(command).exit_code == 0);
  CHECK(run_command(fmt::format("{} merge {} {} {}", binary, scratch / "all", scratch / "out", scratch / "shard"))
            .output ==
        fmt::format("pentocity: {}: 'p' is not what the other folders have under this name\n", scratch / "shard"));
  CHECK(run_command(command + " --anew q").output.find("--anew: 'q' is no player or sequencer of this run") !=
        std::string::npos);
}

TEST_CASE("kept files: a player of a league whose module has changed is another version", "[box]") {
  if (!makes_boxes()) return;
  const Scratch scratch;
  const TwoFiles player{.fails = true};
  write(player, scratch / "a", false, false);
  const std::string league = fmt::format("{} league {} ", binary, scratch / "league");
  CHECK(run_command(league + "add " + (scratch / "a/p.sh") + " naive --sequencers random").exit_code == 0);
  CHECK(run_command(league + "play --games 2").exit_code == 0);
  write(player, scratch / "a", false, true);
  const Run left_out = run_command(league + "play --games 2");
  CAPTURE(left_out.output);
  CHECK(left_out.exit_code == 2);
  CHECK(left_out.output.find("player 'p' is left out: its files are not those of version 1 any more") !=
        std::string::npos);
  CHECK(run_command(league + "add " + (scratch / "a/p.sh")).output == "p: version 2 takes the place of version 1\n");
  CHECK(run_command(league + "play --games 2").exit_code == 0);
}

TEST_CASE("kept files: exchanged at any moment, no game is stored under bytes that did not play it", "[box][long]") {
  if (!makes_boxes()) return;
  const Scratch scratch;
  const std::string a = scratch / "a", out = scratch / "out", league = scratch / "league";
  std::set<std::string> identities;
  Pcg random(static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
  const auto exchange = [&](const TwoFiles& player) {
    const int what = random.next_int(4);
    if (what != 1) replace(a + "/p.sh", player.program(true));
    if (what != 0) replace(a + "/module.sh", TwoFiles::module(true));
  };

  // Whose rows tell the program and the module.
  const TwoFiles fails{.fails = true};
  const std::string games = " --sequencers random,tailheavy --jobs 2 --trace none --out " + out;
  for (const std::string& command :
       {fmt::format("run --players {}/p.sh,naive --repeats 20{}", a, games),
        fmt::format("run --players {}/p.sh --repeats 40 --shard 1/2{}", a, games),
        fmt::format("compare {}/p.sh naive --max-games 60{}", a, games),
        fmt::format("league {} add {}/p.sh naive --sequencers random && {} league {} play --games 30", league, a,
                    binary, league)}) {
    CAPTURE(command);
    std::chrono::duration<double> whole{0};
    for (int moment = -1; moment < moments(); ++moment) {
      fs::remove_all(out);
      fs::remove_all(league);
      write(fails, a, false, false);
      const auto begin = std::chrono::steady_clock::now();
      const double part = moment < 0 ? 0 : random.next_double();
      const Run run = moment < 0 ? run_command(binary + " " + command)
                                 : run_and(
                                       binary + " " + command,
                                       [&] {
                                         std::this_thread::sleep_for(whole * part);
                                         exchange(fails);
                                       });
      if (moment < 0) whole = std::chrono::steady_clock::now() - begin;
      CAPTURE(part, run.output);
      int found = check_rows(fails, out, identities);
      if (fs::exists(league))
        for (const auto& entry : fs::recursive_directory_iterator(league))
          if (entry.is_directory()) found += check_rows(fails, entry.path().string(), identities);
      if (moment < 0) CHECK(found > 5);
    }
  }

  // Whose results are those of one version or another.
  const TwoFiles plays{.fails = false};
  const std::string tuning =
      scratch.write("tune.yaml", fmt::format("player: {{command: ['{}/p.sh']}}\nevaluations: 4\npopulation: 4\n"
                                             "options: {{taste: {{scale: 0.1}}}}\n"
                                             "training: {{sequencers: [random], repeats: 4, seed: 1, games: 4}}\n"
                                             "validation: {{sequencers: [random], repeats: 8, seed: 9}}\n",
                                             a));
  for (const std::string& command :
       {fmt::format("{} tune {} --fresh --jobs 2 --out {}", binary, tuning, out),
        fmt::format("cd {}; {} adversary --player {}/p.sh --against naive --rounds 1 --games 2 --validation-games 3 "
                    "--jobs 2 --out mix.yaml && cat mix.yaml",
                    scratch / ".", binary, a),
        fmt::format("{} check player {}/p.sh --games 3", binary, a)}) {
    CAPTURE(command);
    std::vector<std::string> calm;
    std::chrono::duration<double> whole{0};
    for (const bool program : {false, true})
      for (const bool module : {false, true}) {
        write(plays, a, program, module);
        const auto begin = std::chrono::steady_clock::now();
        calm.push_back(run_command(command).output);
        whole = std::chrono::steady_clock::now() - begin;
      }
    for (int moment = 0; moment < moments(); ++moment) {
      write(plays, a, false, false);
      const double part = random.next_double();
      const Run run = run_and(command, [&] {
        std::this_thread::sleep_for(whole * part);
        exchange(plays);
      });
      CAPTURE(part, run.output);
      CHECK(std::ranges::find(calm, run.output) != calm.end());
    }
  }
}

TEST_CASE("kept files: a plugin that is built anew, or removed, changes no game under way", "[box]") {
  if (!makes_boxes()) return;  // it is watched then, and the run stops
  const Scratch scratch;
  const std::string plugin = scratch / "lib/libmine.so";
  fs::create_directories(scratch / "lib");
  const std::string choosy = test::plugins + "choosy_player.so", other = test::plugins + "hostile_player.so";
  const std::string config = scratch.write(
      "cup/cup.yaml", fmt::format("rules: {{side: 17}}\nrepeats: 40\nplayers: [{{name: mine, plugin: '{}'}}]\n"
                                  "sequencers: [random]\n",
                                  plugin));
  const auto digest_after = [&](const std::string& out, const std::function<void()>& exchange) {
    fs::copy_file(choosy, plugin, fs::copy_options::overwrite_existing);
    const Run run = run_and(fmt::format("{} run {} --jobs 1 --trace all --out {}", binary, config, scratch / out), [&] {
      await_run(scratch / out);
      exchange();
    });
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    const std::size_t at = run.output.find("digest");
    REQUIRE(at != std::string::npos);
    return run.output.substr(at);
  };
  const std::string calm = digest_after("calm", [] {});
  CHECK(digest_after("rebuilt", [&] { fs::copy_file(other, plugin, fs::copy_options::overwrite_existing); }) == calm);
  CHECK(digest_after("removed", [&] { fs::remove(plugin); }) == calm);
}

}  // namespace file_snapshot_test
