#include "pruning.hpp"

#include <boost/pending/disjoint_sets.hpp>

namespace pentocity::packing {
namespace {

// The bits of a tile's cells in the first word of a window.
std::uint64_t first_word(const Problem::Tile& tile) {
  std::uint64_t out = 0;
  for (const int offset : tile.offsets)
    if (offset >= 0 && offset < 64) out |= std::uint64_t{1} << offset;
  return out;
}

// Calls f with the distance, in positions, to each neighbour of a cell that comes after it.
template <class F>
void for_each_distance_ahead(const Problem& problem, int position, F&& f) {
  const Lattice lattice = problem.packing->lattice;
  for (const Cell step : steps(lattice, sort_of(problem.cell_of[position], lattice)))
    if (const int by = step.row * problem.stride + step.column; by > 0) f(by);
}

// Bit n, below 64: can n cells be filled with pieces and holes, judging by their sizes?
std::uint64_t pocket_sizes_of(const Packing& packing) {
  std::uint64_t out = 1;
  for (int n = 1; n < 64; ++n) {
    bool fits = n <= packing.max_holes;
    for (const auto& piece : packing.pieces)
      if (piece.max != 0 && piece.size <= n) fits |= out >> (n - piece.size) & 1;
    if (fits) out |= std::uint64_t{1} << n;
  }
  return out;
}

}  // namespace

template <int M>
Pruning<M>::Pruning(const Problem& problem)
    : positions_(problem.positions()),
      stride_(problem.stride),
      lattice_(problem.packing->lattice),
      places_(problem.free.size() + 1) {
  if (problem.restricted_piece >= 0) restrict_piece(problem);
  if (stride_ == 0 || stride_ >= 63) return;
  pocket_sizes_ = pocket_sizes_of(*problem.packing);
  cuts_pockets_ = pocket_sizes_ != ~std::uint64_t{0};
  cuts_single_cells_ = (pocket_sizes_ & 2) == 0;
  add_covering(problem);
  look_ahead(problem);
  connect_tails(problem);
}

template <int M>
void Pruning<M>::add_covering(const Problem& problem) {
  for (const auto& tiles : problem.tiles) {
    auto& covering = covering_.emplace_back(65);
    covering[64].words.fill(~std::uint64_t{0});
    for (std::size_t t = 0; t < tiles.size(); ++t)
      for (std::uint64_t cells = first_word(tiles[t]); cells != 0; cells &= cells - 1)
        covering[std::countr_zero(cells)].set(static_cast<int>(t));
  }
  for (int p = 0; p < positions_; ++p) places_[p].covering = &covering_[problem.list_of[p]];
}

template <int M>
void Pruning<M>::restrict_piece(const Problem& problem) {
  for (const Problem::Allowed& a : problem.allowed)
    restricted_.push_back({a.position, first_word(problem.tiles_at(a.position)[a.tile])});
  for (int p = 0; p <= positions_; ++p)
    first_restricted_.push_back(std::lower_bound(restricted_.begin(), restricted_.end(), p,
                                                 [](const Restricted& r, int at) { return r.position < at; }) -
                                restricted_.begin());
}

template <int M>
void Pruning<M>::look_ahead(const Problem& problem) {
  for (int p = 0; p < positions_; ++p) {
    Place& place = places_[p];
    for_each_distance_ahead(problem, p, [&](int by) { place.ahead |= std::uint64_t{1} << by; });
    for (int i = 0; i < 64; ++i) {
      if (sort_of({(p + i) / stride_, (p + i) % stride_}, lattice_) == 1) place.second_sort |= std::uint64_t{1} << i;
      if (p + i >= positions_ || !problem.free[p + i]) place.blocked |= std::uint64_t{1} << i;
    }
  }
}

template <int M>
void Pruning<M>::connect_tails(const Problem& problem) {
  boost::disjoint_sets_with_storage<> tails(problem.free.size());
  int components = 0;
  for (int p = positions_ - 1; p >= 0; --p) {
    if (problem.free[p]) {
      ++components;
      for_each_distance_ahead(problem, p, [&](int by) {
        if (p + by >= positions_ || !problem.free[p + by]) return;
        components -= tails.find_set(p) == tails.find_set(p + by) ? 0 : 1;
        tails.union_set(p, p + by);
      });
    }
    places_[p].tail_connected = components <= 1;
  }
}

template class Pruning<1>;
template class Pruning<2>;
template class Pruning<4>;
template class Pruning<16>;

}  // namespace pentocity::packing
