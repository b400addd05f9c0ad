#include "json_cells.hpp"

#include <cstdint>
#include <limits>

namespace pentocity {

using nlohmann::json;

std::optional<int> int_of_json(const json& j) {
  constexpr std::int64_t least = std::numeric_limits<int>::min(), most = std::numeric_limits<int>::max();
  if (!j.is_number_integer() || (j.is_number_unsigned() && j.get<std::uint64_t>() > most)) return std::nullopt;
  const auto value = j.get<std::int64_t>();
  if (value < least || value > most) return std::nullopt;
  return static_cast<int>(value);
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

json json_of_cells(const Cells& cells) {
  json out = json::array();
  for (const Cell c : cells) out.push_back({c.row, c.column});
  return out;
}

}  // namespace pentocity
