#include "pentocity/input/json_text.hpp"

#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace pentocity::inline input {
namespace {

// Copying and printing JSON takes stack for each level.
constexpr int deepest = 50;

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

template <class Json>
Json parse(std::string_view text) {
  // The parser takes a byte 0 for the end of the text, even if more follows.
  const bool refused = text.find('\0') != text.npos || nests_too_deep(text);
  return refused ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

template <class Json>
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

nlohmann::json parse_json(std::string_view text) { return parse<nlohmann::json>(text); }
nlohmann::ordered_json parse_ordered_json(std::string_view text) { return parse<nlohmann::ordered_json>(text); }

nlohmann::json without_nulls(nlohmann::json value) {
  if (value.is_object()) {
    for (auto member = value.begin(); member != value.end();)
      member = member->is_null() ? value.erase(member) : std::next(member);
  }
  if (value.is_structured())
    for (auto& part : value) part = without_nulls(std::move(part));
  return value;
}

std::string text_of_json(const nlohmann::json& json, int indent) { return text_of(json, indent); }
std::string text_of_json(const nlohmann::ordered_json& json, int indent) { return text_of(json, indent); }

}  // namespace pentocity::inline input
