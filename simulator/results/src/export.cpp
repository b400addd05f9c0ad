#include "pentocity/results/export.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pentocity/input/csv.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/results/columns.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::results {

using namespace match;

namespace {

using Json = nlohmann::ordered_json;

Json json_value(const ColumnValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

std::string line_of_json(const GameRow& row, const std::string& key) {
  Json line;
  for (const Column& column : game_columns()) line[std::string(column.name)] = json_value(column.get(row));
  for (const char* name : {"faults", "course"})
    if (line[name].is_string()) line[name] = read_ordered_json(line[name].get<std::string>(), name);
  line["key"] = key;
  return text_of_json(line) + "\n";
}

std::string field_of(const ColumnValue& value) {
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr) return std::holds_alternative<std::monostate>(value) ? "" : text_of_json(json_value(value));
  return csv_field(*text);
}

std::string line_of_csv(const GameRow& row, const std::string& key) {
  std::string line;
  for (const Column& column : game_columns()) line += field_of(column.get(row)) + ",";
  return line + key + "\n";
}

}  // namespace

std::vector<std::string> export_columns() {
  std::vector<std::string> names;
  for (const Column& column : game_columns()) names.emplace_back(column.name);
  names.emplace_back("key");
  return names;
}

void export_games(const std::string& folder, ExportFormat format,
                  const std::function<void(const std::string& lines)>& write) {
  const Schedule schedule = read_schedule(folder);
  if (format == ExportFormat::csv) write(fmt::format("{}\n", fmt::join(export_columns(), ",")));
  Store(folder, schedule, Store::Access::look).for_each([&](const StoredGame& game) {
    const std::string key = game_key(schedule.players[game.id.player], schedule.sequencers[game.id.sequencer]);
    write(format == ExportFormat::csv ? line_of_csv(game.row, key) : line_of_json(game.row, key));
  });
}

}  // namespace pentocity::results
