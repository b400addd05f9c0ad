#pragma once
// Reads and writes districtings (plans) in the file formats of other programs.

#include <string>

#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::app {

/// A plan as the graph that GerryChain reads (JSON, networkx's adjacency data). Each voter is a node with `row`,
/// `column`, `population` (1), `district` (from 1), `boundary_node` (has fewer than four neighbours) and, if
/// `has_votes`, `votes_a` and `votes_b`.
std::string gerrychain_json(const districting::Electorate& electorate, const districting::DistrictPlan& plan,
                            bool has_votes);
/// A plan as CSV with the header `row,column,district` and, if `has_votes`, a last column `voter`, A or B. Rows and
/// columns count from 0, districts from 1.
std::string districts_csv(const districting::Electorate& electorate, const districting::DistrictPlan& plan,
                          bool has_votes);

/// A plan that was read. Voters are of party B unless the file has `votes_a: 1` for them, which only JSON can.
struct DistrictFile {
  districting::Electorate electorate;
  districting::DistrictPlan plan;
};
/// Reads either format; a file that begins with `{` is JSON. Cells that the file does not mention are blocked. Rows and
/// columns count from 0 and are at most 49. Throws InputError, with file and node or line, for anything that is wrong,
/// and for districts that are not connected or differ in size.
DistrictFile read_districts(const std::string& path);

}  // namespace pentocity::app
