#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Residences (7 in 10): corner walks. Factories: rows, then columns, each from 2 to 4.
class Random : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    if (random_.next_double() <= 0.7) return corner_walk(random_);
    const int rows = random_.next_int(3) + 2;
    const int columns = random_.next_int(3) + 2;
    return factory(rows, columns);
  }
};

PENTOCITY_SEQUENCER(Random, "random",
                    "7 in 10 are residences (random walks), the others factories with sides of 2 to 4")

}  // namespace
}  // namespace pentocity::sequencers
