#include "planner.hpp"

namespace pentocity::players::planner {

namespace {

// The options of both players; in some defaults they differ.
std::vector<OptionSpec> planner_options(bool fast) {
  std::vector<OptionSpec> out = weight_options();
  out.push_back({"style",
                 "auto",
                 "which set of weights: chosen by the rules and the requests so far (auto), or always the one named",
                 {"auto"}});
  for (const Style style : all_styles) out.back().choices.emplace_back(name_of(style));
  const auto whole = [&](std::int64_t usual, std::optional<std::int64_t> of_fast = std::nullopt) {
    return OptionValue(fast && of_fast ? *of_fast : usual);
  };
  const auto add = [&](const char* name, const OptionValue& value, double min, double max, const char* meaning) {
    out.push_back(number_option(name, value, meaning, min, max));
  };
  add("sites", whole(24, 16), 1, 10000, "number of sites that are looked at closely, the best ones by a quick guess");
  add("greens", whole(4, 3), 1, 100, "number of parks, and of ponds, that are looked at closely for each site");
  add("alternatives", whole(4, 3), 0, 10000,
      "number of the best sites for each of which up to four choices of park and pond are compared as whole moves, in "
      "the styles stars and few");
  add("general_alternatives", whole(4, 0), 0, 10000, "the same in the other styles");
  add("fade", 0.99, 0, 1, "factor by which earlier requests count less after each new one");
  add("strips", whole(2), 0, 5,
      "maximum number of heights of strips for each type of building, as in the player lanes; 0 for no strips");
  add("candidates", whole(16, 4), 1, 10000,
      "maximum number of moves that are played ahead, the best ones by the evaluation; 1 for none");
  add("margin", fast ? 1.5 : 1e6, 0, 1e6,
      "maximum number of points by which a move that is played ahead is behind the best one");
  add("work", whole(600, 8), 1, 1e6, "number of moves made while playing ahead, in all for each request");
  add("horizon", whole(3, 1), 1, 100, "number of requests that are played ahead");
  add("foresight", whole(32), 1, 100,
      "maximum number of requests that are played ahead while the requests repeat themselves");
  add("planning", whole(20000, 0), 0, 1e7,
      "number of changes of the plan of the whole land that are tried for each request, where X pentominoes rule or "
      "the requests repeat themselves; 0 for no plan");
  add("trace", 0.97, 0, 1,
      "factor by which the value of the land after each further request that is played ahead counts less");
  add("later_sites", whole(6, 4), 1, 10000, "number of sites that are looked at closely while playing ahead");
  add("later_greens", whole(2, 1), 1, 100,
      "number of parks, and of ponds, that are looked at closely for each site while playing ahead");
  add("later_margin", 2.0, 0, 1e6,
      "maximum number of points by which a site, judged without the features of requested shapes, is behind the best "
      "one to be judged with them while playing ahead");
  add("known_requests", whole(30), 0, 1e6,
      "for proposals in a search that knows all requests (pentocity offline): how many requests to come, from the "
      "current one on, the evaluation counts in place of those before; 0 for those before");
  add("reject", 20.0, 0, 1000, "number of points that a reject is taken to cost while playing ahead");
  return out;
}

// Makes the player for lands of the side that the rules say.
std::unique_ptr<Player> make_planner(const PlayerSetup& setup) {
  return with_row_type(land_grid(setup.rules.side).wide(), [&](auto row) -> std::unique_ptr<Player> {
    return std::make_unique<Planner<decltype(row)>>(setup);
  });
}

PENTOCITY_EXPORT_PLAYER((PlayerSpec{
    "planner", "the strongest: as planner-fast, but plays more moves further ahead; takes seconds for a game",
    planner_options(/*fast=*/false), make_planner}))
PENTOCITY_EXPORT_PLAYER((PlayerSpec{
    "planner-fast",
    "the move after which the land is worth most by a weighted sum of features, whose weights were tuned; of nearly "
    "equal moves the one after which the next request can be answered best",
    planner_options(/*fast=*/true), make_planner}))

}  // namespace
}  // namespace pentocity::players::planner
