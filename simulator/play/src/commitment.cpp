#include "pentocity/play/commitment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/hashing.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/play/secret_file.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::play {

using namespace match;
using namespace isolation;

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* commitment_format = "pentocity-commitment/1";
constexpr const char* roster_format = "pentocity-roster/1";

template <class Entry>
CommittedEntrant committed(const Entry& entry) {
  return {{entry.name, entry.identity}, entry.contents, entry.seen(isolation::KeptFiles::Hash::resistant)};
}

// `contents` is shown as JSON in JSON, so that people can compare hashes of files.
ordered_json to_json(const CommittedEntrant& entrant) {
  ordered_json out{{"name", entrant.name}, {"contents", read_ordered_json(entrant.contents, "contents")}};
  if (!entrant.seen.empty()) out["seen"] = entrant.seen;
  out["identity"] = entrant.identity;
  return out;
}

void read_entrant(const ordered_json& value, CommittedEntrant& entrant) {
  value.at("name").get_to(entrant.name);
  value.at("identity").get_to(entrant.identity);
  entrant.contents = text_of_json(value.at("contents"));
  entrant.seen = value.value("seen", "");
}

ordered_json to_json(const Commitment& c) {
  ordered_json out{
      {"format", commitment_format}, {"version", c.version}, {"derivation", c.derivation}, {"secret", c.secret}};
  if (!c.beacon.empty()) out["beacon"] = c.beacon;
  out["rules"] = to_json_resolved(c.rules);
  if (c.repeats) out["repeats"] = *c.repeats;
  out["limits"] = results::to_json(c.limits);
  out["failures"] = name_of(c.failures);
  out["isolation"] = {{"mode", isolation_names[static_cast<std::size_t>(c.isolation)]}};
  if (c.require_all) out["isolation"]["require"] = "all";
  if (c.lockstep) out["lockstep"] = *c.lockstep;
  out["sequencers"] = ordered_json::array();
  for (const CommittedEntrant& sequencer : c.sequencers) out["sequencers"].push_back(to_json(sequencer));
  return out;
}

ordered_json to_json(const Roster& roster) {
  ordered_json players = ordered_json::array();
  for (const RosterPlayer& player : roster.players) {
    players.push_back(to_json(static_cast<const CommittedEntrant&>(player)));
    if (!player.contribution.empty()) players.back()["contribution"] = player.contribution;
  }
  return {{"format", roster_format}, {"commitment", roster.commitment}, {"players", std::move(players)}};
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
  if (text_of(out) != text)
    throw InputError(
        "{}: is not as Pentocity {} writes it: was it edited, or written by a later version? Its hash would tell "
        "nothing",
        path, PENTOCITY_VERSION);
  return out;
}

Commitment read_commitment(const ordered_json& value) {
  Commitment out;
  value.at("version").get_to(out.version);
  value.at("derivation").get_to(out.derivation);
  value.at("secret").get_to(out.secret);
  out.beacon = value.value("beacon", "");
  out.rules = rules_of_json(json(value.at("rules")));
  if (value.contains("repeats")) out.repeats = value.at("repeats").get<int>();
  out.limits = results::limits_of_json(json(value.at("limits")));
  const auto failures = results::failures_of_name(value.at("failures").get<std::string>());
  out.failures = failures.value_or(out.failures);
  const auto mode =
      std::ranges::find(isolation_names, value.at("isolation").at("mode").get<std::string>()) - isolation_names.begin();
  if (mode < std::ssize(isolation_names)) out.isolation = static_cast<Isolation>(mode);
  out.require_all = value.at("isolation").contains("require");
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

template <class Content>
std::optional<Content> of_folder(const std::string& path, const char* name,
                                 Content (*read)(std::string_view, const std::string&)) {
  const results::Folder folder(path);
  if (!folder.has(name)) return std::nullopt;
  return read(folder.read(name), folder.path_of(name));
}

// What of it a results folder tells.
json told_by_folder(const Commitment& commitment) {
  ordered_json out = to_json(commitment);
  for (const char* member : {"format", "version", "isolation", "lockstep"}) out.erase(member);
  out["beacon"] = commitment.beacon;
  for (ordered_json& sequencer : out["sequencers"])
    sequencer = {{"name", sequencer["name"]}, {"identity", sequencer["identity"]}};
  return out;
}

std::vector<CommittedEntrant> by_identity(const std::vector<entrants::EntrantId>& entrants) {
  std::vector<CommittedEntrant> out;
  for (const entrants::EntrantId& e : entrants) out.push_back({e, "{}", {}});
  return out;
}

void compare(std::vector<Difference>& out, const std::string& field, const std::string& promised,
             const std::string& found) {
  if (promised != found) out.push_back({field, promised, found});
}

// Those of these entries that were promised under their names; the others are told as differences.
template <class Promised, class Entry>
void compare_entries(std::vector<Difference>& out, const std::string& field, const std::vector<Promised>& promised,
                     const std::vector<Entry>& entries) {
  for (const Entry& entry : entries) {
    const std::string name = fmt::format("{} '{}'", field, entry.name);
    const auto its = std::ranges::find(promised, entry.name, &Promised::name);
    if (its == promised.end()) {
      out.push_back({name, "nothing", "a " + field});
      continue;
    }
    const CommittedEntrant found = committed(entry);
    for (Difference d :
         match::differences(read_json(its->contents, "contents"), read_json(found.contents, "contents"))) {
      d.field = name + ": " + d.field;
      out.push_back(std::move(d));
    }
    compare(out, name + ": other files that it sees", its->seen, found.seen);
  }
}

}  // namespace

Commitment commitment_of(const Config& config) {
  const results::Schedule& schedule = config.schedule;
  Commitment out{.version = PENTOCITY_VERSION,
                 .secret = schedule.commitment.value_or("none: an open seed"),
                 .derivation = schedule.derivation.version,
                 .beacon = config.beacon,
                 .rules = schedule.rules,
                 .repeats = config.file ? config.file->repeats : schedule.repeats(),
                 .limits = schedule.limits,
                 .failures = schedule.failures,
                 .isolation = config.hosting.isolation,
                 .require_all = config.hosting.require_all,
                 .lockstep = config.lockstep,
                 .sequencers = {}};
  for (const entrants::SequencerEntry& sequencer : config.sequencers) out.sequencers.push_back(committed(sequencer));
  return out;
}

Roster roster_of(const Config& config, const std::string& commitment_digest) {
  Roster out{.commitment = commitment_digest, .players = {}};
  std::map<std::string, std::string> owners;  // of commitments to numbers
  for (const entrants::PlayerEntry& player : config.players) {
    out.players.push_back({committed(player), player.contribution});
    if (player.contribution.empty()) continue;
    if (const auto [owner, fresh] = owners.emplace(player.contribution, player.name); !fresh)
      throw InputError("players '{}' and '{}' have the same 'contribution': each author draws a number of his own",
                       owner->second, player.name);
  }
  return out;
}

std::string text_of(const Commitment& commitment) { return text_of_json(to_json(commitment), 1) + "\n"; }
std::string text_of(const Roster& roster) { return text_of_json(to_json(roster), 1) + "\n"; }
std::string digest_of(const Commitment& commitment) { return blake2b(text_of(commitment)); }
std::string digest_of(const Roster& roster) { return blake2b(text_of(roster)); }

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

std::vector<Difference> differences(const Commitment& promised, const results::Schedule& schedule) {
  const Commitment found{.version = {},
                         .secret = schedule.commitment.value_or("none: an open seed"),
                         .derivation = schedule.derivation.version,
                         .beacon = schedule.derivation.beacon,
                         .rules = schedule.rules,
                         .repeats = promised.repeats ? std::optional(schedule.repeats()) : std::nullopt,
                         .limits = schedule.limits,
                         .failures = schedule.failures,
                         .lockstep = {},
                         .sequencers = by_identity(schedule.sequencers)};
  return match::differences(told_by_folder(promised), told_by_folder(found));
}

std::vector<Difference> differences(const Roster& promised, const results::Schedule& schedule) {
  std::vector<Difference> out;
  std::set<std::string> revealed;
  for (const Contribution& c : schedule.derivation.contributions) {
    const auto its = std::ranges::find(promised.players, c.player, &RosterPlayer::name);
    compare(out, fmt::format("contribution of '{}'", c.player),
            its == promised.players.end() || its->contribution.empty() ? "nothing" : its->contribution,
            contribution_commitment(c.number));
    revealed.insert(c.player);
  }
  const auto played = results::numbers_of(schedule.players);
  for (const RosterPlayer& player : promised.players) {
    const bool plays = player.contribution.empty() || revealed.contains(player.name);
    const auto found = played.find(player.name);
    const std::string field = fmt::format("player '{}'", player.name);
    if (found != played.end())
      compare(out, field, plays ? player.identity : "nothing: its author has not revealed his number",
              schedule.players[static_cast<std::size_t>(found->second)].identity);
    else if (plays)
      out.push_back({field, player.identity, "nothing"});
  }
  for (const entrants::EntrantId& player : schedule.players)
    if (std::ranges::find(promised.players, player.name, &RosterPlayer::name) == promised.players.end())
      out.push_back({fmt::format("player '{}'", player.name), "nothing", player.identity});
  return out;
}

std::vector<Difference> differences(const Commitment& promised, const Config& config) {
  Commitment found = commitment_of(config);
  found.sequencers = by_identity(config.file ? config.file->sequencers : config.schedule.sequencers);
  Commitment brief = promised;
  for (CommittedEntrant& sequencer : brief.sequencers) sequencer.contents = "{}", sequencer.seen.clear();
  std::vector<Difference> out = match::differences(json(to_json(brief)), json(to_json(found)));
  if (promised.repeats && config.schedule.repeats() > *promised.repeats)
    out.push_back({"repeats", fmt::format("at most {}", *promised.repeats), std::to_string(config.schedule.repeats())});
  compare_entries(out, "sequencer", promised.sequencers, config.sequencers);
  return out;
}

std::vector<Difference> differences(const Roster& promised, const std::vector<entrants::PlayerEntry>& players) {
  std::vector<Difference> out;
  compare_entries(out, "player", promised.players, players);
  for (const entrants::PlayerEntry& player : players)
    if (const auto its = std::ranges::find(promised.players, player.name, &RosterPlayer::name);
        its != promised.players.end())
      compare(out, fmt::format("player '{}': contribution", player.name), its->contribution, player.contribution);
  return out;
}

namespace {

// The commitment of a folder; throws if there is none.
Commitment promised_in(const std::string& folder) {
  if (auto commitment = commitment_of_folder(folder)) return *commitment;
  throw InputError("{0}: has no {1}: `pentocity commit CONFIG --out {0}` makes it", folder, commitment_file);
}

// Throws if something differs from what a file promises.
void require_none(const std::vector<Difference>& differences, const std::string& path) {
  if (differences.empty()) return;
  const Difference& d = differences.front();
  throw InputError("{}: promises something else, and what was published stands: {}: expected {}, found {}", path,
                   d.field, d.expected, d.found);
}

template <class Content>
void write_promise(const std::string& path, const char* name, const Content& now,
                   const std::optional<Content>& before) {
  const results::Folder folder(path);
  if (before == now) return;
  if (before)
    require_none(match::differences(read_json(text_of(*before), name), read_json(text_of(now), name)),
                 folder.path_of(name));
  if (results::holds_run(path))
    throw InputError("{}: holds games already, and a promise comes before the games: choose another folder with --out",
                     path);
  folder.write(name, text_of(now), results::OnDisk::now);
}

constexpr std::size_t longest_number_file = 1 << 10;

}  // namespace

std::string published_line(const std::string& path) {
  std::string text = read_file(path, longest_number_file);
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::vector<Contribution> read_contributions(const std::string& path, const Roster& roster) {
  std::vector<Contribution> out;
  if (!std::filesystem::is_directory(path)) throw InputError("--contributions: {}: is no folder", path);
  for (const std::string& name : results::names_in(path)) {
    const std::string file = path + "/" + name, number = published_line(file);
    if (!Secret::of_hex(number))
      throw InputError("{}: no number of `pentocity contribute`: expected one line of 64 hexadecimal digits", file);
    const std::string commitment = contribution_commitment(number);
    const auto player = std::ranges::find(roster.players, commitment, &RosterPlayer::contribution);
    if (player != roster.players.end()) {
      out.push_back({player->name, number});
      continue;
    }
    const auto named =
        std::ranges::find(roster.players, std::filesystem::path(name).stem().string(), &RosterPlayer::name);
    if (named == roster.players.end() || named->contribution.empty())
      throw InputError("{}: its number fits the commitment of no player in {}", file, roster_file);
    throw InputError("{}: its number does not fit the commitment of '{}' in {}: expected {}, its commitment is {}",
                     file, named->name, roster_file, named->contribution, commitment);
  }
  std::ranges::sort(out, {}, &Contribution::player);
  const auto twice = std::ranges::unique(out, {}, &Contribution::player);
  out.erase(twice.begin(), twice.end());
  return out;
}

namespace {

Derivation derivation_of(const Commitment& commitment, const Roster& roster, const RunPromises& promises) {
  Derivation out{.version = commitment.derivation, .beacon = commitment.beacon};
  const bool expected =
      std::ranges::any_of(roster.players, [](const RosterPlayer& player) { return !player.contribution.empty(); });
  if (!promises.contributions.empty())
    out.contributions = read_contributions(promises.contributions, roster);
  else if (expected)
    throw InputError(
        "{}/{}: has players whose authors add numbers to the draw: give those that they have revealed with "
        "--contributions DIR, a folder with a file for each",
        promises.folder, roster_file);
  if (commitment.beacon.empty() && !promises.beacon.empty())
    throw InputError("--beacon: {}/{} names none", promises.folder, commitment_file);
  if (!commitment.beacon.empty() && promises.beacon.empty())
    throw InputError("{}/{} names a beacon: give what it has said with --beacon FILE", promises.folder,
                     commitment_file);
  if (!promises.beacon.empty() && (out.beacon_value = published_line(promises.beacon)).empty())
    throw InputError("--beacon: {}: is empty", promises.beacon);
  return out;
}

// Takes players out of a config.
void leave_out(Config& config, const std::vector<std::string>& names) {
  const auto gone = [&](const auto& entry) { return std::ranges::find(names, entry.name) != names.end(); };
  std::erase_if(config.players, gone);
  std::erase_if(config.schedule.players, gone);
  if (config.file) std::erase_if(config.file->players, gone);
  std::erase_if(config.claims, [&](const figures::Claim& claim) {
    return std::ranges::any_of(claim.compare,
                               [&](const std::string& name) { return std::ranges::find(names, name) != names.end(); });
  });
}

}  // namespace

void promise(const std::string& folder, const Commitment& commitment) {
  write_promise(folder, commitment_file, commitment, commitment_of_folder(folder));
}
void promise(const std::string& folder, const Roster& roster) {
  write_promise(folder, roster_file, roster, roster_of_folder(folder));
}

Commitment commit(const std::string& folder, Config config) {
  if (!config.schedule.commitment)
    throw InputError("{} has an open seed, which is no secret: write `seed: secret`", config.name);
  if (const auto before = commitment_of_folder(folder); !before && results::holds_run(folder))
    throw InputError(
        "{}: holds games already, and a commitment comes before the games: choose another folder with --out", folder);
  if (const auto same = same_draws(config.sequencers))
    throw InputError("{}: sequencers '{}' and '{}' are the same, and so are their requests: leave one of them out",
                     config.name, same->first, same->second);
  config.use(secret_for_run({.folder = folder}));
  Commitment now = commitment_of(config);
  promise(folder, now);
  return now;
}

Roster close_entries(const std::string& folder, Config config) {
  const Commitment commitment = promised_in(folder);
  config.use(secret_for_run({.folder = folder}));
  require_none(differences(commitment, config), results::Folder(folder).path_of(commitment_file));
  Roster now = roster_of(config, digest_of(commitment));
  promise(folder, now);
  return now;
}

std::vector<std::string> keep_promises(Config& config, const RunPromises& promises) {
  const std::string& folder = promises.folder;
  const auto commitment = commitment_of_folder(folder);
  if (!commitment) {
    const bool expected = !config.beacon.empty() || !promises.contributions.empty() || !promises.beacon.empty() ||
                          std::ranges::any_of(config.players, [](const auto& p) { return !p.contribution.empty(); });
    if (expected) promised_in(folder);
    return {};
  }
  const std::string path = results::Folder(folder).path_of(commitment_file);
  if (promises.fresh)
    throw InputError("--fresh: {} binds this folder to its secret: choose another folder with --out", path);
  if (!config.schedule.commitment) throw InputError("{}: promises `seed: secret`, not an open seed", path);
  const auto roster = roster_of_folder(folder);
  if (!roster)
    throw InputError("{0}: entries are not closed yet: `pentocity close CONFIG --out {0}` writes {1}", folder,
                     roster_file);
  if (roster->commitment != digest_of(*commitment))
    throw InputError("{}/{}: is of another commitment ({}) than {} ({})", folder, roster_file, roster->commitment, path,
                     digest_of(*commitment));
  Derivation& derivation = config.schedule.derivation;
  const bool has_games = results::holds_run(folder);
  if (has_games) derivation = results::read_schedule(folder).derivation;
  if (!has_games || !promises.contributions.empty() || !promises.beacon.empty())
    if (const Derivation given = derivation_of(*commitment, *roster, promises);
        std::exchange(derivation, given) != given && has_games)
      throw InputError("{}: its games were drawn with other contributions, or another value of the beacon", folder);
  std::vector<std::string> out;
  for (const RosterPlayer& player : roster->players)
    if (!player.contribution.empty() && std::ranges::find(derivation.contributions, player.name,
                                                          &Contribution::player) == derivation.contributions.end())
      out.push_back(player.name);
  const std::vector<entrants::EntrantId> named = config.file ? config.file->players : config.schedule.players;
  for (const RosterPlayer& player : roster->players)
    if (std::ranges::find(named, player.name, &entrants::EntrantId::name) == named.end())
      throw InputError("{}/{}: has the player '{}', which {} does not name", folder, roster_file, player.name,
                       config.name);
  config.schedule.commitment = commitment->secret;  // which secret_for_run() holds the run to
  require_none(differences(*commitment, config), path);
  require_none(differences(*roster, config.players), results::Folder(folder).path_of(roster_file));
  leave_out(config, out);
  if (config.players.empty()) throw InputError("{}: nobody is left who plays", folder);
  return out;
}

}  // namespace pentocity::play
