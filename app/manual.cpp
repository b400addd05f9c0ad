#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <sstream>

#include "description.hpp"

namespace pentocity::app {
namespace {

// A text as roff sets it: a backslash begins an escape, a hyphen would become a dash that cannot be copied into a
// shell, and the last two would become quotation marks.
std::string roff(std::string text) {
  for (const auto& [sign, escape] : {std::pair("\\", "\\e"), {"-", "\\-"}, {"`", "\\(ga"}, {"'", "\\(aq"}})
    boost::replace_all(text, sign, escape);
  return text;
}

// Lines of a text; one that begins as a request of roff would gets nothing of no width before it.
std::string lines_of(const std::string& text) {
  std::string out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find_first_not_of(' ') == std::string::npos) continue;
    line.erase(0, line.find_first_not_of(' '));
    out += (line.starts_with('.') ? "\\&" : "") + roff(line) + "\n.br\n";
  }
  if (out.ends_with(".br\n")) out.erase(out.size() - 4);
  return out;
}

std::string page_name(const std::string& words) { return boost::replace_all_copy(words, " ", "-"); }
std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string synopsis_of(const CommandText& command) {
  std::string out = ".SH SYNOPSIS\n" + bold(command.words);
  if (std::ranges::any_of(command.options, [](const OptionText& option) { return !option.names.empty(); }))
    out += " [" + italic("OPTION") + "]...";
  for (const OptionText& option : command.options) {
    if (!option.names.empty()) continue;
    const std::string name = italic(option.value) + (option.repeated ? "..." : "");
    out += option.required ? " " + name : " [" + name + "]";
  }
  if (!command.subcommands.empty()) out += " " + italic("COMMAND");
  return out + "\n";
}

std::string option_of(const OptionText& option) {
  std::string out = ".TP\n";
  for (std::size_t i = 0; i < option.names.size(); ++i) out += (i > 0 ? ", " : "") + bold(option.names[i]);
  if (!option.value.empty()) out += (option.names.empty() ? "" : " ") + italic(option.value);
  if (option.repeated) out += "...";
  out += "\n" + lines_of(option.meaning);
  if (!option.range.empty())
    out += ".br\n" +
           roff("A number " + std::string(option.range.starts_with("from") ? "" : "from ") + option.range + ".") + "\n";
  return out;
}

std::string options_of(const CommandText& command) {
  std::string out;
  std::vector<std::string> headings;
  for (const OptionText& option : command.options)
    if (std::ranges::find(headings, option.heading) == headings.end()) headings.push_back(option.heading);
  for (const std::string& heading : headings) {
    out += heading.empty() ? ".SH ARGUMENTS\n" : heading == "Options" ? ".SH OPTIONS\n" : ".SS " + roff(heading) + "\n";
    for (const OptionText& option : command.options)
      if (option.heading == heading) out += option_of(option);
  }
  return out;
}

}  // namespace

std::map<std::string, std::string> manual_pages(const std::vector<CommandText>& commands, std::string_view version) {
  std::map<std::string, std::string> pages;
  for (const CommandText& command : commands) {
    const std::string name = page_name(command.words);
    std::string page =
        fmt::format(".TH {} 1 \"\" \"{} {}\" \"User commands\"\n.SH NAME\n{} \\- {}\n{}.SH DESCRIPTION\n{}",
                    roff(boost::to_upper_copy(name)), commands.front().words, version, roff(name),
                    roff(short_meaning(command.meaning)), synopsis_of(command), lines_of(command.meaning));
    if (!command.notes.empty()) page += ".PP\n" + lines_of(command.notes);
    page += options_of(command);
    if (!command.subcommands.empty()) {
      page += ".SH COMMANDS\n";
      for (const std::string& sub : command.subcommands) {
        const auto found = std::ranges::find(commands, command.words + " " + sub, &CommandText::words);
        page +=
            ".TP\n" + bold(sub) + "\n" + lines_of(found->meaning) + "See " + bold(page_name(found->words)) + "(1).\n";
      }
    }
    if (!command.examples.empty()) {
      page += ".SH EXAMPLES\n.nf\n";
      for (const std::string& example : command.examples) page += roff(example) + "\n";
      page += ".fi\n";
    }
    const std::size_t last = command.words.rfind(' ');
    if (last != std::string::npos) page += ".SH SEE ALSO\n" + bold(page_name(command.words.substr(0, last))) + "(1)\n";
    pages[name + ".1"] = page;
  }
  return pages;
}

}  // namespace pentocity::app
