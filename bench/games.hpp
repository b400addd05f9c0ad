#pragma once
// Players, streams and lands for the benchmarks.

#include <algorithm>
#include <stdexcept>

#include "pentocity/match/game.hpp"

namespace pentocity::bench {

template <class Spec>
const Spec& find(const std::vector<Spec>& specs, const std::string& name) {
  const auto it = std::find_if(specs.begin(), specs.end(), [&](const Spec& s) { return s.name == name; });
  if (it == specs.end()) throw std::runtime_error("not built in: " + name);
  return *it;
}

/// One side of each kind, made anew for every game.
class Table {
 public:
  Table(const std::string& player, bool as_submitted, const std::string& stream)
      : player_(find(builtin_players(), player)),
        stream_(find(builtin_sequencers(), stream)),
        player_options_(player_.options),
        stream_options_(stream_.options) {
    if (as_submitted) player_options_.set(player_.options, "as_submitted", true);
  }

  const Rules& rules() const { return rules_; }
  std::unique_ptr<Player> player(std::uint64_t seed) const { return player_.make({rules_, seed, player_options_}); }
  std::unique_ptr<Sequencer> stream(std::uint64_t seed) const {
    return stream_.make({rules_.side, seed, RequestRandom(Generator::java, seed), stream_options_});
  }
  match::GameRecord play(std::uint64_t seed) const {
    return match::play_game(rules_, {.sequencer = [&] { return stream(seed); },
                                     .player = [&] { return std::make_unique<match::LocalPlayer>(player(seed)); }});
  }

 private:
  Rules rules_ = Rules::tournament_2016();
  const PlayerSpec& player_;
  const SequencerSpec& stream_;
  Options player_options_, stream_options_;
};

/// The land after so many turns of jigsaw on `random`.
inline Land land_after(int turns) {
  const Table table("jigsaw", true, "random");
  const auto player = table.player(1);
  const auto stream = table.stream(869);
  match::Game game(table.rules());
  for (int turn = 0; turn < turns; ++turn) {
    const Request request = stream->next(turn, nullptr);
    game.answer(
        request,
        player->play(request,
                     View{.land = game.land(), .turn = turn, .score = game.score(), .rejects = game.rejects()}));
  }
  return game.land();
}

}  // namespace pentocity::bench
