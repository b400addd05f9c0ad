#include "summary_output.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace pentocity::app {

using namespace tournament;

namespace {

int terminal_width() {
  winsize size{};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 100;
}

}  // namespace

void print_summary(const Summary& summary, Format format, const std::string& folder) {
  if (format == Format::json)
    fmt::print("{}", json_text(summary));
  else if (format == Format::csv)
    fmt::print("{}", csv_text(summary));
  else
    fmt::print("{}\nResults: {}\n", table_text(summary, terminal_width(), isatty(STDOUT_FILENO) != 0), folder);
}

void print_digest(const Summary& summary, Format format) {
  if (format == Format::table) fmt::print("digest: {}\n", summary.digest);
}

}  // namespace pentocity::app
