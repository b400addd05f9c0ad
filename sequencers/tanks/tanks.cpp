#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Half residences: P of either hand. Half 5x5 factories.
class Tanks : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    static const auto ps = residences({"XXX|XX.", "XX.|XXX"});
    if (random_.next_double() > 0.5) return factory(5, 5);
    return random_.next_double() > 0.5 ? ps[0] : ps[1];
  }
};

PENTOCITY_SEQUENCER(Tanks, "tanks", "half are P pentominoes, mirrored or not, half 5x5 factories")

}  // namespace
}  // namespace pentocity::sequencers
