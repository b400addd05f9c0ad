#include "audit_parts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pentocity/match/json_cells.hpp"

namespace pentocity::audit {

using namespace match;

void add(Findings& out, const std::string& where, std::string_view field, const std::string& expected,
         const std::string& found) {
  out.push_back({{std::string(field), expected, found}, where});
}

void add(Findings& out, const std::string& where, const std::vector<Difference>& differences) {
  for (const Difference& d : differences) out.push_back({d, where});
}

std::string name_of_game(std::string_view player, std::string_view sequencer, int repeat) {
  return fmt::format("{} on {}, repeat {}", player, sequencer, repeat);
}

std::string place_of_turn(const std::string& file, int turn) {
  return turn >= 0 ? fmt::format("{}: turn {}", file, turn) : file;
}

void check_requests(const std::string& file, Sequencer& stream, const TraceLines& trace, Findings& out) {
  for (int number = 0; number < static_cast<int>(trace.turns.size()); ++number) {
    nlohmann::json expected = "none: the stream has come to its end";
    try {
      const Request request = stream.next(number, nullptr);
      expected = {{"type", name_of(request.type())}, {"cells", json_of_cells(request.cells())}};
    } catch (const std::exception&) {
    }
    const auto list = match::differences(expected, trace.turns[number].value("request", nlohmann::json()));
    for (const Difference& d : list)
      add(out, place_of_turn(file, number), d.field.empty() ? "request" : "request." + d.field, d.expected, d.found);
    if (!list.empty()) return;  // what comes after follows from it
  }
}

}  // namespace pentocity::audit
