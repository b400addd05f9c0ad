// Serves a Python player over lines of JSON: boxed, as a command of a config, or as a worker of a run.

#include <ctime>
#include <nlohmann/json.hpp>

#include "convert.hpp"
#include "lines.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"
#include "players.hpp"

namespace pentocity::python {

using namespace py::literals;
using match::cells_of_json;
using nlohmann::json;

namespace {

[[noreturn]] void unreadable(const std::string& line) {
  throw InputError("no message of pentocity-player/1: {}", line.substr(0, 200));
}

// The answer to `hello`: what the player declares (docs/reference/protocol.md).
std::string ready_line(const std::string& name, const std::string& summary, const std::optional<py::dict>& options) {
  json ready{{"ready", true}, {"name", name}};
  if (!summary.empty()) ready["summary"] = summary;
  if (options) ready["options"] = json::array();
  for (const OptionSpec& o : declared_of(options.value_or(py::dict()), "player '" + name + "'")) {
    json option{{"name", o.name}};
    std::visit([&](const auto& value) { option["default"] = value; }, o.fallback);
    if (o.min > OptionSpec().min) option["minimum"] = o.min;
    if (o.max < OptionSpec().max) option["maximum"] = o.max;
    if (!o.choices.empty()) option["choices"] = o.choices;
    if (!o.meaning.empty()) option["meaning"] = o.meaning;
    ready["options"].push_back(std::move(option));
  }
  return text_of_json(ready);
}

// Builds what a turn's message says has been placed since the one before.
void place(Land& land, const json& placed, const std::string& line) {
  for (const json& part : placed) {
    const LandBoard cells = land.grid().board(cells_of_json(part.at("cells")).value());
    const auto kind = std::ranges::find(words<Kind>, part.at("kind").get<std::string>()) - words<Kind>.begin();
    if (kind == 0 || !land.empty().contains(cells)) unreadable(line);
    land.place(all_kinds.at(kind), cells);
  }
}

// The options that a game's first message sets, a dict.
py::object options_of_hello(const json& hello) {
  const json options = hello.value("options", json::object());
  if (options.empty()) return py::dict();  // most have none; to import json takes four milliseconds
  return py::module_::import("json").attr("loads")(text_of_json(options));
}

std::uint64_t seed_of_hello(const json& hello) {
  return match::uint64_of_json(hello.value("seed", json())).value_or(0);
}

// What the player is asked by a turn's message, which changes the land. None for the end of the game.
std::optional<std::pair<Request, PyView>> read_turn(const std::string& line, const std::shared_ptr<Land>& land) {
  const json message = parse_json(line);
  if (message.contains("end")) return std::nullopt;
  try {
    place(*land, message.at("placed"), line);
    PyView view{land, message.at("turn"), message.at("score"), message.at("rejects"), {}};
    if (const json last = message.value("last", json()); last.is_object()) {
      const json invalid = last.value("invalid", json());
      view.last = {last.at("accepted"), invalid.is_string() ? fault_of_name(invalid.get<std::string>()) : std::nullopt,
                   last.at("delta")};
    }
    const json& asked = message.at("request");
    const auto type = asked.at("type") == "residence" ? Building::residence : Building::factory;
    return std::pair(Request(type, cells_of_json(asked.at("cells")).value()), std::move(view));
  } catch (const std::exception&) {
    unreadable(line);
  }
}

// Plays the game that this message begins. Throws InputError for a message that is none.
void serve_game(Lines& lines, const std::string& line, const py::object& make, const std::string& ready, bool worker) {
  const std::clock_t begin = std::clock();
  const json hello = parse_json(line);
  if (!hello.is_object() || hello.value("hello", json()) != "pentocity-player/1" || !hello.contains("rules"))
    unreadable(line);
  const Rules rules = match::rules_of_json(hello["rules"]);
  const auto land = std::make_shared<Land>(rules.side);
  PlayerObject player(make, rules, seed_of_hello(hello), options_of_hello(hello));
  lines.write(ready);
  while (const auto message = without_gil([&] { return lines.read(); })) {
    const auto asked = read_turn(*message, land);
    if (!asked) return;
    const Move move = player.play(asked->first, asked->second);
    auto answer = match::json_of_answer(asked->second.turn, move);
    if (!move.note.empty()) answer["note"] = move.note;
    if (worker) answer["cpu"] = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    lines.write(text_of_json(answer));
  }
}

// `options` are the Options that the player declares, by name; None if it declares nothing about them.
void serve(const py::object& make, const std::string& name, const std::string& summary,
           const std::optional<py::dict>& options, int in, int out) {
  Lines lines(in, out);
  if (const auto line = without_gil([&] { return lines.read(); }))
    serve_game(lines, *line, make, ready_line(name, summary, options), false);
}

// One game of a sequencer. Asked for a player, it answers as what it is.
void serve_sequencer(const py::object& kind, int in, int out) {
  Lines lines(in, out);
  const auto first = without_gil([&] { return lines.read(); });
  if (!first) return;
  const json hello = parse_json(*first);
  if (!hello.is_object() || !hello.contains("hello")) unreadable(*first);
  Land land(hello.value("side", 50));
  PythonSequencer sequencer(kind, land.side(), seed_of_hello(hello), options_of_hello(hello), nullptr);
  lines.write(text_of_json(json{{"ready", true}, {"adaptive", sequencer.adaptive()}}));
  while (const auto line = without_gil([&] { return lines.read(); })) {
    const json asked = parse_json(*line);
    if (asked.contains("end")) return;
    if (!asked.contains("turn")) unreadable(*line);
    place(land, asked.value("placed", json::array()), *line);
    std::string answer = fmt::format("{{\"turn\":{},", asked["turn"].get<int>());
    match::append_request(answer, sequencer.next(asked["turn"], sequencer.adaptive() ? &land : nullptr));
    lines.write(answer + "}");
  }
}

// Games one after the other, until the input ends. A player that fails is told of, and its game is over.
void work(const py::object& make, int in, int out) {
  Lines lines(in, out);
  while (const auto line = without_gil([&] { return lines.read(); })) {
    if (parse_json(*line).contains("end")) continue;  // of a game whose player failed
    const auto fail = [&](const ErrorText& text) {
      lines.write(text_of_json(json{{"error", text.line}, {"traceback", text.traceback}}));
    };
    try {
      serve_game(lines, *line, make, ready_line("", "", std::nullopt), true);
    } catch (py::error_already_set& e) {
      fail(error_text_of(e));
    } catch (const py::builtin_exception& e) {
      fail({e.what(), e.what()});
    }
  }
}

}  // namespace

void add_serve(py::module_& m) {
  m.def("_serve", &serve, "make"_a, "name"_a, "summary"_a, "options"_a, "input"_a, "output"_a);
  m.def("_serve_sequencer", &serve_sequencer, "kind"_a, "input"_a, "output"_a);
  m.def("_work", &work, "make"_a, "input"_a, "output"_a);
}

}  // namespace pentocity::python
