#include <fmt/format.h>

#include <cmath>

#include "pentocity/figures/beside.hpp"
#include "pentocity/input/name_of_total.hpp"
#include "pentocity/input/printable.hpp"
#include "text_table.hpp"

namespace pentocity::figures {

using namespace statistics;

namespace {

struct BesideWriter {
  const Beside& both;
  const std::vector<std::string>& heads = both.here.config.players;
  std::size_t players = heads.size();

  std::string text(std::size_t width, bool colour) const {
    return fmt::format("here: {}, there: {}\n\n", both.here_name, both.there_name) + scores().text(width, colour) +
           "\n" + matches().text(width, colour) + "\n" + notes();
  }

  // Lines for one figure of each player: `of(player, here)` is its cell, `deviation(player)` how far the two are apart.
  template <class Of, class Deviation>
  void lines(Table& table, const Label& label, const Of& of, const Deviation& deviation) const {
    const auto there = [](const std::string& name) { return fmt::format("{:<18} there", name); };
    table.line(Label(there(label.whole), there(label.shown)), players, [&](std::size_t p) { return of(p, false); });
    table.line(fmt::format("{:<18} here", ""), players, [&](std::size_t p) { return of(p, true); });
    table.line(fmt::format("{:<18} errors", ""), players, deviation);
  }

  Table scores() const {
    Table table(heads);
    table.section("mean score");
    const std::vector<Label> labels = labels_of(both.here.config.sequencers);
    for (std::size_t s = 0; s < both.here.sequencers.size(); ++s) {
      const auto of = [&](std::size_t p, bool here) {
        const SequencerSummary& stream = (here ? both.here : both.there).sequencers[s];
        const Contrast cell = both.cell(p, s);
        const bool best = players > 1 && stream.won_by(heads[p]);
        return TableCell{number(here ? cell.here : cell.there), best ? "*" : "", best};
      };
      lines(table, labels[s], of, [&](std::size_t p) { return signed_number(both.cell(p, s).deviation()); });
    }
    lines(
        table, name_of_total("mean", both.here.config.sequencers),
        [&](std::size_t p, bool here) {
          const PlayerSummary& player = (here ? both.here : both.there).players[p];
          const bool best = players > 1 && player.rank == 1;
          return TableCell{number(player.mean), best ? "*" : player.missing > 0 ? "?" : "", best};
        },
        [&](std::size_t p) { return signed_number(both.mean(p).deviation()); });
    table.line("difference", players, [&](std::size_t p) { return signed_number(both.mean(p).difference()); });
    table.line("its standard error", players, [&](std::size_t p) { return number(both.mean(p).error()); });
    table.section("median score");
    table.line("there", players, [&](std::size_t p) { return number(both.there.players[p].median); });
    table.line("here", players, [&](std::size_t p) { return number(both.here.players[p].median); });
    return table;
  }

  Table matches() const {
    Table table(heads);
    table.section("matches won : lost, the line against the column");
    const std::vector<Label> labels = labels_of(heads);
    for (std::size_t a = 0; a < players; ++a) {
      const auto of = [&](std::size_t b, bool here) {
        const MatchTally tally = tally_of(here ? both.here : both.there, a, b);
        const bool won = tally.wins > tally.losses;
        return TableCell{a == b ? "" : fmt::format("{}:{}", tally.wins, tally.losses), won ? "*" : "", won};
      };
      lines(table, labels[a], of,
            [&](std::size_t b) { return a == b ? "" : signed_number(both.share(a, b).deviation()); });
    }
    return table;
  }

  std::string notes() const {
    std::string out =
        "* best of its line, or winner of the pair\n"
        "errors: the figure here less the one there, in standard errors of that difference\n\n";
    const auto incomplete = [](const PlayerSummary& player) { return player.missing > 0; };
    if (std::ranges::any_of(both.here.players, incomplete) || std::ranges::any_of(both.there.players, incomplete))
      out.insert(out.rfind("errors: "),
                 "? incomplete: not every game there has a score that counts, so it is no best\n");
    std::vector<double> cells, pairs;
    for (std::size_t p = 0; p < players; ++p) {
      for (std::size_t s = 0; s < both.here.sequencers.size(); ++s)
        if (const auto off = both.cell(p, s).deviation()) cells.push_back(std::abs(*off));
      for (std::size_t q = p + 1; q < players; ++q)
        if (const auto off = both.share(p, q).deviation()) pairs.push_back(std::abs(*off));
    }
    out += deviations("mean score", cells) + deviations("pair", pairs);

    const std::vector<DecidedPair> decided = decided_pairs(both);
    std::string others;
    for (const DecidedPair& pair : decided)
      if (!pair.same) others += fmt::format("  {} against {}\n", pair.winner, pair.loser);
    out += fmt::format("decided there by more than two standard errors: {}; same winner here: {}\n",
                       counted(decided.size(), "pair"), std::ranges::count_if(decided, &DecidedPair::same));
    return others.empty() ? out : out + "won there, but not here:\n" + others;
  }

  static std::string deviations(const std::string& what, const std::vector<double>& all) {
    const auto beyond = [&](double limit) {
      return std::ranges::count_if(all, [limit](double off) { return off > limit; });
    };
    return fmt::format("{}: {} deviate by more than one standard error, {} by more than two, {} by more than three\n",
                       counted(all.size(), what), beyond(1), beyond(2), beyond(3));
  }
};

}  // namespace

std::string table_text(const Beside& both, int width, bool colour) {
  return BesideWriter{both}.text(static_cast<std::size_t>(std::max(width, 40)), colour);
}

}  // namespace pentocity::figures
