#include "commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "pentocity/core/random.hpp"
#include "pentocity/tournament/files.hpp"

namespace pentocity::app {

CLI::Validator one_of(const std::vector<std::string>& words) {
  const auto complaint = [words](std::string& text) {
    if (std::find(words.begin(), words.end(), text) != words.end()) return std::string();
    const std::vector<std::string> first(words.begin(), std::prev(words.end()));
    return fmt::format("expected {} or {}, not '{}'", fmt::join(first, ", "), words.back(), printable(text));
  };
  return {complaint, ""};
}

CLI::Option* choice(CLI::App& command, const std::string& name, std::string& value, const std::string& meaning) {
  const auto words = CLI::detail::split(name.substr(name.find(' ') + 1), '|');
  return option(command, name, value, meaning)->check(one_of(words));
}

void group(CLI::App& command, const std::string& heading, const std::vector<std::string>& names) {
  for (const std::string& name : names) command.get_option(name)->group(heading);
}

CLI::Option_group& option_group(CLI::App& command, const std::string& name, const std::string& meaning) {
  return *command.add_option_group(name, meaning);
}

void add_jobs(CLI::App& command, int& jobs, const std::string& meaning) {
  jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  option(command, "--jobs N", jobs, meaning)->check(number_from(1, 1024));
}

CLI::Option* add_seed(CLI::App& command, const std::string& name, std::uint64_t& seed, const std::string& meaning) {
  return option(command, name, seed, meaning)->check(number_from(std::uint64_t{0}, max_seed));
}

void add_rules(CLI::App& command, std::string& rules) {
  option(command, "--rules PROFILE", rules,
         "Set of rules: report (the default) or tournament-2016; `pentocity list rules` explains them");
}

void add_progress(CLI::App& command, bool& progress) {
  command.add_flag("--progress", progress, "Show the progress on standard error even if that is not a terminal");
}

void add_puzzle(CLI::App& command, std::string& puzzle) {
  option(command, "PUZZLE NAME|FILE", puzzle,
         "Built-in puzzle, which `pentocity list puzzles` names, or the YAML file of a puzzle (docs/solvers.md), or an "
         ".xmpuzzle of BurrTools (FILE#2: its second problem)")
      ->required();
}

void add_out(CLI::App& command, std::string& out) {
  option(command, "-o,--out FILE", out, "File to write (default: standard output)");
}

void write_output(const std::string& out, std::string_view text) {
  if (out.empty())
    fmt::print("{}", text);
  else
    tournament::write_file(out, text, tournament::OnDisk::later);
}

std::string duration(double seconds) {
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour, year = 365.25 * day;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{:.0f} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} h", seconds / hour);
  if (seconds < 2 * year) return fmt::format("{:.0f} days", seconds / day);
  return fmt::format("{:.2g} years", seconds / year);
}

bool shows_progress(bool progress) { return progress || isatty(STDERR_FILENO) != 0; }

}  // namespace pentocity::app
