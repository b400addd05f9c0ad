#include "common/requests.hpp"

namespace pentocity::sequencers {

static int side(RequestRandom& random) {
  const double u = random.next_double();
  const int k = static_cast<int>(u * u / 0.2);
  return k == 0 ? 5 : k;
}

/// Residences (7 in 10): corner walks. Factories: rows, then columns, each with P(5) = .447, then .185, .142, .120,
/// .106 for 1, 2, 3, 4.
static Request tailheavy(RequestRandom& random, int) {
  if (random.next_double() <= 0.7) return corner_walk(random);
  return factory({side(random), side(random)});
}

PENTOCITY_SEQUENCER(Memoryless<tailheavy>, "tailheavy",
                    "7 in 10 are residences (random walks), the others factories, most often with sides of 5")

}  // namespace pentocity::sequencers
