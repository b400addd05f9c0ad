#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "commands.hpp"
#include "description.hpp"
#include "pentocity/game/plugin.hpp"
#include "pentocity/input/memory_limit.hpp"
#include "pentocity/input/version.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::app {
namespace {

// Returns the exit code: it still tells if the complaint cannot be written, and is lost.
int complain(const std::string& message, int exit_code) {
  std::fputs(("pentocity: " + message + "\n").c_str(), stderr);
  return exit_code;
}

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
  return complain(fmt::format("standard output cannot be written: {}",
                              errno != 0 ? std::generic_category().message(errno) : "write error"),
                  exit_bad_input);
}

// The commands, in the order and under the headings of `pentocity --help`.
struct CommandGroup {
  const char* heading;
  std::vector<std::pair<std::string, AddsCommand*>> commands;
};
const CommandGroup command_groups[] = {
    {"Play and compare players",
     {{"run", add_run}, {"compare", add_compare}, {"list", add_list}, {"offline", add_offline}}},
    {"Tournaments",
     {{"commit", add_commit},
      {"contribute", add_contribute},
      {"close", add_close},
      {"league", add_league},
      {"disqualify", add_disqualify},
      {"merge", add_merge},
      {"reveal", add_reveal},
      {"audit", add_audit}}},
    {"Results and pages",
     {{"report", add_report},
      {"site", add_site},
      {"export", add_export},
      {"archive", add_archive},
      {"bound", add_bound},
      {"import", add_import}}},
    {"Look at games", {{"show", add_show}, {"render", add_render}, {"replay", add_replay}, {"sequence", add_sequence}}},
    {"Write your own players and sequencers",
     {{"new", add_new}, {"check", add_check}, {"tune", add_tune}, {"adversary", add_adversary}}},
    {"Puzzles, districts and tic-tac-toe",
     {{"solve", add_solve},
      {"verify", add_verify},
      {"convert", add_convert},
      {"gerrymander", add_gerrymander},
      {"play", add_play}}}};

// Runs a command, and prints its errors. `--complete` is for the scripts with which shells complete words.
int run_command(int argc, char** argv) try {
  if (argc > 1 && std::string_view(argv[1]) == "--complete")
    return finish_output(offer_words(command_line()->describe(), {argv + 2, argv + argc}) ? exit_done : exit_no);
  return finish_output(command_line(argc > 1 ? argv[1] : "")->run(argc, argv));
} catch (const UserError& e) {
  return finish_output(complain(e.what(), exit_bad_input));
} catch (const std::system_error& e) {  // also of fmt::print, when an output is full or closed
  return complain(std::ferror(stdout) != 0 ? "standard output cannot be written: " + e.code().message() : e.what(),
                  exit_bad_input);
} catch (const ParticipantFailed& e) {
  finish_output(complain("a player or a sequencer failed: " + printable(words_of(e)), exit_no));
  return exit_no;
} catch (const std::runtime_error& e) {  // the machine failed: a process could not be started, or was lost
  finish_output(complain(e.what(), exit_no));
  return exit_no;
} catch (const MemoryLimitReached&) {
  return complain(too_much, exit_bad_input);
} catch (const std::bad_alloc&) {
  return complain("there is not enough memory", exit_no);
} catch (const std::exception& e) {  // a fault of this program, but of one line
  return complain(fmt::format("an error that should not be: {}", printable(e.what())), exit_no);
}

}  // namespace

std::unique_ptr<CommandLine> command_line(std::string_view word) {
  auto out = std::make_unique<CommandLine>(
      "pentocity",
      "Pentocity is a packing game for programs: a player places requested buildings on a square of land, one after "
      "the other, without knowing what will be requested next. This program plays such games and tournaments, shows "
      "them, and solves tiling puzzles.\n\n"
      "Start here: pentocity run configs/quickstart.yaml\n",
      "pentocity " + program_text() + ", g++ " + __VERSION__ + ", " + abi_tag);
  const Command top = out->top();
  const bool named = std::ranges::any_of(command_groups, [&](const CommandGroup& group) {
    return std::ranges::any_of(group.commands, [&](const auto& command) { return command.first == word; });
  });
  // All of them are for the help, and for messages about wrong words.
  for (const CommandGroup& group : command_groups)
    for (const auto& [name, add] : group.commands) {
      if (named ? name != word : word == "--version") continue;
      add(top);
      if (!named) top.heading(name, group.heading);
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
  limit_memory(1);  // unless --read-memory says otherwise
  const int exit_code = run_command(argc, argv);
  lift_memory_limit();
  return exit_code;
}

}  // namespace pentocity::app
