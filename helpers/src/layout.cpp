#include "pentocity/helpers/layout.hpp"

#include <algorithm>
#include <utility>

namespace pentocity::inline helpers {

Layout::Layout(const Rules& rules, std::span<const Request> requests)
    : rules_(rules), requests_(requests), stride_(rules.side + 2) {
  const int size = stride_ * stride_;
  kinds_.assign(size, border);
  big_.assign(size, 0);
  joined_.assign(size, 0);
  owners_.assign(size, nature);
  seen_.assign(size, 0);
  buildings_.resize(requests.size());
  for (int row = 0; row < rules.side; ++row)
    for (int column = 0; column < rules.side; ++column) {
      kinds_[cell({row, column})] = Kind::empty;
      owners_[cell({row, column})] = nobody;
    }
}

Layout::Layout(const Rules& rules, std::span<const Request> requests, std::span<const Move> moves)
    : Layout(rules, requests) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (!moves[i].accept) continue;
    for (const Cell c : moves[i].pond) set(cell(c), Kind::pond);
    for (const Cell c : moves[i].park) set(cell(c), Kind::park);
    for (const Cell c : moves[i].road) set(cell(c), Kind::road);
    place(i, moves[i].rotation, moves[i].location);
  }
  keep();
}

template <class In, class Enough>
void Layout::find_group(int cell, In in, Enough enough) {
  ++search_;
  group_.assign(1, cell);
  seen_[cell] = search_;
  for (std::size_t i = 0; i < group_.size() && !enough(); ++i)
    for (const int next : neighbours(group_[i]))
      if (seen_[next] != search_ && in(next)) {
        seen_[next] = search_;
        group_.push_back(next);
      }
}

int Layout::points_of(const Built& built) const {
  if (!built.has_access()) return 0;
  const int bonuses = built.earns ? (built.touches[0] > 0) + (built.touches[1] > 0) : 0;
  return static_cast<int>(built.cells.size()) + bonus * bonuses;
}

void Layout::count(Built& built, int cell, int by) {
  if (big_[cell] == 0 && joined_[cell] == 0) return;
  points_ -= points_of(built);
  without_access_ -= !built.has_access();
  if (joined_[cell] != 0)
    built.roads += by;
  else
    built.touches[kinds_[cell] == Kind::pond ? 1 : 0] += by;
  points_ += points_of(built);
  without_access_ += !built.has_access();
}

void Layout::mark_big(int cell, bool big) {
  if ((big_[cell] != 0) == big) return;
  big_[cell] = 1;  // while its edges are counted
  for (const int next : neighbours(cell))
    if (owners_[next] >= 0) count(buildings_[owners_[next]], cell, big ? 1 : -1);
  big_[cell] = big;
}

bool Layout::large(int cell) {
  const auto enough = [&] { return std::ssize(group_) >= big_size; };
  find_group(cell, [&](int c) { return kinds_[c] == kinds_[cell]; }, enough);
  return enough();
}

void Layout::mark_if_big(int cell) {
  if (!large(cell)) return;
  // Those that are not marked yet are connected without the marked ones, and are few.
  find_group(cell, [&](int c) { return kinds_[c] == kinds_[cell] && big_[c] == 0; }, [] { return false; });
  for (const int c : group_) mark_big(c, true);
}

void Layout::mark_joined(int cell, bool joined) {
  joined_[cell] = 1;
  for (const int next : neighbours(cell))
    if (owners_[next] >= 0) count(buildings_[owners_[next]], cell, joined ? 1 : -1);
  joined_[cell] = joined;
}

void Layout::rejoin(int cell) {
  // From each neighbour until the border is met, or cells from which it was met before.
  const std::uint64_t first = search_ + 1;
  for (const int part : neighbours(cell)) {
    if (joined_[part] == 0 || seen_[part] >= first) continue;
    bool leads = false;
    const auto road = [&](int c) {
      leads = leads || kinds_[c] == border || (joined_[c] != 0 && seen_[c] >= first);
      return joined_[c] != 0;
    };
    find_group(part, road, [&] { return leads; });
    if (leads) continue;
    for (const int c : group_) mark_joined(c, false);
  }
}

void Layout::set_without_log(int cell, Kind kind) {
  const Kind before = kinds_[cell];
  const auto next = neighbours(cell);
  if (big_[cell] != 0) {
    mark_big(cell, false);
    kinds_[cell] = Kind::empty;
    for (const int part : next)
      if (kinds_[part] == before && big_[part] != 0 && !large(part))
        for (const int c : group_) mark_big(c, false);
  }
  if (joined_[cell] != 0) {
    mark_joined(cell, false);
    // Roads can be cut off only where a way led through the cell.
    int ways = 0;
    for (const int part : next) ways += joined_[part] != 0 || kinds_[part] == border;
    if (ways > 1) rejoin(cell);
  }
  kinds_[cell] = kind;
  if (is_amenity(kind)) {
    mark_if_big(cell);
  } else if (kind == Kind::road &&
             std::any_of(next.begin(), next.end(), [&](int c) { return joined_[c] != 0 || kinds_[c] == border; })) {
    find_group(cell, [&](int c) { return kinds_[c] == Kind::road && joined_[c] == 0; }, [] { return false; });
    for (const int c : group_) mark_joined(c, true);
  }
}

void Layout::set(int cell, Kind kind) {
  if (kinds_[cell] == kind) return;
  log_.push_back({Change::changed, cell, kinds_[cell]});
  set_without_log(cell, kind);
}

void Layout::fix(int cell, Kind kind) {
  set(cell, kind);
  owners_[cell] = nature;
  keep();
}

void Layout::place_without_log(std::size_t request, int rotation, Cell location) {
  const Request& wish = requests_[request];
  Built& built = buildings_[request];
  built.cells.clear();  // keeps its memory, which is needed again and again
  built.touches = {};
  built.roads = 0;
  built.at_border = false;
  built.rotation = rotation;
  built.location = location;
  built.earns = rules_.has_bonus(wish.type());
  const int rim = rules_.road_access == RoadAccess::near_edge ? 1 : 0;
  for (const Cell offset : wish.rotations()[rotation]) {
    const Cell c = location + offset;
    const int beyond = std::min({c.row, c.column, rules_.side - 1 - c.row, rules_.side - 1 - c.column});
    built.at_border = built.at_border || beyond <= rim;
    built.cells.push_back(cell(c));
    kinds_[built.cells.back()] = kind_of(wish.type());
    owners_[built.cells.back()] = static_cast<int>(request);
  }
  points_ += points_of(built);
  without_access_ += !built.has_access();
  for (const int c : built.cells)
    for (const int next : neighbours(c)) count(built, next, 1);
}

bool Layout::place(std::size_t request, int rotation, Cell location) {
  const Request& wish = requests_[request];
  const Kind other = opposite_of(wish.type());
  for (const Cell offset : wish.rotations()[rotation]) {
    const Cell c = location + offset;
    if (c.row < 0 || c.column < 0 || c.row >= rules_.side || c.column >= rules_.side || !free(cell(c))) return false;
    for (const int next : neighbours(cell(c)))
      if (kinds_[next] == other) return false;
  }
  for (const Cell offset : wish.rotations()[rotation]) set(cell(location + offset), Kind::empty);
  place_without_log(request, rotation, location);
  log_.push_back({Change::placed, static_cast<int>(request)});
  return true;
}

void Layout::remove_without_log(std::size_t request) {
  Built& built = buildings_[request];
  for (const int c : built.cells)
    for (const int next : neighbours(c)) count(built, next, -1);
  points_ -= points_of(built);
  without_access_ -= !built.has_access();
  for (const int c : built.cells) {
    kinds_[c] = Kind::empty;
    owners_[c] = nobody;
  }
  built.cells.clear();
}

void Layout::remove(std::size_t request) {
  const Built& built = buildings_[request];
  log_.push_back({Change::removed, static_cast<int>(request), Kind::empty, built.rotation, built.location});
  remove_without_log(request);
}

void Layout::take_back() {
  for (; !log_.empty(); log_.pop_back()) {
    const Change& change = log_.back();
    const auto request = static_cast<std::size_t>(change.number);
    if (change.what == Change::changed)
      set_without_log(change.number, change.kind);
    else if (change.what == Change::placed)
      remove_without_log(request);
    else
      place_without_log(request, change.rotation, change.location);
  }
}

std::vector<std::size_t> Layout::next_requests() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < requests_.size() && std::ssize(out) < rules_.max_rejects; ++i)
    if (buildings_[i].cells.empty()) out.push_back(i);
  return out;
}

bool Layout::can_be_game() const {
  const auto unbuilt = [](const Built& built) { return built.cells.empty(); };
  const auto last = std::find_if_not(buildings_.rbegin(), buildings_.rend(), unbuilt);
  return std::count_if(buildings_.begin(), last.base(), unbuilt) < rules_.max_rejects &&
         std::count_if(buildings_.begin(), buildings_.end(), unbuilt) >= rules_.max_rejects;
}

std::vector<Move> Layout::moves() const {
  Move first;
  for (int row = 0; row < rules_.side; ++row)
    for (int column = 0; column < rules_.side; ++column) {
      const Cell c{row, column};
      if (joined_[cell(c)] != 0) first.road.push_back(c);
      if (big_[cell(c)] != 0) (kinds_[cell(c)] == Kind::park ? first.park : first.pond).push_back(c);
    }
  std::vector<Move> out;
  int rejects = 0;
  for (std::size_t i = 0; i < buildings_.size() && rejects < rules_.max_rejects; ++i) {
    const Built& built = buildings_[i];
    if (built.cells.empty()) {
      ++rejects;
      out.push_back(Move::reject());
      continue;
    }
    Move& move = out.emplace_back(std::exchange(first, {}));
    move.accept = true;
    move.rotation = built.rotation;
    move.location = built.location;
  }
  return out;
}

}  // namespace pentocity::inline helpers
