#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Half are bar factories, standing or lying. The others: stars, and two orientations of T.
static Request misfits(RequestRandom& random, int) {
  static const auto ts = residences({"XXX|.X.|.X.", "X..|XXX|X.."});
  if (random.next_double() > 0.5) return random.next_double() > 0.5 ? factory(5, 1) : factory(1, 5);
  if (random.next_double() > 0.5) return star();
  return random.next_double() > 0.5 ? ts[0] : ts[1];
}

PENTOCITY_SEQUENCER(Memoryless<misfits>, "misfits",
                    "half are 1x5 and 5x1 factories, a quarter X and a quarter T pentominoes")

}  // namespace pentocity::sequencers
