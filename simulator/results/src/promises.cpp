#include "pentocity/results/promises.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/results/files.hpp"

namespace pentocity::results {

using namespace match;

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

// Bytes of such a file.
constexpr std::size_t longest = std::size_t{16} << 20;
constexpr const char* commitment_format = "pentocity-commitment/1";
constexpr const char* roster_format = "pentocity-roster/1";
constexpr const char* disqualified_format = "pentocity-disqualified/1";

// The identity is shown as JSON in JSON, so that people can compare hashes of files.
ordered_json to_json(const match::EntrantId& entrant) {
  return {{"name", entrant.name}, {"identity", read_ordered_json(entrant.identity, "an identity")}};
}

void read_entrant(const ordered_json& value, match::EntrantId& entrant) {
  value.at("name").get_to(entrant.name);
  entrant.identity = text_of_json(value.at("identity"));
}

ordered_json to_json(const Roster& roster) {
  ordered_json players = ordered_json::array();
  for (const RosterPlayer& player : roster.players) {
    players.push_back(to_json(static_cast<const match::EntrantId&>(player)));
    if (!player.contribution.empty()) players.back()["contribution"] = player.contribution;
  }
  return {{"format", roster_format}, {"commitment", roster.commitment}, {"players", std::move(players)}};
}

ordered_json to_json(const Disqualifications& out) {
  ordered_json players = ordered_json::array();
  for (const Disqualified& one : out) players.push_back({{"name", one.name}, {"why", one.why}});
  return {{"format", disqualified_format}, {"players", std::move(players)}};
}

// Reads a text of this format by `read`, and throws unless it is the text of what was read.
template <class Content>
Content read_text(std::string_view text, const std::string& path, const char* format,
                  Content (*read)(const ordered_json&)) {
  const ordered_json value = read_ordered_json(text, path);
  if (!value.is_object() || value.value("format", ordered_json()) != format)
    throw InputError("{}: expected the format {}", path, format);
  Content out;
  try {
    out = read(value);
  } catch (const json::exception& e) {
    throw InputError("{}: damaged: {}", path, e.what());
  }
  if (promise_text(out) != text)
    throw InputError(
        "{}: is not as Pentocity {} writes it: was it edited, or written by another version? Its hash would tell "
        "nothing",
        path, program_version());
  return out;
}

Commitment read_commitment(const ordered_json& value) {
  Commitment out;
  value.at("version").get_to(out.version);
  value.at("secret").get_to(out.secret);
  out.beacon = value.value("beacon", "");
  out.rules = rules_of_json(json(value.at("rules")));
  if (value.contains("repeats")) out.repeats = value.at("repeats").get<int>();
  out.limits = limits_of_json(json(value.at("limits")));
  out.failures = failures_of_name(value.at("failures").get<std::string>()).value_or(out.failures);
  const auto mode =
      std::ranges::find(isolation_names, value.at("isolation").at("mode").get<std::string>()) - isolation_names.begin();
  if (mode < std::ssize(isolation_names)) out.isolation = static_cast<Isolation>(mode);
  if (value.at("isolation").contains("require")) out.require = Require::all;
  if (value.contains("lockstep")) out.lockstep = value.at("lockstep").get<bool>();
  for (const ordered_json& sequencer : value.at("sequencers")) read_entrant(sequencer, out.sequencers.emplace_back());
  return out;
}

Roster read_roster(const ordered_json& value) {
  Roster out;
  value.at("commitment").get_to(out.commitment);
  for (const ordered_json& player : value.at("players")) {
    RosterPlayer& entry = out.players.emplace_back();
    read_entrant(player, entry);
    entry.contribution = player.value("contribution", "");
  }
  return out;
}

Disqualifications read_disqualifications(const ordered_json& value) {
  Disqualifications out;
  for (const ordered_json& player : value.at("players"))
    out.push_back({player.at("name").get<std::string>(), player.at("why").get<std::string>()});
  return out;
}

template <class Content>
std::optional<Content> of_folder(const std::string& path, const char* name,
                                 Content (*read)(std::string_view, const std::string&)) {
  const Folder folder(path);
  if (!folder.has(name)) return std::nullopt;
  return read(folder.read(name, longest), folder.path_of(name));
}

// What of it a results folder tells.
json told_by_folder(const Commitment& commitment) {
  ordered_json out = to_json(commitment);
  for (const char* member : {"format", "version", "isolation", "lockstep"}) out.erase(member);
  out["beacon"] = commitment.beacon;
  return out;
}

}  // namespace

std::vector<Difference> differences(std::string_view kind, const std::vector<match::EntrantId>& agreed,
                                    const std::vector<match::EntrantId>& found) {
  std::vector<Difference> out;
  const auto there = numbers_of(found), wanted = numbers_of(agreed);
  const auto field = [&](const std::string& name) { return fmt::format("{} '{}'", kind, name); };
  for (const match::EntrantId& entrant : agreed) {
    const auto other = there.find(entrant.name);
    if (other == there.end()) {
      out.push_back({field(entrant.name), "among those that play", "nothing"});
      continue;
    }
    const std::string &expected = entrant.identity, &its = found[other->second].identity;
    if (expected.empty() || its.empty()) continue;
    for (const Difference& d : match::differences(read_json(expected, "an identity"), read_json(its, "an identity")))
      out.push_back({field(entrant.name) + (d.field.empty() ? "" : ": " + d.field), d.expected, d.found});
  }
  for (const match::EntrantId& entrant : found)
    if (!wanted.contains(entrant.name)) out.push_back({field(entrant.name), "nothing", "among those that play"});
  return out;
}

Commitment commitment_of(const Schedule& schedule) {
  return {.version = {},
          .secret = schedule.commitment.value_or("none: an open seed"),
          .beacon = schedule.derivation.beacon,
          .rules = schedule.rules,
          .repeats = schedule.repeats(),
          .limits = schedule.limits,
          .failures = schedule.failures,
          .lockstep = {},
          .sequencers = schedule.sequencers};
}

ordered_json to_json(const Commitment& c) {
  ordered_json out{
      {"format", commitment_format}, {"version", c.version}, {"derivation", derivation_version}, {"secret", c.secret}};
  if (!c.beacon.empty()) out["beacon"] = c.beacon;
  out["rules"] = to_json_resolved(c.rules);
  if (c.repeats) out["repeats"] = *c.repeats;
  out["limits"] = to_json(c.limits);
  out["failures"] = name_of(c.failures);
  out["isolation"] = {{"mode", isolation_names[static_cast<std::size_t>(c.isolation)]}};
  // Less than everything is no promise, but a matter of the machine.
  if (c.require == Require::all) out["isolation"]["require"] = "all";
  if (c.lockstep) out["lockstep"] = *c.lockstep;
  out["sequencers"] = ordered_json::array();
  for (const match::EntrantId& sequencer : c.sequencers) out["sequencers"].push_back(to_json(sequencer));
  return out;
}

std::string promise_text(const Commitment& commitment) { return text_of_json(to_json(commitment), 1) + "\n"; }
std::string promise_text(const Roster& roster) { return text_of_json(to_json(roster), 1) + "\n"; }
std::string promise_text(const Disqualifications& out) { return text_of_json(to_json(out), 1) + "\n"; }
std::string digest_of(const Commitment& commitment) { return blake2b(promise_text(commitment)); }
std::string digest_of(const Roster& roster) { return blake2b(promise_text(roster)); }

Commitment commitment_of_text(std::string_view text, const std::string& path) {
  return read_text(text, path, commitment_format, read_commitment);
}
Roster roster_of_text(std::string_view text, const std::string& path) {
  return read_text(text, path, roster_format, read_roster);
}
std::optional<Commitment> commitment_of_folder(const std::string& folder) {
  return of_folder(folder, commitment_file, commitment_of_text);
}
std::optional<Roster> roster_of_folder(const std::string& folder) {
  return of_folder(folder, roster_file, roster_of_text);
}
std::optional<Disqualifications> disqualifications_of_folder(const std::string& folder) {
  const auto read = [](std::string_view text, const std::string& path) {
    return read_text(text, path, disqualified_format, read_disqualifications);
  };
  return of_folder<Disqualifications>(folder, disqualified_file, read);
}

std::vector<Difference> differences(const Commitment& promised, const Schedule& schedule) {
  Commitment found = commitment_of(schedule);
  if (!promised.repeats) found.repeats.reset();
  return match::differences(told_by_folder(promised), told_by_folder(found));
}

std::vector<Difference> differences(const Roster& promised, const Schedule& schedule,
                                    const Disqualifications& out_of_it) {
  std::vector<match::EntrantId> play(promised.players.begin(), promised.players.end());
  erase_names(play, unrevealed(promised.players, schedule.derivation));
  erase_names(play, names_of(out_of_it));
  std::vector<Difference> out = differences("player", play, schedule.players);
  for (const Contribution& c : schedule.derivation.contributions) {
    const auto its = std::ranges::find(promised.players, c.player, &RosterPlayer::name);
    const std::string expected = its == promised.players.end() ? "" : its->contribution;
    if (const std::string found = contribution_commitment(c.number, promised.commitment); found != expected)
      out.push_back({fmt::format("contribution of '{}'", c.player), expected.empty() ? "nothing" : expected, found});
  }
  return out;
}

}  // namespace pentocity::results
