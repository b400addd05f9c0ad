// The most pieces that fit, against published numbers and against the combination lock.

#include "pentocity/packing/maximize.hpp"

#include <fmt/format.h>

#include <array>
#include <atomic>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "packing_lock.hpp"
#include "paths.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/packing/verify.hpp"
#include "scratch.hpp"

namespace maximize_test {

using namespace pentocity;
using namespace pentocity::packing;
using namespace pentocity::test;
using Catch::Contains;

namespace {

// As many pieces of a shape as one likes on n x n cells.
Puzzle square(int n, Cells shape) {
  Puzzle out;
  out.name = "square";
  out.rows = out.columns = n;
  out.max_holes = n * n;
  Piece piece;
  piece.name = "P";
  piece.shape = normalised(std::move(shape));
  piece.min = 0;
  piece.max.reset();
  out.pieces = {piece};
  return out;
}

// What must be true of any answer.
void check_answer(const Puzzle& puzzle, const Maximum& answer) {
  CHECK(answer.solution.empty() == !answer.pieces);
  if (!answer.pieces) return;
  CHECK(*answer.pieces <= answer.bound);
  CHECK(answer.proved == (*answer.pieces == answer.bound));
  const Verdict verdict = Verifier(puzzle).check(read_boards(puzzle, answer.solution, "solution").at(0));
  CHECK_FALSE(verdict.fault);
  CHECK(verdict.solution.size() == static_cast<std::size_t>(*answer.pieces));
}

void check_squares(const Cells& shape, const std::vector<int>& published) {
  for (std::size_t i = 0; i < published.size(); ++i) {
    const Puzzle puzzle = square(static_cast<int>(i) + 1, shape);
    CAPTURE(puzzle.rows);
    const Maximum answer = maximize(puzzle, {});
    CHECK(answer.pieces == published[i]);
    CHECK(answer.proved);
    check_answer(puzzle, answer);
  }
}

Cells shape_of(const char* picture) { return cells_of_picture(picture, "X", "."); }

// The most pieces of a solution, by trying everything; -1 if there is none.
int most_by_lock(const Puzzle& puzzle) {
  twin::PackingLock lock(puzzle);
  int out = -1;
  twin::turn_through(lock, [&] { out = std::max(out, static_cast<int>(lock.packing().size())); });
  return out;
}

Puzzle random_puzzle(Pcg& random) {
  const auto chance = [&](int percent) { return random.next_int(100) < percent; };
  Puzzle puzzle;
  puzzle.name = "random";
  puzzle.lattice = static_cast<Lattice>(random.next_int(4));
  do {
    puzzle.rows = 1 + random.next_int(5);
    puzzle.columns = 1 + random.next_int(5);
    puzzle.layers = puzzle.lattice == Lattice::cube ? 1 + random.next_int(3) : 1;
  } while (puzzle.rows * puzzle.columns * puzzle.layers > 15);
  for (int n = chance(40) ? 1 + random.next_int(2) : 0; n > 0; --n)
    puzzle.blocked.push_back({random.next_int(puzzle.rows), random.next_int(puzzle.columns)});
  std::sort(puzzle.blocked.begin(), puzzle.blocked.end());
  puzzle.blocked.erase(std::unique(puzzle.blocked.begin(), puzzle.blocked.end()), puzzle.blocked.end());
  if (puzzle.area() == 0) puzzle.blocked.clear();
  for (int n = 1 + random.next_int(3); n > 0; --n) {
    Piece piece;
    piece.name = std::string(1, static_cast<char>('A' + n));
    const auto shapes = free_polyominoes(2 + random.next_int(4), puzzle.lattice);
    const auto images =
        orientations(shapes[random.next_int(static_cast<int>(shapes.size()))], true, true, puzzle.lattice);
    piece.shape = images[random.next_int(static_cast<int>(images.size()))];
    piece.flip = chance(60);
    piece.rotate = chance(60);
    piece.min = chance(25) ? 1 + random.next_int(2) : 0;
    piece.max = piece.min + random.next_int(3);
    if (chance(60)) piece.max.reset();
    puzzle.pieces.push_back(std::move(piece));
  }
  puzzle.max_holes = puzzle.area();
  if (chance(25)) puzzle.max_holes = random.next_int(puzzle.area() + 1);
  if (chance(25)) puzzle.min_holes = random.next_int(std::min(6, puzzle.max_holes + 1));
  if (puzzle.max_holes > 0 && chance(30)) {
    const Cell c{random.next_int(puzzle.rows), random.next_int(puzzle.columns)};
    if (std::find(puzzle.blocked.begin(), puzzle.blocked.end(), c) == puzzle.blocked.end()) puzzle.required = {c};
  }
  return puzzle;
}

}  // namespace

TEST_CASE("maximize: published numbers of polyominoes on n x n", "[long]") {
  check_squares(*pentomino('V'), {0, 0, 1, 2, 4, 6, 8, 12, 14, 18, 22, 27});                // OEIS A214294
  check_squares(shape_of(".XX|XX."), {0, 0, 1, 3, 4, 8, 9, 14, 16, 23, 25, 33});            // A355477
  check_squares(shape_of("XXX|.X."), {0, 0, 1, 4, 5, 8, 11, 16, 19, 24, 29, 36, 41, 48});   // A256535
  check_squares(shape_of("XXXX"), {0, 0, 0, 4, 6, 8, 12, 16, 20, 24, 30, 36, 42, 48, 56});  // A233036
}

TEST_CASE("maximize: as many J-octominoes as the search by exact numbers says") {
  check_squares(shape_of("XXXXX|X....|XX..."), {0, 0, 0, 0, 2, 4, 5, 6, 8});
}

TEST_CASE("maximize: another engine finds as many pentominoes, and not one more") {
  for (const char letter : std::string_view("FILNPTUVWXYZ"))
    for (int n = 4; n <= 7; ++n) {
      CAPTURE(letter, n);
      Puzzle puzzle = square(n, *pentomino(letter));
      const int most = maximize(puzzle, {}).pieces.value();
      for (const int number : {most, most + 1}) {
        if (5 * number > n * n) continue;
        puzzle.pieces[0].min = number;
        puzzle.pieces[0].max = number;
        puzzle.min_holes = puzzle.max_holes = n * n - 5 * number;
        SolveOptions options;
        options.engine = "scan";
        CHECK(solve(puzzle, options).solvable == (number == most));
      }
    }
}

TEST_CASE("maximize agrees with the combination lock on random puzzles", "[long]") {
  Pcg random(22);
  int solvable = 0, fixed = 0, limited = 0, by_search = 0, loose = 0, refuted = 0;
  std::array<int, 4> of_lattice{};
  for (int i = 0; i < 1000; ++i) {
    Puzzle puzzle = random_puzzle(random);
    CAPTURE(i);
    int most = most_by_lock(puzzle);
    const Maximum free = maximize(puzzle, {});
    if (free.pieces && random.next_int(4) == 0) {
      // A piece of a solution, laid beforehand.
      const Solution solution = read_solution(puzzle, free.solution);
      if (!solution.empty()) puzzle.fixed = {solution[random.next_int(static_cast<int>(solution.size()))].cells};
      most = most_by_lock(puzzle);
    }
    const Maximum answer = maximize(puzzle, {});
    REQUIRE(answer.pieces.value_or(-1) == most);
    REQUIRE(answer.proved);
    check_answer(puzzle, answer);
    solvable += most > 0;
    of_lattice[static_cast<std::size_t>(puzzle.lattice)] += most > 0;
    fixed += !puzzle.fixed.empty();
    limited += most > 0 && (puzzle.min_holes > 0 || puzzle.max_holes < puzzle.area());
    by_search += answer.proof == "search";
    refuted += !answer.pieces && answer.proof == "colouring";

    // The bounds alone, and what is found with hardly any memory.
    const std::atomic<bool> at_once{true};
    MaximizeOptions options;
    options.stop = &at_once;
    const Maximum bound = maximize(puzzle, options);
    REQUIRE(bound.bound >= most);
    loose += !bound.proved && bound.bound > most;
    options = {};
    options.max_bytes = 3000;
    const Maximum small = maximize(puzzle, options);
    REQUIRE(small.pieces.value_or(-1) <= most);
    REQUIRE((!small.proved || small.pieces.value_or(-1) == most));
    check_answer(puzzle, small);
  }
  CHECK(solvable > 250);
  for (const int n : of_lattice) CHECK(n > 70);
  CHECK(fixed > 50);
  CHECK(limited > 60);
  CHECK(by_search > 40);
  CHECK(refuted > 20);
  CHECK(loose < 250);  // or else the bounds are of little use
}

TEST_CASE("maximize: what bounds what") {
  // Dominoes on a chessboard without two opposite corners: 62 cells, but 30 of one colour.
  Puzzle chessboard = square(8, shape_of("XX"));
  chessboard.blocked = {{0, 0}, {7, 7}};
  const Maximum dominoes = maximize(chessboard, {});
  CHECK(dominoes.pieces == 30);
  CHECK(dominoes.proof == "colouring");
  // Three T tetracubes cover an odd number of the six black cells.
  const Maximum solids =
      maximize(parse_puzzle("lattice: cube\nboard: 2x2x3\npieces: [{shape: 'XXX|.X.', count: 3}]\n", "solids"), {});
  CHECK(!solids.pieces);
  CHECK(solids.proof == "colouring");
  // Weights on every other cell of every other row: each skew tetromino covers one.
  CHECK(maximize(square(10, shape_of(".XX|XX.")), {}).proof == "linear program");
  CHECK(maximize(square(10, shape_of("XXXXX")), {}).proof == "area");
  CHECK(maximize(square(10, *pentomino('V')), {}).proof == "search");
}

TEST_CASE("maximize: a large board has an answer, stopped or not", "[long]") {
  const Puzzle large = square(24, *pentomino('T'));
  MaximizeOptions options;
  options.max_bytes = std::size_t{1} << 22;
  const Maximum answer = maximize(large, options);
  check_answer(large, answer);
  CHECK_FALSE(answer.proved);
  CHECK_FALSE(answer.interrupted);
  CHECK(answer.pieces > 95);
  CHECK(answer.bound <= 115);
  CHECK(maximize(large, options).solution == answer.solution);

  std::atomic<bool> stop{false};
  int reports = 0;
  options = {};
  options.stop = &stop;
  options.progress_every = 2'000;
  options.progress = [&](const MaximizeProgress& at) {
    CHECK(at.nodes > 0);
    CHECK(at.bound <= 115);
    stop = ++reports == 5;
  };
  const Maximum stopped = maximize(large, options);
  CHECK(stopped.interrupted);
  CHECK(reports == 5);
  check_answer(large, stopped);
}

TEST_CASE("maximize: the command", "[cli][long]") {
  const Scratch scratch;
  const auto solve = [](const std::string& arguments) { return run_command(test::program + " solve " + arguments); };
  const std::string v = scratch.write("v.yaml", "board: 4x4\npieces: [{name: V, shape: XXX|X|X, count: any}]\n");
  const Run text = solve(v + " --maximize");
  CHECK(text.exit_code == 0);
  CHECK(text.output.ends_with("\n\n2 pieces, and no more fit (proof: colouring)\n"));
  const Run json = solve(v + " --maximize --format json");
  for (const char* part : {"\"pieces\": 2,", "\"bound\": 2,", "\"proved\": true,", "\"complete\": true,"})
    CHECK_THAT(json.output, Contains(part));
  // Where the puzzle says how many cells may stay empty, `verify` takes the answer.
  const std::string said =
      scratch.write("said.yaml", "board: 4x4\npieces: [{name: V, shape: XXX|X|X, count: any}]\nholes: {min: 0}\n");
  for (const char* format : {"text", "json"}) {
    CHECK(solve(said + " --maximize --format " + format + " -o " + scratch / "answer").output.empty());
    CHECK(run_command(test::program + " verify " + said + " " + scratch / "answer").exit_code == 0);
  }
  CHECK_THAT(solve(v + " --maximize --labels kinds").output, Contains("VVVVVV"));
  CHECK_THAT(solve(v + " --maximize --format svg").output, Contains("</svg>"));

  const Run none =
      solve(scratch.write("none.yaml", "board: 3x3\npieces: [{shape: XX|XX, count: {min: 2}}]\n") + " --maximize");
  CHECK(none.exit_code == 1);
  CHECK(none.output == "no solution\n");

  const std::string large = scratch.write("large.yaml", "board: 30x30\npieces: [{shape: XXX|.X|.X, count: any}]\n");
  Run stopped{};
  for (int seconds = 1; seconds < 100 && stopped.output.find("at most") == std::string::npos; seconds *= 2)
    stopped = run_command("timeout --preserve-status -s INT " + std::to_string(seconds) + " " + test::program +
                          " solve " + large + " --maximize --progress-every 2000 2> " + scratch / "log");
  CHECK(stopped.exit_code == 3);
  CHECK_THAT(stopped.output, Contains(" pieces; at most ") && Contains("(interrupted)\n"));
  CHECK_THAT(bytes_of(scratch / "log"), Contains(" placed, at most ") && Contains(" nodes in "));

  for (const char* wrong :
       {" --maximize --count", " --maximize --all", " --maximize --limit 3", " --maximize --engine scan",
        " --maximize --proof x", " --maximize --checkpoint x", " --maximize --format benchmark"}) {
    CAPTURE(wrong);
    const Run run = solve(v + wrong);
    CHECK(run.exit_code == 2);
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
    CHECK_THAT(run.output, Contains("--maximize") || Contains("benchmark"));
  }
}

}  // namespace maximize_test
