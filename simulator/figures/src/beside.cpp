#include "pentocity/figures/beside.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::figures {

using namespace statistics;
using namespace match;

namespace {

using Json = nlohmann::ordered_json;

void keep_common(std::vector<std::string>& names, const std::vector<std::string>& others) {
  std::erase_if(names, [&](const std::string& name) { return std::ranges::find(others, name) == others.end(); });
}

Summary summary_of(const std::string& folder, const results::Schedule& schedule, const SummaryConfig& config) {
  const std::set<std::string> players(config.players.begin(), config.players.end());
  const std::set<std::string> sequencers(config.sequencers.begin(), config.sequencers.end());
  return summary_of(results::Store(folder, schedule, results::Store::Access::look), config,
                    [&](const results::GameId& id) {
                      return players.contains(schedule.players[id.player].name) &&
                             sequencers.contains(schedule.sequencers[id.sequencer].name);
                    });
}

std::string name_of_folder(const std::string& folder) {
  return std::filesystem::weakly_canonical(folder).filename().string();
}

// Of matches: 1 for each that was won, 1/2 for a draw, 0 for one that was lost.
Sample sample_of_tally(const MatchTally& tally) {
  Sample out{.count = static_cast<std::size_t>(tally.count())};
  const double n = tally.count();
  if (n > 0) out.mean = (tally.wins + tally.draws / 2.0) / n;
  if (n > 1) out.variance = (tally.wins + tally.draws / 4.0 - n * out.mean * out.mean) / (n - 1);
  out.variance = std::max(out.variance, 0.0);
  return out;
}

std::optional<StratifiedMean> share_of(const Summary& summary, std::size_t a, std::size_t b) {
  const bool turned = a > b;
  std::vector<Sample> strata;
  const auto& pairs = summary.head_to_head;
  for (std::size_t i = index_of_pair(summary, std::min(a, b), std::max(a, b)) + 1;
       i < pairs.size() && pairs[i].sequencer; ++i)
    strata.push_back(sample_of_tally(turned ? pairs[i].tally.reversed() : pairs[i].tally));
  return stratified_mean(strata);
}

Json contrast_json(const Contrast& figure) {
  const auto mean = [](const std::optional<StratifiedMean>& m) { return m ? Json(m->mean) : Json(nullptr); };
  return {{"here", mean(figure.here)},
          {"there", mean(figure.there)},
          {"difference", or_null(figure.difference())},
          {"standard_error", or_null(figure.error())},
          {"deviation", or_null(figure.deviation())}};
}

}  // namespace

std::optional<double> Contrast::difference() const {
  if (!here || !there) return std::nullopt;
  return here->mean - there->mean;
}

std::optional<double> Contrast::error() const {
  if (!here || !there || !here->error || !there->error) return std::nullopt;
  return std::hypot(*here->error, *there->error);
}

std::optional<double> Contrast::deviation() const {
  const auto off = difference(), scale = error();
  if (!off || !scale) return std::nullopt;
  if (*off == 0) return 0;
  if (*scale == 0) return std::nullopt;
  return *off / *scale;
}

Contrast Beside::cell(std::size_t player, std::size_t sequencer) const {
  const std::size_t i = player * here.sequencers.size() + sequencer;
  return {stratified_mean(std::span(&here.cells[i].score, 1)), stratified_mean(std::span(&there.cells[i].score, 1))};
}

Contrast Beside::mean(std::size_t player) const { return {here.players[player].mean, there.players[player].mean}; }

Contrast Beside::share(std::size_t a, std::size_t b) const { return {share_of(here, a, b), share_of(there, a, b)}; }

Beside side_by_side(const std::string& folder, const std::string& other) {
  const results::Schedule here = results::read_schedule(folder), there = results::read_schedule(other);
  SummaryConfig config = summary_config(here), config_there = summary_config(there);
  keep_common(config.players, config_there.players);
  keep_common(config.sequencers, config_there.sequencers);
  if (config.players.empty() || config.sequencers.empty())
    throw InputError(fmt::format("{} and {} have no {} of the same name", folder, other,
                                 config.players.empty() ? "player" : "sequencer"));
  config_there.players = config.players;
  config_there.sequencers = config.sequencers;
  return {name_of_folder(folder), name_of_folder(other), summary_of(folder, here, config),
          summary_of(other, there, config_there)};
}

std::vector<DecidedPair> decided_pairs(const Beside& both) {
  std::vector<DecidedPair> out;
  for (std::size_t a = 0; a < both.here.players.size(); ++a)
    for (std::size_t b = 0; b < both.here.players.size(); ++b) {
      if (a == b) continue;
      const Contrast share = both.share(a, b);
      const MatchTally there = tally_of(both.there, a, b);
      // As many matches of equals could all have been won by the same one.
      if (same_sign_probability(static_cast<std::size_t>(there.wins + there.losses)) > PairSummary::level) continue;
      if (!share.there || !share.there->error || share.there->mean - 0.5 <= 2 * *share.there->error) continue;
      out.push_back({both.here.players[a].player, both.here.players[b].player, share.here && share.here->mean > 0.5});
    }
  return out;
}

Json to_json(const Beside& both) {
  const std::size_t players = both.here.players.size(), sequencers = both.here.sequencers.size();
  Json json = {{"format", "pentocity-beside/1"}, {"here", both.here_name}, {"there", both.there_name}};
  for (const char* list : {"players", "sequencers", "cells", "pairs"}) json[list] = Json::array();
  for (std::size_t p = 0; p < players; ++p) {
    const PlayerSummary &x = both.here.players[p], &y = both.there.players[p];
    Json& player = json["players"].emplace_back(Json{{"player", x.player}});
    player.update(contrast_json(both.mean(p)));
    player["median"] = {{"here", or_null(x.median)}, {"there", or_null(y.median)}};
    for (std::size_t s = 0; s < sequencers; ++s) {
      Json& cell =
          json["cells"].emplace_back(Json{{"player", x.player}, {"sequencer", both.here.sequencers[s].sequencer}});
      cell.update(contrast_json(both.cell(p, s)));
    }
    for (std::size_t q = p + 1; q < players; ++q) {
      Json& pair = json["pairs"].emplace_back(Json{{"a", x.player}, {"b", both.here.players[q].player}});
      pair.update(contrast_json(both.share(p, q)));
      pair["matches"] = {{"here", tally_of(both.here, p, q)}, {"there", tally_of(both.there, p, q)}};
    }
  }
  for (std::size_t s = 0; s < sequencers; ++s)
    json["sequencers"].push_back(
        {{"sequencer", both.here.sequencers[s].sequencer},
         {"winner", {{"here", both.here.sequencers[s].winner()}, {"there", both.there.sequencers[s].winner()}}},
         {"winners", {{"here", both.here.sequencers[s].winners}, {"there", both.there.sequencers[s].winners}}}});
  json["decided"] = Json::array();
  for (const DecidedPair& pair : decided_pairs(both))
    json["decided"].push_back({{"winner", pair.winner}, {"loser", pair.loser}, {"same", pair.same}});
  return json;
}

}  // namespace pentocity::figures
