#include "history.hpp"

#include <algorithm>
#include <functional>

#include "pentocity/core/polyomino.hpp"

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
      for (const Run& run : seen->rotations.emplace_back(runs_of(cells)))
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

std::size_t Predictor::guess(const std::vector<std::size_t>& requests) {
  constexpr std::size_t enough = 32;  // a longer match is not looked for
  std::size_t best = 0, expected = requests.back();
  for (std::size_t end = requests.size() - 1; end > 0 && best < enough; --end) {
    const std::size_t max = std::min(end, enough);
    std::size_t length = 0;
    while (length < max && requests[end - 1 - length] == requests[requests.size() - 1 - length]) ++length;
    if (length <= best) continue;
    best = length;
    expected = requests[end];
  }
  return expected;
}

void Predictor::add(const Request& request) {
  const auto seen =
      std::find_if(shapes_.begin(), shapes_.end(), [&](const Request& shape) { return same_shape(shape, request); });
  const auto place = static_cast<std::size_t>(seen - shapes_.begin());
  if (seen == shapes_.end()) shapes_.push_back(request);
  hits_ = !requests_.empty() && guess(requests_) == place ? hits_ + 1 : 0;
  requests_.push_back(place);
}

std::vector<const Request*> Predictor::next(int count) const {
  std::vector<const Request*> out;
  if (requests_.empty()) return out;
  std::vector<std::size_t> requests = requests_;
  for (int i = 0; i < count; ++i) {
    requests.push_back(guess(requests));
    out.push_back(&shapes_[requests.back()]);
  }
  return out;
}

Futures::Futures() {
  for (const Cells& shape : free_polyominoes(5))
    for (const Cells& image : {shape, mirrored(shape)}) residences_.emplace_back(Building::residence, image);
  for (int rows = 1; rows <= 5; ++rows)
    for (int columns = 1; columns <= 5; ++columns) factories_.emplace_back(Building::factory, rectangle(rows, columns));
}

const Request& Futures::draw(const History& history, Pcg& random) const {
  constexpr double unseen = 2;
  double draw = random.next_double() * (history.requests() + unseen) - unseen;
  if (draw < 0) {
    const auto& some = random.next_int(2) == 0 ? residences_ : factories_;
    return some[random.next_int(static_cast<int>(some.size()))];
  }
  for (const SeenShape& shape : history.shapes())
    if ((draw -= shape.times) < 0) return shape.request;
  return history.shapes().front().request;
}

}  // namespace pentocity::players::planner
