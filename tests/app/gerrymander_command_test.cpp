// `pentocity gerrymander`, run as people run it.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "scratch.hpp"

namespace gerrymander_command_test {

using namespace pentocity::test;
using Catch::Contains;
using nlohmann::json;

namespace {

Run gerrymander(const std::string& arguments) {
  return run_command(pentocity::test::program + " gerrymander " + arguments);
}

const char* const board = "'ABBAA|AABBA|BBBBA|BBABB|BBBAB'";

}  // namespace

TEST_CASE("gerrymander tilings counts and lists", "[cli]") {
  CHECK(gerrymander("tilings 5").output == "4006 plans\n");
  const json all = json::parse(gerrymander("tilings 4 --all --format json").output);
  CHECK(all["format"] == "pentocity-solutions/1");
  CHECK(all["count"] == "117");
  CHECK(all["unique"].is_null());
  CHECK(all["complete"] == true);
  CHECK(all["nodes"] > 0);
  REQUIRE(all["solutions"].size() == 117);
  CHECK(std::is_sorted(all["solutions"].begin(), all["solutions"].end()));
  CHECK(all["solutions"][0] == "1111|2222|3333|4444");
  const json unique = json::parse(gerrymander("tilings 5 --unique --count --format json").output);
  CHECK(unique["count"] == "4006");
  CHECK(unique["unique"] == "515");
  CHECK(unique["solutions"].empty());
  const json some = json::parse(gerrymander("tilings 5 --limit 3 --format json").output);
  CHECK(some["complete"] == false);
  CHECK(some["count"] == "3");
  CHECK(some["solutions"].size() == 3);
  // Transposed, the same number.
  CHECK(gerrymander("tilings 3x6 --size 6").output == gerrymander("tilings 6x3 --size 6").output);
  const Run none = gerrymander("tilings 3 --size 2 --blocked '.#.|...|...'");
  CHECK(none.exit_code == 1);
  CHECK(none.output == "0 plans\n");
  for (const char* bad : {"tilings 5x", "tilings 0", "tilings 5 --size 3", "tilings 99", "tilings x"}) {
    const Run run = gerrymander(bad);
    CAPTURE(bad, run.output);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
}

TEST_CASE("gerrymander seats tells all seats, the extremes, and where a plan stands", "[cli]") {
  const json seats = json::parse(
      gerrymander("seats " + std::string(board) + " --format json --plan '11111|22334|52334|52234|55544'").output);
  CHECK(seats["format"] == "pentocity-seats/1");
  CHECK(seats["rows"] == 5);
  CHECK(seats["size"] == 5);
  CHECK(seats["plans"] == "4006");
  int sum = 0;
  for (const auto& [n, count] : seats["seats"]["a"].items()) sum += std::stoi(count.get<std::string>());
  CHECK(sum == 4006);
  CHECK(seats["seats"]["a"].size() == 6);
  CHECK(seats["seats"]["a"]["3"] == "1");
  CHECK(seats["seats"]["b"]["2"] == "1");
  CHECK(seats["max"]["a"] == 3);
  CHECK(seats["max"]["plan"] == "11111|22334|52334|52234|55544");
  CHECK(seats["max"]["proof"] == "enumeration");
  CHECK(seats["min"]["a"] == 0);
  CHECK(seats["plan"]["a"] == "3");
  CHECK(seats["plan"]["plans_with_fewer"] == "4005");
  CHECK(seats["plan"]["plans_with_more"] == "0");
  // A wastes no vote, B 6; (0 - (2 + 2 + 2 + 2 + 2)) / 25.
  CHECK(seats["plan"]["efficiency_gap"] == Approx(-10 / 25.0));
  const json bound = json::parse(gerrymander("seats " + std::string(board) + " --bound --format json").output);
  CHECK(bound["plans"].is_null());
  CHECK(bound["max"]["a"] == 3);
  CHECK(bound["max"]["proof"] == "bound");
  const json half = json::parse(gerrymander("seats 'AABB|BABB|BBAB|ABBB' --ties half --format json").output);
  CHECK(half["seats"]["a"].contains("1.5"));
  CHECK_THAT(gerrymander("seats " + std::string(board)).output,
             Contains("1  I") && Contains("5  V") && Contains("Most seats of A: 3"));
  CHECK_THAT(gerrymander("seats 'AAA|BBB' --size 6").output, Contains("1 plan, by the seats of A:"));
  const Run nothing = gerrymander("seats nothing-there");
  CHECK(nothing.exit_code == 2);
  CHECK_THAT(nothing.output,
             Contains("there is no file 'nothing-there', and as a picture it is wrong: row 1, column 1"));
  CHECK_THAT(gerrymander("seats AB/BA").output, Contains("is '/'") && Contains("| between rows"));
}

TEST_CASE("gerrymander takes rules for districts", "[cli][threads]") {
  CHECK(gerrymander("tilings 5 --districts 5 --tolerance 1").output == "193128 plans\n");
  CHECK(gerrymander("tilings 3 --districts 2 --tolerance 1e300").output ==
        gerrymander("tilings 3 --districts 2").output);
  CHECK(gerrymander("tilings 5 --size 4..6 --districts 5 --check").output ==
        gerrymander("tilings 5 --districts 5 --tolerance 20%").output);
  CHECK(gerrymander("tilings 4 --districts 2 --contiguity queen").output == "8171 plans\n");
  CHECK(gerrymander("tilings 3 --size 8..9 --blocked '...|.#.|...'").output == "1 plan\n");
  CHECK(gerrymander("tilings 4 --measure trees --jobs 3").output == "654 spanning forests\n");
  CHECK(gerrymander("tilings 1x3 --size 3..6 --weights '1 2 3' --all").output == "111\n112\n");
  const std::string weighted = "tilings 3 --districts 3 --weights '200 101 99|103 200 101|101 98 200' --tolerance ";
  CHECK(gerrymander(weighted + "5%").output == "6 plans\n");
  CHECK(gerrymander(weighted + "0").output == "0 plans\n");
  CHECK(gerrymander(weighted + "1.5").output == "0 plans\n");
  const json seats = json::parse(gerrymander("seats 'AAB|BBA' --districts 2 --format json --measure trees").output);
  CHECK(seats["size"] == 1);
  CHECK(seats["max_size"] == 6);
  const json sample = json::parse(gerrymander("sample 4 --size 3..5 --count 3 --measure trees --format json").output);
  CHECK(sample["sample"].size() == 3);
  CHECK(sample["measure"] == "trees");
  // Sizes are not all the same, and come back from a file.
  const Scratch scratch;
  CHECK(gerrymander("export '112|122|122' > " + scratch / "plan").exit_code == 0);
  CHECK(gerrymander("import " + scratch / "plan").output == "112|122|122\n");
  for (const auto& [bad, complaint] : {std::pair("tilings 5 --size 6..4", "from 1 to 25"),
                                       {"tilings 5 --size 3..x", "as in 6..8"},
                                       {"tilings 5 --tolerance 1", "expected --districts"},
                                       {"tilings 5 --districts 5 --tolerance x", "percent"},
                                       {"tilings 5 --districts 5 --tolerance nan", "percent"},
                                       {"tilings 5 --districts 5 --tolerance 5%%", "percent"},
                                       {"tilings 5 --districts 5 --tolerance 0.05",
                                        "--tolerance 0.05: this is less than a voter: expected 5% for that share of "
                                        "the average, or a number of voters, 0 or from 1\n"},
                                       {"tilings 2 --weights '5 5|5 5'",
                                        "the cells have weights: expected how many voters a district has (--size), or "
                                        "how many districts there are (--districts)\n"},
                                       {"seats 'AB|BA' --weights '5 5|5 5'", "the cells have weights"},
                                       {"sample 'AB|BA' --weights '5 5|5 5'", "the cells have weights"},
                                       {"tilings 5 --districts 5 --weights '1 2'", "the weights have 1 rows"},
                                       {"tilings 5 --all --measure trees", "only counted"},
                                       {"tilings 14 --districts 14", "at most 12 cells"},
                                       {"tilings 3 --measure trees --contiguity queen", "rook contiguity"},
                                       {"seats 'AB|BA' --outlier", "expected --plan"}}) {
    const Run run = gerrymander(bad);
    CAPTURE(bad, run.output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Contains(complaint));
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
}

TEST_CASE("gerrymander seats tells whether a plan is an outlier", "[cli][threads]") {
  const std::string words =
      "seats " + std::string(board) + " --plan '11111|22334|52334|52234|55544' --outlier --format json";
  const json outlier = json::parse(gerrymander(words).output)["outlier"];
  CHECK(outlier["draws"] == 0);
  REQUIRE(outlier["statistics"].size() == 6);
  const json& seats = outlier["statistics"][0];
  CHECK(seats["name"] == "seats");
  CHECK(seats["value"] == 3);
  CHECK(seats["plans"]["below"] == Approx(4005 / 4006.0));
  CHECK(seats["plans"]["exact"] == true);
  double plans = 0, trees = 0;
  for (const json& pair : outlier["joint"]) {
    plans += pair["plans"].get<double>();
    trees += pair["trees"].get<double>();
  }
  CHECK(plans == Approx(1));
  CHECK(trees == Approx(1));
  CHECK_FALSE(outlier["joint"][0].contains("intervals"));
  // The picture of the documents.
  const std::string svg = words.substr(0, words.rfind("json")) + "svg";
  CHECK(gerrymander(svg).output ==
        pentocity::input::read_file(pentocity::test::sources + "/docs/pictures/outlier.svg"));
  // Threads change nothing.
  CHECK(gerrymander(words + " --jobs 1").output == gerrymander(words + " --jobs 3").output);
}

TEST_CASE("gerrymander draws plans, seats and their curves", "[cli][threads]") {
  const auto count = [](const std::string& text, const std::string& word) {
    int n = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; ++at) ++n;
    return n;
  };
  const std::string seats = "seats " + std::string(board) + " --plan '12345|12345|12345|12345|12345'";
  const std::string picture = gerrymander(seats + " --format svg").output;
  // Three boards of 25 voters, and a curve of each.
  CHECK(count(picture, "<rect ") == 1 + 3 * 25);
  CHECK(count(picture, "transform=\"translate(0 ") == 3);
  for (const char* title : {"Most seats of A: 3<", "Fewest seats of A: 0<", "Seats of A by this plan: 1<"})
    CHECK(count(picture, title) == 2);
  const json read = json::parse(gerrymander(seats + " --format json").output);
  // Of the plan with the most seats: three districts with 3 of 5 votes of A, and two without.
  CHECK(read["max"]["seats_votes"] == json({0.26, 0.26, 0.26, 0.86, 0.86}));
  CHECK(read["plan"]["seats_votes"].size() == 5);
  const std::string drawn = gerrymander("sample 4 --count 6 --seed 3 --format svg").output;
  CHECK(count(drawn, "<rect ") == 1 + 6 * 16);
  CHECK_THAT(gerrymander("sample 4 --count 201 --format svg").output, Contains("at most 200 plans"));
  CHECK_THAT(gerrymander("export '1122|1122|3344|3344' --voters 'ABAB|ABAB'").output,
             Contains("the plan has 4 rows, the board 2"));
  CHECK(count(gerrymander("export '12|12' --voters 'AB|BA' --format svg").output, ">A</text>") == 2);
}

TEST_CASE("gerrymander writes a sheet of exercises and one of answers", "[cli]") {
  const Scratch scratch;
  const Run run = gerrymander("puzzle --count 5 --seed 7 --unique --sheet " + scratch / "exercises.svg --answers " +
                              scratch / "answers.svg");
  CHECK(run.exit_code == 0);
  CHECK(run.output == scratch / "exercises.svg: 5 boards\n" + (scratch / "answers.svg: a solution of each\n"));
  const std::string exercises = pentocity::input::read_file(scratch / "exercises.svg"),
                    answers = pentocity::input::read_file(scratch / "answers.svg");
  for (int i = 0; i < 5; ++i) {
    const json puzzle = json::parse(gerrymander(fmt::format("puzzle --unique --format json --seed {}", 7 + i)).output);
    CHECK_THAT(answers, Contains(fmt::format("{}. The only solution<", i + 1)));
    // The answer is the plan that `seats` finds the best for this board.
    std::string voters;
    for (const json& row : puzzle["board"]) voters += row.get<std::string>() + "|";
    const json best = json::parse(gerrymander("seats '" + voters + "' --format json").output);
    CHECK(best["max"]["plan"] == puzzle["solution"]);
  }
  // The same boards, in the same places.
  const auto voters_in = [](const std::string& text) {
    std::string out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("<rect ") || line.ends_with(">A</text>")) out += line;
    return out;
  };
  CHECK(voters_in(exercises) == voters_in(answers));
  CHECK_THAT(gerrymander("puzzle --count 5").output, Contains("add --html or --sheet"));
  CHECK_THAT(gerrymander("puzzle --answers x.svg").output, Contains("--sheet"));
}

TEST_CASE("an interrupted count of plans goes on by the same command", "[cli][long]") {
  const Scratch scratch;
  const std::string folder = scratch / ".";
  const std::string count = pentocity::test::program + " gerrymander tilings 6 --districts 9 --tolerance 3 --jobs 1";
  for (int i = 0; i < 3; ++i) {  // some are interrupted, however fast the machine is
    const Run run = run_command("cd " + folder + " && timeout --signal=INT 0.4 " + count);
    CAPTURE(run.output);
    if (run.output.find("interrupted") == std::string::npos) continue;
    CHECK_THAT(run.output, Contains("the same command goes on, from pentocity-tilings-6x6-"));
    CHECK(std::distance(std::filesystem::directory_iterator(folder), {}) == 1);
  }
  CHECK(run_command("cd " + folder + " && " + count).output == "1246776785419 plans\n");
  CHECK(std::filesystem::is_empty(folder));
}

TEST_CASE("an interrupted count of plans says that it cannot be kept", "[cli][long]") {
  const Scratch scratch;
  const std::string count = pentocity::test::program + " gerrymander tilings 8 --districts 9 --tolerance 3 --jobs 1";
  Run run{};
  for (double seconds = 0.4; run.exit_code != 3 && seconds < 30; seconds *= 2)  // until it listens to signals by then
    run =
        run_command(fmt::format("mkdir -p {0}/gone && cd {0}/gone && rmdir {0}/gone && timeout --preserve-status "
                                "--signal=INT {1:.1f} {2}",
                                scratch / ".", seconds, count));
  CHECK(run.exit_code == 3);
  CHECK_THAT(run.output, Contains("pentocity: interrupted") && !Contains("goes on") &&
                             Contains(".checkpoint: cannot be written: No such file or directory\n"));
  const Run refused = run_command(count + " --checkpoint " + scratch / "no/such/folder");
  CHECK(refused.exit_code == 2);
  CHECK(refused.output ==
        "pentocity: " + scratch / "no/such/folder" + ": cannot be written: No such file or directory\n");
}

TEST_CASE("gerrymander sample, puzzle and census", "[cli][long]") {
  const Run sample = gerrymander("sample 5 --count 20 --seed 3");
  CHECK(std::count(sample.output.begin(), sample.output.end(), '\n') == 20);
  CHECK(gerrymander("sample 5 --count 20 --seed 3").output == sample.output);
  CHECK(gerrymander("sample " + std::string(board) + " --count 20 --seed 3").output == sample.output);
  CHECK(gerrymander("sample 5 --count 20 --seed 4").output != sample.output);
  const json puzzle = json::parse(gerrymander("puzzle --size 5 --seed 20161128 --unique --format json").output);
  CHECK(puzzle["winning"] == "1");
  CHECK(puzzle["plans"] == "4006");
  CHECK(puzzle["board"].size() == 5);
  const Scratch scratch;
  const Run page = gerrymander("puzzle --size 5 --seed 3 --unique --html " + scratch / "puzzle.html");
  if (!lacks_page(page)) {
    CHECK(page.exit_code == 0);
    CHECK(page.output ==
          scratch / "puzzle.html" + ": a puzzle that 1 of 4006 plans solves; without --html, a solution is printed\n");
    const Run both = gerrymander("puzzle --size 5 --seed 3 --unique --format json --html " + scratch / "puzzle.html");
    CHECK(json::parse(both.output)["solution"].is_string());
    CHECK_THAT(pentocity::input::read_file(scratch / "puzzle.html"),
               Contains("pentocity-gerrymander-puzzle/1") && Contains("</html>"));
  }
  CHECK(gerrymander("puzzle --size 5 --html " + scratch / "no/such/folder.html").exit_code == 2);
  // A board of one's own is the puzzle that it was made as.
  std::string picture;
  for (const auto& row : puzzle["board"]) picture += row.get<std::string>() + "\n";
  json own =
      json::parse(gerrymander("puzzle --format json --unique --board " + scratch.write("own.txt", picture)).output);
  CHECK(own["seed"].is_null());
  own["seed"] = puzzle["seed"];
  CHECK(own == puzzle);
  CHECK_THAT(gerrymander("puzzle --board 'AAAA|ABBB' --size 4").output,
             Contains("A is to win as a minority, and has 5 of 8"));
  CHECK_THAT(gerrymander("puzzle --board 'ABBB|BBBB' --size 4").output,
             Contains("no plan of this board has more seats for A"));
  CHECK_THAT(gerrymander("puzzle --board 'ABBB|BBBB|ABBB' --size 3 --unique").output,
             Contains("no plan of this board"));
  CHECK(gerrymander("puzzle --count 3").output ==
        "pentocity: --count is of pages or exercises: add --html or --sheet\n");
  if (!lacks_page(page)) {
    CHECK(gerrymander("puzzle --count 12 --seed 3 --unique --html " + scratch / "class.html").exit_code == 0);
    CHECK(pentocity::input::read_file(scratch / "class-01.html") ==
          pentocity::input::read_file(scratch / "puzzle.html"));
    CHECK(pentocity::input::read_file(scratch / "class-02.html") !=
          pentocity::input::read_file(scratch / "puzzle.html"));
    CHECK(std::filesystem::exists(scratch / "class-12.html"));
  }
  const json census = json::parse(gerrymander("census --size 5 --minority 9 --format json").output);
  CHECK(census == json{{"format", "pentocity-census/1"},
                       {"size", 5},
                       {"minority", 9},
                       {"boards", "2042975"},
                       {"winnable", "1366272"},
                       {"unique", "73972"},
                       {"never_shut_out", "11284"}});
  const Run majority = gerrymander("census --size 3 --minority 5");
  CHECK(majority.exit_code == 2);
  CHECK_THAT(majority.output, Contains("at most half of the 9 votes: expected 0 to 4"));
}

TEST_CASE("plans go out to other programs and come back", "[cli]") {
  const Scratch scratch;
  for (const std::string plan : {"1122|1122|3344|3344", "12#|12#|12#", "11223|11223|14253|44553|44553"})
    for (const std::string format : {"gerrychain", "csv"}) {
      const std::string file = scratch / "plan";
      CHECK(gerrymander("export '" + plan + "' --format " + format + " > " + file).exit_code == 0);
      // Without a picture the border of blocked cells is unknown.
      CHECK(gerrymander("import " + file).output == (plan[2] == '#' ? "12|12|12" : plan) + "\n");
      CHECK(gerrymander("import " + file + " --blocked '" + plan + "'").output == plan + "\n");
    }
  const auto import_with = [&](const std::string& blocked) {
    return gerrymander("import " + scratch.write("list", "row,column,district\n0,0,1\n0,1,2\n") + " --blocked '" +
                       blocked + "'");
  };
  CHECK(import_with("..#|###").output == "12#|###\n");
  CHECK_THAT(import_with(".#").output, Contains(": row 0, column 1 has a district, but is # in the picture of"));
  CHECK_THAT(import_with("...").output, Contains(": row 0, column 2 is not there"));
  CHECK_THAT(import_with(".|.").output, Contains(": has 1 x 2 cells, the board 2 x 1"));
  const json graph = json::parse(gerrymander("export '11|22' --voters 'AB|BB'").output);
  CHECK(graph["nodes"][0]["votes_a"] == 1);
  CHECK(gerrymander("export '11|22' --voters 'AB|BB' --format csv").output ==
        "row,column,district,voter\n0,0,1,A\n0,1,1,B\n1,0,2,B\n1,1,2,B\n");
  CHECK(graph["nodes"][3]["district"] == 2);
  CHECK(graph["adjacency"][0] == json::parse(R"([{"id":1},{"id":2}])"));
  // Null is what is left out: the district has its other name here.
  json nulls = graph;
  for (json& node : nulls["nodes"])
    node["assignment"] = std::exchange(node["district"], nullptr), node["votes_a"] = nullptr;
  CHECK(gerrymander("import " + scratch.write("nulls", nulls.dump())).output.substr(0, 6) == "11|22\n");
  for (const auto& [text, complaint] :
       {std::pair("{", "no JSON: parse error at line 1"),
        std::pair("{}", "list of 'nodes'"),
        std::pair("{\"nodes\":[{}]}", "node 0: needs integers 'row' and 'column'"),
        std::pair("row,column\n0,0\n", "district"),
        std::pair("{\"nodes\":[{\"id\":[0,1,2],\"district\":1}]}", "or an 'id' such as [0, 1] or 7"),
        std::pair("row,column,district\n0,x,1\n", ":2: '0,x' is no place"),
        std::pair("row,column,district\n0,\"1,2\",1\n", ":2: '0,1,2' is no place"),
        std::pair("unit,district\n0,1\n1,1\n", ":2: numbered units must be those of a square, from 0 or from 1"),
        std::pair("unit,district\n2,1\n", ":2: numbered units must be those of a square, from 0 or from 1"),
        std::pair("x,y,district\n0,99,1\n", ":2: row 99, column 0: both must be from 0 to 49"),
        std::pair("row,column,district\n0,0,1\n0,0,2\n", "is there twice"),
        std::pair("row,column,district\n0,0,1\n0,1,2\n0,2,1\n", "not connected"),
        std::pair("row,column,district\n0,0,1\n0,2,1\n",
                  ": row 0, column 1 is not there: expected a district for each cell, but for those that are # in the "
                  "picture of the board (--blocked)\n"),
        std::pair("row,column,district\n1,1,1\n1,2,1\n2,1,1\n", ": row 2, column 2 is not there: "),
        std::pair("row,column,district\n0,1,1\n0,2,1\n", ": row 0, column 0 is not there: "),
        std::pair("row,column,district\n2,2,1\n", ": row 1, column 1 is not there: "),
        std::pair(R"({"assignment":[1,1,2]})", ": value 0: numbered units must be those of a square"),
        std::pair(R"({"assignment":[1,[]]})", ": value 1: expected a district, a number or a word"),
        std::pair("1,1,2,2\n1,2,1,2\n",
                  ": expected one plan, the districts of its cells in one line; `ensemble` reads many\n"),
        std::pair("1,,2,2\n", ": value 1: expected a district, a number or a word"),
        std::pair("row,column,district\n0,0,1\n0,1, \n", ":3: the district is empty: expected a number or a word"),
        std::pair(R"({"nodes":[{"id":[0,0],"district":""}]})", ": node 0: needs a 'district' (or 'assignment')"),
        std::pair("row;column;district\n0;0;1\n",
                  ":1: there is no column 'row': a semicolon stands between the names, expected a comma"),
        std::pair("row\tcolumn\tdistrict\n0\t0\t1\n", ":1: there is no column 'row': a tab stands between")}) {
    const Run run = gerrymander("import " + scratch.write("bad", text));
    CAPTURE(text, run.output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Contains(complaint));
  }
}

TEST_CASE("plans come in whatever tells where a unit lies", "[cli]") {
  const Scratch scratch;
  const auto import = [&](const std::string& text, const std::string& options = "") {
    const Run run = gerrymander("import " + scratch.write("plan", text) + options);
    CAPTURE(text, run.output);
    CHECK(run.exit_code == 0);
    return run.output;
  };
  const auto node = [](const std::string& place, int district) {
    return "{" + place + ",\"district\":" + std::to_string(district) + "}";
  };
  const auto graph = [&](std::array<std::string, 4> places) {
    return R"({"nodes":[)" + node(places[0], 7) + "," + node(places[1], 7) + "," + node(places[2], 3) + "," +
           node(places[3], 3) + "]}";
  };
  const std::string expected = "11|22\n";
  CHECK(import(graph({R"("x":0,"y":0)", R"("x":1,"y":0)", R"("x":0,"y":1)", R"("x":1,"y":1)"})) == expected);
  CHECK(import(graph({R"("id":[0,0])", R"("id":[0,1])", R"("id":[1,0])", R"("id":[1,1])"})) == expected);
  CHECK(import(graph({R"_("id":"(0, 0)")_", R"_("id":"(0, 1)")_", R"_("id":"(1, 0)")_", R"_("id":"(1, 1)")_"})) ==
        expected);
  CHECK(import(graph({R"("id":0)", R"("id":1)", R"("id":2)", R"("id":3)"})) == expected);
  CHECK(import("x,y,district\n0,0,a\n1,0,a\n0,1,b\n1,1,b\n") == expected);
  // Counted from 1.
  CHECK(import("row,column,district\n1,1,1\n1,2,1\n2,1,2\n2,2,2\n") == expected);
  CHECK(import(graph({R"("x":1,"y":1)", R"("x":2,"y":1)", R"("x":1,"y":2)", R"("x":2,"y":2)"})) == expected);
  CHECK(import(graph({R"("id":1)", R"("id":2)", R"("id":3)", R"("id":4)"})) == expected);
  CHECK(import("id,assignment\n4,b\n1,a\n3,b\n2,a\n") == expected);
  // Not counted from 1, but a blocked cell comes first.
  CHECK(import("id,district\n1,a\n2,b\n3,b\n", " --columns 2 --blocked '#.|..'") == "#1|22\n");
  // The district of each cell, row by row.
  CHECK(import(R"({"assignment":[1,1,2,2],"sample":1})") == expected);
  CHECK(import("1,1,2,2\n") == expected);
  CHECK(import("1, 1, 2\r\n", " --columns 3") == "112\n");
  CHECK(import("unit,district\n\"(0, 0)\",a\n\"(0, 1)\",a\n\"(1, 0)\",b\n\"(1, 1)\",b\n") == expected);
  CHECK(import("id,assignment\n3,b\n0,a\n2,b\n1,a\n") == expected);
  CHECK(import("node,district\n0,a\n1,a\n2,b\n3,b\n", " --columns 4") == "1122\n");
  // Numbers that are equal are one district, and blanks around a name do not count.
  CHECK(import("node,district\n0,1\n1, 1\n2,1.0\n3,b\n4,b \n5,9007199254740992\n6,9007199254740993\n",
               " --columns 7") == "1112234\n");
  CHECK(import("\xef\xbb\xbf"
               R"({"nodes":[{"id":[0,0],"district":1},{"id":[0,1],"district":1.0},{"id":[0,2],"district":"1"}]})") ==
        "111\n");
}

TEST_CASE("a plan alone is imported, and many are not", "[cli]") {
  const Scratch scratch;
  for (const char* text :
       {R"({"0":1,"1":1,"2":2,"3":2})", "[1,1,2,2]", R"_({"(0, 0)":1,"(0, 1)":1,"(1, 0)":2,"(1, 1)":2})_"})
    CHECK(gerrymander("import " + scratch.write("plan.json", text)).output == "11|22\n");
  for (const auto& [text, complaint] :
       {std::pair(R"({"assignment":{"a":"x"}})",
                  "value a: is no unit: expected a row and a column such as (0, 1), or a number such as 7 for all"),
        std::pair("[[1,1,2,2],[1,2,1,2]]", "value 0: expected a district, a number or a word"),
        std::pair(R"([{"0":1},{"0":2}])", "value 0: expected a district, a number or a word"),
        std::pair("{}", "expected a graph with a list of 'nodes', or a plan as a list of 'assignment'")}) {
    CAPTURE(text);
    const std::string file = scratch.write("plan.json", text);
    const Run run = gerrymander("import " + file);
    CHECK(run.exit_code == 2);
    CHECK(run.output == "pentocity: " + file + ": " + complaint + "\n");
  }
}

TEST_CASE("many plans are read one after the other, and measured", "[cli]") {
  const Scratch scratch;
  const auto ensemble = [&](const std::string& board, const std::string& text, const std::string& options = "") {
    return gerrymander("ensemble '" + board + "' " + scratch.write("plans", text) + options);
  };
  // The same plans, in whatever way they are written; each measure against what it is defined to be.
  const std::string csv =
      "plan,seats_a,seats_b,cut_edges,compactness,efficiency_gap,mean_median,partisan_bias\n"
      "1,1,1,2,0.8888888889,0,0,0\n2,0,0,2,0.8888888889,0,0,0\n";
  const std::string by_place = std::string(R"_({"assignment":{"(0, 0)":1,"(0, 1)":1,"(1, 0)":2,"(1, 1)":2}})_") + "\n" +
                               R"({"1,1":1,"1,2":2,"2,1":1,"2,2":2})";
  for (const char* text :
       {"1,1,2,2\n1,2,1,2\n", "7 7 3 3\r\n\r\n1 2  1 2 \r\n", "a, a, b, b\n 1.0,2,\t1,2", "11|22\n12|12\n",
        "{\"assignment\":[1,1,2,2],\"sample\":1}\n{\"assignment\":[1,2,1,2],\"sample\":2}\n",
        "[1,1,2,2]\n[\"x\",2,\"x\",2]\n", "[[1,1,2,2],[1,2,1,2]]\n",
        "{\"0\":1,\"1\":1,\"2\":2,\"3\":2}\n{\"1\":1,\"2\":2,\"3\":1,\"4\":2}", by_place.c_str(),
        "unit,one,two\n0,1,1\n1,1,2\n2,2,1\n3,2,2\n", "\nrow,column,p1,p2\n1,1,1,1\n1,2,1,2\n2,1,2,1\n2,2,2,2\n"}) {
    CAPTURE(text);
    const Run run = ensemble("AA|BB", text, " --format csv");
    CHECK(run.exit_code == 0);
    CHECK(run.output == csv);
  }
  CHECK(ensemble("2", "\xef\xbb\xbfrow,column,district\n1,1,1\n1,2,1\n2,1,2\n2,2,2\n", " --format csv").output ==
        "plan,cut_edges,compactness\n1,2,0.8888888889\n");
  // Blocked cells have no value, or #.
  for (const char* text : {"1,2,2\n", "1,2,#,2\n", "[1,2,null,2]\n", "12|#2\n"})
    CHECK(ensemble("AA|#B", text, " --format csv --ties half").output ==
          "plan,seats_a,seats_b,cut_edges,compactness,efficiency_gap,mean_median,partisan_bias\n" +
              std::string("1,1.5,0.5,1,0.9444444444,0,0,0\n"));

  // What is written is read: all plans, one of each class, and those drawn, in the order of the other formats.
  const std::string all = gerrymander("tilings 4 --all --format lines").output;
  CHECK(std::count(all.begin(), all.end(), '\n') == 117);
  CHECK(all.find("1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4\n") != all.npos);
  CHECK(gerrymander("tilings 4 --all --format lines --jobs 3").output == all);
  CHECK(gerrymander("tilings 2 --limit 1 --format lines").output.size() == 8);
  CHECK(gerrymander("tilings 2x2 --size 3 --blocked '#.|..' --all --format lines").output == "1,1,1\n");
  const auto by_text = [&](const std::string& plans) { return ensemble("4", plans, " --format json").output; };
  CHECK(by_text(all) == by_text(gerrymander("tilings 4 --all").output));
  CHECK(by_text(gerrymander("sample 4 --count 50 --format lines").output) ==
        by_text(gerrymander("sample 4 --count 50").output));

  // Of all plans, the seats are as `seats` counts them, and a plan stands where --outlier says.
  const std::string plan = " --plan '11111|22334|52334|52234|55544' --format json";
  const std::string picture(board + 1, 29);
  const json found = json::parse(ensemble(picture, gerrymander("tilings 5 --all --format lines").output, plan).output);
  const json seats = json::parse(gerrymander("seats " + std::string(board) + " --outlier" + plan).output);
  CHECK(found["format"] == "pentocity-ensemble/1");
  CHECK(found["plans"] == 4006);
  for (const std::string party : {"a", "b"})
    for (const auto& measure : found["measures"])
      if (measure["name"] == "seats_" + party)
        for (const auto& [n, count] : measure["counts"].items())
          CHECK(seats["seats"][party][n] == std::to_string(count.get<int>()));
  int compared = 0;
  for (const auto& statistic : seats["outlier"]["statistics"])
    for (const auto& measure : found["measures"])
      if (measure["name"] == (statistic["name"] == "seats" ? "seats_a" : statistic["name"])) {
        ++compared;
        CAPTURE(measure["name"]);
        CHECK(measure["plan"]["value"] == statistic["value"]);
        CHECK(measure["plan"]["below"].get<double>() == Approx(statistic["plans"]["below"].get<double>()));
        CHECK(measure["plan"]["same"].get<double>() == Approx(statistic["plans"]["same"].get<double>()));
      }
  CHECK(compared == 6);
  CHECK_THAT(ensemble("AA|BB", "1,1,2,2\n1,2,1,2\n", " --plan '12|12'").output,
             Contains("2 plans of 2 x 2 cells\n") &&
                 Contains("  seats a                 0        0.5          1          0     0.00%    50.00%\n"));
}

TEST_CASE("gerrymander counts the counties that plans split, and bounds them", "[cli]") {
  const Scratch scratch;
  const std::string counties = " --counties 'aabb|aabb|ccdd|ccdd'", voters = "'ABBA|BBBB|AAAA|BABA'";
  CHECK(gerrymander("tilings 4 --check" + counties).output ==
        "117 plans\n\nBy the number of split counties, at least 0:\n     0                     1\n"
        "     1                     0\n     2                    12\n     3                     8\n"
        "     4                    96\n");
  CHECK(gerrymander("tilings 4 --all --max-splits 0" + counties).output == "1122|1122|3344|3344\n");
  CHECK(gerrymander("tilings 4 --max-splits 1 --counties 'abab|abab|cdcd|cdcd'")
            .output.find("pentocity: the county of row 1, column 1 is not connected: ") == 0);
  const json bounded = json::parse(gerrymander("tilings 4 --max-splits 3 --format json" + counties).output);
  CHECK(bounded["count"] == "21");
  CHECK(bounded["by_splits"] == json({{"0", "1"}, {"1", "0"}, {"2", "12"}, {"3", "8"}}));
  CHECK_FALSE(json::parse(gerrymander("tilings 4 --format json").output).contains("by_splits"));
  const Run none = gerrymander("tilings 4 --max-splits 0 --counties 'abbb|abbb|cddd|cddd'");
  CHECK(none.output == "0 plans\n");
  CHECK(none.exit_code == 1);

  const std::string plan = " --plan '1112|1222|3334|3444'";
  const json seats = json::parse(gerrymander("seats " + voters + counties + plan + " --format json").output);
  CHECK(seats["by_splits"]["2"] == json({{"0", "0"}, {"1", "7"}, {"2", "5"}, {"3", "0"}, {"4", "0"}}));
  CHECK(seats["by_splits"].size() == 5);
  CHECK(seats["plan"]["county_splits"] == 4);
  CHECK_THAT(gerrymander("seats " + voters + counties + plan).output,
             Contains("\n     4            12            75             9             0             0\n\n") &&
                 Contains("Split counties: 4.\n"));
  const json few = json::parse(gerrymander("seats " + voters + counties + " --max-splits 2 --format json").output);
  CHECK(few["plans"] == "13");
  CHECK(few["min"]["a"] == 1);

  // What is drawn keeps the bound, and tells its splits; where it is read, they are counted again.
  const std::string draws = "sample 4 --count 40 --max-splits 2" + counties;
  const json drawn = json::parse(gerrymander(draws + " --format json").output);
  CHECK(drawn["plans"] == "13");
  const std::string text = gerrymander(draws).output;
  for (std::size_t i = 0; i < 40; ++i)
    CHECK_THAT(text, Contains(drawn["sample"][i].get<std::string>() +
                              fmt::format("  split counties: {}\n", drawn["county_splits"][i].get<int>())));
  CHECK_THAT(gerrymander(draws + " --format svg").output, Contains("split counties: 2<"));
  const std::string measure = "ensemble 4 " + scratch.write("plans", text) + counties + " --format csv";
  CHECK_THAT(gerrymander(measure).output,
             Catch::StartsWith("plan,county_splits,total_splits,cut_edges,compactness\n1,2,2,"));
  // Parts that lie apart, and cells of no county: only plans are measured.
  CHECK(gerrymander("ensemble 1x5 " + scratch.write("plans", "1,1,2,2,3\n") + " --counties 'aba.a' --format csv")
            .output == "plan,county_splits,total_splits,cut_edges,compactness\n1,1,2,2,0.9259259259\n");

  // Counties of other programs' files.
  const std::string graph =
      scratch.write("graph", R"({"nodes":[{"id":[0,0],"muni":"x","district":1},{"id":[0,1],"muni":7,"district":1},)"
                             R"({"id":[0,2],"muni":"x","district":2}]})");
  CHECK(gerrymander("import " + graph + " --column muni").output == "121\n");
  CHECK_THAT(gerrymander("import " + graph + " --column county").output,
             Contains(": node 0: needs a 'county', a number or a word"));
  const std::string table = scratch.write("table", "row,column,county,district\n0,0,Kent,1\n0,1,Kent,2\n0,2,Essex,2\n");
  CHECK(gerrymander("import " + table + " --column county").output == "112\n");
  CHECK_THAT(gerrymander("import " + table + " --column parish").output, Contains("there is no column 'parish'"));

  for (const auto& [bad, complaint] :
       {std::pair("tilings 4 --max-splits 1", "--max-splits: expected --counties, which are not to be split\n"),
        {"tilings 4 --counties 'ab'", "the counties have 1 rows, the board 4\n"},
        {"tilings 4 --counties no-such-file", "there is no file 'no-such-file', and as a picture it is wrong: "},
        {"tilings 2 --counties 'aa|bb' --max-splits 0 --measure trees",
         "county splits are not counted by spanning trees"}}) {
    const Run run = gerrymander(bad);
    CAPTURE(bad, run.output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Contains(complaint));
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
}

TEST_CASE("gerrymander takes votes of both parties, and letters of any two", "[cli]") {
  const std::string seats = gerrymander("seats 'AABBB|BABBA|BBABB|ABBBA|BBABB'").output;
  for (const char* other :
       {"aabbb|babba|bbabb|abbba|bbabb", "DDRRR|RDRRD|RRDRR|DRRRD|RRDRR", "11000|01001|00100|10001|00100"})
    CHECK(gerrymander("seats '" + std::string(other) + "'").output == seats);
  const std::string votes = "'12/7 9/10 4/15 11/8|10/9 2/17 13/6 9/10|8/11 10/9 9/10 12/7|5/14 11/8 10/9 3/16'";
  const json found = json::parse(gerrymander("seats " + votes + " --size 76 --format json").output);
  CHECK(found["plans"] == "117");  // each cell has 19 voters, so districts are of four cells
  CHECK(found["votes"] == json({{"a", 138}, {"b", 166}}));
  int sum = 0;
  for (const auto& [n, count] : found["seats"]["a"].items()) sum += std::stoi(count.get<std::string>());
  CHECK(sum == 117);
  CHECK(gerrymander("sample " + votes + " --size 76").output == gerrymander("sample 4").output);
  CHECK_THAT(gerrymander("seats " + votes + " --size 76 --weights '1'").output, Contains("--weights: the "));
  CHECK(gerrymander("export '12' --voters '12/7 3/4' --format csv").output ==
        "row,column,district,voter\n0,0,1,12/7\n0,1,2,3/4\n");
  const json node = json::parse(gerrymander("export '12' --voters '12/7 3/4'").output)["nodes"][0];
  CHECK(node["population"] == 19);
  CHECK(node["votes_a"] == 12);
  CHECK(node["votes_b"] == 7);
  CHECK_THAT(gerrymander("puzzle --board '12/7 3/4'").output, Contains("the cells have weights"));
}

TEST_CASE("what is no plan among many is told with its line, and nothing is printed before", "[cli]") {
  const Scratch scratch;
  const std::string known =
      "expected the district of each cell, row by row: numbers such as 1,1,2,2, a list of JSON or a plan such as "
      "11|22";
  for (const auto& [text, options, complaint] : std::vector<std::array<std::string, 3>>{
           {"", "", ": has no plan: " + known},
           {"1,1,2,2\n\n1,1,2\n", " --format csv", ":3: has 3 values, the board 4 cells: " + known},
           {"1,2,2,1\n", "", ":1: district 1 is not connected"},
           {"1,1,1,2\n", " --size 2", ":1: district 1 has 3 cells, it must have 2"},
           {"1,1,2,2\n1,1,1,1\n", " --districts 2", ":2: the plan has 1 districts, it must have 2"},
           {"1,1,,2\n", "", ":1: value 3 is '': expected the number or the name of a district"},
           {"1,#,2,2\n", "", ":1: value 2 is '#': expected the number or the name of a district"},
           {"11|2\n", "", ":1: row 2 of the plan has 1 cells, the board 2 columns"},
           {"[1,1,2,2\n", "", ":1: no JSON: parse error at line 1"},
           {"[]\n", "", ":1: has 0 values, the board 4 cells: " + known},
           {"{\"nodes\":[]}\n", "", ":1: has no districts"},
           {"{\"a\":1}\n", "", ":1: value a: is no unit: expected a row and a column such as (0, 1)"},
           {R"_({"(0, 2)":1,"(0, 0)":1})_", "", ":1: has 1 x 3 cells, the board 2 x 2"},
           {R"({"0":1,"1":2,"2":2,"3":1})", "", ":1: district [0] is not connected"},
           {"{\"assignment\":1}\n", "",
            ":1: expected a graph with a list of 'nodes', or a plan as a list of 'assignment'"},
           {"unit,a\n0,1\n1,1\n2,2\n", "", ": row 1, column 1 is not there: "},
           {"unit,a\n0,1\n1,\n", "", ":3: the district is empty: expected a number or a word"}}) {
    const std::string file = scratch.write("bad", text);
    const Run run = gerrymander("ensemble 2 " + file + options);
    CAPTURE(text, run.output);
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.output, Catch::StartsWith("pentocity: " + file + complaint));
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
  }
  CHECK(gerrymander("ensemble 2 " + scratch / "none").output ==
        "pentocity: " + scratch / "none" + ": cannot be read: No such file or directory\n");
  CHECK(gerrymander("ensemble 2 " + scratch / ".").output ==
        "pentocity: " + scratch / "." + ": cannot be read: Is a directory\n");
  CHECK_THAT(gerrymander("tilings 2 --format lines").output, Contains("(--all, --unique or --limit)"));
}

TEST_CASE("networkx reads an exported plan", "[cli][long]") {
  if (run_command("python3 -c 'import networkx'").exit_code != 0) {
    WARN("skipped: there is no networkx (python3-networkx)");
    return;
  }
  const Scratch scratch;
  const std::string file = scratch / "plan.json";
  CHECK(gerrymander("export '11223|11223|14253|44553|44553' > " + file).exit_code == 0);
  const std::string script = scratch.write("check.py", R"(
import json, sys, networkx
graph = networkx.readwrite.json_graph.adjacency_graph(json.load(open(sys.argv[1])))
rows = [[0] * 5 for _ in range(5)]
for _, node in graph.nodes(data=True):
    rows[node["row"]][node["column"]] = node["district"]
print("|".join("".join(map(str, row)) for row in rows), graph.number_of_edges())
for d in range(1, 6):
    part = graph.subgraph([n for n, node in graph.nodes(data=True) if node["district"] == d])
    assert len(part) == 5 and networkx.is_connected(part)
)");
  const Run run = run_command("python3 " + script + " " + file);
  CHECK(run.exit_code == 0);
  CHECK(run.output == "11223|11223|14253|44553|44553 40\n");
}

}  // namespace gerrymander_command_test
