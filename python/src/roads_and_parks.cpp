// The helpers that C++ players have for roads, parks and ponds, and random numbers. Each object keeps a copy of the
// land that it was made for.

#include "convert.hpp"
#include "pentocity/helpers/weighted_roads.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

// Steps of a road from each empty cell to the border or a road: 1 for a head, -1 where no road can lead.
py::array road_distances(const Land& land) {
  const Grid& grid = land.grid();
  check_numpy();
  py::array_t<std::int16_t> out({land.side(), land.side()});
  out.attr("fill")(-1);
  auto to = out.mutable_unchecked<2>();
  LandBoard seen, ring = road_heads(land);
  for (std::int16_t distance = 1; ring.any(); ++distance) {
    ring.for_each([&](int bit) { to(grid.cell(bit).row, grid.cell(bit).column) = distance; });
    seen |= ring;
    ring = (grid.neighbours(ring) & land.empty()) - seen;
  }
  return out;
}

std::optional<Cells> cheapest(const Land& land, py::handle building, const py::object& cost) {
  const LandBoard board = board_of(building, land.grid());
  if (py::isinstance<py::function>(cost))
    return cheapest_road(land, board, [&](Cell c) { return py::cast<double>(cost(c)); });
  check_numpy();
  const py::array_t<double> array(cost);
  if (array.ndim() != 2 || array.shape(0) != land.side() || array.shape(1) != land.side())
    throw py::value_error("the costs are a function of a cell, or an array of the land's shape");
  const auto costs = array.unchecked<2>();
  return cheapest_road(land, board, [&](Cell c) { return costs(c.row, c.column); });
}

// The board of a building that is to be placed. Throws ValueError if there is none, or if a cell is not empty.
LandBoard building_on(const Land& land, py::handle building) {
  LandBoard board = board_of(building, land.grid());
  if (board.none() || !land.empty().contains(board))
    throw py::value_error("the building has at least one cell, and all are empty");
  return board;
}

class PyShortestRoads {
 public:
  PyShortestRoads(Land land, py::handle building) : land_(std::move(land)) {
    roads_.find(land_, road_heads(land_), building_on(land_, building));
  }
  bool found() const { return roads_.found(); }
  std::optional<int> length() const { return found() ? std::optional(roads_.length()) : std::nullopt; }
  py::array starts() const { return array_of(found() ? roads_.starts() : LandBoard(), land_.grid()); }
  Cells choose(RoadChoice choice, LandEdge edge) const {
    if (!found()) throw py::value_error("no road can reach the building");
    return roads_.choose(choice, edge);
  }

 private:
  Land land_;
  ShortestRoads roads_;
};

class PyParkGround {
 public:
  PyParkGround(Land land, py::handle building, const Cells& road, LandEdge edge) : land_(std::move(land)) {
    const LandBoard board = building_on(land_, building);
    (void)land_.grid().board(road);  // throws
    ground.survey(land_, board, road, edge);
  }
  ParkGround ground;

 private:
  Land land_;
};

Cells amenity_cells(const Amenity& amenity) { return {amenity.cells.begin(), amenity.cells.begin() + amenity.size}; }

// Draws walks by this function; None if all fail.
auto walks_by(Amenity (AmenityWalks::*draw)(int, Pcg&) const) {
  return [draw](const AmenityWalks& walks, int count, Pcg& random) -> std::optional<Amenity> {
    if (count < 1) throw py::value_error("at least one walk is drawn");
    const Amenity amenity = (walks.*draw)(count, random);
    return amenity.size > 0 ? std::optional(amenity) : std::nullopt;
  };
}

}  // namespace

void add_roads_and_parks(py::module_& m) {
  m.def("road_heads", board_by(&road_heads), "land"_a,
        "The empty cells where a road may begin, since they touch the border or a road: an array of booleans.");
  m.def("reachable", board_by(&reachable), "land"_a, "The empty cells that new roads can reach, an array of booleans.");
  m.def("road_distances", &road_distances, "land"_a,
        "For each empty cell the number of cells of a shortest road that ends on it, 1 for a head; -1 for other cells: "
        "an array of int16 of shape (side, side).");
  m.def(
      "cheapest_road", &cheapest, "land"_a, "building"_a, "cost"_a,
      "The road with the minimum sum of costs to a building on empty cells, from its head on: an array of shape (n, "
      "2), or None if no road can reach it. `cost` is an array of floats of the land's shape, or a function of a cell; "
      "infinity is for cells that must not be used. Throws ValueError for a negative cost.");
  py::class_<PyShortestRoads>(m, "ShortestRoads", "All shortest roads to a building on empty cells.")
      .def(py::init<const Land&, py::handle>(), "land"_a, "building"_a)
      .def_property_readonly("found", &PyShortestRoads::found, "Whether there is a road, or none is needed.")
      .def_property_readonly("length", &PyShortestRoads::length,
                             "The number of cells of a shortest road; None if there is none.")
      .def_property_readonly("starts", &PyShortestRoads::starts,
                             "The heads at which shortest roads begin, an array of booleans.")
      .def("choose", &PyShortestRoads::choose, "choice"_a = RoadChoice::first, "edge"_a = LandEdge::ignored,
           "The cells of one of them, from the head on: the 'first' that a breadth-first search finds, or the one with "
           "'max_touching' or 'min_touching' perimeter, for which the border is 'ignored' or 'counted'.");

  py::class_<Pcg>(m, "Random", "The generator PCG XSH RR 64/32 (O'Neill 2014); the same seed gives the same numbers.")
      .def(py::init<std::uint64_t>(), "seed"_a = 0)
      .def(
          "next_int",
          [](Pcg& random, int n) {
            if (n < 1) throw py::value_error("n is at least 1");
            return random.next_int(n);
          },
          "n"_a, "An integer from 0 to n - 1, all equally likely.")
      .def("next_double", &Pcg::next_double, "A number from 0 to below 1.");

  py::class_<Amenity>(m, "Amenity", "New cells for a park or a pond beside a building.")
      .def_property_readonly("cells", &amenity_cells, "One to four cells; the first one touches the building.")
      .def_readonly("size", &Amenity::size, "The number of cells.")
      .def_readonly("touching", &Amenity::touching, "Its touching perimeter.")
      .def("__repr__", [](const Amenity& a) {
        return fmt::format("<Amenity [{}], touching {}>", pairs_of(amenity_cells(a)), a.touching);
      });

  py::class_<PyParkGround>(
      m, "ParkGround",
      "The land around a building that is about to be placed, for the search for parks and ponds. "
      "Occupied are the cells of the land that are not empty, those of `road`, which the same move "
      "builds, and, with edge='counted', those beyond the border.")
      .def(py::init<const Land&, py::handle, const Cells&, LandEdge>(), "land"_a, "building"_a, "road"_a = py::tuple(),
           "edge"_a = LandEdge::counted)
      .def(
          "take", [](PyParkGround& g, const Amenity& a) { g.ground.take(a); }, "amenity"_a,
          "Makes an amenity's cells occupied, so that the next one of the same move stays clear of them.")
      .def(
          "straight_bar", [](const PyParkGround& g, AmenityChoice choice) { return g.ground.straight_bar(choice); },
          "choice"_a = AmenityChoice::min_touching,
          "Of all straight bars of four free cells, one end of which touches the building, the one with 'min_touching' "
          "or 'max_touching' perimeter; None if there is no room.")
      .def(
          "walks",
          [](const PyParkGround& g, Kind kind, bool open_end, bool extend, AmenityChoice choice) {
            auto walks = std::make_unique<AmenityWalks>();
            walks->enumerate(g.ground, amenity_kind(kind), {.open_end = open_end, .extend = extend, .choice = choice});
            return walks;
          },
          "kind"_a, "open_end"_a = false, "extend"_a = true, "choice"_a = AmenityChoice::min_touching,
          py::keep_alive<0, 1>(),
          "All random walks for a 'park' or a pond ('water') that begin beside the building, with their "
          "probabilities.");

  py::class_<AmenityWalks>(m, "AmenityWalks",
                           "All random walks of four cells beside a building; see ParkGround.walks().")
      .def("best_of", walks_by(&AmenityWalks::best_of), "count"_a, "random"_a,
           "An amenity distributed like the best of so many walks; None if all fail.")
      .def("first_best_of", walks_by(&AmenityWalks::first_best_of), "count"_a, "random"_a,
           "The same; of equally good walks the one whose sorted cells come first.")
      .def(
          "shortest_extension", &AmenityWalks::shortest_extension,
          "Of the walks of at most three cells, which extend a park or pond, the one with the fewest; None if there is "
          "none.")
      .def(
          "outcomes",
          [](const AmenityWalks& w) {
            std::vector<std::pair<Amenity, double>> out;
            for (const auto& outcome : w.outcomes()) out.emplace_back(outcome.amenity, outcome.probability);
            return out;
          },
          "All walks that do not fail, with their probabilities: a list of (Amenity, float).");
}

}  // namespace pentocity::python
