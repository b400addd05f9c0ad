#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Residence, 1x1 factory, residence, ...; the residences go round a table of ten.
class G2 : public Sequencer {
 public:
  explicit G2(const SequencerSetup&) {}
  Request next(int turn, const Land*) override { return turn % 2 == 0 ? residences_.next() : factory(1, 1); }

 private:
  static const std::vector<Request>& table() {
    static const auto shapes = residences({".X.|XXX|.X.", "XXXX|...X", "X..|XXX|X..", "XXXX|X...", "XX|.X|XX",
                                           "XXX|.XX", ".XX|XXX", "XXXXX", ".X|.X|XX|X.", "XXX|..X|..X"});
    return shapes;
  }
  Cycle residences_{table()};
};

PENTOCITY_SEQUENCER(G2, "g2", "ten residences in turn, each followed by a 1x1 factory; always the same requests")

}  // namespace
}  // namespace pentocity::sequencers
