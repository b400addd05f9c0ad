#include "plan_frontier.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "pentocity/core/cell.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {
namespace {

// Is there a blocked cell that no other blocked cells link, by sides or corners, to the border?
bool has_inner_blocked(const Electorate& e) {
  const auto blocked = [&](int r, int c) {
    return r < 0 || r >= e.rows || c < 0 || c >= e.columns || e.cells[r * e.columns + c] == '#';
  };
  std::set<Cell> outer{{-1, -1}};
  for (std::vector<Cell> open{{-1, -1}}; !open.empty();) {
    const Cell at = open.back();
    open.pop_back();
    for (int r = at.row - 1; r <= at.row + 1; ++r)
      for (int c = at.column - 1; c <= at.column + 1; ++c)
        if (r >= -1 && r <= e.rows && c >= -1 && c <= e.columns && blocked(r, c) && outer.insert({r, c}).second)
          open.push_back({r, c});
  }
  for (int i = 0; i < e.rows * e.columns; ++i)
    if (e.cells[i] == '#' && !outer.contains({i / e.columns, i % e.columns})) return true;
  return false;
}

int bits_for(int most) { return std::bit_width(static_cast<unsigned>(most)); }

}  // namespace

Rule rule_for(const Electorate& e, Measure measure) {
  if (measure == Measure::trees) return Rule::trees;
  if (e.rules.contiguity == Contiguity::queen) return Rule::pairs;
  int lightest = e.rules.max, heaviest = 1;
  for (int i = 0; i < e.rows * e.columns; ++i)
    if (e.cells[i] != '#') {
      lightest = std::min(lightest, e.weight(i));
      heaviest = std::max(heaviest, e.weight(i));
    }
  // A ring of k cells around a rectangle, of at least the cells of a district, or around a blocked cell.
  const int most_cells = max_district_size(e) / lightest, fewest_cells = (e.rules.min + heaviest - 1) / heaviest;
  if (most_cells >= 8 && has_inner_blocked(e)) return Rule::pairs;
  for (int a = 1; a <= e.rows - 2; ++a)
    for (int b = 1; b <= e.columns - 2; ++b)
      if (a * b >= fewest_cells && 2 * (a + b) + 4 <= most_cells) return Rule::pairs;
  return Rule::blocks;
}

// Where districts have at most two voters, open ones have no cell but the first, and symbols need no numbers.
FrontierKeys::FrontierKeys(const Electorate& e, const DistrictLimits& limits, const DistrictStates& states, Rule rule)
    : states_(&states), counts_closed_(limits.districts > 0) {
  const bool is_queen = e.rules.contiguity == Contiguity::queen;
  const int columns = std::min(e.rows, e.columns);
  slots_ = columns + is_queen;
  bits_ = bits_for(states.open() + (limits.is_endless || limits.max_size > 2 ? slots_ - 1 : 0) +
                   (rule == Rule::pieces ? slots_ - 1 : 0));
  symbol_mask_ = (std::uint32_t{1} << bits_) - 1;
  pair_bits_ = rule == Rule::pairs ? slots_ * (slots_ - 1) / 2 : 0;
  closed_shift_ = bits_ * slots_ + (rule == Rule::blocks ? 1 : pair_bits_);
  bits_in_all_ = closed_shift_ + bits_for(limits.districts);
  if (rule == Rule::trees && is_queen) throw InputError("spanning trees are counted with rook contiguity alone");
  if (rule == Rule::pairs && slots_ > max_paired_slots)
    throw InputError(
        "a board of {} x {} is too wide to be counted: where districts may surround others, or touch over "
        "corners, its shorter side has at most {} cells",
        e.rows, e.columns, max_paired_slots - is_queen);
  if (columns > max_columns || bits_in_all_ > 127)
    throw InputError("a board of {} x {} in districts of {} is too wide to be counted", e.rows, e.columns,
                     e.sizes_text());
}

PlanFrontier::PlanFrontier(const Electorate& e, const Score& score, Rule rule, int cut_steps)
    : rule_(rule),
      cut_steps_(cut_steps),
      limits_(e, score),
      states_(limits_.min_size, limits_.max_size, score, limits_.is_endless),
      keys_(e, limits_, states_, rule),
      board_(e, states_) {
  if (rule == Rule::trees && cut_steps > 0) throw InputError("cut edges are not counted by spanning trees");
  const int districts = e.districts() > 0 ? e.districts() : e.voters() / e.rules.min;
  max_score_ = max_district_score(e, score) * districts + cut_steps * board_.edges();
}

}  // namespace pentocity::districting
