// The engine `frontier`: goes over the board cell by cell with all partial solutions at once. Partial solutions that
// look the same from there on are continued only once, so the engine is fast for puzzles with many of these.
//
// Example: in a row of three cells, two monominoes lead to `# # ?`, and so does one domino (`#` is a filled cell, `?`
// the next one to decide). What fits there is looked up once for both. docs/background/puzzle-engines.md goes on with
// this on a board of 3x3.
//
// 1. Boards are kept in layers by their first undecided position (frontier_layers.hpp). A board is a region to fill
//    with what is left of the pieces and holes. The work on a region (what fits, which regions follow) is done once for
//    its family, all that may be left there.
// 2. The forward pass (frontier_forward.hpp) takes the layers in order. Arrivals with the same window become a region
//    (Regions); its family is what is left of the families from which its edges come, after their tiles (Families).
// 3. If the pieces in the end are known (all counts are exact), most boards in the second half lead nowhere. So
//    from some position on, the meeting, families are not listed; a bound of the family is enough to know the regions.
// 4. The backward pass (frontier_backward.hpp) lists these families from the end, over the same edges, down to the
//    meeting. There it multiplies the counts of boards from both sides (of equal region and remainder) and adds them
//    up; or, if solutions are to be listed, it keeps where they meet.
// 5. To list, the links above the meetings are found (Ways), and all ways from the first board to the end followed.
// 6. Counts begin with 64 bits. On overflow the whole is done again with 128, and then with integers of any size.
// 7. Classes are counted by Burnside's lemma: the solutions that each symmetry keeps, over orbits of cells.

#include <algorithm>
#include <map>
#include <new>
#include <set>

#include "engines/engine.hpp"
#include "engines/frontier_backward.hpp"
#include "engines/frontier_forward.hpp"

namespace pentocity::packing {
namespace {

// Both passes. What is to be counted is added to `total`.
template <class Count, int W, int L, int M>
Outcome pass_over(frontier::Layers<W, L, M, Count>& layers, const Effort& effort, Control& control, Count& total,
                  Listener* listener) try {
  using Layers = frontier::Layers<W, L, M, Count>;
  frontier::Families<L, Count> families;
  Outcome outcome = frontier::Forward<Layers>(layers, families, effort, control).run();
  if (outcome != Outcome::complete) return outcome;
  frontier::Backward<Layers> backward(layers, families, effort, control);
  outcome = backward.run();
  total = backward.total();
  if (outcome != Outcome::complete || listener == nullptr || backward.meetings().empty()) return outcome;
  return frontier::Ways<Layers>(layers, backward, effort, control, *listener).list();
} catch (const std::bad_alloc&) {  // by the families, or by the system
  if (effort.bytes_wanted != nullptr)
    *effort.bytes_wanted = static_cast<double>(effort.max_bytes) / std::max(control.share(), 0.1);
  return Outcome::gave_up;
}

Outcome frontier_list(const Problem& problem, const Effort& effort, Control& control, Listener& listener) {
  return with_tables(problem, [&]<int W, int L, int M>(const Tables<W, L, M>& tables) {
    frontier::Layers<W, L, M, NoCount> layers(tables);
    NoCount total;
    return pass_over(layers, effort, control, total, &listener);
  });
}

template <class Count, int W, int L, int M>
Outcome try_count(const Tables<W, L, M>& tables, const Effort& effort, Control& control, BigCount& count,
                  bool& overflow) {
  frontier::Layers<W, L, M, Count> layers(tables);
  Count total{};
  const Outcome outcome = pass_over(layers, effort, control, total, nullptr);
  overflow = layers.overflow;
  if (outcome == Outcome::complete) count = total;
  return outcome;
}

// Counts the solutions of a problem. If a piece is restricted, each solution counts as often as the orbit of that
// piece's placement is large, so that the sum is the number of all solutions.
Outcome count_solutions(const Problem& problem, const Effort& effort, Control& control, BigCount& count) {
  if (const auto outcome = profile_count(problem, effort, control, count)) return *outcome;
  return with_tables(problem, [&](const auto& tables) {
    bool overflow = false;
    Outcome outcome = try_count<Count64>(tables, effort, control, count, overflow);
    if (overflow) outcome = try_count<Count128>(tables, effort, control, count, overflow);
    if (overflow) outcome = try_count<BigCount>(tables, effort, control, count, overflow);
    return outcome;
  });
}

// The number of classes is the mean over the group of the solutions that each symmetry keeps (Burnside, after Cauchy
// and Frobenius). The counts for all symmetries together are this share of the search.
Outcome count_classes(const Packing& packing, const Effort& effort, Control& control, double share, Counts& counts) {
  const auto& group = packing.group;
  BigCount sum = counts.all;
  const double share_each = share / static_cast<double>(group.size());
  double begin = 1 - share;
  std::vector<std::optional<BigCount>> kept(group.size());
  std::map<Isometry, std::size_t> place;
  for (std::size_t i = 0; i < group.size(); ++i) place.emplace(group[i], i);
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Isometry& g = group[i];
    if (g == Isometry{}) continue;
    control.stage(begin, begin + share_each);
    begin += share_each;
    if (!kept[i]) {
      // Conjugate symmetries keep equally many. The one whose problem has the narrowest window is counted.
      std::set<std::size_t> conjugates;
      for (const Isometry& k : group) conjugates.insert(place.at(k * g * k.inverse()));
      std::optional<Problem> narrowest;
      for (const std::size_t j : conjugates)
        if (Problem problem = quotient_problem(packing, group[j]); !narrowest || problem.span() < narrowest->span())
          narrowest = std::move(problem);
      BigCount count;
      if (const Outcome outcome = count_solutions(*narrowest, effort, control, count); outcome != Outcome::complete)
        return outcome;
      for (const std::size_t j : conjugates) kept[j] = count;
    }
    sum += *kept[i];
  }
  counts.unique = sum / group.size();
  return Outcome::complete;
}

Outcome frontier_count(const Problem& problem, const Effort& effort, Control& control, Counts& counts) {
  const Packing& packing = *problem.packing;
  // The counts for the symmetries are far smaller than that of all solutions.
  const double share_of_classes = packing.group.size() == 1 ? 0 : 0.1;
  control.stage(0, 1 - share_of_classes);
  const Outcome outcome = count_solutions(problem, effort, control, counts.all);
  return outcome == Outcome::complete ? count_classes(packing, effort, control, share_of_classes, counts) : outcome;
}

}  // namespace

const Engine frontier_engine{.name = "frontier",
                             .summary = "all partial boards at once, equal ones merged",
                             .restriction = restriction_of_piece,
                             .list = frontier_list,
                             .count = frontier_count,
                             .in_layers = true};

}  // namespace pentocity::packing
