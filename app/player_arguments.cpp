#include "player_arguments.hpp"

namespace pentocity::app {

using namespace isolation;
using match::Isolation;

void add_player_options(const Command& command, std::vector<std::string>& options) {
  command.option("--option NAME=VALUE", options,
                 "Set an option of the player, in place of the config's value; of the first one if several are named. "
                 "PLAYER:NAME=VALUE sets it for another. May be given several times; `pentocity list players --format "
                 "json` shows the options of the built-in players, and `pentocity list players FILE` those of yours");
}

void add_player_options(const Command& command, PlayerArguments& a) {
  command.file("--config CONFIG.yaml", a.config,
               "Config of a run (docs/reference/running.md): a player can be named by its name in it, and then has the "
               "options and limits that it has there");
  add_player_options(command, a.options);
}

namespace {

// A config of nobody, or of those whom the command line's config names.
Config base_config(const PlayerArguments& a, Overrides overrides) {
  overrides.leave_out_broken = true;
  if (!a.config.empty()) return load_config(a.config, overrides);
  Config config;
  config.schedule.rules = rules_of_option("report");
  config.hosting = hosting_of_names(overrides.isolation);
  return config;
}

}  // namespace

Config find_players(const std::vector<std::string>& words, const PlayerArguments& a,
                    std::optional<Isolation> isolation) {
  Overrides overrides;
  overrides.isolation = isolation;
  const Config config = base_config(a, overrides);
  Config found = config;
  found.players.clear();
  found.sequencers.clear();
  for (const std::string& word : words) {
    const auto entry = std::ranges::find(config.players, word, &PlayerEntry::name);
    if (entry == config.players.end() && config.broken.contains(word)) config.require_unbroken(word);
    try {
      found.players.push_back(entry != config.players.end() ? *entry : player_of_word(word, found.hosting));
    } catch (const InputError& e) {
      if (a.config.empty()) throw;
      config.require_unbroken(word);
      throw InputError("{}; the players of {} are {}", e.what(), a.config, fmt::join(names_of(config.players), ", "));
    }
    PlayerEntry& player = found.players.back();
    player = asked_if_possible(player);
  }
  set_options(found.players, a.options);
  if (a.rules.empty()) return found;
  if (!a.config.empty())
    throw InputError("--rules: with --config the games have the rules of the config: leave one of the two out");
  found.schedule.rules = rules_of_option(a.rules);
  return found;
}

std::string debugger_for(const std::string& identity) {
  const bool is_compiled = !identity.starts_with(R"({"command")") && !identity.starts_with(R"({"wasm")");
  return is_compiled && !is_java(identity) ? "gdb --args " : "";
}

bool is_java(const std::string& identity) { return identity.starts_with(R"({"java")"); }

Config find_sequencers(const std::vector<std::string>& words, const PlayerArguments& a,
                       std::optional<Isolation> isolation) {
  Overrides overrides;
  overrides.isolation = isolation;
  if (!a.config.empty()) {
    if (!a.options.empty()) throw InputError("--option: with --config the sequencer has the options of the config");
    constexpr std::string_view option = "--sequencers: ";
    overrides.sequencers = words;
    overrides.others = true;
    try {
      Config found = base_config(a, overrides);
      found.players.clear();
      return found;
    } catch (const InputError& e) {
      const std::string_view message = e.what();
      if (!message.starts_with(option)) throw;
      throw InputError("{}", message.substr(option.size()));
    }
  }
  Config found = base_config(a, overrides);
  for (const std::string& word : words) found.sequencers.push_back(sequencer_of_word(word, found.hosting, a.options));
  return found;
}

}  // namespace pentocity::app
