#include "commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "pentocity/core/random.hpp"

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

bool shows_progress(bool progress) { return progress || isatty(STDERR_FILENO) != 0; }

}  // namespace pentocity::app
