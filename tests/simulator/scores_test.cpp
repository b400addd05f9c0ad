#include "pentocity/figures/scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>

#include "catch.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/input/csv.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/results/store.hpp"
#include "scratch.hpp"

namespace scores_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::results;
using Catch::Matchers::Equals;
using pentocity::test::Scratch;

namespace {

PublishedScores scores_of(const std::string& text, const std::string& column = "score") {
  const Scratch scratch;
  return read_scores(scratch.write("scores.csv", text), column);
}

// What an InputError says after the file's name.
std::string complaint(const std::string& text, const std::string& column = "score") {
  const Scratch scratch;
  const std::string path = scratch.write("scores.csv", text);
  try {
    read_scores(path, column);
  } catch (const InputError& e) {
    const std::string message = e.what();
    REQUIRE(message.starts_with(path));
    return message.substr(path.size());
  }
  return "";
}

std::string csv_complaint(const std::string& text) {
  try {
    CsvFile::parse(text, "f");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

using Fields = std::vector<std::string>;

}  // namespace

TEST_CASE("CSV as programs write it", "[csv]") {
  const CsvFile file = CsvFile::parse("\xEF\xBB\xBF\"a\",b,c\r\n1,\"x, \"\"y\"\"\nz\",\r\n\r\n,,\"\"\r\nlast,2,3", "f");
  REQUIRE(file.rows().size() == 3);
  CHECK(file.rows()[0].fields == Fields{"1", "x, \"y\"\nz", ""});
  CHECK(file.rows()[0].line == 2);
  CHECK(file.rows()[1].fields == Fields{"", "", ""});
  CHECK(file.rows()[1].line == 5);
  CHECK(file.rows()[2].fields == Fields{"last", "2", "3"});
  CHECK(file.column("a") == 0);
  CHECK(file.column("c") == 2);
  CHECK(file.has_column("b"));
  CHECK_FALSE(file.has_column("B"));
  CHECK(CsvFile::parse("a\n\n\n", "f").rows().empty());
}

TEST_CASE("broken CSV is one line for its author", "[csv]") {
  CHECK(csv_complaint("") == "f: the file is empty");
  CHECK(csv_complaint("\xEF\xBB\xBF\r\n") == "f: the file is empty");
  CHECK(csv_complaint("a,b\n1\n") == "f:2: 1 fields where the head has 2");
  CHECK(csv_complaint("a,b\n1,2,\n") == "f:2: 3 fields where the head has 2");
  CHECK(csv_complaint("a\n1\n\"x\ny") == "f:3: a quote is opened on this line and never closed");
  CHECK(csv_complaint("a\n\"x\"y\n") == "f:2: after a closing quote there must be a comma or the line's end");
  CHECK(csv_complaint("a\nx\"y\n") == "f:2: a quote within a field: put the whole field in quotes and double this one");
  CHECK_THROWS_WITH(CsvFile::parse("player,score,score\n", "f").column("plaxer"),
                    Equals("f:1: there is no column 'plaxer', did you mean 'player'?"));
  CHECK_THROWS_WITH(CsvFile::parse("player,score,score\n", "f").column("score"),
                    Equals("f:1: there are two columns 'score'"));
  CHECK_THROWS_AS(CsvFile::load("/nowhere/scores.csv"), InputError);
}

TEST_CASE("whatever is written as CSV is read again, and rubbish is refused", "[csv]") {
  std::mt19937_64 random(37);
  const std::string alphabet = "ab,\"\r\n";
  for (int trial = 0; trial < 2000; ++trial) {
    CAPTURE(trial);
    const std::size_t columns = 2 + random() % 3;
    const std::string line_end = random() % 2 == 0 ? "\n" : "\r\n";
    std::vector<Fields> rows(1 + random() % 4, Fields(columns));
    std::string text;
    for (Fields& row : rows)
      for (std::size_t c = 0; c < columns; ++c) {
        for (std::size_t i = random() % 4; i > 0; --i) row[c] += alphabet[random() % alphabet.size()];
        const bool quoted = row[c].find_first_of(",\"\r\n") != std::string::npos || random() % 2 == 0;
        if (quoted) text += '"';
        for (const char ch : row[c]) text.append(ch == '"' ? 2 : 1, ch);
        if (quoted) text += '"';
        if (c + 1 < columns) text += ',';
        if (c + 1 == columns && (&row != &rows.back() || random() % 2 == 0)) text += line_end;
      }
    const CsvFile file = CsvFile::parse(text, "f");
    REQUIRE(file.rows().size() == rows.size() - 1);
    for (std::size_t r = 1; r < rows.size(); ++r) REQUIRE(file.rows()[r - 1].fields == rows[r]);

    std::string rubbish;
    for (std::size_t i = random() % 20; i > 0; --i) rubbish += alphabet[random() % alphabet.size()];
    try {
      CsvFile::parse(rubbish, "f");
    } catch (const InputError&) {
    }
  }
}

TEST_CASE("published scores become games", "[scores]") {
  const std::string table =
      "sequencer,player,seed,score,status,mended,note\n"
      "g1,b,869,1932,ok,1932,\n"
      "g1,a,869,-1,timeout_or_crash,1870,\"moved, by a line\"\n"
      "g1,b,84,-2,exception,-2,\n"
      "g1,a,84,1870,ok,,\n"
      "random,b,84,1500,ok,-1,\n"
      "random,a,84,,crashed,,\n";
  const PublishedScores scores = scores_of(table);
  CHECK(scores.players == Fields{"b", "a"});
  CHECK(scores.sequencers == Fields{"g1", "random"});
  CHECK(scores.seeds == std::vector<std::uint64_t>{869, 84});
  CHECK(scores.lost == 0);
  REQUIRE(scores.games.size() == 6);
  CHECK(scores.games[0].player == "b");
  CHECK(scores.games[0].score == 1932);
  CHECK(scores.games[0].repeat == 0);
  CHECK(scores.games[0].status == Status::ok);
  CHECK_FALSE(scores.games[0].measured());
  CHECK(scores.games[1].status == Status::timeout);
  CHECK(scores.games[1].error == "timeout_or_crash");
  CHECK(scores.games[1].score == 0);
  CHECK(scores.games[2].status == Status::crashed);
  CHECK(scores.games[2].repeat == 1);
  CHECK(scores.games[2].seed == 84);
  CHECK(scores.games[5].status == Status::crashed);

  // The status is that of `score`: where another column differs, that one speaks for itself.
  const PublishedScores mended = scores_of(table, "mended");
  CHECK(mended.lost == 1);
  REQUIRE(mended.games.size() == 5);
  CHECK(mended.games[1].score == 1870);
  CHECK(mended.games[1].status == Status::ok);
  CHECK(mended.games[2].status == Status::crashed);
  CHECK(mended.games[3].status == Status::timeout);
  CHECK(mended.games[3].error == "timeout");
  CHECK(mended.games[4].status == Status::crashed);

  const PublishedScores bare = scores_of("score,seed,player,sequencer\n-1,1,a,s\n5,2,a,s\n");
  CHECK(bare.games[0].status == Status::timeout);
  CHECK(bare.games[1].score == 5);
}

TEST_CASE("wrong tables of scores are one line for their author", "[scores]") {
  const std::string head = "sequencer,player,seed,score,status\n";
  CHECK(complaint(head + "s,a,1,5,ok\n").empty());
  CHECK(complaint("sequencer,player,seed,scores\n") == ":1: there is no column 'score', did you mean 'scores'?");
  CHECK(complaint(head, "rank") == ":1: there is no column 'rank'; known are sequencer, player, seed, score, status");
  CHECK(complaint(head + "\ns,a,1,5.5,ok\n") == ":3: 'score' must be an integer from -2 to 1000000000, not '5.5'");
  CHECK(complaint(head + "s,a,1,-3,ok\n") == ":2: 'score' must be an integer from -2 to 1000000000, not '-3'");
  CHECK(complaint(head + "s,a,1,99999999999999999999,ok\n") ==
        ":2: 'score' must be an integer from -2 to 1000000000, not '99999999999999999999'");
  CHECK(complaint(head + "s,a,x,5,ok\n") == ":2: 'seed' must be an integer from 0 to 9007199254740991, not 'x'");
  CHECK(complaint(head + "s,a,1,5,okay\n") == ":2: there is no status 'okay', did you mean 'ok'?");
  CHECK(complaint(head + "s,a,1,-1,ok\n") == ":2: the status is 'ok', but the score is -1, the code of a timeout");
  CHECK(complaint(head + "s,a,1,-1,crashed\n") ==
        ":2: the status is 'crashed', but the score is -1, the code of a timeout");
  CHECK(complaint(head + "s,,1,5,ok\n") == ":2: the player has no name");
  CHECK(complaint(head + "\"s\nt\",a,1,5,ok\n") ==
        ":2: the sequencer's name 's\\nt' has characters that cannot be seen");
  CHECK(complaint(head + "s,\xFF,1,5,ok\n") == ":2: the player's name '\\xff' has characters that cannot be seen");
  CHECK(complaint(head + "s,a,1,5,ok\ns,b,1,5,ok\ns,a,1,6,ok\n") ==
        ":4: the game of player 'a' on sequencer 's', seed 1, is on line 2 already");
  CHECK(complaint(head + "s,a,1,,ok\n") == ":1: the table has no game with a score");

  std::string many = head;
  for (int i = 0; i < 200; ++i) many += fmt::format("s{0},p{0},1,5,ok\n", i);
  CHECK(complaint(many) ==
        ":1: 200 players and 200 sequencers are too many: at most 1000000 for the square of the one times the other");
}

TEST_CASE("published scores as a results folder", "[scores]") {
  const Scratch scratch;
  const std::string folder = scratch / "out";
  const std::string table =
      "sequencer,player,seed,score,status,mended\n"
      "s,b,869,20,ok,20\ns,a,869,-1,timeout,10\ns,b,84,40,ok,40\ns,a,84,50,ok,\n";
  const PublishedScores scores = scores_of(table);
  const Summary summary = store_scores(scores, Rules::tournament_2016(), Failures::codes, folder, Fresh::no);
  CHECK(summary.players[0].mean->mean == 30);
  CHECK(summary.players[1].mean->mean == 24.5);
  CHECK(read_file(folder + "/summary.json") == json_text(summary));
  CHECK(nlohmann::json::parse(json_text(summary))["rules"] == "tournament-2016");

  // Again, and another column of the same table: nothing is mixed up.
  CHECK(json_text(store_scores(scores, Rules::tournament_2016(), Failures::codes, folder, Fresh::no)) ==
        json_text(summary));
  const Summary mended =
      store_scores(scores_of(table, "mended"), Rules::tournament_2016(), Failures::apart, folder, Fresh::no);
  CHECK(mended.cells[1].values == std::vector<std::optional<int>>{10});

  Schedule schedule;
  schedule.rules = Rules::tournament_2016();
  schedule.seeds = scores.seeds;
  schedule.players = {{"b", scores.identity}, {"a", scores.identity}};
  schedule.sequencers = {{"s", scores.identity}};
  std::vector<int> stored;
  Store(folder, schedule, Store::Access::look).for_each([&](const StoredGame& game) {
    CHECK_FALSE(game.row.measured());
    stored.push_back(game.row.status == Status::ok ? game.row.score : -1);
  });
  std::sort(stored.begin(), stored.end());
  CHECK(stored == std::vector<int>{-1, 20, 40, 50});

  CHECK_THROWS_AS(store_scores(scores, Rules::report(), Failures::apart, folder, Fresh::no), InputError);
  CHECK_NOTHROW(store_scores(scores, Rules::report(), Failures::apart, folder, Fresh::own));
}

TEST_CASE("published scores of sequencers with seeds of their own are complete", "[scores]") {
  const Scratch scratch;
  const std::string head = "sequencer,player,seed,score\n",
                    others = "s,a,1,100\ns,a,2,110\ns,b,1,90\ns,b,2,95\nt,a,3,200\nt,a,2,210\nt,b,3,190\n";
  const auto store = [&](const std::string& text, const std::string& folder) {
    return store_scores(scores_of(head + text), Rules::report(), Failures::apart, scratch / folder, Fresh::no);
  };
  const Summary whole = store(others + "t,b,2,180\n", "whole");
  CHECK(whole.unplayed == 0);
  CHECK(whole.players[0].rank == 1);
  CHECK(whole.players[1].rank == 2);
  CHECK(whole.players[0].mean->mean == 155);
  CHECK(whole.sequencers[1].winners == std::vector<std::string>{"a"});
  // So say its folder, the JSON for others, and what is read from it.
  CHECK(json_text(summary_of_folder(scratch / "whole")) == json_text(whole));
  const Schedule schedule = read_schedule(scratch / "whole");
  CHECK(schedule.own_repeats == OwnRepeats{{"s", {0, 1}}, {"t", {1, 2}}});
  CHECK(schedule.scheduled() == 8);
  CHECK(schedule_of_json(nlohmann::json::parse(to_json(schedule).dump())) == schedule);
  const auto json = nlohmann::json::parse(json_text(whole));
  CHECK(json["sequencers"][0]["repeats"] == 2);
  CHECK(json["repeats"] == 3);

  // What one player lacks is missing, whether its row is blank or not there.
  for (const std::string last : {"", "t,b,2,\n"}) {
    const Summary lacks = store(others + last, "lacks" + std::to_string(last.size()));
    CHECK(lacks.unplayed == 1);
    CHECK(lacks.players[0].rank == 1);
    CHECK_FALSE(lacks.players[1].rank.has_value());
    CHECK(lacks.players[1].missing == 1);
  }
  // With the same seeds everywhere nothing is said of them.
  CHECK(read_schedule((store("s,a,1,5\nt,a,1,6\n", "same"), scratch / "same")).own_repeats.empty());

  auto wrong = nlohmann::json::parse(to_json(schedule).dump());
  for (const nlohmann::json& repeats : {nlohmann::json{3}, {1, 0}, {1, 1}, {-1}, {"1"}}) {
    wrong["sequencers"][0]["repeats"] = repeats;
    CHECK_THROWS_AS(schedule_of_json(wrong), InputError);
  }
}

}  // namespace scores_test
