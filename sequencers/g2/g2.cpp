#include "common/requests.hpp"

namespace pentocity::sequencers {

/// Residence, 1x1 factory, residence, ...; the residences go round a table of ten.
static Request g2(RequestRandom&, int turn) {
  static const auto shapes = residences({".X.|XXX|.X.", "XXXX|...X", "X..|XXX|X..", "XXXX|X...", "XX|.X|XX", "XXX|.XX",
                                         ".XX|XXX", "XXXXX", ".X|.X|XX|X.", "XXX|..X|..X"});
  return turn % 2 == 0 ? shapes[turn / 2 % shapes.size()] : factory(1, 1);
}

PENTOCITY_SEQUENCER(Memoryless<g2>, "g2",
                    "ten residences in turn, each followed by a 1x1 factory; always the same requests")

}  // namespace pentocity::sequencers
