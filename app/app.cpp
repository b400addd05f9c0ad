#include <fmt/core.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

#include "commands.hpp"
#include "pentocity/game/plugin.hpp"
#include "pentocity/input/yaml.hpp"

namespace pentocity::app {

using namespace input;

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

}  // namespace

int app_main(int argc, char** argv) {
  // A file that may not grow is an error like a full disk, not the end of the process.
  std::signal(SIGXFSZ, SIG_IGN);
  CLI::App app{"Pentocity: packing players, request streams, tournaments and tiling puzzles", "pentocity"};
  app.set_version_flag("--version",
                       std::string("pentocity ") + PENTOCITY_VERSION + ", g++ " + __VERSION__ + ", " + abi_tag);
  app.require_subcommand(1);
  int exit_code = exit_done;
  add_adversary(app, exit_code);
  add_audit(app, exit_code);
  add_bound(app, exit_code);
  add_check(app, exit_code);
  add_compare(app, exit_code);
  add_gerrymander(app, exit_code);
  add_import(app, exit_code);
  add_list(app, exit_code);
  add_merge(app, exit_code);
  add_new(app, exit_code);
  add_offline(app, exit_code);
  add_play(app, exit_code);
  add_render(app, exit_code);
  add_replay(app, exit_code);
  add_report(app, exit_code);
  add_reveal(app, exit_code);
  add_run(app, exit_code);
  add_sequence(app, exit_code);
  add_show(app, exit_code);
  add_solve(app, exit_code);
  add_tune(app, exit_code);
  add_verify(app, exit_code);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    return finish_output(app.exit(e));
  } catch (const CLI::ParseError& e) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
    if (argc > 1 && argv[1][0] != '-' && app.get_subcommands().empty())
      complain(fmt::format("there is no command '{}'{}", argv[1], suggestion(argv[1], names)));
    else
      complain(fmt::format("{} (see pentocity --help)", e.what()));
    return exit_bad_input;
  } catch (const InputError& e) {
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
