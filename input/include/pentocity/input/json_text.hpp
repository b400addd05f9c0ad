#pragma once
// JSON from text and to text. The parser and the writer of the library are large templates: they are compiled here
// alone.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace pentocity::inline input {

/// Parses JSON of any origin. The result is `discarded` (see nlohmann::json) if the text is no JSON, contains a byte 0,
/// or nests more than 50 levels deep.
nlohmann::json parse_json(std::string_view text);
/// The same, where objects keep the order of their members.
nlohmann::ordered_json parse_ordered_json(std::string_view text);

/// JSON without those members of objects, at any depth, that are null: many programs write them for what is absent.
nlohmann::json without_nulls(nlohmann::json value);

/// JSON as text, on one line, or on lines that are indented by `indent` blanks for each level. What is no UTF-8 is
/// written as U+FFFD.
std::string text_of_json(const nlohmann::json& json, int indent = -1);
std::string text_of_json(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace pentocity::inline input
