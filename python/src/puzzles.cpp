// Packing puzzles.

#include "convert.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/packing/svg.hpp"

namespace pentocity::python {

using namespace py::literals;

template <>
inline constexpr std::array words<packing::Task>{"first"sv, "all"sv, "unique"sv, "count"sv};
template <>
inline constexpr std::array words<packing::Labels>{"placements"sv, "kinds"sv};

namespace {

using packing::Labels, packing::Puzzle, packing::SolveOptions, packing::SolveResult, packing::Task;

// Set by another thread of Python to end a search.
using Stop = std::atomic<bool>;

SolveResult solve(const Puzzle& puzzle, Task task, std::optional<std::uint64_t> limit, int jobs,
                  const std::string& engine, const Stop& stop) {
  SolveOptions options;
  options.task = task;
  options.limit = limit;
  options.jobs = jobs;
  options.engine = engine;
  options.stop = &stop;
  return packing::solve(puzzle, options);
}

// The placements of a solution: a list of the kind's name and the cells.
py::list placements_of(const Puzzle& puzzle, const std::string& text) {
  const std::vector<packing::PieceKind> kinds = packing::kinds_of(puzzle);
  py::list out;
  for (const packing::Placement& placement : packing::read_solution(puzzle, text))
    out.append(py::make_tuple(kinds[placement.kind].name, placement.cells));
  return out;
}

py::object whole_number(const std::optional<std::string>& digits) {
  return digits ? py::object(py::int_(py::str(*digits))) : py::none();
}

}  // namespace

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
      .def_readonly("layers", &Puzzle::layers,
                    "Layers of the board; of a solid, whose cells have the row 1024 * layer + row, mostly more than 1.")
      .def_property_readonly("area", &Puzzle::area, "The number of cells that are not blocked.")
      .def_readonly("blocked", &Puzzle::blocked, "The cells that are no part of it.")
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

  py::class_<Stop, std::shared_ptr<Stop>>(m, "_Stop").def(py::init<>()).def("stop", [](Stop& s) { s = true; });
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
  m.def("_solve", &solve, py::call_guard<py::gil_scoped_release>(), "puzzle"_a, "task"_a, "limit"_a, "jobs"_a,
        "engine"_a, "stop"_a);
  m.def("_placements", &placements_of, "puzzle"_a, "text"_a);
  m.def("_solution_text", [](const Puzzle& puzzle, const std::string& text, Labels labels) {
    return packing::solution_text(puzzle, packing::read_solution(puzzle, text), labels, '\n');
  });
  m.def("_solution_svg", [](const Puzzle& puzzle, const std::string& text, Labels labels) {
    return packing::svg_of(puzzle, packing::read_solution(puzzle, text), labels);
  });
}

}  // namespace pentocity::python
