#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Stars (9 in 10) and 5x5 factories.
class StarsAndBlocks : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override { return random_.next_double() <= 0.9 ? star() : factory(5, 5); }
};

PENTOCITY_SEQUENCER(StarsAndBlocks, "starsandblocks", "9 in 10 are X pentominoes, the others 5x5 factories")

}  // namespace
}  // namespace pentocity::sequencers
