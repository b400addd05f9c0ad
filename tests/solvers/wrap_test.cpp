// Puzzles on cylinders and tori, against published numbers and against a search that tries everything.

#include <fmt/format.h>

#include <map>
#include <memory>
#include <set>

#include "catch.hpp"
#include "paths.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/exchange/puzzle_file.hpp"
#include "pentocity/packing/exact_cover.hpp"
#include "pentocity/packing/maximize.hpp"
#include "pentocity/packing/refutation.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/packing/svg.hpp"
#include "pentocity/packing/verify.hpp"

namespace wrap_test {

using namespace pentocity;
using namespace pentocity::packing;

namespace {

SolveResult solved(const Puzzle& puzzle, Task task, const std::string& engine = "", int jobs = 1) {
  SolveOptions options;
  options.task = task;
  options.engine = engine;
  options.jobs = jobs;
  return solve(puzzle, options);
}

// What a piece covers, with colours ('.': none), by cell.
using Placed = std::map<Cell, char>;
using Packed = std::set<Placed>;

// Tries everything, on squares. Nothing of the engines is in it.
class Twin {
 public:
  explicit Twin(const Puzzle& puzzle) : puzzle_(puzzle), used_(puzzle.pieces.size()) {
    for (const Piece& piece : puzzle.pieces) {
      auto& placements = placements_.emplace_back();
      for (const Placed& shape : images(piece))
        for (int row = -8; row < 8; ++row)
          for (int column = -8; column < 8; ++column) {
            Placed placed;
            bool fits = true;
            for (const auto& [cell, colour] : shape) {
              const Cell on = wrapped({cell.row + row, cell.column + column});
              fits &= is_in_play(on) && placed.emplace(on, colour).second;
              fits = fits && (puzzle.colours.empty() || allowed(colour, puzzle.colours[number(on)]));
            }
            if (fits) placements.insert(placed);
          }
    }
    std::map<Placed, std::set<std::set<Placed>>> covering;
    std::map<Cells, std::set<Placed>> on_cells;
    for (std::size_t p = 0; p < placements_.size(); ++p)
      for (const Placed& placed : placements_[p]) {
        covering[placed].insert(images(puzzle.pieces[p]));
        Cells cells;
        for (const auto& [cell, colour] : placed) cells.push_back(cell);
        on_cells[cells].insert(placed);
      }
    for (const auto& [cells, placed] : on_cells) shows_colours = shows_colours || placed.size() > 1;
    // Whether the same cells may be one piece or another one. (Shapes that differ are meant, not their placements.)
    for (const auto& [placed, of] : covering)
      if (of.size() > 1) {
        std::map<Placed, std::set<std::set<Placed>>> takers;
        std::set<std::set<std::set<Placed>>> ways;
        for (const auto& shapes : of)
          for (const Placed& shape : shapes) takers[shape].insert(shapes);
        for (const auto& [shape, by] : takers)
          if (covers(shape, placed)) {
            std::set<std::set<Placed>> entries;
            for (const Piece& piece : puzzle.pieces)
              if (const auto shapes = images(piece); shapes.contains(shape)) entries.insert(shapes);
            ways.insert(entries);
          }
        is_ambiguous = is_ambiguous || ways.size() > 1;
      }
    search();
    for (const Packed& packed : found_) texts_[packed] = text_of(packed);
    const auto group = symmetries();
    symmetry_count = group.size();
    std::set<std::string> by_class, by_rotation;
    for (const auto& [packed, text] : texts_) {
      all.push_back(text);
      std::string least = text, least_rotation = text;
      for (const auto& map : group) {
        Packed image;
        for (const Placed& placed : packed) {
          Placed moved;
          for (const auto& [cell, colour] : placed) moved.emplace(map.images.at(cell), colour);
          image.insert(moved);
        }
        const auto other = texts_.find(image);
        if (other == texts_.end()) continue;
        least = std::min(least, other->second);
        if (map.is_rotation) least_rotation = std::min(least_rotation, other->second);
      }
      by_class.insert(least);
      by_rotation.insert(least_rotation);
      most = std::max(most, static_cast<int>(packed.size()));
    }
    std::sort(all.begin(), all.end());
    unique.assign(by_class.begin(), by_class.end());
    rotations = by_rotation.size();
  }

  bool shows_colours = false, is_ambiguous = false;
  std::vector<std::string> all, unique;
  std::size_t rotations = 0, symmetry_count = 0;
  int most = -1;

 private:
  struct Map {
    std::map<Cell, Cell> images;
    bool is_rotation;
  };

  std::size_t number(Cell c) const { return static_cast<std::size_t>(c.row) * puzzle_.columns + c.column; }
  Cell wrapped(Cell c) const {
    if (puzzle_.wrap != Wrap::none) c.column = (c.column + 100 * puzzle_.columns) % puzzle_.columns;
    if (puzzle_.wrap == Wrap::both) c.row = (c.row + 100 * puzzle_.rows) % puzzle_.rows;
    return c;
  }
  bool is_in_play(Cell c) const {
    return c.row >= 0 && c.row < puzzle_.rows && c.column >= 0 && c.column < puzzle_.columns &&
           std::find(puzzle_.blocked.begin(), puzzle_.blocked.end(), c) == puzzle_.blocked.end();
  }
  bool allowed(char of_piece, char of_board) const {
    if (of_piece == '.' || of_board == '.') return true;
    const auto rule = puzzle_.colour_rules.find(of_piece);
    return rule == puzzle_.colour_rules.end() ? of_piece == of_board : rule->second.find(of_board) != std::string::npos;
  }
  static Cell turned(Cell c, int by) {
    if (by >= 4) c.column = -c.column;
    for (int i = 0; i < by % 4; ++i) c = {c.column, -c.row};
    return c;
  }
  static Placed home(const Placed& shape) {
    int row = 99, column = 99;
    for (const auto& [c, colour] : shape) row = std::min(row, c.row), column = std::min(column, c.column);
    Placed out;
    for (const auto& [c, colour] : shape) out[{c.row - row, c.column - column}] = colour;
    return out;
  }
  static Placed image(const Placed& shape, int by) {
    Placed out;
    for (const auto& [c, colour] : shape) out[turned(c, by)] = colour;
    return home(out);
  }
  static std::set<Placed> images(const Piece& piece) {
    Placed shape;
    for (std::size_t i = 0; i < piece.shape.size(); ++i)
      shape[piece.shape[i]] = piece.colours.empty() ? '.' : piece.colours[i];
    std::set<Placed> out;
    for (int by = 0; by < 8; ++by)
      if ((piece.rotate || by % 4 == 0) && (piece.flip || by < 4)) out.insert(image(shape, by));
    return out;
  }
  bool covers(const Placed& shape, const Placed& placed) const {
    for (int row = 0; row < puzzle_.rows; ++row)
      for (int column = 0; column < puzzle_.columns; ++column) {
        Placed here;
        for (const auto& [c, colour] : shape) here[wrapped({c.row + row, c.column + column})] = colour;
        if (here == placed) return true;
      }
    return false;
  }

  void search() {
    Cell at{-1, 0};
    for (int r = 0; r < puzzle_.rows && at.row < 0; ++r)
      for (int c = 0; c < puzzle_.columns && at.row < 0; ++c)
        if (is_in_play({r, c}) && !taken_.contains({r, c})) at = {r, c};
    if (at.row < 0) {
      end();
      return;
    }
    for (std::size_t p = 0; p < placements_.size(); ++p) {
      if (puzzle_.pieces[p].max && used_[p] == *puzzle_.pieces[p].max) continue;
      for (const Placed& placed : placements_[p]) {
        if (!placed.contains(at)) continue;
        if (std::any_of(placed.begin(), placed.end(), [&](const auto& x) { return taken_.contains(x.first); }))
          continue;
        for (const auto& [c, colour] : placed) taken_.insert(c);
        ++used_[p];
        now_.push_back(placed);
        search();
        now_.pop_back();
        --used_[p];
        for (const auto& [c, colour] : placed) taken_.erase(c);
      }
    }
    if (static_cast<int>(holes_.size()) == puzzle_.max_holes ||
        std::find(puzzle_.required.begin(), puzzle_.required.end(), at) != puzzle_.required.end())
      return;
    holes_.push_back(at);
    taken_.insert(at);
    search();
    taken_.erase(at);
    holes_.pop_back();
  }
  void end() {
    for (std::size_t p = 0; p < used_.size(); ++p)
      if (used_[p] < puzzle_.pieces[p].min) return;
    if (static_cast<int>(holes_.size()) < puzzle_.min_holes) return;
    for (const auto& [colour, asked] : puzzle_.holes_by_colour)
      if (asked != std::count_if(holes_.begin(), holes_.end(),
                                 [&, of = colour](Cell c) { return puzzle_.colours[number(c)] == of; }))
        return;
    const Packed packed(now_.begin(), now_.end());
    for (const Cells& fixed : puzzle_.fixed)
      if (std::none_of(packed.begin(), packed.end(), [&](const Placed& placed) {
            return placed.size() == fixed.size() &&
                   std::all_of(fixed.begin(), fixed.end(), [&](Cell c) { return placed.contains(c); });
          }))
        return;
    found_.insert(packed);
  }

  std::string text_of(const Packed& packed) const {
    std::vector<Placed> in_order(packed.begin(), packed.end());
    std::sort(in_order.begin(), in_order.end(),
              [](const Placed& a, const Placed& b) { return a.begin()->first < b.begin()->first; });
    std::map<Cell, std::string> labels;
    for (std::size_t i = 0; i < in_order.size(); ++i)
      for (const auto& [c, colour] : in_order[i]) {
        const std::string label =
            i < 9 ? std::to_string(i + 1) : std::string(1, static_cast<char>('a' + static_cast<int>(i) - 9));
        labels[c] = shows_colours && colour != '.' ? fmt::format("[{}:{}]", label, colour) : label;
      }
    std::string out;
    for (int r = 0; r < puzzle_.rows; ++r) {
      out += r > 0 ? "|" : "";
      for (int c = 0; c < puzzle_.columns; ++c)
        out += labels.contains({r, c}) ? labels[{r, c}] : is_in_play({r, c}) ? "." : "#";
    }
    return out;
  }

  // All maps of the board to itself, by every turn and every move, that keep which edges meet, the cells with their
  // colours, and the pieces.
  std::vector<Map> symmetries() const {
    std::vector<Map> out;
    using Rules = std::map<std::set<Placed>, std::pair<int, int>>;
    const auto rules = [&](int by) {
      Rules of;
      for (const Piece& piece : puzzle_.pieces) {
        std::set<Placed> shapes;
        for (const Placed& shape : images(piece)) shapes.insert(image(shape, by));
        auto& [min, max] = of[shapes];
        min += piece.min;
        max += piece.max.value_or(1000);
      }
      return of;
    };
    const Rules as_they_are = rules(0);
    for (int by = 0; by < 8; ++by) {
      const bool swaps = by % 2 == 1;
      if (swaps && (puzzle_.wrap != Wrap::both || puzzle_.rows != puzzle_.columns)) continue;
      if (rules(by) != as_they_are) continue;
      std::set<std::map<Cell, Cell>> seen;
      for (int row = -puzzle_.rows; row <= puzzle_.rows; ++row)
        for (int column = -puzzle_.columns; column <= puzzle_.columns; ++column) {
          Map map{{}, by < 4};
          bool keeps = true;
          for (int r = 0; r < puzzle_.rows; ++r)
            for (int c = 0; c < puzzle_.columns; ++c) {
              Cell to = turned({r, c}, by);
              to = wrapped({to.row + row, to.column + column});
              keeps &= is_in_play({r, c}) == is_in_play(to);
              keeps = keeps && to.row >= 0 && to.row < puzzle_.rows && to.column >= 0 && to.column < puzzle_.columns;
              keeps = keeps &&
                      (puzzle_.colours.empty() || puzzle_.colours[number(to)] == puzzle_.colours[number({r, c})]) &&
                      (std::count(puzzle_.required.begin(), puzzle_.required.end(), to) ==
                       std::count(puzzle_.required.begin(), puzzle_.required.end(), Cell{r, c}));
              map.images[{r, c}] = to;
            }
          if (keeps && seen.insert(map.images).second) out.push_back(map);
        }
    }
    return out;
  }

  const Puzzle& puzzle_;
  std::vector<std::set<Placed>> placements_;  // by entry
  std::vector<int> used_;
  std::vector<Placed> now_;
  Cells holes_;
  std::set<Cell> taken_;
  std::set<Packed> found_;
  std::map<Packed, std::string> texts_;
};

Puzzle random_puzzle(Pcg& random) {
  const auto chance = [&](int percent) { return random.next_int(100) < percent; };
  Puzzle puzzle;
  puzzle.name = "random";
  puzzle.wrap = chance(50) ? Wrap::both : Wrap::columns;
  puzzle.rows = 1 + random.next_int(4);
  puzzle.columns = 1 + random.next_int(std::min(6, 12 / puzzle.rows));
  if (chance(25)) puzzle.rows = puzzle.columns = 2 + random.next_int(2);
  if (chance(35))
    for (int n = 1 + random.next_int(2); n > 0; --n)
      if (const Cell c{random.next_int(puzzle.rows), random.next_int(puzzle.columns)};
          puzzle.area() > 1 && std::find(puzzle.blocked.begin(), puzzle.blocked.end(), c) == puzzle.blocked.end()) {
        puzzle.blocked.push_back(c);
        std::sort(puzzle.blocked.begin(), puzzle.blocked.end());
      }
  const bool all_free = chance(50);
  for (int n = 1 + random.next_int(3); n > 0; --n) {
    Piece piece;
    piece.name = std::string(1, static_cast<char>('A' + n));
    const auto shapes = free_polyominoes(1 + random.next_int(chance(30) ? 5 : 4));
    const auto images = orientations(shapes[random.next_int(static_cast<int>(shapes.size()))], true, true);
    piece.shape = images[random.next_int(static_cast<int>(images.size()))];
    piece.flip = all_free || chance(60);
    piece.rotate = all_free || chance(60);
    if (chance(40)) {
      piece.min = 0;
      piece.max.reset();
    } else {
      piece.min = random.next_int(2);
      piece.max = piece.min + random.next_int(3);
    }
    puzzle.pieces.push_back(std::move(piece));
  }
  if (chance(60)) {
    puzzle.max_holes = std::min(puzzle.area(), random.next_int(5));
    puzzle.min_holes = chance(50) ? puzzle.max_holes : random.next_int(puzzle.max_holes + 1);
    for (const Cell c : puzzle.all_cells())
      if (chance(puzzle.max_holes > 0 && all_free ? 15 : 0) && puzzle.has(c)) puzzle.required.push_back(c);
  }
  if (!chance(35)) return puzzle;
  for (Piece& piece : puzzle.pieces) {
    if (chance(30)) continue;
    for (std::size_t i = 0; i < piece.shape.size(); ++i) piece.colours += "rg."[random.next_int(3)];
    if (piece.colours.find_first_not_of('.') == std::string::npos) piece.colours.clear();
  }
  if (chance(30)) return puzzle;
  const bool chequered = chance(40);
  for (const Cell c : puzzle.all_cells())
    puzzle.colours += !puzzle.has(c) ? '.' : chequered ? "rg"[(c.row + c.column) % 2] : "rg..."[random.next_int(5)];
  if (chance(40)) puzzle.colour_rules['r'] = chance(50) ? "rg" : "";
  if (puzzle.colours.find('r') != std::string::npos && chance(20)) {
    puzzle.required.clear();
    puzzle.min_holes = puzzle.max_holes = puzzle.holes_by_colour['r'] = 1;
    for (const Cell c : puzzle.all_cells())
      if (puzzle.has(c) && puzzle.colours[puzzle.index(c)] != 'r') puzzle.required.push_back(c);
  }
  return puzzle;
}

Puzzle dominoes(int rows, int columns, Wrap wrap) {
  Puzzle puzzle;
  puzzle.name = "dominoes";
  puzzle.rows = rows;
  puzzle.columns = columns;
  puzzle.wrap = wrap;
  puzzle.pieces = {{.name = "D", .shape = {{0, 0}, {0, 1}}, .min = 0, .max = std::nullopt}};
  return puzzle;
}

}  // namespace

TEST_CASE("wrap: engines agree with a search that tries everything, on random cylinders and tori", "[threads][long]") {
  Pcg random(7);
  std::size_t solvable = 0, ambiguous = 0, symmetric = 0, shown = 0, fixed = 0, holed = 0, refuted = 0, tori = 0,
              said_as_cover = 0;
  for (int i = 0; i < 3000; ++i) {
    Puzzle puzzle = random_puzzle(random);
    CAPTURE(i, exchange::yaml_of(puzzle));
    auto twin = std::make_unique<Twin>(puzzle);
    const auto refused = [&]() -> std::string {
      try {
        parse_puzzle(exchange::yaml_of(puzzle), "random");
      } catch (const std::exception& e) {
        return e.what();
      }
      return "";
    }();
    const bool is_refused_for_that = refused.find("can cover the same cells around this board") != std::string::npos;
    if (twin->is_ambiguous) {
      REQUIRE_FALSE(refused.empty());
      ambiguous += is_refused_for_that;
      continue;
    }
    REQUIRE_FALSE(is_refused_for_that);
    if (!twin->all.empty() && !twin->shows_colours && random.next_int(4) == 0) {
      for (const Placement& placed :
           read_solution(puzzle, twin->all[random.next_int(static_cast<int>(twin->all.size()))]))
        if (random.next_int(3) == 0) puzzle.fixed.push_back(placed.cells);
      std::sort(puzzle.fixed.begin(), puzzle.fixed.end());
      fixed += !puzzle.fixed.empty();
      twin = std::make_unique<Twin>(puzzle);
    }
    const auto& all = twin->all;
    solvable += !all.empty();
    tori += !all.empty() && puzzle.wrap == Wrap::both;
    symmetric += twin->unique.size() < all.size();
    shown += twin->shows_colours && !all.empty();
    holed += puzzle.max_holes > 0 && !all.empty();
    for (const std::string engine : {"", "scan", "cover", "frontier"}) {
      const int jobs = i % 20 == 0 ? 2 : 1;
      CAPTURE(engine);
      const SolveResult count = solved(puzzle, Task::count, engine, jobs);
      REQUIRE(count.count == std::to_string(all.size()));
      REQUIRE(count.unique == std::to_string(twin->unique.size()));
      if (all.size() <= 1000) {  // to list them takes most of the time
        REQUIRE(solved(puzzle, Task::all, engine, jobs).solutions == all);
        REQUIRE(solved(puzzle, Task::unique, engine, jobs).solutions == twin->unique);
      }
      SolveOptions options;
      options.task = Task::count;
      options.engine = engine;
      options.rotations_only = true;
      REQUIRE(solve(puzzle, options).unique == std::to_string(twin->rotations));
    }
    for (const std::string engine : {"", "scan", "cover", "frontier", "restarts"}) {
      const SolveResult first = solved(puzzle, Task::first, engine);
      REQUIRE(first.solutions.size() == std::min<std::size_t>(all.size(), 1));
      if (first.solvable) REQUIRE(std::binary_search(all.begin(), all.end(), first.solutions[0]));
    }
    const Verifier verifier(puzzle);
    for (std::size_t s = 0; s < all.size(); s += 1 + all.size() / 3) {
      const Verdict verdict = verifier.check(read_boards(puzzle, all[s], "solution").at(0));
      REQUIRE_FALSE(verdict.fault);
      REQUIRE(solution_text(puzzle, verdict.solution) == all[s]);
      REQUIRE(svg_of(puzzle, verdict.solution, Labels::placements).find("</svg>") != std::string::npos);
    }
    if (const auto covers = [&]() -> std::optional<std::size_t> {
          if (!refused.empty()) return std::nullopt;
          try {
            std::size_t n = 0;
            search_exact_cover(exchange::read_dlx(exchange::dlx_text(puzzle), "dlx"), nullptr,
                               [&](const std::vector<int>&) { return ++n > 0; });
            return n;
          } catch (const std::exception&) {
            return std::nullopt;  // what the format cannot say
          }
        }()) {
      ++said_as_cover;
      REQUIRE(*covers == all.size());
    }
    const Maximum maximum = maximize(puzzle, {});
    REQUIRE(maximum.pieces.value_or(-1) == twin->most);
    REQUIRE(maximum.bound >= twin->most);
    if (const auto refutation = refute(puzzle)) {
      ++refuted;
      REQUIRE(all.empty());
      REQUIRE_FALSE(fault_of(puzzle, *refutation));
    }
  }
  CHECK(solvable > 900);
  CHECK(tori > 400);
  CHECK(said_as_cover > 800);
  CHECK(ambiguous > 5);
  CHECK(symmetric > 500);
  CHECK(shown > 80);
  CHECK(fixed > 100);
  CHECK(holed > 400);
  CHECK(refuted > 100);
}

namespace {

// The ways to cover a board with dominoes, row by row. Boards of at least three columns, and rows of a torus, where no
// two dominoes cover the same cells.
std::uint64_t tilings(int rows, int columns, Wrap wrap) {
  // Which cells of the next row are covered, for each way to cover what a row has left open.
  std::vector<std::map<int, std::uint64_t>> next(std::size_t{1} << columns);
  const auto cover = [&](const auto& self, int before, int row, int down) -> void {
    int open = 0;
    while (open < columns && (row >> open & 1) != 0) ++open;
    if (open == columns) {
      ++next[before][down];
      return;
    }
    self(self, before, row | 1 << open, down | 1 << open);
    for (const int beside : {(open + 1) % columns, (open + columns - 1) % columns})
      if ((row >> beside & 1) == 0) self(self, before, row | 1 << open | 1 << beside, down);
  };
  for (int before = 0; before < 1 << columns; ++before) cover(cover, before, before, 0);
  std::uint64_t out = 0;
  for (int first = 0; first < (wrap == Wrap::both ? 1 << columns : 1); ++first) {
    std::map<int, std::uint64_t> at{{first, 1}};
    for (int r = 0; r < rows; ++r) {
      std::map<int, std::uint64_t> after;
      for (const auto& [covered, n] : at)
        for (const auto& [down, ways] : next[covered]) after[down] += n * ways;
      at = std::move(after);
    }
    out += at[first];
  }
  return out;
}

Puzzle parsed(const std::string& yaml) { return parse_puzzle(yaml, "p.yaml"); }

}  // namespace

TEST_CASE("wrap: all ways to cover cylinders and tori with dominoes") {
  // Kasteleyn 1961; OEIS A341741, A335586.
  const std::map<std::pair<int, int>, std::uint64_t> published{
      {{4, 3}, 50},    {{4, 4}, 272},  {{4, 5}, 722},   {{6, 3}, 224},    {{6, 4}, 3108},    {{6, 5}, 9922},
      {{6, 6}, 90176}, {{8, 3}, 1058}, {{8, 4}, 39952}, {{8, 5}, 155682}, {{8, 6}, 3113860}, {{8, 8}, 311853312}};
  for (const auto& [sides, count] : published) CHECK(tilings(sides.first, sides.second, Wrap::both) == count);
  for (int rows = 3; rows <= 8; ++rows)
    for (int columns = 3; columns <= 8; ++columns)
      for (const Wrap wrap : {Wrap::columns, Wrap::both}) {
        CAPTURE(rows, columns, wrap == Wrap::both);
        const Puzzle puzzle = dominoes(rows, columns, wrap);
        const std::string count = std::to_string(tilings(rows, columns, wrap));
        CHECK(solved(puzzle, Task::count).count == count);
        for (const std::string engine : {"scan", "cover"})
          if (rows * columns <= 24) CHECK(solved(puzzle, Task::count, engine).count == count);
      }
  // Of two rows or columns, two pairs of edges are between the same cells, and are one placement.
  CHECK(solved(dominoes(2, 2, Wrap::both), Task::count).count == "2");
  CHECK(solved(dominoes(1, 2, Wrap::columns), Task::count).count == "1");
  CHECK(solved(dominoes(2, 1, Wrap::both), Task::count).count == "1");
  CHECK(solved(dominoes(2, 1, Wrap::columns), Task::count).count == "1");  // and none lies around the column
}

TEST_CASE("wrap: a torus of n x n has 8n^2 symmetries, of n x m 4nm, and a cylinder of m columns 4m") {
  const auto classes = [](const std::string& board, const std::string& wrap) {
    const SolveResult result = solved(
        parsed(fmt::format("board: {}\nwrap: {}\npieces: [{{shape: '.XX|XX|.X'}}]\n", board, wrap)), Task::count);
    return result.count.value() + " " + result.unique.value();
  };
  CHECK(classes("5x5", "both") == "200 1");
  CHECK(classes("5x6", "both") == "240 2");
  CHECK(classes("5x6", "columns") == "144 6");
  CHECK(classes("6x6", "columns") == "192 8");
  CHECK(classes("'.....|.....|..#..|.....|.....'", "both") == "160 20");
  CHECK(classes("'r....|.....|.....|.....|.....'", "both") == "200 25");
}

// "2 solutions: same as non-loop" (D. Goodger's Polyform Puzzler, Pentominoes3x20Loop).
TEST_CASE("wrap: the twelve pentominoes on cylinders") {
  for (const std::string engine : {"", "frontier", "cover"}) {
    const SolveResult loop = solved(parsed("board: 3x20\nwrap: columns\npieces: pentominoes\n"), Task::count, engine);
    CHECK(loop.count == "160");
    CHECK(loop.unique == "2");
  }
  const SolveResult ring = solved(load_puzzle(test::sources + "/docs/puzzles/ring.yaml"), Task::count);
  CHECK(ring.count == "54060");
  CHECK(ring.unique == "901");
  CHECK(solved(parsed("board: 4x15\nwrap: columns\npieces: pentominoes\n"), Task::unique, "cover").solutions.size() ==
        901);
}

TEST_CASE("wrap: what cannot be is refused") {
  const auto fails = [](const std::string& yaml, const std::string& line) {
    CAPTURE(yaml);
    CHECK_THROWS_WITH(parsed(yaml), line);
  };
  fails(
      "lattice: hex\nboard: 4x4\nwrap: both\npieces: [{shape: XX, count: any}]\n",
      "p.yaml:3:7: 'wrap' is for boards of squares, and the lattice is hex: expected no 'wrap', or 'lattice: square'");
  fails(
      "lattice: cube\nboard: 2x2x2\nwrap: columns\npieces: [{shape: XX, count: any}]\n",
      "p.yaml:3:7: 'wrap' is for boards of squares, and the lattice is cube: expected no 'wrap', or 'lattice: square'");
  fails("board: 4x4\nwrap: rows\npieces: [{shape: XX, count: any}]\n",
        "p.yaml:2:7: 'wrap' must be columns (the left edge meets the right one: a cylinder) or both (also the top the "
        "bottom: a torus), not 'rows'");
  fails("board: 15x4\nwrap: columns\npieces: pentominoes\n",
        "p.yaml:2:7: piece Y and another piece, L, can cover the same cells around this board, as from row 1, column 1 "
        "on, and a solution would not tell which is there: expected a larger board, or other pieces");
  fails("board: 4x3\nwrap: columns\npieces: [{shape: 'XXX|X', flip: false}, {shape: 'XXX|X'}, {shape: XXXX}]\n",
        "p.yaml:2:7: piece 1 and another entry of its shape can cover the same cells around this board, as from row 1, "
        "column 1 on, and a solution would not tell which is there: expected a larger board, or other pieces");
  fails("board: 1x4\nwrap: columns\npieces: [{shape: XXXXX}]\n",
        "p.yaml:3:18: piece 1 is larger than the board: 1x4 cells cannot hold it in any permitted position");
  CHECK_THROWS_WITH(exchange::write_xmpuzzle(dominoes(4, 4, Wrap::both)),
                    "dominoes: a board whose edges meet (`wrap`) cannot be said in an .xmpuzzle");
}

TEST_CASE("wrap: an engine whose tables would be too large is told so, and another one is chosen") {
  std::string board;  // with a blocked cell in each row, so that no two cells are alike
  for (int r = 0; r < 22; ++r) {
    board += r > 0 ? "|" : "";
    for (int c = 0; c < 22; ++c) board += c == 7 * r % 22 ? '#' : '.';
  }
  const Puzzle puzzle = parsed("name: large\nboard: '" + board +
                               "'\nwrap: both\npieces: [{set: pentominoes, count: any}, {shape: X, count: any}]\n");
  for (const std::string engine : {"scan", "frontier", "restarts"})
    CHECK_THROWS_WITH(
        solved(puzzle, Task::first, engine),
        Catch::StartsWith("engine " + engine + " cannot hold puzzle large: tables of what fits at each of"));
  const SolveResult result = solved(puzzle, Task::first);
  CHECK(result.engine == "cover");
  CHECK(result.solvable);
}

TEST_CASE("wrap: no border is drawn where a piece goes on at the other side") {
  const Puzzle puzzle = parsed("board: 1x4\nwrap: columns\npieces: [{shape: XX}, {shape: XX}]\n");
  const Verdict verdict = Verifier(puzzle).check(read_boards(puzzle, "1221", "s").at(0));
  REQUIRE_FALSE(verdict.fault);
  const std::string svg = svg_of(puzzle, verdict.solution, Labels::placements);
  const auto count = [&](const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++n;
    return n;
  };
  // The left and the right end of the board, thick in no path and thin in that of the board and of the piece.
  CHECK(count("M10.00 46.00L10.00 10.00\" fill=\"none\" stroke=\"#222222\"") == 0);
  CHECK(count("M10.00 46.00L10.00 10.00") == 2);
  CHECK(count("M154.00 10.00L154.00 46.00") == 2);
  CHECK(count(">1</text>") == 2);
  CHECK(count(">2</text>") == 1);
}

}  // namespace wrap_test
