#pragma once
// Puzzles: boards on which a plan is to be found that gives a party more seats than it seems to deserve.

#include <cstdint>
#include <functional>

#include "pentocity/districting/seats.hpp"

namespace pentocity::districting {

/// What a puzzle asks for. `minority`: party A, which has fewer voters, is to have more seats than B. `sweep`: B is to
/// have all seats.
enum class GerrymanderTask { minority, sweep };

/// A puzzle with what is known about it.
struct GerrymanderPuzzle {
  Electorate electorate;
  GerrymanderTask task = GerrymanderTask::minority;
  DistrictPlan solution;  ///< one of the plans that solve it
  /// The seats under all plans, counted with Ties::nobody.
  SeatCounts seats;
  std::uint64_t winning = 0;  ///< the number of plans that solve it
  int borders = 0;            ///< the number of pairs of cells that share a side
  int forced = 0;             ///< count_forced()
};
/// Makes a puzzle on side x side cells in districts of `side` cells: draws a plan uniformly and gives its districts, at
/// random, just enough voters of the party that is to win for the plan to solve the puzzle. If it is to be `unique`,
/// pairs of voters are then exchanged until no other plan solves it. The same arguments give the same puzzle. Throws
/// `progress` is called, for a unique one, before each exchange, with the number of the board that is tried, from 1,
/// and the number of plans that solve it. Throws InputError for a side that is not from 3 to 7, for one on which no
/// minority can win, or, rarely, if no board with a unique solution is found.
GerrymanderPuzzle make_puzzle(int side, GerrymanderTask task, bool unique, std::uint64_t seed,
                              const std::function<void(int board, std::uint64_t solutions)>& progress = {});
/// The puzzle of a board that somebody has drawn. Throws InputError if it has more than 64 cells, blocked ones, or
/// districts of more than one size, if A is to win as a minority and is none, or if no plan solves it.
GerrymanderPuzzle puzzle_of(const Electorate& electorate, GerrymanderTask task);
/// Tells whether this plan solves the puzzle.
bool solves(const Electorate& electorate, GerrymanderTask task, const DistrictPlan& plan);
/// The number of plans that solve the puzzle. Throws InputError if there are 2^64 or more.
std::uint64_t count_solving(const Electorate& electorate, GerrymanderTask task);
/// The number of pairs of cells that share a side for which one can deduce, without guessing, whether a solution has
/// them in one district or in two. A possible district is ruled out if it wastes more votes than a solution can afford,
/// if it leaves a region whose number of cells is no multiple of the size, or if it leaves a cell without a possible
/// district; this is repeated until nothing changes. Every deduction is true, but not everything that is true is
/// deduced. The board must have at most 64 cells.
int count_forced(const Electorate& electorate, GerrymanderTask task);

}  // namespace pentocity::districting
