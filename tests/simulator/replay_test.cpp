// Games that are played are recorded; what is recorded replays; what is altered does not.

#include "pentocity/match/replay.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/entrants/entrant.hpp"
#include "pentocity/helpers/sites.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/trace.hpp"

namespace replay_test {

using namespace pentocity;
using namespace pentocity::match;
using nlohmann::json;

namespace {

// Residences and factories of random shape.
class AnyShape : public Sequencer {
 public:
  explicit AnyShape(std::uint64_t seed) : random_(seed) {}
  Request next(int, const Land*) override {
    if (random_.next_int(3) > 0) {
      const auto shape = *pentomino("FILNPTUVWXYZ"[random_.next_int(12)]);
      return {Building::residence, random_.next_int(2) == 0 ? shape : mirrored(shape)};
    }
    Cells cells;
    const int rows = 1 + random_.next_int(5), columns = 1 + random_.next_int(5);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) cells.push_back({r, c});
    return {Building::factory, cells};
  }

 private:
  Pcg random_;
};

// Random legal sites with access, random structures beside them; now and then a wild answer.
class Erratic : public PlayerSession {
 public:
  Erratic(const Rules& rules, std::uint64_t seed, int wild_in) : rules_(rules), random_(seed), wild_in_(wild_in) {}

  Move play(const Request& request, const View& view) override {
    if (wild_in_ > 0 && random_.next_int(wild_in_) == 0) return wild(view.land);
    const Grid& grid = view.land.grid();
    for (int attempt = 0; attempt < 200; ++attempt) {
      const int k = random_.next_int(static_cast<int>(request.rotations().size()));
      const auto sites = grid.cells(legal_sites(view.land, request.type(), request.rotations()[k]));
      if (sites.empty()) continue;
      Move move = Move::at(k, sites[random_.next_int(static_cast<int>(sites.size()))]);
      const LandBoard building = grid.board(translated(request.rotations()[k], move.location));
      if (!has_access(rules_, view.land, building)) continue;
      const Cells beside = grid.cells((grid.neighbours(building) - building) & view.land.empty());
      for (const Cell c : beside) {
        const int use = random_.next_int(4);
        if (use == 0) move.park.push_back(c);
        if (use == 1) move.pond.push_back(c);
        if (use == 2 && grid.rim().test(grid.bit(c))) move.road.push_back(c);
      }
      move.note = attempt == 0 ? "the \"first\" try\n" : "";
      return move;
    }
    return Move::reject();
  }

 private:
  Move wild(const Land& land) {
    Move move = Move::at(random_.next_int(5) - 1, {random_.next_int(60) - 5, random_.next_int(60) - 5});
    for (Cells* cells : {&move.road, &move.pond, &move.park})
      for (int n = random_.next_int(3); n > 0; --n)
        cells->push_back({random_.next_int(land.side() + 2) - 1, random_.next_int(land.side() + 2) - 1});
    return move;
  }
  const Rules& rules_;
  Pcg random_;
  int wild_in_;
};

std::string recorded_game(const Rules& rules, std::uint64_t seed, int wild_in) {
  const GameRecord record = play_game(rules, {[&] { return std::make_unique<AnyShape>(seed); },
                                              [&] { return std::make_unique<Erratic>(rules, seed + 1, wild_in); }});
  return trace_text({rules, "erratic", "any \"shape\"", seed, std::nullopt, 300}, record);
}

struct TemporaryFile {
  explicit TemporaryFile(const std::string& bytes) {
    static int count = 0;
    path = (std::filesystem::temp_directory_path() /
            ("pentocity_replay_" + std::to_string(getpid()) + "_" + std::to_string(count++)))
               .string();
    std::ofstream(path, std::ios::binary) << bytes;
  }
  ~TemporaryFile() { std::filesystem::remove(path); }
  std::string path;
};

std::vector<Mismatch> replay_text(const std::string& text) {
  const TemporaryFile file(text);
  return replay_trace(read_trace(file.path));
}

Rules small(Rules rules) {
  rules.side = 14;
  return rules;
}

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    lines.push_back(json::parse(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return lines;
}

std::string text_of(const std::vector<json>& lines) {
  std::string text;
  for (const json& line : lines) text += line.dump() + "\n";
  return text;
}

// Every way in which a value is altered.
std::vector<json> alterations(const json& value) {
  std::vector<json> out;
  if (value.is_boolean())
    out = {!value.get<bool>(), nullptr};
  else if (value.is_number_float())
    out = {value.get<double>() + 1e-4, value.get<double>() - 1};
  else if (value.is_number())
    out = {value.get<int>() + 1, value.get<int>() - 1, "word"};
  else if (value.is_string())
    out = {value.get<std::string>() + "x"};
  else if (value.is_null())
    out = {"something"};
  else if (value.is_array() && !value.empty()) {
    json fewer = value, more = value;
    fewer.erase(fewer.size() - 1);
    more.push_back(value.front());
    out = {fewer, more};
  }
  return out;
}

}  // namespace

TEST_CASE("what is recorded replays, under all rules, invalid moves included", "[long]") {
  int invalid = 0, skipped = 0;
  const auto count = [](const std::string& text, std::string_view part) {
    int times = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++times;
    return times;
  };
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (Rules rules : {Rules::report(), Rules::tournament_2016()}) {
      if (seed % 3 == 0) rules.side = seed % 2 == 0 ? 128 - static_cast<int>(seed) : 4 + static_cast<int>(seed);
      if (seed % 4 == 0) rules.factory_bonus = !rules.factory_bonus;
      rules.max_rejects = 1 + static_cast<int>(seed % 5);
      const std::string text = recorded_game(rules, seed, seed % 2 == 0 ? 0 : 12);
      INFO(text);
      CHECK(replay_text(text).empty());
      CHECK(replay_text(gzip(text)).empty());
      CHECK(count(short_trace(text, rules.side), "\n[") == count(text, ",\"delta\":"));
      invalid += text.find("\"status\":\"invalid\"") != std::string::npos;
      skipped += text.find("\"accept\":false,\"invalid\"") != std::string::npos;
    }
  // The games do hold what they are meant to hold.
  CHECK(invalid > 10);
  CHECK(skipped > 10);
}

TEST_CASE("the same game twice is the same bytes") {
  CHECK(recorded_game(Rules::report(), 7, 10) == recorded_game(Rules::report(), 7, 10));
  CHECK(gzip("abc") == gzip("abc"));
}

TEST_CASE("each altered field is found, with its turn and name") {
  for (const Rules& rules : {small(Rules::report()), small(Rules::tournament_2016())}) {
    const auto lines = lines_of(recorded_game(rules, 3, 9));
    REQUIRE(replay_text(text_of(lines)).empty());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const bool last = i + 1 == lines.size();
      for (const auto& [key, value] : lines[i].items()) {
        if (key == "note" || key == "metrics" || key == "request" || key == "invalid") continue;
        // Inputs of the move: a change shows at once or in the end, but not always under the name of the field. What
        // comes after the failing step of a fatal move is not judged.
        const bool fatal = lines[i].contains("error") && !last;
        const bool input = key == "rotation" || key == "location" || key == "road" || key == "water" || key == "park";
        for (const json& altered : alterations(value)) {
          auto changed = lines;
          changed[i][key] = altered;
          INFO(lines[i].dump() << "\n" << key << " = " << altered.dump());
          const auto mismatches = replay_text(text_of(changed));
          if (input && fatal) continue;
          REQUIRE(!mismatches.empty());
          if (input) continue;
          CHECK(mismatches.front().turn == (last ? -1 : static_cast<int>(i) - 1));
          if (key != "accept") {
            bool named = false;
            for (const Mismatch& m : mismatches) named |= m.field == key;
            CHECK(named);
          }
        }
        if (key == "end") continue;
        auto without = lines;
        without[i].erase(key);
        INFO(lines[i].dump() << "\n without " << key);
        CHECK(!replay_text(text_of(without)).empty());
      }
    }
  }
}

TEST_CASE("each altered metric, cell of the grid, cell of a building and field of an invalid move is found") {
  const auto lines = lines_of(recorded_game(small(Rules::report()), 5, 6));
  const std::size_t last = lines.size() - 1;
  for (const auto& [key, value] : lines[last]["metrics"].items())
    for (const json& altered : alterations(value)) {
      auto changed = lines;
      changed[last]["metrics"][key] = altered;
      const auto mismatches = replay_text(text_of(changed));
      REQUIRE(mismatches.size() == 1);
      CHECK(mismatches.front().field == "metrics." + key);
    }
  const auto grid = lines[last]["grid"].get<std::string>();
  for (std::size_t i = 0; i < grid.size(); i += 7) {
    auto changed = lines;
    std::string altered = grid;
    altered[i] = altered[i] == '.' ? 'R' : '.';
    changed[last]["grid"] = altered;
    const auto mismatches = replay_text(text_of(changed));
    REQUIRE(mismatches.size() == 1);
    CHECK(mismatches.front().field == "grid");
  }
  int moves_altered = 0;
  for (std::size_t i = 1; i < last; ++i) {
    for (const char* key : {"building", "road", "water", "park"}) {
      if (!lines[i].contains(key) || lines[i][key].empty()) continue;
      auto changed = lines;
      changed[i][key][0][1] = lines[i][key][0][1].get<int>() + 1;
      INFO(lines[i].dump());
      CHECK(!replay_text(text_of(changed)).empty());
    }
    if (!lines[i].contains("invalid")) continue;
    auto changed = lines;
    changed[i]["invalid"]["code"] = "bad_answers";
    REQUIRE(!replay_text(text_of(changed)).empty());
    CHECK(replay_text(text_of(changed)).front().field == "invalid.code");
    changed = lines;
    changed[i].erase("invalid");
    // Without its reason it is a plain reject: as good a game.
    CHECK(replay_text(text_of(changed)).empty());
    changed = lines;
    changed[i]["invalid"]["move"] = 3;
    CHECK(!replay_text(text_of(changed)).empty());
    ++moves_altered;
  }
  CHECK(moves_altered > 0);
}

TEST_CASE("a turn left out, doubled or added after the end of the game is found") {
  const auto lines = lines_of(recorded_game(small(Rules::report()), 11, 0));
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    auto shorter = lines, longer = lines;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(i));
    longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(i), lines[i]);
    CHECK(!replay_text(text_of(shorter)).empty());
    CHECK(!replay_text(text_of(longer)).empty());
  }
}

TEST_CASE("what is no trace is refused with file and line") {
  const std::string text = recorded_game(small(Rules::report()), 1, 0);
  const auto message = [](const std::string& bytes) -> std::string {
    const TemporaryFile file(bytes);
    try {
      read_trace(file.path);
    } catch (const InputError& e) {
      const std::string what = e.what();
      REQUIRE(what.substr(0, file.path.size()) == file.path);
      return what.substr(file.path.size());
    }
    return "no error";
  };
  CHECK(message("") == ": no trace: the file is empty");
  CHECK(message("hello\n") == ":1: no trace: the first line must have \"format\":\"pentocity-trace/1\"");
  CHECK(message("{\"format\":\"pentocity-trace/2\"}\n").substr(0, 14) == ":1: no trace: ");
  CHECK(message("{\"format\":\"pentocity-trace/1\",\"rules\":\"chess\"}\n") ==
        ":1: rules: \"chess\" is no profile: expected report or tournament-2016");
  CHECK(message(text.substr(0, text.rfind("{\"end\""))).find("cut short: the line of the end is missing") !=
        std::string::npos);
  CHECK(message(text.substr(0, text.size() / 2)).find("cut short") != std::string::npos);
  CHECK(message(gzip(text).substr(0, 300)) == ": the gzip file is cut short");
  std::string damaged = gzip(text);
  damaged[damaged.size() - 6] ^= 1;
  CHECK(message(damaged) == ": the gzip file is damaged");
  CHECK(message(text + "{}\n").find("lines after the end") != std::string::npos);
  for (std::size_t cut = 1; cut < text.size(); cut += 97) CHECK(message(text.substr(0, cut)) != "no error");
  CHECK_THROWS_AS(read_trace("/no/such/file"), InputError);
}

TEST_CASE("what a player or sequencer throws ends the game with its status") {
  struct Throws : PlayerSession {
    Move play(const Request&, const View& view) override {
      if (view.turn == 4) throw std::runtime_error("no idea");
      return Move::reject();
    }
  };
  struct ThrowsToo : Sequencer {
    Request next(int turn, const Land* land) override {
      CHECK(land == nullptr);
      if (turn == 2) throw 7;
      return {Building::factory, turn == 1 ? Cells{{0, 0}, {0, 1}, {1, 1}} : Cells{{0, 0}}};
    }
  };
  Rules rules;
  rules.max_rejects = 10;
  const GameRecord crashed =
      play_game(rules, {[] { return std::make_unique<AnyShape>(1); }, [] { return std::make_unique<Throws>(); }});
  CHECK(crashed.status == Status::crashed);
  CHECK(crashed.error == "no idea");
  CHECK(crashed.turns.size() == 5);
  CHECK(replay_text(trace_text({rules, "p", "s", 1, 5, 300}, crashed)).empty());

  const auto failed = [&](bool of_others) {
    entrants::SequencerEntry entry;
    entry.built_in = !of_others;  // then it is held to proper requests
    entry.make_by([](int, const StreamSeed&) { return std::make_unique<ThrowsToo>(); });
    return play_game(rules, {[&] { return entry.make(50, 1); }, [] { return std::make_unique<Throws>(); }});
  };
  CHECK(failed(false).status == Status::sequencer_failed);
  CHECK(failed(false).error == "unknown exception");
  CHECK(failed(false).turns.size() == 2);
  CHECK(failed(true).error ==
        R"(bad_request: no rectangle with sides of 1 to 5: {"turn":1,"type":"factory","cells":[[0,0],[0,1],[1,1]]})");
  CHECK(failed(true).turns.size() == 1);
  CHECK(replay_text(trace_text({rules, "p", "s", 1, 5, 300}, failed(true))).empty());

  const GameRecord no_player =
      play_game(rules, {[] { return std::make_unique<AnyShape>(1); },
                        []() -> std::unique_ptr<PlayerSession> { throw std::runtime_error("no licence"); }});
  CHECK(no_player.status == Status::crashed);
  CHECK(no_player.turns.empty());
}

TEST_CASE("replay: null in the rules of a trace is what is left out", "[replay]") {
  CHECK(rules_of_json({{"profile", "report"}, {"side", nullptr}}) == Rules::of_profile("report"));
  CHECK(rules_of_json({{"profile", nullptr}, {"side", 20}}).side == 20);
}

TEST_CASE("replay: a line that nests without end is no line of a trace", "[replay]") {
  const std::string header = R"({"format":"pentocity-trace/1","rules":"report"})"
                             "\n";
  const std::string deep(500'000, '[');
  CHECK_THROWS_WITH(replay_text(header + "{\"end\":true,\"score\":" + deep + std::string(deep.size(), ']') + "}\n"),
                    Catch::Contains(":2: no JSON: it nests more than 50 levels deep"));
  CHECK_THROWS_AS(replay_text(header + deep), InputError);
  // Brackets within a text are none.
  CHECK_NOTHROW(replay_text(header + "{\"end\":true,\"error\":\"\\\"" + deep + "\"}\n"));
}

TEST_CASE("a game stops at its CPU limit") {
  struct Slow : PlayerSession {
    Move play(const Request&, const View&) override {
      volatile std::uint64_t x = 1;
      for (int i = 0; i < 3'000'000; ++i) x = mix_bits(x);
      return Move::reject();
    }
  };
  Rules rules;
  rules.max_rejects = 1'000'000;
  const GameRecord record =
      play_game(rules, {[] { return std::make_unique<AnyShape>(1); }, [] { return std::make_unique<Slow>(); }}, {0.05});
  CHECK(record.status == Status::timeout);
  CHECK(record.error == "cpu");
  CHECK(!record.turns.empty());
}

}  // namespace replay_test
