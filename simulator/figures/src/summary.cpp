#include "pentocity/figures/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "pentocity/results/columns.hpp"

namespace pentocity::figures {

using namespace statistics;
using namespace match;

namespace {

constexpr int failed_result = std::numeric_limits<int>::min();

std::map<std::string, std::size_t, std::less<>> index_of(const std::vector<std::string>& names) {
  std::map<std::string, std::size_t, std::less<>> out;
  for (std::size_t i = 0; i < names.size(); ++i) out.emplace(names[i], i);
  return out;
}

std::optional<double> mean_of(const std::vector<double>& values) {
  return values.empty() ? std::nullopt : std::optional(sample_of(values).mean);
}

// Two means of whole scores over the same number of games are equal if they differ by less: what is left is rounding.
constexpr double rounding = 1e-9;

// The greatest of the elements that are there, and those that are equal to it.
std::vector<std::size_t> best_of(const std::vector<std::optional<double>>& values) {
  const auto best = std::ranges::max_element(values);  // none is less than any
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] && *values[i] > **best - rounding) out.push_back(i);
  return out;
}

// Over all sequencers, and on each one, there are as many p-values as pairs that can be compared.
void add_p_values(Summary& summary) {
  std::map<std::optional<std::string>, std::vector<PairSummary*>> lists;
  for (PairSummary& pair : summary.head_to_head)
    if (pair.complete && pair.difference) lists[pair.sequencer].push_back(&pair);
  for (const auto& [sequencer, pairs] : lists) {
    std::vector<std::optional<double>> p_values;
    for (PairSummary* const pair : pairs) {
      pair->p_value = pair->difference->p_value;
      pair->too_few_repeats =
          !pair->p_value ||
          same_sign_probability(pair->games) * static_cast<double>(pairs.size()) >= PairSummary::level;
      if (pair->too_few_repeats) pair->p_value.reset();
      p_values.push_back(pair->p_value);
    }
    const auto corrected = holm(p_values);
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i]->corrected = corrected[i];
  }
}

}  // namespace

std::optional<int> counted_score(results::Failures failures, Status status, int score) {
  if (status == Status::ok) return score;
  if (status == Status::sequencer_failed || failures == results::Failures::apart) return std::nullopt;
  if (failures == results::Failures::zero) return 0;
  return status == Status::timeout ? -1 : -2;
}

int SummaryConfig::repeats_on(const std::string& sequencer) const {
  const auto own = own_repeats.find(sequencer);
  return own == own_repeats.end() ? repeats : static_cast<int>(own->second.size());
}

SummaryConfig summary_config(const results::Schedule& schedule) {
  SummaryConfig out;
  out.rules = schedule.rules;
  out.repeats = schedule.repeats();
  out.seeds = schedule.seeds;
  out.commitment = schedule.commitment;
  out.config_hash = results::config_hash(schedule);
  out.failures = schedule.failures;
  for (const match::EntrantId& player : schedule.players) out.players.push_back(player.name);
  for (const match::EntrantId& sequencer : schedule.sequencers) out.sequencers.push_back(sequencer.name);
  out.own_repeats = schedule.own_repeats;
  return out;
}

std::size_t index_of_pair(const Summary& summary, std::size_t a, std::size_t b) {
  const std::size_t players = summary.players.size();
  const auto rows = static_cast<std::size_t>(
      1 + std::ranges::count_if(summary.sequencers, [](const SequencerSummary& s) { return !s.adaptive; }));
  return (a * (2 * players - a - 1) / 2 + (b - a - 1)) * rows;
}

MatchTally tally_of(const Summary& summary, std::size_t a, std::size_t b) {
  if (a == b) return {};
  const MatchTally& found = summary.head_to_head[index_of_pair(summary, std::min(a, b), std::max(a, b))].tally;
  return a > b ? found.reversed() : found;
}

int better_of(const Summary& summary, std::size_t a, std::size_t b) {
  if (a == b) return 0;
  const int better = summary.head_to_head[index_of_pair(summary, std::min(a, b), std::max(a, b))].better();
  return a > b ? -better : better;
}

void CourseSummary::add(const Course& course, int final_score, int game_turns) {
  // At these marks all games so far had ended.
  if (scores.size() < course.scores.size()) scores.resize(course.scores.size(), final_scores);
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] += i < course.scores.size() ? course.scores[i] : final_score;
  for (std::size_t k = 0; k < cells.size(); ++k) cells[k] += course.cells[k];
  for (std::size_t k = 0; k < rejects.size(); ++k) rejects[k] += course.rejects[k];
  final_scores += final_score;
  turns = std::max(turns, game_turns);
  ++games;
}

SummaryBuilder::SummaryBuilder(SummaryConfig config)
    : config_(std::move(config)),
      player_index_(index_of(config_.players)),
      sequencer_index_(index_of(config_.sequencers)),
      cells_(config_.players.size() * config_.sequencers.size()),
      adaptive_(config_.sequencers.size()) {}

void SummaryBuilder::add(const GameRow& row) {
  const auto player = player_index_.find(row.player);
  const auto sequencer = sequencer_index_.find(row.sequencer);
  const auto fail = [&](std::string_view why) {
    throw std::invalid_argument(
        fmt::format("the game of {} on {}, repeat {}, is {}", row.player, row.sequencer, row.repeat, why));
  };
  if (player == player_index_.end() || sequencer == sequencer_index_.end() || row.repeat < 0 ||
      row.repeat >= config_.repeats)
    fail("none of this tournament");
  Cell& cell = cells_[player->second * config_.sequencers.size() + sequencer->second];
  const auto repeat = static_cast<std::size_t>(row.repeat);
  cell.games.resize(std::max(cell.games.size(), repeat + 1));
  Game& game = cell.games[repeat];
  if (game.played) fail("there twice");

  // With a secret the games of a repeat have the same requests.
  game = {row.seed.value_or(repeat), {}, row.score, row.status, true};
  game.reals.fill(std::nan(""));
  cell.invalid_moves += row.invalid_moves;
  for (const InvalidMoves& invalid : row.faults) cell.faults[static_cast<std::size_t>(invalid.fault)] += invalid.moves;
  cell.cpu_seconds += row.used.cpu_seconds;
  cell.instructions += static_cast<double>(row.used.instructions);
  cell.max_instructions = std::max(cell.max_instructions, row.used.max_instructions);
  cell.turns += row.turns;
  if (row.status == Status::ok && row.measured()) {
    for (std::size_t m = 0, real = 0; m < metric_count; ++m) {
      const auto value = value_of(metric_infos[m], row.metrics);
      if (!metric_infos[m].whole())
        game.reals[real++] = value.value_or(std::nan(""));
      else if (value)
        ++cell.measured[m], cell.metric_sums[m] += static_cast<int>(*value);
    }
  }
  if (row.status == Status::ok && row.course) {
    cell.course.add(*row.course, row.score, row.turns);
    for (std::size_t i = 0; i < cell.point_sums.size(); ++i) cell.point_sums[i] += row.course->points[i];
  }
  if (row.adaptive) adaptive_[sequencer->second] = true;
}

CellSummary SummaryBuilder::summary_of_cell(std::size_t player, std::size_t sequencer) const {
  const Cell& from = cell(player, sequencer);
  CellSummary out;
  out.player = config_.players[player];
  out.sequencer = config_.sequencers[sequencer];
  out.invalid_moves = from.invalid_moves;
  out.faults = from.faults;
  std::vector<double> scores;
  std::array<std::vector<double>, match::real_metric_count> reals;
  for (const Game& game : from.games) {
    if (!game.played) continue;
    ++out.games;
    ++out.status[static_cast<std::size_t>(game.status)];
    out.values.push_back(game.ok() ? std::optional(game.score) : std::nullopt);
    if (const auto score = counted_score(config_.failures, game.status, game.score)) scores.push_back(*score);
    for (std::size_t i = 0; i < reals.size(); ++i)
      if (!std::isnan(game.reals[i])) reals[i].push_back(game.reals[i]);
  }
  out.score = sample_of(scores);
  out.missing = config_.repeats_on(out.sequencer) - static_cast<int>(scores.size());
  if (!scores.empty()) {
    std::sort(scores.begin(), scores.end());
    out.min = scores.front();
    out.q1 = quantile(scores, 0.25);
    out.median = quantile(scores, 0.5);
    out.q3 = quantile(scores, 0.75);
    out.max = scores.back();
  }
  for (std::size_t m = 0, real = 0; m < metric_count; ++m)
    if (!metric_infos[m].whole())
      out.metrics[m] = mean_of(reals[real++]);
    else if (from.measured[m] > 0)
      out.metrics[m] = static_cast<double>(from.metric_sums[m]) / from.measured[m];
  if (from.course.games > 0) {
    out.points.emplace();
    for (std::size_t i = 0; i < from.point_sums.size(); ++i)
      (*out.points)[i] = static_cast<double>(from.point_sums[i]) / from.course.games;
  }
  if (from.cpu_seconds > 0) out.games_per_second = out.games / from.cpu_seconds;
  if (from.max_instructions > 0 && from.turns > 0) {
    out.instructions_per_move = from.instructions / static_cast<double>(from.turns);
    out.max_instructions = from.max_instructions;
  }
  return out;
}

std::vector<Round> SummaryBuilder::rounds_on_same_requests() const {
  std::vector<Round> rounds;
  for (std::size_t s = 0; s < config_.sequencers.size(); ++s) {
    if (adaptive_[s]) continue;
    for (std::size_t repeat = 0; repeat < static_cast<std::size_t>(config_.repeats); ++repeat) {
      std::map<std::uint64_t, Round> by_seed;
      for (std::size_t p = 0; p < config_.players.size(); ++p) {
        const auto& games = cell(p, s).games;
        if (repeat >= games.size() || !games[repeat].counts()) continue;
        const Game& game = games[repeat];
        by_seed[game.seed].push_back({static_cast<int>(p), game.ok() ? game.score : failed_result});
      }
      for (auto& [seed, round] : by_seed) rounds.push_back(std::move(round));
    }
  }
  return rounds;
}

Sample SummaryBuilder::compare(std::size_t a, std::size_t b, std::size_t sequencer, MatchTally& tally) const {
  const auto &games_a = cell(a, sequencer).games, &games_b = cell(b, sequencer).games;
  std::vector<double> differences;
  for (std::size_t repeat = 0; repeat < std::min(games_a.size(), games_b.size()); ++repeat) {
    const Game &x = games_a[repeat], &y = games_b[repeat];
    if (!x.counts() || !y.counts() || x.seed != y.seed) continue;
    const int result_x = x.ok() ? x.score : failed_result, result_y = y.ok() ? y.score : failed_result;
    ++(result_x > result_y ? tally.wins : result_x < result_y ? tally.losses : tally.draws);
    const auto score_x = counted_score(config_.failures, x.status, x.score),
               score_y = counted_score(config_.failures, y.status, y.score);
    if (score_x && score_y) differences.push_back(*score_x - *score_y);
  }
  return sample_of(differences);
}

PlayerSummary SummaryBuilder::summary_of_player(std::size_t player, const std::vector<CellSummary>& cells) const {
  PlayerSummary out;
  out.player = config_.players[player];
  std::vector<Sample> means;
  std::vector<double> scores;
  for (std::size_t s = 0; s < config_.sequencers.size(); ++s) {
    const CellSummary& of = cells[player * config_.sequencers.size() + s];
    out.missing += of.missing;
    means.push_back(of.score);
    for (const Game& game : cell(player, s).games)
      if (const auto score = counted_score(config_.failures, game.status, game.score); game.played && score)
        scores.push_back(*score);
  }
  out.mean = stratified_mean(means);
  std::ranges::sort(scores);
  if (!scores.empty()) out.median = quantile(scores, 0.5);
  return out;
}

void SummaryBuilder::add_sequencer(std::size_t sequencer, Summary& out) const {
  SequencerSummary& added = out.sequencers.emplace_back();
  added.sequencer = config_.sequencers[sequencer];
  added.adaptive = adaptive_[sequencer];
  const std::size_t players = config_.players.size(), rivals = std::min<std::size_t>(players, 2);
  std::vector<std::optional<double>> complete(players);
  std::vector<double> means;
  std::size_t ended = 0;  // players that have played all
  for (std::size_t p = 0; p < players; ++p) {
    const CellSummary& of = out.cells[p * config_.sequencers.size() + sequencer];
    if (of.score.count > 0) means.push_back(of.score.mean);
    if (of.missing == 0) complete[p] = of.score.mean;
    ended += of.games == config_.repeats_on(added.sequencer);
  }
  added.mean = mean_of(means);
  if (ended >= rivals)
    for (const std::size_t p : best_of(complete)) added.winners.push_back(config_.players[p]);
  for (std::size_t p = 0; p < players; ++p) out.players[p].streams_won += added.winner() == config_.players[p];
  for (std::size_t repeat = 0; repeat < static_cast<std::size_t>(config_.repeats); ++repeat) {
    std::vector<std::optional<double>> scores(players);
    std::size_t playing = 0;
    for (std::size_t p = 0; p < players; ++p) {
      const auto& games = cell(p, sequencer).games;
      if (repeat >= games.size()) continue;
      playing += games[repeat].counts();
      if (games[repeat].ok()) scores[p] = games[repeat].score;
    }
    if (const auto best = best_of(scores); playing >= rivals && best.size() == 1) ++out.players[best[0]].rounds_won;
  }
}

void SummaryBuilder::add_pair(std::size_t a, std::size_t b, Summary& out) const {
  const std::size_t sequencers = config_.sequencers.size();
  PairSummary all{.a = config_.players[a], .b = config_.players[b]};
  all.complete = out.players[a].missing == 0 && out.players[b].missing == 0;
  std::vector<PairSummary> pairs;
  std::vector<Sample> differences;
  for (std::size_t s = 0; s < sequencers; ++s) {
    if (adaptive_[s]) continue;
    PairSummary& pair = pairs.emplace_back(PairSummary{.a = all.a, .b = all.b, .sequencer = config_.sequencers[s]});
    pair.complete = out.cells[a * sequencers + s].missing == 0 && out.cells[b * sequencers + s].missing == 0;
    differences.push_back(compare(a, b, s, pair.tally));
    pair.difference = stratified_mean(std::span(&differences.back(), 1));
    pair.games = differences.back().count;
    all.games += pair.games;
    all.tally += pair.tally;
  }
  all.difference = stratified_mean(differences);
  out.players[a].matches += all.tally;
  out.players[b].matches += all.tally.reversed();
  out.head_to_head.push_back(std::move(all));
  std::ranges::move(pairs, std::back_inserter(out.head_to_head));
}

Summary SummaryBuilder::summary() const {
  const std::size_t players = config_.players.size(), sequencers = config_.sequencers.size();
  Summary out;
  out.config = config_;
  for (std::size_t p = 0; p < players; ++p)
    for (std::size_t s = 0; s < sequencers; ++s) {
      out.cells.push_back(summary_of_cell(p, s));
      out.courses.push_back(cell(p, s).course);
    }
  for (std::size_t p = 0; p < players; ++p) out.players.push_back(summary_of_player(p, out.cells));
  for (PlayerSummary& player : out.players)
    if (player.missing == 0)
      player.rank = 1 + static_cast<int>(std::ranges::count_if(out.players, [&](const PlayerSummary& other) {
                      return other.missing == 0 && other.mean->mean > player.mean->mean + rounding;
                    }));
  for (const CellSummary& of : out.cells)
    out.unplayed += static_cast<std::size_t>(config_.repeats_on(of.sequencer) - of.games);
  for (std::size_t s = 0; s < sequencers; ++s) add_sequencer(s, out);
  for (std::size_t a = 0; a < players; ++a)
    for (std::size_t b = a + 1; b < players; ++b) add_pair(a, b, out);
  add_p_values(out);

  const auto ratings = bradley_terry(static_cast<int>(players), rounds_on_same_requests());
  for (std::size_t p = 0; p < players; ++p)
    if (out.players[p].matches.count() > 0) {
      out.players[p].rating = ratings[p].elo;
      out.players[p].rating_interval = ratings[p].interval;
    }
  return out;
}

Summary summary_of(const results::Store& store, SummaryConfig config,
                   const std::function<bool(const results::GameId&)>& covers) {
  SummaryBuilder builder(std::move(config));
  results::RowDigest digest;
  store.for_each([&](const results::StoredGame& game) {
    if (covers && !covers(game.id)) return;
    builder.add(game.row);
    digest.add(game.row, store.key_of(game.id));
  });
  Summary out = builder.summary();
  out.digest = digest.hex();
  return out;
}

Summary summary_of(const results::Store& store) { return summary_of(store, summary_config(store.schedule())); }

Summary summary_of_folder(const std::string& folder) {
  return summary_of(results::Store(folder, results::read_schedule(folder), results::Store::Access::look));
}

}  // namespace pentocity::figures
