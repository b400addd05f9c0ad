// Players and sequencers that misbehave: what becomes of their games, under both profiles.

#include "catch.hpp"
#include "paths.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/tournament/run.hpp"
#include "scratch.hpp"

namespace behaviour_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;

namespace {

// The results of one cell, two games; every trace that is left must replay.
CellSummary played(const std::string& rules, const std::string& player, const std::string& sequencer) {
  const Scratch scratch;
  const Config config =
      load_config(scratch.write("cup.yaml", "rules: " + rules + "\nrepeats: 2\nisolation: none\nplayers: [" + player +
                                                "]\nsequencers: [" + sequencer + "]\n"));
  RunOptions options;
  options.folder = scratch / "out";
  options.traces = TracePolicy::all;
  const RunResult result = run_games(config, options);
  REQUIRE(result.summary);
  const auto names = names_in(scratch / "out/traces");
  CHECK(names.size() == 2);
  for (const std::string& name : names) {
    const TraceLines trace = read_trace(scratch / "out/traces/" + name);
    for (const Mismatch& m : replay_trace(trace))
      FAIL_CHECK(m.turn << " " << m.field << " " << m.recorded << " " << m.replayed);
  }
  return result.summary->cells.at(0);
}

CellSummary played_by(const std::string& rules, const std::string& does) {
  return played(rules, "{plugin: '" + test::plugins + "wicked_player.so', options: {does: " + does + "}}", "random");
}

int count(const CellSummary& cell, Status status) { return cell.status[static_cast<std::size_t>(status)]; }

}  // namespace

TEST_CASE("behaviour: an exception is a crash under any rules", "[harness]") {
  for (const std::string rules : {"tournament-2016", "report"})
    for (const std::string does : {"throw", "throw_number", "constructor", "nothing"}) {
      CAPTURE(rules, does);
      const CellSummary cell = played_by(rules, does);
      CHECK(count(cell, Status::crashed) == 2);
      CHECK(cell.score.count == 0);
    }
}

TEST_CASE("behaviour: odd but lawful", "[harness]") {
  for (const std::string does : {"note", "reject"}) CHECK(count(played_by("tournament-2016", does), Status::ok) == 2);
}

TEST_CASE("behaviour: a sequencer's failure is not the player's", "[harness]") {
  for (const std::string does : {"throw", "throw_number", "constructor", "nothing", "six", "pieces", "empty"}) {
    CAPTURE(does);
    const CellSummary cell = played(
        "report", "naive", "{plugin: '" + test::plugins + "wicked_sequencer.so', options: {does: " + does + "}}");
    CHECK(count(cell, Status::sequencer_failed) == 2);
    CHECK(cell.score.count == 0);
    CHECK(cell.failed() == 0);
  }
  for (const std::string does : {"honest", "adapt"})
    CHECK(count(played("report", "naive",
                       "{plugin: '" + test::plugins + "wicked_sequencer.so', options: {does: " + does + "}}"),
                Status::ok) == 2);
}

}  // namespace behaviour_test
