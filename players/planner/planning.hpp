#pragma once
// What the players `planner` and `planner-fast` have in common.

#include <memory>
#include <optional>
#include <vector>

#include "drafts.hpp"
#include "lanes/strips.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/proposals.hpp"

namespace pentocity::players::planner {

/// A player that answers a request in two steps. While the request stream has few shapes, the building is placed in a
/// strip, if there is a place for it (players/lanes/strips.hpp). Otherwise the best moves are searched (drafts.hpp),
/// and the derived class chooses one of them. As proposals it gives all of them, without strips.
template <class Row>
class Planning : public Player, public Proposer {
 public:
  Move play(const Request& request, const View& view) final {
    history_.add(request);
    if (auto move = strips_.move(request, view.land)) return std::move(*move);
    City<Row> city(rules_, view.land);
    const std::vector<Draft>& drafts = drafts_for(request, city);
    return drafts.empty() ? Move::reject() : choose(drafts, city).move(city.grid());
  }

  void meet(const Request& request) final { history_.add(request); }

  std::vector<Proposal> propose(const Request& request, const Land& land) final {
    City<Row> city(rules_, land);
    std::vector<Proposal> out;
    for (const Draft& draft : drafts_for(request, city))
      out.push_back({draft.move(city.grid()), request.size() + static_cast<double>(draft.value) / unit});
    return out;
  }

 protected:
  /// `setup.options` must have the options of planning_options().
  explicit Planning(const PlayerSetup& setup)
      : rules_(setup.rules),
        weights_(setup.options),
        history_(setup.options.number("fade")),
        strips_(setup.rules, setup.options.integer("strips"), max_cost) {
    for (const Style style : all_styles)
      if (name_of(style) == setup.options.text("style")) style_ = style;
    width_.sites = setup.options.integer("sites");
    width_.amenities = setup.options.integer("greens");
  }

  /// Chooses one of the moves, of which there is at least one, for this city. The list belongs to `search_` and is
  /// overwritten if the function searches again; the result must then refer to a copy.
  virtual const Draft& choose(const std::vector<Draft>& drafts, const City<Row>& city) = 0;

  const Rules& rules_;
  WeightTable weights_;
  History history_;
  lanes::Strips strips_;
  Evaluation<Row> evaluation_;
  DraftSearch<Row> search_;

 private:
  // The best moves on this city, with which the evaluation is started.
  const std::vector<Draft>& drafts_for(const Request& request, City<Row>& city) {
    evaluation_.start(city, weights_.at(style(), city.full()), history_);
    return search_.find(city, evaluation_, request, width_);
  }

  // The maximum mean cost of a building in a strip, in cells of land for each point. Outside of strips it is hardly
  // more.
  static constexpr double max_cost = 1.05;

  // The set of weights that suits the rules and the requests so far. The limits were chosen by what each style scores
  // on request streams of all kinds.
  Style style() const {
    if (style_) return *style_;
    if (!rules_.factory_bonus) return Style::report;
    if (history_.stars() > 0.45) return Style::stars;
    return history_.share_of_three() > 0.85 && history_.mean_size() > 4 ? Style::few : Style::general;
  }

  std::optional<Style> style_;  // the set of weights that the option `style` names; no value: chosen by style()
  Width width_;
};

/// Makes the player for lands of the side that the rules say.
template <template <class Row> class P>
std::unique_ptr<Player> make_planner(const PlayerSetup& setup) {
  return with_row_type(land_grid(setup.rules.side).wide(),
                       [&](auto row) -> std::unique_ptr<Player> { return std::make_unique<P<decltype(row)>>(setup); });
}

/// The options of both players. The defaults of the options `sites` and `greens` differ and are given.
inline std::vector<OptionSpec> planning_options(std::int64_t sites, std::int64_t greens) {
  std::vector<OptionSpec> out = weight_options();
  OptionSpec style{"style",
                   "auto",
                   "which set of weights: chosen by the rules and the requests so far (auto), or always the one named",
                   {"auto"}};
  for (const Style s : all_styles) style.choices.emplace_back(name_of(s));
  out.push_back(style);
  const auto add = [&](const char* name, OptionValue value, const char* meaning, double min, double max) {
    out.push_back(number_option(name, std::move(value), meaning, min, max));
  };
  add("sites", sites, "number of sites that are looked at closely, the best ones by a quick guess", 1, 10000);
  add("greens", greens, "number of parks, and of ponds, that are looked at closely for each site", 1, 100);
  add("fade", 0.99, "factor by which earlier requests count less after each new one", 0, 1);
  add("strips", std::int64_t{2},
      "maximum number of heights of strips for each type of building, as in the player lanes; 0 for no strips", 0, 5);
  return out;
}

}  // namespace pentocity::players::planner
