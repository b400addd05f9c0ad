// What the parts of an audit have in common, and audits as lines and as JSON.
#include "audit_parts.hpp"

#include <fmt/format.h>

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

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Findings& findings) {
  Json out = Json::array();
  for (const AuditFinding& f : findings)
    out.push_back({{"where", f.where}, {"field", f.field}, {"expected", f.expected}, {"found", f.found}});
  return out;
}

Json to_json(const std::vector<AuditGap>& gaps) {
  Json out = Json::array();
  for (const AuditGap& gap : gaps) out.push_back({{"part", gap.part}, {"games", gap.games}, {"why", gap.why}});
  return out;
}

}  // namespace

std::string finding_line(const AuditFinding& f) {
  return fmt::format("{}: {}: expected {}, found {}", f.where, f.field, f.expected, f.found);
}

std::string gap_line(const AuditGap& gap) {
  return fmt::format("not {}: {}{}", gap.part, gap.games > 0 ? counted(gap.games, "game") + ": " : "", gap.why);
}

Json to_json(const Audit& audit) {
  Json disqualified = Json::array();
  for (const auto& [name, why] : audit.disqualified) disqualified.push_back({{"player", name}, {"why", why}});
  Json not_played_again = Json::array();
  for (const AuditGap& gap : audit.gaps)
    if (gap.part == played_again_part) not_played_again.push_back({{"why", gap.why}, {"games", gap.games}});
  return {{"format", "pentocity-audit/1"},
          {"games", audit.games},
          {"compared", audit.compared},
          {"disqualified", std::move(disqualified)},
          {"rows", audit.rows},
          {"traces", audit.traces},
          {"played_again", audit.played_again},
          {"limits_reached", audit.limits_reached},
          {"other_rows", audit.other_rows},
          {"not_played_again", std::move(not_played_again)},
          {"not_checked", to_json(audit.gaps)},
          {"findings", to_json(audit.findings)},
          {"digest", audit.digest}};
}

Json to_json(const TraceAudit& audit) {
  Json games = Json::array();
  for (const SubmittedGame& game : audit.games)
    games.push_back({{"file", game.file},
                     {"player", game.player},
                     {"sequencer", game.sequencer},
                     {"seed", game.seed},
                     {"repeat", game.repeat},
                     {"status", name_of(game.status)},
                     {"score", game.score}});
  return {{"format", "pentocity-trace-audit/1"},
          {"games", std::move(games)},
          {"not_checked", to_json(audit.gaps)},
          {"findings", to_json(audit.findings)}};
}

}  // namespace pentocity::audit
