#include "league_files.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/number_of.hpp"
#include "pentocity/input/shell_word.hpp"
#include "pentocity/results/secret_file.hpp"

namespace pentocity::league {

using namespace match;
using namespace isolation;
using namespace statistics;

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* league_format = "pentocity-league/1";
constexpr const char* batch_format = "pentocity-league-batch/1";
constexpr const char* standing_format = "pentocity-league-standing/1";
constexpr const char* ratings_format = "pentocity-league-ratings/1";

constexpr const char* league_file = "league.json";
constexpr const char* standing_file = "standing.json";
constexpr const char* batches_folder = "batches";
constexpr const char* batch_file = "batch.json";
constexpr const char* ratings_file = "ratings.json";

std::vector<match::EntrantId> sequencers_of(const League& league) {
  return {league.sequencers.begin(), league.sequencers.end()};
}

std::string name_of_batch(int number) { return fmt::format("{:04}", number); }

// The folder of a batch, which need not exist.
results::Folder opened_batch(const std::string& league, int number) {
  return results::Folder(league).folder(batches_folder).folder(name_of_batch(number));
}

void write_json(const results::Folder& folder, const char* name, const ordered_json& value) {
  folder.write(name, text_of_json(value, 1) + "\n", results::OnDisk::now);
}

// The JSON of a file of this format, as `read` understands it.
template <class Read>
auto read_as(const results::Folder& folder, const char* name, const char* format, Read&& read) {
  const std::string path = folder.path_of(name);
  const json value = read_json(folder.read(name), path);
  if (!value.is_object() || value.value("format", json()) != format)
    throw InputError("{}: damaged, or of another version of Pentocity: expected the format {}", path, format);
  try {
    return read(value);
  } catch (const json::exception& e) {
    throw InputError("{}: damaged: {}", path, e.what());
  }
}

namespace fs = std::filesystem;

// The folder of what was handed in lies in the league's, and is written as seen from there: so a league can be moved.
ordered_json to_json(const LeagueEntry& entry, const fs::path& league) {
  const fs::path place = entry.folder;
  const bool inside = place != league && isolation::is_below(place, league);
  return {{"name", entry.name},
          {"identity", entry.identity},
          {"entry", entry.entry},
          {"folder", inside ? place.lexically_relative(league).string() : entry.folder}};
}

void read_entry(const json& value, const fs::path& league, LeagueEntry& entry) {
  value.at("name").get_to(entry.name);
  value.at("identity").get_to(entry.identity);
  value.at("entry").get_to(entry.entry);
  entry.folder = (league / value.at("folder").get<std::string>()).string();
}

void count(const std::string& folder, const League& league, const LeagueBatch& batch, LeagueStanding& standing) {
  const results::Schedule schedule = schedule_of(batch, league);
  std::map<results::GameId, GameRow> rows;
  results::Store(batch_folder(folder, batch.number), schedule, results::Store::Access::look)
      .for_each([&](const results::StoredGame& game) { rows.emplace(game.id, game.row); });
  for (const LeagueMatch& match : batch.matches) {
    const auto row_of = [&](int player) -> const GameRow* {
      const auto it = rows.find(game_of(batch, match, player));
      return it == rows.end() ? nullptr : &it->second;
    };
    const auto result = outcome_of(row_of(match.a), row_of(match.b));
    if (!result) continue;
    const int seen = match.a < match.b ? *result : -*result;
    figures::MatchTally& tally = standing.meetings[std::minmax(match.a, match.b)];
    ++(seen > 0 ? tally.wins : seen < 0 ? tally.losses : tally.draws);
    for (const int player : {match.a, match.b}) {
      ++standing.played[player][match.sequencer];
      standing.failed[player] += row_of(player)->status != Status::ok;
    }
  }
  standing.batches = batch.number;
}

void write_ratings(const std::string& folder, const League& league, const LeagueBatch& batch,
                   const LeagueStanding& standing) {
  std::vector<bool> present(league.players.size());
  for (const int player : batch.players) present[player] = true;
  const Matchmaker matchmaker = standing.matchmaker(present);
  ordered_json list = ordered_json::array();
  for (const int player : batch.players) {
    const Rating& rating = matchmaker.ratings()[player];
    const auto& counts = standing.played[player];
    list.push_back({{"player", league.players[player].name},
                    {"version", league.players[player].version},
                    {"rating", rating.interval ? ordered_json(rating.elo) : ordered_json()},
                    {"rating_ci95", or_null(rating.interval)},
                    {"matches", std::accumulate(counts.begin(), counts.end(), 0)}});
  }
  write_json(opened_batch(folder, batch.number), ratings_file,
             {{"format", ratings_format}, {"batch", batch.number}, {"date", batch.begun}, {"ratings", list}});
}

void write_standing(const std::string& folder, const LeagueStanding& standing) {
  json meetings = json::array();
  for (const auto& [pair, tally] : standing.meetings)
    meetings.push_back({pair.first, pair.second, tally.wins, tally.losses, tally.draws});
  const ordered_json value{{"format", standing_format},
                           {"batches", standing.batches},
                           {"meetings", std::move(meetings)},
                           {"played", standing.played},
                           {"failed", standing.failed}};
  results::Folder(folder).write(standing_file, text_of_json(value) + "\n", results::OnDisk::now);
}

// None if there is no such file or it is damaged: then all batches are counted anew.
std::optional<LeagueStanding> read_standing(const std::string& folder, const League& league) {
  if (!results::Folder(folder).has(standing_file)) return std::nullopt;
  try {
    return read_as(results::Folder(folder), standing_file, standing_format, [&](const json& value) {
      LeagueStanding out;
      value.at("batches").get_to(out.batches);
      for (const json& m : value.at("meetings")) {
        const auto player = [&](int i) {
          const int number = m.at(i).get<int>();
          if (number < 0 || number >= std::ssize(league.players)) throw InputError("no such player");
          return number;
        };
        out.meetings[{player(0), player(1)}] = {
            .wins = m.at(2).get<int>(), .losses = m.at(3).get<int>(), .draws = m.at(4).get<int>()};
      }
      value.at("played").get_to(out.played);
      value.at("failed").get_to(out.failed);
      for (const auto& counts : out.played)
        if (counts.size() != league.sequencers.size()) throw InputError("other sequencers");
      if (std::max(out.played.size(), out.failed.size()) > league.players.size()) throw InputError("other players");
      return out;
    });
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// The numbers of the folders of batches for which `is_one` is true, in order.
template <class IsOne>
std::vector<int> numbers_of_batches(const std::string& folder, IsOne&& is_one) {
  std::vector<int> out;
  for (const std::string& name : results::Folder(folder).folder(batches_folder).names()) {
    const int number = number_of<int>(name).value_or(0);
    if (number > 0 && name == name_of_batch(number) && is_one(number)) out.push_back(number);
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

std::optional<int> outcome_of(const GameRow* a, const GameRow* b) {
  for (const GameRow* row : {a, b})
    if (row == nullptr || row->status == Status::sequencer_failed || row->adaptive) return std::nullopt;
  const bool a_ok = a->status == Status::ok, b_ok = b->status == Status::ok;
  if (!a_ok || !b_ok) return static_cast<int>(a_ok) - static_cast<int>(b_ok);
  return a->score > b->score ? 1 : a->score < b->score ? -1 : 0;
}

std::string date_and_time() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

bool is_league(const std::string& folder) { return results::Folder(folder).has(league_file); }

League read_league(const std::string& folder) {
  if (!is_league(folder))
    throw InputError("{}: no league: it has no league.json; `pentocity league {} add` makes one", folder,
                     shell_word(folder));
  const fs::path place = fs::canonical(folder);
  return read_as(results::Folder(folder), league_file, league_format, [&](const json& value) {
    League league;
    league.rules = rules_of_json(value.at("rules"));
    league.limits = results::limits_of_json(value.at("limits"));
    const auto isolation = std::ranges::find(isolation_names, value.at("isolation").get<std::string>());
    if (isolation == isolation_names.end()) throw InputError("league.json: unknown isolation");
    league.isolation = static_cast<Isolation>(isolation - isolation_names.begin());
    const auto require = std::ranges::find(require_names, value.at("require").get<std::string>());
    if (require == require_names.end()) throw InputError("league.json: unknown `require`");
    // A box is what is required of who says nothing: the environment may say otherwise.
    if (const auto said = static_cast<Require>(require - require_names.begin()); said != Require::box)
      league.require = said;
    for (const json& entry : value.at("sequencers")) read_entry(entry, place, league.sequencers.emplace_back());
    for (const json& entry : value.at("players")) {
      LeaguePlayer& player = league.players.emplace_back();
      read_entry(entry, place, player);
      entry.at("version").get_to(player.version);
      entry.at("joined").get_to(player.joined);
      if (!entry.at("left").is_null()) player.left = entry.at("left").get<std::string>();
    }
    return league;
  });
}

void write_league(const std::string& folder, const League& league) {
  const fs::path place = fs::canonical(folder);
  ordered_json sequencers = ordered_json::array(), players = ordered_json::array();
  for (const LeagueEntry& sequencer : league.sequencers) sequencers.push_back(to_json(sequencer, place));
  for (const LeaguePlayer& player : league.players) {
    ordered_json& value = players.emplace_back(to_json(player, place));
    value["version"] = player.version;
    value["joined"] = player.joined;
    value["left"] = or_null(player.left);
  }
  write_json(results::Folder(folder), league_file,
             {{"format", league_format},
              {"rules", to_json_resolved(league.rules)},
              {"limits", results::to_json(league.limits)},
              {"isolation", isolation_names[static_cast<std::size_t>(league.isolation)]},
              {"require", require_names[static_cast<std::size_t>(league.require)]},
              {"sequencers", std::move(sequencers)},
              {"players", std::move(players)}});
}

std::string batch_folder(const std::string& league, int number) {
  return fmt::format("{}/{}/{}", league, batches_folder, name_of_batch(number));
}

std::vector<int> batch_numbers(const std::string& folder) {
  return numbers_of_batches(folder, [&](int number) { return opened_batch(folder, number).has(batch_file); });
}

int next_batch(const std::string& folder) {
  // A secret that was revealed is never drawn from again, whatever else is in its folder.
  const std::vector<int> used = numbers_of_batches(
      folder, [&](int number) { return opened_batch(folder, number).has(batch_file) || is_over(folder, number); });
  return used.empty() ? 1 : used.back() + 1;
}

bool is_over(const std::string& folder, int number) { return opened_batch(folder, number).has(results::revealed_file); }

LeagueBatch read_batch(const std::string& folder, int number, const League& league) {
  const results::Folder opened = opened_batch(folder, number);
  const std::string path = opened.path_of(batch_file);
  std::map<std::pair<std::string, int>, int> versions;
  for (std::size_t i = 0; i < league.players.size(); ++i)
    versions[{league.players[i].name, league.players[i].version}] = static_cast<int>(i);
  const std::map<std::string, int> sequencers = results::numbers_of(sequencers_of(league));
  return read_as(opened, batch_file, batch_format, [&](const json& value) {
    LeagueBatch batch;
    batch.number = number;
    value.at("begun").get_to(batch.begun);
    value.at("commitment").get_to(batch.commitment);
    batch.derivation = results::derivation_of_json(value);
    value.at("commitment_digest").get_to(batch.commitment_digest);
    value.at("roster_digest").get_to(batch.roster_digest);
    std::map<std::string, int> players;
    const auto find = [&](const auto& map, const auto& key) {
      const auto it = map.find(key);
      if (it == map.end()) throw InputError("{}: names players or sequencers that league.json does not have", path);
      return it->second;
    };
    for (const json& player : value.at("players")) {
      const std::string name = player.at("name").get<std::string>();
      players[name] = find(versions, std::pair(name, player.at("version").get<int>()));
      batch.players.push_back(players[name]);
    }
    for (const json& match : value.at("matches")) {
      const int repeat = match.at("repeat").get<int>();
      if (repeat < 0 || repeat >= results::max_repeats) throw InputError("{}: has an impossible repeat", path);
      batch.matches.push_back({.a = find(players, match.at("a").get<std::string>()),
                               .b = find(players, match.at("b").get<std::string>()),
                               .sequencer = find(sequencers, match.at("sequencer").get<std::string>()),
                               .repeat = repeat});
    }
    return batch;
  });
}

void write_batch(const std::string& folder, const LeagueBatch& batch, const League& league) {
  ordered_json players = ordered_json::array(), matches = ordered_json::array();
  for (const int player : batch.players)
    players.push_back({{"name", league.players[player].name}, {"version", league.players[player].version}});
  for (const LeagueMatch& match : batch.matches)
    matches.push_back({{"a", league.players[match.a].name},
                       {"b", league.players[match.b].name},
                       {"sequencer", league.sequencers[match.sequencer].name},
                       {"repeat", match.repeat}});
  ordered_json value{
      {"format", batch_format}, {"number", batch.number}, {"begun", batch.begun}, {"commitment", batch.commitment}};
  results::add_json(value, batch.derivation);
  value["commitment_digest"] = batch.commitment_digest;
  value["roster_digest"] = batch.roster_digest;
  value["players"] = std::move(players);
  value["matches"] = std::move(matches);
  write_json(opened_batch(folder, batch.number), batch_file, value);
}

results::Schedule schedule_of(const LeagueBatch& batch, const League& league) {
  results::Schedule schedule;
  schedule.rules = league.rules;
  schedule.limits = league.limits;
  schedule.failures = results::Failures::zero;
  schedule.commitment = batch.commitment;
  schedule.derivation = batch.derivation;
  schedule.secret_repeats = 1;
  for (const LeagueMatch& match : batch.matches)
    schedule.secret_repeats = std::max(schedule.secret_repeats, match.repeat + 1);
  for (const int player : batch.players) schedule.players.push_back(league.players[player]);
  schedule.sequencers = sequencers_of(league);
  return schedule;
}

results::GameId game_of(const LeagueBatch& batch, const LeagueMatch& match, int player) {
  const auto place = std::ranges::find(batch.players, player) - batch.players.begin();
  return {.player = static_cast<int>(place), .sequencer = match.sequencer, .repeat = match.repeat};
}

Secret secret_of_batch(const std::string& folder, int number) {
  const std::string path = batch_folder(folder, number) + "/" + results::secret_file;
  return opened_batch(folder, number).has(results::secret_file) ? results::read_secret(path)
                                                                : results::make_secret_file(path, Secret::random());
}

Matchmaker LeagueStanding::matchmaker(const std::vector<bool>& present) const {
  std::vector<Meeting> list;
  for (const auto& [pair, tally] : meetings)
    list.push_back(
        {.a = pair.first, .b = pair.second, .wins = tally.wins, .losses = tally.losses, .draws = tally.draws});
  return {list, played, present};
}

LeagueStanding standing_of(const std::string& folder, const League& league, bool store) {
  const std::vector<int> numbers = batch_numbers(folder);
  LeagueStanding standing = read_standing(folder, league).value_or(LeagueStanding());
  if (standing.batches > 0 && std::ranges::find(numbers, standing.batches) == numbers.end()) standing = {};
  standing.played.resize(league.players.size(), std::vector<int>(league.sequencers.size()));
  standing.failed.resize(league.players.size());
  bool news = false;
  for (const int number : numbers) {
    if (number <= standing.batches || !is_over(folder, number)) continue;
    const LeagueBatch batch = read_batch(folder, number, league);
    count(folder, league, batch, standing);
    if (store) write_ratings(folder, league, batch, standing);
    news = true;
  }
  if (news && store) write_standing(folder, standing);
  return standing;
}

std::vector<LeagueRating> league_history(const std::string& folder) {
  std::vector<LeagueRating> out;
  for (const int number : batch_numbers(folder)) {
    const results::Folder opened = opened_batch(folder, number);
    if (!opened.has(ratings_file)) continue;
    read_as(opened, ratings_file, ratings_format, [&](const json& value) {
      for (const json& line : value.at("ratings")) {
        LeagueRating& rating = out.emplace_back();
        rating.batch = number;
        value.at("date").get_to(rating.date);
        line.at("player").get_to(rating.player);
        line.at("version").get_to(rating.version);
        line.at("matches").get_to(rating.matches);
        if (line.at("rating").is_null()) continue;
        line.at("rating").get_to(rating.rating);
        rating.interval =
            Interval{line.at("rating_ci95").at(0).get<double>(), line.at("rating_ci95").at(1).get<double>()};
      }
    });
  }
  return out;
}

}  // namespace pentocity::league
