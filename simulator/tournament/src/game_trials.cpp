#include "pentocity/isolation/one_core.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/replay.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

using namespace match;

std::vector<GameRecord> GameTrials::play(GameGroup games) {
  constexpr int max_trials = 3;  // so often a game is begun that the host cannot bring to its end
  std::string why;
  bool memory_lacked = false;
  for (int trial = 0; trial < max_trials; ++trial) {
    try {
      return memory_lacked ? alone(games) : beside_others(games);
    } catch (const OutOfMemory& fault) {
      why = fault.what();
      memory_lacked = true;
    } catch (const HostFault& fault) {
      why = fault.what();
    }
  }
  config_.hosting.confinement->kept->check();  // a file that is gone tells more
  const std::lock_guard lock(unplayed_mutex_);
  for (const RunGame& game : games) unplayed_.push_back({game.configured, why});
  return {};
}

std::vector<GameRecord> GameTrials::beside_others(GameGroup games) {
  std::unique_lock turn(next_game_);
  const std::shared_lock beside_others(games_);
  turn.unlock();
  return records_of(games);
}

std::vector<GameRecord> GameTrials::alone(GameGroup games) {
  const std::lock_guard turn(next_game_);  // or else games that begin meanwhile would go first for ever
  const std::lock_guard alone(games_);
  struct Watch {
    Watch(isolation::OutOfMemoryWatch& memory, std::size_t games) : memory_(memory) { memory_.set_alone(games); }
    ~Watch() { memory_.set_alone(0); }
    isolation::OutOfMemoryWatch& memory_;
  } const watch(*config_.hosting.confinement->memory, games.size());
  return records_of(games);
}

// Threads that are started while this one is kept on one core would be kept there, too: not where code of others runs
// in this process.
bool GameTrials::are_isolated(GameGroup games) const {
  bool any = false;
  for (const RunGame& game : games) {
    const entrants::PlayerEntry& player = config_.players[game.configured.player];
    const entrants::SequencerEntry& sequencer = config_.sequencers[game.configured.sequencer];
    if (!player.isolated && !player.built_in) return false;
    if (!sequencer.isolated && !sequencer.built_in) return false;
    any = any || player.isolated;
  }
  return any;
}

std::vector<GameRecord> GameTrials::records_of(GameGroup games) const {
  const results::Schedule& schedule = config_.schedule;
  const GameLimits limits{schedule.limits.time};
  std::vector<Participants> participants;
  for (const RunGame& game : games) participants.push_back(participants_of(config_, game.configured));
  std::optional<isolation::OneCore> core;
  if (are_isolated(games)) core.emplace();
  if (participants.size() > 1) return play_in_lockstep(schedule.rules, participants, limits);
  std::vector<GameRecord> single;
  single.push_back(play_game(schedule.rules, participants.front(), limits));
  return single;
}

Participants participants_of(const Config& config, const results::GameId& id) {
  const entrants::PlayerEntry& player = config.players[id.player];
  const entrants::SequencerEntry& sequencer = config.sequencers[id.sequencer];
  Participants participants;
  participants.sequencer = [&config, &sequencer, id] {
    return sequencer.make(config.schedule.rules.side, config.stream(id.repeat, sequencer));
  };
  participants.player = [&config, &player, id] {
    return player.make(config.schedule.rules, config.player_seed(id.repeat, player.name));
  };
  return participants;
}

TraceHeader trace_header(const results::Schedule& schedule, const results::GameId& id) {
  const std::string& player = schedule.players[id.player].name;
  const auto seed = schedule.seed_of(id);
  return {.rules = schedule.rules,
          .player = player,
          .sequencer = schedule.sequencers[id.sequencer].name,
          .seed = seed,
          .player_seed = seed ? std::optional(match::player_seed(*seed, id.repeat, player)) : std::nullopt,
          .cpu_limit_s = schedule.limits.time,
          .repeat = id.repeat};
}

GameRow game_row(const results::Schedule& schedule, const results::GameId& id, GameRecord&& record) {
  GameRow row{static_cast<GameResult&&>(record)};
  row.player = schedule.players[id.player].name;
  row.sequencer = schedule.sequencers[id.sequencer].name;
  row.repeat = id.repeat;
  row.seed = schedule.seed_of(id);
  row.turns = static_cast<int>(record.turns.size());
  return row;
}

namespace {

class RecordedRequests : public Sequencer {
 public:
  explicit RecordedRequests(const std::vector<Turn>& turns) : turns_(turns) {}
  Request next(int turn, const Land*) override {
    if (turn >= std::ssize(turns_)) throw std::runtime_error("the trace ends here");
    return turns_[turn].request;
  }

 private:
  const std::vector<Turn>& turns_;
};

}  // namespace

GameRecord debug_game(const Config& config, const std::optional<TraceLines>& trace, int turn) {
  const entrants::PlayerEntry& player = config.players.front();
  const entrants::SequencerEntry& sequencer = config.sequencers.front();
  std::vector<Turn> turns;
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
  participants.opening = [&](const Request&, const View& view) {
    return view.turn < turn ? std::optional(turns[view.turn].move) : std::nullopt;
  };
  return play_game(rules, participants, {1e18});
}

}  // namespace pentocity::tournament
