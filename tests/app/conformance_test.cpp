// The conformance test: every built-in player and sequencer passes it, those that misbehave do not.
#include "pentocity/tournament/conformance.hpp"

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/results/files.hpp"
#include "scratch.hpp"

namespace conformance_test {

using namespace pentocity;
using namespace pentocity::isolation;
using namespace pentocity::entrants;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;

namespace {

template <class Entry, class Check>
void passes(const Entry& entry, Check check) {
  for (const ConformanceResult& r : check(entry, 12, match::Limits(), std::nullopt, {})) {
    CAPTURE(entry.name, r.what, r.example);
    CHECK(r.holds);
    CHECK(r.tried);
  }
}

Run check(const std::string& arguments) { return run_command(test::program + " check " + arguments); }

}  // namespace

TEST_CASE("conformance: everything built in", "[conformance][long]") {
  for (const PlayerSpec& spec : builtin_players()) {
    PlayerEntry player = built_in_player(spec.name);
    // One that looks ahead as far as it is told looks ahead a little.
    Options options = player.options;
    for (const auto& [name, value] : {std::pair{"work", 1}, {"horizon", 1}, {"candidates", 2}})
      if (options.values().contains(name)) options.set(spec.options, name, std::int64_t{value});
    passes(player.entrant->with(options), check_player);
  }
  for (const SequencerSpec& spec : builtin_sequencers()) passes(built_in_sequencer(spec.name), check_sequencer);
}

TEST_CASE("conformance: the command", "[conformance][long]") {
  const Run good = check("player " + test::examples + "/libexample_corner_player.so --games 20");
  CHECK(good.exit_code == 0);
  CHECK_THAT(good.output, Catch::EndsWith("corner conforms\n"));
  CHECK(check("player naive --games 5").exit_code == 0);
  CHECK(check("sequencer " + test::examples + "/libexample_squeeze.so --games 5").exit_code == 0);
  CHECK(check("player " + test::plugins + "hostile_player.so --games 5").exit_code == 0);
  const Run none = check("player naiv");
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.output, Catch::Contains("did you mean 'naive'?"));
}

TEST_CASE("conformance: those that misbehave are found out", "[conformance]") {
  const auto failing = [](const PlayerEntry& entry) {
    std::string out;
    for (const ConformanceResult& r : check_player(entry, 3, match::Limits()))
      if (!r.holds) out += r.what + "; ";
    return out;
  };
  const auto mock = [](const std::string& does) {
    return player_of_yaml(YamlNode::parse("{command: ['" + test::commands + "mock_player', " + does + "]}", "test"), "",
                          Hosting());
  };
  CHECK(failing(mock("garbage")) == "every move is legal or a reject; ");
  CHECK(failing(mock("exit")) == "every game ends well, in time; ");
  // What never made a move has made no legal ones.
  const auto gone = check_player(player_of_yaml(YamlNode::parse("{command: [/bin/false]}", "test"), "", Hosting()), 3,
                                 match::Limits());
  CHECK(gone[0].line() == "-       every move is legal or a reject: no game came so far\n");
  CHECK(gone[1].line("refused").starts_with("refused  every game ends well, in time: "));
  CHECK(gone[2].line() == "-       the same seed gives the same moves: no game came so far\n");
  // Its moves depend on how many games there were.
  PlayerEntry fickle = built_in_player("naive");
  int games = 0;
  fickle.make_by([&](const Rules& rules, std::uint64_t seed) {
    return built_in_player(++games % 2 == 0 ? "naive" : "diagonal").make(rules, seed);
  });
  CHECK(failing(fickle) == "the same seed gives the same moves; ");
}

TEST_CASE("conformance: a player that takes the land for its own work is found out", "[conformance]") {
  // It plays on a land of its own, on which only its own moves are.
  class Forgetful : public match::PlayerSession {
   public:
    explicit Forgetful(const Rules& rules) : own_(rules.side), rules_(rules), naive_(builtin("naive").make(rules, 1)) {}
    Move play(const Request& request, const View& view) override {
      Move move = naive_->play(request, View{own_, view.turn, 0, 0, {}});
      if (move.accept) apply_move(rules_, own_, request, move);
      return move;
    }

   private:
    static PlayerEntry builtin(const char* name) { return built_in_player(name); }
    Land own_;
    const Rules& rules_;
    std::unique_ptr<Player> naive_;
  };
  PlayerEntry forgetful = built_in_player("naive");
  forgetful.make_by([](const Rules& rules, std::uint64_t) { return std::make_unique<Forgetful>(rules); });
  const auto results = check_player(forgetful, 8, match::Limits());
  CHECK_FALSE(results[0].holds);
  CHECK_THAT(results[0].example, Catch::Contains(", from turn "));
  CHECK(results[1].holds);
}

TEST_CASE("conformance: the entries of a config, and files that are no player", "[conformance]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", "players: [{name: mine, command: ['" + test::commands +
                                                           "mock_player', exit]}, {name: yours, player: diagonal}]\n"
                                                           "sequencers: [random, {name: squeezed, plugin: '" +
                                                           test::examples + "/libexample_squeeze.so'}]\n");
  const Run mine = check("player mine --games 2 --config " + config);
  CHECK(mine.exit_code == 1);
  CHECK_THAT(mine.output, Catch::EndsWith("mine does not conform\n"));
  CHECK_THAT(check("player yours --games 2 --config " + config).output, Catch::EndsWith("yours conforms\n"));
  CHECK_THAT(check("sequencer squeezed --games 2 --config " + config).output, Catch::EndsWith("squeezed conforms\n"));
  CHECK(check("player nobody --config " + config).exit_code == 2);

  // What is wrong with one entry concerns no other.
  const std::string some =
      scratch.write("some.yaml",
                    "players: [{name: lost, plugin: nowhere.so}, {player: jigsaw, options: {x: 1}}, "
                    "{name: yours, player: diagonal}]\nclaims: [{idea: x, compare: [lost]}]\n"
                    "sequencers: [random, {name: gone, mix: nowhere.yaml}]\n");
  CHECK_THAT(check("player yours --games 2 --config " + some).output, Catch::EndsWith("yours conforms\n"));
  CHECK_THAT(check("sequencer random --games 2 --config " + some).output, Catch::EndsWith("random conforms\n"));
  CHECK_THAT(check("player lost --config " + some).output,
             Catch::StartsWith("pentocity: " + some + ":1:") && Catch::Contains("nowhere.so"));
  CHECK_THAT(check("sequencer gone --config " + some).output,
             Catch::StartsWith("pentocity: " + some + ":3:") && Catch::Contains("nowhere.yaml"));
  CHECK_THAT(run_command(test::program + " list players --config " + some).output,
             Catch::Contains("left out: " + some + ":1:") && Catch::Contains("yours"));
  CHECK_THAT(run_command(test::program + " run " + some).output, Catch::StartsWith("pentocity: " + some + ":1:"));
  const Run text = check("player " + config);
  CHECK(text.exit_code == 2);
  CHECK_THAT(text.output, Catch::Contains(": no player: expected one of the keys player, plugin, command"));
}

TEST_CASE("check shows progress from its beginning on, where it is asked for", "[conformance]") {
  const Run shown = check("player naive --games 2 --progress");
  CHECK_THAT(shown.output, Catch::StartsWith("[") && Catch::Contains("] 0 of 2 games\n"));
  CHECK_THAT(check("player naive --games 2").output, Catch::StartsWith("ok "));
}

TEST_CASE("run tells why games failed, and what the side that failed said last", "[conformance]") {
  const Scratch scratch;
  const std::string config =
      scratch.write("cup.yaml",
                    "rules: {side: 12}\nrepeats: 2\nsequencers: [random, g1]\nplayers:\n"
                    "  - diagonal\n"
                    "  - {name: early, command: [sh, -c, 'printf \"first\\n\\033[2Jno luck\\n\\n\" >&2; exit 3']}\n"
                    "  - {name: late, plugin: '" +
                        test::plugins + "wicked_player.so', options: {does: throw, turn: 6}}\n");
  const Run run = run_command(test::program + " run " + config + " --out " + (scratch / "out"));
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output,
             Catch::Contains("Failed games\n"
                             "  early: crashed: exit:3, 4 games; first on g1, repeat 0, before its first turn\n"
                             "    its last words: \\x1b[2Jno luck\n"
                             "    again: pentocity run " +
                             config +
                             " --sequencers g1 --debug early\n"
                             "  late: crashed: tired\\nof this, 4 games; first on g1, repeat 0, at turn 6\n"));

  // By the CPU time it can be told whether the player works so long, or waits for a busy machine.
  const std::string slow = scratch.write(
      "slow.yaml",
      "rules: {side: 12}\nrepeats: 1\nhandshake_limit: 100ms\nplayers: [{name: slow, command: [sleep, '999']}]\n"
      "sequencers: [random]\n");
  CHECK_THAT(run_command(test::program + " run " + slow + " --out " + (scratch / "slow")).output,
             Catch::Matches("[^]*  slow: timeout: handshake, 1 game; first on random, repeat 0, before its first turn, "
                            "after [0-9]+\\.[0-9] s, in which it used [0-9]+\\.[0-9] s of CPU time\n[^]*"));

  const std::string unasked = scratch.write(
      "unasked.yaml",
      "rules: {side: 12}\nrepeats: 2\nplayers: [{name: loud, command: [sh, -c, 'echo ready to play >&2; cat']}]\n"
      "sequencers: [{name: lost, command: [sh, -c, 'echo no idea >&2; exit 4']}]\n");
  CHECK_THAT(
      run_command(test::program + " run " + unasked + " --out " + (scratch / "unasked")).output,
      Catch::Contains("  loud: sequencer_failed: exit:4, 2 games; first on lost, repeat 0, before its first turn\n"
                      "    the sequencer's last words: no idea\n"));
}

TEST_CASE("run --debug: one game in this process, from the start or from a turn of a trace", "[conformance]") {
  const Scratch scratch;
  const std::string config = scratch.write(
      "cup.yaml", "rules: {side: 12}\nrepeats: 1\nplayers: [diagonal, {name: w, plugin: '" + test::plugins +
                      "wicked_player.so', options: {does: throw, turn: 6}}]\nsequencers: [random]\n");
  const auto run = [&](const std::string& arguments) {
    return run_command(test::program + " run " + config + " --out " + (scratch / "out") + " " + arguments);
  };
  CHECK(run("").exit_code == 0);
  const Run whole = run("--debug w");
  CHECK_THAT(whole.output, Catch::StartsWith("turn 0: accepted") && Catch::Contains("turn 6: no answer") &&
                               Catch::Contains("crashed: tired"));
  const std::string trace = scratch / "out/traces/" + names_in(scratch / "out/traces").back();
  const Run late = run("--debug w --trace-from " + trace + " --turn 5");
  CHECK(late.output == whole.output.substr(whole.output.find("turn 5")));
  CHECK(run("--debug w --trace-from " + trace + " --turn 99").exit_code == 2);
  CHECK(run("--debug none").exit_code == 2);
}

}  // namespace conformance_test
