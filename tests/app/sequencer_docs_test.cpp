// The examples of docs/how-to/adding-a-sequencer.md do what it says; docs/reference/shapes.md shows what letters
// stand for.

#include <dlfcn.h>
#include <fmt/format.h>

#include "catch.hpp"
#include "paths.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/input/read_file.hpp"
#include "streams.hpp"

namespace sequencer_docs_test {

using namespace pentocity;
using namespace pentocity::test;

namespace {

const std::string source_dir = test::sources;

// The example plugin of this name; it stays loaded.
const SequencerSpec& example(const char* name) {
  void* library = dlopen(fmt::format("{}/libexample_{}.so", test::examples, name).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  using Entry = const SequencerSpec* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "pentocity_sequencer"));
  if (entry == nullptr) throw std::runtime_error(std::string("no sequencer in example ") + name);
  return *entry();
}

std::unique_ptr<Sequencer> make_example(const SequencerSpec& spec, const Options& options, std::uint64_t seed) {
  return spec.make({.seed = seed, .random = RequestRandom(Generator::java, seed), .options = options});
}

}  // namespace

TEST_CASE("the example of an oblivious class", "[sequencers][docs]") {
  const SequencerSpec& spec = example("encore");
  CHECK(spec.name == "encore");
  Options options(spec.options);
  options.set(spec.options, "times", std::int64_t{4});
  const auto stream = make_example(spec, options, 84);
  CHECK_FALSE(stream->adaptive());
  Distribution counts;
  for (int turn = 0; turn < 40'000; turn += 4) {
    const Request first = stream->next(turn, nullptr);
    REQUIRE(first.is_proper());
    for (int i = 1; i < 4; ++i) REQUIRE(stream->next(turn + i, nullptr) == first);
    ++counts[short_name(first)];
  }
  CHECK(counts.size() == 15);
  Distribution distribution;
  for (const auto& [name, n] : counts) distribution[name] = 1;
  CHECK(p_value(counts, distribution) > 1e-3);
}

TEST_CASE("the example of an adaptive class", "[sequencers][docs]") {
  const SequencerSpec& spec = example("squeeze");
  const Options options(spec.options);
  const auto stream = make_example(spec, options, 1);
  CHECK(stream->adaptive());
  const auto asks = [&](const Land& land) { return letter_of(stream->next(0, &land).cells()); };
  // On an empty land X has one rotation and so the fewest sites.
  Land land(12);
  CHECK(asks(land) == 'X');
  // A single row of five cells is left: only I fits.
  LandBoard all_but_a_row = land.grid().all();
  all_but_a_row -= land.grid().board(translated(rectangle(1, 5), {3, 0}));
  land.place(Kind::road, all_but_a_row);
  CHECK(asks(land) == 'I');
  // A full land: something must be asked for all the same.
  Land full(12);
  full.place(Kind::road, full.grid().all());
  CHECK(asks(full) == 'F');
}

TEST_CASE("the example of a mix", "[sequencers][docs]") {
  const auto& formats = sequencer_formats();
  const auto format = std::find_if(formats.begin(), formats.end(), [](const auto& f) { return f.name == "mix"; });
  REQUIRE(format != formats.end());
  const SequencerFile mix = format->load(source_dir + "/configs/mixes/suburbs.yaml");
  CHECK(mix.name == "suburbs");
  const auto stream = make_stream(mix, 5);
  const auto requests = requests_of(*stream, 400);
  for (const Request& request : requests) REQUIRE(request.is_proper());
  for (std::size_t turn = 100; turn < 400; ++turn) {
    const std::size_t place = (turn - 100) % 4;
    CHECK(requests[turn].type() == (place < 3 ? Building::residence : Building::factory));
    if (place < 3) CHECK(letter_of(requests[turn].cells()) == (place < 2 ? 'I' : 'P'));
  }
}

TEST_CASE("the guide to shapes shows the pentominoes that letters stand for", "[sequencers][docs]") {
  const std::string guide = read_file(source_dir + "/docs/reference/shapes.md");
  std::string expected = "```\n";
  for (const std::string letters : {"FILNPT", "UVWXYZ"}) {
    if (letters != "FILNPT") expected += '\n';
    std::vector<std::string> lines(5);
    for (std::size_t i = 0; i < letters.size(); ++i) {
      std::vector<std::string> block = picture_lines(picture_of(*pentomino(letters[i])));
      block.insert(block.begin(), std::string(1, letters[i]));
      for (std::size_t row = 0; row < block.size(); ++row) {
        lines[row].resize(8 * i, ' ');
        lines[row] += block[row];
      }
    }
    for (const std::string& line : lines) expected += line + '\n';
  }
  CHECK(guide.find(expected + "```\n") != std::string::npos);
}

}  // namespace sequencer_docs_test
