// `pentocity verify`, `pentocity play` and `pentocity replay --player`, run as people run them.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace small_commands_test {

using namespace pentocity::test;

namespace {

Run verify(const std::string& puzzle, const std::string& text) {
  return run_command("printf '" + text + "' | " + pentocity::test::program + " verify " + puzzle + " /dev/stdin");
}

}  // namespace

TEST_CASE("verify: exit codes and lines", "[cli]") {
  const std::string rows = "11111|22222|33333|44444|55555", columns = "12345|12345|12345|12345|12345";
  const Run right = verify("gerrymander-5x5", rows + "\\n" + columns + "\\n");
  CHECK(right.exit_code == 0);
  CHECK(right.output == "2 solutions, 0 wrong, 0 repeated\n");

  const Run wrong =
      verify("gerrymander-5x5", rows + "\\n\\n1 1 1 1 1\\n2 2 2 2 2\\n3 3 3 3 3\\n4 4 4 4 4\\n5 5 5 5 .\\n" +
                                    "\\naaaaa|bbbbb|ccccc|ddddd|eeeee\\n");
  CHECK(wrong.exit_code == 1);
  CHECK(wrong.output ==
        "/dev/stdin:3: solution 2: the 4 cells of label '5' from row 5, column 1 on are no permitted piece\n"
        "/dev/stdin:9: solution 3: the same as solution 1\n"
        "3 solutions, 1 wrong, 1 repeated\n");

  const auto json = [&](const std::string& solutions) {
    return "{\"format\": \"pentocity-solutions/1\", \"solutions\": " + solutions + "}";
  };
  CHECK(verify("gerrymander-5x5", json("[\"" + rows + "\", \"" + columns + "\"]")).exit_code == 0);
  CHECK(verify("gerrymander-5x5", json("[]")).output == "0 solutions, 0 wrong, 0 repeated\n");
  const Run repeated = verify("gerrymander-5x5", json("[\"" + rows + "\", \"" + rows + "\"]"));
  CHECK(repeated.exit_code == 1);
  CHECK(repeated.output == "/dev/stdin: solution 2: the same as solution 1\n2 solutions, 0 wrong, 1 repeated\n");

  // Each error message is one line, for all kinds of errors in the file.
  for (const std::string& text : {std::string(), std::string("hello\\n"), std::string("{\"format\":"),
                                  std::string("{\"format\": \"other/1\"}"), json("3"), json("[3]"), json("[\"11|22\"]"),
                                  json("[\"\"]"), std::string("{\"format\": \"pentocity-solutions/1\"}"),
                                  "{\"format\": [" + std::string(50000, '['), rows + "|66666\\n"}) {
    const Run run = verify("gerrymander-5x5", text);
    CAPTURE(run.output);
    CHECK(run.exit_code == 2);
    CHECK(run.output.starts_with("pentocity: /dev/stdin"));
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
  CHECK(verify("gerrymander-5x6", rows).output.find("did you mean 'gerrymander-5x5'?") != std::string::npos);
  CHECK(run_command(pentocity::test::program + " verify meteor /no/such/file").exit_code == 2);
}

TEST_CASE("play: exit codes", "[cli]") {
  CHECK(run_command(pentocity::test::program + " play tictactoe --x engine --o engine </dev/null").exit_code == 0);
  CHECK(run_command(pentocity::test::program + " play tictactoe </dev/null").exit_code == 3);
  CHECK(run_command(pentocity::test::program + " play tictactoe --x robot </dev/null").exit_code == 2);
  CHECK(run_command(pentocity::test::program + " play </dev/null").exit_code == 2);
}

TEST_CASE("replay --player: a player's answers beside the recorded ones", "[cli]") {
  const Scratch scratch;
  const std::string pentocity = pentocity::test::program;
  REQUIRE(run_command(pentocity + " run --players g5 --sequencers random --repeats 1 --trace all --out " +
                      (scratch / "out"))
              .exit_code == 0);
  const std::string replay = pentocity + " replay " + (scratch / "out/traces") + "/*.gz";
  const Run same = run_command(replay + " --player g5");
  CHECK(same.exit_code == 0);
  CHECK_THAT(same.output, Catch::Contains("with the same move (100.0%)") && Catch::Contains("\n1 games, "));
  const Run other = run_command(replay + " --player naive");
  CHECK(other.exit_code == 1);
  CHECK_THAT(other.output, Catch::Contains("; another site first in turn 0\n"));
  CHECK(run_command(replay + " --player g5 --option as_submitted=true").exit_code <= 1);
  const Run unknown = run_command(replay + " --player g5 --option submitted=true");
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.output, Catch::Contains("did you mean 'as_submitted'?"));
  CHECK(run_command(replay + " --option as_submitted=true").exit_code == 2);
}

}  // namespace small_commands_test
