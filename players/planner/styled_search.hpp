#pragma once
// The search for the best moves with the weights that suit the rules and the requests so far.

#include <algorithm>
#include <optional>

#include "drafts.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/game/player.hpp"

namespace pentocity::players::planner {

/// How much of the style `few` is mixed into the style `general`, from 0 to 1, by how few shapes are requested.
inline double share_of_few(const History& history) {
  constexpr double none = 0.5, all = 0.85;  // shares of the three most frequent shapes
  if (history.mean_size() <= 4) return 0;
  return std::clamp((history.share_of_three() - none) / (all - none), 0.0, 1.0);
}

/// The evaluation and the search of one player.
template <class Row>
class StyledSearch {
 public:
  /// `setup.options` must be those of a planner.
  explicit StyledSearch(const PlayerSetup& setup)
      : rules_(setup.rules),
        weights_(setup.options),
        alternatives_(setup.options.integer("alternatives")),
        general_alternatives_(setup.options.integer("general_alternatives")) {
    for (const Style style : all_styles)
      if (name_of(style) == setup.options.text("style")) style_ = style;
    width_.sites = setup.options.integer("sites");
    width_.amenities = setup.options.integer("greens");
  }

  /// The best moves on this city, with which the evaluation is started (DraftSearch::find).
  const std::vector<Draft>& find(const Request& request, City<Row>& city, const History& history) {
    const Style style = this->style(history);
    width_.alternatives = style == Style::stars || style == Style::few ? alternatives_ : general_alternatives_;
    start(style, city, history);
    return drafts_.find(city, evaluation_, request, width_);
  }
  /// What a legal move is worth in points, as find() values its own: those that it scores, `delta`, and the change of
  /// the land's value. The city is that before the move, and is changed.
  double worth(const Request& request, const Move& move, int delta, City<Row>& city, const History& history) {
    start(style(history), city, history);
    Points value = 0;
    Draft part{.type = request.type()};
    const auto carry_out = [&] {
      value += evaluation_.gain(part) + evaluation_.value_of(evaluation_.change_of_covers(part)) -
               (rules_.has_bonus(part.type) ? bonus * point * part.bonuses() : 0);
      evaluation_.build(part);
      part = {.type = request.type()};
    };
    // A draft has room for a few cells of a kind, so that a large move is several.
    const auto add = [&](auto Draft::* list, const Cells& cells) {
      for (const Cell cell : cells) {
        if ((part.*list).size() == (part.*list).capacity()) carry_out();
        (part.*list).push_back(static_cast<std::uint16_t>(city.grid().bit(cell)));
      }
    };
    add(&Draft::building, translated(request.rotations()[move.rotation], move.location));
    add(&Draft::road, move.road);
    add(&Draft::park, move.park);
    add(&Draft::pond, move.pond);
    carry_out();
    return delta + static_cast<double>(value) / point;
  }
  /// The evaluation that the last call of find() has started.
  const Evaluation<Row>& evaluation() const { return evaluation_; }
  /// The set of weights that suits the rules and the requests so far.
  Style style(const History& history) const {
    // The limits were chosen by what each style scores on request streams of all kinds.
    if (style_) return *style_;
    if (!rules_.factory_bonus) return Style::report;
    // X beside many other shapes: the weights for many shapes score more. (All requests are for three shapes at first,
    // so that the limit matters later.)
    const double three = history.share_of_three() * (history.requests() + 2) / history.requests();
    if (history.stars() > 0.45 && three > 0.78) return Style::stars;
    return share_of_few(history) == 1 ? Style::few : Style::general;
  }

 private:
  void start(Style style, City<Row>& city, const History& history) {
    const double mixed_in = style == Style::general && !style_ ? share_of_few(history) : 0;
    evaluation_.start(city, weights_.at(style, city.full(), mixed_in), history);
  }
  const Rules& rules_;
  WeightTable weights_;
  std::optional<Style> style_;  // the set of weights that the option `style` names; no value: chosen by style()
  Width width_;
  std::size_t alternatives_, general_alternatives_;
  Evaluation<Row> evaluation_;
  DraftSearch<Row> drafts_;
};

/// What the ways of answering have in common.
template <class Row>
struct Shared {
  const Rules& rules;
  History history;
  Predictor predictor;
  StyledSearch<Row> search;
  Pcg random;
};

}  // namespace pentocity::players::planner
