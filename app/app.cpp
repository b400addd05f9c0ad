#include <fmt/core.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "commands.hpp"
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
struct CommandGroup {
  const char* heading;
  std::vector<void (*)(CLI::App&, int&)> commands;
};
const std::vector<CommandGroup>& command_groups() {
  static const std::vector<CommandGroup> groups{
      {"Play and compare players", {add_run, add_compare, add_list, add_offline}},
      {"Tournaments", {add_merge, add_reveal, add_audit}},
      {"Results and pages", {add_report, add_export, add_bound, add_import}},
      {"Look at games", {add_show, add_render, add_replay, add_sequence}},
      {"Write your own players and sequencers", {add_new, add_check, add_tune, add_adversary}},
      {"Puzzles, districts and tic-tac-toe", {add_solve, add_verify, add_gerrymander, add_play}}};
  return groups;
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
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
    for (const CLI::Option* option : command->get_options())
      if (option->get_positional() && option->get_required() && option->count() == 0) {
        const std::string meaning = option->get_description();
        what = fmt::format("{} is missing: {}", option->get_type_name(), meaning.substr(0, meaning.find(". ")));
        break;
      }
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
  }
  return fmt::format("{} (see {} --help)", what, path);
}

}  // namespace

void add_commands(CLI::App& app, int& exit_code) {
  for (const CommandGroup& group : command_groups())
    for (const auto add : group.commands) {
      add(app, exit_code);
      app.get_subcommands({}).back()->group(group.heading);
    }
}

int app_main(int argc, char** argv) {
  // A file that may not grow is an error like a full disk, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app{
      "Pentocity is a packing game for programs: a player places requested buildings on a square of land, one after "
      "the other, without knowing what will be requested next. This program plays such games and tournaments, shows "
      "them, and solves tiling puzzles.\n\n"
      "Start here: pentocity run configs/quickstart.yaml\n",
      "pentocity"};
  app.formatter(std::make_shared<HelpFormat>());
  app.set_version_flag("--version",
                       std::string("pentocity ") + PENTOCITY_VERSION + ", g++ " + __VERSION__ + ", " + abi_tag);
  app.require_subcommand(1);
  int exit_code = exit_done;
  add_commands(app, exit_code);
  app.footer(
      "`pentocity COMMAND --help` explains a command and shows an example.\n"
      "Exit codes: 0 done; 1 done, and the answer is no; 2 wrong usage or wrong input; 3 interrupted.");

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
