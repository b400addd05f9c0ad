#pragma once
// JSON from text and to text. The parser and the writer of the library are large templates: they are compiled here
// alone.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace pentocity::inline input {

/// Reads the JSON of a file, or of a field of a database, which `where` names. Throws InputError if the text is no
/// JSON, contains a byte 0, nests more than 50 levels deep, or has a key twice in one object.
nlohmann::json read_json(std::string_view text, std::string_view where);
/// The same, where objects keep the order of their members.
nlohmann::ordered_json read_ordered_json(std::string_view text, std::string_view where);

/// Parses a message of another program, or a word that may be JSON. What read_json() refuses is null, except that of
/// equal keys the last one counts. The caller asks whether the result is what it needs, so this is not for files:
/// null has no fields that could differ.
nlohmann::json parse_json(std::string_view text);

/// JSON without those members of objects, at any depth, that are null: many programs write them for what is absent.
nlohmann::json without_nulls(nlohmann::json value);

/// JSON as text, on one line, or on lines that are indented by `indent` blanks for each level. What is no UTF-8 is
/// written as U+FFFD.
std::string text_of_json(const nlohmann::json& json, int indent = -1);
std::string text_of_json(const nlohmann::ordered_json& json, int indent = -1);

/// A value as JSON; null if there is none.
template <class T, class Json = nlohmann::ordered_json>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace pentocity::inline input
