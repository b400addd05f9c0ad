#pragma once
// The commands of `pentocity`: a file for each or for a few that belong together, or a folder with a file for each
// subcommand. The function add_run() adds the command `run`, and so on. This header brings what most commands need:
// algorithms, the command line, messages, JSON and files, and the names of the layers that play games. If a command
// throws a UserError, app_main() prints its message as one line.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "command_line.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/shell_word.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/tournament/config.hpp"

namespace pentocity::app {

using namespace match;
using namespace entrants;
using namespace results;
using namespace figures;
using namespace tournament;
using nlohmann::ordered_json;

/// The exit codes of all commands. `exit_no` is a negative answer, such as a check that fails or a puzzle without
/// solution, or a failure of the machine, such as a process that cannot be started.
/// The codes 4 to 6 are for scripts that ask for them with `--exit-code`; the last one is of `audit`, which found
/// nothing amiss and could not check everything.
enum Exit : int {
  exit_done = 0,
  exit_no = 1,
  exit_bad_input = 2,
  exit_interrupted = 3,
  exit_b_better = 4,
  exit_no_difference = 5,
  exit_failed_games = 6,
  exit_not_all_checked = 7
};

/// Adds the option `--jobs`, and sets `jobs` to its default: a thread for each core.
void add_jobs(const Command& command, int& jobs,
              const std::string& meaning = "Number of threads (default: one for each core)");
/// Adds an option for a seed, such as "--seed S".
Option add_seed(const Command& command, const std::string& name, std::uint64_t& seed, const std::string& meaning);
/// Adds the option `--rules`, which names a set of rules.
void add_rules(const Command& command, std::string& rules,
               const std::string& meaning =
                   "Set of rules: report (the default) or tournament-2016; `pentocity list rules` explains them");
/// What shells offer for the name of a player or sequencer: the built-in ones.
std::vector<std::string> player_names();
std::vector<std::string> sequencer_names();
/// Adds an option or positional argument for players, each a built-in name or a file; the same for sequencers.
template <class T>
Option player_option(const Command& command, const std::string& name, T& value, const std::string& meaning) {
  return command.file(name, value, meaning).offers(player_names);
}
template <class T>
Option sequencer_option(const Command& command, const std::string& name, T& value, const std::string& meaning) {
  return command.file(name, value, meaning).offers(sequencer_names);
}
/// Adds the flag `--progress`.
void add_progress(const Command& command, bool& progress);
/// Adds the positional argument for a tiling puzzle, as exchange::find_puzzle() takes it.
void add_puzzle(const Command& command, std::string& puzzle);
/// Adds the option `--out`, for write_output().
void add_out(const Command& command, std::string& out);
/// Writes a text to the file `out`, or to standard output if that is empty. Throws UserError if it cannot be written.
void write_output(const std::string& out, std::string_view text);
/// A page of `web/` with its data, as web::fill_page() fills it in. Throws UserError if the page is empty, as it is in
/// a program that was built without it.
/// @param name of the page, for the message
std::string filled_page(std::string_view name, std::string_view page,
                        std::initializer_list<std::pair<std::string_view, std::string_view>> data);
/// Tells the user something on standard error, in a line that the program begins with its name.
template <class... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
  fmt::print(stderr, "pentocity: {}\n", printable(fmt::format(format, std::forward<Args>(args)...)));
}
/// The same for a line that is told by others, such as tournament::prepare_games().
inline void tell_line(const std::string& line) { tell("{}", line); }
/// The text of a member of a JSON object, safe to print; `?` if it is no text.
std::string word_in(const nlohmann::json& object, const char* key);
/// Prints JSON to standard output.
void print_json(const ordered_json& json, int indent = 1);
std::size_t bytes_of_gibibytes(double gibibytes);
/// The memory that this process can still take: what the kernel has available, and what control groups leave of it.
double free_gibibytes();
/// From here on the process holds at most so much more, in what `new` allocates: an allocation beyond that throws
/// MemoryLimitReached. A small file can stand for a huge thing. Processes that this one starts are not limited. Each of
/// several threads may pass the limit by a 64th of what was left. A second call replaces the limit, counted from the
/// same beginning.
void limit_memory(double gibibytes);
/// From here on there is no limit: all has been read, and what is computed may take what it needs.
void lift_memory_limit();
/// What a second signal loses where games are played and stored.
inline constexpr const char* lost_games = "the games under way have no result, and all that were stored stay";

/// Installs handlers for SIGINT and SIGTERM, and returns a flag that becomes true at the first such signal, so that
/// work under way can be finished. A second signal ends the process as usual if it comes more than half a second after
/// the first one. Both say so on standard error at once.
/// @param meanwhile what is done before the process ends, such as "the games under way are played to their end"
/// @param lost what a second signal loses
const std::atomic<bool>& stop_on_signals(const std::string& meanwhile = "what was found so far is kept",
                                         const std::string& lost = "what was under way is lost");
/// A time as people say it: "110 s", "3 min", "5 h", "2 days".
std::string duration(double seconds);
/// Is progress to be shown, by this flag or because standard error is a terminal?
bool shows_progress(bool progress);

/// A function that adds a command, which its name says.
using AddsCommand = void(const Command& app);
AddsCommand add_adversary, add_archive, add_audit, add_bound, add_check, add_close, add_commit, add_compare,
    add_contribute, add_convert, add_disqualify, add_export, add_gerrymander, add_import, add_league, add_list,
    add_merge, add_new, add_offline, add_play, add_render, add_replay, add_report, add_reveal, add_run, add_sequence,
    add_show, add_site, add_solve, add_tune, add_verify;

/// The command line of `pentocity`. If `word`, the first word of a command line, names a command, only that is added,
/// which takes less time; `--version` needs none.
std::unique_ptr<CommandLine> command_line(std::string_view word = "");

/// The main function of the program: parses the command line, runs the command, prints errors, and returns the exit
/// code.
int app_main(int argc, char** argv);

}  // namespace pentocity::app
