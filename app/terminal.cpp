#include "terminal.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace pentocity::app {
namespace {

std::string_view variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool shows_colours(int file) {
  if (!variable("NO_COLOR").empty()) return false;
  const std::string_view forced = variable("CLICOLOR_FORCE");
  return (!forced.empty() && forced != "0") || rewrites_lines(file);
}

bool rewrites_lines(int file) { return isatty(file) != 0 && variable("TERM") != "dumb"; }

std::size_t terminal_width(int file, std::size_t otherwise) {
  winsize size{};
  return ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : otherwise;
}

void show_progress_line(std::string_view line, bool last) {
  if (!rewrites_lines(STDERR_FILENO)) return fmt::print(stderr, "{}\n", line);
  // What the terminal breaks could not be written over.
  fmt::print(stderr, "\r\x1b[K{}{}", line.substr(0, terminal_width(STDERR_FILENO, 100) - 1), last ? "\n" : "");
  std::fflush(stderr);
}

void clear_progress_line() {
  if (rewrites_lines(STDERR_FILENO)) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace pentocity::app
