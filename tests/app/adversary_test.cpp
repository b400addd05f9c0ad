#include "pentocity/search/adversary.hpp"

#include "catch.hpp"
#include "command.hpp"
#include "mix/mix.hpp"
#include "paths.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/input/user_error.hpp"
#include "scratch.hpp"

namespace pentocity::adversary_test {

using namespace entrants;
using namespace results;
using namespace search;
using namespace sequencers;
using match::player_seed, match::stream_seeds;

namespace {

AdversarySearch small_search() {
  AdversarySearch search;
  search.rules = Rules::tournament_2016();
  search.rules.side = 20;
  search.player = built_in_player("diagonal");
  search.others = {built_in_player("naive")};
  search.rounds = 4;
  search.games = 2;
  search.seed = 9;
  search.parse = [](const std::string& text) { return parse_mix(text, "a candidate"); };
  return search;
}

double mean_on(const AdversarySearch& search, const PlayerEntry& player, const SequencerEntry& stream,
               const std::vector<std::uint64_t>& seeds) {
  std::vector<SearchGame> games;
  for (const std::uint64_t seed : seeds) games.push_back({&player, &stream, seed});
  FailedGames failed;
  const double mean = *mean_of(*play_games(games, {.rules = search.rules}, failed));
  CHECK(failed.failed == 0);
  return mean;
}

// The built-in player, with a game in which it gives up when `gives_up` says so.
PlayerEntry giving_up(const std::string& name,
                      const std::function<bool(const Request&, std::uint64_t seed)>& gives_up) {
  class Session : public match::PlayerSession {
   public:
    Session(std::unique_ptr<match::PlayerSession> player, std::function<bool(const Request&)> gives_up)
        : player_(std::move(player)), gives_up_(std::move(gives_up)) {}
    Move play(const Request& request, const View& view) override {
      if (gives_up_(request)) throw std::runtime_error("gave up");
      return player_->play(request, view);
    }

   private:
    std::unique_ptr<match::PlayerSession> player_;
    std::function<bool(const Request&)> gives_up_;
  };
  PlayerEntry player = built_in_player(name);
  player.make_by([plays = built_in_player(name), gives_up](const Rules& rules, std::uint64_t seed) {
    return std::make_unique<Session>(plays.make(rules, seed),
                                     [=](const Request& request) { return gives_up(request, seed); });
  });
  return player;
}

// What the mix asks for, as a residence of this letter.
bool asks_for(const WorstMix& mix, char letter) {
  return mix.text.find(std::string("residence: ") + letter) != mix.text.npos;
}

TEST_CASE("adversary: finds a mix that is worse for the player than random, on seeds it has not seen") {
  test::Scratch scratch;
  const AdversarySearch search = small_search();
  const WorstMix worst = find_worst_mix(search);
  CHECK(worst.candidates > 100);
  const SequencerEntry mix = sequencer_of_file("mix", scratch.write("worst.yaml", worst.text));
  const auto mean = [&](const SequencerEntry& stream) {
    return mean_on(search, search.player, stream, stream_seeds(1234, 8));
  };
  CHECK(mean(mix) < 0.9 * mean(built_in_sequencer("random")));
}

TEST_CASE("adversary: a gap is how far the player is behind the best of the others, or least ahead of it") {
  test::Scratch scratch;
  for (const char* name : {"diagonal", "jigsaw"}) {
    AdversarySearch search = small_search();
    search.malice = Malice::gap;
    search.player = built_in_player(name);
    search.others.push_back(built_in_player("jigsaw"));
    if (search.player.name == "jigsaw") search.others = {built_in_player("naive"), built_in_player("diagonal")};
    const WorstMix worst = find_worst_mix(search);
    const SequencerEntry mix = sequencer_of_file("mix", scratch.write("worst.yaml", worst.text));
    const auto mean = [&](const PlayerEntry& player) {
      return mean_on(search, player, mix, stream_seeds(search.seed, search.games));
    };
    CHECK(worst.score == mean(search.player));
    CHECK(worst.value == worst.score - std::max(mean(search.others[0]), mean(search.others[1])));
    search.rounds = 0;
    CHECK(worst.value <= find_worst_mix(search).value);
    search.others.clear();
    CHECK_THROWS_AS(find_worst_mix(search), std::invalid_argument);
  }
}

TEST_CASE("adversary: the same search finds the same mix with any number of jobs", "[threads]") {
  AdversarySearch search = small_search();
  for (const Malice malice : {Malice::score, Malice::gap}) {
    search.malice = malice;
    search.jobs = 1;
    const WorstMix one = find_worst_mix(search);
    search.jobs = 3;
    const WorstMix three = find_worst_mix(search);
    CHECK(one.text == three.text);
    CHECK(one.score == three.score);
  }
}

TEST_CASE("adversary: more rounds never make it worse in training") {
  AdversarySearch search = small_search();
  double before = 1e9;
  for (const int rounds : {0, 2, 5}) {
    search.rounds = rounds;
    const double score = find_worst_mix(search).score;
    CHECK(score <= before);
    before = score;
  }
}

TEST_CASE("adversary: a search begins with the mixes of others") {
  test::Scratch scratch;
  AdversarySearch search = small_search();
  const WorstMix found = find_worst_mix(search);
  const auto begin_with = [&](const std::string& text) {
    search.from = {scratch.write("begin.yaml", text)};
    return find_worst_mix(search);
  };
  search.rounds = 0;
  const WorstMix same = begin_with(found.text);
  CHECK(same.text == found.text);
  CHECK(same.score == found.score);
  CHECK(same.candidates == 1);
  CHECK(begin_with("phases: [{requests: [{factory: 5x2}, {residence: L}]}]").text ==
        "phases:\n  - requests:\n      - {weight: 1, residence: L}\n      - {weight: 1, factory: 2x5}\n");
  search.rounds = 3;
  CHECK(begin_with(found.text).score <= found.score);
  for (const std::string wrong :
       {"phases: [{order: cycle, requests: [{factory: 5x2}]}]", "phases: [{requests: [{weight: 0.5, residence: L}]}]",
        "phases: [{requests: [{factory: {rows: [1, 5], columns: 2}}]}]", "phases: [{requests: [{residence: [XXXXX]}]}]",
        "phases: [{until_turn: 301, requests: [{residence: L}]}]"})
    CHECK_THROWS_AS(begin_with(wrong), InputError);
}

TEST_CASE("adversary: a failed game is no score, so that no search looks for crashes") {
  const Request x(Building::residence, *pentomino('X'));
  AdversarySearch search = small_search();
  search.player = giving_up("diagonal", [&](const Request& request, std::uint64_t) { return request == x; });
  const WorstMix worst = find_worst_mix(search);
  CHECK_FALSE(asks_for(worst, 'X'));
  CHECK(worst.score > 0);
  REQUIRE(worst.failed.size() == 1);
  CHECK(worst.failed[0].failed > 0);
  CHECK(worst.failed[0].games == static_cast<std::size_t>(worst.candidates * search.games));
  CHECK_THAT(worst.failed[0].first,
             Catch::StartsWith("on a candidate, seed ") && Catch::EndsWith(": crashed (gave up) at turn 0"));

  // Means are over the games that came to their end: half of the seeds, and the same mixes as with these alone.
  search = small_search();
  search.rounds = 0;
  search.games = 4;
  const auto seeds = stream_seeds(search.seed, search.games);
  search.player = giving_up("diagonal", [&](const Request&, std::uint64_t seed) {
    return seed == player_seed(seeds[0], 0, "diagonal") || seed == player_seed(seeds[2], 0, "diagonal");
  });
  const WorstMix half = find_worst_mix(search);
  CHECK(half.failed[0].failed * 2 == half.failed[0].games);
  test::Scratch scratch;
  const SequencerEntry mix = sequencer_of_file("mix", scratch.write("worst.yaml", half.text));
  CHECK(half.score == mean_on(search, built_in_player("diagonal"), mix, {seeds[1], seeds[3]}));

  search.player = giving_up("diagonal", [](const Request&, std::uint64_t) { return true; });
  CHECK_THROWS_WITH(find_worst_mix(search),
                    Catch::StartsWith("'diagonal' failed in all ") && Catch::Contains("; the first on a candidate"));
}

TEST_CASE("adversary: a gap is over the seeds on which neither failed") {
  AdversarySearch search = small_search();
  search.malice = Malice::gap;
  search.rounds = 0;
  search.games = 4;
  const auto seeds = stream_seeds(search.seed, search.games);
  const auto fails_on = [&](const std::string& name, std::size_t k) {
    return giving_up(name, [=](const Request&, std::uint64_t seed) { return seed == player_seed(seeds[k], 0, name); });
  };
  search.player = fails_on("diagonal", 0);
  search.others = {fails_on("naive", 3)};
  const WorstMix worst = find_worst_mix(search);
  test::Scratch scratch;
  const SequencerEntry mix = sequencer_of_file("mix", scratch.write("worst.yaml", worst.text));
  const auto mean = [&](const char* name) { return mean_on(search, built_in_player(name), mix, {seeds[1], seeds[2]}); };
  CHECK(worst.value == mean("diagonal") - mean("naive"));
  REQUIRE(worst.failed.size() == 2);
  CHECK(worst.failed[1].failed * 4 == worst.failed[1].games);
  // An opponent that never comes to an end is none.
  search.others = {giving_up("naive", [](const Request&, std::uint64_t) { return true; })};
  CHECK_THROWS_WITH(find_worst_mix(search), Catch::StartsWith("'naive' failed in all "));
  // One fails where the other does not.
  search.games = 2;
  search.player = fails_on("diagonal", 0);
  search.others = {fails_on("naive", 1)};
  CHECK_THROWS_WITH(find_worst_mix(search), Catch::Contains("there is no gap"));
}

TEST_CASE("adversary: the command in the file writes the same file again, also of a search that was interrupted") {
  const test::Scratch scratch;
  scratch.write("some where/begin.yaml", "phases: [{requests: [{residence: L}, {factory: 2x5}]}]\n");
  scratch.write("some where/it's mine.yaml", "player: diagonal\n");
  const auto run = [&](const std::string& words) {
    return test::run_command("cd '" + scratch / "some where" + "' && " + test::program + words);
  };
  const std::string file = scratch / "some where/the worst.yaml";
  const auto first = run(
      " adversary --player \"it's mine.yaml\" --against lanes,naive --objective gap --rules tournament-2016 --rounds 1 "
      "--games 1 --validation-games 1 --from begin.yaml --seed 7 --out 'the worst.yaml'");
  CAPTURE(first.output);
  REQUIRE(first.exit_code == 0);
  const std::string written = test::bytes_of(file), begin = "\n#   pentocity";
  const std::size_t at = written.find(begin) + begin.size();
  const std::string words = written.substr(at, written.find('\n', at) - at);
  CHECK_THAT(words, Catch::StartsWith(" adversary --player 'it'\\''s mine.yaml' --against lanes,naive ") &&
                        Catch::EndsWith(" --from begin.yaml --out 'the worst.yaml'"));
  std::filesystem::remove(file);
  CHECK(run(words).output == first.output);
  CHECK(test::bytes_of(file) == written);

  AdversarySearch search = small_search();
  std::atomic<bool> stop = false;
  search.interrupted = &stop;
  search.progress = [&](int round, double) { stop = round == 1; };
  const WorstMix some = find_worst_mix(search);
  CHECK(some.rounds == 2);
  stop = false;
  search.progress = {};
  search.rounds = some.rounds;
  CHECK(find_worst_mix(search).text == some.text);
}

TEST_CASE("adversary: the command says of a player that fails how often, and of no score no percentage", "[long]") {
  const test::Scratch scratch;
  const auto script = [&](const std::string& name, const std::string& text) {
    const std::string path = scratch.write(name, "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms(0755));
    return path;
  };
  const auto call = [&](const std::string& player, const std::string& against) {
    return test::run_command(test::program + " adversary --rounds 0 --games 1 --validation-games 2 --player " + player +
                             " --against " + against + " --out " + scratch / "out.yaml");
  };
  const std::string fails = script("fails.sh", "exit 3\n");
  // It rejects everything, which is worth no point.
  const std::string rejects = script("rejects.sh", R"(
read -r hello
echo '{"ready":true}'
while read -r line; do
  turn=${line#*'"turn":'}
  [ "$turn" = "$line" ] || echo '{"turn":'"${turn%%[,\}]*}"',"accept":false}'
done
)");
  const auto never = call(fails, "naive");
  CHECK(never.exit_code == 2);
  CHECK_THAT(never.output, Catch::Matches("pentocity: 'fails' failed in all [0-9]+ games that were played together, so "
                                          "there is nothing to learn from them; the first on a mix, seed [0-9]+"
                                          ": crashed [^\n]*\n"));
  CHECK_FALSE(std::filesystem::exists(scratch / "out.yaml"));
  const auto nothing = call(rejects, "naive");
  CHECK(nothing.exit_code == 0);
  CHECK_THAT(nothing.output, Catch::Contains("\nrejects               0.0      0.0      - %\n"));
  const auto alone = call("naive", fails);
  CHECK(alone.exit_code == 0);
  CHECK_THAT(alone.output,
             Catch::Contains("\nfails                   -        -      - %\n"
                             "nothing to compare on the mix: no game of the others came to its end\n"
                             "4 of 4 games of fails failed, and count for nothing; the first on random, seed "));
}

TEST_CASE("adversary: the command writes a mix and compares players on other seeds") {
  test::Scratch scratch;
  const std::string out = scratch / "worst.yaml";
  const auto run = test::run_command(test::program +
                                     " adversary --player naive --against diagonal --rounds 1 --games 1 "
                                     "--validation-games 3 --out " +
                                     out);
  INFO(run.output);
  CHECK(run.exit_code == 0);
  CHECK_THAT(run.output, Catch::Contains("best of the others on the mix: diagonal, "));
  CHECK_NOTHROW(sequencer_of_file("mix", out));
}

TEST_CASE("parallel: each once, and the first error comes out", "[threads]") {
  for (const int jobs : {1, 4}) {
    std::vector<int> calls(100);
    for_each_parallel(jobs, 100, [&](int i) { ++calls[i]; });
    CHECK(calls == std::vector<int>(100, 1));
    CHECK_THROWS_AS(for_each_parallel(jobs, 100,
                                      [](int i) {
                                        if (i == 50) throw std::logic_error("50");
                                      }),
                    std::logic_error);
  }
}

}  // namespace
}  // namespace pentocity::adversary_test
