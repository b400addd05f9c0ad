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
  double sum = 0;
  for (const double score : scores_on(search.rules, player, stream, seeds, 1)) sum += score;
  return sum / static_cast<double>(seeds.size());
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
