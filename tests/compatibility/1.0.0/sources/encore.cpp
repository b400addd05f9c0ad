#include "pentocity/game/sequencer.hpp"

namespace {

using namespace pentocity;

/// Each request several times in a row: one of the twelve pentominoes, or a square factory of side 1 to 3.
class Encore : public Sequencer {
 public:
  explicit Encore(const SequencerSetup& setup) : random_(setup.random), times_(setup.options.integer("times")) {
    for (const char letter : {'F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'})
      pieces_.emplace_back(Building::residence, *pentomino(letter));
    for (int side = 1; side <= 3; ++side) pieces_.emplace_back(Building::factory, rectangle(side, side));
  }

  Request next(int turn, const Land*) override {
    if (turn % times_ == 0) current_ = static_cast<std::size_t>(random_.next_int(static_cast<int>(pieces_.size())));
    return pieces_[current_];
  }

 private:
  RequestRandom random_;
  int times_;
  std::vector<Request> pieces_;
  std::size_t current_ = 0;
};

const OptionSpec times{
    .name = "times", .fallback = std::int64_t{3}, .meaning = "how often in a row", .min = 1, .max = 1000};

PENTOCITY_SEQUENCER(Encore, "encore", "each request several times in a row", times)

}  // namespace
