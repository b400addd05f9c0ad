#include "hall_of_fame.hpp"

#include <algorithm>
#include <sstream>

#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::app {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// The fields of a line such as `| a | b |`.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line.substr(1));
  for (std::string field; std::getline(in, field, '|');) fields.push_back(trimmed(field));
  if (!fields.empty() && fields.back().empty()) fields.pop_back();  // after the last bar
  return fields;
}

bool has_column(const HallClass& hall, std::string_view name) {
  return std::ranges::find(hall.columns, name) != hall.columns.end();
}

}  // namespace

std::size_t HallClass::column(std::string_view name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) throw InputError("a hall of fame has no column {}", name);
  return static_cast<std::size_t>(found - columns.begin());
}

std::vector<HallClass> read_hall_of_fame(std::string_view text, const std::string& file) {
  std::vector<HallClass> out;
  std::istringstream in{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    line = trimmed(line);
    if (line.starts_with("## ")) out.push_back({trimmed(line.substr(3)), "", {}, {}});
    if (out.empty() || line.empty() || line.starts_with("#")) continue;  // what stands above the first class
    HallClass& hall = out.back();
    if (!line.starts_with("|")) {
      hall.text += (hall.text.empty() ? "" : " ") + line;
    } else if (hall.columns.empty()) {
      hall.columns = fields_of(line);
    } else if (!line.starts_with("|---")) {
      hall.rows.push_back(fields_of(line));
      if (hall.rows.back().size() != hall.columns.size())
        throw InputError("{}:{}: the table has {}, and this row has {}", file, number,
                         counted(hall.columns.size(), "column"), hall.rows.back().size());
    }
  }
  if (out.empty())
    throw InputError("{}: is no hall of fame: expected what scripts/hall-of-fame writes, classes as `## NAME`", file);
  for (const HallClass& hall : out)
    if (!has_column(hall, "player") || !has_column(hall, "score"))
      throw InputError("{}: the class '{}' needs a table with the columns 'player' and 'score'", file, hall.heading);
  return out;
}

}  // namespace pentocity::app
