// The module pentocity._core. Its functions are what Python's files in pentocity/ are made of.

#include "convert.hpp"
#include "pentocity/input/user_error.hpp"

namespace {

namespace py = pybind11;
using namespace pentocity;

void add_errors(py::module_& m) {
  static py::exception<UserError> error(m, "Error", PyExc_RuntimeError);
  error.attr("__doc__") = "An error that the user can do something about, such as a full disk; one line says what.";
  static py::exception<InputError> input_error(m, "InputError", PyExc_ValueError);
  input_error.attr("__doc__") = "Wrong input. The message names the file, the line and the key, where they are known.";
  // NOLINTNEXTLINE(performance-unnecessary-value-param): that is what pybind11 takes
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& e) {
      PyErr_SetString(input_error.ptr(), e.what());
    } catch (const UserError& e) {
      PyErr_SetString(error.ptr(), e.what());
    }
  });
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  m.doc() = "The game, its players and solvers, in C++.";
  m.attr("__version__") = PENTOCITY_VERSION;
  add_errors(m);
  python::add_game(m);
  python::add_sites(m);
  python::add_roads_and_parks(m);
  python::add_players(m);
  python::add_match(m);
  python::add_serve(m);
  python::add_tournament(m);
  python::add_puzzles(m);
  python::add_districts(m);
  python::add_environment(m);
}
