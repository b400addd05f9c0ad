#pragma once
// The search that most players share: the preferred site that a road can reach, with its roads.

#include <optional>
#include <vector>

#include "pentocity/game/roads.hpp"
#include "pentocity/game/sites.hpp"

namespace pentocity::inline game {

/// Finds sites with roads, turn after turn on the same land. It asks for the road of the preferred site only; where
/// that is cut off from roads, it notes the whole pocket, which stays cut off for the rest of the game, and asks for
/// the next.
class SiteSearch {
 public:
  /// The site that `choose` prefers among those that a road can reach; none if there are none. `choose` is given the
  /// sites left, as Sites&, may narrow them, and returns an optional<Site>. `accept`, called with no arguments once
  /// building() and roads() are known, may refuse a site for this turn.
  template <class Choose, class Accept>
  std::optional<Site> find(const Land& land, const Request& request, Choose&& choose, Accept&& accept) {
    heads_ = road_heads(land);
    std::vector<Site> refused;
    for (;;) {
      sites_.find(land, request, cut_off_);
      for (const Site& site : refused) sites_.remove(site);
      const std::optional<Site> site = choose(sites_);
      if (!site) return std::nullopt;
      building_ = building_at(land, request, *site);
      roads_.find(land, heads_, building_);
      if (!roads_.found())
        cut_off_ |= roads_.seen();
      else if (accept())
        return site;
      else
        refused.push_back(*site);
    }
  }
  /// The same, refusing nothing.
  template <class Choose>
  std::optional<Site> find(const Land& land, const Request& request, Choose&& choose) {
    return find(land, request, choose, [] { return true; });
  }

  /// Calls `use` with every site that a road can reach, by rotation, row and column; building() and roads() are those
  /// of the site. Some microseconds a site, so some thousand times slower than find().
  template <class Use>
  void for_each(const Land& land, const Request& request, Use&& use) {
    heads_ = road_heads(land);
    sites_.find(land, request, cut_off_);
    for (const Site& site : sites_.list()) {
      building_ = building_at(land, request, site);
      if (building_.intersects(cut_off_)) continue;
      roads_.find(land, heads_, building_);
      if (roads_.found())
        use(site);
      else
        cut_off_ |= roads_.seen();
    }
  }

  /// Of the site just found: its cells.
  const LandBoard& building() const { return building_; }
  /// Of the site just found: all its shortest roads.
  const ShortestRoads& roads() const { return roads_; }
  /// The heads of the land as it is this turn.
  const LandBoard& heads() const { return heads_; }

 private:
  Sites sites_;
  ShortestRoads roads_;
  LandBoard heads_, building_, cut_off_;
};

}  // namespace pentocity::inline game
