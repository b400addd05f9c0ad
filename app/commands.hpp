#pragma once
// The commands of `pentocity`, one file each. A command adds itself to the parser and leaves its exit code in
// `exit_code`; bad input is an InputError, which main prints as one line.

#include <CLI/CLI.hpp>

namespace pentocity::app {

/// Exit codes of every command.
enum Exit : int { exit_done = 0, exit_no = 1, exit_bad_input = 2, exit_interrupted = 3 };

void add_adversary(CLI::App& app, int& exit_code);
void add_audit(CLI::App& app, int& exit_code);
void add_bound(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_gerrymander(CLI::App& app, int& exit_code);
void add_import(CLI::App& app, int& exit_code);
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
void add_solve(CLI::App& app, int& exit_code);
void add_tune(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);

/// The whole program: parses, runs the command, prints errors; the exit code.
int app_main(int argc, char** argv);

}  // namespace pentocity::app
