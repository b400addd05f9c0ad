// What is built in: players and sequencers that this program finds by their names.

#include "compiled.hpp"

namespace pentocity::entrants {

template <class Role>
const typename Role::Spec& built_in_spec(const std::string& name) {
  if (const auto* spec = find_named(Role::built_in(), name)) return *spec;
  throw InputError("there is no {} '{}'{}", Role::word, name, suggestion(name, names_of(Role::built_in())));
}

template const PlayerSpec& built_in_spec<PlayerRole>(const std::string&);
template const SequencerSpec& built_in_spec<SequencerRole>(const std::string&);

namespace {

template <class Role>
Code<Role> code_of(const std::string& name, const isolation::Hosting& hosting) {
  const auto& spec = built_in_spec<Role>(name);
  Code<Role> code;
  code.description = {spec.name, spec.summary, spec.options};
  code.identity.add(Role::word, nlohmann::ordered_json(name));
  if (std::is_same_v<Role, PlayerRole> && hosting.isolation == isolation::Isolation::all)
    code.isolated = {.participant = {{"role", Role::word}, {"built_in", name}}, .confinement = hosting.confinement};
  else
    code.spec = {std::shared_ptr<void>(), &spec};  // lives as long as the program
  return code;
}

}  // namespace

template <class Role>
typename Role::Entry built_in_of(const Origin& origin, const isolation::Hosting& hosting) {
  return Compiled<Role>::entry(at(origin.value, [&] { return code_of<Role>(origin.value.text, hosting); }), origin);
}

template PlayerEntry built_in_of<PlayerRole>(const Origin&, const isolation::Hosting&);
template SequencerEntry built_in_of<SequencerRole>(const Origin&, const isolation::Hosting&);

PlayerEntry built_in_player(const std::string& name) {
  return built_in_of<PlayerRole>({.kind = "player", .value = {name}}, {isolation::Isolation::none, nullptr});
}

SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& assignments) {
  return built_in_of<SequencerRole>({.kind = "sequencer", .value = {name}, .options = split_assignments(assignments)},
                                    {isolation::Isolation::none, nullptr});
}

}  // namespace pentocity::entrants
