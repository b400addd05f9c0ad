#pragma once
// The kinds of entrants, those written in C++ (compiled.cpp) and commands (command.cpp, java.cpp), and what these have
// in common: files of their own, and the values of their options.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pentocity/entrants/roster.hpp"

namespace pentocity::entrants {

/// The one by this name; null if there is none.
template <class Spec>
const Spec* find_named(const std::vector<Spec>& specs, const std::string& name) {
  const auto it = std::ranges::find(specs, name, &Spec::name);
  return it == specs.end() ? nullptr : &*it;
}

/// Texts of the form `name=value`, as names and values. Throws InputError.
SourceOptions split_assignments(const std::vector<std::string>& assignments);
/// The options of a mapping of YAML. Fails if it is none, or a value is no scalar.
SourceOptions source_options(const input::YamlNode& mapping);

/// Sets declared options. Throws InputError, with the place, for an undeclared name or a wrong value.
void set_options(Options& options, const SourceOptions& values, const std::vector<OptionSpec>& declared,
                 const std::string& owner);
/// The same options with these values, of options that need not be declared.
Options with_any(const Options& options, std::map<std::string, OptionValue> values);
/// A value of an undeclared option: a boolean or a number if the text is not quoted and would be one in JSON.
OptionValue undeclared_value(const SourceText& value);
std::map<std::string, OptionValue> undeclared_values(const SourceOptions& options);

/// What is built in under this name. Throws InputError, which suggests the most similar name, if there is none, or says
/// that it is one of the other role.
template <class Role>
const typename Role::Spec& built_in_spec(const std::string& name) {
  if (const auto* spec = find_named(Role::built_in(), name)) return *spec;
  using Other = std::conditional_t<std::is_same_v<Role, PlayerRole>, SequencerRole, PlayerRole>;
  if (find_named(Other::built_in(), name) != nullptr)
    throw InputError("'{}' is a {}, not a {}", name, Other::word, Role::word);
  throw InputError("there is no {} '{}'{}", Role::word, name, suggestion(name, names_of(Role::built_in())));
}

/// Find the player or sequencer that an origin of this kind names, built in or of a plugin, or a command, be it
/// one in Java, with its options. Throw InputError, with the place.
template <class Role>
typename Role::Entry compiled_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting);
template <class Role>
typename Role::Entry command_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting);

/// SequencerEntry::draws_as of a sequencer by its own name and options.
std::string draws_of(const std::string& name, const Options& options, const std::vector<OptionSpec>& declared);

/// Runs `f`; what it throws as InputError without a place gets that of the text.
template <class F>
decltype(auto) at(const SourceText& text, F&& f) {
  try {
    return f();
  } catch (const InputError& e) {
    text.fail(e.what());
  }
}

/// Makes the files that an origin names the participant's own. What is not `confined` reads them where they lie. Throws
/// InputError, with the place.
void read_files(const Origin& origin, const std::string& folder, isolation::WardenSetup& setup, bool confined = true);

}  // namespace pentocity::entrants
