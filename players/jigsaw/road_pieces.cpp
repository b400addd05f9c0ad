#include "jigsaw/road_pieces.hpp"

#include "jigsaw/road_of_2016.hpp"
#include "pentocity/helpers/weighted_roads.hpp"

namespace pentocity::players {
namespace {

Cells snuggest(const Land&, const LandBoard&, const ShortestRoads& shortest) {
  return shortest.choose(RoadChoice::max_touching, LandEdge::counted);
}

Cells first_found(const Land&, const LandBoard&, const ShortestRoads& shortest) {
  return shortest.choose(RoadChoice::first, LandEdge::ignored);
}

Cells submitted(const Land& land, const LandBoard&, const ShortestRoads& shortest) {
  return road_of_2016(land, shortest);
}

// The cheapest road if a cell costs 1, and 1 more for each of its four sides at which there is no building.
Cells clinging(const Land& land, const LandBoard& building, const ShortestRoads& shortest) {
  if (shortest.length() == 0) return {};
  const Grid& grid = land.grid();
  const LandBoard buildings = land.buildings();
  return *cheapest_road(land, building, [&](Cell c) {
    int cost = 5;
    for (const Cell step : steps(Lattice::square, 0)) cost -= grid.test(buildings, c + step);
    return cost;
  });
}

constexpr int shortest_twig = 4;

// Adds a branch of `length` cells, which begins one step beyond `from`, and the branches at its end: two of
// `next_length` cells at right angles to it, and so on.
void grow(Cells& tree, Cell from, Cell step, int length, int next_length) {
  Cell at = from;
  for (int i = 0; i < length; ++i) tree.push_back(at = at + step);
  if (next_length < shortest_twig) return;
  const Cell aside{step.column, step.row};
  // The branches become shorter after every second fork.
  const int after = length == next_length ? next_length / 2 : next_length;
  grow(tree, at, aside, next_length, after);
  grow(tree, at, {-aside.row, -aside.column}, next_length, after);
}

}  // namespace

Cells road_tree(int side) {
  Cells tree;
  grow(tree, {-1, side / 2}, {1, 0}, side / 2, side / 4);
  std::sort(tree.begin(), tree.end());
  tree.erase(std::unique(tree.begin(), tree.end()), tree.end());
  return tree;
}

const Pieces<RoadPiece>& road_pieces() {
  static const Pieces<RoadPiece> pieces{{"perimeter", snuggest},
                                        {"shortest", first_found},
                                        {"clinging", clinging},
                                        {"prebuilt", snuggest},
                                        {"submitted", submitted}};
  return pieces;
}

}  // namespace pentocity::players
