#pragma once
// What the planners share: how a request is met before their ways part.

#include <optional>
#include <vector>

#include "drafts.hpp"
#include "lanes/strips.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::planner {

/// A player by evaluation. Streams of few shapes are laid out in strips as long as they last; where these have no place
/// the drafts of a request are found, best first, and one is chosen.
class Planning : public Player {
 public:
  Move play(const Request& request, const View& view) final {
    history_.add(request);
    if (auto move = strips_.move(request, view.land)) return std::move(*move);
    City city(rules_, view.land);
    evaluation_.start(city, weights_.at(style_ ? *style_ : style_for(history_), city.full()), history_);
    const std::vector<Draft>& drafts = search_.find(city, evaluation_, request, width_);
    return drafts.empty() ? Move::reject() : choose(drafts, city).move();
  }

 protected:
  /// Reads the options `fade`, `strips`, `style`, `sites` and `greens`, and the weights.
  explicit Planning(const PlayerSetup& setup)
      : rules_(setup.rules),
        weights_(setup.options),
        history_(setup.options.number("fade")),
        strips_(setup.rules, setup.options.integer("strips")) {
    for (const Style style : all_styles)
      if (name_of(style) == setup.options.text("style")) style_ = style;
    width_.sites = setup.options.integer("sites");
    width_.greens = setup.options.integer("greens");
  }

  /// The set of weights for such requests, if the options do not name one.
  virtual Style style_for(const History& history) const = 0;
  /// One of the drafts, of which there are some, on this city. They are those of `search_`, until it finds others.
  virtual const Draft& choose(const std::vector<Draft>& drafts, const City& city) = 0;

  const Rules& rules_;
  WeightTable weights_;
  History history_;
  lanes::Strips strips_;
  std::optional<Style> style_;  ///< none: by the requests
  Width width_;
  Evaluation evaluation_;
  DraftSearch search_;
};

}  // namespace pentocity::planner
