#include <numeric>
#include <string_view>

#include "common/requests.hpp"
#include "pentocity/core/polyomino.hpp"

namespace pentocity::sequencers {
namespace {

/// Draws a mix of its own, and then requests from it. With probability 1/2 the mix stays as it is; otherwise another
/// one takes its place at a turn from 40 to 120. A mix has one to four entries with weights from 1 to 8. An entry is
/// with probability 1/2 a pentomino, mirrored with probability 1/2, and else a factory; each letter, number of rows and
/// number of columns is equally likely.
class Drawn : public DrawnSequencer {
 public:
  explicit Drawn(const SequencerSetup& setup) : DrawnSequencer(setup) {
    mix_ = draw_mix();
    if (random_.next_int(2) == 0) return;
    turn_ = 40 + random_.next_int(81);
    second_ = draw_mix();
  }

  Request next(int turn, const Land*) override {
    const Mix& mix = turn < turn_ ? mix_ : second_;
    int at = random_.next_int(std::accumulate(mix.weights.begin(), mix.weights.end(), 0));
    std::size_t entry = 0;
    while (at >= mix.weights[entry]) at -= mix.weights[entry++];
    return mix.requests[entry];
  }

 private:
  struct Mix {
    std::vector<Request> requests;
    std::vector<int> weights;
  };

  Mix draw_mix() {
    static constexpr std::string_view letters = "FILNPTUVWXYZ";
    Mix mix;
    for (int left = 1 + random_.next_int(4); left > 0; --left) {
      mix.weights.push_back(1 + random_.next_int(8));
      if (random_.next_int(2) == 0) {
        const Cells cells = *pentomino(letters[random_.next_int(static_cast<int>(letters.size()))]);
        mix.requests.emplace_back(Building::residence, random_.next_int(2) == 0 ? cells : mirrored(cells));
      } else {
        mix.requests.push_back(factory({1 + random_.next_int(5), 1 + random_.next_int(5)}));
      }
    }
    return mix;
  }

  Mix mix_, second_;
  int turn_ = 1 << 30;  ///< from which the second mix is used
};

PENTOCITY_SEQUENCER(Drawn, "drawn",
                    "a mix of one to four shapes that is drawn for each game, and may give way to another")

}  // namespace
}  // namespace pentocity::sequencers
