#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Residences (7 in 10): corner walks. Factories: rows, then columns, each with P(5) = .447, then .185, .142, .120,
/// .106 for 1, 2, 3, 4.
class TailHeavy : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    if (random_.next_double() <= 0.7) return corner_walk(random_);
    const int rows = side();
    const int columns = side();
    return factory(rows, columns);
  }

 private:
  int side() {
    const double u = random_.next_double();
    const int k = static_cast<int>(u * u / 0.2);
    return k == 0 ? 5 : k;
  }
};

PENTOCITY_SEQUENCER(TailHeavy, "tailheavy",
                    "7 in 10 are residences (random walks), the others factories, most often with sides of 5")

}  // namespace
}  // namespace pentocity::sequencers
