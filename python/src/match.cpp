// One game: streams, built-in players, Python players in this process, and the record of a game.

#include <fmt/format.h>

#include <filesystem>

#include "convert.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/schedule.hpp"
#include "players.hpp"

namespace pentocity::python {

using namespace py::literals;
using namespace match;

PlayerObject::PlayerObject(const py::object& make, const Rules& rules, std::uint64_t seed, const py::object& options)
    : player_(make(Setup{rules, seed, options})) {
  if (!py::hasattr(player_, "play"))
    throw py::type_error("a player has a method play(request, view): derive its class from pentocity.Player");
  play_ = player_.attr("play");
}

Move PlayerObject::play(const Request& request, const std::shared_ptr<Land>& land, int turn, int score, int rejects,
                        const std::optional<Outcome>& last) {
  const py::object answer = play_(request, PyView{land, turn, score, rejects, last});
  if (!py::isinstance<Move>(answer))
    throw py::type_error("play() returned " + py::cast<std::string>(py::repr(answer)) + ", which is no Move");
  return py::cast<Move>(answer);
}

void PlayerObject::release() {
  play_ = py::object();
  player_ = py::object();
}

namespace {

// The error of a Python player as one of C++: what() is its last line.
[[noreturn]] void throw_text(py::error_already_set& error, std::exception_ptr* thrown, std::string& traceback) {
  const ErrorText text = text_of(error);
  traceback = text.traceback;
  if (thrown != nullptr) *thrown = std::current_exception();
  throw std::runtime_error(text.line);
}

}  // namespace

PythonPlayer::PythonPlayer(const py::object& make, const Rules& rules, std::uint64_t seed, const py::object& options,
                           std::exception_ptr* thrown)
    : land_(std::make_shared<Land>(rules.side)), thrown_(thrown) {
  const py::gil_scoped_acquire locked;
  try {
    player_ = std::make_unique<PlayerObject>(make, rules, seed, options);
  } catch (py::error_already_set& e) {
    throw_text(e, thrown_, traceback_);
  } catch (const py::builtin_exception& e) {
    if (thrown_ != nullptr) *thrown_ = std::current_exception();
    throw std::runtime_error(e.what());
  }
}

PythonPlayer::~PythonPlayer() {
  const py::gil_scoped_acquire locked;
  player_.reset();
}

Move PythonPlayer::play(const Request& request, const View& view) {
  const py::gil_scoped_acquire locked;
  *land_ = view.land;
  try {
    return player_->play(request, land_, view.turn, view.score, view.rejects, view.last);
  } catch (py::error_already_set& e) {
    throw_text(e, thrown_, traceback_);
  } catch (const py::builtin_exception& e) {
    if (thrown_ != nullptr) *thrown_ = std::current_exception();
    throw std::runtime_error(e.what());
  }
}

PythonPlayer::Remains PythonPlayer::end(const GameRecord&) { return {.used = {}, .error_output = traceback_}; }

std::vector<OptionSpec> declared_of(const py::dict& options, const std::string& owner) {
  std::vector<OptionSpec> out;
  for (const auto& [name, option] : options) {
    out.push_back(py::cast<OptionSpec>(option));
    out.back().name = py::cast<std::string>(name);
    try {
      Options().set(out, out.back().name, out.back().fallback);
    } catch (const std::invalid_argument& e) {
      throw InputError("player '{}': the default of {}", owner, e.what());
    }
  }
  return out;
}

entrants::SequencerEntry stream_of(const std::string& source, py::handle options) {
  const auto& specs = builtin_sequencers();
  const bool built_in =
      std::any_of(specs.begin(), specs.end(), [&](const SequencerSpec& spec) { return spec.name == source; });
  std::error_code ignored;
  if (!built_in && std::filesystem::is_regular_file(source, ignored)) {
    if (!options.is_none() && py::len(options) > 0) throw InputError("a mix has no options: its file says everything");
    return entrants::sequencer_of_file("mix", source);
  }
  std::vector<std::string> words;
  if (!options.is_none())
    for (const auto& [key, value] : py::cast<py::dict>(options)) {
      const std::string text = py::isinstance<py::bool_>(value) ? (py::cast<bool>(value) ? "true" : "false")
                                                                : py::cast<std::string>(py::str(value));
      words.push_back(py::cast<std::string>(key) + "=" + text);
    }
  return entrants::built_in_sequencer(source, words);
}

namespace {

// A request stream, one request after the other.
class Stream {
 public:
  Stream(const std::string& source, std::uint64_t seed, int side, py::handle options)
      : entry_(stream_of(source, options)), side_(side), sequencer_(entry_.make(side, StreamSeed(seed))) {
    (void)land_grid(side);  // throws
  }
  const std::string& name() const { return entry_.name; }
  bool adaptive() const { return sequencer_->adaptive(); }
  Request next(const Land* land) {
    if (adaptive() && land == nullptr)
      throw py::value_error("this sequencer looks at the land: pass it, as in stream.next(land)");
    if (land != nullptr && land->side() != side_)
      throw py::value_error(fmt::format("the stream is for a land of side {}", side_));
    return sequencer_->next(turn_++, adaptive() ? land : nullptr);
  }

 private:
  entrants::SequencerEntry entry_;
  int side_, turn_ = 0;
  std::unique_ptr<Sequencer> sequencer_;
};

const PlayerSpec& spec_of(const std::string& name) {
  const entrants::PlayerEntry known = entrants::built_in_player(name);  // throws, with a suggestion
  const auto& specs = builtin_players();
  return *std::find_if(specs.begin(), specs.end(), [&](const PlayerSpec& spec) { return spec.name == known.name; });
}

// A built-in player, asked by Python.
class BuiltinPlayer {
 public:
  BuiltinPlayer(const std::string& name, Rules rules, std::uint64_t seed, const py::kwargs& options)
      : spec_(spec_of(name)),
        rules_(std::move(rules)),
        options_(options_of(options, spec_.options)),
        player_(spec_.make({rules_, seed, options_})) {}
  const std::string& name() const { return spec_.name; }
  py::dict options() const { return dict_of(options_); }
  Move play(const Request& request, const PyView& view) {
    if (view.land->side() != rules_.side)
      throw py::value_error(fmt::format("the player was made for a land of side {}", rules_.side));
    const Land land = *view.land;
    const View seen{.land = land, .turn = view.turn, .score = view.score, .rejects = view.rejects, .last = view.last};
    const py::gil_scoped_release released;
    return player_->play(request, seen);
  }

 private:
  const PlayerSpec& spec_;
  Rules rules_;
  Options options_;
  std::unique_ptr<Player> player_;
};

// A game that was played, with what its trace says of it.
struct PlayedGame {
  TraceHeader header;
  GameRecord record;

  std::string trace() const { return trace_text(header, record); }
};

// `player` is the name of a built-in player, or what makes a Python one from a Setup.
PlayedGame play(const py::object& player, const std::string& name, const std::string& stream, std::uint64_t seed,
                const Rules& rules, std::optional<std::uint64_t> player_seed, const py::object& options,
                const py::object& stream_options, double cpu_seconds) {
  if (seed > max_seed) throw py::value_error(fmt::format("a seed is from 0 to {}", max_seed));
  const entrants::SequencerEntry sequencer = stream_of(stream, stream_options);
  PlayedGame game;
  game.header = {.rules = rules,
                 .player = name,
                 .sequencer = sequencer.name,
                 .seed = seed,
                 .player_seed = player_seed.value_or(results::player_seed(seed, 0, name)),
                 .cpu_limit_s = cpu_seconds};
  const std::uint64_t own = *game.header.player_seed;
  std::exception_ptr thrown;
  Participants participants;
  participants.sequencer = [&] { return sequencer.make(rules.side, StreamSeed(seed)); };
  if (py::isinstance<py::str>(player)) {
    const auto word = py::cast<std::string>(player);
    const PlayerSpec& spec = spec_of(word);
    participants.player = [&rules, own, &spec, values = options_of(options, spec.options)] {
      return std::make_unique<LocalPlayer>(spec.make({rules, own, values}));
    };
  } else {
    participants.player = [&] { return std::make_unique<PythonPlayer>(player, rules, own, options, &thrown); };
  }
  {
    const py::gil_scoped_release released;
    game.record = play_game(rules, participants, {cpu_seconds});
  }
  if (thrown) std::rethrow_exception(thrown);
  return game;
}

py::dict metrics_of(const Metrics& metrics) {
  py::dict out;
  for (const MetricInfo& info : metric_infos)
    if (info.whole != nullptr)
      out[py::str(std::string(info.name))] = metrics.*info.whole;
    else
      out[py::str(std::string(info.name))] = metrics.utility;
  return out;
}

// The values of a Python player's options, with the defaults of those that are not given.
py::dict option_values(const std::string& owner, const py::dict& declared, const py::dict& values) {
  const std::vector<OptionSpec> specs = declared_of(declared, owner);
  try {
    return dict_of(options_of(values, specs));
  } catch (const std::invalid_argument& e) {
    throw InputError("player '{}': {}", owner, e.what());
  }
}

std::optional<double> given_bound(double bound, double none) {
  return bound == none ? std::nullopt : std::optional(bound);
}

OptionSpec make_option(py::handle fallback, std::optional<double> minimum, std::optional<double> maximum,
                       std::vector<std::string> choices, std::string meaning) {
  OptionSpec out{"", option_value_of(fallback), std::move(meaning), std::move(choices)};
  out.min = minimum.value_or(out.min);
  out.max = maximum.value_or(out.max);
  return out;
}

template <class Specs>
py::list described(const Specs& specs, bool generator) {
  py::list out;
  for (const auto& spec : specs) {
    py::dict options;
    std::vector<OptionSpec> declared = spec.options;
    if (generator) declared.push_back(generator_option());
    for (const OptionSpec& option : declared)
      options[py::str(option.name)] =
          std::visit([](const auto& v) -> py::object { return py::cast(v); }, option.fallback);
    out.append(py::dict("name"_a = spec.name, "summary"_a = spec.summary, "options"_a = options));
  }
  return out;
}

void add_records(py::module_& m) {
  py::class_<Turn>(m, "Turn", "One turn of a game: a request and what became of it.")
      .def_property_readonly(
          "request", [](const Turn& t) { return t.request; }, "The request.")
      .def_property_readonly(
          "move", [](const Turn& t) { return t.move; }, "The player's answer.")
      .def_readonly("answered", &Turn::answered, "False if the player failed before it answered, and the game ended.")
      .def_property_readonly("accepted", &Turn::stands, "Whether a building was placed.")
      .def_property_readonly(
          "fault", [](const Turn& t) { return t.fault; }, "What is wrong with an accepting move; None if nothing is.")
      .def_property_readonly(
          "building", [](const Turn& t) { return t.building; }, "The building's cells of an accepting move.")
      .def_readonly("delta", &Turn::delta, "The points of this turn.")
      .def_readonly("score", &Turn::score_after, "The score after it.")
      .def_readonly("rejects", &Turn::rejects_after, "The rejects after it.")
      .def("__repr__", [](const Turn& t) {
        return fmt::format("<Turn: {}, {:+} points, score {}>",
                           !t.answered     ? "no answer"
                           : t.fault       ? name_of(*t.fault)
                           : t.move.accept ? "accepted"
                                           : "rejected",
                           t.delta, t.score_after);
      });

  py::class_<PlayedGame>(m, "Game", "A game that was played, from its first request to its end.")
      .def_property_readonly(
          "player", [](const PlayedGame& g) { return g.header.player; }, "The player's name.")
      .def_property_readonly(
          "stream", [](const PlayedGame& g) { return g.header.sequencer; }, "The sequencer's name.")
      .def_property_readonly(
          "seed", [](const PlayedGame& g) { return g.header.seed; }, "The seed of the requests.")
      .def_property_readonly(
          "rules", [](const PlayedGame& g) { return g.header.rules; }, "The rules.")
      .def_property_readonly(
          "status", [](const PlayedGame& g) { return std::string(name_of(g.record.status)); },
          "'ok', 'invalid', 'crashed', 'timeout' or 'sequencer_failed'.")
      .def_property_readonly(
          "error", [](const PlayedGame& g) { return g.record.error; }, "Why it failed; empty if it ended 'ok'.")
      .def_property_readonly(
          "score", [](const PlayedGame& g) { return g.record.score; }, "The points.")
      .def_property_readonly(
          "accepted", [](const PlayedGame& g) { return g.record.accepted; }, "Buildings that were placed.")
      .def_property_readonly(
          "rejects", [](const PlayedGame& g) { return g.record.rejects; }, "Requests that were rejected.")
      .def_property_readonly(
          "invalid_moves", [](const PlayedGame& g) { return g.record.invalid_moves; },
          "Those of them that were invalid moves.")
      .def_property_readonly(
          "cpu_seconds", [](const PlayedGame& g) { return g.record.used.cpu_seconds; },
          "CPU time of the game, in seconds.")
      .def_property_readonly(
          "metrics", [](const PlayedGame& g) { return metrics_of(g.record.metrics); },
          "The metrics of the finished land, by name.")
      .def_property_readonly(
          "turns", [](const PlayedGame& g) { return g.record.turns; }, "All turns, a list of Turn.")
      .def_property_readonly(
          "land", [](const PlayedGame& g) { return Land(g.record.land); }, "The land at the end.")
      .def("trace", &PlayedGame::trace, "The text of its trace (format pentocity-trace/1).")
      .def("__repr__", [](const PlayedGame& g) {
        return fmt::format("<Game of {} on {}, seed {}: {}, score {}>", g.header.player, g.header.sequencer,
                           *g.header.seed, name_of(g.record.status), g.record.score);
      });
  m.def(
      "gzip", [](const std::string& text) { return py::bytes(gzip(text)); }, "text"_a,
      "A text as gzip; the same text gives the same bytes.");
}

}  // namespace

void add_match(py::module_& m) {
  py::class_<Outcome>(m, "Outcome", "What became of a player's previous move.")
      .def(py::init(
               [](bool accepted, std::optional<Fault> fault, int delta) { return Outcome{accepted, fault, delta}; }),
           "accepted"_a, "fault"_a = py::none(), "delta"_a = 0)
      .def_readonly("accepted", &Outcome::accepted, "Whether the building was placed.")
      .def_property_readonly(
          "fault", [](const Outcome& o) { return o.fault; }, "What was wrong with an invalid move, or None.")
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
      .def_property_readonly(
          "last", [](const PyView& v) { return v.last; },
          "What became of the previous move, an Outcome; None in turn 0.");

  py::class_<OptionSpec>(m, "Option",
                         "An option that a player's class declares: its default, which says whether it is a bool, an "
                         "int, a float or a str; the limits of a number, or the choices of a text; and its meaning, "
                         "for lists.")
      .def(py::init(&make_option), "default"_a, py::kw_only(), "minimum"_a = py::none(), "maximum"_a = py::none(),
           "choices"_a = std::vector<std::string>(), "meaning"_a = "")
      .def_property_readonly(
          "default",
          [](const OptionSpec& o) { return std::visit([](const auto& v) { return py::cast(v); }, o.fallback); },
          "The value that it has if none is set.")
      .def_property_readonly(
          "minimum", [](const OptionSpec& o) { return given_bound(o.min, OptionSpec().min); },
          "The least number allowed, or None.")
      .def_property_readonly(
          "maximum", [](const OptionSpec& o) { return given_bound(o.max, OptionSpec().max); },
          "The greatest number allowed, or None.")
      .def_readonly("choices", &OptionSpec::choices, "The texts that are allowed; if there are none, all are.")
      .def_readonly("meaning", &OptionSpec::meaning, "What it does.");
  m.def("_option_values", &option_values, "owner"_a, "declared"_a, "values"_a);

  py::class_<Setup>(m, "Setup", "What a player is made from, for one game.")
      .def(py::init([](const Rules& rules, std::uint64_t seed, const py::object& options) {
             return Setup{rules, seed, options.is_none() ? py::dict() : options};
           }),
           "rules"_a = Rules(), "seed"_a = 0, "options"_a = py::none())
      .def_property_readonly(
          "rules", [](const Setup& s) { return s.rules; }, "The rules of the game.")
      .def_readonly("seed", &Setup::seed, "A seed for the player's own random numbers.")
      .def_readonly("options", &Setup::options, "The player's options, a dict.");

  py::class_<Stream>(m, "Stream", "A request stream: an iterator of Requests, without end.")
      .def(py::init<const std::string&, std::uint64_t, int, py::handle>(), "source"_a, "seed"_a = 0, "side"_a = 50,
           "options"_a = py::none())
      .def_property_readonly("name", &Stream::name, "The sequencer's name.")
      .def_property_readonly("adaptive", &Stream::adaptive,
                             "Whether the sequencer looks at the land; next() must then be given it.")
      .def("next", &Stream::next, "land"_a = py::none(), "The next request.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", [](Stream& s) { return s.next(nullptr); });

  py::class_<BuiltinPlayer>(m, "BuiltinPlayer", "A built-in player, made for one game: an oracle or an opponent.")
      .def(py::init<const std::string&, const Rules&, std::uint64_t, const py::kwargs&>(), "name"_a,
           "rules"_a = Rules(), "seed"_a = 0)
      .def_property_readonly("name", &BuiltinPlayer::name, "Its name.")
      .def_property_readonly("options", &BuiltinPlayer::options, "Its options and their values.")
      .def("play", &BuiltinPlayer::play, "request"_a, "view"_a,
           "Its answer to a request. A player remembers earlier turns of its game, so ask it turn by turn.");

  m.def(
      "players", [] { return described(builtin_players(), false); },
      "The built-in players: a list of dicts of name, summary and options with their defaults.");
  m.def(
      "sequencers", [] { return described(builtin_sequencers(), true); },
      "The built-in sequencers: a list of dicts of name, summary and options with their defaults.");
  m.def("_play", &play, "player"_a, "name"_a, "stream"_a, "seed"_a, "rules"_a, "player_seed"_a, "options"_a,
        "stream_options"_a, "cpu_seconds"_a);
  add_records(m);
}

}  // namespace pentocity::python
