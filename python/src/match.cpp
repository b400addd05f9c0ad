// One game: streams, built-in players, and the record of a game.

#include "convert.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/schedule.hpp"
#include "players.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

// A request stream, one request after the other.
class Stream {
 public:
  Stream(const py::object& source, std::uint64_t seed, int side, py::handle options)
      : entry_(stream_of(source, options)), side_(side), sequencer_(entry_.make(side, match::StreamSeed(seed))) {
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
  return *std::ranges::find(builtin_players(), known.name, &PlayerSpec::name);
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
  py::dict options() const { return py::cast(options_.values()); }
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
struct PlayedGame : match::GameRecord, match::TraceHeader {};

// `player` is a word that names a player, or what makes a Python one from a Setup.
PlayedGame play(const py::object& player, std::string name, const py::object& stream, std::uint64_t seed,
                const Rules& rules, std::optional<std::uint64_t> player_seed, const py::object& options,
                const py::object& stream_options, double cpu_seconds) {
  if (seed > max_seed) throw py::value_error(fmt::format("a seed is from 0 to {}", max_seed));
  std::exception_ptr thrown;
  const entrants::SequencerEntry sequencer = stream_of(stream, stream_options, &thrown);
  tournament::Config games = games_here();
  games.schedule.rules = rules;
  if (py::isinstance<py::str>(player)) {
    games.players.push_back(entrants::with_options(
        entrants::player_of_word(py::cast<std::string>(player), games.hosting), assignments_of(options)));
    admit(games);
    name = games.players.front().name;
  }
  const std::uint64_t own = player_seed.value_or(match::player_seed(seed, 0, name));
  match::Participants participants;
  participants.sequencer = [&] { return sequencer.make(rules.side, match::StreamSeed(seed)); };
  participants.player = [&]() -> std::unique_ptr<match::PlayerSession> {
    if (!games.players.empty()) return games.players.front().make(rules, own);
    return std::make_unique<PythonPlayer>(player, rules, own, options, &thrown);
  };
  PlayedGame game{without_gil([&] { return match::play_game(rules, participants, {cpu_seconds}); }),
                  {.rules = rules,
                   .player = name,
                   .sequencer = sequencer.name,
                   .seed = seed,
                   .player_seed = own,
                   .cpu_limit_s = cpu_seconds}};
  if (thrown) std::rethrow_exception(thrown);
  return game;
}

py::dict metrics_of(const match::Metrics& metrics) {
  py::dict out;
  for (const match::MetricInfo& info : match::metric_infos)
    out[py::cast(info.name)] = std::visit([&](auto member) { return py::cast(metrics.*member); }, info.member);
  return out;
}

template <class Specs>
py::list described(const Specs& specs, bool generator) {
  py::list out;
  for (const auto& spec : specs) {
    py::dict options;
    std::vector<OptionSpec> declared = spec.options;
    if (generator) declared.push_back(generator_option());
    for (const OptionSpec& option : declared) options[py::str(option.name)] = option.fallback;
    out.append(py::dict("name"_a = spec.name, "summary"_a = spec.summary, "options"_a = options));
  }
  return out;
}

}  // namespace

void add_match(py::module_& m) {
  py::class_<Stream>(m, "Stream", "A request stream: an iterator of Requests, without end.")
      .def(py::init<const py::object&, std::uint64_t, int, py::handle>(), "source"_a, "seed"_a = 0, "side"_a = 50,
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

  py::class_<match::Turn>(m, "Turn", "One turn of a game: a request and what became of it.")
      .def_readonly("request", &match::Turn::request, as_copy, "The request.")
      .def_readonly("move", &match::Turn::move, as_copy, "The player's answer.")
      .def_readonly("answered", &match::Turn::answered,
                    "False if the player failed before it answered, and the game ended.")
      .def_property_readonly("accepted", &match::Turn::stands, "Whether a building was placed.")
      .def_readonly("fault", &match::Turn::fault, "What is wrong with an accepting move; None if nothing is.")
      .def_readonly("building", &match::Turn::building, "The building's cells of an accepting move.")
      .def_readonly("delta", &match::Turn::delta, "The points of this turn.")
      .def_readonly("score", &match::Turn::score_after, "The score after it.")
      .def_readonly("rejects", &match::Turn::rejects_after, "The rejects after it.")
      .def("__repr__", [](const match::Turn& t) {
        return fmt::format("<Turn: {}, {:+} points, score {}>",
                           !t.answered     ? "no answer"
                           : t.fault       ? name_of(*t.fault)
                           : t.move.accept ? "accepted"
                                           : "rejected",
                           t.delta, t.score_after);
      });

  py::class_<PlayedGame>(m, "Game", "A game that was played, from its first request to its end.")
      .def_readonly("player", &PlayedGame::player, "The player's name.")
      .def_readonly("stream", &PlayedGame::sequencer, "The sequencer's name.")
      .def_readonly("seed", &PlayedGame::seed, "The seed of the requests.")
      .def_readonly("rules", &PlayedGame::rules, "The rules.")
      .def_property_readonly(
          "status", [](const PlayedGame& g) { return std::string(name_of(g.status)); },
          "'ok', 'invalid', 'crashed', 'timeout' or 'sequencer_failed'.")
      .def_readonly("error", &PlayedGame::error, "Why it failed; empty if it ended 'ok'.")
      .def_readonly("score", &PlayedGame::score, "The points.")
      .def_readonly("accepted", &PlayedGame::accepted, "Buildings that were placed.")
      .def_readonly("rejects", &PlayedGame::rejects, "Requests that were rejected.")
      .def_readonly("invalid_moves", &PlayedGame::invalid_moves, "Those of them that were invalid moves.")
      .def_property_readonly(
          "cpu_seconds", [](const PlayedGame& g) { return g.used.cpu_seconds; }, "CPU time of the game, in seconds.")
      .def_property_readonly(
          "metrics", [](const PlayedGame& g) { return metrics_of(g.metrics); },
          "The metrics of the finished land, by name.")
      .def_readonly("turns", &PlayedGame::turns, as_copy, "All turns, a list of Turn.")
      .def_readonly("land", &PlayedGame::land, as_copy, "The land at the end.")
      .def(
          "trace", [](const PlayedGame& g) { return trace_text(g, g); },
          "The text of its trace (format pentocity-trace/1).")
      .def("__repr__", [](const PlayedGame& g) {
        return fmt::format("<Game of {} on {}, seed {}: {}, score {}>", g.player, g.sequencer, *g.seed,
                           name_of(g.status), g.score);
      });

  m.def(
      "gzip", [](const std::string& text) { return py::bytes(gzip(text)); }, "text"_a,
      "A text as gzip; the same text gives the same bytes.");
}

}  // namespace pentocity::python
