// Players and configs are played wherever they lie.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <vector>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/results/store.hpp"
#include "scratch.hpp"

namespace places_test {

using namespace pentocity;
using namespace pentocity::results;
using namespace pentocity::test;
namespace fs = std::filesystem;

namespace {

const std::string binary = test::program;

// A folder for a test in another one, removed at the end; its path is empty if it cannot be made.
class FolderIn {
 public:
  explicit FolderIn(const std::string& parent) : path_(parent + "/pentocity-XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~FolderIn() {
    std::error_code none;
    if (!path_.empty()) fs::remove_all(path_, none);
  }
  FolderIn(const FolderIn&) = delete;
  FolderIn& operator=(const FolderIn&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  REQUIRE(chmod(path.c_str(), 0755) == 0);
}

// A player that says by its end that it has found its module, and a config beside it.
void write_player(const std::string& folder) {
  fs::create_directories(folder);
  fs::permissions(folder, fs::perms::all, fs::perm_options::add);
  write(folder + "/p.sh", "#!/bin/sh\n. \"${0%/*}/module.sh\"\nread -r hello\nexit $code\n");
  write(folder + "/module.sh", "code=42\n");
  write(folder + "/cup.yaml", "repeats: 1\nplayers: [{command: [./p.sh], files: [module.sh]}]\nsequencers: [random]\n");
}

// How the player's games in a results folder ended.
std::string outcome_in(const std::string& out) {
  if (!fs::exists(out + "/results.sqlite")) return "no results";
  std::string all;
  Store(out, read_schedule(out), Store::Access::look).for_each([&](const StoredGame& game) { all += game.row.error; });
  return all;
}

// Plays the player of a folder named from another one, and by the config beside it, there and from elsewhere. `before`
// is put before each command.
void check_place(const std::string& folder, const std::string& before = "") {
  CAPTURE(folder);
  const Scratch scratch;
  const std::string results = scratch / "out";
  for (const std::string& command :
       {fmt::format("cd {}; {}{} run --players '{}/p.sh' --sequencers random --repeats 1 --fresh --out {}",
                    scratch / ".", before, binary, folder, results),
        fmt::format("cd {}; {}{} run '{}/cup.yaml' --fresh --out {}", scratch / ".", before, binary, folder, results),
        fmt::format("cd '{}' && {}{} run cup.yaml --fresh --out {}", folder, before, binary, results)}) {
    const Run run = run_command(command);
    CAPTURE(command, run.output);
    CHECK(outcome_in(results) == "exit:42");
    fs::remove_all(results);
  }
}

}  // namespace

TEST_CASE("places: a player is played from anywhere", "[box][long]") {
  if (!isolation::makes_boxes()) return;
  std::vector<std::string> parents{"/tmp", "/var/tmp", "/dev/shm", "/run/user", "/home",      "/root",    "/opt",
                                   "/srv", "/mnt",     "/media",   "/run",      "/usr/local", "/usr/src", "/var/lib"};
  if (const char* const home = std::getenv("HOME")) parents.emplace_back(home);
  for (const std::string& parent : parents) {
    const FolderIn made(parent);
    if (made.path().empty()) continue;  // for root alone, or not there
    write_player(made.path());
    check_place(made.path());
  }
}

TEST_CASE("places: a player is played below links and odd names", "[box]") {
  if (!isolation::makes_boxes()) return;
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms::all, fs::perm_options::add);
  write_player(scratch / "real");
  fs::create_directory_symlink(scratch / "real", scratch / "link");
  check_place(scratch / "link");
  std::string long_path = scratch / "deep";
  while (long_path.size() < 790) long_path += '/' + std::string(200, 'd');
  long_path += '/' + std::string(1000 - long_path.size() - 1 - std::string("/p.sh").size(), 'e');
  for (const std::string& folder : {scratch / "two words", scratch / "Городки", long_path}) {
    write_player(folder);
    check_place(folder);
  }
}

TEST_CASE("places: a player is played from a file system of its own, read-only or not", "[box]") {
  if (!isolation::makes_boxes() || geteuid() != 0) return;
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms::all, fs::perm_options::add);
  write_player(scratch / "from");
  fs::create_directory(scratch / "on");
  if (run_command(fmt::format("unshare -m mount -t tmpfs none {}", scratch / "on")).exit_code != 0) return;
  for (const std::string access : {"rw", "ro"})
    for (const std::string folder : {"", "/below"}) {
      const std::string place = scratch / "on";
      const std::string mounts = fmt::format(
          "mount -t tmpfs -o mode=755 none {0} && mkdir -p {0}{1} && cp -a {2}/. {0}{1} && mount -o remount,{3} {0}",
          place, folder, scratch / "from", access);
      CAPTURE(access, folder);
      const Run run = run_command(fmt::format(
          "unshare -m sh -c '{} && cd {} && {} run --players {}{}/p.sh --sequencers random --repeats 1 --out {}'",
          mounts, scratch / ".", binary, place, folder, scratch / "out"));
      CAPTURE(run.output);
      CHECK(outcome_in(scratch / "out") == "exit:42");
      fs::remove_all(scratch / "out");
    }
}

TEST_CASE("places: what bubblewrap says of a box that cannot be made reaches the user", "[box]") {
  if (!isolation::makes_boxes()) return;
  const Scratch scratch;
  write_player(scratch / "a");
  // A bubblewrap that makes the box of the trial, which shows nothing, and none that shows a player's files.
  const std::string fake = scratch.write("bin/bwrap",
                                         "#!/bin/sh\ncase \"$*\" in *pentocity-of-*) echo 'bwrap: Can not do that' "
                                         ">&2; exit 1;; esac\nexec /usr/bin/bwrap \"$@\"\n");
  REQUIRE(chmod(fake.c_str(), 0755) == 0);
  if (!fs::exists("/usr/bin/bwrap")) return;
  const Run run = run_command(
      fmt::format("cd {}; PATH={}:$PATH {} run --players {}/a/p.sh --sequencers random --repeats 1 --out {}",
                  scratch / ".", scratch / "bin", binary, scratch / ".", scratch / "out"));
  CAPTURE(run.output);
  CHECK(run.exit_code == 1);
  CHECK(run.output.find("bwrap: Can not do that") != std::string::npos);
}

TEST_CASE("places: where no box can be made nobody plays but by the host's leave", "[box]") {
  const Scratch scratch;
  write_player(scratch / "mine");
  write(scratch / "mine/open.yaml",
        "repeats: 1\nisolation: {require: none}\nplayers: [{command: [./p.sh]}]\nsequencers: [random]\n");
  fs::create_directory(scratch / "bin");
  write(scratch / "bin/bwrap", "#!/bin/sh\nexit 1\n");
  const auto run = [&](const std::string& environment, const std::string& config) {
    return run_command(fmt::format("cd {}/mine; {} PATH={}:$PATH {} run {} --fresh --out {}", scratch / ".",
                                   environment, scratch / "bin", binary, config, scratch / "out"));
  };
  const Run refused = run("PENTOCITY_REQUIRE=", "cup.yaml");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.output, Catch::Contains("programs and plugins play in boxes, and none can be made here: ") &&
                                 Catch::Contains("(.wasm)") && Catch::Contains("require: none"));
  CHECK(!fs::exists(scratch / "out"));
  CHECK(run("PENTOCITY_REQUIRE=box", "cup.yaml").output ==
        "pentocity: PENTOCITY_REQUIRE: the only value is none, and not 'box'\n");
  for (const auto& [environment, config] :
       {std::pair{"PENTOCITY_REQUIRE=none", "cup.yaml"}, std::pair{"", "open.yaml"}}) {
    const Run played = run(environment, config);
    CAPTURE(played.output);
    CHECK(outcome_in(scratch / "out") == "exit:42");
  }
}

TEST_CASE("places: results may lie in the player's own folder where no boxes are made", "[box]") {
  const Scratch scratch;
  fs::permissions(scratch / ".", fs::perms::all, fs::perm_options::add);
  write_player(scratch / "mine");
  fs::create_directory(scratch / "bin");
  write(scratch / "bin/bwrap", "#!/bin/sh\nexit 1\n");
  for (const std::string out : {"watching/results", "."})
    for (int i = 0; i < 2; ++i) {  // the second time there are results
      const Run run =
          run_command(fmt::format("cd {}/mine; PENTOCITY_REQUIRE=none PATH={}:$PATH {} run cup.yaml --fresh --out {}",
                                  scratch / ".", scratch / "bin", binary, out));
      CAPTURE(out, run.output);
      CHECK(outcome_in(scratch / ("mine/" + out)) == "exit:42");
      CHECK(run.output.find("has changed") == std::string::npos);
    }
}

}  // namespace places_test
