#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Odd requests (the first is odd): an F or a 1x1 factory. Even ones: its mirror image or a 5x5 factory.
static Request g5(RequestRandom& random, int turn) {
  static const auto fs = residences({"XX.|.XX|.X.", ".XX|XX.|.X."});
  const bool odd = turn % 2 == 0;
  if (random.next_double() > 0.5) return odd ? fs[0] : fs[1];
  return odd ? factory(1, 1) : factory(5, 5);
}

PENTOCITY_SEQUENCER(Memoryless<g5>, "g5",
                    "alternately one of two at random: a mirrored F or a 1x1 factory, then an F or a 5x5 factory")

}  // namespace pentocity::sequencers
