#include "mix/mix.hpp"

#include <array>

#include "../../tests/streams.hpp"
#include "catch.hpp"
#include "pentocity/input/user_error.hpp"

namespace mix_test {

using namespace pentocity;
using namespace pentocity::sequencers;
using namespace pentocity::test;

namespace {

constexpr double min_p = 1e-3;

std::unique_ptr<Sequencer> mix_of(const std::string& text, std::uint64_t seed = 1) {
  return make_stream(parse_mix(text, "test.yaml"), seed);
}

// A mix with one phase of these requests.
std::string one_phase(const std::string& requests, const std::string& order = "random") {
  return "phases:\n  - order: " + order + "\n    requests: [" + requests + "]\n";
}

std::string message_of(const std::string& text) {
  try {
    parse_mix(text, "m.yaml");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("mix: name, generator, contents", "[mix]") {
  const std::string body = one_phase("{residence: X}");
  const SequencerFile plain = parse_mix(body, "some/where/plain.yaml");
  CHECK(plain.name == "plain");
  CHECK(plain.generator == Generator::pcg);
  CHECK(plain.contents == body);
  const SequencerFile named = parse_mix("name: old style\ngenerator: java\n" + body, "x.yaml");
  CHECK(named.name == "old style");
  CHECK(named.generator == Generator::java);
  CHECK_FALSE(make_stream(plain, 1)->adaptive());
}

TEST_CASE("mix: every letter, mirrored and turned", "[mix]") {
  for (const char letter : std::string("FILNPTUVWXYZ"))
    for (const bool mirror : {false, true})
      for (int turned = 0; turned < 4; ++turned) {
        Cells cells = *pentomino(letter);
        if (mirror) cells = mirrored(cells);
        for (int i = 0; i < turned; ++i) cells = rotated(cells);
        const std::string entry = std::string("{residence: ") + letter + ", turned: " + std::to_string(turned) +
                                  ", mirrored: " + (mirror ? "true" : "false") + "}";
        CAPTURE(entry);
        CHECK(mix_of(one_phase(entry))->next(0, nullptr) == Request(Building::residence, cells));
      }
  // Mirrored first, then turned clockwise.
  CHECK(names_of(requests_of(*mix_of(one_phase("{residence: L, mirrored: true}")), 1)) == ".X|.X|.X|XX");
  CHECK(names_of(requests_of(*mix_of(one_phase("{residence: L, mirrored: true, turned: 1}")), 1)) == "X...|XXXX");
}

TEST_CASE("mix: pictures, normalised", "[mix]") {
  CHECK(names_of(requests_of(*mix_of(one_phase(R"({residence: ["....", ".X..", ".XXX", ".X"]})")), 1)) ==
        "X..|XXX|X..");
  CHECK(names_of(requests_of(*mix_of(one_phase(R"({residence: [XXXXX]})")), 1)) == "XXXXX");
}

TEST_CASE("mix: a cycle goes by weights, again and again, and starts with its phase", "[mix]") {
  const auto stream = mix_of(
      "phases:\n"
      "  - {until_turn: 4, order: cycle, requests: [{residence: I, weight: 2}, {factory: 1x2}]}\n"
      "  - {until_turn: 5, requests: [{factory: 5x5}]}\n"
      "  - {order: cycle, requests: [{factory: 3x1}, {factory: 1x1, weight: 2}, {factory: 2x2}]}\n");
  CHECK(names_of(requests_of(*stream, 15)) == "XXXXX XXXXX 1x2 XXXXX 5x5 3x1 1x1 1x1 2x2 3x1 1x1 1x1 2x2 3x1 1x1");
}

TEST_CASE("mix: chances are as the weights", "[mix]") {
  const std::string requests =
      "{weight: 4, residence: I}, {weight: 0.5, residence: X}, {factory: 3x4}, {weight: 3, factory: {rows: [1, 3], "
      "columns: "
      "[2, 2]}}, {weight: 1.5, factory: {rows: 5, columns: [4, 5]}}";
  const Distribution distribution{{"XXXXX", 4}, {".X.|XXX|.X.", .5}, {"3x4", 1},   {"1x2", 1},
                                  {"2x2", 1},   {"3x2", 1},          {"5x4", .75}, {"5x5", .75}};
  for (const std::string generator : {"java", "pcg"}) {
    const Distribution counts =
        count(requests_of(*mix_of("generator: " + generator + "\n" + one_phase(requests), 84), 200'000));
    CHECK(p_value(counts, distribution) > min_p);
    Distribution wrong = distribution;
    wrong["XXXXX"] *= 1.05;
    CHECK(p_value(counts, wrong) < min_p);
  }
}

TEST_CASE("mix: draws are as documented", "[mix]") {
  // A program of its own, from the description of the draws alone.
  const std::string text =
      "generator: java\n"
      "phases:\n"
      "  - until_turn: 150\n"
      "    requests:\n"
      "      - {weight: 2, residence: walk}\n"
      "      - {weight: 0.75, residence: T}\n"
      "      - {factory: {rows: [2, 4], columns: [3, 3]}}\n"
      "  - until_turn: 250\n"
      "    order: cycle\n"
      "    requests: [{weight: 3, factory: {rows: 2, columns: [1, 5]}}, {residence: walk}]\n"
      "  - requests: [{residence: X}, {residence: walk}]\n";
  const auto stream = mix_of(text, 869);
  JavaRandom random(869);
  const auto walk = [&] {
    Cells path{{0, 0}};
    while (path.size() < 5) {
      Cells free;
      for (const Cell step : {Cell{0, 1}, Cell{0, -1}, Cell{1, 0}, Cell{-1, 0}}) {
        const Cell to = path.back() + step;
        if (to.row >= 0 && to.column >= 0 && std::find(path.begin(), path.end(), to) == path.end()) free.push_back(to);
      }
      path.push_back(free[random.next_int(static_cast<int>(free.size()))]);
    }
    return Request(Building::residence, path);
  };
  const auto factory = [](int rows, int columns) { return Request(Building::factory, rectangle(rows, columns)); };
  const auto expected = [&](int turn) {
    if (turn < 150) {
      const double at = random.next_double() * 3.75;
      if (at < 2) return walk();
      if (at < 2.75) return Request(Building::residence, *pentomino('T'));
      const int rows = 2 + random.next_int(3);
      return factory(rows, 3 + random.next_int(1));
    }
    if (turn < 250) return (turn - 150) % 4 < 3 ? factory(2, 1 + random.next_int(5)) : walk();
    return random.next_double() * 2 < 1 ? Request(Building::residence, *pentomino('X')) : walk();
  };
  for (int turn = 0; turn < 500; ++turn) {
    CAPTURE(turn);
    REQUIRE(stream->next(turn, nullptr) == expected(turn));
  }
}

TEST_CASE("mix: the seed decides, and nothing else", "[mix]") {
  const std::string text = one_phase("{residence: walk}, {factory: {rows: [1, 5], columns: [1, 5]}}");
  const auto first = requests_of(*mix_of(text, 7), 200);
  CHECK(first == requests_of(*mix_of(text, 7), 200));
  CHECK_FALSE(first == requests_of(*mix_of(text, 8), 200));
}

TEST_CASE("mix: whatever is wrong is said with its place", "[mix]") {
  const std::vector<std::array<std::string, 2>> cases{
      {"", "m.yaml: the file is empty"},
      {"[1]", "m.yaml: no mix: expected a mapping with the key 'phases'"},
      {"name: [a]\nphases: []", "m.yaml:1:7: 'name' must be a word, not a list"},
      {"name: ''\nphases: []", "m.yaml:1:7: 'name' is empty"},
      {"phase: []", "m.yaml: no mix: expected a mapping with the key 'phases'"},
      {"name: a", "m.yaml:1:1: the key 'phases' is missing"},
      {"phases:\n", "m.yaml: no mix: expected a mapping with the key 'phases'"},
      {"phases: 3", "m.yaml:1:9: 'phases' must be a list, not '3'"},
      {"phases: [X]", "m.yaml:1:10: a phase is a mapping, like {until_turn: 100, requests: [...]}"},
      {"phases: []", "m.yaml:1:9: 'phases' needs at least one phase"},
      {"generator: mt\nphases: []", "m.yaml:1:12: 'generator' is pcg or java, not 'mt'"},
      {"phases:\n  - until: 3", "m.yaml:2:5: unknown key 'until', did you mean 'until_turn'?"},
      {"phases:\n  - {order: any, requests: []}", "m.yaml:2:13: 'order' is random or cycle, not 'any'"},
      {"phases:\n  - {order: cycle}", "m.yaml:2:5: the key 'requests' is missing"},
      {"phases:\n  - {requests: []}", "m.yaml:2:16: 'requests' needs at least one entry"},
      {"phases:\n  - {requests: {residence: X}}", "m.yaml:2:16: 'requests' must be a list, not a mapping"},
      {"phases:\n  - {until_turn: 5, requests: [{residence: X}]}",
       "m.yaml:2:18: the last phase never ends: leave 'until_turn' out"},
      {"phases:\n  - {requests: [{residence: X}]}\n  - {requests: [{residence: X}]}",
       "m.yaml:2:5: only the last phase never ends: the key 'until_turn' is missing"},
      {"phases:\n  - {until_turn: 5, requests: [{residence: X}]}\n  - {until_turn: 5, requests: [{residence: X}]}\n  - "
       "{requests: [{residence: X}]}",
       "m.yaml:3:18: 'until_turn' must be greater than 5, where the phase begins, not 5"},
      {"phases:\n  - {until_turn: 0, requests: [{residence: X}]}\n  - {requests: [{residence: X}]}",
       "m.yaml:2:18: 'until_turn' must be an integer from 1 to 2147483647, not '0'"}};
  for (const auto& [text, message] : cases) {
    CAPTURE(text);
    CHECK(message_of(text) == message);
  }

  // One request in place of %; it begins at line 3, column 16.
  const std::string one_of = "a request is either a residence or a factory: give one of the two keys";
  const std::string no_factory =
      "26: 'factory' must be rows x columns from 1x1 to 5x5, or like {rows: [1, 5], columns: [1, 5]}, not ";
  const std::string no_residence =
      "28: 'residence' must be one of F I L N P T U V W X Y Z, or walk, or a picture like [\".X.\", \"XXX\", \".X.\"], "
      "not ";
  const std::vector<std::array<std::string, 2>> requests{
      {"X", "16: a request is a mapping, like {residence: X} or {factory: 3x4}"},
      {"{}", "16: " + one_of},
      {"{weight: 2}", "16: " + one_of},
      {"{residence: X, factory: 1x1}", "16: " + one_of},
      {"{residense: X}", "17: unknown key 'residense', did you mean 'residence'?"},
      {"{residence: X, residence: Y}", "31: key 'residence' is given twice"},
      {"{residence: Q}", no_residence + "'Q'"},
      {"{residence: x}", no_residence + "'x'"},
      {"{residence: XX}", no_residence + "'XX'"},
      {"{residence: ~}", "16: " + one_of},
      {"{residence: {}}", no_residence + "a mapping"},
      {"{residence: [XXXX]}", "28: a residence has five cells, and this picture has 4"},
      {"{residence: []}", "28: a residence has five cells, and this picture has 0"},
      {"{residence: [XXX, XXX]}", "28: a residence has five cells, and this picture has 6"},
      {"{residence: [XXX., ...X, ...X]}",
       "28: the cells of this picture are not one piece: each must share an edge with another"},
      {"{residence: [XXX, X#X]}", "34: a row of a picture has X for a cell and . for none, not 'X#X'"},
      {"{residence: [XXX, [X]]}", "34: 'residence' must be a word, not a list"},
      {"{residence: X, mirrored: yes}", "41: 'mirrored' must be true or false, not 'yes'"},
      {"{residence: X, turned: 4}", "39: 'turned' must be an integer from 0 to 3, not '4'"},
      {"{residence: X, turned: -1}", "39: 'turned' must be an integer from 0 to 3, not '-1'"},
      {"{residence: walk, mirrored: true}", "44: 'mirrored' goes with a residence given by its letter only"},
      {"{residence: [XXXXX], turned: 1}", "45: 'turned' goes with a residence given by its letter only"},
      {"{factory: 1x2, mirrored: true}", "41: 'mirrored' goes with a residence given by its letter only"},
      {"{factory: 0x4}", no_factory + "'0x4'"},
      {"{factory: 3x6}", no_factory + "'3x6'"},
      {"{factory: 3*4}", no_factory + "'3*4'"},
      {"{factory: 3 x 4}", no_factory + "'3 x 4'"},
      {"{factory: [3, 4]}", no_factory + "a list"},
      {"{factory: {rows: 3}}", "26: the key 'columns' is missing"},
      {"{factory: {rows: 3, colums: 3}}", "36: unknown key 'colums', did you mean 'columns'?"},
      {"{factory: {rows: 6, columns: 3}}", "33: 'rows' must be an integer from 1 to 5, not '6'"},
      {"{factory: {rows: 3, columns: [0, 2]}}", "46: 'columns' must be an integer from 1 to 5, not '0'"},
      {"{factory: {rows: 3, columns: [3, 2]}}", "45: the range [3, 2] is empty: the minimum comes first"},
      {"{factory: {rows: [1, 2, 3], columns: 2}}", "33: a range is a minimum and a maximum: [1, 5]"},
      {"{factory: {rows: {}, columns: 2}}", "33: 'rows' must be an integer from 1 to 5, not a mapping"},
      {"{residence: X, weight: 0}", "39: 'weight' must be a number greater than 0, at most 1000000000, not 0"},
      {"{residence: X, weight: -2}", "39: 'weight' must be a number greater than 0, at most 1000000000, not -2"},
      {"{residence: X, weight: 1e10}", "39: 'weight' must be a number greater than 0, at most 1000000000, not 1e10"},
      {"{residence: X, weight: many}", "39: 'weight' must be a number, not 'many'"},
      {"{residence: X, weight: .nan}", "39: 'weight' must be a number, not '.nan'"}};
  for (const auto& [request, message] : requests) {
    CAPTURE(request);
    CHECK(message_of("phases:\n  - order: random\n    requests: [" + request + "]\n") == "m.yaml:3:" + message);
  }
  for (const std::string weight : {"0", "1.5", "1000001", "-1"})
    CHECK(message_of(one_phase("{residence: X, weight: " + weight + "}", "cycle")) ==
          "m.yaml:3:39: 'weight' must be an integer from 1 to 1000000, not '" + weight + "'");
}

}  // namespace mix_test
