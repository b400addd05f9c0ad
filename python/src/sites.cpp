// The helpers that C++ players have for sites. Each object keeps copies of the land and the request that it was made
// for, so that it stays valid whatever becomes of these.

#include "convert.hpp"
#include "pentocity/helpers/site_search.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

// The sites of a search, while it calls the function that chooses; or those of an object of its own, with copies of the
// land and the request.
struct PySites {
  struct Kept {
    Kept(Land at, Request asked, const LandBoard& excluded) : land(std::move(at)), request(std::move(asked)) {
      sites.find(land, request, excluded);
    }
    Land land;
    Request request;
    Sites sites;
  };

  Sites* sites = nullptr;
  const Land* land = nullptr;
  const Request* request = nullptr;
  std::shared_ptr<Kept> kept = {};
};

PySites sites_of(const Land& land, const Request& request, const py::object& excluded) {
  const auto kept = std::make_shared<PySites::Kept>(land, request, board_of(excluded, land.grid()));
  return {&kept->sites, &kept->land, &kept->request, kept};
}

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
  const int side = land.side();
  check_numpy();
  py::array_t<std::int16_t> out({request.rotations().size(), std::size_t(side), std::size_t(side)});
  std::int16_t* to = out.mutable_data();
  for (std::size_t k = 0; k < request.rotations().size(); ++k) {
    const LandBoard legal = legal_sites(land, request.type(), request.rotations()[k], out_of);
    const TouchingPerimeters perimeters(land, request.outlines()[k]);
    for (int r = 0; r < side; ++r)
      for (int c = 0; c < side; ++c)
        *to++ = static_cast<std::int16_t>(land.grid().test(legal, {r, c}) ? perimeters.at({r, c}) : -1);
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

// A member of a site's set that Python has only while a search calls it.
PySites& open(PySites& sites) {
  if (sites.sites == nullptr)
    throw std::runtime_error("these sites are those of a search, and are gone when its choice is made");
  return sites;
}

bool has_rotation(const Request& request, const Site& site) {
  return site.rotation >= 0 && site.rotation < std::ssize(request.rotations());
}

void check(const PySites& sites, const Site& site) {
  if (!has_rotation(*sites.request, site) || !sites.land->grid().test(sites.sites->of(site.rotation), site.location))
    throw py::value_error("the site is not in the set");
}

class PySiteSearch {
 public:
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
    site_ = search_.find(land_, *request_, chosen, [&] { return accept.is_none() || py::cast<bool>(accept()); });
    return site_;
  }
  Cells building() const {
    found();
    return translated(request_->rotations()[site_->rotation], site_->location);
  }
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
  py::object sites_object_ = py::cast(PySites());
  PySites* sites_ = py::cast<PySites*>(sites_object_);
};

}  // namespace

void add_sites(py::module_& m) {
  py::class_<PySites>(m, "Sites",
                      "The legal sites of a request on a land, without regard to road access: a set that is narrowed "
                      "down step by step.")
      .def(py::init(&sites_of), "land"_a, "request"_a, "excluded"_a = py::none(),
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
          "are removed.")
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
            for (int k = 0; k < std::ssize(open(s).request->rotations()); ++k) boards.push_back(s.sites->of(k));
            return array_of(boards, s.land->grid());
          },
          "The locations of the sites: an array of booleans of shape (rotations, side, side).")
      .def("__len__", [](PySites& s) { return open(s).sites->list().size(); })
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
      .def_property_readonly(
          "building", &PySiteSearch::building,
          "The building's cells at the site found last, an array of shape (n, 2), as building_at() gives.")
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
        if (!has_rotation(request, site)) throw py::value_error("the request has no such rotation");
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

}  // namespace pentocity::python
