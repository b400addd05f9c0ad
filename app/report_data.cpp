#include "report_data.hpp"

#include <sodium.h>

#include "pentocity/figures/beside.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/input/json_csv.hpp"
#include "pentocity/league/league_games.hpp"
#include "pentocity/results/store.hpp"
#include "pentocity/web/pages.hpp"

namespace pentocity::app {

using namespace league;
using namespace web;

namespace {

// The summary of all games of a league, with its ratings and their history.
ordered_json summary_of_league(const std::string& folder) {
  auto summary = to_json(league_summary(folder));
  const auto league = to_json(league_table(folder), league_history(folder));
  summary.erase("unplayed");  // nobody is to play all games of a league
  for (auto& player : summary["players"])
    for (const auto& row : league["players"])
      if (row["player"] == player["player"])
        for (const char* key : {"rank", "rating", "rating_ci95"}) player[key] = row[key];
  summary["league"] = league;
  return summary;
}

std::string date_of_league(const std::string& folder) {
  const auto history = league_history(folder);
  return history.empty() ? "" : history.back().date.substr(0, std::string_view("YYYY-MM-DD").size());
}

// What `list` says of what is built in, by name.
ordered_json lines_of(const auto& specs) {
  auto out = ordered_json::object();
  for (const auto& spec : specs) out[std::string(spec.name)] = spec.summary;
  return out;
}

std::vector<std::string> keys_of(const ordered_json& object) {
  std::vector<std::string> out;
  for (const auto& [name, value] : object.items()) out.push_back(name);
  return out;
}

// Values as a column of `pentocity-columns/1` (docs/reference/report-page.md).
ordered_json column_of(const std::vector<ordered_json>& values) {
  const auto has_keys = [keys = keys_of(values[0])](const ordered_json& value) {
    return value.is_object() && !value.empty() && keys_of(value) == keys;
  };
  if (std::ranges::all_of(values, has_keys)) {
    ordered_json out;
    for (const std::string& key : keys_of(values[0])) {
      std::vector<ordered_json> members;
      for (const ordered_json& value : values) members.push_back(value.at(key));
      out[key] = column_of(members);
    }
    return out;
  }
  // By their texts, as 1 and 1.0 are equal.
  std::map<std::string, std::size_t> number_of;
  std::vector<std::size_t> numbers;
  ordered_json different;
  for (const ordered_json& value : values) {
    const auto [place, is_new] = number_of.try_emplace(text_of_json(value), number_of.size());
    if (is_new) different.push_back(value);
    numbers.push_back(place->second);
  }
  if (2 * different.size() > values.size()) return values;
  std::string at;
  for (std::size_t k = 0, end = 0; k < numbers.size(); k = end) {
    while (end < numbers.size() && numbers[end] == numbers[k]) ++end;
    at += fmt::format("{}{}", k > 0 ? " " : "", numbers[k]);
    if (end - k > 1) at += fmt::format("*{}", end - k);
  }
  return {{"", std::move(different)}, {"at", at}};
}

// A summary as the page has it, its lists of objects in columns.
ordered_json in_columns(const ordered_json& summary) {
  ordered_json columns = ordered_json::object(), others = ordered_json::object();
  for (const auto& [name, value] : summary.items())
    if (value.is_array() && !value.empty() && value[0].is_object())
      columns[name] = column_of(value);
    else
      others[name] = value;
  return {{"format", "pentocity-columns/1"}, {"columns", std::move(columns)}, {"others", std::move(others)}};
}

}  // namespace

std::string base64(std::string_view bytes) {
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::string out(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(out.data(), out.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    variant);
  out.pop_back();  // the zero at the end
  return out;
}

std::string games_json(const Showcase& showcase, bool live) {
  auto games = ordered_json::array();
  for (const auto& [file, path, game, trace] : showcase.games)
    games.push_back({{"file", file},
                     {"player", game.player},
                     {"sequencer", game.sequencer},
                     {"seed", or_null(game.seed)},
                     {"repeat", game.repeat},
                     {"status", name_of(game.status)},
                     {"score", game.score},
                     {"trace", base64(trace)}});
  const ordered_json out = {
      {"format", "pentocity-games/2"}, {"live", live}, {"left_out", showcase.left_out}, {"games", std::move(games)}};
  return text_of_json(out);
}

std::string run_json(const RunFacts& facts) {
  auto digits = ordered_json::object();
  for (const match::MetricInfo& metric : match::metric_infos)
    digits[std::string(metric.name)] = metric.digits_of_mean();
  const auto or_null = [](const std::string& text) { return text.empty() ? ordered_json() : ordered_json(text); };
  const ordered_json out = {{"format", "pentocity-run/1"},
                            {"name", facts.name},
                            {"date", or_null(facts.date)},
                            {"made", or_null(facts.made)},
                            {"machine", or_null(facts.machine)},
                            {"keep", or_null(facts.keep)},
                            {"bounds", facts.bounds},
                            {"about",
                             {{"players", lines_of(builtin_players())},
                              {"sequencers", lines_of(builtin_sequencers())},
                              {"metrics", lines_of(match::metric_infos)},
                              {"digits", digits}}}};
  return text_of_json(out);
}

std::string report_html(std::string_view summary, std::string_view games, std::string_view run,
                        std::string_view beside) {
  return filled_page("report", report_page(),
                     {{"summary", summary}, {"games", games}, {"run", run}, {"beside", beside}});
}

ordered_json summary_of(const std::string& folder) {
  return is_league(folder) ? summary_of_league(folder) : to_json(summary_of_folder(folder));
}

std::string csv_of_rows(const std::string& folder, const std::string& rows) {
  if (rows == "bounds") return csv_of_json(is_league(folder) ? ordered_json() : bounds_of_folder(folder));
  const ordered_json summary = summary_of(folder);
  if (rows == "ratings" && !summary.contains("league"))
    throw InputError("{}: is no league: --rows players has the ratings of its players", folder);
  return csv_of_json(rows == "ratings" ? summary["league"]["players"]
                     : rows == "pairs" ? summary["head_to_head"]
                                       : summary.value(rows, ordered_json()));
}

Report report_of(const std::string& folder, std::size_t max_bytes, std::string_view beside) {
  // The games of a league lie in its batches, each a results folder of its own.
  const bool league = is_league(folder);
  Report out;
  const ordered_json summary = summary_of(folder);
  const std::string columns = text_of_json(in_columns(summary));
  out.summary = text_of_json(summary, 1) + '\n';
  out.name = std::filesystem::canonical(folder).filename().string();
  RunFacts facts{.name = out.name};
  if (league) {
    out.date = date_of_league(folder);
  } else {
    const Store store(folder, read_schedule(folder), Store::Access::look);
    out.date = facts.date = store.notes().date;
    facts.made = making_text(store.notes(), store.schedule());
    facts.machine = store.notes().machine;
    facts.bounds = bounds_of_folder(folder);
  }
  const std::string run = run_json(facts);
  // Room for games is what the rest leaves, and less where their names need escapes.
  const std::size_t others = report_html(columns, games_json({}, false), run, beside).size();
  for (std::size_t room = max_bytes - std::min(max_bytes, others);;
       room -= std::min(room, out.html.size() - max_bytes)) {
    out.games = league ? league_showcase(folder, room) : showcase(folder, room);
    out.html = report_html(columns, games_json(out.games, false), run, beside);
    if (out.html.size() <= max_bytes || room == 0) return out;
  }
}

}  // namespace pentocity::app
