#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Always the line.
class G6 : public Sequencer {
 public:
  explicit G6(const SequencerSetup&) {}
  Request next(int, const Land*) override { return line(); }
};

PENTOCITY_SEQUENCER(G6, "g6", "always the I pentomino")

}  // namespace
}  // namespace pentocity::sequencers
