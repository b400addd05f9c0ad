#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Lines and 1x1 factories, half and half. (In 2016 without a seed.)
static Request g9(RequestRandom& random, int) { return random.next_double() > 0.5 ? factory(1, 1) : line(); }

PENTOCITY_SEQUENCER(Memoryless<g9>, "g9", "half are I pentominoes, half 1x1 factories")

}  // namespace pentocity::sequencers
