#include "problem/colourings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <vector>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {
namespace {

// The states of the knapsack of all colours, and the steps of that of black cells, for one colouring.
constexpr std::size_t max_states = 200'000, max_steps = 50'000'000;

// Colours of the cells of a board. On rows and columns of the puzzle as it is drawn, so that people can follow.
struct Colouring {
  int colours = 2;
  // colour (by_layer * layer + by_row * row + by_column * column) mod colours;
  int by_row = 1, by_column = 1, by_layer = 0;
  bool in_squares = false;  // or, if this is set, 2 (row mod 2) + column mod 2

  int operator()(Cell c, Lattice lattice) const {
    const int layer = axial(c, lattice).layer, row = c.row - layer * layer_rows;
    return in_squares ? 2 * (row % 2) + c.column % 2
                      : (by_layer * layer + by_row * row + by_column * c.column) % colours;
  }
  /// The sets of colours that are looked at as black: one of a set and its complement, and none that another colouring
  /// has.
  std::vector<std::vector<int>> blacks() const {
    if (colours == 2) return {{0}};
    if (colours == 3) return {{0}, {1}, {2}};
    if (in_squares) return {{0}, {1}, {2}, {3}};
    return {{0}, {1}, {2}, {3}, {0, 1}, {0, 3}};
  }
  /// Which cells are black, in words.
  std::string words(const std::vector<int>& black) const {
    if (in_squares)
      return fmt::format("its row is {} and its column {}", black[0] < 2 ? "even" : "odd",
                         black[0] % 2 == 0 ? "even" : "odd");
    const char* const sum = by_row == 0 && by_column == 0 ? "layer"
                            : by_row == 0                 ? "column"
                            : by_column == 0              ? "row"
                            : by_layer == 1               ? "(layer + row + column)"
                            : by_column == 1              ? "(row + column)"
                                                          : "(row - column)";
    return fmt::format("{} mod {} is {}", sum, colours, fmt::join(black, " or "));
  }
};

std::vector<Colouring> colourings(Lattice lattice) {
  std::vector<Colouring> out;
  if (lattice == Lattice::cube)
    for (const int colours : {2, 3, 4}) out.insert(out.end(), {{colours, 1, 1, 1}, {colours, 0, 0, 1}});
  out.insert(out.end(), {{2, 1, 1}, {2, 1, 0}, {2, 0, 1}});
  for (const int colours : {3, 4})
    for (const auto& [row, column] : {std::pair(1, 1), std::pair(1, 0), std::pair(0, 1), std::pair(1, colours - 1)})
      out.push_back({colours, row, column});
  out.push_back({.colours = 4, .in_squares = true});
  return out;
}

// How many cells of each colour.
using ByColour = std::vector<int>;

// A packing in colours: how many cells there are of each, and how many the placements of each piece cover.
struct Coloured {
  ByColour cells;
  std::vector<std::set<ByColour>> covers;  // by piece

  Coloured(const Packing& packing, const CellNumbers& numbers, const Colouring& colouring)
      : cells(static_cast<std::size_t>(colouring.colours)), covers(packing.pieces.size()) {
    // Placements of a shape cover the same if their first cells have the same colour and rows alike.
    std::vector<int> colour, alike;
    for (const Cell c : packing.cells) {
      const Cell on_board = packing.to_board(c, packing.lattice);
      colour.push_back(colouring(on_board, packing.lattice));
      alike.push_back(2 * colour.back() + on_board.row % 2);
      ++cells[colour.back()];
    }
    for (const Packing::Shape& shape : packing.shapes) {
      if (packing.pieces[shape.piece].max == 0) continue;
      if (packing.rounds.any()) {
        numbers.for_each_placement(shape, [&](Cell, const std::vector<int>& placed) {
          ByColour cover(cells.size());
          for (const int c : placed) ++cover[colour[c]];
          covers[shape.piece].insert(std::move(cover));
        });
        continue;
      }
      unsigned seen = 0;
      for (std::size_t i = 0; i < packing.cells.size(); ++i) {
        if (seen >> alike[i] & 1) continue;
        const Cells placed = placed_at(shape.cells, packing.cells[i], packing.lattice);
        if (placed.empty() || !std::all_of(placed.begin(), placed.end(), [&](Cell c) { return numbers(c) >= 0; }))
          continue;
        seen |= 1u << alike[i];
        ByColour cover(cells.size());
        for (const Cell c : placed) ++cover[colour[numbers(c)]];
        covers[shape.piece].insert(std::move(cover));
      }
    }
  }
};

// The most placements, if no more cells of a colour are covered than there are: a knapsack with as many dimensions as
// colours.
int most_of(const Coloured& coloured) {
  const ByColour& cells = coloured.cells;
  std::vector<std::size_t> stride(cells.size() + 1, 1);
  for (std::size_t c = 0; c < cells.size(); ++c) {
    stride[c + 1] = stride[c] * (static_cast<std::size_t>(cells[c]) + 1);
    if (stride[c + 1] > max_states) return std::numeric_limits<int>::max();
  }
  std::set<ByColour> covers;
  for (const std::set<ByColour>& of_piece : coloured.covers) covers.insert(of_piece.begin(), of_piece.end());
  std::vector<int> most(stride.back());  // by cells that may be covered
  std::vector<int> at(cells.size());
  for (std::size_t state = 1; state < most.size(); ++state) {
    for (std::size_t c = 0; ++at[c] > cells[c]; ++c) at[c] = 0;
    for (const ByColour& cover : covers) {
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

// What pieces can cover if some of the colours are black: the most pieces that cover so many cells, so many of them
// black.
class BlackSums {
 public:
  /// @param with_too_many whether sums that are more than the black cells are wanted too
  BlackSums(const Packing& packing, const Coloured& coloured, const std::vector<int>& black, bool with_too_many = false)
      : packing_(packing), cells_(static_cast<int>(packing.cells.size())) {
    const auto black_of = [&](const ByColour& cover) {
      int out = 0;
      for (const int colour : black) out += cover[colour];
      return out;
    };
    black_ = black_of(coloured.cells);
    most_black_ = with_too_many ? cells_ : black_;
    for (const std::set<ByColour>& covers : coloured.covers) {
      std::set<int>& values = values_.emplace_back();
      for (const ByColour& cover : covers) values.insert(black_of(cover));
    }
  }

  int black() const { return black_; }
  /// By piece: how many black cells it may cover.
  const std::vector<std::set<int>>& values() const { return values_; }

  /// Adds up the pieces. False if that would take too long.
  bool add_up() {
    const int most = cells_ - packing_.min_holes;
    rows_.assign(static_cast<std::size_t>(most) + 1, {});
    rows_[0].assign(static_cast<std::size_t>(most_black_) + 1, impossible);
    rows_[0][0] = 0;
    for (std::size_t p = 0; p < values_.size(); ++p) {
      const auto& [size, min, max] = packing_.pieces[p];
      for (int n = 0; n < min; ++n)
        for (int covered = most; covered >= 0; --covered) use(p, covered, true);
      if (!max)
        for (int covered = 0; covered <= most; ++covered) use(p, covered, false);
      for (int n = min; n < std::min(max.value_or(0), most / size); ++n)
        for (int covered = most; covered >= 0; --covered) use(p, covered, false);
      if (steps_ > max_steps) return false;
    }
    return true;
  }
  /// The least number of black cells that must be covered if this many cells are.
  int least_black(int covered) const { return std::max(black_ - (cells_ - covered), 0); }
  /// The most pieces that cover so many cells, so many of them black; `impossible` if none do.
  static constexpr std::int16_t impossible = -1;
  int most_pieces(int covered, int black) const {
    const auto& row = rows_[covered];
    return row.empty() || black < 0 || black > most_black_ ? impossible : row[black];
  }
  /// Calls f with each number of cells that pieces can cover, in an order from many to few, if that leaves a permitted
  /// number of holes.
  template <class F>
  void for_each_covered(F&& f) const {
    for (int covered = cells_ - packing_.min_holes; covered >= std::max(cells_ - packing_.max_holes, 0); --covered)
      if (!rows_[covered].empty()) f(covered);
  }
  /// The most pieces that a solution can have; `impossible` if there is none.
  int most_pieces() const {
    int out = impossible;
    for_each_covered([&](int covered) {
      for (int black = least_black(covered); black <= black_; ++black) out = std::max(out, most_pieces(covered, black));
    });
    return out;
  }

 private:
  // Uses a piece once more, so that this many cells are covered in all; if it must be, nothing else leads there.
  void use(std::size_t piece, int covered, bool must) {
    std::vector<std::int16_t>& to = rows_[covered];
    if (must) to.clear();
    const int before = covered - packing_.pieces[piece].size;
    if (before < 0 || rows_[before].empty()) return;
    const std::vector<std::int16_t>& from = rows_[before];
    if (to.empty()) to.assign(from.size(), impossible);
    for (const int value : values_[piece]) {
      for (int black = value; black <= most_black_; ++black)
        to[black] = std::max<std::int16_t>(
            to[black], from[black - value] < 0 ? impossible : static_cast<std::int16_t>(from[black - value] + 1));
      steps_ += from.size();
    }
  }

  const Packing& packing_;
  int cells_, black_ = 0, most_black_ = 0;
  std::vector<std::set<int>> values_;
  std::vector<std::vector<std::int16_t>> rows_;  // by cells covered, by black ones; empty: no pieces cover so many
  std::size_t steps_ = 0;
};

// The names of the pieces, with how often each is used if that is not once; by how many black cells they may cover.
std::map<std::set<int>, std::vector<std::string>> names_by_values(const BlackSums& sums, const Puzzle& puzzle,
                                                                  const Packing& packing) {
  const auto kinds = kinds_of(puzzle);
  std::map<std::set<int>, std::vector<std::string>> out;
  int last = -1;
  for (const Packing::Shape& shape : packing.shapes) {  // piece by piece
    const auto& [size, min, max] = packing.pieces[shape.piece];
    if (shape.piece == last || max == 0) continue;
    last = shape.piece;
    std::string& name = out[sums.values()[shape.piece]].emplace_back(kinds[shape.kind].name);
    if (!max)
      name += " (any number)";
    else if (min != *max)
      name += fmt::format(" ({} to {})", min, *max);
    else if (min != 1)
      name += fmt::format(" ({})", min);
  }
  return out;
}

// Why these sums give no solution.
std::vector<std::string> words_of(const BlackSums& sums, const Puzzle& puzzle, const Packing& packing,
                                  const std::string& is_black) {
  const std::size_t cells = packing.cells.size();
  std::vector<std::string> out{fmt::format(
      "no solution, as a colouring shows: call a cell black if {}, {}rows and columns counted from 0; {} of the {} "
      "cells {}are black",
      is_black, packing.lattice == Lattice::cube ? "layers, " : "", sums.black(), cells,
      puzzle.fixed.empty() ? "" : "that are not fixed ")};
  for (const auto& [values, of] : names_by_values(sums, puzzle, packing))
    out.push_back(
        fmt::format("{} {} black cells: {}",
                    of.size() == 1 ? "this piece covers" : fmt::format("each of these {} pieces covers", of.size()),
                    fmt::join(values, " or "), fmt::join(of, ", ")));
  constexpr int most_lines = 5;
  int lines = 0;
  sums.for_each_covered([&](int covered) {
    if (++lines > most_lines) return;
    const int least = sums.least_black(covered);
    int below = least - 1, above = sums.black() + 1;
    while (below >= 0 && sums.most_pieces(covered, below) == BlackSums::impossible) --below;
    while (above <= covered && sums.most_pieces(covered, above) == BlackSums::impossible) ++above;
    std::vector<std::string> near;
    if (below >= 0) near.push_back(fmt::format("at most {}", below));
    if (above <= covered) near.push_back(fmt::format("at least {}", above));
    out.push_back(fmt::format(
        "so if they cover {} cells, {} of these are black, but {} must be", covered, fmt::join(near, " or "),
        least == sums.black() ? std::to_string(least) : fmt::format("{} to {}", least, sums.black())));
  });
  if (lines > most_lines) out.emplace_back("and so on, for fewer cells");
  return out;
}

}  // namespace

std::optional<int> colouring_bound(const Packing& packing) {
  int out = std::numeric_limits<int>::max();
  const CellNumbers numbers(packing);
  for (const Colouring& colouring : colourings(packing.lattice)) {
    const Coloured coloured(packing, numbers, colouring);
    out = std::min(out, most_of(coloured));
    for (const std::vector<int>& black : colouring.blacks()) {
      BlackSums sums(packing, coloured, black);
      if (!sums.add_up()) continue;
      const int most = sums.most_pieces();
      if (most == BlackSums::impossible) return std::nullopt;
      out = std::min(out, most);
    }
  }
  return out;
}

std::vector<std::string> colouring_conflict(const Puzzle& puzzle, const Packing& packing) {
  const CellNumbers numbers(packing);
  for (const Colouring& colouring : colourings(packing.lattice)) {
    const Coloured coloured(packing, numbers, colouring);
    for (const std::vector<int>& black : colouring.blacks()) {
      BlackSums sums(packing, coloured, black);
      if (!sums.add_up() || sums.most_pieces() != BlackSums::impossible) continue;
      BlackSums all(packing, coloured, black, true);
      all.add_up();
      return words_of(all, puzzle, packing, colouring.words(black));
    }
  }
  return {};
}

}  // namespace pentocity::packing
