#pragma once
// Packing puzzles as exact-cover problems, in the formats of other programs: those of Knuth's solvers DLX1 to DLX3, and
// DIMACS CNF for SAT solvers.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/packing/exact_cover.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/packing/refutation.hpp"
#include "pentocity/packing/verify.hpp"

namespace pentocity::exchange {

using packing::ExactCover;

/// The exact cover of a puzzle: an item for each cell (`r2c3`, on cubes `1r2c3`), for each kind of pieces whose number
/// is bounded (`p1`), and for each fixed placement (`f1`); an option for each placement on the board, by their first
/// cells. Its solutions are those of the puzzle, each once. If the number of holes does not follow from the numbers of
/// pieces, holes are options too, of the item `holes`, or `holesr` for a colour r. No name has more than 8 characters.
/// The format is that of Knuth's DLX3: bounds stand as `2:3|p1`. Without bounds DLX1 reads it too. Throws InputError if
/// pieces share some of their orientations, but not all: then no numbers of pieces say which solutions are permitted.
/// https://cs.stanford.edu/~knuth/programs/dlx3.w
std::string dlx_text(const packing::Puzzle& puzzle);
/// The same as a formula in conjunctive normal form. The variables 1, 2, ... are the options, those after them help
/// to count, by sequential counters (Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", 2005).
/// Comments name the options.
std::string dimacs_text(const packing::Puzzle& puzzle);

/// Reads a problem in that format, whoever wrote it: its options have no cells. Throws InputError, with `source` and
/// line, for what is wrong, and for colours (`item:c`, of DLX2), which cannot be had.
ExactCover read_dlx(std::string_view text, const std::string& source);
/// An option as that format has it: the names of its items.
std::string text_of(const ExactCover& cover, const ExactCover::Option& option);

/// Weights that show that a puzzle has no solution, as JSON (`pentocity-refutation/1`, docs/reference/formats.md):
/// those of its cells and kinds by the names of their items.
inline constexpr std::string_view refutation_format = "pentocity-refutation/1";
std::string refutation_text(const packing::Puzzle& puzzle, const packing::Refutation& refutation);
/// Reads them. Throws InputError, with `source`, for what is no such file, or names an item that the puzzle lacks.
packing::Refutation read_refutation(const packing::Puzzle& puzzle, const nlohmann::json& json,
                                    const std::string& source);

/// Does a text look like solutions of DLX1 to DLX3, or like the answer of a SAT solver?
bool is_dlx_solution(std::string_view text);
bool is_sat_solution(std::string_view text);

/// The solutions that DLX1 to DLX3 print for dlx_text(): lines `1:`, then the items of each chosen option. Throws
/// InputError, with `source` and line, for items that the puzzle does not have.
std::vector<packing::DrawnBoard> boards_of_dlx(const packing::Puzzle& puzzle, std::string_view text,
                                               const std::string& source);
/// The solution of dimacs_text() in a SAT solver's answer: the true variables of its lines `v`. Throws InputError, with
/// `source` and line; also if the answer is `s UNSATISFIABLE`.
std::vector<packing::DrawnBoard> boards_of_sat(const packing::Puzzle& puzzle, std::string_view text,
                                               const std::string& source);

}  // namespace pentocity::exchange
