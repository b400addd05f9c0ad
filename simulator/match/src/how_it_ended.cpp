#include "pentocity/match/how_it_ended.hpp"

#include <fmt/format.h>

#include "pentocity/input/printable.hpp"

namespace pentocity::match {

std::string when_it_ended(const GameResult& game, std::size_t turns) {
  const bool missing = game.status == Status::sequencer_failed && (turns > 0 || game.error.starts_with("bad_request"));
  return turns + missing == 0 ? "before its first turn" : fmt::format("at turn {}", turns + missing - 1);
}

std::string how_it_ended(const GameRecord& record) {
  std::string out(name_of(record.status));
  if (!record.error.empty()) out += fmt::format(" ({})", record.error);
  out += ' ' + when_it_ended(record, record.turns.size());
  out += time_of(record);
  if (const auto words = last_words(record.error_output); !words.empty())
    out += fmt::format("; its last words: {}", words);
  return printable(out);
}

}  // namespace pentocity::match
