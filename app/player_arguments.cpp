#include "player_arguments.hpp"

#include <boost/algorithm/string/replace.hpp>

namespace pentocity::app {

using namespace isolation;

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

FoundPlayers find_players(const std::vector<std::string>& words, const PlayerArguments& a,
                          std::optional<Isolation> isolation) {
  FoundPlayers found;
  Config config;
  if (a.config.empty()) {
    config.hosting = hosting_of_names(isolation);
  } else {
    Overrides overrides;
    overrides.isolation = isolation;
    overrides.leave_out_broken = true;
    config = load_config(a.config, overrides);
    found.rules = config.schedule.rules;
  }
  const Hosting& hosting = config.hosting;
  found.limits = hosting.confinement->limits;
  found.kept = hosting.confinement->kept;
  for (const std::string& word : words) {
    const auto entry = std::ranges::find(config.players, word, &PlayerEntry::name);
    if (entry == config.players.end() && config.broken.contains(word)) config.require_unbroken(word);
    try {
      found.players.push_back(entry != config.players.end() ? *entry : player_of_word(word, hosting));
    } catch (const InputError& e) {
      if (a.config.empty()) throw;
      config.require_unbroken(word);
      throw InputError("{}; the players of {} are {}", e.what(), a.config, fmt::join(names_of(config.players), ", "));
    }
    PlayerEntry& player = found.players.back();
    player = asked_if_possible(player);
  }
  set_options(found.players, a.options);
  return found;
}

std::string debugger_for(const std::string& identity) {
  return identity.starts_with(R"({"command")") || is_java(identity) ? "" : "gdb --args ";
}

bool is_java(const std::string& identity) { return identity.starts_with(R"({"java")"); }

Rules rules_for(const FoundPlayers& found, const std::string& profile) {
  if (found.rules && !profile.empty())
    throw InputError("--rules: with --config the games have the rules of the config: leave one of the two out");
  return found.rules ? *found.rules : rules_of_option(profile.empty() ? "report" : profile);
}

FoundSequencer find_sequencer(const std::string& word, const PlayerArguments& a, std::optional<Isolation> isolation) {
  if (!a.config.empty()) {
    if (!a.options.empty()) throw InputError("--option: with --config the sequencer has the options of the config");
    constexpr std::string_view option = "--sequencers: ";
    Overrides overrides;
    overrides.sequencers = {word};
    overrides.isolation = isolation;
    overrides.leave_out_broken = true;
    try {
      const Config config = load_config(a.config, overrides);
      return {config.sequencers.front(), config.schedule.rules.side, config.schedule.limits,
              config.hosting.confinement->kept};
    } catch (const InputError& e) {
      const std::string_view message = e.what();
      if (!message.starts_with(option)) throw;
      throw InputError("{}", message.substr(option.size()));
    }
  }
  const Hosting hosting = hosting_of_names(isolation);
  const auto found = [&](const SequencerEntry& entry) {
    return FoundSequencer{entry, Rules().side, hosting.confinement->limits, hosting.confinement->kept};
  };
  if (a.options.empty()) return found(sequencer_of_word(word, hosting));
  if (std::ranges::find(builtin_sequencers(), word, &SequencerSpec::name) != builtin_sequencers().end() ||
      !std::filesystem::exists(word))
    return found(built_in_sequencer(word, a.options));
  const auto extension = std::filesystem::path(word).extension();
  if (extension == ".yaml" || extension == ".yml")
    throw InputError("--option: a mix has no options: its file says everything");
  throw InputError("--option: {} gets its options in a config, and is then named as in it, with --config", word);
}

}  // namespace pentocity::app
