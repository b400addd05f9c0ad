
#include <nlohmann/json.hpp>

#include "pentocity/figures/summary.hpp"
#include "pentocity/input/json_csv.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::figures {

using namespace statistics;
using namespace match;

namespace {

using Json = nlohmann::ordered_json;

Json mean_json(const std::optional<StratifiedMean>& m) { return m ? Json(m->mean) : Json(nullptr); }
Json interval_json(const std::optional<StratifiedMean>& m) { return m ? or_null(m->interval) : Json(nullptr); }

Json summary_json(const CellSummary& cell) {
  Json json = {{"player", cell.player}, {"sequencer", cell.sequencer}, {"games", cell.games}};
  for (int s = 0; s < status_count; ++s) json["status"][std::string(name_of(static_cast<Status>(s)))] = cell.status[s];
  json["invalid_moves"] = cell.invalid_moves;
  const auto of_score = [&](std::size_t min, double value) {
    return cell.score.count >= min ? Json(value) : Json(nullptr);
  };
  Json& score = json["score"];
  score["mean"] = of_score(1, cell.score.mean);
  score["stddev"] = of_score(2, cell.score.deviation());
  score["ci95"] = or_null(cell.score.interval());
  for (const auto& [name, value] :
       {std::pair("min", cell.min), {"q1", cell.q1}, {"median", cell.median}, {"q3", cell.q3}, {"max", cell.max}})
    score[name] = of_score(1, value);
  score["values"] = Json::array();
  for (const auto& value : cell.values) score["values"].push_back(or_null(value));
  for (std::size_t m = 0; m < metric_count; ++m)
    json["metrics"][std::string(metric_infos[m].name)] = or_null(cell.metrics[m]);
  json["games_per_second"] = or_null(cell.games_per_second);
  json["instructions_per_move"] = or_null(cell.instructions_per_move);
  json["max_instructions"] = or_null(cell.max_instructions);
  for (std::size_t f = 0; f < cell.faults.size(); ++f)
    json["faults"][std::string(name_of(static_cast<Fault>(f)))] = cell.faults[f];
  json["missing"] = cell.missing;
  for (int cause = 0; cause < point_cause_count; ++cause)
    json["points"][std::string(name_of(static_cast<PointCause>(cause)))] =
        cell.points ? Json((*cell.points)[cause]) : Json(nullptr);
  return json;
}

Json summary_json(const PlayerSummary& player) {
  Json json = {
      {"player", player.player},          {"mean", mean_json(player.mean)},  {"ci95", interval_json(player.mean)},
      {"median", or_null(player.median)}, {"rounds_won", player.rounds_won}, {"streams_won", player.streams_won}};
  json["matches"] = player.matches;
  json["rating"] = or_null(player.rating);
  json["rating_ci95"] = or_null(player.rating_interval);
  json["missing"] = player.missing;
  json["rank"] = or_null(player.rank);
  return json;
}

Json summary_json(const SequencerSummary& sequencer) {
  return {{"sequencer", sequencer.sequencer},
          {"adaptive", sequencer.adaptive},
          {"mean", or_null(sequencer.mean)},
          {"winner", sequencer.winners.size() == 1 ? Json(sequencer.winner()) : Json(nullptr)},
          {"winners", sequencer.winners}};
}

Json summary_json(const PairSummary& pair) {
  Json json = {{"a", pair.a}, {"b", pair.b}, {"sequencer", or_null(pair.sequencer)}};
  json.update(Json(pair.tally));
  json["mean_difference"] = mean_json(pair.difference);
  json["ci95"] = interval_json(pair.difference);
  json["p_value"] = or_null(pair.p_value);
  json["p_corrected"] = or_null(pair.corrected);
  const int better = pair.better();
  json["better"] = better > 0 ? Json("a") : better < 0 ? Json("b") : Json(nullptr);
  json["too_few_repeats"] = pair.too_few_repeats;
  return json;
}

// Those of cells that have any. Sums, for they are shorter than means.
Json courses_of(const Summary& summary) {
  Json list = Json::array();
  for (std::size_t i = 0; i < summary.courses.size(); ++i) {
    const CourseSummary& course = summary.courses[i];
    if (course.games == 0) continue;
    Json& json = list.emplace_back(Json{{"player", summary.cells[i].player},
                                        {"sequencer", summary.cells[i].sequencer},
                                        {"games", course.games},
                                        {"every", Course::step},
                                        {"scores", course.scores},
                                        {"final_scores", course.final_scores},
                                        {"turns", course.turns}});
    for (const Kind kind : all_kinds)
      json["cells"][std::string(name_of(kind))] = course.cells[static_cast<std::size_t>(kind)];
    for (int cause = 0; cause < reject_cause_count; ++cause)
      json["rejects"][std::string(name_of(static_cast<RejectCause>(cause)))] = course.rejects[cause];
  }
  return list;
}

template <class T>
Json list_of(const std::vector<T>& items) {
  Json json = Json::array();
  for (const T& item : items) json.push_back(summary_json(item));
  return json;
}

}  // namespace

nlohmann::ordered_json to_json(const Summary& summary) {
  const SummaryConfig& config = summary.config;
  Json json = {{"format", "pentocity-summary/1"},
               {"version", program_version()},
               {"rules", match::to_json(config.rules)},
               {"repeats", config.repeats},
               {"seeds", config.seeds}};
  if (config.commitment) json["commitment"] = *config.commitment;
  json["config_hash"] = config.config_hash;
  json["failures"] = name_of(config.failures);
  json["unplayed"] = summary.unplayed;
  json["digest"] = summary.digest.empty() ? Json(nullptr) : Json(summary.digest);
  json["cells"] = list_of(summary.cells);
  json["players"] = list_of(summary.players);
  json["sequencers"] = list_of(summary.sequencers);
  for (Json& sequencer : json["sequencers"])
    if (const auto name = sequencer["sequencer"].get<std::string>(); config.own_repeats.contains(name))
      sequencer["repeats"] = config.repeats_on(name);
  json["head_to_head"] = list_of(summary.head_to_head);
  if (Json courses = courses_of(summary); !courses.empty()) json["courses"] = std::move(courses);
  return json;
}

std::string json_text(const Summary& summary) { return text_of_json(to_json(summary), 1) + '\n'; }

std::string csv_text(const Summary& summary) { return csv_of_json(list_of(summary.cells)); }

}  // namespace pentocity::figures
