#include "planner.hpp"

#include <algorithm>

namespace pentocity::players::planner {

template <class Row>
Planner<Row>::Planner(const PlayerSetup& setup)
    : known_requests_(setup.options.integer("known_requests")),
      shared_{setup.rules, History(setup.options.number("fade")), {}, StyledSearch<Row>(setup), Pcg(setup.seed)},
      strips_(setup.rules, setup.options.integer("strips"), /*max_cost=*/1.05),
      plan_(setup, shared_),
      look_ahead_(setup, shared_) {}

template <class Row>
Move Planner<Row>::play(const Request& request, const View& view) {
  shared_.history.add(request);
  shared_.predictor.add(request);
  look_ahead_.forget();
  if (auto move = strips_.move(request, view.land)) return std::move(*move);
  if (auto move = plan_.move(request, view.land)) return std::move(*move);
  return look_ahead_.move(request, view.land).value_or(Move::reject());
}

template <class Row>
void Planner<Row>::foresee(std::span<const Request> coming) {
  History& history = shared_.history;
  if (known_requests_ == 0) return history.add(coming.front());
  coming = coming.first(std::min(coming.size(), known_requests_));
  history.clear();
  std::for_each(coming.rbegin(), coming.rend(), [&](const Request& request) { history.add(request); });
}

template <class Row>
std::vector<Proposal> Planner<Row>::propose(const Request& request, const Land& land) {
  City<Row> city(shared_.rules, land);
  std::vector<Proposal> out;
  for (const Draft& draft : shared_.search.find(request, city, shared_.history))
    out.push_back({draft.move(city.grid()), request.size() + static_cast<double>(draft.value) / point});
  return out;
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
  constexpr auto whole = [](std::int64_t number) { return OptionValue(number); };
  const auto& d = defaults;
  for (const OptionSpec& option :
       {number_option("sites", d.sites, "number of sites that are looked at closely, the best ones by a quick guess", 1,
                      10000),
        number_option("greens", d.greens, "number of parks, and of ponds, that are looked at closely for each site", 1,
                      100),
        number_option("alternatives", d.alternatives,
                      "number of the best sites for each of which up to four choices of park and pond are compared as "
                      "whole moves, in the styles stars and few",
                      0, 10000),
        number_option("general_alternatives", d.general_alternatives, "the same in the other styles", 0, 10000),
        number_option("fade", 0.99, "factor by which earlier requests count less after each new one", 0, 1),
        number_option(
            "strips", whole(2),
            "maximum number of heights of strips for each type of building, as in the player lanes; 0 for no strips", 0,
            5),
        number_option("candidates", d.candidates,
                      "maximum number of moves that are played ahead, the best ones by the evaluation; 1 for none", 1,
                      10000),
        number_option("margin", d.margin,
                      "maximum number of points by which a move that is played ahead is behind the best one", 0, 1e6),
        number_option("work", d.work, "number of moves made while playing ahead, in all for each request", 1, 1e6),
        number_option("horizon", d.horizon, "number of requests that are played ahead", 1, 100),
        number_option("foresight", whole(32),
                      "maximum number of requests that are played ahead while the requests repeat themselves", 1, 100),
        number_option("planning", d.planning,
                      "number of changes of the plan of the whole land that are tried for each request, where X "
                      "pentominoes rule or the requests repeat themselves; 0 for no plan",
                      0, 1e7),
        number_option(
            "trace", 0.97,
            "factor by which the value of the land after each further request that is played ahead counts less", 0, 1),
        number_option("later_sites", d.later_sites, "number of sites that are looked at closely while playing ahead", 1,
                      10000),
        number_option("later_greens", d.later_greens,
                      "number of parks, and of ponds, that are looked at closely for each site while playing ahead", 1,
                      100),
        number_option("later_margin", 2.0,
                      "maximum number of points by which a site, judged without the features of requested shapes, is "
                      "behind the best one to be judged with them while playing ahead",
                      0, 1e6),
        number_option(
            "known_requests", whole(30),
            "for proposals in a search that knows all requests (pentocity offline): how many requests to come, from "
            "the current one on, the evaluation counts in place of those before; 0 for those before",
            0, 1e6),
        number_option("reject", 20.0, "number of points that a reject is taken to cost while playing ahead", 0, 1000)})
    out.push_back(option);
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
