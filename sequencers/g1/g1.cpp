#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Residences (4 in 5): stars, 3 in 5, else lines. Factories: of the first 140 requests 1x1 or 1x2, afterwards 5x5.
static Request g1(RequestRandom& random, int turn) {
  if (random.next_double() < 0.8) return random.next_double() < 0.6 ? star() : line();
  return turn < 140 ? factory(1, random.next_int(2) + 1) : factory(5, 5);
}

PENTOCITY_SEQUENCER(Memoryless<g1>, "g1",
                    "8 in 10 are X or I pentominoes; the factories are 1x1 and 1x2, after 140 requests 5x5")

}  // namespace pentocity::sequencers
