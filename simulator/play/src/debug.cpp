#include <fmt/format.h>

#include "pentocity/input/user_error.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/replay.hpp"
#include "pentocity/play/run.hpp"

namespace pentocity::play {

using namespace match;

namespace {

using Turns = std::vector<Turn>;

class RecordedRequests : public Sequencer {
 public:
  explicit RecordedRequests(const Turns& turns) : turns_(turns) {}
  Request next(int turn, const Land*) override {
    if (turn >= std::ssize(turns_)) throw std::runtime_error("the trace ends here");
    return turns_[turn].request;
  }

 private:
  const Turns& turns_;
};

}  // namespace

GameRecord debug_game(const Config& config, const std::optional<TraceLines>& trace, int turn) {
  const entrants::PlayerEntry& player = config.players.front();
  const entrants::SequencerEntry& sequencer = config.sequencers.front();
  Turns turns;
  if (trace) {
    const auto mismatches = replay_trace(*trace, [&](const Game&, const Turn& t) { turns.push_back(t); });
    if (!mismatches.empty())
      throw InputError("the trace does not replay: turn {}, {}", mismatches[0].turn, mismatches[0].field);
  }
  if (turn < 0 || (turn > 0 && turn >= std::ssize(turns)))
    throw InputError("--turn {}: the trace has the turns 0 to {}", turn, std::ssize(turns) - 1);
  const Rules rules = trace ? trace->rules : config.schedule.rules;
  // Traces of a secret name their repeat, others the player's seed.
  const bool of_secret = trace && config.secret && trace->header.value("repeat", nlohmann::json()).is_number_unsigned();
  const StreamSeed stream = config.stream(0, sequencer);
  std::uint64_t own = config.player_seed(of_secret ? trace->header["repeat"].get<int>() : 0, player.name);
  if (trace && trace->header.value("player_seed", nlohmann::json()).is_number_unsigned())
    own = trace->header["player_seed"].get<std::uint64_t>();
  Participants participants;
  participants.sequencer = [&]() -> std::unique_ptr<Sequencer> {
    if (trace) return std::make_unique<RecordedRequests>(turns);
    return sequencer.make(rules.side, stream);
  };
  participants.player = [&] { return player.make(rules, own); };
  participants.opening = [&](const Request&, const View& view) -> std::optional<Move> {
    if (view.turn >= turn) return std::nullopt;
    return turns[view.turn].move;
  };
  return play_game(rules, participants, {1e18});
}

}  // namespace pentocity::play
