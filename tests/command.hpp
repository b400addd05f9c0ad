#pragma once
// Running a program as people do.

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "pentocity/web/pages.hpp"

namespace pentocity::test {

struct Run {
  int exit_code;
  std::string output;  ///< of both streams
};

/// Runs a command line in the shell. What it says that this machine cannot enforce on players is left out: on another
/// it would not say so.
inline Run run_command(const std::string& command) {
  FILE* pipe = popen(("{ " + command + "\n} 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe)) output.append(buffer.data(), n);
  const int status = pclose(pipe);
  const std::string gap = "pentocity: a player in a process of its own is not confined completely: ";
  for (std::size_t at = 0; (at = output.find(gap, at)) != std::string::npos;)
    output.erase(at, output.find('\n', at) + 1 - at);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, output};
}

/// Has a command ended because the program was built without Node.js or npm, and so without pages?
inline bool lacks_page(const Run& run) {
  return pentocity::web::report_page().empty() && run.output.find("this program has no ") != std::string::npos;
}

}  // namespace pentocity::test
