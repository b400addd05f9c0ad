#pragma once
// The search that most players begin a move with: of the sites that a road can reach, the one that the player prefers,
// and the shortest roads to it.

#include <optional>
#include <vector>

#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::inline helpers {

/// Finds sites together with their roads. One object serves one game. A road is searched for the preferred site only.
/// If none reaches it, the connected area of empty cells around it is cut off from roads for the rest of the game; the
/// object remembers these cells and never offers them again. Under the rule `near_edge` a building can have road access
/// by its position alone; the search offers such a site, too, only if a road can reach it, and with that road.
class SiteSearch {
 public:
  /// The preferred site of those that a road can reach; no value if there is none. `choose` is called with the legal
  /// sites that are not yet ruled out, as Sites&, which it may narrow down, and returns one of them as
  /// std::optional<Site>, or no value to give up. It is called again, with all remaining sites, if no road reaches its
  /// choice. `accept` is called without arguments when one does; building() and roads() are then those of the site. If
  /// it returns false, `choose` is asked for another site.
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
  /// The same without `accept`: every site that a road can reach will do.
  template <class Choose>
  std::optional<Site> find(const Land& land, const Request& request, Choose&& choose) {
    return find(land, request, choose, [] { return true; });
  }

  /// Calls `use` with every site that a road can reach, in the order of rotation, row and column; building() and
  /// roads() are those of the site during the call. It searches a road for each site, some microseconds each, and there
  /// can be thousands.
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

  /// The cells of the building at the site found last.
  const LandBoard& building() const { return building_; }
  /// The shortest roads to the site found last.
  const ShortestRoads& roads() const { return roads_; }
  /// The heads (road_heads) of the land of the last search.
  const LandBoard& heads() const { return heads_; }

 private:
  Sites sites_;
  ShortestRoads roads_;
  LandBoard heads_, building_, cut_off_;
};

}  // namespace pentocity::inline helpers
