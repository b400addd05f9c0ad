// Results and what is needed to check them, in one file.
#include <filesystem>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace archive_test {

using namespace pentocity::test;
namespace fs = std::filesystem;

namespace {

Run run(const std::string& arguments) { return run_command(program + " " + arguments); }

constexpr const char* config_text =
    "{repeats: 2, rules: {side: 10}, sequencers: [random, {name: own, mix: streams/own.yaml}],\n"
    " players: [naive, {name: edges, command: [python3, players/edges.py], files: [players/data]}]}\n";

}  // namespace

TEST_CASE("an archive is all that an audit needs, wherever it is unpacked", "[archive]") {
  const Scratch scratch;
  const std::string study = scratch / "study", config = scratch.write("study/cup.yaml", config_text);
  scratch.write("study/streams/own.yaml",
                "phases: [{order: cycle, requests: [{residence: X}, {factory: {rows: 2, columns: 3}}]}]");
  scratch.write("study/players/edges.py", bytes_of(sources + "/docs/examples/edges.py"));
  scratch.write("study/players/data/weights", "1 2 3");
  const std::string notes = scratch.write("study/notes.md", "what was done"), out = scratch / "cup.tar.gz";
  const std::string results = study + "/results/cup";
  REQUIRE(run("run " + config + " --out " + results).exit_code == 0);
  const std::string call = "archive " + results + " --config " + config + " --out " + out;
  CHECK_THAT(run(call).output,
             Catch::StartsWith(out + ": 0.") &&
                 Catch::EndsWith("cup.yaml, players/data, players/edges.py, results/cup, streams/own.yaml\n"));
  CHECK(run(call + " --with " + notes).exit_code == 0);
  fs::rename(study, scratch / "gone");
  const std::string open = scratch / "open", folder = open + "/results/cup";
  fs::create_directory(open);
  CHECK(run_command("tar -xzf " + out + " -C " + open).output.empty());
  CHECK(bytes_of(open + "/notes.md") == "what was done");
  CHECK_THAT(
      bytes_of(folder + "/archive.txt"),
      Catch::StartsWith("made by: Pentocity ") && Catch::Contains("\npentocity audit results/cup --config cup.yaml\n"));
  const Run audit = run_command("cd " + open + " && " + program + " audit results/cup --config cup.yaml");
  CHECK_THAT(audit.output, Catch::Contains("8 games played again: nothing amiss\n"));
  CHECK(audit.exit_code == 0);
  // Without the players' files their games are not played again.
  const Run partly = run("audit " + folder);
  CHECK_THAT(partly.output, Catch::Contains("nothing amiss, ") && Catch::Contains("not checked"));
  CHECK(partly.exit_code == 7);
  scratch.write("open/players/data/weights", "1 2 4");
  CHECK(run("audit " + folder + " --config " + open + "/cup.yaml").exit_code == 1);
}

TEST_CASE("an archive has the secret of its games once that is published", "[archive]") {
  const Scratch scratch, elsewhere;
  const std::string config =
      scratch.write("cup.yaml", "{repeats: 1, seed: secret, rules: {side: 8}, players: [naive], sequencers: [random]}");
  const std::string results = scratch / "results", out = elsewhere / "cup.tar.gz";
  REQUIRE(run("run " + config + " --out " + results).exit_code == 0);
  const auto packed = [&](const std::string& more) {
    CHECK(run("archive " + results + " --config " + config + " --out " + out + more).exit_code == 0);
    return run_command("tar -tzf " + out).output;
  };
  const std::string name = fs::path(scratch / "").parent_path().filename().string();
  for (const std::string& more : {std::string(), " --with " + (scratch / "")})
    CHECK_THAT(packed(more), Catch::Contains("results/results.sqlite\n") && !Catch::Contains("results/secret\n") &&
                                 !Catch::Contains(".lock"));
  REQUIRE(run("reveal " + results).exit_code == 0);
  // Each file is there once, though its folder is named as well.
  const std::string all = packed(" --with " + (scratch / ""));
  CHECK_THAT(all, Catch::Contains("\n" + name + "/results/revealed.json\n"));
  CHECK(all.find("revealed.json") == all.rfind("revealed.json"));
}

TEST_CASE("an archive needs paths that hold elsewhere, and a place to be written to", "[archive]") {
  const Scratch scratch;
  const std::string file = scratch.write("edges.py", bytes_of(sources + "/docs/examples/edges.py"));
  const std::string config =
      scratch.write("cup.yaml", "{repeats: 1, rules: {side: 8}, players: [naive], sequencers: [random]}");
  const std::string results = scratch / "results";
  REQUIRE(run("run " + config + " --out " + results).exit_code == 0);
  const std::string call = "archive " + results + " --config " + config + " --out ";
  const Run nowhere = run(call + (scratch / "none/cup.tar.gz"));
  CHECK(nowhere.exit_code == 2);
  CHECK_THAT(nowhere.output, Catch::EndsWith("pentocity: tar has failed, and there is no archive\n"));
  CHECK(run("archive " + (scratch / "none") + " --config " + config + " --out x.tar.gz").exit_code == 2);
  fs::create_symlink(file, scratch / "link.py");
  CHECK(run(call + "x.tar.gz --with " + (scratch / "link.py")).output ==
        "pentocity: " + (scratch / "link.py") + ": is a link: name what it leads to\n");
  CHECK(run(call + (scratch / "cup.tar.gz") + " --with " + (scratch / "none")).exit_code == 2);
  CHECK_FALSE(fs::exists(scratch / "cup.tar.gz.tmp"));
  scratch.write("cup.yaml",
                "players: [{name: a, command: [python3, edges.py], files: [" + file + "]}]\nsequencers: [random]\n");
  const Run absolute = run(call + (scratch / "cup.tar.gz"));
  CHECK(absolute.exit_code == 2);
  CHECK_THAT(absolute.output,
             Catch::EndsWith("cup.yaml:1:59: an archive is unpacked elsewhere, and needs a path that begins in the "
                             "folder of the config\n"));
  CHECK_FALSE(fs::exists(scratch / "cup.tar.gz"));
}

}  // namespace archive_test
