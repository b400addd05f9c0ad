// The puzzle solvers against published counts and against the combination lock.

#include "pentocity/packing/solve.hpp"

#include <fmt/format.h>

#include "catch.hpp"
#include "paths.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/packing/maximize.hpp"
#include "pentocity/packing/refutation.hpp"
#include "pentocity/packing/verify.hpp"
#include "slow_solve.hpp"

namespace solve_test {

using namespace pentocity;
using namespace pentocity::packing;

namespace {

SolveResult solved(const Puzzle& puzzle, Task task, int jobs = 1, const std::string& engine = "") {
  SolveOptions options;
  options.task = task;
  options.jobs = jobs;
  options.engine = engine;
  return solve(puzzle, options);
}

void check_counts(const Puzzle& puzzle, const char* all, const char* unique, const std::vector<std::string>& engines) {
  INFO(puzzle.name);
  for (const std::string& engine : engines)
    for (const int jobs : {1, 2, 3}) {
      CAPTURE(engine, jobs);
      const SolveResult result = solved(puzzle, Task::count, jobs, engine);
      CHECK(result.count == all);
      CHECK(result.unique == unique);
      CHECK(result.complete);
      CHECK(result.solutions.empty());
      CHECK(result.nodes > 0);
      if (!engine.empty()) CHECK(result.engine == engine);
    }
}

// Every listed board keeps the rules, none is there twice, and a class is shown by its least member.
void check_lists(const Puzzle& puzzle, std::size_t all, std::size_t unique, const std::vector<std::string>& engines) {
  INFO(puzzle.name);
  const Verifier verifier(puzzle);
  const auto reference = solved(puzzle, Task::all);
  CHECK(reference.solutions.size() == all);
  CHECK(reference.count == std::to_string(all));
  CHECK_FALSE(reference.unique);
  CHECK(std::is_sorted(reference.solutions.begin(), reference.solutions.end()));
  CHECK(std::adjacent_find(reference.solutions.begin(), reference.solutions.end()) == reference.solutions.end());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < all; i += 1 + all / 100) {
    const std::string& text = reference.solutions[i];
    const Verdict verdict = verifier.check(read_boards(puzzle, text, "solution").at(0));
    wrong += verdict.fault.has_value() || verdict.solution != read_solution(puzzle, text);
  }
  CHECK(wrong == 0);
  const auto classes = solved(puzzle, Task::unique);
  CHECK(classes.solutions.size() == unique);
  CHECK_FALSE(classes.count);
  CHECK(std::includes(reference.solutions.begin(), reference.solutions.end(), classes.solutions.begin(),
                      classes.solutions.end()));
  for (const std::string& engine : engines)
    for (const int jobs : {1, 2}) {
      CAPTURE(engine, jobs);
      CHECK(solved(puzzle, Task::all, jobs, engine).solutions == reference.solutions);
      CHECK(solved(puzzle, Task::unique, jobs, engine).solutions == classes.solutions);
    }
}

const std::vector<std::string> each{"scan", "cover", "frontier"};

Puzzle puzzle_of(int rows, int columns, std::vector<Piece> pieces, int holes = 0) {
  Puzzle p;
  p.name = "test";
  p.rows = rows;
  p.columns = columns;
  p.pieces = std::move(pieces);
  p.min_holes = p.max_holes = holes;
  return p;
}

Puzzle popinjay(int side, int count) {
  Puzzle puzzle = builtin_puzzle("popinjay");
  puzzle.rows = puzzle.columns = side;
  puzzle.pieces[0].min = count;
  puzzle.pieces[0].max = count;
  puzzle.min_holes = puzzle.max_holes = side * side - 8 * count;
  return puzzle;
}

}  // namespace

TEST_CASE("solve: Popinjay has 8 solutions, 1 up to symmetry, and 12 pieces cannot fit", "[long]") {
  const Puzzle puzzle = builtin_puzzle("popinjay");
  check_counts(puzzle, "8", "1", {"", "scan", "cover"});
  check_lists(puzzle, 8, 1, each);
  check_counts(popinjay(10, 12), "0", "0", {"", "scan", "cover"});
  CHECK_FALSE(solved(popinjay(10, 12), Task::first).solvable);
}

TEST_CASE("solve: as many J-octominoes on n x n as are known to fit, and not one more") {
  const std::map<int, int> max{{5, 2}, {6, 4}, {7, 5}, {8, 6}, {9, 8}, {10, 11}, {11, 13}, {12, 16}};
  for (const auto& [side, count] : max) {
    CAPTURE(side);
    CHECK(solved(popinjay(side, count), Task::first).solvable);
    CHECK_FALSE(solved(popinjay(side, count + 1), Task::first).solvable);
  }
}

TEST_CASE("solve: the packings of most J-octominoes on boards beyond Popinjay's", "[long]") {
  check_counts(popinjay(11, 13), "11728", "1466", {""});
  check_counts(popinjay(12, 16), "612", "82", {""});
}

TEST_CASE("solve: the meteor contest has 2098 solutions, 1049 up to the half turn") {
  const Puzzle puzzle = builtin_puzzle("meteor");
  check_counts(puzzle, "2098", "1049", {"", "scan", "cover", "frontier"});
  check_lists(puzzle, 2098, 1049, each);
}

TEST_CASE("solve: the pentominoes") {
  check_counts(builtin_puzzle("pentominoes-6x10"), "9356", "2339", {""});
  check_lists(builtin_puzzle("pentominoes-6x10"), 9356, 2339, {});
  check_counts(builtin_puzzle("pentominoes-5x12"), "4040", "1010", {""});
  check_counts(builtin_puzzle("pentominoes-4x15"), "1472", "368", {"", "scan", "cover"});
  check_counts(builtin_puzzle("pentominoes-3x20"), "8", "2", {"", "scan", "cover", "frontier"});
  check_lists(builtin_puzzle("pentominoes-3x20"), 8, 2, each);
  check_counts(builtin_puzzle("pentominoes-8x8"), "520", "65", {"", "frontier"});
  check_lists(builtin_puzzle("pentominoes-8x8"), 520, 65, {});
}

TEST_CASE("solve: 5x5 is cut into pentominoes in 4006 ways") {
  const Puzzle puzzle = builtin_puzzle("gerrymander-5x5");
  check_counts(puzzle, "4006", "515", {"", "scan", "cover", "frontier"});
  check_lists(puzzle, 4006, 515, each);
}

namespace {

// A board of triangles, from a picture, with all polyiamonds of a size; `one_sided` with both of those that are not
// their own mirror image, which may not be turned over.
Puzzle polyiamonds(const std::string& board, int size, bool one_sided = false, const std::string& count = "1") {
  std::string yaml = "name: polyiamonds\nlattice: triangle\nboard: '" + board + "'\npieces:\n";
  const auto add = [&](const Cells& shape) {
    yaml +=
        fmt::format("  - {{shape: '{}', flip: {}, count: {}}}\n", picture_of(shape, 'X', '.', '|'), !one_sided, count);
  };
  for (const Cells& shape : free_polyominoes(size, Lattice::triangle)) {
    add(shape);
    const auto turned = rotations(shape, Lattice::triangle);
    const Cells mirror = mirrored(shape, Lattice::triangle);
    if (one_sided && std::find(turned.begin(), turned.end(), mirror) == turned.end()) add(mirror);
  }
  return parse_puzzle(yaml, "polyiamonds");
}

// A hexagon of triangles whose sides have this length.
std::string hexagon(int side) {
  std::string out;
  for (int r = 0; r < 2 * side; ++r) {
    const int indent = r < side ? side - 1 - r : r - side, length = 4 * side - 1 - 2 * indent;
    out += (r > 0 ? "|" : "") + std::string(static_cast<std::size_t>(indent), '#') +
           std::string(static_cast<std::size_t>(length), '.') + std::string(static_cast<std::size_t>(indent), '#');
  }
  if (side % 2 == 1) return out;
  // The top left corner of the picture would point down.
  std::string moved = "#";
  for (const char c : out) moved += c == '|' ? "|#" : std::string(1, c);
  return moved;
}

}  // namespace

// David and Tomei 1989, after MacMahon: n=2 20, n=3 980, ... (OEIS A008793); without images A066931.
TEST_CASE("solve: the lozenges of a hexagon") {
  check_counts(polyiamonds(hexagon(1), 2, false, "any"), "2", "1", {"", "scan", "cover", "frontier"});
  check_counts(polyiamonds(hexagon(2), 2, false, "any"), "20", "6", {"", "scan", "cover", "frontier"});
  check_lists(polyiamonds(hexagon(2), 2, false, "any"), 20, 6, each);
  check_counts(polyiamonds(hexagon(3), 2, false, "any"), "980", "113", {"", "scan", "cover", "frontier"});
  check_lists(polyiamonds(hexagon(3), 2, false, "any"), 980, 113, each);
  check_counts(polyiamonds(hexagon(4), 2, false, "any"), "232848", "20174", {""});
  CHECK(solved(polyiamonds(hexagon(8), 2, false, "any"), Task::count).count == "5055160684040254910720");
}

// The counts of D. Goodger's Polyform Puzzler, http://puzzler.sourceforge.net/docs/hexiamonds.html, up to symmetry.
TEST_CASE("solve: the twelve hexiamonds", "[long]") {
  const std::string trapezoid =
      "####...............###|###.................##|##...................#|#.....................";
  const std::string long_hexagon =
      "##.................#|#...................|#...................|##.................#";
  const std::string irregular =
      "######...#####|#####.....####|####.......###|###.........##|##...........#|#.............|#.............|##....."
      "......"
      "#";
  const std::string crescent =
      "####.........#|###...........|##........####|#........#####|#........#####|##........####|###...........|####..."
      "......"
      "#";
  const std::string pierced =
      "####.......###|###.........##|##...........#|#......#......|#.............|##...........#|###.........##";
  const std::string chevron =
      "##............|#............#|............##|............##|#............#|##............";
  const std::vector<std::tuple<std::string, const char*, const char*>> counts{
      {"3x12", "0", "0"},       {"4x9", "148", "74"},          {"6x6", "624", "156"},
      {trapezoid, "152", "76"}, {long_hexagon, "3424", "856"}, {irregular, "11770", "5885"},
      {crescent, "174", "87"},  {pierced, "4260", "710"},      {chevron, "2008", "1004"}};
  for (const auto& [board, all, unique] : counts) {
    INFO(board);
    check_counts(polyiamonds(board, 6), all, unique, {""});
  }
  check_counts(polyiamonds("4x9", 6), "148", "74", each);
  check_lists(polyiamonds("4x9", 6), 148, 74, each);

  Puzzle nine = builtin_puzzle("hexiamonds-6x6");
  check_counts(nine, "624", "156", {""});
  const Puzzle board = polyiamonds(hexagon(3), 2, false, "any");
  nine.rows = board.rows;
  nine.columns = board.columns;
  nine.blocked = board.blocked;
  const std::vector<Piece> twelve = nine.pieces;
  for (const auto& [left_out, unique] : std::map<std::string, const char*>{{"GHJ", "1"}, {"EHV", "9"}, {"FPX", "15"}}) {
    nine.pieces = twelve;
    std::erase_if(nine.pieces, [&left = left_out](const Piece& piece) { return left.find(piece.name) != left.npos; });
    REQUIRE(nine.pieces.size() == 9);
    CHECK(solved(nine, Task::count).unique == unique);
  }
}

// Kasteleyn, and Temperley and Fisher, 1961.
TEST_CASE("solve: dominoes on 8x8, and numbers beyond 64 bits on 16x16") {
  check_counts(puzzle_of(8, 8, {{"D", {{0, 0}, {0, 1}}, 0, std::nullopt}}), "12988816", "1629189", {"", "frontier"});
  const SolveResult large = solved(puzzle_of(16, 16, {{"D", {{0, 0}, {0, 1}}, 0, std::nullopt}}), Task::count);
  CHECK(large.count == "2444888770250892795802079170816");
}

TEST_CASE("solve: puzzles of our own, counted by the combination lock", "[long]") {
  const std::map<std::string, std::pair<const char*, const char*>> counts{{"courtyard", {"136", "68"}},
                                                                          {"honeycomb", {"36", "18"}},
                                                                          {"terrazzo", {"8342", "2138"}},
                                                                          {"flowerbeds", {"712", "96"}},
                                                                          {"one-sided-tetrominoes", {"20", "10"}}};
  for (const auto& [name, count] : counts) {
    const Puzzle puzzle = builtin_puzzle(name);
    check_counts(puzzle, count.first, count.second, {"", "scan", "cover", "frontier"});
    const twin::Answer answer = twin::answer(puzzle);
    CHECK(std::to_string(answer.all.size()) == count.first);
    CHECK(std::to_string(answer.unique.size()) == count.second);
    CHECK(solved(puzzle, Task::all).solutions == answer.all);
    CHECK(solved(puzzle, Task::unique).solutions == answer.unique);
  }
}

// Under a quarter turn cells come in fours, of which all stay empty or none: more than these puzzles allow.
TEST_CASE("solve: with few empty cells, the count of classes is that of their list", "[long]") {
  Pcg random(17);
  const auto chosen = [&random](const std::vector<Cells>& from) {
    return from[static_cast<std::size_t>(random.next_int(static_cast<int>(from.size())))];
  };
  int symmetric = 0;
  for (int i = 0; i < 300; ++i) {
    const int side = 3 + random.next_int(2);
    Puzzle puzzle = puzzle_of(side, side, {});
    for (int n = 1 + random.next_int(3); n > 0; --n)
      puzzle.pieces.push_back({std::string(1, static_cast<char>('A' + n)),
                               chosen(free_polyominoes(1 + random.next_int(4))), 0,
                               random.next_int(3) == 0 ? std::optional(random.next_int(8)) : std::nullopt});
    puzzle.max_holes = 1 + random.next_int(2);
    CAPTURE(i);
    const std::size_t unique = solved(puzzle, Task::unique).solutions.size();
    for (const std::string engine : {"", "frontier"}) {
      const SolveResult count = solved(puzzle, Task::count, 1, engine);
      REQUIRE(count.unique == std::to_string(unique));
      symmetric += count.unique != "0" && count.unique != count.count;
    }
  }
  CHECK(symmetric > 200);
}

namespace {

// Small, so that the lock turns through in milliseconds; otherwise anything that a puzzle file can say, and more: areas
// that cannot fit too.
// Colours of some cells of pieces and, often, of the board, in a chequered or a symmetric pattern or anyhow, with rules
// or without.
void add_random_colours(Puzzle& puzzle, Pcg& random) {
  const auto chance = [&](int percent) { return random.next_int(100) < percent; };
  const std::string letters = chance(50) ? "rg" : "rgb";
  const auto any = [&](std::string_view of) { return of[random.next_int(static_cast<int>(of.size()))]; };
  const std::string marks = chance(50) ? letters : letters + "..";
  bool has_coloured = false;
  for (Piece& piece : puzzle.pieces) {
    if (chance(30)) continue;
    const bool chequered = chance(40);
    for (const Cell c : piece.shape)
      piece.colours += chequered ? letters[static_cast<std::size_t>(c.row + c.column) % 2] : any(marks);
    if (piece.colours.find_first_not_of('.') == std::string::npos) piece.colours.clear();
    has_coloured |= !piece.colours.empty();
  }
  if (!has_coloured || chance(20)) return;
  puzzle.colours.assign(puzzle.box(), '.');
  const bool chequered = chance(40), mirrored = chance(50);
  for (const Cell c : puzzle.all_cells()) {
    const std::size_t i = puzzle.index(c), other = puzzle.colours.size() - 1 - i;
    puzzle.colours[i] = chequered ? letters[static_cast<std::size_t>(c.row + c.column) % 2] : any(letters + "...");
    if (mirrored && !chequered) puzzle.colours[other] = puzzle.colours[i];
  }
  for (const Cell c : puzzle.blocked) puzzle.colours[puzzle.index(c)] = '.';
  if (chance(50)) puzzle.colour_rules = {{'r', chance(50) ? "rg" : ""}, {'b', "g"}};
  // So many of some colours stay empty, and no others.
  if (puzzle.max_holes == 0 || chance(50)) return;
  puzzle.max_holes = 0;
  puzzle.required.clear();
  for (const char colour : {'r', 'g'}) {
    const auto cells = static_cast<int>(std::count(puzzle.colours.begin(), puzzle.colours.end(), colour));
    puzzle.max_holes += puzzle.holes_by_colour[colour] = std::min(cells, random.next_int(3));
  }
  puzzle.min_holes = puzzle.max_holes;
  for (const Cell c : puzzle.all_cells())
    if (puzzle.has(c) && !puzzle.holes_by_colour.contains(puzzle.colours[puzzle.index(c)]))
      puzzle.required.push_back(c);
}

Puzzle random_puzzle(Pcg& random) {
  const auto chance = [&](int percent) { return random.next_int(100) < percent; };
  Puzzle puzzle;
  puzzle.name = "random";
  puzzle.lattice = static_cast<Lattice>(random.next_int(4));
  puzzle.rows = 1 + random.next_int(puzzle.lattice == Lattice::cube ? 3 : 5);
  if (puzzle.lattice == Lattice::cube) puzzle.layers = 1 + random.next_int(std::min(4, 14 / puzzle.rows));
  puzzle.columns = 1 + random.next_int(std::min(6, 14 / (puzzle.rows * puzzle.layers)));
  if (chance(40)) {
    // A symmetric pattern now and then.
    const bool symmetric = chance(50);
    for (int n = 1 + random.next_int(2); n > 0; --n) {
      const Cell c{random.next_int(puzzle.rows), random.next_int(puzzle.columns)};
      const int layer = random.next_int(puzzle.layers);
      puzzle.blocked.push_back({layer * layer_rows + c.row, c.column});
      if (symmetric)
        puzzle.blocked.push_back(
            {(puzzle.layers - 1 - layer) * layer_rows + puzzle.rows - 1 - c.row, puzzle.columns - 1 - c.column});
    }
    std::sort(puzzle.blocked.begin(), puzzle.blocked.end());
    puzzle.blocked.erase(std::unique(puzzle.blocked.begin(), puzzle.blocked.end()), puzzle.blocked.end());
    if (puzzle.area() == 0) puzzle.blocked.clear();
  }
  const bool all_free = chance(40);
  int min = 0;
  std::int64_t max = 0;
  for (int n = 1 + random.next_int(4); n > 0; --n) {
    Piece piece;
    piece.name = std::string(1, static_cast<char>('A' + n));
    const auto shapes = free_polyominoes(1 + random.next_int(chance(30) ? 5 : 4), puzzle.lattice);
    const Cells& shape = shapes[random.next_int(static_cast<int>(shapes.size()))];
    const auto images = orientations(shape, true, true, puzzle.lattice);
    piece.shape = images[random.next_int(static_cast<int>(images.size()))];
    piece.flip = all_free || chance(60);
    piece.rotate = all_free || chance(60);
    if (chance(25)) {
      piece.min = 0;
      piece.max.reset();
    } else {
      piece.min = random.next_int(3);
      piece.max = piece.min + random.next_int(3);
    }
    min += piece.min * static_cast<int>(piece.shape.size());
    max += static_cast<std::int64_t>(piece.max.value_or(100)) * static_cast<std::int64_t>(piece.shape.size());
    puzzle.pieces.push_back(std::move(piece));
  }
  if (chance(30)) {
    puzzle.min_holes = random.next_int(3);
    puzzle.max_holes = std::min(puzzle.area(), puzzle.min_holes + random.next_int(4));
    puzzle.min_holes = std::min(puzzle.min_holes, puzzle.max_holes);
  } else if (max < 100) {
    puzzle.min_holes = static_cast<int>(std::max<std::int64_t>(puzzle.area() - max, 0));
    puzzle.max_holes = std::max(puzzle.area() - min, 0);
    if (chance(50)) puzzle.min_holes = puzzle.max_holes;
  }
  if (puzzle.max_holes > 0 && chance(40)) {
    for (const Cell c : puzzle.all_cells())
      if (chance(30) && !std::binary_search(puzzle.blocked.begin(), puzzle.blocked.end(), c))
        puzzle.required.push_back(c);
  }
  if (chance(40)) add_random_colours(puzzle, random);
  return puzzle;
}

}  // namespace

TEST_CASE("solve agrees with the combination lock on random puzzles", "[threads][long]") {
  Pcg random(11);
  std::size_t solvable = 0, symmetric = 0, holed = 0, fixed = 0, required = 0, coloured = 0, shown = 0,
              holed_by_colour = 0;
  std::array<std::size_t, 4> solvable_on{};  // by lattice
  for (int i = 0; i < 3000; ++i) {
    Puzzle puzzle = random_puzzle(random);
    CAPTURE(i);
    twin::Answer answer = twin::answer(puzzle);
    if (!answer.all.empty() && random.next_int(4) == 0) {
      // Some pieces of a solution, laid beforehand.
      const std::string& text = answer.all[random.next_int(static_cast<int>(answer.all.size()))];
      for (const Placement& placed : read_solution(puzzle, text))
        if (random.next_int(3) == 0 && !answer.shows_colours) puzzle.fixed.push_back(placed.cells);
      std::sort(puzzle.fixed.begin(), puzzle.fixed.end());
      answer = twin::answer(puzzle);
      fixed += !puzzle.fixed.empty();
    }
    solvable += !answer.all.empty();
    symmetric += answer.unique.size() < answer.all.size();
    holed += puzzle.max_holes > 0 && !answer.all.empty();
    required += !puzzle.required.empty() && !answer.all.empty();
    coloured += !puzzle.colours.empty() && !answer.all.empty();
    shown += answer.shows_colours && !answer.all.empty();
    holed_by_colour += puzzle.max_holes > 0 && !puzzle.holes_by_colour.empty() && !answer.all.empty();
    solvable_on[static_cast<std::size_t>(puzzle.lattice)] += !answer.all.empty();

    const Verifier verifier(puzzle);
    for (const std::string engine : {"", "scan", "cover", "frontier"})
      for (const int jobs : {1, 2}) {
        if (jobs == 2 && i % 10 != 0) continue;  // most of its time goes into starting threads
        CAPTURE(engine, jobs);
        const SolveResult count = solved(puzzle, Task::count, jobs, engine);
        REQUIRE(count.count == std::to_string(answer.all.size()));
        REQUIRE(count.unique == std::to_string(answer.unique.size()));
        REQUIRE(count.solvable == !answer.all.empty());
        if (i % 4 == 0) {
          SolveOptions options;
          options.task = Task::count;
          options.engine = engine;
          options.rotations_only = true;
          REQUIRE(solve(puzzle, options).unique == std::to_string(answer.rotations));
        }
        REQUIRE(solved(puzzle, Task::all, jobs, engine).solutions == answer.all);
        REQUIRE(solved(puzzle, Task::unique, jobs, engine).solutions == answer.unique);
        for (std::size_t s = 0; s < answer.all.size() && engine.empty(); s += 1 + answer.all.size() / 3) {
          const Verdict verdict = verifier.check(read_boards(puzzle, answer.all[s], "solution").at(0));
          REQUIRE_FALSE(verdict.fault);
          REQUIRE(solution_text(puzzle, verdict.solution) == answer.all[s]);
        }
        const SolveResult first = solved(puzzle, Task::first, jobs, engine);
        REQUIRE(first.solutions.size() == std::min<std::size_t>(answer.all.size(), 1));
        if (first.solvable) REQUIRE(std::binary_search(answer.all.begin(), answer.all.end(), first.solutions[0]));
        REQUIRE(first.solutions == solved(puzzle, Task::first, 1, engine).solutions);
      }
  }
  CHECK(solvable > 600);
  CHECK(symmetric > 280);
  CHECK(holed > 280);
  for (const std::size_t n : solvable_on) CHECK(n > 130);
  CHECK(fixed > 80);
  CHECK(required > 80);
  CHECK(coloured > 80);
  CHECK(shown > 80);
  CHECK(holed_by_colour > 10);
}

namespace {

// The board turned by 90 degrees or mirrored, pieces in other orientations, other names and another order.
Puzzle redrawn(const Puzzle& puzzle, int symmetry, Pcg& random) {
  Puzzle out = puzzle;
  out.name = "redrawn";
  const auto map = [&](Cell c) {
    if (symmetry % 2 == 1) c.column = puzzle.columns - 1 - c.column;
    if (symmetry / 2 % 2 == 1) c.row = puzzle.rows - 1 - c.row;
    return symmetry >= 4 ? Cell{c.column, c.row} : c;
  };
  if (symmetry >= 4) std::swap(out.rows, out.columns);
  for (Cell& c : out.blocked) c = map(c);
  std::sort(out.blocked.begin(), out.blocked.end());
  for (std::size_t i = 0; i < out.pieces.size(); ++i) {
    Cells image;
    for (const Cell c : out.pieces[i].shape) image.push_back(map(c));
    out.pieces[i].shape = normalised(image);
    out.pieces[i].name = "piece-" + std::to_string(i);
    std::swap(out.pieces[i], out.pieces[random.next_int(static_cast<int>(i) + 1)]);
  }
  return out;
}

}  // namespace

TEST_CASE("solve: the same puzzle drawn another way is the same search") {
  Pcg random(3);
  for (const char* name : {"popinjay", "pentominoes-3x20", "pentominoes-6x10", "one-sided-tetrominoes", "courtyard"}) {
    const Puzzle puzzle = builtin_puzzle(name);
    const SolveResult before = solved(puzzle, Task::count);
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      CAPTURE(name, symmetry);
      const Puzzle other = redrawn(puzzle, symmetry, random);
      const SolveResult after = solved(other, Task::count);
      CHECK(after.count == before.count);
      CHECK(after.unique == before.unique);
      CHECK(after.engine == before.engine);
      CHECK(after.nodes == before.nodes);
      if (symmetry != 0 && std::string(name) == "pentominoes-6x10") break;
    }
  }
}

namespace {

// Pieces of cubes with the count of each, in a box.
Puzzle solid(const std::string& box, const std::vector<std::pair<const char*, int>>& pieces) {
  std::string yaml = "lattice: cube\nboard: " + box + "\npieces:\n";
  for (const auto& [shape, count] : pieces) yaml += fmt::format("  - {{shape: '{}', count: {}}}\n", shape, count);
  return parse_puzzle(yaml, box);
}

// The twelve pentominoes, as cubes.
Puzzle flat_pentacubes(const std::string& box) {
  std::vector<std::string> pictures;
  for (const char letter : std::string_view("FILNPTUVWXYZ"))
    pictures.push_back(picture_of(*pentomino(letter), 'X', '.', '|'));
  std::vector<std::pair<const char*, int>> pieces;
  for (const std::string& picture : pictures) pieces.emplace_back(picture.c_str(), 1);
  return solid(box, pieces);
}

}  // namespace

TEST_CASE("solve: Soma, Slothouber and Graatsma's cube, and pentominoes in a box") {
  check_counts(builtin_puzzle("soma"), "11520", "240", {"", "scan", "frontier"});
  // Mirrored or not, its pieces are the same.
  Puzzle mirrored = builtin_puzzle("soma");
  for (Piece& piece : mirrored.pieces) piece.shape = pentocity::mirrored(piece.shape, Lattice::cube);
  check_counts(mirrored, "11520", "240", {""});
  // With one screw twice the cube has no mirror image: its solutions are counted up to the 24 rotations.
  Puzzle twice = builtin_puzzle("soma");
  twice.pieces[5].shape = twice.pieces[4].shape;
  const SolveResult result = solved(twice, Task::count);
  CHECK(std::stoull(*result.unique) * 24 == std::stoull(*result.count));
  check_counts(solid("3x3x3", {{"XX|XX", 6}, {"X", 3}}), "8", "1", {"", "scan", "frontier"});
  check_counts(flat_pentacubes("2x3x10"), "96", "12", {"", "frontier"});
}

TEST_CASE("solve: pentominoes in 2x5x6, and Conway's 5x5x5", "[long]") {
  const SolveResult box = solved(flat_pentacubes("2x5x6"), Task::count, 1, "frontier");
  CHECK(box.count == "2112");
  CHECK(box.unique == "264");
  const Puzzle conway = solid("5x5x5", {{"XXXX|XXXX", 13}, {"XX|XX||XX|XX", 1}, {"XX|XX", 1}, {"XXX", 3}});
  const SolveResult first = solved(conway, Task::first);
  REQUIRE(first.solutions.size() == 1);
  CHECK_FALSE(Verifier(conway).check(read_boards(conway, first.solutions[0], "first").at(0)).fault);
}

TEST_CASE("solve: a solid that is turned and mirrored is the same search") {
  const Puzzle puzzle = parse_puzzle(
      "lattice: cube\nboard: '...|..#||...|...||...|...||...|#..'\nholes: {max: 3}\n"
      "pieces: [{shape: XXX|.X., count: 2}, {shape: XX|X.||..|X., count: any}, {shape: XX, count: {max: 2}}]\n",
      "p");
  const SolveResult before = solved(puzzle, Task::count);
  CHECK(before.count != "0");
  for (const twin::Affine& map : twin::linear_maps(true, true, Lattice::cube)) {
    const auto image = [&](const Cells& cells) {
      return twin::cells_of(map(twin::points_of(cells, Lattice::cube)), Lattice::cube);
    };
    const Cells all = image(puzzle.all_cells());
    const Cell corner = all.front() - normalised(all, Lattice::cube).front();
    const auto moved = [&](const Cells& cells) {
      Cells out = image(cells);
      for (Cell& c : out) c = c - corner;
      return out;
    };
    Puzzle other = puzzle;
    const Box box = bounding_box(moved(puzzle.all_cells()), Lattice::cube);
    std::tie(other.layers, other.rows, other.columns) = std::tuple(box.layers, box.rows, box.columns);
    other.blocked = moved(puzzle.blocked);
    for (Piece& piece : other.pieces) piece.shape = normalised(image(piece.shape), Lattice::cube);
    const SolveResult after = solved(other, Task::count);
    CHECK(after.count == before.count);
    CHECK(after.unique == before.unique);
    CHECK(after.nodes == before.nodes);
  }
}

TEST_CASE("solve: a puzzle with a blocked cell more runs on the same engine") {
  Puzzle puzzle = builtin_puzzle("popinjay");
  puzzle.blocked = {{0, 0}};
  puzzle.min_holes = puzzle.max_holes = 11;
  const SolveResult result = solved(puzzle, Task::count);
  CHECK(result.engine == solved(builtin_puzzle("popinjay"), Task::count).engine);
  // Those of the 8 solutions that leave the corner empty.
  std::size_t expected = 0;
  for (const std::string& text : solved(builtin_puzzle("popinjay"), Task::all).solutions) expected += text[0] == '.';
  CHECK(result.count == std::to_string(expected));
}

TEST_CASE("solve: a board of triangles, turned and mirrored, is the same search", "[long]") {
  for (const std::string board :
       {"4x9", "##............|#............#|............##|............##|#............#|##............"}) {
    const Puzzle puzzle = polyiamonds(board, 6);
    const SolveResult before = solved(puzzle, Task::count);
    std::set<Cells> drawn;
    for (const twin::Affine& map : twin::linear_maps(true, true, Lattice::triangle)) {
      Cells cells;
      for (int r = 0; r < puzzle.rows; ++r)
        for (int c = 0; c < puzzle.columns; ++c)
          if (!std::binary_search(puzzle.blocked.begin(), puzzle.blocked.end(), Cell{r, c})) cells.push_back({r, c});
      const Cells image = normalised(twin::cells_of(map(twin::points_of(cells, Lattice::triangle)), Lattice::triangle),
                                     Lattice::triangle);
      Puzzle turned = puzzle;
      turned.rows = extent(image).rows;
      turned.columns = extent(image).columns;
      turned.blocked.clear();
      for (int r = 0; r < turned.rows; ++r)
        for (int c = 0; c < turned.columns; ++c)
          if (!std::binary_search(image.begin(), image.end(), Cell{r, c})) turned.blocked.push_back({r, c});
      const SolveResult after = solved(turned, Task::count);
      CHECK(after.count == before.count);
      CHECK(after.unique == before.unique);
      CHECK(after.nodes == before.nodes);
      drawn.insert(image);
    }
    CHECK(drawn.size() >= 6);
  }
}

TEST_CASE("solve: limits give so many of the solutions, the same on any number of threads", "[threads]") {
  for (const char* name : {"meteor", "popinjay", "gerrymander-5x5"})
    for (const std::string engine : {"", "scan", "cover"})
      for (const Task task : {Task::all, Task::unique}) {
        const auto all = solved(builtin_puzzle(name), task).solutions;
        for (const std::uint64_t limit : {1, 3, 500, 10'000}) {
          CAPTURE(name, engine, limit);
          SolveOptions options;
          options.task = task;
          options.limit = limit;
          options.engine = engine;
          const SolveResult one = solve(builtin_puzzle(name), options);
          CHECK(one.solutions.size() == std::min<std::size_t>(limit, all.size()));
          CHECK(std::includes(all.begin(), all.end(), one.solutions.begin(), one.solutions.end()));
          if (limit > all.size()) CHECK(one.complete);
          if (limit < all.size()) CHECK_FALSE(one.complete);
          options.jobs = 3;
          const SolveResult three = solve(builtin_puzzle(name), options);
          CHECK(three.solutions == one.solutions);
          CHECK(three.count == one.count);
          CHECK(three.unique == one.unique);
          CHECK(three.complete == one.complete);
        }
      }
}

TEST_CASE("solve: a search that ends at its limit is complete if there are no more") {
  for (const std::string engine : {"", "scan", "cover", "frontier"})
    for (const Task task : {Task::all, Task::unique}) {
      const Puzzle puzzle = builtin_puzzle("gerrymander-5x5");
      const std::size_t all = solved(puzzle, task).solutions.size();
      for (const std::size_t limit : {all - 1, all, all + 1}) {
        CAPTURE(engine, limit);
        SolveOptions options;
        options.task = task;
        options.limit = limit;
        options.engine = engine;
        const SolveResult result = solve(puzzle, options);
        CHECK(result.complete == (limit >= all));
        CHECK(result.solutions.size() == std::min(limit, all));
      }
    }
}

TEST_CASE("solve: all ways to cover squares with dominoes, as published") {
  // https://oeis.org/A004003
  const char* const published[] = {"2",
                                   "36",
                                   "6728",
                                   "12988816",
                                   "258584046368",
                                   "53060477521960000",
                                   "112202208776036178000000",
                                   "2444888770250892795802079170816"};
  for (int n = 1; n <= 8; ++n) {
    const SolveResult result =
        solved(parse_puzzle(fmt::format("board: {0}x{0}\npieces: [{{shape: XX, count: any}}]\n", 2 * n), "dominoes"),
               Task::count);
    CHECK(result.count == published[n - 1]);
    CHECK(result.complete);
  }
}

TEST_CASE("solve: restarts finds a solution where there is one, and large boards") {
  Pcg random(7);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const Puzzle puzzle = random_puzzle(random);
    CAPTURE(puzzle.name, i);
    const SolveResult first = solved(puzzle, Task::first, 1, "restarts");
    REQUIRE(first.complete);
    REQUIRE(first.solvable == solved(puzzle, Task::first, 1, "scan").solvable);
    if (!first.solvable) continue;
    ++found;
    REQUIRE_FALSE(Verifier(puzzle).check(read_boards(puzzle, first.solutions.at(0), "first").at(0)).fault);
  }
  CHECK(found > 100);

  // Each pentomino five times. `scan` has seen nothing after 89 million boards.
  Puzzle five = builtin_puzzle("pentominoes-6x10");
  for (Piece& piece : five.pieces) piece.min = 5, piece.max = 5;
  for (const auto& [rows, columns] : {std::pair(15, 20), std::pair(10, 30), std::pair(20, 15)}) {
    five.rows = rows;
    five.columns = columns;
    const SolveResult first = solved(five, Task::first, 1, "restarts");
    REQUIRE(first.solvable);
    REQUIRE_FALSE(Verifier(five).check(read_boards(five, first.solutions.at(0), "first").at(0)).fault);
    REQUIRE(first.solutions == solved(five, Task::first, 3, "restarts").solutions);
  }
  for (const Task task : {Task::all, Task::unique, Task::count})
    REQUIRE_THROWS_WITH(solved(five, task, 1, "restarts"), Catch::Matchers::StartsWith("engine restarts finds one"));
}

TEST_CASE("solve: weights show that there is no solution only where there is none", "[long]") {
  Pcg random(23);
  int unsolvable = 0, refuted = 0, wrong = 0;
  for (int i = 0; i < 3000; ++i) {
    const Puzzle puzzle = random_puzzle(random);
    CAPTURE(i, puzzle.name);
    const bool solvable = solved(puzzle, Task::first, 1, "scan").solvable;
    unsolvable += !solvable;
    std::optional<Refutation> found = refute(puzzle);
    if (found) {
      ++refuted;
      REQUIRE_FALSE(solvable);
      REQUIRE_FALSE(fault_of(puzzle, *found));
      const auto [total, covered] = sums_of(puzzle, *found);
      REQUIRE(total < std::int64_t{found->unit} * covered);
    } else {
      found.emplace(Refutation{std::vector<std::int32_t>(static_cast<std::size_t>(puzzle.box())),
                               std::vector<std::int32_t>(kinds_of(puzzle).size()), 1});
    }
    // Weights that somebody changed, or made up, may still show it, but never of a puzzle with a solution.
    for (int change = 0; change < 20; ++change) {
      auto& list = random.next_int(2) == 0 ? found->cells : found->kinds;
      list[static_cast<std::size_t>(random.next_int(static_cast<int>(list.size())))] += random.next_int(5) - 2;
      const bool shows = !fault_of(puzzle, *found);
      REQUIRE_FALSE((shows && solvable));
      wrong += !shows;
    }
  }
  CAPTURE(unsolvable, refuted, wrong);
  CHECK(refuted > 300);
  CHECK(wrong > 30000);
}

TEST_CASE("solve: weights on three crossed squares refute the 29 pentacubes") {
  const Puzzle puzzle = load_puzzle(test::sources + "/docs/puzzles/octahedral-planes.yaml");
  const auto found = refute(puzzle);
  REQUIRE(found);
  CHECK_FALSE(fault_of(puzzle, *found));
  const auto [total, covered] = sums_of(puzzle, *found);
  CHECK(covered == 145);
  CHECK(total < 145 * std::int64_t{found->unit});
  Refutation less = *found;
  less.cells[puzzle.index({4 * layer_rows + 4, 4})] -= 1;  // the centre
  CHECK_THAT(*fault_of(puzzle, less), Catch::Contains("weighs 24, less than 5 for each of its 5 cells"));
  // A piece less makes it possible to leave five cells empty; then the weights show nothing.
  Puzzle fewer = puzzle;
  fewer.max_holes = fewer.min_holes = 5;
  CHECK_THAT(*fault_of(fewer, *found), Catch::Contains("which is enough for the 140 cells that must be covered"));
  const Maximum most = maximize(puzzle, {});
  CHECK(most.proved);
  CHECK_FALSE(most.pieces);
  CHECK(most.proof == "linear program");
}

TEST_CASE("solve: a long board, at each place of which boards differ by what is left") {
  // Each of nine hexominoes twice in 4x27: thousands of boards with the same window, which `frontier` looks up in a
  // hash table.
  const Puzzle puzzle = parse_puzzle(R"(
board: 4x27
pieces:
  - {shape: "XXXX|XX..", count: 2}
  - {shape: "..X..|XXXXX", count: 2}
  - {shape: ".X|XX|X.|X.|X.", count: 2}
  - {shape: "XX.|.XX|.XX", count: 2}
  - {shape: ".X.|.XX|XXX", count: 2}
  - {shape: "XXXX|.X..|.X..", count: 2}
  - {shape: ".X.|XX.|XXX", count: 2}
  - {shape: "X..|XX.|XXX", count: 2}
  - {shape: ".X.|XXX|.XX", count: 2}
)",
                                     "long");
  const SolveResult all = solved(puzzle, Task::all, 1, "frontier");
  CHECK(all.solutions.size() == 41998);
  CHECK(all.solutions == solved(puzzle, Task::all, 1, "scan").solutions);
  const SolveResult counted = solved(puzzle, Task::count, 1, "frontier");
  CHECK(counted.count == "41998");
  CHECK(counted.unique == "10509");
}

TEST_CASE("solve: counts without numbers of pieces, against the list of all solutions") {
  const char* const not_flipped =
      "board: 4x5\npieces: [{shape: XX|.XX, count: any, flip: false}, {shape: X, count: any}, "
      "{shape: XXX, count: any, rotate: false}]\n";
  for (const char* puzzle :
       {not_flipped, "board: 5x6\npieces: [{shape: XX, count: any}]\n",
        "board: 4x6\npieces: [{shape: XXX, count: any}, {shape: XX|X, count: any}]\n",
        "board: 6x6\npieces: [{shape: XX, count: 18}]\n",
        "board: '#...|....|....|...#'\npieces: [{shape: XX, count: any, rotate: true}]\n",
        "lattice: hex\nboard: 4x5\npieces: [{shape: XX, count: any}, {shape: XX|X, count: any}]\n"}) {
    CAPTURE(puzzle);
    const Puzzle p = parse_puzzle(puzzle, "counted");
    const SolveResult count = solved(p, Task::count);
    CHECK(count.count == std::to_string(solved(p, Task::all).solutions.size()));
    CHECK(count.unique == std::to_string(solved(p, Task::unique).solutions.size()));
  }
}

TEST_CASE("solve: a search that is stopped gives what it has found", "[threads]") {
  // There are far too many solutions to wait for.
  const Puzzle puzzle = popinjay(12, 13);
  for (const std::string engine : {"", "scan", "cover"})
    for (const int jobs : {1, 2}) {
      CAPTURE(engine, jobs);
      std::atomic<bool> stop = false;
      SolveOptions options;
      options.task = Task::all;
      options.engine = engine;
      options.jobs = jobs;
      options.stop = &stop;
      options.progress_every = 100'000;
      options.progress = [&](const SolveProgress& progress) {
        CHECK(read_boards(puzzle, progress.board, "progress").size() == (progress.engine == "frontier" ? 0 : 1));
        CHECK((progress.share >= 0 && progress.share <= 1));
        if (progress.nodes >= 1'000'000) stop = true;
      };
      const SolveResult result = solve(puzzle, options);
      CHECK(result.interrupted);
      CHECK_FALSE(result.complete);
      CHECK(result.nodes >= 1'000'000);
      CHECK(result.count == std::to_string(result.solutions.size()));
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < std::min<std::size_t>(result.solutions.size(), 100); ++i)
        wrong += Verifier(puzzle).check(read_boards(puzzle, result.solutions[i], "found").at(0)).fault.has_value();
      CHECK(wrong == 0);
    }
}

TEST_CASE("solve: a search that is stopped again and again gives what one does that is not", "[threads][long]") {
  Pcg random(20261123);
  for (const auto& [puzzle, engine] :
       {std::pair(popinjay(9, 8), "scan"), std::pair(builtin_puzzle("meteor"), "scan"),
        std::pair(builtin_puzzle("courtyard"), "scan"), std::pair(popinjay(8, 6), "cover"),
        std::pair(builtin_puzzle("pentominoes-8x8"), "cover"), std::pair(builtin_puzzle("terrazzo"), "cover")})
    for (const Task task : {Task::all, Task::unique, Task::count}) {
      SolveOptions options;
      options.task = task;
      options.engine = engine;
      const SolveResult whole = solve(puzzle, options);
      for (const int jobs : {1, 2, 3}) {
        CAPTURE(puzzle.name, engine, static_cast<int>(task), jobs);
        options.jobs = jobs;
        options.checkpoint.clear();
        options.progress_every = 1'000;
        SolveResult result;
        double share = 0;
        int stops = 0;
        do {
          std::atomic<bool> stop = false;
          const std::uint64_t rounds =
              1 + static_cast<std::uint64_t>(random.next_int(static_cast<int>(whole.nodes / 8000) + 1));
          std::uint64_t reports = 0;
          options.stop = &stop;
          options.progress = [&](const SolveProgress& at) {
            CHECK(at.share >= share - 1e-9);  // it never falls
            share = at.share;
            if (++reports == rounds) stop = true;
          };
          result = solve(puzzle, options);
          share = 0;
          stops += result.interrupted;
          CHECK(result.interrupted != result.checkpoint.empty());
          options.checkpoint = result.checkpoint;
        } while (result.interrupted);
        CHECK(stops > 0);
        CHECK(result.complete);
        CHECK(result.solutions == whole.solutions);
        CHECK(result.count == whole.count);
        CHECK(result.unique == whole.unique);
        if (jobs == 1) CHECK(result.nodes == whole.nodes);
      }
    }
}

TEST_CASE("solve: a checkpoint of another search, or a damaged one, is refused", "[threads]") {
  const Puzzle puzzle = popinjay(9, 8);
  const std::atomic<bool> stop = true;
  for (const auto& [engine, jobs] :
       {std::pair("scan", 1), std::pair("scan", 2), std::pair("cover", 1), std::pair("cover", 2)}) {
    CAPTURE(engine, jobs);
    SolveOptions options;
    options.task = Task::all;
    options.engine = engine;
    options.stop = &stop;
    options.jobs = jobs;
    options.checkpoint.clear();
    const std::string checkpoint = solve(puzzle, options).checkpoint;
    REQUIRE_FALSE(checkpoint.empty());
    options.checkpoint = checkpoint;
    CHECK_FALSE(solve(puzzle, options).checkpoint.empty());
    for (const std::string& wrong : {std::string("x"), checkpoint.substr(0, checkpoint.size() / 2),
                                     checkpoint + "part 1", "pentocity-search/2" + checkpoint.substr(18)}) {
      CAPTURE(wrong);
      options.checkpoint = wrong;
      if (wrong.ends_with("part 1"))
        CHECK_NOTHROW(solve(puzzle, options));  // what follows the end is not read
      else
        CHECK_THROWS_AS(solve(puzzle, options), BrokenCheckpoint);
    }
    options.checkpoint = checkpoint;
    CHECK_THROWS_AS(solve(popinjay(9, 7), options), BrokenCheckpoint);
    options.task = Task::unique;
    CHECK_THROWS_AS(solve(puzzle, options), BrokenCheckpoint);
    options.task = Task::all;
    // Boards that are none of this search.
    const std::size_t at = checkpoint.find("stopped ") + 8;
    options.checkpoint = checkpoint.substr(0, at) + "1 1 0 4000\nfound 0\n";
    CHECK_THROWS_AS(solve(puzzle, options), BrokenCheckpoint);
  }
}

TEST_CASE("solve: a checkpoint of the program's choice names the engine") {
  const Puzzle puzzle = builtin_puzzle("pentominoes-8x8");
  SolveOptions options;
  options.task = Task::all;
  const std::string key = search_key(puzzle, options);
  std::atomic<bool> stop = true;
  options.stop = &stop;
  for (const char* const engine : {"scan", "cover"}) {
    options.engine = engine;
    options.checkpoint.clear();
    std::string text = solve(puzzle, options).checkpoint;
    text.replace(text.find(' ') + 1, key.size(), key);
    SolveOptions chosen;
    chosen.task = Task::all;
    chosen.checkpoint = text;
    const SolveResult result = solve(puzzle, chosen);
    CHECK(result.engine == engine);
    CHECK(result.count == "520");
  }
}

namespace {

// A board of David Goodger's Polyform Puzzler.
Puzzle pentominoes_on_a_cross() {
  return parse_puzzle(R"(
board: |
  ####...####
  ####...####
  ####...####
  ###.....###
  ...........
  ...........
  ...........
  ###.....###
  ####...####
  ####...####
  ####...####
pieces: [{set: pentominoes}, {shape: X}]
)",
                      "cross");
}

// The 82 hexahexes on a hexagon with sides of 14 without one with sides of 5, whose corners are covered.
Puzzle hexahex_ring() {
  Puzzle puzzle;
  puzzle.name = "ring";
  puzzle.lattice = Lattice::hex;
  puzzle.rows = puzzle.columns = 27;
  const Axial middle = axial({13, 13}, Lattice::hex);
  for (const Cell c : rectangle(27, 27)) {
    const Axial at = axial(c, Lattice::hex);
    const int q = at.q - middle.q, r = at.r - middle.r;
    std::array<int, 3> away{std::abs(q), std::abs(r), std::abs(q + r)};
    std::sort(away.begin(), away.end());
    const bool is_corner = away == std::array{0, 4, 4};
    if (away[2] > 13 || (away[2] <= 4 && !is_corner)) puzzle.blocked.push_back(c);
  }
  for (const Cells& shape : free_polyominoes(6, Lattice::hex)) {
    puzzle.pieces.emplace_back();
    puzzle.pieces.back().name = fmt::format("h{}", puzzle.pieces.size());
    puzzle.pieces.back().shape = shape;
  }
  return puzzle;
}

}  // namespace

TEST_CASE("solve: a corner that nothing fits is found wherever it is") {
  const Puzzle puzzle = hexahex_ring();
  REQUIRE(puzzle.area() == 82 * 6);
  const SolveResult result = solved(puzzle, Task::count);
  CHECK(result.count == "0");
  CHECK(result.engine == "cover");
  CHECK(result.nodes < 1000);
}

TEST_CASE("solve: says how it chooses an engine") {
  std::vector<std::string> lines;
  std::atomic<bool> stop = false;  // when a search has been chosen
  SolveOptions options;
  options.task = Task::count;
  options.stop = &stop;
  options.explain = [&](const std::string& line) {
    lines.push_back(line);
    stop = line.find("goes on") != std::string::npos;
  };
  const SolveResult result = solve(pentominoes_on_a_cross(), options);
  CHECK(result.interrupted);
  CHECK(result.engine == "cover");
  REQUIRE(lines.size() == 4);
  CHECK(lines[0] == "frontier: begins");
  // The range is that of the walks, which are the same on every machine.
  CHECK(lines[1] == "cover: would take 22 ms to 233 ms, by 505 random walks");
  CHECK(lines[2] == "scan: would take 586 ms to 2.41 s, by 2000 random walks");
  CHECK_THAT(lines[3], Catch::StartsWith("cover: goes on for about ") && Catch::EndsWith(" ms"));
}

TEST_CASE("solve: a few random walks do not tell what a search would take", "[long]") {
  const Puzzle puzzle = parse_puzzle("{lattice: cube, board: 8x8x8, pieces: pentacubes}", "few");
  std::string said;
  std::atomic<bool> stop = false;
  SolveOptions options;
  options.task = Task::count;
  options.stop = &stop;
  options.explain = [&](const std::string& line) {
    if (line.starts_with("cover: ") && said.empty()) said = line;
    stop = !said.empty();
  };
  CHECK(solve(puzzle, options).interrupted);
  CHECK(said == "cover: 4 random walks do not tell what it would take");
}

TEST_CASE("solve: engines that take turns find what one finds alone") {
  // Two boards of David Goodger's Polyform Puzzler, with its numbers of solutions: a cross, and David Klarner's tower.
  const Puzzle cross = pentominoes_on_a_cross();
  const std::string side = "  #.#\n  ...\n  ...\n  ...\n  ...\n  ...\n  ...\n  ...\n";
  const std::string inside = "\n  .#.\n  .#.\n  .#.\n  .#.\n  .#.\n  .#.\n  .#.\n  .#.\n\n";
  const Puzzle tower =
      parse_puzzle("lattice: cube\nboard: |\n" + side + inside + side + "pieces: [{set: pentominoes}]\n", "tower");
  for (const auto& [puzzle, engine, count, unique] :
       {std::tuple(cross, "cover", "2928", "366"), std::tuple(tower, "scan", "216", "27")})
    for (const Task task : {Task::all, Task::unique, Task::count}) {
      CAPTURE(engine, static_cast<int>(task));
      const SolveResult alone = solved(puzzle, task, 1, "frontier");
      int turns = 0, reports = 0;
      std::atomic<bool> stop = false;
      SolveOptions options;
      options.task = task;
      options.stop = &stop;
      options.explain = [&](const std::string& line) { turns += line.find("goes on") != std::string::npos; };
      options.progress_every = 10'000;
      options.progress = [&](const SolveProgress& at) {
        reports += at.engine == engine;
        CHECK((at.share >= 0 && at.share <= 1));
      };
      const SolveResult in_turns = solve(puzzle, options);
      CHECK(turns > 1);
      CHECK(reports > 0);
      CHECK(in_turns.engine == engine);
      CHECK(in_turns.complete);
      CHECK(in_turns.solutions == alone.solutions);
      CHECK(in_turns.count == alone.count);
      CHECK(in_turns.unique == alone.unique);
      if (task == Task::count) CHECK((in_turns.count == count && in_turns.unique == unique));
      // Stopped in its second turn, a tree can go on.
      turns = 0;
      options.explain = [&](const std::string& line) {
        turns += line.find("goes on") != std::string::npos;
        stop = turns == 2;
      };
      const SolveResult stopped = solve(puzzle, options);
      CHECK(stopped.interrupted);
      CHECK(stopped.engine == engine);
      REQUIRE_FALSE(stopped.checkpoint.empty());
      options.explain = {};
      options.checkpoint = stopped.checkpoint;
      stop = false;
      const SolveResult rest = solve(puzzle, options);
      CHECK(rest.engine == engine);
      CHECK(rest.complete);
      CHECK(rest.solutions == alone.solutions);
      CHECK(rest.count == alone.count);
      CHECK(rest.unique == alone.unique);
    }
}

TEST_CASE("solve: a few solutions, by engines that take turns") {
  // Each pentomino five times, which `restarts` finds; and no solution, as `cover` sees.
  Puzzle five = builtin_puzzle("pentominoes-6x10");
  for (Piece& piece : five.pieces) piece.min = 5, piece.max = 5;
  five.rows = 15, five.columns = 20;
  const SolveResult first = solved(five, Task::first);
  REQUIRE(first.solvable);
  CHECK(first.engine == "restarts");
  CHECK_FALSE(Verifier(five).check(read_boards(five, first.solutions.at(0), "first").at(0)).fault);
  CHECK(solved(five, Task::first, 3).solutions == first.solutions);
  const SolveResult none = solved(hexahex_ring(), Task::first);
  CHECK_FALSE(none.solvable);
  CHECK(none.complete);
  CHECK(none.engine == "cover");

  // Stopped in the turn of each engine, it is nothing to go on from.
  for (const std::string engine : {"scan", "cover", "restarts"}) {
    CAPTURE(engine);
    std::atomic<bool> stop = false;
    SolveOptions options;
    options.stop = &stop;
    options.explain = [&](const std::string& line) { stop = line.rfind(engine + ": goes on", 0) == 0; };
    const SolveResult stopped = solve(five, options);
    CHECK(stopped.interrupted);
    CHECK_FALSE(stopped.solvable);
    CHECK(stopped.checkpoint.empty());
  }
}

TEST_CASE("solve: colourings refute puzzles without a search") {
  // The hexominoes on a rectangle, as Solomon Golomb showed; and on one with two black cells fewer, which they may
  // fill.
  Puzzle puzzle = puzzle_of(14, 15, {});
  for (const Cells& shape : free_polyominoes(6)) {
    puzzle.pieces.emplace_back();
    puzzle.pieces.back().name = fmt::format("h{}", puzzle.pieces.size());
    puzzle.pieces.back().shape = shape;
  }
  for (const Task task : {Task::all, Task::unique, Task::count, Task::first}) {
    const SolveResult result = solved(puzzle, task);
    CHECK_FALSE(result.solvable);
    CHECK(result.complete);
    CHECK(result.engine == "colouring");
    REQUIRE(result.conflict.size() == 4);
    CHECK_THAT(result.conflict[0], Catch::EndsWith("105 of the 210 cells are black"));
    CHECK_THAT(result.conflict[1], Catch::StartsWith("each of these 11 pieces covers 2 or 4 black cells: "));
    CHECK_THAT(result.conflict[2], Catch::StartsWith("each of these 24 pieces covers 3 black cells: "));
    CHECK(result.conflict[3] ==
          "so if they cover 210 cells, at most 104 or at least 106 of these are black, but 105 must be");
  }
}

TEST_CASE("solve: a puzzle that is too large for the engines is told what is too large") {
  // The 369 octominoes lie in 2725 ways, which no table has room for; that of `cover` may not have the memory.
  const Puzzle puzzle = parse_puzzle("board: 12x12\npieces: [{set: octominoes, count: any}]\n", "wide");
  const std::string why = "the pieces can be placed in 2725 ways at a cell, expected at most 1024";
  SolveOptions options;
  options.max_bytes = 1 << 20;
  CHECK_THROWS_WITH(solve(puzzle, options), Catch::Contains("puzzle wide is too large for the engines: " + why));
  options.engine = "scan";
  CHECK_THROWS_WITH(solve(puzzle, options), Catch::Contains("engine scan cannot hold puzzle wide: " + why));
  options.engine = "cover";
  CHECK_THROWS_WITH(solve(puzzle, options),
                    Catch::Contains("engine cover cannot hold puzzle wide: it may take 0.00098 GiB"));
  CHECK_THROWS_WITH(maximize(puzzle, {}), Catch::Contains("too large for the engines: " + why));
}

TEST_CASE("solve: where a piece reaches too far for some engines, another one is chosen, and why is said") {
  const std::string why =
      "a piece reaches over 677 cells from its first to its last one, row by row, expected at most "
      "512: a smaller board or piece";
  const Puzzle puzzle = parse_puzzle(
      "name: block\nlattice: cube\nboard: 12x12x12\npieces: [{shape: XXXXX, count: any}, {shape: X, count: any}]\n",
      "p");
  std::vector<std::string> lines;
  SolveOptions options;
  options.explain = [&](const std::string& line) { lines.push_back(line); };
  const SolveResult result = solve(puzzle, options);
  CHECK(result.engine == "cover");
  CHECK(result.solvable);
  REQUIRE_FALSE(lines.empty());
  CHECK(lines[0] == "scan: gives up: " + why);
  for (const std::string engine : {"scan", "frontier", "restarts"}) {
    options.engine = engine;
    CHECK_THROWS_WITH(solve(puzzle, options), "engine " + engine + " cannot hold puzzle block: " + why +
                                                  "; without --engine, another one is tried");
  }
}

TEST_CASE("solve: an engine that gives up for want of memory says how much it would need") {
  const Puzzle puzzle = builtin_puzzle("pentominoes-6x10");
  std::vector<std::string> lines;
  SolveOptions options;
  options.task = Task::count;
  options.max_bytes = 100'000;
  options.warn = [&](const std::string& line) { lines.push_back(line); };
  CHECK(solve(puzzle, options).count == "9356");
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Catch::StartsWith("frontier gives up: it may take ") && Catch::Contains("GiB or more"));
  for (const char* engine : {"frontier", "cover"}) {
    options.engine = engine;
    CHECK_THROWS_WITH(solve(puzzle, options), Catch::Contains("it may take "));
  }
  options.max_bytes = 400'000;  // enough for one thread
  options.jobs = 2;
  CHECK(solve(puzzle, options).count == "9356");
}

TEST_CASE("solve: Popinjay's simplified puzzles, and one continued from pieces laid beforehand", "[threads]") {
  Puzzle fewer = popinjay(10, 10);
  Puzzle shorter = builtin_puzzle("popinjay");
  shorter.pieces[0].shape = cells_of_picture("XXXXX|X....|X....", "X", ".");
  shorter.min_holes = shorter.max_holes = 100 - 11 * 7;
  for (const Puzzle& puzzle : {fewer, shorter})
    for (const int jobs : {1, 2}) {
      const SolveResult first = solved(puzzle, Task::first, jobs);
      REQUIRE(first.solutions.size() == 1);
      CHECK(first.complete);
      CHECK_FALSE(first.count);
      CHECK_FALSE(Verifier(puzzle).check(read_boards(puzzle, first.solutions[0], "first").at(0)).fault);
    }

  const Puzzle puzzle = builtin_puzzle("popinjay");
  const auto all = solved(puzzle, Task::all).solutions;
  for (const std::string& text : all) {
    Puzzle continued = puzzle;
    const Solution solution = read_solution(puzzle, text);
    for (std::size_t i = 0; i < 3; ++i) continued.fixed.push_back(solution[i].cells);
    const SolveResult result = solved(continued, Task::all);
    std::vector<std::string> expected;
    for (const std::string& other : all) {
      const Solution with = read_solution(puzzle, other);
      if (std::includes(with.begin(), with.end(), solution.begin(), solution.begin() + 3)) expected.push_back(other);
    }
    CHECK(result.solutions == expected);
  }
}

TEST_CASE("solve: where the fixed pieces fill the board, their numbers must be allowed") {
  const auto solvable = [](const char* pieces) {
    const Puzzle puzzle = parse_puzzle(fmt::format("board: \"..\"\npieces: [{}]\nfixed: \"11\"\n", pieces), "full");
    const bool out = solved(puzzle, Task::count).count == "1";
    CHECK(solved(puzzle, Task::first).solvable == out);
    CHECK(maximize(puzzle, {}).pieces.has_value() == out);
    return out;
  };
  CHECK(solvable("{shape: XX, count: 1}"));
  // The other piece must be there.
  CHECK_FALSE(solvable("{shape: XX, count: {min: 0, max: 2}}, {shape: X, count: 1}"));
  // It may be of two pieces, of which one must be there.
  CHECK(solvable("{shape: X|X, count: any}, {shape: XX, count: 1, rotate: false}"));
}

TEST_CASE("solve: labels may name kinds") {
  SolveOptions options;
  options.task = Task::all;
  options.labels = Labels::kinds;
  const SolveResult all = solve(builtin_puzzle("meteor"), options);
  CHECK(all.solutions.size() == 2098);
  CHECK(all.solutions.front() == "00001|22201|26611|26155|86555|86333|48893|44893|47479|77799");
  CHECK(std::is_sorted(all.solutions.begin(), all.solutions.end()));
  options.task = Task::unique;
  const SolveResult unique = solve(builtin_puzzle("meteor"), options);
  CHECK(unique.solutions.size() == 1049);
  CHECK(unique.solutions.front() == all.solutions.front());
}

TEST_CASE("solve: names of kinds are those that solution_text() writes") {
  for (const char* name : {"meteor", "hexiamonds-6x6", "one-sided-tetrominoes", "courtyard", "flowerbeds"}) {
    CAPTURE(name);
    const Puzzle puzzle = builtin_puzzle(name);
    SolveOptions options;
    options.task = Task::all;
    std::vector<std::string> expected;
    for (const std::string& text : solve(puzzle, options).solutions)
      expected.push_back(solution_text(puzzle, read_solution(puzzle, text), Labels::kinds));
    std::sort(expected.begin(), expected.end());
    options.labels = Labels::kinds;
    CHECK(solve(puzzle, options).solutions == expected);
  }
}

TEST_CASE("solve: a bracket that nothing closes is a label by itself") {
  CHECK(split_labels("1[62]|[7") == std::vector<std::string_view>{"1", "[62]", "|", "[", "7"});
}

TEST_CASE("solve: an unknown engine is bad input") {
  CHECK_THROWS_WITH(solved(builtin_puzzle("meteor"), Task::first, 1, "scam"),
                    Catch::Matchers::StartsWith("there is no engine 'scam'") && Catch::Contains("scan"));
}

}  // namespace solve_test
