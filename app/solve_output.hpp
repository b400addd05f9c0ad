#pragma once
// What `pentocity solve` prints of the solutions that it finds.

#include <string>

#include "pentocity/packing/maximize.hpp"
#include "pentocity/packing/solve.hpp"

namespace pentocity::app {

/// A picture of so many solutions of twelve pieces takes 2 MB.
constexpr std::size_t most_drawn = 200;

/// How to print them.
struct SolutionFormat {
  std::string format = "text";        ///< text, json, svg or benchmark
  std::string labels = "placements";  ///< placements or kinds

  packing::Labels label_kind() const {
    return labels == "kinds" ? packing::Labels::kinds : packing::Labels::placements;
  }
};

/// Appends a board. Each cell is two characters, its label doubled or a hole as ". "; with longer labels, as wide as
/// the longest and a blank. Odd rows of hexagons begin half a cell later.
void append_board(std::string& out, const packing::Puzzle& puzzle, const std::string& solution);

/// What was found, as JSON. `puzzle` says what was solved.
std::string solutions_json(const std::string& puzzle, const packing::SolveResult& result);

/// What ended a search that is not complete, as it stands behind what was found.
std::string stopped_by(const packing::SolveResult& result);

/// What was found, in one of the formats. A picture needs a solution.
std::string output_of(const packing::Puzzle& puzzle, const packing::SolveResult& result, const SolutionFormat& format,
                      packing::Task task, bool rotations_only = false);
/// How many of the solutions that were found leave the same cells empty, for each choice of them in the order of the
/// board: `Jan 1: 64`, by the cells' names, or by their places if they have none. Text or json.
std::string counts_by_holes(const packing::Puzzle& puzzle, const packing::SolveResult& result,
                            const SolutionFormat& format);
/// The same of `--maximize`: text, json, or a picture of the solution, which must be there.
std::string output_of(const packing::Puzzle& puzzle, packing::Maximum result, const SolutionFormat& format);

}  // namespace pentocity::app
