#include <fmt/format.h>

#include "pentocity/figures/summary.hpp"
#include "pentocity/input/name_of_total.hpp"
#include "pentocity/input/printable.hpp"
#include "text_table.hpp"

namespace pentocity::figures {

using namespace statistics;
using namespace match;

namespace {

std::string plus_minus(const std::optional<Interval>& interval, int digits = 1) {
  return interval ? fmt::format("±{:.{}f}", (interval->high - interval->low) / 2, digits) : "-";
}

// The means of a player's figures, each sequencer with the same weight.
struct PointMeans {
  std::array<double, point_cause_count> figures{};
  double building = 0;  ///< the metric: cells of all buildings

  double operator()(PointCause cause) const { return figures[static_cast<std::size_t>(cause)]; }
};

// None if no game has them.
std::optional<PointMeans> point_means(const Summary& summary, std::size_t player) {
  const std::size_t sequencers = summary.sequencers.size();
  PointMeans out;
  int known = 0;
  for (std::size_t s = 0; s < sequencers; ++s)
    if (const auto& points = summary.cells[player * sequencers + s].points) {
      ++known;
      for (std::size_t i = 0; i < out.figures.size(); ++i) out.figures[i] += (*points)[i];
      const CellSummary& cell = summary.cells[player * sequencers + s];
      constexpr auto building = std::ranges::find(metric_infos, "building", &MetricInfo::name) - metric_infos.begin();
      out.building += cell.metrics[building].value_or(0);
    }
  if (known == 0) return std::nullopt;
  for (double& value : out.figures) value /= known;
  out.building /= known;
  return out;
}

constexpr const char* about_points =
    "the lines of points add up to the score; residences +4 is the number of\n"
    "residences with a bonus of 4; roads, parks, ponds and what is empty at the end,\n"
    "by what keeps it empty, are cells\n";

// Where points came from and were lost: a line for each figure that is not 0 for everybody.
// @param difference with a last column: the first player's less the second one's
void add_points(Table& table, const Summary& summary, bool difference) {
  std::vector<std::optional<PointMeans>> means;
  for (std::size_t p = 0; p < summary.players.size(); ++p) means.push_back(point_means(summary, p));
  if (std::ranges::none_of(means, [](const auto& of) { return of.has_value(); })) return;
  table.section("points by cause, mean of a game");
  const auto line = [&](const std::string& label, int digits, const auto& value_of) {
    std::vector<double> values;
    std::vector<TableCell> cells;
    for (const auto& of : means) {
      values.push_back(of ? value_of(*of) : 0);
      cells.push_back({number(of ? std::optional(values.back()) : std::nullopt, digits)});
    }
    if (difference && means.at(0) && means.at(1)) cells.push_back({signed_number(values[0] - values[1], digits)});
    if (std::ranges::any_of(values, [](double value) { return value != 0; })) table.line(label, std::move(cells));
  };
  const auto mean = [&](const std::string& label, PointCause cause) {
    line(label, 1, [cause](const PointMeans& of) { return of(cause); });
  };
  const auto cost = [&](const std::string& label, PointCause cells, PointCause a, PointCause b, PointCause c) {
    line(label, 2, [=](const PointMeans& of) {
      const double buildings = of(a) + of(b) + of(c);
      return buildings > 0 ? of(cells) / buildings : 0;
    });
  };
  using enum PointCause;
  // These three add up to the score; a residence has five cells.
  const auto cells = [](const PointMeans& of) { return 5 * (of(residences_0) + of(residences_2) + of(residences_4)); };
  line("points: residences", 1, cells);
  line("points: factories", 1, [cells](const PointMeans& of) { return of.building - cells(of); });
  line("points: bonuses", 1, [](const PointMeans& of) {
    return bonus * (of(residences_2) + of(factories_2) + 2 * (of(residences_4) + of(factories_4)));
  });
  mean("residences +0", residences_0);
  mean("residences +2", residences_2);
  mean("residences +4", residences_4);
  mean("factories +0", factories_0);
  mean("factories +2", factories_2);
  mean("factories +4", factories_4);
  for (const auto& [kind, of_residences, of_factories] : {std::tuple("road", residence_road, factory_road),
                                                          {"park", residence_park, factory_park},
                                                          {"pond", residence_pond, factory_pond}}) {
    cost(fmt::format("{} per residence", kind), of_residences, residences_0, residences_2, residences_4);
    cost(fmt::format("{} per factory", kind), of_factories, factories_0, factories_2, factories_4);
  }
  mean("empty: site left", empty_open);
  mean("empty: no road", empty_no_road);
  mean("empty: other type", empty_other_type);
  mean("empty: too narrow", empty_too_narrow);
  mean("cells rejected", rejected_cells);
}

// Empty unless no pair of players has enough games to tell who is better.
std::string too_few(const Summary& summary) {
  const auto lacks = [](const PairSummary& pair) { return pair.sequencer || pair.too_few_repeats; };
  const auto over_all = [](const PairSummary& pair) { return !pair.sequencer && pair.too_few_repeats; };
  return std::ranges::all_of(summary.head_to_head, lacks) && std::ranges::any_of(summary.head_to_head, over_all)
             ? fmt::format("{}: too few to tell who is better",
                           counted(static_cast<std::size_t>(summary.config.repeats), "repeat"))
             : "";
}

struct TableWriter {
  const Summary& summary;
  std::size_t players = summary.players.size(), sequencers = summary.sequencers.size();

  // All tables as one, or one of `paper_tables`.
  Table table(const std::string& only = "") const {
    const auto has = [&](std::string_view part) { return only.empty() || only == part; };
    std::vector<std::string> heads = summary.config.players;
    const bool with_all = players > 1 && has("scores");
    if (with_all) heads.push_back(name_of_total("all", heads));
    Table table(heads, with_all);
    if (has("scores")) add_scores(table, !only.empty());
    if (has("standings")) add_standings(table);
    if (has("lands")) add_metrics(table);
    if (only.empty()) add_instructions(table);
    if (has("causes")) add_points(table, summary, false);
    return table;
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

  void add_scores(Table& table, bool intervals) const {
    table.section(intervals ? "mean score, with its 95% interval" : "mean score");
    const std::vector<Label> labels = labels_of(summary.config.sequencers);
    for (std::size_t s = 0; s < sequencers; ++s) {
      const SequencerSummary& sequencer = summary.sequencers[s];
      std::vector<TableCell> cells;
      for (std::size_t p = 0; p < players; ++p) {
        const CellSummary& c = cell(p, s);
        TableCell& shown = cells.emplace_back();
        shown.text = number(c.score.count > 0 ? std::optional(c.score.mean) : std::nullopt);
        if (const auto interval = c.score.interval(); interval && intervals) shown.text += plus_minus(interval);
        shown.best = players > 1 && sequencer.won_by(c.player);
        if (shown.best) shown.marks += '*';
        if (c.failed() > 0) shown.marks += '!';
        if (c.missing > 0) shown.marks += '?';
        if (c.all_invalid_moves() > 0) shown.marks += '#';
      }
      if (players > 1) cells.push_back({number(sequencer.mean)});
      const std::string mark = sequencer.adaptive ? " ~" : "";
      table.line(Label(labels[s].whole + mark, labels[s].shown + mark), std::move(cells));
    }
    if (sequencers > 1)
      player_line(table, name_of_total("mean", summary.config.sequencers), [this](const PlayerSummary& p) {
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

  void add_instructions(Table& table) const {
    if (std::ranges::none_of(summary.cells, [](const CellSummary& c) { return c.max_instructions.has_value(); }))
      return;
    table.section("millions of instructions of a move of portable players");
    const auto line = [&](const std::string& label, const auto& of_cells) {
      table.line(label, players, [&](std::size_t p) {
        std::vector<double> values;
        for (std::size_t s = 0; s < sequencers; ++s)
          if (const CellSummary& c = cell(p, s); c.max_instructions) values.push_back(1e-6 * of_cells.first(c));
        return number(values.empty() ? std::nullopt : std::optional(of_cells.second(values)), 3);
      });
    };
    line("mean", std::pair([](const CellSummary& c) { return *c.instructions_per_move; },
                           [](const std::vector<double>& values) { return sample_of(values).mean; }));
    line("maximum", std::pair([](const CellSummary& c) { return static_cast<double>(*c.max_instructions); },
                              [](const std::vector<double>& values) { return *std::ranges::max_element(values); }));
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
                      metric_infos[m].digits_of_mean());
      });
    }
  }

  std::string notes() const {
    std::string out;
    const auto any_cell = [&](const auto& is) { return std::ranges::any_of(summary.cells, is); };
    if (players > 1)
      out +=
          "* best of its line\n"
          "a round is one sequencer and repeat, won by the highest score;\n"
          "a match is two players on the same requests\n";
    if (any_cell([](const CellSummary& c) { return c.points.has_value(); })) out += about_points;
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
    if (std::ranges::any_of(summary.sequencers, &SequencerSummary::adaptive))
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
      if (const std::string few = too_few(summary); !few.empty()) out += few + '\n';
    }
    return out;
  }
};

// The players from the best mean to the worst; those that are not complete come last.
std::vector<std::size_t> by_rank(const Summary& summary) {
  std::vector<std::size_t> order(summary.players.size());
  for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
  const auto worst = static_cast<int>(order.size()) + 1;
  std::ranges::stable_sort(order, {}, [&](std::size_t p) { return summary.players[p].rank.value_or(worst); });
  return order;
}

Table matches_table(const Summary& summary) {
  std::vector<std::string> heads = summary.config.players;
  heads.push_back(name_of_total("pairs", heads));
  Table table(heads);
  table.section("matches won : lost, the line against the column");
  const std::vector<Label> labels = labels_of(summary.config.players);
  for (std::size_t a = 0; a < summary.players.size(); ++a) {
    std::vector<TableCell> cells;
    MatchTally pairs;
    for (std::size_t b = 0; b < summary.players.size(); ++b) {
      const MatchTally tally = tally_of(summary, a, b);
      const int better = better_of(summary, a, b);
      cells.push_back(
          {a == b ? "" : fmt::format("{}:{}", tally.wins, tally.losses), better > 0 ? "*" : "", better > 0});
      if (tally.count() > 0) ++(better > 0 ? pairs.wins : better < 0 ? pairs.losses : pairs.draws);
    }
    cells.push_back({fmt::format("{}-{}-{}", pairs.wins, pairs.losses, pairs.draws)});
    table.line(labels[a], std::move(cells));
  }
  return table;
}

std::string p_text(const std::optional<double>& p) {
  return !p ? "-" : *p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", *p);
}

// A line for each pair, the one with the higher mean first.
Table differences_table(const Summary& summary) {
  Table table({"difference", "from", "to", "p", "won", "lost", "drawn"});
  const std::string few = too_few(summary);
  const auto tested = std::ranges::count_if(
      summary.head_to_head, [](const PairSummary& pair) { return !pair.sequencer && pair.corrected.has_value(); });
  table.section("mean difference on the same requests" +
                (!few.empty() ? "; " + few
                 : tested == 0
                     ? ""
                     : fmt::format("; p corrected for {}", counted(static_cast<std::size_t>(tested), "pair"))));
  const std::vector<Label> labels = labels_of(summary.config.players);
  const std::vector<std::size_t> order = by_rank(summary);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size(); ++j) {
      const std::size_t a = std::min(order[i], order[j]), b = std::max(order[i], order[j]);
      const PairSummary& pair = summary.head_to_head[index_of_pair(summary, a, b)];
      if (!pair.difference) continue;
      const bool turned = pair.difference->mean < 0 || (pair.difference->mean == 0 && a != order[i]);
      const double sign = turned ? -1 : 1;
      const MatchTally tally = turned ? pair.tally.reversed() : pair.tally;
      std::optional<double> low, high;
      if (const auto& interval = pair.difference->interval)
        std::tie(low, high) = std::minmax(sign * interval->low, sign * interval->high);
      const bool decided = pair.better() != 0;
      const Label &first = labels[turned ? b : a], &second = labels[turned ? a : b];
      table.line(Label(first.whole + " less " + second.whole, first.shown + " less " + second.shown),
                 {{signed_number(sign * pair.difference->mean),
                   decided          ? "*"
                   : !pair.complete ? "?"
                                    : "",
                   decided},
                  {signed_number(low)},
                  {signed_number(high)},
                  {p_text(pair.corrected)},
                  {std::to_string(tally.wins)},
                  {std::to_string(tally.losses)},
                  {std::to_string(tally.draws)}});
    }
  return table;
}

}  // namespace

std::string table_text(const Summary& summary, int width, bool colour) {
  const TableWriter writer{summary};
  return writer.title() + "\n\n" + writer.table().text(static_cast<std::size_t>(std::max(width, 40)), colour) + "\n" +
         writer.notes();
}

std::string pairs_text(const Summary& summary, int width, bool colour) {
  const auto columns = static_cast<std::size_t>(std::max(width, 40));
  const bool incomplete =
      std::ranges::any_of(summary.players, [](const PlayerSummary& player) { return player.missing > 0; });
  return matches_table(summary).text(columns, colour) + "\n" + differences_table(summary).text(columns, colour) +
         "\n* better, with an error probability of 5% for all pairs together; pairs: better, worse and undecided;\n"
         "from, to: 95% interval of the difference; p: its two-sided p-value, corrected for the number of pairs\n" +
         (incomplete ? "? incomplete: a game of one of the two has no score that counts, so that nobody is better\n"
                     : "");
}

std::string points_text(const Summary& summary, int width, bool colour) {
  std::vector<std::string> heads = summary.config.players;
  const bool two = heads.size() == 2;
  if (two) heads.push_back(name_of_total("difference", heads));
  Table table(heads);
  add_points(table, summary, two);
  const std::string text = table.text(static_cast<std::size_t>(std::max(width, 40)), colour);
  return text.empty() ? text : text + about_points;
}

std::string paper_text(const Summary& summary, Markup markup, const std::vector<std::string>& chosen) {
  const auto text = [markup](const Table& table) {
    return markup == Markup::latex ? table.latex_text() : table.markdown_text();
  };
  std::string out;
  for (const std::string& one : chosen.empty() ? std::vector<std::string>{"", "pairs"} : chosen)
    if (one != "pairs" || summary.players.size() > 1)
      out += (out.empty() ? "" : "\n") +
             text(one == "pairs" ? differences_table(summary) : TableWriter{summary}.table(one));
  return markup == Markup::latex ? "% needs \\usepackage{booktabs}\n" + out : out;
}

}  // namespace pentocity::figures
