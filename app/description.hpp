#pragma once
// What the command line says of itself, for pages and scripts that are made from it (manual.hpp, completion.hpp).

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::app {

/// The parser of `pentocity` with its commands.
/// @param word the first word of a command line: if it names a command, only that is added, which takes a tenth of the
///   time; `--version` needs none
/// @param exit_code is set when a command has run
std::unique_ptr<CLI::App> command_line(int& exit_code, std::string_view word = "");

/// An option, a flag, or a positional argument.
struct OptionText {
  std::vector<std::string> names;  ///< with their dashes; none: a positional argument
  std::string value;               ///< what its value is called, such as `N` or `text|json`; empty for a flag
  std::string range;               ///< the numbers it may be, such as `1 to 1024`; empty if it is no number
  std::string heading;             ///< under which it stands; empty for positional arguments
  std::string meaning;
  bool required = false;
  bool repeated = false;           ///< takes several values
  std::vector<std::string> words;  ///< values to offer: all that are permitted, or names such as those of the puzzles
  bool file = false;               ///< the value may be a file or a folder
};

/// A command or subcommand.
struct CommandText {
  std::string words;  ///< `pentocity gerrymander seats`, say; of the program itself, `pentocity`
  std::string meaning;
  std::vector<OptionText> options;  ///< positional arguments in their order, then options
  std::vector<std::string> subcommands;
  std::string notes;                  ///< what the help says at its end, without the examples
  std::vector<std::string> examples;  ///< command lines
};

/// The program, its commands in the order of the help, and after each its subcommands.
std::vector<CommandText> describe(const CLI::App& app);

/// The beginning of a meaning, for a line that has little room.
std::string short_meaning(const std::string& meaning);

}  // namespace pentocity::app
