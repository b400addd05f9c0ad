#pragma once
// The players `planner` and `planner-fast`, which differ in their options only.

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
  explicit Planner(const PlayerSetup& setup);
  Move play(const Request& request, const View& view) override;
  void foresee(std::span<const Request> coming) override;
  std::vector<Proposal> propose(const Request& request, const Land& land) override;
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
