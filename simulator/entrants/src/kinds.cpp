#include "kinds.hpp"

#include <fmt/format.h>

#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/hosted.hpp"
#include "pentocity/match/json_cells.hpp"

namespace pentocity::entrants {

namespace fs = std::filesystem;

Identity Identity::of_bytes(std::string_view bytes) {
  return {fmt::format("{:016x}", hash_bytes(bytes)), match::blake2b(bytes)};
}

Identity Identity::of_files(const fs::path& path) {
  if (!fs::is_directory(path)) return of_bytes(read_file(path.string()));
  std::vector<std::string> brief, full;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(path).string() + '\0';
    const Identity file = of_bytes(read_file(entry.path().string()));
    brief.push_back(name + file.brief.get<std::string>());
    full.push_back(name + file.full.get<std::string>());
  }
  std::ranges::sort(brief);
  std::ranges::sort(full);
  return {of_bytes(fmt::format("{}", fmt::join(brief, "\n"))).brief,
          of_bytes(fmt::format("{}", fmt::join(full, "\n"))).full};
}

Identity& Identity::add(const std::string& name, const Identity& value) {
  brief[name] = value.brief;
  full[name] = value.full;
  return *this;
}

Identity Identity::with(const Options& options) const {
  return Identity(*this).add("options", nlohmann::ordered_json(isolation::options_json(options)));
}

WrittenOptions split_assignments(const std::vector<std::string>& assignments) {
  WrittenOptions out;
  for (const std::string& assignment : assignments) {
    const std::size_t sign = assignment.find('=');
    if (sign == assignment.npos || sign == 0) throw InputError("option '{}': expected NAME=VALUE", assignment);
    out.push_back({{assignment.substr(0, sign)}, {assignment.substr(sign + 1)}});
  }
  return out;
}

WrittenOptions written_options(const input::YamlNode& mapping) {
  WrittenOptions out;
  for (const input::YamlNode::Entry& entry : mapping.entries())
    out.emplace_back(Written{entry.key, entry.key_node.place()}, written(entry.value));
  return out;
}

void set_options(Options& options, const WrittenOptions& values, const std::vector<OptionSpec>& declared,
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

void set_any(Options& options, const std::string& name, const OptionValue& value) {
  std::map<std::string, OptionValue> values = options.values();
  values[name] = value;
  std::vector<OptionSpec> specs;
  for (const auto& [key, its_value] : values) specs.push_back({.name = key, .fallback = its_value, .meaning = ""});
  options = Options(specs);
}

OptionValue undeclared_value(const Written& value) {
  const auto read = value.quoted ? nlohmann::json() : parse_json(value.text);
  const auto option = read.is_number() || read.is_boolean() ? match::option_of_json(read) : std::nullopt;
  return option.value_or(value.text);
}

Options read_options(const input::YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner) {
  Options options(declared);
  set_options(options, written_options(node), declared, owner);
  return options;
}

}  // namespace pentocity::entrants
