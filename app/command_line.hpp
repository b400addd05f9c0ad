#pragma once
// What a command line can say: commands, their options and positional arguments, and what is accepted for these. The
// parser behind it is CLI11, which command_line.cpp alone includes, because its headers take long to compile.

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "pentocity/input/printable.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace pentocity::app {

/// What an option accepts.
struct Check {
  /// What is wrong with a text; empty if it is accepted.
  std::function<std::string(const std::string& text)> complaint;
  std::string range = {};  ///< the numbers that are accepted, such as `1 to 1024`, for the help; may be empty
  std::vector<std::string> words = {};  ///< all that is accepted, if it is a few words
};

/// Accepts a number from `min` to `max`, a whole one if `Number` is an integer.
template <class Number>
Check number_from(Number min, Number max = std::numeric_limits<Number>::max()) {
  const std::string range =
      max == std::numeric_limits<Number>::max() ? fmt::format("from {}", min) : fmt::format("{} to {}", min, max);
  const auto complaint = [=](const std::string& text) {
    Number n{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error == std::errc() && end == text.data() + text.size() && n >= min && n <= max) return std::string();
    return fmt::format("expected a {} {}{}, not '{}'", std::is_integral_v<Number> ? "whole number" : "number",
                       range.starts_with("from") ? "" : "from ", range, printable(text));
  };
  return {.complaint = complaint, .range = range};
}

/// Accepts one of these words.
Check one_of(const std::vector<std::string>& words);

/// An option, a flag, or a positional argument, as pages and scripts describe it that are made from the command line.
struct OptionText {
  std::vector<std::string> names;  ///< with their dashes; none: a positional argument
  std::string value;               ///< what its value is called, such as `N` or `text|json`; empty for a flag
  std::string range;               ///< the numbers it may be, such as `1 to 1024`; empty if it is no number
  std::vector<std::string> words;  ///< all values that it may have, if they are few
  /// Values to offer, such as the names of what is built in; not set if there are none.
  std::function<std::vector<std::string>()> offers;
  bool file = false;      ///< its value is, or may be, a file or a folder
  bool optional = false;  ///< its value may be left out
  std::string heading;    ///< under which it stands; empty for positional arguments
  std::string meaning;
  bool required = false;
  bool repeated = false;  ///< takes several values

  /// What shells offer for its value; empty if it may be anything.
  std::vector<std::string> offered() const { return offers ? offers() : words; }
};

/// An option, a flag, or a positional argument. Copies mean the same one. The functions that change it return it.
class Option {
 public:
  Option(CLI::Option& option, OptionText& text) : option_(&option), text_(&text) {}
  const Option& required() const;
  const Option& check(const Check& check) const;
  /// It may only be given beside that other option, or only without it.
  const Option& needs(const Option& other) const;
  const Option& excludes(const Option& other) const;
  /// One argument may be several values with this character between them.
  const Option& delimiter(char between) const;
  /// Shells offer its values, such as the names of what is built in. They are asked for when scripts are made.
  const Option& offers(const std::function<std::vector<std::string>()>& values) const;
  /// Its value may be left out.
  const Option& value_may_be_left_out() const;
  /// Of an option that takes several values: each time that it is given, it takes one.
  const Option& one_each_time() const;
  /// Replaces what the help says of it.
  const Option& meaning(const std::string& text) const;

 private:
  friend class Command;
  CLI::Option* option_;
  OptionText* text_;
};

struct Definitions;

/// A command or subcommand. Copies mean the same one.
class Command {
 public:
  Command(CLI::App& command, Definitions& definitions) : command_(&command), definitions_(&definitions) {}

  /// Adds a subcommand that calls `run`, whose result is the exit code of the program. Returns it with the arguments
  /// that `run` will get, for options to be added.
  template <class Arguments>
  std::pair<Command, std::remove_const_t<Arguments>&> command(int (*run)(Arguments&), const std::string& name,
                                                              const std::string& meaning) const {
    const auto arguments = std::make_shared<std::remove_const_t<Arguments>>();
    return {subcommand(name, meaning, [arguments, run] { return run(*arguments); }), *arguments};
  }
  /// Adds a subcommand that has subcommands, of which the command line must name one.
  Command commands(const std::string& name, const std::string& meaning) const;
  /// The subcommand by this name. Throws std::exception if there is none.
  Command find_command(const std::string& name) const;

  /// Adds an option, or a positional argument if the name begins without dashes. The name that the help gives its value
  /// follows after a blank, as in "--seed S". Values are texts and numbers, optional ones, and lists of texts. A number
  /// needs a check, which says what is wrong with a text that is none.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& meaning) const;
  /// The same for a value that is, or may be, a file or a folder.
  template <class T>
  Option file(const std::string& name, T& value, const std::string& meaning) const {
    const Option added = option(name, value, meaning);
    added.text_->file = true;
    return added;
  }
  /// The same for an option whose text, if the checks accept it, is handed to `take`.
  Option option_taken_by(const std::string& name, const std::function<void(const std::string& text)>& take,
                         const std::string& meaning) const;
  /// Adds a flag, which sets `value`.
  Option flag(const std::string& name, bool& value, const std::string& meaning) const;
  /// The option or positional argument by this name. Throws std::exception if there is none.
  Option find(const std::string& name) const;

  /// Puts options, and positional arguments, under a heading of the help.
  void group(const std::string& heading, const std::vector<std::string>& names) const;
  /// A part of the command, with this heading in the help, of whose options only one may be given.
  Command at_most_one(const std::string& heading, const std::string& meaning) const;
  /// Sets the heading under which the help of the command above shows this one.
  void heading(const std::string& text) const;
  /// Sets the end of the help: notes, and command lines as examples.
  void footer(const std::vector<std::string>& examples, const std::string& notes = "") const;

 private:
  /// Takes the texts of an option, and tells whether they are possible values.
  using Take = std::function<bool(const std::vector<std::string>& texts)>;
  Option take_texts(const std::string& name, bool several, const Take& take, const std::string& meaning) const;
  Command subcommand(const std::string& name, const std::string& meaning, const std::function<int()>& run) const;
  CLI::App* command_;
  Definitions* definitions_;
};

/// A command or subcommand, as it is described.
struct CommandText {
  std::string words;  ///< `pentocity gerrymander seats`, say; of the program itself, `pentocity`
  std::string meaning;
  std::vector<OptionText> options;  ///< positional arguments in their order, then options
  std::vector<std::string> subcommands;
  std::string notes;                  ///< what the help says at its end, without the examples
  std::vector<std::string> examples;  ///< command lines
};

/// The beginning of a meaning, for a line that has little room.
std::string short_meaning(const std::string& meaning);

/// The command line of a program.
class CommandLine {
 public:
  /// @param version what `--version` prints
  CommandLine(const std::string& name, const std::string& meaning, const std::string& version);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  /// The program itself, to which its commands are added.
  Command top();
  /// Gives every command that runs the option `--read-memory`. To be called when all have been added.
  void limit_memory();
  /// Reads the arguments of main() and runs the command that they name, or prints the help or version. Returns the exit
  /// code. Throws InputError if the arguments are wrong, and what the command throws.
  int run(int argc, char** argv);
  /// The program, its commands in the order of the help, and after each its subcommands.
  std::vector<CommandText> describe() const;

 private:
  std::unique_ptr<CLI::App> app_;
  std::unique_ptr<Definitions> definitions_;
};

// Implementation of the template.

namespace text_as {

inline bool read(const std::string& text, std::string& value) {
  value = text;
  return true;
}
template <class Number>
bool read(const std::string& text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}
template <class T>
bool read(const std::string& text, std::optional<T>& value) {
  return read(text, value.emplace());
}

}  // namespace text_as

template <class T>
Option Command::option(const std::string& name, T& value, const std::string& meaning) const {
  constexpr bool several = std::is_same_v<T, std::vector<std::string>>;
  const auto take = [&value](const std::vector<std::string>& texts) {
    if constexpr (several) {
      value = texts;
      return true;
    } else {
      return text_as::read(texts.front(), value);
    }
  };
  return take_texts(name, several, take, meaning);
}

}  // namespace pentocity::app
