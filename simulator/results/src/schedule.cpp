#include "pentocity/results/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace_check.hpp"

namespace pentocity::results {

using namespace match;

namespace {

using nlohmann::ordered_json;

// The part of a schedule that its hash covers.
ordered_json common_json(const Schedule& schedule) {
  ordered_json out{{"rules", to_json_resolved(schedule.rules)}};
  if (schedule.commitment) {
    out["seed"] = "secret";
    out["commitment"] = *schedule.commitment;
    add_json(out, schedule.derivation);
  } else if (schedule.seed)
    out["seed"] = *schedule.seed;
  else
    out["seeds"] = schedule.seeds;
  out["limits"] = results::to_json(schedule.limits);
  return out;
}

ordered_json to_json(const std::vector<match::EntrantId>& entrants) {
  ordered_json list = ordered_json::array();
  for (const match::EntrantId& e : entrants) list.push_back({{"name", e.name}, {"identity", e.identity}});
  return list;
}

std::vector<match::EntrantId> entrants_of_json(const nlohmann::json& list) {
  std::vector<match::EntrantId> out;
  std::set<std::string> names;
  for (const auto& e : list) {
    out.push_back({e.at("name").get<std::string>(), e.at("identity").get<std::string>()});
    if (has_unseen(out.back().name))
      throw InputError("a schedule has the name '{}', with characters that cannot be seen", out.back().name);
    if (!names.insert(out.back().name).second) throw InputError("a schedule has two of one name");
  }
  if (out.empty()) throw InputError("a schedule is without players or sequencers");
  return out;
}

// Of sequencers that have not all of the repeats.
OwnRepeats own_repeats_of_json(const nlohmann::json& sequencers, std::uint64_t repeats) {
  OwnRepeats out;
  for (const auto& sequencer : sequencers) {
    if (!sequencer.contains("repeats")) continue;
    auto& own = out[sequencer.at("name").get<std::string>()];
    for (const auto& item : sequencer.at("repeats")) {
      const auto repeat = uint64_of_json(item);
      if (!repeat || *repeat >= repeats || (!own.empty() && static_cast<int>(*repeat) <= own.back()))
        throw InputError("a schedule has a sequencer whose repeats are not some of its {}, in order", repeats);
      own.push_back(static_cast<int>(*repeat));
    }
  }
  return out;
}

std::uint64_t whole_number(const nlohmann::json& value) {
  const auto number = uint64_of_json(value);
  if (!number) throw InputError("a schedule has {} where a whole number belongs", text_of_json(value));
  return *number;
}

std::vector<match::EntrantId> joined(const std::vector<match::EntrantId>& stored,
                                     const std::vector<match::EntrantId>& added) {
  const auto own = numbers_of(added), there = numbers_of(stored);
  if (std::ranges::all_of(stored, [&](const auto& entrant) { return own.contains(entrant.name); })) return added;
  std::vector<match::EntrantId> all;
  for (const match::EntrantId& entrant : stored)
    all.push_back(own.contains(entrant.name) ? added[own.at(entrant.name)] : entrant);
  for (const match::EntrantId& entrant : added)
    if (!there.contains(entrant.name)) all.push_back(entrant);
  return all;
}

constexpr std::array<std::string_view, 3> failures_names{"apart", "zero", "codes"};

std::string hex(std::uint64_t bits) { return fmt::format("{:016x}", bits); }

// The maximum number of games of a schedule that is read; the results of so many have some gigabytes.
constexpr std::size_t max_games = 100'000'000;

}  // namespace

ordered_json to_json(const Limits& limits) {
  ordered_json out;
  for (const auto& [name, limit] : limits_of_time) out[name] = limits.*limit;
  out["memory"] = limits.memory;
  // The usual ones are left out, as in what was stored before there were any.
  for (const auto& [name, limit] : limits_of_instructions)
    if (limits.*limit != Limits().*limit) out[name] = limits.*limit;
  return out;
}

Limits limits_of_json(const nlohmann::json& json) {
  Limits limits;
  for (const auto& [name, limit] : limits_of_time) json.at(name).get_to(limits.*limit);
  limits.memory = whole_number(json.at("memory"));
  for (const auto& [name, limit] : limits_of_instructions)
    if (json.contains(name)) limits.*limit = whole_number(json.at(name));
  return limits;
}

void add_json(ordered_json& object, const Derivation& derivation) {
  object["derivation"] = derivation_version;
  for (const auto& [player, number] : derivation.contributions)
    object["contributions"].push_back({{"player", player}, {"number", number}});
  if (!derivation.beacon.empty()) object["beacon"] = {{"name", derivation.beacon}, {"value", derivation.beacon_value}};
}

Derivation derivation_of_json(const nlohmann::json& object) {
  Derivation out;
  if (const auto& version = object.at("derivation"); version != derivation_version)
    throw InputError("the requests were drawn by version {} of the derivation: this program knows {}",
                     text_of_json(version), derivation_version);
  for (const auto& one : object.value("contributions", nlohmann::json::array())) {
    out.contributions.push_back({one.at("player").get<std::string>(), one.at("number").get<std::string>()});
    if (!Secret::of_hex(out.contributions.back().number))
      throw InputError("a contribution is other than 64 hex digits");
    if (out.contributions.size() > 1 && out.contributions.rbegin()[1].player >= out.contributions.back().player)
      throw InputError("contributions are not in the order of the players' names");
  }
  if (object.contains("beacon")) {
    object.at("beacon").at("name").get_to(out.beacon);
    object.at("beacon").at("value").get_to(out.beacon_value);
  }
  return out;
}

std::string_view name_of(Failures failures) { return failures_names[static_cast<std::size_t>(failures)]; }

std::optional<Failures> failures_of_name(std::string_view name) {
  const auto it = std::ranges::find(failures_names, name);
  if (it == failures_names.end()) return std::nullopt;
  return static_cast<Failures>(it - failures_names.begin());
}

std::map<std::string, int> numbers_of(const std::vector<match::EntrantId>& entrants) {
  std::map<std::string, int> out;
  for (std::size_t i = 0; i < entrants.size(); ++i) out.emplace(entrants[i].name, static_cast<int>(i));
  return out;
}

GameId Schedule::game(std::size_t number) const {
  const std::size_t in_repeat = sequencers.size() * players.size();
  return {.player = static_cast<int>(number % players.size()),
          .sequencer = static_cast<int>(number % in_repeat / players.size()),
          .repeat = static_cast<int>(number / in_repeat)};
}

std::size_t Schedule::number_of(const GameId& id) const {
  return (static_cast<std::size_t>(id.repeat) * sequencers.size() + static_cast<std::size_t>(id.sequencer)) *
             players.size() +
         static_cast<std::size_t>(id.player);
}

void Schedule::set_repeats(int repeats) {
  if (commitment)
    secret_repeats = repeats;
  else if (seed)
    seeds = stream_seeds(*seed, repeats);
}

std::size_t Schedule::scheduled() const {
  std::size_t missing = 0;
  for (const auto& [sequencer, own] : own_repeats) missing += static_cast<std::size_t>(repeats()) - own.size();
  return games() - missing * players.size();
}

bool Schedule::has(const std::string& sequencer, int repeat) const {
  if (repeat < 0 || repeat >= repeats()) return false;
  const auto own = own_repeats.find(sequencer);
  return own == own_repeats.end() || std::ranges::binary_search(own->second, repeat);
}

std::optional<std::uint64_t> Schedule::seed_of(const GameId& id) const {
  if (commitment) return std::nullopt;
  return seeds[id.repeat];
}

bool plays(const Shard& shard, const GameId& id) {
  return ((shard.whole_streams ? 0 : id.player) + id.sequencer + id.repeat) % shard.count == shard.index;
}

std::string config_hash(const Schedule& schedule) { return hex(hash_bytes(text_of_json(common_json(schedule)))); }

std::string config_difference(const Schedule& stored, const Schedule& other) {
  std::vector<std::string> out;
  for (const match::Difference& d :
       match::differences(nlohmann::json(common_json(stored)), nlohmann::json(common_json(other))))
    out.push_back(fmt::format("{} is {} there and {} here", d.field, d.expected, d.found));
  return fmt::format("{}", fmt::join(out, ", "));
}

std::string game_key(const match::EntrantId& player, const match::EntrantId& sequencer) {
  return hex(hash_bytes(player.identity + '\n' + sequencer.identity));
}

Schedule joined(const Schedule& stored, const Schedule& added) {
  Schedule all = added;
  all.players = joined(stored.players, added.players);
  all.sequencers = joined(stored.sequencers, added.sequencers);
  const auto own = numbers_of(added.sequencers);
  for (const auto& [sequencer, repeats] : stored.own_repeats)
    if (!own.contains(sequencer)) all.own_repeats.emplace(sequencer, repeats);
  all.set_repeats(std::max(stored.repeats(), added.repeats()));
  return all;
}

ordered_json to_json(const Schedule& schedule) {
  ordered_json out = common_json(schedule);
  out["repeats"] = schedule.repeats();
  out["failures"] = name_of(schedule.failures);
  out["players"] = to_json(schedule.players);
  out["sequencers"] = to_json(schedule.sequencers);
  for (auto& sequencer : out["sequencers"])
    if (const auto own = schedule.own_repeats.find(sequencer.at("name").get<std::string>());
        own != schedule.own_repeats.end())
      sequencer["repeats"] = own->second;
  return out;
}

void check_pairings(const Schedule& schedule) {
  const std::size_t players = schedule.players.size(), sequencers = schedule.sequencers.size();
  if (players * sequencers > max_pairings)
    throw InputError("{} and {} are {} pairings: at most {} can be summed up", counted(players, "player"),
                     counted(sequencers, "sequencer"), players * sequencers, max_pairings);
}

Schedule schedule_of_json(const nlohmann::json& json) {
  try {
    Schedule schedule;
    schedule.rules = rules_of_json(json.at("rules"));
    const auto repeats = whole_number(json.at("repeats"));
    if (repeats < 1 || repeats > max_repeats) throw InputError("a schedule has an impossible number of repeats");
    if (json.contains("commitment")) {
      schedule.commitment = json.at("commitment").get<std::string>();
      if (!Secret::of_hex(*schedule.commitment))
        throw InputError("a schedule has a commitment of other than 64 hex digits");
      schedule.derivation = derivation_of_json(json);
    } else if (json.contains("seed")) {
      schedule.seed = whole_number(json.at("seed"));
    } else {
      for (const auto& seed : json.at("seeds")) schedule.seeds.push_back(whole_number(seed));
      if (schedule.seeds.size() != repeats) throw InputError("a schedule has other than one seed a repeat");
    }
    schedule.set_repeats(static_cast<int>(repeats));
    schedule.limits = limits_of_json(json.at("limits"));
    const auto failures = failures_of_name(json.at("failures").get<std::string>());
    if (!failures) throw InputError("a schedule has an unknown way to count failures");
    schedule.failures = *failures;
    schedule.players = entrants_of_json(json.at("players"));
    schedule.sequencers = entrants_of_json(json.at("sequencers"));
    schedule.own_repeats = own_repeats_of_json(json.at("sequencers"), repeats);
    check_pairings(schedule);
    if (schedule.games() > max_games) throw InputError("a schedule has more games than can be summed up");
    return schedule;
  } catch (const nlohmann::json::exception& e) {
    throw InputError("a schedule cannot be read: {}", e.what());
  }
}

}  // namespace pentocity::results
