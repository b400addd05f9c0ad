#include "pentocity/league/league.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "league_files.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::league {

using namespace match;
using namespace statistics;

namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

// Ratings that differ by less are equal: they are computed in steps.
constexpr double equal_ratings = 1e-6;

constexpr const char* typed_words = "the command line";

// A league without players. Nothing is written.
League new_league(const std::string& folder, const LeagueEntries& entries) {
  if (fs::exists(folder + "/results.sqlite"))
    throw InputError("{}: has the results of a run: choose another folder for the league", folder);
  League league = entries.settings;
  LeagueMakers makers(league, folder);
  std::set<std::string> names;
  std::vector<entrants::SequencerEntry> sequencers;
  for (const std::string& text : entries.sequencers) {
    LeagueEntry entry{{}, text, entries.folder};
    const entrants::SequencerEntry& made = sequencers.emplace_back(makers.sequencer(entry, typed_words));
    if (!names.insert(made.name).second) throw InputError("two sequencers are called '{}'", made.name);
    if (!made.isolated && made.make(league.rules.side, std::uint64_t{0})->adaptive())
      throw InputError("sequencer '{}' is adaptive: its requests depend on the player, so it decides no match",
                       made.name);
    entry.name = made.name;
    league.sequencers.push_back(std::move(entry));
  }
  for (std::size_t i = 0; i < sequencers.size(); ++i) league.sequencers[i].identity = sequencers[i].identity();
  if (league.sequencers.empty())
    throw InputError("{}: a new league needs --sequencers, or a --config that names them", folder);
  return league;
}

std::vector<LeagueArrival> add_players(League& league, const std::string& folder, const LeagueEntries& entries) {
  LeagueMakers makers(league, folder);
  // What a player sees depends on where the others lie.
  for (const LeaguePlayer& player : league.players) {
    if (player.left) continue;
    try {
      makers.player(player, typed_words);
    } catch (const HostFault&) {
      throw;
    } catch (const std::exception&) {  // it can be added anew all the same
    }
  }
  std::vector<Candidate> candidates;
  std::set<std::string> names;
  for (const std::string& text : entries.players) {
    candidates.push_back(candidate_of({{}, text, entries.folder}, league, makers, typed_words));
    const std::string& name = candidates.back().player.name;
    if (!names.insert(name).second)
      throw InputError("two players are called '{}': give one of them another name", name);
  }
  std::vector<LeagueArrival> out;
  for (Candidate& candidate : candidates) {
    candidate.player.identity = candidate.made.identity();
    out.push_back(add_player(league, std::move(candidate.player)));
  }
  return out;
}

// The number of the batch that is under way, or else of the next one.
int present_batch(const std::string& folder) {
  const std::vector<int> numbers = batch_numbers(folder);
  return !numbers.empty() && !is_over(folder, numbers.back()) ? numbers.back() : next_batch(folder);
}

}  // namespace

LeaguePlayer* present(League& league, const std::string& name) {
  const auto it = std::ranges::find_if(league.players, [&](const auto& p) { return p.name == name && !p.left; });
  return it == league.players.end() ? nullptr : &*it;
}

Candidate candidate_of(const LeagueEntry& entry, const League& league, LeagueMakers& makers, const std::string& where) {
  Candidate out;
  static_cast<LeagueEntry&>(out.player) = entry;
  out.made = makers.player(entry, where);
  if (parse_json(entry.entry).contains("options")) out.made = entrants::asked_if_possible(out.made);
  entrants::require_plays(out.made, league.rules);
  if (!out.made.contribution.empty())
    throw InputError("player '{}': 'contribution' is for `pentocity run`: a league draws from its secrets alone",
                     out.made.name);
  out.player.name = out.made.name;
  return out;
}

LeagueArrival add_player(League& league, LeaguePlayer player) {
  const std::string now = date_and_time();
  LeaguePlayer* const there = present(league, player.name);
  if (there != nullptr && there->identity == player.identity)
    return {there->name, there->version, LeagueArrival::Change::nothing};
  LeaguePlayer* last = nullptr;
  for (LeaguePlayer& p : league.players)
    if (p.name == player.name) last = &p;
  if (there == nullptr && last != nullptr && last->identity == player.identity) {
    last->left.reset();
    last->entry = player.entry, last->folder = player.folder;
    return {last->name, last->version, LeagueArrival::Change::returned};
  }
  if (there != nullptr) there->left = now;
  player.version = last == nullptr ? 1 : last->version + 1;
  player.joined = now;
  league.players.push_back(player);
  return {player.name, player.version,
          last == nullptr ? LeagueArrival::Change::joined : LeagueArrival::Change::new_version};
}

LeagueEntries league_entries_of_config(const std::string& path, const std::vector<std::string>& players) {
  tournament::Overrides overrides;
  overrides.players = players;
  const tournament::Config config = tournament::load_config(path, overrides);
  LeagueEntries out;
  out.settings.rules = config.schedule.rules;
  out.settings.limits = config.schedule.limits;
  out.settings.isolation = config.hosting.isolation;
  out.settings.require = config.hosting.confinement->require;
  out.folder = fs::absolute(path).parent_path().lexically_normal().string();
  const YamlNode root = YamlNode::load(path);
  const std::vector<std::string> chosen = names_of(config.players);
  const std::vector<YamlNode> nodes = root.at("players").elements();
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (std::ranges::find(chosen, config.file->players[i].name) != chosen.end())
      out.players.push_back(entrants::player_origin(nodes[i]).config_text());
  for (const YamlNode& node : root.at("sequencers").elements())
    out.sequencers.push_back(entrants::sequencer_origin(node).config_text());
  return out;
}

std::vector<LeagueArrival> add_to_league(const std::string& folder, const LeagueEntries& entries) {
  if (!is_league(folder)) {  // what is wrong with the entries is found before anything is made
    League checked = new_league(folder, entries);
    add_players(checked, folder, entries);
    results::make_folder(folder);
  }
  const results::FolderLock lock(folder);
  const bool fresh = !is_league(folder);
  League league = fresh ? new_league(folder, entries) : read_league(folder);
  std::vector<LeagueArrival> out = add_players(league, folder, entries);
  write_league(folder, league);
  if (fresh) commit_batch(folder, next_batch(folder), league);
  return out;
}

void leave_league(const std::string& folder, const std::vector<std::string>& names) {
  const results::FolderLock lock(folder);
  League league = read_league(folder);
  std::vector<std::string> there;
  for (const LeaguePlayer& player : league.players)
    if (!player.left) there.push_back(player.name);
  for (const std::string& name : names) {
    LeaguePlayer* const player = present(league, name);
    if (player == nullptr) throw InputError("{}: no player '{}'{}", folder, name, suggestion(name, there));
    player->left = date_and_time();
  }
  write_league(folder, league);
}

std::string config_of_league(const std::string& folder) {
  const League league = read_league(folder);
  std::string out = fmt::format(
      "# The players of the league {}, as they play there; made on {}.\nrules: {}\nrepeats: 50\nseed: secret\n"
      "isolation: {{mode: {}, require: {}}}\nfailures: zero\n",
      printable(folder), date_and_time(),
      league.rules == Rules::of_profile(league.rules.profile) ? league.rules.profile
                                                              : text_of_json(to_json_resolved(league.rules)),
      isolation_names[static_cast<std::size_t>(league.isolation)],
      require_names[static_cast<std::size_t>(league.require)]);
  for (const auto& [name, limit] : limits_of_time) out += fmt::format("{}_limit: {}s\n", name, league.limits.*limit);
  const std::uint64_t mebibytes = league.limits.memory >> 20;
  out += fmt::format("memory_limit: {}\n", mebibytes << 20 == league.limits.memory
                                               ? fmt::format("{}MiB", mebibytes)
                                               : fmt::format("{}B", league.limits.memory));
  for (const auto& [name, limit] : limits_of_instructions) out += fmt::format("{}: {}\n", name, league.limits.*limit);
  const auto node_of = [&](const LeagueEntry& entry) {
    return YamlNode::parse(entry.entry, fmt::format("{}/league.json: '{}'", folder, entry.name));
  };
  const auto line_of = [](const LeagueEntry& entry, entrants::Origin origin) {
    origin.name = entrants::SourceText{entry.name};
    return fmt::format("  - {}\n", origin.with_absolute_paths(entry.folder).config_text());
  };
  out += "players:\n";
  for (const LeaguePlayer& player : league.players)
    if (!player.left) out += line_of(player, entrants::player_origin(node_of(player)));
  out += "sequencers:\n";
  for (const LeagueEntry& sequencer : league.sequencers)
    out += line_of(sequencer, entrants::sequencer_origin(node_of(sequencer)));
  return out;
}

std::string league_commitment(const std::string& folder) {
  return secret_of_batch(folder, present_batch(folder)).commitment();
}

std::optional<std::string> league_commitment_digest(const std::string& folder) {
  const auto commitment = results::commitment_of_folder(batch_folder(folder, present_batch(folder)));
  return commitment ? std::optional(results::digest_of(*commitment)) : std::nullopt;
}

LeagueTable league_table(const std::string& folder) {
  LeagueTable table;
  table.league = read_league(folder);
  table.commitment = league_commitment(folder);
  table.commitment_digest = league_commitment_digest(folder);
  const std::vector<int> numbers = batch_numbers(folder);
  table.open = !numbers.empty() && !is_over(folder, numbers.back());
  table.batches = static_cast<int>(std::ranges::count_if(numbers, [&](int n) { return is_over(folder, n); }));
  const LeagueStanding standing = standing_of(folder, table.league, false);
  std::vector<figures::MatchTally> tallies(table.league.players.size());
  for (const auto& [pair, tally] : standing.meetings) {
    tallies[pair.first] += tally;
    tallies[pair.second] += tally.reversed();
    table.matches += static_cast<std::size_t>(tally.count());
  }
  const std::vector<bool> there = members(table.league);
  if (std::ranges::find(there, true) == there.end()) return table;
  const Matchmaker matchmaker = standing.matchmaker(there);
  for (std::size_t i = 0; i < there.size(); ++i)
    if (there[i])
      table.rows.push_back(
          {table.league.players[i], matchmaker.ratings()[i], tallies[i], standing.failed[i], std::nullopt});
  // Those without a match come last.
  std::ranges::stable_sort(table.rows, std::ranges::greater(), [](const LeagueRow& row) {
    return std::pair(row.rating.interval.has_value(), row.rating.elo);
  });
  for (LeagueRow& row : table.rows)
    if (row.rating.interval)
      row.rank = 1 + static_cast<int>(std::ranges::count_if(table.rows, [&](const LeagueRow& other) {
                   return other.rating.interval && other.rating.elo > row.rating.elo + equal_ratings;
                 }));
  return table;
}

ordered_json to_json(const LeagueTable& table, const std::vector<LeagueRating>& history) {
  ordered_json players = ordered_json::array(), past = ordered_json::array();
  for (const LeagueRow& row : table.rows)
    players.push_back({{"player", row.player.name},
                       {"version", row.player.version},
                       {"joined", row.player.joined},
                       {"rating", row.rating.interval ? ordered_json(row.rating.elo) : ordered_json()},
                       {"rating_ci95", or_null(row.rating.interval)},
                       {"rank", or_null(row.rank)},
                       {"matches", row.tally},
                       {"failed", row.failed}});
  for (const LeagueRating& rating : history)
    past.push_back({{"batch", rating.batch},
                    {"date", rating.date},
                    {"player", rating.player},
                    {"version", rating.version},
                    {"rating", rating.interval ? ordered_json(rating.rating) : ordered_json()},
                    {"rating_ci95", or_null(rating.interval)},
                    {"matches", rating.matches}});
  return {{"format", "pentocity-league-table/1"},
          {"rules", match::to_json(table.league.rules)},
          {"sequencers", names_of(table.league.sequencers)},
          {"batches", table.batches},
          {"open", table.open},
          {"matches", table.matches},
          {"commitment", table.commitment},
          {"commitment_digest", or_null(table.commitment_digest)},
          {"players", std::move(players)},
          {"history", std::move(past)}};
}

}  // namespace pentocity::league
