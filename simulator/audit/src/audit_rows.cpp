// Rows by themselves, and what is summed up from them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "audit_parts.hpp"
#include "pentocity/input/json_text.hpp"

namespace pentocity::audit {

using namespace match;

namespace {

using nlohmann::json;

// The maximum number of fields that are reported if the summary does not agree with the rows.
constexpr std::size_t max_of_summary = 10;

}  // namespace

void check_columns(const std::string& place, const results::Schedule& schedule, const GameRow& row, Findings& out) {
  if (!row.measured()) return;
  const auto whole = [&](const char* field, int expected, int found) {
    if (expected != found) add(out, place, field, std::to_string(expected), std::to_string(found));
  };
  const Metrics& m = row.metrics;
  const int side = schedule.rules.side;
  whole("empty", side * side - m.road - m.building - m.resort, m.empty);
  if (m.resort == 0) whole("score", m.building, row.score);  // only parks and ponds bring more
  const auto utility =
      m.resort > 0 ? std::optional(static_cast<double>(row.score - m.building) / m.resort) : std::optional<double>();
  const auto text = [](const std::optional<double>& value) { return value ? fmt::format("{}", *value) : "nothing"; };
  if (m.utility != utility) add(out, place, "utility", text(utility), text(m.utility));
  // The last turn of a game that failed may have no answer.
  const int answers = row.accepted + row.rejects;
  if (row.status == Status::ok || row.turns != answers + 1) whole("turns", answers, row.turns);
  if (row.status == Status::ok) whole("rejects", schedule.rules.max_rejects, row.rejects);
  const auto& course = row.course;
  if (!course) return;
  std::vector<int> scores = course->scores;
  scores.push_back(row.score);
  if (!std::ranges::is_sorted(scores))
    add(out, place, "course", "scores that grow up to that of the row",
        fmt::format("{}", fmt::join(course->scores, ", ")));
  const auto cells = [&](std::initializer_list<Kind> kinds) {
    int sum = 0;
    for (const Kind kind : kinds) sum += course->cells[static_cast<std::size_t>(kind)];
    return sum;
  };
  whole("course: cells of buildings", m.building, cells({Kind::residence, Kind::factory}));
  whole("course: cells of parks and ponds", m.resort, cells({Kind::park, Kind::pond}));
  whole("course: cells of roads", m.road, cells({Kind::road}));
  whole("course: rejects", row.rejects, std::accumulate(course->rejects.begin(), course->rejects.end(), 0));
  const auto sum = [&](PointCause first, int count) {
    const auto begin = course->points.begin() + static_cast<int>(first);
    return std::accumulate(begin, begin + count, 0);
  };
  const auto of = [&](PointCause cause) { return sum(cause, 1); };
  whole("course: buildings", row.accepted, sum(PointCause::residences_0, 6));
  whole("course: bonus points", row.score - m.building,
        bonus * (of(PointCause::residences_2) + of(PointCause::factories_2)) +
            2 * bonus * (of(PointCause::residences_4) + of(PointCause::factories_4)));
  whole("course: built cells", m.road + m.resort, sum(PointCause::residence_road, 6));
  whole("course: empty cells", m.empty, sum(PointCause::empty_open, 4));
}

void check_use(const std::string& place, const match::Limits& limits, const GameRow& row, Findings& out) {
  if (row.status != Status::timeout || !row.measured()) return;  // before the first turn nothing was measured
  const auto at_least = [&](const char* field, double least, double found) {
    constexpr double rounding = 0.99;
    if (found < least * rounding)
      add(out, place, field, fmt::format("at least {}, the limit that ended the game", least),
          fmt::format("{}", found));
  };
  if (row.error == "cpu")
    at_least("cpu_seconds", limits.time, row.used.cpu_seconds);
  else if (row.error == "wall")
    at_least("wall_seconds", limits.move_wall, row.used.wall_seconds);
  else if (row.error == "game")
    at_least("wall_seconds", limits.game_wall, row.used.wall_seconds);
  else if (row.error != "handshake" && !match::is_limit_of_instructions(row.error))
    add(out, place, "error", "cpu, wall, game, handshake, move_instructions or game_instructions", row.error);
}

void check_summary(const std::string& folder, const figures::Summary& summary, bool complete, Audit& out) {
  const results::Folder opened(folder);
  const std::string path = opened.path_of(results::summary_file);
  if (!opened.has(results::summary_file)) {
    if (complete) add(out.findings, path, "file", "the summary of the rows", "nothing");
    return;
  }
  json found;
  try {
    found = read_json(opened.read(results::summary_file), path);
  } catch (const InputError& e) {
    return add(out.findings, path, "file", "the summary of the rows", without_path(e.what(), path));
  }
  auto list = match::differences(read_json(figures::json_text(summary), path), found, {"games_per_second", "version"});
  const std::size_t all = list.size();
  list.resize(std::min(all, max_of_summary));
  add(out.findings, path, list);
  if (all > list.size())
    add(out.findings, path, "fields", "those of the rows", fmt::format("{} more that differ", all - list.size()));
}

}  // namespace pentocity::audit
