#include "pentocity/packing/refutation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "pentocity/packing/solution.hpp"
#include "problem/bounds.hpp"

namespace pentocity::packing {
namespace {

// How often a kind may be used besides the fixed placements; none: any number of times.
std::vector<std::optional<int>> uses_left(const Puzzle& puzzle, const std::vector<PieceKind>& kinds) {
  std::vector<std::optional<int>> out;
  for (const PieceKind& kind : kinds) out.push_back(kind.max);
  for (const Cells& cells : puzzle.fixed)
    if (auto& left = out[kind_on(puzzle, kinds, cells)->kind]) --*left;
  return out;
}

// By Puzzle::index(): whether a cell is to be filled or left empty.
std::vector<bool> open_cells(const Puzzle& puzzle) {
  std::vector<bool> out(static_cast<std::size_t>(puzzle.box()));
  for (const Cell c : puzzle.all_cells()) out[puzzle.index(c)] = puzzle.has(c);
  for (const Cells& cells : puzzle.fixed)
    for (const Cell c : cells) out[puzzle.index(c)] = false;
  return out;
}

}  // namespace

RefutationSums sums_of(const Puzzle& puzzle, const Refutation& refutation) {
  const auto kinds = kinds_of(puzzle);
  const auto left = uses_left(puzzle, kinds);
  const auto open = open_cells(puzzle);
  RefutationSums out;
  for (std::size_t i = 0; i < open.size(); ++i)
    if (open[i]) out.total += refutation.cells[i], ++out.covered;
  for (std::size_t k = 0; k < kinds.size(); ++k) out.total += std::int64_t{left[k].value_or(0)} * refutation.kinds[k];
  out.covered -= puzzle.max_holes;
  return out;
}

std::vector<std::string> words_of(const Puzzle& puzzle, const Refutation& refutation) {
  const auto [total, covered] = sums_of(puzzle, refutation);
  return {
      fmt::format("cells and pieces can have weights by which each placement weighs {} or more for each of its cells:",
                  refutation.unit),
      fmt::format("to cover {} cells needs {} x {} = {}, and all cells and pieces together weigh {}", covered, covered,
                  refutation.unit, std::int64_t{refutation.unit} * covered, total)};
}

std::optional<Refutation> refute(const Puzzle& puzzle) {
  const Packing packing = packing_of(puzzle);
  if (packing.cells.empty() || packing.counts_allowed) return std::nullopt;  // else each kind is one piece
  const auto weights = linear_weights(packing, Gain::cells);
  if (!weights) return std::nullopt;
  Refutation out{std::vector<std::int32_t>(static_cast<std::size_t>(puzzle.box())),
                 std::vector<std::int32_t>(packing.kinds.size()), weights->unit};
  for (std::size_t i = 0; i < packing.cells.size(); ++i)
    out.cells[puzzle.index(packing.to_board(packing.cells[i], packing.lattice))] = weights->cells[i];
  for (const Packing::Shape& shape : packing.shapes) out.kinds[shape.kind] = weights->pieces[shape.piece];
  const auto [total, covered] = sums_of(puzzle, out);
  if (total >= std::int64_t{out.unit} * covered) return std::nullopt;
  // Smaller numbers say the same.
  std::int32_t divisor = out.unit;
  for (const auto* list : {&out.cells, &out.kinds})
    for (const std::int32_t weight : *list) divisor = std::gcd(divisor, weight);
  for (auto* list : {&out.cells, &out.kinds})
    for (std::int32_t& weight : *list) weight /= divisor;
  out.unit /= divisor;
  return out;
}

std::optional<std::string> fault_of(const Puzzle& puzzle, const Refutation& refutation) {
  const auto kinds = kinds_of(puzzle);
  if (refutation.cells.size() != static_cast<std::size_t>(puzzle.box()) || refutation.kinds.size() != kinds.size())
    return fmt::format("it has weights of {} cells and {} kinds of pieces, but puzzle {} has {} and {}",
                       refutation.cells.size(), refutation.kinds.size(), puzzle.name, puzzle.box(), kinds.size());
  const auto left = uses_left(puzzle, kinds);
  const auto open = open_cells(puzzle);
  const auto is_negative = [](std::int32_t weight) { return weight < 0; };
  if (refutation.unit < 1 || std::any_of(refutation.cells.begin(), refutation.cells.end(), is_negative) ||
      std::any_of(refutation.kinds.begin(), refutation.kinds.end(), is_negative))
    return "a weight is negative, or the unit is not positive";
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!left[k] && refutation.kinds[k] > 0)
      return fmt::format("piece {} has a weight, and may be used any number of times", kinds[k].name);
    if (left[k] && *left[k] <= 0) continue;
    for (const Orientation& orientation : kinds[k].orientations)
      for (const Cell first : puzzle.all_cells()) {
        const Cells cells = placed_on(puzzle, orientation, first).cells;
        if (cells.empty() || !std::all_of(cells.begin(), cells.end(), [&](Cell c) { return open[puzzle.index(c)]; }))
          continue;
        std::int64_t weight = refutation.kinds[k];
        for (const Cell c : cells) weight += refutation.cells[puzzle.index(c)];
        if (weight < std::int64_t{refutation.unit} * std::ssize(cells))
          return fmt::format("piece {} with its first cell in {} weighs {}, less than {} for each of its {} cells",
                             kinds[k].name, puzzle.place_of(cells.front()), weight, refutation.unit, cells.size());
      }
  }
  const auto [total, covered] = sums_of(puzzle, refutation);
  if (total < std::int64_t{refutation.unit} * covered) return std::nullopt;
  return fmt::format("all cells and pieces weigh {}, which is enough for the {} cells that must be covered, {} each",
                     total, covered, refutation.unit);
}

}  // namespace pentocity::packing
