#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Half residences, half factories, at random; the residences go round a table of six, the factories alternate.
class G3 : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    static const auto shapes =
        residences({".XX|XXX", "XXXX|...X", "..X|XXX|X..", "XXXX|...X", ".X.|XXX|.X.", "X..|XXX|..X"});
    if (random_.next_double() <= 0.5) return shapes[residences_++ % shapes.size()];
    return factories_++ % 2 == 0 ? factory(5, 5) : factory(1, 1);
  }

 private:
  std::size_t residences_ = 0, factories_ = 0;
};

PENTOCITY_SEQUENCER(G3, "g3", "half are residences, six in turn; half are factories, 5x5 and 1x1 in turn")

}  // namespace
}  // namespace pentocity::sequencers
