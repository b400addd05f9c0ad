#include "pentocity/entrants/identities.hpp"

#include <nlohmann/json.hpp>

#include "kinds.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::entrants {
namespace {

using nlohmann::json;

template <class Role>
std::optional<typename Role::Entry> entry_of_identity(const EntrantId& entrant) {
  const json identity = parse_json(entrant.identity);
  if (!identity.is_object() || !identity.contains(Role::word) || identity.contains("plugin")) return std::nullopt;
  try {
    Origin origin{.kind = Role::word, .value = {identity.at(Role::word)}};
    const json options = identity.value("options", json::object());
    for (const auto& [name, value] : options.items())
      origin.options.push_back({{name}, {value.is_string() ? std::string(value) : text_of_json(value)}});
    auto entry = built_in_of<Role>(origin, {isolation::Isolation::none, nullptr});
    if (entry.identity != entrant.identity) return std::nullopt;
    entry.name = entrant.name;
    return entry;
  } catch (const std::exception&) {  // of another version of this program
    return std::nullopt;
  }
}

}  // namespace

std::optional<PlayerEntry> player_of_identity(const EntrantId& entrant) {
  return entry_of_identity<PlayerRole>(entrant);
}

std::optional<SequencerEntry> sequencer_of_identity(const EntrantId& entrant) {
  return entry_of_identity<SequencerRole>(entrant);
}

}  // namespace pentocity::entrants
