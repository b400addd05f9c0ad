#include "adviser.hpp"

#include <algorithm>

#include "game.hpp"
#include "pentocity/game/roads.hpp"
#include "pentocity/game/sites.hpp"
#include "planner/planning.hpp"

namespace pentocity::playground {

using namespace players::planner;

namespace {

// Keeps the moves that it chooses from in `drafts`.
template <class Row>
class Keeping : public Planning<Row> {
 public:
  Keeping(const PlayerSetup& setup, std::vector<Draft>& drafts) : Planning<Row>(setup), drafts_(drafts) {}

 private:
  const Draft& choose(const std::vector<Draft>& found, const City<Row>&) override {
    drafts_ = found;
    return drafts_.front();
  }
  std::vector<Draft>& drafts_;
};

}  // namespace

class Adviser::Asked {
 public:
  explicit Asked(const PlayerSetup& setup)
      : player(with_row_type(land_grid(setup.rules.side).wide(), [&](auto row) -> std::unique_ptr<Player> {
          return std::make_unique<Keeping<decltype(row)>>(setup, drafts);
        })) {}
  std::vector<Draft> drafts;
  std::unique_ptr<Player> player;
};

Adviser::Adviser(const Rules& rules, const std::string& player, std::uint64_t seed)
    : options_(player_named(player).options),
      asked_(std::make_unique<Asked>(PlayerSetup{.rules = rules, .seed = seed, .options = options_})) {}

Adviser::~Adviser() = default;

std::vector<Candidate> Adviser::candidates(const Request& request, const View& view, std::size_t most) {
  asked_->drafts.clear();
  Move move = asked_->player->play(request, view);
  if (!move.accept) return {};
  if (asked_->drafts.empty()) return {{.move = std::move(move), .value = std::nullopt}};
  std::vector<Candidate> out;
  for (const Draft& draft : asked_->drafts) {
    if (out.size() == most) break;
    out.push_back(
        {.move = draft.move(view.land.grid()), .value = static_cast<double>(draft.value) / unit + request.size()});
  }
  return out;
}

Effects effects_of(const Rules& rules, const Land& land, const Request& request, const Move& move) {
  Land after = land;
  const Judgement judged = apply_move(rules, after, request, move);
  Effects effects;
  effects.fault = judged.fault;
  if (judged.fault) return effects;
  const LandBoard building = land.grid().board(judged.building), around = land.grid().neighbours(building);
  effects.points = judged.delta;
  if (judged.delta > request.size()) {
    effects.park = around.intersects(after.big(Kind::park));
    effects.pond = around.intersects(after.big(Kind::water));
  }
  effects.edges = static_cast<int>(request.outlines()[move.rotation].size());
  effects.touching = touching_perimeter(land, building);
  effects.cut_off = ((reachable(land) & after.empty()) - reachable(after)).count();
  effects.lost = land.empty().count() - after.empty().count() - request.size();
  return effects;
}

}  // namespace pentocity::playground
