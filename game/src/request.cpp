#include "pentocity/game/request.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace pentocity {
namespace {

using Rotations = std::shared_ptr<const std::vector<Cells>>;

// Streams repeat a few dozen shapes: the rotations of a shape that fits 8x8 are computed once a thread. Bounded,
// because a stranger's stream may not repeat.
constexpr std::size_t most_cached = 4096;

Rotations rotations_of(const Cells& cells) {
  int top = cells.front().row, left = cells.front().column, bottom = top, right = left;
  for (const Cell c : cells) {
    top = std::min(top, c.row), bottom = std::max(bottom, c.row);
    left = std::min(left, c.column), right = std::max(right, c.column);
  }
  const std::int64_t rows = std::int64_t{bottom} - top + 1, columns = std::int64_t{right} - left + 1;
  const auto compute = [&] {
    // Cells that are too far apart for one piece come first: their differences may pass an int.
    const bool near = rows + columns <= static_cast<std::int64_t>(cells.size()) + 1;
    if (const Cells shape = near ? normalised(cells) : Cells{}; is_connected(shape))
      return std::make_shared<const std::vector<Cells>>(rotations(shape));
    throw std::invalid_argument("the cells of a request are not one connected piece");
  };
  if (rows > 8 || columns > 8) return compute();
  std::uint64_t key = 0;
  for (const Cell c : cells) key |= std::uint64_t{1} << (8 * (c.row - top) + (c.column - left));
  thread_local std::unordered_map<std::uint64_t, Rotations> cache;
  if (const auto it = cache.find(key); it != cache.end()) return it->second;
  if (cache.size() >= most_cached) cache.clear();
  return cache.emplace(key, compute()).first->second;
}

}  // namespace

std::string_view name_of(Building b) { return b == Building::residence ? "residence" : "factory"; }

Request::Request(Building type, const Cells& cells) : type_(type) {
  if (cells.empty()) throw std::invalid_argument("a request has no cells");
  rotations_ = rotations_of(cells);
}

bool Request::is_proper() const {
  if (type_ == Building::residence) return size() == 5;
  const Extent e = extent(cells());
  return e.rows <= 5 && e.columns <= 5 && e.rows * e.columns == size();
}

}  // namespace pentocity
