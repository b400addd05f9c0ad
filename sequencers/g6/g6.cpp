#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Always the line.
static Request g6(RequestRandom&, int) { return line(); }

PENTOCITY_SEQUENCER(Memoryless<g6>, "g6", "always the I pentomino")

}  // namespace pentocity::sequencers
