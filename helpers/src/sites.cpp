#include "pentocity/helpers/sites.hpp"

#include <bit>
#include <cstdlib>

#include "perimeters.hpp"

namespace pentocity::inline helpers {
namespace {

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

// What a search keeps from one request to the next.
template <class Row>
struct SearchOf {
  Buildable<Row> buildable;
  ExposedEdges<Row> exposed;
  OccupiedNeighbours<Row> occupied;
};

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
    exposed.prepare(land, std::span(&outline, 1));
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

struct Sites::Work {
  SearchOf<NarrowRow> narrow;
  std::unique_ptr<SearchOf<WideRow>> wide;  // made when it is needed

  template <class Row>
  SearchOf<Row>& of() {
    if constexpr (words_of_row<Row> == 1) {
      return narrow;
    } else {
      if (!wide) wide.reset(new SearchOf<WideRow>);
      return *wide;
    }
  }
};

Sites::Sites() = default;
Sites::~Sites() = default;

void Sites::find(const Land& land, const Request& request, const LandBoard& excluded) {
  if (!work_) work_.reset(new Work);  // without zeros (): its members set what they must
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
  ExposedEdges<Row>& exposed = work_->of<Row>().exposed;
  exposed.prepare(*land_, outlines);
  return with_planes(outlines.front().size(), [&](auto planes) {
    return keep_max<Row>([&](std::size_t k) { exposed.use(outlines[k]); },
                         [&](int r, BlockOf<Row>& sites) { return exposed.template keep_max<planes>(r, sites); });
  });
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
  const auto end = boards_.begin() + std::ssize(request_->rotations());
  return std::none_of(boards_.begin(), end, [](const LandBoard& sites) { return sites.any(); });
}

std::optional<Site> Sites::first(SiteOrder order, bool last_rotation) const {
  return with_row_type(land_->grid().wide(),
                       [&](auto row) { return first_of_rows<decltype(row)>(order, last_rotation); });
}

template <class Row>
std::optional<Site> Sites::first_of_rows(SiteOrder order, bool last_rotation) const {
  const bool from_bottom = order == SiteOrder::rows_from_bottom || order == SiteOrder::diagonals_from_bottom;
  const bool by_rows = order == SiteOrder::rows_from_top || order == SiteOrder::rows_from_bottom;
  const int sign = from_bottom ? -1 : 1;
  using Rank = std::array<int, 3>;  // how a place compares in the order: the lower the better
  std::optional<Site> best;
  Rank best_rank{};
  for (int k = 0; k < static_cast<int>(request_->rotations().size()); ++k)
    for_each_block(blocks_[k], [&](int block) {
      for (int r = block; r < block + block_rows; ++r) {
        const Row row = of(k).row<Row>(r);
        if (row == 0) continue;
        // Within a row every order goes from one end to the other.
        const int column = from_bottom ? last_column(row) : first_column(row);
        const Rank here =
            by_rows ? Rank{sign * r, sign * column, 0} : Rank{sign * (r + column), std::abs(r - column), sign * r};
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
