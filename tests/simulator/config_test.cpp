#include "pentocity/tournament/config.hpp"

#include <set>

#include "catch.hpp"
#include "paths.hpp"
#include "scratch.hpp"

namespace config_test {

using namespace pentocity;
using namespace pentocity::isolation;
using namespace pentocity::entrants;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::test;
using match::Isolation, match::Limits, match::Require, match::player_seed, match::stream_seeds;

namespace {

const std::string players = "players: [naive]\n", sequencers = "sequencers: [random]\n", both = players + sequencers;

Config config_of(const std::string& text, const Overrides& overrides = {}) {
  const Scratch scratch;
  return load_config(scratch.write("cup.yaml", text), overrides);
}

// What load_config() says about a text, without the folder of the file.
std::string complaint(const std::string& text, const Overrides& overrides = {}) {
  const Scratch scratch;
  const std::string path = scratch.write("cup.yaml", text), folder = scratch / "";
  try {
    load_config(path, overrides);
  } catch (const InputError& e) {
    std::string message = e.what();
    for (std::size_t at = 0; (at = message.find(folder)) != message.npos;) message.erase(at, folder.size());
    return message;
  }
  return "no complaint";
}

Overrides repeats(int n) { return {{}, {}, n, {}}; }

std::string plugin(const std::string& name) { return test::plugins + name + ".so"; }

}  // namespace

TEST_CASE("config: all that can be said", "[harness]") {
  const Config config = config_of(R"(
rules: {profile: tournament-2016, side: 20, on_invalid: skip}
repeats: 3
seed: 9007199254740991
time_limit: 1.5min
move_wall_limit: 250ms
handshake_limit: 1h
game_wall_limit: 20min
memory_limit: 512MiB
isolation: none
failures: codes
players:
  - naive
  - {name: again, player: naive}
sequencers:
  - random
  - {name: pcg, sequencer: random, options: {generator: pcg}}
)");
  CHECK(config.name == "cup");
  const Schedule& schedule = config.schedule;
  Rules rules = Rules::tournament_2016();
  rules.side = 20;
  rules.on_invalid = OnInvalid::skip;
  CHECK(schedule.rules == rules);
  CHECK(schedule.seed == max_seed);
  CHECK(schedule.seeds == stream_seeds(max_seed, 3));
  CHECK(schedule.limits == Limits{90, 0.25, 3600, 1200, std::uint64_t{512} << 20});
  CHECK(config.hosting.isolation == Isolation::none);
  CHECK(config.schedule.failures == Failures::codes);
  CHECK(schedule.players == std::vector<match::EntrantId>{{"naive", R"({"player":"naive","options":{}})"},
                                                          {"again", R"({"player":"naive","options":{}})"}});
  CHECK(schedule.sequencers ==
        std::vector<match::EntrantId>{{"random", R"({"sequencer":"random","options":{"generator":"java"}})"},
                                      {"pcg", R"({"sequencer":"random","options":{"generator":"pcg"}})"}});
}

TEST_CASE("config: what is left out", "[harness]") {
  const Config config = config_of(both);
  CHECK(config.schedule.rules == Rules::report());
  CHECK(config.schedule.seed == default_seed);
  CHECK(config.schedule.repeats() == default_repeats);
  CHECK(config.schedule.limits == Limits{300, 60, 10, 600, std::uint64_t{2} << 30});
  CHECK(config.hosting.isolation == Isolation::plugins);
  CHECK(config.hosting.confinement->require == default_requirement());
  CHECK(config.schedule.failures == Failures::apart);
}

TEST_CASE("config: null is what is left out, and a number may be in quotes", "[harness]") {
  const Schedule schedule =
      config_of(
          R"({"rules": null, "repeats": "3", "seed": "7", "time_limit": null, "slow": "true", "claims": null,
          "players": [{"name": null, "player": "jigsaw", "plugin": null, "options": {"random_walks": "20", "scan": null}}],
          "sequencers": ["random"]})")
          .schedule;
  CHECK(schedule.rules == Rules::report());
  CHECK(schedule.repeats() == 3);
  CHECK(schedule.seed == 7);
  CHECK(schedule.limits.time == 300);
  CHECK(schedule.players.at(0).name == "jigsaw");
  CHECK_THAT(schedule.players.at(0).identity, Catch::Contains(R"("random_walks":20)"));
  CHECK(complaint("players: ~\n" + sequencers) ==
        "cup.yaml:1:10: 'players' has no value (what begins with # is a comment, unless it is quoted)");
  CHECK(complaint("plyers: ~\n" + both) == "cup.yaml:1:1: unknown key 'plyers', did you mean 'players'?");
  CHECK(complaint("repeats: 'three'\n" + both) ==
        "cup.yaml:1:10: 'repeats' must be an integer from 1 to 1000000, not 'three'");
}

TEST_CASE("config: names with commas, colons and signs of equality, of 100 letters of any script", "[harness]") {
  std::string cyrillic;
  for (int i = 0; i < 100; ++i) cyrillic += "\xd0\x94";
  const std::string text =
      "players:\n- {name: 'a,b', player: jigsaw}\n- {name: 'a:b=c', player: jigsaw}\n- {name: " + cyrillic +
      ", player: naive}\nsequencers:\n- {name: 'r,s,t', sequencer: random}\n- g1\n";
  const auto names = [&](const std::vector<std::string>& chosen) {
    return names_of(config_of(text, {chosen, {}, {}, {}}).players);
  };
  CHECK(names({"a", "b"}) == std::vector<std::string>{"a,b"});
  CHECK(names({"a:b=c", "a", "b"}) == std::vector<std::string>{"a,b", "a:b=c"});
  CHECK(names({cyrillic}) == std::vector<std::string>{cyrillic});
  CHECK(names_of(config_of(text, {{}, {"g1", "r", "s", "t"}, {}, {}}).sequencers) ==
        std::vector<std::string>{"r,s,t", "g1"});
  CHECK(complaint(text, {{"a", "c"}, {}, {}, {}}) == "--players: 'a' is not in cup.yaml, did you mean 'a,b'?");
  Overrides overrides;
  overrides.options = {"a:b=c:random_walks=20", "a,b:random_walks=30"};
  const Config config = config_of(text, overrides);
  CHECK(config.players.at(0).options.integer("random_walks") == 30);
  CHECK(config.players.at(1).options.integer("random_walks") == 20);
}

TEST_CASE("config: isolation is a word, or a mapping with what is required", "[harness]") {
  const auto hosting = [](const std::string& text) { return config_of("isolation: " + text + "\n" + both).hosting; };
  CHECK(hosting("{mode: all, require: all}").isolation == Isolation::all);
  CHECK(hosting("{mode: all, require: all}").confinement->require == Require::all);
  CHECK(hosting("{mode: none}").isolation == Isolation::none);
  CHECK(hosting("{mode: none, require: box}").confinement->require == Require::box);
  CHECK(hosting("{require: all}").isolation == Isolation::plugins);
  CHECK(hosting("{require: all}").confinement->require == Require::all);
  CHECK(hosting("{require: none}").confinement->require == Require::none);
  const auto wrong = [](const std::string& text) { return complaint("isolation: " + text + "\n" + both); };
  CHECK(wrong("some") == "cup.yaml:1:12: 'isolation' must be all or plugins or none, not 'some'");
  CHECK(wrong("{mode: some}") == "cup.yaml:1:19: 'mode' must be all or plugins or none, not 'some'");
  CHECK(wrong("{mode: all, require: files}") == "cup.yaml:1:33: 'require' must be all or box or none, not 'files'");
  CHECK_THAT(wrong("{mode: all, requires: all}"), Catch::Contains("cup.yaml:1:24: ") && Catch::Contains("'require'"));
  CHECK_THAT(wrong("[all]"), Catch::StartsWith("cup.yaml:1:12: "));
}

TEST_CASE("config: listed seeds are used as they are, and count the repeats", "[harness]") {
  const Schedule schedule = config_of("seeds: [869, 84, 869]\n" + both).schedule;
  CHECK(schedule.seeds == std::vector<std::uint64_t>{869, 84, 869});
  CHECK_FALSE(schedule.seed);
  CHECK(config_of("seeds: [869, 84]\nrepeats: 2\n" + both).schedule.repeats() == 2);
}

TEST_CASE("config: the command line overrides", "[harness]") {
  const std::string text = "seeds: [869, 84]\nplayers: [naive, diagonal]\nsequencers: [random, g1, g6]\n";
  Overrides overrides;
  overrides.players = {"diagonal"};
  overrides.sequencers = {"g6", "random"};
  overrides.seed = 7;
  const Schedule schedule = config_of(text, overrides).schedule;
  REQUIRE(schedule.players.size() == 1);
  CHECK(schedule.players[0].name == "diagonal");
  REQUIRE(schedule.sequencers.size() == 2);
  CHECK(schedule.sequencers[0].name == "random");  // the order of the config
  CHECK(schedule.sequencers[1].name == "g6");
  CHECK(schedule.seeds == stream_seeds(7, 2));  // as many as the list had
  overrides.repeats = 5;
  CHECK(config_of(text, overrides).schedule.seeds == stream_seeds(7, 5));
  CHECK(config_of("repeats: 3\n" + both, repeats(4)).schedule.repeats() == 4);
  CHECK(config_of(text, repeats(2)).schedule.seeds == std::vector<std::uint64_t>{869, 84});
}

TEST_CASE("config: by names alone", "[harness]") {
  const Overrides names{{"naive", "diagonal"}, {"g6"}, 3, 11};
  const Config config = config_of_names("tournament-2016", names);
  CHECK(config.schedule.rules == Rules::tournament_2016());
  CHECK(config.schedule.seeds == stream_seeds(11, 3));
  CHECK(config.players.size() == 2);
  CHECK(config.schedule.sequencers[0].name == "g6");
  const auto complaint_of = [](const std::string& profile, const Overrides& overrides) -> std::string {
    try {
      config_of_names(profile, overrides);
    } catch (const InputError& e) {
      return e.what();
    }
    return "no complaint";
  };
  CHECK(complaint_of("report", {{"naiv"}, {"g6"}, {}, {}}) ==
        "--players: there is no player 'naiv', did you mean 'naive'?");
  CHECK(complaint_of("report", {{"naive"}, {"randon"}, {}, {}}) ==
        "--sequencers: there is no sequencer 'randon', did you mean 'random'?");
  CHECK(complaint_of("report", {{"naive", "naive"}, {"g6"}, {}, {}}) ==
        "--players: 'naive' is given twice; for two versions of it, give them names in a config");
  CHECK(complaint_of("reprot", {{"naive"}, {"g6"}, {}, {}}) ==
        "--rules: there are no rules 'reprot', did you mean 'report'?");
}

TEST_CASE("config: whatever is wrong is one line with its place", "[harness]") {
  const std::pair<std::string, std::string> cases[] = {
      // the whole
      {"", "cup.yaml: the file is empty"},
      {"[]", "cup.yaml:1:1: this must be a mapping, not a list"},
      {"players: [naive\n", "cup.yaml:1:10: broken YAML: this bracket is not closed"},
      {"rulse: report\n" + both, "cup.yaml:1:1: unknown key 'rulse', did you mean 'rules'?"},
      {both + players, "cup.yaml:3:1: key 'players' is given twice"},
      {players, "cup.yaml:1:1: the key 'sequencers' is missing"},
      {sequencers, "cup.yaml:1:1: the key 'players' is missing"},
      // rules
      {"rules: reprot\n" + both, "cup.yaml:1:8: there are no rules 'reprot', did you mean 'report'?"},
      {"rules: [report]\n" + both, "cup.yaml:1:8: 'rules' must be a word, not a list"},
      {"rules: {profile: 2016}\n" + both,
       "cup.yaml:1:18: there are no rules '2016'; known are report, tournament-2016"},
      {"rules: {sied: 3}\n" + both, "cup.yaml:1:9: the mapping 'rules' has no option 'sied', did you mean 'side'?"},
      {"rules: {side: 3}\n" + both, "cup.yaml:1:15: option 'side' is 3: expected 4 to 128"},
      {"rules: {side: 129}\n" + both, "cup.yaml:1:15: option 'side' is 129: expected 4 to 128"},
      {"rules: {side: wide}\n" + both, "cup.yaml:1:15: option 'side' takes an integer, not 'wide'"},
      {"rules: {max_rejects: 0}\n" + both, "cup.yaml:1:22: option 'max_rejects' is 0: expected 1 to 1000000"},
      {"rules: {on_invalid: ignore}\n" + both,
       "cup.yaml:1:21: option 'on_invalid' is 'ignore': expected one of abort, skip"},
      {"rules: {factory_bonus: yes}\n" + both,
       "cup.yaml:1:24: option 'factory_bonus' is 'yes': expected true or false"},
      // repeats and seeds
      {"repeats: 0\n" + both, "cup.yaml:1:10: 'repeats' must be an integer from 1 to 1000000, not '0'"},
      {"repeats: many\n" + both, "cup.yaml:1:10: 'repeats' must be an integer from 1 to 1000000, not 'many'"},
      {"seed: -1\n" + both, "cup.yaml:1:7: 'seed' must be an integer from 0 to 9007199254740991, not '-1'"},
      {"seed: 9007199254740992\n" + both,
       "cup.yaml:1:7: 'seed' must be an integer from 0 to 9007199254740991, not '9007199254740992'"},
      {"seed: 1e3\n" + both, "cup.yaml:1:7: 'seed' must be an integer from 0 to 9007199254740991, not '1e3'"},
      {"seeds: 7\n" + both, "cup.yaml:1:8: 'seeds' must be a list, not '7'"},
      {"seeds: []\n" + both, "cup.yaml:1:8: the list is empty"},
      {"seeds: [1, x]\n" + both, "cup.yaml:1:12: 'seeds' must be an integer from 0 to 9007199254740991, not 'x'"},
      {"seed: 1\nseeds: [1]\n" + both, "cup.yaml:2:8: 'seed' and 'seeds' exclude each other"},
      {"seeds: [1, 2]\nrepeats: 3\n" + both,
       "cup.yaml:2:10: 'repeats' is 3, but there are 2 seeds, one for each repeat: leave 'repeats' out"},
      // limits
      {"time_limit: 300\n" + both,
       "cup.yaml:1:13: 'time_limit' must be a time of 1ms or more, such as 300s, 500ms, 5min or 1h, not '300'"},
      {"time_limit: -1s\n" + both,
       "cup.yaml:1:13: 'time_limit' must be a time of 1ms or more, such as 300s, 500ms, 5min or 1h, not '-1s'"},
      {"move_wall_limit: 0s\n" + both,
       "cup.yaml:1:18: 'move_wall_limit' must be a time of 1ms or more, such as 300s, 500ms, 5min or 1h, not '0s'"},
      {"handshake_limit: infs\n" + both,
       "cup.yaml:1:18: 'handshake_limit' must be a time of 1ms or more, such as 300s, 500ms, 5min or 1h, not 'infs'"},
      {"memory_limit: 2 gigs\n" + both,
       "cup.yaml:1:15: 'memory_limit' must be a size of 1MiB or more, such as 2GiB or 512MiB, not '2 gigs'"},
      {"memory_limit: 10B\n" + both,
       "cup.yaml:1:15: 'memory_limit' must be a size of 1MiB or more, such as 2GiB or 512MiB, not '10B'"},
      {"isolation: some\n" + both, "cup.yaml:1:12: 'isolation' must be all or plugins or none, not 'some'"},
      {"failures: 0\n" + both, "cup.yaml:1:11: 'failures' must be apart or zero or codes, not '0'"},
      // players
      {"players: naive\n" + sequencers, "cup.yaml:1:10: 'players' must be a list, not 'naive'"},
      {"players: []\n" + sequencers, "cup.yaml:1:10: the list is empty"},
      {"players: [naiev]\n" + sequencers, "cup.yaml:1:11: there is no player 'naiev', did you mean 'naive'?"},
      {"players: [naive, naive]\n" + sequencers,
       "cup.yaml:1:18: the name 'naive' is given twice: set another with the key 'name'"},
      {"players: [[naive]]\n" + sequencers, "cup.yaml:1:11: 'players' must be a word, not a list"},
      {"players:\n- {player: naiev}\n" + sequencers,
       "cup.yaml:2:12: there is no player 'naiev', did you mean 'naive'?"},
      {"players:\n- {plyer: naive}\n" + sequencers, "cup.yaml:2:4: unknown key 'plyer', did you mean 'player'?"},
      {"players:\n- {name: x}\n" + sequencers,
       "cup.yaml:2:3: one of the keys player, plugin, command, java, wasm is missing"},
      {"players:\n- {player: naive, plugin: x.so}\n" + sequencers,
       "cup.yaml:2:19: 'player' and 'plugin' exclude each other"},
      {"players:\n- {player: naive, options: 3}\n" + sequencers, "cup.yaml:2:28: 'options' must be a mapping, not '3'"},
      {"players:\n- {player: naive, options: {deep: 3}}\n" + sequencers,
       "cup.yaml:2:29: player 'naive' takes no options"},
      {"players:\n- {player: jigsaw, options: {as_submited: true}}\n" + sequencers,
       "cup.yaml:2:30: player 'jigsaw' has no option 'as_submited', did you mean 'as_submitted'?"},
      {"players:\n- {player: naive, name: ''}\n" + sequencers,
       "cup.yaml:2:25: a name must have at least one character"},
      {"players:\n- {player: naive, name: \"a\\nb\"}\n" + sequencers,
       "cup.yaml:2:25: the name \"a\\nb\" has characters that cannot be printed"},
      {"players:\n- {player: naive, name: " + std::string(101, 'x') + "}\n" + sequencers,
       "cup.yaml:2:25: the name '" + std::string(101, 'x') + "' has 101 characters: at most 100 are allowed"},
      // sequencers
      {players + "sequencers: [randon]\n", "cup.yaml:2:14: there is no sequencer 'randon', did you mean 'random'?"},
      {players + "sequencers:\n- {sequencer: random, options: {generator: c}}\n",
       "cup.yaml:3:44: option 'generator' is 'c': expected one of java, pcg"},
      {players + "sequencers:\n- {sequencer: random, options: {seed: 3}}\n",
       "cup.yaml:3:33: sequencer 'random' has no option 'seed'; known are generator"},
      {players + "sequencers:\n- {name: x, options: {}}\n",
       "cup.yaml:3:3: one of the keys sequencer, plugin, command, java, wasm, mix is missing"},
      {players + "sequencers:\n- {mix: there.yaml}\n",
       "cup.yaml:3:9: there.yaml: cannot be read: No such file or directory"},
      // commands
      {"players:\n- {command: [pentocity-none]}\n" + sequencers,
       "cup.yaml:2:14: there is no program 'pentocity-none' on the PATH"},
      {"players:\n- {command: [./none]}\n" + sequencers,
       "cup.yaml:2:14: there is no program './none' that can be started"},
      {"players:\n- {command: []}\n" + sequencers,
       "cup.yaml:2:13: the command has no words: expected such as [python3, my.py]"},
      {"players:\n- {command: python3}\n" + sequencers, "cup.yaml:2:13: 'command' must be a list, not 'python3'"},
      // plugins
      {"players:\n- {plugin: ./libmine.so}\n" + sequencers,
       "cup.yaml:2:12: libmine.so: cannot be read: No such file or directory"},
      {"players:\n- {plugin: .}\n" + sequencers, "cup.yaml:2:12: : cannot be read: Is a directory"},
      {"players:\n- {plugin: " + plugin("foreign") + "}\n" + sequencers,
       "cup.yaml:2:12: '" + plugin("foreign") + "' is no Pentocity plugin: it lacks the symbol pentocity_abi"},
      {"players:\n- {plugin: " + plugin("other_abi") + "}\n" + sequencers,
       "cup.yaml:2:12: '" + plugin("other_abi") + "' was built for 'pentocity-abi/0 gcc-abi/1', this program is '" +
           abi_tag + "': build it again"},
      {"players:\n- {plugin: " + plugin("empty_spec") + "}\n" + sequencers,
       "cup.yaml:2:12: '" + plugin("empty_spec") + "' makes no player"},
      {"players:\n- {plugin: " + plugin("wicked_sequencer") + "}\n" + sequencers,
       "cup.yaml:2:12: '" + plugin("wicked_sequencer") +
           "' has no player: it lacks the symbol pentocity_player, but has pentocity_sequencer"},
      {players + "sequencers:\n- {plugin: " + plugin("wicked_player") + "}\n",
       "cup.yaml:3:12: '" + plugin("wicked_player") +
           "' has no sequencer: it lacks the symbol pentocity_sequencer, but has pentocity_player"},
      {players + "sequencers:\n- {plugin: " + plugin("own_generator") + "}\n",
       "cup.yaml:3:12: '" + plugin("own_generator") +
           "' declares the option 'generator', which every sequencer has already"},
      {"players:\n- {plugin: " + plugin("wicked_player") + ", options: {weight: 1.5}}\n" + sequencers,
       "cup.yaml:2:" + std::to_string(32 + plugin("wicked_player").size()) +
           ": option 'weight' is 1.5: expected 0 to 1"},
  };
  for (const auto& [text, message] : cases) {
    CAPTURE(text);
    CHECK(complaint(text) == message);
  }
}

TEST_CASE("config: a file that is no library", "[harness]") {
  const Scratch scratch;
  scratch.write("libmine.so", "no library");
  const std::string path = scratch.write("cup.yaml", "players:\n- {plugin: libmine.so}\n" + sequencers);
  CHECK_THROWS_WITH(load_config(path),
                    Catch::StartsWith(path + ":2:12: '" + (scratch / "libmine.so") + "' is no shared library"));
  std::string other = bytes_of(test::examples + "/libexample_corner_player.so");
  constexpr std::size_t machine = 18;
  other[machine] = static_cast<char>(~other[machine]);
  scratch.write("libmine.so", other);
  CHECK_THROWS_WITH(load_config(path), path + ":2:12: '" + (scratch / "libmine.so") +
                                           "' was built for another kind of processor than this program: build it on "
                                           "this machine");
}

TEST_CASE("config: whether a player plays in this process is decided alike with a config and without", "[harness]") {
  const Scratch scratch;
  const std::string plugin = test::examples + "/libexample_corner_player.so";
  const std::string path = scratch.write("cup.yaml", "players:\n- {plugin: '" + plugin + "'}\n" + sequencers);
  Overrides without;
  without.players = {plugin};
  without.sequencers = {"random"};
  for (const match::Isolation isolation : {match::Isolation::plugins, match::Isolation::none}) {
    Overrides with;
    with.isolation = without.isolation = isolation;
    const bool isolated = isolation == match::Isolation::plugins;
    CHECK(load_config(path, with).players[0].isolated == isolated);
    CHECK(config_of_names("report", without).players[0].isolated == isolated);
  }
}

TEST_CASE("config: what the command line gets wrong", "[harness]") {
  const std::string text = "seeds: [869, 84]\n" + both;
  CHECK(complaint(text, {{"naiv"}, {}, {}, {}}) == "--players: 'naiv' is not in cup.yaml, did you mean 'naive'?");
  CHECK(complaint(text, {{"naive"}, {"g1"}, {}, {}}) == "--sequencers: 'g1' is not in cup.yaml; known are random");
  CHECK(complaint(text, repeats(3)) ==
        "--repeats 3: cup.yaml lists 2 seeds, one for each repeat; --seed replaces the list");
}

TEST_CASE("config: plugins and mixes are known by their contents", "[harness]") {
  const Scratch scratch;
  const auto entrants = [&](const std::string& mix) {
    scratch.write("sub/town.yaml", mix);
    const std::string text = "players: [{plugin: '" + plugin("wicked_player") + "', options: {weight: 1}}]\n" +
                             "sequencers: [{name: town, mix: town.yaml}]\n";
    return load_config(scratch.write("sub/cup.yaml", text)).schedule;  // the mix is in the folder of the config
  };
  const Schedule first = entrants("phases: [{requests: [{weight: 1, residence: X}]}]\n");
  const Schedule second = entrants("phases: [{requests: [{weight: 1, residence: I}]}]\n");
  CHECK(first.players[0].name == "wicked");
  CHECK(first.players == second.players);
  CHECK(first.sequencers[0].name == "town");
  CHECK(first.sequencers[0].identity != second.sequencers[0].identity);
  CHECK(game_key(first.players[0], first.sequencers[0]) != game_key(second.players[0], second.sequencers[0]));
  CHECK(config_hash(first) == config_hash(second));
}

TEST_CASE("schedule: the hash covers rules, seeds and limits, nothing else", "[harness]") {
  const auto hash = [](const std::string& text) { return config_hash(config_of(text + both).schedule); };
  const std::string plain = hash("");
  CHECK(plain.size() == 16);
  for (const std::string same : {"repeats: 77\n", "failures: zero\n", "isolation: none\n", "seed: 2016\n",
                                 "rules: report\n", "rules: {max_rejects: 3}\n", "time_limit: 5min\n"})
    CHECK(hash(same) == plain);
  std::set<std::string> hashes{plain};
  for (const std::string other : {"rules: tournament-2016\n", "rules: {side: 49}\n", "seed: 2017\n", "seeds: [2016]\n",
                                  "seeds: [2016, 1]\n", "time_limit: 1s\n", "move_wall_limit: 1s\n",
                                  "handshake_limit: 1s\n", "game_wall_limit: 1s\n", "memory_limit: 1GiB\n"})
    CHECK(hashes.insert(hash(other)).second);
  CHECK(config_hash(config_of("players: [diagonal]\nsequencers: [g1]\n").schedule) == plain);
}

TEST_CASE("schedule: seeds", "[harness]") {
  // Written down, so that they stay what they are: results folders and published figures depend on them.
  CHECK(stream_seeds(2016, 2) == std::vector<std::uint64_t>{5764369103750739, 5682113714600035});
  CHECK(player_seed(869, 0, "jigsaw") == 2665486152788620);
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const std::uint64_t s : stream_seeds(seed, 100)) {
      CHECK(s <= max_seed);
      CHECK(seen.insert(s).second);
      CHECK(seen.insert(player_seed(s, 0, "a")).second);
      CHECK(seen.insert(player_seed(s, 1, "a")).second);
      CHECK(seen.insert(player_seed(s, 0, "b")).second);
    }
  CHECK(player_seed(5, 3, "a") == player_seed(5, 3, "a"));
}

TEST_CASE("schedule: games are numbered, and shards part them evenly", "[harness]") {
  Schedule schedule;
  schedule.seeds.resize(12);
  schedule.players.resize(4);
  schedule.sequencers.resize(6);
  for (std::size_t i = 0; i < schedule.games(); ++i) {
    const GameId id = schedule.game(i);
    CHECK(schedule.number_of(id) == i);
    CHECK((id.player < 4 && id.sequencer < 6 && id.repeat < 12));
  }
  for (const int count : {1, 2, 3, 4, 12})
    for (int player = 0; player < 4; ++player)
      for (int sequencer = 0; sequencer < 6; ++sequencer) {
        std::vector<int> games(static_cast<std::size_t>(count));
        for (int repeat = 0; repeat < 12; ++repeat)
          for (int shard = 0; shard < count; ++shard)
            games[shard] += plays({shard, count}, {player, sequencer, repeat});
        for (const int n : games) CHECK(n == 12 / count);
      }
}

}  // namespace config_test
