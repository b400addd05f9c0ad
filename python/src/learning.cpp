// The environment as Python has it: arrays that many games write into.

#include <cstring>
#include <deque>

#include "convert.hpp"
#include "environment.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/input/user_error.hpp"
#include "players.hpp"

namespace pentocity::python {

using namespace py::literals;

namespace {

template <class T>
using Array = py::array_t<T, py::array::c_style>;

// The name of a policy, whatever was given.
std::string name_of_policy(const py::object& given) { return py::cast<std::string>(py::str(given)); }

// The rules, once it is known that arrays are what they seem.
const Rules& checked(const Rules& rules) {
  check_numpy();
  return rules;
}

class LearningGames {
 public:
  LearningGames(int count, const Rules& rules, const py::object& sources, const py::object& options,
                const py::object& roads, const py::object& parks, int threads, int max_steps)
      : rules_(checked(rules)),
        arguments_(py::make_tuple(count, rules, sources, options, roads, parks, threads, max_steps)),
        streams_(streams_of(sources, options)),
        policies_(policies_of(name_of_policy(roads), name_of_policy(parks))),
        land({count, 6, rules.side, rules.side}),
        request({count, request_planes, request_side, request_side}),
        mask({count, action_count(rules.side)}),
        scalars({count, 2}),
        score(count),
        stream(count),
        reward(count),
        terminated(count),
        truncated(count),
        fault(count),
        seeds(count) {
    if (count < 1 || threads < 1) throw py::value_error("there is at least one game, and one thread");
    if (max_steps < 0) throw py::value_error(fmt::format("max_steps: expected 0 or more, not {}", max_steps));
    for (int i = 0; i < count; ++i) {
      games_.emplace_back(rules_, streams_, policies_,
                          Outlet{.land = land.mutable_data(i, 0, 0, 0),
                                 .request = request.mutable_data(i, 0, 0, 0),
                                 .scalars = scalars.mutable_data(i, 0),
                                 .mask = mask.mutable_data(i, 0),
                                 .reward = reward.mutable_data(i),
                                 .terminated = terminated.mutable_data(i),
                                 .stream = stream.mutable_data(i),
                                 .truncated = truncated.mutable_data(i),
                                 .fault = fault.mutable_data(i),
                                 .score = score.mutable_data(i)},
                          max_steps);
      draws_.emplace_back(static_cast<std::uint64_t>(i));
      seeds.mutable_data()[i] = 0;
      stream.mutable_data()[i] = 0;
    }
    actions_ = action_count(rules.side);
    for (int i = 0; i < std::min(threads, count); ++i) benches_.emplace_back(policies_);
  }

  // Begins all games anew, each on its seed in `seeds`.
  void reset() {
    const std::uint64_t* seed = seeds.data();
    const py::gil_scoped_release released;
    each([&](std::size_t i, Workbench& bench) { games_[i].reset(seed[i], bench); });
    begun_ = true;
  }

  // Carries out an action in each game. A game that was over begins anew on its seed in `seeds` instead.
  void step(const py::object& given) {
    check_begun();
    const auto array = py::module_::import("numpy").attr("asarray")(given).cast<py::array>();
    if (const char kind = array.dtype().kind(); kind != 'i' && kind != 'u')
      throw InputError("an action is a whole number, not {}",
                       py::cast<std::string>(py::str(array.size() == 1 ? array.attr("item")() : array.attr("dtype"))));
    const Array<std::int64_t> actions(array);
    if (actions.size() != std::ssize(games_))
      throw py::value_error(fmt::format("an action for each of {} games", games_.size()));
    const std::int64_t* action = actions.data();
    for (std::size_t i = 0; i < games_.size(); ++i)
      if (action[i] < 0 || action[i] >= actions_)
        throw py::value_error(fmt::format("an action is from 0 to {}, not {}", actions_ - 1, action[i]));
    const std::uint64_t* seed = seeds.data();
    const py::gil_scoped_release released;
    each([&](std::size_t i, Workbench& bench) {
      if (games_[i].ended())
        games_[i].reset(seed[i], bench);
      else
        games_[i].step(action[i], bench);
    });
  }

  std::vector<std::string> streams() const { return names_of(streams_); }

  // Begins some of the games anew, each on its seed in `seeds`.
  void begin(const std::vector<int>& numbers) {
    for (const int i : numbers) at(i).reset(seeds.data()[i], benches_.front());
  }

  // What another object needs to go on in the same way: games are played again up to where they are.
  py::tuple state() const {
    py::list games;
    if (begun_)
      for (const LearningGame& game : games_) games.append(py::make_tuple(game.seed(), game.actions()));
    const py::bytes draws(reinterpret_cast<const char*>(draws_.data()), draws_.size() * sizeof(Pcg));
    return py::make_tuple(arguments_, games, seeds, draws);
  }
  static std::unique_ptr<LearningGames> of_state(const py::tuple& state) {
    const py::tuple a = state[0];
    auto out = std::make_unique<LearningGames>(a[0].cast<int>(), a[1].cast<Rules>(), a[2], a[3], a[4], a[5],
                                               a[6].cast<int>(), a[7].cast<int>());
    const auto games = state[1].cast<std::vector<std::pair<std::uint64_t, std::vector<std::int32_t>>>>();
    const auto seeds = state[2].cast<Array<std::uint64_t>>();
    const auto draws = state[3].cast<std::string>();
    const std::size_t count = out->games_.size();
    if ((!games.empty() && games.size() != count) || seeds.size() != std::ssize(out->games_) ||
        draws.size() != count * sizeof(Pcg))
      throw py::value_error("this is no state of such games");
    std::copy_n(seeds.data(), count, out->seeds.mutable_data());
    static_assert(std::is_trivially_copyable_v<Pcg>);
    std::memcpy(out->draws_.data(), draws.data(), draws.size());
    out->begun_ = !games.empty();
    const py::gil_scoped_release released;
    if (out->begun_)
      out->each([&](std::size_t i, Workbench& bench) {
        out->games_[i].reset(games[i].first, bench);
        for (const std::int32_t action : games[i].second) out->games_[i].step(action, bench);
      });
    return out;
  }

  void seed_draws(std::uint64_t seed) {
    for (std::size_t i = 0; i < draws_.size(); ++i) draws_[i] = Pcg(mix_bits(seed) + i);
  }

  // A legal action for each game, all equally likely.
  void draw(Array<std::int64_t>& out) {
    check_begun();
    if (out.size() != std::ssize(games_))
      throw py::value_error(fmt::format("an element for each of {} games", games_.size()));
    std::int64_t* action = out.mutable_data();
    const py::gil_scoped_release released;
    each([&](std::size_t i, Workbench&) { action[i] = games_[i].draw(draws_[i]); });
  }

  Land land_of(int game) { return at(game).view().land; }
  Request request_of(int game) { return at(game).request(); }
  PyView view_of(int game) {
    const View view = at(game).view();
    return {std::make_shared<Land>(view.land), view.turn, view.score, view.rejects, view.last};
  }
  Move move_of(int game, std::int64_t action) {
    LearningGame& g = at(game);
    if (action < 0 || action >= actions_ || *mask.data(game, action) == 0)
      throw py::value_error("the action is not legal");
    return g.peek(action, benches_.front());
  }
  py::object fault_of(int game) {
    (void)at(game);
    const std::int8_t number = *fault.data(game);
    return number < 0 ? py::object(py::none()) : py::cast(static_cast<Fault>(number));
  }

 private:
  void check_begun() const {
    if (!begun_) throw std::runtime_error("reset() comes before the first step");
  }
  LearningGame& at(int game) {
    check_begun();
    if (game < 0 || game >= std::ssize(games_)) throw py::index_error("there is no such game");
    return games_[game];
  }
  // Calls f for each game; each thread has a part of them.
  template <class F>
  void each(F&& f) {
    const std::size_t parts = benches_.size();
    for_each_parallel(static_cast<int>(parts), static_cast<int>(parts), [&](int part) {
      const auto p = static_cast<std::size_t>(part);
      for (std::size_t i = games_.size() * p / parts; i < games_.size() * (p + 1) / parts; ++i) f(i, benches_[p]);
    });
  }

  Rules rules_;
  py::tuple arguments_;  // of the constructor
  std::vector<entrants::SequencerEntry> streams_;
  Policies policies_;
  std::int64_t actions_ = 0;
  bool begun_ = false;
  std::deque<LearningGame> games_;
  std::deque<Workbench> benches_;  // one for each thread
  std::vector<Pcg> draws_;

 public:
  Array<std::uint8_t> land, request, mask;
  Array<std::int32_t> scalars, score, stream;
  Array<double> reward;
  Array<bool> terminated, truncated;
  Array<std::int8_t> fault;
  Array<std::uint64_t> seeds;
};

// The eyes and hands of a trained policy in games that others play.
class Observer {
 public:
  Observer(const Rules& rules, const py::object& roads, const py::object& parks, std::uint64_t seed)
      : rules_(checked(rules)),
        policies_(policies_of(name_of_policy(roads), name_of_policy(parks))),
        bench_(policies_),
        land_({6, rules.side, rules.side}),
        request_({request_planes, request_side, request_side}),
        mask_({action_count(rules.side)}),
        scalars_({2}),
        game_(rules_, none_, policies_,
              Outlet{.land = land_.mutable_data(),
                     .request = request_.mutable_data(),
                     .scalars = scalars_.mutable_data(),
                     .mask = mask_.mutable_data(),
                     .reward = &reward_,
                     .terminated = &terminated_,
                     .stream = &stream_,
                     .truncated = &truncated_,
                     .fault = &fault_,
                     .score = &score_},
              0, seed) {}

  py::dict observe(const Request& request, const PyView& view) {
    if (view.land->side() != rules_.side)
      throw py::value_error(fmt::format("the land has side {}, and the rules {}", view.land->side(), rules_.side));
    game_.see(request, {*view.land, view.turn, view.score, view.rejects, view.last}, bench_);
    seen_ = true;
    return py::dict("land"_a = land_.attr("copy")(), "request"_a = request_.attr("copy")(),
                    "scalars"_a = scalars_.attr("copy")());
  }
  py::object action_masks() const { return mask_.attr("astype")("bool"); }
  Move move(std::int64_t action) {
    if (!seen_ || action < 0 || action >= mask_.size() || *mask_.data(action) == 0)
      throw py::value_error("the action is not legal");
    return game_.answer(action, bench_);
  }

 private:
  Rules rules_;
  Policies policies_;
  Workbench bench_;
  Array<std::uint8_t> land_, request_, mask_;
  Array<std::int32_t> scalars_;
  double reward_ = 0;
  bool terminated_ = false, truncated_ = false, seen_ = false;
  std::int8_t fault_ = -1;
  std::int32_t score_ = 0, stream_ = 0;
  std::vector<entrants::SequencerEntry> none_;
  LearningGame game_;
};

}  // namespace

void add_environment(py::module_& m) {
  py::class_<Observer>(
      m, "Observer",
      "What the environment for learners shows of a game that is played elsewhere, and the moves of its "
      "actions: with it, a trained policy is a player (docs/how-to/python.md). `rules`, `roads` and "
      "`parks` are those of the environment; `seed` is that of the parks and ponds.")
      .def(py::init<const Rules&, const py::object&, const py::object&, std::uint64_t>(), "rules"_a = Rules(),
           "roads"_a = "jigsaw", "parks"_a = "jigsaw", "seed"_a = 0)
      .def("observe", &Observer::observe, "request"_a, "view"_a,
           "The observation of a turn, a dict of arrays as the environment gives it: land, request and scalars.")
      .def("action_masks", &Observer::action_masks,
           "Whether each action is legal at the turn that was observed last, an array of booleans.")
      .def("move", &Observer::move, "action"_a,
           "The move of a legal action at that turn, with its road, park and pond. Throws ValueError for one that is "
           "not "
           "legal.");
  m.def("action_count", &action_count, "side"_a, "The number of actions of the environment on a land of this side.");
  py::class_<LearningGames>(m, "LearningGames",
                            "Games side by side for learners, which write into arrays that stay the same objects "
                            "(docs/how-to/python.md). Use pentocity.make_vec() or gymnasium.make().")
      .def(py::init<int, const Rules&, const py::object&, const py::object&, const py::object&, const py::object&, int,
                    int>(),
           "count"_a, "rules"_a, "stream"_a, "stream_options"_a = py::none(), "roads"_a = "jigsaw",
           "parks"_a = "jigsaw", "threads"_a = 1, "max_steps"_a = 0)
      .def("reset", &LearningGames::reset, "Begins all games anew, each on the stream of its seed in `seeds`.")
      .def(
          "step", &LearningGames::step, "actions"_a,
          "Carries out an action in each game; a game that was over begins anew on its seed in `seeds` instead. Throws "
          "ValueError for a number that is no action; an action that is not legal is a reject.")
      .def("begin", &LearningGames::begin, "games"_a,
           "Begins the games of these numbers anew, each on its seed in `seeds`.")
      .def(py::pickle([](const LearningGames& games) { return games.state(); }, &LearningGames::of_state))
      .def("seed_draws", &LearningGames::seed_draws, "seed"_a, "Seeds draw().")
      .def("draw", &LearningGames::draw, py::arg("out").noconvert(),
           "Writes a legal action for each game, all equally likely, into an array of int64.")
      .def("land_of", &LearningGames::land_of, "game"_a, "A copy of the land of a game.")
      .def("request_of", &LearningGames::request_of, "game"_a, "The request of a game.")
      .def("view_of", &LearningGames::view_of, "game"_a, "The view that a player of this game would have.")
      .def("move_of", &LearningGames::move_of, "game"_a, "action"_a,
           "The move of a legal action, with its road, park and pond.")
      .def("fault_of", &LearningGames::fault_of, "game"_a, "What was wrong with the action before, None if nothing.")
      .def_readonly("land", &LearningGames::land, "Planes of the lands, uint8 of shape (count, 6, side, side).")
      .def_readonly("request", &LearningGames::request, "Planes of the requests, uint8 of shape (count, 8, 5, 5).")
      .def_readonly("scalars", &LearningGames::scalars, "Turn and rejects, int32 of shape (count, 2).")
      .def_readonly("mask", &LearningGames::mask, "1 for each legal action, uint8 of shape (count, actions).")
      .def_readonly("reward", &LearningGames::reward, "Points of the moves, float64 of shape (count,).")
      .def_readonly("terminated", &LearningGames::terminated, "Whether the games are over, bool of shape (count,).")
      .def_readonly("truncated", &LearningGames::truncated,
                    "Whether the games are not over and have had `max_steps` actions, bool of shape (count,).")
      .def_readonly("fault", &LearningGames::fault, "Numbers of faults, -1 for none, int8 of shape (count,).")
      .def_readonly("score", &LearningGames::score, "Points so far, int32 of shape (count,).")
      .def_readonly("stream", &LearningGames::stream,
                    "Which of the streams the games are on, counted from 0, int32 of shape (count,).")
      .def_property_readonly("streams", &LearningGames::streams, "The names of the streams.")
      .def_readonly("seeds", &LearningGames::seeds, "The seeds of the next games, uint64 of shape (count,).");
}

}  // namespace pentocity::python
