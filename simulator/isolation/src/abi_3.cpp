#include "abi_3.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "pentocity/input/user_error.hpp"

namespace pentocity::isolation {
namespace {

// The objects of that version, member for member.
struct OldBoard {
  alignas(32) std::array<std::uint64_t, abi_3_max_side> rows{};
  OldBoard() = default;
  explicit OldBoard(const LandBoard& board) { std::copy_n(board.words.begin(), rows.size(), rows.begin()); }
};
struct OldGrid {
  int rows, columns;
  OldBoard all, rim;
};
struct OldLand {
  const OldGrid* grid;
  std::array<OldBoard, all_kinds.size()> boards;
  OldBoard big_parks, big_ponds;
};
template <class Spec>
struct OldSpec;
template <>
struct OldSpec<PlayerSpec> {
  std::string name, summary;
  std::vector<OptionSpec> options;
  std::unique_ptr<Player> (*make)(const PlayerSetup&);
};
template <>
struct OldSpec<SequencerSpec> {
  std::string name, summary;
  std::vector<OptionSpec> options;
  std::unique_ptr<Sequencer> (*make)(const SequencerSetup&);
};

// The land of a game as the plugin reads it.
class Translation {
 public:
  explicit Translation(int side)
      : grid_{side, side, OldBoard(land_grid(side).all()), OldBoard(land_grid(side).rim())} {}
  const Land& of(const Land& land) {
    land_.grid = &grid_;
    for (const Kind kind : all_kinds) land_.boards[static_cast<std::size_t>(kind)] = OldBoard(land.of(kind));
    land_.big_parks = OldBoard(land.big(Kind::park));
    land_.big_ponds = OldBoard(land.big(Kind::pond));
    const void* const old = &land_;  // the plugin alone reads it, as what it is
    return *static_cast<const Land*>(old);
  }

 private:
  OldGrid grid_;
  OldLand land_{};
};

class OldPlayer : public Player {
 public:
  OldPlayer(std::unique_ptr<Player> player, int side) : player_(std::move(player)), land_(side) {}
  Move play(const Request& request, const View& view) override {
    return player_->play(request, {land_.of(view.land), view.turn, view.score, view.rejects, view.last});
  }

 private:
  std::unique_ptr<Player> player_;
  Translation land_;
};

class OldSequencer : public Sequencer {
 public:
  OldSequencer(std::unique_ptr<Sequencer> sequencer, int side) : sequencer_(std::move(sequencer)), land_(side) {}
  bool adaptive() const override { return sequencer_->adaptive(); }
  Request next(int turn, const Land* land) override {
    return sequencer_->next(turn, land == nullptr ? nullptr : &land_.of(*land));
  }

 private:
  std::unique_ptr<Sequencer> sequencer_;
  Translation land_;
};

int side_of(const PlayerSetup& setup) { return setup.rules.side; }
int side_of(const SequencerSetup& setup) { return setup.side; }
std::unique_ptr<Player> translated(std::unique_ptr<Player> player, int side) {
  return std::make_unique<OldPlayer>(std::move(player), side);
}
std::unique_ptr<Sequencer> translated(std::unique_ptr<Sequencer> sequencer, int side) {
  return std::make_unique<OldSequencer>(std::move(sequencer), side);
}

}  // namespace

template <class Spec>
Spec from_abi_3(const void* exported, const std::string& shown) {
  const auto* old = static_cast<const OldSpec<Spec>*>(exported);
  Spec spec{old->name, old->summary, old->options, nullptr};
  if (old->make == nullptr) return spec;
  spec.make = [make = old->make, shown](const auto& setup) {
    const int side = side_of(setup);
    if (side > abi_3_max_side)
      throw InputError("'{}' was built for lands of up to {} rows, and this one has {}: build it again", shown,
                       abi_3_max_side, side);
    auto made = make(setup);
    return made ? translated(std::move(made), side) : nullptr;
  };
  return spec;
}

template PlayerSpec from_abi_3(const void* exported, const std::string& shown);
template SequencerSpec from_abi_3(const void* exported, const std::string& shown);

}  // namespace pentocity::isolation
