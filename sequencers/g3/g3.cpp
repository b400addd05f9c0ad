#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Half residences, half factories, at random; the residences go round a table of six, the factories alternate.
class G3 : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override {
    return random_.next_double() > 0.5 ? factories_.next() : residences_.next();
  }

 private:
  static const std::vector<Request>& shapes() {
    static const auto table =
        residences({".XX|XXX", "XXXX|...X", "..X|XXX|X..", "XXXX|...X", ".X.|XXX|.X.", "X..|XXX|..X"});
    return table;
  }
  static const std::vector<Request>& blocks() {
    static const std::vector<Request> table{factory(5, 5), factory(1, 1)};
    return table;
  }
  Cycle residences_{shapes()}, factories_{blocks()};
};

PENTOCITY_SEQUENCER(G3, "g3", "half are residences, six in turn; half are factories, 5x5 and 1x1 in turn")

}  // namespace
}  // namespace pentocity::sequencers
