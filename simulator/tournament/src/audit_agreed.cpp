// What was agreed beforehand, against what a results folder was to play.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "audit_parts.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

using nlohmann::json;

// All of a schedule but its players and sequencers. Seeds are listed only if they do not follow from one.
json terms_of(const Schedule& schedule) {
  json out{{"rules", to_json_resolved(schedule.rules)},
           {"limits", to_json(schedule.limits)},
           {"failures", name_of(schedule.failures)},
           {"repeats", schedule.repeats()}};
  if (schedule.commitment)
    out["seed"] = "secret";
  else if (schedule.seed)
    out["seed"] = *schedule.seed;
  else
    out["seeds"] = schedule.seeds;
  return out;
}

// Returns the names of those of which the config tells no more than that.
std::vector<std::string> compare_entrants(const std::string& where, const std::string& kind,
                                          const std::vector<Entrant>& agreed, const std::vector<Entrant>& found,
                                          Findings& out) {
  std::vector<std::string> named_only;
  const auto there = numbers_of(found), wanted = numbers_of(agreed);
  for (const Entrant& entrant : agreed) {
    const std::string field = fmt::format("{} '{}'", kind, entrant.name);
    const auto other = there.find(entrant.name);
    if (other == there.end())
      add(out, where, field, "among those that play", "nothing");
    else if (entrant.identity.empty())
      named_only.push_back(entrant.name);
    else
      for (const Difference& d : differences(read_json(entrant.identity, "an identity"),
                                             read_json(found[other->second].identity, where + ": an identity")))
        add(out, where, field + (d.field.empty() ? "" : ": " + d.field), d.expected, d.found);
  }
  for (const Entrant& entrant : found)
    if (!wanted.contains(entrant.name))
      add(out, where, fmt::format("{} '{}'", kind, entrant.name), "nothing", "among those that play");
  return named_only;
}

}  // namespace

void compare_with_config(const std::string& folder, const Config& agreed, const Schedule& found, Audit& out) {
  const std::string where = folder + "/results.sqlite: schedule";
  add(out.findings, where, differences(terms_of(agreed.schedule), terms_of(found)));
  const auto named_only = compare_entrants(where, "player", agreed.schedule.players, found.players, out.findings);
  compare_entrants(where, "sequencer", agreed.schedule.sequencers, found.sequencers, out.findings);
  for (const std::string& name : named_only)
    out.gaps.push_back({.part = fmt::format("compared: what '{}' is made from", name),
                        .why = "--players leaves it out, as one whose files are not here"});
  out.compared.emplace_back("the config");
}

}  // namespace pentocity::tournament
