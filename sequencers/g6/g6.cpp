#include "pentocity/game/sequencer.hpp"

namespace pentocity {
namespace {

/// Always the line of five.
class G6 : public Sequencer {
 public:
  explicit G6(const SequencerSetup&) {}
  Request next(int, const Land*) override { return line_; }

 private:
  Request line_{Building::residence, *pentomino('I')};
};

PENTOCITY_SEQUENCER(G6, "g6", "always the line of five")

}  // namespace
}  // namespace pentocity
