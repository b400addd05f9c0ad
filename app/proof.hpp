#pragma once
// Proofs that a puzzle has no solution, by a SAT solver.

#include <string>

#include "pentocity/packing/solve.hpp"

namespace pentocity::app {

/// Searches with the program `cadical` instead of an engine. If there is no solution, `path` gets a proof in the format
/// DRAT of the formula in `path` with `.cnf` appended, which is written too. If there is one, it is checked, and no
/// file is left. Throws UserError if the program is not there or fails.
packing::SolveResult solve_with_proof(const packing::Puzzle& puzzle, const std::string& path);

}  // namespace pentocity::app
