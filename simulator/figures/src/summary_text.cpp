#include <fmt/format.h>

#include "pentocity/figures/summary.hpp"
#include "pentocity/input/printable.hpp"
#include "text_table.hpp"

namespace pentocity::figures {

using namespace statistics;
using namespace match;

namespace {

std::string plus_minus(const std::optional<Interval>& interval, int digits = 1) {
  return interval ? fmt::format("±{:.{}f}", (interval->high - interval->low) / 2, digits) : "-";
}

struct TableWriter {
  const Summary& summary;
  std::size_t players = summary.players.size(), sequencers = summary.sequencers.size();

  std::string text(std::size_t width, bool colour) const {
    std::vector<std::string> heads = summary.config.players;
    if (players > 1) heads.emplace_back("all");
    Table table(heads);
    add_scores(table);
    add_standings(table);
    add_metrics(table);
    return title() + "\n\n" + table.text(width, colour) + "\n" + notes();
  }

  const CellSummary& cell(std::size_t player, std::size_t sequencer) const {
    return summary.cells[player * sequencers + sequencer];
  }

  std::string title() const {
    int games = 0;
    for (const CellSummary& c : summary.cells) games += c.games;
    const Rules& rules = summary.config.rules;
    return fmt::format("{}{}: {}, {}, {}, {}", rules.profile,
                       rules == Rules::of_profile(rules.profile) ? "" : " (changed)", counted(players, "player"),
                       counted(sequencers, "sequencer"),
                       counted(static_cast<std::size_t>(summary.config.repeats), "repeat"),
                       counted(static_cast<std::size_t>(games), "game"));
  }

  // A line with this figure of each player.
  template <class Figure>
  void player_line(Table& table, const std::string& label, const Figure& figure) const {
    table.line(label, players, [&](std::size_t p) { return figure(summary.players[p]); });
  }

  void add_scores(Table& table) const {
    table.section("mean score");
    for (std::size_t s = 0; s < sequencers; ++s) {
      const SequencerSummary& sequencer = summary.sequencers[s];
      std::vector<TableCell> cells;
      for (std::size_t p = 0; p < players; ++p) {
        const CellSummary& c = cell(p, s);
        TableCell& shown = cells.emplace_back();
        shown.text = number(c.score.count > 0 ? std::optional(c.score.mean) : std::nullopt);
        shown.best = players > 1 && sequencer.won_by(c.player);
        if (shown.best) shown.marks += '*';
        if (c.failed() > 0) shown.marks += '!';
        if (c.missing > 0) shown.marks += '?';
        if (c.all_invalid_moves() > 0) shown.marks += '#';
      }
      if (players > 1) cells.push_back({number(sequencer.mean)});
      table.line(label_of(sequencer.sequencer) + (sequencer.adaptive ? " ~" : ""), std::move(cells));
    }
    if (sequencers > 1)
      player_line(table, "mean", [this](const PlayerSummary& p) {
        const bool best = players > 1 && p.rank == 1;
        return TableCell{number(p.mean), best ? "*" : p.missing > 0 ? "?" : "", best};
      });
    player_line(table, "95% interval",
                [](const PlayerSummary& p) { return plus_minus(p.mean ? p.mean->interval : std::nullopt); });
    add_counts(table, "games missing", [](const CellSummary& c) { return c.missing; });
    add_counts(table, "invalid moves", [](const CellSummary& c) { return c.all_invalid_moves(); });
  }

  void add_standings(Table& table) const {
    table.section("standing");
    player_line(table, "median score", [](const PlayerSummary& p) { return number(p.median); });
    if (players > 1) {
      player_line(table, "rank", [](const PlayerSummary& p) { return p.rank ? std::to_string(*p.rank) : "-"; });
      player_line(table, "rounds won", [](const PlayerSummary& p) { return std::to_string(p.rounds_won); });
      player_line(table, "sequencers won", [](const PlayerSummary& p) { return std::to_string(p.streams_won); });
      player_line(table, "matches won", [](const PlayerSummary& p) { return std::to_string(p.matches.wins); });
      player_line(table, "matches lost", [](const PlayerSummary& p) { return std::to_string(p.matches.losses); });
      player_line(table, "matches drawn", [](const PlayerSummary& p) { return std::to_string(p.matches.draws); });
      player_line(table, "rating (Elo)",
                  [](const PlayerSummary& p) { return p.rating ? signed_number(*p.rating, 0) : "-"; });
      player_line(table, "95% interval", [](const PlayerSummary& p) { return plus_minus(p.rating_interval, 0); });
    }
    constexpr std::array<std::string_view, status_count> labels = {"", "failed: invalid", "failed: crashed",
                                                                   "failed: timeout", "sequencer failed"};
    for (std::size_t status = 1; status < labels.size(); ++status)
      add_counts(table, std::string(labels[status]), [status](const CellSummary& c) { return c.status[status]; });
  }

  // Left out if it is 0 for everybody.
  template <class Figure>
  void add_counts(Table& table, const std::string& label, const Figure& figure) const {
    std::vector<TableCell> cells;
    int total = 0;
    for (std::size_t p = 0; p < players; ++p) {
      int sum = 0;
      for (std::size_t s = 0; s < sequencers; ++s) sum += figure(cell(p, s));
      cells.push_back({std::to_string(sum)});
      total += sum;
    }
    if (total > 0) table.line(label, std::move(cells));
  }

  void add_metrics(Table& table) const {
    const auto measured = [](const CellSummary& c) { return c.metrics[0].has_value(); };
    if (std::none_of(summary.cells.begin(), summary.cells.end(), measured)) return;
    table.section("mean of the finished lands");
    for (std::size_t m = 0; m < metric_count; ++m) {
      std::string label(metric_infos[m].name);
      std::replace(label.begin(), label.end(), '_', ' ');
      table.line(label, players, [&](std::size_t p) {
        std::vector<double> values;
        for (std::size_t s = 0; s < sequencers; ++s)
          if (const auto value = cell(p, s).metrics[m]) values.push_back(*value);
        return number(values.empty() ? std::nullopt : std::optional(sample_of(values).mean),
                      metric_infos[m].whole == nullptr ? 3 : 1);
      });
    }
  }

  std::string notes() const {
    std::string out;
    const auto any_cell = [&](const auto& is) { return std::any_of(summary.cells.begin(), summary.cells.end(), is); };
    if (players > 1)
      out +=
          "* best of its line\n"
          "a round is one sequencer and repeat, won by the highest score;\n"
          "a match is two players on the same requests\n";
    if (any_cell([](const CellSummary& c) { return c.failed() > 0; })) {
      constexpr std::array<std::string_view, 3> meaning = {"are in no mean", "count as 0 in the means",
                                                           "count as -1 (timeout) or -2 (others) in the means"};
      out += fmt::format("! some games failed; they {};\nas matches they are lost\n",
                         meaning[static_cast<std::size_t>(summary.config.failures)]);
    }
    const bool missing = any_cell([](const CellSummary& c) { return c.missing > 0; });
    if (missing)
      out += fmt::format(
          "? incomplete: {}. Such a mean is over other\n"
          "games than that of a complete player, and has neither rank nor star\n",
          summary.unplayed > 0 ? "not all games have been played" : "some games have no score that counts");
    if (any_cell([](const CellSummary& c) { return c.all_invalid_moves() > 0; }))
      out += fmt::format("# some moves were invalid; {}\n", summary.config.rules.on_invalid == OnInvalid::abort
                                                                ? "each ended its game"
                                                                : "each counted as a reject");
    if (std::any_of(summary.sequencers.begin(), summary.sequencers.end(),
                    [](const SequencerSummary& s) { return s.adaptive; }))
      out += "~ adaptive: its requests depend on the player, so its games are no matches\n";
    if (players == 2 && summary.head_to_head[0].difference) {
      const PairSummary& pair = summary.head_to_head[0];
      const StratifiedMean& difference = *pair.difference;
      out += fmt::format("{} less {} {}: {}", pair.a, pair.b,
                         missing ? "where both have a score" : "on the same requests", signed_number(difference.mean));
      if (difference.interval)
        out += fmt::format(" (95% interval {} to {})", signed_number(difference.interval->low),
                           signed_number(difference.interval->high));
      out += '\n';
    }
    return out;
  }
};

}  // namespace

std::string table_text(const Summary& summary, int width, bool colour) {
  return TableWriter{summary}.text(static_cast<std::size_t>(std::max(width, 40)), colour);
}

std::string pairs_text(const Summary& summary, int width, bool colour) {
  std::vector<std::string> heads = summary.config.players;
  heads.emplace_back("pairs");
  Table table(heads);
  table.section("matches won : lost, the line against the column");
  for (std::size_t a = 0; a < summary.players.size(); ++a) {
    std::vector<TableCell> cells;
    MatchTally pairs;
    for (std::size_t b = 0; b < summary.players.size(); ++b) {
      const MatchTally tally = tally_of(summary, a, b);
      const int lead = tally.wins - tally.losses;
      cells.push_back({a == b ? "" : fmt::format("{}:{}", tally.wins, tally.losses), lead > 0 ? "*" : "", lead > 0});
      if (tally.count() > 0) ++(lead > 0 ? pairs.wins : lead < 0 ? pairs.losses : pairs.draws);
    }
    cells.push_back({fmt::format("{}-{}-{}", pairs.wins, pairs.losses, pairs.draws)});
    table.line(summary.players[a].player, std::move(cells));
  }
  return table.text(static_cast<std::size_t>(std::max(width, 40)), colour) +
         "\n* won more matches of the pair than it lost; pairs: won, lost and drawn\n";
}

}  // namespace pentocity::figures
