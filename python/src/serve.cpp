// Serves a Python player over lines of JSON: boxed, as a command of a config, or as a worker of a run.

#include <ctime>
#include <nlohmann/json.hpp>

#include "convert.hpp"
#include "lines.hpp"
#include "pentocity/input/json_text.hpp"
#include "players.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

py::object python_of(const nlohmann::json& json) {
  return py::module_::import("json").attr("loads")(text_of_json(json));
}

std::optional<std::string> read_line(Lines& lines) {
  const py::gil_scoped_release released;
  return lines.read();
}

// The answer to `hello`: what the player declares (docs/reference/protocol.md).
std::string ready_line(const std::string& name, const std::string& summary, const std::vector<OptionSpec>* declared) {
  nlohmann::json ready{{"ready", true}, {"name", name}};
  if (!summary.empty()) ready["summary"] = summary;
  if (declared != nullptr) ready["options"] = nlohmann::json::array();
  for (const OptionSpec& o : declared != nullptr ? *declared : std::vector<OptionSpec>()) {
    nlohmann::json option{{"name", o.name}};
    std::visit([&](const auto& value) { option["default"] = value; }, o.fallback);
    if (o.min > OptionSpec().min) option["minimum"] = o.min;
    if (o.max < OptionSpec().max) option["maximum"] = o.max;
    if (!o.choices.empty()) option["choices"] = o.choices;
    if (!o.meaning.empty()) option["meaning"] = o.meaning;
    ready["options"].push_back(std::move(option));
  }
  return text_of_json(ready);
}

// Plays the game that this message begins.
void serve_game(Lines& lines, const Hello& hello, const py::object& make, const std::string& ready, bool worker) {
  const double begin = cpu_seconds();
  const auto land = std::make_shared<Land>(hello.rules.side);
  PlayerObject player(make, hello.rules, hello.seed, python_of(hello.options));
  lines.write(ready);
  while (const auto line = read_line(lines)) {
    const auto asked = read_turn(*line, *land);
    if (!asked) return;
    const Move move = player.play(asked->request, land, asked->turn, asked->score, asked->rejects, asked->last);
    lines.write(answer_line(asked->turn, move, worker ? std::optional(cpu_seconds() - begin) : std::nullopt));
  }
}

// `options` are the Options that the player declares, by name; None if it declares nothing about them.
void serve(const py::object& make, const std::string& name, const std::string& summary,
           const std::optional<py::dict>& options, int in, int out) {
  Lines lines(in, out);
  const auto line = read_line(lines);
  if (!line) return;
  std::vector<OptionSpec> declared;
  if (options) declared = declared_of(*options, name);
  serve_game(lines, read_hello(*line), make, ready_line(name, summary, options ? &declared : nullptr), false);
}

// Games one after the other, until the input ends. A player that fails is told of, and its game is over.
void work(const py::object& make, int in, int out) {
  Lines lines(in, out);
  while (const auto line = read_line(lines)) {
    if (parse_json(*line).contains("end")) continue;  // of a game whose player failed
    const auto fail = [&](const ErrorText& text) {
      lines.write(text_of_json(nlohmann::json{{"error", text.line}, {"traceback", text.traceback}}));
    };
    try {
      serve_game(lines, read_hello(*line), make, ready_line("", "", nullptr), true);
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
  m.def("_work", &work, "make"_a, "input"_a, "output"_a);
}

}  // namespace pentocity::python
