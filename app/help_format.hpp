#pragma once
// The layout of help texts: long lines are wrapped, and descriptions of options stay in the right-hand column.

#include <CLI/CLI.hpp>
#include <string>

namespace pentocity::app {

/// Lays out the help of a command and of its subcommands in lines of at most 110 characters, except where a single word
/// is longer.
class HelpFormat : public CLI::Formatter {
 public:
  HelpFormat();
  std::string make_description(const CLI::App* command) const override;
  std::string make_footer(const CLI::App* command) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

}  // namespace pentocity::app
