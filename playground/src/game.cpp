#include "game.hpp"

#include <algorithm>

#include "mix/mix.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/metrics.hpp"
#include "pentocity/match/protocol.hpp"
#include "planner/planner.hpp"

namespace pentocity::playground {

using players::planner::Draft, players::planner::Planner, players::planner::point;

namespace {

// The built-in player, or sequencer, of this name. Throws InputError if there is none.
template <class Spec>
const Spec& named(const std::vector<Spec>& specs, const std::string& name, const char* kind) {
  const auto spec = std::find_if(specs.begin(), specs.end(), [&](const Spec& one) { return one.name == name; });
  if (spec == specs.end()) throw InputError("there is no {} '{}'", kind, name);
  return *spec;
}

const PlayerSpec& player_named(const std::string& name) { return named(builtin_players(), name, "player"); }

}  // namespace

PlayedGame::PlayedGame(const Rules& rules, const Stream& stream) : rules_(rules), game_(rules_) {
  if (stream.mix) {
    const SequencerFile file = sequencers::parse_mix(*stream.mix, stream.name);
    sequencer_ = file.make({rules_.side, stream.seed, RequestRandom(file.generator, stream.seed), options_});
  } else {
    const SequencerSpec& spec = named(builtin_sequencers(), stream.name, "sequencer");
    options_ = Options(spec.options);
    sequencer_ = spec.make({rules_.side, stream.seed, RequestRandom(Generator::java, stream.seed), options_});
  }
  ask();
}

void PlayedGame::ask() { request_ = sequencer_->next(turn(), sequencer_->adaptive() ? &game_.land() : nullptr); }

View PlayedGame::view() const {
  return game_.view(turn(), turns_.empty() ? std::nullopt : std::optional(turns_.back().outcome()));
}

const match::Turn& PlayedGame::settle(match::Turn turn) {
  turns_.push_back(std::move(turn));
  if (!over()) ask();
  return turns_.back();
}

const match::Turn& PlayedGame::answer_line(const std::string& line) {
  std::optional<Move> move;
  try {
    move = match::move_of_line(line, turn());
  } catch (const match::UnreadableAnswer& e) {
    return refuse(e.what());
  }
  return answer(std::move(*move));
}

void PlayedGame::fail(const std::string& error, bool asked) {
  failed_ = error;
  if (!asked) return;
  match::Turn& turn = turns_.emplace_back(*request_);
  turn.answered = false;
  turn.score_after = score();
  turn.rejects_after = rejects();
}

match::GameRecord PlayedGame::record() const {
  match::GameRecord record;
  record.turns = turns_;
  record.score = game_.score();
  record.rejects = game_.rejects();
  record.accepted =
      static_cast<int>(std::count_if(turns_.begin(), turns_.end(), [](const match::Turn& t) { return t.stands(); }));
  if (game_.aborted()) {
    record.status = match::Status::invalid;
    record.error = std::string(name_of(*turns_.back().fault));
    if (turns_.back().fault == Fault::bad_answer) record.error += ": " + turns_.back().move.note;
  } else if (failed_) {
    record.status = match::Status::crashed;
    record.error = *failed_;
  }
  record.faults = match::invalid_moves_in(turns_);
  record.land = game_.land();
  record.metrics = match::measure(game_.measured_land(), record.score);
  return record;
}

PlayerGame::PlayerGame(const Rules& rules, const Stream& stream, const std::string& player, std::uint64_t seed)
    : game_(rules, stream),
      options_(player_named(player).options),
      player_(player_named(player).make({.rules = game_.rules(), .seed = seed, .options = options_})) {}

void PlayerGame::step() {
  if (!game_.over()) game_.answer(player_->play(game_.request(), game_.view()));
}

Adviser::Adviser(const Rules& rules, const std::string& player, std::uint64_t seed)
    : options_(player_named(player).options) {
  with_row_type(land_grid(rules.side).wide(), [&](auto row) {
    auto planner =
        std::make_unique<Planner<decltype(row)>>(PlayerSetup{.rules = rules, .seed = seed, .options = options_});
    drafts_ = &planner->drafts();
    worth_ = [&all = *planner](const Request& request, const Land& land, const Move& move, int delta) {
      return all.worth(request, land, move, delta);
    };
    player_ = std::move(planner);
  });
}

std::vector<Candidate> Adviser::candidates(const Request& request, const View& view, std::size_t most) {
  Move move = player_->play(request, view);
  if (!move.accept) return {};
  if (drafts_->empty()) return {{.move = std::move(move), .value = std::nullopt}};
  std::vector<Candidate> out;
  for (const Draft& draft : *drafts_) {
    if (out.size() == most) break;
    out.push_back(
        {.move = draft.move(view.land.grid()), .value = static_cast<double>(draft.value) / point + request.size()});
  }
  return out;
}

}  // namespace pentocity::playground
