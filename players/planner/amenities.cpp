#include "amenities.hpp"

#include <algorithm>
#include <cstdlib>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::players::planner {

bool same_cells(const CellList<4>& a, const CellList<4>& b) {
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

template <class Row>
AmenitySearch<Row>::AmenitySearch() {
  for (const Cells& free : free_polyominoes(4))
    for (const Cells& shape : orientations(free, true, true))
      for (const Cell origin : shape) {
        Tetromino t;
        std::size_t n = 0;
        for (const Cell c : shape) {
          const Cell off = c - origin;
          t.window |= std::uint64_t{1} << ((off.row + 3) * 7 + off.column + 3);
          if (c != origin) t.others[n++] = columns_of<Row> * off.row + off.column;
          for (const Cell d : shape)
            t.inner_edges += c < d && std::abs(c.row - d.row) + std::abs(c.column - d.column) == 1;
        }
        tetrominoes_.push_back(t);
      }
}

template <class Row>
auto AmenitySearch<Row>::find(City<Row>& city, const Evaluation<Row>& evaluation, const Lacks<Row>& lacks,
                              const Draft& draft, Kind kind, std::size_t count) -> const std::vector<Amenity>& {
  city_ = &city;
  evaluation_ = &evaluation;
  distances_ = &lacks.of(kind).distances;
  kind_ = kind;
  count_ = count;
  best_.clear();
  memo_.forget();
  draft.for_each_cell([&](Kind k, int cell) { city.place(k, cell); });
  CellList<48> starts;
  for (const int cell : draft.building)
    for (int s = 0; s < 4; ++s) {
      if (city.at(cell, s) != Kind::empty) continue;
      const auto to = static_cast<std::uint16_t>(cell + City<Row>::bit_steps[s]);
      if (std::find(starts.begin(), starts.end(), to) == starts.end()) starts.push_back(to);
    }
  Plane<Row> done;
  for (const int start : starts) {
    CellList<4> path;
    if ((*distances_)[start] <= 2) extend(start, path, 0);
    // A tetromino that covers several starts is looked at for the first of them only.
    note_tetrominoes(start, window_around(start, done));
    done.set(start);
  }
  draft.for_each_cell([&](Kind k, int cell) { city.remove(k, cell); });
  return best_;
}

template <class Row>
void AmenitySearch<Row>::note_tetrominoes(int start, std::uint64_t free) {
  const Points open_edge = evaluation_->open_edge(kind_);
  const Points first = edges_of(start) + 4 * evaluation_->weights()[Feature::amenity_cell];
  for (const Tetromino& t : tetrominoes_) {
    if ((t.window & ~free) != 0) continue;
    Points value = first - 2 * t.inner_edges * open_edge;
    for (const int step : t.others) value += edges_of(start + step);
    if (best_.size() == count_ && value <= best_.back().value) continue;
    CellList<4> cells;
    for (const int step : t.others) cells.push_back(static_cast<std::uint16_t>(start + step));
    cells.push_back(static_cast<std::uint16_t>(start));
    note(cells, value);
  }
}

template <class Row>
void AmenitySearch<Row>::extend(int cell, CellList<4>& path, Points value) {
  int inner = 0;
  for (const int other : path) {
    const int by = std::abs(other - cell);
    inner += by == 1 || by == columns_of<Row>;
  }
  value += edges_of(cell) + evaluation_->weights()[Feature::amenity_cell] - 2 * inner * evaluation_->open_edge(kind_);
  path.push_back(static_cast<std::uint16_t>(cell));
  if ((*distances_)[cell] == 0) note(path, value);
  for (int s = 0; s < 4; ++s) {
    if (city_->at(cell, s) != Kind::empty) continue;
    const int to = cell + City<Row>::bit_steps[s];
    if (std::ssize(path) + 1 + (*distances_)[to] > 3) continue;
    if (std::find(path.begin(), path.end(), to) == path.end()) extend(to, path, value);
  }
  path.pop_back();
}

template <class Row>
void AmenitySearch<Row>::note(const CellList<4>& cells, Points value) {
  const auto place = std::upper_bound(best_.begin(), best_.end(), value,
                                      [](Points v, const Amenity& amenity) { return v > amenity.value; });
  if (place == best_.end() && best_.size() >= count_) return;
  // An extension is found once for each of its cells that touches the building, but noted only once.
  for (auto it = place; it != best_.begin() && (--it)->value == value;)
    if (same_cells(it->cells, cells)) return;
  best_.insert(place, {cells, value});
  if (best_.size() > count_) best_.pop_back();
}

template <class Row>
std::uint64_t AmenitySearch<Row>::window_around(int cell, const Plane<Row>& without) const {
  std::uint64_t out = 0;
  const int row = row_of<Row>(cell), column = column_of<Row>(cell);
  for (int r = row + 3; r >= row - 3; --r) {
    const Row free = city_->empty()[r] & ~without[r];
    out = out << 7 | static_cast<std::uint64_t>((column >= 3 ? free >> (column - 3) : free << (3 - column)) & 127);
  }
  return out;
}

template class AmenitySearch<NarrowRow>;
template class AmenitySearch<WideRow>;

}  // namespace pentocity::players::planner
