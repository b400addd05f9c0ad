#include <fmt/format.h>

#include <algorithm>

#include "pentocity/input/printable.hpp"
#include "pentocity/tournament/summary.hpp"

namespace pentocity::tournament {

using namespace statistics;
using namespace match;

namespace {

constexpr std::size_t longest_label = 24;  // of a sequencer
constexpr std::size_t longest_head = 12;   // of a player, on one line
constexpr std::size_t max_heads = 4;       // lines

// The first bytes of a text that fill so many columns.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t used = 0; end < text.size(); ++end)
    if ((text[end] & 0xC0) != 0x80 && used++ == columns) break;
  return end;
}

std::string shortened(std::string_view name, std::size_t longest) {
  if (columns_of(name) <= longest) return std::string(name);
  return std::string(name.substr(0, bytes_of(name, longest - 1))) + "…";
}

// A long name on several lines, broken after a dash or the like if there is one.
std::vector<std::string> broken(std::string_view name) {
  std::vector<std::string> lines;
  while (columns_of(name) > longest_head && lines.size() + 1 < max_heads) {
    const std::size_t dash = name.substr(0, bytes_of(name, longest_head)).find_last_of("-_. ");
    const std::size_t end = dash == std::string_view::npos ? bytes_of(name, longest_head) : dash + 1;
    lines.emplace_back(name.substr(0, end));
    name.remove_prefix(end);
  }
  lines.push_back(shortened(name, longest_head));
  return lines;
}

std::string padding(std::size_t width, const std::string& text) {
  return fmt::format("{:{}}", "", width - std::min(width, columns_of(text)));
}

struct TableCell {
  std::string text;
  std::string marks = {};
  bool best = false;
};

// Lines under a common head; a column for each player, perhaps one more for all of them.
class Table {
 public:
  explicit Table(const std::vector<std::string>& heads) : columns_(heads.size()) {
    for (std::size_t c = 0; c < heads.size(); ++c) {
      columns_[c].heads = broken(heads[c]);
      for (const std::string& head : columns_[c].heads)
        columns_[c].text_width = std::max(columns_[c].text_width, columns_of(head));
    }
  }

  void section(const std::string& title) { lines_.push_back({title, {}}); }

  void line(const std::string& label, std::vector<TableCell> cells) {
    cells.resize(columns_.size());
    for (std::size_t c = 0; c < cells.size(); ++c) {
      columns_[c].text_width = std::max(columns_[c].text_width, columns_of(cells[c].text));
      columns_[c].mark_width = std::max(columns_[c].mark_width, cells[c].marks.size());
    }
    lines_.push_back({"  " + label, std::move(cells)});
  }

  // As many columns side by side as fit, the others below.
  std::string text(std::size_t width, bool colour) const {
    std::size_t label_width = 0;
    for (const Line& line : lines_)
      if (!line.cells.empty()) label_width = std::max(label_width, columns_of(line.label));
    std::string out;
    for (std::size_t first = 0; first < columns_.size();) {
      std::size_t last = first, used = label_width, head_lines = 0;
      while (last < columns_.size() && (last == first || used + columns_[last].width() <= width)) {
        head_lines = std::max(head_lines, columns_[last].heads.size());
        used += columns_[last++].width();
      }
      const auto add_row = [&](const std::string& label, const auto& field_of) {
        std::string row = label + padding(label_width, label);
        for (std::size_t c = first; c < last; ++c) row += field_of(c);
        row.erase(row.find_last_not_of(' ') + 1);
        out += row + '\n';
      };
      for (std::size_t row = 0; row < head_lines; ++row)
        add_row("", [&](std::size_t c) { return columns_[c].head(head_lines - row); });
      for (const Line& line : lines_) {
        if (line.cells.empty())
          out += (&line == lines_.data() ? "" : "\n") + line.label + '\n';
        else
          add_row(line.label, [&](std::size_t c) { return columns_[c].field(line.cells[c], colour); });
      }
      first = last;
      if (first < columns_.size()) out += '\n';
    }
    return out;
  }

 private:
  struct Line {
    std::string label;
    std::vector<TableCell> cells;  // none: the line is a section's title
  };
  struct Column {
    std::vector<std::string> heads = {};
    std::size_t text_width = 0, mark_width = 1;

    std::size_t width() const { return 1 + text_width + mark_width; }
    // The head's line of that number from below, from 1.
    std::string head(std::size_t line) const {
      return field({line <= heads.size() ? heads[heads.size() - line] : ""}, false);
    }
    std::string field(const TableCell& cell, bool colour) const {
      std::string out(1 + text_width - columns_of(cell.text), ' ');
      if (colour && cell.best) out += "\x1b[1;32m";
      out += cell.text + cell.marks;
      if (colour && cell.best) out += "\x1b[0m";
      return out.append(mark_width - cell.marks.size(), ' ');
    }
  };
  std::vector<Column> columns_;
  std::vector<Line> lines_;
};

// A number without the sign of one that is rounded to zero.
std::string unsigned_zero(std::string number) {
  if (number.find_first_of("123456789") == std::string::npos && number.find_first_of("+-") == 0) number.erase(0, 1);
  return number;
}
// A number, or a dash for none.
std::string number(std::optional<double> value, int digits = 1) {
  return value ? unsigned_zero(fmt::format("{:.{}f}", *value, digits)) : "-";
}
std::string with_sign(double value, int digits = 1) { return unsigned_zero(fmt::format("{:+.{}f}", value, digits)); }
std::string plus_minus(const std::optional<Interval>& interval, int digits = 1) {
  return interval ? fmt::format("±{:.{}f}", (interval->high - interval->low) / 2, digits) : "-";
}

class TableWriter {
 public:
  explicit TableWriter(const Summary& summary)
      : summary_(summary), players_(summary.players.size()), sequencers_(summary.sequencers.size()) {}

  std::string text(std::size_t width, bool colour) const {
    std::vector<std::string> heads;
    for (const PlayerSummary& player : summary_.players) heads.push_back(player.player);
    if (players_ > 1) heads.emplace_back("all");
    Table table(heads);
    add_scores(table);
    add_standings(table);
    add_metrics(table);
    return title() + "\n\n" + table.text(width, colour) + "\n" + notes();
  }

 private:
  const CellSummary& cell(std::size_t player, std::size_t sequencer) const {
    return summary_.cells[player * sequencers_ + sequencer];
  }

  std::string title() const {
    int games = 0;
    for (const CellSummary& c : summary_.cells) games += c.games;
    const Rules& rules = summary_.config.rules;
    return fmt::format("{}{}: {}, {}, {}, {}", rules.profile,
                       rules == Rules::of_profile(rules.profile) ? "" : " (changed)", counted(players_, "player"),
                       counted(sequencers_, "sequencer"),
                       counted(static_cast<std::size_t>(summary_.config.repeats), "repeat"),
                       counted(static_cast<std::size_t>(games), "game"));
  }

  template <class Figure>
  void player_line(Table& table, const std::string& label, const Figure& figure) const {
    std::vector<TableCell> cells;
    for (const PlayerSummary& player : summary_.players) cells.push_back({figure(player)});
    table.line(label, std::move(cells));
  }

  void add_scores(Table& table) const {
    table.section("mean score");
    for (std::size_t s = 0; s < sequencers_; ++s) {
      const SequencerSummary& sequencer = summary_.sequencers[s];
      std::vector<TableCell> cells;
      for (std::size_t p = 0; p < players_; ++p) {
        const CellSummary& c = cell(p, s);
        TableCell& shown = cells.emplace_back();
        shown.text = number(c.score.count > 0 ? std::optional(c.score.mean) : std::nullopt);
        shown.best = players_ > 1 && c.player == sequencer.winner;
        if (shown.best) shown.marks += '*';
        if (c.failed() > 0) shown.marks += '!';
        if (c.all_invalid_moves() > 0) shown.marks += '#';
      }
      if (players_ > 1) cells.push_back({number(sequencer.mean)});
      table.line(shortened(sequencer.sequencer, longest_label) + (sequencer.adaptive ? " ~" : ""), std::move(cells));
    }
    if (sequencers_ > 1) {
      std::vector<TableCell> cells;
      std::size_t best = 0;
      const auto mean = [&](std::size_t p) { return summary_.players[p].mean ? summary_.players[p].mean->mean : -1e9; };
      for (std::size_t p = 0; p < players_; ++p) {
        cells.push_back({summary_.players[p].mean ? number(mean(p)) : "-"});
        if (mean(p) > mean(best)) best = p;
      }
      if (players_ > 1) cells[best] = {cells[best].text, "*", true};
      table.line("mean", std::move(cells));
    }
    player_line(table, "95% interval",
                [](const PlayerSummary& p) { return plus_minus(p.mean ? p.mean->interval : std::nullopt); });
    add_counts(table, "invalid moves", [](const CellSummary& c) { return c.all_invalid_moves(); });
  }

  void add_standings(Table& table) const {
    table.section("standing");
    player_line(table, "median score", [](const PlayerSummary& p) { return number(p.median); });
    if (players_ > 1) {
      player_line(table, "rounds won", [](const PlayerSummary& p) { return std::to_string(p.rounds_won); });
      player_line(table, "sequencers won", [](const PlayerSummary& p) { return std::to_string(p.streams_won); });
      player_line(table, "matches won", [](const PlayerSummary& p) { return std::to_string(p.matches.wins); });
      player_line(table, "matches lost", [](const PlayerSummary& p) { return std::to_string(p.matches.losses); });
      player_line(table, "matches drawn", [](const PlayerSummary& p) { return std::to_string(p.matches.draws); });
      player_line(table, "rating (Elo)",
                  [](const PlayerSummary& p) { return p.rating ? with_sign(*p.rating, 0) : "-"; });
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
    for (std::size_t p = 0; p < players_; ++p) {
      int sum = 0;
      for (std::size_t s = 0; s < sequencers_; ++s) sum += figure(cell(p, s));
      cells.push_back({std::to_string(sum)});
      total += sum;
    }
    if (total > 0) table.line(label, std::move(cells));
  }

  void add_metrics(Table& table) const {
    const auto measured = [](const CellSummary& c) { return c.metrics[0].has_value(); };
    if (std::none_of(summary_.cells.begin(), summary_.cells.end(), measured)) return;
    table.section("mean of the finished lands");
    for (std::size_t m = 0; m < metric_count; ++m) {
      std::vector<TableCell> cells;
      for (std::size_t p = 0; p < players_; ++p) {
        double sum = 0;
        int n = 0;
        for (std::size_t s = 0; s < sequencers_; ++s)
          if (const auto value = cell(p, s).metrics[m]) {
            sum += *value;
            ++n;
          }
        cells.push_back(
            {number(n > 0 ? std::optional(sum / n) : std::nullopt, metric_infos[m].whole == nullptr ? 3 : 1)});
      }
      std::string label(metric_infos[m].name);
      std::replace(label.begin(), label.end(), '_', ' ');
      table.line(label, std::move(cells));
    }
  }

  std::string notes() const {
    std::string out;
    const auto any_cell = [&](const auto& is) { return std::any_of(summary_.cells.begin(), summary_.cells.end(), is); };
    if (players_ > 1)
      out +=
          "* best of its line\n"
          "a round is one sequencer and repeat, won by the highest score;\n"
          "a match is two players on the same requests\n";
    if (any_cell([](const CellSummary& c) { return c.failed() > 0; })) {
      constexpr std::array<std::string_view, 3> meaning = {"are in no mean", "count as 0 in the means",
                                                           "count as -1 (timeout) or -2 (others) in the means"};
      out += fmt::format("! some games failed; they {}\n", meaning[static_cast<std::size_t>(summary_.config.failures)]);
    }
    if (any_cell([](const CellSummary& c) { return c.all_invalid_moves() > 0; }))
      out += fmt::format("# some moves were invalid; {}\n", summary_.config.rules.on_invalid == OnInvalid::abort
                                                                ? "each ended its game"
                                                                : "each counted as a reject");
    if (std::any_of(summary_.sequencers.begin(), summary_.sequencers.end(),
                    [](const SequencerSummary& s) { return s.adaptive; }))
      out += "~ adaptive: its requests depend on the player, so its games are no matches\n";
    if (players_ == 2 && summary_.head_to_head[0].difference) {
      const PairSummary& pair = summary_.head_to_head[0];
      const StratifiedMean& difference = *pair.difference;
      out += fmt::format("{} less {} on the same requests: {}", pair.a, pair.b, with_sign(difference.mean));
      if (difference.interval)
        out += fmt::format(" (95% interval {} to {})", with_sign(difference.interval->low),
                           with_sign(difference.interval->high));
      out += '\n';
    }
    return out;
  }

  const Summary& summary_;
  std::size_t players_, sequencers_;
};

}  // namespace

std::string table_text(const Summary& summary, int width, bool colour) {
  return TableWriter(summary).text(static_cast<std::size_t>(std::max(width, 40)), colour);
}

}  // namespace pentocity::tournament
