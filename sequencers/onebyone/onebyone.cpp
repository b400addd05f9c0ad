#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Always a 1x1 factory.
class OneByOne : public Sequencer {
 public:
  explicit OneByOne(const SequencerSetup&) {}
  Request next(int, const Land*) override { return factory(1, 1); }
};

PENTOCITY_SEQUENCER(OneByOne, "onebyone", "always a 1x1 factory")

}  // namespace
}  // namespace pentocity::sequencers
