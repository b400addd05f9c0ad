#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Lines and 1x1 factories, half and half. (In 2016 without a seed.)
class G9 : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override { return random_.next_double() > 0.5 ? factory(1, 1) : line(); }
};

PENTOCITY_SEQUENCER(G9, "g9", "half are I pentominoes, half 1x1 factories")

}  // namespace
}  // namespace pentocity::sequencers
