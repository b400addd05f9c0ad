#include "bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "pentocity/core/polyomino.hpp"
#include "simplex.hpp"

namespace pentocity::packing {
namespace {

// The entries of the simplex method's table: 100 MB, some seconds.
constexpr std::size_t max_table = 12'000'000;
// The states of a colouring's table.
constexpr std::size_t max_colouring = 200'000;
// The largest sum of weights.
constexpr double max_total = 1 << 30;

bool usable(const Packing::Piece& piece) { return piece.max != 0; }

// Whether there are fewer of a piece than could lie on the board.
bool scarce(const Packing& packing, const Packing::Piece& piece) {
  return piece.max && *piece.max < static_cast<int>(packing.cells.size()) / piece.size;
}

// Calls f(shape, numbers of its cells) for every placement on the empty board.
template <class F>
void for_each_placement(const Packing& packing, F&& f) {
  std::vector<int> number(static_cast<std::size_t>(packing.rows * packing.columns), -1);
  const auto index = [&](Cell c) { return static_cast<std::size_t>(c.row * packing.columns + c.column); };
  for (std::size_t i = 0; i < packing.cells.size(); ++i) number[index(packing.cells[i])] = static_cast<int>(i);
  std::vector<int> numbers;
  for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
    const Packing::Shape& shape = packing.shapes[s];
    if (!usable(packing.pieces[shape.piece])) continue;
    for (const Cell first : packing.cells) {
      numbers.clear();
      for (const Cell c : placed_at(shape.cells, first, packing.lattice))
        if (c.row < packing.rows && c.column >= 0 && c.column < packing.columns && number[index(c)] >= 0)
          numbers.push_back(number[index(c)]);
      if (numbers.size() == shape.cells.size()) f(static_cast<int>(s), numbers);
    }
  }
}

// By cell and by piece, which of them the symmetries map to each other: the least number of them.
struct Orbits {
  std::vector<int> cells, pieces;

  explicit Orbits(const Packing& packing) : cells(packing.cells.size()), pieces(packing.pieces.size()) {
    std::iota(pieces.begin(), pieces.end(), 0);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      int least = static_cast<int>(i);
      for (const Isometry& g : packing.group) {
        const Cell image = g(packing.cells[i], packing.lattice);
        const auto at = std::lower_bound(packing.cells.begin(), packing.cells.end(), image);
        least = std::min(least, static_cast<int>(at - packing.cells.begin()));
      }
      cells[i] = least;
    }
    for (std::size_t s = 0; s < packing.shapes.size(); ++s)
      for (const Isometry& g : packing.group) {
        const int image = image_of_shape(packing, static_cast<int>(s), g);
        int& least = pieces[packing.shapes[s].piece];
        if (image >= 0) least = std::min(least, packing.shapes[image].piece);
      }
  }
};

// The linear program: a weight for each orbit of cells, for each orbit of scarce pieces, and, if cells must stay empty,
// for each cell that is covered.
class Program {
 public:
  explicit Program(const Packing& packing) : packing_(packing), orbits_(packing) {
    for (const int orbit : orbits_.cells) add(cell_, orbit, 1);
    for (std::size_t p = 0; p < packing.pieces.size(); ++p)
      if (usable(packing.pieces[p]) && scarce(packing, packing.pieces[p]))
        add(piece_, orbits_.pieces[p], *packing.pieces[p].max);
    const int coverable = static_cast<int>(packing.cells.size()) - packing.min_holes;
    if (packing.min_holes > 0 && coverable > 0) add(covered_, 0, coverable);
    std::set<CoveringRow> rows;
    for_each_placement(packing, [&](int shape, const std::vector<int>& cells) {
      std::map<int, int> row;
      const int piece = packing.shapes[shape].piece;
      for (const int c : cells) ++row[cell_.at(orbits_.cells[c])];
      if (const auto at = piece_.find(orbits_.pieces[piece]); at != piece_.end()) ++row[at->second];
      if (!covered_.empty()) row[covered_.at(0)] = static_cast<int>(cells.size());
      rows.emplace(row.begin(), row.end());
    });
    rows_.assign(rows.begin(), rows.end());
  }

  std::optional<Weighting> solve() const {
    if (rows_.empty() || (costs_.size() + 1) * (rows_.size() + 1) > max_table) return std::nullopt;
    const std::vector<double> exact = least_covering(costs_, rows_);
    if (exact.empty()) return std::nullopt;
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
      for (const auto& [weight, number] : row) sum += whole[weight] * number;
      unit = std::min(unit, sum);
    }
    for (std::size_t i = 0; i < whole.size(); ++i) total += whole[i] * std::llround(costs_[i]);
    if (unit <= 0 || total > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    Weighting out;
    out.unit = static_cast<std::int32_t>(unit);
    out.total = static_cast<std::int32_t>(total);
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

// The most placements, if each covers the cells of the colours as one of these does and no more are covered than there
// are: a knapsack with as many dimensions as colours.
int most_of(const std::vector<int>& cells, const std::set<std::vector<int>>& covers) {
  std::vector<std::size_t> stride(cells.size() + 1, 1);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    stride[c + 1] = stride[c] * (static_cast<std::size_t>(cells[c]) + 1);
    if (stride[c + 1] > max_colouring) return std::numeric_limits<int>::max();
  }
  std::vector<int> most(stride.back());  // by cells that may be covered
  std::vector<int> at(cells.size());
  for (std::size_t state = 1; state < most.size(); ++state) {
    for (std::size_t c = 0; ++at[c] > cells[c]; ++c) at[c] = 0;
    for (const std::vector<int>& cover : covers) {
      std::size_t before = state;
      bool fits = true;
      for (std::size_t c = 0; c < at.size(); ++c) {
        fits = fits && cover[c] <= at[c];
        before -= stride[c] * static_cast<std::size_t>(cover[c]);
      }
      if (fits) most[state] = std::max(most[state], most[before] + 1);
    }
  }
  return most.back();
}

}  // namespace

Weighting area_weights(const Packing& packing) {
  Weighting out;
  out.cells.assign(packing.cells.size(), 1);
  out.pieces.assign(packing.pieces.size(), 0);
  out.total = static_cast<std::int32_t>(packing.cells.size());
  out.unit = std::max(1, out.total);
  for (const auto& piece : packing.pieces)
    if (usable(piece)) out.unit = std::min(out.unit, piece.size);
  return out;
}

std::optional<Weighting> linear_weights(const Packing& packing) { return Program(packing).solve(); }

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

int colouring_bound(const Packing& packing) {
  int out = std::numeric_limits<int>::max();
  const auto try_colours = [&](int colours, auto&& colour_of) {
    std::vector<int> colour, cells(static_cast<std::size_t>(colours));
    for (const Cell c : packing.cells) {
      colour.push_back(colour_of(c));
      ++cells[colour.back()];
    }
    std::set<std::vector<int>> covers;
    for_each_placement(packing, [&](int, const std::vector<int>& placement) {
      std::vector<int> cover(static_cast<std::size_t>(colours));
      for (const int c : placement) ++cover[colour[c]];
      covers.insert(std::move(cover));
    });
    out = std::min(out, most_of(cells, covers));
  };
  for (int colours = 2; colours <= 4; ++colours)
    for (const Cell by : {Cell{1, 1}, Cell{1, 0}, Cell{0, 1}, Cell{1, colours - 1}})
      try_colours(colours, [&](Cell c) { return (by.row * c.row + by.column * c.column) % colours; });
  try_colours(4, [](Cell c) { return 2 * (c.row % 2) + c.column % 2; });
  return out;
}

}  // namespace pentocity::packing
