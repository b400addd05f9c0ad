#include "description.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/packing/puzzle.hpp"

namespace pentocity::app {
namespace {

template <class Specs>
std::vector<std::string> names_of(const Specs& specs) {
  std::vector<std::string> out;
  for (const auto& spec : specs) out.push_back(spec.name);
  return out;
}

// The values that can be offered for an argument by this name and of this kind.
std::vector<std::string> words_of(const std::string& name, const std::string& value) {
  const auto words = CLI::detail::split(value, '|');
  const auto is_word = [](const std::string& part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
    });
  };
  if (words.size() > 1 && std::all_of(words.begin(), words.end(), is_word)) return words;
  if (value == "PLAYER" || value == "A,B" || value == "A" || value == "B" || name == "--player")
    return names_of(builtin_players());
  if (value == "X,Y" || name == "stream") return names_of(builtin_sequencers());
  if (value == "PROFILE") return {"report", "tournament-2016"};
  if (name == "PUZZLE") return names_of(packing::builtin_puzzles());
  return {};
}

bool is_file(const std::string& value) {
  for (const char* kind : {"FILE", "DIR", "OUT", "TRACE", ".yaml", ".csv", "SOLUTIONS", "PLAYER", "A", "B", "X,Y"})
    if (value == kind || (std::string(kind).size() > 2 && value.find(kind) != std::string::npos)) return true;
  return false;
}

OptionText option_of(const CLI::Option& option) {
  OptionText out;
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  if (option.get_type_size() != 0) {
    const std::string type = option.get_type_name();
    const std::size_t colon = type.find(": ");  // what a Validator adds
    out.value = type.substr(0, colon);
    if (colon != std::string::npos) out.range = type.substr(colon + 2);
    out.repeated = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  }
  if (!out.names.empty()) out.heading = option.get_group();
  out.meaning = option.get_description();
  out.required = option.get_required();
  out.words = words_of(option.get_positional() ? option.get_name(true) : option.get_name(), out.value);
  out.file = is_file(out.value);
  return out;
}

void add_options(CommandText& out, const CLI::App& command) {
  for (const CLI::Option* option : command.get_options({}))
    if (option->get_positional()) out.options.push_back(option_of(*option));
  for (const CLI::Option* option : command.get_options({}))
    if (!option->get_positional() && (option != command.get_help_ptr() || !command.get_name().empty()))
      out.options.push_back(option_of(*option));
  for (const CLI::App* group : command.get_subcommands({})) {
    if (!group->get_name().empty()) continue;  // only a group of options has no name
    const std::size_t first = out.options.size();
    add_options(out, *group);
    for (std::size_t i = first; i < out.options.size(); ++i) out.options[i].heading = group->get_group();
  }
}

// Splits the text at the end of a help into notes and the command lines after `Example: `.
void read_footer(CommandText& out, const std::string& footer) {
  const std::string mark = "Example: ", indent(mark.size(), ' ');
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(mark) || (!out.examples.empty() && line.starts_with(indent)))
      out.examples.push_back(line.substr(mark.size()));
    else
      out.notes += line + "\n";
  }
}

void add_command(std::vector<CommandText>& out, const CLI::App& command, std::string_view parent) {
  const std::string words = parent.empty() ? command.get_name() : std::string(parent) + " " + command.get_name();
  const std::size_t i = out.size();
  out.emplace_back();
  out[i].words = words;
  out[i].meaning = command.get_description();
  add_options(out[i], command);
  read_footer(out[i], command.get_footer());
  for (const CLI::App* sub : command.get_subcommands({})) {
    if (sub->get_name().empty()) continue;
    out[i].subcommands.push_back(sub->get_name());
    add_command(out, *sub, words);
  }
}

}  // namespace

std::string short_meaning(const std::string& meaning) {
  bool code = false;
  for (std::size_t i = 0; i < meaning.size(); ++i) {
    if (meaning[i] == '`') code = !code;
    if (code) continue;
    for (const char* mark : {"\n", ". ", ": ", "; ", " ("})
      if (meaning.compare(i, std::string_view(mark).size(), mark) == 0) return meaning.substr(0, i);
  }
  return meaning;
}

std::vector<CommandText> describe(const CLI::App& app) {
  std::vector<CommandText> out;
  add_command(out, app, "");
  return out;
}

}  // namespace pentocity::app
