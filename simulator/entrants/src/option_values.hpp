#pragma once
// The values of options, from texts that people wrote.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pentocity/entrants/roster.hpp"

namespace pentocity::entrants {

/// The one by this name; null if there is none.
template <class Spec>
const Spec* find_named(const std::vector<Spec>& specs, const std::string& name) {
  const auto it = std::ranges::find(specs, name, &Spec::name);
  return it == specs.end() ? nullptr : &*it;
}

/// Texts of the form `name=value`, as names and values. Throws InputError.
WrittenOptions split_assignments(const std::vector<std::string>& assignments);
/// The options of a mapping of YAML. Fails if it is none, or a value is no scalar.
WrittenOptions written_options(const input::YamlNode& mapping);

/// Sets declared options. Throws InputError, with the place, for an undeclared name or a wrong value.
void set_options(Options& options, const WrittenOptions& values, const std::vector<OptionSpec>& declared,
                 const std::string& owner);
/// Sets an option that need not be declared, to any value.
void set_any(Options& options, const std::string& name, const OptionValue& value);
/// A value of an undeclared option: a boolean or a number if the text is not quoted and would be one in JSON.
OptionValue undeclared_value(const Written& value);

}  // namespace pentocity::entrants
