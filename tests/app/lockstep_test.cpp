// Games in lockstep: nobody is asked for a request before all have answered the one before it, players that wait stand
// still, and the games are those of a run without it.
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <mutex>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/game/time_limit.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/tournament/merge.hpp"
#include "pentocity/tournament/run.hpp"
#include "scratch.hpp"

namespace lockstep_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
namespace fs = std::filesystem;

namespace {

// The bytes of all that a run leaves but for what is measured.
struct Results {
  std::string digest;
  std::map<std::string, std::string> traces;
  friend bool operator==(const Results&, const Results&) = default;
};

Results results_of(const std::string& folder) {
  Results out;
  out.digest = figures::summary_of_folder(folder).digest;
  for (const std::string& name : names_in(folder + "/traces")) out.traces[name] = bytes_of(folder + "/traces/" + name);
  return out;
}

struct Play {
  std::optional<bool> lockstep = true;
  int jobs = 1;
  Shard shard = {};
  std::vector<std::string> players = {}, anew = {};
  std::optional<int> repeats = {};
  std::optional<std::size_t> enough = {};  ///< no more is played when so many games are stored
  std::vector<std::string>* said = nullptr;
};

RunResult run_of(const std::string& config, const std::string& folder, const Play& how) {
  Overrides overrides;
  overrides.lockstep = how.lockstep;
  overrides.players = how.players;
  overrides.repeats = how.repeats;
  Config loaded = load_config(config, overrides);
  if (loaded.schedule.commitment) loaded.use(*Secret::of_hex(fmt::format("{:064x}", 7)));
  RunOptions options;
  options.folder = folder;
  options.jobs = how.jobs;
  options.shard = how.shard;
  options.anew = how.anew;
  options.traces = TracePolicy::all;
  std::size_t stored = 0;
  options.stored = [&](const GameRow&) { return !how.enough || ++stored < *how.enough; };
  options.warn = [&](const std::string& what) {
    if (how.said != nullptr) how.said->push_back(what);
  };
  return run_games(loaded, options);
}

// Players and sequencers of each kind, with failures of each kind.
const std::string motley = fmt::format(R"(
rules: {{profile: tournament-2016, side: 14}}
repeats: 2
time_limit: 300ms
players:
  - naive
  - jigsaw
  - {{name: corner, plugin: '{0}/libexample_corner_player.so'}}
  - {{name: thrower, plugin: '{1}wicked_player.so', options: {{does: throw, one_in: 2}}}}
  - {{name: far, plugin: '{1}wicked_player.so', options: {{does: far, one_in: 2}}}}
  - {{name: segfault, plugin: '{1}hostile_player.so', options: {{does: segfault}}}}
  - {{name: loop, plugin: '{1}hostile_player.so', options: {{does: loop, one_in: 4}}}}
  - {{name: orphans, plugin: '{1}hostile_player.so', options: {{does: orphans}}}}
  - {{name: edges, command: ['{2}mock_player', play]}}
  - {{name: garbage, command: ['{2}mock_player', garbage]}}
  - {{name: twice, command: ['{2}mock_player', twice]}}
  - {{name: last_words, command: ['{2}mock_player', last_words]}}
  - {{name: exits, command: ['{2}mock_player', exit]}}
sequencers:
  - random
  - {{plugin: '{0}/libexample_encore.so', options: {{times: 2}}}}
  - {{name: wicked, plugin: '{1}wicked_sequencer.so', options: {{does: throw}}}}
)",
                                       test::examples, test::plugins, test::commands);

// A small cup of players in processes of their own.
const std::string cup = fmt::format(R"(
rules: {{side: 12}}
repeats: 4
seed: secret
players:
  - {{name: corner, plugin: '{0}/libexample_corner_player.so'}}
  - {{name: mock, command: ['{1}mock_player', play]}}
  - naive
sequencers: [random, tailheavy]
)",
                                    test::examples, test::commands);

std::string complaint(const std::string& config, const std::string& folder, const Play& how) {
  try {
    run_of(config, folder, how);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no complaint";
}

}  // namespace

TEST_CASE("lockstep: nobody is asked before all have answered, and who waits is paused", "[lockstep]") {
  std::vector<std::string> told;
  struct Requests : Sequencer {
    Requests(std::vector<std::string>& out, int number) : log(out), game(number) {}
    Request next(int turn, const Land*) override {
      log.push_back(fmt::format("{}: drawn {}", game, turn));
      return {Building::factory, {{0, 0}}};
    }
    std::vector<std::string>& log;
    int game;
  };
  struct Rejects : PlayerSession {
    Rejects(std::vector<std::string>& out, int number) : log(out), game(number) {}
    Move play(const Request&, const View& view) override {
      last = view.turn;
      log.push_back(fmt::format("{}: answers {}", game, last));
      // The second game ends first.
      if (game == 1 && last == 1) throw std::runtime_error("no more");
      return Move::reject();
    }
    void pause() override { log.push_back(fmt::format("{}: paused {}", game, last)); }
    Remains end(const GameRecord&) override {
      log.push_back(fmt::format("{}: ends {}", game, last));
      return {};
    }
    std::vector<std::string>& log;
    int game, last = -1;
  };
  std::vector<Participants> games;
  for (int i = 0; i < 2; ++i)
    games.push_back({[&told, i] { return std::make_unique<Requests>(told, i); },
                     [&told, i] { return std::make_unique<Rejects>(told, i); }});
  const std::vector<GameRecord> records = play_in_lockstep(Rules(), games);
  std::vector<std::string> expected;
  for (int turn = -1; turn < 3; ++turn)
    for (int game = 0; game < 2; ++game) {
      if (game == 1 && turn > 1) continue;
      if (turn >= 0) {
        expected.push_back(fmt::format("{}: drawn {}", game, turn));
        expected.push_back(fmt::format("{}: answers {}", game, turn));
      }
      expected.push_back(fmt::format("{}: {} {}", game, turn == (game == 1 ? 1 : 2) ? "ends" : "paused", turn));
    }
  CHECK(told == expected);
  REQUIRE(records.size() == 2);
  CHECK(records[0].status == Status::ok);
  CHECK(records[1].error == "no more");
}

TEST_CASE("lockstep: a game is charged for its own CPU time alone", "[lockstep]") {
  // Works for so many milliseconds in each turn.
  struct Works : PlayerSession {
    explicit Works(double milliseconds) : seconds(milliseconds * 1e-3) {}
    Move play(const Request&, const View&) override {
      const std::clock_t end = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
      while (std::clock() < end) check_time();
      return Move::reject();
    }
    double seconds;
  };
  struct Ones : Sequencer {
    Request next(int, const Land*) override { return {Building::factory, {{0, 0}}}; }
  };
  Rules rules;
  rules.max_rejects = 20;
  std::vector<Participants> games;
  for (const double work : {0.0, 20.0, 4.0})
    games.push_back({[] { return std::make_unique<Ones>(); }, [=] { return std::make_unique<Works>(work); }});
  const std::vector<GameRecord> records = play_in_lockstep(rules, games, {0.2});
  CHECK(records[0].status == Status::ok);
  CHECK(records[0].used.cpu_seconds < 0.1);
  CHECK(records[1].status == Status::timeout);
  CHECK(records[1].error == "cpu");
  CHECK(records[2].status == Status::ok);
  CHECK(records[2].turns.size() == 20);
}

TEST_CASE("lockstep: the same games as without it", "[lockstep][threads][long]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", motley);
  run_of(config, scratch / "without", {.lockstep = false, .jobs = 2});
  const Results without = results_of(scratch / "without");
  CHECK(without.traces.size() == 2 * 3 * 13);
  for (const int jobs : {1, 2}) {
    const std::string folder = scratch / std::to_string(jobs);
    run_of(config, folder, {.jobs = jobs});
    const Results with = results_of(folder);
    CHECK(with.digest == without.digest);
    for (const auto& [name, bytes] : without.traces) {
      CAPTURE(name);
      CHECK((with.traces.contains(name) && with.traces.at(name) == bytes));
    }
  }
}

TEST_CASE("lockstep: parts and continued runs give the same bytes", "[lockstep][threads][long]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup);
  run_of(config, scratch / "whole", {});
  const Results whole = results_of(scratch / "whole");
  CHECK(whole.traces.size() == 24);
  std::vector<std::string> parts;
  for (int i = 0; i < 3; ++i) {
    parts.push_back(scratch / ("part" + std::to_string(i)));
    run_of(config, parts.back(), {.lockstep = std::nullopt, .shard = {.index = i, .count = 3}});
    // Whole streams only.
    std::map<std::pair<std::string, int>, int> streams;
    const Store store(parts.back(), read_schedule(parts.back()), Store::Access::look);
    store.for_each([&](const StoredGame& game) { ++streams[{game.row.sequencer, game.id.repeat}]; });
    for (const auto& [stream, players] : streams) CHECK(players == 3);
    CHECK(store.lockstep() == true);
  }
  const MergeResult merged = merge_results(scratch / "merged", parts, std::nullopt, Fresh::no, "");
  CHECK(merged.stored == 24);
  CHECK(results_of(scratch / "merged") == whole);
  CHECK(Store(scratch / "merged", read_schedule(scratch / "merged"), Store::Access::look).lockstep() == true);
  // The default goes on as the folder was begun, also where only one player would be in a process of its own.
  run_of(config, scratch / "later", {.jobs = 2, .repeats = 2, .enough = 1});
  run_of(config, scratch / "later", {.lockstep = std::nullopt, .jobs = 2});
  CHECK(results_of(scratch / "later") == whole);
}

TEST_CASE("lockstep: the default, what the folder remembers, and what is said of memory", "[lockstep]") {
  const Scratch scratch;
  const auto in_lockstep = [&](const std::string& text, std::optional<bool> stored = {}) {
    return plays_in_lockstep(load_config(scratch.write("some.yaml", text)), stored);
  };
  CHECK(in_lockstep(cup));
  CHECK_FALSE(in_lockstep(cup, false));
  CHECK_FALSE(in_lockstep("lockstep: false\n" + cup));
  CHECK_FALSE(in_lockstep("seed: secret\nplayers: [naive, jigsaw]\nsequencers: [random]\n"));
  CHECK(in_lockstep("seed: secret\nisolation: all\nplayers: [naive, jigsaw]\nsequencers: [random]\n"));
  CHECK_FALSE(in_lockstep("seed: secret\nisolation: all\nplayers: [naive]\nsequencers: [random]\n"));
  CHECK_FALSE(in_lockstep("isolation: all\nplayers: [naive, jigsaw]\nsequencers: [random]\n"));
  CHECK(in_lockstep("lockstep: true\nplayers: [naive, jigsaw]\nsequencers: [random]\n"));
  CHECK_THROWS_WITH(in_lockstep("lockstep: true\n" + cup, false), Catch::Matches("lockstep: .*played without it.*"));
  CHECK_THROWS_WITH(in_lockstep("lockstep: false\n" + cup, true), Catch::Matches("lockstep: .*played in it.*"));

  std::vector<std::string> said;
  run_of(scratch.write("cup.yaml", cup), scratch / "out", {.lockstep = std::nullopt, .jobs = 3, .said = &said});
  REQUIRE(said.size() == 1);
  CHECK_THAT(said[0], Catch::Matches("games in lockstep: 2 players on 3 streams may hold 12.0 GiB at a time, with "
                                     "memory_limit 2.0 GiB; this machine has .* GiB"));
}

TEST_CASE("lockstep: who would meet requests that others know is refused", "[lockstep]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = scratch / "out";
  run_of(config, out, {.players = {"corner", "naive"}, .repeats = 2});
  const Results before = results_of(out);
  const std::string late =
      ".*: its games were played in lockstep, and 'mock' would meet requests there that others "
      "know \\('random', repeat 0\\): .* needs a new folder \\(--out\\), .*";
  CHECK_THAT(complaint(config, out, {}), Catch::Matches(late));
  CHECK_THAT(complaint(config, out, {.players = {"mock"}}), Catch::Matches(late));
  CHECK_THAT(complaint(config, out, {.players = {"corner", "naive"}, .anew = {"corner"}}),
             Catch::Matches(
                 "--anew: .* 'corner' would meet requests that the others know: all play anew in another folder .*"));
  // Another version of a player joins later, too.
  std::string changed = cup;
  changed.replace(changed.find("- naive"), 7, "- {name: naive, player: diagonal}");
  CHECK_THAT(complaint(scratch.write("cup.yaml", changed), out, {.players = {"corner", "naive"}, .repeats = 2}),
             Catch::Matches(".*'naive' would meet requests.*"));
  CHECK(results_of(out) == before);
  // New repeats are new streams.
  scratch.write("cup.yaml", cup);
  CHECK(run_of(config, out, {.players = {"corner", "naive"}, .repeats = 3}).stored == 12);

  // Nor are such games joined.
  run_of(config, scratch / "mock", {.players = {"mock"}, .repeats = 2});
  CHECK_THROWS_WITH(merge_results(scratch / "merged", {out, scratch / "mock"}, std::nullopt, Fresh::no, ""),
                    Catch::Matches("the games on 'random', repeat 0, were played in lockstep, but not together: no "
                                   "folder has those of corner and mock and naive"));
  run_of(config, scratch / "loose", {.lockstep = false, .repeats = 4});
  CHECK_THROWS_WITH(merge_results(scratch / "merged", {out, scratch / "loose"}, std::nullopt, Fresh::no, ""),
                    Catch::Matches(".*lockstep.*"));
  CHECK_FALSE(fs::exists(scratch / "merged"));
}

TEST_CASE("lockstep: an adaptive sequencer is refused", "[lockstep]") {
  const Scratch scratch;
  std::string text = cup;
  text.replace(text.find("tailheavy"), 9, "nemesis");
  const std::string config = scratch.write("cup.yaml", text);
  CHECK_THAT(complaint(config, scratch / "out", {.lockstep = std::nullopt}),
             Catch::Matches("'nemesis' is adaptive: .*: leave it out, or set `lockstep: false`"));
  CHECK(run_of(config, scratch / "out", {.lockstep = false}).stored == 24);
}

}  // namespace lockstep_test
