#include "pentocity/game/request.hpp"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

namespace pentocity::inline game {
namespace {

constexpr int longest_side = 5;

RequestShape shape_of(const Cells& cells) {
  RequestShape shape{rotations(cells), {}};
  for (const Cells& rotation : shape.rotations) {
    Cells& outline = shape.outlines.emplace_back();
    for (const Cell c : rotation)
      for (const Cell step : steps(Lattice::square, 0))
        if (!std::binary_search(rotation.begin(), rotation.end(), c + step)) outline.push_back(c + step);
    std::sort(outline.begin(), outline.end());
  }
  return shape;
}

// Cells within an 8x8 square as bits, wherever the square is.
std::uint64_t bits_of(const Cells& cells, int top, int left) {
  std::uint64_t bits = 0;
  for (const Cell c : cells) bits |= std::uint64_t{1} << (8 * (c.row - top) + (c.column - left));
  return bits;
}

// Every proper shape (63 pentominoes, 25 rectangles), by its bits. Made once and kept: requests
// refer to them without counting references, so that copies cost next to nothing and threads do not contend for a
// counter.
const std::unordered_map<std::uint64_t, RequestShape>& proper_shapes() {
  static const auto shapes = [] {
    std::unordered_map<std::uint64_t, RequestShape> out;
    const auto add = [&](const Cells& cells) { out.emplace(bits_of(cells, 0, 0), shape_of(cells)); };
    for (const Cells& shape : free_polyominoes(5))
      for (const Cells& image : orientations(shape, true, true)) add(image);
    for (int rows = 1; rows <= longest_side; ++rows)
      for (int columns = 1; columns <= longest_side; ++columns) add(rectangle(rows, columns));
    return out;
  }();
  return shapes;
}

std::shared_ptr<const RequestShape> shared_shape_of(const Cells& cells) {
  int top = cells.front().row, left = cells.front().column, bottom = top, right = left;
  for (const Cell c : cells) {
    top = std::min(top, c.row), bottom = std::max(bottom, c.row);
    left = std::min(left, c.column), right = std::max(right, c.column);
  }
  // Differences of far apart cells may pass an int.
  const std::int64_t rows = std::int64_t{bottom} - top + 1, columns = std::int64_t{right} - left + 1;
  if (rows <= longest_side && columns <= longest_side)
    if (const auto it = proper_shapes().find(bits_of(cells, top, left)); it != proper_shapes().end())
      return {std::shared_ptr<const RequestShape>(), &it->second};
  // One piece of n cells has a bounding box of at most n + 1 rows and columns together.
  const bool near = rows + columns <= static_cast<std::int64_t>(cells.size()) + 1;
  if (const Cells shape = near ? normalised(cells) : Cells{}; is_connected(shape))
    return std::make_shared<const RequestShape>(shape_of(shape));
  throw std::invalid_argument("the cells of a request are not one connected piece");
}

}  // namespace

std::string_view name_of(Building b) { return b == Building::residence ? "residence" : "factory"; }

Request::Request(Building type, const Cells& cells) : type_(type) {
  if (cells.empty()) throw std::invalid_argument("a request has no cells");
  shape_ = shared_shape_of(cells);
}

bool Request::is_proper() const {
  if (type_ == Building::residence) return size() == 5;
  const Extent e = extent(cells());
  return e.rows <= longest_side && e.columns <= longest_side && e.rows * e.columns == size();
}

}  // namespace pentocity::inline game
