#include "pentocity/tournament/commitment.hpp"

#include <fmt/format.h>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/shell_word.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/results/secret_file.hpp"
#include "pentocity/results/store.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

using nlohmann::json;

// The commitment of a folder; throws if there is none.
results::Commitment promised_in(const std::string& folder) {
  if (auto commitment = results::commitment_of_folder(folder)) return *commitment;
  throw InputError("{}: has no {}: `pentocity commit CONFIG --out {}` makes it", folder, results::commitment_file,
                   shell_word(folder));
}

// Throws if something differs from what a file promises.
void require_none(const std::vector<Difference>& differences, const std::string& path) {
  if (differences.empty()) return;
  std::string all;
  for (const Difference& d : differences)
    all += fmt::format("{}{}: expected {}, found {}", all.empty() ? "" : "; ", d.field, d.expected, d.found);
  throw InputError("{}: promises something else, and what was published stands: {}", path, all);
}

template <class Content>
void write_promise(const std::string& path, const char* name, const Content& now,
                   const std::optional<Content>& before) {
  const results::Folder folder(path);
  if (before == now) return;
  if (before)
    require_none(match::differences(read_json(promise_text(*before), name), read_json(promise_text(now), name)),
                 folder.path_of(name));
  if (results::holds_run(path))
    throw InputError("{}: holds games already, and a promise comes before the games: choose another folder with --out",
                     path);
  folder.write(name, promise_text(now), results::OnDisk::now);
}

// What the requests of a folder's games follow from: what is given, or else what the games there were drawn from.
Derivation derivation_of(const results::Commitment& commitment, const results::Roster& roster,
                         const std::string& folder, const RunFiles& files) {
  std::optional<Derivation> stored;
  if (results::holds_run(folder)) stored = results::read_schedule(folder).derivation;
  if (stored && files.contributions.empty() && files.beacon.empty()) return *stored;
  Derivation out{.beacon = commitment.beacon};
  const bool expected = std::ranges::any_of(
      roster.players, [](const results::RosterPlayer& player) { return !player.contribution.empty(); });
  if (!files.contributions.empty())
    out.contributions = read_contributions(files.contributions, roster);
  else if (expected)
    throw InputError(
        "{}/{}: has players whose authors add numbers to the draw: give those that they have revealed with "
        "--contributions DIR, a folder with a file for each",
        folder, results::roster_file);
  if (commitment.beacon.empty() && !files.beacon.empty())
    throw InputError("--beacon: {}/{} names none", folder, results::commitment_file);
  if (!commitment.beacon.empty() && files.beacon.empty())
    throw InputError("{}/{} names a beacon: give what it has said with --beacon FILE", folder,
                     results::commitment_file);
  if (!files.beacon.empty() && (out.beacon_value = published_line(files.beacon)).empty())
    throw InputError("--beacon: {}: is empty", files.beacon);
  if (stored && out != *stored)
    throw InputError("{}: its games were drawn with other contributions, or another value of the beacon", folder);
  return out;
}

// Takes players out of a config, and adds for each a line that says so.
void leave_out(Config& config, const std::string& name, const std::string& why, std::vector<std::string>& lines) {
  const std::vector<std::string> names{name};
  results::erase_names(config.players, names);
  results::erase_names(config.schedule.players, names);
  if (config.file) results::erase_names(config.file->players, names);
  config.out_of_draw.push_back(name);
  lines.push_back(fmt::format("'{}' does not play: {}", name, why));
}

void leave_out_disqualified(Config& config, const std::string& folder, std::vector<std::string>& lines) {
  const auto named = names_of(config.schedule.players);
  for (const auto& [name, why] : results::disqualifications_of_folder(folder).value_or(results::Disqualifications()))
    if (std::ranges::find(named, name) != named.end())
      leave_out(config, name, fmt::format("it is disqualified: {}", why), lines);
  if (config.players.empty()) throw InputError("{}: nobody is left who plays", folder);
}

}  // namespace

results::Commitment commitment_of(const Config& config) {
  results::Commitment out = results::commitment_of(config.schedule);
  out.version = program_version();
  out.beacon = config.beacon;
  if (config.file) out.repeats = config.file->repeats;
  out.isolation = config.hosting.isolation;
  out.require = config.hosting.confinement->require;
  out.lockstep = config.lockstep;
  return out;
}

results::Roster roster_of(const Config& config, const std::string& commitment_digest) {
  results::Roster out{.commitment = commitment_digest, .players = {}};
  std::map<std::string, std::string> owners;  // of commitments to numbers
  for (std::size_t i = 0; i < config.players.size(); ++i) {
    const entrants::PlayerEntry& player = config.players[i];
    out.players.push_back({config.schedule.players[i], player.contribution});
    if (player.contribution.empty()) continue;
    if (const auto [owner, fresh] = owners.emplace(player.contribution, player.name); !fresh)
      throw InputError("players '{}' and '{}' have the same 'contribution': each author draws a number of his own",
                       owner->second, player.name);
  }
  return out;
}

std::vector<Difference> differences(const results::Commitment& promised, const Config& config) {
  results::Commitment found = commitment_of(config);
  if (config.file) found.sequencers = config.file->sequencers;
  std::vector<Difference> out = match::differences(json(to_json(promised)), json(to_json(found)));
  if (found.repeats == promised.repeats && promised.repeats && config.schedule.repeats() > *promised.repeats)
    out.push_back({"repeats", fmt::format("at most {}", *promised.repeats), std::to_string(config.schedule.repeats())});
  return out;
}

std::vector<Difference> differences(const results::Roster& promised, const Config& config) {
  // Of those that are here: others may have been left out.
  const auto here = results::numbers_of(config.schedule.players);
  std::vector<match::EntrantId> agreed(promised.players.begin(), promised.players.end());
  std::erase_if(agreed, [&](const auto& player) { return !here.contains(player.name); });
  std::vector<Difference> out = results::differences("player", agreed, config.schedule.players);
  for (const entrants::PlayerEntry& player : config.players)
    if (const auto its = std::ranges::find(promised.players, player.name, &results::RosterPlayer::name);
        its != promised.players.end() && its->contribution != player.contribution)
      out.push_back({fmt::format("player '{}': contribution", player.name), its->contribution, player.contribution});
  return out;
}

std::string published_line(const std::string& path) {
  constexpr std::size_t longest = 1 << 10;
  std::string text = read_file(path, longest);
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

std::vector<Contribution> read_contributions(const std::string& path, const results::Roster& roster) {
  std::vector<Contribution> out;
  if (!std::filesystem::is_directory(path)) throw InputError("--contributions: {}: is no folder", path);
  for (const std::string& name : results::names_in(path)) {
    const std::string file = path + "/" + name, number = published_line(file);
    if (!Secret::of_hex(number))
      throw InputError("{}: no number of `pentocity contribute`: expected one line of 64 hexadecimal digits", file);
    const std::string commitment = contribution_commitment(number, roster.commitment);
    const auto player = std::ranges::find(roster.players, commitment, &results::RosterPlayer::contribution);
    if (player != roster.players.end()) {
      out.push_back({player->name, number});
      continue;
    }
    const auto named =
        std::ranges::find(roster.players, std::filesystem::path(name).stem().string(), &results::RosterPlayer::name);
    if (named == roster.players.end() || named->contribution.empty())
      throw InputError("{}: its number fits the commitment of no player in {}", file, results::roster_file);
    throw InputError(
        "{}: its number does not fit the commitment of '{}' in {}: expected {}, its commitment to this tournament is "
        "{}",
        file, named->name, results::roster_file, named->contribution, commitment);
  }
  std::ranges::sort(out, {}, &Contribution::player);
  const auto twice = std::ranges::unique(out, {}, &Contribution::player);
  out.erase(twice.begin(), twice.end());
  return out;
}

void promise(const std::string& folder, const results::Commitment& commitment) {
  write_promise(folder, results::commitment_file, commitment, results::commitment_of_folder(folder));
}
void promise(const std::string& folder, const results::Roster& roster) {
  write_promise(folder, results::roster_file, roster, results::roster_of_folder(folder));
}

results::Commitment commit(const std::string& folder, Config config) {
  if (!config.schedule.commitment)
    throw InputError("{} has an open seed, which is no secret: write `seed: secret`", config.name);
  if (const auto before = results::commitment_of_folder(folder); !before && results::holds_run(folder))
    throw InputError(
        "{}: holds games already, and a commitment comes before the games: choose another folder with --out", folder);
  if (const auto same = same_draws(config.sequencers))
    throw InputError("{}: sequencers '{}' and '{}' are the same, and so are their requests: leave one of them out",
                     config.name, same->first, same->second);
  config.use(results::secret_for_run({.folder = folder}));
  results::Commitment now = commitment_of(config);
  promise(folder, now);
  return now;
}

results::Roster close_entries(const std::string& folder, Config config) {
  const results::Commitment commitment = promised_in(folder);
  config.use(results::secret_for_run({.folder = folder}));
  require_none(differences(commitment, config), results::Folder(folder).path_of(results::commitment_file));
  results::Roster now = roster_of(config, results::digest_of(commitment));
  promise(folder, now);
  return now;
}

std::vector<std::string> keep_promises(Config& config, const RunOptions& options, const RunFiles& files) {
  const std::string& folder = options.folder;
  std::vector<std::string> lines;
  const auto commitment = results::commitment_of_folder(folder);
  if (!commitment) {
    const bool expected = !config.beacon.empty() || !files.contributions.empty() || !files.beacon.empty() ||
                          std::ranges::any_of(config.players, [](const auto& p) { return !p.contribution.empty(); });
    if (expected) promised_in(folder);
    if (options.fresh == results::Fresh::no) leave_out_disqualified(config, folder, lines);
    return lines;
  }
  const std::string path = results::Folder(folder).path_of(results::commitment_file);
  if (options.fresh != results::Fresh::no)
    throw InputError("--fresh: {} binds this folder to its secret: choose another folder with --out", path);
  if (!config.schedule.commitment) throw InputError("{}: promises `seed: secret`, not an open seed", path);
  const auto roster = results::roster_of_folder(folder);
  if (!roster)
    throw InputError("{}: entries are not closed yet: `pentocity close CONFIG --out {}` writes {}", folder,
                     shell_word(folder), results::roster_file);
  if (roster->commitment != results::digest_of(*commitment))
    throw InputError("{}/{}: is of another commitment ({}) than {} ({})", folder, results::roster_file,
                     roster->commitment, path, results::digest_of(*commitment));
  config.schedule.derivation = derivation_of(*commitment, *roster, folder, files);
  const std::vector<match::EntrantId> named = config.file ? config.file->players : config.schedule.players;
  for (const results::RosterPlayer& player : roster->players)
    if (std::ranges::find(named, player.name, &match::EntrantId::name) == named.end())
      throw InputError("{}/{}: has the player '{}', which {} does not name", folder, results::roster_file, player.name,
                       config.name);
  config.schedule.commitment = commitment->secret;  // which secret_for_run() holds the run to
  require_none(differences(*commitment, config), path);
  require_none(differences(*roster, config), results::Folder(folder).path_of(results::roster_file));
  for (const std::string& name : results::unrevealed(roster->players, config.schedule.derivation))
    leave_out(config, name, "its author has not revealed the number that he committed to", lines);
  leave_out_disqualified(config, folder, lines);
  return lines;
}

std::size_t disqualify(const std::string& folder, const std::string& player, const std::string& why) {
  const results::Folder own(folder);
  if (own.has("batch.json"))
    throw InputError("{}: is a batch of a league: `pentocity league DIR leave {}` takes a player out of that", folder,
                     shell_word(player));
  const auto roster = results::roster_of_folder(folder);
  if (!results::holds_run(folder) && !roster)
    throw InputError("{}: holds no games, and entries are not closed: take '{}' out of the config", folder, player);
  const results::FolderLock lock(folder);
  const bool has_games = results::holds_run(folder);
  results::Schedule schedule;
  if (has_games) schedule = results::read_schedule(folder);
  const std::vector<std::string> entered = roster ? names_of(roster->players) : std::vector<std::string>();
  std::vector<std::string> known = names_of(schedule.players);
  known.insert(known.end(), entered.begin(), entered.end());
  results::Disqualifications out = results::disqualifications_of_folder(folder).value_or(results::Disqualifications());
  if (const auto before = std::ranges::find(out, player, &results::Disqualified::name); before != out.end())
    before->why = why;
  else if (has_name(known, player))
    out.push_back({player, why});
  else
    throw InputError("{}: has no player '{}'{}", folder, player, suggestion(player, known));
  const std::vector<std::string> play = has_games ? names_of(schedule.players) : entered;
  if (std::ranges::all_of(play, [&](const std::string& name) { return has_name(names_of(out), name); }))
    throw InputError("{}: '{}' is the last one who plays", folder, player);
  own.write(results::disqualified_file, promise_text(out), results::OnDisk::now);
  if (!has_games) return 0;
  const std::size_t its_games = static_cast<std::size_t>(schedule.repeats()) * schedule.sequencers.size();
  const bool was_there = results::numbers_of(schedule.players).contains(player);
  results::erase_names(schedule.players, {player});
  results::Store store(folder, schedule, results::Store::Access::add, [&](const auto&) { return schedule; });
  results::FolderNotes notes = store.notes();
  if (was_there) notes.named_games -= std::min(notes.named_games, its_games);
  store.store_notes(notes);
  own.write(results::summary_file, figures::json_text(figures::summary_of(store)), results::OnDisk::now);
  std::size_t left_out = 0;
  store.for_each_row([&](const GameRow& row, const std::string&) { left_out += row.player == player; },
                     results::Store::Read::brief);
  return left_out;
}

}  // namespace pentocity::tournament
