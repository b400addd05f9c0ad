#include "jigsaw/park_pieces.hpp"
#include "jigsaw/road_pieces.hpp"
#include "jigsaw/site_pieces.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/helpers/site_search.hpp"

namespace pentocity::players {
namespace {

/// The strategy of the 2016 paper. Every building goes to a site with the maximum touching perimeter, of several to the
/// one nearest to the top left corner for residences and to the bottom right one for factories, and gets the shortest
/// road. Parks and ponds are built with the minimum touching perimeter, so that later residences can touch them, too.
/// With the option `as_submitted` it plays like the program that took part in 2016, which differs from the paper; the
/// other options replace single pieces of the strategy by others, most of which the paper tried.
class Jigsaw : public Player {
 public:
  explicit Jigsaw(const PlayerSetup& setup) : random_(setup.seed), parks_(park_rules(setup.options)) {
    const Options& options = setup.options;
    // The word of an option; `submitted` instead of the paper's word if the player is to play as submitted.
    const auto word = [&](const std::string& option, const std::string& reported) {
      return options.flag("as_submitted") && options.text(option) == reported ? "submitted" : options.text(option);
    };
    order_ = piece_of(site_order_pieces(), word("site_order", "diagonal"));
    const std::string roads = word("roads", "perimeter");
    road_ = piece_of(road_pieces(), roads);
    submitted_roads_ = roads == "submitted";
    if (roads == "prebuilt") network_ = road_tree(setup.rules.side);

    const PerimeterPiece& perimeter = piece_of(perimeter_pieces(), options.text("perimeter"));
    const std::string &components = options.text("components"), &small = options.text("small_factories");
    perimeter_of_ = perimeter.of;
    if (components == "first") steps_.push_back(keep_fewest_components);
    if (perimeter.step != nullptr) steps_.push_back(perimeter.step);
    if (components == "second") steps_.push_back(keep_fewest_components);
    if (small != "in_line") small_steps_ = steps_;
    if (small == "in_holes") small_steps_.insert(small_steps_.begin(), keep_smallest_holes);
  }

  Move play(const Request& request, const View& view) override {
    const Land& land = view.land;
    if (network_.empty() || land.empty() != land.grid().all()) return answer(request, land);
    Land with_network = land;
    with_network.place(Kind::road, land.grid().board(network_));
    Move move = answer(request, with_network);
    if (move.accept) move.road.insert(move.road.end(), network_.begin(), network_.end());
    return move;
  }

 private:
  static ParkRules park_rules(const Options& options) {
    const bool as_submitted = options.flag("as_submitted");
    return {.piece = piece_of(park_pieces(), options.text("parks")),
            .random_walks = options.integer("random_walks"),
            .extend = options.flag("extend"),
            .straight = options.flag("straight"),
            .complement = options.flag("complement") && !as_submitted,
            .as_submitted = as_submitted};
  }

  Move answer(const Request& request, const Land& land) {
    if (perimeter_of_ != PerimeterOf::building) return snuggest_move(request, land);
    const bool small = request.type() == Building::factory && request.size() < residence_size;
    const auto choose = [&](Sites& sites) {
      for (const SiteStep step : small ? small_steps_ : steps_) step(land, request, sites);
      return order_(land, request, sites);
    };
    const std::optional<Site> site = search_.find(land, request, choose, [&] { return road_stands(land); });
    if (!site) return Move::reject();
    Move move = with_road(land, *site);
    add_parks(request, land, search_.building(), move);
    return move;
  }

  // Tells whether the road search in use finds the road; the one of 2016 sometimes failed.
  bool road_stands(const Land& land) const {
    return !submitted_roads_ || search_of_2016_succeeds(land, search_.heads(), search_.building(), search_.roads());
  }

  // The move for this site, which the search has just found, with its road.
  Move with_road(const Land& land, const Site& site) const {
    Move move = Move::at(site.rotation, site.location);
    move.road = road_(land, search_.building(), search_.roads());
    return move;
  }

  void add_parks(const Request& request, const Land& land, const LandBoard& building, Move& move) {
    if (request.type() == Building::residence) parks_.add(land, building, move, random_);
  }

  // Makes the move for every site, with its road and, if these count, with its park and pond. Returns the one with the
  // maximum touching perimeter; of several the one whose site comes first in the order.
  Move snuggest_move(const Request& request, const Land& land) {
    const Grid& grid = land.grid();
    std::vector<Move> moves;
    std::vector<Site> best;
    int greatest = -1;
    search_.for_each(land, request, [&](const Site& site) {
      Move move = with_road(land, site);
      LandBoard built = search_.building() | grid.board(move.road);
      if (perimeter_of_ == PerimeterOf::move) {
        add_parks(request, land, search_.building(), move);
        built |= grid.board(move.park) | grid.board(move.pond);
      }
      const int value = touching_perimeter(land, built);
      if (value < greatest || !road_stands(land)) return;
      if (value > greatest) moves.clear(), best.clear();
      greatest = value;
      moves.push_back(std::move(move));
      best.push_back(site);
    });
    if (moves.empty()) return Move::reject();
    sites_.find(land, request);
    sites_.keep(best);
    const Site site = *order_(land, request, sites_);
    Move& move = moves[std::find(best.begin(), best.end(), site) - best.begin()];
    if (perimeter_of_ == PerimeterOf::building_and_road)
      add_parks(request, land, building_at(land, request, site), move);
    return move;
  }

  Pcg random_;
  SiteOrderPiece order_;
  std::vector<SiteStep> steps_, small_steps_;  // how sites are narrowed down; the same for small factories
  PerimeterOf perimeter_of_;
  RoadPiece road_;
  bool submitted_roads_;
  Cells network_;  // roads to build with the first move; empty if there are none
  ParkBuilder parks_;

  SiteSearch search_;
  Sites sites_;
};

PENTOCITY_PLAYER(Jigsaw, "jigsaw",
                 "sites with the maximum touching perimeter, shortest roads, parks and ponds (as in the 2016 paper)",
                 {"as_submitted", false,
                  "play as the program submitted in 2016 did, where it differs from the 2016 paper"},
                 number_option("random_walks", std::int64_t{200},
                               "number of random walks tried for each park and for each pond; 0 for none", 0, 1e6),
                 {"perimeter", "edges",
                  "what has its maximum at the chosen site: the touching perimeter of the building (edges), the number "
                  "of occupied cells beside it (cells), the touching perimeter of building and road (with_road) or of "
                  "the whole move (whole_move), or nothing (none)",
                  words_of(perimeter_pieces())},
                 {"components",
                  "ignored",
                  "whether to prefer sites that leave few separate areas of empty cells: before the touching perimeter "
                  "is looked at (first), among sites of equal touching perimeter (second), or not (ignored)",
                  {"ignored", "first", "second"}},
                 {"site_order", "diagonal",
                  "which of equal sites: the nearest to the top left corner for residences and to the bottom right one "
                  "for factories (diagonal), the topmost (rows), the nearest to the centre for residences and to the "
                  "border for factories (centre), or as submitted in 2016 (submitted)",
                  words_of(site_order_pieces())},
                 {"small_factories",
                  "as_others",
                  "where factories of fewer than 5 cells go: as other buildings (as_others), into the smallest areas "
                  "of empty cells first (in_holes), or by site_order alone (in_line)",
                  {"as_others", "in_holes", "in_line"}},
                 {"roads", "perimeter",
                  "which road is built: of the shortest ones that with the maximum touching perimeter (perimeter) or "
                  "the first one found (shortest), one along buildings (clinging), one from a network that is built "
                  "with the first move (prebuilt), or as submitted in 2016 (submitted)",
                  words_of(road_pieces())},
                 {"parks", "least_perimeter",
                  "which parks and ponds are built, of those tried: with the minimum touching perimeter "
                  "(least_perimeter), with the maximum (most_perimeter), or none",
                  words_of(park_pieces())},
                 {"extend", true,
                  "extend amenities (parks and ponds) nearby by at most three cells, so that they touch the residence"},
                 {"straight", true, "also try straight bars as new amenities (parks and ponds)"},
                 {"complement", true,
                  "build the amenity (park or pond) that a residence lacks even if it touches the other; if false, a "
                  "residence that touches either gets none"})

}  // namespace
}  // namespace pentocity::players
