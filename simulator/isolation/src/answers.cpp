#include "answers.hpp"

#include <fmt/format.h>

#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {

using namespace match;

namespace {

using nlohmann::json;

constexpr std::size_t longest_quote = 200;

// A line for a message: its beginning, printable.
std::string quoted(const std::string& line) {
  return json(line.substr(0, longest_quote)).dump(-1, ' ', true, json::error_handler_t::replace);
}

[[noreturn]] void unreadable(const std::string& line, const std::string& why) {
  throw UnreadableAnswer(fmt::format("{}: {}", why, quoted(line)));
}

// The object that a line is, for this turn.
json answer_of(const std::string& line, int turn) {
  json answer = parse_json(line);
  if (!answer.is_object()) unreadable(line, "no JSON object");
  if (const auto it = answer.find("turn"); it == answer.end() || int_of_json(*it) != turn)
    unreadable(line, fmt::format("no answer for turn {}", turn));
  return answer;
}

}  // namespace

Move move_of_line(const std::string& line, int turn) {
  const json answer = answer_of(line, turn);
  const auto accept = answer.find("accept");
  if (accept == answer.end() || !accept->is_boolean()) unreadable(line, "'accept' is neither true nor false");
  Move move;
  move.accept = accept->get<bool>();
  if (const auto note = answer.find("note"); note != answer.end() && !note->is_null()) {
    if (!note->is_string()) unreadable(line, "'note' is no text");
    move.note = note->get<std::string>();
  }
  if (!move.accept) return move;
  const auto read = [&](const char* name, auto& value, const auto& of_json, const char* what, const json& fallback) {
    auto found = of_json(answer.value(name, fallback));
    if (!found) unreadable(line, fmt::format("'{}' is no {}", name, what));
    value = std::move(*found);
  };
  read("rotation", move.rotation, int_of_json, "integer", json());
  read("location", move.location, cell_of_json, "cell", json());
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"water", &move.water}, {"park", &move.park}})
    read(name, *cells, cells_of_json, "list of cells", json::array());
  return move;
}

Request request_of_line(const std::string& line, int turn) {
  const json answer = answer_of(line, turn);
  const json type = answer.value("type", json());
  if (type != "residence" && type != "factory") unreadable(line, "'type' is neither residence nor factory");
  const auto cells = cells_of_json(answer.value("cells", json()));
  if (!cells) unreadable(line, "'cells' is no list of cells");
  try {
    return {type == "residence" ? Building::residence : Building::factory, *cells};
  } catch (const std::invalid_argument& e) {
    unreadable(line, e.what());
  }
}

}  // namespace pentocity::isolation
