#include "pentocity/entrants/entrant.hpp"

#include <fmt/format.h>

#include "kinds.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::entrants {

namespace {

// The same player under the name and with the contribution that the config gives.
PlayerEntry renamed(PlayerEntry player, const PlayerEntry& as) {
  player.name = as.name;
  player.contribution = as.contribution;
  return player;
}

// A sequencer whose author is somebody else.
class HeldToProper : public Sequencer {
 public:
  explicit HeldToProper(std::unique_ptr<Sequencer> sequencer) : sequencer_(std::move(sequencer)) {}
  bool adaptive() const override { return sequencer_->adaptive(); }
  Request next(int turn, const Land* land) override {
    Request request = sequencer_->next(turn, land);
    if (request.is_proper()) return request;
    std::string text;
    match::append_request(text, request);
    throw match::ParticipantFailed(
        match::Status::sequencer_failed,
        fmt::format("bad_request: no {}: {{\"turn\":{},{:.200}}}",
                    request.type() == Building::residence ? "pentomino" : "rectangle with sides of 1 to 5", turn,
                    text));
  }

 private:
  std::unique_ptr<Sequencer> sequencer_;
};

}  // namespace

std::string identity_of(const std::string& made_of, const isolation::WardenSetup* setup) {
  if (setup == nullptr) return made_of;
  auto all = read_ordered_json(made_of, "what a player is made of");
  all["files"] = setup->confinement->kept->hashes(own_of(*setup));
  return text_of_json(all);
}

std::unique_ptr<Sequencer> SequencerEntry::make(int side, const match::StreamSeed& seed) const {
  auto made = Entry::make(side, seed);
  if (built_in || !made) return made;
  return std::make_unique<HeldToProper>(std::move(made));
}

PlayerEntry asked(const PlayerEntry& player) {
  return player.entrant && player.entrant->unasked() ? renamed(player.entrant->ask(), player) : player;
}

PlayerEntry asked_if_possible(const PlayerEntry& player) {
  try {
    return asked(player);
  } catch (const UserError&) {
    throw;
  } catch (const std::exception&) {  // of its process
    return player;
  }
}

PlayerEntry with_options(const PlayerEntry& player, const std::vector<std::string>& assignments) {
  if (assignments.empty()) return player;
  const PlayerEntry entry = asked_if_possible(player);
  Options options = entry.options;
  if (entry.any_options)
    options = with_any(options, undeclared_values(split_assignments(assignments)));
  else
    set_options(options, split_assignments(assignments), entry.declared, fmt::format("player '{}'", entry.name));
  return renamed(entry.entrant->with(options), entry);
}

void require_plays(const PlayerEntry& player, const Rules& rules) {
  const PlayedGames plays = asked_if_possible(player).plays;
  if (!plays.include(rules))
    throw InputError("player '{}' plays {} only, and not side {} under {}", player.name, plays.words(), rules.side,
                     rules.profile);
}

}  // namespace pentocity::entrants
