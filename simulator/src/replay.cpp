#include "pentocity/simulator/replay.hpp"

#include <cmath>

#include <fmt/format.h>

#include "pentocity/input/yaml.hpp"

namespace pentocity {
namespace {

using nlohmann::json;

constexpr int far_off = 1'000'000;

// The cells of a JSON array of pairs; none if it is no such thing.
std::optional<Cells> cells_of(const json& j) {
  if (!j.is_array()) return std::nullopt;
  Cells cells;
  for (const json& pair : j) {
    if (!pair.is_array() || pair.size() != 2) return std::nullopt;
    std::array<int, 2> at{};
    for (std::size_t i = 0; i < 2; ++i) {
      if (!pair[i].is_number_integer()) return std::nullopt;
      const auto value = pair[i].get<std::int64_t>();
      if (value < -far_off || value > far_off) return std::nullopt;
      at[i] = static_cast<int>(value);
    }
    cells.push_back({at[0], at[1]});
  }
  return cells;
}

json json_of(const Cells& cells) {
  json out = json::array();
  for (const Cell c : cells) out.push_back({c.row, c.column});
  return out;
}

// Compares fields and keeps what differs.
class Comparer {
 public:
  std::vector<Mismatch> mismatches;

  void mismatch(int turn, std::string field, const json& recorded, const json& replayed) {
    mismatches.push_back({turn, std::move(field), shorten(recorded), shorten(replayed)});
  }
  // A field that must be there and equal.
  void equal(int turn, const json& line, const std::string& field, const json& replayed, const std::string& shown = "") {
    const auto it = line.find(field);
    if (it == line.end())
      mismatches.push_back({turn, shown.empty() ? field : shown, "missing", shorten(replayed)});
    else if (*it != replayed || it->is_number_float() != replayed.is_number_float())
      mismatch(turn, shown.empty() ? field : shown, *it, replayed);
  }
  // A field that this kind of line does not have.
  void absent(int turn, const json& line, const std::string& field) {
    if (line.contains(field)) mismatches.push_back({turn, field, shorten(line.at(field)), "no such field on this line"});
  }

 private:
  static std::string shorten(const json& value) {
    std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
    return text.size() <= 80 ? text : text.substr(0, 77) + "...";
  }
};

// The move on a line. What cannot be read is a mismatch, and none comes back.
std::optional<Move> move_of(const json& j, int turn, const std::string& prefix, Comparer& out) {
  Move move;
  move.accept = true;
  bool good = true;
  const auto read = [&](const std::string& field, auto&& convert) {
    const auto it = j.find(field);
    if (it != j.end() && convert(*it)) return;
    out.mismatch(turn, prefix + field, it == j.end() ? json("missing") : *it, "a readable value");
    good = false;
  };
  read("rotation", [&](const json& v) {
    if (!v.is_number_integer() || v.get<std::int64_t>() < -far_off || v.get<std::int64_t>() > far_off) return false;
    move.rotation = v.get<int>();
    return true;
  });
  read("location", [&](const json& v) {
    const auto cells = cells_of(json::array({v}));
    if (!cells) return false;
    move.location = cells->front();
    return true;
  });
  for (const auto& [field, cells] : {std::pair<std::string, Cells*>{"road", &move.road}, {"water", &move.water}, {"park", &move.park}})
    read(field, [&, cells = cells](const json& v) {
      const auto list = cells_of(v);
      if (!list) return false;
      *cells = *list;
      return true;
    });
  if (!good) return std::nullopt;
  return move;
}

// Compares an answer's own fields with the turn that it made.
void compare_move(const json& line, int number, const std::string& prefix, const Turn& turn, Comparer& out) {
  out.equal(number, line, "building", json_of(turn.building), prefix + "building");
  // Sorted and without repeats: as a trace must hold them.
  out.equal(number, line, "road", json_of(turn.move.road), prefix + "road");
  out.equal(number, line, "water", json_of(turn.move.water), prefix + "water");
  out.equal(number, line, "park", json_of(turn.move.park), prefix + "park");
}

bool utility_agrees(const json& recorded, const std::optional<double>& utility) {
  if (!utility) return recorded.is_null();
  // Rounded to 6 digits; an exact half may have been rounded either way.
  return recorded.is_number() && std::abs(recorded.get<double>() - *utility) <= 5e-7 + 1e-12 &&
         std::abs(std::remainder(recorded.get<double>(), 1e-6)) < 1e-10;
}

void compare_end(const TraceLines& lines, const Game& game, int accepted, bool crashed, Comparer& out) {
  const json& end = lines.end;
  out.equal(-1, end, "end", true);
  const std::string status = end.value("status", json()).is_string() ? end["status"].get<std::string>() : "";
  const auto known = status_of_name(status);
  const auto expect_status = [&](std::string_view expected) { out.equal(-1, end, "status", expected); };
  const json last_fault = game.aborted() && !lines.turns.empty() ? lines.turns.back().value("error", json()) : json();
  if (game.aborted()) {
    expect_status("invalid");
    out.equal(-1, end, "error", last_fault);
  } else if (crashed) {
    expect_status("crashed");
    out.equal(-1, end, "error", lines.turns.back().value("error", json()));
  } else if (game.over()) {
    expect_status("ok");
    out.equal(-1, end, "error", nullptr);
  } else if (known == Status::ok || known == Status::invalid || !known) {
    out.mismatch(-1, "status", end.value("status", json()), "a game that goes on: no reject or invalid move ended it");
  } else if (!end.contains("error") || !end["error"].is_string()) {
    out.mismatch(-1, "error", end.value("error", json("missing")), "what ended the game");
  }
  out.equal(-1, end, "score", game.score());
  out.equal(-1, end, "turns", lines.turns.size());
  out.equal(-1, end, "accepted", accepted);
  out.equal(-1, end, "rejects", game.rejects());

  const json metrics = end.value("metrics", json::object());
  const Metrics m = measure(game.measured_land(), game.score());
  const auto metric = [&](const std::string& name, const json& value) {
    out.equal(-1, metrics, name, value, "metrics." + name);
  };
  metric("score", game.score());
  metric("empty", m.empty);
  metric("road", m.road);
  metric("building", m.building);
  metric("resort", m.resort);
  metric("perimeter", m.perimeter);
  metric("extendable", m.extendable);
  metric("giant", m.giant);
  metric("giant_perimeter", m.giant_perimeter);
  metric("giant_extendable", m.giant_extendable);
  // Not in the games recorded in 2016.
  if (metrics.contains("exposed_edges")) metric("exposed_edges", m.exposed_edges);
  if (!metrics.contains("utility") || !utility_agrees(metrics["utility"], m.utility))
    out.mismatch(-1, "metrics.utility", metrics.value("utility", json("missing")), m.utility ? json(*m.utility) : json());

  // A structure that fails halfway leaves a grid that depends on the order of its cells.
  if (last_fault == name_of(Fault::cell_occupied) || last_fault == name_of(Fault::cells_overlap)) return;
  out.equal(-1, end, "grid", game.land().to_string());
}

Rules rules_of_header(const std::string& path, const json& header) {
  try {
    return rules_of_json(header.value("rules", json()));
  } catch (const InputError& e) {
    throw InputError(fmt::format("{}:1: {}", path, e.what()));
  }
}

}  // namespace

std::vector<Mismatch> replay_trace(const std::string& path) {
  const TraceLines lines = read_trace(path);
  const Rules rules = rules_of_header(path, lines.header);
  Comparer out;
  out.equal(-1, lines.header, "side", rules.side);
  out.equal(-1, lines.header, "max_rejects", rules.max_rejects);

  Game game(rules);
  int accepted = 0;
  bool crashed = false;
  for (std::size_t i = 0; i < lines.turns.size(); ++i) {
    const json& line = lines.turns[i];
    const int number = static_cast<int>(i);
    // From the first mismatch on, the rest follows from it.
    if (!out.mismatches.empty()) return out.mismatches;
    if (game.over() || crashed) {
      out.mismatch(number, "turn", line.value("turn", json()), "no such turn: the game was over");
      return out.mismatches;
    }
    out.equal(number, line, "turn", number);

    const json request_json = line.value("request", json::object());
    const json type = request_json.is_object() ? request_json.value("type", json()) : json();
    const auto cells = cells_of(request_json.is_object() ? request_json.value("cells", json()) : json());
    std::optional<Request> request;
    if (type != "residence" && type != "factory") {
      out.mismatch(number, "request.type", type, "residence or factory");
    } else if (!cells) {
      out.mismatch(number, "request.cells", request_json.value("cells", json()), "a list of cells");
    } else {
      try {
        request.emplace(type == "residence" ? Building::residence : Building::factory, *cells);
        out.equal(number, request_json, "cells", json_of(request->cells()), "request.cells");
      } catch (const std::invalid_argument&) {
        out.mismatch(number, "request.cells", request_json["cells"], "one connected piece");
      }
    }
    if (!request) return out.mismatches;

    const json accept = line.value("accept", json());
    if (accept == true) {
      const auto move = move_of(line, number, "", out);
      if (!move) return out.mismatches;
      const Turn turn = game.answer(*request, *move);
      accepted += turn.stands();
      compare_move(line, number, "", turn, out);
      if (turn.fault && !game.aborted()) {
        out.mismatch(number, "accept", true, fmt::format("an invalid move: {}", name_of(*turn.fault)));
      } else if (turn.fault) {
        out.equal(number, line, "error", name_of(*turn.fault));
        out.absent(number, line, "delta");
      } else {
        out.equal(number, line, "delta", turn.delta);
        out.absent(number, line, "error");
      }
    } else if (accept == false) {
      Move move;
      if (line.contains("invalid")) {
        const json& invalid = line["invalid"];
        const json move_json = invalid.is_object() ? invalid.value("move", json()) : json();
        // An answer that could not be read has no move to try.
        const bool unreadable = invalid.is_object() && invalid.value("code", json()) == name_of(Fault::bad_answer);
        if (!unreadable) {
          if (!move_json.is_object()) {
            out.mismatch(number, "invalid.move", move_json, "a move");
            return out.mismatches;
          }
          const auto read = move_of(move_json, number, "invalid.move.", out);
          if (!read) return out.mismatches;
          move = *read;
        }
        if (rules.on_invalid == OnInvalid::abort)
          out.mismatch(number, "invalid", invalid, "an invalid move ends the game under these rules");
        const Turn turn = game.answer(*request, move);
        if (!unreadable) {
          compare_move(move_json, number, "invalid.move.", turn, out);
          if (turn.fault)
            out.equal(number, invalid, "code", name_of(*turn.fault), "invalid.code");
          else
            out.mismatch(number, "invalid", invalid, "a valid move");
        }
      } else {
        game.answer(*request, move);
      }
      out.equal(number, line, "rejects", game.rejects());
      for (const char* field : {"delta", "error", "rotation", "location", "building", "road", "water", "park"})
        out.absent(number, line, field);
    } else if (line.contains("error")) {
      crashed = true;
    } else {
      out.mismatch(number, "accept", accept, "true or false");
    }
    out.equal(number, line, "score_after", game.score());
  }
  if (out.mismatches.empty()) compare_end(lines, game, accepted, crashed, out);
  return out.mismatches;
}

}  // namespace pentocity
