#include "pentocity/match/protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pentocity/input/json_text.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::match {

using nlohmann::json, nlohmann::ordered_json;

namespace {

// Appends, as the value of `placed`, what stands on the second land and not on the first.
void append_placed(std::string& out, const Land& before, const Land& now) {
  const char* separator = "";
  out += '[';
  for (const Kind kind : {Kind::residence, Kind::factory, Kind::road, Kind::park, Kind::pond}) {
    const LandBoard added = now.of(kind) - before.of(kind);
    if (added.none()) continue;
    fmt::format_to(std::back_inserter(out), "{}{{\"kind\":\"{}\",\"cells\":", separator, name_of(kind));
    append_cells(out, now.grid().cells(added));
    out += '}';
    separator = ",";
  }
  out += ']';
}

}  // namespace

ordered_json hello_to_player(const json& options, const Rules& rules, std::uint64_t seed, double game_seconds,
                             double move_seconds) {
  return {{"hello", "pentocity-player/1"},
          {"side", rules.side},
          {"rules", to_json_resolved(rules)},
          {"seed", seed},
          {"options", options},
          {"cpu_limit_s", game_seconds},
          {"move_wall_limit_s", move_seconds}};
}

std::string turn_to_player(const Request& request, const View& view, double cpu_left, Land& seen) {
  std::string out;
  const auto into = std::back_inserter(out);
  fmt::format_to(into, "{{\"turn\":{},\"request\":{{", view.turn);
  append_request(out, request);
  out += ",\"rotations\":";
  for (const Cells& rotation : request.rotations()) {
    out += &rotation == &request.rotations().front() ? '[' : ',';
    append_cells(out, rotation);
  }
  out += "]},\"last\":";
  if (view.last)
    fmt::format_to(into, "{{\"accepted\":{},\"invalid\":{},\"delta\":{}}}", view.last->accepted,
                   view.last->fault ? fmt::format("\"{}\"", name_of(*view.last->fault)) : "null", view.last->delta);
  else
    out += "null";
  out += ",\"placed\":";
  append_placed(out, seen, view.land);
  seen = view.land;
  fmt::format_to(into, ",\"score\":{},\"rejects\":{},\"cpu_left_s\":{:.3f}}}", view.score, view.rejects,
                 std::max(0.0, cpu_left));
  return out;
}

std::string farewell_to_player(Status status, int score, const std::string& error) {
  return text_of_json(ordered_json{{"end", true},
                                   {"status", name_of(status)},
                                   {"score", score},
                                   {"error", status == Status::ok ? json() : json(error)}});
}

ordered_json hello_to_sequencer(const json& options, int side, std::uint64_t seed) {
  return {
      {"hello", "pentocity-sequencer/1"}, {"side", side}, {"seed", seed}, {"options", options}, {"adaptive", false}};
}

std::string turn_to_sequencer(int turn, const Land* land, Land& seen) {
  std::string out = fmt::format("{{\"turn\":{},\"land\":null", turn);
  if (land != nullptr) {
    out += ",\"placed\":";
    append_placed(out, seen, *land);
    seen = *land;
  }
  return out + '}';
}

std::optional<std::string> failure_of_line(const std::string& line) {
  constexpr const char* key = "failed";
  if (line.find(key) == line.npos) return std::nullopt;  // nearly every line, which is then read once
  const json answer = parse_json(line);
  if (!answer.is_object() || !answer.value(key, json()).is_string()) return std::nullopt;
  return answer.at(key).get<std::string>();
}

json ready_of_line(const std::string& line) {
  json ready = parse_json(line);
  return ready.is_object() && ready.value("ready", json()) == true ? ready : json();
}

std::string no_handshake(const std::string& line) {
  constexpr std::size_t shown = 200;
  return "the first line was not {\"ready\":true} but: " + line.substr(0, shown) + (line.size() > shown ? "..." : "");
}

void add_errors(std::string& errors, std::string_view more) {
  errors += more;
  if (errors.size() > kept_errors) errors.erase(0, errors.size() - kept_errors);
}

void add_error_line(std::string& errors, const std::string& line) {
  if (line.empty()) return;
  if (!errors.empty() && errors.back() != '\n') errors += '\n';
  errors += line + '\n';
}

std::string text_of_errors(const std::string& errors) {
  return errors.empty() ? errors : parse_json(text_of_json(json(errors))).get<std::string>();
}

}  // namespace pentocity::match
