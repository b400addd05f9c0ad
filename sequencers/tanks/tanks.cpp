#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Half residences: P of either hand. Half 5x5 factories.
static Request tanks(RequestRandom& random, int) {
  static const auto ps = residences({"XXX|XX.", "XX.|XXX"});
  if (random.next_double() > 0.5) return factory(5, 5);
  return random.next_double() > 0.5 ? ps[0] : ps[1];
}

PENTOCITY_SEQUENCER(Memoryless<tanks>, "tanks", "half are P pentominoes, mirrored or not, half 5x5 factories")

}  // namespace pentocity::sequencers
