#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include "commands.hpp"
#include "description.hpp"
#include "help_format.hpp"
#include "pentocity/game/plugin.hpp"
#include "pentocity/input/yaml.hpp"

namespace pentocity::app {
namespace {

// A complaint that cannot be written is lost; the exit code still tells.
void complain(const std::string& message) { std::fputs(("pentocity: " + message + "\n").c_str(), stderr); }

// Output that did not arrive is an error even if all the work was done.
int finish_output(int exit_code) {
  errno = 0;
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  complain(fmt::format("standard output cannot be written: {}",
                       errno != 0 ? std::generic_category().message(errno) : "write error"));
  return exit_bad_input;
}

// The commands, in the order and under the headings of `pentocity --help`.
struct Command {
  std::string_view name;
  void (*add)(CLI::App&, int&);
  const char* heading;
};
constexpr const char* playing = "Play and compare players";
constexpr const char* tournaments = "Tournaments";
constexpr const char* results = "Results and pages";
constexpr const char* games = "Look at games";
constexpr const char* authors = "Write your own players and sequencers";
constexpr const char* other_games = "Puzzles, districts and tic-tac-toe";
constexpr Command all_commands[] = {
    {"run", add_run, playing},
    {"compare", add_compare, playing},
    {"list", add_list, playing},
    {"offline", add_offline, playing},
    {"league", add_league, tournaments},
    {"merge", add_merge, tournaments},
    {"reveal", add_reveal, tournaments},
    {"audit", add_audit, tournaments},
    {"report", add_report, results},
    {"site", add_site, results},
    {"export", add_export, results},
    {"bound", add_bound, results},
    {"import", add_import, results},
    {"show", add_show, games},
    {"render", add_render, games},
    {"replay", add_replay, games},
    {"sequence", add_sequence, games},
    {"new", add_new, authors},
    {"check", add_check, authors},
    {"tune", add_tune, authors},
    {"adversary", add_adversary, authors},
    {"solve", add_solve, other_games},
    {"verify", add_verify, other_games},
    {"convert", add_convert, other_games},
    {"gerrymander", add_gerrymander, other_games},
    {"play", add_play, other_games},
};

// Adds the command that the first word of the command line names, which takes a tenth of the time that all of them
// take; or all of them, for the help and for messages about wrong words; or none for `--version`.
void add_named_command(std::string_view word, CLI::App& app, int& exit_code) {
  const auto* const command =
      std::find_if(std::begin(all_commands), std::end(all_commands), [&](const Command& c) { return c.name == word; });
  if (command != std::end(all_commands))
    command->add(app, exit_code);
  else if (word != "--version")
    add_commands(app, exit_code);
}

// Names the first required argument that is missing, if one is, and says what it is.
std::optional<std::string> missing_argument(const CLI::App& command) {
  const auto options = command.get_options([](const CLI::Option* o) { return o->get_required() && o->count() == 0; });
  if (options.empty()) return std::nullopt;
  const CLI::Option& option = *options.front();
  std::string meaning = option.get_description();
  if (meaning.size() > 1 && std::isupper(static_cast<unsigned char>(meaning[1])) == 0)
    meaning[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(meaning[0])));
  return fmt::format("{} is missing: {}", option.get_positional() ? option.get_type_name() : option.get_name(),
                     meaning);
}

// What is wrong with a command line, and the help of which command explains it.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App* command = &app;
  std::string path = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += ' ' + command->get_name();
  }
  std::string what = error.what();
  const std::vector<std::string> extras = command->remaining(true);
  if (!extras.empty()) {
    const bool is_option = extras.front().starts_with('-');
    std::vector<std::string> known;
    if (is_option)
      for (const CLI::Option* option : command->get_options()) known.push_back(option->get_name());
    else
      for (const CLI::App* sub : command->get_subcommands({})) known.push_back(sub->get_name());
    const bool subcommand = !is_option && !known.empty();
    const std::string kind = is_option ? "option" : command == &app ? "command" : "subcommand";
    if (is_option || subcommand)
      what = fmt::format("there is no {} '{}'{}", kind, extras.front(), suggestion(extras.front(), known));
    else
      what = fmt::format("'{}' is one argument too many", extras.front());
  } else if (const auto missing = missing_argument(*command);
             missing && dynamic_cast<const CLI::RequiredError*>(&error)) {
    what = *missing;
  }
  return fmt::format("{} (see {} --help)", what, path);
}

}  // namespace

void add_commands(CLI::App& app, int& exit_code) {
  for (const Command& command : all_commands) {
    command.add(app, exit_code);
    app.get_subcommand(std::string(command.name))->group(command.heading);
  }
}

std::unique_ptr<CLI::App> command_line(int& exit_code, std::string_view word) {
  auto parser = std::make_unique<CLI::App>(
      "Pentocity is a packing game for programs: a player places requested buildings on a square of land, one after "
      "the other, without knowing what will be requested next. This program plays such games and tournaments, shows "
      "them, and solves tiling puzzles.\n\n"
      "Start here: pentocity run configs/quickstart.yaml\n",
      "pentocity");
  CLI::App& app = *parser;
  app.formatter(std::make_shared<HelpFormat>());
  app.set_version_flag("--version",
                       std::string("pentocity ") + PENTOCITY_VERSION + ", g++ " + __VERSION__ + ", " + abi_tag);
  app.require_subcommand(1);
  add_named_command(word, app, exit_code);
  app.footer(
      "`pentocity COMMAND --help` explains a command and shows an example.\n"
      "Exit codes: 0 done; 1 done, and the answer is no; 2 wrong usage or wrong input; 3 interrupted.");
  return parser;
}

int app_main(int argc, char** argv) {
  // A file that may not grow is an error like a full disk, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  int exit_code = exit_done;
  const auto parser = command_line(exit_code, argc > 1 ? argv[1] : "");
  CLI::App& app = *parser;
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return finish_output(app.exit(e));
  } catch (const CLI::ParseError& e) {
    complain(usage_error(app, e));
    return exit_bad_input;
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
  }
  return finish_output(exit_code);
}

}  // namespace pentocity::app
