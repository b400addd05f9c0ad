#pragma once
// Plans in the files of other programs.

#include <string>

#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::app {

/// The graph that GerryChain reads (networkx's adjacency data): a node for each voter with `row`, `column`,
/// `population`, `district` (from 1), `boundary_node`, and, if asked for, `votes_a` and `votes_b`.
std::string gerrychain_json(const districting::Electorate& electorate, const districting::DistrictPlan& plan,
                            bool has_votes);
/// Lines `row,column,district`, rows and columns from 0, districts from 1.
std::string districts_csv(const districting::Electorate& electorate, const districting::DistrictPlan& plan);

/// A plan from outside; votes only if the file has them.
struct DistrictFile {
  districting::Electorate electorate;
  districting::DistrictPlan plan;
};
/// Reads either, by the file's first character. Cells that are not mentioned are blocked. Throws InputError, naming
/// file and node or line, for anything amiss, and for districts that are not connected or not of one size.
DistrictFile read_districts(const std::string& path);

}  // namespace pentocity::app
