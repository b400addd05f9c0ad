#pragma once
// The planners' last way of answering: the moves of the search, the best of which are played ahead.

#include <optional>
#include <vector>

#include "futures.hpp"
#include "styled_search.hpp"

namespace pentocity::players::planner {

/// Chooses a move like this:
///
///   1. The best moves are searched (drafts.hpp). Those that are nearly as good as the first are the candidates.
///   2. After each candidate the game is continued for a few requests, with the best move by the evaluation for each.
///      The requests are drawn at random from those that came before (futures.hpp), or, if the request stream repeats
///      itself, are those expected next (predictor.hpp). All candidates meet the same requests.
///   3. In rounds, the worse half of the candidates is dropped until one remains (sequential halving: Karnin, Koren and
///      Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013).
template <class Row>
class LookAhead {
 public:
  /// `setup.options` must be those of a planner. `shared` must outlive the object.
  LookAhead(const PlayerSetup& setup, Shared<Row>& shared);

  /// The move for the last request; no value if there is none.
  std::optional<Move> move(const Request& request, const Land& land);
  /// The moves of the search that the last move() chose from: first the one that it chose, then the others with the
  /// best by the evaluation first. Empty after forget().
  const std::vector<Draft>& drafts() const { return drafts_; }
  void forget() { drafts_.clear(); }

 private:
  struct Candidate {
    const Draft* draft;
    double sum;
  };
  // The place in drafts_ of the move that is best when the candidates are played ahead.
  std::size_t choose(const City<Row>& city);
  // What the draft and the moves for these requests are worth together: their points and the change of the land's
  // value. A request without a move costs `reject_`. The values after each of the requests are averaged, with weights
  // that `trace_` says (the lambda return of Sutton and Barto, "Reinforcement Learning").
  double value_of(const Draft& draft, const City<Row>& before, const std::vector<const Request*>& future);

  Shared<Row>& shared_;
  std::size_t candidates_;
  int work_, horizon_, foresight_;
  double margin_, reject_, trace_;
  Futures futures_;
  std::vector<Draft> drafts_;

  // While playing ahead.
  Width later_width_;
  City<Row> later_city_;
  Evaluation<Row> later_evaluation_;
  DraftSearch<Row> later_search_;
};

}  // namespace pentocity::players::planner
