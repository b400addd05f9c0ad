// Puzzles in the formats of other programs: BurrTools, Knuth's exact-cover solvers, SAT solvers.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/exchange/puzzle_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/solve.hpp"
#include "scratch.hpp"

namespace exchange_test {

using namespace pentocity;
using namespace pentocity::packing;
using namespace pentocity::exchange;
using namespace pentocity::test;
using Catch::Contains;
using Catch::StartsWith;

namespace {

std::uint64_t count_of(const Puzzle& puzzle) {
  SolveOptions options;
  options.task = Task::count;
  return std::stoull(*solve(puzzle, options).count);
}

// Reads Knuth's format and finds all solutions in the simplest way; prints them as DLX3 does. Shares no code with the
// library.
class SlowCover {
 public:
  explicit SlowCover(const std::string& text) {
    std::istringstream lines(text);
    bool has_items = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.empty() || line[0] == '|') continue;
      std::istringstream words(line);
      std::vector<int> option;
      bool is_optional = false;
      for (std::string word; words >> word;) {
        if (has_items) {
          option.push_back(number_.at(word));
        } else if (word == "|") {
          is_optional = true;
        } else {
          int min = is_optional ? 0 : 1, max = 1;
          if (const std::size_t bar = word.find('|'); bar != std::string::npos) {
            const std::string bounds = word.substr(0, bar);
            word = word.substr(bar + 1);
            max = std::stoi(bounds.substr(bounds.find(':') + 1));
            min = bounds.find(':') == std::string::npos ? max : std::stoi(bounds);
          }
          REQUIRE(word.size() <= 8);
          number_[word] = static_cast<int>(min_.size());
          names_.push_back(word);
          min_.push_back(min);
          max_.push_back(max);
          is_optional_.push_back(is_optional);
        }
      }
      if (has_items) {
        REQUIRE(std::any_of(option.begin(), option.end(), [&](int i) { return !is_optional_[i]; }));
        options_.push_back(option);
      }
      has_items = true;
    }
    used_.resize(min_.size());
  }

  std::uint64_t solve() {
    search(0);
    return count_;
  }
  const std::string& printed() const { return printed_; }

 private:
  // Options one after the other, taken or not.
  void search(std::size_t next) {
    // An item that no later option can complete ends it.
    if (next == options_.size()) {
      for (std::size_t i = 0; i < min_.size(); ++i)
        if (used_[i] < min_[i]) return;
      print();
      return;
    }
    const auto& option = options_[next];
    if (std::all_of(option.begin(), option.end(), [&](int i) { return used_[i] < max_[i]; })) {
      for (const int i : option) ++used_[i];
      chosen_.push_back(next);
      search(next + 1);
      chosen_.pop_back();
      for (const int i : option) --used_[i];
    }
    // Options are in order of their first cells, so a cell that was passed stays open.
    for (const int i : option) {
      if (used_[i] >= min_[i]) continue;
      const auto has_later = std::any_of(options_.begin() + static_cast<std::ptrdiff_t>(next) + 1, options_.end(),
                                         [&](const auto& o) { return std::find(o.begin(), o.end(), i) != o.end(); });
      if (!has_later) return;
    }
    search(next + 1);
  }
  void print() {
    printed_ += std::to_string(++count_) + ":\n";
    for (const std::size_t o : chosen_) {  // from any of its items on, and then around
      const auto& option = options_[o];
      for (std::size_t i = 0; i < option.size(); ++i) printed_ += " " + names_[option[(i + count_) % option.size()]];
      printed_ += " (1 of 2)\n";
    }
  }

  std::map<std::string, int> number_;
  std::vector<std::string> names_;
  std::vector<int> min_, max_, used_;
  std::vector<bool> is_optional_;
  std::vector<std::vector<int>> options_;
  std::vector<std::size_t> chosen_;
  std::uint64_t count_ = 0;
  std::string printed_;
};

// A formula in DIMACS, and the number of its models as far as the first `variables` are concerned: by trying them all,
// with unit propagation.
class SlowFormula {
 public:
  explicit SlowFormula(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      if (line[0] == 'c') {
        int n = 0;
        if (std::string c; words >> c >> n && n > 0) options_ = std::max(options_, n);
      } else if (line[0] == 'p') {
        std::string p, cnf;
        std::size_t clauses = 0;
        words >> p >> cnf >> variables_ >> clauses;
        expected_ = clauses;
      } else {
        auto& clause = clauses_.emplace_back();
        for (int literal = 0; words >> literal && literal != 0;) clause.push_back(literal);
      }
    }
    CHECK(clauses_.size() == expected_);
  }

  std::uint64_t models() {
    std::vector<int> value(static_cast<std::size_t>(variables_) + 1);
    return count(value);
  }

 private:
  std::uint64_t count(std::vector<int> value) const {
    for (bool again = true; again;) {
      again = false;
      for (const auto& clause : clauses_) {
        int open = 0, last = 0;
        bool is_true = false;
        for (const int literal : clause) {
          const int v = value[std::abs(literal)];
          is_true |= v != 0 && (v > 0) == (literal > 0);
          if (v == 0) ++open, last = literal;
        }
        if (is_true) continue;
        if (open == 0) return 0;
        if (open == 1) value[std::abs(last)] = last > 0 ? 1 : -1, again = true;
      }
    }
    const auto open = std::find(value.begin() + 1, value.begin() + 1 + options_, 0);
    if (open == value.begin() + 1 + options_) {
      CHECK(std::count(value.begin() + 1, value.end(), 0) == 0);  // the rest follows
      return 1;
    }
    *open = 1;
    std::uint64_t sum = count(value);
    *open = -1;
    return sum + count(value);
  }

  int variables_ = 0, options_ = 0;
  std::size_t expected_ = 0;
  std::vector<std::vector<int>> clauses_;
};

std::string small_puzzle(Pcg& random) {
  const char* const flat[] = {"X", "XX", "XXX", "XX|X.", "XX|XX", "XX.|.XX"};
  const char* const solid[] = {"X", "X||X", "XXX", "XX|X.", "XX|X.||..|X.", "XX|X.||X."};
  const char* const lattices[] = {"", "lattice: hex\n", "lattice: triangle\n", "lattice: cube\n"};
  const auto one_of = [&](int n) { return random.next_int(n); };
  const int lattice = one_of(4);
  const bool is_solid = lattice == 3;
  const auto& shapes = is_solid ? solid : flat;
  std::string board;
  const int rows = is_solid ? 1 + one_of(2) : 2 + one_of(2), columns = 2 + one_of(is_solid ? 2 : 3);
  for (int r = 0; r < rows * (is_solid ? 2 : 1); ++r) {
    if (r > 0) board += r == rows ? "||" : "|";
    for (int c = 0; c < columns; ++c) board += one_of(8) == 0 ? '#' : one_of(8) == 0 ? '*' : '.';
  }
  std::string out = "name: small\nboard: '" + board + "'\n" + lattices[lattice] + "pieces:\n";
  for (int i = 1 + one_of(3); i > 0; --i) {
    const char* const counts[] = {"1", "2", "any", "{min: 1, max: 3}", "{max: 2}"};
    out += std::string("  - {shape: '") + shapes[one_of(6)] + "', count: " + counts[one_of(5)] + "}\n";
  }
  const char* const holes[] = {"", "holes: 1\n", "holes: {max: 2}\n", "holes: {min: 1}\n", "holes: {max: 9}\n"};
  return out + holes[one_of(5)];
}

// Puzzles that can be read, up to so many.
std::vector<Puzzle> small_puzzles(int seed, std::size_t n) {
  Pcg random(static_cast<std::uint64_t>(seed));
  std::vector<Puzzle> out;
  while (out.size() < n) try {
      out.push_back(parse_puzzle(small_puzzle(random), "small"));
    } catch (const InputError&) {
    }
  return out;
}

const char* const l_and_bar = R"(<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors/>
 <shapes>
  <voxel x="2" y="2" z="1" hx="1" name="L piece" type="0">###_</voxel>
  <voxel x="2" y="1" z="1" type="0">##</voxel>
  <voxel x="3" y="2" z="1" type="0">######</voxel>
 </shapes>
 <problems>
  <problem name="six" state="2" assemblies="1" solutions="1">
   <shapes>
    <shape id="0" count="2"/>
    <shape id="1" min="0" max="1"/>
   </shapes>
   <result id="2"/>
   <bitmap/>
   <solutions>
    <solution><assembly>1 0 0 0 1 1 0 10 x</assembly></solution>
   </solutions>
  </problem>
 </problems>
</puzzle>
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("exchange: an exact cover has the solutions of the puzzle, each once", "[exchange]") {
  std::uint64_t all = 0;
  for (const Puzzle& puzzle : small_puzzles(1, 150)) {
    std::string text;
    try {
      text = dlx_text(puzzle);
    } catch (const InputError&) {
      continue;  // kinds that share some orientations; not among these
    }
    INFO(text);
    SlowCover cover(text);
    const std::uint64_t count = cover.solve();
    CHECK(count == count_of(puzzle));
    all += count;
    if (count == 0) continue;
    // What DLX3 would print is read, and right.
    CHECK(is_dlx_solution(cover.printed()) == (cover.printed().find('(') != std::string::npos));
    std::set<Solution> seen;
    const Verifier verifier(puzzle);
    for (const DrawnBoard& board : boards_of_dlx(puzzle, cover.printed(), "printed")) {
      const Verdict verdict = verifier.check(board);
      INFO(verdict.fault.value_or(""));
      CHECK_FALSE(verdict.fault);
      CHECK(seen.insert(verdict.solution).second);
    }
    CHECK(seen.size() == count);
  }
  CHECK(all > 1000);
}

TEST_CASE("exchange: an exact cover that is read has as many solutions as the slow twin finds", "[exchange]") {
  const auto count = [](const std::string& text) {
    const ExactCover cover = read_dlx(text, "read");
    std::set<std::set<int>> seen;
    std::uint64_t found = 0;
    const auto [complete, nodes] = packing::search_exact_cover(cover, nullptr, [&](const std::vector<int>& taken) {
      seen.insert({taken.begin(), taken.end()});
      return ++found != 0;
    });
    CHECK(complete);
    CHECK(nodes >= found);
    CHECK(seen.size() == found);
    return found;
  };
  for (const Puzzle& puzzle : small_puzzles(4, 60)) {
    std::string text;
    try {
      text = dlx_text(puzzle);
    } catch (const InputError&) {
      continue;
    }
    CHECK(count(text) == count_of(puzzle));
  }
  Pcg random(6);
  std::uint64_t all = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    const int items = 1 + random.next_int(5), optional = random.next_int(3);
    for (int item = 0; item < items + optional; ++item) {
      const int min = random.next_int(3), max = min + random.next_int(3);
      if (item == items) text += "| ";
      if (item < items && max > 0 && random.next_int(3) == 0) text += fmt::format("{}:{}|", min, max);
      text += fmt::format("i{} ", item);
    }
    text += '\n';
    for (int options = random.next_int(9); options > 0; --options) {
      const int needed = random.next_int(items);
      text += fmt::format("i{}", needed);
      for (int item = 0; item < items + optional; ++item)
        if (item != needed && random.next_int(3) == 0) text += fmt::format(" i{}", item);
      text += '\n';
    }
    CAPTURE(text);
    const std::uint64_t expected = SlowCover(text).solve();
    REQUIRE(count(text) == expected);
    all += expected;
  }
  CHECK(all > 1000);
  for (const auto& [text, message] :
       std::map<std::string, std::string>{{"", "f: expected a line with the names of the items"},
                                          {"| only a comment\n", "f: expected a line with the names of the items"},
                                          {"a b a\n", "f:1: the item 'a' is there twice"},
                                          {"a | b | c\n", "f:1: a second | between items"},
                                          {"2:1|a\n", "f:1: '2:1|a': expected bounds as in 2:3|name"},
                                          {"0|a\n", "f:1: '0|a': expected bounds"},
                                          {"a | 1:2|b\n", "f:1: '1:2|b': expected bounds"},
                                          {"a b:c\n", "f:1: the item 'b:c' has a : or a |"},
                                          {"a | b\na b:c\n", "f:2: 'b:c' gives an item a colour"},
                                          {"a b\n\na z\n", "f:3: there is no item 'z'"},
                                          {"a b\na b a\n", "f:2: the option has item 'a' twice"},
                                          {"a | b\nb\n", "f:2: the option has no item that stands before the |"}})
    CHECK_THROWS_WITH(read_dlx(text, "f"), Contains(message));
}

TEST_CASE("exchange: a formula has the solutions of the puzzle, each once", "[exchange]") {
  std::uint64_t all = 0;
  for (const Puzzle& puzzle : small_puzzles(2, 60)) {
    const std::string text = dimacs_text(puzzle);
    INFO(text);
    const std::uint64_t count = count_of(puzzle);
    if (count > 300) continue;
    CHECK(SlowFormula(text).models() == count);
    all += count;
  }
  CHECK(all > 200);
}

TEST_CASE("exchange: fixed placements are in every exact cover", "[exchange]") {
  const Puzzle puzzle = parse_puzzle(
      "board: 3x4\npieces: [{shape: 'XX|X.', count: 2}, {shape: XX, count: any}]\nfixed: '11..|1...|....'\n", "fixed");
  CHECK(SlowCover(dlx_text(puzzle)).solve() == count_of(puzzle));
  CHECK(SlowFormula(dimacs_text(puzzle)).models() == count_of(puzzle));
}

TEST_CASE("exchange: pieces that share some orientations are refused", "[exchange]") {
  const Puzzle puzzle =
      parse_puzzle("board: 2x3\npieces: [{shape: XX, count: 2, rotate: false}, {shape: XX, count: 1}]\n", "shared");
  CHECK_THROWS_WITH(dlx_text(puzzle), Contains("share some of their orientations"));
}

TEST_CASE("exchange: an .xmpuzzle and YAML say the same puzzle", "[exchange]") {
  int written = 0;
  for (const Puzzle& puzzle : small_puzzles(3, 150)) {
    const Puzzle yaml = parse_puzzle(yaml_of(puzzle), "yaml");
    CHECK(yaml_of(yaml) == yaml_of(puzzle));
    CHECK(count_of(yaml) == count_of(puzzle));
    std::string bytes;
    try {
      bytes = write_xmpuzzle(puzzle);
    } catch (const InputError& e) {
      CHECK_THAT(e.what(), Contains("cannot be said in an .xmpuzzle"));
      continue;
    }
    CHECK(is_xmpuzzle(bytes));
    CHECK(count_of(read_xmpuzzle(bytes, "written")) == count_of(puzzle));
    ++written;
  }
  CHECK(written > 50);
}

TEST_CASE("exchange: colours are in every format", "[exchange]") {
  // Chequered pieces, of which one may lie on both colours; colours that only a text shows; required cells; a solid.
  const std::string chequered =
      "board: 'rgrg|grgr|rgrg'\npieces: [{shape: rgr}, {shape: grg}, {shape: 'rg|g.'}, {shape: 'gr|r.'}]\n";
  const std::vector<std::pair<std::string, std::string>> puzzles{
      {chequered, "16"},
      {chequered + "colours: {g: rg, r: gr}\n", "64"},
      {"board: 2x3\npieces: [{shape: rgX, name: P}, {shape: XXX, name: Q}]\n", "4"},
      {"board: 'R.*|.g.'\npieces: [{shape: rg, count: any}, {shape: X, count: {max: 2}}]\nholes: {max: 2}\n", ""},
      {"lattice: cube\nboard: 'rg|..||..|..'\npieces: [{shape: 'rX|g.||X.|..'}, {shape: 'bX|X.'}, {shape: g}]\n", ""}};
  for (const auto& [yaml, expected] : puzzles) {
    const Puzzle puzzle = parse_puzzle(yaml, "coloured");
    CAPTURE(yaml, yaml_of(puzzle));
    const std::uint64_t count = count_of(puzzle);
    CHECK(count > 0);
    if (!expected.empty()) CHECK(std::to_string(count) == expected);
    CHECK(count_of(parse_puzzle(yaml_of(puzzle), "yaml")) == count);
    CHECK(yaml_of(parse_puzzle(yaml_of(puzzle), "yaml")) == yaml_of(puzzle));
    CHECK(count_of(read_xmpuzzle(write_xmpuzzle(puzzle), "written")) == count);
    CHECK(SlowCover(dlx_text(puzzle)).solve() == count);
    CHECK(SlowFormula(dimacs_text(puzzle)).models() == count);
  }
  const Puzzle holed =
      parse_puzzle("board: 'rrg|g..'\npieces: [{shape: XX, count: any}]\nholes: {r: 1, g: 1}\n", "holed");
  CHECK(count_of(holed) == 3);
  CHECK(count_of(parse_puzzle(yaml_of(holed), "yaml")) == 3);
  CHECK(SlowCover(dlx_text(holed)).solve() == 3);
  CHECK(SlowFormula(dimacs_text(holed)).models() == 3);
  CHECK_THROWS_WITH(write_xmpuzzle(holed), Contains("how many cells of a colour stay empty cannot be said"));
  CHECK(Verifier(holed).check(read_boards(holed, "..1|221", "f").at(0)).fault ==
        "0 cells of colour g are empty, and the puzzle asks for 1");
  const Puzzle shown = parse_puzzle(puzzles[2].first, "shown");
  CHECK_THROWS_WITH(boards_of_dlx(shown, "1:\n", "f"), Contains("f: an exact cover's options tell no colours"));
  const Verifier verifier(shown);
  for (const auto& [text, fault] : std::map<std::string, std::string>{
           {"[1:r][1:g]1|222", "none"},
           {"[1:g][1:r]1|222", "the 3 cells of label '1' from row 1, column 1 on are no permitted piece"},
           {"111|222", "piece P is there 0 times, and the puzzle asks for 1"}})
    CHECK(verifier.check(read_boards(shown, text, "f").at(0)).fault.value_or("none") == fault);
}

TEST_CASE("exchange: the colours of BurrTools, with its rules", "[exchange]") {
  // The bar may lie on the cell of colour 1 with its own cell of colour 2 only.
  const std::string coloured = with(with(l_and_bar, "###_</", "#2##_</"), "######", "#1#####");
  CHECK(count_of(read_xmpuzzle(l_and_bar, "plain")) == 2);
  const Puzzle none = read_xmpuzzle(coloured, "none");
  CHECK(none.colours == "b.....");
  CHECK(none.pieces.at(0).colours == "c..");
  CHECK(none.colour_rules == std::map<char, std::string>{{'b', ""}, {'c', ""}});
  const Puzzle one = read_xmpuzzle(with(coloured, "<bitmap/>", "<bitmap><pair piece='1' result='0'/></bitmap>"), "one");
  CHECK(one.colour_rules.at('c') == "b");
  CHECK(count_of(none) + 1 == count_of(one));
}

TEST_CASE("exchange: an .xmpuzzle has a piece that fits", "[exchange]") {
  const Puzzle puzzle = parse_puzzle("board: 1x2\npieces: [{shape: XXX, count: any}]\nholes: {max: 2}\n", "small");
  CHECK_THROWS_WITH(write_xmpuzzle(puzzle), Contains("no piece fits cannot be said in an .xmpuzzle"));
}

TEST_CASE("exchange: a file of BurrTools, with its solutions", "[exchange]") {
  const Puzzle puzzle = read_xmpuzzle(l_and_bar, "six.xmpuzzle");
  CHECK(puzzle.name == "six");
  CHECK(puzzle.rows == 2);
  CHECK(puzzle.columns == 3);
  CHECK(puzzle.pieces.at(0).name == "L_piece");
  CHECK(puzzle.max_holes == 0);
  CHECK(count_of(puzzle) == 2);
  // Some cells that must be filled, others that may stay empty.
  const Puzzle mixed = read_xmpuzzle(with(with(l_and_bar, "######", "##++##"), "count=\"2\"", "count=\"1\""), "mixed");
  CHECK(mixed.required == Cells{{0, 0}, {0, 1}, {1, 1}, {1, 2}});
  CHECK(mixed.max_holes == 2);
  // The second piece is turned by 180 degrees about its hot spot, the upper right corner of its box, which is at (1,
  // 1).
  const auto boards = boards_of_xmpuzzle(l_and_bar, "six.xmpuzzle");
  REQUIRE(boards.size() == 1);
  CHECK(boards[0].line == 19);
  CHECK_FALSE(boards[0].labels.empty());
}

TEST_CASE("exchange: solids of BurrTools, with their solutions", "[exchange]") {
  const std::string text = R"(<puzzle version="2">
 <gridType type="0"/>
 <shapes>
  <voxel x="2" y="2" z="2" hx="1" name="Y" type="0">####__#_</voxel>
  <voxel x="2" y="2" z="1" name="V" type="0">###_</voxel>
  <voxel x="3" y="2" z="2" type="0">_##_##_##_##</voxel>
 </shapes>
 <problems><problem name="cube"><shapes><shape id="0"/><shape id="1"/></shapes><result id="2"/>
  <solutions><solution><assembly>2 0 0 0 1 0 1 0</assembly></solution></solutions>
 </problem></problems>
</puzzle>
)";
  // Y is five cubes of a cube of eight, in any of 24 orientations, and V the other three.
  const Puzzle puzzle = read_xmpuzzle(text, "cube.xmpuzzle");
  CHECK(puzzle.size() == "2x2x2");
  CHECK_FALSE(puzzle.pieces[0].flip);
  CHECK(count_of(puzzle) == 24);
  // Of all transformations of V, at all places, one fills what is left.
  const auto assembly = [&](int transformation, int x, int y, int z) {
    const std::string words = fmt::format("2 0 0 0 {} {} {} {}", x, y, z, transformation);
    return boards_of_xmpuzzle(with(text, "2 0 0 0 1 0 1 0", words), "cube.xmpuzzle").at(0);
  };
  const Verifier verifier(puzzle);
  std::set<std::vector<std::string>> boards;
  std::map<bool, int> right;
  for (int transformation = 0; transformation < 48; ++transformation)
    for (int place = 0; place < 27; ++place) try {
        const DrawnBoard board = assembly(transformation, 1 + place % 3, place / 3 % 3, place / 9);
        if (verifier.check(board).fault) continue;
        boards.insert(board.labels);
        ++right[transformation >= 24];
      } catch (const InputError& e) {
        CHECK_THAT(e.what(), Contains("cube.xmpuzzle:9: piece V lies beyond the board or on another piece"));
      }
  CHECK(boards.size() == 1);
  CHECK(right[false] == 2);  // V is its own image under a half turn, and under reflections
  CHECK(right[true] == 2);
  CHECK_THROWS_WITH(assembly(48, 1, 0, 1), Contains("there is no transformation 48"));
}

TEST_CASE("exchange: flat pieces in whatever plane", "[exchange]") {
  const auto puzzle = [](const std::string& piece, const std::string& result) {
    return read_xmpuzzle("<puzzle><shapes><voxel " + piece + "</voxel><voxel " + result +
                             "</voxel></shapes><problems><problem><shapes><shape id='0' count='2'/></shapes>"
                             "<result id='1'/></problem></problems></puzzle>",
                         "flat.xmpuzzle");
  };
  for (const char* piece : {"x='2' y='2' z='1'>###_", "x='2' y='1' z='2'>_###", "x='1' y='2' z='2'>##_#"})
    for (const char* result : {"x='3' y='2' z='1'>######", "x='3' y='1' z='2'>######", "x='1' y='2' z='3'>######"}) {
      const Puzzle flat = puzzle(piece, result);
      CHECK(flat.lattice == Lattice::square);
      CHECK(count_of(flat) == 2);
    }
  CHECK(puzzle("x='2' y='2' z='1'>###_", "x='3' y='2' z='2'>######______").lattice == Lattice::square);
}

TEST_CASE("exchange: a file that is no puzzle is told by its ending", "[exchange]") {
  const Scratch scratch;
  const std::array<std::pair<std::string, std::string>, 3> expected{
      {{"x.dlx", "x.dlx: an exact cover tells no board and no pieces"},
       {"x.cnf", "x.cnf: a formula tells no board and no pieces"},
       {"x.xmpuzzle", ": this is no XML"}}};
  for (const auto& [name, message] : expected)
    CHECK_THROWS_WITH(exchange::find_puzzle(scratch.write(name, "hello\n")), Contains(message));
}

TEST_CASE("exchange: what is wrong with an .xmpuzzle, or cannot be had, is named with its line", "[exchange]") {
  const auto fails = [](const std::string& text, const std::string& message) {
    CAPTURE(message);
    CHECK_THROWS_WITH(read_xmpuzzle(text, "p.xmpuzzle"), Contains("p.xmpuzzle:" + message));
  };
  fails("", "1: ");
  fails("<puzzle", "1: this is no XML");
  fails("<other/>", "1: expected <puzzle>");
  fails(with(l_and_bar, "gridType type=\"0\"", "gridType type=\"1\""), "3: only the grid of cubes");
  fails(with(l_and_bar, "###_</", "##_</"), "6: the shape has 3 cells, expected 4");
  fails(with(l_and_bar, "###_</", "#__#</"), "6: a piece in several parts");
  fails(with(l_and_bar, "###_</", "###+</"), "6: a piece with variable cells");
  fails(with(l_and_bar, "###_</", "###?</"), "6: '?' is no cell of a shape");
  fails(with(l_and_bar, "x=\"2\" y=\"2\" z=\"1\"", "x=\"2\" y=\"2\" z=\"501\""), "6: a shape of 2 x 2 x 501 cells");
  fails(
      with(l_and_bar, "x=\"3\" y=\"2\" z=\"1\" type=\"0\">######", "x=\"65\" y=\"1\" z=\"1\">" + std::string(65, '#')),
      "11: a board of 65 x 1 x 1 cells");
  fails(with(l_and_bar, "<result id=\"2\"/>", "<result id=\"3\"/>"), "16: there is no shape 3: the file has 3");
  fails(with(l_and_bar, "<result id=\"2\"/>", ""), "11: <problem> has no <result>");
  fails(with(l_and_bar, "count=\"2\"", "count=\"-2\""),
        "13: <shape count='-2'>: expected a whole number from 0 to 1000000");
  fails(with(l_and_bar, "count=\"2\"", "count=\"99999999999\""),
        "13: <shape count='99999999999'>: expected a whole number from 0 to 1000000");
  fails(with(l_and_bar, "count=\"2\"", "count=\"2\" count=\"3\""), "13: <shape> has an attribute twice");
  fails(with(l_and_bar, "min=\"0\" max=\"1\"", "min=\"2\" max=\"1\""), "14: the minimum is larger than the maximum");
  fails(with(l_and_bar, "count=\"2\"", "count=\"4\""), "11: the area cannot fit");
  CHECK_THROWS_WITH(read_xmpuzzle(l_and_bar, "p.xmpuzzle", 2),
                    "p.xmpuzzle: there is no problem 2: the file has 1, numbered from 1");
  CHECK_THROWS_WITH(read_xmpuzzle("\x1f\x8b nonsense", "p.xmpuzzle"), Contains("the gzip file is damaged"));
  for (const auto& [wrong, message] : std::map<std::string, std::string>{
           {"1 0 0 0 1 1 0 10", "19: the assembly ends before its last piece"},
           {"1 0 0 0 1 1 0 10 x x", "19: the assembly has more than its pieces"},
           {"1 0 0 0 1 1 0", "19: the assembly ends within a piece"},
           {"1 0 0 1 1 1 0 10 x", "19: piece L_piece lies beyond the board"},
           {"1 0 0 0 1 0 0 0 x", "19: piece L_piece lies beyond the board or on another piece"},
           {"1 0 0 a 1 1 0 10 x", "19: 'a' is no number"}})
    CHECK_THROWS_WITH(boards_of_xmpuzzle(with(l_and_bar, "1 0 0 0 1 1 0 10 x", wrong), "p.xmpuzzle"),
                      Contains("p.xmpuzzle:" + message));
}

TEST_CASE("exchange: solutions that do not fit the puzzle are named with their line", "[exchange]") {
  const Puzzle puzzle = parse_puzzle("board: 2x2\npieces: [{shape: XX, count: 2}]\n", "two");
  CHECK_THROWS_WITH(boards_of_dlx(puzzle, "1:\n p1 r1c1 r1c3 (1 of 1)\n", "f"), "f:2: puzzle two has no item 'r1c3'");
  CHECK_THROWS_WITH(boards_of_dlx(puzzle, " p1 r1c1 r1c2 (1 of 1)\n1:\n", "f"), Contains("f:1: an option before"));
  CHECK_THROWS_WITH(boards_of_dlx(puzzle, "1:\n p1 r1c1 r1c2 (1 of 1)\n r1c2 r2c2 p1 (1 of 1)\n", "f"),
                    Contains("f:3: the option has a blocked cell"));
  CHECK_THROWS_WITH(boards_of_sat(puzzle, "s UNSATISFIABLE\n", "f"), Contains("f:1: the answer is that there is no"));
  CHECK_THROWS_WITH(boards_of_sat(puzzle, "s SATISFIABLE\nv 1 x 0\n", "f"), "f:2: expected a variable, not 'x'");
  const std::string formula = dimacs_text(puzzle), head = formula.substr(formula.find("p cnf ") + 6);
  const int variables = std::stoi(head);
  CHECK_NOTHROW(boards_of_sat(puzzle, fmt::format("s SATISFIABLE\nv {} 0\n", variables), "f"));
  CHECK_THROWS_WITH(boards_of_sat(puzzle, fmt::format("s SATISFIABLE\nv -{} 0\n", variables + 1), "f"),
                    fmt::format("f:2: there is no variable {}: the formula has {}", variables + 1, variables));
  CHECK_THROWS_WITH(boards_of_sat(puzzle, "s SATISFIABLE\nv 1 2 0\n", "f"), Contains("f:1: variable 2 places"));
}

TEST_CASE("exchange: convert and verify, as people run them", "[exchange][cli]") {
  const Scratch scratch;
  const std::string program = test::program + " ";
  const std::string file = scratch.write("six.xmpuzzle", l_and_bar);
  CHECK(run_command(program + "solve " + file + " --count").output == "2 solutions\n1 solution up to symmetry\n");
  CHECK(run_command(program + "solve " + file + "#2").output ==
        "pentocity: " + file + ": there is no problem 2: the file has 1, numbered from 1\n");
  CHECK(run_command(program + "solve " + file + "#0").output ==
        "pentocity: " + file + ": there is no problem 0: the file has 1, numbered from 1\n");
  CHECK(run_command(program + "solve " + file + "#x").output ==
        "pentocity: " + file + ": expected the number of a problem behind #, from 1, not 'x'\n");
  CHECK(run_command(program + "verify " + file + " " + file).output == "1 solution, 0 wrong, 0 repeated\n");
  CHECK(run_command(program + "convert meteor --to xmpuzzle").exit_code == 2);
  CHECK(run_command(program + "convert pentominoes-3x20 --to xmpuzzle -o " + scratch / "p.xmpuzzle").exit_code == 0);
  CHECK(run_command(program + "solve " + scratch / "p.xmpuzzle --count").output ==
        "8 solutions\n2 solutions up to symmetry\n");
  CHECK(run_command(program + "convert popinjay --to yaml -o " + scratch / "p.yaml").exit_code == 0);
  CHECK(run_command(program + "solve " + scratch / "p.yaml --count").output ==
        "8 solutions\n1 solution up to symmetry\n");
  CHECK_THAT(run_command(program + "convert popinjay --to dlx").output, Contains("\n11|p1 | r1c1 r1c2 "));
  CHECK_THAT(run_command(program + "convert popinjay --to dimacs").output, Contains("\np cnf "));
  // Other boards than the puzzle's.
  CHECK_THAT(run_command(program + "verify popinjay " + file).output,
             Contains("a board of 6 cells, but puzzle popinjay"));
}

TEST_CASE("exchange: solve takes an exact cover", "[exchange][cli]") {
  const Scratch scratch;
  const std::string program = test::program + " ", file = scratch / "p.dlx";
  CHECK(run_command(program + "convert pentominoes-3x20 --to dlx -o " + file).exit_code == 0);
  CHECK(run_command(program + "solve " + file + " --count").output == "8 solutions\n");
  CHECK(run_command(program + "solve " + file + " --all | " + program + "verify pentominoes-3x20 /dev/stdin").output ==
        "8 solutions, 0 wrong, 0 repeated\n");
  CHECK(run_command(program + "solve " + file + " --all --limit 3 --format json | grep -c complete.*false").output ==
        "1\n");
  CHECK_THAT(run_command(program + "solve " + file).output, StartsWith("1:\n p"));
  CHECK_THAT(run_command(program + "solve " + file + " --unique").output,
             Contains("is an exact cover: expected no --unique"));
  // A byte order mark, as some editors put it before a text.
  CHECK(run_command("{ printf '\\357\\273\\277'; cat " + file + "; } > " + scratch / "mark.dlx && " + program +
                    "solve " + scratch / "mark.dlx --count")
            .output == "8 solutions\n");
  for (const char* format : {"text", "json"})
    CHECK(run_command("{ printf '\\357\\273\\277'; " + program + "solve popinjay --format " + format + "; } | " +
                      program + "verify popinjay /dev/stdin")
              .output == "1 solution, 0 wrong, 0 repeated\n");
  const std::string none = scratch.write("none.dlx", "a b\na\n");
  const Run run = run_command(program + "solve " + none);
  CHECK(run.output == "no solution\n");
  CHECK(run.exit_code == 1);
  const Run verified = run_command(program + "solve " + none + " | " + program + "verify popinjay /dev/stdin");
  CHECK(verified.output == "pentocity: /dev/stdin: says that there is no solution, and has no board to verify\n");
  CHECK(verified.exit_code == 2);
}

TEST_CASE("exchange: a proof that there is no solution", "[exchange][cli][long]") {
  const Scratch scratch;
  const std::string program = test::program + " ";
  const std::string none = scratch.write("none.yaml", "board: 5x5\npieces: [{shape: 'XXXXX|X|XX', count: 3}]\n");
  const Run absent = run_command("PATH=/nowhere " + program + "solve " + none + " --proof " + scratch / "none.drat");
  CHECK(absent.exit_code == 2);
  CHECK(absent.output ==
        "pentocity: --proof needs the program cadical, which is not there: Debian's package is cadical\n");
  CHECK_FALSE(std::filesystem::exists(scratch / "none.drat.cnf"));
  CHECK(run_command(program + "solve popinjay --all --proof x").exit_code == 2);
  if (run_command("command -v cadical").exit_code != 0) {
    WARN("cadical is not there");
    return;
  }
  const Run run = run_command(program + "solve " + none + " --proof " + scratch / "none.drat");
  CHECK(run.exit_code == 1);
  CHECK_THAT(run.output, Contains("no solution\n") && Contains("is a proof, in the format DRAT, for the formula"));
  CHECK(bytes_of(scratch / "none.drat.cnf").find("\np cnf ") != std::string::npos);
  CHECK(bytes_of(scratch / "none.drat").ends_with("\n0\n"));
  // A proof of which not all could be written is none.
  const std::string seven = scratch.write("seven.yaml", "board: 8x8\npieces: [{shape: 'XXXXX|X|XX', count: 7}]\n");
  const Run cut = run_command("ulimit -f 2000; " + program + "solve " + seven + " --proof " + scratch / "seven.drat");
  CHECK(cut.exit_code == 2);
  CHECK(cut.output == "pentocity: " + scratch / "seven.drat" + ": cannot be written: File too large\n");
  for (const char* left : {"seven.drat", "seven.drat.tmp", "seven.drat.cnf"})
    CHECK_FALSE(std::filesystem::exists(scratch / left));
  const std::string endless = scratch.write("ten.yaml", "board: 10x10\npieces: [{shape: 'XXXXX|X|XX', count: 11}]\n");
  Run stopped{};
  for (double seconds = 0.3; stopped.exit_code != 3 && seconds < 30;
       seconds *= 2)  // until it listens to signals by then
    stopped = run_command(fmt::format("timeout --foreground --preserve-status -s INT {:.1f} {}solve {} --proof {}",
                                      seconds, program, endless, scratch / "ten.drat"));
  CHECK(stopped.exit_code == 3);
  for (const char* left : {"ten.drat", "ten.drat.tmp", "ten.drat.cnf"})
    CHECK_FALSE(std::filesystem::exists(scratch / left));
  std::filesystem::create_symlink("/dev/full", scratch / "full");
  const Run device = run_command(program + "solve " + none + " --proof " + scratch / "full");
  CHECK(device.exit_code == 2);
  CHECK(device.output ==
        "pentocity: " + scratch / "full" + ": is no regular file: --proof FILE writes the files FILE and FILE.cnf\n");
  CHECK_FALSE(std::filesystem::exists(scratch / "full.cnf"));
  const Run first = run_command(program + "solve pentominoes-6x10 --proof " + scratch / "p.drat | " + program +
                                "verify pentominoes-6x10 /dev/stdin");
  CHECK_THAT(first.output, Contains("1 solution, 0 wrong, 0 repeated\n"));
  CHECK_FALSE(std::filesystem::exists(scratch / "p.drat.cnf"));
  // A SAT solver's own answer.
  const Run answer = run_command(program + "convert pentominoes-6x10 --to dimacs -o " +
                                 scratch / "p.cnf && cadical -q " + scratch / "p.cnf > " + scratch / "p.txt; " +
                                 program + "verify pentominoes-6x10 " + scratch / "p.txt");
  CHECK(answer.output == "1 solution, 0 wrong, 0 repeated\n");
}

}  // namespace exchange_test
