// The built-in request streams: recorded requests of 2016, their exact distributions, their cycles.

#include <cmath>
#include <set>

#include "catch.hpp"
#include "common/requests.hpp"
#include "pentocity/entrants/roster.hpp"
#include "streams.hpp"

namespace sequencers_test {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::entrants;
using namespace pentocity::sequencers;
using namespace pentocity::test;

namespace {

// All tests of chance have fixed seeds, and fail below this probability.
constexpr double min_p = 1e-3;

// Those that do not see the land; each of the others has a test of its own beside it.
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const SequencerSpec& spec : builtin_sequencers())
    if (!make_builtin(spec.name, 1)->adaptive()) names.push_back(spec.name);
  return names;
}

const std::string star_name = ".X.|XXX|.X.", line_name = "XXXXX";

// The free neighbours of the tail in the order right, left, down, up, on a quarter plane.
Cells walk_choices(const Cells& path) {
  Cells out;
  for (const Cell step : {Cell{0, 1}, Cell{0, -1}, Cell{1, 0}, Cell{-1, 0}}) {
    const Cell to = path.back() + step;
    if (to.row >= 0 && to.column >= 0 && std::find(path.begin(), path.end(), to) == path.end()) out.push_back(to);
  }
  return out;
}

// The distribution of the corner walk: every walk with its probability.
void enumerate_walks(const Cells& path, double probability, Distribution& distribution) {
  if (path.size() == 5) {
    distribution[picture_of(normalised(path), 'X', '.', '|')] += probability;
    return;
  }
  const Cells choices = walk_choices(path);
  for (const Cell to : choices) {
    Cells longer = path;
    longer.push_back(to);
    enumerate_walks(longer, probability / static_cast<double>(choices.size()), distribution);
  }
}

const Distribution& walk_law() {
  static const Distribution distribution = [] {
    Distribution out;
    enumerate_walks({{0, 0}}, 1, out);
    return out;
  }();
  return distribution;
}

std::string factory_name(int rows, int columns) { return std::to_string(rows) + "x" + std::to_string(columns); }

// Residences by one distribution, factories with rows and columns drawn apart, each with these chances of side 1, 2,
// ...
Distribution mixture(double residence, const Distribution& residences, const std::vector<double>& sides) {
  Distribution distribution;
  for (const auto& [name, probability] : residences) distribution[name] += residence * probability;
  for (std::size_t r = 0; r < sides.size(); ++r)
    for (std::size_t c = 0; c < sides.size(); ++c)
      if (sides[r] * sides[c] > 0)
        distribution[factory_name(static_cast<int>(r) + 1, static_cast<int>(c) + 1)] +=
            (1 - residence) * sides[r] * sides[c];
  return distribution;
}

void check_law(const std::string& name, const Distribution& distribution, int draws = 200'000) {
  for (const Generator generator : {Generator::java, Generator::pcg}) {
    CAPTURE(name, static_cast<int>(generator));
    CHECK(p_value(count(requests_of(*make_builtin(name, 2016, generator), draws)), distribution) > min_p);
  }
  CHECK(p_value(count(requests_of(*built_in_sequencer(name).make(50, StreamSeed(Key{20, 16})), draws)), distribution) >
        min_p);
}

}  // namespace

TEST_CASE("recorded requests of 2016", "[sequencers]") {
  struct Recorded {
    std::string name;
    std::uint64_t seed;
    std::string first;   // the first ten
    int length;          // of the longest recorded game
    std::uint64_t hash;  // of its requests
  };
  const std::vector<Recorded> streams{
      {"g1", 869, "XXXXX XXXXX .X.|XXX|.X. 1x2 1x2 XXXXX XXXXX XXXXX .X.|XXX|.X. XXXXX", 236, 0x63ebe4302843a785},
      {"g4", 260, "5x5 5x5 5x5 XX|.X|XX 5x5 X.X|XXX XX|XX|X. XXX|.XX X.|XX|XX X..|X..|XXX", 191, 0xf34d33869fdece29},
      {"g5", 800, "XX.|.XX|.X. 5x5 XX.|.XX|.X. .XX|XX.|.X. 1x1 5x5 XX.|.XX|.X. 5x5 1x1 .XX|XX.|.X.", 190,
       0xc8366910995d9b2e},
      {"g10", 264, "2x2 .X.|XXX|.X. 3x3 4x4 1x1 2x2 3x3 .X.|XXX|.X. .X.|XXX|.X. 4x4", 268, 0xdae26e635a4d6bfa},
      {"industrialization", 400,
       "XXX|.XX X.|XX|.X|.X 1x1 XX|.X|.X|.X X|X|X|X|X X...|XXXX XX.|.XX|..X XXX.|..XX XXX|XX. X.|XX|XX", 197,
       0x948aa10f704d9fca},
      {"misfits", 260, "5x1 1x5 .X.|XXX|.X. 1x5 5x1 XXX|.X.|.X. XXX|.X.|.X. .X.|XXX|.X. 1x5 1x5", 321,
       0xa5ae7f2cb59a16ec},
      {"random", 869, "X.|X.|XX|.X 2x2 X|X|X|X|X XXX|.XX X.|X.|X.|XX 4x4 XXX|.XX XX|XX|X. XXX|XX. XXX|.XX", 264,
       0x2f78297c5b5a3549},
      {"starsandblocks", 84,
       ".X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. .X.|XXX|.X. "
       ".X.|XXX|.X.",
       210, 0x66f7fe541c355c1c},
      {"tailheavy", 146, "1x5 X..|XX.|.XX 1x4 XX.|.XX|..X XX|XX|X. XX|XX|X. XXX|XX. X.|X.|XX|.X X..|XXX|..X XX|.X|XX",
       255, 0x3d8e345d5364f60d}};
  for (const auto& [name, seed, first, length, hash] : streams) {
    CAPTURE(name);
    CHECK(names_of(requests_of(*make_builtin(name, seed), 10)) == first);
    CHECK(hash_bytes(names_of(requests_of(*make_builtin(name, seed), length))) == hash);
  }
}

TEST_CASE("tanks: requests computed elsewhere", "[sequencers]") {
  CHECK(names_of(requests_of(*make_builtin("tanks", 869), 10)) ==
        "5x5 5x5 XXX|XX. 5x5 5x5 5x5 5x5 XX.|XXX 5x5 XXX|XX.");
}

TEST_CASE("every built-in stream", "[sequencers]") {
  CHECK(all_names().size() >= 18);
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    for (const Generator generator : {Generator::java, Generator::pcg}) {
      const auto stream = make_builtin(name, max_seed, generator);
      bool proper = true;
      const auto requests = requests_of(*stream, 3000);
      for (const Request& request : requests) proper = proper && request.is_proper();
      CHECK(proper);
      CHECK(requests == requests_of(*make_builtin(name, max_seed, generator), 3000));
    }
  }
}

TEST_CASE("only the constant streams ignore seed and generator", "[sequencers]") {
  const std::set<std::string> constant{"g2", "g6", "onebyone", "single3s"};
  for (const std::string& name : all_names()) {
    CAPTURE(name);
    const auto first = requests_of(*make_builtin(name, 1), 300);
    CHECK((first == requests_of(*make_builtin(name, 2), 300)) == (constant.count(name) == 1));
    CHECK((first == requests_of(*make_builtin(name, 1, Generator::pcg), 300)) == (constant.count(name) == 1));
  }
}

TEST_CASE("the distribution of the corner walk, enumerated", "[sequencers]") {
  std::map<char, double> free_shapes;
  std::map<char, std::map<std::string, double>> hands;  // of one letter, by the least rotation
  for (const auto& [picture, probability] : walk_law()) {
    const Cells cells = cells_of_picture(picture, "X", ".");
    const char letter = letter_of(cells);
    free_shapes[letter] += probability;
    const auto images = rotations(cells);
    hands[letter][picture_of(*std::min_element(images.begin(), images.end()))] += probability;
  }
  const std::map<char, double> published{{'P', 11. / 36}, {'L', 13. / 72}, {'N', 5. / 36}, {'I', 1. / 8},
                                         {'V', 1. / 12},  {'U', 1. / 18},  {'W', 1. / 18}, {'Z', 1. / 18}};
  CHECK(free_shapes.size() == published.size());
  for (const auto& [letter, probability] : published) {
    CAPTURE(letter);
    CHECK(free_shapes[letter] == Approx(probability).epsilon(1e-12));
    const bool two_hands = std::string("PLNZ").find(letter) != std::string::npos;
    CHECK(hands[letter].size() == (two_hands ? 2 : 1));
    for (const auto& [image, part] : hands[letter])
      CHECK(part == Approx(two_hands ? probability / 2 : probability).epsilon(1e-12));
  }
}

TEST_CASE("the corner walk against a walk step by step", "[sequencers]") {
  for (const Generator generator : {Generator::java, Generator::pcg}) {
    CAPTURE(generator);
    RequestRandom fast(generator, 84), slow(generator, 84);
    for (int i = 0; i < 20'000; ++i) {
      CAPTURE(i);
      Cells path{{0, 0}};
      for (int step = 0; step < 4; ++step) {
        const Cells choices = walk_choices(path);
        path.push_back(choices[slow.next_int(static_cast<int>(choices.size()))]);
      }
      REQUIRE(corner_walk(fast) == Request(Building::residence, path));
    }
  }
}

TEST_CASE("distributions of the streams without memory", "[sequencers]") {
  const std::vector<double> two_to_four{0, 1. / 3, 1. / 3, 1. / 3};
  check_law("random", mixture(0.7, walk_law(), two_to_four));

  std::vector<double> heavy{0, 0, 0, 0, std::sqrt(0.2)};
  for (int k = 1; k <= 4; ++k) heavy[k - 1] = std::sqrt((k + 1) / 5.) - std::sqrt(k / 5.);
  CHECK(heavy[0] == Approx(.1852).margin(5e-5));
  CHECK(heavy[3] == Approx(.1056).margin(5e-5));
  check_law("tailheavy", mixture(0.7, walk_law(), heavy));

  check_law("starsandblocks", {{star_name, 0.9}, {"5x5", 0.1}});
  check_law("misfits", {{star_name, .25}, {"XXX|.X.|.X.", .125}, {"X..|XXX|X..", .125}, {"5x1", .25}, {"1x5", .25}});
  check_law("g9", {{line_name, 0.5}, {"1x1", 0.5}});
  check_law("tanks", {{"XXX|XX.", .25}, {"XX.|XXX", .25}, {"5x5", .5}});
}

TEST_CASE("a distribution that is off by a twentieth is found out", "[sequencers]") {
  Distribution distribution = mixture(0.7, walk_law(), {0, 1. / 3, 1. / 3, 1. / 3});
  const Distribution counts = count(requests_of(*make_builtin("random", 2016), 1'000'000));
  REQUIRE(p_value(counts, distribution) > min_p);
  distribution["XXX|XX."] *= 1.05;
  CHECK(p_value(counts, distribution) < min_p);
}

TEST_CASE("g1: small factories for 140 requests", "[sequencers]") {
  Distribution early, late;
  for (std::uint64_t game = 0; game < 400; ++game) {
    const auto requests = requests_of(*make_builtin("g1", mix_bits(game) & max_seed), 280);
    for (std::size_t i = 0; i < requests.size(); ++i) ++(i < 140 ? early : late)[short_name(requests[i])];
  }
  CHECK(p_value(early, {{star_name, .48}, {line_name, .32}, {"1x1", .1}, {"1x2", .1}}) > min_p);
  CHECK(p_value(late, {{star_name, .48}, {line_name, .32}, {"5x5", .2}}) > min_p);
}

TEST_CASE("g2: ten residences in turn", "[sequencers]") {
  const std::vector<Cells> shapes{{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 3}},
                                  {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {1, 2}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}},
                                  {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 0}}, {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {1, 1}},
                                  {{1, 0}, {1, 1}, {1, 2}, {0, 2}, {0, 1}}, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}},
                                  {{0, 1}, {1, 1}, {2, 1}, {2, 0}, {3, 0}}, {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}}};
  const auto requests = requests_of(*make_builtin("g2", 84), 60);
  for (std::size_t i = 0; i < requests.size(); ++i)
    CHECK(requests[i] ==
          (i % 2 == 0 ? Request(Building::residence, shapes[i / 2 % 10]) : Request(Building::factory, {{0, 0}})));
}

TEST_CASE("g3: two cycles, chosen by chance", "[sequencers]") {
  const std::vector<std::string> shapes{".XX|XXX", "XXXX|...X", "..X|XXX|X..", "XXXX|...X", star_name, "X..|XXX|..X"};
  std::size_t residences = 0, factories = 0;
  Distribution order;
  std::string last;
  for (const Request& request : requests_of(*make_builtin("g3", 400), 20'000)) {
    const std::string kind = request.type() == Building::residence ? "R" : "F";
    if (kind == "R")
      REQUIRE(short_name(request) == shapes[residences++ % 6]);
    else
      REQUIRE(short_name(request) == (factories++ % 2 == 0 ? "5x5" : "1x1"));
    if (!last.empty()) ++order[last + kind];
    last = kind;
  }
  CHECK(p_value(order, {{"RR", .25}, {"RF", .25}, {"FR", .25}, {"FF", .25}}) > min_p);
}

TEST_CASE("g4: eleven of each, then stars and squares", "[sequencers]") {
  int residences = 0, factories = 0;
  Distribution early, squares;
  for (std::uint64_t game = 0; game < 300; ++game) {
    residences = factories = 0;
    for (const Request& request : requests_of(*make_builtin("g4", mix_bits(game) & max_seed), 200)) {
      const std::string name = short_name(request);
      if (request.type() == Building::residence && residences++ < 11)
        ++early[name];
      else if (request.type() == Building::residence)
        REQUIRE(name == star_name);
      else if (factories++ < 11)
        REQUIRE(name == "5x5");
      else
        ++squares[name];
    }
  }
  CHECK(p_value(early, walk_law()) > min_p);
  CHECK(p_value(squares, {{"1x1", .2}, {"2x2", .2}, {"3x3", .2}, {"4x4", .2}, {"5x5", .2}}) > min_p);
  CHECK(std::abs(residences - factories) < 80);
}

TEST_CASE("g5: small ones on odd requests, large ones on even", "[sequencers]") {
  std::vector<Request> odd, even;
  for (const Request& request : requests_of(*make_builtin("g5", 800), 40'000))
    (odd.size() == even.size() ? odd : even).push_back(request);
  CHECK(p_value(count(odd), {{"XX.|.XX|.X.", .5}, {"1x1", .5}}) > min_p);
  CHECK(p_value(count(even), {{".XX|XX.|.X.", .5}, {"5x5", .5}}) > min_p);
}

TEST_CASE("g6, onebyone, single3s: constant", "[sequencers]") {
  for (const auto& [name, request] :
       std::map<std::string, std::string>{{"g6", line_name}, {"onebyone", "1x1"}, {"single3s", "XX|.X|XX"}}) {
    const Distribution counts = count(requests_of(*make_builtin(name, 5), 500));
    CHECK(counts == Distribution{{request, 500}});
  }
}

TEST_CASE("g8: 105 residences, then factories", "[sequencers]") {
  const std::vector<Cells> one_sided{
      {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}}, {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}},
      {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 1}}, {{0, 0}, {0, 1}, {1, 0}, {2, 0}, {3, 0}},
      {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}}, {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 1}},
      {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}, {{0, 1}, {1, 1}, {2, 0}, {2, 1}, {3, 0}},
      {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {3, 1}}, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}},
      {{0, 0}, {1, 0}, {1, 1}, {1, 2}, {0, 2}}, {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}},
      {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}}, {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
      {{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}, {{0, 0}, {1, 0}, {1, 1}, {2, 0}, {3, 0}},
      {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}, {{0, 1}, {0, 2}, {1, 1}, {2, 1}, {2, 0}}};
  const auto requests = requests_of(*make_builtin("g8", 84), 50'105);
  Distribution factories;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (i < 105)
      CHECK(requests[i] == Request(Building::residence, one_sided[i % 18]));
    else
      ++factories[short_name(requests[i])];
  }
  const std::vector<double> any(5, 0.2);
  CHECK(p_value(factories, mixture(0, {}, any)) > min_p);

  // The table is what it is said to be: all eighteen, each once.
  std::set<Cells> seen;
  for (const Cells& shape : one_sided) {
    const auto images = rotations(shape);
    seen.insert(*std::min_element(images.begin(), images.end()));
  }
  CHECK(seen.size() == 18);
}

TEST_CASE("g10: stars, and squares in turn", "[sequencers]") {
  const auto requests = requests_of(*make_builtin("g10", 264), 20'000);
  const std::vector<std::string> squares{"2x2", "3x3", "4x4", "1x1"};
  std::size_t factories = 0;
  Distribution kinds;
  for (const Request& request : requests) {
    const bool star = request.type() == Building::residence;
    REQUIRE(short_name(request) == (star ? star_name : squares[factories++ % 4]));
    ++kinds[star ? "star" : "square"];
  }
  CHECK(p_value(kinds, {{"star", .2}, {"square", .8}}) > min_p);
}

TEST_CASE("industrialization: the distribution changes from request to request", "[sequencers]") {
  const std::vector<int> times{1, 10, 50, 100, 200};
  const std::map<int, double> residence_share{{1, .984}, {50, .733}, {100, .542}, {200, .297}};
  std::map<int, Distribution> residences, factories;
  for (std::uint64_t game = 0; game < 20'000; ++game) {
    const auto stream = make_builtin("industrialization", mix_bits(game) & max_seed);
    std::size_t next = 0;
    for (int turn = 0; next < times.size(); ++turn) {
      const Request request = stream->next(turn, nullptr);
      if (turn + 1 != times[next]) continue;
      ++(request.type() == Building::residence ? residences : factories)[turn + 1][short_name(request)];
      ++next;
    }
  }
  for (const int t : times) {
    CAPTURE(t);
    double homes = 0, works = 0;
    for (const auto& [name, n] : residences[t]) homes += n;
    for (const auto& [name, n] : factories[t]) works += n;
    const double share = .99 * std::pow(.994, t);
    if (residence_share.contains(t)) CHECK(share == Approx(residence_share.at(t)).margin(5e-4));
    CHECK(p_value({{"home", homes}, {"work", works}}, {{"home", share}, {"work", 1 - share}}) > min_p);
    CHECK(p_value(residences[t], walk_law()) > min_p);
    Distribution rows, columns, sides;
    for (const auto& [name, n] : factories[t]) {
      rows[name.substr(0, 1)] += n;
      columns[name.substr(2)] += n;
    }
    for (int k = 0; k < 5; ++k)
      sides[std::to_string(5 - k)] = std::pow((k + 1) / 5., 50. / t) - std::pow(k / 5., 50. / t);
    if (t == 1) CHECK(rows["1"] == works);
    CHECK(p_value(rows, sides) > min_p);
    CHECK(p_value(columns, sides) > min_p);
  }
}

}  // namespace sequencers_test
