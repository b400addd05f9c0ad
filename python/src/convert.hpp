#pragma once
// Values between Python and C++. Words of Python stand for the enumerations of C++; a list of cells is an array of
// shape (n, 2), of rows and columns, and a board is an array of booleans of shape (side, side). Functions take as cells
// also any iterable of pairs, and as a board also cells.

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <type_traits>

#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/parks.hpp"
#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::python {

namespace py = pybind11;
using namespace std::string_view_literals;

/// The words that stand for the values of an enumeration, in their order.
template <class T>
inline constexpr std::array<std::string_view, 0> words{};
/// The names of the values up to `last`.
template <auto last>
std::array<std::string_view, index_of(last) + 1> names_up_to() {
  std::array<std::string_view, index_of(last) + 1> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = name_of(static_cast<decltype(last)>(i));
  return out;
}
template <>
inline const auto words<Kind> = names_up_to<Kind::road>();
template <>
inline const auto words<Building> = names_up_to<Building::factory>();
template <>
inline const auto words<Fault> = names_up_to<Fault::bad_answer>();
template <>
inline constexpr std::array words<RoadChoice>{"first"sv, "max_touching"sv, "min_touching"sv};
template <>
inline constexpr std::array words<LandEdge>{"ignored"sv, "counted"sv};
template <>
inline constexpr std::array words<PerimeterUnit>{"edges"sv, "cells"sv};
template <>
inline constexpr std::array words<SiteOrder>{"rows_from_top"sv, "rows_from_bottom"sv, "diagonals_from_top"sv,
                                             "diagonals_from_bottom"sv};
template <>
inline constexpr std::array words<AmenityChoice>{"min_touching"sv, "max_touching"sv};

/// The word of a value.
template <class T>
std::string_view word_of(T value) {
  return words<T>[index_of(value)];
}

/// This kind, if it is that of parks or ponds. Throws ValueError.
inline Kind amenity_kind(Kind kind) {
  if (kind != Kind::park && kind != Kind::pond) throw py::value_error("the kind is 'park' or 'water'");
  return kind;
}

/// Cells from None, an iterable of pairs or an integer array of shape (n, 2). Throws ValueError or TypeError.
Cells cells_of(py::handle from);
/// What is wrong with a NumPy of this version, in a line; empty if it goes with this module. pybind11 before 2.12 takes
/// the arrays of NumPy 2 for others: results would be wrong, without an error.
std::string complaint_of_numpy(const std::string& version);
/// Throws ImportError if complaint_of_numpy() has something to say of the NumPy that is imported.
void check_numpy();

/// The cells as an array of shape (n, 2).
py::array array_of(const Cells& cells);
/// The cells as text, `(1, 2), (1, 3)`.
std::string pairs_of(const Cells& cells);
/// A cell from a pair of integers.
Cell cell_of(py::handle from);
/// A board from an array of booleans of the land's shape, or from cells. Throws ValueError, also for a cell that is not
/// on the land.
LandBoard board_of(py::handle from, const Grid& grid);
/// A board as an array of booleans of shape (side, side).
py::array array_of(const LandBoard& board, const Grid& grid);
/// Several boards as an array of booleans of shape (n, side, side).
py::array array_of(std::span<const LandBoard> boards, const Grid& grid);
/// A function of a land, which makes an array of the board that `of_land` gives.
template <class F>
auto board_by(F of_land) {
  return [of_land](const Land& land) { return array_of(std::invoke(of_land, land), land.grid()); };
}
/// What f returns, called while other threads of Python go on.
template <class F>
auto without_gil(const F& f) {
  const py::gil_scoped_release released;
  return f();
}
/// For def_readonly(): a copy of the member is given, which does not change with the object.
inline constexpr auto as_copy = py::return_value_policy::copy;

/// An option's value. Throws TypeError for a value that is no scalar.
OptionValue option_value_of(py::handle from);
/// Option values from a dict, or from None. Throws TypeError for a value that is no scalar, and ValueError as
/// Options::set() does.
Options options_of(py::handle from, const std::vector<OptionSpec>& declared);

/// What stands before the name of an exception's class and its message: `ValueError: no such thing`, and the whole
/// traceback.
struct ErrorText {
  std::string line, traceback;
};
/// The text of a Python exception. Needs the GIL.
ErrorText error_text_of(py::error_already_set& error);

/// The parts of the module `_core`.
void add_game(py::module_& module);
void add_sites(py::module_& module);
void add_roads_and_parks(py::module_& module);
void add_players(py::module_& module);
void add_match(py::module_& module);
void add_serve(py::module_& module);
void add_environment(py::module_& module);
void add_tournament(py::module_& module);
void add_puzzles(py::module_& module);
void add_districts(py::module_& module);

}  // namespace pentocity::python

namespace pybind11::detail {

#if PYBIND11_VERSION_MAJOR >= 3
/// pybind11 3 has a caster for enumerations of its own, which is not wanted beside ours.
template <class T>
  requires std::is_enum_v<T>
struct type_caster_enum_type_enabled<T> : std::false_type {};
#endif

/// Reads and writes an enumeration as one of its words.
template <class T>
  requires std::is_enum_v<T>
struct type_caster<T> {
  PYBIND11_TYPE_CASTER(T, const_name("str"));

  bool load(handle from, bool) {
    if (!PyUnicode_Check(from.ptr())) return false;
    const auto word = pybind11::cast<std::string>(from);
    const auto& words = pentocity::python::words<T>;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) throw value_error(fmt::format("'{}' is none of '{}'", word, fmt::join(words, "', '")));
    value = static_cast<T>(found - words.begin());
    return true;
  }
  static handle cast(T from, return_value_policy, handle) {
    return pybind11::cast(pentocity::python::word_of(from)).release();
  }
};

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
