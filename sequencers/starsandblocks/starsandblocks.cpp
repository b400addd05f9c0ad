#include "common/requests.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {
namespace {

/// Stars (9 in 10) and 5x5 factories.
class StarsAndBlocks : public Sequencer {
 public:
  explicit StarsAndBlocks(const SequencerSetup& setup) : random_(setup.random) {}
  Request next(int, const Land*) override { return random_.next_double() <= 0.9 ? star() : factory(5, 5); }

 private:
  RequestRandom random_;
};

PENTOCITY_SEQUENCER(StarsAndBlocks, "starsandblocks", "9 in 10 are X pentominoes, the others 5x5 factories")

}  // namespace
}  // namespace pentocity::sequencers
