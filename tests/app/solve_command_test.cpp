// `pentocity solve`, run as people run it.

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace solve_command_test {

using namespace pentocity::test;
using Catch::Contains;
using nlohmann::json;

namespace {

Run solve(const std::string& arguments) { return run_command(pentocity::test::program + " solve " + arguments); }

// Years of work on one thread, with a solution now and then.
const char* const endless =
    "name: endless\nboard: 20x20\npieces:\n  - {name: J, shape: 'XXXXX|X|XX', count: 40}\nholes: 80\n";

}  // namespace

TEST_CASE("solve prints boards as Popinjay did: each square a doubled character", "[cli][threads]") {
  const Run first = solve("popinjay --first --jobs 1");
  CHECK(first.exit_code == 0);
  REQUIRE(first.output.size() == 10 * 21);
  CHECK(std::count(first.output.begin(), first.output.end(), '.') == 12);
  for (std::size_t row = 0; row < 10; ++row) {
    CHECK(first.output[row * 21 + 20] == '\n');
    for (std::size_t column = 0; column < 10; ++column) {
      const char a = first.output[row * 21 + 2 * column], b = first.output[row * 21 + 2 * column + 1];
      CHECK((a == '.' ? b == ' ' : a == b));
      CHECK(std::string("123456789ab.").find(a) != std::string::npos);
    }
  }
  CHECK(solve("popinjay").output == first.output);
  CHECK(solve("popinjay --jobs 2").output == first.output);

  const Run all = solve("popinjay --all");
  CHECK(all.exit_code == 0);
  CHECK_THAT(all.output, Catch::Matchers::EndsWith("\n\n8 solutions\n"));
  CHECK(solve("popinjay --unique").output.ends_with("\n\n1 solution up to symmetry\n"));
  CHECK(solve("popinjay --count").output == "8 solutions\n1 solution up to symmetry\n");
  CHECK(solve("popinjay --all --limit 2 --jobs 2").output.ends_with("\n\n2 solutions (stopped at the limit)\n"));
}

TEST_CASE("solve: JSON has the fields that others read", "[cli][threads]") {
  const Run run = solve("popinjay --all --jobs 2 --format json");
  CHECK(run.exit_code == 0);
  const json all = json::parse(run.output);
  CHECK(all["format"] == "pentocity-solutions/1");
  CHECK(all["puzzle"] == "popinjay");
  CHECK(all["count"] == "8");
  CHECK(all["unique"].is_null());
  CHECK(all["complete"] == true);
  CHECK(all["engine"] == "scan");
  CHECK(all["nodes"].get<std::uint64_t>() > 0);
  CHECK(all["seconds"].get<double>() > 0);
  CHECK(all["solutions"].size() == 8);
  CHECK(all["solutions"][0] ==
        "1...222223|1444445.23|1666.45223|16164453.3|11165.5333|7776555888|7.76.998.8|"
        "7aaaaa9bb8|7a99999.b8|7aa.bbbbb8");
  const json count = json::parse(solve("meteor --count --format json").output);
  CHECK(count["count"] == "2098");
  CHECK(count["unique"] == "1049");
  CHECK(count["solutions"].empty());
  const json first = json::parse(solve("meteor --format json").output);
  CHECK(first["count"].is_null());
  CHECK(first["unique"].is_null());
  CHECK(first["solutions"].size() == 1);
  const json limited = json::parse(solve("meteor --unique --limit 5 --format json").output);
  CHECK(limited["complete"] == false);
  CHECK(limited["unique"] == "5");
  CHECK(json::parse(solve("meteor --engine scan --format json").output)["engine"] == "scan");
}

TEST_CASE("solve: the calendar is solved for each date by one command", "[cli]") {
  const Run run = solve("calendar --count --by-holes");
  int dates = 0, all = 0, most = 0, fewest = 1000;
  std::istringstream lines(run.output);
  for (std::string month, day, count; lines >> month >> day >> count && day.ends_with(':');) {
    const bool is_short = month == "Apr" || month == "Jun" || month == "Sep" || month == "Nov";
    if ((day == "31:" && (is_short || month == "Feb")) || (day == "30:" && month == "Feb")) continue;
    const int n = std::stoi(count);
    ++dates;
    all += n;
    most = std::max(most, n);
    fewest = std::min(fewest, n);
  }
  CHECK(dates == 366);
  CHECK(all == 24405);
  CHECK(most == 216);
  CHECK(fewest == 7);
  for (const char* line : {"Jan 1: 64\n", "May 1: 57\n", "Jan 25: 216\n", "Oct 6: 7\n",
                           "\n25061 solutions, with 372 choices of cells that stay empty\n"})
    CHECK_THAT(run.output, Contains(line));
  const json answer = json::parse(solve("calendar --count --by-holes --format json").output);
  CHECK(answer["by_holes"].size() == 372);
  CHECK(answer["by_holes"][0] == json({{"empty", {"Jan", "1"}}, {"count", "64"}}));
  CHECK_THAT(solve("calendar --by-holes").output, Contains("--by-holes is for --count"));
  CHECK_THAT(solve("soma --count --by-holes").output, Contains("no cell of puzzle soma stays empty"));
}

TEST_CASE("solve: colours that cells do not tell are shown", "[cli]") {
  const pentocity::test::Scratch scratch;
  const std::string file =
      scratch.write("p.yaml", "board: 1x4\npieces: [{shape: rg}, {shape: XX, name: B}]\nholes: 0\n");
  CHECK(solve(file + " --count").output == "4 solutions\n2 solutions up to symmetry\n");
  CHECK_THAT(solve(file).output, Contains("[1:") || Contains("[2:"));
  CHECK_THAT(solve(file + " --format svg").output, Contains(">r</text>") && Contains(">g</text>"));
  CHECK_THAT(solve(file + " --all --labels kinds").output, Contains("[1:r] [1:g] B     B"));
  for (const char* labels : {"", " --labels kinds"})
    CHECK(run_command(pentocity::test::program + " solve " + file + " --all" + labels + " | " +
                      pentocity::test::program + " verify " + file + " /dev/stdin")
              .output == "4 solutions, 0 wrong, 0 repeated\n");
}

TEST_CASE("solve: classes up to rotations", "[cli]") {
  CHECK(solve("soma --count --rotations-only").output == "11520 solutions\n480 solutions up to rotations\n");
  const pentocity::test::Scratch scratch;
  const std::string one_sided =
      scratch.write("p.yaml", "board: 4x4\npieces: [{set: one-sided tetrominoes, count: any}]\n");
  CHECK(solve(one_sided + " --count").output == "117 solutions\n22 solutions up to symmetry\n");
  CHECK(solve(one_sided + " --count --rotations-only").output == "117 solutions\n37 solutions up to rotations\n");
  CHECK(json::parse(solve(one_sided + " --unique --rotations-only --format json").output)["solutions"].size() == 37);
  CHECK_THAT(solve("soma --rotations-only").output, Contains("--rotations-only is for --unique and --count"));
}

TEST_CASE("solve: what it prints is what verify takes", "[cli]") {
  for (const char* arguments : {"meteor --all", "meteor --all --format json", "popinjay --all", "courtyard --unique",
                                "honeycomb --all --labels kinds", "terrazzo --limit 50 --all"}) {
    const Run run =
        run_command(pentocity::test::program + " solve " + arguments + " | " + pentocity::test::program + " verify " +
                    std::string(arguments).substr(0, std::string(arguments).find(' ')) + " /dev/stdin");
    INFO(arguments << "\n" << run.output);
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.output, Contains("0 wrong, 0 repeated"));
  }
}

TEST_CASE("solve: the output of the meteor contest", "[cli]") {
  const Run run = solve("meteor --all --format benchmark");
  CHECK(run.exit_code == 0);
  CHECK(run.output ==
        "2098 solutions found\n\n"
        "0 0 0 0 1 \n 2 2 2 0 1 \n2 6 6 1 1 \n 2 6 1 5 5 \n8 6 5 5 5 \n 8 6 3 3 3 \n4 8 8 9 3 \n 4 4 8 9 3 \n"
        "4 7 4 7 9 \n 7 7 7 9 9 \n\n"
        "9 9 9 9 8 \n 9 6 6 8 5 \n6 6 8 8 5 \n 6 8 2 5 5 \n7 7 7 2 5 \n 7 4 7 2 0 \n1 4 2 2 0 \n 1 4 4 0 3 \n"
        "1 4 0 0 3 \n 1 1 3 3 3 \n\n");
}

TEST_CASE("solve: one solution is one, and a file gets what standard output would", "[cli]") {
  const Scratch scratch;
  CHECK(solve("meteor --format benchmark").output.starts_with("1 solution found\n"));
  const Run printed = solve("popinjay --all");
  const Run written = solve("popinjay --all -o " + scratch / "all.txt");
  CHECK(written.exit_code == 0);
  CHECK(written.output.empty());
  CHECK(bytes_of(scratch / "all.txt") == printed.output);
  CHECK(solve("popinjay -o " + scratch / "no/such/folder.txt").exit_code == 2);
}

TEST_CASE("solve: exit codes", "[cli]") {
  const Scratch scratch;
  const std::string impossible =
      scratch.write("impossible.yaml", "board: 10x10\npieces: [{shape: 'XXXXX|X|XX', count: 12}]\n");
  for (const char* task : {"", " --all", " --unique", " --count"}) CHECK(solve(impossible + task).exit_code == 1);
  CHECK(solve(impossible).output == "no solution\n");
  CHECK(solve(impossible + " --all").output == "0 solutions\n");
  const Run picture = solve(impossible + " --format svg -o " + scratch / "none.svg");
  CHECK(picture.exit_code == 1);
  CHECK(picture.output == "pentocity: no solution, so there is no picture\n");
  CHECK_FALSE(std::filesystem::exists(scratch / "none.svg"));

  const Run area = solve(scratch.write("area.yaml", "board: 3x3\npieces: [{shape: XX, count: 5}]\n"));
  CHECK(area.exit_code == 2);
  CHECK_THAT(area.output, Contains("area.yaml:2:9: the area cannot fit") && Contains("5 x 2"));
  CHECK(std::count(area.output.begin(), area.output.end(), '\n') == 1);
  // What the pieces can cover, and with how many holes they fit.
  const Run odd = solve(scratch.write("odd.yaml", "board: 3x3\npieces: [{shape: XX, count: any}]\n"));
  CHECK(odd.exit_code == 2);
  CHECK_THAT(odd.output,
             Contains("the board has 9 cells, and the permitted pieces, of 2 cells, cover 8 cells, never 9; "
                      "with `holes: 1` they fit\n"));
  for (const char* wrong :
       {"", "no-such-puzzle", "meteor --count --format benchmark", "popinjay --count --format svg",
        "meteor --all --count", "meteor --limit 0", "meteor --jobs 0", "meteor --format xml", "meteor --engine warp",
        "meteor --labels both", "meteor --progress-every 0", "/no/such/file.yaml"}) {
    CAPTURE(wrong);
    const Run run = solve(wrong);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
}

TEST_CASE("solve: interrupted, it prints what was found and says so", "[cli][threads][long]") {
  const Scratch scratch;
  const std::string puzzle = scratch.write("endless.yaml", endless) + " --checkpoint " + scratch / "none";
  for (const char* jobs : {" --jobs 1", " --jobs 2"})
    for (const char* task : {" --count", " --all"}) {
      std::filesystem::remove(scratch / "none");
      const Run run = run_command("timeout -s INT 0.5 sh -c 'exec " + pentocity::test::program + " solve " + puzzle +
                                  jobs + task + " --format json > " + scratch / "out.json" + "; '; exit $?");
      INFO(run.output);
      const json out = json::parse(bytes_of(scratch / "out.json"));
      CHECK(out["complete"] == false);
      CHECK(out["count"].is_string());
    }
  // timeout itself exits with 124 unless it is told otherwise.
  CHECK(run_command("timeout --preserve-status -s INT 0.5 " + pentocity::test::program + " solve " + puzzle + " --all")
            .exit_code == 3);
}

TEST_CASE("solve: progress on standard error, with the board if it is asked for", "[cli][long]") {
  const Run run = run_command(pentocity::test::program +
                              " solve popinjay --count --jobs 1 --progress-every 1000 2>&1 > /dev/null | head -100");
  CHECK(run.output.starts_with("scan: "));
  CHECK_THAT(run.output, Contains("% done, about ") && Contains(" left, 0 found, ") && Contains(" million nodes/s, ") &&
                             Contains(" 2000 nodes in "));
  CHECK_THAT(run.output, Contains("\n1111"));
  // The branches of the tree of `cover` differ too much to tell how long it takes.
  const Run cover =
      run_command(pentocity::test::program +
                  " solve popinjay --count --jobs 1 --engine cover --progress-every 1000 2>&1 > /dev/null");
  CHECK_THAT(cover.output, Contains("% done, branch for branch, 0 found, ") && !Contains(" left"));
  CHECK(solve("popinjay --count").output.find("nodes") == std::string::npos);
  CHECK(solve("popinjay --count --progress").output.find("nodes") == std::string::npos);  // it is over too soon

  // By time, without boards; on a terminal one line is replaced.
  const Scratch scratch;
  const std::string endlessly = "timeout -s INT 2 " + pentocity::test::program + " solve " +
                                scratch.write("endless.yaml", endless) + " --engine scan --count --checkpoint " +
                                scratch / "none";
  const Run lines = run_command(endlessly + " --progress-every 0.2s 2>&1 > /dev/null");
  int count = 0;
  for (std::size_t at = 0; (at = lines.output.find("scan: ", at)) != std::string::npos; ++at) ++count;
  CHECK((count >= 2 && count <= 11));
  CHECK(lines.output.find('\r') == std::string::npos);
  CHECK(lines.output.find("1111") == std::string::npos);
  const Run terminal = run_command("script -qec 'TERM=xterm " + endlessly + "' /dev/null < /dev/null");
  CHECK_THAT(terminal.output, Contains("\r\x1b[Kscan: "));
  for (const char* wrong : {"0s", "s", "-1s", "1m", "nans", "0"}) {
    const Run bad = solve("popinjay --progress-every " + std::string(wrong));
    CHECK(bad.exit_code == 2);
    CHECK_THAT(bad.output, Contains("expected a number of boards, or of seconds as in 10s, not '"));
  }
}

TEST_CASE("solve: an interrupted search goes on by the same command", "[cli]") {
  const Scratch scratch;
  const std::string command =
      "solve " +
      scratch.write("p11.yaml", "board: 11x11\npieces: [{name: J, shape: 'XXXXX|X|XX', count: 13}]\nholes: 17\n") +
      " --count --engine scan --jobs 1 --checkpoint " + scratch / "kept";
  Run run;
  int stops = 0;
  // Each time longer: on a busy machine nothing happens in the first fifth of a second, time after time.
  for (double seconds = 0.2; stops < 1000; seconds *= 1.2) {
    run = run_command(
        fmt::format("timeout --preserve-status -s INT {:.1f} {} {}", seconds, pentocity::test::program, command));
    ++stops;
    constexpr int not_begun = 128 + SIGINT;  // on a busy machine, before it listened to signals
    if (run.exit_code == not_begun) continue;
    if (run.exit_code != 3) break;
    CHECK_THAT(run.output, Contains("pentocity: interrupted: the same command goes on, from " + scratch / "kept"));
    CHECK(std::filesystem::exists(scratch / "kept"));
  }
  // The last signal may come just before the end, or after the result is printed.
  CHECK_THAT(run.output, Contains("11728 solutions\n1466 solutions up to symmetry\n"));
  CHECK_FALSE(std::filesystem::exists(scratch / "kept"));

  scratch.write("kept", "no checkpoint");
  const Run refused = run_command(pentocity::test::program + " " + command);
  CHECK(refused.exit_code == 2);
  CHECK(refused.output == "pentocity: " + scratch / "kept" +
                              ": it is no checkpoint of this search: remove it, or name another file by "
                              "--checkpoint\n");
}

TEST_CASE("solve: what was found is printed if the checkpoint cannot be written", "[cli]") {
  const Scratch scratch;
  const std::string puzzle = scratch.write("endless.yaml", endless) + " --engine scan --jobs 1";
  // The folder is removed while the program is in it, so the usual name has no place. On a busy machine the program may
  // be stopped before it listens to signals, so each time it has longer.
  Run run{};
  for (double seconds = 0.3; run.exit_code != 3 && seconds < 30; seconds *= 2)
    run = run_command(fmt::format(
        "mkdir -p {0}/gone && cd {0}/gone && rmdir {0}/gone && timeout --preserve-status -s INT {1:.1f} {2} solve {3} "
        "--all --limit 1000000 -o {0}/found.txt",
        scratch / ".", seconds, pentocity::test::program, puzzle));
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.output, Contains(".checkpoint: cannot be written: No such file or directory\n"
                                  "pentocity: interrupted: the same command begins again\n"));
  CHECK_THAT(bytes_of(scratch / "found.txt"), Contains(" (interrupted)"));

  // Places that are named are tested before the search.
  for (const char* option : {" --checkpoint ", " --out "}) {
    const Run refused = solve(puzzle + option + scratch / "no/such/folder");
    CHECK(refused.exit_code == 2);
    CHECK(refused.output ==
          "pentocity: " + scratch / "no/such/folder" + ": cannot be written: No such file or directory\n");
    CHECK_THAT(solve(puzzle + option + scratch / ".").output, Contains(": cannot be written: Is a directory\n"));
  }
  CHECK(std::distance(std::filesystem::directory_iterator(scratch / "."), {}) == 2);
}

TEST_CASE("solve: SVG of a solution", "[cli]") {
  const Run run = solve("meteor --format svg");
  CHECK(run.exit_code == 0);
  CHECK(run.output.starts_with("<"));
  CHECK_THAT(run.output, Contains("<svg") && Contains("</svg>"));
}

TEST_CASE("solve: SVG of all solutions", "[cli][threads]") {
  const Scratch scratch;
  const auto pictures = [](const std::string& svg) {
    std::size_t n = 0;
    for (std::size_t at = svg.find("<svg"); at != svg.npos; at = svg.find("<svg", at + 1)) ++n;
    return n;
  };
  // The sheet is a picture too.
  const Run all = solve("popinjay --all --format svg");
  CHECK(all.exit_code == 0);
  CHECK(pictures(all.output) == 1 + 8);
  CHECK_THAT(all.output, Contains("<title>popinjay: 8 of 8 solutions</title>"));
  CHECK(all.output == solve("popinjay --all --format svg --jobs 2").output);
  CHECK(pictures(solve("popinjay --unique --format svg").output) == 1 + 1);
  CHECK(pictures(solve("popinjay --all --limit 3 --format svg --labels kinds").output) == 1 + 3);
  CHECK(pictures(solve("popinjay --format svg").output) == 1);

  const Run most = solve("meteor --all --format svg -o " + scratch / "meteor.svg");
  CHECK(most.exit_code == 0);
  CHECK(most.output == "pentocity: the picture shows 200 of 2098 solutions\n");
  CHECK(pictures(bytes_of(scratch / "meteor.svg")) == 1 + 200);
  CHECK_THAT(bytes_of(scratch / "meteor.svg"), Contains("<title>meteor: 200 of 2098 solutions</title>"));
}

TEST_CASE("solve: a certificate is weights that verify, Python and no other puzzle accept", "[cli]") {
  const Scratch scratch;
  const std::string planes = sources + "/docs/puzzles/octahedral-planes.yaml", file = scratch / "planes.json";
  const Run found = solve(planes + " --count --certificate " + file);
  CHECK(found.exit_code == 1);
  CHECK_THAT(found.output, Contains("\n0 solutions\n0 solutions up to symmetry\n"));
  const auto verify = [&](const std::string& puzzle, const std::string& path) {
    return run_command(pentocity::test::program + " verify " + puzzle + " " + path);
  };
  CHECK(verify(planes, file).exit_code == 0);
  CHECK_THAT(verify(planes, file).output, Contains("so puzzle octahedral-planes has no solution\n"));
  CHECK(verify("popinjay", file).output == "pentocity: " + file + ": puzzle popinjay has no item '1r4c5'\n");

  json weights = json::parse(bytes_of(file));
  const auto with = [&](const json& patch) {
    json changed = weights;
    changed.merge_patch(patch);
    return verify(planes, scratch.write("changed.json", changed.dump()));
  };
  CHECK(with({{"unit", 6}}).exit_code == 1);
  CHECK_THAT(with({{"weights", {{"p1", 100}}}}).output,
             Contains("changed.json: shows nothing: all cells and pieces weigh"));
  CHECK_THAT(with({{"weights", {{"p1", -1}}}}).output, Contains("shows nothing: a weight is negative"));
  CHECK_THAT(with({{"weights", {{"p1", 0.5}}}}).output, Contains("p1: expected a whole number up to 2e9\n"));
  CHECK_THAT(with({{"weights", nullptr}}).output, Contains("changed.json: 'weights' is missing\n"));
  CHECK_THAT(with({{"unit", 1e30}}).output, Contains("unit: expected a whole number up to 2e9\n"));

  const std::string page = bytes_of(sources + "/docs/reference/solvers.md");
  const std::size_t begin = page.find("import json, sys");
  scratch.write("check.py", page.substr(begin, page.find("```", begin) - begin));
  const std::string check = "cd '" + (scratch / ".") + "' && python3 check.py planes.json planes.dlx";
  REQUIRE(run_command(pentocity::test::program + " convert " + planes + " --to dlx -o " + scratch / "planes.dlx")
              .exit_code == 0);
  CHECK_THAT(run_command(check).output,
             Catch::StartsWith("no solution: 145 cells are to be covered, and all weighs 14"));
  weights["weights"]["3r5c5"] = 0;
  scratch.write("planes.json", weights.dump());
  CHECK_THAT(run_command(check).output, Contains("AssertionError"));

  const Run solvable = solve("popinjay --certificate " + scratch / "none.json");
  CHECK(solvable.exit_code == 0);
  CHECK_THAT(solvable.output, Contains("no weights show that there is no solution, so there is no certificate"));
  CHECK_FALSE(std::filesystem::exists(scratch / "none.json"));
}

TEST_CASE("solve: a line says that cells stay empty, if the puzzle does not", "[cli]") {
  const Scratch scratch;
  const std::string pieces = "board: 8x8\npieces: [{shape: XX|X}]\n";
  CHECK_THAT(solve(scratch.write("one.yaml", pieces) + " --count").output,
             Contains("pentocity: 61 of 64 cells stay empty: the pieces cover no more, and the puzzle does not say"));
  CHECK(solve(scratch.write("said.yaml", pieces + "holes: 61\n") + " --count").output.find("stay") ==
        std::string::npos);
}

}  // namespace solve_command_test
