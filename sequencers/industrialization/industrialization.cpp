#include <algorithm>
#include <cmath>

#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// At request t = 1, 2, ... a residence (a corner walk) has probability .99 * .994^t. Factories: rows, then columns,
/// each 5 - floor(5 u^(t/50)): all 1 at the start, uniform at t = 50, more and more 5 later.
class Industrialization : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int turn, const Land*) override {
    residence_share_ *= 0.994;
    if (random_.next_double() <= residence_share_) return corner_walk(random_);
    const double exponent = (turn + 1) / 50.0;
    return factory({side(exponent), side(exponent)});
  }

 private:
  int side(double exponent) {
    // A power that is rounded up to 1 would make a side of 0.
    return std::max(1, 5 - static_cast<int>(std::pow(random_.next_double(), exponent) / 0.2));
  }
  double residence_share_ = 0.99;
};

PENTOCITY_SEQUENCER(Industrialization, "industrialization",
                    "residences (random walks) become rare, and the factories grow from 1x1 to 5x5")

}  // namespace
}  // namespace pentocity::sequencers
