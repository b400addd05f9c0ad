#include "problem/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "pentocity/core/random.hpp"

namespace pentocity::packing {
namespace {

// The entries of the simplex method's table: 100 MB, some seconds.
constexpr std::size_t max_table = 12'000'000;
// The entries that are computed anew before it gives up: ten seconds or so.
constexpr double max_work = 2e10;
// The largest sum of weights.
constexpr double max_total = 1 << 30;

// By cell and by piece, which of them the symmetries map to each other: the least number of them.
struct Orbits {
  std::vector<int> cells, pieces;

  explicit Orbits(const Packing& packing) : cells(packing.cells.size()), pieces(packing.pieces.size()) {
    std::iota(cells.begin(), cells.end(), 0);
    std::iota(pieces.begin(), pieces.end(), 0);
    for (const std::vector<int>& images : CellNumbers(packing).group())
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = std::min(cells[i], images[i]);
    for (std::size_t s = 0; s < packing.shapes.size(); ++s)
      for (const Isometry& g : packing.group) {
        const int image = image_of_shape(packing, static_cast<int>(s), g);
        int& least = pieces[packing.shapes[s].piece];
        if (image >= 0) least = std::min(least, packing.shapes[image].piece);
      }
  }
};

// A constraint: the sum of weight times number, over these pairs of a weight's index and a number, is at least `gain`.
struct CoveringRow {
  std::vector<std::pair<int, int>> terms;
  int gain;

  friend auto operator<=>(const CoveringRow&, const CoveringRow&) = default;
};

constexpr double epsilon = 1e-9;
// The limits are made unequal by up to this share, so that no step stands still. The weights meet the constraints all
// the same.
constexpr double perturbation = 1e-6;

// Weights that meet all constraints and have the least sum of cost times weight, by Dantzig's simplex method. They are
// as exact as floating-point numbers are: whoever relies on them checks them. The costs must be positive.
//
// This is the dual program: as many rows as possible, each as often as one likes, while the numbers of no weight add up
// to more than its cost. The table is the condensed one: a line for each basic variable and a column for each other
// one, the last of both for the limits and the objective.
class Table {
 public:
  Table(const std::vector<double>& costs, const std::vector<CoveringRow>& rows)
      : lines_(costs.size()), columns_(rows.size()), at_((lines_ + 1) * (columns_ + 1)), variable_(columns_ + lines_) {
    Pcg random(1);
    for (std::size_t j = 0; j < columns_; ++j) {
      for (const auto& [weight, number] : rows[j].terms) at(static_cast<std::size_t>(weight), j) = number;
      at(lines_, j) = -rows[j].gain;
    }
    for (std::size_t i = 0; i < lines_; ++i) at(i, columns_) = costs[i] * (1 + perturbation * random.next_double());
    std::iota(variable_.begin(), variable_.end(), std::size_t{0});
  }

  /// False if it takes too many steps. Then there are no weights.
  bool solve() {
    const auto most = static_cast<std::size_t>(max_work / static_cast<double>(at_.size()));
    for (std::size_t steps = std::min(20 * (lines_ + columns_), most); steps > 0; --steps) {
      const double* const objective = &at(lines_, 0);
      const auto column = static_cast<std::size_t>(std::min_element(objective, objective + columns_) - objective);
      if (objective[column] >= -epsilon) return true;
      std::size_t line = lines_;
      double least = 0;
      for (std::size_t i = 0; i < lines_; ++i) {
        if (at(i, column) <= epsilon) continue;
        const double ratio = at(i, columns_) / at(i, column);
        if (line == lines_ || ratio < least) line = i, least = ratio;
      }
      if (line == lines_) return false;
      pivot(line, column);
    }
    return false;
  }
  /// The weights: what the objective says of the variables that fill the limits up.
  std::vector<double> weights() const {
    std::vector<double> out(lines_);
    for (std::size_t j = 0; j < columns_; ++j)
      if (variable_[j] >= columns_) out[variable_[j] - columns_] = std::max(0., at_[lines_ * (columns_ + 1) + j]);
    return out;
  }

 private:
  double& at(std::size_t line, std::size_t column) { return at_[line * (columns_ + 1) + column]; }

  void pivot(std::size_t line, std::size_t column) {
    double* const row = &at(line, 0);
    const double by = 1 / row[column];
    for (std::size_t j = 0; j <= columns_; ++j) row[j] *= by;
    row[column] = by;
    for (std::size_t i = 0; i <= lines_; ++i) {
      double* const other = &at(i, 0);
      const double factor = other[column];
      if (i == line || factor == 0) continue;
      other[column] = 0;
      for (std::size_t j = 0; j <= columns_; ++j) other[j] -= factor * row[j];
    }
    std::swap(variable_[column], variable_[columns_ + line]);
  }

  std::size_t lines_, columns_;
  std::vector<double> at_;
  std::vector<std::size_t> variable_;  // of each column, then of each line: below columns_ a row, else a limit
};

// The linear program: a weight for each orbit of cells, for each orbit of scarce pieces, and, if cells must stay empty,
// for each cell that is covered, which bounds the number of pieces.
class LinearProgram {
 public:
  LinearProgram(const Packing& packing, Gain gain) : packing_(packing), orbits_(packing) {
    const int cell_count = static_cast<int>(packing.cells.size());
    for (const int orbit : orbits_.cells) add(cell_, orbit, 1);
    // A piece is scarce if there are fewer of it than could lie on the board.
    for (std::size_t p = 0; p < packing.pieces.size(); ++p)
      if (const auto& [size, min, max] = packing.pieces[p]; max && *max > 0 && *max < cell_count / size)
        add(piece_, orbits_.pieces[p], *max);
    const int coverable = cell_count - packing.min_holes;
    if (gain == Gain::pieces && packing.min_holes > 0 && coverable > 0) add(covered_, 0, coverable);
    std::set<CoveringRow> rows;
    const CellNumbers numbers(packing);
    for (const Packing::Shape& shape : packing.shapes) {
      if (packing.pieces[shape.piece].max == 0) continue;
      numbers.for_each_placement(shape, [&](Cell, const std::vector<int>& cells) {
        std::map<int, int> row;
        for (const int c : cells) ++row[cell_.at(orbits_.cells[c])];
        if (const auto at = piece_.find(orbits_.pieces[shape.piece]); at != piece_.end()) ++row[at->second];
        if (!covered_.empty()) row[covered_.at(0)] = static_cast<int>(cells.size());
        rows.insert({{row.begin(), row.end()}, gain == Gain::pieces ? 1 : static_cast<int>(cells.size())});
      });
    }
    rows_.assign(rows.begin(), rows.end());
  }

  std::optional<Weighting> solve() const {
    if (rows_.empty() || (costs_.size() + 1) * (rows_.size() + 1) > max_table) return std::nullopt;
    Table table(costs_, rows_);
    if (!table.solve()) return std::nullopt;
    const std::vector<double> exact = table.weights();
    // Mostly the weights have a small common denominator; then nothing is lost by rounding.
    double total = 1;
    for (std::size_t i = 0; i < exact.size(); ++i) total += exact[i] * costs_[i];
    std::optional<Weighting> best;
    const auto largest = static_cast<int>(std::min(max_total / (2 * total), 1e6));
    for (int scale = 1; scale <= largest; scale = scale < 128 ? scale + 1 : scale == 128 ? largest : largest + 1) {
      const auto weights = rounded(exact, scale);
      if (weights && (!best || std::int64_t{weights->total} * best->unit < std::int64_t{best->total} * weights->unit))
        best = weights;
    }
    return best;
  }

 private:
  void add(std::map<int, int>& to, int orbit, double cost) {
    const auto [at, added] = to.emplace(orbit, static_cast<int>(costs_.size()));
    if (added) costs_.push_back(0);
    costs_[at->second] += cost;
  }

  // In whole numbers all is exact: the unit is what the lightest placement weighs.
  std::optional<Weighting> rounded(const std::vector<double>& exact, int scale) const {
    std::vector<std::int64_t> whole;
    for (const double weight : exact) whole.push_back(std::llround(weight * scale));
    std::int64_t unit = std::numeric_limits<std::int64_t>::max(), total = 0;
    for (const CoveringRow& row : rows_) {
      std::int64_t sum = 0;
      for (const auto& [weight, number] : row.terms) sum += whole[weight] * number;
      unit = std::min(unit, sum / row.gain);
    }
    for (std::size_t i = 0; i < whole.size(); ++i) total += whole[i] * std::llround(costs_[i]);
    if (unit <= 0 || total > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    Weighting out{{}, {}, static_cast<std::int32_t>(unit), static_cast<std::int32_t>(total)};
    for (const int orbit : orbits_.cells) out.cells.push_back(static_cast<std::int32_t>(whole[cell_.at(orbit)]));
    for (std::size_t p = 0; p < packing_.pieces.size(); ++p) {
      std::int64_t weight = covered_.empty() ? 0 : whole[covered_.at(0)] * packing_.pieces[p].size;
      if (const auto at = piece_.find(orbits_.pieces[p]); at != piece_.end()) weight += whole[at->second];
      out.pieces.push_back(static_cast<std::int32_t>(weight));
    }
    return out;
  }

  const Packing& packing_;
  Orbits orbits_;
  std::map<int, int> cell_, piece_, covered_;  // by orbit: the index of the weight
  std::vector<double> costs_;
  std::vector<CoveringRow> rows_;
};

}  // namespace

Weighting area_weights(const Packing& packing) {
  Weighting out;
  out.cells.assign(packing.cells.size(), 1);
  out.pieces.assign(packing.pieces.size(), 0);
  out.total = static_cast<std::int32_t>(packing.cells.size());
  out.unit = std::max(1, out.total);
  for (const auto& piece : packing.pieces)
    if (piece.max != 0) out.unit = std::min(out.unit, piece.size);
  return out;
}

std::optional<Weighting> linear_weights(const Packing& packing, Gain gain) {
  return LinearProgram(packing, gain).solve();
}

int area_bound(const Packing& packing) {
  // The smallest pieces first; those that must be used take their place from the beginning.
  int left = static_cast<int>(packing.cells.size()) - packing.min_holes, out = 0;
  std::map<int, int> more;  // by size
  for (const auto& piece : packing.pieces) {
    left -= piece.min * piece.size;
    out += piece.min;
    more[piece.size] +=
        std::min(piece.max.value_or(max_board_side * max_board_side), max_board_side * max_board_side) - piece.min;
  }
  for (const auto& [size, number] : more) {
    const int used = std::clamp(left / size, 0, number);
    out += used;
    left -= used * size;
  }
  return out;
}

}  // namespace pentocity::packing
