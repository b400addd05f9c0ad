#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

using nlohmann::ordered_json;

struct Item {
  std::string name, summary;
  std::vector<OptionSpec> options;
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
  if (option.minimum() > unbounded.min) json["min"] = bound(option.minimum());
  if (option.maximum() < unbounded.max) json["max"] = bound(option.maximum());
  return json;
}

std::string json_text(const std::vector<Item>& items) {
  ordered_json list = ordered_json::array();
  for (const Item& item : items) {
    ordered_json options = ordered_json::array();
    for (const OptionSpec& option : item.options) options.push_back(to_json(option));
    list.push_back({{"name", item.name}, {"summary", item.summary}, {"options", std::move(options)}});
  }
  return list.dump(2) + "\n";
}

std::string plain_text(const std::vector<Item>& items) {
  std::size_t width = 0;
  for (const Item& item : items) width = std::max(width, item.name.size());
  std::string out;
  for (const Item& item : items) out += fmt::format("{:<{}}  {}\n", item.name, width, printable(item.summary));
  return out;
}

template <class Spec>
std::vector<Item> items_of(const std::vector<Spec>& specs) {
  std::vector<Item> items;
  for (const Spec& spec : specs) items.push_back({spec.name, spec.summary, spec.options});
  return items;
}

std::vector<Item> players() { return items_of(builtin_players()); }

std::vector<Item> sequencers() {
  auto items = items_of(builtin_sequencers());
  for (Item& item : items) item.options.push_back(generator_option());
  return items;
}

std::vector<Item> rules() {
  return {{"report", "the rules of the 2016 paper, the default: an invalid move counts as a reject",
           rule_options(Rules::report())},
          {"tournament-2016", "the rules of the simulator of 2016: an invalid move ends the game",
           rule_options(Rules::tournament_2016())}};
}

std::vector<Item> puzzles() {
  std::vector<Item> items;
  for (const Puzzle& puzzle : builtin_puzzles()) items.push_back({puzzle.name, puzzle.summary, {}});
  return items;
}

struct Arguments {
  std::vector<Item> (*items)() = nullptr;
  std::string format = "text";
};

int list(const Arguments& a) {
  fmt::print("{}", a.format == "json" ? json_text(a.items()) : plain_text(a.items()));
  return exit_done;
}

}  // namespace

void add_list(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("list", "List the built-in players, sequencers, rules or puzzles");
  command->require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& meaning, std::vector<Item> (*items)()) {
    const auto [what, a] = add_command(*command, exit_code, list, name, meaning);
    a.items = items;
    choice(what, "--format text|json", a.format,
           "Format of the list: text, a line for each (default), or json, also with all options, their "
           "types, defaults and meanings");
    what.footer(fmt::format("Example: pentocity list {} --format json", name));
  };
  add("players", "List the built-in players: programs that answer requests", players);
  add("sequencers", "List the built-in sequencers: sources of requests", sequencers);
  add("rules", "List the two sets of rules; with --format json also the single rules", rules);
  add("puzzles", "List the built-in puzzles, for `pentocity solve`", puzzles);
  command->footer("Example: pentocity list players");
}

}  // namespace pentocity::app
