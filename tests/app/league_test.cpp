// Leagues: ratings find the truth with few matches, a batch is played on a secret that nobody knows before its end, and
// nothing is lost or played twice when the program is killed.
#include "pentocity/league/league.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/league/league_games.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/results/store.hpp"
#include "pentocity/statistics/matchmaking.hpp"
#include "pentocity/web/pages.hpp"
#include "scratch.hpp"

namespace league_test {

using namespace pentocity;
using namespace pentocity::statistics;
using namespace pentocity::figures;
using namespace pentocity::league;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::match;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

double uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11) + 0.5) * 0x1p-53; }

/// Simulated players with known strengths, in Elo points, which may differ from stream to stream.
struct World {
  std::vector<std::vector<double>> strength;  ///< by player and stream
  std::vector<bool> present = std::vector<bool>(strength.size(), true);
  std::map<std::pair<int, int>, Meeting> meetings = {};
  std::vector<std::vector<int>> played =
      std::vector<std::vector<int>>(strength.size(), std::vector<int>(strength[0].size()));

  Matchmaker matchmaker() const {
    std::vector<Meeting> list;
    for (const auto& [pair, meeting] : meetings) list.push_back(meeting);
    return {list, played, present};
  }
  void play(const ChosenMatch& match, std::mt19937_64& random) {
    const double difference = strength[match.b][match.stream] - strength[match.a][match.stream];
    const bool a_wins = uniform(random) < 1 / (1 + std::pow(10, difference / 400));
    const bool in_order = match.a < match.b;
    Meeting& meeting = meetings[std::minmax(match.a, match.b)];
    std::tie(meeting.a, meeting.b) = std::minmax(match.a, match.b);
    ++(a_wins == in_order ? meeting.wins : meeting.losses);
    ++played[match.a][match.stream];
    ++played[match.b][match.stream];
  }
  /// Batches of matches, each chosen as a league does.
  void play_batches(int batches, int matches, std::mt19937_64& random) {
    for (int i = 0; i < batches; ++i) {
      Matchmaker maker = matchmaker();
      std::vector<ChosenMatch> chosen;
      for (int k = 0; k < matches; ++k) chosen.push_back(maker.next());
      for (const ChosenMatch& match : chosen) play(match, random);
    }
  }
  double mean_strength(int player) const {
    double sum = 0;
    for (const double s : strength[player]) sum += s;
    return sum / static_cast<double>(strength[player].size());
  }
};

World world(int players, int streams, double spread, double by_stream, std::mt19937_64& random) {
  std::vector<std::vector<double>> strength;
  for (int i = 0; i < players; ++i) {
    std::vector<double>& own = strength.emplace_back();
    const double overall = spread * (uniform(random) + uniform(random) + uniform(random) - 1.5);
    for (int k = 0; k < streams; ++k) own.push_back(overall + by_stream * (uniform(random) - 0.5));
  }
  return {strength};
}

double half_width(const Rating& rating) { return (rating.interval->high - rating.interval->low) / 2; }

double widest(const Matchmaker& maker) {
  double out = 0;
  for (const Rating& rating : maker.ratings()) out = std::max(out, rating.interval ? half_width(rating) : 1e9);
  return out;
}

Run pentocity_run(const std::string& arguments) { return run_command(test::program + " " + arguments); }

json json_of(const std::string& path) { return json::parse(bytes_of(path)); }

const std::string small_rules = "rules: {side: 10}\n";

/// A league of quick games, made from a config.
std::string small_league(const Scratch& folder, const std::string& players = "[naive, diagonal, lanes]") {
  const std::string config =
      folder.write("cup.yaml", small_rules + "players: " + players + "\nsequencers: [random, tailheavy, g6]\n");
  const Run made = pentocity_run("league " + folder / "league" + " add --config " + config);
  INFO(made.output);
  REQUIRE(made.exit_code == 0);
  return folder / "league";
}

/// The rows of a batch, as JSON lines.
std::string rows_of_batch(const std::string& league, const std::string& number) {
  return pentocity_run("export " + league + "/batches/" + number + " --format jsonl").output;
}

}  // namespace

TEST_CASE("matchmaking: ratings are those of Bradley and Terry", "[league]") {
  // Two players, where the added match is that of bradley_terry(): 30 wins and 12 losses of one against the other.
  const Meeting meeting{.a = 0, .b = 1, .wins = 30, .losses = 12, .draws = 0};
  const Matchmaker maker(std::vector{meeting}, {{42}, {42}}, {true, true});
  CHECK(maker.ratings()[0].elo - maker.ratings()[1].elo == Approx(400 * std::log10(30.5 / 12.5)));
  CHECK(maker.ratings()[0].elo == Approx(-maker.ratings()[1].elo));
  // In closed form: the information of 43 matches, and no more than that.
  const double p = 30.5 / 43;
  CHECK(half_width(maker.ratings()[0]) ==
        Approx(student_t(41) * 0.5 / std::sqrt(43 * p * (1 - p)) * 400 / std::log(10)).epsilon(0.05));
}

TEST_CASE("matchmaking: nobody without a match has an interval, and two are enough", "[league]") {
  Matchmaker maker(std::vector<Meeting>{}, {{0, 0}, {0, 0}, {0, 0}}, {true, false, true});
  for (const Rating& rating : maker.ratings()) {
    CHECK(rating.elo == Approx(0).margin(1e-9));
    CHECK_FALSE(rating.interval);
  }
  std::set<int> streams;
  for (int i = 0; i < 20; ++i) {
    const ChosenMatch match = maker.next();
    CHECK(std::set{match.a, match.b} == std::set{0, 2});  // 1 is not there
    streams.insert(match.stream);
  }
  CHECK(streams.size() == 2);
}

TEST_CASE("matchmaking: ratings come near the truth, and intervals hold it", "[league]") {
  std::mt19937_64 random(1);
  int held = 0, all = 0;
  for (int trial = 0; trial < 30; ++trial) {
    World w = world(8, 4, 200, 0, random);
    w.play_batches(4, 60, random);
    double mean = 0;
    for (int i = 0; i < 8; ++i) mean += w.mean_strength(i) / 8;
    const Matchmaker maker = w.matchmaker();
    for (int i = 0; i < 8; ++i) {
      const Rating& rating = maker.ratings()[i];
      const double truth = w.mean_strength(i) - mean;
      CAPTURE(trial, i);
      held += rating.interval->low <= truth && truth <= rating.interval->high;
      CHECK(std::abs(rating.elo - truth) < 2.5 * half_width(rating));
      ++all;
    }
  }
  CHECK(held >= 0.91 * all);
  CHECK(held <= 0.995 * all);
}

TEST_CASE("matchmaking: more matches bring the truth nearer", "[league]") {
  std::mt19937_64 random(2);
  World w = world(10, 3, 150, 0, random);
  const auto error = [&] {
    double mean = 0, sum = 0;
    for (int i = 0; i < 10; ++i) mean += w.mean_strength(i) / 10;
    const Matchmaker maker = w.matchmaker();
    for (int i = 0; i < 10; ++i) sum += std::pow(maker.ratings()[i].elo - w.mean_strength(i) + mean, 2);
    return std::sqrt(sum / 10);
  };
  w.play_batches(1, 100, random);
  const double early = error();
  w.play_batches(30, 500, random);
  CHECK(error() < 20);
  CHECK(error() < early);
}

TEST_CASE("matchmaking: chosen matches tell more than matches at random", "[league]") {
  std::mt19937_64 random(3);
  double chosen = 0, drawn = 0;
  for (int trial = 0; trial < 10; ++trial) {
    World w = world(20, 4, 500, 0, random), other = w;
    w.play_batches(4, 100, random);
    for (int i = 0; i < 400; ++i) {
      const int a = static_cast<int>(random() % 20), b = static_cast<int>((a + 1 + random() % 19) % 20);
      other.play({.a = a, .b = b, .stream = static_cast<int>(random() % 4)}, random);
    }
    chosen += widest(w.matchmaker());
    drawn += widest(other.matchmaker());
  }
  CHECK(chosen < 0.8 * drawn);
}

TEST_CASE("matchmaking: streams are played alike, so that a rating is about all of them", "[league]") {
  std::mt19937_64 random(4);
  World w = world(6, 5, 200, 600, random);
  w.play_batches(10, 75, random);
  for (const auto& counts : w.played) {
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    CHECK(*most - *least <= 3);
  }
}

TEST_CASE("matchmaking: a new player is matched first, and with its equals later", "[league]") {
  std::mt19937_64 random(5);
  World w{{{0}, {0}, {400}, {400}, {-400}, {-400}, {400}}};
  w.present[6] = false;
  w.play_batches(10, 60, random);
  w.present[6] = true;
  Matchmaker maker = w.matchmaker();
  const ChosenMatch first = maker.next();
  CHECK((first.a == 6 || first.b == 6));
  w.play_batches(5, 20, random);
  Matchmaker later = w.matchmaker();
  int with_equals = 0, of_new = 0;
  for (int i = 0; i < 30; ++i) {
    const ChosenMatch match = later.next();
    if (match.a != 6 && match.b != 6) continue;
    ++of_new;
    const int other = match.a == 6 ? match.b : match.a;
    with_equals += other == 2 || other == 3;
  }
  CHECK(2 * with_equals > of_new);
}

TEST_CASE("matchmaking: the choice depends on what has been played alone", "[league]") {
  std::mt19937_64 random(6);
  World w = world(12, 3, 200, 100, random);
  w.play_batches(2, 50, random);
  Matchmaker one = w.matchmaker(), other = w.matchmaker();
  for (int i = 0; i < 100; ++i) CHECK(one.next() == other.next());
}

TEST_CASE("league: joins, plays, is rated, and tells its history", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder);
  const std::string promised = league_commitment(league);
  const Run played = pentocity_run("league " + league + " play --games 60 --batch 40");
  INFO(played.output);
  REQUIRE(played.exit_code == 0);
  // The commitment was known before the first game, and the secret is the one that was committed to.
  CHECK(json_of(league + "/batches/0001/batch.json")["commitment"] == promised);
  CHECK(read_draw(league + "/batches/0001/revealed.json").secret().commitment() == promised);
  CHECK(json_of(league + "/batches/0002/batch.json")["matches"].size() == 10);
  CHECK(league_commitment(league) == read_secret(league + "/batches/0003/secret").commitment());
  CHECK_FALSE(fs::exists(league + "/batches/0003/revealed.json"));

  const json table = json::parse(pentocity_run("league " + league + " table --format json").output);
  CHECK(table["batches"] == 2);
  CHECK(table["matches"] == 30);
  CHECK_FALSE(table["open"]);
  double sum = 0;
  for (const json& player : table["players"]) sum += player["rating"].get<double>();
  CHECK(sum == Approx(0).margin(1e-6));
  REQUIRE(table["history"].size() == 6);
  // The last ratings of the history are those of the table.
  for (const json& player : table["players"]) {
    const auto last = std::find_if(table["history"].rbegin(), table["history"].rend(),
                                   [&](const json& h) { return h["player"] == player["player"]; });
    CHECK((*last)["rating"].get<double>() == Approx(player["rating"].get<double>()).margin(1e-6));
  }
  CHECK(pentocity_run("league " + league + " table --format csv").output.starts_with("batch,date,player,version,"));

  SECTION("the games of a batch are those of its plan, each on requests of its own") {
    const json batch = json_of(league + "/batches/0001/batch.json");
    std::set<std::pair<std::string, int>> requests;
    for (const json& match : batch["matches"])
      CHECK(requests.emplace(match["sequencer"], match["repeat"].get<int>()).second);
    const std::string rows = rows_of_batch(league, "0001");
    CHECK(std::count(rows.begin(), rows.end(), '\n') == 40);
    const std::string first = league + "/batches/0001",
                      published = " --commitment " + first + "/commitment.json --commitment " + first + "/roster.json";
    const Run audit = pentocity_run("audit " + first + published);
    CHECK(audit.exit_code == 0);
    CHECK(audit.output.find("40 games played again: nothing amiss\n") != audit.output.npos);
    json other = batch;
    other["matches"].erase(0);
    folder.write("league/batches/0001/batch.json", other.dump());
    const Run more = pentocity_run("audit " + first + published);
    CHECK(more.exit_code == 1);
    CHECK(more.output.find(": game: expected one of those in batch.json, found another one\n") != more.output.npos);
    other["matches"].push_back({{"a", "nobody"}, {"b", "nobody"}, {"sequencer", "random"}, {"repeat", 0}});
    folder.write("league/batches/0001/batch.json", other.dump());
    CHECK(pentocity_run("audit " + first + published).exit_code == 1);
  }
  SECTION("what standing.json says can be made again") {
    const std::string before = bytes_of(league + "/standing.json");
    const std::string ratings = bytes_of(league + "/batches/0002/ratings.json");
    fs::remove(league + "/standing.json");
    fs::remove(league + "/batches/0002/ratings.json");
    CHECK(pentocity_run("league " + league + " play --games 2").exit_code == 0);
    CHECK(bytes_of(league + "/batches/0002/ratings.json") == ratings);
    folder.write("league/standing.json", "{}");
    CHECK(json::parse(pentocity_run("league " + league + " table --format json").output)["matches"] == 31);
    CHECK(before != bytes_of(league + "/standing.json"));
  }
  SECTION("the report page shows it") {
    if (!web::report_page().empty()) {
      CHECK(pentocity_run("report " + league).exit_code == 0);
      CHECK(bytes_of(league + "/report.html").find("pentocity-league-table/1") != std::string::npos);
    }
    const Summary summary = league_summary(league);
    int games = 0;
    for (const CellSummary& cell : summary.cells) games += cell.games;
    CHECK(games == 60);
  }
}

TEST_CASE("league: new versions, players who leave and come back", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder);
  REQUIRE(pentocity_run("league " + league + " play --games 30").exit_code == 0);
  CHECK(pentocity_run("league " + league + " add naive").output == "naive is in the league already, as version 1\n");
  const Run changed = pentocity_run("league " + league + " add jigsaw --name naive --option random_walks=3");
  CHECK(changed.output == "naive: version 2 takes the place of version 1\n");
  CHECK(pentocity_run("league " + league + " leave lanes").output == "lanes leaves\n");
  json table = json::parse(pentocity_run("league " + league + " table --format json").output);
  REQUIRE(table["players"].size() == 2);
  // A new version begins anew; what the old one played is still known.
  CHECK(table["players"][1]["player"] == "naive");
  CHECK(table["players"][1]["version"] == 2);
  CHECK(table["players"][1]["rating"].is_null());
  CHECK(table["matches"] == 15);
  REQUIRE(pentocity_run("league " + league + " play --games 10").exit_code == 0);
  const json second = json_of(league + "/batches/0002/batch.json");
  for (const json& match : second["matches"]) {
    CHECK(match["a"] != "lanes");
    CHECK(match["b"] != "lanes");
  }
  CHECK(pentocity_run("league " + league + " add lanes").output == "lanes is back, as version 1\n");
  table = json::parse(pentocity_run("league " + league + " table --format json").output);
  for (const json& player : table["players"])
    if (player["player"] == "lanes") {
      CHECK_FALSE(player["rating"].is_null());
    }
  std::set<int> versions;
  for (const json& line : table["history"])
    if (line["player"] == "naive") versions.insert(line["version"].get<int>());
  CHECK(versions == std::set{1, 2});
}

TEST_CASE("league: the table has one fit of all matches, whoever joined or left", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder, "[naive, diagonal, jigsaw]");
  const auto table_now = [&] { return json::parse(pentocity_run("league " + league + " table --format json").output); };
  // The same by the iteration of Zermelo (1929), from the tallies that standing.json has: a strength is the player's
  // wins divided by the sum, over its matches, of 1 / (its strength + the other's).
  const auto twin = [&](const json& table) {
    const json all = json_of(league + "/league.json")["players"], standing = json_of(league + "/standing.json");
    const std::size_t n = all.size();
    const double added = 1 / static_cast<double>(n - 1);
    std::vector<std::vector<double>> met(n, std::vector<double>(n, added));
    std::vector<double> wins(n, 0.5), strength(n, 1);
    for (const json& m : standing["meetings"]) {
      const std::size_t a = m[0], b = m[1];
      const double won = m[2].get<double>() + m[4].get<double>() / 2,
                   lost = m[3].get<double>() + m[4].get<double>() / 2;
      wins[a] += won, wins[b] += lost;
      met[a][b] += won + lost, met[b][a] += won + lost;
    }
    for (int step = 0; step < 20000; ++step)
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j)
          if (i != j) sum += met[i][j] / (strength[i] + strength[j]);
        strength[i] = wins[i] / sum;
      }
    double mean = 0;
    std::map<std::string, double> out;
    for (std::size_t i = 0; i < n; ++i)
      if (all[i]["left"].is_null()) out[all[i]["name"]] = 400 * std::log10(strength[i]);
    for (const auto& [name, rating] : out) mean += rating / static_cast<double>(out.size());
    REQUIRE(out.size() == table["players"].size());
    for (const json& row : table["players"])
      if (!row["rating"].is_null())
        CHECK(row["rating"].get<double>() == Approx(out.at(row["player"]) - mean).margin(1e-3));
  };
  REQUIRE(pentocity_run("league " + league + " play --games 30").exit_code == 0);
  twin(table_now());
  // As long as nobody joins or leaves, these are the ratings of the latest batch, to the last digit.
  const json table = table_now();
  for (const json& row : table["players"])
    for (const json& line : table["history"])
      if (line["player"] == row["player"]) {
        CHECK(line["rating"] == row["rating"]);
        CHECK(line["rating_ci95"] == row["rating_ci95"]);
      }
  // naive, which loses all its matches, misses a batch in which diagonal and jigsaw meet.
  REQUIRE(pentocity_run("league " + league + " leave naive").exit_code == 0);
  REQUIRE(pentocity_run("league " + league + " play --games 20").exit_code == 0);
  twin(table_now());
  REQUIRE(pentocity_run("league " + league + " leave diagonal").exit_code == 0);
  REQUIRE(pentocity_run("league " + league + " add naive").exit_code == 0);
  const json back = table_now();
  twin(back);
  CHECK(back["players"][0]["rating"].get<double>() == Approx(-back["players"][1]["rating"].get<double>()));
  REQUIRE(pentocity_run("league " + league + " add diagonal lanes").exit_code == 0);
  twin(table_now());
}

TEST_CASE("league: a program that changes is left out until it is added again", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder);
  const std::string mine = folder.write("players/mine.py", bytes_of(test::sources + "/docs/examples/edges.py"));
  REQUIRE(pentocity_run("league " + league + " add " + mine).exit_code == 0);
  REQUIRE(pentocity_run("league " + league + " play --games 8").exit_code == 0);
  folder.write("players/mine.py", bytes_of(mine) + "# changed\n");
  const Run without = pentocity_run("league " + league + " play --games 8");
  CHECK(without.exit_code == 0);
  CHECK(without.output.find("player 'mine' is left out: its files are not those of version 1") != std::string::npos);
  const json second = json_of(league + "/batches/0002/batch.json");
  for (const json& player : second["players"]) CHECK(player["name"] != "mine");
  CHECK(pentocity_run("league " + league + " add " + mine).output == "mine: version 2 takes the place of version 1\n");
}

TEST_CASE("league: a revealed batch is never played on", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder);
  // A batch as a kill leaves it behind: planned, a part of its games stored.
  REQUIRE(pentocity_run("league " + league + " play --games 30").exit_code == 0);
  fs::remove(league + "/batches/0001/revealed.json");
  fs::remove(league + "/batches/0001/ratings.json");
  fs::remove(league + "/standing.json");
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open((league + "/batches/0001/results.sqlite").c_str(), &database) == SQLITE_OK);
  REQUIRE(sqlite3_exec(database, "DELETE FROM game WHERE player = 'naive'", nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  const std::string before = rows_of_batch(league, "0001");
  SECTION("it goes on if its secret is still one") {
    const Run again = pentocity_run("league " + league + " play --games 30");
    CHECK(again.output.find("batch 1 goes on") != std::string::npos);
    CHECK(json::parse(pentocity_run("league " + league + " table --format json").output)["matches"] == 15);
    CHECK_FALSE(fs::exists(league + "/batches/0002/batch.json"));
  }
  SECTION("it is over if somebody revealed the secret; half-played matches do not count") {
    REQUIRE(pentocity_run("reveal " + league + "/batches/0001").exit_code == 2);  // games are missing
    REQUIRE(pentocity_run("reveal --early " + league + "/batches/0001").exit_code == 0);
    REQUIRE(pentocity_run("league " + league + " play --games 30").exit_code == 0);
    CHECK(rows_of_batch(league, "0001") == before);
    CHECK(fs::exists(league + "/batches/0002/batch.json"));
    int without = 0;
    const json first = json_of(league + "/batches/0001/batch.json");
    for (const json& match : first["matches"]) without += match["a"] != "naive" && match["b"] != "naive";
    CHECK(json::parse(pentocity_run("league " + league + " table --format json").output)["matches"] == 15 + without);
  }
  SECTION("another secret is refused") {
    fs::remove(league + "/batches/0001/secret");
    const Run again = pentocity_run("league " + league + " play --games 30");
    CHECK(again.exit_code == 2);
    CHECK(again.output.find("is not the secret that batch 1 was begun with") != std::string::npos);
  }
}

TEST_CASE("league: killed at any moment it goes on", "[league][long]") {
  const Scratch folder;
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 6; ++trial) {
    const Scratch own;
    const std::string league = small_league(own);
    const auto start = [&] {
      const pid_t child = fork();
      if (child == 0) {
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
          if (!freopen("/dev/null", "w", stream == STDOUT_FILENO ? stdout : stderr)) _exit(9);
        execl(test::program.c_str(), test::program.c_str(), "league", league.c_str(), "play", "--games", "120",
              "--batch", "40", nullptr);
        _exit(9);
      }
      return child;
    };
    std::map<std::string, std::string> rows_when_revealed;
    for (int kill_number = 0; kill_number < 4; ++kill_number) {
      const pid_t child = start();
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
      kill(child, SIGKILL);
      waitpid(child, nullptr, 0);
      for (const auto& entry : fs::directory_iterator(league + "/batches")) {
        const std::string number = entry.path().filename();
        if (!fs::exists(entry.path() / "revealed.json")) continue;
        // Whatever was known when a secret was revealed is all there will ever be, and it is complete.
        const std::string rows = rows_of_batch(league, number);
        const std::size_t planned = 2 * json_of(entry.path() / "batch.json")["matches"].size();
        CHECK(static_cast<std::size_t>(std::count(rows.begin(), rows.end(), '\n')) == planned);
        const auto [it, fresh] = rows_when_revealed.emplace(number, rows);
        CHECK(it->second == rows);
      }
    }
    REQUIRE(pentocity_run("league " + league + " play --games 120 --batch 40").exit_code == 0);
    const json table = json::parse(pentocity_run("league " + league + " table --format json").output);
    std::size_t matches = 0;
    std::set<std::string> secrets;
    for (int n = 1; n <= table["batches"].get<int>(); ++n) {
      const std::string batch = fmt::format("{}/batches/{:04}", league, n);
      matches += json_of(batch + "/batch.json")["matches"].size();
      CHECK(secrets.insert(json_of(batch + "/revealed.json")["secret"]).second);
    }
    CHECK(table["matches"] == matches);
    CHECK(table["history"].size() == 3 * table["batches"].get<std::size_t>());
  }
}

TEST_CASE("league: a failed game loses its match", "[league]") {
  const Scratch folder;
  const std::string bad = folder.write("players/bad.py", "import sys\nsys.exit(5)\n");
  const std::string league = small_league(folder, "[naive]");
  REQUIRE(pentocity_run("league " + league + " add " + bad).exit_code == 0);
  const Run played = pentocity_run("league " + league + " play --games 8");
  REQUIRE(played.exit_code == 0);
  CHECK_THAT(played.output, Catch::Contains("  won  lost  drawn  failed\n") && Catch::Contains("\nFailed games\n") &&
                                Catch::Contains("\n  bad: crashed: exit:5, 4 games; first on "));
  const json table = json::parse(pentocity_run("league " + league + " table --format json").output);
  CHECK(table["players"][0]["player"] == "naive");
  CHECK(table["players"][0]["matches"] == json{{"wins", 4}, {"losses", 0}, {"draws", 0}});
  CHECK(table["players"][0]["failed"] == 0);
  CHECK(table["players"][1]["failed"] == 4);
  // A standing without such numbers is damaged: it is counted anew.
  json standing = json_of(league + "/standing.json");
  standing.erase("failed");
  folder.write("league/standing.json", standing.dump());
  CHECK(json::parse(pentocity_run("league " + league + " table --format json").output) == table);
}

TEST_CASE("league: a player from a file may be called as a built-in one is", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder, "[naive, lanes]");
  const std::string file = folder.write("players/jigsaw.py", "import sys\nsys.exit(5)\n");
  REQUIRE(pentocity_run("league " + league + " add " + file).output == "jigsaw joins\n");
  const Run refused = pentocity_run("league " + league + " add jigsaw");
  CHECK(refused.exit_code == 2);
  CHECK(refused.output == "pentocity: jigsaw: 'jigsaw' plays in the league already, from " + file +
                              ": add --name with another name, or with jigsaw if this is its next version\n");
  CHECK(pentocity_run("league " + league + " add naive").output == "naive is in the league already, as version 1\n");
}

TEST_CASE("league: its config plays a tournament, and begins another league", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder, "[naive, lanes]");
  const std::string file = folder.write("players/mine.py", bytes_of(test::sources + "/docs/examples/plain.py"));
  REQUIRE(pentocity_run("league " + league + " add " + file).output == "mine joins\n");
  REQUIRE(pentocity_run("league " + league + " leave lanes").exit_code == 0);
  const std::string config = folder.write("final/final.yaml", pentocity_run("league " + league + " config").output);
  const tournament::Config read = tournament::load_config(config, {});
  const League settings = read_league(league);
  CHECK(read.schedule.rules == settings.rules);
  CHECK(read.schedule.limits == settings.limits);
  CHECK(read.schedule.repeats() == 50);
  CHECK(read.schedule.commitment);
  std::vector<match::EntrantId> in_league;
  for (const LeaguePlayer& player : settings.players)
    if (!player.left) in_league.push_back(player);
  CHECK(read.schedule.players == in_league);
  CHECK(read.schedule.sequencers ==
        std::vector<match::EntrantId>(settings.sequencers.begin(), settings.sequencers.end()));
  CHECK(pentocity_run("run " + config + " --repeats 1 --out " + folder / "out").exit_code == 0);
  CHECK(pentocity_run("league " + folder / "next add --config " + config + " mine").output.starts_with("mine joins\n"));
  CHECK(read_league(folder / "next").limits == settings.limits);
}

TEST_CASE("league: what is wrong is told in one line, and nothing is half made", "[league]") {
  const Scratch folder;
  const std::string league = small_league(folder), other = folder / "other";
  const auto complains = [&](const std::string& arguments, const std::string& about) {
    const Run run = pentocity_run("league " + arguments);
    INFO(arguments << "\n" << run.output);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
    CHECK(run.output.find(about) != run.output.npos);
  };
  const std::string before = bytes_of(league + "/league.json");
  complains(other + " table", "no league.json");
  complains(other + " play", "no league.json");
  complains(other + " add naive", "needs --sequencers");
  complains(other + " add naif --sequencers random", "did you mean 'naive'");
  complains(other + " add naive --sequencers rndom", "did you mean 'random'");
  complains(other + " add naive --sequencers nemesis", "adaptive");
  CHECK_FALSE(fs::exists(other));
  complains(league + " add", "needs players");
  complains(league + " add naive --sequencers random", "is a league already");
  complains(league + " add naive diagonal --name x", "a single player");
  complains(league + " add jigsaw --option walks=1", "has no option 'walks'");
  complains(league + " add naive ./none.py", "there is no file");
  complains(league + " leave naive nobody", "no player 'nobody'");
  complains(league + " play --games 1", "--games");
  CHECK(bytes_of(league + "/league.json") == before);
  REQUIRE(pentocity_run("league " + league + " leave naive lanes").exit_code == 0);
  complains(league + " play", "a match takes two players");
  folder.write("league/league.json", "{\"format\": \"pentocity-league/1\"}");
  complains(league + " table", "damaged");
  folder.write("run/results.sqlite", "");
  complains(folder / "run" + " add naive --sequencers random", "has the results of a run");
}

}  // namespace league_test
