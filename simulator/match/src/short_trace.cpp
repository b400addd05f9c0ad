#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "pentocity/match/trace.hpp"

namespace pentocity::match {
namespace {

// Reads a line as json_of_turn() writes it, and writes it in short.
struct Shortener {
  std::string_view rest;  // of the line
  int side;
  std::string out = {};

  bool skip(std::string_view text) {
    const bool there = rest.starts_with(text);
    if (there) rest.remove_prefix(text.size());
    return there;
  }

  std::optional<int> number() {
    int value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc()) return {};
    rest.remove_prefix(end - rest.data());
    return value;
  }

  // The number of a cell on the land, row by row.
  std::optional<int> cell() {
    const auto row = skip("[") ? number() : std::nullopt, column = skip(",") ? number() : std::nullopt;
    const auto is_on_land = [this](std::optional<int> k) { return k && *k >= 0 && *k < side; };
    if (!is_on_land(row) || !is_on_land(column) || !skip("]")) return {};
    return *row * side + *column;
  }

  // A list of cells; writes the number of each less the one before it, the first less `before`.
  bool cells(int before) {
    if (!skip("[")) return false;
    for (out += '['; !skip("]"); skip(",")) {
      const auto number = cell();
      if (!number) return false;
      fmt::format_to(std::back_inserter(out), "{}{}", out.back() == '[' ? "" : ",", *number - before);
      before = *number;
    }
    out += "],";
    return true;
  }

  // A turn whose building stands. Returns the score after it; none for any other line.
  std::optional<int> turn(int number_of_turn, int score_before) {
    if (!skip(fmt::format(R"({{"turn":{},"request":{{"type":)", number_of_turn))) return {};
    const std::string_view type = rest.substr(0, rest.find(','));
    rest.remove_prefix(type.size());
    out = fmt::format("[{},", type);
    if (!skip(R"(,"cells":)") || !cells(0) || !skip(R"(},"accept":true,"rotation":)")) return {};
    const auto rotation = number();
    const auto location = skip(R"(,"location":)") ? cell() : std::nullopt;
    if (!rotation || !location) return {};
    fmt::format_to(std::back_inserter(out), "{},{},", *rotation, *location);
    for (const std::string_view name : {"building", "road", "water", "park"})
      if (!skip(fmt::format(R"(,"{}":)", name)) || !cells(*location)) return {};
    const auto delta = skip(R"(,"delta":)") ? number() : std::nullopt;
    if (!delta || !skip(fmt::format(R"(,"score_after":{})", score_before + *delta)) || !rest.ends_with('}')) return {};
    rest.remove_suffix(1);
    if (!rest.empty() && !skip(R"(,"note":)")) return {};
    out += fmt::format("{}{}{}]", *delta, rest.empty() ? "" : ",", rest);
    return score_before + *delta;
  }
};

}  // namespace

std::string short_trace(std::string_view text, int side) {
  constexpr std::string_view score_field = "\"score_after\":", grid_field = ",\"grid\":";
  std::string out;
  int score = 0;
  for (int turn = -1; !text.empty(); ++turn) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    Shortener shortener{line, side};
    if (const auto score_after = shortener.turn(turn, score)) {
      score = *score_after;
      out += shortener.out;
    } else if (const std::size_t grid = line.find(grid_field); grid != line.npos) {
      out.append(line.substr(0, grid)) += '}';
    } else {
      if (const std::size_t at = line.rfind(score_field); at != line.npos)
        score = Shortener{line.substr(at + score_field.size()), side}.number().value_or(0);
      out += line;
    }
    out += '\n';
  }
  return out;
}

}  // namespace pentocity::match
