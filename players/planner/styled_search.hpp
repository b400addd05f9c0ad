#pragma once
// The search for the best moves with the weights that suit the rules and the requests so far.

#include <optional>

#include "drafts.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/game/player.hpp"
#include "predictor.hpp"

namespace pentocity::players::planner {

/// The evaluation and the search of one player.
template <class Row>
class StyledSearch {
 public:
  /// `setup.options` must be those of a planner.
  explicit StyledSearch(const PlayerSetup& setup);

  /// The best moves on this city, with which the evaluation is started (DraftSearch::find).
  const std::vector<Draft>& find(const Request& request, City<Row>& city, const History& history);
  /// The evaluation that the last call of find() has started.
  const Evaluation<Row>& evaluation() const { return evaluation_; }
  /// The set of weights that suits the rules and the requests so far.
  Style style(const History& history) const;

 private:
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
