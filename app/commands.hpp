#pragma once
// The commands of `pentocity`, one file for each, or a folder with a file for each subcommand. A function add_X() adds
// the command X to the parser; when the command has run, it sets `exit_code`. If a command throws a UserError,
// app_main() prints its message as one line.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pentocity/input/printable.hpp"

namespace pentocity {

namespace match {}
namespace tournament {}

namespace app {

using namespace match;
using namespace tournament;

/// The exit codes of all commands. `exit_no` is a negative answer, such as a check that fails or a puzzle without
/// solution, or a failure of the machine, such as a process that cannot be started.
enum Exit : int { exit_done = 0, exit_no = 1, exit_bad_input = 2, exit_interrupted = 3 };

/// Adds a command, or a subcommand, which calls `run` and takes the exit code from it. Returns its parser and the
/// arguments that `run` will get, for options to be added.
template <class Arguments>
std::pair<CLI::App&, std::remove_const_t<Arguments>&> add_command(CLI::App& parent, int& exit_code,
                                                                  int (*run)(Arguments&), const std::string& name,
                                                                  const std::string& meaning) {
  CLI::App* const command = parent.add_subcommand(name, meaning);
  const auto arguments = std::make_shared<std::remove_const_t<Arguments>>();
  command->callback([arguments, run, &exit_code] { exit_code = run(*arguments); });
  return {*command, *arguments};
}

/// Adds an option, or a positional argument if the name begins without dashes. The name that the help gives its value
/// follows after a blank, as in "--seed S".
template <class T>
CLI::Option* option(CLI::App& command, const std::string& name, T& value, const std::string& meaning) {
  const std::size_t blank = name.find(' ');
  return command.add_option(name.substr(0, blank), value, meaning)->type_name(name.substr(blank + 1));
}

/// Adds a group of options, of which for example only one may be given.
CLI::Option_group& option_group(CLI::App& command, const std::string& name, const std::string& meaning);
/// Puts options of a command, and its positional arguments, under a heading of its help.
void group(CLI::App& command, const std::string& heading, const std::vector<std::string>& names);

/// Accepts a number from `min` to `max`, a whole one if `Number` is an integer. The help shows the range beside the
/// option.
template <class Number>
CLI::Validator number_from(Number min, Number max = std::numeric_limits<Number>::max()) {
  const std::string range =
      max == std::numeric_limits<Number>::max() ? fmt::format("from {}", min) : fmt::format("{} to {}", min, max);
  const auto complaint = [=](std::string& text) {
    Number n{};
    bool is_number = false;
    if constexpr (std::is_integral_v<Number>) {  // the parser would take 0x10, and -1 for the greatest unsigned number
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
      is_number = error == std::errc() && end == text.data() + text.size();
    } else {
      is_number = CLI::detail::lexical_cast(text, n);
    }
    if (is_number && n >= min && n <= max) return std::string();
    return fmt::format("expected a {} {}{}, not '{}'", std::is_integral_v<Number> ? "whole number" : "number",
                       range.starts_with("from") ? "" : "from ", range, printable(text));
  };
  return {complaint, " " + range};
}

/// Accepts one of these words.
CLI::Validator one_of(const std::vector<std::string>& words);

/// Adds an option whose value is one of a few words, such as "--format text|json".
CLI::Option* choice(CLI::App& command, const std::string& name, std::string& value, const std::string& meaning);
/// Adds the option `--jobs`, and sets `jobs` to its default: a thread for each core.
void add_jobs(CLI::App& command, int& jobs,
              const std::string& meaning = "Number of threads (default: one for each core)");
/// Adds an option for a seed, such as "--seed S".
CLI::Option* add_seed(CLI::App& command, const std::string& name, std::uint64_t& seed, const std::string& meaning);
/// Adds the option `--rules` of commands that play games without a config.
void add_rules(CLI::App& command, std::string& rules);
/// Adds the flag `--progress`.
void add_progress(CLI::App& command, bool& progress);
/// Adds the positional argument for a tiling puzzle, as exchange::find_puzzle() takes it.
void add_puzzle(CLI::App& command, std::string& puzzle);
/// Adds the option `--out`, for write_output().
void add_out(CLI::App& command, std::string& out);
/// Writes a text to the file `out`, or to standard output if that is empty. Throws UserError if it cannot be written.
void write_output(const std::string& out, std::string_view text);
/// A time as people say it: "110 s", "3 min", "5 h", "2 days".
std::string duration(double seconds);
/// Is progress to be shown, by this flag or because standard error is a terminal?
bool shows_progress(bool progress);

void add_adversary(CLI::App& app, int& exit_code);
void add_audit(CLI::App& app, int& exit_code);
void add_bound(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_convert(CLI::App& app, int& exit_code);
void add_export(CLI::App& app, int& exit_code);
void add_gerrymander(CLI::App& app, int& exit_code);
void add_import(CLI::App& app, int& exit_code);
void add_league(CLI::App& app, int& exit_code);
void add_list(CLI::App& app, int& exit_code);
void add_merge(CLI::App& app, int& exit_code);
void add_new(CLI::App& app, int& exit_code);
void add_offline(CLI::App& app, int& exit_code);
void add_play(CLI::App& app, int& exit_code);
void add_render(CLI::App& app, int& exit_code);
void add_replay(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_reveal(CLI::App& app, int& exit_code);
void add_run(CLI::App& app, int& exit_code);
void add_sequence(CLI::App& app, int& exit_code);
void add_show(CLI::App& app, int& exit_code);
void add_site(CLI::App& app, int& exit_code);
void add_solve(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);

/// Adds all commands, in groups. When one of them has run, it has set `exit_code`.
void add_commands(CLI::App& app, int& exit_code);

/// The main function of the program: parses the command line, runs the command, prints errors, and returns the exit
/// code.
int app_main(int argc, char** argv);

}  // namespace app
}  // namespace pentocity
