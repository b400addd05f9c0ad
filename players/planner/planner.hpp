#pragma once
// The players `planner` and `planner-fast`, which differ in their options only.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "drafts.hpp"
#include "futures.hpp"
#include "lanes/strips.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/proposals.hpp"
#include "plan.hpp"
#include "predictor.hpp"

namespace pentocity::players::planner {

/// A player that answers a request in three steps. While the request stream has few shapes, the building is placed in a
/// strip, if there is a place for it (players/lanes/strips.hpp). Otherwise the best moves are searched (drafts.hpp).
/// Those of them that are nearly as good as the first are the candidates: after each the game is continued for a few
/// requests, with the best move by the evaluation for each. They are drawn at random from those that came before
/// (futures.hpp), or, if the request stream repeats itself, are those expected next (predictor.hpp). All
/// candidates meet the same requests. In rounds, the worse half of the candidates is dropped until one remains
/// (sequential halving: Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013).
///
/// Where X pentominoes rule, and where the requests have repeated themselves for long, the whole land is planned and
/// the moves are those of the plan (plan.hpp, option `planning`).
///
/// As proposals it gives all moves of the search, without strips and without playing ahead. Here the evaluation can
/// count the next requests in place of those before, nearer ones more (option `known_requests`).
template <class Row>
class Planner : public Player, public Proposer {
 public:
  /// `setup.options` must be those of planner_options().
  explicit Planner(const PlayerSetup& setup);
  Move play(const Request& request, const View& view) override;
  void foresee(std::span<const Request> coming) override;
  std::vector<Proposal> propose(const Request& request, const Land& land) override;
  /// The moves of the search that the last play() chose from: first the one that it chose, then the others with the
  /// best by the evaluation first. Empty if it rejected the request or placed the building in a strip.
  const std::vector<Draft>& drafts() const { return drafts_; }

 private:
  struct Candidate {
    const Draft* draft;
    double sum;
  };
  // The best moves on this city, with which the evaluation is started.
  const std::vector<Draft>& search(const Request& request, City<Row>& city);
  // The move of the plan of the whole land; no value if there is no plan, or it has no place for the request.
  std::optional<Move> planned(const Request& request, const Land& land);
  // Tells whether the land should be planned: the requests have repeated themselves for long, or are mostly X in steady
  // shares.
  bool steady();
  // How often each shape of predictor_ has been requested since the stream is steady.
  std::vector<double> times() const;
  // Plans the whole land anew: first as the evaluation would build it for what is expected.
  void draw_up(const Request& request, const Land& land);
  // The place in drafts_ of the move that is best when the candidates are played ahead.
  std::size_t choose(const City<Row>& city);
  // What the draft and the moves for these requests are worth together: their points and the change of the land's
  // value, in 1/1024 points. A request without a move costs `reject_`. The values after each of the requests are
  // averaged, with weights that `trace_` says (the lambda return of Sutton and Barto, "Reinforcement Learning").
  double value_of(const Draft& draft, const City<Row>& before, const std::vector<const Request*>& future);
  // The set of weights that suits the rules and the requests so far.
  Style style() const;
  // How much of the style `few` is mixed into the style `general`, from 0 to 1, by how few shapes are requested.
  double few() const;

  const Rules& rules_;
  WeightTable weights_;
  std::optional<Style> style_;  // the set of weights that the option `style` names; no value: chosen by style()
  History history_;
  Predictor predictor_;
  lanes::Strips strips_;
  Width width_, later_width_;  // at the request, and while playing ahead
  std::size_t known_requests_, candidates_;
  int alternatives_, general_alternatives_, work_, horizon_, foresight_;
  double margin_, reject_, trace_;
  int planning_;
  std::optional<Plan> plan_;
  bool given_up_ = false;               // whether there was a plan that failed
  std::size_t steady_since_ = 0;        // the number of the first request of the steady part of the stream
  std::size_t drawn_up_ = 0;            // the number of the request for which the plan was drawn up last
  std::vector<std::size_t> unplanned_;  // the numbers of the requests for which the plan had no building
  Pcg random_;
  Futures futures_;
  Evaluation<Row> evaluation_, later_evaluation_;
  DraftSearch<Row> search_;
  City<Row> later_city_;
  std::vector<Draft> drafts_;
};

/// The settings in which the two players differ, as defaults of the options of the same names.
struct PlannerDefaults {
  int sites, greens, alternatives, general_alternatives, candidates, work, horizon, later_sites, later_greens, planning;
  double margin;
};

/// The options of both players, with these defaults.
std::vector<OptionSpec> planner_options(const PlannerDefaults& defaults);

}  // namespace pentocity::players::planner
