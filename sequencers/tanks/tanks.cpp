#include "common/requests.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {
namespace {

/// Half residences: P of either hand. Half 5x5 factories.
class Tanks : public Sequencer {
 public:
  explicit Tanks(const SequencerSetup& setup) : random_(setup.random) {}
  Request next(int, const Land*) override {
    static const auto ps = residences({"XXX|XX.", "XX.|XXX"});
    if (random_.next_double() > 0.5) return factory(5, 5);
    return random_.next_double() > 0.5 ? ps[0] : ps[1];
  }

 private:
  RequestRandom random_;
};

PENTOCITY_SEQUENCER(Tanks, "tanks", "half are P pentominoes, mirrored or not, half 5x5 factories")

}  // namespace
}  // namespace pentocity::sequencers
