// `new`: what it writes works as it is. Projects in C++ are built by tests/package.sh.

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/results/files.hpp"
#include "scratch.hpp"

namespace new_test {

using namespace pentocity;
using namespace pentocity::results;
using namespace pentocity::test;

namespace {

Run in(const Scratch& folder, const std::string& arguments) {
  return run_command("cd '" + (folder / ".") + "' && " + test::program + " " + arguments);
}

}  // namespace

TEST_CASE("new: projects in Python conform and play", "[new][long]") {
  if (run_command("python3 -c pass").exit_code != 0) return;
  for (const std::string kind : {"player", "sequencer"}) {
    const Scratch folder;
    CAPTURE(kind);
    const Run made = in(folder, "new " + kind + " my-first_2 --language python");
    CHECK(made.exit_code == 0);
    CHECK_THAT(made.output, Catch::Contains("pentocity check " + kind + " my-first_2.py"));
    std::vector<std::string> files{".gitignore", "README.md", "my-first_2.py", "tournament.yaml"};
    if (kind == "player") files.emplace_back("watch");
    CHECK(names_in(folder / "my-first_2") == files);
    const std::string source = bytes_of(folder / "my-first_2/my-first_2.py");
    CHECK_THAT(source, Catch::Contains(kind == "player" ? "class MyFirst2Player:" : "class MyFirst2Sequencer:"));
    CHECK_THAT(source, !Catch::Contains("plain") && !Catch::Contains("Plain") && !Catch::Contains("ncore"));
    const Run check = in(folder, "check " + kind + " my-first_2/my-first_2.py --games 4");
    CAPTURE(check.output);
    CHECK(check.exit_code == 0);
    CHECK_THAT(check.output, Catch::EndsWith("my-first_2 conforms\n"));
    const Run run = in(folder, "run my-first_2/tournament.yaml --repeats 1 --format csv --out out");
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.output, Catch::Contains(kind == "player" ? "\nmy-first_2,random,1,1," : "\nnaive,my-first_2,1,1,"));
  }
}

// tests/package.sh does the same with a player in C++.
TEST_CASE("new: a player is compared at each save with the version of the last commit", "[new][long]") {
  if (run_command("python3 -c pass && git --version").exit_code != 0) return;
  const Scratch folder;
  REQUIRE(in(folder, "new player mine --language python").exit_code == 0);
  const auto watch = [&] {
    return run_command("cd " + (folder / "mine") +
                       " && PATH=" + std::filesystem::path(test::program).parent_path().string() +
                       ":$PATH GIT_CEILING_DIRECTORIES=" + (folder / ".") + " ./watch --once --max-games 8 2>&1");
  };
  const auto commit = [&] {
    REQUIRE(run_command("cd " + (folder / "mine") +
                        " && git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m x 2>&1")
                .exit_code == 0);
  };
  const Run uncommitted = watch();
  CHECK(uncommitted.exit_code == 1);
  CHECK(uncommitted.output.starts_with("watch: nothing is committed yet"));
  commit();
  CHECK(run_command("cd " + (folder / "mine") + " && git ls-files").output.find("watching") == std::string::npos);
  CHECK_THAT(watch().output, Catch::Contains("mean difference      +0.0 (mine less committed)"));
  // A player that rejects everything is worse, until it is the one that is committed.
  const std::string path = folder / "mine/mine.py", source = bytes_of(path);
  std::string changed = source;
  const std::string choice = "return next(self.state.sites(request), None)";
  REQUIRE(source.find(choice) != std::string::npos);
  folder.write("mine/mine.py", changed.replace(source.find(choice), choice.size(), "return None"));
  const Run worse = watch();
  CAPTURE(worse.output);
  CHECK_THAT(worse.output, Catch::Contains("(mine less committed)") && Catch::Contains("mean difference      -"));
  commit();
  CHECK_THAT(watch().output, Catch::Contains("mean difference      +0.0 (mine less committed)"));
}

TEST_CASE("new: watch sees each change of a source, also an older file that is moved into its place", "[new][long]") {
  const Scratch folder;
  REQUIRE(in(folder, "new player mine --language python").exit_code == 0);
  // What stands for `pentocity` and `git` counts the comparisons.
  folder.write("bin/pentocity", "#!/bin/sh\necho compared >>\"$PWD/../log\"\n");
  folder.write("bin/git", "#!/bin/sh\necho 1\n");
  const Run run = run_command("cd " + (folder / "mine") + R"~(
chmod +x ../bin/*
mkdir watching && echo 1 >watching/commit
PATH=$PWD/../bin:$PATH ./watch >said 2>&1 &
watch=$!
compared() {
  tries=0
  until [ "$(grep -c compared ../log 2>/dev/null)" = "$1" ] && [ "$(grep -c waiting said)" = "$1" ]; do
    sleep 0.1
    tries=$((tries + 1))
    [ $tries -lt 3000 ] || break
  done
  echo "$1: $(grep -c compared ../log)"
}
compared 1
cp mine.py ../older.py && touch -d 2001-01-01 ../older.py && mv ../older.py mine.py
compared 2
echo '#' >>mine.py
compared 3
rm tournament.yaml
compared 4
kill $watch
)~");
  CHECK(run.output == "1: 1\n2: 2\n3: 3\n4: 4\n");
}

TEST_CASE("new: the files of a project in C++", "[new]") {
  const Scratch folder;
  CHECK(in(folder, "new sequencer mine --out deep/folder").exit_code == 0);
  CHECK(names_in(folder / "deep/folder") ==
        std::vector<std::string>{".gitignore", "CMakeLists.txt", "README.md", "mine.cpp", "tournament.yaml"});
  CHECK_THAT(bytes_of(folder / "deep/folder/mine.cpp"),
             Catch::Contains("class MineSequencer : public Sequencer") &&
                 Catch::Contains("PENTOCITY_SEQUENCER(MineSequencer, \"mine\"") && !Catch::Contains("ncore"));
  // Its README leads to pages that are there.
  const std::string readme = bytes_of(folder / "deep/folder/README.md");
  CHECK_THAT(readme, Catch::Contains(", in `" + test::sources + "/docs`: "));
  for (const char* page : {"how-to/adding-a-sequencer.md", "reference/rules.md", "reference/running.md"}) {
    CHECK_THAT(readme, Catch::Contains(page));
    CHECK(std::filesystem::exists(test::sources + "/docs/" + page));
  }
}

// tests/portable/run builds them.
TEST_CASE("new: what builds a portable player, and says what it needs", "[new]") {
  const Scratch folder;
  const auto made = [&](const std::string& language, const std::string& build, const std::string& packages) {
    CAPTURE(language);
    const Run run = in(folder, "new player my-" + language + " --wasm --language " + language);
    CHECK(run.exit_code == 0);
    const std::string readme = bytes_of(folder / ("my-" + language + "/README.md"));
    CHECK_THAT(readme, Catch::Contains("```\n" + build + "\npentocity check player build/my-" + language + ".wasm\n"));
    CHECK_THAT(readme, Catch::Contains("apt-get install " + packages + ","));
    CHECK_THAT(run.output, Catch::Contains("apt-get install " + packages + ","));
    const std::string watch = bytes_of(folder / ("my-" + language + "/watch"));
    CHECK_THAT(watch, Catch::Contains("\nplays=build/my-" + language + ".wasm\ncompile='" + build + "'\n"));
    CHECK_THAT(bytes_of(folder / ("my-" + language + "/tournament.yaml")),
               Catch::Contains("{name: my-" + language + ", wasm: build/my-" + language + ".wasm}"));
  };
  made("cpp", "cmake -B build && cmake --build build",
       "clang lld wasi-libc libc++-dev-wasm32 libclang-rt-dev-wasm32 libboost-dev cmake make");
  CHECK_THAT(bytes_of(folder / "my-cpp/CMakeLists.txt"),
             Catch::Contains("project(my-cpp LANGUAGES NONE)") &&
                 Catch::Contains("pentocity_add_portable(my-cpp my-cpp.cpp)"));
  made("c", "mkdir -p build && clang --target=wasm32-wasi -O2 -Wl,--strip-debug -o build/my-c.wasm my-c.c",
       "clang lld wasi-libc libclang-rt-dev-wasm32");
  made("rust",
       "mkdir -p build && rustc -O --edition 2021 -C strip=debuginfo --target \"$(rustc --print target-list | grep -m1 "
       "^wasm32-wasi)\" -o build/my-rust.wasm my-rust.rs",
       "rustc libstd-rust-dev-wasm32 lld");
}

TEST_CASE("new: the build file names the build or the installation of the program, and no other folder", "[new]") {
  const Scratch folder;
  const auto build_file_of = [&](const std::string& program) {
    std::filesystem::remove_all(folder / "mine");
    const Run made = run_command("cd '" + (folder / ".") + "' && '" + program + "' new player mine");
    CAPTURE(made.output);
    CHECK(made.exit_code == 0);
    const std::string text = bytes_of(folder / "mine/CMakeLists.txt");
    // What is typed next names a folder if and only if the file does not.
    CHECK((text.find(" HINTS ") == text.npos) ==
          (made.output.find(" -D CMAKE_PREFIX_PATH=FOLDER") != std::string::npos));
    return text;
  };
  const std::string program = test::program;
  const std::string build = program.substr(0, program.rfind('/'));
  CHECK_THAT(build_file_of(program), Catch::Contains("find_package(pentocity REQUIRED HINTS [==[" + build + "]==])"));
  // Copied to where others have a Pentocity around it, and beside it.
  folder.write("pentocity-config.cmake", "");
  folder.write("tools/pentocity-config.cmake", "");
  std::filesystem::copy_file(program, folder / "tools/pentocity");
  CHECK_THAT(build_file_of(folder / "tools/pentocity"), Catch::Contains("find_package(pentocity REQUIRED)"));
}

TEST_CASE("new: a project in Python says where the protocol is explained", "[new]") {
  const Scratch folder;
  CHECK_THAT(in(folder, "new player mine --language python").output, Catch::Contains("docs/reference/protocol.md"));
  const std::string page = test::sources + "/docs/reference/protocol.md";
  CHECK_THAT(bytes_of(folder / "mine/README.md"), Catch::Contains("`" + page + "`"));
}

TEST_CASE("new: nothing is overwritten, and bad names are one line", "[new]") {
  const Scratch folder;
  folder.write("mine/precious", "x");
  const auto refused = [&](const std::string& arguments, const std::string& message) {
    CAPTURE(arguments);
    const Run run = in(folder, "new " + arguments);
    CHECK(run.exit_code == 2);
    CHECK(run.output == "pentocity: " + message + "\n");
  };
  refused("player mine", "mine: exists already; nothing was written");
  refused("player other --out mine/precious", "mine/precious: exists already; nothing was written");
  CHECK(names_in(folder / "mine") == std::vector<std::string>{"precious"});
  const std::string expected = ": expected a letter, then at most 49 letters, digits, '-' or '_'";
  for (const std::string name : {"../up", "2nd", "a b", "a.b", "_a", "a/b", "ä"})
    refused("player '" + name + "'", "'" + name + "' is no name for a player" + expected);
  refused("sequencer ''", "name: its value is empty (see pentocity new sequencer --help)");
  refused("player naive", "there is a built-in player 'naive': choose another name");
  refused("sequencer random", "there is a built-in sequencer 'random': choose another name");
  refused("player test", "'test' is a word of the build: choose another name, such as my-test");
  refused("player CMAKE", "'CMAKE' is a word of the build: choose another name, such as my-CMAKE");
  refused("player json --language python",
          "'json' is a module that Python programs import: choose another name, such as my-json");
  refused("sequencer numpy --language python",
          "'numpy' is a module that Python programs import: choose another name, such as my-numpy");
  refused("player sim --language java",
          "'sim' is a word of Java, or a package of its own here: choose another name, such as my-sim");
  refused("player other --language python --wasm", "--wasm is for the languages cpp, c and rust, and not for python");
  CHECK(in(folder, "new player other --language cobol").exit_code == 2);
  CHECK(names_in(folder / ".") == std::vector<std::string>{"mine"});
}

}  // namespace new_test
