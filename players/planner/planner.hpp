#pragma once
// The players `planner` and `planner-fast`, which differ in their options only.

#include <algorithm>
#include <span>
#include <vector>

#include "lanes/strips.hpp"
#include "look_ahead.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/proposals.hpp"
#include "plan_follower.hpp"

namespace pentocity::players::planner {

/// A player that has three ways of answering a request, and takes the first that has a move:
///
///   1. While the request stream has few shapes, the building is placed in a strip, if there is a place for it
///      (players/lanes/strips.hpp).
///   2. Where X pentominoes rule, and where the requests have repeated themselves for long, the move is that of a plan
///      of the whole land (plan_follower.hpp; option `planning`).
///   3. Otherwise the best moves are searched (drafts.hpp), valued by a weighted sum of features of the land
///      (evaluation.hpp), and the nearly equal ones are played ahead (look_ahead.hpp).
///
/// As proposals it gives all moves of the search, without strips and without playing ahead. Here the evaluation can
/// count the next requests in place of those before, nearer ones more (option `known_requests`).
template <class Row>
class Planner : public Player, public Proposer {
 public:
  /// `setup.options` must be those of one of the two players.
  explicit Planner(const PlayerSetup& setup)
      : known_requests_(setup.options.integer("known_requests")),
        shared_{setup.rules, History(setup.options.number("fade")), {}, StyledSearch<Row>(setup), Pcg(setup.seed)},
        strips_(setup.rules, setup.options.integer("strips"), /*max_cost=*/1.05),
        plan_(setup, shared_),
        look_ahead_(setup, shared_) {}
  Move play(const Request& request, const View& view) override {
    shared_.history.add(request);
    shared_.predictor.add(request);
    look_ahead_.forget();
    if (auto move = strips_.move(request, view.land)) return std::move(*move);
    if (auto move = plan_.move(request, view.land)) return std::move(*move);
    return look_ahead_.move(request, view.land).value_or(Move::reject());
  }
  void foresee(std::span<const Request> coming) override {
    History& history = shared_.history;
    if (known_requests_ == 0) return history.add(coming.front());
    coming = coming.first(std::min(coming.size(), known_requests_));
    history.clear();
    std::for_each(coming.rbegin(), coming.rend(), [&](const Request& request) { history.add(request); });
  }
  std::vector<Proposal> propose(const Request& request, const Land& land) override {
    City<Row> city(shared_.rules, land);
    std::vector<Proposal> out;
    for (const Draft& draft : shared_.search.find(request, city, shared_.history))
      out.push_back({draft.move(city.grid()), request.size() + static_cast<double>(draft.value) / point});
    return out;
  }
  /// What a legal move that scores `delta` points is worth, as propose() values its own.
  double worth(const Request& request, const Land& land, const Move& move, int delta) {
    City<Row> city(shared_.rules, land);
    return shared_.search.worth(request, move, delta, city, shared_.history);
  }
  /// The moves of the search that the last play() chose from: first the one that it chose, then the others with the
  /// best by the evaluation first. Empty if it answered in another way.
  const std::vector<Draft>& drafts() const { return look_ahead_.drafts(); }

 private:
  std::size_t known_requests_;
  Shared<Row> shared_;
  lanes::Strips strips_;
  PlanFollower<Row> plan_;
  LookAhead<Row> look_ahead_;
};

}  // namespace pentocity::players::planner
