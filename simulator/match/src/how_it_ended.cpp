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
  if (record.status == Status::timeout && record.used.wall_seconds > 0)
    out += fmt::format(", after {:.1f} s, in which it used {:.1f} s of CPU time", record.used.wall_seconds,
                       record.used.cpu_seconds);
  if (const auto words = last_line(record.error_output); !words.empty())
    out += fmt::format("; its last words: {}", words);
  return printable(out);
}

}  // namespace pentocity::match
