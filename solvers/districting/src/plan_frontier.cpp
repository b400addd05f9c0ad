#include "plan_frontier.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/input/user_error.hpp"
#include "seats.hpp"

namespace pentocity::districting {
namespace {

// The largest district that fits beside the others, however large the rules let it be.
int most_voters(const Electorate& e) { return e.voters() - std::max(0, e.districts() - 1) * e.rules.min; }
int max_size(const Electorate& e) { return std::min(e.rules.max, most_voters(e)); }

int max_of_district(const Electorate& e, const Score& score) {
  int most = 0;
  for (int s = e.rules.min; s <= max_size(e); ++s)
    for (int v = 0; v <= s; ++v) most = std::max(most, score(s, v));
  return most;
}

}  // namespace

Rule rule_for(const Electorate& e, Measure measure) {
  if (measure == Measure::trees) return Rule::trees;
  if (e.rules.contiguity == Contiguity::queen) return Rule::pairs;
  int lightest = e.rules.max, heaviest = 1;
  for (std::size_t i = 0; i < e.cells.size(); ++i)
    if (e.cells[i] != '#') {
      lightest = std::min(lightest, e.weight(static_cast<int>(i)));
      heaviest = std::max(heaviest, e.weight(static_cast<int>(i)));
    }
  // A ring of k cells around a rectangle, of at least the cells of a district, or around a blocked cell.
  const int most_cells = max_size(e) / lightest, fewest_cells = (e.rules.min + heaviest - 1) / heaviest;
  if (most_cells >= 8 && has_inner_blocked(e)) return Rule::pairs;
  for (int a = 1; a <= e.rows - 2; ++a)
    for (int b = 1; b <= e.columns - 2; ++b)
      if (a * b >= fewest_cells && 2 * (a + b) + 4 <= most_cells) return Rule::pairs;
  return Rule::blocks;
}

// Where districts have at most two voters, open ones have no cell but the first, and symbols need no numbers.
PlanFrontier::PlanFrontier(const Electorate& e, const Score& score, Rule rule, int cut_steps)
    : columns_(std::min(e.rows, e.columns)),
      rows_(std::max(e.rows, e.columns)),
      slots_(columns_ + (e.rules.contiguity == Contiguity::queen)),
      cut_steps_(cut_steps),
      is_turned_(e.columns > e.rows),
      is_queen_(e.rules.contiguity == Contiguity::queen),
      is_endless_(e.rules.min < e.rules.max && e.rules.max >= most_voters(e) && max_of_district(e, score) == 0),
      min_size_(e.rules.min),
      max_size_(max_size(e)),
      voters_(e.voters()),
      rule_(rule),
      states_(min_size_, max_size_, score, is_endless_),
      bits_(static_cast<int>(
          std::bit_width(static_cast<unsigned>(states_.open() + (is_endless_ || max_size_ > 2 ? slots_ - 1 : 0) +
                                               (rule == Rule::pieces ? slots_ - 1 : 0))))),
      symbol_mask_((std::uint32_t{1} << bits_) - 1) {
  if (rule == Rule::trees && is_queen_) throw InputError("spanning trees are counted with rook contiguity alone");
  if (e.rules.min < e.rules.max) districts_ = e.districts();
  if (rule == Rule::pairs) pair_bits_ = slots_ * (slots_ - 1) / 2;
  closed_shift_ = bits_ * slots_ + (rule == Rule::blocks ? 1 : pair_bits_);
  bits_in_all_ = closed_shift_ + static_cast<int>(std::bit_width(static_cast<unsigned>(districts_)));
  if (rule == Rule::trees && cut_steps > 0) throw InputError("cut edges are not counted by spanning trees");
  if (rule == Rule::pairs && slots_ > max_paired)
    throw InputError(
        "a board of {} x {} is too wide to be counted: where districts may surround others, or touch over "
        "corners, its shorter side has at most {} cells",
        e.rows, e.columns, max_paired - (is_queen_ ? 1 : 0));
  if (columns_ > max_columns || bits_in_all_ > 127)
    throw InputError("a board of {} x {} in districts of {} is too wide to be counted", e.rows, e.columns,
                     e.sizes_text());

  const auto index = [&](int r, int c) {
    const bool is_inside = r >= 0 && r < rows_ && c >= 0 && c < columns_;
    const int i = is_turned_ ? c * rows_ + r : r * columns_ + c;
    return is_inside && e.cells[i] != '#' ? i : -1;
  };
  const auto touch = [&](int r, int c) { return is_queen_ ? r != 0 || c != 0 : (r == 0) != (c == 0); };
  // Has the cell a neighbour that comes after this cell?
  const auto has_later = [&](int row, int column, int last_row, int last_column) {
    for (int r = -1; r <= 1; ++r)
      for (int c = -1; c <= 1; ++c)
        if (touch(r, c) && index(row + r, column + c) >= 0 &&
            std::pair(row + r, column + c) > std::pair(last_row, last_column))
          return true;
    return false;
  };
  int edges = 0, voters = 0;
  std::uint32_t left = 0;  // the slots that had left before
  for (int r = 0; r < rows_; ++r)
    for (int c = 0; c < columns_; ++c) {
      Step s{};
      const int i = index(r, c), mirrored = index(r, columns_ - 1 - c);
      const auto content = [&](int at) {
        return at < 0 ? std::pair(0, false) : std::pair(e.weight(at), e.cells[at] == 'A');
      };
      is_mirrored_ = is_mirrored_ && content(i) == content(mirrored);
      s.column = c;
      s.is_blocked = i < 0;
      s.voters = content(i).first;
      s.votes = content(i).second ? s.voters : 0;
      s.voters_so_far = voters += s.voters;
      s.begun = s.is_blocked ? 0 : states_.begun(s.voters, s.votes);
      for (const auto& [dr, dc] : {std::pair(0, -1), {-1, -1}, {-1, 0}, {-1, 1}})
        s.neighbours += i >= 0 && touch(dr, dc) && index(r + dr, c + dc) >= 0;
      edges += s.neighbours;
      s.links_next = c + 1 < columns_ && i >= 0 && index(r, c + 1) >= 0 && index(r - 1, c + 1) >= 0;
      std::uint32_t gone = 0;
      for (int slot = 0; slot < slots_; ++slot) {
        const int row = slot <= c ? r : r - 1, column = slot == columns_ ? c : slot;
        gone |= std::uint32_t{!has_later(row, column, r, c)} << slot;
      }
      s.drops = gone & ~(left & ~(std::uint32_t{1} << c) & ~(is_queen_ ? std::uint32_t{1} << columns_ : 0));
      left = gone;
      steps_.push_back(s);
    }
  const int districts = e.districts() > 0 ? e.districts() : e.voters() / e.rules.min;
  max_score_ = max_of_district(e, score) * districts + cut_steps * edges;
}

DistrictPlan PlanFrontier::plan(const std::vector<Join>& joins) const {
  const std::array<int, 4> back{1, columns_ + 1, columns_, columns_ - 1};
  std::vector<int> district(joins.size());  // by cell: a cell of its district, the same for all that are joined so far
  for (int i = 0; i < static_cast<int>(joins.size()); ++i) {
    district[i] = i;
    for (unsigned join = joins[i]; join != 0; join &= join - 1) {
      const int other = district[i - back[std::countr_zero(join)]], own = district[i];
      district[i] = other;
      // Few cells link two parts of a district, so disjoint sets, even those of Boost, take longer.
      if (own != i && own != other) std::replace(district.begin(), district.begin() + i, own, other);
    }
  }
  DistrictPlan plan(joins.size(), -1);
  std::vector<int> number(joins.size(), -1);
  int districts = 0;
  const int rows = is_turned_ ? columns_ : rows_, columns = is_turned_ ? rows_ : columns_;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const int i = is_turned_ ? c * columns_ + r : r * columns_ + c;
      if (steps_[i].is_blocked) continue;
      int& n = number[district[i]];
      if (n < 0) n = districts++;
      plan[r * columns + c] = n;
    }
  return plan;
}

}  // namespace pentocity::districting
