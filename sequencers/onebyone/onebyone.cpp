#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Always a 1x1 factory.
static Request onebyone(RequestRandom&, int) { return factory(1, 1); }

PENTOCITY_SEQUENCER(Memoryless<onebyone>, "onebyone", "always a 1x1 factory")

}  // namespace pentocity::sequencers
