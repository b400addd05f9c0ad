#include "drafts.hpp"

#include <algorithm>
#include <limits>

#include "pentocity/game/time_limit.hpp"

namespace pentocity::players::planner {
namespace {

bool better(const Draft& a, const Draft& b) { return a.value > b.value; }

}  // namespace

template <class Row>
void DraftSearch<Row>::begin_turn(const City<Row>& city, const Evaluation<Row>& evaluation) {
  first_lacks_.measure(city, evaluation.weights());
  lacks_ = first_lacks_;
  ranking_.begin_turn(city, evaluation, first_lacks_);
  sites_.begin(city, evaluation.reachable());
}

template <class Row>
std::vector<Draft>& DraftSearch<Row>::find_in_turn(City<Row>& city, Evaluation<Row>& evaluation, const Request& request,
                                                   const Width& width) {
  city_ = &city;
  evaluation_ = &evaluation;
  width_ = width;
  bonuses_ = city.rules().has_bonus(request.type());
  lacks_.follow(city, bonuses_, first_lacks_);
  ranking_.rank(city, evaluation, lacks_, request, bonuses_, width.sites);
  sites_.look_at(city, evaluation.reachable());
  work_out_sites(request);
  drafts_.clear();
  for (WorkedSite* worked : worked_) {
    if (!worked->draft.covers) add_covers(worked->draft);
    drafts_.push_back(worked->draft);
    drafts_.back().value += evaluation.value_of(*worked->draft.covers);
  }
  std::stable_sort(drafts_.begin(), drafts_.end(), better);
  if (bonuses_ && width.alternatives > 0) {
    add_alternatives();
    std::stable_sort(drafts_.begin(), drafts_.end(), better);
  }
  return drafts_;
}

template <class Row>
void DraftSearch<Row>::work_out_sites(const Request& request) {
  worked_.clear();
  // Sites are compared, before parks and ponds are added, with those that need as many of them. One that is more than 5
  // points (or `margin`) behind the best of these so far is dropped.
  const Points patience = std::min(5 * point, width_.margin);
  constexpr Points none = std::numeric_limits<Points>::min() / 2;
  std::array<Points, 3> best{none, none, none};
  Points highest = none;  // the value of a complete move, without shapes
  for (std::size_t i = 0; i < ranking_.size(); ++i) {
    check_time();
    WorkedSite& worked = sites_.at(request, ranking_.site(i));
    Draft& draft = worked.draft;
    at_work_ = &worked;
    if (worked.known == WorkedSite::nothing) {
      draft = {.site = ranking_.site(i), .type = request.type()};
      const int corner = columns_of<Row> * draft.site.location.row + draft.site.location.column;
      for (const Cell c : request.rotations()[draft.site.rotation])
        draft.building.push_back(static_cast<std::uint16_t>(corner + columns_of<Row> * c.row + c.column));
      if (lead_road(draft)) {
        draft.at_park = city_->touches(draft.building, city_->big(Kind::park));
        draft.at_pond = city_->touches(draft.building, city_->big(Kind::pond));
        draft.value = worked.bare = gain(draft);
        worked.known = WorkedSite::bare_value;
        sites_.note(worked);
      }
    }
    if (worked.known == WorkedSite::nothing) continue;
    const int missing = bonuses_ ? !draft.at_park + !draft.at_pond : 0;
    if (worked.bare < best[missing] - patience) continue;
    best[missing] = std::max(best[missing], worked.bare);
    if (worked.known == WorkedSite::bare_value) {
      if (bonuses_)
        for (const Kind kind : {Kind::park, Kind::pond}) draft = best_with(draft, kind, 1).front();
      worked.known = WorkedSite::whole;
      sites_.note(worked);
    }
    highest = std::max(highest, draft.value);
    worked_.push_back(&worked);
  }
  std::erase_if(worked_, [&](const WorkedSite* worked) { return worked->draft.value < highest - width_.margin; });
}

template <class Row>
Points DraftSearch<Row>::gain(const Draft& draft) {
  const Points value = evaluation_->gain(draft);
  const Change<Row>& change = evaluation_->change();
  at_work_->local = at_work_->local && change.local;
  at_work_->follows_from.add(change.box, Change<Row>::about);
  return value;
}

template <class Row>
void DraftSearch<Row>::add_covers(Draft& draft) {
  draft.covers = std::make_shared<const CoverChange>(evaluation_->change_of_covers(draft));
}

template <class Row>
bool DraftSearch<Row>::lead_road(Draft& draft) {
  if (city_->touches(draft.building, city_->of(Kind::road))) return true;
  int min = far;
  for (const int cell : draft.building) {
    if (city_->edge().test(cell)) return true;
    min = std::min<int>(min, lacks_.to_road[cell]);
  }
  if (min == 0) return true;
  if (min > max_road) return false;
  // A shorter road would lie in this box, and all that are as long do. A gain() adds at least what the choice of parks
  // and ponds follows from, which is the land six cells about the building.
  Box building;
  for (const int cell : draft.building) building.add(row_of<Row>(cell), column_of<Row>(cell));
  at_work_->follows_from.add(building, min + 1);
  // A road from each of the building's cells that are nearest to a head: in each step to a cell one step nearer to a
  // head, of several to the one with the best edges. All these roads are shortest, and none crosses the building, whose
  // cells are not nearer to a head. The road with the best edges is taken.
  road_edges_.forget();
  const auto edges_of = [&](int cell) { return road_edges_.of(*evaluation_, Kind::road, cell); };
  Points best = 0;
  for (const int start : draft.building) {
    if (lacks_.to_road[start] != min) continue;
    CellList<max_road> road;
    Points value = 0;
    int cell = start;
    for (int distance = min - 1; distance >= 0; --distance) {
      int next = -1;
      for (int s = 0; s < 4; ++s) {
        if (city_->at(cell, s) != Kind::empty) continue;
        const int to = cell + City<Row>::bit_steps[s];
        if (lacks_.to_road[to] == distance && (next < 0 || edges_of(to) > edges_of(next))) next = to;
      }
      cell = next;
      value += edges_of(cell);
      road.push_back(static_cast<std::uint16_t>(cell));
    }
    if (draft.road.empty() || value > best) {
      best = value;
      draft.road = road;
    }
  }
  return true;
}

template <class Row>
std::vector<Draft> DraftSearch<Row>::best_with(const Draft& draft, Kind kind, std::size_t count) {
  std::vector<Draft> out;
  out.reserve(count + 1);
  out.push_back(draft);
  if (kind == Kind::park ? draft.at_park : draft.at_pond) return out;
  Draft with = draft;
  for (const auto& amenity : amenities_.find(*city_, *evaluation_, lacks_, draft, kind, width_.amenities)) {
    (kind == Kind::park ? with.park : with.pond) = amenity.cells;
    with.value = gain(with);
    out.insert(std::upper_bound(out.begin(), out.end(), with, better), with);
    if (out.size() > count) out.pop_back();
  }
  return out;
}

template <class Row>
void DraftSearch<Row>::add_alternatives() {
  WorkedSite site;
  at_work_ = &site;
  const std::vector<Draft> best(drafts_.begin(), drafts_.begin() + std::min(width_.alternatives, drafts_.size()));
  for (const Draft& known : best) {
    Draft bare = known;
    bare.park.clear();
    bare.pond.clear();
    bare.value = gain(bare);
    for (const Draft& with_park : best_with(bare, Kind::park, 2))
      for (Draft& draft : best_with(with_park, Kind::pond, 2)) {
        if (same_cells(draft.park, known.park) && same_cells(draft.pond, known.pond)) continue;
        add_covers(draft);
        draft.value += evaluation_->value_of(*draft.covers);
        drafts_.push_back(draft);
      }
  }
}

template class DraftSearch<NarrowRow>;
template class DraftSearch<WideRow>;

}  // namespace pentocity::players::planner
