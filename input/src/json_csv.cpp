#include "pentocity/input/json_csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "pentocity/input/csv.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::inline input {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string plain_text_of(const OrderedJson& leaf) {
  if (leaf.is_null()) return "";
  return leaf.is_string() ? leaf.get<std::string>() : text_of_json(leaf);
}

// Texts alone can look like formulas: a negative number is one.
std::string csv_leaf(const OrderedJson& leaf) {
  return leaf.is_string() ? csv_field(plain_text_of(leaf)) : plain_text_of(leaf);
}

std::string csv_list(const OrderedJson& list) {
  std::vector<std::string> parts;
  for (const OrderedJson& part : list) parts.push_back(plain_text_of(part));
  const std::string joined = fmt::format("{}", fmt::join(parts, ";"));
  const bool texts = std::ranges::any_of(list, [](const OrderedJson& part) { return part.is_string(); });
  return texts ? csv_field(joined) : joined;
}

struct CsvColumns {
  std::vector<std::string> names, fields;

  // Adds the leaves of a field of this name.
  void add(const OrderedJson& value, const std::string& name) {
    const auto put = [this](std::string column, std::string field) {
      names.push_back(std::move(column));
      fields.push_back(std::move(field));
    };
    if (name.ends_with("ci95")) {
      for (std::size_t end = 0; end < 2; ++end)
        put(fmt::format("{}.{}", name, end), value.is_null() ? "" : csv_leaf(value[end]));
    } else if (value.is_object()) {
      for (const auto& [key, of] : value.items()) add(of, name.empty() ? key : fmt::format("{}.{}", name, key));
    } else {
      put(name, value.is_array() ? csv_list(value) : csv_leaf(value));
    }
  }
};

}  // namespace

std::string csv_of_json(const OrderedJson& objects) {
  std::string header, rows;
  for (const OrderedJson& object : objects) {
    CsvColumns columns;
    columns.add(object, "");
    header = fmt::format("{}", fmt::join(columns.names, ","));
    rows += fmt::format("{}\n", fmt::join(columns.fields, ","));
  }
  return header + '\n' + rows;
}

}  // namespace pentocity::inline input
