#include "futures.hpp"

#include "pentocity/core/polyomino.hpp"

namespace pentocity::players::planner {

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
