#include <boost/algorithm/string/replace.hpp>

#include "description.hpp"

namespace pentocity::app {
namespace {

// The words of a command after the program's name.
std::string path_of(const CommandText& command) {
  const std::size_t blank = command.words.find(' ');
  return blank == std::string::npos ? "" : command.words.substr(blank + 1);
}

// The words that lead from a command to its subcommands, `/run` and `gerrymander/seats`, quoted.
std::vector<std::string> steps_of(const std::vector<CommandText>& commands) {
  std::vector<std::string> out;
  for (const CommandText& command : commands)
    for (const std::string& sub : command.subcommands) out.push_back(fmt::format("'{}/{}'", path_of(command), sub));
  return out;
}

// What sets the variables of the scripts for bash and zsh: `values` are words to choose from, and `files` says whether
// files are offered too. `command` is the command so far, `previous` the word before the one to be completed.
std::string assignment(const std::vector<std::string>& words, bool files) {
  return fmt::format("values='{}' files={}", fmt::join(words, " "), files ? "yes" : "");
}

std::string cases_of(const std::vector<CommandText>& commands) {
  std::string values, options, others;
  for (const CommandText& command : commands) {
    const std::string path = path_of(command);
    std::vector<std::string> names, words = command.subcommands;
    bool files = false;
    for (const OptionText& option : command.options) {
      if (option.names.empty()) {
        const auto offered = option.offered();
        words.insert(words.end(), offered.begin(), offered.end());
        files = files || option.file;
        continue;
      }
      names.insert(names.end(), option.names.begin(), option.names.end());
      if (option.value.empty() || option.optional) continue;  // it takes none, or needs none
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(fmt::format("'{} {}'", path, name));
      values += fmt::format("    {}) {} ;;\n", fmt::join(patterns, " | "), assignment(option.offered(), option.file));
    }
    options += fmt::format("          '{}') {} ;;\n", path, assignment(names, false));
    others += fmt::format("          '{}') {} ;;\n", path, assignment(words, files));
  }
  return fmt::format(
      "  case \"$command $previous\" in\n{}    *)\n      if [[ $word == -* ]]; then\n        case $command in\n{}      "
      "  esac\n      else\n        case $command in\n{}        esac\n      fi ;;\n  esac\n",
      values, options, others);
}

std::string quoted_for_fish(const std::string& text) {
  return "'" + boost::replace_all_copy(boost::replace_all_copy(text, "\\", "\\\\"), "'", "\\'") + "'";
}

}  // namespace

std::string bash_completion(const std::vector<CommandText>& commands) {
  return fmt::format(
      R"(# Completes command lines of pentocity in bash. The build makes this file from the program's command line.
_pentocity() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command='' values='' files='' before='' i
  COMPREPLY=()
  if [[ $word == '=' ]]; then  # bash takes --format=json for three words
    word=''
  elif [[ $previous == '=' ]]; then
    previous=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case $command/${{COMP_WORDS[i]}} in
      {}) command+=${{command:+ }}${{COMP_WORDS[i]}} ;;
    esac
  done
{}  if [[ $word == *,* ]]; then
    before=${{word%,*}},
    word=${{word##*,}}
  fi
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$values" -- "$word")
  if [[ $files ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -P "$before" -f -- "$word")
  fi
}}
complete -F _pentocity pentocity
)",
      fmt::join(steps_of(commands), " | "), cases_of(commands));
}

std::string zsh_completion(const std::vector<CommandText>& commands) {
  return fmt::format(
      R"(#compdef pentocity
# Completes command lines of pentocity in zsh. The build makes this file from the program's command line.
_pentocity() {{
  local word=$words[CURRENT] previous=$words[CURRENT-1] command='' values='' files='' i
  if [[ $word == --*=* ]]; then
    previous=${{word%%=*}}
    word=${{word#*=}}
    compset -P 1 '*='
  fi
  for ((i = 2; i < CURRENT; ++i)); do
    case $command/$words[i] in
      {}) command+=${{command:+ }}$words[i] ;;
    esac
  done
{}  [[ $word == *,* ]] && compset -P '*,'
  [[ -n $values ]] && compadd -- ${{=values}}
  [[ -n $files ]] && _files
}}
_pentocity "$@"
)",
      fmt::join(steps_of(commands), " | "), cases_of(commands));
}

std::string fish_completion(const std::vector<CommandText>& commands) {
  std::string out = fmt::format(
      R"(# Completes command lines of pentocity in fish. The build makes this file from the program's command line.
function __pentocity_at
    set -l command ''
    for word in (commandline -opc)[2..-1]
        switch "$command/$word"
            case {}
                set command (string trim -- "$command $word")
        end
    end
    test "$command" = "$argv[1]"
end
complete -c pentocity -f
)",
      fmt::join(steps_of(commands), " "));
  for (const CommandText& command : commands) {
    const std::string line = fmt::format("complete -c pentocity -n '__pentocity_at \"{}\"'", path_of(command));
    for (const CommandText& sub : commands)
      for (const std::string& name : command.subcommands)
        if (sub.words == command.words + " " + name)
          out += fmt::format("{} -a {} -d {}\n", line, name, quoted_for_fish(short_meaning(sub.meaning)));
    for (const OptionText& option : command.options) {
      if (option.names.empty()) {
        if (option.file) out += line + " -F\n";
        if (!option.offered().empty()) out += fmt::format("{} -a '{}'\n", line, fmt::join(option.offered(), " "));
        continue;
      }
      out += line;
      for (const std::string& name : option.names)
        out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.value.empty() && !option.optional) out += option.file ? " -r -F" : " -x";
      if (!option.offered().empty()) out += fmt::format(" -a '{}'", fmt::join(option.offered(), " "));
      out += " -d " + quoted_for_fish(short_meaning(option.meaning)) + "\n";
    }
  }
  return out;
}

}  // namespace pentocity::app
