#include "pentocity/match/how_it_ended.hpp"

#include <fmt/format.h>

#include "pentocity/input/printable.hpp"

namespace pentocity::match {

std::string when_it_ended(std::size_t turns) {
  return turns == 0 ? "before its first turn" : fmt::format("at turn {}", turns - 1);
}

std::string how_it_ended(const GameRecord& record) {
  std::string out(name_of(record.status));
  if (!record.error.empty()) out += fmt::format(" ({})", record.error);
  out += ' ' + when_it_ended(record.turns.size());
  out += time_of(record);
  if (const auto words = last_words(record.error_output); !words.empty())
    out += fmt::format("; its last words: {}", words);
  return printable(out);
}

}  // namespace pentocity::match
