#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {

namespace {

struct Item {
  std::string name, summary;
  std::vector<OptionSpec> options;
  std::optional<PlayerEntry> player = {};  ///< if one was named on the command line
};

ordered_json to_json(const OptionValue& value) {
  return std::visit([](const auto& v) { return ordered_json(v); }, value);
}

ordered_json to_json(const OptionSpec& option) {
  ordered_json json{{"name", option.name},
                    {"type", type_name(option.fallback)},
                    {"default", to_json(option.fallback)},
                    {"meaning", option.meaning}};
  if (!option.choices.empty()) json["choices"] = option.choices;
  const OptionSpec unbounded{};
  const bool integer = std::holds_alternative<std::int64_t>(option.fallback);
  const auto bound = [&](double v) { return integer ? ordered_json(static_cast<std::int64_t>(v)) : ordered_json(v); };
  if (option.min > unbounded.min) json["min"] = bound(option.min);
  if (option.max < unbounded.max) json["max"] = bound(option.max);
  return json;
}

std::string json_text(const std::vector<Item>& items) {
  ordered_json list = ordered_json::array();
  for (const Item& item : items) {
    ordered_json options = ordered_json::array();
    for (const OptionSpec& option : item.options) options.push_back(to_json(option));
    list.push_back({{"name", item.name}, {"summary", item.summary}, {"options", std::move(options)}});
    if (!item.player) continue;
    list.back()["values"] = ordered_json::object();
    for (const auto& [name, value] : item.player->options.values()) list.back()["values"][name] = to_json(value);
    if (const auto& sides = item.player->plays.sides; !sides.empty()) list.back()["sides"] = sides;
    if (const auto& rules = item.player->plays.rules; !rules.empty()) list.back()["rules"] = rules;
  }
  return text_of_json(list, 2) + "\n";
}

// What values an option takes, in words; empty if its type allows all.
std::string range_of(const OptionSpec& spec) {
  const OptionSpec unbounded{};
  if (!spec.choices.empty()) return fmt::format("one of {}", fmt::join(spec.choices, ", "));
  const double min = spec.min, max = spec.max;
  if (min <= unbounded.min) return max >= unbounded.max ? "" : fmt::format("{} or less", max);
  return max >= unbounded.max ? fmt::format("{} or more", min) : fmt::format("{} to {}", min, max);
}

// The options of a named player, a line for each.
std::string options_text(const PlayerEntry& player) {
  std::string out;
  const auto line = [&](const std::string& text) { out += "  " + printable(text) + "\n"; };
  if (const std::string words = player.plays.words(); !words.empty()) line("plays " + words + " only");
  for (const OptionSpec& option : player.declared) {
    const OptionValue& value = player.options.values().at(option.name);
    const std::string bounds = range_of(option);
    line(fmt::format("{} = {}: {}{}{}{}", option.name, to_string(value), type_name(option.fallback),
                     bounds.empty() ? "" : ", " + bounds,
                     value == option.fallback ? "" : ", default " + to_string(option.fallback),
                     option.meaning.empty() ? "" : "; " + option.meaning));
  }
  if (player.any_options)
    for (const auto& [name, value] : player.options.values())
      line(fmt::format("{} = {}: not declared by the player", name, to_string(value)));
  return out;
}

std::string plain_text(const std::vector<Item>& items) {
  std::size_t width = 0;
  for (const Item& item : items) width = std::max(width, item.name.size());
  std::string out;
  for (const Item& item : items) {
    out += fmt::format("{:<{}}  {}\n", printable(item.name), width, printable(item.summary));
    if (item.player) out += options_text(*item.player);
  }
  return out;
}

template <class Spec>
std::vector<Item> items_of(const std::vector<Spec>& specs) {
  std::vector<Item> items;
  for (const Spec& spec : specs) items.push_back({spec.name, spec.summary, spec.options});
  return items;
}

struct ListArguments {
  std::vector<Item> (*items)(const ListArguments& a) = nullptr;
  std::string format = "text";
  std::vector<std::string> names;  // of players
  PlayerArguments from;
};

std::vector<Item> sequencers(const ListArguments&) {
  auto items = items_of(builtin_sequencers());
  for (Item& item : items) item.options.push_back(generator_option());
  return items;
}

std::vector<Item> rules(const ListArguments&) {
  return {{"report", "the rules of the 2016 paper, the default: an invalid move counts as a reject",
           rule_options(Rules::report())},
          {"tournament-2016", "the rules of the simulator of 2016: an invalid move ends the game",
           rule_options(Rules::tournament_2016())}};
}

std::vector<Item> puzzles(const ListArguments&) {
  std::vector<Item> items;
  for (const packing::Puzzle& puzzle : packing::builtin_puzzles()) items.push_back({puzzle.name, puzzle.summary, {}});
  return items;
}

// Why a command cannot be asked what it declares: its last words if there are any, else how it ended.
std::string obstacle_to(const PlayerEntry& player) {
  try {
    asked(player);
  } catch (const ParticipantFailed& failure) {
    const std::string words = last_words(failure.errors);
    return words.empty() ? failure.what() : words;
  } catch (const std::exception& error) {
    return error.what();
  }
  return "it answers now and then";
}

// The built-in players, or those that are named, with their options.
std::vector<Item> players(const ListArguments& a) {
  if (a.names.empty() && a.from.config.empty()) {
    if (!a.from.options.empty()) throw InputError("--option: name the player, as in pentocity list players jigsaw");
    return items_of(builtin_players());
  }
  std::vector<std::string> names = a.names;
  if (names.empty()) {
    Overrides overrides;
    overrides.leave_out_broken = true;
    const Config config = load_config(a.from.config, overrides);
    names = names_of(config.players);
    for (const auto& [name, what] : config.broken) tell("left out: {}", what);
  }
  std::vector<Item> items;
  Config found = find_players(names, a.from);
  for (PlayerEntry& player : found.players) {
    const std::string summary = !player.summary.empty()     ? player.summary
                                : player.entrant->unasked() ? "could not be asked: " + obstacle_to(player)
                                : player.any_options        ? "a command that does not declare its options"
                                                            : "a command";
    items.push_back({player.name, summary, player.declared, std::move(player)});
  }
  return items;
}

void list(const ListArguments& a) {
  const std::vector<Item> items = a.items(a);
  fmt::print("{}", a.format == "json" ? json_text(items) : plain_text(items));
}

}  // namespace

void add_list(const Command& app) {
  const Command command = app.commands("list", "List the built-in players, sequencers, rules or puzzles");
  const auto add = [&](const std::string& name, const std::string& meaning,
                       std::vector<Item> (*items)(const ListArguments&)) {
    const auto [what, a] = command.command(list, name, meaning);
    a.items = items;
    what.choice("--format text|json", a.format,
                "Format of the list: text, a line for each (default), or json, also with all options, their types, "
                "defaults and meanings");
    what.footer({fmt::format("pentocity list {} --format json", name)});
    if (items == players) {
      player_option(what, "[players NAME|FILE]", a.names,
                    std::string("Show these players with their options: names of --config, or each ") + a_player +
                        " (default: all built-in players, or all of --config)");
      add_player_options(what, a.from);
      what.footer(
          {"pentocity list players --format json", "pentocity list players jigsaw", "pentocity list players ./mine.py"},
          "A command is started once, and asked what it declares.");
    }
  };
  add("players", "List the built-in players: programs that answer requests; or show any players and their options",
      players);
  add("sequencers", "List the built-in sequencers: sources of requests", sequencers);
  add("rules", "List the two sets of rules; with --format json also the single rules", rules);
  add("puzzles", "List the built-in puzzles, for `pentocity solve`", puzzles);
  command.footer({"pentocity list players"});
}

}  // namespace pentocity::app
