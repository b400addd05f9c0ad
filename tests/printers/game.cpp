#include <fmt/format.h>

#include "catch.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::test {
namespace {

std::string text_of_cells(const Cells& cells) {
  std::string out;
  for (const Cell cell : cells) out += (out.empty() ? "" : " ") + text_of(cell);
  return out;
}

}  // namespace

std::string text_of(const Land& land) {
  std::string out = fmt::format("a land of side {}", land.side());
  const std::string symbols = land.to_string();
  for (int row = 0; row < land.side(); ++row) out += "\n" + symbols.substr(row * land.side(), land.side());
  return out;
}

std::string text_of(const Move& move) {
  if (!move.accept) return fmt::format("a reject, note '{}'", move.note);
  return fmt::format("rotation {} at {}, road [{}], pond [{}], park [{}], note '{}'", move.rotation,
                     text_of(move.location), text_of_cells(move.road), text_of_cells(move.pond),
                     text_of_cells(move.park), move.note);
}

std::string text_of(const Request& request) {
  return fmt::format("a {} of {}", name_of(request.type()), text_of_cells(request.cells()));
}

std::string text_of(const Rules& rules) {
  std::string out = "profile " + rules.profile;
  for (const OptionSpec& rule : rule_options(rules))
    out += fmt::format(", {} {}", rule.name,
                       std::visit([](const auto& value) { return fmt::format("{}", value); }, rule.fallback));
  return out;
}

std::string text_of(const Site& site) {
  return fmt::format("rotation {} at {}", site.rotation, text_of(site.location));
}

}  // namespace pentocity::test
