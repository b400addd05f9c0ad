// Players that are written in Python, in this process, and what they are given.

#include "players.hpp"

#include <filesystem>

#include "convert.hpp"
#include "mix/mix.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

// Calls f with the GIL. An error of Python becomes one of C++: what() is its last line.
template <class F>
auto asked(const F& f, std::exception_ptr* thrown, std::string& traceback) {
  const py::gil_scoped_acquire locked;
  const auto keep = [&] {
    if (thrown != nullptr) *thrown = std::current_exception();
  };
  try {
    return f();
  } catch (py::error_already_set& e) {
    const ErrorText text = error_text_of(e);
    traceback = text.traceback;
    keep();
    throw std::runtime_error(text.line);
  } catch (const py::builtin_exception& e) {
    keep();
    throw std::runtime_error(e.what());
  }
}

// Calls f. What it throws is left in `thrown`, too, unless that is null.
template <class F>
auto kept(std::exception_ptr* thrown, const F& f) {
  try {
    return f();
  } catch (...) {
    if (thrown != nullptr) *thrown = std::current_exception();
    throw;
  }
}

// The values of a Python player's options, with the defaults of those that are not given.
py::dict option_values(const std::string& owner, const py::dict& declared, const py::dict& values) {
  const std::vector<OptionSpec> specs = declared_of(declared, owner);
  try {
    return py::cast(options_of(values, specs).values());
  } catch (const std::invalid_argument& e) {
    throw InputError("{}: {}", owner, e.what());
  }
}

// A function of an option, which gives its minimum or maximum, if it has one.
auto bound_by(double OptionSpec::* bound) {
  return [bound](const OptionSpec& option) {
    return option.*bound == OptionSpec().*bound ? std::nullopt : std::optional(option.*bound);
  };
}

OptionSpec make_option(py::handle fallback, std::optional<double> minimum, std::optional<double> maximum,
                       std::vector<std::string> choices, std::string meaning) {
  OptionSpec out{"", option_value_of(fallback), std::move(meaning), std::move(choices)};
  out.min = minimum.value_or(out.min);
  out.max = maximum.value_or(out.max);
  return out;
}

}  // namespace

PlayerObject::PlayerObject(const py::object& make, const Rules& rules, std::uint64_t seed, const py::object& options)
    : player_(make(Setup{rules, seed, options})) {
  if (!py::hasattr(player_, "play"))
    throw py::type_error("a player has a method play(request, view): derive its class from pentocity.Player");
  play_ = player_.attr("play");
}

Move PlayerObject::play(const Request& request, PyView view) {
  const py::object answer = play_(request, std::move(view));
  if (!py::isinstance<Move>(answer))
    throw py::type_error("play() returned " + py::cast<std::string>(py::repr(answer)) + ", which is no Move");
  return py::cast<Move>(answer);
}

PythonPlayer::PythonPlayer(const py::object& make, const Rules& rules, std::uint64_t seed, const py::object& options,
                           std::exception_ptr* thrown)
    : land_(std::make_shared<Land>(rules.side)), thrown_(thrown) {
  player_ = asked([&] { return std::make_unique<PlayerObject>(make, rules, seed, options); }, thrown_, traceback_);
}

PythonPlayer::~PythonPlayer() {
  const py::gil_scoped_acquire locked;
  player_.reset();
}

Move PythonPlayer::play(const Request& request, const View& view) {
  const auto play = [&] {
    *land_ = view.land;
    return player_->play(request, {land_, view.turn, view.score, view.rejects, view.last});
  };
  return asked(play, thrown_, traceback_);
}

PythonPlayer::Remains PythonPlayer::end(const match::GameRecord&) { return {.used = {}, .error_output = traceback_}; }

PythonSequencer::PythonSequencer(const py::object& kind, int side, std::uint64_t seed, const py::object& options,
                                 std::exception_ptr* thrown)
    : thrown_(thrown) {
  const py::gil_scoped_acquire locked;
  kept(thrown_, [&] {
    sequencer_ = kind(StreamSetup{side, seed, options});
    adaptive_ = py::cast<bool>(sequencer_.attr("adaptive"));
  });
}

PythonSequencer::~PythonSequencer() {
  const py::gil_scoped_acquire locked;
  sequencer_ = py::object();
}

Request PythonSequencer::next(int turn, const Land* land) {
  const py::gil_scoped_acquire locked;
  return kept(thrown_, [&] {
    const py::object answer = sequencer_.attr("next")(turn, land == nullptr ? py::none() : py::cast(*land));
    if (!py::isinstance<Request>(answer))
      throw py::type_error("next() returned " + py::cast<std::string>(py::repr(answer)) + ", which is no Request");
    return py::cast<Request>(answer);
  });
}

std::vector<OptionSpec> declared_of(const py::dict& options, const std::string& owner) {
  std::vector<OptionSpec> out;
  for (const auto& [name, option] : options) {
    out.push_back(py::cast<OptionSpec>(option));
    out.back().name = py::cast<std::string>(name);
    try {
      Options().set(out, out.back().name, out.back().fallback);
    } catch (const std::invalid_argument& e) {
      throw InputError("{}: the default of {}", owner, e.what());
    }
  }
  return out;
}

tournament::Config games_here() {
  tournament::Config config;
  config.hosting.confinement->folder = std::filesystem::current_path().string();
  return config;
}

std::vector<std::string> assignments_of(py::handle options) {
  std::vector<std::string> out;
  if (options.is_none()) return out;
  for (const auto& [key, value] : py::cast<py::dict>(options)) {
    const std::string text = py::isinstance<py::bool_>(value) ? (py::cast<bool>(value) ? "true" : "false")
                                                              : py::cast<std::string>(py::str(value));
    out.push_back(py::cast<std::string>(key) + "=" + text);
  }
  return out;
}

void admit(const tournament::Config& games) {
  tournament::admit(games, [](const std::string& line) { py::module_::import("warnings").attr("warn")(line); });
}

entrants::SequencerEntry stream_of(const py::object& given, py::handle options, std::exception_ptr* thrown) {
  if (PyType_Check(given.ptr()) != 0) {
    entrants::SequencerEntry entry;
    entry.name = py::cast<std::string>(py::getattr(given, "name", given.attr("__name__")));
    entry.built_in = false;
    const py::object values = options.is_none() ? py::dict() : py::reinterpret_borrow<py::object>(options);
    entry.make_by([given, values, thrown](int side, const match::StreamSeed& seed) {
      return std::make_unique<PythonSequencer>(given, side, seed.for_untrusted().seed, values, thrown);
    });
    return entry;
  }
  const auto source = py::cast<std::string>(given);
  tournament::Config games = games_here();
  const std::vector<std::string> assignments = assignments_of(options);
  if (!source.starts_with('{')) {
    games.sequencers.push_back(entrants::sequencer_of_word(source, games.hosting, assignments));
  } else {
    if (!assignments.empty()) throw InputError("stream_options: a stream that is given as a dict says all itself");
    const YamlNode node = YamlNode::parse(source, "stream");
    games.sequencers.push_back(
        node.has("phases") ? entrants::sequencer_of_file("mix", sequencers::parse_mix(source, "stream"))
                           : entrants::sequencer_of_yaml(node, games.hosting.confinement->folder, games.hosting));
  }
  admit(games);
  return games.sequencers.front();
}

std::vector<entrants::SequencerEntry> streams_of(const py::object& sources, py::handle options) {
  if (!py::isinstance<py::list>(sources)) return {stream_of(sources, options)};
  std::vector<entrants::SequencerEntry> out;
  for (const py::handle source : sources) out.push_back(stream_of(py::reinterpret_borrow<py::object>(source), options));
  if (out.empty()) throw InputError("stream: expected at least one of them");
  return out;
}

void add_players(py::module_& m) {
  py::class_<Outcome>(m, "Outcome", "What became of a player's previous move.")
      .def(py::init(
               [](bool accepted, std::optional<Fault> fault, int delta) { return Outcome{accepted, fault, delta}; }),
           "accepted"_a, "fault"_a = py::none(), "delta"_a = 0)
      .def_readonly("accepted", &Outcome::accepted, "Whether the building was placed.")
      .def_readonly("fault", &Outcome::fault, "What was wrong with an invalid move, or None.")
      .def_readonly("delta", &Outcome::delta, "The points that the move scored.");

  py::class_<PyView>(m, "View",
                     "What a player sees besides the request. The land is one object throughout a game: use "
                     "view.land.copy() to keep it as it is now.")
      .def(py::init([](std::shared_ptr<Land> land, int turn, int score, int rejects, std::optional<Outcome> last) {
             return PyView{std::move(land), turn, score, rejects, last};
           }),
           "land"_a, "turn"_a = 0, "score"_a = 0, "rejects"_a = 0, "last"_a = py::none())
      .def_readonly("land", &PyView::land, "The land.")
      .def_readonly("turn", &PyView::turn, "The number of requests before this one.")
      .def_readonly("score", &PyView::score, "The points so far.")
      .def_readonly("rejects", &PyView::rejects, "The rejects so far, with the invalid moves that counted as rejects.")
      .def_readonly("last", &PyView::last, as_copy, "What became of the previous move, an Outcome; None in turn 0.");

  py::class_<OptionSpec>(m, "Option",
                         "An option that a player's class declares: its default, which says whether it is a bool, an "
                         "int, a float or a str; the limits of a number, or the choices of a text; and its meaning, "
                         "for lists.")
      .def(py::init(&make_option), "default"_a, py::kw_only(), "minimum"_a = py::none(), "maximum"_a = py::none(),
           "choices"_a = std::vector<std::string>(), "meaning"_a = "")
      .def_property_readonly(
          "default", [](const OptionSpec& o) -> py::object { return py::cast(o.fallback); },
          "The value that it has if none is set.")
      .def_property_readonly("minimum", bound_by(&OptionSpec::min), "The least number allowed, or None.")
      .def_property_readonly("maximum", bound_by(&OptionSpec::max), "The greatest number allowed, or None.")
      .def_readonly("choices", &OptionSpec::choices, "The texts that are allowed; if there are none, all are.")
      .def_readonly("meaning", &OptionSpec::meaning, "What it does.");
  py::class_<StreamSetup>(m, "SequencerSetup", "What a sequencer is made from, for one game.")
      .def(py::init([](int side, std::uint64_t seed, const py::object& options) {
             return StreamSetup{side, seed, options.is_none() ? py::dict() : options};
           }),
           "side"_a = 50, "seed"_a = 0, "options"_a = py::none())
      .def_readonly("side", &StreamSetup::side, "Rows and columns of the land.")
      .def_readonly("seed", &StreamSetup::seed, "The seed of the requests.")
      .def_readonly("options", &StreamSetup::options, "The sequencer's options, a dict.");
  m.def("_option_values", &option_values, "owner"_a, "declared"_a, "values"_a);

  py::class_<Setup>(m, "Setup", "What a player is made from, for one game.")
      .def(py::init([](const Rules& rules, std::uint64_t seed, const py::object& options) {
             return Setup{rules, seed, options.is_none() ? py::dict() : options};
           }),
           "rules"_a = Rules(), "seed"_a = 0, "options"_a = py::none())
      .def_readonly("rules", &Setup::rules, as_copy, "The rules of the game.")
      .def_readonly("seed", &Setup::seed, "A seed for the player's own random numbers.")
      .def_readonly("options", &Setup::options, "The player's options, a dict.");
}

}  // namespace pentocity::python
