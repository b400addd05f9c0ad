// `pentocity audit` against a host who lies: what he altered, what he played otherwise than agreed, and what he made
// up.
#include <fmt/format.h>
#include <sqlite3.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/results/files.hpp"
#include "scratch.hpp"

namespace audit_lies_test {

using namespace pentocity;
using namespace pentocity::results;
using namespace pentocity::test;
namespace fs = std::filesystem;

namespace {

// With sanitizers a process has no limit of what it asks for between two looks of its warden.
#if defined(PENTOCITY_ADDRESS_SANITIZER) || defined(PENTOCITY_THREAD_SANITIZER)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

const std::string binary = test::program;
const std::string mock = test::commands + "mock_player";

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(bytes_of(path)); }

Run call(const std::string& words) { return run_command(binary + " " + words); }

// What was agreed for a small cup, and its results.
struct Cup {
  Scratch scratch;
  std::string agreed =
      "rules: {side: 12}\nrepeats: 2\nseed: 5\ntime_limit: 5s\nmove_wall_limit: 10s\nhandshake_limit: 10s\n"
      "game_wall_limit: 60s\nmemory_limit: 64MiB\nfailures: zero\nplayers: [{name: rival, command: ['" +
      mock + "', play]}, {name: hosts, player: naive}]\nsequencers: [random, g6]\n";
  std::string config, folder = scratch / "out";

  explicit Cup(const std::string& from = "", const std::string& to = "") {
    replace(agreed, from, to);
    config = scratch.write("cup.yaml", agreed);
    REQUIRE(call("run " + config + " --trace all --out " + folder).exit_code == 0);
  }

  static void replace(std::string& text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != text.npos);
    text.replace(text.find(from), from.size(), to);
  }
  // The agreed config with these changes, played into another folder.
  std::string played(const std::vector<std::pair<std::string, std::string>>& changes,
                     const std::string& options = "") const {
    std::string text = agreed;
    for (const auto& [from, to] : changes) replace(text, from, to);
    const std::string other = scratch / "other";
    fs::remove_all(other);
    const Run run = call("run " + scratch.write("other.yaml", text) + " --trace all --out " + other + options);
    CAPTURE(run.output);
    REQUIRE(run.exit_code == 0);
    return other;
  }
  static void alter(const std::string& of, const std::string& sql) {
    sqlite3* database = nullptr;
    REQUIRE(sqlite3_open((of + "/results.sqlite").c_str(), &database) == SQLITE_OK);
    CHECK(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
  }
  // Games that were played otherwise, given out for those of the agreed config, with all that follows from them.
  std::string passed_off(const std::string& other) const {
    alter(other,
          "ATTACH '" + folder +
              "/results.sqlite' AS honest; UPDATE run SET (config, config_hash) = (SELECT config, config_hash FROM "
              "honest.run); UPDATE game SET key = (SELECT key FROM honest.game AS h WHERE h.player = game.player AND "
              "h.sequencer = game.sequencer AND h.repeat = game.repeat)");
    for (const std::string& name : names_in(other + "/traces")) {
      std::string text = read_gzip_file(other + "/traces/" + name);
      const std::size_t at = text.find("\"cpu_limit_s\":");
      text.replace(at, text.find('}', at) - at, "\"cpu_limit_s\":5.0");
      write_file(other + "/traces/" + name, gzip(text), OnDisk::later);
    }
    return summed_up(other);
  }
  // With a summary of what the rows say now.
  std::string summed_up(const std::string& of, const std::string& traces = "all") const {
    const std::string out = scratch / "merged";
    REQUIRE(call("merge " + out + " " + of + " --fresh --trace " + traces).exit_code <= 1);
    return out;
  }
  // A copy with changes, and a summary of them.
  std::string altered(const std::string& sql) const {
    const std::string copy = scratch / "copy";
    fs::remove_all(copy);
    fs::copy(folder, copy, fs::copy_options::recursive);
    alter(copy, sql);
    return summed_up(copy);
  }
  Run audit(const std::string& of, const std::string& options = "") const {
    return call("audit " + of + " --config " + config + " " + options);
  }
  // Noticed, and named, whatever is accepted as unchecked.
  void finds(const std::string& of, const std::string& what, const std::string& options = "") const {
    const Run run = audit(of, "--partial " + options);
    CAPTURE(run.output);
    CHECK(run.exit_code == 1);
    CHECK_THAT(run.output, Catch::Contains(what));
  }
};

}  // namespace

TEST_CASE("audit of a liar: an honest cup is whole, and what is missing for an audit is named", "[audit][lies]") {
  const Cup cup;
  const Run whole = cup.audit(cup.folder);
  CAPTURE(whole.output);
  CHECK(whole.exit_code == 0);
  CHECK_THAT(whole.output,
             Catch::StartsWith("audit: the config, 8 rows, 8 traces, 8 games played again: nothing amiss\n"));
  const auto lacks = [&](const std::string& options, const std::string& what) {
    const Run run = call("audit " + cup.folder + options);
    CAPTURE(options, run.output);
    CHECK(run.exit_code == 7);
    CHECK_THAT(run.output, Catch::Contains(what) && Catch::Contains("nothing amiss, "));
    CHECK(call("audit " + cup.folder + options + " --partial").exit_code == 0);
  };
  const std::string config = " --config " + cup.config;
  lacks("", "not compared with a config: rules, seeds, repeats, limits, failures, players, sequencers: --config ");
  lacks("", "not played again: 4 games: 'rival' is not built in, or of another version: --config ");
  lacks(config + " --games 3", "not played again: 5 games: --games leaves them out\n");
  // A player whose files somebody else has.
  std::string text = cup.agreed;
  Cup::replace(text, mock, "/nowhere/player");
  const std::string theirs = " --config " + cup.scratch.write("theirs.yaml", text);
  CHECK(call("audit " + cup.folder + theirs).exit_code == 2);
  lacks(theirs + " --players hosts", "not compared: what 'rival' is made from: ");
  lacks(theirs + " --players hosts", "not played again: 4 games: 'rival' is one whose files are not here\n");
  CHECK_THAT(call("audit " + cup.folder + theirs + " --players ghosts").output,
             Catch::Contains("did you mean 'hosts'?"));
  fs::remove_all(cup.folder + "/traces");
  lacks("", "not replayed: 4 games: ");
  CHECK(cup.audit(cup.folder).exit_code == 0);  // played again, they need none
}

TEST_CASE("audit of a liar: what was agreed", "[audit][lies][long]") {
  const Cup cup;
  struct Lie {
    std::string from, to, found;
  };
  for (const Lie& lie : std::vector<Lie>{
           {"side: 12", "side: 13", "rules.side: expected 12, found 13"},
           {"{side: 12}", "{side: 12, max_rejects: 4}", "rules.max_rejects: expected 3, found 4"},
           {"{side: 12}", "{side: 12, factory_bonus: true}", "rules.factory_bonus: expected false, found true"},
           {"{side: 12}", "{profile: tournament-2016, side: 12}",
            "rules.on_invalid: expected \"skip\", found \"abort\""},
           {"repeats: 2", "repeats: 1", "schedule: repeats: expected 2, found 1"},
           {"repeats: 2", "repeats: 3", "schedule: repeats: expected 2, found 3"},
           {"seed: 5", "seed: 6", "schedule: seed: expected 5, found 6"},
           {"seed: 5", "seed: secret", "schedule: seed: expected 5, found \"secret\""},
           {"seed: 5", "seeds: [5, 6]", "schedule: seeds: expected nothing, found [5,6]"},
           {"time_limit: 5s", "time_limit: 6s", "limits.time: expected 5.0, found 6.0"},
           {"move_wall_limit: 10s", "move_wall_limit: 9s", "limits.move_wall: expected 10.0, found 9.0"},
           {"handshake_limit: 10s", "handshake_limit: 9s", "limits.handshake: expected 10.0, found 9.0"},
           {"game_wall_limit: 60s", "game_wall_limit: 59s", "limits.game_wall: expected 60.0, found 59.0"},
           {"memory_limit: 64MiB", "memory_limit: 65MiB", "limits.memory: expected 67108864, found 68157440"},
           {"failures: zero", "failures: apart", "schedule: failures: expected \"zero\", found \"apart\""},
           {", {name: hosts, player: naive}", "", "player 'hosts': expected among those that play, found nothing"},
           {"{name: hosts,", "{name: more, player: diagonal}, {name: hosts,",
            "player 'more': expected nothing, found among those that play"},
           {"', play]", "', none]", "player 'rival': command: expected "},
           {"play]}", "play], options: {depth: 2}}", "player 'rival': options.depth: expected nothing, found 2"},
           {"player: naive", "player: diagonal", "player 'hosts': player: expected \"naive\", found \"diagonal\""},
           {", g6]", "]", "sequencer 'g6': expected among those that play, found nothing"},
           {", g6]", ", g6, g2]", "sequencer 'g2': expected nothing, found among those that play"},
           {"[random", "[{sequencer: random, options: {generator: pcg}}",
            "sequencer 'random': options.generator: expected "}}) {
    CAPTURE(lie.from, lie.to);
    cup.finds(cup.played({{lie.from, lie.to}}), lie.found, "--games 0");
  }
  cup.finds(cup.played({}, " --players hosts"), "player 'rival': expected among those that play, found nothing");
  cup.finds(cup.played({}, " --sequencers g6"), "sequencer 'random': expected among those that play, found nothing");
  cup.finds(cup.played({}, " --lockstep true"), "schedule: lockstep: expected false, found true");
  // Only listed in another order.
  CHECK(cup.audit(cup.played({{"[random, g6]", "[g6, random]"}})).exit_code == 0);
  // The schedule says it, and games are left out.
  cup.finds(cup.altered("DELETE FROM game WHERE player = 'rival' AND sequencer = 'g6' AND repeat = 1"),
            "results.sqlite: rival on g6: rows: expected 2, found 1\n");
  cup.finds(cup.altered("DELETE FROM game WHERE player = 'rival'"), "rival on random: rows: expected 2, found 0\n");
}

TEST_CASE("audit of a liar: other bytes under the name of a player or a sequencer", "[audit][lies]") {
  Cup cup;
  const auto with_files = [&](const std::string& table) {
    cup.scratch.write("table", table);
    return cup.played(
        {{"', play]}", "', play], files: [table]}"}, {"[random, g6]", "[{name: random, mix: mix.yaml}, g6]"}});
  };
  cup.scratch.write("mix.yaml", "name: m\nphases: [{requests: [{factory: 2x3}, {residence: X}]}]\n");
  with_files("agreed");
  Cup::replace(cup.agreed, "', play]}", "', play], files: [table]}");
  Cup::replace(cup.agreed, "[random, g6]", "[{name: random, mix: mix.yaml}, g6]");
  cup.scratch.write("cup.yaml", cup.agreed);
  fs::copy(cup.scratch / "other", cup.scratch / "kept", fs::copy_options::recursive);
  const std::string kept = cup.scratch / "kept";
  CHECK(cup.audit(kept).exit_code == 0);
  cup.scratch.write("table", "another");
  cup.finds(kept, "player 'rival': files[1].table: expected ");  // after its program, by name
  cup.scratch.write("table", "agreed");
  cup.scratch.write("mix.yaml", "name: m\nphases: [{requests: [{factory: 2x2}]}]\n");
  cup.finds(kept, "sequencer 'random': mix: expected ");
}

TEST_CASE("audit of a liar: other games under the name of the rival", "[audit][lies][long]") {
  const Cup cup;
  const auto with = [&](const std::string& does, const std::string& limit = "", const std::string& short_limit = "") {
    std::vector<std::pair<std::string, std::string>> changes{{"play]", does + "]"}};
    if (!limit.empty()) changes.emplace_back(limit, short_limit);
    return cup.passed_off(cup.played(changes, " --jobs 4"));
  };
  // Limits that never came near; the rows, traces and summary are those of games that did end so.
  cup.finds(with("sleep", "move_wall_limit: 10s", "move_wall_limit: 100ms"),
            "results.sqlite: rival on random, repeat 0: error: expected no limit at turn 2, up to which it used ");
  cup.finds(with("loop", "time_limit: 5s", "time_limit: 100ms"), "of 5 s here, found timeout (cpu)");
  cup.finds(with("sleep", "game_wall_limit: 60s", "game_wall_limit: 300ms"), "of 60 s here, found timeout (game)");
  cup.finds(with("mute", "handshake_limit: 10s", "handshake_limit: 100ms"), "of 10 s here, found timeout (handshake)");
  if (!sanitized) cup.finds(with("memory"), "of 6.71e+07 bytes here, found crashed (memory)");
  // Crashes, and moves that it would not make.
  cup.finds(with("exit"), "rival on random, repeat 0: status: expected ok, found crashed");
  cup.finds(with("die"), "rival on random, repeat 0: status: expected ok, found crashed");
  cup.finds(with("garbage"), "rival on random, repeat 0: invalid_moves: expected 0, found 3");
  // What could not be played again is named, and what a row itself tells against it is found.
  const std::string forged = with("sleep", "move_wall_limit: 10s", "move_wall_limit: 100ms");
  const Run run = call("audit " + forged + " --partial");
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.output, Catch::Contains("wall_seconds: expected at least 10, the limit that ended the game, found "));
}

TEST_CASE("audit of a liar: limits that did end games are reached again", "[audit][lies][long]") {
  for (const auto& [does, limit, shorter] : {std::tuple("sleep", "move_wall_limit: 10s", "move_wall_limit: 200ms"),
                                             {"loop", "time_limit: 5s", "time_limit: 200ms"},
                                             {"mute", "handshake_limit: 10s", "handshake_limit: 500ms"},
                                             {"memory", "repeats: 2", "repeats: 1"}}) {
    CAPTURE(does);
    if (sanitized && does == std::string("memory")) continue;
    Cup cup;
    const std::vector<std::pair<std::string, std::string>> changes{{"play]", std::string(does) + "]"},
                                                                   {limit, shorter}};
    const std::string other = cup.played(changes, " --jobs 4");
    for (const auto& [from, to] : changes) Cup::replace(cup.agreed, from, to);
    cup.scratch.write("cup.yaml", cup.agreed);
    const Run run = cup.audit(other, "--jobs 4");
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    CHECK_THAT(run.output, Catch::Contains(" to a limit that ended them): nothing amiss\n"));
    // A player of the host's that did not answer in time is given out for one that did.
    if (does == std::string("sleep")) {
      fs::copy(cup.folder, cup.scratch / "well", fs::copy_options::recursive);
      fs::remove_all(cup.folder);
      fs::copy(other, cup.folder, fs::copy_options::recursive);
      cup.finds(
          cup.passed_off(cup.scratch / "well"),
          "status: expected timeout (wall), for here it took more than 2 times the limit, each of 3 times, found ok");
    }
  }
}

TEST_CASE("audit of a liar: a limit that comes near is neither confirmed nor refuted", "[audit][lies][long]") {
  // Each turn takes 20 ms, which is more than half of the limit.
  Cup cup("play]", "think]");
  Cup::replace(cup.agreed, "move_wall_limit: 10s", "move_wall_limit: 39ms");
  cup.scratch.write("cup.yaml", cup.agreed);
  REQUIRE(call("run " + cup.config + " --fresh --trace all --out " + cup.folder).exit_code == 0);
  const Run run = cup.audit(cup.passed_off(cup.played({{"think]", "sleep]"}})));
  CAPTURE(run.output);
  CHECK(run.exit_code != 1);
  // On a machine that is too busy the limit may be reached.
  CHECK((run.exit_code == 0 || run.output.find("not decided: ") != run.output.npos));
}

TEST_CASE("audit of a liar: rows without a trace, and without anybody to play them", "[audit][lies]") {
  const Cup cup;
  const auto bare = [&](const std::string& sql) {
    const std::string copy = cup.scratch / "bare";
    fs::remove_all(copy);
    fs::copy(cup.folder, copy, fs::copy_options::recursive);
    fs::remove_all(copy + "/traces");
    Cup::alter(copy, sql + " WHERE player = 'rival'");
    return cup.summed_up(copy, "none");
  };
  const auto alone = [&](const std::string& of) {
    const Run run = call("audit " + of + " --partial");
    CAPTURE(run.output);
    CHECK(run.exit_code == 1);
    return run.output;
  };
  CHECK(call("audit " + bare("UPDATE game SET cpu_seconds = 0") + " --partial").exit_code == 0);
  CHECK_THAT(alone(bare("UPDATE game SET score = 999")),
             Catch::Contains("rival on random, repeat 0: score: expected "));
  CHECK_THAT(alone(bare("UPDATE game SET road = road + 1")), Catch::Contains("repeat 0: empty: expected "));
  CHECK_THAT(alone(bare("UPDATE game SET rejects = 2")), Catch::Contains("repeat 0: rejects: expected 3, found 2"));
  CHECK_THAT(alone(bare("UPDATE game SET turns = turns + 5")), Catch::Contains("repeat 0: turns: expected "));
  CHECK_THAT(alone(bare("UPDATE game SET status = 'timeout', error = 'cpu'")),
             Catch::Contains("repeat 0: cpu_seconds: expected at least 5"));
  CHECK_THAT(alone(bare("UPDATE game SET status = 'timeout', error = 'boredom'")),
             Catch::Contains("repeat 0: error: expected cpu, wall, game, handshake, move_instructions or "
                             "game_instructions, found boredom"));
  // With the players at hand, all of it.
  for (const std::string change :
       {"score = 999", "status = 'timeout', error = 'wall', wall_seconds = 11", "status = 'crashed', error = 'exit:1'",
        "perimeter = perimeter + 1", "invalid_moves = 1",
        R"(faults = '{"bad_answer":{"moves":1,"turn":0,"said":"x"}}')"}) {
    CAPTURE(change);
    cup.finds(bare("UPDATE game SET " + change), "results.sqlite: rival on random, repeat 0: ");
  }
}

TEST_CASE("audit of a liar: traces that were taken away, or that belong to nothing", "[audit][lies]") {
  const Cup cup;
  const auto copy = [&] {
    fs::remove_all(cup.scratch / "copy");
    fs::copy(cup.folder, cup.scratch / "copy", fs::copy_options::recursive);
    return cup.scratch / "copy";
  };
  const std::string name = "/traces/" + names_in(cup.folder + "/traces").back();
  const std::string lacks = copy();
  fs::remove(lacks + name);
  cup.finds(lacks, name + ": file: expected a trace that a run with this --trace leaves, found nothing");
  const std::string more = copy();
  Cup::alter(more, "DELETE FROM game WHERE player = 'rival' AND repeat = 1");
  cup.finds(more, ": file: expected nothing: no stored game has a trace of this name, found a file");
  const std::string twice = copy();
  fs::copy_file(twice + name, twice + name + ".again.jsonl.gz");
  cup.finds(twice, ": file: expected nothing: no stored game has a trace of this name, found a file");
  fs::copy_file(twice + "/traces/" + names_in(cup.folder + "/traces").front(), twice + name,
                fs::copy_options::overwrite_existing);
  cup.finds(twice, name + ": ");
}

TEST_CASE("audit of a liar: secrets", "[audit][lies][secret]") {
  const Cup cup("seed: 5", "seed: secret");
  CHECK_THAT(cup.audit(cup.folder).output,
             Catch::Contains("not known: whether the secret was drawn before the players were there: --commitment"));
  CHECK(cup.audit(cup.folder).exit_code == 7);
  CHECK(cup.audit(cup.folder, "--partial").exit_code == 0);
  fs::remove(cup.folder + "/secret");
  const Run run = cup.audit(cup.folder);
  CHECK(run.exit_code == 7);
  CHECK_THAT(run.output, Catch::Contains("not drawn again: the requests: their secret is not revealed: ") &&
                             Catch::Contains("not played again: 8 games: their secret is not revealed\n"));
  CHECK(cup.audit(cup.folder, "--partial").exit_code == 0);
  // Another one than that of the results.
  const std::string other = cup.played({});
  fs::copy_file(other + "/secret", cup.folder + "/secret");
  cup.finds(cup.folder, "/secret: commitment: expected ");
}

TEST_CASE("audit of a liar: what was promised and published", "[audit][lies][secret][long]") {
  const Scratch scratch;
  const auto run = [](const std::string& words) {
    const Run done = call(words);
    CAPTURE(words, done.output);
    REQUIRE(done.exit_code == 0);
    return done.output;
  };
  const std::string head = "rules: {side: 12}\nrepeats: 2\nseed: secret\nsequencers: [random]\n", out = scratch / "out",
                    config = scratch.write("cup.yaml", head);
  const std::string hash = run("commit " + config + " --out " + out);
  fs::create_directory(scratch / "numbers");
  std::string players = "players:\n";
  for (const std::string name : {"ada", "cleo"}) {
    const std::string line =
        run("contribute --to " + out + "/commitment.json --out " + (scratch / name) + " 2>" + (scratch / "told"));
    players += "  - {name: " + name + ", command: ['" + mock + "', play], " + line.substr(0, line.find('\n')) + "}\n";
  }
  scratch.write("cup.yaml", head + players + "  - naive\n");
  run("close " + config + " --out " + out);
  fs::copy_file(scratch / "ada", scratch / "numbers/ada");
  const std::string numbers = " --contributions " + (scratch / "numbers");
  run("run " + config + " --out " + out + numbers + " --trace all");
  run("reveal " + out);
  const std::string audit = "audit " + out + " --config " + config;
  const std::string promised = " --commitment " + out + "/commitment.json",
                    roster = " --commitment " + out + "/roster.json";
  CHECK_THAT(
      run(audit + promised + roster + numbers),
      Catch::StartsWith(
          "out: 'cleo', whose author revealed no number, by --contributions\n"
          "audit: the config, the commitment, the roster, 4 rows, 4 traces, 4 games played again: nothing amiss\n"));
  // In place of the files, what the commands printed.
  std::string digests;
  for (const std::string file : {"commitment.json", "roster.json"})
    digests += " --commitment " + run_command("b2sum -l 256 " + out + "/" + file).output.substr(0, 64);
  run(audit + digests + numbers);
  const auto lacks = [&](const std::string& options, const std::string& what) {
    const Run done = call(audit + options);
    CAPTURE(options, done.output);
    CHECK(done.exit_code == 7);
    CHECK_THAT(done.output, Catch::Contains(what));
  };
  lacks(roster + numbers, "not known: whether the secret was drawn before the players were there: ");
  lacks(promised + numbers, "not known: whether the players were fixed before the games: ");
  lacks(promised + roster, "not known: whether the author of 'cleo' revealed his number: by the results he did not; ");
  const std::string secret_hash = json_of(out + "/revealed.json").at("commitment");
  run(audit + " --commitment " + secret_hash + roster + numbers);  // of a host who published no more

  const auto finds = [&](const std::string& options, const std::string& what) {
    const Run done = call(audit + options + " --partial");
    CAPTURE(options, done.output);
    CHECK(done.exit_code == 1);
    CHECK_THAT(done.output, Catch::Contains(what));
  };
  // A number that was revealed, and that the draw has not got.
  fs::copy_file(scratch / "cleo", scratch / "numbers/cleo");
  finds(promised + roster + numbers, "schedule: number of 'cleo': expected ");
  fs::remove(scratch / "numbers/cleo");
  // Other promises than those that were published.
  const std::string other = scratch / "other";
  scratch.write("other.yaml", "rules: {side: 13}\nrepeats: 2\nseed: secret\nsequencers: [random]\n");
  run("commit " + (scratch / "other.yaml") + " --out " + other);
  finds(" --commitment " + other + "/commitment.json", "out/commitment.json: hash: expected ");
  finds(" --commitment " + other + "/commitment.json", "schedule: secret: expected ");
  finds(" --commitment " + other + "/commitment.json", "schedule: rules.side: expected 13, found 12");
  finds(" --commitment " + std::string(64, 'a'), "schedule: commitment: expected aaaa");
  CHECK(call(audit + " --commitment " + config).exit_code == 2);
  // The folder's own promises are held against it, too.
  const std::string whole = bytes_of(out + "/roster.json");
  std::string forged = whole;
  Cup::replace(forged, "\"name\": \"naive\"", "\"name\": \"nobody\"");
  scratch.write("out/roster.json", forged);
  finds("", "schedule: player 'nobody': expected ");
  finds(digests, "found ");
  scratch.write("out/roster.json", "{}");
  finds("", "out/roster.json: file: expected what Pentocity writes, found ");
}

}  // namespace audit_lies_test
