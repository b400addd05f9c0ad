#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/protocol.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;

// The beginning of a line as a JSON text of ASCII characters, for messages.
std::string quoted_line(const std::string& line) {
  return json(line.substr(0, 200)).dump(-1, ' ', true, json::error_handler_t::replace);
}

[[noreturn]] void unreadable(const std::string& line, const std::string& why) {
  throw UnreadableAnswer(fmt::format("{}: {}", why, quoted_line(line)));
}

// The object that a line is, for this turn.
json answer_of(const std::string& line, int turn) {
  json answer = without_nulls(parse_json(line));
  if (!answer.is_object()) unreadable(line, "no JSON object");
  if (const auto it = answer.find("turn"); it == answer.end() || int_of_json(*it) != turn)
    unreadable(line, fmt::format("no answer for turn {}", turn));
  return answer;
}

// A text of an object, empty if it is not there.
std::string text_member(const json& object, const char* key, const std::string& where) {
  const json text = object.value(key, json(""));
  if (!text.is_string()) throw InputError("{}: '{}' must be a text, not {}", where, key, excerpt_of_json(text));
  return text.get<std::string>();
}

// A bound of an option: under its name in the protocol, or as `pentocity list` writes it.
double bound_of(const json& option, const char* key, const char* short_key, double fallback, const std::string& where) {
  const json bound = option.value(key, option.value(short_key, json(fallback)));
  if (!bound.is_number()) throw InputError("{}: '{}' must be a number, not {}", where, key, excerpt_of_json(bound));
  return bound.get<double>();
}

OptionSpec option_of_ready(const json& option) {
  if (!option.is_object())
    throw InputError("'options': expected objects with 'name' and 'default', not {}", excerpt_of_json(option));
  OptionSpec out;
  out.name = text_member(option, "name", "'options'");
  if (out.name.empty() || out.name.find_first_of("=:") != out.name.npos)
    throw InputError("'options': '{}' is no name of an option", out.name);
  const std::string where = fmt::format("option '{}'", out.name);
  const auto fallback = option_of_json(option.value("default", json()));
  if (!fallback) throw InputError("{}: 'default' must be true or false, a number or a text", where);
  out.fallback = *fallback;
  out.meaning = text_member(option, "meaning", where);
  out.min = bound_of(option, "minimum", "min", out.min, where);
  out.max = bound_of(option, "maximum", "max", out.max, where);
  for (const json& choice : option.value("choices", json::array())) {
    if (!choice.is_string()) throw InputError("{}: 'choices' must be texts, not {}", where, excerpt_of_json(choice));
    out.choices.push_back(choice.get<std::string>());
  }
  try {
    Options({out}).set({out}, out.name, out.fallback);
  } catch (const std::invalid_argument& e) {
    throw InputError("the default of {}", e.what());
  }
  return out;
}

// A list of sides, or all from a minimum to a maximum.
std::vector<int> sides_of_ready(const json& sides) {
  const auto side = [&](const json& value) {
    const auto number = int_of_json(value);
    if (!number)
      throw InputError("'sides': expected a list of integers, or an object with 'minimum' and 'maximum', not {}",
                       excerpt_of_json(sides));
    return *number;
  };
  std::vector<int> out;
  if (sides.is_object()) {
    const int min = side(sides.value("minimum", json(min_side))), max = side(sides.value("maximum", json(max_side)));
    if (min < min_side || max > max_side || min > max)
      throw InputError("'sides' are {} to {}: expected two numbers from {} to {}", min, max, min_side, max_side);
    for (int s = min; s <= max; ++s) out.push_back(s);
    return out;
  }
  if (!sides.is_array() || sides.empty()) side(json());
  for (const json& value : sides) out.push_back(side(value));
  return out;
}

}  // namespace

std::optional<std::string> take_line(std::string& written, std::size_t& searched) {
  const std::size_t end = std::min(written.find('\n', searched), written.size());
  if (end == written.size() && end <= longest_message) {
    searched = end;
    return std::nullopt;
  }
  std::string line = written.substr(0, end);
  written.erase(0, end + 1);
  searched = 0;
  if (line.size() > longest_message) throw UnreadableAnswer("a line longer than 1 MiB");
  return line;
}

std::string what_ails(const std::string& written, bool held_back) {
  const std::size_t end = written.find('\n');
  const std::string line = written.substr(0, end);
  std::string out = "this answer ";
  if (held_back) out += fmt::format("came after the limit, when the input was closed: {}", late_answer);
  if (end == written.npos)
    out += fmt::format("{}{}", held_back ? "; and it " : "",
                       line.ends_with('\r') ? "ends in a carriage return (\\r) alone: a line ends in a line feed (\\n)"
                                            : "has no line feed (\\n) at its end");
  return out + ": " + quoted_line(line);
}

Description description_of_ready(const json& answer) {
  const json ready = without_nulls(answer);
  Description out;
  out.name = text_member(ready, "name", "'ready'");
  out.summary = text_member(ready, "summary", "'ready'");
  if (const auto options = ready.find("options"); options != ready.end()) {
    if (!options->is_array()) throw InputError("'options' must be a list, not {}", excerpt_of_json(*options));
    if (options->size() > max_options)
      throw InputError("'options' has {} elements: at most {} are allowed", options->size(), max_options);
    out.options.emplace();
    for (const json& option : *options) {
      OptionSpec spec = option_of_ready(option);
      if (std::any_of(out.options->begin(), out.options->end(),
                      [&](const OptionSpec& o) { return o.name == spec.name; }))
        throw InputError("option '{}' is declared twice", spec.name);
      out.options->push_back(std::move(spec));
    }
  }
  if (const auto sides = ready.find("sides"); sides != ready.end()) out.plays.sides = sides_of_ready(*sides);
  if (const auto rules = ready.find("rules"); rules != ready.end()) {
    if (!rules->is_array() || rules->empty() ||
        !std::all_of(rules->begin(), rules->end(), [](const json& r) { return r.is_string(); }))
      throw InputError("'rules' must be a list of names of rule sets, not {}", excerpt_of_json(*rules));
    out.plays.rules = rules->get<std::vector<std::string>>();
  }
  try {
    out.plays.check();
  } catch (const std::invalid_argument& e) {
    throw InputError(std::string_view(e.what()));
  }
  return out;
}

Move move_of_line(const std::string& line, int turn) {
  const json answer = answer_of(line, turn);
  const auto accept = answer.find("accept");
  if (accept == answer.end() || !accept->is_boolean()) unreadable(line, "'accept' is neither true nor false");
  Move move;
  move.accept = accept->get<bool>();
  if (const auto note = answer.find("note"); note != answer.end()) {
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
  for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"water", &move.pond}, {"park", &move.park}})
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

}  // namespace pentocity::match
