// The terms of the game: Land, Rules, Request, Move, Site, and how a move is judged.

#include "convert.hpp"
#include "pentocity/game/palette.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

const auto equality = py::self == py::self;  // NOLINT(misc-redundant-expression): so pybind11 names it

// An object from its members, as they were pickled.
template <class T, class... Members>
T of_members(const py::tuple& members) {
  return std::apply([](auto&&... m) { return T{std::move(m)...}; }, py::cast<std::tuple<Members...>>(members));
}

Rules make_rules(const std::string& profile, const py::kwargs& single) {
  const auto rules = Rules::of_profile(profile);
  if (!rules) throw py::value_error(fmt::format("there are no rules '{}'", profile));
  return rules_of_options(profile, options_of(single, rule_options(*rules)));
}

py::dict single_rules(const Rules& rules) {
  py::dict out;
  for (const OptionSpec& rule : rule_options(rules)) out[py::str(rule.name)] = rule.fallback;
  return out;
}

std::string repr_of(const Rules& rules) {
  std::string out = fmt::format("Rules('{}'", rules.profile);
  for (const auto& [name, value] : single_rules(rules))
    out += fmt::format(", {}={}", py::str(name).cast<std::string>(), py::repr(value).cast<std::string>());
  return out + ")";
}

// What stands on each cell as a number, the index of its kind in KINDS.
py::array kinds_of(const Land& land) {
  check_numpy();
  py::array_t<std::uint8_t> out({land.side(), land.side()});
  auto to = out.mutable_unchecked<2>();
  for (int r = 0; r < land.side(); ++r)
    for (int c = 0; c < land.side(); ++c) to(r, c) = static_cast<std::uint8_t>(land.at({r, c}));
  return out;
}

// A land from the symbols of its cells, with or without spaces and line ends between rows.
Land land_of_text(std::string symbols) {
  std::erase_if(symbols, [](char c) { return " \n\r\t"sv.find(c) != std::string_view::npos; });
  int side = 0;
  while (side * side < std::ssize(symbols)) ++side;
  if (side * side != std::ssize(symbols))
    throw py::value_error(fmt::format("{} cells are no square land", symbols.size()));
  std::map<Kind, LandBoard> boards;
  Land land(side);
  for (int i = 0; i < side * side; ++i) {
    const auto kind = std::ranges::find(all_kinds, symbols[i], symbol);
    if (kind == all_kinds.end())
      throw py::value_error(fmt::format("'{}' is no symbol of a cell: they are . R F P W =", symbols[i]));
    if (*kind != Kind::empty) boards[*kind].set(land.grid().bit({i / side, i % side}));
  }
  for (const auto& [kind, board] : boards) land.place(kind, board);
  return land;
}

std::string rows_of(const Land& land) {
  const std::string symbols = land.to_string();
  std::string out;
  for (int r = 0; r < land.side(); ++r) out += (r > 0 ? "\n" : "") + symbols.substr(r * land.side(), land.side());
  return out;
}

void place(Land& land, Kind kind, py::handle cells) {
  const LandBoard board = board_of(cells, land.grid());
  if (kind == Kind::empty) throw py::value_error("nothing is ever removed: a kind other than 'empty' is placed");
  if (!land.empty().contains(board)) throw py::value_error("a cell is not empty");
  land.place(kind, board);
}

Judgement apply(const Rules& rules, Land& land, const Request& request, const Move& move) {
  if (rules.side != land.side())
    throw py::value_error(fmt::format("the rules are for a land of side {}, not {}", rules.side, land.side()));
  Land copy = land;
  Judgement judgement = apply_move(rules, copy, request, move);
  if (!judgement.fault) land = copy;
  return judgement;
}

Judgement judge(const Rules& rules, Land land, const Request& request, const Move& move) {
  return apply(rules, land, request, move);
}

std::string repr_of(const Site& site) {
  return fmt::format("Site({}, ({}, {}))", site.rotation, site.location.row, site.location.column);
}

std::string repr_of(const Move& move) {
  if (!move.accept) return "Move.reject()";
  std::string out = fmt::format("Move({}, ({}, {})", move.rotation, move.location.row, move.location.column);
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"park", &move.park}, {"water", &move.pond}})
    if (!cells->empty()) out += fmt::format(", {}=[{}]", name, pairs_of(*cells));
  return out + ")";
}

Move make_move(int rotation, const Cell& location, const Cells& road, const Cells& park, const Cells& water,
               std::string note) {
  return {true, rotation, location, road, water, park, std::move(note)};
}

// What is rejected has no site, and a note is not compared.
bool are_equal(const Move& a, const Move& b) {
  return a.accept == b.accept && (!a.accept || std::tie(a.rotation, a.location, a.road, a.park, a.pond) ==
                                                   std::tie(b.rotation, b.location, b.road, b.park, b.pond));
}

std::string repr_of(const Request& request) {
  return fmt::format("Request('{}', [{}])", name_of(request.type()), pairs_of(request.cells()));
}

}  // namespace

void add_game(py::module_& m) {
  m.attr("KINDS") = py::tuple(py::cast(words<Kind>));
  std::vector<std::string> colours;
  for (const Colour& colour : kind_colours) colours.push_back(fmt::format("#{:06x}", colour.rgb));
  m.attr("COLOURS") = py::tuple(py::cast(colours));
  m.attr("FAULTS") = py::tuple(py::cast(words<Fault>));

  py::class_<Rules> class_of_rules(
      m, "Rules",
      "A set of rules: `Rules()` is the rule set `report`, `Rules('tournament-2016')` the other one, and keyword "
      "arguments change single rules, as in `Rules(side=20, on_invalid='abort')`. Throws ValueError for an unknown "
      "rule or a value beyond its limits.");
  class_of_rules.def(py::init(&make_rules), "profile"_a = "report")
      .def_readonly("profile", &Rules::profile, "The rule set from which the rules come.")
      .def("single", &single_rules,
           "The single rules by their names, so that `Rules(rules.profile, **rules.single())` are the same rules.")
      .def(equality)
      .def("__repr__", py::overload_cast<const Rules&>(&repr_of))
      .def(py::pickle([](const Rules& r) { return py::make_tuple(r.profile, single_rules(r)); },
                      [](const py::tuple& members) {
                        const auto [profile, single] = py::cast<std::pair<std::string, py::dict>>(members);
                        return make_rules(profile, py::kwargs(single));
                      }));
  for (const OptionSpec& rule : rule_options({}))
    std::visit(
        [&]<class T>(const T&) {
          class_of_rules.def_property_readonly(
              rule.name.c_str(), [name = rule.name](const Rules& r) { return Options(rule_options(r)).get<T>(name); },
              (rule.meaning + ".").c_str());
        },
        rule.fallback);

  py::class_<Land, std::shared_ptr<Land>>(
      m, "Land",
      "A square land. Every cell has one kind of KINDS; empty cells can be built on, and nothing is removed.")
      .def(py::init<int>(), "side"_a = 50, "An empty land. Throws ValueError unless 4 <= side <= 128.")
      .def_static(
          "read", &land_of_text, "text"_a,
          "A land from the symbols of its cells, row by row: . empty, R residence, F factory, P park, W pond, = "
          "road. Spaces and line ends are ignored.")
      .def_property_readonly("side", &Land::side, "The number of rows, and of columns.")
      .def_property_readonly("kinds", &kinds_of,
                             "What stands on each cell: an array of uint8 of shape (side, side), numbers of KINDS.")
      .def(
          "of", [](const Land& land, Kind kind) { return array_of(land.of(kind), land.grid()); }, "kind"_a,
          "The cells of a kind, an array of booleans of shape (side, side).")
      .def_property_readonly("empty", board_by(&Land::empty),
                             "The cells that are empty, an array of booleans of shape (side, side).")
      .def_property_readonly("buildings", board_by(&Land::buildings),
                             "The cells of residences and factories, an array of booleans of shape (side, side).")
      .def(
          "big", [](const Land& land, Kind kind) { return array_of(land.big(amenity_kind(kind)), land.grid()); },
          "kind"_a,
          "The cells of the parks ('park') or ponds ('water') that give a bonus: those of at least four cells.")
      .def(
          "place", &place, "kind"_a, "cells"_a,
          "Puts a kind on these cells, which must be empty: an array of booleans of the land's shape, or cells. Checks "
          "no rule of the game; apply() does.")
      .def(
          "copy", [](const Land& land) { return Land(land); }, "A land of its own that is equal to this one.")
      .def("__copy__", [](const Land& land) { return Land(land); })
      .def("__deepcopy__", [](const Land& land, const py::dict&) { return Land(land); })
      .def("__getitem__", &Land::at, "cell"_a)
      .def(equality)
      .def("__str__", &rows_of)
      .def("__repr__", [](const Land& land) { return fmt::format("<Land of side {}>", land.side()); })
      .def(py::pickle([](const Land& land) { return land.to_string(); }, &land_of_text));

  py::class_<Request>(m, "Request", "A building that a player is asked to place.")
      .def(py::init<Building, const Cells&>(), "type"_a, "cells"_a,
           "`type` is 'residence' or 'factory'; the cells may be at any position. Throws ValueError if there are none "
           "or they are not connected.")
      .def_property_readonly("type", &Request::type, "'residence' or 'factory'.")
      .def_property_readonly("cells", &Request::cells, "The cells of rotation 0, an array of shape (n, 2).")
      .def_property_readonly("rotations", &Request::rotations,
                             "The cells of each rotation: a list of 1, 2 or 4 arrays of shape (n, 2).")
      .def_property_readonly("size", &Request::size, "The number of cells.")
      .def_property_readonly(
          "is_proper", &Request::is_proper,
          "Whether the rules allow the request: a residence is a pentomino, and a factory a rectangle "
          "with sides of 1 to 5.")
      .def(equality)
      .def("__repr__", py::overload_cast<const Request&>(&repr_of))
      .def(py::pickle([](const Request& r) { return py::make_tuple(r.type(), r.cells()); },
                      &of_members<Request, Building, Cells>));

  py::class_<Site>(m, "Site", "A rotation and a location for the building of a request, as a Move names them.")
      .def(py::init([](int rotation, const Cell& location) { return Site{rotation, location}; }), "rotation"_a,
           "location"_a)
      .def_readonly("rotation", &Site::rotation, "The number of the rotation, from 0.")
      .def_readonly("location", &Site::location,
                    "(row, column): where the top left corner of the rotation's bounding box comes to lie.")
      .def(equality)
      .def("__hash__", [](const Site& s) { return (s.rotation * 128 + s.location.row) * 128 + s.location.column; })
      .def("__repr__", py::overload_cast<const Site&>(&repr_of));

  py::class_<Move>(m, "Move",
                   "A player's answer to a request: `Move(rotation, location)` or `Move.at(site)` accepts it, with the "
                   "cells of new roads, parks and ponds (`water`); `Move.reject()` rejects it.")
      .def(py::init(&make_move), "rotation"_a, "location"_a, "road"_a = py::tuple(), "park"_a = py::tuple(),
           "water"_a = py::tuple(), "note"_a = "")
      .def_static(
          "at",
          [](const Site& site, const Cells& r, const Cells& p, const Cells& w, std::string note) {
            return make_move(site.rotation, site.location, r, p, w, std::move(note));
          },
          "site"_a, "road"_a = py::tuple(), "park"_a = py::tuple(), "water"_a = py::tuple(), "note"_a = "",
          "Accepts the request at a site.")
      .def_static(
          "reject", [](std::string note) { return Move{.location = {}, .note = std::move(note)}; }, "note"_a = "",
          "Rejects the request.")
      .def_readwrite("accept", &Move::accept, "Whether the request is accepted. If not, only the note is read.")
      .def_readwrite("rotation", &Move::rotation, "The number of the rotation, from 0.")
      .def_readwrite("location", &Move::location,
                     "(row, column): where the top left corner of the rotation's bounding box comes to lie.")
      .def_readwrite("road", &Move::road, "The cells of new roads, an array of shape (n, 2).")
      .def_readwrite("park", &Move::park, "The cells of new parks, an array of shape (n, 2).")
      .def_readwrite("water", &Move::pond, "The cells of new ponds, an array of shape (n, 2).")
      .def_readwrite("note", &Move::note, "A text for the trace, which keeps the first 200 characters.")
      .def("__repr__", py::overload_cast<const Move&>(&repr_of))
      .def("__eq__", &are_equal, py::is_operator())
      .def(py::pickle(
          [](const Move& a) {
            return py::make_tuple(a.accept, a.rotation, a.location, a.road, a.pond, a.park, a.note);
          },
          &of_members<Move, bool, int, Cell, Cells, Cells, Cells, std::string>));

  py::class_<Judgement>(m, "Judgement", "How a move was judged.")
      .def_readonly("fault", &Judgement::fault,
                    "None if the move is legal, or the first thing that is wrong with it, such as "
                    "'site_not_buildable' (docs/reference/plugins.md has all of them).")
      .def_readonly("delta", &Judgement::delta, "The points that it scores, building and bonuses; 0 if it is invalid.")
      .def_readonly("building", &Judgement::building,
                    "The building's cells, an array of shape (n, 2), even if they are off the land.")
      .def("__repr__", [](const Judgement& j) {
        return j.fault ? fmt::format("<Judgement: {}>", name_of(*j.fault)) : fmt::format("<Judgement: {:+}>", j.delta);
      });

  m.def("judge", &judge, "rules"_a, "land"_a, "request"_a, "move"_a,
        "Judges an accepting move and leaves the land as it is.");
  m.def("apply", &apply, "rules"_a, "land"_a, "request"_a, "move"_a,
        "Judges an accepting move and, if it is legal, carries it out on the land.");
  m.def(
      "bonus_of",
      [](const Rules& rules, const Land& land, Building type, py::handle building) {
        return bonus_of(rules, land, type, board_of(building, land.grid()));
      },
      "rules"_a, "land"_a, "type"_a, "building"_a,
      "The bonus, 0, 2 or 4 points, that a building on these cells gets; it need not be placed yet.");
  m.def(
      "has_access",
      [](const Rules& rules, const Land& land, py::handle building) {
        return has_access(rules, land, board_of(building, land.grid()));
      },
      "rules"_a, "land"_a, "building"_a,
      "Whether a building on these cells has road access; it need not be placed yet.");

  m.def(
      "rotations", [](const Cells& cells) { return rotations(cells); }, "cells"_a,
      "The rotations of a shape, each different one once, moved so that its minimum row and column are 0: the shape as "
      "given, then each one a quarter turn clockwise from the one before it. A list of 1, 2 or 4 arrays of shape (n, "
      "2).");
  m.def(
      "orientations", [](const Cells& cells, bool rotate, bool flip) { return orientations(cells, rotate, flip); },
      "cells"_a, "rotate"_a = true, "flip"_a = true,
      "The orientations of a shape, each different one once: with `rotate` its rotations, with `flip` also mirrored.");
  m.def(
      "canonical", [](const Cells& cells) { return canonical(cells); }, "cells"_a,
      "The cells that stand for all orientations of a shape: of their sorted lists the first in lexicographic order.");
  m.def(
      "pentomino",
      [](char letter) {
        auto cells = pentomino(letter);
        if (!cells) throw py::value_error("the pentominoes are called F I L N P T U V W X Y Z");
        return *cells;
      },
      "letter"_a, "The cells of the pentomino of this letter, as docs/reference/shapes.md shows it.");
  m.def(
      "free_polyominoes", [](int cells) { return free_polyominoes(cells); }, py::call_guard<py::gil_scoped_release>(),
      "cells"_a, "All polyominoes of so many cells, each once for all its orientations.");
}

}  // namespace pentocity::python
