#include "pentocity/districting/census.hpp"

#include <array>
#include <bit>
#include <set>

#include "pentocity/core/parallel.hpp"
#include "pentocity/districting/plans.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {
namespace {

constexpr int max_census_side = 5;
using Mask = std::uint32_t;  // cells, row by row

// Functions of a mask that are sums over its lower and its upper half.
constexpr int low_bits = 13;
constexpr Mask low_mask = (Mask{1} << low_bits) - 1;

// The number of a mask among those of the same number of cells, in increasing order.
class Ranks {
 public:
  explicit Ranks(int cells) : high_(low_bits + 1) {
    std::array<std::array<std::uint32_t, 27>, 27> choose{};
    for (std::size_t n = 0; n < choose.size(); ++n) {
      choose[n][0] = 1;
      for (std::size_t k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
    }
    const auto rank = [&](Mask mask, int before, int first_bit) {
      std::uint32_t sum = 0;
      for (; mask != 0; mask &= mask - 1) sum += choose[std::countr_zero(mask) + first_bit][++before];
      return sum;
    };
    for (Mask m = 0; m <= low_mask; ++m) low_.push_back(rank(m, 0, 0));
    for (int before = 0; before <= low_bits; ++before)
      for (Mask m = 0; m < Mask{1} << std::max(0, cells - low_bits); ++m)
        high_[before].push_back(std::popcount(m) + before > 26 ? 0 : rank(m, before, low_bits));
  }
  std::uint32_t operator()(Mask mask) const {
    const Mask low = mask & low_mask;
    return low_[low] + high_[std::popcount(low)][mask >> low_bits];
  }

 private:
  std::vector<std::uint32_t> low_;
  std::vector<std::vector<std::uint32_t>> high_;
};

// A board's image under a symmetry.
class Images {
 public:
  explicit Images(const std::vector<int>& symmetry) {
    halves_.fill(std::vector<Mask>(low_mask + 1));
    for (Mask m = 0; m <= low_mask; ++m)
      for (std::size_t to = 0; to < symmetry.size(); ++to)
        halves_[symmetry[to] / low_bits][m] |= (m >> symmetry[to] % low_bits & 1) << to;
  }
  Mask operator()(Mask mask) const { return halves_[0][mask & low_mask] | halves_[1][mask >> low_bits]; }

 private:
  std::array<std::vector<Mask>, 2> halves_;  // the lower and the upper one
};

// What one thread has found out about its plans, by rank of the board: the number of plans that A wins (each counted as
// often as its class is large), and whether there is one under which A has no seat.
struct Tally {
  std::vector<std::uint32_t> wins;
  std::vector<bool> shut_out;
};

class Taker {
 public:
  Taker(int side, int votes, const Ranks& ranks, Tally& tally)
      : side_(side), votes_(votes), ranks_(ranks), tally_(tally) {}

  void take(const DistrictPlan& plan, std::uint32_t weight) {
    weight_ = weight;
    masks_.assign(side_, std::vector<std::vector<Mask>>(side_ + 1));
    for (int p = 0; p < side_; ++p) {
      std::vector<Mask> cells;
      for (std::size_t i = 0; i < plan.size(); ++i)
        if (plan[i] == p) cells.push_back(Mask{1} << i);
      for (Mask chosen = 0; chosen < Mask{1} << side_; ++chosen) {
        Mask mask = 0;
        for (int i = 0; i < side_; ++i)
          if (chosen >> i & 1) mask |= cells[i];
        masks_[p][std::popcount(chosen)].push_back(mask);
      }
    }
    divided_.clear();
    divide(votes_, 0, 0);
  }

 private:
  // Chooses the votes of one district after the other.
  void divide(int votes_left, int won, int lost) {
    const int left = side_ - static_cast<int>(divided_.size());
    if (left == 0) {
      if (votes_left != 0) return;
      if (won > lost) visit<true>(0, 0);
      if (won == 0) visit<false>(0, 0);
      return;
    }
    if (won > 0 && won + left <= lost) return;
    for (int v = std::max(0, votes_left - (left - 1) * side_); v <= std::min(side_, votes_left); ++v) {
      divided_.push_back(v);
      divide(votes_left - v, won + (2 * v > side_), lost + (2 * v < side_));
      divided_.pop_back();
    }
  }
  // All boards with these votes.
  template <bool win>
  void visit(std::size_t district, Mask board) {
    if (district == divided_.size()) {
      if constexpr (win)
        tally_.wins[ranks_(board)] += weight_;
      else
        tally_.shut_out[ranks_(board)] = true;
      return;
    }
    for (const Mask mask : masks_[district][divided_[district]]) visit<win>(district + 1, board | mask);
  }

  int side_, votes_;
  const Ranks& ranks_;
  Tally& tally_;
  std::uint32_t weight_ = 1;
  std::vector<std::vector<std::vector<Mask>>> masks_;  // of each district, by number of votes
  std::vector<int> divided_;
};

// A plan that stands for all plans that symmetries make of it, and how many these are.
struct Class {
  DistrictPlan plan;
  std::uint32_t size;
};

// One plan of each class is enough: its images do to the board's images what it does to the board.
std::vector<Class> classes_of(const Electorate& e, const std::vector<std::vector<int>>& group) {
  std::vector<Class> out;
  Plans(e).for_each([&](const DistrictPlan& plan) {
    std::set<DistrictPlan> images;
    for (const auto& symmetry : group) images.insert(image_of(plan, symmetry));
    if (*images.begin() == plan) out.push_back({plan, static_cast<std::uint32_t>(images.size())});
    return true;
  });
  return out;
}

// The tally of all plans, made on `jobs` threads. There are `boards` boards.
Tally tally_of(const std::vector<Class>& classes, int side, int votes, const Ranks& ranks, std::size_t boards,
               int jobs) {
  std::vector<Tally> tallies(std::max(1, jobs));
  for_each_parallel(jobs, std::max(1, jobs), [&](int t) {
    tallies[t] = {std::vector<std::uint32_t>(boards), std::vector<bool>(boards)};
    Taker taker(side, votes, ranks, tallies[t]);
    for (std::size_t i = t; i < classes.size(); i += tallies.size()) taker.take(classes[i].plan, classes[i].size);
  });
  Tally& sum = tallies.front();
  for (std::size_t t = 1; t < tallies.size(); ++t)
    for (std::size_t i = 0; i < boards; ++i) {
      sum.wins[i] += tallies[t].wins[i];
      sum.shut_out[i] = sum.shut_out[i] || tallies[t].shut_out[i];
    }
  return std::move(sum);
}

// The first mask with so many bits, and the next one with as many (HAKMEM 175).
Mask first_mask(int bits) { return (Mask{1} << bits) - 1; }
Mask next_mask(Mask mask) {
  const Mask lowest = mask & -mask, ripple = mask + lowest;
  return ripple | (((mask ^ ripple) >> 2) / lowest);
}

}  // namespace

Census take_census(int side, int votes, int jobs) {
  if (side < 1 || side > max_census_side)
    throw InputError("a census of boards of side {}: the side must be from 1 to {}", side, max_census_side);
  const int cells = side * side;
  if (votes < 0 || votes > cells)
    throw InputError("{} voters on a board of {} cells: must be from 0 to {}", votes, cells, cells);
  const Electorate e = electorate_without_votes(side, side, side);
  const auto group = symmetries(e);
  const Ranks ranks(cells);
  Census out;
  out.boards = std::uint64_t{ranks(first_mask(votes) << (cells - votes))} + 1;
  const Tally tally = tally_of(classes_of(e, group), side, votes, ranks, out.boards, jobs);

  const std::vector<Images> images(group.begin(), group.end());
  Mask board = first_mask(votes);
  for (std::uint64_t i = 0; i < out.boards; ++i) {
    if (i > 0) board = next_mask(board);
    std::uint64_t wins = 0;
    bool shut_out = false;
    for (const Images& image : images) {
      const std::uint32_t rank = ranks(image(board));
      wins += tally.wins[rank];
      shut_out = shut_out || tally.shut_out[rank];
    }
    wins /= images.size();
    out.winnable += wins > 0;
    out.unique += wins == 1;
    out.never_shut_out += !shut_out;
  }
  return out;
}

}  // namespace pentocity::districting
