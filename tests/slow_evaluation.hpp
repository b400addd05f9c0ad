#pragma once
// The values of players/planner/evaluation.hpp computed in the simplest way, cell by cell from the definition of each
// feature. The tests compare Evaluation with them.

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "planner/evaluation.hpp"

namespace pentocity::players::planner {

/// The evaluation of one land. All arguments of the constructor must live longer than the object.
class SlowEvaluation {
 public:
  SlowEvaluation(const Rules& rules, const Land& land, const Weights& weights, const History& history)
      : rules_(rules), land_(land), weights_(weights), history_(history) {}

  /// The value of the land, in 1/1024 points.
  Points value() {
    find_reachable();
    Points sum = value_of_edges();
    for_each([&](Cell c) {
      const Kind kind = land_.at(c);
      if (kind == Kind::road) sum += weights_[Feature::road_cell];
      if (kind == Kind::park || kind == Kind::pond) sum += weights_[Feature::amenity_cell];
      if (kind != Kind::empty) return;
      if (!reachable_.contains(c))
        sum += weights_[Feature::cut_off];
      else if (!is_open(c, Building::residence) && !is_open(c, Building::factory))
        sum += weights_[Feature::closed];
    });
    for (const Building type : {Building::residence, Building::factory}) sum += value_of_open(type);
    return sum + value_of_shapes();
  }
  /// The empty cells on which a building can have road access (City::reachable). Only after value().
  const std::set<Cell>& reachable() const { return reachable_; }

 private:
  static constexpr Cell around[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

  template <class F>
  void for_each(F&& f) const {
    for (int r = 0; r < land_.side(); ++r)
      for (int c = 0; c < land_.side(); ++c) f(Cell{r, c});
  }
  bool on_land(Cell c) const { return land_.grid().contains(c); }
  bool is(Cell c, Kind kind) const { return on_land(c) && land_.at(c) == kind; }
  template <class F>
  bool any_neighbour(Cell c, F&& f) const {
    return std::any_of(std::begin(around), std::end(around), [&](Cell step) { return f(c + step); });
  }
  int from_edge(Cell c) const {
    const int last = land_.side() - 1;
    return std::min(std::min(c.row, last - c.row), std::min(c.column, last - c.column));
  }
  bool beside_edge(Cell c) const { return from_edge(c) <= (rules_.road_access == RoadAccess::near_edge ? 1 : 0); }

  void find_reachable() {
    std::vector<Cell> open;
    const auto reach = [&](Cell c) {
      if (is(c, Kind::empty) && reachable_.insert(c).second) open.push_back(c);
    };
    for_each([&](Cell c) {
      if (from_edge(c) == 0 || any_neighbour(c, [&](Cell n) { return is(n, Kind::road); })) reach(c);
    });
    while (!open.empty()) {
      const Cell c = open.back();
      open.pop_back();
      for (const Cell step : around) reach(c + step);
    }
    for_each([&](Cell c) {
      if (beside_edge(c)) reach(c);
    });
  }

  static char letter(Kind kind) { return "erfaad"[index_of(kind)]; }
  Points value_of_edge(char a, char b) const {
    if (a > b) std::swap(a, b);
    const std::string pair{a, b};  // a: amenity, b: border, d: road, e: empty, f: factory, r: residence
    if (pair == "er") return weights_[Feature::empty_residence];
    if (pair == "ef") return weights_[Feature::empty_factory];
    if (pair == "ae") return weights_[Feature::empty_amenity];
    if (pair == "de") return weights_[Feature::empty_road];
    if (pair == "be") return weights_[Feature::empty_border];
    if (pair == "ar") return weights_[Feature::residence_amenity];
    if (pair == "dr") return weights_[Feature::residence_road];
    if (pair == "br") return weights_[Feature::residence_border];
    if (pair == "af") return weights_[Feature::factory_amenity];
    if (pair == "df") return weights_[Feature::factory_road];
    if (pair == "bf") return weights_[Feature::factory_border];
    if (pair == "ab") return weights_[Feature::amenity_border];
    if (pair == "ad") return weights_[Feature::amenity_road];
    if (pair == "bd") return weights_[Feature::road_border];
    return 0;
  }
  Points value_of_edges() const {
    Points twice = 0;
    for_each([&](Cell c) {
      for (const Cell step : around) {
        const Kind here = land_.at(c);
        if (!on_land(c + step)) {
          twice += 2 * value_of_edge(letter(here), 'b');
          continue;
        }
        const Kind there = land_.at(c + step);
        const bool park_and_pond =
            (here == Kind::park && there == Kind::pond) || (here == Kind::pond && there == Kind::park);
        twice += park_and_pond ? weights_[Feature::park_pond] : value_of_edge(letter(here), letter(there));
      }
    });
    return twice / 2;
  }

  bool is_open(Cell c, Building type) const {
    return reachable_.contains(c) && !any_neighbour(c, [&](Cell n) { return is(n, opposite_of(type)); });
  }
  bool at_road(Cell c) const {
    return is(c, Kind::empty) && (beside_edge(c) || any_neighbour(c, [&](Cell n) { return is(n, Kind::road); }));
  }
  bool at_amenity(Cell c, Kind kind) const {
    return is(c, Kind::empty) &&
           any_neighbour(c, [&](Cell n) { return on_land(n) && land_.big(kind).test(land_.grid().bit(n)); });
  }
  // The cells that the shape covers in some position on open cells, of those positions that `suits` accepts.
  template <class Suits>
  std::set<Cell> covered(Building type, const std::vector<Cells>& rotations, Suits&& suits) const {
    std::set<Cell> out;
    for (const Cells& rotation : rotations)
      for_each([&](Cell at) {
        const Cells place = translated(rotation, at);
        for (const Cell c : place)
          if (!is_open(c, type)) return;
        if (suits(place)) out.insert(place.begin(), place.end());
      });
    return out;
  }

  Points value_of_open(Building type) const {
    const bool homes = type == Building::residence;
    const double share = history_.share(type), bonus_share = homes || rules_.factory_bonus ? share : 0;
    const auto weight = [&](Feature f, double by) { return Points{std::lround(weights_.real(f) * by)}; };
    Points sum = 0;
    for_each([&](Cell c) {
      if (!is_open(c, type)) return;
      const auto within = [&](int steps, auto&& test) {
        for (int r = -steps; r <= steps; ++r)
          for (int k = std::abs(r) - steps; k <= steps - std::abs(r); ++k)
            if (test(c + Cell{r, k})) return true;
        return false;
      };
      const bool road = at_road(c), park = at_amenity(c, Kind::park), pond = at_amenity(c, Kind::pond);
      sum += weight(homes ? Feature::open_residence : Feature::open_factory, share);
      sum += road * weight(Feature::at_road, share);
      const auto road_there = [&](Cell n) { return at_road(n); };
      sum += within(1, road_there) * weight(Feature::near_road, share);
      sum += within(3, road_there) * weight(Feature::reach_road, share);
      sum += (park + pond) * weight(Feature::at_amenity, bonus_share);
      sum += (park && pond) * weight(Feature::at_both, bonus_share);
      sum += (park && pond && road) * weight(Feature::at_all, bonus_share);
      for (const Kind kind : {Kind::park, Kind::pond}) {
        const auto amenity_there = [&](Cell n) { return at_amenity(n, kind); };
        sum += within(1, amenity_there) * weight(Feature::near_amenity, bonus_share);
        sum += within(3, amenity_there) * weight(Feature::reach_amenity, bonus_share);
      }
    });
    const Feature squares[2][6] = {
        {{}, {}, Feature::factory_2x2, Feature::factory_3x3, Feature::factory_4x4, Feature::factory_5x5},
        {{}, {}, Feature::residence_2x2, Feature::residence_3x3, Feature::residence_4x4, {}}};
    for (int side = 2; side <= (homes ? 4 : 5); ++side)
      sum += weight(squares[homes][side], share) *
             static_cast<int>(covered(type, {rectangle(side, side)}, [](const Cells&) { return true; }).size());
    return sum;
  }

  Points value_of_shapes() const {
    double sum = 0;
    for (std::size_t s = 0; s < history_.shapes().size() && s < max_shapes; ++s) {
      const SeenShape& shape = history_.shapes()[s];
      const Building type = shape.request.type();
      const bool bonus = type == Building::residence || rules_.factory_bonus;
      const auto count = [&](int level) -> double {
        return static_cast<double>(covered(type, shape.request.rotations(), [&](const Cells& place) {
                                     const auto touches = [&](auto&& test) {
                                       return std::any_of(place.begin(), place.end(), test);
                                     };
                                     const bool road = touches([&](Cell c) { return at_road(c); });
                                     const int amenity = touches([&](Cell c) { return at_amenity(c, Kind::park); }) +
                                                         touches([&](Cell c) { return at_amenity(c, Kind::pond); });
                                     return level == 0 || (road && (!bonus || amenity >= level));
                                   }).size());
      };
      const double cells = count(0), half = count(1), full = count(2), enough = 4.0 * shape.request.size();
      sum += shape.share *
             (weights_.real(Feature::shape_cells) * cells + weights_.real(Feature::shape_root) * std::sqrt(cells) -
              weights_.real(Feature::shape_scarce) * enough / (enough + cells) +
              weights_.real(Feature::served_half) * half + weights_.real(Feature::served_cells) * full +
              weights_.real(Feature::served_root) * std::sqrt(full));
    }
    return std::llround(sum);
  }

  const Rules& rules_;
  const Land& land_;
  const Weights& weights_;
  const History& history_;
  std::set<Cell> reachable_;
};

}  // namespace pentocity::players::planner
