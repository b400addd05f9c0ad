#include "convert.hpp"

namespace pentocity::python {

namespace {

int int_of(std::int64_t value) {
  if (value != static_cast<int>(value)) throw py::value_error("a row or column is beyond the range of an int");
  return static_cast<int>(value);
}
int int_of(py::handle from) {
  const long value = PyLong_AsLong(from.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return int_of(std::int64_t{value});
}

Cells cells_of_array(py::handle from) {
  check_numpy();
  const py::array_t<std::int64_t, py::array::c_style> array(py::reinterpret_borrow<py::object>(from));
  if (array.size() == 0) return {};
  if (array.ndim() != 2 || array.shape(1) != 2)
    throw py::value_error("cells are an array of shape (n, 2), or pairs of row and column");
  Cells out(array.shape(0));
  const auto numbers = array.unchecked<2>();
  for (py::ssize_t i = 0; i < array.shape(0); ++i) out[i] = {int_of(numbers(i, 0)), int_of(numbers(i, 1))};
  return out;
}

}  // namespace

Cell cell_of(py::handle from) {
  const auto pair = py::reinterpret_steal<py::object>(
      PySequence_Fast(from.ptr(), "a cell is a pair of integers, its row and its column"));
  if (!pair) throw py::error_already_set();
  if (PySequence_Fast_GET_SIZE(pair.ptr()) != 2)
    throw py::value_error("a cell is a pair of integers, its row and its column");
  return {int_of(PySequence_Fast_GET_ITEM(pair.ptr(), 0)), int_of(PySequence_Fast_GET_ITEM(pair.ptr(), 1))};
}

Cells cells_of(py::handle from) {
  if (from.is_none()) return {};
  if (PyObject_CheckBuffer(from.ptr()) != 0) return cells_of_array(from);
  const auto list = py::reinterpret_steal<py::object>(
      PySequence_Fast(from.ptr(), "cells are an array of shape (n, 2), or pairs of row and column"));
  if (!list) throw py::error_already_set();
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(list.ptr());
  Cells out;
  out.reserve(size);
  for (Py_ssize_t i = 0; i < size; ++i) out.push_back(cell_of(PySequence_Fast_GET_ITEM(list.ptr(), i)));
  return out;
}

std::string pairs_of(const Cells& cells) {
  std::string out;
  for (const Cell c : cells) out += fmt::format("{}({}, {})", out.empty() ? "" : ", ", c.row, c.column);
  return out;
}

std::string complaint_of_numpy(const std::string& version) {
  if (std::atoi(version.c_str()) < 2 || std::pair(PYBIND11_VERSION_MAJOR, PYBIND11_VERSION_MINOR) >= std::pair(2, 12))
    return "";
  return fmt::format(
      "this build of pentocity, with pybind11 {}.{}, does not go with NumPy {}: expected a NumPy below 2, or a build "
      "by "
      "`pip install .`, which brings a newer pybind11",
      PYBIND11_VERSION_MAJOR, PYBIND11_VERSION_MINOR, version);
}

void check_numpy() {
  static const bool fits = [] {
    const auto version = py::module_::import("numpy").attr("__version__").cast<std::string>();
    if (const std::string complaint = complaint_of_numpy(version); !complaint.empty())
      throw py::import_error(complaint);
    return true;
  }();
  static_cast<void>(fits);
}

py::array array_of(const Cells& cells) {
  check_numpy();
  py::array_t<std::int64_t> out({std::ssize(cells), py::ssize_t{2}});
  std::int64_t* to = out.mutable_data();
  for (const Cell c : cells) *to++ = c.row, *to++ = c.column;
  return out;
}

LandBoard board_of(py::handle from, const Grid& grid) {
  if (!from.is_none() && PyObject_CheckBuffer(from.ptr()) != 0) {
    check_numpy();
    const py::array array(py::reinterpret_borrow<py::object>(from));
    if (array.dtype().kind() == 'b') {
      if (array.ndim() != 2 || array.shape(0) != grid.rows() || array.shape(1) != grid.columns())
        throw py::value_error(
            fmt::format("a board of this land is an array of booleans of shape ({}, {})", grid.rows(), grid.columns()));
      const auto flags = py::array_t<bool>(array).unchecked<2>();
      LandBoard out;
      for (int r = 0; r < grid.rows(); ++r)
        for (int c = 0; c < grid.columns(); ++c)
          if (flags(r, c)) out.set(grid.bit({r, c}));
      return out;
    }
  }
  try {
    return grid.board(cells_of(from));
  } catch (const std::out_of_range& e) {
    throw py::value_error(e.what());
  }
}

py::array array_of(std::span<const LandBoard> boards, const Grid& grid) {
  check_numpy();
  py::array_t<bool> out({static_cast<int>(boards.size()), grid.rows(), grid.columns()});
  bool* to = out.mutable_data();
  for (const LandBoard& board : boards)
    for (int r = 0; r < grid.rows(); ++r)
      for (int c = 0; c < grid.columns(); ++c) *to++ = board.test(grid.bit({r, c}));
  return out;
}

py::array array_of(const LandBoard& board, const Grid& grid) {
  return array_of(std::span(&board, 1), grid).reshape({grid.rows(), grid.columns()});
}

OptionValue option_value_of(py::handle from) {
  if (py::isinstance<py::bool_>(from)) return py::cast<bool>(from);
  if (py::isinstance<py::int_>(from)) return py::cast<std::int64_t>(from);
  if (py::isinstance<py::float_>(from)) return py::cast<double>(from);
  if (py::isinstance<py::str>(from)) return py::cast<std::string>(from);
  throw py::type_error("the value of an option is a bool, an int, a float or a str");
}

Options options_of(py::handle from, const std::vector<OptionSpec>& declared) {
  Options out(declared);
  if (from.is_none()) return out;
  for (const auto& [key, value] : py::cast<py::dict>(from))
    out.set(declared, py::cast<std::string>(key), option_value_of(value));
  return out;
}

ErrorText error_text_of(py::error_already_set& error) {
  const py::module_ traceback = py::module_::import("traceback");
  const auto joined = [](const py::object& lines) { return py::cast<std::string>(py::str("").attr("join")(lines)); };
  const py::object trace = error.trace() ? error.trace() : py::none();
  std::string line = joined(traceback.attr("format_exception_only")(error.type(), error.value()));
  while (line.ends_with('\n')) line.pop_back();
  return {line.substr(line.rfind('\n') + 1),
          joined(traceback.attr("format_exception")(error.type(), error.value(), trace))};
}

}  // namespace pentocity::python
