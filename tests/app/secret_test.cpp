// `seed: secret`: what players know does not tell what they will be asked for, and what is published tells everything.
#include <fmt/format.h>
#include <sys/stat.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "catch.hpp"
#include "command.hpp"
#include "mix/mix.hpp"
#include "paths.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/results/schedule.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/tournament/config.hpp"
#include "pentocity/web/pages.hpp"
#include "scratch.hpp"
#include "streams.hpp"

namespace secret_test {

using namespace pentocity;
using namespace pentocity::web;
using namespace pentocity::match;
using namespace pentocity::entrants;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::sequencers;
using namespace pentocity::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr double min_p = 1e-3;

Run pentocity_run(const std::string& arguments) { return run_command(test::program + " " + arguments); }

// A secret that is known to the tests alone.
Secret secret_number(int number) { return *Secret::of_hex(fmt::format("{:064x}", number)); }

RequestRandom secret_random(const Key& key) { return StreamSeed(key).random(Generator::java); }

std::unique_ptr<Sequencer> secret_stream(const std::string& name, const Secret& secret, int repeat) {
  const SequencerEntry entry = built_in_sequencer(name);
  return entry.make(50, Draw(secret, {}).stream(repeat, entry.draws_as));
}

// The inverse of mix_bits().
std::uint64_t unmixed(std::uint64_t x) {
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t y = odd;
    for (int i = 0; i < 6; ++i) y *= 2 - odd * y;
    return y;
  };
  const auto unshifted = [](std::uint64_t y, int by) {
    std::uint64_t out = y;
    for (int i = 0; i < 64 / by; ++i) out = y ^ (out >> by);
    return out;
  };
  x = unshifted(x, 31) * inverse(0x94d049bb133111eb);
  x = unshifted(x, 27) * inverse(0xbf58476d1ce4e5b9);
  return unshifted(x, 30) - 0x9e3779b97f4a7c15;
}

// How a player's seed was made at first: a mix that can be turned back, cut to 53 bits.
std::uint64_t invertible_player_seed(std::uint64_t stream, int repeat, std::string_view player) {
  return mix_bits(mix_bits(mix_bits(stream) + static_cast<std::uint64_t>(repeat)) ^ hash_bytes(player)) >> 11;
}

// All seeds of streams that go with what a player is told, if it was made like that.
std::set<std::uint64_t> streams_behind(std::uint64_t told, int repeat, std::string_view player) {
  std::set<std::uint64_t> out;
  for (std::uint64_t low = 0; low < 2048; ++low) {
    const std::uint64_t inner = unmixed(unmixed(told << 11 | low) ^ hash_bytes(player));
    const std::uint64_t stream = unmixed(inner - static_cast<std::uint64_t>(repeat));
    if (stream <= max_seed) out.insert(stream);
  }
  return out;
}

// 64 different requests, all as likely: each tells the top six bits of a draw.
const std::vector<Request>& telling_requests() {
  static const auto requests = [] {
    std::vector<Request> out;
    std::set<Cells> seen;
    for (int rows = 1; rows <= 5; ++rows)
      for (int columns = 1; columns <= 5; ++columns) out.emplace_back(Building::factory, rectangle(rows, columns));
    for (const char letter : {'F', 'L', 'N', 'P', 'Y', 'Z', 'T', 'U', 'V', 'W', 'I', 'X'})
      for (Cells cells : {*pentomino(letter), mirrored(*pentomino(letter))})
        for (int turn = 0; turn < 4; ++turn, cells = rotated(cells))
          if (out.size() < 64 && seen.insert(normalised(cells)).second) out.emplace_back(Building::residence, cells);
    return out;
  }();
  return requests;
}

SequencerFile telling_mix(const std::string& generator) {
  std::string text = "generator: " + generator + "\nphases:\n- requests:\n";
  for (const Request& request : telling_requests()) {
    const Extent e = extent(request.cells());
    if (request.type() == Building::factory) {
      text += fmt::format("  - {{factory: {}x{}}}\n", e.rows, e.columns);
      continue;
    }
    std::string rows = picture_of(request.cells(), 'X', '.', '|');
    for (std::size_t at = 0; (at = rows.find('|', at)) != rows.npos; at += 4) rows.replace(at, 1, "\", \"");
    text += "  - {residence: [\"" + rows + "\"]}\n";
  }
  return parse_mix(text, "telling.yaml");
}

int number_of(const Request& request) {
  const auto& all = telling_requests();
  return static_cast<int>(std::find(all.begin(), all.end(), request) - all.begin());
}

// Truncated linear congruential generators give their state away: the lattice of all differences of states is reduced
// (LLL), and the states are the point of it next to what is known. Every second state of java.util.Random.
class JavaBreaker {
 public:
  static constexpr std::size_t size = 16;

  // The state at the first of these, of each of which the top six bits are known; it fits them only if there is one.
  static std::uint64_t state_behind(const std::vector<int>& tops) {
    std::vector<Row> basis(size, Row(size));
    std::vector<std::uint64_t> shifts(size);
    std::uint64_t power = 1;
    for (std::size_t i = 0; i < size; ++i) {
      basis[0][i] = static_cast<long double>(power);
      if (i > 0) {
        basis[i][i] = modulus;
        shifts[i] = (shifts[i - 1] * multiplier + increment) & mask;
      }
      power = power * multiplier & mask;
    }
    reduce(basis);
    Row target(size);
    for (std::size_t i = 0; i < size; ++i)
      target[i] = static_cast<long double>(
          ((static_cast<std::uint64_t>(tops[i]) << 42 | std::uint64_t{1} << 41) - shifts[i]) & mask);
    // The point of the lattice next to the target: plane by plane, from the last.
    const std::vector<Row> planes = orthogonal(basis);
    Row rest = target;
    for (std::size_t i = size; i-- > 0;)
      add(rest, basis[i], -std::round(dot(rest, planes[i]) / dot(planes[i], planes[i])));
    const auto first = static_cast<std::int64_t>(std::round(target[0] - rest[0]));
    return static_cast<std::uint64_t>(first) & mask;
  }
  // The top six bits of the states from this one on.
  static std::vector<int> tops_from(std::uint64_t state, std::size_t count) {
    std::vector<int> out;
    for (; out.size() < count; state = (state * multiplier + increment) & mask)
      out.push_back(static_cast<int>(state >> 42));
    return out;
  }

 private:
  using Row = std::vector<long double>;
  static constexpr long double modulus = 0x1p48L;
  static constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1, one_step = 0x5DEECE66D;
  static constexpr std::uint64_t multiplier = one_step * one_step & mask, increment = (one_step * 0xb + 0xb) & mask;

  static long double dot(const Row& a, const Row& b) {
    long double sum = 0;
    for (std::size_t i = 0; i < size; ++i) sum += a[i] * b[i];
    return sum;
  }
  static void add(Row& to, const Row& row, long double times) {
    for (std::size_t i = 0; i < size; ++i) to[i] += times * row[i];
  }
  static std::vector<Row> orthogonal(const std::vector<Row>& basis) {
    std::vector<Row> out = basis;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < i; ++j) add(out[i], out[j], -dot(out[i], out[j]) / dot(out[j], out[j]));
    return out;
  }
  static void reduce(std::vector<Row>& basis) {
    for (std::size_t k = 1; k < size;) {
      for (std::size_t j = k; j-- > 0;) {
        const auto planes = orthogonal(basis);
        add(basis[k], basis[j], -std::round(dot(basis[k], planes[j]) / dot(planes[j], planes[j])));
      }
      const auto planes = orthogonal(basis);
      const long double mu = dot(basis[k], planes[k - 1]) / dot(planes[k - 1], planes[k - 1]);
      if (dot(planes[k], planes[k]) >= (0.75L - mu * mu) * dot(planes[k - 1], planes[k - 1])) {
        ++k;
      } else {
        std::swap(basis[k], basis[k - 1]);
        k = std::max<std::size_t>(k - 1, 1);
      }
    }
  }
};

// Does who saw the first requests of this stream know the next hundred?
bool is_broken(Sequencer& stream) {
  std::vector<int> tops;
  for (const Request& request : requests_of(stream, 116)) tops.push_back(number_of(request));
  return JavaBreaker::tops_from(JavaBreaker::state_behind(tops), tops.size()) == tops;
}

// Files by their paths in a folder.
std::map<std::string, std::string> files_of(const std::string& folder) {
  std::map<std::string, std::string> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) out[fs::relative(entry.path(), folder).string()] = bytes_of(entry.path());
  return out;
}

std::string whole_line(const std::string& path) {
  std::string text = bytes_of(path);
  REQUIRE(text.ends_with('\n'));
  text.pop_back();
  return text;
}

const std::string cup =
    "rules: {profile: tournament-2016, side: 20}\nrepeats: 3\nseed: secret\nplayers: [naive, jigsaw]\n"
    "sequencers: [random, g4]\n";

json summary_of(const std::string& folder) {
  json summary = json::parse(bytes_of(folder + "/summary.json"));
  for (json& cell : summary["cells"]) cell.erase("games_per_second");
  return summary;
}

std::map<std::string, std::string> traces_of(const std::string& folder) { return files_of(folder + "/traces"); }

}  // namespace

TEST_CASE("secret: the key stream is that of ChaCha20", "[secret]") {
  // RFC 8439, appendix A.1, vectors 1 and 2 (blocks 0 and 1 of the zero key), and 3 (block 1 of another key).
  const auto bytes = [](const Key& key, std::size_t block) {
    RandomBlocks::Block words;
    ChaChaBlocks(key).fill(0, words);
    std::string out;
    for (std::size_t i = 16 * block; i < 16 * (block + 1); ++i)
      for (int shift = 0; shift < 32; shift += 8) out += fmt::format("{:02x}", words[i] >> shift & 0xff);
    return out;
  };
  CHECK(bytes(Key{}, 0) ==
        "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7da41597c5157488d7724e03fb8d84a376a43b8f41518a1"
        "1cc387b669b2ee6586");
  CHECK(bytes(Key{}, 1) ==
        "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed29b721769ce64e43d57133b074d839d531ed1f28510afb"
        "45ace10a1f4b794d6f");
  Key one{};
  one.back() = 1;
  CHECK(bytes(one, 1) ==
        "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b361"
        "25a64addeb006c13a0");
  // The words come in this order, over the ends of blocks, and a copy goes on where it was made.
  BlockRandom random(std::make_shared<ChaChaBlocks>(one));
  for (std::uint64_t number = 0; number < 5; ++number) {
    RandomBlocks::Block words;
    ChaChaBlocks(one).fill(number, words);
    for (const std::uint32_t word : words) {
      BlockRandom copy = random;
      CHECK(copy() == word);
      CHECK(random() == word);
    }
  }
}

TEST_CASE("secret: the draws are uniform", "[secret]") {
  const auto uniform = [](int n, auto next) {
    Distribution counts, distribution;
    for (int i = 0; i < n; ++i) distribution[std::to_string(i)] = 1.0 / n;
    for (int i = 0; i < 200'000; ++i) ++counts[std::to_string(next())];
    CHECK(p_value(counts, distribution) > min_p);
  };
  for (const int n : {2, 3, 7, 10, 1000}) {
    RequestRandom random = secret_random({static_cast<std::uint8_t>(n % 251)});
    uniform(n, [&] { return random.next_int(n); });
  }
  // In a range of 3 * 2^29, without redraws, each third number would come twice where the others come three times.
  RequestRandom wide = secret_random({3}), doubles = secret_random({4});
  uniform(3, [&] { return wide.next_int(3 << 29) % 3; });
  uniform(1000, [&] { return static_cast<int>(1000 * doubles.next_double()); });
}

TEST_CASE("secret: every built-in stream has the distribution that it has with PCG", "[secret]") {
  for (const SequencerSpec& spec : builtin_sequencers()) {
    if (spec.name == "nemesis") continue;  // draws nothing, and asks who plays
    if (spec.name == "drawn") continue;    // has another distribution for each key
    CAPTURE(spec.name);
    Distribution open, secret;
    for (int repeat = 0; repeat < 100; ++repeat) {
      const auto stream = secret_stream(spec.name, secret_number(8), repeat);
      const auto seed = static_cast<std::uint64_t>(repeat);
      for (const auto& [name, n] : count(requests_of(*stream, 200))) secret[name] += n;
      for (const auto& [name, n] : count(requests_of(*make_builtin(spec.name, seed, Generator::pcg), 2000))) open[name];
      for (const auto& [name, n] : count(requests_of(*make_builtin(spec.name, seed, Generator::pcg), 200)))
        open[name] += n;
    }
    // Both are samples: the difference has the variance of their sum.
    double chi_square = 0;
    int kinds = -1;
    for (const auto& [name, n] : open) {
      const double other = secret.contains(name) ? secret[name] : 0;
      if (n + other < 10) continue;
      chi_square += (n - other) * (n - other) / (n + other);
      ++kinds;
    }
    for (const auto& [name, n] : secret) CHECK(open.contains(name));
    if (kinds > 0) {
      const boost::math::chi_squared distribution(kinds);
      CHECK(boost::math::cdf(boost::math::complement(distribution, chi_square)) > min_p);
    } else {
      CHECK(chi_square == 0);
    }
  }
}

TEST_CASE("secret: the same secret gives the same requests to everybody, others give others", "[secret]") {
  const Secret secret = secret_number(1), other = secret_number(2);
  const auto names = [](const Secret& of, int repeat) {
    return names_of(requests_of(*secret_stream("random", of, repeat), 50));
  };
  CHECK(names(secret, 0) == names(secret, 0));
  CHECK(names(secret, 0) != names(secret, 1));
  CHECK(names(secret, 0) != names(other, 0));
  // Written down (and computed elsewhere, with Python's hashlib), so that a secret revealed long ago still gives its
  // requests.
  CHECK(secret.commitment() == "51a526957ea817d82e136b41b12d7f173ba95fd9fdecd6aff1a628cfae8671d4");
  const Draw draw(secret, {});
  CHECK(draw.stream(0, "random").seed == 7480373606811265);
  CHECK(draw.stream(0, "tailheavy").seed == 8028162233113756);
  CHECK(draw.stream(0, "industrialization").seed == 647768011548441);
  CHECK(draw.player_seed(0, "jigsaw") == 8614920098102546);
  CHECK(contribution_commitment(secret_number(2).hex(), secret_number(1).hex()) ==
        "f2a491173da22364cdbad54351db4957c57128f826832327e4292d744cf62a07");
  const Draw third(secret, {.contributions = {{"ada", secret_number(2).hex()}, {"ben", secret_number(3).hex()}},
                            .beacon = "drand 1",
                            .beacon_value = "abc"});
  CHECK(third.stream(7, "random").seed == 4352908452375269);
  CHECK(third.player_seed(7, "ada") == 208130922145742);
}

TEST_CASE("secret: what a player is told cannot be turned back into the seed of the requests", "[secret]") {
  int found_then = 0, found_now = 0;
  const auto streams = stream_seeds(2016, 20);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const std::uint64_t stream = streams[repeat];
    found_then +=
        static_cast<int>(streams_behind(invertible_player_seed(stream, repeat, "spy"), repeat, "spy").count(stream));
    found_now += static_cast<int>(streams_behind(player_seed(stream, repeat, "spy"), repeat, "spy").count(stream));
    // Nor do the requests of a secret follow from any of the 2,048.
    const Secret secret = secret_number(repeat);
    const auto asked = requests_of(*secret_stream("random", secret, repeat), 20);
    for (const std::uint64_t guess : streams_behind(Draw(secret, {}).player_seed(repeat, "spy"), repeat, "spy"))
      for (const Generator generator : {Generator::java, Generator::pcg})
        CHECK(requests_of(*make_builtin("random", guess, generator), 20) != asked);
  }
  CHECK(found_then == 20);
  CHECK(found_now == 0);
}

TEST_CASE("secret: guessed seeds do not give the requests", "[secret]") {
  // Whoever is told a seed can try master seeds until one gives it; open seeds are found so, a secret is not.
  const auto guessed = [](std::uint64_t told, int repeat) {
    for (std::uint64_t master = 0; master < 3000; ++master)
      if (player_seed(stream_seeds(master, repeat + 1).back(), repeat, "spy") == told) return true;
    return false;
  };
  CHECK(guessed(player_seed(stream_seeds(2016, 3).back(), 2, "spy"), 2));
  CHECK_FALSE(guessed(Draw(Secret::random(), {}).player_seed(2, "spy"), 2));
  const auto asked = requests_of(*secret_stream("random", Secret::random(), 2), 20);
  for (std::uint64_t master = 0; master < 3000; ++master)
    for (const std::uint64_t seed : {master, stream_seeds(master, 3).back()})
      for (const Generator generator : {Generator::java, Generator::pcg})
        CHECK(requests_of(*make_builtin("random", seed, generator), 20) != asked);
}

TEST_CASE("secret: no derived seed equals another, or is made from one that is told", "[secret]") {
  std::set<std::uint64_t> seen;
  for (int number = 0; number < 20; ++number) {
    const Secret secret = secret_number(number);
    for (int repeat = 0; repeat < 20; ++repeat) {
      const Draw draw(secret, {});
      const StreamSeed stream = draw.stream(repeat, "random"), stranger = stream.for_untrusted();
      CHECK(stranger.key != stream.key);
      const std::uint64_t told = draw.player_seed(repeat, "a"), other = draw.player_seed(repeat, "b");
      for (const std::uint64_t seed :
           {stream.seed, stranger.seed, told, other, player_seed(told, repeat, "a"), player_seed(told, repeat, "b"),
            player_seed(stream.seed, repeat, "a"), player_seed(stranger.seed, repeat, "a")}) {
        CHECK(seed <= max_seed);
        CHECK(seen.insert(seed).second);
      }
    }
  }
  CHECK(StreamSeed(869).for_untrusted().seed == 869);
}

TEST_CASE("secret: the state of java.util.Random follows from the first requests, that of a secret does not",
          "[secret][long]") {
  const SequencerFile java = telling_mix("java"), pcg = telling_mix("pcg");
  static const Options none;
  for (std::uint64_t i = 0; i < 5; ++i) {
    CHECK(is_broken(*make_stream(java, stream_seeds(2016, 5)[i])));
    CHECK_FALSE(is_broken(*make_stream(pcg, i)));
    const StreamSeed seed = Draw(secret_number(7), {}).stream(static_cast<int>(i), "telling");
    CHECK_FALSE(is_broken(*java.make({50, seed.seed, seed.random(Generator::java), none})));
  }
}

TEST_CASE("secret: the config", "[secret]") {
  const Scratch scratch;
  scratch.write("town.yaml", "generator: pcg\nphases: [{requests: [{residence: X}]}]\n");
  const auto load = [&](const std::string& text, const Overrides& overrides = {}) {
    return load_config(scratch.write("cup.yaml", text), overrides);
  };
  const auto complaint = [&](const std::string& text) {
    try {
      load(text);
    } catch (const InputError& e) {
      const std::string what = e.what();
      return what.substr(what.rfind('/', what.find(".yaml")) + 1);
    }
    return std::string();
  };
  const Schedule schedule = load(cup).schedule;
  CHECK(schedule.commitment == "");
  CHECK(schedule.repeats() == 3);
  CHECK(schedule.games() == 12);
  CHECK(schedule.seeds.empty());
  CHECK_FALSE(schedule.seed_of({0, 0, 1}));
  Overrides overrides;
  overrides.seed = 4;
  CHECK(load(cup, overrides).schedule.seeds == stream_seeds(4, 3));
  overrides = {};
  overrides.secret = true;
  CHECK(load("seeds: [1, 2]\nplayers: [naive]\nsequencers: [g6]\n", overrides).schedule.repeats() == 2);

  // The commitment is part of what all games of a folder have in common, and survives the way to disk.
  Config config = load(cup);
  config.use(secret_number(1));
  const std::string hash = config_hash(config.schedule);
  CHECK(schedule_of_json(json::parse(to_json(config.schedule).dump())) == config.schedule);
  config.use(secret_number(2));
  CHECK(config_hash(config.schedule) != hash);

  const std::string head = "seed: secret\nplayers: [naive]\nsequencers:\n";
  const std::string exclude = ": 'generator' and `seed: secret` exclude each other: '";
  CHECK(complaint(head + "- {sequencer: random, options: {generator: java}}\n") ==
        "cup.yaml:4:44" + exclude + "random' then draws from the secret; leave 'generator' out");
  CHECK(complaint(head + "- {name: t, mix: town.yaml}\n") ==
        "town.yaml:1:12" + exclude + "t' then draws from the secret; leave 'generator' out");
  CHECK(complaint("seed: secrt\nplayers: [naive]\nsequencers: [g6]\n") ==
        "cup.yaml:1:7: 'seed' must be an integer from 0 to 9007199254740991, or secret, not 'secrt'");
}

TEST_CASE("secret: its file is for its owner alone", "[secret]") {
  const Scratch scratch;
  const auto complaint = [](const std::string& path) {
    try {
      read_secret(path);
    } catch (const InputError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const Secret secret = Secret::random();
  CHECK(make_secret_file(scratch / "a/secret", secret) == secret);
  CHECK(names_in(scratch / "a") == std::vector<std::string>{"secret"});
  CHECK(fs::status(scratch / "a/secret").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(read_secret(scratch / "a/secret") == secret);
  CHECK(whole_line(scratch / "a/secret") == secret.hex());
  CHECK(make_secret_file(scratch / "a/secret", Secret::random()) == secret);  // who comes second gets what is there
  CHECK_FALSE(Secret::random() == secret);
  for (const int mode : {0640, 0604, 0660, 0602, 0610}) {
    chmod((scratch / "a/secret").c_str(), static_cast<mode_t>(mode));
    CHECK(complaint(scratch / "a/secret") ==
          fmt::format("{}: others may read or write this secret (mode {:o}): chmod 600 makes it yours",
                      scratch / "a/secret", mode));
  }
  for (const std::string& text : {std::string(), std::string("1\n"), std::string(63, 'a'), std::string(65, 'a'),
                                  std::string(64, 'g'), std::string(64, 'A'), std::string(64, 'a') + "\n\n"}) {
    chmod(scratch.write("bad", text).c_str(), 0600);
    CHECK(complaint(scratch / "bad") == (scratch / "bad") + ": no secret: expected one line of 64 hexadecimal digits");
  }
}

TEST_CASE("secret: a run keeps it, commits to it, and tells it nobody before it is revealed", "[secret][threads]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), out = scratch / "out";
  const Run first =
      pentocity_run("run " + config + " --repeats 2 --trace all --format csv --out " + out + " 2>&1 >/dev/null");
  CHECK(first.exit_code == 0);
  const Secret secret = read_secret(out + "/secret");
  CHECK(first.output ==
        fmt::format("pentocity: the requests are drawn from a secret, which `pentocity reveal {}` shows "
                    "after the games; commitment {}\n",
                    out, secret.commitment()));

  // It goes on with the same secret, and is then what one run would have been, with any number of jobs.
  const Run too_early = pentocity_run("reveal " + out);  // all that was asked for, but not all that the config names
  CHECK(too_early.exit_code == 2);
  CHECK_THAT(too_early.output, Catch::Contains(" games are still to be played"));
  CHECK(pentocity_run("reveal " + out + " --early").exit_code == 0);
  fs::remove(out + "/revealed.json");
  CHECK(pentocity_run("run " + config + " --trace all --jobs 3 --out " + out).exit_code == 0);
  CHECK(read_secret(out + "/secret") == secret);
  fs::copy_file(out + "/secret", scratch / "kept");
  CHECK(pentocity_run("run " + config + " --trace all --jobs 1 --secret " + (scratch / "kept") + " --out " +
                      (scratch / "whole"))
            .exit_code == 0);
  CHECK(summary_of(out) == summary_of(scratch / "whole"));
  CHECK(traces_of(out) == traces_of(scratch / "whole"));
  CHECK(summary_of(out)["seeds"] == json::array());
  CHECK(summary_of(out)["commitment"] == secret.commitment());
  CHECK(traces_of(out).size() == 12);

  // The report and the other readers get along without a seed.
  if (!report_page().empty()) {
    CHECK(pentocity_run("report " + out).exit_code == 0);
    CHECK(fs::exists(out + "/report.html"));
  }
  const std::string trace = out + "/traces/random__jigsaw__2.jsonl.gz";
  const TraceLines lines = read_trace(trace);
  CHECK(lines.header["seed"].is_null());
  CHECK(lines.header["player_seed"].is_null());
  CHECK(lines.header["repeat"] == 2);
  CHECK(pentocity_run("replay " + out + "/traces/*").exit_code == 0);
  CHECK(pentocity_run("show " + trace).output.starts_with("player \"jigsaw\", sequencer \"random\", repeat 2, rules"));
  CHECK(pentocity_run("render " + trace + " -o " + (scratch / "land.svg")).exit_code == 0);
  CHECK(pentocity_run("bound " + trace).exit_code == 0);
  const Run bounds = pentocity_run("bound " + out + " --format json");
  CHECK(bounds.exit_code == 0);
  CHECK(json::parse(bounds.output)["games"][0]["seed"].is_null());
  CHECK(json::parse(bounds.output)["games"][0]["requests"] == "stream");

  // Neither its digits nor its bytes are anywhere but in its file.
  std::string raw;
  for (std::size_t i = 0; i < 64; i += 2) raw += static_cast<char>(std::stoi(secret.hex().substr(i, 2), nullptr, 16));
  for (auto& [name, bytes] : files_of(out)) {
    CAPTURE(name);
    const std::string text = name.ends_with(".gz") ? read_gzip_file(out + "/" + name) : bytes;
    CHECK((text.find(secret.hex()) != text.npos) == (name == "secret"));
    CHECK(text.find(raw) == text.npos);
    for (int repeat = 0; repeat < 3; ++repeat)
      CHECK(text.find(std::to_string(Draw(secret, {}).player_seed(repeat, "jigsaw"))) == text.npos);
  }

  // Revealed, it gives everybody the requests of every game.
  const Run revealed = pentocity_run("reveal " + out);
  CHECK(revealed.exit_code == 0);
  CHECK(revealed.output == fmt::format("secret      {}\ncommitment  {}\nPublished in {}/revealed.json\n", secret.hex(),
                                       secret.commitment(), out));
  const json published = json::parse(bytes_of(out + "/revealed.json"));
  CHECK(published["format"] == "pentocity-reveal/1");
  CHECK(published["secret"] == secret.hex());
  CHECK(published["commitment"] == secret.commitment());
  CHECK(published["version"].is_string());
  for (const auto& [name, bytes] : traces_of(out)) {
    CAPTURE(name);
    const TraceLines game = read_trace(out + "/traces/" + name);
    for (const std::string file : {"secret", "revealed.json"}) {
      const Run requests = pentocity_run(fmt::format("sequence {} --secret {}/{} --repeat {} --count {}",
                                                     game.header["sequencer"].get<std::string>(), out, file,
                                                     game.header["repeat"].get<int>(), game.turns.size()));
      CHECK(requests.exit_code == 0);
      std::string expected;
      for (const json& turn : game.turns)
        expected += fmt::format("{{\"turn\":{},\"type\":{},\"cells\":{}}}\n", turn["turn"].dump(),
                                turn["request"]["type"].dump(), turn["request"]["cells"].dump());
      CHECK(requests.output == expected);
    }
  }
  // Games that are played from now on can be foretold, and the run says so; without its secret it does not go on.
  CHECK_THAT(pentocity_run("run " + config + " --repeats 4 --out " + out).output, Catch::Contains("has been revealed"));
  fs::remove(out + "/secret");
  CHECK(pentocity_run("bound " + out).exit_code == 0);
  const Run lost = pentocity_run("run " + config + " --out " + out);
  CHECK(lost.exit_code == 2);
  CHECK(lost.output.ends_with(
      "holds games, but not the secret that `seed: secret` draws from: give it with --secret FILE, "
      "choose another folder with --out, or remove them with --fresh\n"));
  CHECK_THAT(pentocity_run("run " + config + " --fresh --out " + out).output,
             Catch::Contains("and the secret that has been revealed of them"));
  CHECK(pentocity_run("bound " + out).exit_code == 0);
  fs::remove(out + "/revealed.json");
  CHECK_THAT(pentocity_run("bound " + out).output, Catch::Contains("drawn from a secret that is not there"));
  // A fresh start has a fresh secret.
  CHECK(pentocity_run("run " + config + " --fresh --out " + out).exit_code == 0);
  CHECK_FALSE(read_secret(out + "/secret") == secret);
}

TEST_CASE("secret: shards share it, and are joined only if they do", "[secret]") {
  const Scratch scratch;
  const std::string config = scratch.write("cup.yaml", cup), file = scratch / "cup.secret";
  const auto shard = [&](int i, const std::string& out, const std::string& options) {
    return pentocity_run(fmt::format("run {} --shard {}/2 --out {} {}", config, i, scratch / out, options));
  };
  const Run alone = shard(0, "alone", "");
  CHECK(alone.exit_code == 2);
  CHECK(alone.output ==
        "pentocity: --shard: with `seed: secret` all shards must draw from one secret: give each of them "
        "the same --secret FILE, which the first one makes\n");
  CHECK(shard(0, "s0", "--secret " + file).exit_code == 0);
  CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(shard(1, "s1", "--secret " + file).exit_code == 0);
  CHECK(shard(1, "s1", "").exit_code == 0);  // it has the secret now
  CHECK(pentocity_run("run " + config + " --secret " + file + " --out " + (scratch / "whole")).exit_code == 0);

  const auto merge = [&](const std::string& arguments) { return pentocity_run("merge " + arguments); };
  const std::string both = " " + (scratch / "s0") + " " + (scratch / "s1");
  CHECK(merge((scratch / "joined") + both).exit_code == 0);
  CHECK(summary_of(scratch / "joined") == summary_of(scratch / "whole"));
  CHECK(traces_of(scratch / "joined") == traces_of(scratch / "whole"));
  CHECK(bytes_of(scratch / "joined/secret") == bytes_of(file));
  CHECK(fs::status(scratch / "joined/secret").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(pentocity_run("reveal " + (scratch / "joined")).exit_code == 0);
  const Run early = pentocity_run("reveal " + (scratch / "s0"));
  CHECK(early.exit_code == 2);
  CHECK_THAT(early.output, Catch::Contains("6 of 12 games are still to be played"));
  CHECK(pentocity_run("reveal " + (scratch / "s0") + " --early").exit_code == 0);

  // Rows can be joined without the secret; with it in hand it is put beside them.
  fs::remove(scratch / "s0/secret");
  fs::remove(scratch / "s1/secret");
  const Run bare = merge((scratch / "bare") + both + " 2>&1 >/dev/null");
  CHECK(bare.exit_code == 0);
  CHECK_THAT(bare.output, Catch::Contains("no folder has the secret of these games"));
  CHECK_FALSE(fs::exists(scratch / "bare/secret"));
  CHECK(merge((scratch / "bare") + both + " --secret " + file).exit_code == 0);
  CHECK(bytes_of(scratch / "bare/secret") == bytes_of(file));

  // Another secret is refused wherever it comes from.
  CHECK(shard(1, "other", "--secret " + (scratch / "other.secret")).exit_code == 0);
  const Run mixed = merge((scratch / "mixed") + " " + (scratch / "s0") + " " + (scratch / "other"));
  CHECK(mixed.exit_code == 2);
  CHECK_THAT(mixed.output, Catch::Contains("its requests were drawn from another secret than those of"));
  CHECK_FALSE(fs::exists(scratch / "mixed"));
  const Run wrong = merge((scratch / "wrong") + both + " --secret " + (scratch / "other.secret"));
  CHECK(wrong.exit_code == 2);
  CHECK_THAT(wrong.output, Catch::Contains("is not the secret that the games were drawn from"));
  const Run resumed = shard(0, "s0", "--secret " + (scratch / "other.secret"));
  CHECK(resumed.exit_code == 2);
  CHECK_THAT(resumed.output, Catch::Contains("its games were not drawn from the secret in"));
  CHECK_FALSE(fs::exists(scratch / "s0/secret"));
  chmod(file.c_str(), 0644);
  const Run shown = shard(0, "s0", "--secret " + file);
  CHECK(shown.exit_code == 2);
  CHECK_THAT(shown.output, Catch::Contains("others may read or write this secret (mode 644)"));
  // An open seed has no secret.
  CHECK_THAT(pentocity_run("run " + config + " --seed 3 --secret " + file).output,
             Catch::Contains("--secret: goes with `seed: secret`"));
}

TEST_CASE("secret: the same on the command line, and in a comparison", "[secret]") {
  const Scratch scratch;
  const std::string out = scratch / "out", names = " --rules tournament-2016 --repeats 2 --out " + out;
  CHECK(pentocity_run("run --players naive,diagonal --sequencers random --seed secret" + names).exit_code == 0);
  CHECK(fs::exists(out + "/secret"));
  const Run compared = pentocity_run("compare naive diagonal --sequencers random --seed secret --format json --out " +
                                     (scratch / "compared") + " 2>/dev/null");
  CHECK(compared.exit_code == 0);
  CHECK(json::parse(compared.output)["paired"] == true);
  CHECK(json::parse(compared.output)["verdict"] == "b");
  CHECK(pentocity_run("run --players naive --sequencers random --seed x" + names).output ==
        "pentocity: --seed: expected a whole number from 0 to 9007199254740991, or new, or secret, not 'x' (see "
        "pentocity run "
        "--help)\n");
  for (const std::string& command :
       {std::string("adversary --player naive --seed secret"),
        std::string("offline random --player naive --seed secret"), std::string("sequence random --seed secret"),
        std::string("sequence random --repeat 2"), "sequence random --seed 1 --secret " + out + "/secret"}) {
    const Run refused = pentocity_run(command);
    CHECK(refused.exit_code == 2);
    CHECK(std::count(refused.output.begin(), refused.output.end(), '\n') == 1);
  }
  const std::string config = scratch.write("cup.yaml", cup);
  CHECK_THAT(pentocity_run("run " + config + " --debug naive").output, Catch::Contains("add --seed S for a seed"));
  CHECK(pentocity_run("run " + config + " --debug naive --secret " + out + "/secret").exit_code == 0);
}

TEST_CASE("secret: a stream of others is asked the same in a process of its own, and never told the key", "[secret]") {
  const Scratch scratch;
  const std::string players = "rules: {side: 20}\nrepeats: 2\nseed: secret\nplayers: [naive]\n";
  const std::string plugin = "sequencers: [{plugin: " + test::examples + "/libexample_encore.so}]\n";
  const auto traces = [&](const std::string& isolation) {
    const std::string config = scratch.write("cup.yaml", "isolation: " + isolation + "\n" + players + plugin);
    const std::string out = scratch / isolation;
    CHECK(pentocity_run("run " + config + " --trace all --secret " + (scratch / "s") + " --out " + out).exit_code == 0);
    return traces_of(out);
  };
  const auto inside = traces("none");
  CHECK(inside.size() == 2);
  CHECK(inside == traces("plugins"));
  CHECK_THAT(
      pentocity_run("check sequencer " + test::examples + "/libexample_encore.so --games 1").output,
      Catch::Contains("note    with `seed: secret` its requests are only as hard to predict as the random numbers"));
}

TEST_CASE("secret: an open seed and strangers are warned of", "[secret]") {
  const Scratch scratch;
  const auto warned = [&](const std::string& players, const std::string& seed) {
    const std::string config =
        scratch.write("cup.yaml", "rules: {side: 12}\nrepeats: 1\nisolation: none\nseed: " + seed + "\nplayers: [" +
                                      players + "]\nsequencers: [g6]\n");
    const Run run = pentocity_run("run " + config + " --delete-all --out " + (scratch / "out"));
    CHECK(run.exit_code == 0);
    return run.output.find("can compute the requests from a seed that is not secret") != std::string::npos;
  };
  const std::string stranger = "{plugin: " + test::plugins + "wicked_player.so}";
  CHECK_FALSE(warned("naive", "3"));
  const std::string two = stranger + ", {name: other, plugin: " + test::plugins + "wicked_player.so}";
  CHECK_FALSE(warned("naive, " + stranger, "3"));
  CHECK(warned(two, "3"));
  CHECK_FALSE(warned(two, "secret"));
}

TEST_CASE("secret: a run that ended while it made its database goes on", "[secret]") {
  const Scratch scratch;
  const std::string config = scratch.write(
      "cup.yaml", "rules: {side: 10}\nrepeats: 2\nseed: secret\nplayers: [naive]\nsequencers: [random]\n");
  for (const std::string& secret : {std::string(), " --secret " + (scratch / "secret")}) {
    const std::string out = scratch / (secret.empty() ? "own" : "shared"),
                      command = "run " + config + " --out " + out + secret;
    REQUIRE(pentocity_run(command + " --dry-run").exit_code == 0);
    fs::create_directories(out);
    scratch.write(secret.empty() ? "own/results.sqlite" : "shared/results.sqlite", "");
    if (secret.empty()) {
      // Without its secret, which is made first, there is nothing that could not be drawn anew.
      CHECK_THAT(pentocity_run("report " + out).output, Catch::Contains("holds no games: the run that made it ended"));
    }
    const Run run = pentocity_run(command);
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    CHECK(pentocity_run("audit --partial " + out).exit_code == 0);
  }
}

}  // namespace secret_test
