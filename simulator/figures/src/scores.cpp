#include "pentocity/figures/scores.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <tuple>

#include "pentocity/input/csv.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/number_of.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/suggestion.hpp"

namespace pentocity::figures {

using namespace match;

namespace {

constexpr std::int64_t max_score = 1'000'000'000;
// Players squared times sequencers: the rows of a summary's pairs are half as many.
constexpr std::size_t max_comparisons = 1'000'000;

const std::map<std::string, Status, std::less<>> words_of_2016 = {{"timeout_or_crash", Status::timeout},
                                                                  {"exception", Status::crashed}};

// The number of an item in the list that the map numbers, in order of first appearance.
template <class T>
int number_of(const T& item, std::map<T, int>& numbers, std::vector<T>& list) {
  const auto [found, is_new] = numbers.emplace(item, static_cast<int>(list.size()));
  if (is_new) list.push_back(item);
  return found->second;
}

// Reads a table. Numbers of columns end in `_at`.
struct Reader {
  const std::string &path, &score_name;
  std::string contents = read_file(path);
  CsvFile file = CsvFile::parse(contents, path);
  std::size_t sequencer_at = file.column("sequencer"), player_at = file.column("player");
  std::size_t seed_at = file.column("seed"), score_at = file.column(score_name);
  std::optional<std::size_t> status_at = column_if_there("status"), status_score_at = column_if_there("score");

  PublishedScores read() {
    std::map<std::string, int> players, sequencers;
    std::map<std::uint64_t, int> seeds;
    std::map<std::tuple<int, int, int>, int> line_of_game;
    PublishedScores out;
    for (const CsvRow& row : file.rows()) {
      GameRow game;
      game.player = name(row, player_at, "player");
      game.sequencer = name(row, sequencer_at, "sequencer");
      game.seed = static_cast<std::uint64_t>(integer(row, seed_at, "seed", 0, static_cast<std::int64_t>(max_seed)));
      game.repeat = number_of(*game.seed, seeds, out.seeds);
      const int sequencer = number_of(game.sequencer, sequencers, out.sequencers);
      const auto [first, is_new] = line_of_game.emplace(
          std::tuple(number_of(game.player, players, out.players), sequencer, game.repeat), row.line);
      if (!is_new)
        file.fail(row.line, "the game of player '{}' on sequencer '{}', seed {}, is on line {} already", game.player,
                  game.sequencer, *game.seed, first->second);
      out.repeats.resize(out.sequencers.size());
      out.repeats[static_cast<std::size_t>(sequencer)].insert(game.repeat);
      if (read_result(row, game))
        out.games.push_back(std::move(game));
      else
        ++out.lost;
    }
    out.identity =
        text_of_json(nlohmann::json{{"scores", fmt::format("{:016x}", hash_bytes(contents))}, {"column", score_name}});
    if (out.games.empty()) file.fail(1, "the table has no game with a score");
    if (out.players.size() * out.players.size() * out.sequencers.size() > max_comparisons)
      file.fail(1, "{} players and {} sequencers are too many: at most {} for the square of the one times the other",
                out.players.size(), out.sequencers.size(), max_comparisons);
    return out;
  }

  std::optional<std::size_t> column_if_there(std::string_view name) const {
    return file.has_column(name) ? std::optional(file.column(name)) : std::nullopt;
  }

  std::string name(const CsvRow& row, std::size_t column, std::string_view what) const {
    const std::string& text = row.fields[column];
    if (text.empty()) file.fail(row.line, "the {} has no name", what);
    if (has_unseen(text)) file.fail(row.line, "the {}'s name '{}' has characters that cannot be seen", what, text);
    if (has_odd_blanks(text))
      file.fail(row.line, "the {}'s name '{}' has blanks at an end, two in a row, or others than the usual one", what,
                text);
    return text;
  }

  std::int64_t integer(const CsvRow& row, std::size_t column, std::string_view what, std::int64_t min,
                       std::int64_t max) const {
    const std::string& text = row.fields[column];
    const auto value = input::number_of<std::int64_t>(text);
    if (!value || *value < min || *value > max)
      file.fail(row.line, "'{}' must be an integer from {} to {}, not '{}'", what, min, max, text);
    return *value;
  }

  // The status that the table gives for the score that is read; none if it gives none.
  std::optional<Status> stated(const CsvRow& row) const {
    if (!status_at || (status_score_at && row.fields[*status_score_at] != row.fields[score_at])) return std::nullopt;
    const std::string& word = row.fields[*status_at];
    if (word.empty()) return std::nullopt;
    if (const auto status = status_of_name(word)) return status;
    if (const auto found = words_of_2016.find(word); found != words_of_2016.end()) return found->second;
    std::vector<std::string> known;
    for (int s = 0; s < status_count; ++s) known.emplace_back(name_of(static_cast<Status>(s)));
    for (const auto& [name, status] : words_of_2016) known.push_back(name);
    file.fail(row.line, "there is no status '{}'{}", word, suggestion(word, known));
  }

  // Reads score and status of a game. Returns false if neither is known.
  bool read_result(const CsvRow& row, GameRow& game) const {
    const std::optional<Status> status = stated(row);
    const bool has_score = !row.fields[score_at].empty();
    if (!has_score && status.value_or(Status::ok) == Status::ok) return false;
    const auto score = has_score ? static_cast<int>(integer(row, score_at, score_name, -2, max_score)) : 0;
    game.score = std::max(score, 0);
    game.status = status.value_or(score == -1 ? Status::timeout : score == -2 ? Status::crashed : Status::ok);
    if (score < 0 && (game.status == Status::ok || (game.status == Status::timeout) != (score == -1)))
      file.fail(row.line, "the status is '{}', but the score is {}, the code of {}", row.fields[*status_at], score,
                score == -1 ? "a timeout" : "a failure other than a timeout");
    if (game.status != Status::ok) game.error = status ? row.fields[*status_at] : std::string(name_of(game.status));
    return true;
  }
};

}  // namespace

PublishedScores read_scores(const std::string& path, const std::string& score_column) {
  return Reader{path, score_column}.read();
}

Summary store_scores(const PublishedScores& scores, const Rules& rules, results::Failures failures,
                     const std::string& folder, results::Fresh fresh) {
  results::Schedule schedule;
  schedule.rules = rules;
  schedule.failures = failures;
  schedule.seeds = scores.seeds;
  for (const std::string& name : scores.players) schedule.players.push_back({name, scores.identity});
  for (std::size_t s = 0; s < scores.sequencers.size(); ++s) {
    schedule.sequencers.push_back({scores.sequencers[s], scores.identity});
    if (const std::set<int>& own = scores.repeats[s]; own.size() < scores.seeds.size())
      schedule.own_repeats[scores.sequencers[s]].assign(own.begin(), own.end());
  }
  const auto players = results::numbers_of(schedule.players), sequencers = results::numbers_of(schedule.sequencers);

  std::vector<results::StoredGame> games;
  for (const GameRow& row : scores.games)
    games.push_back(
        {{.player = players.at(row.player), .sequencer = sequencers.at(row.sequencer), .repeat = row.repeat}, row});
  results::removed_by(fresh, folder, schedule);
  results::Store store(folder, schedule,
                       fresh == results::Fresh::no ? results::Store::Access::add : results::Store::Access::replace);
  store.append(games);
  Summary summary = summary_of(store);
  results::Folder(folder).write(results::summary_file, json_text(summary), results::OnDisk::now);
  return summary;
}

}  // namespace pentocity::figures
