#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Residences (7 in 10): corner walks. Factories: rows, then columns, each from 2 to 4.
static Request random(RequestRandom& random, int) {
  if (random.next_double() <= 0.7) return corner_walk(random);
  return factory({random.next_int(3) + 2, random.next_int(3) + 2});
}

PENTOCITY_SEQUENCER(Memoryless<random>, "random",
                    "7 in 10 are residences (random walks), the others factories with sides of 2 to 4")

}  // namespace pentocity::sequencers
