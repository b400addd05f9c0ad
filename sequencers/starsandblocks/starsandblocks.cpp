#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Stars (9 in 10) and 5x5 factories.
static Request starsandblocks(RequestRandom& random, int) {
  return random.next_double() <= 0.9 ? star() : factory(5, 5);
}

PENTOCITY_SEQUENCER(Memoryless<starsandblocks>, "starsandblocks", "9 in 10 are X pentominoes, the others 5x5 factories")

}  // namespace pentocity::sequencers
