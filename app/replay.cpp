#include "pentocity/match/replay.hpp"

#include <fmt/format.h>

#include "commands.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::app {
namespace {

std::string place_of(const Mismatch& m) { return m.turn >= 0 ? fmt::format("turn {}", m.turn) : "whole game"; }

// Every file is looked at, even after one that is no trace.
int replay(const std::vector<std::string>& files) {
  std::size_t games = 0, mismatches = 0;
  for (const std::string& file : files) {
    try {
      for (const Mismatch& m : replay_trace(read_trace(file))) {
        fmt::print("{}: {}: {}: recorded {}, replayed {}\n", file, place_of(m), m.field, printable(m.recorded),
                   printable(m.replayed));
        ++mismatches;
      }
      ++games;
    } catch (const InputError& e) {
      fmt::print(stderr, "pentocity: {}\n", e.what());
    }
  }
  fmt::print("{} games, {} mismatches\n", games, mismatches);
  if (games < files.size()) return exit_bad_input;
  return mismatches == 0 ? exit_done : exit_no;
}

}  // namespace

void add_replay(CLI::App& app, int& exit_code) {
  const auto [command, files] =
      add_command(app, exit_code, replay, "replay",
                  "Check recorded games: play their moves again by the rules, and compare what follows from them");
  command.footer(
      "Each difference is printed with its file, turn and field, up to the first turn that differs. Exit code 1 if "
      "there is any, 2 if a file is no recorded game or is cut short. (To watch a game, use `pentocity show` or "
      "`pentocity report`.)\n"
      "Example: pentocity replay results/quickstart/traces/*.jsonl.gz");
  option(command, "files TRACE", files,
         "Recorded games: files *.jsonl.gz of the folder traces/ of some results, or *.jsonl")
      ->required();
}

}  // namespace pentocity::app
