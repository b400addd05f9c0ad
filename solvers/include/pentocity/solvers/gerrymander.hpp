#pragma once
// The gerrymander game: voters of two parties on a grid of squares, to be divided into connected precincts of equal
// size. Which divisions (plans) there are, who wins how many precincts under each, and puzzles made of that.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity {

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
using Plan = std::vector<int>;

/// Rows joined by '|', '#' blocked, precincts as `1`-`9`, `a`-`z`, `A`-`Z`, then numbers in brackets.
std::string plan_text(const Electorate& electorate, const Plan& plan);
/// Reads such a text; labels may be any, as long as each stands for one precinct. Throws InputError, saying what is
/// wrong with which precinct, for anything that is no plan of this electorate.
Plan read_plan(const Electorate& electorate, std::string_view text);

/// How many plans there are, in decimal. Counts along a frontier (after Kawahara, Horiyama, Hotta and Minato 2017, whose
/// frontiers remember which components must stay apart; a rule for each 2x2 block makes that needless for sizes up to 23).
std::string count_plans(const Electorate& electorate);

/// What a precinct with as many votes for both parties is worth.
enum class Ties { nobody, a, b, half };

/// How many plans there are for each number of seats.
struct SeatCounts {
  int steps = 1;                 ///< a seat is so many steps: 2 under Ties::half, else 1
  std::vector<std::uint64_t> a;  ///< plans in which party A has i / steps seats
  std::vector<std::uint64_t> b;
  std::uint64_t plans = 0;
};

/// Throws InputError if there are 2^64 plans or more.
SeatCounts count_seats(const Electorate& electorate, Ties ties);

/// The seats of a party under a plan, in steps as above.
int seats_of_a(const Electorate& electorate, const Plan& plan, Ties ties);
int seats_of_b(const Electorate& electorate, const Plan& plan, Ties ties);

}  // namespace pentocity
