// A sequencer for the tests of the harness, which misbehaves as told.
#include <stdexcept>

#include "pentocity/game/sequencer.hpp"

namespace {

using namespace pentocity;

class Wicked : public Sequencer {
 public:
  explicit Wicked(const SequencerSetup& setup) : does_(setup.options.text("does")), random_(setup.random) {
    if (does_ == "constructor") throw std::runtime_error("no stream");
  }

  bool adaptive() const override { return does_ == "adapt"; }

  Request next(int turn, const Land* land) override {
    if (adaptive() != (land != nullptr)) throw std::logic_error("the land is for adaptive sequencers");
    if (turn == 3 && does_ == "throw") throw std::runtime_error("dry");
    if (turn == 3 && does_ == "throw_number") throw 7;
    if (turn == 3 && does_ == "six") return {Building::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}};
    if (turn == 3 && does_ == "pieces") return {Building::residence, {{0, 0}, {5, 5}}};
    if (turn == 3 && does_ == "empty") return {Building::factory, {}};
    if (land != nullptr && land->buildings().count() % 2 == 1) return {Building::factory, {{0, 0}}};
    const Cells line{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}};
    return {random_.next_int(2) == 0 ? Building::residence : Building::factory, line};
  }

 private:
  const std::string does_;
  RequestRandom random_;
};

std::unique_ptr<Sequencer> make(const SequencerSetup& setup) {
  if (setup.options.text("does") == "nothing") return nullptr;
  return std::make_unique<Wicked>(setup);
}

PENTOCITY_EXPORT_SEQUENCER((SequencerSpec{"wicked", "misbehaves as told", {{"does", "honest", "what it does"}}, make}))

}  // namespace
