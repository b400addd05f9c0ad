#include "kinds.hpp"

#include <fmt/format.h>

#include "pentocity/isolation/participants.hpp"
#include "pentocity/match/json_cells.hpp"

namespace pentocity::entrants {

SourceOptions split_assignments(const std::vector<std::string>& assignments) {
  SourceOptions out;
  for (const std::string& assignment : assignments) {
    const std::size_t sign = assignment.find('=');
    if (sign == assignment.npos || sign == 0) throw InputError("option '{}': expected NAME=VALUE", assignment);
    out.push_back({{assignment.substr(0, sign)}, {assignment.substr(sign + 1)}});
  }
  return out;
}

SourceOptions source_options(const input::YamlNode& mapping) {
  SourceOptions out;
  for (const input::YamlNode::Entry& entry : mapping.entries())
    out.emplace_back(SourceText{entry.key, entry.key_node.place()}, source_text(entry.value));
  check_count(mapping, out.size(), match::max_options);
  return out;
}

void set_options(Options& options, const SourceOptions& values, const std::vector<OptionSpec>& declared,
                 const std::string& owner) {
  for (const auto& [name, value] : values) {
    const OptionSpec* spec = find_named(declared, name.text);
    if (spec == nullptr && declared.empty()) name.fail(fmt::format("{} takes no options", owner));
    if (spec == nullptr)
      name.fail(fmt::format("{} has no option '{}'{}", owner, name.text, suggestion(name.text, names_of(declared))));
    try {
      options.set({*spec}, spec->name, parse_option(*spec, value.text));
    } catch (const std::invalid_argument& e) {
      value.fail(e.what());
    }
  }
}

Options with_any(const Options& options, std::map<std::string, OptionValue> values) {
  values.insert(options.values().begin(), options.values().end());
  std::vector<OptionSpec> specs;
  for (const auto& [name, value] : values) specs.push_back({.name = name, .fallback = value, .meaning = ""});
  return Options(specs);
}

OptionValue undeclared_value(const SourceText& value) {
  const auto read = value.quoted ? nlohmann::json() : parse_json(value.text);
  const auto option = read.is_number() || read.is_boolean() ? match::option_of_json(read) : std::nullopt;
  return option.value_or(value.text);
}

std::map<std::string, OptionValue> undeclared_values(const SourceOptions& options) {
  std::map<std::string, OptionValue> out;
  for (const auto& [name, value] : options) out[name.text] = undeclared_value(value);
  return out;
}

Options read_options(const input::YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner) {
  Options options(declared);
  set_options(options, source_options(node), declared, owner);
  return options;
}

}  // namespace pentocity::entrants
