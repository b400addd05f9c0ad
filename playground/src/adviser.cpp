#include "adviser.hpp"

#include "game.hpp"
#include "planner/planner.hpp"

namespace pentocity::playground {

using namespace players::planner;

// The player on lands of either width, and the moves that it chose from last.
struct Adviser::Asked {
  explicit Asked(const PlayerSetup& setup) {
    with_row_type(land_grid(setup.rules.side).wide(), [&](auto row) {
      auto planner = std::make_unique<Planner<decltype(row)>>(setup);
      drafts = &planner->drafts();
      player = std::move(planner);
    });
  }
  std::unique_ptr<Player> player;
  const std::vector<Draft>* drafts;
};

Adviser::Adviser(const Rules& rules, const std::string& player, std::uint64_t seed)
    : options_(player_named(player).options),
      asked_(std::make_unique<Asked>(PlayerSetup{.rules = rules, .seed = seed, .options = options_})) {}

Adviser::~Adviser() = default;

std::vector<Candidate> Adviser::candidates(const Request& request, const View& view, std::size_t most) {
  Move move = asked_->player->play(request, view);
  if (!move.accept) return {};
  if (asked_->drafts->empty()) return {{.move = std::move(move), .value = std::nullopt}};
  std::vector<Candidate> out;
  for (const Draft& draft : *asked_->drafts) {
    if (out.size() == most) break;
    out.push_back(
        {.move = draft.move(view.land.grid()), .value = static_cast<double>(draft.value) / point + request.size()});
  }
  return out;
}

}  // namespace pentocity::playground
