#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <system_error>

#include "commands.hpp"
#include "pentocity/game/plugin.hpp"
#include "pentocity/input/memory_limit.hpp"

namespace pentocity::app {
namespace {

// A complaint that cannot be written is lost; the exit code still tells.
void complain(const std::string& message) { std::fputs(("pentocity: " + message + "\n").c_str(), stderr); }

constexpr const char* too_much =
    "this input needs more memory than is allowed for what is read: --read-memory GIB allows more";

// Where nothing may be thrown, as where JSON is destroyed, an allocation may be refused nevertheless.
[[noreturn]] void end_at_once() {
  try {
    if (const std::exception_ptr error = std::current_exception()) std::rethrow_exception(error);
  } catch (const MemoryLimitReached&) {
    std::fprintf(stderr, "pentocity: %s\n", too_much);
    std::_Exit(exit_bad_input);
  } catch (...) {  // a fault of this program
  }
  std::abort();
}

// Output that did not arrive is an error even if all the work was done.
int finish_output(int exit_code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  complain(fmt::format("standard output cannot be written: {}",
                       errno != 0 ? std::generic_category().message(errno) : "write error"));
  return exit_bad_input;
}

// The commands, in the order and under the headings of `pentocity --help`.
struct Entry {
  std::string_view name;
  void (*add)(const Command&);
  const char* heading;
};
constexpr const char* about_playing = "Play and compare players";
constexpr const char* about_tournaments = "Tournaments";
constexpr const char* about_results = "Results and pages";
constexpr const char* about_games = "Look at games";
constexpr const char* about_authors = "Write your own players and sequencers";
constexpr const char* about_other_games = "Puzzles, districts and tic-tac-toe";
constexpr Entry all_commands[] = {
    {"run", add_run, about_playing},
    {"compare", add_compare, about_playing},
    {"list", add_list, about_playing},
    {"offline", add_offline, about_playing},
    {"commit", add_commit, about_tournaments},
    {"contribute", add_contribute, about_tournaments},
    {"close", add_close, about_tournaments},
    {"league", add_league, about_tournaments},
    {"merge", add_merge, about_tournaments},
    {"reveal", add_reveal, about_tournaments},
    {"audit", add_audit, about_tournaments},
    {"report", add_report, about_results},
    {"site", add_site, about_results},
    {"export", add_export, about_results},
    {"bound", add_bound, about_results},
    {"import", add_import, about_results},
    {"show", add_show, about_games},
    {"render", add_render, about_games},
    {"replay", add_replay, about_games},
    {"sequence", add_sequence, about_games},
    {"new", add_new, about_authors},
    {"check", add_check, about_authors},
    {"tune", add_tune, about_authors},
    {"adversary", add_adversary, about_authors},
    {"solve", add_solve, about_other_games},
    {"verify", add_verify, about_other_games},
    {"convert", add_convert, about_other_games},
    {"gerrymander", add_gerrymander, about_other_games},
    {"play", add_play, about_other_games},
};

// Runs a command, and prints its errors.
int run_command(int argc, char** argv) {
  try {
    return finish_output(command_line(argc > 1 ? argv[1] : "")->run(argc, argv));
  } catch (const UserError& e) {
    complain(e.what());
    finish_output(exit_bad_input);
    return exit_bad_input;
  } catch (const std::system_error& e) {  // also of fmt::print, when an output is full or closed
    complain(std::ferror(stdout) != 0 ? "standard output cannot be written: " + e.code().message() : e.what());
    return exit_bad_input;
  } catch (const std::runtime_error& e) {  // the machine failed: a process could not be started, or was lost
    complain(e.what());
    finish_output(exit_no);
    return exit_no;
  } catch (const MemoryLimitReached&) {
    complain(too_much);
    return exit_bad_input;
  } catch (const std::bad_alloc&) {
    complain("there is not enough memory");
    return exit_no;
  } catch (const std::exception& e) {  // a fault of this program, but of one line
    complain(fmt::format("an error that should not be: {}", printable(e.what())));
    return exit_no;
  }
}

}  // namespace

std::unique_ptr<CommandLine> command_line(std::string_view word) {
  auto out = std::make_unique<CommandLine>(
      "pentocity",
      "Pentocity is a packing game for programs: a player places requested buildings on a square of land, one after "
      "the other, without knowing what will be requested next. This program plays such games and tournaments, shows "
      "them, and solves tiling puzzles.\n\n"
      "Start here: pentocity run configs/quickstart.yaml\n",
      std::string("pentocity ") + PENTOCITY_VERSION + ", g++ " + __VERSION__ + ", " + abi_tag);
  const Command top = out->top();
  const auto named = std::ranges::find(all_commands, word, &Entry::name);
  if (named != std::end(all_commands)) {
    named->add(top);
  } else if (word != "--version") {  // for the help, and for messages about wrong words
    for (const Entry& entry : all_commands) {
      entry.add(top);
      top.heading(std::string(entry.name), entry.heading);
    }
  }
  top.footer({},
             "`pentocity COMMAND --help` explains a command and shows an example.\n"
             "Exit codes: 0 done; 1 done, and the answer is no; 2 wrong usage or wrong input; 3 interrupted. With "
             "--exit-code, compare and run have more: 4 B is better, 5 no difference, 6 games failed. audit has 7: "
             "nothing amiss, but not all was checked.");
  out->limit_memory();
  return out;
}

int app_main(int argc, char** argv) {
  // A file that may not grow is an error like a full disk, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_at_once);
  constexpr double gibibytes = 1;  // unless --read-memory says otherwise
  limit_memory(gibibytes);
  const int exit_code = run_command(argc, argv);
  lift_memory_limit();
  return exit_code;
}

}  // namespace pentocity::app
