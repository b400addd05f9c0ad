#include "history.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace pentocity::players::planner {
namespace {

// Turns sorted cells into runs of at most five cells; longer ones, which proper requests do not have, are divided.
Runs runs_of(const Cells& cells) {
  Runs out;
  for (const Cell c : cells) {
    if (!out.empty() && out.back().row == c.row && out.back().column + out.back().length == c.column &&
        out.back().length < 5)
      ++out.back().length;
    else
      out.push_back({c.row, c.column, 1});
  }
  return out;
}

}  // namespace

bool same_shape(const Request& a, const Request& b) {
  return a.type() == b.type() && a.rotations().size() == b.rotations().size() &&
         std::find(a.rotations().begin(), a.rotations().end(), b.cells()) != a.rotations().end();
}

void History::add(const Request& request) {
  requests_ = requests_ * fade_ + 1;
  residences_ = residences_ * fade_ + (request.type() == Building::residence ? 1 : 0);
  auto seen = std::find_if(shapes_.begin(), shapes_.end(),
                           [&](const SeenShape& shape) { return same_shape(shape.request, request); });
  if (seen == shapes_.end()) {
    seen = shapes_.insert(shapes_.end(), SeenShape{request, {}, {}});
    for (const Cells& cells : request.rotations()) {
      const Runs& rotation = seen->rotations.emplace_back(runs_of(cells));
      for (const Run& run : rotation)
        seen->runs[static_cast<std::size_t>(run.length) - 1].push_back(
            {seen->rotations.size() - 1, run.row, run.column});
    }
  }
  for (SeenShape& shape : shapes_) shape.times *= fade_;
  seen->times += 1;
  for (SeenShape& shape : shapes_) shape.share = shape.times / requests_;
  std::stable_sort(shapes_.begin(), shapes_.end(), [](const SeenShape& a, const SeenShape& b) {
    return a.times * a.request.size() > b.times * b.request.size();
  });
}

double History::share(Building type) const {
  const double residences = (residences_ + 1) / (requests_ + 2);
  return type == Building::residence ? residences : 1 - residences;
}

double History::stars() const {
  double times = 0;
  for (const SeenShape& shape : shapes_)
    // X is the only pentomino with a single rotation.
    if (shape.request.size() == 5 && shape.rotations.size() == 1) times += shape.times;
  return times / (requests_ + 2);
}

double History::share_of_three() const {
  std::array<double, 3> max{};
  std::vector<double> times;
  for (const SeenShape& shape : shapes_) times.push_back(shape.times);
  std::partial_sort_copy(times.begin(), times.end(), max.begin(), max.end(), std::greater<>());
  return (max[0] + max[1] + max[2]) / (requests_ + 2);
}

double History::mean_size() const {
  double sum = 0;
  for (const SeenShape& shape : shapes_) sum += shape.share * shape.request.size();
  return sum;
}

}  // namespace pentocity::players::planner
