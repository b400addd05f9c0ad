#include "pentocity/match/replay.hpp"

#include <algorithm>
#include <cmath>

#include "pentocity/input/gzip.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::match {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int no_turn = -1;  // of a mismatch in the first or the last line

// A field of a JSON object; null if there is none.
json field_of(const json& object, const char* name) { return object.is_object() ? object.value(name, json()) : json(); }

// Tells whether a cell of a request may be there: what is wider than any land is no request, and its picture and the
// neighbours of its cells may pass all bounds.
bool is_near(Cell c) { return c.row >= 0 && c.column >= 0 && c.row < max_side && c.column < max_side; }

// Whether it is the metric, rounded to 6 digits; an exact half may have been rounded either way.
bool agrees(const json& recorded, const std::optional<double>& metric) {
  if (!metric) return recorded.is_null();
  return recorded.is_number() && std::abs(recorded.get<double>() - *metric) <= 5e-7 + 1e-12 &&
         std::abs(std::remainder(recorded.get<double>(), 1e-6)) < 1e-10;
}

// A replay under way. Each line is compared with the one that the replayed game would have written.
class Replay {
 public:
  explicit Replay(const TraceLines& lines) : lines_(lines), game_(lines.rules) {}

  std::vector<Mismatch> run(const TurnObserver& observe) {
    const Rules& rules = lines_.rules;
    compare(no_turn, lines_.header, {{"side", rules.side}, {"max_rejects", rules.max_rejects}});
    for (const json& line : lines_.turns) {
      if (game_.over() || lost_)
        mismatch(number_, "turn", field_of(line, "turn"), "no such turn: the game was over");
      else if (play(line) && observe)
        observe(game_, record_.turns.back());
      // What comes after the first turn that differs follows from it.
      if (!mismatches_.empty()) return mismatches_;
      ++number_;
    }
    compare_end();
    return mismatches_;
  }

 private:
  void mismatch(int turn, const std::string& field, const json& recorded, const json& replayed) {
    mismatches_.push_back({turn, field, excerpt_of_json(recorded), excerpt_of_json(replayed)});
  }
  // Fields that must be there and equal.
  void compare(int turn, const json& line, const ordered_json& replayed, const std::string& path = "") {
    for (const auto& [name, expected] : replayed.items()) {
      const auto recorded = line.find(name);
      const json value = expected;
      if (recorded == line.end())
        mismatches_.push_back({turn, path + name, "missing", excerpt_of_json(value)});
      else if (recorded->is_object() && value.is_object())
        compare(turn, *recorded, expected, path + name + ".");
      else if (*recorded != value || recorded->is_number_float() != value.is_number_float())
        mismatch(turn, path + name, *recorded, value);
    }
  }

  // Plays one line; false if it cannot be played.
  bool play(const json& line) {
    const auto request = request_of(field_of(line, "request"));
    const auto turn = request ? answer(*request, line) : std::nullopt;
    if (!turn) return false;
    const json error = field_of(line, "error");
    const ordered_json expected =
        json_of_turn(number_, *turn, game_.aborted(), error.is_string() ? error.get<std::string>() : "");
    compare(number_, line, expected);
    if (!expected["accept"].is_null())
      for (const char* field : {"delta", "error", "rotation", "location", "building", "road", "water", "park"})
        if (line.contains(field) && !expected.contains(field))
          mismatches_.push_back({number_, field, excerpt_of_json(line[field]), "no such field on this line"});
    record_.accepted += turn->stands();
    record_.turns.push_back(*turn);
    return true;
  }

  // Judges the answer that a line tells of; no value, and a mismatch, if it cannot be read.
  std::optional<Turn> answer(const Request& request, const json& line) {
    const json accept = field_of(line, "accept"), error = field_of(line, "error"), invalid = field_of(line, "invalid");
    const json unreadable = name_of(Fault::bad_answer);
    if (accept == false && invalid.is_null()) return game_.answer(request, Move::reject());
    if (accept == false ? field_of(invalid, "code") == unreadable : accept.is_null() && error == unreadable)
      return game_.refuse(request, "");
    if (accept.is_boolean()) {
      auto move = accept == true ? move_of(line, "") : move_of(field_of(invalid, "move"), "invalid.move.");
      if (!move) return std::nullopt;
      return game_.answer(request, std::move(*move));
    }
    if (!accept.is_null() || error.is_null() || line.contains("building")) {
      mismatch(number_, "accept", accept, "true or false");
      return std::nullopt;
    }
    lost_ = true;
    Turn turn(request);
    turn.answered = false;
    turn.score_after = game_.score();
    return turn;
  }

  std::optional<Request> request_of(const json& j) {
    const json type = field_of(j, "type"), cells_json = field_of(j, "cells");
    const auto cells = cells_of_json(cells_json);
    if (type != "residence" && type != "factory")
      mismatch(number_, "request.type", type, "residence or factory");
    else if (!cells || !std::ranges::all_of(*cells, is_near) || !is_connected(*cells))
      mismatch(number_, "request.cells", cells_json, "the cells of one connected piece");
    else
      return Request(type == "residence" ? Building::residence : Building::factory, *cells);
    return std::nullopt;
  }

  std::optional<Move> move_of(const json& j, const std::string& path) {
    Move move;
    move.accept = true;
    const std::size_t before = mismatches_.size();
    const auto read = [&](const char* field, auto& value, const auto& of_json) {
      if (auto found = of_json(field_of(j, field)))
        value = std::move(*found);
      else
        mismatch(number_, path + field, j.contains(field) ? field_of(j, field) : "missing", "a readable value");
    };
    read("rotation", move.rotation, int_of_json);
    read("location", move.location, cell_of_json);
    read("road", move.road, cells_of_json);
    read("water", move.pond, cells_of_json);
    read("park", move.park, cells_of_json);
    if (mismatches_.size() > before) return std::nullopt;
    return move;
  }

  void compare_end() {
    const json& end = lines_.end;
    if (!end_game(field_of(end, "status"), field_of(end, "error"))) return;
    record_.score = game_.score();
    record_.rejects = game_.rejects();
    record_.metrics = measure(game_.measured_land(), record_.score);
    ordered_json expected = json_of_end(record_, record_.turns.size(), final_grid(field_of(end, "grid")));
    const json metrics = field_of(end, "metrics");
    for (const MetricInfo& later : std::span(metric_infos).subspan(metrics_of_2016))
      if (!metrics.contains(later.name)) expected["metrics"].erase(std::string(later.name));
    for (const MetricInfo& real : metric_infos)
      if (const std::string name(real.name);
          !real.whole() && metrics.contains(name) && agrees(metrics.at(name), value_of(real, record_.metrics)))
        expected["metrics"][name] = metrics.at(name);
    compare(no_turn, end, expected);
  }

  // Notes how the game ended; false, and a mismatch, if it cannot have ended so.
  bool end_game(const json& status, const json& error) {
    const json last_error = lines_.turns.empty() ? json() : field_of(lines_.turns.back(), "error");
    const auto text = [](const json& j) { return j.is_string() ? j.get<std::string>() : std::string(); };
    const std::optional<Status> recorded = status_of_name(text(status));
    if (game_.aborted()) {
      record_.status = Status::invalid;
      record_.error = name_of(*record_.turns.back().fault);
    } else if (lost_) {
      // A lost player crashed or was stopped: its moves cannot tell.
      record_.status = recorded == Status::timeout ? Status::timeout : Status::crashed;
      record_.error = text(last_error);
    } else if (!game_.over()) {
      // Something outside the moves ended it: a limit, a lost player, a sequencer.
      if (!recorded || *recorded == Status::ok || *recorded == Status::invalid)
        mismatch(no_turn, "status", status, "a game that goes on: no reject or invalid move ended it");
      if (!error.is_string()) mismatch(no_turn, "error", error, "what ended the game");
      if (!mismatches_.empty()) return false;
      record_.status = *recorded;
      record_.error = text(error);
    }
    return true;
  }

  std::string final_grid(const json& recorded) const {
    std::string replayed = game_.land().to_string();
    const Turn* last = record_.turns.empty() ? nullptr : &record_.turns.back();
    const bool halfway = last != nullptr && game_.aborted() &&
                         (last->fault == Fault::cell_occupied || last->fault == Fault::cells_overlap);
    if (!halfway || !recorded.is_string() || recorded.get_ref<const std::string&>().size() != replayed.size())
      return replayed;
    // A trace of 2016 may show cells of a structure that was placed in part; apply_move() leaves none. So the cells of
    // this move's structures are not compared.
    const Grid& grid = game_.land().grid();
    for (const Cells* cells : {&last->move.road, &last->move.pond, &last->move.park})
      for (const Cell c : *cells)
        if (grid.contains(c)) {
          const int at = c.row * grid.columns() + c.column;
          replayed[at] = recorded.get_ref<const std::string&>()[at];
        }
    return replayed;
  }

  const TraceLines& lines_;
  Game game_;
  GameRecord record_;
  std::vector<Mismatch> mismatches_;
  int number_ = 0;     ///< of the turn
  bool lost_ = false;  ///< the player gave no answer
};

}  // namespace

TraceLines read_trace(const std::string& path) { return parse_trace(read_gzip_file(path), path); }

std::vector<Mismatch> replay_trace(const TraceLines& trace, const TurnObserver& observe) {
  return Replay(trace).run(observe);
}

}  // namespace pentocity::match
