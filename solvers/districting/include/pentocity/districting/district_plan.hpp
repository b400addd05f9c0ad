#pragma once
// A plan: a division of a board into districts. Its text, its votes and its images under the symmetries of the board.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/districting/electorate.hpp"

namespace pentocity::districting {

/// A plan: the number of each cell's district, row by row. Districts are numbered from 0 in the order of their first
/// cells; blocked cells have -1.
using DistrictPlan = std::vector<int>;

/// A plan as text: rows joined by '|', '#' for a blocked cell, and the label of its district for any other: `1`-`9`,
/// `a`-`z`, `A`-`Z`, then `[62]`, `[63]` and so on.
std::string plan_text(const Electorate& electorate, const DistrictPlan& plan);
/// Reads such a text. The labels are arbitrary, as long as each stands for one district. Throws InputError, which says
/// what is wrong with which district, if the text is no plan of this board.
DistrictPlan read_plan(const Electorate& electorate, std::string_view text);
/// Throws InputError likewise if this is no plan of the board; `labels` are what messages call its districts.
void check_plan(const Electorate& electorate, const DistrictPlan& plan, std::span<const std::string> labels);
/// The board that a plan's text divides, without votes (all voters are of party B). The size is that of the district of
/// the first cell. Throws InputError as electorate_without_votes() does.
Electorate electorate_of_plan(std::string_view text);

/// The voters of a district, and those of them who vote for A.
struct DistrictVotes {
  int voters = 0, votes_of_a = 0;
};
/// The votes in each district of a plan.
std::vector<DistrictVotes> votes_by_district(const Electorate& electorate, const DistrictPlan& plan);

/// How a plan splits counties: the number of counties that lie in more than one district, and the sum over all counties
/// of the number of their districts less one.
struct CountySplits {
  int counties = 0, total = 0;
};
CountySplits splits_of(const Electorate& electorate, const DistrictPlan& plan);

/// The seats-votes curve of a plan: the shares of all votes from which A wins one seat, two seats and so on, if its
/// share moves by as much in each district (a uniform swing). Ascending, with a number for each district; one that lies
/// outside of 0 to 1 is never reached.
std::vector<double> seats_votes_curve(const Electorate& electorate, const DistrictPlan& plan);

/// The ways to turn and mirror the board so that it covers itself, blocked cells come to lie on blocked cells, cells on
/// cells with as many voters, and counties on counties. A symmetry is a list with an element for each cell: the index
/// of the cell from which its image takes its content. The identity is the first.
std::vector<std::vector<int>> symmetries(const Electorate& electorate);
/// The image of a plan under a symmetry, with the districts numbered anew.
DistrictPlan image_of(const DistrictPlan& plan, const std::vector<int>& symmetry);

}  // namespace pentocity::districting
