#include <algorithm>
#include <limits>
#include <vector>

#include "common/requests.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/helpers/site_search.hpp"

namespace pentocity::sequencers {
namespace {

/// A shape it may ask for, and what came of that up to now.
struct Weapon {
  Request request;
  double points;  ///< that the player got
  double room;    ///< that the player used up for them
};

constexpr int largest_side = 5;

// Before anything is known of the player: the cells that one gets who fills a land with this shape alone, site by site
// where the touching perimeter is greatest, counted as if a hundred cells of room had been used up.
Weapon tried_out(const Request& request) {
  constexpr double weight = 100;
  Land land;
  SiteSearch search;
  int cells = 0;
  const auto choose = [](Sites& sites) {
    sites.keep_max_touching_perimeter();
    return sites.first(SiteOrder::diagonals_from_top);
  };
  while (search.find(land, request, choose)) {
    land.place(Kind::road, land.grid().board(search.roads().choose(RoadChoice::max_touching, LandEdge::counted)));
    land.place(kind_of(request.type()), search.building());
    cells += request.size();
  }
  return {request, weight * cells / (land.side() * land.side()), weight};
}

// All pentominoes, mirror images too, and all rectangles.
const std::vector<Weapon>& all_weapons() {
  static const auto weapons = [] {
    std::vector<Weapon> out;
    for (const char letter : {'F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'}) {
      const Cells cells = *pentomino(letter), image = mirrored(cells);
      const std::vector<Cells> same = rotations(cells);
      out.push_back(tried_out({Building::residence, cells}));
      if (std::find(same.begin(), same.end(), image) == same.end())
        out.push_back(tried_out({Building::residence, image}));
    }
    for (int rows = 1; rows <= largest_side; ++rows)
      for (int columns = rows; columns <= largest_side; ++columns) out.push_back(tried_out(factory(rows, columns)));
    return out;
  }();
  return weapons;
}

/// An adaptive stream that works against the player. The game ends with the third reject, so it works towards a land
/// that has no site for some shape, on a way that yields the player few points. It watches how much of the room for the
/// largest factories the player uses up for each shape, and for how many points, and asks for the shape of fewest
/// points a cell of room. As soon as a shape has no site that a road can reach, or was rejected, it asks for that and
/// nothing else.
class Nemesis : public Sequencer {
 public:
  explicit Nemesis(const SequencerSetup&) : weapons_(all_weapons()) {}

  bool adaptive() const override { return true; }

  Request next(int, const Land* land) override {
    const bool rejected = asked_ != nullptr && land->empty() == before_.empty();
    if (!rejected) {
      const LandBoard cut_off = land->empty() - reachable(*land);
      const int room = room_on(*land, cut_off);
      if (asked_ != nullptr) learn(*land, room);
      asked_ = &choose(*land, cut_off);
      before_ = *land;
      room_before_ = room;
    }
    return asked_->request;
  }

 private:
  /// How much of what was learned remains after each time that a shape is asked for: the land is another by and by.
  static constexpr double memory = 0.97;

  // The cells that some site of the largest factory covers.
  static int room_on(const Land& land, const LandBoard& cut_off) {
    const Grid& grid = land.grid();
    const LandBoard sites = legal_sites(land, Building::factory, factory(largest_side, largest_side).cells(), cut_off);
    LandBoard rows, covered;
    for (int c = 0; c < largest_side; ++c) rows |= grid.shifted(sites, 0, c);
    for (int r = 0; r < largest_side; ++r) covered |= grid.shifted(rows, r, 0);
    return covered.count();
  }

  // What the player made of the last request.
  void learn(const Land& land, int room) {
    const Request& request = asked_->request;
    const Kind kind = kind_of(request.type());
    const LandBoard around = land.grid().neighbours(land.of(kind) - before_.of(kind));
    const int bonuses = around.intersects(land.big(Kind::park)) + around.intersects(land.big(Kind::pond));
    asked_->points = memory * asked_->points + request.size() + bonus * bonuses;
    asked_->room = memory * asked_->room + room_before_ - room;
  }

  Weapon& choose(const Land& land, const LandBoard& cut_off) {
    const auto has_site = [&](const Request& request) {
      return std::any_of(request.rotations().begin(), request.rotations().end(), [&](const Cells& rotation) {
        return legal_sites(land, request.type(), rotation, cut_off).any();
      });
    };
    Weapon* best = &weapons_.front();
    double fewest = std::numeric_limits<double>::max();
    for (Weapon& weapon : weapons_) {
      if (!has_site(weapon.request)) return weapon;
      const double points = weapon.points / std::max(weapon.room, 1e-3);
      if (points < fewest) fewest = points, best = &weapon;
    }
    return *best;
  }

  std::vector<Weapon> weapons_;
  Land before_;
  int room_before_ = 0;
  Weapon* asked_ = nullptr;
};

PENTOCITY_SEQUENCER(Nemesis, "nemesis",
                    "adaptive: the shape that has earned this player the fewest points for the room it took")

}  // namespace
}  // namespace pentocity::sequencers
