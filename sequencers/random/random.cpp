#include "common/requests.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {
namespace {

/// Residences (7 in 10): corner walks. Factories: rows, then columns, each from 2 to 4.
class Random : public Sequencer {
 public:
  explicit Random(const SequencerSetup& setup) : random_(setup.random) {}
  Request next(int, const Land*) override {
    if (random_.next_double() <= 0.7) return corner_walk(random_);
    const int rows = random_.next_int(3) + 2;
    const int columns = random_.next_int(3) + 2;
    return factory(rows, columns);
  }

 private:
  RequestRandom random_;
};

PENTOCITY_SEQUENCER(Random, "random",
                    "7 in 10 are residences (random walks), the others factories with sides of 2 to 4")

}  // namespace
}  // namespace pentocity::sequencers
