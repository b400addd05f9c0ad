#include "pentocity/game/sites.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "padded_rows.hpp"
#include "pentocity/core/row_block.hpp"

namespace pentocity {
namespace {

// A step from a location to a cell, for reading whole rows: bit c of rows[r + rows] >> columns is cell (r, c) + step.
RowBlock look(const PaddedRows& rows, int row, Cell step) {
  // A step of 64 columns leaves any land.
  if (step.column >= 64) return RowBlock{};
  return shift_columns(load_block(rows.at(row + step.row)), -step.column);
}

// The cells where a building of this type may have cells.
PaddedRows buildable_rows(const Land& land, Building type, const LandBoard& excluded) {
  PaddedRows rows;
  const LandBoard opposite = land.grid().neighbours(land.of(opposite_of(type)));
  for (int r = 0; r < land.side(); r += block_rows)
    store_block(rows.at(r),
                load_block(&land.empty().words[r]) & ~load_block(&opposite.words[r]) & ~load_block(&excluded.words[r]));
  return rows;
}

void find_legal_sites(const PaddedRows& buildable, int side, const Cells& rotation, LandBoard& sites) {
  sites = {};
  const Extent size = extent(rotation);
  if (size.rows > side || size.columns > side) return;
  for (int r = 0; r + size.rows <= side; r += block_rows) {
    RowBlock block = look(buildable, r, rotation.front());
    for (const Cell c : rotation) block &= look(buildable, r, c);
    store_block(&sites.words[r], block);
  }
}

// Enough bit planes for the outer edges of a proper request, of any request on a land.
constexpr int few_planes = 5, many_planes = 15;
constexpr int planes_for(std::size_t edges) { return edges < (1u << few_planes) ? few_planes : many_planes; }

// Counts in each column of each row of a block the outline's cells that are empty: bit k of the counts is planes[k].
// Two cells at a time are added by a full adder, whose carry ripples upwards.
template <int planes_count>
std::array<RowBlock, planes_count> count_exposed(const PaddedRows& empty, int row, const Cells& outline) {
  std::array<RowBlock, planes_count> planes{};
  const auto ripple = [&](RowBlock carry, int from) {
    for (int k = from; k < planes_count; ++k) {
      const RowBlock next = planes[k] & carry;
      planes[k] ^= carry;
      carry = next;
    }
  };
  std::size_t i = 0;
  for (; i + 1 < outline.size(); i += 2) {
    const RowBlock a = look(empty, row, outline[i]), b = look(empty, row, outline[i + 1]);
    const RowBlock either = a ^ b;
    const RowBlock carry = (a & b) | (either & planes[0]);
    planes[0] ^= either;
    ripple(carry, 1);
  }
  if (i < outline.size()) ripple(look(empty, row, outline[i]), 0);
  return planes;
}

PaddedRows empty_rows(const Land& land) {
  PaddedRows rows;
  for (int r = 0; r < land.side(); r += block_rows) store_block(rows.at(r), load_block(&land.empty().words[r]));
  return rows;
}

// Within one block: leaves the sites with the fewest exposed edges and returns that number.
template <int planes_count>
int keep_least_exposed(const PaddedRows& empty, int row, const Cells& outline, RowBlock& sites) {
  const auto planes = count_exposed<planes_count>(empty, row, outline);
  int least = 0;
  for (int k = planes_count - 1; k >= 0; --k) {
    const RowBlock zero = sites & ~planes[k];
    if (any(zero))
      sites = zero;
    else
      least |= 1 << k;
  }
  return least;
}

// How a place compares in an order: the lower the better.
using Rank = std::array<int, 3>;
Rank rank(SiteOrder order, int row, int column) {
  switch (order) {
    case SiteOrder::rows_from_top:
      return {row, column, 0};
    case SiteOrder::rows_from_bottom:
      return {-row, -column, 0};
    case SiteOrder::diagonals_from_top:
      return {row + column, std::abs(row - column), row};
    case SiteOrder::diagonals_from_bottom:
      return {-row - column, std::abs(row - column), -row};
  }
  return {};
}

}  // namespace

LandBoard building_at(const Land& land, const Request& request, Site site) {
  LandBoard out;
  for (const Cell c : request.rotations()[static_cast<std::size_t>(site.rotation)])
    out.set(land.grid().bit(c + site.location));
  return out;
}

LandBoard legal_sites(const Land& land, Building type, const Cells& rotation, const LandBoard& excluded) {
  LandBoard sites;
  find_legal_sites(buildable_rows(land, type, excluded), land.side(), rotation, sites);
  return sites;
}

int contact(const Land& land, const LandBoard& building) {
  int count = 0;
  const RowGrid& grid = land.grid();
  building.for_each([&](int bit) {
    const Cell c = grid.cell(bit);
    for (const Cell step : steps(Lattice::square, c.row)) count += !grid.test(land.empty(), c + step);
  });
  return count;
}

ContactCounts::ContactCounts(const Land& land, const Cells& outline)
    : edges_(static_cast<int>(outline.size())), planes_(static_cast<std::size_t>(planes_for(outline.size()))) {
  const PaddedRows empty = empty_rows(land);
  const auto fill = [&]<int planes_count>() {
    for (int r = 0; r < land.side(); r += block_rows) {
      const auto planes = count_exposed<planes_count>(empty, r, outline);
      for (int k = 0; k < planes_count; ++k) store_block(&planes_[static_cast<std::size_t>(k)].words[r], planes[k]);
    }
  };
  planes_.size() == few_planes ? fill.template operator()<few_planes>() : fill.template operator()<many_planes>();
}

int ContactCounts::at(Cell location) const {
  int exposed = 0;
  for (std::size_t k = 0; k < planes_.size(); ++k)
    exposed |= static_cast<int>(planes_[k].words[location.row] >> location.column & 1) << k;
  return edges_ - exposed;
}

void Sites::find(const Land& land, const Request& request, const LandBoard& excluded) {
  land_ = &land;
  request_ = &request;
  const PaddedRows buildable = buildable_rows(land, request.type(), excluded);
  for (std::size_t k = 0; k < request.rotations().size(); ++k)
    find_legal_sites(buildable, land.side(), request.rotations()[k], boards_[k]);
}

void Sites::remove(Site site) {
  boards_[static_cast<std::size_t>(site.rotation)].reset(land_->grid().bit(site.location));
}

int Sites::keep_greatest_contact() {
  const PaddedRows empty = empty_rows(*land_);
  const std::size_t rotations = request_->rotations().size();
  const std::size_t edges = request_->outlines().front().size();
  // First what each block has to offer, then only the best blocks stay.
  constexpr int none = 1 << many_planes;
  std::array<std::array<int, max_side / block_rows>, 4> exposed;
  int least = none;
  for (std::size_t k = 0; k < rotations; ++k) {
    const Cells& outline = request_->outlines()[k];
    for (int r = 0; r < max_side; r += block_rows) {
      int& here = exposed[k][r / block_rows] = none;
      RowBlock sites = load_block(&boards_[k].words[r]);
      if (!any(sites)) continue;
      here = planes_for(edges) == few_planes ? keep_least_exposed<few_planes>(empty, r, outline, sites)
                                             : keep_least_exposed<many_planes>(empty, r, outline, sites);
      least = std::min(least, here);
      store_block(&boards_[k].words[r], sites);
    }
  }
  if (least == none) return -1;
  for (std::size_t k = 0; k < rotations; ++k)
    for (int r = 0; r < max_side; r += block_rows)
      if (exposed[k][r / block_rows] > least) store_block(&boards_[k].words[r], RowBlock{});
  return static_cast<int>(edges) - least;
}

bool Sites::none() const {
  for (std::size_t k = 0; k < request_->rotations().size(); ++k)
    if (boards_[k].any()) return false;
  return true;
}

std::optional<Site> Sites::first(SiteOrder order, bool last_rotation) const {
  const bool from_the_right = order == SiteOrder::rows_from_bottom || order == SiteOrder::diagonals_from_bottom;
  std::optional<Site> best;
  Rank best_rank{};
  for (int k = 0; k < static_cast<int>(request_->rotations().size()); ++k)
    for (int r = 0; r < land_->side(); ++r) {
      const std::uint64_t row = of(k).words[r];
      if (row == 0) continue;
      // Within a row every order goes from one end to the other.
      const int column = from_the_right ? 63 - std::countl_zero(row) : std::countr_zero(row);
      const Rank here = rank(order, r, column);
      if (!best || here < best_rank || (here == best_rank && last_rotation)) {
        best = Site{k, {r, column}};
        best_rank = here;
      }
    }
  return best;
}

std::vector<Site> Sites::list() const {
  std::vector<Site> out;
  for (int k = 0; k < static_cast<int>(request_->rotations().size()); ++k)
    of(k).for_each([&](int bit) { out.push_back({k, land_->grid().cell(bit)}); });
  return out;
}

}  // namespace pentocity
