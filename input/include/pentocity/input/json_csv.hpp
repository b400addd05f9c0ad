#pragma once
// Lists of JSON objects as CSV.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace pentocity::inline input {

/// A list of objects that all have the same fields as CSV: a header, and a line for each object. The columns have the
/// names of the fields, joined by dots for nested ones. null is an empty field. An interval, whose name ends with
/// `ci95`, has two columns, as `ci95.0` and `ci95.1`; any other list is one field, with its elements separated by `;`.
/// Without an object the text is one empty line. web/report/csv.js does the same with the same JSON.
std::string csv_of_json(const nlohmann::ordered_json& objects);

}  // namespace pentocity::inline input
