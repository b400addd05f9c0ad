// Puzzles and districts.

#include <fmt/format.h>

#include <atomic>

#include "convert.hpp"
#include "pentocity/districting/gerrymander.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/packing/svg.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

using packing::Labels;
using packing::Puzzle;
using packing::SolveOptions;
using packing::SolveResult;
using packing::Task;

// Set by another thread of Python to end a search.
struct Stop {
  std::atomic<bool> flag{false};
};

Labels labels_of(const std::string& word) {
  if (word == "placements") return Labels::placements;
  if (word == "kinds") return Labels::kinds;
  throw py::value_error("labels: expected 'placements' or 'kinds'");
}

SolveResult solve(const Puzzle& puzzle, const std::string& task, std::optional<std::uint64_t> limit, int jobs,
                  const std::string& engine, const Stop& stop) {
  SolveOptions options;
  if (task == "first")
    options.task = Task::first;
  else if (task == "all")
    options.task = Task::all;
  else if (task == "unique")
    options.task = Task::unique;
  else if (task == "count")
    options.task = Task::count;
  else
    throw py::value_error("task: expected 'first', 'all', 'unique' or 'count'");
  options.limit = limit;
  options.jobs = jobs;
  options.engine = engine;
  options.stop = &stop.flag;
  const py::gil_scoped_release released;
  return packing::solve(puzzle, options);
}

// The placements of a solution: a list of the kind's name and the cells.
py::list placements_of(const Puzzle& puzzle, const std::string& text) {
  const std::vector<packing::PieceKind> kinds = packing::kinds_of(puzzle);
  py::list out;
  for (const packing::Placement& placement : packing::read_solution(puzzle, text))
    out.append(py::make_tuple(kinds[static_cast<std::size_t>(placement.kind)].name, placement.cells));
  return out;
}

py::object whole_number(const std::optional<std::string>& digits) {
  return digits ? py::object(py::int_(py::str(*digits))) : py::none();
}

void add_puzzles(py::module_& m) {
  py::class_<Puzzle>(m, "Puzzle", "A packing puzzle: a board, pieces with counts, and how many cells may stay empty.")
      .def(py::init([](const std::string& name_or_path) { return packing::find_puzzle(name_or_path); }),
           "name_or_path"_a, "A built-in puzzle by its name (see puzzles()), or that of a file. Throws InputError.")
      .def_static(
          "read", [](const std::string& text) { return packing::parse_puzzle(text, "puzzle"); }, "text"_a,
          "A puzzle from the YAML text of such a file.")
      .def_readonly("name", &Puzzle::name, "Its name.")
      .def_readonly("summary", &Puzzle::summary, "One line about it.")
      .def_readonly("rows", &Puzzle::rows, "Rows of the board.")
      .def_readonly("columns", &Puzzle::columns, "Columns of the board.")
      .def_property_readonly("area", &Puzzle::area, "The number of cells that are not blocked.")
      .def_property_readonly(
          "blocked", [](const Puzzle& p) { return p.blocked; }, "The cells that are no part of it.")
      .def_property_readonly(
          "pieces",
          [](const Puzzle& p) {
            py::list out;
            for (const auto& piece : p.pieces)
              out.append(py::dict("name"_a = piece.name, "cells"_a = piece.shape, "min"_a = piece.min,
                                  "max"_a = piece.max, "flip"_a = piece.flip, "rotate"_a = piece.rotate));
            return out;
          },
          "The pieces: dicts of name, cells, min, max (None: any number), flip and rotate.")
      .def("__repr__", [](const Puzzle& p) { return fmt::format("<Puzzle {}: {}>", p.name, p.summary); });
  m.def("puzzles", &packing::builtin_puzzles, "The built-in puzzles.");

  py::class_<Stop, std::shared_ptr<Stop>>(m, "_Stop").def(py::init<>()).def("stop", [](Stop& s) { s.flag = true; });
  py::class_<SolveResult>(m, "_SolveResult")
      .def_property_readonly("count", [](const SolveResult& r) { return whole_number(r.count); })
      .def_property_readonly("unique", [](const SolveResult& r) { return whole_number(r.unique); })
      .def_readonly("complete", &SolveResult::complete)
      .def_readonly("interrupted", &SolveResult::interrupted)
      .def_readonly("solvable", &SolveResult::solvable)
      .def_readonly("engine", &SolveResult::engine)
      .def_readonly("nodes", &SolveResult::nodes)
      .def_readonly("seconds", &SolveResult::seconds)
      .def_readonly("solutions", &SolveResult::solutions);
  m.def("_solve", &solve, "puzzle"_a, "task"_a, "limit"_a, "jobs"_a, "engine"_a, "stop"_a);
  m.def("_placements", &placements_of, "puzzle"_a, "text"_a);
  m.def("_solution_text", [](const Puzzle& puzzle, const std::string& text, const std::string& labels) {
    return packing::solution_text(puzzle, packing::read_solution(puzzle, text), labels_of(labels), '\n');
  });
  m.def("_solution_svg", [](const Puzzle& puzzle, const std::string& text, const std::string& labels) {
    return packing::svg_of(puzzle, packing::read_solution(puzzle, text), labels_of(labels));
  });
}

using districting::DistrictPlan;
using districting::Electorate;
using districting::Plans;
using districting::SeatCounts;
using districting::Ties;

Ties ties_of(const std::string& word) {
  for (const auto& [name, ties] :
       {std::pair{"nobody", Ties::nobody}, {"a", Ties::a}, {"b", Ties::b}, {"half", Ties::half}})
    if (word == name) return ties;
  throw py::value_error("ties: expected 'nobody', 'a', 'b' or 'half'");
}

districting::Measure measure_of(const std::string& word) {
  if (word == "plans") return districting::Measure::plans;
  if (word == "trees") return districting::Measure::trees;
  throw py::value_error("measure: expected 'plans' or 'trees'");
}

districting::DistrictRules rules_of(int size, int max_size, int districts, const std::string& contiguity,
                                    const std::vector<int>& weights) {
  if (contiguity != "rook" && contiguity != "queen") throw py::value_error("contiguity: expected 'rook' or 'queen'");
  districting::DistrictRules rules(size, max_size == 0 ? size : max_size, districts);
  if (contiguity == "queen") rules.contiguity = districting::Contiguity::queen;
  rules.weights = weights;
  return rules;
}

py::array array_of_plan(const Electorate& electorate, const DistrictPlan& plan) {
  py::array_t<std::int16_t> out({electorate.rows, electorate.columns});
  std::copy(plan.begin(), plan.end(), out.mutable_data());
  return out;
}

// A plan from an array of labels or a plan's text; throws what is wrong with it.
DistrictPlan plan_of(const Electorate& electorate, py::handle from) {
  if (py::isinstance<py::str>(from)) return read_plan(electorate, py::cast<std::string>(from));
  const auto array = py::array_t<std::int64_t, py::array::c_style>::ensure(from);
  if (!array) throw py::error_already_set();
  if (array.size() != electorate.rows * electorate.columns)
    throw py::value_error(fmt::format("a plan is an array of shape ({}, {})", electorate.rows, electorate.columns));
  // Numbered anew and checked by the reader of plans' texts.
  std::string text;
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    if (i > 0 && i % electorate.columns == 0) text += '|';
    const std::int64_t label = array.data()[i];
    text += label < 0 ? "#" : fmt::format("[{}]", label);
  }
  return read_plan(electorate, text);
}

py::dict counts_of(const std::vector<std::uint64_t>& counts, int steps) {
  py::dict out;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const py::object seats =
        steps == 1 ? py::object(py::int_(i)) : py::object(py::float_(static_cast<double>(i) / steps));
    out[seats] = counts[i];
  }
  return out;
}

// What a plan's districts come to, for many plans at once.
py::array seats_of_plans(const Electorate& electorate, const py::array_t<std::int64_t, py::array::c_style>& plans,
                         const std::string& ties, bool of_a) {
  const auto cells = static_cast<std::size_t>(electorate.rows * electorate.columns);
  if (plans.size() % static_cast<py::ssize_t>(cells) != 0)
    throw py::value_error(fmt::format("plans are an array of shape (n, {}, {})", electorate.rows, electorate.columns));
  const auto count = static_cast<std::size_t>(plans.size()) / cells;
  const Ties rule = ties_of(ties);
  const int most = electorate.districts() > 0 ? electorate.districts() : electorate.voters() / electorate.rules.min;
  py::array_t<double> out(static_cast<py::ssize_t>(count));
  const int steps = rule == Ties::half ? 2 : 1;
  for (std::size_t i = 0; i < count; ++i) {
    DistrictPlan plan(cells);
    for (std::size_t k = 0; k < cells; ++k) {
      const std::int64_t label = plans.data()[i * cells + k];
      if (label < -1 || label >= most)
        throw py::value_error(fmt::format("a plan has the labels 0 to {}, and -1", most - 1));
      plan[k] = static_cast<int>(label);
    }
    out.mutable_data()[i] =
        static_cast<double>(of_a ? seats_of_a(electorate, plan, rule) : seats_of_b(electorate, plan, rule)) / steps;
  }
  return out;
}

py::object extreme_of(const Electorate& electorate, const districting::Extreme& extreme, int steps) {
  using districting::Extreme;
  const char* proof = extreme.proof == Extreme::enumeration ? "enumeration"
                      : extreme.proof == Extreme::bound     ? "bound"
                                                            : "none";
  return py::dict("seats"_a = static_cast<double>(extreme.seats) / steps,
                  "plan"_a = array_of_plan(electorate, extreme.plan), "proof"_a = proof,
                  "limit"_a = static_cast<double>(extreme.limit) / steps);
}

// All plans of a board, with the board.
struct PyPlans {
  Electorate electorate;
  Plans plans;
};

void add_districts(py::module_& m) {
  py::class_<Electorate>(m, "Electorate",
                         "A board of voters of two parties, A and B, to be divided into connected districts of equal "
                         "size (docs/gerrymander.md). A plan is an array of shape (rows, columns) with the number of "
                         "each cell's district, -1 for a blocked cell.")
      .def(
          py::init([](const std::string& picture, int size, int max_size, int districts, const std::string& contiguity,
                      const std::vector<int>& weights) {
            return districting::read_electorate(picture, rules_of(size, max_size, districts, contiguity, weights));
          }),
          "picture"_a, "size"_a = 0, "max_size"_a = 0, "districts"_a = 0, "contiguity"_a = "rook",
          "weights"_a = std::vector<int>(),
          "From a picture of A, B and # (blocked), rows split at line ends or '|'. Districts have from `size` to "
          "`max_size` voters (0: all as many as `size`). If `size` is 0, they have as many as the board has columns. "
          "`districts` is their number, 0 for any; `contiguity` is 'rook' or 'queen'; `weights` are the voters of each "
          "cell, row by row, one if left out. Throws InputError.")
      .def_static(
          "without_votes",
          [](int rows, int columns, int size, const std::string& blocked, int max_size, int districts,
             const std::string& contiguity, const std::vector<int>& weights) {
            return districting::electorate_without_votes(
                rows, columns, rules_of(size, max_size, districts, contiguity, weights), blocked);
          },
          "rows"_a, "columns"_a, "size"_a, "blocked"_a = "", "max_size"_a = 0, "districts"_a = 0,
          "contiguity"_a = "rook", "weights"_a = std::vector<int>(), "A board on which all voters are of party B.")
      .def_readonly("rows", &Electorate::rows, "Rows of the board.")
      .def_readonly("columns", &Electorate::columns, "Columns of the board.")
      .def_property_readonly(
          "size", [](const Electorate& e) { return e.rules.min; }, "The fewest voters of a district.")
      .def_property_readonly(
          "max_size", [](const Electorate& e) { return e.rules.max; }, "The most voters of a district.")
      .def_property_readonly("districts", &Electorate::districts,
                             "The number of districts of a plan; 0 if plans differ in it.")
      .def_property_readonly("votes_of_a", &Electorate::votes_of_a, "The number of voters of party A.")
      .def_property_readonly("picture", &districting::picture_of, "The picture of the board, rows joined by '|'.")
      .def_property_readonly(
          "votes",
          [](const Electorate& e) {
            py::array_t<std::int8_t> out({e.rows, e.columns});
            for (std::size_t i = 0; i < e.cells.size(); ++i)
              out.mutable_data()[i] = static_cast<std::int8_t>(e.cells[i] == 'A' ? 1 : e.cells[i] == 'B' ? 0 : -1);
            return out;
          },
          "The votes, an array of int8 of shape (rows, columns): 1 for A, 0 for B, -1 for a blocked cell.")
      .def(
          "count_plans",
          [](const Electorate& e, const std::string& measure) {
            districting::PlanCount count;
            districting::CountOptions options;
            options.measure = measure_of(measure);
            {
              const py::gil_scoped_release released;
              count = districting::count_plans(e, options);
            }
            return py::int_(py::str(count.plans));
          },
          "measure"_a = "plans",
          "How many plans the board has, exactly; with the measure 'trees', the sum over all plans of the products of "
          "their districts' numbers of spanning trees. Throws InputError if it is too wide.")
      .def(
          "count_seats",
          [](const Electorate& e, const std::string& ties, const std::string& measure) {
            SeatCounts counts;
            {
              const Ties rule = ties_of(ties);
              districting::CountOptions options;
              options.measure = measure_of(measure);
              const py::gil_scoped_release released;
              counts = districting::count_seats(e, rule, options);
            }
            return py::dict("a"_a = counts_of(counts.a, counts.steps), "b"_a = counts_of(counts.b, counts.steps),
                            "plans"_a = counts.plans);
          },
          "ties"_a = "nobody", "measure"_a = "plans",
          "How many plans there are for each number of seats (with the measure 'trees', their weights): a dict of 'a' "
          "and 'b', dicts of seats to plans, and "
          "'plans', the number of all. `ties` says who has the seat of a tied district: 'nobody', 'a', 'b' or 'half'.")
      .def(
          "extreme_seats",
          [](const Electorate& e, const std::string& ties) {
            districting::Extremes extremes;
            const Ties rule = ties_of(ties);
            {
              const py::gil_scoped_release released;
              extremes = districting::extreme_seats(e, rule, nullptr);
            }
            const int steps = rule == Ties::half ? 2 : 1;
            return py::make_tuple(extreme_of(e, extremes.fewest, steps), extreme_of(e, extremes.max, steps));
          },
          "ties"_a = "nobody",
          "The fewest and the most seats of A over all plans: two dicts of seats, plan, proof ('enumeration', 'bound' "
          "or "
          "'none') and limit, a number of seats that no plan can pass.")
      .def(
          "plans",
          [](const Electorate& e, std::size_t max_bytes, const std::string& measure) {
            const districting::CountOptions options{.measure = measure_of(measure), .max_bytes = max_bytes};
            const py::gil_scoped_release released;
            return std::make_unique<PyPlans>(PyPlans{e, Plans(e, options)});
          },
          "max_bytes"_a = std::size_t{1} << 30, "measure"_a = "plans",
          "All plans, numbered: to list them, and to draw from them. With the measure 'trees', a plan has as many "
          "numbers "
          "as its weight, the product of its districts' numbers of spanning trees.")
      .def(
          "read_plan", [](const Electorate& e, py::handle plan) { return array_of_plan(e, plan_of(e, plan)); },
          "plan"_a,
          "Checks a plan, an array of labels or a text as plan_text() writes it, and numbers its districts in the "
          "order "
          "of their first cells. Throws InputError, which says what is wrong with which district.")
      .def(
          "plan_text", [](const Electorate& e, py::handle plan) { return districting::plan_text(e, plan_of(e, plan)); },
          "plan"_a, "A plan as text: a label for each cell, rows joined by '|'.")
      .def(
          "seats_of_a",
          [](const Electorate& e, const py::array_t<std::int64_t, py::array::c_style>& plans, const std::string& ties) {
            return seats_of_plans(e, plans, ties, true);
          },
          "plans"_a, "ties"_a = "nobody",
          "The seats of A under each of these plans, an array of shape (n, rows, columns): an array of shape (n,).")
      .def(
          "seats_of_b",
          [](const Electorate& e, const py::array_t<std::int64_t, py::array::c_style>& plans, const std::string& ties) {
            return seats_of_plans(e, plans, ties, false);
          },
          "plans"_a, "ties"_a = "nobody", "The same for party B.")
      .def(
          "votes_by_district",
          [](const Electorate& e, py::handle plan) { return districting::votes_by_district(e, plan_of(e, plan)); },
          "plan"_a, "The number of votes for A in each district of a plan.")
      .def(
          "efficiency_gap",
          [](const Electorate& e, py::handle plan) { return districting::efficiency_gap(e, plan_of(e, plan)); },
          "plan"_a, "The wasted votes of A less those of B, divided by all votes (Stephanopoulos and McGhee 2015).")
      .def("__repr__", [](const Electorate& e) {
        return fmt::format("<Electorate of {}x{} cells, districts of {}>", e.rows, e.columns, e.sizes_text());
      });

  py::class_<PyPlans>(m, "Plans",
                      "All plans of a board, numbered from 0. A plan is an array of shape (rows, columns) with the "
                      "numbers of the districts, which count from 0; the text of a plan, as `pentocity gerrymander` "
                      "prints it, counts them from 1.")
      .def("__repr__",
           [](const PyPlans& p) {
             return fmt::format("<Plans: all {} of {}x{} cells in districts of {}>", p.plans.count(), p.electorate.rows,
                                p.electorate.columns, p.electorate.sizes_text());
           })
      .def_property_readonly(
          "count", [](const PyPlans& p) { return p.plans.count(); }, "How many there are.")
      .def("__len__", [](const PyPlans& p) { return p.plans.count(); })
      .def(
          "__getitem__",
          [](const PyPlans& p, std::int64_t number) {
            if (number < 0) number += static_cast<std::int64_t>(p.plans.count());
            if (number < 0) throw py::index_error("there is no plan of this number");
            return array_of_plan(p.electorate, p.plans[static_cast<std::uint64_t>(number)]);
          },
          "number"_a)
      .def(
          "draw",
          [](const PyPlans& p, int count, std::uint64_t seed) {
            if (count < 0) throw py::value_error("the number of plans is at least 0");
            const int cells = p.electorate.rows * p.electorate.columns;
            py::array_t<std::int16_t> out({count, p.electorate.rows, p.electorate.columns});
            std::int16_t* to = out.mutable_data();
            const py::gil_scoped_release released;
            Pcg random(seed);
            for (int i = 0; i < count; ++i) {
              const DistrictPlan plan = p.plans.draw(random);
              std::copy(plan.begin(), plan.end(), to + std::size_t(i) * std::size_t(cells));
            }
            return out;
          },
          "count"_a, "seed"_a = 0, "Plans drawn uniformly, an array of shape (count, rows, columns).");
}

}  // namespace

void add_solvers(py::module_& m) {
  add_puzzles(m);
  add_districts(m);
}

}  // namespace pentocity::python
