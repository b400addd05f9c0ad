#include "pentocity/helpers/sites.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "pentocity/core/row_block.hpp"

namespace pentocity::inline helpers {
namespace {

// A shape on the land reaches at most as far below its location as the land has rows.
template <class Row>
using LookRows = PaddedRows<Row, columns_of<Row> + block_rows>;

// The cells where a building of one type may have cells, ready for rotations to be fitted in.
template <class Row>
class Buildable {
  using Block = BlockOf<Row>;
  using Padded = LookRows<Row>;

 public:
  void prepare(const Land& land, Building type, const LandBoard& excluded) {
    const LandBoard near_opposite = land.grid().neighbours(land.of(opposite_of(type)));
    side_ = land.side();
    rows_ = std::max(rows_, side_);
#pragma GCC unroll 4
    for (int r = 0; r < rows_; r += block_rows) {
      const Block one =
          load_rows<Row>(land.empty(), r) & ~load_rows<Row>(near_opposite, r) & ~load_rows<Row>(excluded, r);
      const Block two = one & one >> 1, four = two & two >> 2;
      runs_[0].set_block(r, one);
      runs_[1].set_block(r, two);
      runs_[2].set_block(r, two & one >> 2);
      runs_[3].set_block(r, four);
      runs_[4].set_block(r, four & one >> 4);
    }
  }

  // The legal locations of a rotation; returns which blocks of rows have some.
  std::uint32_t fit(const Grid& grid, const Cells& rotation, LandBoard& sites) {
    grid.clear(sites);
    const Extent size = extent(rotation);
    if (size.rows > side_ || size.columns > side_) return 0;
    split_into_runs(rotation);
    std::uint32_t blocks = 0;
    // Kept apart from what is written, or else it would be read anew for each block.
    const Look *const first = looks_.data(), *const end = first + looks_.size();
    for (int r = 0, last = side_ - size.rows; r <= last; r += block_rows) {
      Block block = Padded::load(first->rows + r) >> first->column;
      for (const Look* look = first + 1; look != end; ++look) block &= Padded::load(look->rows + r) >> look->column;
      store_rows<Row>(sites, r, block);
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
  int rows_ = 0;                // the maximum side of all lands so far: no row of a larger one stays
  std::array<Padded, 5> runs_;  // runs_[k]: the first of k+1 cells side by side
  std::vector<Look> looks_;
};

// Counts the exposed edges of a building at every location.
template <class Row>
class ExposedEdges {
  using Block = BlockOf<Row>;
  using Padded = LookRows<Row>;

 public:
  // For outlines that reach at most to this column.
  void prepare(const Land& land, int last_column) {
    side_ = land.side();
    rows_ = std::max(rows_, side_);
    copies_ = std::min(last_column + 1, land.side());
    if (static_cast<std::size_t>(copies_) >= shifted_.size()) shifted_.resize(copies_ + 1);
    fill(0, [&](int r) { return load_rows<Row>(land.empty(), r) << 1; });
    fill(1, [&](int r) { return load_rows<Row>(land.empty(), r); });
    for (int i = 2; i <= copies_; ++i) fill(i, [&](int r) { return load_rows<Row>(land.empty(), r) >> (i - 1); });
  }

  // The outline to count with.
  void use(const Cells& outline) {
    looks_.assign((outline.size() + 3) / 4 * 4, nothing_.at(0));
    for (std::size_t i = 0; i < outline.size(); ++i)
      if (outline[i].row < side_ && outline[i].column < copies_)  // others are off the land: never exposed
        looks_[i] = shifted_[static_cast<std::size_t>(outline[i].column + 1)].at(outline[i].row);
  }

  // In each column of each row of a block: bit k of the number is in planes[k]. Carry-save adders take four looks at a
  // time.
  template <int planes_count>
  std::array<Block, planes_count> in_block(int row) const {
    const auto add = [](Block& sum, const Block& a, const Block& b) {
      const Block either = a ^ b, carry = (a & b) | (either & sum);
      sum ^= either;
      return carry;
    };
    std::array<Block, planes_count> planes{};
    for (auto look = looks_.begin(); look != looks_.end(); look += 4) {
      const Block carry_1 = add(planes[0], Padded::load(look[0] + row), Padded::load(look[1] + row));
      const Block carry_2 = add(planes[0], Padded::load(look[2] + row), Padded::load(look[3] + row));
      Block carry = add(planes[1], carry_1, carry_2);
      for (int k = 2; k < planes_count; ++k) {
        const Block next = planes[k] & carry;
        planes[k] ^= carry;
        carry = next;
      }
    }
    return planes;
  }

 private:
  template <class BlockAt>
  void fill(int i, BlockAt block_at) {
    Padded& copy = shifted_[static_cast<std::size_t>(i)];
#pragma GCC unroll 4
    for (int r = 0; r < rows_; r += block_rows) copy.set_block(r, block_at(r));
  }

  std::vector<Padded> shifted_;  // the empty cells, moved left by index - 1: so every look is a plain load
  int copies_ = 0;               // of them, besides the first
  int side_ = 0;
  int rows_ = 0;  // the maximum side of all lands so far
  Padded nothing_;
  std::vector<const std::uint64_t*> looks_;
};

// Counts, at every location, the occupied neighbours of all cells of a building of two to five cells. Where such a
// building is legal, each of its cells has an empty neighbour, namely another cell of it, so that the number of
// occupied ones, 0 to 3, has two bits. The sum is the touching perimeter. It takes half of the additions that counting
// along the outline of such a building takes.
template <class Row>
class OccupiedNeighbours {
  using Block = BlockOf<Row>;
  using Padded = LookRows<Row>;

 public:
  static constexpr std::size_t max_cells = 5;

  static bool suits(const Cells& cells) { return cells.size() >= 2 && cells.size() <= max_cells; }

  // For rotations of at most so many columns.
  void prepare(const Land& land, int columns) {
    rows_ = std::max(rows_, land.side());
    const std::size_t used = std::min(static_cast<std::size_t>(columns), max_cells);
    for (int r = 0; r < rows_; r += block_rows) empty_.set_block(r, load_rows<Row>(land.empty(), r));
    for (int r = 0; r < rows_; r += block_rows) {
      const Block here = empty_.block(r);
      const Block right = ~(here >> 1), left = ~(here << 1), above = ~empty_.block(r - 1), below = ~empty_.block(r + 1);
      const Block across = left ^ right, along = above ^ below;
      const Block low = across ^ along, high = (left & right) ^ (above & below) ^ (across & along);
      for (std::size_t i = 0; i < used; ++i) {
        shifted_[i][0].set_block(r, low >> i);
        shifted_[i][1].set_block(r, high >> i);
      }
    }
  }

  // The rotation to count with.
  void use(const Cells& rotation) {
    looks_.fill({nothing_.at(0), nothing_.at(0)});
    for (std::size_t i = 0; i < rotation.size(); ++i)
      for (std::size_t bit = 0; bit < 2; ++bit)
        looks_[i][bit] = shifted_[static_cast<std::size_t>(rotation[i].column)][bit].at(rotation[i].row);
  }

  // Leaves the sites of a block with the maximum sum; returns that number.
  int keep_max(int row, Block& sites) const {
    const auto add = [](const Block& a, const Block& b, const Block& c, Block& carry) {
      const Block either = a ^ b;
      carry = (a & b) | (either & c);
      return either ^ c;
    };
    const auto look = [&](std::size_t cell, std::size_t bit) { return Padded::load(looks_[cell][bit] + row); };
    Block twos[4], fours[3], sum[4];
    sum[0] = add(add(look(0, 0), look(1, 0), look(2, 0), twos[0]), look(3, 0), look(4, 0), twos[1]);
    twos[2] = add(look(0, 1), look(1, 1), look(2, 1), fours[0]);
    twos[3] = add(twos[2], look(3, 1), look(4, 1), fours[1]);
    sum[1] = add(twos[3], twos[0], twos[1], fours[2]);
    sum[2] = add(fours[0], fours[1], fours[2], sum[3]);
    int max = 0;
    for (int k = 3; k >= 0; --k) {
      const Block one = sites & sum[k];
      const bool some = any(one);
      if (some) sites = one;
      max = 2 * max + some;
    }
    return max;
  }

 private:
  Padded empty_, nothing_;
  std::array<std::array<Padded, 2>, max_cells> shifted_;  // the bits of all cells' numbers, moved left by the index
  int rows_ = 0;                                          // the maximum side of all lands so far
  std::array<std::array<const std::uint64_t*, 2>, max_cells> looks_;
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
template <int planes_count, class Row>
int min_exposed(const ExposedEdges<Row>& exposed, int row, BlockOf<Row>& sites) {
  const auto planes = exposed.template in_block<planes_count>(row);
  int min = 0;
  for (int k = planes_count - 1; k >= 0; --k) {
    const BlockOf<Row> zero = sites & ~planes[k];
    const bool some = any(zero);
    if (some) sites = zero;
    min = 2 * min + !some;
  }
  return min;
}

int max_column(const Cells& outline) {
  int max = 0;
  for (const Cell c : outline) max = std::max(max, c.column);
  return max;
}

// Most buildings leave the empty cells around them connected, as a look at the cells nearby tells: true. False: there
// are none. No value: it takes a look at more. Up to eight by eight cells are looked at, as the bytes of a word.
template <class Row>
std::optional<bool> connected_nearby(const Land& land, const LandBoard& building) {
  int top = 0, bottom = land.side() - 1;
  while (building.row<Row>(top) == 0) ++top;
  while (building.row<Row>(bottom) == 0) --bottom;
  Row columns = 0;
  for (int r = top; r <= bottom; ++r) columns |= building.row<Row>(r);
  const int left = first_column(columns) - 1;
  if (bottom - top > 5 || last_column(columns) - left > 6) return std::nullopt;
  const auto window = [&](const LandBoard& board) {
    std::uint64_t out = 0;
    for (int r = std::max(top - 1, 0); r <= std::min(bottom + 1, land.side() - 1); ++r) {
      const Row row = left < 0 ? board.row<Row>(r) << 1 : board.row<Row>(r) >> left;
      out |= static_cast<std::uint64_t>(row & 0xff) << 8 * (r - top + 1);
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
  with_row_type(land.grid().wide(), [&](auto row) {
    Buildable<decltype(row)> buildable;
    buildable.prepare(land, type, excluded);
    buildable.fit(land.grid(), rotation, sites);
  });
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
  const auto nearby = [&](auto row) { return connected_nearby<decltype(row)>(land, building); };
  if (const auto connected = with_row_type(grid.wide(), nearby)) return *connected ? 0 : -1;
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
    : grid_(&land.grid()), edges_(static_cast<int>(outline.size())) {
  with_row_type(grid_->wide(), [&](auto row) {
    using Row = decltype(row);
    ExposedEdges<Row> exposed;
    exposed.prepare(land, max_column(outline));
    exposed.use(outline);
    with_planes(outline.size(), [&](auto count) {
      planes_.resize(count);
      for (LandBoard& plane : planes_) grid_->clear(plane);
      for (int r = 0; r < land.side(); r += block_rows) {
        const auto planes = exposed.template in_block<count>(r);
        for (std::size_t k = 0; k < count; ++k) store_rows<Row>(planes_[k], r, planes[k]);
      }
    });
  });
}

int TouchingPerimeters::at(Cell location) const {
  int exposed = 0;
  for (std::size_t k = 0; k < planes_.size(); ++k)
    exposed |= static_cast<int>(planes_[k].test(grid_->bit(location))) << k;
  return edges_ - exposed;
}

namespace {

template <class Row>
struct SearchOf {
  Buildable<Row> buildable;
  ExposedEdges<Row> exposed;
  OccupiedNeighbours<Row> occupied;
};

}  // namespace

struct Sites::Work {
  SearchOf<NarrowRow> narrow;
  std::unique_ptr<SearchOf<WideRow>> wide;  // made when it is needed

  template <class Row>
  SearchOf<Row>& of() {
    if constexpr (words_of_row<Row> == 1) {
      return narrow;
    } else {
      if (!wide) wide = std::make_unique_for_overwrite<SearchOf<WideRow>>();
      return *wide;
    }
  }
};

Sites::Sites() = default;
Sites::~Sites() = default;

void Sites::find(const Land& land, const Request& request, const LandBoard& excluded) {
  if (!work_) work_ = std::make_unique_for_overwrite<Work>();  // its members set what they must
  land_ = &land;
  request_ = &request;
  with_row_type(land.grid().wide(), [&](auto row) {
    auto& buildable = work_->of<decltype(row)>().buildable;
    buildable.prepare(land, request.type(), excluded);
    for (std::size_t k = 0; k < request.rotations().size(); ++k)
      blocks_[k] = buildable.fit(land.grid(), request.rotations()[k], boards_[k]);
  });
}

void Sites::remove(Site site) {
  LandBoard& board = boards_[site.rotation];
  board.reset(land_->grid().bit(site.location));
  const int block = site.location.row / block_rows;
  with_row_type(land_->grid().wide(), [&](auto row) {
    if (!any(load_rows<decltype(row)>(board, block * block_rows))) blocks_[site.rotation] &= ~(1u << block);
  });
}

void Sites::keep(const std::vector<Site>& sites) {
  for (LandBoard& board : boards_) land_->grid().clear(board);
  blocks_ = {};
  for (const Site& site : sites) {
    const auto k = static_cast<std::size_t>(site.rotation);
    boards_[k].set(land_->grid().bit(site.location));
    blocks_[k] |= 1u << site.location.row / block_rows;
  }
}

int Sites::keep_max_touching_perimeter(PerimeterUnit unit) {
  return with_row_type(land_->grid().wide(), [&](auto row) {
    using Row = decltype(row);
    auto& occupied = work_->of<Row>().occupied;
    const std::vector<Cells>& rotations = request_->rotations();
    if (unit == PerimeterUnit::edges && occupied.suits(rotations.front())) {
      const Extent size = extent(rotations.front());
      occupied.prepare(*land_, std::max(size.rows, size.columns));
      return keep_max<Row>([&](std::size_t k) { occupied.use(rotations[k]); },
                           [&](int r, BlockOf<Row>& sites) { return occupied.keep_max(r, sites); });
    }
    if (unit == PerimeterUnit::edges) return keep_min_exposed<Row>(request_->outlines());
    std::vector<Cells> outlines = request_->outlines();
    for (Cells& outline : outlines) outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
    return keep_min_exposed<Row>(outlines);
  });
}

template <class Row>
int Sites::keep_min_exposed(const std::vector<Cells>& outlines) {
  int columns = 0;
  for (const Cells& outline : outlines) columns = std::max(columns, max_column(outline));
  ExposedEdges<Row>& exposed = work_->of<Row>().exposed;
  exposed.prepare(*land_, columns);
  const int all = static_cast<int>(outlines.front().size());
  int max = -1;
  with_planes(outlines.front().size(), [&](auto planes) {
    max = keep_max<Row>([&](std::size_t k) { exposed.use(outlines[k]); },
                        [&](int r, BlockOf<Row>& sites) { return all - min_exposed<planes>(exposed, r, sites); });
  });
  return max;
}

template <class Row, class Use, class Offer>
int Sites::keep_max(Use&& use, Offer&& offer) {
  // First what each block has to offer, then only the best blocks stay.
  std::array<std::array<int, columns_of<Row> / block_rows>, 4> offers;
  const std::size_t rotations = request_->rotations().size();
  int max = -1;
  for (std::size_t k = 0; k < rotations; ++k) {
    use(k);
    for_each_block(blocks_[k], [&](int r) {
      BlockOf<Row> sites = load_rows<Row>(boards_[k], r);
      offers[k][r / block_rows] = offer(r, sites);
      max = std::max(max, offers[k][r / block_rows]);
      store_rows<Row>(boards_[k], r, sites);
    });
  }
  for (std::size_t k = 0; k < rotations; ++k)
    for_each_block(blocks_[k], [&](int r) {
      if (offers[k][r / block_rows] == max) return;
      store_rows<Row>(boards_[k], r, BlockOf<Row>{});
      blocks_[k] &= ~(1u << r / block_rows);
    });
  return max;
}

bool Sites::none() const {
  for (std::size_t k = 0; k < request_->rotations().size(); ++k)
    if (boards_[k].any()) return false;
  return true;
}

std::optional<Site> Sites::first(SiteOrder order, bool last_rotation) const {
  return with_row_type(land_->grid().wide(),
                       [&](auto row) { return first_of_rows<decltype(row)>(order, last_rotation); });
}

template <class Row>
std::optional<Site> Sites::first_of_rows(SiteOrder order, bool last_rotation) const {
  const bool from_the_right = order == SiteOrder::rows_from_bottom || order == SiteOrder::diagonals_from_bottom;
  std::optional<Site> best;
  Rank best_rank{};
  for (int k = 0; k < static_cast<int>(request_->rotations().size()); ++k)
    for_each_block(blocks_[k], [&](int block) {
      for (int r = block; r < block + block_rows; ++r) {
        const Row row = of(k).row<Row>(r);
        if (row == 0) continue;
        // Within a row every order goes from one end to the other.
        const int column = from_the_right ? last_column(row) : first_column(row);
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

}  // namespace pentocity::inline helpers
