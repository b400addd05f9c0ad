#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Always a U.
static Request single3s(RequestRandom&, int) {
  static const Request u = residence("XX|.X|XX");
  return u;
}

PENTOCITY_SEQUENCER(Memoryless<single3s>, "single3s", "always the U pentomino")

}  // namespace pentocity::sequencers
