#include "pentocity/match/trace.hpp"

#include <fmt/format.h>

#include <cmath>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view format_name = "pentocity-trace/1";

// The answer's own fields, shared by an accepted, a fatal and a skipped move.
void add_move(ordered_json::object_t& out, const Turn& turn) {
  const Move& move = turn.move;
  out["rotation"] = move.rotation;
  out["location"] = {move.location.row, move.location.column};
  for (const auto& [name, cells] :
       {std::pair{"building", &turn.building}, {"road", &move.road}, {"water", &move.pond}, {"park", &move.park}})
    out[name] = json_of_cells(*cells);
}

std::string six_digits(double metric) { return fmt::format("{:.6f}", metric); }

// The reason why a game ended. What came instead of an answer is not part of it, but of the line of its turn.
std::string error_code(const GameResult& result) {
  const std::string unreadable(name_of(Fault::bad_answer));
  return result.status == Status::invalid && result.error.starts_with(unreadable + ":") ? unreadable : result.error;
}

}  // namespace

ordered_json json_of_turn(int number, const Turn& turn, bool fatal, const std::string& error) {
  ordered_json::object_t out;
  out.reserve(12);  // as many as a line has: else each that is one too many would copy those before it
  out["turn"] = number;
  ordered_json& request = out["request"];
  request["type"] = name_of(turn.request.type());
  request["cells"] = json_of_cells(turn.request.cells());
  const bool unreadable = turn.fault == Fault::bad_answer;  // there is no move to show; what came is the note
  if (!turn.answered || (unreadable && fatal)) {
    out["accept"] = nullptr;
    out["error"] = unreadable ? std::string(name_of(Fault::bad_answer)) : error;
  } else if (turn.stands() || fatal) {
    out["accept"] = true;
    add_move(out, turn);
    if (fatal)
      out["error"] = name_of(*turn.fault);
    else
      out["delta"] = turn.delta;
  } else {
    out["accept"] = false;
    if (turn.fault) out["invalid"]["code"] = name_of(*turn.fault);
    if (turn.fault && !unreadable) {
      ordered_json::object_t move;
      add_move(move, turn);
      out["invalid"]["move"] = std::move(move);
    }
    out["rejects"] = turn.rejects_after;
  }
  out["score_after"] = turn.score_after;
  if (!turn.move.note.empty()) out["note"] = turn.move.note;
  return out;
}

ordered_json json_of_end(const GameResult& result, std::size_t turns, const std::string& grid) {
  ordered_json out{{"end", true},
                   {"status", name_of(result.status)},
                   {"error", nullptr},
                   {"score", result.score},
                   {"turns", turns},
                   {"accepted", result.accepted},
                   {"rejects", result.rejects},
                   {"metrics", {{"score", result.score}}},
                   {"grid", grid}};
  if (result.status != Status::ok) out["error"] = error_code(result);
  for (const MetricInfo& metric : metric_infos) {
    ordered_json& value = out["metrics"][std::string(metric.name)];
    const auto number = value_of(metric, result.metrics);
    if (number && metric.whole())
      value = static_cast<int>(*number);
    else if (number && std::isfinite(*number))  // others only in a forged row
      value = ordered_json::parse(six_digits(*number));
  }
  return out;
}

ordered_json to_json_resolved(const Rules& rules) {
  constexpr std::size_t always = 5;  // later rules only where they differ, so that older configs keep their hashes
  ordered_json out{{"profile", rules.profile}};
  const std::vector<OptionSpec> single = rule_options(rules), usual = rule_options(*Rules::of_profile(rules.profile));
  for (std::size_t i = 0; i < single.size(); ++i)
    if (i < always || single[i].fallback != usual[i].fallback)
      std::visit([&](const auto& value) { out[single[i].name] = value; }, single[i].fallback);
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
  const auto or_null = [](const auto& value) { return value ? ordered_json(*value) : ordered_json(); };
  ordered_json out{{"format", format_name},        {"rules", to_json(header.rules)},
                   {"player", header.player},      {"sequencer", header.sequencer},
                   {"seed", or_null(header.seed)}, {"player_seed", or_null(header.player_seed)}};
  if (!header.seed && header.repeat) out["repeat"] = *header.repeat;
  out["side"] = header.rules.side;
  out["max_rejects"] = header.rules.max_rejects;
  out["cpu_limit_s"] = header.cpu_limit_s;
  return text_of_json(out) + "\n";
}

std::string trace_text(const TraceHeader& header, const GameRecord& record) {
  std::string out = header_text(header);
  for (const Turn& turn : record.turns) {
    const bool fatal = turn.fault && record.status == Status::invalid && &turn == &record.turns.back();
    out += text_of_json(json_of_turn(static_cast<int>(&turn - record.turns.data()), turn, fatal, record.error)) + "\n";
  }
  std::string end = text_of_json(json_of_end(record, record.turns.size(), record.land.to_string())) + "\n";
  for (const MetricInfo& metric : metric_infos) {
    const auto number = value_of(metric, record.metrics);
    if (!number || metric.whole()) continue;
    const std::string name = fmt::format("\"{}\":", metric.name);
    const std::size_t at = end.find(name) + name.size();  // with its zeros, which a number of JSON does not keep
    end.replace(at, end.find_first_of(",}", at) - at, six_digits(*number));
  }
  return out + end;
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
