// Recorded games in the terminal: two beside each other, and where a player leaves the land empty; the losses that
// `compare` names; and where points came from, in its table.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/results/files.hpp"
#include "scratch.hpp"

namespace show_test {

namespace {

using namespace pentocity;
using test::run_command;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) out.push_back(line);
  return out;
}

std::string grid_of(const std::string& file) { return match::read_trace(file).end["grid"]; }

// Compares two players on small lands, and returns the folder.
std::string compared(const test::Scratch& scratch, const std::string& options = "") {
  const std::string config = scratch.write(
      "cup.yaml",
      "rules: {profile: report, side: 16}\nplayers: [naive, jigsaw]\nsequencers: [random, misfits]\nseed: 3\n");
  const std::string out = scratch / "out";
  REQUIRE(run_command(fmt::format("{} compare naive jigsaw --config {} --out {} {} > {}", test::program, config, out,
                                  options, scratch / "said"))
              .exit_code == 0);
  return out;
}

// The rows of the games that were judged; the folder may have others, which were under way when the answer was known.
std::vector<nlohmann::json> judged_rows(const std::string& folder, const std::string& said) {
  std::smatch games;
  REQUIRE(std::regex_search(said, games, std::regex("games judged +(\\d+)")));
  const int repeats = std::stoi(games[1]) / 4;  // two players on two sequencers
  std::vector<nlohmann::json> out;
  std::istringstream rows(run_command(fmt::format("{} export {} --format jsonl", test::program, folder)).output);
  for (std::string line; std::getline(rows, line);)
    if (auto row = nlohmann::json::parse(line); row["repeat"] < repeats) out.push_back(std::move(row));
  return out;
}

TEST_CASE("compare names the greatest losses of the first player and keeps their games", "[comparison]") {
  const test::Scratch scratch;
  const std::string folder = compared(scratch), said = test::bytes_of(scratch / "said");
  // By the rows themselves.
  std::map<std::pair<std::string, int>, std::map<std::string, int>> rounds;
  for (const auto& row : judged_rows(folder, said)) {
    rounds[{row["sequencer"], row["repeat"]}][row["player"]] = row["score"];
  }
  std::vector<int> losses;
  for (auto& [round, scores] : rounds) losses.push_back(scores["naive"] - scores["jigsaw"]);
  std::ranges::sort(losses);
  REQUIRE(losses.size() >= 3);
  const std::regex named(
      R"re(  (-\d+)  on (\w+), repeat (\d+): (\d+) to (\d+)\n    see: pentocity show (\S+) (\S+)\n)re");
  std::vector<int> told;
  for (std::sregex_iterator it(said.begin(), said.end(), named), end; it != end; ++it) {
    const auto number = [&](std::size_t group) { return std::stoi((*it)[group]); };
    const auto& scores = rounds.at({(*it)[2], number(3)});
    told.push_back(number(1));
    CHECK(number(4) == scores.at("naive"));
    CHECK(number(5) == scores.at("jigsaw"));
    CHECK(number(1) == number(4) - number(5));
    for (const std::size_t group : {6, 7}) CHECK(match::read_trace((*it)[group]).end["score"] == number(group - 2));
    CHECK(run_command(fmt::format("{} show {} {}", test::program, (*it)[6].str(), (*it)[7].str())).exit_code == 0);
  }
  CHECK(told == std::vector<int>(losses.begin(), losses.begin() + 3));
  // The same folder again says the same.
  const auto again = run_command(
      fmt::format("{} compare naive jigsaw --config {} --out {} 2>&1", test::program, scratch / "cup.yaml", folder));
  CHECK(again.output.find(said.substr(0, said.find("Results:"))) != std::string::npos);
  // Without traces there is nothing to see.
  const test::Scratch other;
  compared(other, "--trace none");
  CHECK_THAT(test::bytes_of(other / "said"), Catch::Contains("where naive lost most") && !Catch::Contains("see:"));
}

TEST_CASE("compare and run say where points came from", "[comparison]") {
  const test::Scratch scratch;
  const std::string folder = compared(scratch), said = test::bytes_of(scratch / "said");
  std::map<std::string, std::map<std::string, double>> mean;
  std::map<std::string, int> games;
  for (const auto& row : judged_rows(folder, said)) {
    ++games[row["player"]];
    for (const auto& [name, value] : row["course"]["points"].items()) mean[row["player"]][name] += value.get<int>();
  }
  for (auto& [player, figures] : mean)
    for (auto& [name, value] : figures) value /= games[player];
  // As many games on each sequencer, so that the mean over games is the one over sequencers.
  const auto expect = [&](const std::string& label, const std::string& name) {
    const double a = mean["naive"][name], b = mean["jigsaw"][name];
    const std::regex line(fmt::format(R"( +{} +{:.1f} +{:.1f} +[+-]{:.1f} *\n)", label, a, b, std::abs(a - b)));
    CAPTURE(said, label, a, b);
    CHECK(std::regex_search(said, line));
  };
  expect(R"(residences \+0)", "residences_0");
  expect(R"(residences \+4)", "residences_4");
  expect(R"(factories \+0)", "factories_0");
  // The three lines of points add up to the score.
  std::map<std::string, double> scores;
  for (const auto& row : judged_rows(folder, said))
    scores[row["player"]] += row["score"].get<double>() / games[row["player"]];
  std::array<double, 2> sums{};
  for (const char* line : {"residences", "factories", "bonuses"}) {
    std::smatch found;
    REQUIRE((std::regex_search(said, found, std::regex(fmt::format(R"(points: {} +([\d.]+) +([\d.]+))", line)))));
    for (const std::size_t i : {0, 1}) sums[i] += std::stod(found[i + 1]);
  }
  CHECK(std::abs(sums[0] - scores["naive"]) < 0.16);
  CHECK(std::abs(sums[1] - scores["jigsaw"]) < 0.16);
  expect("empty: too narrow", "empty_too_narrow");
  expect("cells rejected", "rejected_cells");
  const double parks =
      mean["jigsaw"]["residence_park"] /
      (mean["jigsaw"]["residences_0"] + mean["jigsaw"]["residences_2"] + mean["jigsaw"]["residences_4"]);
  CHECK_THAT(said, Catch::Contains(fmt::format(" {:.2f} ", parks)));
  CHECK(said.find("factories +2") == std::string::npos);  // under these rules they get none
  const std::string table = run_command(fmt::format("{} report {} --format table", test::program, folder)).output;
  CHECK_THAT(table, Catch::Contains("points by cause, mean of a game") && Catch::Contains("residences +4"));
  const std::string csv = run_command(fmt::format("{} report {} --format csv", test::program, folder)).output;
  CHECK_THAT(csv, Catch::Contains(",points.residences_0,") && Catch::Contains(",points.rejected_cells"));
}

TEST_CASE("show: two games beside each other", "[cli]") {
  const test::Scratch scratch;
  const std::string traces = compared(scratch, "--trace all") + "/traces/";
  std::vector<std::string> names = results::Folder(traces).names();
  const auto of = [&](const std::string& part, const std::string& tail) {
    return traces + *std::ranges::find_if(
                        names, [&](const std::string& name) { return name.starts_with(part) && name.ends_with(tail); });
  };
  const std::string a = of("random__naive", "__0.jsonl.gz"), b = of("random__jigsaw", "__0.jsonl.gz");
  const auto shown = run_command(fmt::format("{} show {} {}", test::program, a, b));
  REQUIRE(shown.exit_code == 0);
  const auto lines = lines_of(shown.output);
  const std::string grid_a = grid_of(a), grid_b = grid_of(b);
  const auto expected = [](char own, char other) {
    return own != other || own == '.' ? own : own == '=' ? '-' : static_cast<char>(std::tolower(own));
  };
  for (std::size_t row = 0; row < 16; ++row) {
    REQUIRE(lines[row + 1].size() == 35);
    for (std::size_t column = 0; column < 16; ++column) {
      const std::size_t cell = 16 * row + column;
      CHECK(lines[row + 1][column] == expected(grid_a[cell], grid_b[cell]));
      CHECK(lines[row + 1][column + 19] == expected(grid_b[cell], grid_a[cell]));
    }
  }
  const int score_a = match::read_trace(a).end["score"], score_b = match::read_trace(b).end["score"];
  CHECK(std::regex_search(shown.output,
                          std::regex(fmt::format(R"(score +{} +{} +\{:+})", score_a, score_b, score_a - score_b))));
  // The first turn that differs, by the traces.
  const auto moves = [](const std::string& file) {
    std::vector<std::string> out;
    for (const auto& turn : match::read_trace(file).turns) {
      std::string& move = out.emplace_back();
      for (const char* name : {"accept", "building", "road", "park", "water"})
        move += turn.value(name, nlohmann::json()).dump();
    }
    return out;
  };
  const auto moves_a = moves(a), moves_b = moves(b);
  const auto turn = std::ranges::mismatch(moves_a, moves_b).in1 - moves_a.begin();
  CHECK_THAT(shown.output, Catch::Contains(fmt::format("they differ from turn {} on:", turn)));

  const auto same = run_command(fmt::format("{} show {} {} --turn 5", test::program, a, a));
  CHECK_THAT(same.output, Catch::Contains("the same moves in the 6 turns that both have"));
  const auto others = run_command(fmt::format("{} show {} {}", test::program, a, of("misfits__naive", ".gz")));
  CHECK(std::regex_search(others.output, std::regex("from turn \\d+ on their requests differ\n")));
  CHECK_THAT(run_command(fmt::format("{} show --color always {} {}", test::program, a, b)).output,
             Catch::Contains("\x1b[48;5;"));

  for (const std::string& wrong : {fmt::format("{} {} {}", a, b, a), fmt::format("{} {}", a, traces),
                                   fmt::format("{} {} --turn 9999", a, b), fmt::format("{} --empty naive", a)}) {
    const auto refused = run_command(fmt::format("{} show {} 2>&1", test::program, wrong));
    CAPTURE(wrong, refused.output);
    CHECK(refused.exit_code == 2);
    CHECK(lines_of(refused.output).size() == 1);
  }
}

TEST_CASE("show: how often cells stay empty", "[cli]") {
  const test::Scratch scratch;
  const std::string folder = compared(scratch, "--trace all --max-games 40 --beta 0.5 --delta 1000"),
                    traces = folder + "/traces/";
  std::vector<int> empty(256);
  int games = 0;
  for (const std::string& name : results::Folder(traces).names()) {
    if (name.find("__naive__") == std::string::npos) continue;
    ++games;
    const std::string grid = grid_of(traces + name);
    for (std::size_t i = 0; i < grid.size(); ++i) empty[i] += grid[i] == '.';
  }
  REQUIRE(games > 1);
  const auto shown = run_command(fmt::format("{} show {} --empty naive", test::program, folder));
  REQUIRE(shown.exit_code == 0);
  const auto lines = lines_of(shown.output);
  CHECK_THAT(lines[0], Catch::Contains(fmt::format(" at the end of {} recorded games", games)));
  for (std::size_t i = 0; i < empty.size(); ++i) {
    const char symbol = lines.at(1 + i / 16).at(i % 16);
    const int tenth = symbol == '.' ? 0 : symbol == 'X' ? 10 : symbol - '0';
    CHECK(10 * empty[i] <= tenth * games);
    CHECK((tenth == 0 || 10 * empty[i] > (tenth - 1) * games));
  }
  const auto unknown = run_command(fmt::format("{} show {} --empty nave 2>&1", test::program, folder));
  CHECK(unknown.exit_code == 2);
  CHECK_THAT(unknown.output, Catch::Contains("did you mean 'naive'?"));
}

}  // namespace

}  // namespace show_test
