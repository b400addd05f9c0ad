#include "planner.hpp"

#include <algorithm>

namespace pentocity::players::planner {

template <class Row>
Planner<Row>::Planner(const PlayerSetup& setup)
    : rules_(setup.rules),
      weights_(setup.options),
      history_(setup.options.number("fade")),
      strips_(setup.rules, setup.options.integer("strips"), /*max_cost=*/1.05),
      known_requests_(static_cast<std::size_t>(setup.options.integer("known_requests"))),
      candidates_(static_cast<std::size_t>(setup.options.integer("candidates"))),
      work_(setup.options.integer("work")),
      horizon_(setup.options.integer("horizon")),
      foresight_(setup.options.integer("foresight")),
      margin_(setup.options.number("margin") * unit),
      reject_(setup.options.number("reject") * unit),
      trace_(setup.options.number("trace")),
      planning_(setup.options.integer("planning")),
      random_(setup.seed),
      later_city_(setup.rules, Land(setup.rules.side)) {
  for (const Style style : all_styles)
    if (name_of(style) == setup.options.text("style")) style_ = style;
  width_.sites = setup.options.integer("sites");
  width_.amenities = setup.options.integer("greens");
  alternatives_ = setup.options.integer("alternatives");
  general_alternatives_ = setup.options.integer("general_alternatives");
  later_width_.sites = setup.options.integer("later_sites");
  later_width_.amenities = setup.options.integer("later_greens");
  later_width_.margin = static_cast<std::int64_t>(setup.options.number("later_margin") * unit);
}

template <class Row>
Style Planner<Row>::style() const {
  // The limits were chosen by what each style scores on request streams of all kinds.
  if (style_) return *style_;
  if (!rules_.factory_bonus) return Style::report;
  // X beside many other shapes: the weights for many shapes score more. (All requests are for three shapes at first, so
  // that the limit matters later.)
  const double three = history_.share_of_three() * (history_.requests() + 2) / history_.requests();
  if (history_.stars() > 0.45 && three > 0.78) return Style::stars;
  return few() == 1 ? Style::few : Style::general;
}

template <class Row>
double Planner<Row>::few() const {
  constexpr double none = 0.5, all = 0.85;  // shares of the three most frequent shapes
  if (history_.mean_size() <= 4) return 0;
  return std::clamp((history_.share_of_three() - none) / (all - none), 0.0, 1.0);
}

template <class Row>
const std::vector<Draft>& Planner<Row>::search(const Request& request, City<Row>& city) {
  const Style style = this->style();
  width_.alternatives = style == Style::stars || style == Style::few ? alternatives_ : general_alternatives_;
  const double mixed_in = style == Style::general && !style_ ? few() : 0;
  evaluation_.start(city, weights_.at(style, city.full(), mixed_in), history_);
  return search_.find(city, evaluation_, request, width_);
}

template <class Row>
Move Planner<Row>::play(const Request& request, const View& view) {
  drafts_.clear();
  history_.add(request);
  predictor_.add(request);
  if (auto move = strips_.move(request, view.land)) return std::move(*move);
  if (auto move = planned(request, view.land)) return std::move(*move);
  City<Row> city(rules_, view.land);
  drafts_ = search(request, city);  // a copy, because playing ahead overwrites the list
  if (drafts_.empty()) return Move::reject();
  const auto first = drafts_.begin(), chosen = first + static_cast<std::ptrdiff_t>(choose(city));
  std::rotate(first, chosen, chosen + 1);
  return first->move(city.grid());
}

template <class Row>
bool Planner<Row>::steady() {
  constexpr std::size_t enough = 30, often = 5;
  const std::size_t now = predictor_.requests().size();
  if (now < enough || now % often != 0) return false;
  constexpr int many_hits = 100;
  constexpr double many_stars = 0.6;  // with fewer X, as on g1, a plan was behind playing ahead
  const bool stars = style() == Style::stars && history_.stars() > many_stars;
  if (!stars && predictor_.hits() < many_hits) return false;
  steady_since_ = steady_since(predictor_.requests());
  return now - steady_since_ >= enough;
}

template <class Row>
std::vector<double> Planner<Row>::times() const {
  const auto& requests = predictor_.requests();
  std::vector<double> out(predictor_.shapes().size());
  for (std::size_t i = steady_since_; i < requests.size(); ++i) out[requests[i]] += 1;
  return out;
}

template <class Row>
void Planner<Row>::draw_up(const Request& request, const Land& land) {
  const auto& requests = predictor_.requests();
  drawn_up_ = requests.size();
  const auto in_all = static_cast<double>(requests.size() - steady_since_);
  const std::vector<double> times = this->times();
  std::vector<double> due(times.size());
  for (double& d : due) d = random_.next_double() * in_all;
  std::vector<Plan::Step> steps;
  Land later = land;
  ShapeNumber shape = requests.back();
  for (int rejects = 0; rejects < rules_.max_rejects;) {
    const Request& wish = steps.empty() && rejects == 0 ? request : predictor_.shapes()[shape];
    City<Row> city(rules_, later);
    const std::vector<Draft>& drafts = search(wish, city);
    if (drafts.empty()) {
      ++rejects;
    } else {
      Move move = drafts.front().move(city.grid());
      apply_move(rules_, later, wish, move);
      // The plan has each shape in the rotations of its first request.
      const Cells& cells = wish.rotations()[static_cast<std::size_t>(move.rotation)];
      const auto& rotations = predictor_.shapes()[shape].rotations();
      move.rotation = static_cast<int>(std::find(rotations.begin(), rotations.end(), cells) - rotations.begin());
      steps.push_back({shape, std::move(move)});
    }
    // The shape that is most overdue comes next, so that all come as often as expected.
    for (std::size_t i = 0; i < due.size(); ++i) due[i] += times[i];
    shape = static_cast<ShapeNumber>(std::max_element(due.begin(), due.end()) - due.begin());
    due[shape] -= in_all;
  }
  plan_->begin(land, steps);
}

template <class Row>
std::optional<Move> Planner<Row>::planned(const Request& request, const Land& land) {
  constexpr double hot = 0.5, cold = 0.2;                    // temperatures while a new plan is improved, in points
  constexpr int few_left = 30;                               // buildings; with fewer the plan is followed to the end
  constexpr std::size_t recent = 30, many = 3, rarely = 15;  // requests
  constexpr double far = 60;                                 // points
  if (planning_ == 0) return std::nullopt;
  const std::size_t now = predictor_.requests().size();
  const ShapeNumber shape = predictor_.requests().back();
  const bool begins = !plan_;
  if (begins) {
    if (given_up_ || !steady()) return std::nullopt;
    plan_.emplace(rules_, random_());
  }
  std::vector<double> shares = times();
  for (double& share : shares) share *= 1 / static_cast<double>(now - steady_since_);
  if (!begins && !plan_->has(shape)) unplanned_.push_back(now);
  plan_->expect(predictor_.shapes(), shares);
  if (begins) {
    draw_up(request, land);
    plan_->anneal(60 * planning_, hot, cold);
  } else if (plan_->size() > few_left) {
    if (unplanned_.size() >= many && now - unplanned_[unplanned_.size() - many] < recent) {
      plan_.reset();
      given_up_ = true;
      return std::nullopt;
    }
    if (plan_->penalty() > far && now - drawn_up_ >= rarely) {
      draw_up(request, land);
      plan_->anneal(15 * planning_, hot, cold);
    }
  }
  return plan_->move(shape, request, land, planning_);
}

template <class Row>
void Planner<Row>::foresee(std::span<const Request> coming) {
  if (known_requests_ == 0) return history_.add(coming.front());
  coming = coming.first(std::min(coming.size(), known_requests_));
  history_.clear();
  std::for_each(coming.rbegin(), coming.rend(), [&](const Request& request) { history_.add(request); });
}

template <class Row>
std::vector<Proposal> Planner<Row>::propose(const Request& request, const Land& land) {
  City<Row> city(rules_, land);
  std::vector<Proposal> out;
  for (const Draft& draft : search(request, city))
    out.push_back({draft.move(city.grid()), request.size() + static_cast<double>(draft.value) / unit});
  return out;
}

template <class Row>
std::size_t Planner<Row>::choose(const City<Row>& city) {
  std::vector<Candidate> left;
  for (const Draft& draft : drafts_) {
    if (left.size() == candidates_ || static_cast<double>(drafts_.front().value - draft.value) > margin_) break;
    left.push_back({&draft, 0});
  }
  int rounds = 0;
  while ((std::size_t{1} << rounds) < left.size()) ++rounds;
  // A stream is taken to repeat itself when so many requests in a row were as predicted. (Of a stream with one shape in
  // nine requests out of ten, so many are that shape in 4 of 100 cases.)
  constexpr int enough_hits = 30;
  std::vector<const Request*> future;
  const std::vector<const Request*> foreseen =
      predictor_.hits() >= enough_hits ? predictor_.next(foresight_) : std::vector<const Request*>{};
  for (int round = 0; round < rounds; ++round) {
    const int moves = std::max(1, work_ / rounds / static_cast<int>(left.size()));
    const auto play_ahead = [&] {
      for (Candidate& candidate : left) candidate.sum += value_of(*candidate.draft, city, future);
    };
    if (!foreseen.empty()) {
      future.assign(foreseen.begin(), foreseen.begin() + std::min<std::ptrdiff_t>(moves, std::ssize(foreseen)));
      play_ahead();
    } else {
      for (int f = 0; f < std::max(1, moves / horizon_); ++f) {
        future.clear();
        for (int h = 0; h < horizon_; ++h) future.push_back(&futures_.draw(history_, random_));
        play_ahead();
      }
    }
    std::stable_sort(left.begin(), left.end(), [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
    left.resize((left.size() + 1) / 2);
  }
  return static_cast<std::size_t>(left.front().draft - drafts_.data());
}

template <class Row>
double Planner<Row>::value_of(const Draft& draft, const City<Row>& before, const std::vector<const Request*>& future) {
  later_city_ = before;
  later_evaluation_ = evaluation_;
  later_evaluation_.move_to(later_city_);
  auto value = static_cast<double>(draft.value);
  const Draft* unbuilt = &draft;  // is built when the next request is looked at
  double mean = 0, weight = 1;    // the weight of this and all later values
  for (const Request* request : future) {
    if (unbuilt != nullptr) later_evaluation_.build(*unbuilt);
    const std::vector<Draft>& drafts = search_.find(later_city_, later_evaluation_, *request, later_width_);
    unbuilt = drafts.empty() ? nullptr : &drafts.front();
    value += unbuilt == nullptr ? -reject_ : static_cast<double>(unbuilt->value) + unit * request->size();
    mean += weight * (1 - trace_) * value;
    weight *= trace_;
  }
  return mean + weight * value;
}

template class Planner<NarrowRow>;
template class Planner<WideRow>;

std::vector<OptionSpec> planner_options(const PlannerDefaults& defaults) {
  std::vector<OptionSpec> out = weight_options();
  OptionSpec style{"style",
                   "auto",
                   "which set of weights: chosen by the rules and the requests so far (auto), or always the one named",
                   {"auto"}};
  for (const Style s : all_styles) style.choices.emplace_back(name_of(s));
  out.push_back(style);
  const auto add = [&](const char* name, OptionValue value, const char* meaning, double min, double max) {
    out.push_back(number_option(name, std::move(value), meaning, min, max));
  };
  const auto whole = [&](const char* name, std::int64_t value, const char* meaning, double max) {
    add(name, value, meaning, 1, max);
  };
  whole("sites", defaults.sites, "number of sites that are looked at closely, the best ones by a quick guess", 10000);
  whole("greens", defaults.greens, "number of parks, and of ponds, that are looked at closely for each site", 100);
  add("alternatives", std::int64_t{defaults.alternatives},
      "number of the best sites for each of which up to four choices of park and pond are "
      "compared as whole moves, in the styles stars and few",
      0, 10000);
  add("general_alternatives", std::int64_t{defaults.general_alternatives}, "the same in the other styles", 0, 10000);
  add("fade", 0.99, "factor by which earlier requests count less after each new one", 0, 1);
  add("strips", std::int64_t{2},
      "maximum number of heights of strips for each type of building, as in the player lanes; 0 for no strips", 0, 5);
  whole("candidates", defaults.candidates,
        "maximum number of moves that are played ahead, the best ones by the evaluation; 1 for none", 10000);
  add("margin", defaults.margin, "maximum number of points by which a move that is played ahead is behind the best one",
      0, 1e6);
  whole("work", defaults.work, "number of moves made while playing ahead, in all for each request", 1e6);
  whole("horizon", defaults.horizon, "number of requests that are played ahead", 100);
  whole("foresight", 32, "maximum number of requests that are played ahead while the requests repeat themselves", 100);
  add("planning", std::int64_t{defaults.planning},
      "number of changes of the plan of the whole land that are tried for each request, where X pentominoes rule or "
      "the requests repeat themselves; 0 for no plan",
      0, 1e7);
  add("trace", 0.97,
      "factor by which the value of the land after each further request that is played ahead counts less", 0, 1);
  whole("later_sites", defaults.later_sites, "number of sites that are looked at closely while playing ahead", 10000);
  whole("later_greens", defaults.later_greens,
        "number of parks, and of ponds, that are looked at closely for each site while playing ahead", 100);
  add("later_margin", 2.0,
      "maximum number of points by which a site, judged without the features of requested shapes, is behind the best "
      "one to be judged with them while playing ahead",
      0, 1e6);
  add("known_requests", std::int64_t{30},
      "for proposals in a search that knows all requests (pentocity offline): how many requests to come, from the "
      "current one on, the evaluation counts in place of those before; 0 for those before",
      0, 1e6);
  add("reject", 20.0, "number of points that a reject is taken to cost while playing ahead", 0, 1000);
  return out;
}

namespace {

// Makes the player for lands of the side that the rules say.
std::unique_ptr<Player> make_planner(const PlayerSetup& setup) {
  return with_row_type(land_grid(setup.rules.side).wide(), [&](auto row) -> std::unique_ptr<Player> {
    return std::make_unique<Planner<decltype(row)>>(setup);
  });
}

const bool registered = game::detail::register_player([] {
  return PlayerSpec{"planner",
                    "the strongest: as planner-fast, but plays more moves further ahead; takes seconds for a game",
                    planner_options({.sites = 24,
                                     .greens = 4,
                                     .alternatives = 4,
                                     .general_alternatives = 4,
                                     .candidates = 16,
                                     .work = 600,
                                     .horizon = 3,
                                     .later_sites = 6,
                                     .later_greens = 2,
                                     .planning = 20000,
                                     .margin = 1e6}),
                    make_planner};
});
const bool fast_registered = game::detail::register_player([] {
  return PlayerSpec{
      "planner-fast",
      "the move after which the land is worth most by a weighted sum of features, whose weights were tuned; of nearly "
      "equal moves the one after which the next request can be answered best",
      planner_options({.sites = 16,
                       .greens = 3,
                       .alternatives = 3,
                       .general_alternatives = 0,
                       .candidates = 4,
                       .work = 8,
                       .horizon = 1,
                       .later_sites = 4,
                       .later_greens = 1,
                       .planning = 0,
                       .margin = 1.5}),
      make_planner};
});

}  // namespace
}  // namespace pentocity::players::planner
