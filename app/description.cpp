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

}  // namespace

std::vector<std::string> offered_words(const OptionText& option) {
  const std::string& value = option.value;
  std::vector<std::string> words;
  std::istringstream list(value);
  for (std::string word; std::getline(list, word, '|');) words.push_back(word);
  const auto is_word = [](const std::string& part) {
    return !part.empty() && std::all_of(part.begin(), part.end(), [](unsigned char c) {
      return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
    });
  };
  if (words.size() > 1 && std::all_of(words.begin(), words.end(), is_word)) return words;
  const bool is_player = std::ranges::find(option.names, "--player") != option.names.end();
  if (value == "PLAYER" || value == "A,B" || value == "A" || value == "B" || is_player)
    return names_of(builtin_players());
  if (value == "X,Y" || option.argument == "stream") return names_of(builtin_sequencers());
  if (value == "PROFILE") return {"report", "tournament-2016"};
  if (option.argument == "PUZZLE") return names_of(packing::builtin_puzzles());
  return {};
}

bool may_be_file(const OptionText& option) {
  const std::string& value = option.value;
  for (const char* kind : {"FILE", "DIR", "OUT", "TRACE", ".yaml", ".csv", "SOLUTIONS", "PLAYER", "A", "B", "X,Y"})
    if (value == kind || (std::string(kind).size() > 2 && value.find(kind) != std::string::npos)) return true;
  return false;
}

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

}  // namespace pentocity::app
