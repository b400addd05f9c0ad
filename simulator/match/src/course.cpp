#include "pentocity/match/course.hpp"

#include <algorithm>
#include <set>

#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"
#include "pentocity/match/game.hpp"

namespace pentocity::match {
namespace {

PointCause operator+(PointCause first, int more) { return static_cast<PointCause>(static_cast<int>(first) + more); }

bool any_site(const Land& land, const Request& request, const LandBoard& excluded = {}) {
  const auto& rotations = request.rotations();
  return std::any_of(rotations.begin(), rotations.end(), [&](const Cells& rotation) {
    return legal_sites(land, request.type(), rotation, excluded).any();
  });
}

// The same land with roads in place of all that stands there, which no building minds to touch.
Land without_types(const Land& land) {
  Land roads(land.side());
  roads.place(Kind::road, land.grid().all() - land.empty());
  return roads;
}

// All cells of buildings with this rotation at these locations.
LandBoard covered(const Grid& grid, const LandBoard& locations, const Cells& rotation) {
  LandBoard out;
  for (const Cell c : rotation) out |= grid.shifted(locations, c.row, c.column);
  return out;
}

// Those locations of a rotation where the building has road access although no road can reach it; see reachable().
LandBoard near_edge_sites(const Rules& rules, const Land& land, const LandBoard& locations, const Cells& rotation) {
  LandBoard out;
  locations.for_each([&](int bit) {
    LandBoard location;
    location.set(bit);
    if (has_access(rules, land, covered(land.grid(), location, rotation))) out |= location;
  });
  return out;
}

void count_empty(const Rules& rules, const Land& land, std::span<const Turn> turns, const auto& count) {
  // Each different building once, whichever of its rotations was asked for.
  std::set<std::pair<Building, Cells>> seen;
  const Grid& grid = land.grid();
  const Land roads = without_types(land);
  const LandBoard cut_off = land.empty() - reachable(land);
  LandBoard fits, legal, open;
  for (const Turn& turn : turns) {
    const Request& request = turn.request;
    const auto& rotations = request.rotations();
    if (!seen.emplace(request.type(), *std::min_element(rotations.begin(), rotations.end())).second) continue;
    for (const Cells& rotation : rotations) {
      const LandBoard anywhere = legal_sites(roads, request.type(), rotation);
      if (anywhere.none()) continue;
      fits |= covered(grid, anywhere, rotation);
      const LandBoard sites = legal_sites(land, request.type(), rotation);
      if (sites.none()) continue;
      legal |= covered(grid, sites, rotation);
      LandBoard with_access = legal_sites(land, request.type(), rotation, cut_off);
      if (rules.road_access == RoadAccess::near_edge)
        with_access |= near_edge_sites(rules, land, sites - with_access, rotation);
      open |= covered(grid, with_access, rotation);
    }
  }
  count(PointCause::empty_open, open.count());
  count(PointCause::empty_no_road, (legal - open).count());
  count(PointCause::empty_other_type, (fits - legal).count());
  count(PointCause::empty_too_narrow, (land.empty() - fits).count());
}

}  // namespace

std::string_view name_of(RejectCause cause) {
  static constexpr std::array<std::string_view, reject_cause_count> names{"invalid", "declined", "no_road",
                                                                          "other_type", "no_room"};
  return names[static_cast<std::size_t>(cause)];
}

std::string_view name_of(PointCause cause) {
  static constexpr std::array<std::string_view, point_cause_count> names{
      "residences_0",   "residences_2",   "residences_4",     "factories_0",      "factories_2",   "factories_4",
      "residence_road", "residence_park", "residence_pond",   "factory_road",     "factory_park",  "factory_pond",
      "empty_open",     "empty_no_road",  "empty_other_type", "empty_too_narrow", "rejected_cells"};
  return names[static_cast<std::size_t>(cause)];
}

Points points_of(const Rules& rules, const Land& land, std::span<const Turn> turns) {
  Points out{};
  const auto count = [&](PointCause cause, int more) { out[static_cast<std::size_t>(cause)] += more; };
  for (const Turn& turn : turns) {
    if (!turn.answered) continue;
    if (!turn.stands()) {
      count(PointCause::rejected_cells, turn.request.size());
      continue;
    }
    const bool factory = turn.request.type() == Building::factory;
    count((factory ? PointCause::factories_0 : PointCause::residences_0) + (turn.delta - turn.request.size()) / bonus,
          1);
    const PointCause road = factory ? PointCause::factory_road : PointCause::residence_road;
    count(road, static_cast<int>(turn.move.road.size()));
    count(road + 1, static_cast<int>(turn.move.park.size()));
    count(road + 2, static_cast<int>(turn.move.pond.size()));
  }
  count_empty(rules, land, turns, count);
  return out;
}

RejectCause cause_of_reject(const Rules& rules, const Land& land, const Request& request) {
  // A building on cells that roads can reach can have one: see reachable().
  if (any_site(land, request, land.empty() - reachable(land))) return RejectCause::declined;
  Sites sites;
  sites.find(land, request);
  if (!sites.none()) {
    const std::vector<Site> list = rules.road_access == RoadAccess::near_edge ? sites.list() : std::vector<Site>();
    return std::any_of(list.begin(), list.end(),
                       [&](Site site) { return has_access(rules, land, building_at(land, request, site)); })
               ? RejectCause::declined
               : RejectCause::no_road;
  }
  return any_site(without_types(land), request) ? RejectCause::other_type : RejectCause::no_room;
}

}  // namespace pentocity::match
