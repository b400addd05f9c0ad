// The terms of the game: Land, Rules, Request, Move, Site, and how a move is judged.

#include "pentocity/match/game.hpp"

#include <fmt/format.h>

#include "convert.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

const Grid& grid_of(const Land& land) { return land.grid(); }

Rules make_rules(const std::string& profile, const py::kwargs& single) {
  const auto rules = Rules::of_profile(profile);
  if (!rules) throw py::value_error(fmt::format("there are no rules '{}'", profile));
  return rules_of_options(profile, options_of(single, rule_options(*rules)));
}

std::string repr_of(const Rules& rules) {
  return fmt::format("Rules('{}', side={}, max_rejects={}, on_invalid='{}', factory_bonus={}, road_access='{}')",
                     rules.profile, rules.side, rules.max_rejects,
                     rules.on_invalid == OnInvalid::abort ? "abort" : "skip", rules.factory_bonus ? "True" : "False",
                     rules.road_access == RoadAccess::contact ? "contact" : "near_edge");
}

// What stands on each cell as a number, the index of its kind in KINDS.
py::array kinds_of(const Land& land) {
  const Grid& grid = land.grid();
  py::array_t<std::uint8_t> out({land.side(), land.side()});
  auto to = out.mutable_unchecked<2>();
  for (int r = 0; r < land.side(); ++r)
    for (int c = 0; c < land.side(); ++c) to(r, c) = static_cast<std::uint8_t>(land.at(grid.cell(grid.bit({r, c}))));
  return out;
}

// A land from the symbols of its cells, with or without spaces and line ends between rows.
Land land_of_text(const std::string& text) {
  std::string symbols;
  for (const char c : text)
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') symbols += c;
  int side = 0;
  while (side * side < static_cast<int>(symbols.size())) ++side;
  if (side * side != static_cast<int>(symbols.size()))
    throw py::value_error(fmt::format("{} cells are no square land", symbols.size()));
  Land land(side);
  for (const Kind kind : all_kinds) {
    if (kind == Kind::empty) continue;
    LandBoard board;
    for (int i = 0; i < side * side; ++i)
      if (symbols[i] == symbol(kind)) board.set(land.grid().bit({i / side, i % side}));
    land.place(kind, board);
  }
  for (const char c : symbols)
    if (std::none_of(all_kinds.begin(), all_kinds.end(), [c](Kind kind) { return symbol(kind) == c; }))
      throw py::value_error(fmt::format("'{}' is no symbol of a cell: they are . R F P W =", c));
  return land;
}

std::string repr_of(const Land& land) {
  const std::string symbols = land.to_string();
  std::string out;
  for (int r = 0; r < land.side(); ++r) {
    out += symbols.substr(static_cast<std::size_t>(r * land.side()), static_cast<std::size_t>(land.side()));
    if (r + 1 < land.side()) out += '\n';
  }
  return out;
}

void place(Land& land, Kind kind, py::handle cells) {
  const LandBoard board = board_of(cells, grid_of(land));
  if (kind == Kind::empty) throw py::value_error("nothing is ever removed: a kind other than 'empty' is placed");
  if (!land.empty().contains(board)) throw py::value_error("a cell is not empty");
  land.place(kind, board);
}

void check_land(const Rules& rules, const Land& land) {
  if (rules.side != land.side())
    throw py::value_error(fmt::format("the rules are for a land of side {}, not {}", rules.side, land.side()));
}

Judgement judge(const Rules& rules, const Land& land, const Request& request, const Move& move) {
  check_land(rules, land);
  Land copy = land;
  return apply_move(rules, copy, request, move);
}

Judgement apply(const Rules& rules, Land& land, const Request& request, const Move& move) {
  check_land(rules, land);
  Land copy = land;
  Judgement judgement = apply_move(rules, copy, request, move);
  if (!judgement.fault) land = copy;
  return judgement;
}

std::string repr_of(const Site& site) {
  return fmt::format("Site({}, ({}, {}))", site.rotation, site.location.row, site.location.column);
}

std::string repr_of(const Move& move) {
  if (!move.accept) return "Move.reject()";
  std::string out = fmt::format("Move({}, ({}, {})", move.rotation, move.location.row, move.location.column);
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"park", &move.park}, {"water", &move.pond}}) {
    if (cells->empty()) continue;
    out += fmt::format(", {}=[", name);
    for (std::size_t i = 0; i < cells->size(); ++i)
      out += fmt::format("{}({}, {})", i > 0 ? ", " : "", (*cells)[i].row, (*cells)[i].column);
    out += "]";
  }
  return out + ")";
}

Move make_move(int rotation, const Cell& location, const Cells& road, const Cells& park, const Cells& water,
               std::string note) {
  return {.accept = true,
          .rotation = rotation,
          .location = location,
          .road = road,
          .pond = water,
          .park = park,
          .note = std::move(note)};
}

std::string repr_of(const Request& request) {
  std::string cells;
  for (const Cell c : request.cells()) cells += fmt::format("{}({}, {})", cells.empty() ? "" : ", ", c.row, c.column);
  return fmt::format("Request('{}', [{}])", name_of(request.type()), cells);
}

void add_polyominoes(py::module_& m) {
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
      "free_polyominoes",
      [](int cells) {
        py::gil_scoped_release released;
        return free_polyominoes(cells);
      },
      "cells"_a, "All polyominoes of so many cells, each once for all its orientations.");
}

}  // namespace

void add_game(py::module_& m) {
  py::tuple kinds(all_kinds.size());
  for (std::size_t i = 0; i < all_kinds.size(); ++i) kinds[i] = py::cast(all_kinds[i]);
  m.attr("KINDS") = kinds;
  py::tuple faults(match::fault_count);
  for (int i = 0; i < match::fault_count; ++i) faults[static_cast<std::size_t>(i)] = name_of(static_cast<Fault>(i));
  m.attr("FAULTS") = faults;

  py::class_<Rules>(m, "Rules",
                    "A set of rules: `Rules()` is the rule set `report`, `Rules('tournament-2016')` the other one, and "
                    "keyword arguments change single rules, as in `Rules(side=20, on_invalid='abort')`. Throws "
                    "ValueError for an unknown rule or a value beyond its limits.")
      .def(py::init(&make_rules), "profile"_a = "report")
      .def_readonly("profile", &Rules::profile, "The rule set from which the rules come.")
      .def_readonly("side", &Rules::side, "Rows and columns of the land, 4 to 128.")
      .def_readonly("max_rejects", &Rules::max_rejects, "The game ends with the reject of this number.")
      .def_property_readonly(
          "on_invalid", [](const Rules& r) { return r.on_invalid; },
          "What follows an invalid move: 'abort', the end of the game, or 'skip', a reject.")
      .def_readonly("factory_bonus", &Rules::factory_bonus, "Whether factories get the bonus for parks and ponds, too.")
      .def_property_readonly(
          "road_access", [](const Rules& r) { return r.road_access; },
          "When a building has road access: 'contact', if it touches the border or a road, or 'near_edge', also if a "
          "cell of it lies in the second or last but one row or column.")
      .def(
          "__eq__", [](const Rules& a, const Rules& b) { return a == b; }, py::is_operator())
      .def("__repr__", [](const Rules& r) { return repr_of(r); })
      .def(py::pickle(
          [](const Rules& r) {
            return py::make_tuple(r.profile, r.side, r.max_rejects, r.on_invalid, r.factory_bonus, r.road_access);
          },
          [](const py::tuple& t) {
            return Rules{t[0].cast<std::string>(), t[1].cast<int>(),  t[2].cast<int>(),
                         t[3].cast<OnInvalid>(),   t[4].cast<bool>(), t[5].cast<RoadAccess>()};
          }));

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
      .def_property_readonly(
          "empty", [](const Land& land) { return array_of(land.empty(), land.grid()); },
          "The cells that are empty, an array of booleans of shape (side, side).")
      .def_property_readonly(
          "buildings", [](const Land& land) { return array_of(land.buildings(), land.grid()); },
          "The cells of residences and factories, an array of booleans of shape (side, side).")
      .def(
          "big",
          [](const Land& land, Kind kind) {
            if (kind != Kind::park && kind != Kind::pond) throw py::value_error("the kind is 'park' or 'water'");
            return array_of(land.big(kind), land.grid());
          },
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
      .def(
          "__getitem__", [](const Land& land, const Cell& cell) { return land.at(cell); }, "cell"_a)
      .def(
          "__eq__", [](const Land& a, const Land& b) { return a == b; }, py::is_operator())
      .def("__str__", [](const Land& land) { return repr_of(land); })
      .def("__repr__", [](const Land& land) { return fmt::format("<Land of side {}>", land.side()); })
      .def(py::pickle([](const Land& land) { return land.to_string(); }, &land_of_text));

  py::class_<Request>(m, "Request", "A building that a player is asked to place.")
      .def(py::init<Building, const Cells&>(), "type"_a, "cells"_a,
           "`type` is 'residence' or 'factory'; the cells may be at any position. Throws ValueError if there are none "
           "or "
           "they are not connected.")
      .def_property_readonly(
          "type", [](const Request& r) { return r.type(); }, "'residence' or 'factory'.")
      .def_property_readonly(
          "cells", [](const Request& r) { return r.cells(); }, "The cells of rotation 0, an array of shape (n, 2).")
      .def_property_readonly(
          "rotations", [](const Request& r) { return r.rotations(); },
          "The cells of each rotation: a list of 1, 2 or 4 arrays of shape (n, 2).")
      .def_property_readonly("size", &Request::size, "The number of cells.")
      .def_property_readonly(
          "is_proper", &Request::is_proper,
          "Whether the rules allow the request: a residence is a pentomino, and a factory a rectangle "
          "with sides of 1 to 5.")
      .def(
          "__eq__", [](const Request& a, const Request& b) { return a == b; }, py::is_operator())
      .def("__repr__", [](const Request& r) { return repr_of(r); })
      .def(py::pickle([](const Request& r) { return py::make_tuple(r.type(), r.cells()); },
                      [](const py::tuple& t) { return Request(t[0].cast<Building>(), t[1].cast<Cells>()); }));

  py::class_<Site>(m, "Site", "A rotation and a location for the building of a request, as a Move names them.")
      .def(py::init([](int rotation, const Cell& location) { return Site{rotation, location}; }), "rotation"_a,
           "location"_a)
      .def_readonly("rotation", &Site::rotation, "The number of the rotation, from 0.")
      .def_property_readonly(
          "location", [](const Site& s) { return s.location; },
          "(row, column): where the top left corner of the rotation's bounding box comes to lie.")
      .def(
          "__eq__", [](const Site& a, const Site& b) { return a == b; }, py::is_operator())
      .def("__hash__", [](const Site& s) { return (s.rotation * 128 + s.location.row) * 128 + s.location.column; })
      .def("__repr__", [](const Site& s) { return repr_of(s); });

  const auto cells = [](auto member) {
    return std::pair{[member](const Move& move) { return move.*member; },
                     [member](Move& move, const Cells& c) { move.*member = c; }};
  };
  const auto road = cells(&Move::road), park = cells(&Move::park), water = cells(&Move::pond);
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
          "reject",
          [](std::string note) {
            Move move;
            move.note = std::move(note);
            return move;
          },
          "note"_a = "", "Rejects the request.")
      .def_readwrite("accept", &Move::accept, "Whether the request is accepted. If not, only the note is read.")
      .def_readwrite("rotation", &Move::rotation, "The number of the rotation, from 0.")
      .def_property(
          "location", [](const Move& move) { return move.location; },
          [](Move& move, const Cell& cell) { move.location = cell; },
          "(row, column): where the top left corner of the rotation's bounding box comes to lie.")
      .def_property("road", road.first, road.second, "The cells of new roads, an array of shape (n, 2).")
      .def_property("park", park.first, park.second, "The cells of new parks, an array of shape (n, 2).")
      .def_property("water", water.first, water.second, "The cells of new ponds, an array of shape (n, 2).")
      .def_readwrite("note", &Move::note, "A text for the trace, which keeps the first 200 characters.")
      .def("__repr__", [](const Move& move) { return repr_of(move); })
      .def(
          "__eq__",
          [](const Move& a, const Move& b) {
            if (a.accept != b.accept) return false;
            if (!a.accept) return true;
            return a.rotation == b.rotation && a.location == b.location && a.road == b.road && a.park == b.park &&
                   a.pond == b.pond;
          },
          py::is_operator())
      .def(py::pickle(
          [](const Move& move) {
            return py::make_tuple(move.accept, move.rotation, move.location, move.road, move.park, move.pond,
                                  move.note);
          },
          [](const py::tuple& t) {
            Move move = make_move(t[1].cast<int>(), t[2].cast<Cell>(), t[3].cast<Cells>(), t[4].cast<Cells>(),
                                  t[5].cast<Cells>(), t[6].cast<std::string>());
            move.accept = t[0].cast<bool>();
            return move;
          }));

  py::class_<Judgement>(m, "Judgement", "How a move was judged.")
      .def_property_readonly(
          "fault", [](const Judgement& j) { return j.fault; },
          "None if the move is legal, or the first thing that is wrong with it, such as "
          "'site_not_buildable' (docs/reference/protocol.md has all of them).")
      .def_readonly("delta", &Judgement::delta, "The points that it scores, building and bonuses; 0 if it is invalid.")
      .def_property_readonly(
          "building", [](const Judgement& j) { return j.building; },
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
  add_polyominoes(m);
}

}  // namespace pentocity::python
