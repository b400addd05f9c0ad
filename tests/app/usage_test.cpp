// What authors of players and sequencers type at first, and what they are told when it is not quite right.
#include <algorithm>
#include <filesystem>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace usage_test {

using namespace pentocity::test;
using Catch::Contains;

namespace {

const std::string corner = pentocity::test::examples + "/libexample_corner_player.so";
const std::string encore = pentocity::test::examples + "/libexample_encore.so";
const std::string mock = pentocity::test::commands + "mock_player";
const std::string sources = pentocity::test::sources;

Run in(const Scratch& folder, const std::string& arguments) {
  return run_command("cd '" + (folder / ".") + "' && " + pentocity::test::program + " " + arguments);
}

std::ptrdiff_t count(const std::string& text, const std::string& part) {
  std::ptrdiff_t out = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++out;
  return out;
}

}  // namespace

TEST_CASE("usage: the requests of a plugin, a command and an entry of a config are printed", "[usage]") {
  const Scratch folder;
  std::filesystem::permissions(folder / ".", std::filesystem::perms(0755));
  const Run random = in(folder, "sequence random --seed 5 --count 2"),
            plugin = in(folder, "sequence " + encore + " --seed 5 --count 4");
  CHECK(plugin.exit_code == 0);
  CHECK(count(plugin.output, "\n") == 4);
  std::filesystem::copy_file(sources + "/docs/examples/encore.py", folder / "mine.py");
  const Run command = in(folder, "sequence mine.py --seed 5 --count 4");
  CHECK(command.exit_code == 0);
  CHECK(count(command.output, R"("type":)") == 4);
  folder.write("cup.yaml", "rules: {side: 20}\nplayers: [naive]\nsequencers:\n  - random\n  - {name: often, plugin: '" +
                               encore + "', options: {times: 4}}\n");
  const Run often = in(folder, "sequence often --config cup.yaml --count 4");
  CHECK(often.exit_code == 0);
  const std::string first =
      often.output.substr(often.output.find(','), often.output.find('\n') - often.output.find(','));
  CHECK(count(often.output, first + "\n") == 4);
  CHECK(in(folder, "sequence oftn --config cup.yaml").output ==
        "pentocity: 'oftn' is not in cup.yaml, did you mean 'often'?\n");
  CHECK(count(in(folder, "sequence " + encore + " --option times=4 --count 4").output, first + "\n") == 4);
  CHECK(in(folder, "sequence mine.py --config cup.yaml --seed 5 --count 4").exit_code == 0);
  CHECK_THAT(in(folder, "run cup.yaml --sequencers random,mine.py --repeats 1 --out out").output,
             Contains("1 player, 2 sequencers, 1 repeat, 2 games"));
  folder.write("failing.py", "import sys\nsys.exit('no luck today')\n");
  const Run failing = in(folder, "sequence failing.py");
  CHECK(failing.exit_code == 1);
  CHECK_THAT(failing.output, Contains("sequencer 'failing' failed") && Contains("its last words: no luck today"));
}

TEST_CASE("usage: a mix is named by its file wherever a sequencer is", "[usage]") {
  const Scratch folder;
  const std::string mix = sources + "/configs/mixes/suburbs.yaml";
  CHECK_THAT(in(folder, "check sequencer " + mix + " --games 2").output, Catch::EndsWith("suburbs conforms\n"));
  const Run run = in(folder, "run --players naive --sequencers random," + mix + " --repeats 1");
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("  suburbs"));
  CHECK_THAT(in(folder, "run --players " + mix + " --sequencers random").output,
             Contains(": a mix is a sequencer, not a player"));
}

TEST_CASE("usage: compare shows failures with the commands that play them again", "[usage]") {
  const Scratch folder;
  folder.write("cup.yaml", "rules: {side: 20}\nplayers: [naive, {name: mine, command: ['" + mock +
                               "', exit]}]\nsequencers: [random]\n");
  const Run run = in(folder, "compare mine naive --config cup.yaml --max-games 8");
  CHECK_THAT(run.output, Contains("Failed games\n  mine: crashed: exit:") &&
                             Contains("    again: pentocity run cup.yaml --sequencers random --debug mine"));
  CHECK(count(run.output, "again: ") == 1);
}

TEST_CASE("usage: compare takes built-in players and files beside a config, and two builds of one player", "[usage]") {
  const Scratch folder;
  std::filesystem::permissions(folder / ".", std::filesystem::perms(0755));
  std::filesystem::copy_file(corner, folder / "libmine.so");
  std::filesystem::copy_file(corner, folder / "old.so");
  const std::string few = " --max-games 4";
  const Run two = in(folder, "compare libmine.so old.so --sequencers random" + few);
  CHECK_THAT(two.output, Contains("(libmine less old)") && !Contains("test of fixed size"));
  // In folders of their own they have the names of these, too.
  for (const std::string build : {"build", "build-clang"}) {
    std::filesystem::create_directory(folder / build);
    std::filesystem::copy_file(corner, folder / build + "/libmine.so");
  }
  CHECK_THAT(in(folder, "compare build-clang/libmine.so build/libmine.so --sequencers random" + few).output,
             Contains("(build-clang/libmine less build/libmine)"));
  CHECK_THAT(in(folder, "compare mine.cpp naive --sequencers random").output,
             Contains("there is no player 'mine.cpp'"));
  folder.write("mine.cpp", "");
  CHECK(
      in(folder, "compare mine.cpp naive --sequencers random").output ==
      "pentocity: mine.cpp: is source code: build it first, and name what the build makes, such as build/libmine.so\n");
  folder.write("cup.yaml", "players: [diagonal, {name: corner, plugin: ./libmine.so}]\nsequencers: [random]\n");
  CHECK_THAT(in(folder, "compare corner naive --config cup.yaml" + few).output, Contains("(corner less naive)"));
  CHECK_THAT(in(folder, "compare jigsaw diagonal --config cup.yaml --option random_walks=1" + few).output,
             Contains("(jigsaw less diagonal)"));
  CHECK_THAT(in(folder, "compare corner old.so --config cup.yaml" + few).output, Contains("(corner less old)"));
  const Run wrong = in(folder, "compare corner jigsw --config cup.yaml");
  CHECK(wrong.exit_code == 2);
  CHECK(
      wrong.output ==
      "pentocity: there is no player 'jigsw', did you mean 'jigsaw'?; the players of cup.yaml are diagonal, corner\n");
  CHECK(in(folder, "compare naive naive --config cup.yaml").output ==
        "pentocity: naive and naive are one player: to compare two versions of it, give them names in a config "
        "(docs/reference/running.md), and add --config\n");
}

TEST_CASE("usage: run takes files beside a config, and --debug the names that its table shows", "[usage]") {
  const Scratch folder;
  std::filesystem::permissions(folder / ".", std::filesystem::perms(0755));
  std::filesystem::copy_file(corner, folder / "v1.so");
  std::filesystem::copy_file(corner, folder / "v3.so");
  folder.write("cup.yaml", "players: [diagonal, jigsaw]\nsequencers: [random]\nrepeats: 1\nrules: {side: 12}\n");
  const Run run = in(folder, "run cup.yaml --players v1.so,diagonal");
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Matches("(.|\n)*diagonal +corner(.|\n)*") && !Contains("jigsaw"));
  // Two builds of one player are both called after their files, whether or not a config has others.
  CHECK_THAT(in(folder, "run cup.yaml --players diagonal,v1.so,v3.so --out b").output,
             Contains(" v1 ") && Contains(" v3 "));
  CHECK_THAT(in(folder, "compare v1.so v3.so --config cup.yaml --max-games 4 --out c").output,
             Contains("(v1 less v3)"));
  for (const std::string player : {"corner --players v1.so", "v3 --players v1.so,v3.so", "diagonal", "v1.so"})
    CHECK_THAT(in(folder, "run cup.yaml --debug " + player).output, Contains("\nok: score "));
  CHECK_THAT(in(folder, "run cup.yaml --debug v2 --players v1.so,v3.so").output,
             Contains("--debug: 'v2' is none of the players, did you mean 'v1'?"));
  CHECK_THAT(in(folder, "run cup.yaml --debug naive --players jigsaw").output,
             Contains("--debug: 'naive' is none of the players"));
}

TEST_CASE("usage: a check of a player that never answers ends soon", "[usage]") {
  const Scratch folder;
  folder.write("cup.yaml", "move_wall_limit: 300ms\nplayers: [{name: mine, command: ['" + mock +
                               "', sleep]}]\nsequencers: [random]\n");
  const Run run = in(folder, "check player mine --config cup.yaml --games 50");
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.output, Contains("timeout (wall)") && Contains("; game 1 likewise, and no more were played\n"));
}

TEST_CASE("usage: a command that cannot be asked what it declares says why", "[usage]") {
  const Scratch folder;
  std::filesystem::permissions(folder / ".", std::filesystem::perms(0755));
  folder.write("town.py", "import no_such_package\n");
  CHECK(in(folder, "list players town.py").output ==
        "town  could not be asked: ModuleNotFoundError: No module named 'no_such_package'\n");
}

TEST_CASE("usage: an open seed is warned of once, when the folder is new and there are rivals", "[usage]") {
  const Scratch folder;
  folder.write("cup.yaml", "rules: {side: 12}\nrepeats: 1\nplayers: [naive, {name: mine, plugin: '" + corner +
                               "'}, {name: yours, plugin: '" + corner + "'}]\nsequencers: [random]\n");
  const std::string warning = "from a seed that is not secret";
  CHECK_THAT(in(folder, "run cup.yaml").output, Contains(warning));
  CHECK_THAT(in(folder, "run cup.yaml").output, !Contains(warning));
  CHECK_THAT(in(folder, "compare mine yours --config cup.yaml --max-games 4 --out two").output, Contains(warning));
  // An author who tries one player has nobody to fear.
  CHECK_THAT(in(folder, "compare mine naive --config cup.yaml --max-games 4 --out one").output, !Contains(warning));
}

TEST_CASE("usage: the recorded games of a folder are listed", "[usage]") {
  const Scratch folder;
  REQUIRE(in(folder, "run --players naive,diagonal --sequencers random --repeats 3 --trace all").exit_code == 0);
  const Run list = in(folder, "show results/run");
  CHECK(list.exit_code == 0);
  CHECK(count(list.output, "\n") == 6);
  CHECK_THAT(list.output, Contains("ok       diagonal on random: results/run/traces/random__diagonal__"));
  CHECK(in(folder, "show results/run/traces").output == list.output);
  CHECK_THAT(in(folder, "render results/run -o land.svg").output,
             Contains("results/run: is a folder; `pentocity show results/run` lists the traces in it"));
  CHECK(in(folder, "show .").exit_code == 2);
}

TEST_CASE("usage: what is missing or no library is said in words", "[usage]") {
  const Scratch folder;
  folder.write("mine.so", "not at all");
  CHECK(in(folder, "run --players mine.so --sequencers random").output ==
        "pentocity: --players: '" + (folder / "mine.so") + "' is no shared library\n");
  CHECK_THAT(in(folder, "show").output, Catch::StartsWith("pentocity: TRACE is missing: recorded game, or two: "));
  CHECK_THAT(in(folder, "replay").output, Contains(" is missing: "));
  CHECK_THAT(in(folder, "compare naive").output, Contains("B is missing: the second player"));
}

TEST_CASE("usage: an empty value is refused wherever one is taken", "[usage]") {
  const Scratch folder;
  folder.write("cup.yaml", "rules: {side: 12}\nrepeats: 1\nplayers: [naive]\nsequencers: [random]\n");
  const auto refused = [&](const std::string& arguments) {
    const Run run = in(folder, arguments);
    CHECK(run.exit_code == 2);
    return run.output;
  };
  CHECK(refused("run cup.yaml --out ''") == "pentocity: --out: its value is empty (see pentocity run --help)\n");
  CHECK(refused("run cup.yaml --out ''  --fresh") ==
        "pentocity: --out: its value is empty (see pentocity run --help)\n");
  CHECK(refused("run --out= cup.yaml") == "pentocity: --out: its value is empty\n");
  CHECK_THAT(refused("run cup.yaml --secret ''"), Contains("--secret: its value is empty"));
  CHECK_THAT(refused("run cup.yaml --players ''"), Contains("--players: its value is empty"));
  CHECK_THAT(refused("run ''"), Contains("its value is empty"));
  CHECK_FALSE(std::filesystem::exists(folder / "results"));
  CHECK(in(folder, "run cup.yaml").exit_code == 0);
}

TEST_CASE("usage: a script whose interpreter cannot be found is told why", "[usage]") {
  const Scratch folder;
  const auto complaint = [&](const std::string& script) {
    folder.write("mine", script);
    std::filesystem::permissions(folder / "mine", std::filesystem::perms(0755));
    const Run run = in(folder, "run --players ./mine --sequencers random --repeats 1");
    CHECK(run.exit_code == 2);
    return run.output;
  };
  CHECK_THAT(complaint("#!/usr/bin/env python3\r\nprint()\r\n"),
             Contains("the first line of '" + (folder / "mine") + "' ends in a carriage return (CR)") &&
                 Contains("sed -i 's/\\r$//'"));
  CHECK_THAT(complaint("\xef\xbb\xbf#!/bin/sh\n"), Contains("begins with a byte order mark"));
  CHECK_THAT(complaint("#!/usr/bin/pyhton3 -u\nprint()\n"),
             Contains("names the interpreter '/usr/bin/pyhton3', which is not there"));
}

TEST_CASE("usage: compare lists the failed games that it judged, and no others", "[usage]") {
  const Scratch folder;
  folder.write("cup.yaml", "rules: {side: 12}\nplayers: [naive, {name: mine, command: ['" + mock +
                               "', exit]}]\nsequencers: [random]\n");
  REQUIRE(in(folder, "run cup.yaml --repeats 9 --out all").exit_code == 0);
  const Run run = in(folder, "compare mine naive --config cup.yaml --max-games 8 --out all");
  CHECK_THAT(run.output, Contains("failed games         4 of mine, 0 of naive") &&
                             Contains("mine: crashed: exit:7, 4 games; first on random"));
}

TEST_CASE("usage: a name of Cyrillic letters names its traces", "[usage]") {
  const Scratch folder;
  std::string name;
  for (int i = 0; i < 60; ++i) name += "\xd0\x94";
  folder.write("cup.yaml",
               "rules: {side: 12}\nrepeats: 1\nplayers: [{name: " + name + ", player: naive}]\nsequencers: [random]\n");
  REQUIRE(in(folder, "run cup.yaml").exit_code == 0);
  CHECK_THAT(in(folder, "show results/cup").output, Contains("ok       " + name + " on random: "));
  CHECK_THAT(in(folder, "audit results/cup").output, !Contains("amiss:"));
}

}  // namespace usage_test
