#pragma once
// The subcommands of `pentocity gerrymander`, and what several of them share.

#include "commands.hpp"
#include "pentocity/districting/outlier.hpp"
#include "pentocity/input/byte_order_mark.hpp"
#include "pentocity/input/read_file.hpp"

namespace pentocity::app {

using districting::CountOptions, districting::DistrictPlan, districting::Electorate, districting::Outlier;

// Each adds the subcommand that its name says; add_files() adds two, export and import.
AddsCommand add_tilings, add_seats, add_sample, add_ensemble, add_puzzle, add_census, add_files;

/// Adds the option `--format text|json`.
void add_format(const Command& command, std::string& format);
/// Adds the board, for read_board().
void add_board(const Command& command, std::string& board);
/// Adds the option `--ties`; and what its word means.
void add_ties(const Command& command, std::string& ties);
districting::Ties ties_of(const std::string& word);
/// The options that say what districts must be.
struct RuleArguments {
  std::string size, tolerance, weights, counties, contiguity = "rook";
  int districts = 0;
  std::optional<int> max_splits;
};
void add_district_rules(const Command& command, RuleArguments& rules);
/// The board with these rules. Throws InputError.
Electorate with_rules(Electorate electorate, const RuleArguments& rules);

/// The options of long counts.
struct CountArguments {
  std::string measure = "plans", checkpoint;
  int jobs = 1;
  bool progress = false;
};
void add_count(const Command& command, CountArguments& count);
/// Runs a long count: shows its progress, and when it is interrupted says so, and returns exit_interrupted. `name` and
/// the board name the checkpoint, unless an option does.
int run_count(const CountArguments& arguments, const std::string& name, const Electorate& electorate,
              const std::function<int(const CountOptions&)>& run);

/// What `read` makes of a picture that is given in place, or of the text of the file that the argument names. Throws
/// InputError as `read` does; of an argument that can be the name of a file, the message says that there is none.
template <class Read>
auto read_picture(const std::string& argument, const Read& read) {
  if (std::filesystem::is_regular_file(argument))
    return read(std::string(without_byte_order_mark(read_file(argument))));
  try {
    return read(argument);
  } catch (const InputError& e) {
    if (argument.empty() || argument.find_first_of("|\n") != std::string::npos) throw;
    throw InputError("there is no file '{}', and as a picture it is wrong: {}", argument, e.what());
  }
}
/// Rules that any board keeps, until it gets those of its options.
inline districting::DistrictRules any_rules() { return {1, 1'000'000}; }
/// The board of a picture of voters, given in place or in a file; see read_electorate().
Electorate read_voters(const std::string& argument, const districting::DistrictRules& rules);
/// The rows and columns of a size such as `5` or `4x6`. Throws InputError.
std::pair<int, int> read_sides(const std::string& text);
/// The board of a size or of a picture of voters, without rules.
Electorate read_board(const std::string& argument);
/// Prints to standard error that the board has no plan, and returns exit_no.
int no_plan(const Electorate& electorate);
/// The standard numeral of 1 to 3999 in capitals: 1990 is MCMXC. Throws std::out_of_range for any other number.
std::string roman(int number);
/// The district that a text, or a value of JSON, names; empty if it names none. Numbers that are equal are one
/// district: 1, 1.0 and "1".
std::string district_of(const std::string& text);
std::string district_of(const nlohmann::json& value);
/// The values of a line, split by commas or blanks.
std::vector<std::string> split_values(std::string_view line);
/// The plan of a graph, or of the districts by unit, in JSON. Throws InputError, in which `path` is the file.
DistrictPlan plan_of_json(const nlohmann::json& json, const std::string& path, const Electorate& board);
/// The plan as a line of numbers from 1, the district of each cell that is not blocked, row by row: `1,1,2,2`.
std::string plan_line(const DistrictPlan& plan);
/// Calls `take` for the plan of each column of a table of units (CSV), or of its column `district` alone. Throws
/// InputError.
void read_plan_table(const std::string& text, const std::string& path, const Electorate& board,
                     const std::function<void(const DistrictPlan&)>& take);
/// The plan as lines of text, with a legend that numbers the districts in Roman numerals and gives their votes.
std::string plan_with_legend(const Electorate& electorate, const DistrictPlan& plan);
/// A plan in a picture; no plan shows the board alone.
struct PlanInPicture {
  Electorate board;
  DistrictPlan plan;
  std::string title;
};
/// An SVG picture of plans side by side, four in a row, each with its title above, and above several the title of all.
/// Boards without a voter of A are shown
/// without voters. There must be at least one plan.
std::string plans_picture(const std::vector<PlanInPicture>& plans, std::string_view title);
/// The same of at most three plans of one board, and of their seats-votes curves (seats_votes_curve()).
std::string seats_picture(const std::vector<PlanInPicture>& plans);
/// An SVG picture of a plan and of where it stands among all plans by seats and cut edges, for each measure. A seat has
/// `steps` steps.
std::string outlier_picture(const Electorate& electorate, const DistrictPlan& plan, const Outlier& outlier, int steps);

}  // namespace pentocity::app
