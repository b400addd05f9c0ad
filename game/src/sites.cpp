#include "pentocity/game/sites.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "pentocity/core/row_block.hpp"

namespace pentocity::inline game {
namespace {

// The cells where a building of one type may have cells, ready for rotations to be fitted in.
class Buildable {
 public:
  void prepare(const Land& land, Building type, const LandBoard& excluded) {
    const LandBoard& empty = land.empty();
    const LandBoard near_opposite = land.grid().neighbours(land.of(opposite_of(type)));
    side_ = land.side();
    for (int r = 0; r < max_side; r += block_rows) {
      const RowBlock one =
          load_block(&empty.words[r]) & ~load_block(&near_opposite.words[r]) & ~load_block(&excluded.words[r]);
      const RowBlock two = one & one >> 1, four = two & two >> 2;
      store_block(runs_[0].at(r), one);
      store_block(runs_[1].at(r), two);
      store_block(runs_[2].at(r), two & one >> 2);
      store_block(runs_[3].at(r), four);
      store_block(runs_[4].at(r), four & one >> 4);
    }
  }

  // The legal locations of a rotation; returns which blocks of rows have some.
  std::uint32_t fit(const Cells& rotation, LandBoard& sites) {
    sites = {};
    const Extent size = extent(rotation);
    if (size.rows > side_ || size.columns > side_) return 0;
    split_into_runs(rotation);
    std::uint32_t blocks = 0;
    for (int r = 0; r + size.rows <= side_; r += block_rows) {
      RowBlock block = load_block(looks_[0].rows + r) >> looks_[0].column;
      for (std::size_t i = 1; i < looks_.size(); ++i) block &= load_block(looks_[i].rows + r) >> looks_[i].column;
      store_block(&sites.words[r], block);
      blocks |= std::uint32_t{any(block)} << r / block_rows;
    }
    return blocks;
  }

 private:
  // All looks must find a bit: one for each run of cells in a row of the rotation.
  void split_into_runs(const Cells& rotation) {
    looks_.clear();
    for (std::size_t i = 0; i < rotation.size();) {
      const Cell first = rotation[i];
      std::size_t length = 1;
      while (length < runs_.size() && i + length < rotation.size() &&
             rotation[i + length] == first + Cell{0, static_cast<int>(length)})
        ++length;
      looks_.push_back({runs_[length - 1].at(first.row), static_cast<std::uint64_t>(first.column)});
      i += length;
    }
  }

  // Where to look from a location (r, c): at bit c of rows[r] >> column.
  struct Look {
    const std::uint64_t* rows;
    std::uint64_t column;
  };

  int side_ = 0;
  std::array<PaddedRows, 5> runs_;  // runs_[k]: the first of k+1 cells side by side
  std::vector<Look> looks_;
};

// Counts the exposed edges of a building at every location.
class ExposedEdges {
 public:
  // For outlines that reach at most to this column.
  void prepare(const Land& land, int last_column) {
    side_ = land.side();
    copies_ = std::min(last_column + 1, land.side());
    if (static_cast<std::size_t>(copies_) >= shifted_.size()) shifted_.resize(copies_ + 1);
    for (int i = 0; i <= copies_; ++i)
      for (int r = 0; r < max_side; r += block_rows) {
        const RowBlock empty = load_block(&land.empty().words[r]);
        store_block(copy(i).at(r), i == 0 ? empty << 1 : empty >> (i - 1));
      }
  }

  // The outline to count with.
  void use(const Cells& outline) {
    looks_.assign((outline.size() + 3) / 4 * 4, nothing_.at(0));
    for (std::size_t i = 0; i < outline.size(); ++i)
      if (outline[i].row < side_ && outline[i].column < copies_)  // others are off the land: never exposed
        looks_[i] = copy(outline[i].column + 1).at(outline[i].row);
  }

  // In each column of each row of a block: bit k of the number is in planes[k]. Carry-save adders take four looks at a
  // time.
  template <int planes_count>
  std::array<RowBlock, planes_count> in_block(int row) const {
    const auto add = [](RowBlock& sum, const RowBlock& a, const RowBlock& b) {
      const RowBlock either = a ^ b, carry = (a & b) | (either & sum);
      sum ^= either;
      return carry;
    };
    std::array<RowBlock, planes_count> planes{};
    for (auto look = looks_.begin(); look != looks_.end(); look += 4) {
      const RowBlock carry_1 = add(planes[0], load_block(look[0] + row), load_block(look[1] + row));
      const RowBlock carry_2 = add(planes[0], load_block(look[2] + row), load_block(look[3] + row));
      RowBlock carry = add(planes[1], carry_1, carry_2);
      for (int k = 2; k < planes_count; ++k) {
        const RowBlock next = planes[k] & carry;
        planes[k] ^= carry;
        carry = next;
      }
    }
    return planes;
  }

 private:
  PaddedRows& copy(int i) { return shifted_[i]; }

  std::vector<PaddedRows> shifted_;  // the empty cells, moved left by index - 1: so every look is a plain load
  int copies_ = 0;                   // of them, besides the first
  int side_ = 0;
  PaddedRows nothing_;
  std::vector<const std::uint64_t*> looks_;
};

// Enough bit planes for the outer edges of pentominoes, of larger factories, and of all that fits a land.
constexpr int few_planes = 4, some_planes = 5, many_planes = 15;

// Calls f with the number of planes as a compile-time constant.
template <class F>
void with_planes(std::size_t edges, F&& f) {
  if (edges < 1u << few_planes)
    f(std::integral_constant<int, few_planes>());
  else if (edges < 1u << some_planes)
    f(std::integral_constant<int, some_planes>());
  else
    f(std::integral_constant<int, many_planes>());
}

// Leaves the sites of a block with the fewest exposed edges; returns that number.
template <int planes_count>
int min_exposed(const ExposedEdges& exposed, int row, RowBlock& sites) {
  const auto planes = exposed.in_block<planes_count>(row);
  int min = 0;
  for (int k = planes_count - 1; k >= 0; --k) {
    const RowBlock zero = sites & ~planes[k];
    const bool some = any(zero);
    if (some) sites = zero;
    min = 2 * min + !some;
  }
  return min;
}

int last_column(const Cells& outline) {
  int last = 0;
  for (const Cell c : outline) last = std::max(last, c.column);
  return last;
}

// Most buildings leave the empty cells around them connected, as a look at the cells nearby tells: true. False: there
// are none. No value: it takes a look at more. Up to eight by eight cells are looked at, as the bytes of a word.
std::optional<bool> connected_nearby(const Land& land, const LandBoard& building) {
  int top = 0, bottom = land.side() - 1;
  while (building.words[top] == 0) ++top;
  while (building.words[bottom] == 0) --bottom;
  std::uint64_t columns = 0;
  for (int r = top; r <= bottom; ++r) columns |= building.words[r];
  const int left = std::countr_zero(columns) - 1;
  if (bottom - top > 5 || 63 - std::countl_zero(columns) - left > 6) return std::nullopt;
  const auto window = [&](const LandBoard& board) {
    std::uint64_t out = 0;
    for (int r = std::max(top - 1, 0); r <= std::min(bottom + 1, land.side() - 1); ++r) {
      const std::uint64_t row = left < 0 ? board.words[r] << 1 : board.words[r] >> left;
      out |= (row & 0xff) << 8 * (r - top + 1);
    }
    return out;
  };
  constexpr std::uint64_t first = 0x0101010101010101, last = first << 7;
  const auto beside = [](std::uint64_t x) { return (x & ~last) << 1 | (x & ~first) >> 1 | x << 8 | x >> 8; };
  const std::uint64_t built = window(building), rest = window(land.empty()) & ~built;
  const std::uint64_t open = beside(built) & rest;
  if (open == 0) return false;
  for (std::uint64_t reached = open & -open;;) {
    const std::uint64_t more = (reached | beside(reached)) & rest;
    if ((open & ~more) == 0) return true;
    if (more == reached) return std::nullopt;
    reached = more;
  }
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

// Calls f(block's first row) for each bit of `blocks`.
template <class F>
void for_each_block(std::uint32_t blocks, F&& f) {
  for (; blocks != 0; blocks &= blocks - 1) f(std::countr_zero(blocks) * block_rows);
}

}  // namespace

LandBoard building_at(const Land& land, const Request& request, Site site) {
  LandBoard out;
  for (const Cell c : request.rotations()[site.rotation]) out.set(land.grid().bit(c + site.location));
  return out;
}

LandBoard legal_sites(const Land& land, Building type, const Cells& rotation, const LandBoard& excluded) {
  LandBoard sites;
  Buildable buildable;
  buildable.prepare(land, type, excluded);
  buildable.fit(rotation, sites);
  return sites;
}

int touching_perimeter(const Land& land, const LandBoard& building) {
  int count = 0;
  const Grid& grid = land.grid();
  const LandBoard open = land.empty() | building;
  building.for_each([&](int bit) {
    for (const Cell step : steps(Lattice::square, 0)) count += !grid.test(open, grid.cell(bit) + step);
  });
  return count;
}

int added_components(const Land& land, const LandBoard& building) {
  const Grid& grid = land.grid();
  if (const auto connected = connected_nearby(land, building)) return *connected ? 0 : -1;
  const LandBoard rest = land.empty() - building;
  LandBoard open = grid.neighbours(building) & rest;
  int areas = 0;
  for (; open.any(); ++areas) {
    // All of the area, or as much as shows that the others are part of it.
    LandBoard reached;
    reached.set(open.first());
    for (bool grown = true; grown && !reached.contains(open);) {
      const LandBoard more = (reached | grid.neighbours(reached)) & rest;
      grown = more != reached;
      reached = more;
    }
    open -= reached;
  }
  return areas - 1;
}

TouchingPerimeters::TouchingPerimeters(const Land& land, const Cells& outline)
    : edges_(static_cast<int>(outline.size())) {
  ExposedEdges exposed;
  exposed.prepare(land, last_column(outline));
  exposed.use(outline);
  with_planes(outline.size(), [&](auto count) {
    planes_.resize(count);
    for (int r = 0; r < land.side(); r += block_rows) {
      const auto planes = exposed.in_block<count>(r);
      for (std::size_t k = 0; k < count; ++k) store_block(&planes_[k].words[r], planes[k]);
    }
  });
}

int TouchingPerimeters::at(Cell location) const {
  int exposed = 0;
  for (std::size_t k = 0; k < planes_.size(); ++k)
    exposed |= static_cast<int>(planes_[k].words[location.row] >> location.column & 1) << k;
  return edges_ - exposed;
}

struct Sites::Work {
  Buildable buildable;
  ExposedEdges exposed;
};

Sites::Sites() : work_(std::make_unique<Work>()) {}
Sites::~Sites() = default;

void Sites::find(const Land& land, const Request& request, const LandBoard& excluded) {
  land_ = &land;
  request_ = &request;
  work_->buildable.prepare(land, request.type(), excluded);
  for (std::size_t k = 0; k < request.rotations().size(); ++k)
    blocks_[k] = work_->buildable.fit(request.rotations()[k], boards_[k]);
}

void Sites::remove(Site site) {
  LandBoard& board = boards_[site.rotation];
  board.reset(land_->grid().bit(site.location));
  const int block = site.location.row / block_rows;
  if (!any(load_block(&board.words[block * block_rows]))) blocks_[site.rotation] &= ~(1u << block);
}

void Sites::keep(const std::vector<Site>& sites) {
  boards_ = {};
  blocks_ = {};
  for (const Site& site : sites) {
    const auto k = static_cast<std::size_t>(site.rotation);
    boards_[k].set(land_->grid().bit(site.location));
    blocks_[k] |= 1u << site.location.row / block_rows;
  }
}

int Sites::keep_max_touching_perimeter(PerimeterUnit unit) {
  if (unit == PerimeterUnit::edges) return keep_min_exposed(request_->outlines());
  std::vector<Cells> outlines = request_->outlines();
  for (Cells& outline : outlines) outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
  return keep_min_exposed(outlines);
}

int Sites::keep_min_exposed(const std::vector<Cells>& outlines) {
  int columns = 0;
  for (const Cells& outline : outlines) columns = std::max(columns, last_column(outline));
  ExposedEdges& exposed = work_->exposed;
  exposed.prepare(*land_, columns);
  // First what each block has to offer, then only the best blocks stay.
  constexpr int none = 1 << many_planes;
  std::array<std::array<int, max_side / block_rows>, 4> offers;
  int min = none;
  with_planes(outlines.front().size(), [&](auto planes) {
    for (std::size_t k = 0; k < outlines.size(); ++k) {
      exposed.use(outlines[k]);
      for_each_block(blocks_[k], [&](int r) {
        RowBlock sites = load_block(&boards_[k].words[r]);
        offers[k][r / block_rows] = min_exposed<planes>(exposed, r, sites);
        min = std::min(min, offers[k][r / block_rows]);
        store_block(&boards_[k].words[r], sites);
      });
    }
  });
  if (min == none) return -1;
  for (std::size_t k = 0; k < outlines.size(); ++k)
    for_each_block(blocks_[k], [&](int r) {
      if (offers[k][r / block_rows] == min) return;
      store_block(&boards_[k].words[r], RowBlock{});
      blocks_[k] &= ~(1u << r / block_rows);
    });
  return static_cast<int>(outlines.front().size()) - min;
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
    for_each_block(blocks_[k], [&](int block) {
      for (int r = block; r < block + block_rows; ++r) {
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
    });
  return best;
}

std::vector<Site> Sites::list() const {
  std::vector<Site> out;
  for (int k = 0; k < static_cast<int>(request_->rotations().size()); ++k)
    of(k).for_each([&](int bit) { out.push_back({k, land_->grid().cell(bit)}); });
  return out;
}

}  // namespace pentocity::inline game
