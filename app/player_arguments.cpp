#include "player_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "commands.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::app {

using namespace isolation;
using namespace entrants;
using namespace play;

void add_player_options(const Command& command, std::vector<std::string>& options) {
  command
      .option(
          "--option NAME=VALUE", options,
          "Set an option of the player, in place of the config's value; of the first one if several are named. "
          "PLAYER:NAME=VALUE sets it for another. May be given several times; `pentocity list players --format json` "
          "shows the options of the built-in players, and `pentocity list players FILE` those of yours")
      .one_each_time();
}

void add_player_options(const Command& command, PlayerArguments& a) {
  command.file("--config CONFIG.yaml", a.config,
               "Config of a run (docs/reference/running.md): a player can be named by its name in it, and then has the "
               "options and "
               "limits that it has there");
  add_player_options(command, a.options);
}

FoundPlayers find_players(const std::vector<std::string>& words, const PlayerArguments& a,
                          std::optional<Isolation> isolation) {
  FoundPlayers found;
  Hosting hosting;
  if (isolation) hosting.isolation = *isolation;
  hosting.confinement->folder = std::filesystem::current_path().string();
  std::vector<PlayerEntry> of_config;
  if (!a.config.empty()) {
    Overrides overrides;
    overrides.isolation = isolation;
    Config config = load_config(a.config, overrides);
    hosting = config.hosting;
    found.rules = config.schedule.rules;
    of_config = std::move(config.players);
  }
  found.limits = hosting.confinement->limits;
  found.kept = hosting.confinement->kept;
  for (const std::string& word : words) {
    const auto entry = std::ranges::find(of_config, word, &PlayerEntry::name);
    try {
      found.players.push_back(entry != of_config.end() ? *entry : player_of_word(word, hosting));
    } catch (const InputError& e) {
      if (a.config.empty()) throw;
      throw InputError("{}; the players of {} are {}", e.what(), a.config, fmt::join(names_of(of_config), ", "));
    }
    PlayerEntry& player = found.players.back();
    player = asked_if_possible(player);
  }
  set_options(found.players, a.options);
  return found;
}

std::string quoted(const std::string& word) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
  std::string out = "'";
  for (const char ch : word) out += ch == '\'' ? "'\\''" : std::string(1, ch);
  return out + "'";
}

std::string debugger_for(const std::string& identity) {
  return identity.starts_with(R"({"command")") ? "" : "gdb --args ";
}

Rules rules_for(const FoundPlayers& found, const std::string& profile) {
  if (found.rules && !profile.empty())
    throw InputError("--rules: with --config the games have the rules of the config: leave one of the two out");
  return found.rules ? *found.rules : rules_of_option(profile.empty() ? "report" : profile);
}

}  // namespace pentocity::app
