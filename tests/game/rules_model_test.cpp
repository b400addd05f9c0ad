// The rules once more, slow and plain: characters in rows, floods cell by cell, the ring of roads as a board of its own
// with two rows and columns more. Compared with apply_move on random games of valid and invalid moves.

#include <algorithm>
#include <map>
#include <set>

#include "catch.hpp"
#include "lands.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/sites.hpp"

namespace rules_model_test {

using namespace pentocity;

namespace {

const Cells no_cells;  // in place of empty(): a failed test shows what is compared

const Cells directions{{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

class Model {
 public:
  explicit Model(const Land& land) : side_(land.side()) {
    const std::string text = land.to_string();
    for (int r = 0; r < side_; ++r)
      rows_.push_back(text.substr(static_cast<std::size_t>(r * side_), static_cast<std::size_t>(side_)));
  }
  int side() const { return side_; }
  std::string to_string() const {
    std::string out;
    for (const std::string& row : rows_) out += row;
    return out;
  }
  bool inside(Cell c) const { return 0 <= c.row && c.row < side_ && 0 <= c.column && c.column < side_; }
  // The character of a cell; off the land none that stands on a cell.
  char at(Cell c) const { return inside(c) ? rows_[c.row][c.column] : ' '; }
  void put(Cell c, char what) { rows_[c.row][c.column] = what; }
  std::set<Cell> component(Cell start) const {
    std::set<Cell> seen{start};
    Cells queue{start};
    for (std::size_t i = 0; i < queue.size(); ++i)
      for (const Cell d : directions)
        if (const Cell n = queue[i] + d; at(n) == at(start) && seen.insert(n).second) queue.push_back(n);
    return seen;
  }
  bool roads_connected() const {
    // The ring is laid around the land; the upper left corner is left out, as it was in 2016.
    const int last = side_ + 1;
    std::set<Cell> roads;
    for (int z = 1; z <= last; ++z) roads.insert({{z, 0}, {0, z}, {z, last}, {last, z}});
    for (int r = 0; r < side_; ++r)
      for (int c = 0; c < side_; ++c)
        if (at({r, c}) == '=') roads.insert({r + 1, c + 1});
    Cells stack{*roads.begin()};
    roads.erase(roads.begin());
    while (!stack.empty()) {
      const Cell c = stack.back();
      stack.pop_back();
      for (const Cell d : directions)
        if (roads.erase(c + d) != 0) stack.push_back(c + d);
    }
    return roads.empty();
  }
  bool buildable(const Cells& building, Building type) const {
    const char opposite = type == Building::residence ? 'F' : 'R';
    for (const Cell c : building) {
      if (at(c) != '.') return false;
      for (const Cell d : directions)
        if (at(c + d) == opposite) return false;
    }
    return true;
  }
  bool has_access(const Cells& building, RoadAccess rule) const {
    const auto on_rim = [&](Cell c) {
      return inside(c) && (c.row == 0 || c.row == side_ - 1 || c.column == 0 || c.column == side_ - 1);
    };
    for (const Cell c : building) {
      if (rule == RoadAccess::contact && on_rim(c)) return true;
      for (const Cell d : directions) {
        if (at(c + d) == '=') return true;
        if (rule == RoadAccess::near_edge && on_rim(c + d)) return true;
      }
    }
    return false;
  }
  bool touches_big(const Cells& building, char what) const {
    for (const Cell c : building)
      for (const Cell d : directions)
        if (at(c + d) == what && component(c + d).size() >= 4) return true;
    return false;
  }
  int bonus(const Cells& building, Building type, const Rules& rules) const {
    if (type == Building::factory && !rules.factory_bonus) return 0;
    return (touches_big(building, 'P') ? 2 : 0) + (touches_big(building, 'W') ? 2 : 0);
  }

 private:
  int side_;
  std::vector<std::string> rows_;
};

// Rotation k of cells as delivered; none if there is no such rotation.
std::optional<Cells> rotation_of(const Cells& delivered, int k) {
  int top = delivered[0].row, left = delivered[0].column;
  for (const Cell c : delivered) top = std::min(top, c.row), left = std::min(left, c.column);
  std::set<Cell> first;
  for (const Cell c : delivered) first.insert({c.row - top, c.column - left});
  const auto turned = [](const std::set<Cell>& cells) {
    int last = 0;
    for (const Cell c : cells) last = std::max(last, c.row);
    std::set<Cell> out;
    for (const Cell c : cells) out.insert({c.column, last - c.row});
    return out;
  };
  const auto quarter = turned(first), half = turned(quarter);
  const int count = quarter == first ? 1 : half == first ? 2 : 4;
  if (k < 0 || k >= count) return std::nullopt;
  std::set<Cell> cells = first;
  for (int i = 0; i < k; ++i) cells = turned(cells);
  return Cells(cells.begin(), cells.end());
}

struct Verdict {
  std::optional<Fault> fault;
  int delta = 0;
};

Verdict judge(const Rules& rules, Model& model, Building type, const Cells& delivered, const Move& move) {
  const auto rotation = rotation_of(delivered, move.rotation);
  if (!rotation) return {Fault::bad_rotation};

  const Model before = model;
  for (const auto& [what, cells] : {std::pair<char, Cells>{'W', move.pond}, {'P', move.park}, {'=', move.road}}) {
    for (const Cell c : cells)
      if (!model.inside(c)) return {Fault::cell_off_land};
    for (const Cell c : cells)
      if (before.at(c) != '.') return {Fault::cell_occupied};
    for (const Cell c : cells)
      if (model.at(c) != '.') return {Fault::cells_overlap};
    for (const Cell c : cells) model.put(c, what);
  }
  if (!model.roads_connected()) return {Fault::roads_disconnected};

  Cells building;
  for (const Cell c : *rotation) building.push_back(c + move.location);
  if (!model.buildable(building, type)) return {Fault::site_not_buildable};
  for (const Cell c : building) model.put(c, type == Building::residence ? 'R' : 'F');
  if (!model.has_access(building, rules.road_access)) return {Fault::no_road_access};
  return {std::nullopt, static_cast<int>(building.size()) + model.bonus(building, type, rules)};
}

// A source of requests and of moves, most of them sound.
class Imagination {
 public:
  explicit Imagination(std::uint64_t seed) : random_(seed) {}

  int below(int n) { return random_.next_int(n); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  const T& any_of(const std::vector<T>& things) {
    return things[below(static_cast<int>(things.size()))];
  }

  Rules rules(int side) {
    Rules rules = one_in(2) ? Rules::report() : Rules::tournament_2016();
    if (one_in(3)) {
      rules.factory_bonus = one_in(2);
      rules.road_access = one_in(2) ? RoadAccess::contact : RoadAccess::near_edge;
    }
    rules.side = side;
    return rules;
  }

  // A pentomino, a rectangle, or now and then a piece of another size; anywhere in the plane.
  Cells cells() {
    const Cell corner{below(9) - 4, below(9) - 4};
    Cells out{corner};
    if (one_in(3)) {
      out.clear();
      const int rows = 1 + below(5), columns = 1 + below(5);
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) out.push_back(corner + Cell{r, c});
    } else {
      const std::size_t size = one_in(6) ? static_cast<std::size_t>(1 + below(12)) : 5;
      while (out.size() < size) {
        const Cell next = any_of(out) + any_of(directions);
        if (std::find(out.begin(), out.end(), next) == out.end()) out.push_back(next);
      }
    }
    return out;
  }

  Move move(const Land& land, const Request& request) {
    const Grid& grid = land.grid();
    const int rotations = static_cast<int>(request.rotations().size());
    Move move = Move::at(below(rotations), {below(land.side()), below(land.side())});
    const Cells& shape = request.rotations()[move.rotation];
    const Cells sites = grid.cells(legal_sites(land, request.type(), shape));
    if (!sites.empty() && !one_in(8)) {
      move.location = any_of(sites);
      // The rim fills early on a large land, inland sites need roads.
      if (one_in(3)) (one_in(2) ? move.location.row : move.location.column) = one_in(2) ? 0 : land.side() - 1;
    }

    Cells building = translated(shape, move.location);
    Cells taken = building;
    const auto is_free = [&](Cell c) {
      return grid.test(land.empty(), c) && std::find(taken.begin(), taken.end(), c) == taken.end();
    };
    const auto lay = [&](Cells& structure, Cell c) {
      structure.push_back(c);
      taken.push_back(c);
    };
    if (!one_in(5)) {
      // Straight on from the building until the edge or an older road.
      const Cell step = any_of(directions);
      for (Cell c = any_of(building) + step;
           is_free(c) || std::find(building.begin(), building.end(), c) != building.end(); c = c + step)
        if (is_free(c)) lay(move.road, c);
    }
    for (Cells* amenity : {&move.pond, &move.park}) {
      if (one_in(2)) continue;
      Cell at = any_of(building) + any_of(directions);
      for (int n = 1 + below(9); n > 0; --n, at = at + any_of(directions))
        if (is_free(at)) lay(*amenity, at);
    }
    while (one_in(4)) spoil(move, land, building);
    return move;
  }

 private:
  void spoil(Move& move, const Land& land, const Cells& building) {
    const auto any_cell = [&] { return Cell{below(land.side()), below(land.side())}; };
    const std::vector<Cells*> lists{&move.road, &move.pond, &move.park};
    const auto any_list = [&]() -> Cells& { return *any_of(lists); };
    switch (below(8)) {
      case 0:
        move.rotation = below(9) - 2;
        break;
      case 1:
        any_list().push_back({below(land.side() + 2) - 1, one_in(2) ? -1 : land.side()});
        break;
      case 2:
        any_list().push_back(any_cell());
        break;
      case 3: {
        const auto k = static_cast<std::size_t>(below(3));
        const Cell c = one_in(2) && !lists[k]->empty() ? any_of(*lists[k]) : any_cell();
        lists[k]->push_back(c);
        lists[(k + 1) % 3]->push_back(c);
        break;
      }
      case 4:
        if (!move.road.empty()) move.road.pop_back();
        break;
      case 5:
        any_list().push_back(any_of(building));
        break;
      case 6:
        move.location = {below(land.side() + 8) - 4, below(land.side() + 8) - 4};
        break;
      case 7:
        move.road.clear();
        break;
    }
  }

  Pcg random_;
};

LandBoard slow_big(const Model& model, const Grid& grid, char what) {
  LandBoard out;
  for (int r = 0; r < model.side(); ++r)
    for (int c = 0; c < model.side(); ++c)
      if (model.at({r, c}) == what && model.component({r, c}).size() >= 4) out.set(grid.bit({r, c}));
  return out;
}

}  // namespace

TEST_CASE("apply_move against a model of the rules", "[game][long]") {
  Imagination imagine(41);
  std::map<std::string, int> verdicts;
  int with_bonus = 0, moves = 0;
  const auto play_game = [&](int side, int turns) {
    const Rules rules = imagine.rules(side);
    Land land(side);
    for (int turn = 0; turn < turns; ++turn, ++moves) {
      const Building type = imagine.one_in(2) ? Building::residence : Building::factory;
      const Cells delivered = imagine.cells();
      const Request request(type, delivered);
      const Move move = imagine.move(land, request);
      CAPTURE(side, moves, request, move);

      Land after = land;
      const Judgement judgement = apply_move(rules, after, request, move);
      Model model(land);
      const Verdict verdict = judge(rules, model, type, delivered, move);

      REQUIRE(judgement.fault == verdict.fault);
      REQUIRE(judgement.delta == verdict.delta);
      REQUIRE(judgement.building == translated(rotation_of(delivered, move.rotation).value_or(Cells()), move.location));
      REQUIRE(after.to_string() == model.to_string());
      if (turn % 8 == 0) {
        REQUIRE(after.big(Kind::park) == slow_big(model, after.grid(), 'P'));
        REQUIRE(after.big(Kind::pond) == slow_big(model, after.grid(), 'W'));
      }
      ++verdicts[verdict.fault ? std::string(name_of(*verdict.fault)) : "stands"];
      with_bonus += verdict.delta > request.size();
      if (!verdict.fault) land = after;
    }
  };
  for (int i = 0; i < 300; ++i) play_game(4, 12);
  for (int i = 0; i < 300; ++i) play_game(5, 20);
  for (int i = 0; i < 200; ++i) play_game(6 + imagine.below(10), 50);
  for (int i = 0; i < 20; ++i) play_game(50, 250);
  for (int i = 0; i < 8; ++i) play_game(63 + i % 2, 300);
  // Every other side, those with rows of two words among them.
  for (int side = min_side; side <= max_side; ++side) play_game(side, 12);
  for (const int side : {65, 96, 127, 128}) play_game(side, 300);

  CHECK(moves > 25000);
  for (const char* verdict : {"stands", "bad_rotation", "cell_off_land", "cell_occupied", "cells_overlap",
                              "roads_disconnected", "site_not_buildable", "no_road_access"}) {
    INFO(verdict << " " << verdicts[verdict]);
    CHECK(verdicts[verdict] > 400);
  }
  CHECK(with_bonus > 400);
}

TEST_CASE("sites, access and bonus against the model", "[game]") {
  Imagination imagine(43);
  Pcg random(47);
  for (int i = 0; i < 400; ++i) {
    const int side = i % 20 == 0   ? 64
                     : i % 20 == 1 ? 50
                     : i % 20 == 2 ? std::array{63, 65, 96, 127, 128}[static_cast<std::size_t>(i / 20 % 5)]
                                   : 4 + imagine.below(12);
    const Land land = testing::random_land(random, side);
    const Grid& grid = land.grid();
    const Model model(land);
    const Rules rules = imagine.rules(side);
    const Building type = imagine.one_in(2) ? Building::residence : Building::factory;
    const Request request(type, imagine.cells());
    CAPTURE(i, side, request);
    for (const Cells& rotation : request.rotations()) {
      const LandBoard sites = legal_sites(land, type, rotation);
      Cells wrong_sites, wrong_access, wrong_bonus;
      for (int r = 0; r < side; ++r)
        for (int c = 0; c < side; ++c) {
          const Cells building = translated(rotation, {r, c});
          const bool legal = model.buildable(building, type);
          if (grid.test(sites, {r, c}) != legal) wrong_sites.push_back({r, c});
          if (!legal) continue;
          const LandBoard cells = grid.board(building);
          if (has_access(rules, land, cells) != model.has_access(building, rules.road_access))
            wrong_access.push_back({r, c});
          if (bonus_of(rules, land, type, cells) != model.bonus(building, type, rules)) wrong_bonus.push_back({r, c});
        }
      REQUIRE(wrong_sites == no_cells);
      REQUIRE(wrong_access == no_cells);
      REQUIRE(wrong_bonus == no_cells);
      REQUIRE(grid.all().contains(sites));
    }
  }
}

TEST_CASE("big parks and ponds are kept as cells are built", "[game]") {
  Pcg random(53);
  for (int i = 0; i < 300; ++i) {
    Land land(i % 10 == 0 ? 64 : i % 10 == 1 ? 65 + random.next_int(64) : 4 + random.next_int(12));
    const Grid& grid = land.grid();
    for (int step = 0; step < 12; ++step) {
      CAPTURE(i, land.side(), step);
      const Kind kind = all_kinds[1 + random.next_int(5)];
      LandBoard cells;
      for (int n = 1 + random.next_int(land.side()); n > 0; --n) {
        const Cell c{random.next_int(land.side()), random.next_int(land.side())};
        if (grid.test(land.empty(), c)) cells.set(grid.bit(c));
      }
      land.place(kind, cells);
      const Model model(land);
      REQUIRE(land.big(Kind::park) == slow_big(model, grid, 'P'));
      REQUIRE(land.big(Kind::pond) == slow_big(model, grid, 'W'));
      // Every cell has one kind, and all views agree on it.
      LandBoard all;
      int count = 0;
      for (const Kind each : all_kinds) all |= land.of(each), count += land.of(each).count();
      REQUIRE(all == grid.all());
      REQUIRE(count == land.side() * land.side());
      REQUIRE(land.buildings() == (land.of(Kind::residence) | land.of(Kind::factory)));
      REQUIRE(land.empty() == land.of(Kind::empty));
      REQUIRE(land.roads() == land.of(Kind::road));
    }
  }
}

}  // namespace rules_model_test
