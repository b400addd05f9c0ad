#include "puzzle/area.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace pentocity::packing {
namespace {

// "11 x 8 + 2 x 5" and the like, by the sizes of the pieces.
std::string sum_text(const Puzzle& puzzle, bool max) {
  std::map<std::size_t, std::int64_t, std::greater<>> pieces_of;
  for (const Piece& piece : puzzle.pieces) pieces_of[piece.shape.size()] += max ? piece.max.value_or(0) : piece.min;
  std::string out;
  for (const auto& [size, n] : pieces_of)
    if (n > 0) out += fmt::format("{}{} x {}", out.empty() ? "" : " + ", n, size);
  return out;
}

// By number of cells, up to the area of the board: whether permitted pieces can cover so many.
std::vector<bool> possible_sums(const Puzzle& puzzle) {
  const int area = puzzle.area();
  std::vector<bool> possible(static_cast<std::size_t>(area) + 1);
  possible[0] = true;
  for (const Piece& piece : puzzle.pieces) {
    const int size = static_cast<int>(piece.shape.size());
    // Sums with n more of this piece, n from min to max: the distance to the last sum without it is bounded.
    std::vector<bool> next(possible.size());
    const int extra = piece.max ? *piece.max - piece.min : area;
    for (int rest = 0; rest < size; ++rest) {
      int since = extra + 1;
      for (int sum = rest; sum <= area; sum += size) {
        const std::int64_t from = sum - std::int64_t{piece.min} * size;
        ++since;
        if (from >= 0 && possible[from]) since = 0;
        if (since <= extra) next[sum] = true;
      }
    }
    possible = std::move(next);
  }
  return possible;
}

// The sums next to those that are asked for, of those that the pieces can cover.
std::string gap_text(const Puzzle& puzzle, const std::vector<bool>& possible, const std::string& board) {
  const int area = puzzle.area(), least = area - puzzle.max_holes, most = area - puzzle.min_holes;
  std::set<std::size_t> sizes;
  for (const Piece& piece : puzzle.pieces) sizes.insert(piece.shape.size());
  std::vector<int> near;
  for (int sum = least - 1; sum >= 0 && near.empty(); --sum)
    if (possible[sum]) near.push_back(sum);
  const auto above = std::find(possible.begin() + most + 1, possible.end(), true);
  if (above != possible.end()) near.push_back(static_cast<int>(above - possible.begin()));
  return fmt::format(
      "the area cannot fit: {}{}, and the permitted pieces, of {} cells, cover {} cells, never {}{}", board,
      puzzle.max_holes > 0 ? fmt::format(", of which {} stay empty", range_text(puzzle.min_holes, puzzle.max_holes))
                           : "",
      fmt::join(sizes, ", "), fmt::join(near, " or "), range_text(least, most),
      near.front() > most ? "" : fmt::format("; with `holes: {}` they fit", area - near.front()));
}

}  // namespace

std::string range_text(int from, int to) { return from == to ? std::to_string(to) : fmt::format("{} to {}", from, to); }

Covered covered_by_pieces(const Puzzle& puzzle) {
  Covered out;
  for (const Piece& piece : puzzle.pieces) {
    const auto size = static_cast<std::int64_t>(piece.shape.size());
    out.min += piece.min * size;
    out.max = out.max && piece.max ? std::optional(*out.max + *piece.max * size) : std::nullopt;
  }
  return out;
}

std::optional<std::string> area_fault(const Puzzle& puzzle) {
  const int area = puzzle.area();
  const std::vector<bool> possible = possible_sums(puzzle);
  for (int holes = puzzle.min_holes; holes <= std::min(puzzle.max_holes, area); ++holes)
    if (possible[area - holes]) return std::nullopt;

  const auto [min, max] = covered_by_pieces(puzzle);
  const std::string board = fmt::format("the board has {} cells", area);
  if (min > area)
    return fmt::format("the area cannot fit: the pieces cover {}, more than {}: {}", sum_text(puzzle, false), area,
                       board);
  if (min + puzzle.min_holes > area)
    return fmt::format("the area cannot fit: the pieces cover {} = {} and {} cells stay empty, {} in all, but {}",
                       sum_text(puzzle, false), min, puzzle.min_holes, min + puzzle.min_holes, board);
  if (max && *max + puzzle.max_holes < area)
    return fmt::format(
        "the area cannot fit: the pieces cover at most {} = {} and at most {} cells stay empty, {} in all, but {}",
        sum_text(puzzle, true), *max, puzzle.max_holes, *max + puzzle.max_holes, board);
  return gap_text(puzzle, possible, board);
}

}  // namespace pentocity::packing
