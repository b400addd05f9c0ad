#include "help_format.hpp"

#include <sstream>

namespace pentocity::app {
namespace {

constexpr std::size_t names_width = 30, line_width = 110;

// The text with its lines broken so that none is longer than `width`. Lines that are short enough stay as they are.
std::string wrapped(const std::string& text, std::size_t width) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    while (line.size() > width) {
      std::size_t end = line.rfind(' ', width);
      if (end == std::string::npos) end = line.find(' ');
      if (end == std::string::npos) break;
      out += line.substr(0, end) + '\n';
      line.erase(0, end + 1);
    }
    out += line;
    if (!lines.eof()) out += '\n';
  }
  return out;
}

}  // namespace

HelpFormat::HelpFormat() { column_width(names_width); }

std::string HelpFormat::make_description(const CLI::App* command) const {
  return wrapped(CLI::Formatter::make_description(command), line_width);
}

std::string HelpFormat::make_footer(const CLI::App* command) const {
  return wrapped(CLI::Formatter::make_footer(command), line_width);
}

std::string HelpFormat::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option), line_width - names_width);
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  std::ostringstream out;
  CLI::detail::format_help(out, command->get_display_name(true),
                           wrapped(command->get_description(), line_width - names_width), names_width);
  return out.str();
}

}  // namespace pentocity::app
