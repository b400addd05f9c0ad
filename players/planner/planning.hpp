#pragma once
// What the planners share: how a request is met before their ways part.

#include <optional>
#include <vector>

#include "drafts.hpp"
#include "lanes/strips.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::players::planner {

/// A player by evaluation. Streams of few shapes are laid out in strips as long as they last; where these have no place
/// the drafts of a request are found, best first, and one is chosen.
class Planning : public Player {
 public:
  Move play(const Request& request, const View& view) final {
    history_.add(request);
    if (auto move = strips_.move(request, view.land)) return std::move(*move);
    City city(rules_, view.land);
    evaluation_.start(city, weights_.at(style(), city.full()), history_);
    const std::vector<Draft>& drafts = search_.find(city, evaluation_, request, width_);
    return drafts.empty() ? Move::reject() : choose(drafts, city).move();
  }

 protected:
  /// Reads the options of planning_options().
  explicit Planning(const PlayerSetup& setup)
      : rules_(setup.rules),
        weights_(setup.options),
        history_(setup.options.number("fade")),
        strips_(setup.rules, setup.options.integer("strips"), most_cost) {
    for (const Style style : all_styles)
      if (name_of(style) == setup.options.text("style")) style_ = style;
    width_.sites = setup.options.integer("sites");
    width_.greens = setup.options.integer("greens");
  }

  /// One of the drafts, of which there are some, on this city. They are those of `search_`, until it finds others.
  virtual const Draft& choose(const std::vector<Draft>& drafts, const City& city) = 0;

  const Rules& rules_;
  WeightTable weights_;
  History history_;
  lanes::Strips strips_;
  Evaluation evaluation_;
  DraftSearch search_;

 private:
  static constexpr double most_cost = 1.05;  // cells of land for each point in a strip; elsewhere they need hardly more

  // A rule of thumb, from what each style scores on streams of all kinds.
  Style style() const {
    if (style_) return *style_;
    if (!rules_.factory_bonus) return Style::report;
    if (history_.stars() > 0.45) return Style::stars;
    return history_.share_of_three() > 0.85 && history_.mean_size() > 4 ? Style::few : Style::general;
  }

  std::optional<Style> style_;  // none: by rules and requests
  Width width_;
};

/// The options that the planners share, with their defaults where these differ.
inline std::vector<OptionSpec> planning_options(std::int64_t sites, std::int64_t greens) {
  std::vector<OptionSpec> out = weight_options();
  OptionSpec style{
      "style", "auto", "the set of weights: by the rules and requests (auto), or always the same", {"auto"}};
  for (const Style s : all_styles) style.choices.emplace_back(name_of(s));
  out.push_back(style);
  out.push_back({"sites", sites, "sites looked at closely", {}, 1, 10000});
  out.push_back({"greens", greens, "parks, and ponds, looked at closely for each", {}, 1, 100});
  out.push_back({"fade", 0.99, "what a request seen counts for after another one", {}, 0, 1});
  out.push_back({"strips", std::int64_t{2}, "strips, as of lanes, for streams of so many heights", {}, 0, 5});
  return out;
}

}  // namespace pentocity::players::planner
