#pragma once
// The subcommands of `pentocity gerrymander`, and what several of them share.

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "pentocity/districting/gerrymander.hpp"

namespace pentocity::app {

// A function add_X() adds one subcommand; add_files() adds two, export and import.
void add_tilings(CLI::App& top, int& exit_code);
void add_seats(CLI::App& top, int& exit_code);
void add_sample(CLI::App& top, int& exit_code);
void add_puzzle(CLI::App& top, int& exit_code);
void add_census(CLI::App& top, int& exit_code);
void add_files(CLI::App& top, int& exit_code);

/// Adds an option whose value is one of a few words.
void add_word(CLI::App& command, const std::string& name, std::string& value, const std::vector<std::string>& words,
              const std::string& meaning);
/// Adds the option `--format text|json`.
void add_format(CLI::App& command, std::string& format);
/// Adds the option `--size`.
void add_size(CLI::App& command, int& size);

/// A picture given in place, or the text of the file that holds it.
std::string picture_or_file(const std::string& argument);
/// The rows and columns of a size such as `5` or `4x6`. Throws InputError.
std::pair<int, int> read_sides(const std::string& text);
/// Prints to standard error that the board has no plan, and returns exit_no.
int no_plan(const districting::Electorate& electorate);
/// The plan as lines of text, with a legend that numbers the districts in Roman numerals and gives their votes.
std::string plan_with_legend(const districting::Electorate& electorate, const districting::DistrictPlan& plan);

}  // namespace pentocity::app
