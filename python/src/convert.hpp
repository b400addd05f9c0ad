#pragma once
// Values between Python and C++. Words of Python stand for the enumerations of C++; a list of cells is an array of
// shape (n, 2), of rows and columns, and a board is an array of booleans of shape (side, side). Functions take as cells
// also any iterable of pairs, and as a board also cells.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "pentocity/game/options.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/parks.hpp"
#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::python {

namespace py = pybind11;

/// A word, which ends with a byte 0, and what it stands for.
template <class T>
using Word = std::pair<std::string_view, T>;

/// The words that stand for the values of an enumeration.
template <class T>
std::span<const Word<T>> words();

/// Cells from None, an iterable of pairs or an integer array of shape (n, 2). Throws ValueError or TypeError.
Cells cells_of(py::handle from);
/// The cells as an array of shape (n, 2).
py::array array_of(const Cells& cells);
/// A cell from a pair of integers.
Cell cell_of(py::handle from);
/// A board from an array of booleans of the land's shape, or from cells. Throws ValueError, also for a cell that is not
/// on the land.
LandBoard board_of(py::handle from, const Grid& grid);
/// A board as an array of booleans of shape (side, side).
py::array array_of(const LandBoard& board, const Grid& grid);
/// Several boards as an array of booleans of shape (n, side, side).
py::array array_of(std::span<const LandBoard> boards, const Grid& grid);

/// An option's value. Throws TypeError for a value that is no scalar.
OptionValue option_value_of(py::handle from);
/// Option values from a dict, or from None. Throws TypeError for a value that is no scalar, and ValueError as
/// Options::set() does.
Options options_of(py::handle from, const std::vector<OptionSpec>& declared);
/// Option values as a dict.
py::dict dict_of(const Options& options);

/// What stands before the name of an exception's class and its message: `ValueError: no such thing`, and the whole
/// traceback.
struct ErrorText {
  std::string line, traceback;
};
/// The text of a Python exception. Needs the GIL.
ErrorText text_of(py::error_already_set& error);

/// The parts of the module `_core`.
void add_game(py::module_& module);
void add_helpers(py::module_& module);
void add_match(py::module_& module);
void add_serve(py::module_& module);
void add_environment(py::module_& module);
void add_tournament(py::module_& module);
void add_solvers(py::module_& module);

}  // namespace pentocity::python

namespace pybind11::detail {

/// Reads and writes an enumeration as one of its words.
template <class T>
struct WordCaster {
  PYBIND11_TYPE_CASTER(T, const_name("str"));

  bool load(handle from, bool) {
    if (!PyUnicode_Check(from.ptr())) return false;
    for (const auto& [known, meaning] : pentocity::python::words<T>()) {
      if (PyUnicode_CompareWithASCIIString(from.ptr(), known.data()) != 0) continue;
      value = meaning;
      return true;
    }
    const auto word = pybind11::cast<std::string>(from);
    std::string known;
    for (const auto& [name_of_one, meaning] : pentocity::python::words<T>())
      known += (known.empty() ? "'" : ", '") + std::string(name_of_one) + "'";
    throw value_error("'" + word + "' is none of " + known);
  }
  static handle cast(T from, return_value_policy, handle) {
    for (const auto& [word, meaning] : pentocity::python::words<T>())
      if (meaning == from) return PyUnicode_FromStringAndSize(word.data(), static_cast<Py_ssize_t>(word.size()));
    return none().release();
  }
};

template <>
struct type_caster<pentocity::Kind> : WordCaster<pentocity::Kind> {};
template <>
struct type_caster<pentocity::Building> : WordCaster<pentocity::Building> {};
template <>
struct type_caster<pentocity::Fault> : WordCaster<pentocity::Fault> {};
template <>
struct type_caster<pentocity::OnInvalid> : WordCaster<pentocity::OnInvalid> {};
template <>
struct type_caster<pentocity::RoadAccess> : WordCaster<pentocity::RoadAccess> {};
template <>
struct type_caster<pentocity::RoadChoice> : WordCaster<pentocity::RoadChoice> {};
template <>
struct type_caster<pentocity::LandEdge> : WordCaster<pentocity::LandEdge> {};
template <>
struct type_caster<pentocity::PerimeterUnit> : WordCaster<pentocity::PerimeterUnit> {};
template <>
struct type_caster<pentocity::SiteOrder> : WordCaster<pentocity::SiteOrder> {};
template <>
struct type_caster<pentocity::AmenityChoice> : WordCaster<pentocity::AmenityChoice> {};

template <>
struct type_caster<pentocity::Cells> {
  PYBIND11_TYPE_CASTER(pentocity::Cells, const_name("numpy.ndarray"));
  bool load(handle from, bool) {
    value = pentocity::python::cells_of(from);
    return true;
  }
  static handle cast(const pentocity::Cells& from, return_value_policy, handle) {
    return pentocity::python::array_of(from).release();
  }
};

template <>
struct type_caster<pentocity::Cell> {
  PYBIND11_TYPE_CASTER(pentocity::Cell, const_name("tuple[int, int]"));
  bool load(handle from, bool) {
    value = pentocity::python::cell_of(from);
    return true;
  }
  static handle cast(const pentocity::Cell& from, return_value_policy, handle) {
    return Py_BuildValue("(ii)", from.row, from.column);
  }
};

}  // namespace pybind11::detail
