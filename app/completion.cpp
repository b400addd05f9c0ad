#include "description.hpp"

namespace pentocity::app {

namespace {

// Takes off the last word what stands of it already, such as `--format=` or `naive,`, and returns that; the words
// before it then end with the option.
std::string take_begun(std::vector<std::string>& words, std::string& word) {
  std::string begun;
  const auto keep_to = [&](std::size_t sign) { begun += word.substr(0, sign + 1), word.erase(0, sign + 1); };
  if (word == "=") {  // bash takes --format=json for three words
    word.clear();
  } else if (!words.empty() && words.back() == "=") {
    words.pop_back();
  } else if (const std::size_t sign = word.find('='); word.starts_with("--") && sign != word.npos) {
    words.push_back(word.substr(0, sign));
    keep_to(sign);
  }
  if (const std::size_t comma = word.rfind(','); comma != word.npos) keep_to(comma);
  return begun;
}

// The command that words name, the program itself if they name none.
const CommandText& command_of(const std::vector<CommandText>& commands, const std::vector<std::string>& words) {
  const CommandText* command = &commands.front();
  for (const std::string& each : words)
    if (std::ranges::find(command->subcommands, each) != command->subcommands.end())
      command = &*std::ranges::find(commands, command->words + " " + each, &CommandText::words);
  return *command;
}

}  // namespace

bool offer_words(const std::vector<CommandText>& commands, std::vector<std::string> words) {
  std::string word;
  if (!words.empty()) word = words.back(), words.pop_back();
  const std::string before = take_begun(words, word);
  const CommandText& command = command_of(commands, words);

  bool files = false;
  const auto offer = [&](const std::string& offered, const std::string& meaning) {
    if (offered.starts_with(word)) fmt::print("{}{}\t{}\n", before, offered, short_meaning(meaning));
  };
  const auto offer_values = [&](const OptionText& option) {
    for (const std::string& value : option.offered()) offer(value, "");
    files = files || option.file;
  };
  for (const OptionText& option : command.options)
    if (!words.empty() && !option.value.empty() && !option.optional &&
        std::ranges::find(option.names, words.back()) != option.names.end())
      return offer_values(option), files;
  for (const OptionText& option : command.options)
    if (word.starts_with('-'))
      for (const std::string& name : option.names) offer(name, option.meaning);
    else if (option.names.empty())
      offer_values(option);
  for (const std::string& sub : command.subcommands)
    offer(sub, std::ranges::find(commands, command.words + " " + sub, &CommandText::words)->meaning);
  return files;
}

}  // namespace pentocity::app
