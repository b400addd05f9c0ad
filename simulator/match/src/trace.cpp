#include "pentocity/match/trace.hpp"

#include <fmt/format.h>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view format_name = "pentocity-trace/1";

std::string quoted(const std::string& text) { return text_of_json(json(text)); }

// The answer's own fields, shared by an accepted, a fatal and a skipped move.
void append_move(std::string& out, const Turn& turn) {
  const Move& move = turn.move;
  fmt::format_to(std::back_inserter(out), "\"rotation\":{},\"location\":[{},{}]", move.rotation, move.location.row,
                 move.location.column);
  for (const auto& [name, cells] :
       {std::pair{"building", &turn.building}, {"road", &move.road}, {"water", &move.pond}, {"park", &move.park}}) {
    fmt::format_to(std::back_inserter(out), ",\"{}\":", name);
    append_cells(out, *cells);
  }
}

// The reason why a game ended. What came instead of an answer is not part of it, but of the line of its turn.
std::string error_code(const GameResult& result) {
  const std::string unreadable(name_of(Fault::bad_answer));
  return result.status == Status::invalid && result.error.starts_with(unreadable + ":") ? unreadable : result.error;
}

}  // namespace

void append_turn(std::string& out, int number, const Turn& turn, bool fatal, const std::string& error) {
  const auto into = std::back_inserter(out);
  fmt::format_to(into, "{{\"turn\":{},\"request\":{{", number);
  append_request(out, turn.request);
  out += "},\"accept\":";
  if (!turn.answered) {
    fmt::format_to(into, "null,\"error\":{}", quoted(error));
  } else if (turn.fault == Fault::bad_answer) {
    // There is no move to show; what came is the note.
    if (fatal)
      out += "null,\"error\":\"bad_answer\"";
    else
      fmt::format_to(into, "false,\"invalid\":{{\"code\":\"bad_answer\"}},\"rejects\":{}", turn.rejects_after);
  } else if (turn.stands() || fatal) {
    out += "true,";
    append_move(out, turn);
    if (fatal)
      fmt::format_to(into, ",\"error\":\"{}\"", name_of(*turn.fault));
    else
      fmt::format_to(into, ",\"delta\":{}", turn.delta);
  } else {
    out += "false,";
    if (turn.fault) {
      fmt::format_to(into, "\"invalid\":{{\"code\":\"{}\",\"move\":{{", name_of(*turn.fault));
      append_move(out, turn);
      out += "}},";
    }
    fmt::format_to(into, "\"rejects\":{}", turn.rejects_after);
  }
  fmt::format_to(into, ",\"score_after\":{}", turn.score_after);
  if (!turn.move.note.empty()) fmt::format_to(into, ",\"note\":{}", quoted(turn.move.note));
  out += "}\n";
}

void append_end(std::string& out, const GameResult& result, std::size_t turns, const std::string& grid) {
  const auto into = std::back_inserter(out);
  fmt::format_to(
      into,
      "{{\"end\":true,\"status\":\"{}\",\"error\":{},\"score\":{},\"turns\":{},\"accepted\":{},\"rejects\":{},"
      "\"metrics\":{{\"score\":{}",
      name_of(result.status), result.status == Status::ok ? "null" : quoted(error_code(result)), result.score, turns,
      result.accepted, result.rejects, result.score);
  for (const MetricInfo& metric : metric_infos) {
    fmt::format_to(into, ",\"{}\":", metric.name);
    if (metric.whole != nullptr)
      fmt::format_to(into, "{}", result.metrics.*metric.whole);
    else
      out += result.metrics.utility ? fmt::format("{:.6f}", *result.metrics.utility) : "null";
  }
  fmt::format_to(into, "}},\"grid\":\"{}\"}}\n", grid);
}

ordered_json to_json_resolved(const Rules& rules) {
  ordered_json out{{"profile", rules.profile}};
  for (const OptionSpec& rule : rule_options(rules))
    std::visit([&](const auto& value) { out[rule.name] = value; }, rule.fallback);
  return out;
}

ordered_json to_json(const Rules& rules) {
  if (Rules::of_profile(rules.profile) == rules) return rules.profile;
  return to_json_resolved(rules);
}

Rules rules_of_json(const json& given) {
  const json j = without_nulls(given);
  const auto profile = [](const json& name) {
    const auto rules = name.is_string() ? Rules::of_profile(name.get<std::string>()) : std::nullopt;
    if (!rules) throw InputError("rules: {} is no profile: expected report or tournament-2016", text_of_json(name));
    return *rules;
  };
  if (!j.is_object()) return profile(j);
  const Rules base = profile(j.value("profile", json("report")));
  const std::vector<OptionSpec> declared = rule_options(base);
  Options values(declared);
  for (const auto& [key, value] : j.items()) {
    if (key == "profile") continue;
    const auto option = option_of_json(value);
    if (!option) throw InputError("rules: '{}' cannot be {}", key, text_of_json(value));
    try {
      values.set(declared, key, *option);
    } catch (const std::invalid_argument& e) {
      throw InputError("rules: {}", e.what());
    }
  }
  return rules_of_options(base.profile, values);
}

std::string header_text(const TraceHeader& header) {
  std::string out;
  const auto into = std::back_inserter(out);
  fmt::format_to(into,
                 "{{\"format\":\"{}\",\"rules\":{},\"player\":{},\"sequencer\":{},\"seed\":{},\"player_seed\":{},",
                 format_name, text_of_json(to_json(header.rules)), quoted(header.player), quoted(header.sequencer),
                 header.seed ? std::to_string(*header.seed) : "null",
                 header.player_seed ? std::to_string(*header.player_seed) : "null");
  if (!header.seed && header.repeat) fmt::format_to(into, "\"repeat\":{},", *header.repeat);
  fmt::format_to(into, "\"side\":{},\"max_rejects\":{},\"cpu_limit_s\":{}}}\n", header.rules.side,
                 header.rules.max_rejects, text_of_json(json(header.cpu_limit_s)));
  return out;
}

std::string trace_text(const TraceHeader& header, const GameRecord& record) {
  std::string out = header_text(header);
  for (const Turn& turn : record.turns) {
    const bool fatal = turn.fault && record.status == Status::invalid && &turn == &record.turns.back();
    append_turn(out, static_cast<int>(&turn - record.turns.data()), turn, fatal, record.error);
  }
  append_end(out, record, record.turns.size(), record.land.to_string());
  return out;
}

TraceLines parse_trace(const std::string& text, const std::string& path) {
  TraceLines lines;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto fail = [&](const std::string& message) { throw InputError("{}:{}: {}", path, number + 1, message); };
    if (!lines.end.is_null()) fail("there are lines after the end of the game");
    json line;
    try {
      line = read_json(std::string_view(text).substr(begin, end - begin), fmt::format("{}:{}", path, number + 1));
    } catch (const InputError&) {
      if (number > 0 && end == text.size()) fail("cut short within a line");
      if (number > 0) throw;
    }
    if (number == 0) {
      if (!line.is_object() || line.value("format", json()) != format_name)
        fail(fmt::format("no trace: the first line must have \"format\":\"{}\"", format_name));
      try {
        lines.rules = rules_of_json(line.value("rules", json()));
      } catch (const InputError& e) {
        fail(e.what());
      }
      lines.header = std::move(line);
    } else if (!line.is_object()) {
      fail("not a JSON object");
    } else if (line.contains("end")) {
      lines.end = std::move(line);
    } else {
      lines.turns.push_back(std::move(line));
    }
    begin = end + 1;
  }
  if (number == 0) throw InputError("{}: no trace: the file is empty", path);
  if (lines.end.is_null())
    throw InputError("{}: cut short: the line of the end is missing after line {}", path, number);
  return lines;
}

}  // namespace pentocity::match
