#pragma once
// The game as an environment for learners: many games side by side, whose observations, masks and rewards are written
// into arrays of the caller. An action rejects the request, or says its rotation and its location; a road and, beside a
// residence, a park and a pond are added by policies, pieces of the player `jigsaw`.

#include "jigsaw/park_pieces.hpp"
#include "jigsaw/road_pieces.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::python {

/// Rotations in an action. A request has at most 4; the others are never legal.
inline constexpr int action_rotations = 8;
/// Planes of a request: 4 rotations of a residence, then 4 of a factory, each on 5x5 cells.
inline constexpr int request_planes = 8, request_side = 5;

/// The number of actions on a land of this side: action 0 rejects, and action
/// 1 + (rotation * side + row) * side + column accepts at that rotation and location.
inline int action_count(int side) { return 1 + action_rotations * side * side; }

/// How the roads and the parks and ponds of a move are chosen.
struct Policies {
  players::RoadPiece roads = nullptr;
  players::ParkRules parks;
};
/// Reads their names: roads `jigsaw` (the same as `perimeter`), `shortest` or `clinging`; parks `jigsaw` (the same as
/// `least_perimeter`), `most_perimeter` or `none`. Throws InputError for others.
Policies policies_of(const std::string& roads, const std::string& parks);

/// Where a game writes what a learner sees. All point to elements of arrays.
struct Outlet {
  std::uint8_t* land;     ///< 6 planes of side x side cells, one for each kind: 1 where it stands, 0 elsewhere
  std::uint8_t* request;  ///< `request_planes` planes of 5x5 cells: the request's cells in each of its rotations
  std::int32_t* scalars;  ///< turn, rejects
  std::uint8_t* mask;     ///< action_count(side) elements: 1 for each legal action, 0 for the others
  double* reward;         ///< points of the move
  bool* terminated;       ///< whether the game is over
  std::int32_t* stream;   ///< index of the stream that it is on
  bool* truncated;        ///< whether it is not over, and is not to go on (LearningGame::max_steps)
  std::int8_t* fault;     ///< what is wrong with an illegal action, as Fault; -1: nothing
  std::int32_t* score;    ///< points so far
};

/// What a game needs while it is stepped, and no longer: games that are stepped one after the other share it, so that
/// what many games keep is small.
struct Workbench {
  explicit Workbench(const Policies& policies) : parks(policies.parks) {}

  players::ParkBuilder parks;
  Sites sites;
  ShortestRoads roads;
};

/// One game.
class LearningGame {
 public:
  /// What is passed must outlive the object.
  /// @param max_steps a game that is not over after so many actions is truncated; 0: none is
  /// @param seed of the policies' random numbers, until reset() seeds them anew
  LearningGame(const Rules& rules, const std::vector<entrants::SequencerEntry>& streams, const Policies& policies,
               Outlet outlet, int max_steps = 0, std::uint64_t seed = 0);

  /// Begins a game on the request stream of this seed. Which of the streams it is, and the policies' random numbers,
  /// come from hashes of the seed.
  void reset(std::uint64_t seed, Workbench& bench);
  /// Carries out an action. An illegal one is a reject with a fault. Not after the end of the game.
  void step(std::int64_t action, Workbench& bench);
  /// A legal action, all equally likely.
  std::int64_t draw(Pcg& random) const;
  /// Shows a game that somebody else plays: its land, and the request that is to be answered. Takes the place of
  /// reset() and step().
  void see(const Request& request, const View& view, Workbench& bench);
  /// The move of an action that is legal. It draws from the policies' random numbers, and peek() does not.
  Move answer(std::int64_t action, Workbench& bench);
  Move peek(std::int64_t action, Workbench& bench);
  /// What has to be played for a copy: the seed of the stream, and the actions so far.
  std::uint64_t seed() const { return seed_; }
  const std::vector<std::int32_t>& actions() const { return actions_; }
  /// Whether no more actions are taken.
  bool ended() const { return over() || truncated(); }
  const Request& request() const { return *request_; }
  View view() const { return {land_, turn_, score_, rejects_}; }

 private:
  bool over() const { return rejects_ >= rules_->max_rejects; }
  bool truncated() const { return max_steps_ > 0 && turn_ >= max_steps_ && !over(); }
  Site site_of(std::int64_t action) const;
  Fault fault_of(const Site& site) const;
  Move move_at(const Site& site, const LandBoard& building, Workbench& bench);
  void build(const Request& request, const Move& move, const LandBoard& building);
  void next_request(Workbench& bench);
  void ask(Request request, Workbench& bench);
  void write_land();
  void write_request();
  void write_mask();
  void clear();

  const Rules* rules_;
  const std::vector<entrants::SequencerEntry>* streams_;
  const Policies* policies_;
  Outlet outlet_;
  std::unique_ptr<Sequencer> sequencer_;
  std::optional<Request> request_;
  Land land_;
  Pcg random_;
  LandBoard heads_;
  std::array<LandBoard, 4> legal_{};    // of each rotation of the request
  std::array<LandBoard, 4> written_{};  // as the mask has them
  int max_steps_, turn_ = 0, rejects_ = 0, score_ = 0;
  std::uint64_t seed_ = 0;
  std::vector<std::int32_t> actions_;
};

}  // namespace pentocity::python
