#include "pentocity/game/sequencer.hpp"
#include "pentocity/game/sites.hpp"

namespace {

using namespace pentocity;

/// Asks for the pentomino that has the fewest sites left, but has one; the first in the alphabet among equals.
class Squeeze : public Sequencer {
 public:
  explicit Squeeze(const SequencerSetup&) {
    for (const char letter : {'F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'})
      pieces_.emplace_back(Building::residence, *pentomino(letter));
  }

  bool adaptive() const override { return true; }

  Request next(int, const Land* land) override {
    const Request* tightest = &pieces_.front();
    int fewest = 0;
    for (const Request& piece : pieces_) {
      int sites = 0;
      for (const Cells& rotation : piece.rotations()) sites += legal_sites(*land, piece.type(), rotation).count();
      if (sites > 0 && (fewest == 0 || sites < fewest)) {
        fewest = sites;
        tightest = &piece;
      }
    }
    return *tightest;
  }

 private:
  std::vector<Request> pieces_;
};

PENTOCITY_SEQUENCER(Squeeze, "squeeze", "the pentomino with the fewest sites left")

}  // namespace
