#pragma once
// The gerrymander game: voters of two parties on a grid of squares, to be divided into connected precincts of equal
// size. Which divisions (plans) there are, who wins how many precincts under each, and puzzles made of that.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/random.hpp"

namespace pentocity::districting {

/// A rectangle of voters, to be divided into precincts of `size` cells.
struct Electorate {
  int rows = 0;
  int columns = 0;
  int size = 0;
  std::string cells;  ///< row by row: 'A' or 'B', a voter; '#', blocked

  int precincts() const;  ///< how many a plan has
  int votes_of_a() const;
};

/// All voters of party B; '#' in `blocked` (a picture of rows x columns, other characters as they please) is blocked.
/// Throws InputError if the cells are no multiple of the size, or for what the tables cannot hold: a size over 23, both
/// sides over 25, or an inner blocked cell with a size of 8 or more, so that a precinct could surround it.
Electorate electorate_without_votes(int rows, int columns, int size, std::string_view blocked = {});

/// Reads a picture of 'A', 'B' and '#', rows split at line ends or '|'; `size` 0: the number of columns. Throws
/// InputError as above, or for any other character, with its row and column.
Electorate read_electorate(std::string_view picture, int size = 0);
/// The picture, rows joined by '|'.
std::string picture_of(const Electorate& electorate);

/// The precinct of each cell, row by row: numbered from 0 in order of first cell, -1 where the land is blocked.
using DistrictPlan = std::vector<int>;

/// Rows joined by '|', '#' blocked, precincts as `1`-`9`, `a`-`z`, `A`-`Z`, then numbers in brackets.
std::string plan_text(const Electorate& electorate, const DistrictPlan& plan);
/// Reads such a text; labels may be any, as long as each stands for one precinct. Throws InputError, saying what is
/// wrong with which precinct, for anything that is no plan of this electorate.
DistrictPlan read_plan(const Electorate& electorate, std::string_view text);

struct PlanCount {
  std::string plans;        ///< in decimal
  std::uint64_t nodes = 0;  ///< different frontiers met
};
/// How many plans there are. Counts along a frontier (after Kawahara, Horiyama, Hotta and Minato 2017, whose
/// frontiers remember which components must stay apart; a rule for each 2x2 block makes that needless for sizes up to
/// 23).
PlanCount count_plans(const Electorate& electorate);

/// The electorate that a plan's text divides, with blocked cells and without votes; its size is that of the precinct of
/// the first cell. Throws InputError as above.
Electorate electorate_of_plan(std::string_view text);

/// What a precinct with as many votes for both parties is worth.
enum class Ties { nobody, a, b, half };

/// How many plans there are for each number of seats.
struct SeatCounts {
  int steps = 1;                 ///< a seat is so many steps: 2 under Ties::half, else 1
  std::vector<std::uint64_t> a;  ///< plans in which party A has i / steps seats
  std::vector<std::uint64_t> b;
  std::uint64_t plans = 0;
};

/// Throws InputError if there are 2^64 plans or more, or for a board that is too wide.
SeatCounts count_seats(const Electorate& electorate, Ties ties);

/// The seats of a party under a plan, in steps as above.
int seats_of_a(const Electorate& electorate, const DistrictPlan& plan, Ties ties);
int seats_of_b(const Electorate& electorate, const DistrictPlan& plan, Ties ties);

/// The fewest or most seats of party A.
struct Extreme {
  int seats = 0;      ///< in steps
  DistrictPlan plan;  ///< that has so many
  enum Proof {
    enumeration,  ///< no plan has more (fewer): all were counted
    bound,        ///< no division of the votes has more (fewer), connected or not
    none,         ///< perhaps there are better ones
  } proof = none;
  int limit = 0;  ///< what no division of the votes passes
};
struct Extremes {
  Extreme most, fewest;
};
/// Looks for the extremes, on larger boards at first by random recombinations of two precincts (DeFord, Duchin and
/// Solomon 2021) under simulated annealing, then among all plans that waste few enough votes. With `counts`, the plans
/// have the seats these prove to be extreme. Throws InputError if there is no plan, or for a large board with blocked
/// cells whose plans do not fit the memory.
Extremes extreme_seats(const Electorate& electorate, Ties ties, const SeatCounts* counts);
/// The most score that any division of `votes` among `precincts` could have; score by votes, nondecreasing.
int best_division(const std::vector<int>& score, int precincts, int votes);

/// All plans of an electorate, numbered: for lists and for uniform draws. Holds the frontiers after every cell in
/// memory.
class Plans {
 public:
  /// Throws InputError if there are 2^64 plans or more, or if they need more than `most_bytes`.
  explicit Plans(const Electorate& electorate, std::size_t most_bytes = std::size_t{6} << 30);
  /// Only those under which A has `seats` seats, in steps.
  Plans(const Electorate& electorate, Ties ties, int seats, std::size_t most_bytes = std::size_t{6} << 30);
  /// Only those whose precincts score `target` or more together; score by votes for A, nondecreasing, 0 without votes.
  Plans(const Electorate& electorate, const std::vector<int>& score, int target,
        std::size_t most_bytes = std::size_t{6} << 30);
  ~Plans();
  Plans(Plans&&) noexcept;
  Plans& operator=(Plans&&) noexcept;

  std::uint64_t count() const;
  /// Different frontiers held.
  std::uint64_t nodes() const;
  /// The plan of that number, from 0. Throws std::out_of_range.
  DistrictPlan operator[](std::uint64_t number) const;
  /// One drawn uniformly. Throws std::out_of_range if there is none.
  DistrictPlan draw(Pcg& random) const;
  /// All of them in order, until `f` returns false.
  void for_each(const std::function<bool(const DistrictPlan&)>& f) const;

  class Graph;

 private:
  std::unique_ptr<Graph> graph_;
};

/// The ways to turn and mirror the board onto itself, blocked cells onto blocked ones: for each cell, where its image's
/// content comes from. The identity is the first.
std::vector<std::vector<int>> symmetries(const Electorate& electorate);
/// A plan's image, numbered anew.
DistrictPlan image_of(const DistrictPlan& plan, const std::vector<int>& symmetry);

/// What becomes of all boards of side x side with so many voters of party A, divided into precincts of `side` cells.
struct Census {
  std::uint64_t boards = 0;
  std::uint64_t winnable = 0;        ///< with a plan under which A has more seats than B
  std::uint64_t unique = 0;          ///< with exactly one
  std::uint64_t never_shut_out = 0;  ///< without a plan under which A has no seat
};
/// Throws InputError for a side over 5, or votes that are not from 0 to side^2.
Census take_census(int side, int votes_of_a, int jobs);

/// What a puzzle asks for: that party A, the minority, has more seats than B; or that B has all of them.
enum class GerrymanderTask { minority, sweep };

struct GerrymanderPuzzle {
  Electorate electorate;
  GerrymanderTask task = GerrymanderTask::minority;
  DistrictPlan solution;  ///< one of them
  SeatCounts seats;
  std::uint64_t winning = 0;  ///< plans that solve it
  int borders = 0;            ///< pairs of neighbouring cells
  int forced = 0;             ///< of these, how many are known to be together or apart by deduction without a guess
};
/// Draws a plan uniformly, gives its precincts the voters that just solve it, at random, and, if it is to be `unique`,
/// exchanges voters until no other plan does. The same arguments give the same puzzle. Throws InputError for a side
/// that is not from 3 to 7, on which there is no such board, or, rarely, if no unique one is found.
GerrymanderPuzzle make_puzzle(int side, GerrymanderTask task, bool unique, std::uint64_t seed);
/// Does the plan solve it?
bool solves(const Electorate& electorate, GerrymanderTask task, const DistrictPlan& plan);
/// The number of plans that do.
std::uint64_t count_solving(const Electorate& electorate, GerrymanderTask task);
/// Of how many pairs of neighbouring cells can it be deduced, without a guess, if a solution has them together or
/// apart? Precincts are ruled out that waste more votes than can be spared, or beside which some region has no multiple
/// of a precinct's cells or some cell no precinct that is left; again until no more are. Sound, not complete. At most
/// 64 cells.
int count_forced(const Electorate& electorate, GerrymanderTask task);

}  // namespace pentocity::districting
