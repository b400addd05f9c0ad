#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Always a U.
class Single3s : public Sequencer {
 public:
  explicit Single3s(const SequencerSetup&) {}
  Request next(int, const Land*) override {
    static const Request u = residence("XX|.X|XX");
    return u;
  }
};

PENTOCITY_SEQUENCER(Single3s, "single3s", "always the U pentomino")

}  // namespace
}  // namespace pentocity::sequencers
