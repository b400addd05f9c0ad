#include "pentocity/input/json_text.hpp"

#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "pentocity/input/user_error.hpp"

namespace pentocity::inline input {
namespace {

// Copying and printing JSON takes stack for each level.
constexpr int deepest = 50;
// Keys of an object that keeps their order, which looks through all of them for each.
constexpr std::size_t most_in_order = 5'000;

bool nests_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\')
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > deepest)
      return true;
    else if (!quoted && (c == ']' || c == '}'))
      --depth;
  }
  return false;
}

// Why a text is refused before it is parsed; empty if it is not.
std::string_view refusal(std::string_view text) {
  // The parser takes a byte 0 for the end of the text, even if more follows.
  if (text.find('\0') != text.npos) return "it contains a byte 0";
  if (nests_too_deep(text)) return "it nests more than 50 levels deep";
  return {};
}

// What the library says, without its own names: "parse error at line 1, column 2: ...".
std::string_view without_name(std::string_view message) { return message.substr(message.find("] ") + 2); }

template <class Json>
Json read(std::string_view text, std::string_view where) {
  if (text.empty()) throw InputError("{}: no JSON: it is empty", where);
  if (const std::string_view why = refusal(text); !why.empty()) throw InputError("{}: no JSON: {}", where, why);
  std::vector<std::set<std::string>> keys;  // of the objects that are not closed yet
  const auto check_keys = [&](int, typename Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event != Json::parse_event_t::key) return true;
    // Readers differ in which of the two they take.
    if (auto key = parsed.template get<std::string>(); !keys.back().insert(key).second)
      throw InputError("{}: the key '{}' is there twice in one object", where, key);
    if (std::is_same_v<Json, nlohmann::ordered_json> && keys.back().size() > most_in_order)
      throw InputError("{}: an object has more than {} keys", where, most_in_order);
    return true;
  };
  try {
    return Json::parse(text, check_keys);
  } catch (const nlohmann::json::exception& e) {
    throw InputError("{}: no JSON: {}", where, without_name(e.what()));
  }
}

template <class Json>
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

nlohmann::json read_json(std::string_view text, std::string_view where) { return read<nlohmann::json>(text, where); }
nlohmann::ordered_json read_ordered_json(std::string_view text, std::string_view where) {
  return read<nlohmann::ordered_json>(text, where);
}

nlohmann::json parse_json(std::string_view text) {
  nlohmann::json out;
  if (refusal(text).empty()) out = nlohmann::json::parse(text, nullptr, false);
  return out.is_discarded() ? nlohmann::json() : out;
}

nlohmann::json without_nulls(nlohmann::json value) {
  if (value.is_object())
    for (auto member = value.begin(); member != value.end();)
      member = member->is_null() ? value.erase(member) : std::next(member);
  if (value.is_structured())
    for (auto& part : value) part = without_nulls(std::move(part));
  return value;
}

std::string text_of_json(const nlohmann::json& json, int indent) { return text_of(json, indent); }
std::string text_of_json(const nlohmann::ordered_json& json, int indent) { return text_of(json, indent); }

}  // namespace pentocity::inline input
