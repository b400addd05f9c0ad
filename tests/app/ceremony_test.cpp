// Commitments, rosters and contributions: what a host has promised holds, and nobody chooses the requests.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/league/league.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/results/store.hpp"
#include "pentocity/tournament/commitment.hpp"
#include "pentocity/tournament/config.hpp"
#include "scratch.hpp"
#include "streams.hpp"

namespace ceremony_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::entrants;
using namespace pentocity::league;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

Secret secret_number(int number) { return *Secret::of_hex(fmt::format("{:064x}", number)); }

Run pentocity_run(const std::string& arguments) { return run_command(test::program + " " + arguments); }

const std::string head = "rules: {side: 12}\nrepeats: 2\nseed: secret\nfailures: zero\n";
const std::string tail = "sequencers: [random, {name: mine, mix: mine.yaml}]\n";

std::string players() {
  return "players:\n- {name: ada, command: [python3, ada/ada.py]}\n- {name: floor, player: naive}\n";
}

// A folder with a config and a player, which makes no promises yet.
struct Cup {
  Scratch scratch;
  std::string config, folder = scratch / "out";

  Cup() {
    scratch.write("mine.yaml", "phases: [{requests: [{factory: 2x3}, {residence: X}]}]\n");
    scratch.write("ada/ada.py", bytes_of(test::sources + "/docs/examples/edges.py"));
    config = scratch.write("cup.yaml", head + players() + tail);
  }
  Run call(const std::string& command, const std::string& options = "") const {
    return pentocity_run(fmt::format("{} {} --out {} {}", command, config, folder, options));
  }
  void promise() const {
    REQUIRE(call("commit").exit_code == 0);
    REQUIRE(call("close").exit_code == 0);
  }
  // What a run says with another text of the config.
  std::string refused(const std::string& text, const std::string& options = "") const {
    scratch.write("cup.yaml", text);
    const Run run = call("run", options);
    CHECK(run.exit_code == 2);
    CHECK(std::ranges::count(run.output, '\n') == 1);
    scratch.write("cup.yaml", head + players() + tail);
    return run.output;
  }
};

std::string first_digits(const std::string& output, const std::string& word) {
  const std::size_t at = output.find(word);
  REQUIRE(at != output.npos);
  return output.substr(at + word.size(), 64);
}

}  // namespace

TEST_CASE("ceremony: no two sequencers begin alike under a secret", "[ceremony]") {
  // How many repeats begin with the same three requests.
  const auto alike = [](const std::string& a, const std::string& b) {
    int out = 0;
    for (int repeat = 0; repeat < 200; ++repeat) {
      const Draw draw(secret_number(5), {});
      const auto begin = [&](const std::string& name) {
        const SequencerEntry entry = built_in_sequencer(name);
        return requests_of(*entry.make(50, draw.stream(repeat, entry.draws_as)), 3);
      };
      out += begin(a) == begin(b);
    }
    return out;
  };
  CHECK(alike("random", "tailheavy") == 0);
  CHECK(alike("random", "industrialization") == 0);
  CHECK(alike("tailheavy", "industrialization") == 0);
}

TEST_CASE("ceremony: what sets a sequencer's draws apart", "[ceremony]") {
  const Scratch scratch;
  scratch.write("mine.yaml", "phases: [{requests: [{factory: 2x3}]}]\n");
  const std::string encore = "{plugin: " + test::examples + "/libexample_encore.so";
  const Config config = load_config(scratch.write(
      "cup.yaml", "seed: secret\nplayers: [naive]\nsequencers: [random, {name: again, sequencer: random},\n  " +
                      encore + ", name: four, options: {times: 4}},\n  " + encore + "}, {name: m, mix: mine.yaml}]\n"));
  std::vector<std::string> draws;
  for (const SequencerEntry& entry : config.sequencers) draws.push_back(entry.draws_as);
  CHECK(draws[0] == "random");
  CHECK(draws[1] == "random");
  CHECK(same_draws(config.sequencers) == std::pair<std::string, std::string>("random", "again"));
  CHECK(draws[2] == "encore\n{\"times\":4}");
  CHECK(draws[3] == "encore");
  CHECK(draws[4] == "mine\nphases: [{requests: [{factory: 2x3}]}]\n");
}

TEST_CASE("ceremony: the derivation, computed by another program", "[ceremony]") {
  // With hashlib, from the description in docs/reference/running.md alone.
  const std::string program = R"(
import hashlib, struct, sys
def hashed(purpose, key, *texts):
    out = hashlib.blake2b(digest_size=32, key=key)
    for text in (b"pentocity 1 " + purpose, *texts):
        out.update(struct.pack("<Q", len(text)) + text)
    return out.digest()
secret, repeat, sequencer, *more = sys.argv[1:]
key = bytes.fromhex(secret)
while more:
    kind, name, value, *more = more
    key = hashed(kind.encode(), key, name.encode(), value.encode())
print(hashed(b"stream", key, struct.pack("<Q", int(repeat)), sequencer.encode()).hex())
)";
  const Scratch scratch;
  const std::string file = scratch.write("twin.py", program);
  for (int number = 2; number < 6; ++number) {
    Derivation derivation;
    std::string more;
    for (int i = 3; i <= number; ++i) {
      derivation.contributions.push_back({fmt::format("p{}", i), secret_number(i).hex()});
      more += fmt::format(" contribution p{} {}", i, secret_number(i).hex());
    }
    if (number == 5) {
      derivation.beacon = "tower", derivation.beacon_value = "42";
      more += " beacon tower 42";
    }
    const Draw draw(secret_number(100 + number), derivation);
    const Run twin = run_command(fmt::format("python3 {} {} {} tailheavy{}", file, draw.secret().hex(), number, more));
    CHECK(twin.output == fmt::format("{:02x}\n", fmt::join(*draw.stream(number, "tailheavy").key, "")));
  }
}

TEST_CASE("ceremony: what is published of a folder is enough to play the same games elsewhere", "[ceremony]") {
  const Scratch scratch;
  const std::string names =
      "run --players naive --sequencers random,tailheavy --rules report --repeats 2 --seed secret";
  const std::string out = scratch / "out";
  REQUIRE(pentocity_run(names + " --trace all --out " + out).exit_code == 0);
  REQUIRE(pentocity_run("reveal " + out).exit_code == 0);
  CHECK(json::parse(bytes_of(out + "/revealed.json"))["derivation"] == derivation_version);
  CHECK(pentocity_run("audit --partial " + out).exit_code == 0);
  CHECK(pentocity_run(names + " --out " + (scratch / "twin") + " --secret " + out + "/revealed.json").exit_code == 0);
  CHECK(json::parse(bytes_of(out + "/summary.json"))["digest"] ==
        json::parse(bytes_of(scratch / "twin/summary.json"))["digest"]);
}

TEST_CASE("ceremony: commitment and roster, and what a run refuses", "[ceremony][long]") {
  const Cup cup;
  // Players need not be known.
  cup.scratch.write("cup.yaml", head + tail);
  const Run committed = cup.call("commit");
  CHECK(committed.exit_code == 0);
  const std::string digest = first_digits(committed.output, "commitment  ");
  CHECK(digest == blake2b(bytes_of(cup.folder + "/commitment.json")));
  CHECK(read_secret(cup.folder + "/secret").commitment() == commitment_of_folder(cup.folder)->secret);
  CHECK(bytes_of(cup.folder + "/commitment.json").find(read_secret(cup.folder + "/secret").hex()) == std::string::npos);
  CHECK(first_digits(cup.call("commit").output, "commitment  ") == digest);  // once more changes nothing
  cup.scratch.write("cup.yaml", head + players() + tail);
  CHECK_THAT(cup.call("run").output, Catch::Contains("entries are not closed yet"));
  const Run closed = cup.call("close");
  CHECK(closed.exit_code == 0);
  CHECK(first_digits(closed.output, "roster  ") == blake2b(bytes_of(cup.folder + "/roster.json")));
  const json roster = json::parse(bytes_of(cup.folder + "/roster.json"));
  CHECK(roster["commitment"] == digest);
  CHECK(roster["players"][0]["identity"]["files"][0]["ada.py"] == blake2b(bytes_of(cup.scratch / "ada/ada.py")));
  CHECK(roster["players"][1]["identity"]["player"] == "naive");

  // Nothing of the config but what decides no game may change.
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != text.npos);
  };
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = head + players() + tail;
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  contains(cup.refused(replaced("side: 12", "side: 13")), "commitment.json: promises something else, and what");
  contains(cup.refused(replaced("repeats: 2", "repeats: 3\ntime_limit: 1s")),
           "and what was published stands: limits.time: expected 300.0, found 1.0; repeats: expected 2, found 3\n");
  contains(cup.refused(replaced("repeats: 2", "repeats: 3")), "repeats: expected 2, found 3");
  contains(cup.refused(replaced("repeats: 2", "repeats: 1")), "repeats: expected 2, found 1");
  contains(cup.refused(head + players() + tail, "--repeats 3"), "repeats: expected at most 2, found 3");
  contains(cup.refused(replaced("failures: zero", "failures: apart")), "failures: expected \"zero\", found \"apart\"");
  contains(cup.refused(replaced("failures: zero", "failures: zero\ntime_limit: 1s")), "limits.time: expected 300.0");
  contains(cup.refused(replaced("failures: zero", "failures: zero\nisolation: all")),
           "isolation.mode: expected \"plugins\"");
  contains(cup.refused(replaced("failures: zero", "failures: zero\nlockstep: false")), "lockstep: expected nothing");
  contains(cup.refused(replaced("random,", "tailheavy,")), "sequencers");
  contains(cup.refused(replaced("seed: secret", "seed: 5")), "promises `seed: secret`");
  contains(cup.refused(replaced("player: naive", "player: diagonal")), "player 'floor': player: expected");
  contains(cup.refused(replaced("- {name: floor, player: naive}\n", "")), "'floor', which cup does not name");
  contains(cup.refused(replaced("player: naive}", "player: naive}\n- jigsaw")), "player 'jigsaw': expected nothing");
  contains(cup.refused(replaced("ada.py]", "ada.py], options: {x: 1}")), "player 'ada': options.x");
  contains(cup.refused(head + players() + tail, "--fresh"), "--fresh: ");
  contains(cup.refused(head + players() + tail, "--option ada:x=1"), "player 'ada': options.x");
  for (const std::string file : {"ada/ada.py", "mine.yaml"}) {
    const std::string text = bytes_of(cup.scratch / file);
    cup.scratch.write(file, text + "\n");
    contains(cup.refused(head + players() + tail),
             file == "ada/ada.py" ? "player 'ada': files[0][\"ada.py\"]" : "sequencers[1]");
    cup.scratch.write(file, text);
  }
  // A file beside the program, which no list names, but which its process sees.
  if (isolation::makes_boxes()) {
    cup.scratch.write("ada/beside.py", "\n");
    contains(cup.refused(head + players() + tail), "player 'ada': files[0][\"beside.py\"]");
    fs::remove(cup.scratch / "ada/beside.py");
  }
  CHECK_FALSE(fs::exists(cup.folder + "/results.sqlite"));

  // A part of the cup may be played first; the whole is what was promised.
  CHECK(cup.call("run", "--players floor --repeats 1").exit_code == 0);
  CHECK(cup.call("run", "--trace all").exit_code == 0);
  CHECK(pentocity_run("reveal " + cup.folder).exit_code == 0);
  const Schedule played = read_schedule(cup.folder);
  CHECK(differences(*commitment_of_folder(cup.folder), played).empty());
  CHECK(differences(*roster_of_folder(cup.folder), played).empty());
  Schedule other = played;
  other.players.pop_back();
  CHECK(differences(*roster_of_folder(cup.folder), other).front().field == "player 'floor'");
  other = played;
  other.limits.time = 1;
  CHECK(differences(*commitment_of_folder(cup.folder), other).front().field == "limits.time");
  other = played;
  other.set_repeats(1);
  CHECK(differences(*commitment_of_folder(cup.folder), other).front().field == "repeats");

  // Two sequencers with the same requests are no secret.
  const std::string twice = cup.scratch.write("twice.yaml", head + "sequencers: [g6, {name: x, sequencer: g6}]\n");
  CHECK_THAT(pentocity_run("commit " + twice + " --out " + (cup.scratch / "twice")).output,
             Catch::Contains("sequencers 'g6' and 'x' are the same"));

  // What was published stands, to the byte.
  cup.scratch.write("cup.yaml", replaced("repeats: 2", "repeats: 4"));
  CHECK_THAT(cup.call("commit").output, Catch::Contains("what was published stands: repeats: expected 2, found 4"));
  std::string text = bytes_of(cup.folder + "/commitment.json");
  cup.scratch.write("out/commitment.json", text + "\n");
  CHECK_THAT(cup.call("run").output, Catch::Contains("commitment.json: is not as Pentocity "));
  CHECK(pentocity_run(fmt::format("merge {} {}", cup.scratch / "joined", cup.folder)).exit_code == 2);
  cup.scratch.write("out/commitment.json", text);
  CHECK(pentocity_run(fmt::format("merge {} {}", cup.scratch / "joined", cup.folder)).exit_code == 0);
  CHECK(bytes_of(cup.scratch / "joined/commitment.json") == text);
  CHECK(bytes_of(cup.scratch / "joined/roster.json") == bytes_of(cup.folder + "/roster.json"));
}

TEST_CASE("ceremony: authors contribute to the draw", "[ceremony]") {
  const Cup cup;
  cup.scratch.write("cup.yaml", head + "beacon: tower of the town\n" + tail);
  const std::string hash = first_digits(cup.call("commit").output, "commitment  ");
  const auto contribute = [&](const std::string& name, const std::string& to) {
    const Run run = pentocity_run("contribute --to " + to + " --out " + (cup.scratch / name));
    CHECK(run.exit_code == 0);
    return first_digits(run.output, "contribution: ");
  };
  const std::string ada = contribute("ada.number", hash),
                    floor = contribute("floor.number", cup.folder + "/commitment.json");
  const auto number_of = [&](const std::string& name) { return bytes_of(cup.scratch / name).substr(0, 64); };
  CHECK(ada == contribution_commitment(number_of("ada.number"), hash));
  CHECK(floor == contribution_commitment(number_of("floor.number"), hash));
  CHECK(pentocity_run("contribute --to " + hash + " --out " + (cup.scratch / "ada.number")).exit_code == 2);
  CHECK_THAT(pentocity_run("contribute --to nowhere --out " + (cup.scratch / "x")).output,
             Catch::Contains("--to: expected the 64 digits that `commit` printed"));
  const auto text = [](const std::string& a, const std::string& b) {
    return head + "beacon: tower of the town\nplayers: [{name: ada, player: diagonal, contribution: " + a +
           "},\n {name: floor, player: naive, contribution: " + b +
           "}, jigsaw]\nclaims:\n- {idea: of floor, compare: [ada, floor], expect: {min: -9999}}\n"
           "- {idea: of all, compare: [jigsaw], lead: true, expect: {min: -9999}}\n"
           "- {idea: of others, compare: [jigsaw], expect: {min: -9999}}\n" +
           tail;
  };
  cup.scratch.write("cup.yaml", text(ada, "12ab"));
  CHECK_THAT(cup.call("close").output, Catch::Contains("'contribution' must be the 64"));
  cup.scratch.write("cup.yaml", text(ada, ada));
  CHECK_THAT(cup.call("close").output, Catch::Contains("'ada' and 'floor' have the same 'contribution'"));
  cup.scratch.write("cup.yaml", text(ada, floor));
  REQUIRE(cup.call("close").exit_code == 0);
  cup.scratch.write("beacon.txt", "42\n");
  const std::string beacon = " --beacon " + (cup.scratch / "beacon.txt");
  const std::string given = " --contributions " + (cup.scratch / "numbers") + beacon;
  CHECK_THAT(cup.call("run").output, Catch::Contains("give those that they have revealed with --contributions"));

  fs::create_directory(cup.scratch / "numbers");
  cup.scratch.write("numbers/ada.number", std::string(64, '1') + "\n");
  CHECK_THAT(
      cup.call("run", given).output,
      Catch::Contains(fmt::format("{}: its number does not fit the commitment of 'ada' in roster.json: expected {}",
                                  cup.scratch / "numbers/ada.number", ada)));
  cup.scratch.write("numbers/ada.number", "1\n");
  CHECK_THAT(cup.call("run", given).output, Catch::Contains("numbers/ada.number: no number of"));
  fs::copy_file(cup.scratch / "ada.number", cup.scratch / "numbers/ada.number", fs::copy_options::overwrite_existing);
  cup.scratch.write("numbers/x", std::string(64, '1') + "\n");
  CHECK_THAT(cup.call("run", given).output, Catch::Contains("numbers/x: its number fits the commitment of no player"));
  fs::remove(cup.scratch / "numbers/x");
  CHECK_THAT(cup.call("run", "--contributions " + (cup.scratch / "numbers")).output,
             Catch::Contains("names a beacon: give what it has said"));

  // Who does not reveal is out, and the others play. It can be seen beforehand.
  const Run dry = cup.call("run", given + " --dry-run");
  CHECK(dry.exit_code == 0);
  CHECK_THAT(dry.output, Catch::Contains("'floor' does not play") && Catch::Contains("8 games, 8 to play"));
  CHECK_FALSE(fs::exists(cup.folder + "/results.sqlite"));
  const Run run = cup.call("run", given + " --trace all");
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("'floor' does not play: its author has not revealed"));
  CHECK_THAT(run.output, Catch::Matches("[^]*\n  of floor  [^\n]* 0  undecided\n  of all  [^\n]* undecided\n"
                                        "  of others  [^\n]* 2  holds\n[^]*"));
  const Schedule played = read_schedule(cup.folder);
  CHECK(numbers_of(played.players).size() == 2);
  CHECK(played.derivation.contributions ==
        std::vector<Contribution>{{"ada", bytes_of(cup.scratch / "ada.number").substr(0, 64)}});
  CHECK(played.derivation.beacon_value == "42");
  CHECK(differences(*roster_of_folder(cup.folder), played).empty());
  CHECK_THAT(cup.call("run", "--dry-run").output, Catch::Contains("8 games, 0 to play"));
  // The same command goes on, also without the files; another number of contributions draws something else.
  CHECK(cup.call("run").exit_code == 0);
  CHECK(cup.call("run", given).exit_code == 0);
  fs::copy_file(cup.scratch / "floor.number", cup.scratch / "numbers/floor.number");
  CHECK_THAT(cup.call("run", given).output, Catch::Contains("were drawn with other contributions"));
  CHECK(pentocity_run("reveal " + cup.folder).exit_code == 0);
  CHECK_THAT(pentocity_run("audit " + cup.folder).output, Catch::Contains("nothing amiss"));
  const Draw draw = read_draw(cup.folder + "/revealed.json");
  CHECK(draw.derivation() == played.derivation);
  CHECK(read_draw(cup.folder + "/secret").derivation() == played.derivation);
  CHECK(draw.stream(0, "random").key != Draw(draw.secret(), {}).stream(0, "random").key);

  // Whoever played nevertheless is found.
  Schedule other = played;
  other.players.push_back({"floor", roster_of_folder(cup.folder)->players[1].identity});
  CHECK(differences(*roster_of_folder(cup.folder), other).front().field == "player 'floor'");
  other = played;
  other.derivation.contributions[0].number = std::string(64, '2');
  CHECK(differences(*roster_of_folder(cup.folder), other).front().field == "contribution of 'ada'");
}

TEST_CASE("ceremony: who is disqualified is in no table, and the others stay as they are", "[ceremony]") {
  const Cup cup;
  cup.scratch.write("cup.yaml", head + "players: [naive, diagonal, {name: cleo, player: jigsaw}]\n" + tail);
  const auto disqualify = [&](const std::string& player, const std::string& why = "'two \u202e entries'") {
    return pentocity_run(fmt::format("disqualify {} {} --why {}", cup.folder, player, why));
  };
  const auto refused = [&](const Run& run, const std::string& why) {
    CHECK(run.exit_code == 2);
    CHECK(std::ranges::count(run.output, '\n') == 1);
    CHECK_THAT(run.output, Catch::Contains(why));
  };
  const std::string out = cup.folder + "/disqualified.json", told = "it is disqualified: two \\u202e entries";
  const auto rows = [&](const std::string& player) {
    const Schedule schedule = read_schedule(cup.folder);
    std::vector<std::string> all;
    Store(cup.folder, schedule, Store::Access::look).for_each_row([&](const GameRow& row, const std::string& key) {
      if (row.player == player) all.push_back(fmt::format("{} {} {} {}", row.sequencer, row.repeat, row.score, key));
    });
    return all;
  };
  const auto digest = [](const Run& run) { return run.output.substr(run.output.rfind("digest")); };

  cup.scratch.write("open.yaml", head + "players: [naive, diagonal, {name: cleo, player: jigsaw}]\n" + tail);
  refused(disqualify("cleo"), "entries are not closed: take 'cleo' out of the config");
  cup.promise();
  refused(disqualify("chleo"), "has no player 'chleo', did you mean 'cleo'?");
  refused(disqualify("cleo", "''"), "--why: its value is empty");
  // Before the games.
  CHECK(disqualify("cleo").exit_code == 0);
  const Run two = cup.call("run", "--trace all");
  CHECK(two.exit_code == 0);
  CHECK_THAT(two.output, Catch::Contains("'cleo' does not play: " + told));
  CHECK(rows("cleo").empty());
  const auto others = rows("naive");
  CHECK(others.size() == 4);
  // Taken back, and said again after the games.
  fs::remove(out);
  const Run three = cup.call("run", "--trace all --anew naive --anew diagonal");
  CAPTURE(three.output);
  REQUIRE(three.exit_code == 0);
  CHECK(rows("cleo").size() == 4);
  CHECK(rows("naive") == others);
  const Run again = disqualify("cleo", "late");
  CHECK(again.exit_code == 0);
  CHECK_THAT(again.output, Catch::Contains("its 4 stored games in the folder count nowhere"));
  CHECK(disqualify("cleo").exit_code == 0);
  CHECK(rows("cleo").size() == 4);
  CHECK(bytes_of(cup.folder + "/summary.json").find("cleo") == std::string::npos);
  CHECK(pentocity_run("report " + cup.folder).output.find("cleo") == std::string::npos);
  CHECK_THAT(cup.call("run", "--dry-run").output, Catch::Contains("8 games, 0 to play"));
  refused(disqualify("nobody"), "has no player 'nobody'");
  // Whoever checks it is told who and why, and that the others are as agreed.
  REQUIRE(pentocity_run("reveal " + cup.folder).exit_code == 0);
  const auto audit = [&] {
    return pentocity_run(fmt::format("audit {} --config {} --commitment {} --commitment {}", cup.folder, cup.config,
                                     cup.folder + "/commitment.json", cup.folder + "/roster.json"));
  };
  const Run whole = audit();
  CAPTURE(whole.output);
  CHECK(whole.exit_code == 0);
  CHECK_THAT(whole.output,
             Catch::StartsWith("out: 'cleo', disqualified after entries were closed: two \\u202e entries; ") &&
                 Catch::Contains(" 8 rows, 8 traces, 8 games played again: nothing amiss"));
  CHECK(digest(whole) == digest(two));
  // Parts that were played before or after belong together.
  const std::string merged = cup.scratch / "merged";
  REQUIRE(pentocity_run(fmt::format("merge {} {} --trace all", merged, cup.folder)).exit_code == 0);
  CHECK(bytes_of(merged + "/disqualified.json") == bytes_of(out));
  CHECK(digest(pentocity_run("audit " + merged + " --partial")) == digest(two));
  // Who takes a player out in silence is found.
  const std::string text = bytes_of(out);
  fs::remove(out);
  CHECK_THAT(audit().output, Catch::Contains("player 'cleo': expected among those that play, found nothing"));
  cup.scratch.write("out/disqualified.json", text + " ");
  CHECK_THAT(audit().output, Catch::Contains("disqualified.json: file: expected what Pentocity writes"));
  // A secret stays one while named games are open, and is known by its number of games also in parts.
  cup.scratch.write("out/disqualified.json", text);
  const std::string part = cup.scratch / "part";
  CHECK(pentocity_run(fmt::format("run {} --out {} --players naive,cleo", cup.scratch / "open.yaml", part)).exit_code ==
        0);
  CHECK(pentocity_run(fmt::format("disqualify {} cleo --why late", part)).exit_code == 0);
  const Run early = pentocity_run("reveal " + part);
  CHECK(early.exit_code == 2);
  CHECK_THAT(early.output, Catch::Contains("4 of 8 games are still to be played"));
  CHECK(pentocity_run(fmt::format("run {} --out {}", cup.scratch / "open.yaml", part)).exit_code == 0);
  CHECK(pentocity_run("reveal " + part).exit_code == 0);
  // Who begins anew lets it in again.
  CHECK(pentocity_run(fmt::format("run {} --out {} --delete-all", cup.scratch / "open.yaml", part))
            .output.find("disqualified") == std::string::npos);
  // The last one is not taken out.
  cup.scratch.write("out/disqualified.json", text);
  CHECK(disqualify("naive").exit_code == 0);
  refused(disqualify("diagonal"), "'diagonal' is the last one who plays");
}

TEST_CASE("ceremony: a league commits to each batch", "[ceremony]") {
  const Scratch scratch;
  const std::string league = scratch / "league", batch = league + "/batches/0001";
  const Run made = pentocity_run("league " + league + " add naive diagonal jigsaw --sequencers g6,random");
  REQUIRE(made.exit_code == 0);
  const std::string digest = first_digits(made.output, "commitment of the first batch: ");
  CHECK(digest == blake2b(bytes_of(batch + "/commitment.json")));
  REQUIRE(pentocity_run("league " + league + " play --games 8").exit_code == 0);
  const json plan = json::parse(bytes_of(batch + "/batch.json"));
  CHECK(plan["commitment_digest"] == digest);
  CHECK(plan["roster_digest"] == blake2b(bytes_of(batch + "/roster.json")));
  CHECK(plan["derivation"] == derivation_version);
  const Schedule played = read_schedule(batch);
  CHECK(differences(*commitment_of_folder(batch), played).empty());
  CHECK(differences(*roster_of_folder(batch), played).empty());
  CHECK(roster_of_folder(batch)->commitment == digest);
  CHECK(pentocity_run("audit " + batch).output.find("nothing amiss") != std::string::npos);
  CHECK_THAT(pentocity_run("league " + league + " table").output,
             Catch::Contains("commitment of the next batch: " + *league_commitment_digest(league)));
}

TEST_CASE("ceremony: the example of docs/how-to/hosting.md, from the commitment to the audit", "[ceremony][long]") {
  // Its blocks `sh` are one program, which runs where docs/examples is.
  const Scratch scratch;
  const std::string page = input::read_file(test::sources + "/docs/how-to/hosting.md");
  std::string script = "set -eu\nPATH=" + fs::path(test::program).parent_path().string() + ":$PATH\n";
  for (std::size_t at = 0; (at = page.find("\n```sh\n", at)) != page.npos;) {
    const std::size_t begin = at + 7, end = page.find("\n```\n", begin);
    script += page.substr(begin, end - begin) + "\n";
    at = end;
  }
  // Where boxes cannot be made, the cup is held without them.
  if (!isolation::missing_confinement().empty())
    for (const std::string require = ", require: all"; script.find(require) != script.npos;)
      script.erase(script.find(require), require.size());
  fs::create_directory_symlink(test::sources + "/docs", scratch / "docs");
  const Run run = run_command("cd " + scratch.write("ceremony.sh", script).substr(0, (scratch / "").size()) +
                              " && umask 022 && sh ceremony.sh");
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("'cleo' does not play") && Catch::Contains("\nout: 'cleo'") &&
                             Catch::Contains("nothing amiss"));
}

}  // namespace ceremony_test
