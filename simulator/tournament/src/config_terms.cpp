#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <ranges>

#include "pentocity/tournament/config.hpp"

namespace pentocity::tournament {

using namespace isolation;
using match::Isolation, match::Require;

namespace {

struct Unit {
  std::string_view name;
  double factor;
};
constexpr std::array times{Unit{"ms", 1e-3}, Unit{"s", 1}, Unit{"min", 60}, Unit{"h", 3600}};
constexpr std::array sizes{Unit{"KiB", 0x1p10}, Unit{"MiB", 0x1p20}, Unit{"GiB", 0x1p30}, Unit{"TiB", 0x1p40},
                           Unit{"kB", 1e3},     Unit{"MB", 1e6},     Unit{"GB", 1e9},     Unit{"B", 1}};
constexpr std::array counts{Unit{"", 1}, Unit{"k", 1e3}, Unit{"M", 1e6}, Unit{"G", 1e9}};

// What a limit may be.
struct LimitKind {
  std::span<const Unit> units;
  double min, max;
  std::string_view words;
};
constexpr LimitKind a_time{times, 1e-3, 1e9, "a time of 1ms or more, such as 300s, 500ms, 5min or 1h"};
constexpr LimitKind a_size{sizes, 0x1p20, 0x1p50, "a size of 1MiB or more, such as 2GiB or 512MiB"};
constexpr LimitKind a_count{counts, 1, 1e15, "a number of instructions of 1 or more, such as 500M or 20G"};

// A number with a unit, such as 300s; none if it is no such thing.
std::optional<double> quantity(std::string_view text, std::span<const Unit> units) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  while (text.starts_with(' ')) text.remove_prefix(1);
  const auto unit = std::ranges::find(units, text, &Unit::name);
  return unit == units.end() ? std::nullopt : std::optional(value * unit->factor);
}

// Sets a limit, in seconds or bytes, if the key is there.
template <class T>
void read_limit(const YamlNode& root, const std::string& key, const LimitKind& kind, T& limit) {
  const auto node = root.find(key);
  if (!node) return;
  const auto value = quantity(node->text(), kind.units);
  if (!value || *value < kind.min || *value > kind.max)
    node->fail("'{}' must be {}, not '{}'", key, kind.words, node->text());
  limit = static_cast<T>(*value);
}

// One of a few words; `value` is set to the value in the same place.
template <class T>
void read_choice(const YamlNode& root, const std::string& key, const std::vector<std::pair<std::string, T>>& choices,
                 T& value) {
  const auto node = root.find(key);
  if (!node) return;
  const auto choice = std::ranges::find(choices, node->text(), &std::pair<std::string, T>::first);
  if (choice == choices.end())
    node->fail("'{}' must be {}, not '{}'", key, fmt::join(choices | std::views::keys, " or "), node->text());
  value = choice->second;
}

// `isolation`: a word, or a mapping of `mode`, which is that word, and `require`.
void read_isolation(const YamlNode& root, Hosting& hosting) {
  const auto node = root.find("isolation");
  const bool more = node && node->is_mapping();
  if (more) node->check_keys({"mode", "require"});
  read_choice<Isolation>(more ? *node : root, more ? "mode" : "isolation",
                         {{"all", Isolation::all}, {"plugins", Isolation::plugins}, {"none", Isolation::none}},
                         hosting.isolation);
  Require& required = hosting.confinement->require;
  if (more)
    read_choice<Require>(*node, "require", {{"all", Require::all}, {"box", Require::box}, {"none", Require::none}},
                         required);
  if (required == Require::all && hosting.isolation == Isolation::none)
    node->fail(
        "'mode: none' and 'require: all' exclude each other: without a process of its own nothing confines a plugin");
}

std::uint64_t read_number_seed(const YamlNode& node) {
  return static_cast<std::uint64_t>(node.integer(0, static_cast<std::int64_t>(max_seed)));
}

std::vector<std::uint64_t> read_seed_list(const YamlNode& list) {
  std::vector<std::uint64_t> out;
  for (const YamlNode& node : list.elements()) out.push_back(read_number_seed(node));
  if (out.empty()) list.fail("the list is empty");
  return out;
}

// The value of `seed` in a config, which may be a word too.
std::uint64_t read_seed(const std::optional<YamlNode>& node) {
  if (!node) return default_seed;
  const std::string& text = node->raw();
  if (!text.empty() && !std::isdigit(static_cast<unsigned char>(text[0])) && text[0] != '-')
    node->fail("'seed' must be an integer from 0 to {}, or secret, not {}", max_seed, node->described());
  return read_number_seed(*node);
}

// Takes as many of the listed seeds as there are to be repeats.
void fit_list(const YamlNode& mapping, const Overrides& overrides, results::Schedule& schedule) {
  const int listed = schedule.repeats();
  const int count = overrides.repeats.value_or(listed);
  if (count > listed)
    throw InputError("--repeats {}: {} lists {} seeds, one for each repeat; --seed replaces the list", count,
                     mapping.file(), listed);
  if (const auto repeats = mapping.find("repeats"); repeats && !overrides.repeats)
    if (const auto said = repeats->integer(1, results::max_repeats); said != listed)
      repeats->fail("'repeats' is {}, but there are {} seeds, one for each repeat: leave 'repeats' out", said, listed);
  schedule.seeds.resize(static_cast<std::size_t>(count));
}

Rules profile_of(const YamlNode& node) {
  if (const auto rules = Rules::of_profile(node.text())) return *rules;
  node.fail("there are no rules '{}'{}", node.text(), suggestion(node.text(), Rules::profiles()));
}

}  // namespace

Rules read_rules(const YamlNode& node) {
  if (!node.is_mapping()) return profile_of(node);
  const auto profile = node.find("profile");
  const Rules base = profile ? profile_of(*profile) : Rules::report();
  std::vector<OptionSpec> declared = rule_options(base);
  declared.push_back({.name = "profile", .fallback = base.profile, .meaning = "where the other rules come from"});
  return rules_of_options(base.profile, entrants::read_options(node, declared, "the mapping 'rules'"));
}

void read_seeds(const YamlNode& mapping, const Overrides& overrides, results::Schedule& schedule) {
  const auto seed = mapping.find("seed"), seeds = mapping.find("seeds"), repeats = mapping.find("repeats");
  if (seed && seeds) seeds->fail("'seed' and 'seeds' exclude each other");
  int count = default_repeats;
  if (repeats) count = static_cast<int>(repeats->integer(1, results::max_repeats));
  if (seeds) schedule.seeds = read_seed_list(*seeds);
  if (seeds && !repeats) count = schedule.repeats();
  schedule.seed = overrides.seed;
  if (overrides.secret || (!schedule.seed && seed && seed->raw() == "secret")) {
    schedule.commitment.emplace();
    schedule.seeds.clear();
  } else if (!schedule.seed && !seeds) {
    schedule.seed = read_seed(seed);
  }
  if (schedule.seed || schedule.commitment)
    schedule.set_repeats(overrides.repeats.value_or(count));
  else
    fit_list(mapping, overrides, schedule);
}

void read_terms(const YamlNode& root, const Overrides& overrides, Config& config) {
  results::Schedule& schedule = config.schedule;
  if (const auto rules = root.find("rules")) schedule.rules = read_rules(*rules);
  read_seeds(root, overrides, schedule);
  if (const auto beacon = root.find("beacon")) {
    if (!schedule.commitment && !overrides.seed) beacon->fail("'beacon' goes with `seed: secret`");
    config.beacon = beacon->text();
    if (config.beacon.empty()) beacon->fail("'beacon' must name a public source of random numbers");
  }
  for (const auto& [name, limit] : limits_of_time)
    read_limit(root, fmt::format("{}_limit", name), a_time, schedule.limits.*limit);
  read_limit(root, "memory_limit", a_size, schedule.limits.memory);
  for (const auto& [name, limit] : limits_of_instructions) read_limit(root, name, a_count, schedule.limits.*limit);
  read_isolation(root, config.hosting);
  if (overrides.isolation) config.hosting.isolation = *overrides.isolation;
  read_choice<results::Failures>(
      root, "failures",
      {{"apart", results::Failures::apart}, {"zero", results::Failures::zero}, {"codes", results::Failures::codes}},
      schedule.failures);
}

}  // namespace pentocity::tournament
