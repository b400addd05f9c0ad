#pragma once
// What a command line can say: commands, their options and positional arguments, and what is accepted for these. The
// parser behind it is CLI11, which command_line.cpp alone includes, because its headers take long to compile.

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "pentocity/input/number_of.hpp"
#include "pentocity/input/printable.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace pentocity::app {

/// What is wrong with a text; empty if it is accepted.
using Complaint = std::function<std::string(const std::string& text)>;

/// The numbers that an option accepts: from `min` to `max`, whole ones if `Number` is an integer.
template <class Number>
struct Range {
  Number min, max = std::numeric_limits<Number>::max();

  /// Such as `1 to 1024`, for the help.
  std::string text() const {
    return max == Range{min}.max ? fmt::format("from {}", min) : fmt::format("{} to {}", min, max);
  }
  /// A Complaint.
  std::string complaint(const std::string& word) const {
    const auto n = number_of<Number>(word);
    if (n && *n >= min && *n <= max) return "";
    return fmt::format("expected a {} {}{}, not '{}'", std::is_integral_v<Number> ? "whole number" : "number",
                       max == Range{min}.max ? "" : "from ", text(), printable(word));
  }
};

/// The number that a value holds, which may be an optional one.
template <class Value>
using NumberIn = typename decltype(std::optional(std::declval<Value>()))::value_type;

/// An option, a flag, or a positional argument, as pages for man describe it, and shells complete it.
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

/// An option, a flag, or a positional argument. Copies mean the same one.
class Option {
 public:
  Option(CLI::Option& option, OptionText& text) : option_(&option), text_(&text) {}
  void required() const;
  void check(const Complaint& complaint) const;
  /// It may only be given beside that other option, or only without it.
  void needs(const Option& other) const;
  void excludes(const Option& other) const;
  /// Shells offer its values, such as the names of what is built in. They are asked for when they are offered.
  const Option& offers(const std::function<std::vector<std::string>()>& values) const;

 private:
  friend class Command;
  void set_range(const std::string& range) const;
  CLI::Option* option_;
  OptionText* text_;
};

struct Definitions;

/// A command or subcommand. Copies mean the same one.
class Command {
 public:
  Command(CLI::App& command, Definitions& definitions) : command_(&command), definitions_(&definitions) {}

  /// Adds a subcommand that calls `run`, whose result is the exit code of the program; without a result that is 0.
  /// Returns it with the arguments that `run` will get, for options to be added.
  template <class Result, class Arguments>
  std::pair<Command, std::remove_const_t<Arguments>&> command(Result (*run)(Arguments&), const std::string& name,
                                                              const std::string& meaning) const {
    const auto arguments = std::make_shared<std::remove_const_t<Arguments>>();
    const auto run_it = [arguments, run] {
      if constexpr (std::is_void_v<Result>)
        return run(*arguments), 0;
      else
        return run(*arguments);
    };
    return {subcommand(name, meaning, run_it), *arguments};
  }
  /// Adds a subcommand that has subcommands, of which the command line must name one.
  Command commands(const std::string& name, const std::string& meaning) const;
  /// Sets the heading under which the help shows the subcommand of this name.
  void heading(const std::string& name, const std::string& heading) const;

  /// Adds an option, or a positional argument if the name begins without dashes. What the help calls its value follows
  /// after a blank, as in "--seed S", and says more: of a list, that one argument may be several values, as in
  /// "--players A,B", or that each time that it is given it takes one, as in "--option NAME=VALUE"; in brackets, as in
  /// "--serve [PORT]", that the value may be left out. A positional argument is required unless all is in brackets:
  /// "[config FILE]". Values are texts, optional ones, and lists of texts.
  template <class T>
  Option option(const std::string& name, T& value, const std::string& meaning) const {
    constexpr bool several = std::is_same_v<T, std::vector<std::string>>;
    const auto take = [&value](const std::vector<std::string>& texts) {
      if constexpr (several)
        value = texts;
      else
        value = texts.front();
    };
    return take_texts(name, several, take, meaning);
  }
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
  /// The same for a number, or an optional one.
  template <class Value>
  Option number(const std::string& name, Value& value, const Range<NumberIn<Value>>& range,
                const std::string& meaning) const {
    const auto take = [&value](const std::string& text) { value = *number_of<NumberIn<Value>>(text); };
    const Option added = option_taken_by(name, take, meaning);
    added.set_range(range.text());
    added.check([range](const std::string& text) { return range.complaint(text); });
    return added;
  }
  /// The same for a value that is one of a few words, such as "--format text|json".
  Option choice(const std::string& name, std::string& value, const std::string& meaning) const;
  /// The same where each word stands for a value.
  template <class Value, class T>
  Option choice(const std::string& name, Value& value, std::initializer_list<T> values,
                const std::string& meaning) const {
    const auto take = [&value, words = words_of(name), all = std::vector<T>(values)](const std::string& word) {
      value = all[std::find(words.begin(), words.end(), word) - words.begin()];
    };
    return one_of_words(option_taken_by(name, take, meaning), name);
  }
  /// Adds a flag, which sets `value`.
  Option flag(const std::string& name, bool& value, const std::string& meaning) const;
  /// Adds a flag that, if it is given, calls `take`.
  Option flag_taken_by(const std::string& name, const std::function<void()>& take, const std::string& meaning) const;
  /// Puts options, and positional arguments, under a heading of the help.
  void group(const std::string& heading, const std::vector<std::string>& names) const;
  /// A part of the command, with this heading in the help, of whose options only one may be given.
  Command at_most_one(const std::string& heading, const std::string& meaning) const;
  /// Sets the end of the help: notes, and command lines as examples.
  void footer(const std::vector<std::string>& examples, const std::string& notes = "") const;

 private:
  using Take = std::function<void(const std::vector<std::string>& texts)>;
  Option take_texts(const std::string& name, bool several, const Take& take, const std::string& meaning) const;
  /// The words of a name such as "--format text|json".
  static std::vector<std::string> words_of(const std::string& name);
  static Option one_of_words(const Option& option, const std::string& name);
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

}  // namespace pentocity::app
