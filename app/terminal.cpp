#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

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

}  // namespace pentocity::app
