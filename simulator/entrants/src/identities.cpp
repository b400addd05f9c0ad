#include "pentocity/entrants/identities.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "pentocity/input/json_text.hpp"
#include "pentocity/match/json_cells.hpp"

namespace pentocity::entrants {

using namespace match;

namespace {

using nlohmann::json;

// An identity with the one key of something built in, and options.
std::optional<json> built_in_identity(const EntrantId& entrant, const char* key) {
  json identity = parse_json(entrant.identity);
  const bool named = identity.is_object() && identity.contains(key) && identity.at(key).is_string();
  if (!named || identity.contains("plugin") || !identity.value("options", json::object()).is_object())
    return std::nullopt;
  return identity;
}

// The entry under its name in the schedule; none if its identity is another one.
template <class Entry>
std::optional<Entry> recognised(Entry entry, const EntrantId& entrant) {
  if (entry.identity != entrant.identity) return std::nullopt;
  entry.name = entrant.name;
  return entry;
}

}  // namespace

std::optional<PlayerEntry> player_of_identity(const EntrantId& entrant) {
  const auto identity = built_in_identity(entrant, "player");
  if (!identity) return std::nullopt;
  try {
    const PlayerEntry entry = built_in_player(identity->at("player"));
    Options options = entry.options;
    const json set = identity->value("options", json::object());
    for (const auto& [name, value] : set.items()) {
      const auto option = option_of_json(value);
      if (!option) return std::nullopt;
      options.set(entry.declared, name, *option);
    }
    return recognised(entry.with(options), entrant);
  } catch (const std::exception&) {  // of another version of this program
    return std::nullopt;
  }
}

std::optional<SequencerEntry> sequencer_of_identity(const EntrantId& entrant) {
  const auto identity = built_in_identity(entrant, "sequencer");
  if (!identity) return std::nullopt;
  std::vector<std::string> options;
  const json set = identity->value("options", json::object());
  for (const auto& [name, value] : set.items())
    options.push_back(name + "=" + (value.is_string() ? value.get<std::string>() : text_of_json(value)));
  try {
    return recognised(built_in_sequencer(identity->at("sequencer"), options), entrant);
  } catch (const std::exception&) {  // of another version of this program
    return std::nullopt;
  }
}

}  // namespace pentocity::entrants
