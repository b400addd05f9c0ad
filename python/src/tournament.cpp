// Runs: the games of a config, some of whose players may be written in Python, and the results that they leave.

#include <unistd.h>

#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <semaphore>
#include <variant>

#include "convert.hpp"
#include "lines.hpp"
#include "pentocity/figures/failures.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/protocol.hpp"
#include "pentocity/results/export.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/results/store.hpp"
#include "pentocity/tournament/preparation.hpp"
#include "players.hpp"

namespace pentocity::python {

using namespace py::literals;
using namespace match;
using namespace entrants;
using namespace figures;
using namespace tournament;
using namespace results;

namespace {

Fresh fresh_of(const std::variant<bool, std::string>& value) {
  if (const bool* const fresh = std::get_if<bool>(&value)) return *fresh ? Fresh::own : Fresh::no;
  if (const auto& word = std::get<std::string>(value); word != "all")
    throw InputError("fresh: expected True, False or 'all', not '{}'", word);
  return Fresh::all;
}

// Worker processes, each of which plays one game at a time.
class Workers {
 public:
  // `start` starts a worker and returns the file descriptor of its socket.
  explicit Workers(py::object start, int count) : start_(std::move(start)), free_(count) {}

  // A worker that is free; waits for one. Throws HostFault if none can be started.
  int take() {
    free_.acquire();
    if (const std::lock_guard lock(mutex_); !idle_.empty()) {
      const int worker = idle_.back();
      idle_.pop_back();
      return worker;
    }
    const py::gil_scoped_acquire locked;
    try {
      return py::cast<int>(start_());
    } catch (py::error_already_set& e) {
      give_back(-1);
      throw HostFault(error_text_of(e).line);
    }
  }
  // A worker whose game is over; -1 if it has ended.
  void give_back(int worker) {
    if (const std::lock_guard lock(mutex_); worker >= 0) idle_.push_back(worker);
    free_.release();
  }

 private:
  py::object start_;
  std::mutex mutex_;
  std::vector<int> idle_;
  std::counting_semaphore<> free_;
};

// A Python player in a worker.
class WorkerPlayer : public PlayerSession {
 public:
  WorkerPlayer(std::shared_ptr<Workers> workers, const Rules& rules, std::uint64_t seed, int number, double limit)
      : workers_(std::move(workers)),
        worker_(workers_->take()),
        lines_(worker_, worker_),
        seen_(rules.side),
        limit_(limit) {
    try {
      (void)ask(text_of_json(hello_to_player(nlohmann::json::object({{"player", number}}), rules, seed, limit,
                                             match::Limits().move_wall)));
    } catch (...) {
      workers_->give_back(worker_);
      throw;
    }
  }
  ~WorkerPlayer() override { workers_->give_back(worker_); }
  WorkerPlayer(const WorkerPlayer&) = delete;
  WorkerPlayer& operator=(const WorkerPlayer&) = delete;

  Move play(const Request& request, const View& view) override {
    return move_of_line(ask(turn_to_player(request, view, limit_ - cpu_, seen_)), view.turn);
  }

  Remains end(const GameRecord&) override {
    if (worker_ >= 0) lines_.write("{\"end\":true}");
    return {.used = {.cpu_seconds = cpu_}, .error_output = traceback_};
  }

 private:
  // The worker's answer. Throws what its player threw.
  std::string ask(std::string line) {
    std::optional<std::string> said;
    try {
      lines_.write(std::move(line));
      said = lines_.read();
    } catch (const std::system_error&) {  // as at the end of what it says
    }
    if (!said) {
      ::close(std::exchange(worker_, -1));
      throw ParticipantFailed(Status::crashed, "the process of the player has ended");
    }
    const nlohmann::json answer = parse_json(*said);
    cpu_ = std::max(cpu_, answer.value("cpu", 0.0));
    traceback_ = answer.value("traceback", "");
    if (answer.contains("error"))
      throw ParticipantFailed(Status::crashed, answer["error"].get<std::string>(), traceback_);
    if (cpu_ > limit_) throw ParticipantFailed(Status::timeout, "cpu");
    return *std::move(said);
  }

  std::shared_ptr<Workers> workers_;
  int worker_;
  Lines lines_;
  Land seen_;
  double limit_, cpu_ = 0;
  std::string traceback_;
};

// A run, which plays on a thread of its own, so that Python's main thread can show its progress and be interrupted.
class PyRun {
 public:
  PyRun(const std::string& path, const std::string& name, const py::dict& overrides) {
    Overrides over;
    if (overrides.contains("folder")) over.folder = py::cast<std::string>(overrides["folder"]);
    over.others = over.besides = true;
    for (const auto& [key, words] : {std::pair("players", &over.players), {"sequencers", &over.sequencers}})
      if (overrides.contains(key)) *words = py::cast<std::vector<std::string>>(overrides[key]);
    if (overrides.contains("repeats")) over.repeats = py::cast<int>(overrides["repeats"]);
    if (overrides.contains("seed")) {
      if (py::isinstance<py::str>(overrides["seed"]))
        over.secret = true;
      else
        over.seed = py::cast<std::uint64_t>(overrides["seed"]);
    }
    config_ = without_gil([&] { return load_config(path, over); });
    if (!name.empty()) config_.name = name;
  }

  // Enters a Python player at this place of the list; the entry there is removed if it only kept the place.
  void enter(int place, bool instead, const std::string& name, const std::string& identity, const py::object& make,
             const py::object& options) {
    for (std::size_t i = 0; i < config_.players.size(); ++i)
      if (config_.players[i].name == name && !(instead && static_cast<int>(i) == place))
        throw InputError("the name '{}' is given twice: give one of them another, with {{'player': ..., 'name': ...}}",
                         name);
    PlayerEntry entry;
    entry.name = name;
    entry.made_of = identity;
    entry.built_in = false;
    // The functions of a config may be copied and destroyed on any thread: they share what is Python's.
    const auto shared = std::shared_ptr<std::pair<py::object, py::object>>(
        new std::pair(make, options), [](const std::pair<py::object, py::object>* both) {
          const py::gil_scoped_acquire locked;
          delete both;
        });
    entry.make_by([shared](const Rules& rules, std::uint64_t seed) {
      return std::make_unique<PythonPlayer>(shared->first, rules, seed, shared->second);
    });
    const auto enter = [&](auto& list, auto entered) {
      if (instead)
        list.at(place) = std::move(entered);
      else
        list.insert(list.begin() + place, std::move(entered));
    };
    enter(config_.players, std::move(entry));
    enter(config_.schedule.players, EntrantId{name, identity});
    enter(config_.file->players, EntrantId{name, identity});
  }

  // Lets the Python player at this place play in workers, where it has this number.
  void use_workers(int place, int number) {
    config_.players.at(place).make_by(
        [this, number, limit = config_.schedule.limits.time](const Rules& rules, std::uint64_t seed) {
          return std::make_unique<WorkerPlayer>(workers_, rules, seed, number, limit);
        });
  }

  // Plays until the end or interrupt(). Called without the GIL.
  void play(const std::string& folder, int jobs, const std::optional<std::string>& traces,
            const std::variant<bool, std::string>& fresh, std::vector<std::string> anew, const py::object& start) {
    // In lockstep a thread plays a game of each player.
    workers_ = std::make_shared<Workers>(start, jobs * static_cast<int>(config_.players.size()));
    RunOptions options;
    options.folder = folder;
    options.jobs = jobs;
    options.fresh = fresh_of(fresh);
    options.anew = std::move(anew);
    options.interrupted = &interrupted_;
    static const std::map<std::string, TracePolicy> policies{{"none", TracePolicy::none},
                                                             {"all", TracePolicy::all},
                                                             {"best-worst", TracePolicy::best_worst},
                                                             {"losses", TracePolicy::losses}};
    if (traces) {
      const auto policy = policies.find(*traces);
      if (policy == policies.end())
        throw InputError("traces: expected 'none', 'all', 'best-worst' or 'losses', not '{}'", *traces);
      options.traces = policy->second;
    }
    options.progress = [this](std::size_t done, std::size_t before, std::size_t all) {
      done_ = done;
      before_ = before;
      all_ = all;
    };
    options.warn = [this](const std::string& what) {
      const std::lock_guard lock(mutex_);
      warnings_.push_back(what);
    };
    const py::gil_scoped_release released;
    prepare_games(config_, options);
    if (!has_rivals(config_)) tell_gaps(config_, options.warn);
    FailureReport failures;
    options.read = Store::Read::brief;
    options.stored = [&failures](const match::GameRow& row) {
      failures.add(row);
      return true;
    };
    const RunResult result = run_games(config_, options);
    if (std::string text = failures.text(); !text.empty()) {
      text.pop_back();
      options.warn(text);
    }
    complete_ = result.summary.has_value();
    done_ = result.stored;
    all_ = result.games;
    for (const Unplayed& game : result.unplayed)
      options.warn(fmt::format("{} on {}, repeat {} could not be played: {}",
                               config_.schedule.players[game.id.player].name,
                               config_.schedule.sequencers[game.id.sequencer].name, game.id.repeat, game.why));
  }

  void interrupt() { interrupted_ = true; }
  std::tuple<std::size_t, std::size_t, std::size_t> progress() const { return {done_, before_, all_}; }
  bool complete() const { return complete_; }
  std::vector<std::string> warnings() {
    const std::lock_guard lock(mutex_);
    return std::exchange(warnings_, {});
  }
  const std::string& name() const { return config_.name; }
  std::vector<std::string> players() const { return names_of(config_.players); }

 private:
  Config config_;
  std::shared_ptr<Workers> workers_;
  std::atomic<bool> interrupted_{false}, complete_{false};
  std::atomic<std::size_t> done_{0}, before_{0}, all_{0};
  std::mutex mutex_;
  std::vector<std::string> warnings_;
};

// The games of a results folder, those of its latest schedule: the names of the columns, each game as a JSON object,
// and the text of their summary.
py::tuple read_results(const std::string& folder) {
  std::vector<std::string> games;
  const std::string summary = without_gil([&] {
    std::string text = json_text(figures::summary_of_folder(folder));
    export_games(folder, ExportFormat::jsonl, [&](const std::string& line) { games.push_back(line); });
    return text;
  });
  return py::make_tuple(export_columns(), games, summary);
}

// What a word names, a player or else a sequencer, as an entry of a config.
std::string entry_of_word(const std::string& word, bool player) {
  return (player ? player_origin(word) : sequencer_origin(word)).config_text();
}

}  // namespace

void add_tournament(py::module_& m) {
  py::class_<PyRun>(m, "_Run")
      .def(py::init<const std::string&, const std::string&, const py::dict&>(), "path"_a, "name"_a, "overrides"_a)
      .def("enter", &PyRun::enter, "place"_a, "instead"_a, "name"_a, "identity"_a, "make"_a, "options"_a)
      .def("use_workers", &PyRun::use_workers, "place"_a, "number"_a)
      .def("play", &PyRun::play, "folder"_a, "jobs"_a, "traces"_a, "fresh"_a, "anew"_a, "start"_a)
      .def("interrupt", &PyRun::interrupt)
      .def("warnings", &PyRun::warnings)
      .def_property_readonly("progress", &PyRun::progress)
      .def_property_readonly("complete", &PyRun::complete)
      .def_property_readonly("name", &PyRun::name)
      .def_property_readonly("players", &PyRun::players);
  m.def("_entry_of_word", &entry_of_word, "word"_a, "player"_a);
  m.def("_results", &read_results, "folder"_a);
}

}  // namespace pentocity::python
