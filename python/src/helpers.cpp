// The helpers that C++ players have: sites, roads, parks and ponds, random numbers. Each object keeps copies of the
// land and the request that it was made for, so that it stays valid whatever becomes of these.

#include "helpers.hpp"

#include <fmt/format.h>

#include "convert.hpp"
#include "pentocity/helpers/site_search.hpp"
#include "pentocity/helpers/weighted_roads.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

// The cost that a function of Python returned.
double number_of(const py::object& cost) {
  const double value = PyFloat_AsDouble(cost.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::type_error("the cost of a site is a number, not " + py::cast<std::string>(py::repr(cost)));
  }
  return value;
}

// The touching perimeter of every legal site, -1 elsewhere.
py::array touching_perimeters(const Land& land, const Request& request, py::handle excluded) {
  const LandBoard out_of = board_of(excluded, land.grid());
  const int side = land.side(), count = static_cast<int>(request.rotations().size());
  py::array_t<std::int16_t> out({count, side, side});
  auto to = out.mutable_unchecked<3>();
  for (int k = 0; k < count; ++k) {
    const LandBoard legal = legal_sites(land, request.type(), request.rotations()[k], out_of);
    const TouchingPerimeters perimeters(land, request.outlines()[k]);
    for (int r = 0; r < side; ++r)
      for (int c = 0; c < side; ++c)
        to(k, r, c) = static_cast<std::int16_t>(land.grid().test(legal, {r, c}) ? perimeters.at({r, c}) : -1);
  }
  return out;
}

py::array legal_sites_of(const Land& land, const Request& request, py::handle excluded) {
  const LandBoard out_of = board_of(excluded, land.grid());
  std::vector<LandBoard> boards;
  for (const Cells& rotation : request.rotations())
    boards.push_back(legal_sites(land, request.type(), rotation, out_of));
  return array_of(boards, land.grid());
}

// Steps of a road from each empty cell to the border or a road: 1 for a head, -1 where no road can lead.
py::array road_distances(const Land& land) {
  const Grid& grid = land.grid();
  py::array_t<std::int16_t> out({land.side(), land.side()});
  auto to = out.mutable_unchecked<2>();
  for (int r = 0; r < land.side(); ++r)
    for (int c = 0; c < land.side(); ++c) to(r, c) = -1;
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
  const auto array = py::array_t<double>::ensure(cost);
  if (!array) throw py::error_already_set();
  if (array.ndim() != 2 || array.shape(0) != land.side() || array.shape(1) != land.side())
    throw py::value_error("the costs are a function of a cell, or an array of the land's shape");
  const auto costs = array.unchecked<2>();
  return cheapest_road(land, board, [&](Cell c) { return costs(c.row, c.column); });
}

// A member of a site's set that Python has only while a search calls it.
PySites& open(PySites& sites) {
  if (sites.sites == nullptr)
    throw std::runtime_error("these sites are those of a search, and are gone when its choice is made");
  return sites;
}

void check(const PySites& sites, const Site& site) {
  if (site.rotation < 0 || site.rotation >= static_cast<int>(sites.request->rotations().size()) ||
      !sites.land->grid().test(sites.sites->of(site.rotation), site.location))
    throw py::value_error("the site is not in the set");
}

class PyShortestRoads {
 public:
  PyShortestRoads(const Land& land, py::handle building) : land_(land) {
    const LandBoard board = board_of(building, land_.grid());
    if (board.none() || !land_.empty().contains(board))
      throw py::value_error("the building has at least one cell, and all are empty");
    roads_.find(land_, road_heads(land_), board);
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

class PySiteSearch {
 public:
  PySiteSearch() {
    auto sites = std::make_unique<PySites>();
    sites_ = sites.get();
    sites_object_ = py::cast(std::move(sites));
  }

  std::optional<Site> find(const Land& land, const Request& request, const py::function& choose,
                           const py::object& accept) {
    land_ = land;
    request_ = request;
    site_.reset();
    const auto chosen = [&](Sites& sites) -> std::optional<Site> {
      *sites_ = {.sites = &sites, .land = &land_, .request = &*request_};
      struct Closed {
        PySites* sites;
        ~Closed() { *sites = {}; }
      } closed{sites_};
      const py::object answer = choose(sites_object_);
      if (answer.is_none()) return std::nullopt;
      const Site site = py::cast<Site>(answer);
      check(*sites_, site);
      return site;
    };
    if (accept.is_none())
      site_ = search_.find(land_, *request_, chosen);
    else
      site_ = search_.find(land_, *request_, chosen, [&] { return py::cast<bool>(accept()); });
    return site_;
  }
  py::array building() const { return array_of(found().building(), land_.grid()); }
  Cells road(RoadChoice choice, LandEdge edge) const { return found().roads().choose(choice, edge); }
  int road_length() const { return found().roads().length(); }
  Move move(RoadChoice choice, LandEdge edge) const {
    Cells cells = found().roads().choose(choice, edge);
    Move out = Move::at(site_->rotation, site_->location);
    out.road = std::move(cells);
    return out;
  }

 private:
  const SiteSearch& found() const {
    if (!site_) throw std::runtime_error("the last search has found no site");
    return search_;
  }
  SiteSearch search_;
  Land land_;
  std::optional<Request> request_;
  std::optional<Site> site_;
  PySites* sites_;
  py::object sites_object_;
};

class PyParkGround {
 public:
  PyParkGround(const Land& land, py::handle building, const Cells& road, LandEdge edge) : land_(land) {
    const LandBoard board = board_of(building, land_.grid());
    if (board.none() || !land_.empty().contains(board))
      throw py::value_error("the building has at least one cell, and all are empty");
    (void)land_.grid().board(road);  // throws
    ground.survey(land_, board, road, edge);
  }
  ParkGround ground;

 private:
  Land land_;
};

Kind amenity_kind(Kind kind) {
  if (kind != Kind::park && kind != Kind::pond) throw py::value_error("the kind is 'park' or 'water'");
  return kind;
}

Cells cells_of(const Amenity& amenity) { return {amenity.cells.begin(), amenity.cells.begin() + amenity.size}; }

std::optional<Amenity> if_any(const Amenity& amenity) {
  return amenity.size > 0 ? std::optional(amenity) : std::nullopt;
}

void check_count(int count) {
  if (count < 1) throw py::value_error("at least one walk is drawn");
}

void add_sites(py::module_& m) {
  py::class_<PySites>(m, "Sites",
                      "The legal sites of a request on a land, without regard to road access: a set that is narrowed "
                      "down step by step.")
      .def(py::init([](const Land& land, const Request& request, const py::object& excluded) {
             return std::make_unique<PySites>(PySites::own(land, request, board_of(excluded, land.grid())));
           }),
           "land"_a, "request"_a, "excluded"_a = py::none(),
           "All legal sites whose buildings have no cell in `excluded`, a board or cells.")
      .def(
          "keep_max_touching_perimeter",
          [](PySites& s, PerimeterUnit unit) { return open(s).sites->keep_max_touching_perimeter(unit); },
          "unit"_a = PerimeterUnit::edges,
          "Keeps the sites with the maximum touching perimeter, counted in unit 'edges' or in touched 'cells'. Returns "
          "that maximum, or -1 if there are no sites.")
      .def(
          "keep_cheapest",
          [](PySites& s, const py::function& cost) {
            open(s).sites->keep_cheapest([&](const Site& site) { return number_of(cost(site)); });
          },
          "cost"_a,
          "Keeps the sites with the minimum cost, a number; `cost` is called with each site. Sites that cost infinity "
          "are "
          "removed.")
      .def(
          "keep",
          [](PySites& s, const std::vector<Site>& sites) {
            for (const Site& site : sites) check(open(s), site);
            open(s).sites->keep(sites);
          },
          "sites"_a, "Keeps these sites only; all must be in the set.")
      .def(
          "remove", [](PySites& s, const Site& site) { check(open(s), site), s.sites->remove(site); }, "site"_a,
          "Removes a site.")
      .def(
          "first", [](PySites& s, SiteOrder order, bool last) { return open(s).sites->first(order, last); },
          "order"_a = SiteOrder::rows_from_top, "last_rotation"_a = false,
          "The first site in this order, None if there is none: 'rows_from_top', 'rows_from_bottom', "
          "'diagonals_from_top' or 'diagonals_from_bottom'. Of several rotations at the same location it is the first "
          "or, with `last_rotation`, the last.")
      .def(
          "list", [](PySites& s) { return open(s).sites->list(); },
          "All sites, in the order of rotation, row and column.")
      .def_property_readonly(
          "mask",
          [](PySites& s) {
            std::vector<LandBoard> boards;
            for (std::size_t k = 0; k < open(s).request->rotations().size(); ++k)
              boards.push_back(s.sites->of(static_cast<int>(k)));
            return array_of(boards, s.land->grid());
          },
          "The locations of the sites: an array of booleans of shape (rotations, side, side).")
      .def("__len__",
           [](PySites& s) {
             int count = 0;
             for (std::size_t k = 0; k < open(s).request->rotations().size(); ++k)
               s.sites->of(static_cast<int>(k)).for_each([&](int) { ++count; });
             return count;
           })
      .def("__bool__", [](PySites& s) { return !open(s).sites->none(); });

  py::class_<PySiteSearch>(m, "SiteSearch",
                           "Finds sites together with their roads; one object serves one game. It remembers the cells "
                           "that no road can reach any more, and never offers them again.")
      .def(py::init<>())
      .def(
          "find", &PySiteSearch::find, "land"_a, "request"_a, "choose"_a, "accept"_a = py::none(),
          "The preferred site of those that a road can reach, None if there is none. `choose` is called with the Sites "
          "that are left, which it may narrow down, and returns one of them, or None to give up; it is called again if "
          "no road reaches its choice. `accept`, if given, is called without arguments when one does, and False makes "
          "`choose` be asked for another.")
      .def_property_readonly("building", &PySiteSearch::building,
                             "The building's cells at the site found last, an array of booleans.")
      .def_property_readonly("road_length", &PySiteSearch::road_length,
                             "The number of cells of a shortest road to the site found last.")
      .def("road", &PySiteSearch::road, "choice"_a = RoadChoice::first, "edge"_a = LandEdge::ignored,
           "The cells of a shortest road to the site found last; see ShortestRoads.choose().")
      .def("move", &PySiteSearch::move, "choice"_a = RoadChoice::first, "edge"_a = LandEdge::ignored,
           "The move that accepts the request at the site found last, with such a road.");

  m.def("legal_sites", &legal_sites_of, "land"_a, "request"_a, "excluded"_a = py::none(),
        "Where the building may stand, without regard to road access: an array of booleans of shape (rotations, side, "
        "side), by the location of its bounding box.");
  m.def("touching_perimeters", &touching_perimeters, "land"_a, "request"_a, "excluded"_a = py::none(),
        "The touching perimeter of the building at every legal site, that is the number of its unit edges that touch "
        "occupied cells or the border, and -1 elsewhere: an array of int16 of shape (rotations, side, side).");
  m.def(
      "touching_perimeter",
      [](const Land& land, py::handle building) { return touching_perimeter(land, board_of(building, land.grid())); },
      "land"_a, "building"_a, "The touching perimeter of a building on these cells.");
  m.def(
      "building_at",
      [](const Request& request, const Site& site) {
        if (site.rotation < 0 || site.rotation >= static_cast<int>(request.rotations().size()))
          throw py::value_error("the request has no such rotation");
        return translated(request.rotations()[site.rotation], site.location);
      },
      "request"_a, "site"_a, "The cells that the building covers at a site, an array of shape (n, 2).");
  m.def(
      "added_components",
      [](const Land& land, py::handle building) {
        const LandBoard board = board_of(building, land.grid());
        if (board.none() || !land.empty().contains(board) || !land.grid().connected(board))
          throw py::value_error("the building's cells are empty and connected");
        return added_components(land, board);
      },
      "land"_a, "building"_a,
      "By how many the number of connected areas of empty cells grows when the building is placed, at least -1.");
}

void add_roads(py::module_& m) {
  m.def(
      "road_heads", [](const Land& land) { return array_of(road_heads(land), land.grid()); }, "land"_a,
      "The empty cells where a road may begin, since they touch the border or a road: an array of booleans.");
  m.def(
      "reachable", [](const Land& land) { return array_of(reachable(land), land.grid()); }, "land"_a,
      "The empty cells that new roads can reach, an array of booleans.");
  m.def("road_distances", &road_distances, "land"_a,
        "For each empty cell the number of cells of a shortest road that ends on it, 1 for a head; -1 for other cells: "
        "an "
        "array of int16 of shape (side, side).");
  m.def("cheapest_road", &cheapest, "land"_a, "building"_a, "cost"_a,
        "The road with the minimum sum of costs to a building on empty cells, from its head on: an array of shape (n, "
        "2), "
        "or None if no road can reach it. `cost` is an array of floats of the land's shape, or a function of a cell; "
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
}

void add_parks(py::module_& m) {
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
      .def_property_readonly("cells", &cells_of, "One to four cells; the first one touches the building.")
      .def_readonly("size", &Amenity::size, "The number of cells.")
      .def_property_readonly(
          "touching", [](const Amenity& a) { return a.touching; }, "Its touching perimeter.")
      .def("__repr__", [](const Amenity& a) {
        std::string cells;
        for (const Cell c : cells_of(a)) cells += fmt::format("{}({}, {})", cells.empty() ? "" : ", ", c.row, c.column);
        return fmt::format("<Amenity [{}], touching {}>", cells, a.touching);
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
      .def(
          "best_of",
          [](const AmenityWalks& w, int count, Pcg& random) {
            check_count(count);
            return if_any(w.best_of(count, random));
          },
          "count"_a, "random"_a, "An amenity distributed like the best of so many walks; None if all fail.")
      .def(
          "first_best_of",
          [](const AmenityWalks& w, int count, Pcg& random) {
            check_count(count);
            return if_any(w.first_best_of(count, random));
          },
          "count"_a, "random"_a, "The same; of equally good walks the one whose sorted cells come first.")
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

}  // namespace

PySites PySites::own(const Land& at, const Request& asked, const LandBoard& excluded) {
  PySites out;
  out.kept = std::make_shared<Kept>(at, asked);
  out.kept->sites.find(out.kept->land, out.kept->request, excluded);
  out.sites = &out.kept->sites;
  out.land = &out.kept->land;
  out.request = &out.kept->request;
  return out;
}

void add_helpers(py::module_& m) {
  add_sites(m);
  add_roads(m);
  add_parks(m);
}

}  // namespace pentocity::python
