#include "pentocity/entrants/entrant.hpp"

#include <fmt/format.h>

#include "kinds.hpp"

namespace pentocity::entrants {

namespace {

// The same player under the name and with the contribution that the config gives.
PlayerEntry renamed(PlayerEntry player, const PlayerEntry& as) {
  player.name = as.name;
  player.contribution = as.contribution;
  return player;
}

}  // namespace

PlayerEntry asked(const PlayerEntry& player) {
  return player.entrant && player.entrant->unasked() ? renamed(player.entrant->ask(), player) : player;
}

PlayerEntry asked_if_possible(const PlayerEntry& player) {
  try {
    return asked(player);
  } catch (const UserError&) {
    throw;
  } catch (const std::exception&) {  // of its process
    return player;
  }
}

PlayerEntry with_options(const PlayerEntry& player, const std::vector<std::string>& assignments) {
  if (assignments.empty()) return player;
  const PlayerEntry entry = asked_if_possible(player);
  Options options = entry.options;
  if (entry.any_options)
    for (const auto& [name, value] : split_assignments(assignments))
      set_any(options, name.text, undeclared_value(value));
  else
    set_options(options, split_assignments(assignments), entry.declared, fmt::format("player '{}'", entry.name));
  return renamed(entry.entrant->with(options), entry);
}

void require_plays(const PlayerEntry& player, const Rules& rules) {
  const PlayedGames plays = asked_if_possible(player).plays;
  if (!plays.include(rules))
    throw InputError("player '{}' plays {} only, and not side {} under {}", player.name, plays.words(), rules.side,
                     rules.profile);
}

}  // namespace pentocity::entrants
