#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Half residences: eleven corner walks, then stars. Half factories: eleven of 5x5, then squares of side 1 to 5.
class G4 : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    if (random_.next_double() <= 0.5) return residences_++ < gentle ? corner_walk(random_) : star();
    const int side = factories_++ < gentle ? 5 : random_.next_int(5) + 1;
    return factory(side, side);
  }

 private:
  static constexpr int gentle = 11;
  int residences_ = 0, factories_ = 0;
};

PENTOCITY_SEQUENCER(
    G4, "g4",
    "half are residences, 11 random walks, then X pentominoes; half are factories, 11 of 5x5, then any squares")

}  // namespace
}  // namespace pentocity::sequencers
