#include <optional>

#include "drafts.hpp"
#include "lanes/strips.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::planner {
namespace {

// A rule of thumb, from what each style scores on streams of all kinds.
Style style_for(const History& history) {
  if (history.uniformity() > 0.3) return Style::stars;
  if (history.smallness() > 0.6) return Style::cells;
  return Style::general;
}

/// The move that leaves the best land, by a linear evaluation of the whole move. Streams of few shapes are laid out in
/// strips as long as they last.
class PlannerFast : public Player {
 public:
  explicit PlannerFast(const PlayerSetup& setup)
      : rules_(setup.rules),
        weights_(setup.options),
        history_(setup.options.number("fade")),
        strips_(setup.rules, setup.options.integer("strips")) {
    for (const Style style : all_styles)
      if (name_of(style) == setup.options.text("style")) style_ = style;
    width_.sites = setup.options.integer("sites");
    width_.greens = setup.options.integer("greens");
  }

  Move play(const Request& request, const View& view) override {
    history_.add(request);
    if (auto move = strips_.move(request, view.land)) return std::move(*move);
    City city(rules_, view.land);
    evaluation_.start(city, weights_.at(style_ ? *style_ : style_for(history_), city.full()), history_);
    const std::vector<Draft>& drafts = search_.find(city, evaluation_, request, width_);
    return drafts.empty() ? Move::reject() : drafts.front().move();
  }

 private:
  const Rules& rules_;
  WeightTable weights_;
  History history_;
  lanes::Strips strips_;
  std::optional<Style> style_;  ///< none: by the requests
  Width width_;
  Evaluation evaluation_;
  DraftSearch search_;
};

std::vector<OptionSpec> options() {
  std::vector<OptionSpec> out = weight_options();
  out.push_back({"style",
                 "auto",
                 "the set of weights: by the requests (auto), or always the same",
                 {"auto", "general", "bars", "cells", "stars"}});
  out.push_back({"sites", std::int64_t{16}, "sites looked at closely", {}, 1, 10000});
  out.push_back({"greens", std::int64_t{3}, "parks, and ponds, looked at closely for each", {}, 1, 100});
  out.push_back({"fade", 0.99, "what a request seen counts for after another one", {}, 0, 1});
  out.push_back({"strips", std::int64_t{2}, "strips, as of lanes, for streams of so many heights", {}, 0, 5});
  return out;
}

const bool registered = detail::register_player(
    {"planner-fast", "the move with the best linear evaluation of building, road, park and pond; weights tuned",
     options(),
     [](const PlayerSetup& setup) -> std::unique_ptr<Player> { return std::make_unique<PlannerFast>(setup); }});

}  // namespace
}  // namespace pentocity::planner
