#include "common/requests.hpp"

namespace pentocity::sequencers {

/// 105 requests: the 18 one-sided pentominoes in turn. Then only factories: rows, then columns, each from 1 to 5. (In
/// 2016 the sides were drawn without a seed.)
static Request g8(RequestRandom& random, int turn) {
  static const auto one_sided =
      residences({"XXXXX", ".XX|XX.|.X.", "XX.|.XX|.X.", "XX|X.|X.|X.", "XX|.X|.X|.X", "XX|XX|.X", "XX|XX|X.",
                  ".X|.X|XX|X.", "X.|X.|XX|.X", "XXX|.X.|.X.", "X.X|XXX", "XXX|..X|..X", "XX.|.XX|..X", ".X.|XXX|.X.",
                  ".X|XX|.X|.X", "X.|XX|X.|X.", "XX.|.X.|.XX", ".XX|.X.|XX."});
  if (turn < 105) return one_sided[static_cast<std::size_t>(turn) % one_sided.size()];
  return factory({random.next_int(5) + 1, random.next_int(5) + 1});
}

PENTOCITY_SEQUENCER(
    Memoryless<g8>, "g8",
    "105 residences, the 18 pentominoes (with mirror images) in turn; then only factories, with sides of 1 to 5")

}  // namespace pentocity::sequencers
