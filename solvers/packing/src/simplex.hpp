#pragma once
// Linear programs of the kind that bounds how many pieces fit.

#include <utility>
#include <vector>

namespace pentocity::packing {

/// A constraint: the sum of weight times number, over these pairs of a weight's index and a number, is at least 1.
using CoveringRow = std::vector<std::pair<int, int>>;

/// Weights that meet all constraints and have the least sum of cost times weight, by Dantzig's simplex method on the
/// dual program. They are as exact as floating-point numbers are: whoever relies on them checks them. The costs must be
/// positive. Empty if the method does not end in reasonable time.
std::vector<double> least_covering(const std::vector<double>& costs, const std::vector<CoveringRow>& rows);

}  // namespace pentocity::packing
