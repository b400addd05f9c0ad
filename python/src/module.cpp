// The module pentocity._core. Its functions are what Python's files in pentocity/ are made of.

#include "convert.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/match/remote.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace pentocity;
  using namespace pentocity::python;
  m.doc() = "The game, its players and solvers, in C++.";
  m.attr("_pybind11") = std::pair(PYBIND11_VERSION_MAJOR, PYBIND11_VERSION_MINOR);
  m.def("_complaint_of_numpy", &complaint_of_numpy, pybind11::arg("version"));
  m.attr("__version__") = std::string(program_version());
  pybind11::register_exception<UserError>(m, "Error", PyExc_RuntimeError).doc() =
      "An error that the user can do something about, such as a full disk; one line says what.";
  // An InputError is a UserError, too: what is registered last is asked first.
  pybind11::register_exception<InputError>(m, "InputError", PyExc_ValueError).doc() =
      "Wrong input. The message names the file, the line and the key, where they are known.";
  pybind11::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(std::move(thrown));
    } catch (const match::ParticipantFailed& failure) {
      PyErr_SetString(pybind11::module_::import("pentocity._core").attr("Error").ptr(), words_of(failure).c_str());
    }
  });
  for (const auto add : {add_game, add_sites, add_roads_and_parks, add_players, add_match, add_serve, add_tournament,
                         add_puzzles, add_districts, add_environment})
    add(m);
}
