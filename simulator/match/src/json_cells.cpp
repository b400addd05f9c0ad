#include "pentocity/match/json_cells.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "pentocity/input/json_text.hpp"

namespace pentocity::match {

using nlohmann::json;

std::optional<int> int_of_json(const json& j) {
  const bool fits = j.is_number_unsigned() ? std::in_range<int>(j.get<std::uint64_t>())
                                           : j.is_number_integer() && std::in_range<int>(j.get<std::int64_t>());
  return fits ? std::optional(j.get<int>()) : std::nullopt;
}

std::optional<std::uint64_t> uint64_of_json(const json& j) {
  if (!j.is_number_unsigned() && !(j.is_number_integer() && j.get<std::int64_t>() >= 0)) return std::nullopt;
  return j.get<std::uint64_t>();
}

std::optional<Cell> cell_of_json(const json& j) {
  if (!j.is_array() || j.size() != 2) return std::nullopt;
  const auto row = int_of_json(j[0]), column = int_of_json(j[1]);
  if (!row || !column) return std::nullopt;
  return Cell{*row, *column};
}

std::optional<Cells> cells_of_json(const json& j) {
  if (!j.is_array()) return std::nullopt;
  Cells cells;
  for (const json& pair : j) {
    const auto cell = cell_of_json(pair);
    if (!cell) return std::nullopt;
    cells.push_back(*cell);
  }
  return cells;
}

std::optional<OptionValue> option_of_json(const json& j) {
  if (j.is_boolean()) return j.get<bool>();
  if (j.is_string()) return j.get<std::string>();
  if (j.is_number_integer() && (!j.is_number_unsigned() || j.get<std::uint64_t>() <= INT64_MAX))
    return j.get<std::int64_t>();
  if (j.is_number()) return j.get<double>();
  return std::nullopt;
}

nlohmann::ordered_json json_of_cells(const Cells& cells) {
  nlohmann::ordered_json::array_t out;
  out.reserve(cells.size());
  for (const auto& [row, column] : cells) out.emplace_back(nlohmann::ordered_json::array_t{row, column});
  return out;
}

void append_cells(std::string& out, const Cells& cells) {
  const auto append = [&](int number) {
    const fmt::format_int digits(number);  // what is sent to players is mostly such numbers
    out.append(digits.data(), digits.size());
  };
  out += '[';
  for (const auto& [row, column] : cells) {
    out += out.back() == ']' ? ",[" : "[";
    append(row);
    out += ',';
    append(column);
    out += ']';
  }
  out += ']';
}

void append_request(std::string& out, const Request& request) {
  out += "\"type\":\"";
  out += name_of(request.type());
  out += "\",\"cells\":";
  append_cells(out, request.cells());
}

nlohmann::ordered_json json_of_answer(int turn, const Move& move) {
  nlohmann::ordered_json out = {{"turn", turn}, {"accept", move.accept}};
  if (!move.accept) return out;
  out["rotation"] = move.rotation;
  out["location"] = {move.location.row, move.location.column};
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"water", &move.pond}, {"park", &move.park}})
    if (!cells->empty()) out[name] = json_of_cells(*cells);
  return out;
}

std::string excerpt_of_json(const json& j) {
  const std::string text = text_of_json(j);
  return text.size() <= 80 ? text : text.substr(0, 77) + "...";
}

}  // namespace pentocity::match
