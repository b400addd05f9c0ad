#include "pentocity/figures/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/csv.hpp"
#include "pentocity/input/json_csv.hpp"

namespace summary_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::results;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t utility = 4;  // its index in match::metric_infos

GameRow game_of(const std::string& player, const std::string& sequencer, int repeat, int score,
                Status status = Status::ok) {
  GameRow row;
  row.player = player;
  row.sequencer = sequencer;
  row.repeat = repeat;
  row.seed = 100 + static_cast<std::uint64_t>(repeat);
  row.status = status;
  row.score = score;
  row.turns = 200;
  row.metrics.utility = 1.25;
  row.metrics.empty = 200 + repeat;
  row.used.cpu_seconds = 0.25;
  return row;
}

Summary sum_up(const SummaryConfig& config, const std::vector<GameRow>& rows) {
  SummaryBuilder builder(config);
  for (const GameRow& row : rows) builder.add(row);
  return builder.summary();
}

SummaryConfig config_of(std::vector<std::string> players, std::vector<std::string> sequencers, int repeats) {
  SummaryConfig config;
  config.players = std::move(players);
  config.sequencers = std::move(sequencers);
  config.repeats = repeats;
  config.config_hash = "0123";
  return config;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::size_t columns_taken(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [](char ch) { return (ch & 0xC0) != 0x80; }));
}

}  // namespace

TEST_CASE("a summary in JSON, by hand", "[summary]") {
  SummaryConfig config = config_of({"a", "b"}, {"s", "t"}, 3);
  config.rules = Rules::tournament_2016();
  config.seeds = {100, 101, 102};
  std::vector<GameRow> rows = {
      game_of("a", "s", 0, 10), game_of("a", "s", 1, 20), game_of("a", "s", 2, 60),
      game_of("b", "s", 0, 16), game_of("b", "s", 1, 20), game_of("b", "s", 2, 7, Status::timeout),
      game_of("a", "t", 0, 5),  game_of("b", "t", 0, 9),
  };
  rows[1].metrics.utility.reset();
  rows[6].adaptive = true;
  rows[3].invalid_moves = 4;
  rows[3].faults = {{Fault::site_not_buildable, 3, 1, "x"}, {Fault::bad_answer, 1, 7, ""}};
  const Json json = to_json(sum_up(config, rows));

  const Json expected_cell = Json::parse(R"({
    "player": "a", "sequencer": "s", "games": 3,
    "status": {"ok": 3, "invalid": 0, "crashed": 0, "timeout": 0, "sequencer_failed": 0}, "invalid_moves": 0,
    "score": {"mean": 30.0, "stddev": 26.457513110645905, "ci95": [-35.72, 95.72], "min": 10.0, "q1": 15.0, "median": 20.0,
              "q3": 40.0, "max": 60.0, "values": [10, 20, 60]},
    "metrics": {},
    "games_per_second": 4.0, "instructions_per_move": null, "max_instructions": null,
    "faults": {"bad_rotation": 0, "cell_off_land": 0, "cell_occupied": 0, "cells_overlap": 0, "roads_disconnected": 0,
               "site_not_buildable": 0, "no_road_access": 0, "bad_answer": 0},
    "missing": 0, "points": {}})");
  Json cell = json["cells"][0];
  CHECK(cell["score"]["ci95"][0].get<double>() == Approx(30 - 4.30265 * 26.457513 / std::sqrt(3)).epsilon(1e-5));
  cell["score"]["ci95"] = expected_cell["score"]["ci95"];
  // No course of these games is known; tests/simulator/course_test.cpp and tests/app/show_test.cpp have those of
  // others.
  CHECK(cell["metrics"].size() == metric_count);
  for (const MetricInfo& metric : metric_infos) {
    CAPTURE(metric.name);
    const Json expected = metric.name == "empty"     ? Json(201.0)
                          : metric.name == "utility" ? Json(1.25)
                          : metric.added             ? Json(nullptr)
                                                     : Json(0.0);
    CHECK(cell["metrics"][std::string(metric.name)] == expected);
  }
  cell["metrics"] = expected_cell["metrics"];
  CHECK(cell["points"].size() == match::point_cause_count);
  CHECK(std::ranges::all_of(cell["points"], [](const Json& value) { return value.is_null(); }));
  cell["points"] = expected_cell["points"];
  CHECK(cell == expected_cell);

  CHECK(json["format"] == "pentocity-summary/1");
  CHECK(json["rules"] == "tournament-2016");
  CHECK(json["repeats"] == 3);
  CHECK(json["seeds"] == Json({100, 101, 102}));
  CHECK(json["config_hash"] == "0123");
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"format", "version", "rules", "repeats", "seeds", "config_hash", "failures",
                                         "unplayed", "digest", "cells", "players", "sequencers", "head_to_head"});

  CHECK(json["failures"] == "apart");
  CHECK(json["unplayed"] == 4);  // of both on t

  const Json& failed = json["cells"][2];
  CHECK(failed["missing"] == 1);
  CHECK(failed["games"] == 3);
  CHECK(failed["status"]["timeout"] == 1);
  CHECK(failed["invalid_moves"] == 4);
  CHECK(failed["faults"]["site_not_buildable"] == 3);
  CHECK(failed["faults"]["bad_answer"] == 1);
  CHECK(failed["faults"]["cells_overlap"] == 0);
  CHECK(failed["score"]["values"] == Json({16, 20, nullptr}));
  CHECK(failed["score"]["mean"] == 18.0);
  CHECK(failed["metrics"]["empty"] == 200.5);
  const Json& single = json["cells"][3];
  CHECK(single["score"]["mean"] == 9.0);
  CHECK(single["score"]["stddev"] == nullptr);
  CHECK(single["score"]["ci95"] == nullptr);

  // Each sequencer counts the same: (30 + 5) / 2 and (18 + 9) / 2.
  CHECK(json["players"][0]["mean"] == 17.5);
  CHECK(json["players"][1]["mean"] == 13.5);
  CHECK(json["players"][0]["ci95"] == nullptr);
  CHECK(json["players"][0]["median"] == 15.0);
  CHECK(json["players"][0]["rounds_won"] == 1);
  CHECK(json["players"][1]["rounds_won"] == 2);
  CHECK(json["players"][0]["streams_won"] == 1);
  CHECK(json["players"][1]["streams_won"] == 0);
  CHECK(json["players"][0]["missing"] == 2);
  CHECK(json["players"][1]["missing"] == 3);
  CHECK(json["players"][0]["rank"] == nullptr);
  CHECK(json["players"][0]["matches"] == Json({{"wins", 1}, {"losses", 1}, {"draws", 1}}));
  CHECK(json["players"][0]["rating"].get<double>() == Approx(0).margin(1e-9));
  CHECK(json["players"][0]["rating_ci95"].size() == 2);

  CHECK(json["sequencers"] == Json::parse(R"([
    {"sequencer": "s", "adaptive": false, "mean": 24.0, "winner": "a", "winners": ["a"]},
    {"sequencer": "t", "adaptive": true, "mean": 7.0, "winner": null, "winners": []}])"));
  Json pairs = json["head_to_head"];
  REQUIRE(pairs.size() == 2);
  // Differences -6 and 0.
  CHECK(pairs[0]["ci95"][0].get<double>() == Approx(-3 - 12.7062 * 3).epsilon(1e-5));
  CHECK(pairs[0]["ci95"] == pairs[1]["ci95"]);
  pairs[0].erase("ci95");
  pairs[1].erase("ci95");
  CHECK(pairs == Json::parse(R"([
    {"a": "a", "b": "b", "sequencer": null, "wins": 1, "losses": 1, "draws": 1, "mean_difference": -3.0,
     "p_value": null, "p_corrected": null, "better": null, "too_few_repeats": false},
    {"a": "a", "b": "b", "sequencer": "s", "wins": 1, "losses": 1, "draws": 1, "mean_difference": -3.0,
     "p_value": null, "p_corrected": null, "better": null, "too_few_repeats": false}])"));
}

TEST_CASE("failed games apart, as zero and as codes", "[summary]") {
  SummaryConfig config = config_of({"a", "b"}, {"s"}, 4);
  const std::vector<GameRow> rows = {
      game_of("a", "s", 0, 900, Status::timeout),
      game_of("b", "s", 0, 900, Status::crashed),
      game_of("a", "s", 1, 900, Status::invalid),
      game_of("b", "s", 1, 0),
      game_of("a", "s", 2, 30),
      game_of("b", "s", 2, 20),
      game_of("a", "s", 3, 900, Status::sequencer_failed),
      game_of("b", "s", 3, 20),
  };
  const auto mean_of = [&](Failures failures) {
    config.failures = failures;
    const Summary summary = sum_up(config, rows);
    CHECK(summary.cells[0].failed() == 2);
    CHECK(summary.cells[0].values == std::vector<std::optional<int>>{{}, {}, 30, {}});
    CHECK(summary.players[0].rounds_won == 1);
    CHECK(summary.players[1].rounds_won == 1);  // not the round that a's sequencer kept it from
    const PairSummary& pair = summary.head_to_head[0];
    CHECK(pair.tally.wins == 1);
    CHECK(pair.tally.losses == 1);
    CHECK(pair.tally.draws == 1);
    CHECK(summary.cells[0].metrics[0] == 202.0);
    return std::pair(summary.cells[0].score.mean, pair.difference->mean);
  };
  CHECK(mean_of(Failures::apart) == std::pair(30.0, 10.0));
  CHECK(mean_of(Failures::zero) == std::pair(10.0, 10 / 3.0));
  CHECK(mean_of(Failures::codes) == std::pair(9.0, 3.0));

  CHECK(failures_of_name("codes") == Failures::codes);
  CHECK_FALSE(failures_of_name("code"));
}

TEST_CASE("who lacks a game is compared with nobody", "[summary]") {
  const SummaryConfig config = config_of({"fails", "weak", "strong"}, {"hard", "easy"}, 2);
  std::vector<GameRow> rows;
  for (int repeat = 0; repeat < 2; ++repeat) {
    rows.push_back(game_of("fails", "hard", repeat, 0, Status::crashed));
    rows.push_back(game_of("fails", "easy", repeat, 120));
    for (const std::string sequencer : {"hard", "easy"}) {
      rows.push_back(game_of("weak", sequencer, repeat, 90));
      rows.push_back(game_of("strong", sequencer, repeat, 110));
    }
  }
  const Summary summary = sum_up(config, rows);
  CHECK(summary.players[0].mean->mean == 120);
  CHECK(summary.players[0].missing == 2);
  CHECK_FALSE(summary.players[0].rank);
  CHECK(summary.players[1].rank == 2);
  CHECK(summary.players[2].rank == 1);
  CHECK(summary.unplayed == 0);
  CHECK(summary.sequencers[0].winners == std::vector<std::string>{"strong"});
  CHECK(summary.sequencers[1].winners == std::vector<std::string>{"fails"});
  const std::string table = table_text(summary, 100, false);
  CHECK_THAT(table,
             Catch::Contains("  mean             120.0?   90.0   110.0*\n") &&
                 Catch::Contains("  games missing        2       0       0\n") &&
                 Catch::Contains("? incomplete: some games have no score that counts. Such a mean is over other\n"));

  SECTION("what a failed game counts makes them comparable again") {
    SummaryConfig zero = config;
    zero.failures = Failures::zero;
    const Summary counted = sum_up(zero, rows);
    CHECK(counted.players[0].missing == 0);
    CHECK(counted.players[0].rank == 3);
    CHECK(counted.sequencers[0].winners == std::vector<std::string>{"strong"});
  }
}

TEST_CASE("players with games that the others lack win nothing", "[summary]") {
  const SummaryConfig config = config_of({"a", "b"}, {"s", "t"}, 2);
  std::vector<GameRow> rows;
  for (int repeat = 0; repeat < 2; ++repeat) {
    rows.push_back(game_of("a", "s", repeat, 500));
    rows.push_back(game_of("b", "t", repeat, 100));
  }
  const Summary summary = sum_up(config, rows);
  CHECK(summary.unplayed == 4);
  for (const PlayerSummary& player : summary.players) {
    CHECK(player.missing == 2);
    CHECK_FALSE(player.rank);
    CHECK(player.rounds_won == 0);
    CHECK(player.streams_won == 0);
  }
  for (const SequencerSummary& sequencer : summary.sequencers) CHECK(sequencer.winners.empty());
  CHECK_THAT(table_text(summary, 100, false),
             !Catch::Contains("0*") && Catch::Contains("? incomplete: not all games have been played"));
}

TEST_CASE("all that are equal are the best", "[summary]") {
  const SummaryConfig config = config_of({"a", "b", "c"}, {"r", "s", "t"}, 3);
  std::vector<GameRow> rows;
  // Equal sums in other orders: 1/3 of each is no number of the machine.
  const std::vector<std::vector<int>> scores{{10, 20, 41}, {41, 10, 20}, {1, 2, 3}};
  for (std::size_t p = 0; p < 3; ++p)
    for (std::size_t s = 0; s < 3; ++s)
      for (int repeat = 0; repeat < 3; ++repeat)
        rows.push_back(game_of(config.players[p], config.sequencers[(p + s) % 3], repeat,
                               scores[p][static_cast<std::size_t>(repeat)] * static_cast<int>(s + 1)));
  const Summary summary = sum_up(config, rows);
  CHECK(summary.players[0].rank == 1);
  CHECK(summary.players[1].rank == 1);
  CHECK(summary.players[2].rank == 3);
  const std::vector<GameRow> equal = {game_of("a", "s", 0, 7), game_of("b", "s", 0, 7), game_of("c", "s", 0, 5)};
  const Summary tie = sum_up(config_of({"a", "b", "c"}, {"s"}, 1), equal);
  CHECK(tie.sequencers[0].winners == std::vector<std::string>{"a", "b"});
  CHECK(tie.sequencers[0].winner().empty());
  CHECK(to_json(tie)["sequencers"][0]["winner"] == nullptr);
  CHECK(tie.players[0].streams_won == 0);
  CHECK_THAT(table_text(tie, 100, false), Catch::Contains("  s                  7.0*   7.0*   5.0  6.3\n"));
}

TEST_CASE("a summary refuses games that are not of its tournament", "[summary]") {
  SummaryBuilder builder(config_of({"a"}, {"s"}, 2));
  builder.add(game_of("a", "s", 1, 5));
  CHECK_THROWS_AS(builder.add(game_of("a", "s", 1, 5)), std::invalid_argument);
  CHECK_THROWS_AS(builder.add(game_of("b", "s", 0, 5)), std::invalid_argument);
  CHECK_THROWS_AS(builder.add(game_of("a", "t", 0, 5)), std::invalid_argument);
  CHECK_THROWS_AS(builder.add(game_of("a", "s", 2, 5)), std::invalid_argument);
  CHECK_THROWS_AS(builder.add(game_of("a", "s", -1, 5)), std::invalid_argument);
}

TEST_CASE("scores without games have no metrics", "[summary]") {
  GameRow row = game_of("a", "s", 0, 5);
  row.turns = 0;
  row.used.cpu_seconds = 0;
  const Json json = to_json(sum_up(config_of({"a"}, {"s"}, 1), {row}));
  for (const auto& [name, value] : json["cells"][0]["metrics"].items()) CHECK(value == nullptr);
  CHECK(json["cells"][0]["games_per_second"] == nullptr);
  CHECK(json["players"][0]["rating"] == nullptr);
  CHECK(json["head_to_head"].empty());
}

namespace {

struct Tournament {
  SummaryConfig config;
  std::vector<GameRow> rows;
};

Tournament random_tournament(std::mt19937_64& random) {
  Tournament t;
  const std::size_t players = 1 + random() % 5, sequencers = 1 + random() % 4;
  std::vector<std::string> player_names, sequencer_names;
  for (std::size_t p = 0; p < players; ++p) player_names.push_back(fmt::format("p{}", 9 - p));
  for (std::size_t s = 0; s < sequencers; ++s) sequencer_names.push_back(fmt::format("s{}", s));
  t.config = config_of(player_names, sequencer_names, 1 + static_cast<int>(random() % 6));
  t.config.failures = static_cast<Failures>(random() % 3);
  for (const auto& player : player_names)
    for (const auto& sequencer : sequencer_names)
      for (int repeat = 0; repeat < t.config.repeats; ++repeat) {
        if (random() % 8 == 0) continue;
        GameRow row = game_of(player, sequencer, repeat, static_cast<int>(random() % 6));
        if (random() % 4 == 0) row.status = static_cast<Status>(random() % status_count);
        if (random() % 20 == 0) row.seed = 7;
        if (random() % 3 == 0) row.metrics.utility.reset();
        if (row.metrics.utility) row.metrics.utility = static_cast<double>(random() % 1000) / 997;
        row.metrics.road = static_cast<int>(random() % 1000);
        row.adaptive = sequencer == "s2";
        row.turns = static_cast<int>(random() % 3);
        t.rows.push_back(row);
      }
  return t;
}

// The definitions again, each straight from the list of games.
class SlowSummary {
 public:
  explicit SlowSummary(const Tournament& t) : t_(t) {}

  const GameRow* find(const std::string& player, const std::string& sequencer, int repeat) const {
    for (const GameRow& row : t_.rows)
      if (row.player == player && row.sequencer == sequencer && row.repeat == repeat) return &row;
    return nullptr;
  }
  std::vector<double> counted(const std::string& player, const std::string& sequencer) const {
    std::vector<double> out;
    for (int repeat = 0; repeat < t_.config.repeats; ++repeat) {
      const GameRow* row = find(player, sequencer, repeat);
      if (row == nullptr) continue;
      if (const auto score = score_of(*row)) out.push_back(*score);
    }
    return out;
  }
  std::optional<double> score_of(const GameRow& row) const {
    if (row.status == Status::sequencer_failed) return std::nullopt;
    if (row.status == Status::ok) return row.score;
    if (t_.config.failures == Failures::zero) return 0;
    if (t_.config.failures == Failures::codes) return row.status == Status::timeout ? -1 : -2;
    return std::nullopt;
  }
  static double mean(const std::vector<double>& v) {
    double sum = 0;
    for (const double x : v) sum += x;
    return sum / static_cast<double>(v.size());
  }
  // Above everybody else who took part, if anybody did.
  int rounds_won(const std::string& player) const {
    int won = 0;
    for (const auto& sequencer : t_.config.sequencers)
      for (int repeat = 0; repeat < t_.config.repeats; ++repeat) {
        const GameRow* own = find(player, sequencer, repeat);
        if (own == nullptr || own->status != Status::ok) continue;
        const bool alone = std::none_of(t_.config.players.begin(), t_.config.players.end(), [&](const auto& other) {
          const GameRow* row = find(other, sequencer, repeat);
          return other != player && row != nullptr && row->status != Status::sequencer_failed;
        });
        if (alone && t_.config.players.size() > 1) continue;
        won += std::all_of(t_.config.players.begin(), t_.config.players.end(), [&](const std::string& other) {
          const GameRow* row = find(other, sequencer, repeat);
          return other == player || row == nullptr || row->status != Status::ok || row->score < own->score;
        });
      }
    return won;
  }
  MatchTally tally(const std::string& a, const std::string& b, const std::optional<std::string>& only,
                   std::vector<double>& differences) const {
    MatchTally out;
    for (const GameRow& x : t_.rows)
      for (const GameRow& y : t_.rows) {
        if (x.player != a || y.player != b || x.sequencer != y.sequencer || x.repeat != y.repeat || x.seed != y.seed)
          continue;
        if (x.sequencer == "s2" || (only && *only != x.sequencer)) continue;
        if (x.status == Status::sequencer_failed || y.status == Status::sequencer_failed) continue;
        const bool x_ok = x.status == Status::ok, y_ok = y.status == Status::ok;
        if (score_of(x) && score_of(y)) differences.push_back(*score_of(x) - *score_of(y));
        if ((x_ok && !y_ok) || (x_ok && y_ok && x.score > y.score))
          ++out.wins;
        else if ((y_ok && !x_ok) || (x_ok && y_ok && y.score > x.score))
          ++out.losses;
        else
          ++out.draws;
      }
    return out;
  }

 private:
  const Tournament& t_;
};

}  // namespace

TEST_CASE("random tournaments agree with the definitions, whatever the order of the games", "[summary]") {
  std::mt19937_64 random(31);
  for (int trial = 0; trial < 300; ++trial) {
    CAPTURE(trial);
    Tournament t = random_tournament(random);
    const Summary summary = sum_up(t.config, t.rows);
    const SlowSummary slow(t);

    int games = 0;
    for (const CellSummary& cell : summary.cells) {
      games += cell.games;
      const auto scores = slow.counted(cell.player, cell.sequencer);
      REQUIRE(cell.score.count == scores.size());
      if (!scores.empty()) {
        REQUIRE(cell.score.mean == Approx(SlowSummary::mean(scores)));
        REQUIRE(cell.min == *std::min_element(scores.begin(), scores.end()));
        REQUIRE(cell.max == *std::max_element(scores.begin(), scores.end()));
      }
      std::vector<double> roads, utilities;
      for (const GameRow& row : t.rows)
        if (row.player == cell.player && row.sequencer == cell.sequencer && row.status == Status::ok && row.turns > 0) {
          roads.push_back(row.metrics.road);
          if (row.metrics.utility) utilities.push_back(*row.metrics.utility);
        }
      REQUIRE(cell.metrics[1].has_value() == !roads.empty());
      if (!roads.empty()) REQUIRE(*cell.metrics[1] == Approx(SlowSummary::mean(roads)));
      REQUIRE(cell.metrics[utility].has_value() == !utilities.empty());
      if (!utilities.empty()) REQUIRE(*cell.metrics[utility] == Approx(SlowSummary::mean(utilities)));
    }
    REQUIRE(games == static_cast<int>(t.rows.size()));

    for (const PlayerSummary& player : summary.players) {
      REQUIRE(player.rounds_won == slow.rounds_won(player.player));
      std::vector<double> means;
      for (const auto& sequencer : t.config.sequencers)
        if (const auto scores = slow.counted(player.player, sequencer); !scores.empty())
          means.push_back(SlowSummary::mean(scores));
      REQUIRE(player.mean.has_value() == !means.empty());
      if (!means.empty()) REQUIRE(player.mean->mean == Approx(SlowSummary::mean(means)));
      MatchTally matches;
      for (const auto& other : t.config.players) {
        std::vector<double> ignored;
        const MatchTally tally =
            other == player.player ? MatchTally{} : slow.tally(player.player, other, std::nullopt, ignored);
        matches.wins += tally.wins;
        matches.losses += tally.losses;
        matches.draws += tally.draws;
      }
      REQUIRE(player.matches == matches);
      REQUIRE(player.rating.has_value() == (matches.count() > 0));
    }

    const std::size_t players = summary.players.size();
    const bool adaptive = std::any_of(summary.sequencers.begin(), summary.sequencers.end(),
                                      [](const SequencerSummary& s) { return s.adaptive; });
    REQUIRE(summary.head_to_head.size() ==
            players * (players - 1) / 2 * (1 + summary.sequencers.size() - (adaptive ? 1 : 0)));
    for (const PairSummary& pair : summary.head_to_head) {
      std::vector<double> differences;
      REQUIRE(pair.tally == slow.tally(pair.a, pair.b, pair.sequencer, differences));
      REQUIRE(pair.difference.has_value() == !differences.empty());
      if (pair.sequencer && !differences.empty())
        REQUIRE(pair.difference->mean == Approx(SlowSummary::mean(differences)).margin(1e-9));
      // Nobody is better of whom a game has no score that counts.
      for (const std::string& player : {pair.a, pair.b})
        for (const std::string& sequencer : t.config.sequencers)
          if ((!pair.sequencer || *pair.sequencer == sequencer) &&
              slow.counted(player, sequencer).size() < static_cast<std::size_t>(t.config.repeats)) {
            REQUIRE(pair.better() == 0);
            REQUIRE_FALSE(pair.p_value);
          }
    }

    const std::string json = json_text(summary), csv = csv_text(summary), table = table_text(summary, 80, false);
    std::shuffle(t.rows.begin(), t.rows.end(), random);
    const Summary shuffled = sum_up(t.config, t.rows);
    REQUIRE(json_text(shuffled) == json);
    REQUIRE(csv_text(shuffled) == csv);
    REQUIRE(table_text(shuffled, 80, false) == table);
    REQUIRE(Json::accept(json));
    for (const std::string& line : lines_of(table)) REQUIRE(columns_taken(line) <= 80);
  }
}

TEST_CASE("the cells as CSV", "[summary]") {
  const auto config = config_of({"a, \"b\"", "c"}, {"s"}, 2);
  const auto csv =
      csv_text(sum_up(config, {game_of("a, \"b\"", "s", 0, 5), game_of("a, \"b\"", "s", 1, 5, Status::crashed)}));
  std::string names, values, nothing;  // of the metrics
  for (const MetricInfo& metric : metric_infos) {
    names += fmt::format("metrics.{},", metric.name);
    values += metric.name == "empty" ? "200.0," : metric.name == "utility" ? "1.25," : metric.added ? "," : "0.0,";
    nothing += ",";
  }
  CHECK(csv ==
        "player,sequencer,games,status.ok,status.invalid,status.crashed,status.timeout,status.sequencer_failed,"
        "invalid_moves,score.mean,score.stddev,score.ci95.0,score.ci95.1,score.min,score.q1,score.median,"
        "score.q3,score.max,score.values," +
            names +
            "games_per_second,instructions_per_move,max_instructions,faults.bad_rotation,faults.cell_off_land,"
            "faults.cell_occupied,faults.cells_overlap,faults.roads_disconnected,faults.site_not_buildable,"
            "faults.no_road_access,faults.bad_answer,missing,points.residences_0,points.residences_2,"
            "points.residences_4,points.factories_0,points.factories_2,points.factories_4,points.residence_road,"
            "points.residence_park,points.residence_pond,points.factory_road,points.factory_park,"
            "points.factory_pond,points.empty_open,points.empty_no_road,points.empty_other_type,"
            "points.empty_too_narrow,points.rejected_cells\n"
            "\"a, \"\"b\"\"\",s,2,1,0,1,0,0,0,5.0,,,,5.0,5.0,5.0,5.0,5.0,5;," +
            values + "4.0,,,0,0,0,0,0,0,0,0,1,,,,,,,,,,,,,,,,,\nc,s,0,0,0,0,0,0,0,,,,,,,,,,," + nothing +
            ",,,0,0,0,0,0,0,0,0,2,,,,,,,,,,,,,,,,,\n");
}

namespace {

// Three players on two streams: `best` is far above the others, which differ by chance.
Summary three_players() {
  std::vector<GameRow> rows;
  for (const std::string sequencer : {"random", "g_1"})
    for (int repeat = 0; repeat < 4; ++repeat) {
      rows.push_back(game_of("best", sequencer, repeat, 2000 + repeat % 2));
      rows.push_back(game_of("a|b", sequencer, repeat, 1000 + 7 * repeat));
      rows.push_back(game_of("c", sequencer, repeat, 1000 + 7 * (3 - repeat)));
    }
  return sum_up(config_of({"a|b", "best", "c"}, {"random", "g_1"}, 4), rows);
}

}  // namespace

TEST_CASE("who is better, in one table of all pairs", "[summary]") {
  const Summary summary = three_players();
  CHECK(better_of(summary, 0, 1) == -1);
  CHECK(better_of(summary, 1, 0) == 1);
  CHECK(better_of(summary, 0, 2) == 0);
  CHECK(better_of(summary, 1, 1) == 0);
  CHECK(pairs_text(summary, 100, false) == R"(       a|b  best    c  pairs
matches won : lost, the line against the column
  a|b        0:8  4:4  0-1-1
  best 8:0*       8:0* 2-0-0
  c    4:4   0:8       0-1-1

                difference    from      to       p  won  lost  drawn
mean difference on the same requests; p corrected for 3 pairs
  best less a|b     +990.0* +982.4  +997.6  0.0234    8     0      0
  best less c       +990.0* +981.9  +998.1  0.0234    8     0      0
  a|b less c           0.0   -15.6   +15.6  1.0000    4     4      0

* better, with an error probability of 5% for all pairs together; pairs: better, worse and undecided;
from, to: 95% interval of the difference; p: its two-sided p-value, corrected for the number of pairs
)");
  const auto csv = lines_of(csv_of_json(to_json(summary).at("head_to_head")));
  REQUIRE(csv.size() == 1 + 3 * 3);
  CHECK(csv[0] ==
        "a,b,sequencer,wins,losses,draws,mean_difference,ci95.0,ci95.1,p_value,p_corrected,better,too_few_repeats");
  CHECK_THAT(csv[4], Catch::StartsWith("a|b,c,,4,4,0,0.0,-15.63") && Catch::EndsWith(",1.0,1.0,,false"));
  CHECK_THAT(csv[1], Catch::EndsWith(",b,false"));
  CHECK(csv_of_json(to_json(summary).at("players")).starts_with("player,mean,ci95.0,ci95.1,median,rounds_won,"));
}

TEST_CASE("who is better counts failed games as the means do", "[summary]") {
  // The scores that brittle has are a little better, but every second game fails.
  const auto summary = [](Failures failures) {
    auto config = config_of({"brittle", "steady"}, {"s"}, 40);
    config.failures = failures;
    std::vector<GameRow> rows;
    for (int k = 0; k < 40; ++k) {
      rows.push_back(game_of("brittle", "s", k, 90 + k % 3, k % 2 == 0 ? Status::ok : Status::crashed));
      rows.push_back(game_of("steady", "s", k, 84 + k % 5));
    }
    return sum_up(config, rows);
  };
  const Summary zero = summary(Failures::zero), apart = summary(Failures::apart);
  CHECK(zero.head_to_head[0].difference->mean == Approx(zero.players[0].mean->mean - zero.players[1].mean->mean));
  CHECK(better_of(zero, 0, 1) == -1);
  CHECK(zero.players[1].rank == 1);
  CHECK_THAT(pairs_text(zero, 100, false), Catch::Contains("steady less brittle"));
  CHECK(better_of(summary(Failures::codes), 0, 1) == -1);
  // Left out of the means, its failures leave nothing that compares.
  CHECK(apart.head_to_head[0].difference->mean > 0);
  CHECK(better_of(apart, 0, 1) == 0);
  CHECK_FALSE(apart.head_to_head[0].p_value);
  CHECK_FALSE(apart.head_to_head[0].too_few_repeats);
  CHECK_THAT(pairs_text(apart, 100, false), Catch::Contains("? incomplete"));
  for (const std::string& text : {pairs_text(apart, 100, false), paper_text(apart, Markup::markdown)})
    for (const std::string& line : lines_of(text))
      if (line.find("brittle less") != line.npos) CHECK(line.find('*') == line.npos);
}

TEST_CASE("too few repeats say so, and name nobody better", "[summary]") {
  const auto summary = [](int repeats) {
    std::vector<GameRow> rows;
    for (int k = 0; k < repeats; ++k) {
      rows.push_back(game_of("a", "s", k, 15 + k));
      rows.push_back(game_of("b", "s", k, 10 + k));
    }
    return sum_up(config_of({"a", "b"}, {"s"}, repeats), rows);
  };
  for (const int repeats : {1, 2, 5}) {
    const Summary few = summary(repeats);
    CHECK(few.head_to_head[0].too_few_repeats);
    CHECK(few.head_to_head[0].better() == 0);
    CHECK_FALSE(few.head_to_head[0].corrected);
    const std::string said = fmt::format("{} repeat{}: too few", repeats, repeats > 1 ? "s" : "");
    for (const std::string& text : {table_text(few, 100, false), pairs_text(few, 100, false),
                                    paper_text(few, Markup::latex), paper_text(few, Markup::markdown)})
      CHECK_THAT(text, Catch::Contains(said));
  }
  for (const int repeats : {6, 50}) {
    const Summary enough = summary(repeats);
    CHECK(enough.head_to_head[0].better() == 1);
    CHECK(*enough.head_to_head[0].p_value == Approx(std::exp2(1 - repeats)).epsilon(1e-3));
    CHECK(table_text(enough, 100, false).find("too few") == std::string::npos);
  }
}

TEST_CASE("of tournaments of equal players few have anybody better, also by few and coarse scores", "[summary][long]") {
  std::mt19937_64 random(58);
  const std::map<std::string, std::function<int()>> laws = {
      {"coin", [&] { return static_cast<int>(random() % 2); }},
      {"two heaps", [&] { return static_cast<int>(random() % 2 * 1000 + random() % 10); }},
      {"three values", [&] { return static_cast<int>(random() % 3); }},
      {"now and then", [&] { return random() % 10 == 0 ? 1 : 0; }},
      {"wide", [&] { return static_cast<int>(random() % 500 + random() % 500 + random() % 500); }}};
  for (const auto& [law, draw] : laws)
    for (const int repeats : {2, 3, 4, 5, 8, 20})
      for (const auto& [players, sequencers] : {std::pair(3, 1), {6, 1}, {3, 4}, {6, 4}}) {
        CAPTURE(law, repeats, players, sequencers);
        std::vector<std::string> names{"a", "b", "c", "d", "e", "f"}, streams{"s", "t", "u", "v"};
        names.resize(static_cast<std::size_t>(players));
        streams.resize(static_cast<std::size_t>(sequencers));
        const SummaryConfig config = config_of(names, streams, repeats);
        constexpr int tournaments = 200;
        int starred = 0;
        for (int t = 0; t < tournaments; ++t) {
          std::vector<GameRow> rows;
          for (const std::string& name : names)
            for (const std::string& stream : streams)
              for (int k = 0; k < repeats; ++k) rows.push_back(game_of(name, stream, k, draw()));
          const Summary summary = sum_up(config, rows);
          starred += std::ranges::any_of(summary.head_to_head,
                                         [](const PairSummary& p) { return !p.sequencer && p.better() != 0; });
        }
        // 5% are 10; of 120 such numbers one is beyond 22 with a probability of 0.02.
        CHECK(starred <= 22);
      }
}

TEST_CASE("no two names look the same in a table", "[summary]") {
  const std::vector<std::string> players{"planner-fast-candidates-1-alternatives-0",
                                         "planner-fast-candidates-1-alternatives-2", std::string(60, 'x') + "1",
                                         std::string(60, 'x') + "2", "naive"},
      sequencers{"random-with-generator-chacha-A", "random-with-generator-chacha-B"};
  std::vector<GameRow> rows;
  for (std::size_t p = 0; p < players.size(); ++p)
    for (const std::string& sequencer : sequencers)
      for (int k = 0; k < 3; ++k) rows.push_back(game_of(players[p], sequencer, k, static_cast<int>(100 * p) + k));
  const Summary summary = sum_up(config_of(players, sequencers, 3), rows);
  const std::string pairs = pairs_text(summary, 200, false);
  std::set<std::string> labels;
  int lines = 0;
  for (const std::string& line : lines_of(pairs.substr(pairs.find("mean difference"))))
    if (const std::size_t end = line.find("  ", 2); line.find(" less ") != line.npos && end != line.npos) {
      labels.insert(line.substr(0, end));
      ++lines;
    }
  CHECK(lines == 10);
  CHECK(labels.size() == 10);
  const std::string table = table_text(summary, 200, false);
  const std::string heads = table.substr(0, table.find("mean score"));
  for (const char* end : {"-0", "-2", " 1", " 2"}) CHECK_THAT(heads, Catch::Contains(end));
  for (const char* name : {"  random-with…tor-chacha-A ", "  random-with…tor-chacha-B "})
    CHECK_THAT(table, Catch::Contains(name));
  for (const Markup markup : {Markup::latex, Markup::markdown})
    for (const std::string& name : players) CHECK_THAT(paper_text(summary, markup), Catch::Contains(name));
}

TEST_CASE("tables for a paper", "[summary]") {
  const Summary summary = three_players();
  const std::string latex = paper_text(summary, Markup::latex), markdown = paper_text(summary, Markup::markdown);
  for (const char* line :
       {"% needs \\usepackage{booktabs}\n\\begin{tabular}{lrrrr}\n", " & a\\textbar{}b & best & c & all \\\\\n",
        "g\\_1 & 1010.5 & \\textbf{2000.5} & 1010.5 & 1340.5 \\\\\n", "$\\mathbf{+990.0}$", "0.0234"})
    CHECK_THAT(latex, Catch::Contains(line));
  for (const char* line : {"| | a\\|b | best | c | all |\n|:--|--:|--:|--:|--:|\n", "| *mean score* | | | | |\n",
                           "| g\\_1 | 1010.5 | **2000.5** | 1010.5 | 1340.5 |\n"})
    CHECK_THAT(markdown, Catch::Contains(line));
}

TEST_CASE("a paper has the tables that are chosen, each by itself, with intervals and the number of pairs",
          "[summary]") {
  const Summary summary = three_players();
  const auto chosen = [&](const std::vector<std::string>& tables) {
    return paper_text(summary, Markup::latex, tables);
  };
  const std::string scores = chosen({"scores"}), pairs = chosen({"pairs"});
  // Of 2000, 2001, 2000, 2001 the deviation is 0.577; Student's t for three degrees of freedom is 3.182.
  for (const char* line :
       {"\\emph{mean score, with its 95\\% interval}", "g\\_1 & 1010.5$\\pm14.4$ & \\textbf{2000.5}$\\pm0.9$ & "})
    CHECK_THAT(scores, Catch::Contains(line));
  CHECK_THAT(pairs, Catch::Contains("\\emph{mean difference on the same requests; p corrected for 3 pairs}"));
  CHECK_THAT(chosen({"standings"}),
             Catch::Contains("rating (Elo)") && !Catch::Contains("mean score") && !Catch::Contains(" & all"));
  CHECK_THAT(chosen({"lands"}), Catch::Contains("emph{mean of the finished lands}") && !Catch::Contains("rank"));
  CHECK(chosen({"pairs", "scores"}) == pairs + "\n" + scores.substr(scores.find('\n') + 1));
}

TEST_CASE("names are text in a paper, however they begin", "[summary]") {
  const std::vector<std::string> names = {"-2",   "+1",  "±3",    "-",  "[x]",     "*",
                                          "a--b", "''c", "\"q\"", "?`", "R&D_50%", "$x$"};
  std::vector<GameRow> rows;
  for (std::size_t p = 0; p < names.size(); ++p)
    for (int repeat = 0; repeat < 21; ++repeat)
      rows.push_back(game_of(names[p], "-2", repeat, 1000 - 90 * static_cast<int>(p) + repeat % 3));
  const Summary summary = sum_up(config_of(names, {"-2"}, 21), rows);
  const std::string latex = paper_text(summary, Markup::latex), markdown = paper_text(summary, Markup::markdown);
  CHECK_THAT(latex, Catch::Contains("\n & -2 & +1 & ±3 & - & {}[x] & {}* & a-{}-b & '{}'c & \\char34{}q\\char34{} & "
                                    "?{}` & R\\&D\\_50\\% & \\$x\\$ & all \\\\\n"));
  for (const char* line :
       {"\n-2 & \\textbf{1001.0} & ", "\n-2 less +1 & $\\mathbf{+90.0}$ & ", "\n- less [x] & ", "\n{}[x] less * & "})
    CHECK_THAT(latex, Catch::Contains(line));
  CHECK_THAT(markdown, Catch::Contains("R\\&D\\_50%") && Catch::Contains("\\$x\\$"));
}

TEST_CASE("the name of a total is that of no row or column", "[summary]") {
  std::vector<GameRow> rows;
  for (const char* player : {"all", "pairs"})
    for (const char* sequencer : {"mean", "s"}) rows.push_back(game_of(player, sequencer, 0, 7));
  const Summary summary = sum_up(config_of({"all", "pairs"}, {"mean", "s"}, 1), rows);
  CHECK_THAT(table_text(summary, 100, false), Catch::Contains(" all  pairs  (all)\n") &&
                                                  Catch::Contains("\n  mean  ") && Catch::Contains("\n  (mean)  "));
  CHECK_THAT(pairs_text(summary, 100, false), Catch::Contains(" all  pairs  (pairs)\n"));
}

TEST_CASE("the table for a person", "[summary]") {
  const auto config = config_of({"jigsaw", "a-player-of-long-name"}, {"random", "g1"}, 2);
  std::vector<GameRow> rows;
  for (const std::string sequencer : {"random", "g1"})
    for (int repeat = 0; repeat < 2; ++repeat) {
      rows.push_back(game_of("jigsaw", sequencer, repeat, 2000 + 20 * repeat));
      rows.push_back(
          game_of("a-player-of-long-name", sequencer, repeat, 1500, repeat == 0 ? Status::ok : Status::crashed));
    }
  rows.back().adaptive = true;
  std::string added;  // metrics that these games do not have
  for (const MetricInfo& metric : metric_infos)
    if (metric.added) added += fmt::format("  {:<16}{:>7}{:>14}\n", metric.name, "-", "-");
  std::ranges::replace(added, '_', ' ');
  CHECK(table_text(sum_up(config, rows), 100, false) ==
        R"(report: 2 players, 2 sequencers, 2 repeats, 8 games

                           a-player-of-
                   jigsaw     long-name      all
mean score
  random           2010.0*       1500.0!? 1755.0
  g1 ~             2010.0*       1500.0!? 1755.0
  mean             2010.0*       1500.0?
  95% interval      ±30.4             -
  games missing         0             2

standing
  median score     2010.0        1500.0
  rank                  1             -
  rounds won            4             0
  sequencers won        2             0
  matches won           2             0
  matches lost          0             2
  matches drawn         0             0
  rating (Elo)       +140          -140
  95% interval      ±1710         ±1710
  failed: crashed       0             2

mean of the finished lands
  empty             200.5         200.0
  road                0.0           0.0
  building            0.0           0.0
  resort              0.0           0.0
  utility           1.250         1.250
  perimeter           0.0           0.0
  extendable          0.0           0.0
  giant               0.0           0.0
  giant perimeter     0.0           0.0
  giant extendable    0.0           0.0
  exposed edges       0.0           0.0
)" + added + R"(
* best of its line
a round is one sequencer and repeat, won by the highest score;
a match is two players on the same requests
! some games failed; they are in no mean;
as matches they are lost
? incomplete: some games have no score that counts. Such a mean is over other
games than that of a complete player, and has neither rank nor star
~ adaptive: its requests depend on the player, so its games are no matches
jigsaw less a-player-of-long-name where both have a score: +500.0
)");
  CHECK(table_text(sum_up(config, rows), 100, true).find("\x1b[1;32m2010.0*\x1b[0m") != std::string::npos);

  SECTION("columns that do not fit go below") {
    for (const std::string& line : lines_of(table_text(sum_up(config, rows), 40, false)))
      if (line.starts_with("  ")) CHECK(columns_taken(line) <= 40);
  }
  SECTION("the mean over all players does not stand alone, nor do lines without a value") {
    const std::string wide = table_text(sum_up(config, rows), 100, false),
                      narrow = table_text(sum_up(config, rows), 44, false);
    CHECK(narrow.find(" all") == std::string::npos);
    CHECK(lines_of(narrow).size() == lines_of(wide).size());
  }
}

namespace {

/// Failures, ties, an incomplete player, two equal ones, and names that are long or odd.
Summary tournament(Failures failures, int repeats) {
  SummaryConfig config;
  config.players = {"planner-fast-candidates-1-alternatives-0",
                    "planner-fast-candidates-1-alternatives-2",
                    "-x+y",
                    "+50%_of|it's",
                    "brittle",
                    "late"};
  config.sequencers = {"random-with-generator-chacha-A", "random-with-generator-chacha-B", "all"};
  config.repeats = repeats;
  config.failures = failures;
  SummaryBuilder builder(config);
  Pcg random(7);
  for (const std::string& sequencer : config.sequencers)
    for (int k = 0; k < repeats; ++k) {
      const int requests = random.next_int(40);
      for (const std::string& player : config.players) {
        if (player == "late" && k + 1 == repeats) continue;  // not yet played
        GameRow row;
        row.player = player;
        row.sequencer = sequencer;
        row.repeat = k;
        row.seed = static_cast<std::uint64_t>(k);
        row.turns = 10;
        // The first two always have the same score, and the next two often.
        row.score = player.starts_with("planner") ? 100 + requests : 90 + random.next_int(3);
        if (player == "brittle" && k % 3 == 1) row.status = k % 2 == 0 ? Status::crashed : Status::timeout;
        row.metrics.empty = random.next_int(50);
        if (random.next_int(2) == 0) row.metrics.utility = random.next_int(100) / 64.0;
        builder.add(row);
      }
    }
  return builder.summary();
}

using Rows = std::map<std::string, std::vector<std::string>>;

/// The cells of a table by the label of its line, without marks: a second line with a label has a second key.
Rows rows_of(const std::string& text, const std::function<std::vector<std::string>(const std::string&)>& cells_of) {
  Rows out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> cells = cells_of(line);
    if (cells.size() < 2) continue;
    std::string key = cells[0];
    while (out.contains(key)) key += '\'';
    out[key] = {cells.begin() + 1, cells.end()};
  }
  return out;
}

std::vector<std::string> split(std::string text, const std::string& by) {
  std::vector<std::string> out;
  for (std::size_t at = 0; (at = text.find(by)) != text.npos; text.erase(0, at + by.size()))
    out.push_back(text.substr(0, at));
  out.push_back(text);
  return out;
}

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& pairs) {
  for (const auto& [from, to] : pairs)
    for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
      text.replace(at, from.size(), to);
  return text;
}

// What stands behind a number.
std::string unmarked(std::string cell) {
  while (!cell.empty() && (std::string_view(" *!?#").find(cell.back()) != std::string_view::npos)) cell.pop_back();
  while (cell.starts_with(' ')) cell.erase(0, 1);
  return cell;
}

Rows markdown_rows(const std::string& text) {
  return rows_of(text, [](const std::string& line) {
    std::vector<std::string> cells;
    if (!line.starts_with("| ") || line.starts_with("| |")) return cells;
    // A bar that belongs to a name has a backslash before it.
    for (std::string& cell : split(line.substr(2, line.size() - 4), " | "))
      cells.push_back(unmarked(replaced(cell, {{"**", ""}, {"\\", ""}})));
    return cells;
  });
}

Rows latex_rows(const std::string& text) {
  return rows_of(text, [](const std::string& line) {
    std::vector<std::string> cells;
    if (line.find(" & ") == line.npos) return cells;
    for (const std::string& cell : split(line.substr(0, line.rfind(" \\\\")), " & "))
      cells.push_back(unmarked(replaced(cell, {{"\\textbar{}", "|"},
                                               {"$\\mathbf{", ""},
                                               {"\\textbf{", ""},
                                               {"$<$", "<"},
                                               {"$\\pm", "±"},
                                               {"\\_", "_"},
                                               {"\\%", "%"},
                                               {"}$", ""},
                                               {"}", ""},
                                               {"$", ""},
                                               {"--", "-"}})));
    return cells;
  });
}

std::string shown(const Json& value, const char* format) {
  return value.is_null() ? "-" : fmt::format(fmt::runtime(format), value.get<double>());
}

}  // namespace

// One thing has one number. What the page and Python show is compared with summary.json in tests/web and python/tests.
TEST_CASE("text, LaTeX, Markdown and CSV have the numbers of summary.json", "[summary]") {
  for (const Failures failures : {Failures::apart, Failures::zero, Failures::codes})
    for (const int repeats : {2, 12}) {
      CAPTURE(name_of(failures), repeats);
      const Summary summary = tournament(failures, repeats);
      const Json all = Json::parse(json_text(summary));
      const std::size_t players = all["players"].size(), sequencers = all["sequencers"].size();
      const Rows markdown = markdown_rows(paper_text(summary, Markup::markdown));
      const Rows latex = latex_rows(paper_text(summary, Markup::latex));
      CHECK(markdown.size() > 30);
      for (const auto& [label, cells] : markdown)
        if (!label.starts_with('*')) {  // the title of a section
          CAPTURE(label);
          REQUIRE(latex.contains(label));
          CHECK(latex.at(label) == cells);
        }

      // Against the JSON, the figures that only one line has.
      const auto line = [&](const std::string& label, const auto& of) {
        CAPTURE(label);
        REQUIRE(markdown.contains(label));
        for (std::size_t p = 0; p < players; ++p) CHECK(markdown.at(label)[p] == of(all["players"][p], p));
      };
      line("mean", [](const Json& p, std::size_t) { return shown(p["mean"], "{:.1f}"); });
      line("median score", [](const Json& p, std::size_t) { return shown(p["median"], "{:.1f}"); });
      line("rank", [](const Json& p, std::size_t) { return shown(p["rank"], "{:.0f}"); });
      line("rounds won", [](const Json& p, std::size_t) { return shown(p["rounds_won"], "{:.0f}"); });
      line("matches won", [](const Json& p, std::size_t) { return shown(p["matches"]["wins"], "{:.0f}"); });
      line("rating (Elo)", [](const Json& p, std::size_t) {
        const std::string text = shown(p["rating"], "{:+.0f}");
        return text == "+0" || text == "-0" ? "0" : text;
      });
      line("games missing", [](const Json& p, std::size_t) { return shown(p["missing"], "{:.0f}"); });
      for (std::size_t s = 0; s < sequencers; ++s)
        line(all["sequencers"][s]["sequencer"], [&](const Json&, std::size_t p) {
          return shown(all["cells"][p * sequencers + s]["score"]["mean"], "{:.1f}");
        });
      line("empty", [&](const Json&, std::size_t p) {
        double sum = 0;
        for (std::size_t s = 0; s < sequencers; ++s)
          sum += all["cells"][p * sequencers + s]["metrics"]["empty"].get<double>() / static_cast<double>(sequencers);
        return fmt::format("{:.1f}", sum);
      });

      // The pairs over all sequencers, whichever player comes first in a line.
      std::size_t pairs = 0, better = 0;
      for (const Json& pair : all["head_to_head"]) {
        if (!pair["sequencer"].is_null()) continue;
        const std::string a = pair["a"], b = pair["b"];
        CAPTURE(a, b);
        const bool straight = markdown.contains(a + " less " + b);
        const std::string label = straight ? a + " less " + b : b + " less " + a;
        REQUIRE(markdown.contains(label));
        const auto& cells = markdown.at(label);
        const double difference = (straight ? 1 : -1) * pair["mean_difference"].get<double>();
        CHECK(cells[0] == (std::abs(difference) < 0.05 ? "0.0" : fmt::format("{:+.1f}", difference)));
        CHECK(cells[3] == (pair["p_corrected"].is_null()              ? "-"
                           : pair["p_corrected"].get<double>() < 1e-4 ? "<0.0001"
                                                                      : shown(pair["p_corrected"], "{:.4f}")));
        CHECK(cells[4] == fmt::format("{}", pair[straight ? "wins" : "losses"].get<int>()));
        CHECK(cells[5] == fmt::format("{}", pair[straight ? "losses" : "wins"].get<int>()));
        ++pairs;
        better += !pair["better"].is_null();
        // Nobody is better whom means do not compare, nor by few repeats, nor of two equal players.
        if (a == "late" || b == "late" || (failures == Failures::apart && (a == "brittle" || b == "brittle")))
          CHECK(pair["better"].is_null());
        if (a.starts_with("planner") && b.starts_with("planner")) CHECK(pair["better"].is_null());
        if (repeats == 2) CHECK(pair["better"].is_null());
        if (!pair["better"].is_null()) CHECK(pair["better"] == (pair["mean_difference"].get<double>() > 0 ? "a" : "b"));
      }
      CHECK(pairs == players * (players - 1) / 2);
      CHECK((better > 0) == (repeats == 12));

      // What stands in the terminal is the same, where names are short.
      const std::string text = table_text(summary, 400, false) + pairs_text(summary, 400, false);
      for (const char* label : {"mean", "median score", "rank", "rounds won", "matches won", "empty", "perimeter"}) {
        CAPTURE(label);
        std::istringstream in(text);
        std::string found;
        for (std::string l; std::getline(in, l) && found.empty();)
          if (l.starts_with(fmt::format("  {}  ", label))) found = l.substr(2 + std::string(label).size());
        std::vector<std::string> cells;
        std::istringstream words(found);
        for (std::string word; words >> word;) cells.push_back(unmarked(word));
        cells.resize(players);
        CHECK(cells == std::vector(markdown.at(label).begin(),
                                   markdown.at(label).begin() + static_cast<std::ptrdiff_t>(players)));
      }

      // CSV has the leaves of the JSON.
      for (const char* list : {"cells", "players", "sequencers", "head_to_head"}) {
        std::istringstream in(csv_of_json(to_json(summary).at(list)));
        std::string header, row;
        std::getline(in, header);
        const std::vector<std::string> columns = split(header, ",");
        for (const Json& item : all[list]) {
          REQUIRE(std::getline(in, row));
          const std::vector<std::string> fields = split(row, ",");
          REQUIRE(fields.size() == columns.size());
          for (std::size_t c = 0; c < columns.size(); ++c) {
            CAPTURE(list, columns[c], row);
            Json leaf = item;
            for (const std::string& part : split(columns[c], "."))
              leaf = leaf.is_null() ? leaf : leaf.is_array() ? leaf.at(std::stoul(part)) : leaf.at(part);
            if (leaf.is_array()) continue;
            CHECK(fields[c] == (leaf.is_null()     ? ""
                                : leaf.is_string() ? csv_field(leaf.get<std::string>())
                                                   : leaf.dump()));
          }
        }
      }
    }
}

}  // namespace summary_test
