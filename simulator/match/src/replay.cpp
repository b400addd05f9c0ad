#include "pentocity/match/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;

// Compares fields and keeps what differs.
class Comparer {
 public:
  std::vector<Mismatch> mismatches;

  void mismatch(int turn, const std::string& field, const json& recorded, const json& replayed) {
    note(turn, field, excerpt_of_json(recorded), excerpt_of_json(replayed));
  }
  // A field that must be there and equal.
  void equal(int turn, const json& line, const std::string& field, const json& replayed,
             const std::string& shown = "") {
    const auto it = line.find(field);
    if (it == line.end())
      note(turn, shown.empty() ? field : shown, "missing", excerpt_of_json(replayed));
    else if (*it != replayed || it->is_number_float() != replayed.is_number_float())
      mismatch(turn, shown.empty() ? field : shown, *it, replayed);
  }
  // A field that this kind of line does not have.
  void absent(int turn, const json& line, const std::string& field) {
    if (line.contains(field)) note(turn, field, excerpt_of_json(line.at(field)), "no such field on this line");
  }

 private:
  void note(int turn, const std::string& field, const std::string& recorded, const std::string& replayed) {
    mismatches.push_back({.turn = turn, .field = field, .recorded = recorded, .replayed = replayed});
  }
};

// The move on a line; no value, and a mismatch, if it cannot be read.
std::optional<Move> move_of(const json& j, int turn, const std::string& prefix, Comparer& out) {
  Move move;
  move.accept = true;
  bool good = true;
  const auto read = [&](const std::string& field, auto& value, const auto& of_json) {
    const auto it = j.find(field);
    const auto found = it == j.end() ? std::nullopt : of_json(*it);
    if (found) {
      value = *found;
    } else {
      out.mismatch(turn, prefix + field, it == j.end() ? json("missing") : *it, "a readable value");
      good = false;
    }
  };
  read("rotation", move.rotation, int_of_json);
  read("location", move.location, cell_of_json);
  read("road", move.road, cells_of_json);
  read("water", move.pond, cells_of_json);
  read("park", move.park, cells_of_json);
  if (!good) return std::nullopt;
  return move;
}

// Compares an answer's own fields with the turn that it made.
void compare_move(const json& line, int number, const std::string& prefix, const Turn& turn, Comparer& out) {
  out.equal(number, line, "building", json_of_cells(turn.building), prefix + "building");
  // Sorted and without repeats: as a trace must hold them.
  out.equal(number, line, "road", json_of_cells(turn.move.road), prefix + "road");
  out.equal(number, line, "water", json_of_cells(turn.move.pond), prefix + "water");
  out.equal(number, line, "park", json_of_cells(turn.move.park), prefix + "park");
}

// Tells whether a cell of a request may be there: what is wider than any land is no request, and its picture and the
// neighbours of its cells may pass all bounds.
bool is_near(Cell c) { return c.row >= 0 && c.column >= 0 && c.row < max_side && c.column < max_side; }

bool utility_agrees(const json& recorded, const std::optional<double>& utility) {
  if (!utility) return recorded.is_null();
  // Rounded to 6 digits; an exact half may have been rounded either way.
  return recorded.is_number() && std::abs(recorded.get<double>() - *utility) <= 5e-7 + 1e-12 &&
         std::abs(std::remainder(recorded.get<double>(), 1e-6)) < 1e-10;
}

// A replay under way.
class Replay {
 public:
  explicit Replay(const TraceLines& lines) : lines_(lines), game_(lines.rules) {}

  std::vector<Mismatch> run(const TurnObserver& observe) {
    out_.equal(-1, lines_.header, "side", lines_.rules.side);
    out_.equal(-1, lines_.header, "max_rejects", lines_.rules.max_rejects);
    for (number_ = 0; number_ < static_cast<int>(lines_.turns.size()); ++number_) {
      const json& line = lines_.turns[number_];
      if (game_.over() || lost_)
        out_.mismatch(number_, "turn", line.value("turn", json()), "no such turn: the game was over");
      else if (const auto turn = play(line); turn && observe)
        observe(game_, *turn);
      // What comes after the first turn that differs follows from it.
      if (!out_.mismatches.empty()) return out_.mismatches;
    }
    compare_end();
    return out_.mismatches;
  }

 private:
  // Plays one line; none if it cannot be played.
  std::optional<Turn> play(const json& line) {
    out_.equal(number_, line, "turn", number_);
    const auto request = read_request(line.value("request", json()));
    if (!request) return std::nullopt;
    const json accept = line.value("accept", json());
    std::optional<Turn> turn;
    if (accept == true) {
      turn = play_accepted(*request, line);
    } else if (accept == false) {
      turn = play_rejected(*request, line);
    } else if (accept.is_null() && line.value("error", json()) == name_of(Fault::bad_answer)) {
      turn = game_.refuse(*request, "");
      if (!game_.aborted()) out_.mismatch(number_, "error", name_of(Fault::bad_answer), "a game that goes on");
    } else if (accept.is_null() && line.contains("error") && !line.contains("building")) {
      lost_ = true;
      turn.emplace(*request);
      turn->answered = false;
    } else {
      out_.mismatch(number_, "accept", accept, "true or false");
    }
    out_.equal(number_, line, "score_after", game_.score());
    return turn;
  }

  std::optional<Request> read_request(const json& j) {
    const json type = j.is_object() ? j.value("type", json()) : json();
    const json cells_json = j.is_object() ? j.value("cells", json()) : json();
    const auto cells = cells_of_json(cells_json);
    if (type != "residence" && type != "factory") {
      out_.mismatch(number_, "request.type", type, "residence or factory");
    } else if (!cells || !std::ranges::all_of(*cells, is_near) || !is_connected(*cells)) {
      out_.mismatch(number_, "request.cells", cells_json, "the cells of one connected piece");
    } else {
      const Request request(type == "residence" ? Building::residence : Building::factory, *cells);
      out_.equal(number_, j, "cells", json_of_cells(request.cells()), "request.cells");
      return request;
    }
    return std::nullopt;
  }

  std::optional<Turn> play_accepted(const Request& request, const json& line) {
    const auto move = move_of(line, number_, "", out_);
    if (!move) return std::nullopt;
    Turn turn = game_.answer(request, *move);
    accepted_ += turn.stands();
    compare_move(line, number_, "", turn, out_);
    if (turn.stands()) {
      out_.equal(number_, line, "delta", turn.delta);
      out_.absent(number_, line, "error");
    } else if (game_.aborted()) {
      out_.equal(number_, line, "error", name_of(*turn.fault));
      out_.absent(number_, line, "delta");
      fatal_ = turn.move;
    } else {
      out_.mismatch(number_, "accept", true, fmt::format("an invalid move: {}", name_of(*turn.fault)));
    }
    return turn;
  }

  std::optional<Turn> play_rejected(const Request& request, const json& line) {
    std::optional<Move> move = Move::reject();
    const auto invalid = line.find("invalid");
    // An answer that could not be read has no move to try.
    const bool tried = invalid != line.end() &&
                       !(invalid->is_object() && invalid->value("code", json()) == name_of(Fault::bad_answer));
    const json tried_json = tried && invalid->is_object() ? invalid->value("move", json::object()) : json::object();
    if (tried) move = tried_json.is_object() ? move_of(tried_json, number_, "invalid.move.", out_) : std::nullopt;
    if (!move) {
      if (out_.mismatches.empty()) out_.mismatch(number_, "invalid.move", tried_json, "a move");
      return std::nullopt;
    }
    if (invalid != line.end() && lines_.rules.on_invalid == OnInvalid::abort)
      out_.mismatch(number_, "invalid", *invalid, "an invalid move ends the game under these rules");
    Turn turn = invalid == line.end() || tried ? game_.answer(request, *move) : game_.refuse(request, "");
    if (tried) {
      compare_move(tried_json, number_, "invalid.move.", turn, out_);
      if (turn.fault)
        out_.equal(number_, *invalid, "code", name_of(*turn.fault), "invalid.code");
      else
        out_.mismatch(number_, "invalid", *invalid, "a valid move");
    }
    out_.equal(number_, line, "rejects", game_.rejects());
    for (const char* field : {"delta", "error", "rotation", "location", "building", "road", "water", "park"})
      out_.absent(number_, line, field);
    return turn;
  }

  void compare_end() {
    const json& end = lines_.end;
    const json last_error = lines_.turns.empty() ? json() : lines_.turns.back().value("error", json());
    out_.equal(-1, end, "end", true);
    compare_status(last_error);
    out_.equal(-1, end, "score", game_.score());
    out_.equal(-1, end, "turns", lines_.turns.size());
    out_.equal(-1, end, "accepted", accepted_);
    out_.equal(-1, end, "rejects", game_.rejects());
    compare_metrics(end.value("metrics", json()));
    compare_grid(end, last_error);
  }

  void compare_grid(const json& end, const json& last_error) {
    std::string replayed = game_.land().to_string();
    const json recorded = end.value("grid", json());
    const bool halfway = last_error == name_of(Fault::cell_occupied) || last_error == name_of(Fault::cells_overlap);
    if (halfway && fatal_ && recorded.is_string() && recorded.get_ref<const std::string&>().size() == replayed.size()) {
      // A trace of 2016 may show cells of a structure that was placed in part; apply_move() leaves none. So the cells
      // of this move's structures are not compared.
      const Grid& grid = game_.land().grid();
      for (const Cells* cells : {&fatal_->road, &fatal_->pond, &fatal_->park})
        for (const Cell c : *cells)
          if (grid.contains(c)) {
            const auto at = static_cast<std::size_t>(c.row * grid.columns() + c.column);
            replayed[at] = recorded.get_ref<const std::string&>()[at];
          }
    }
    out_.equal(-1, end, "grid", replayed);
  }

  void compare_status(const json& last_error) {
    const json& end = lines_.end;
    if (game_.aborted() || lost_) {
      // A lost player crashed or was stopped: its moves cannot tell.
      const bool timeout = lost_ && end.value("status", json()) == name_of(Status::timeout);
      out_.equal(-1, end, "status", name_of(timeout ? Status::timeout : lost_ ? Status::crashed : Status::invalid));
      out_.equal(-1, end, "error", last_error);
    } else if (game_.over()) {
      out_.equal(-1, end, "status", name_of(Status::ok));
      out_.equal(-1, end, "error", nullptr);
    } else {
      // Something outside the moves ended it: a limit, a lost player, a sequencer.
      const json status = end.value("status", json());
      if (status != name_of(Status::crashed) && status != name_of(Status::timeout) &&
          status != name_of(Status::sequencer_failed))
        out_.mismatch(-1, "status", status, "a game that goes on: no reject or invalid move ended it");
      if (const json error = end.value("error", json()); !error.is_string())
        out_.mismatch(-1, "error", error, "what ended the game");
    }
  }

  void compare_metrics(const json& metrics) {
    if (!metrics.is_object()) return out_.mismatch(-1, "metrics", metrics, "a mapping");
    const Metrics m = measure(game_.measured_land(), game_.score());
    const auto metric = [&](const std::string& name, int value) {
      out_.equal(-1, metrics, name, value, "metrics." + name);
    };
    metric("score", game_.score());
    // The games recorded in 2016 have no exposed edges.
    for (const MetricInfo& info : metric_infos)
      if (info.whole != nullptr && (info.whole != &Metrics::exposed_edges || metrics.contains(info.name)))
        metric(std::string(info.name), m.*info.whole);
    const json utility = metrics.value("utility", json("missing"));
    if (!utility_agrees(utility, m.utility))
      out_.mismatch(-1, "metrics.utility", utility, m.utility ? json(*m.utility) : json());
  }

  const TraceLines& lines_;
  Game game_;
  Comparer out_;
  int number_ = 0;
  int accepted_ = 0;
  bool lost_ = false;
  std::optional<Move> fatal_;
};

}  // namespace

std::vector<Mismatch> replay_trace(const TraceLines& trace, const TurnObserver& observe) {
  return Replay(trace).run(observe);
}

}  // namespace pentocity::match
