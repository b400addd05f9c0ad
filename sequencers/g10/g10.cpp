#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Stars (1 in 5). Factories: squares of side 2, 3, 4, 1, 2, ...
class G10 : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    if (random_.next_double() <= 0.2) return star();
    side_ = side_ % 4 + 1;
    return factory(side_, side_);
  }

 private:
  int side_ = 1;
};

PENTOCITY_SEQUENCER(G10, "g10",
                    "1 in 5 is an X pentomino, the others are square factories with sides of 2, 3, 4, 1 in turn")

}  // namespace
}  // namespace pentocity::sequencers
