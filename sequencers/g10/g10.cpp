#include "common/requests.hpp"

namespace pentocity::sequencers {
namespace {

/// Stars (1 in 5). Factories: squares of side 2, 3, 4, 1, 2, ...
class G10 : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int, const Land*) override { return random_.next_double() <= 0.2 ? star() : squares_.next(); }

 private:
  static const std::vector<Request>& table() {
    static const std::vector<Request> squares{factory(2, 2), factory(3, 3), factory(4, 4), factory(1, 1)};
    return squares;
  }
  Cycle squares_{table()};
};

PENTOCITY_SEQUENCER(G10, "g10",
                    "1 in 5 is an X pentomino, the others are square factories with sides of 2, 3, 4, 1 in turn")

}  // namespace
}  // namespace pentocity::sequencers
