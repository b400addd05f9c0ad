#include "plan.hpp"

#include <algorithm>
#include <deque>

#include "pentocity/game/time_limit.hpp"

namespace pentocity::players::planner {

int rotation_of(const Cells& cells, const Request& request) {
  const auto& rotations = request.rotations();
  return static_cast<int>(std::find(rotations.begin(), rotations.end(), cells) - rotations.begin());
}

Plan::Plan(const Rules& rules, std::uint64_t seed)
    : rules_(rules),
      requests_(static_cast<std::size_t>(rules.side) * rules.side / 2, Request(Building::factory, rectangle(1, 1))),
      shape_(requests_.size()),
      layout_(rules, requests_),
      random_(seed),
      changes_(layout_, random_) {
  for (std::size_t slot = requests_.size(); slot > 0; --slot) unused_.push_back(slot - 1);
  for (int row = 0; row < rules.side; ++row)
    for (int column = 0; column < rules.side; ++column) open_.push_back(layout_.cell({row, column}));
}

void Plan::expect(std::span<const Request> shapes, std::span<const double> shares) {
  shapes_.insert(shapes_.end(), shapes.begin() + std::ssize(shapes_), shapes.end());
  shares_.assign(shares.begin(), shares.end());
  counts_.resize(shapes.size());
  penalty_ = penalty();
}

double Plan::penalty() const {
  constexpr double weight = 12;
  double sum = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const double expected = shares_[i] * size(), more = counts_[i] - expected;
    sum += more * more / (expected + 1);
  }
  return weight * sum;
}

Cell Plan::place_of(int cell) const {
  const int stride = layout_.cell({1, 0}) - layout_.cell({0, 0});
  return {cell / stride - 1, cell % stride - 1};
}

void Plan::count(std::size_t slot, int by) {
  counts_[shape_[slot]] += by;
  auto& from = by > 0 ? unused_ : planned_;
  auto& to = by > 0 ? planned_ : unused_;
  from.erase(std::find(from.begin(), from.end(), slot));
  to.push_back(slot);
  penalty_ = penalty();
}

void Plan::drop(std::size_t slot) {
  layout_.remove(slot);
  layout_.keep();
  count(slot, -1);
}

void Plan::see(const Land& land) {
  for (const int cell : open_) {
    const Kind kind = land.at(place_of(cell));
    if (kind == Kind::empty) continue;
    if (const auto slot = layout_.owner(cell)) drop(*slot);
    if (kind == Kind::residence || kind == Kind::factory) {
      const Kind other = kind == Kind::residence ? Kind::factory : Kind::residence;
      for (const int next : layout_.neighbours(cell))
        if (const auto slot = layout_.owner(next); slot && kind_of(requests_[*slot].type()) == other) drop(*slot);
    }
    layout_.fix(cell, kind);
  }
  std::erase_if(open_, [&](int cell) { return layout_.fixed(cell); });
}

void Plan::begin(const Land& land, std::span<const Step> steps) {
  while (!planned_.empty()) drop(planned_.back());
  see(land);
  for (const int cell : open_) layout_.set(cell, Kind::empty);
  for (const auto& [shape, move] : steps) {
    if (unused_.empty()) break;
    for (const Cell c : move.pond) layout_.set(layout_.cell(c), Kind::pond);
    for (const Cell c : move.park) layout_.set(layout_.cell(c), Kind::park);
    for (const Cell c : move.road) layout_.set(layout_.cell(c), Kind::road);
    const std::size_t slot = prepare(shape);
    if (layout_.place(slot, move.rotation, move.location)) count(slot, 1);
  }
  layout_.keep();
}

std::size_t Plan::prepare(ShapeNumber shape) {
  const std::size_t slot = unused_.back();
  requests_[slot] = shapes_[shape];
  shape_[slot] = shape;
  return slot;
}

ShapeNumber Plan::any_shape() {
  double draw = random_.next_double();
  for (ShapeNumber shape = 0; shape < shares_.size(); ++shape)
    if ((draw -= shares_[shape]) < 0) return shape;
  return 0;
}

Cell Plan::any_cell() { return place_of(changes_.any_of(open_)); }

void Plan::anneal(int changes, double hot, double cold) {
  if (open_.empty() || shapes_.empty()) return;
  for (int i = 0; i < changes; ++i) {
    check_time();
    const double left = 1 - static_cast<double>(i) / changes;
    change(cold + (hot - cold) * left * left);
  }
}

void Plan::change(double temperature) {
  const double before = worth();
  added_ = dropped_ = {};
  const int draw = random_.next_int(20);
  bool possible = false;
  if (draw < 10)
    possible = changes_.repaint(changes_.any_of(open_));
  else if (draw < 16)
    possible = !planned_.empty() && changes_.shift(changes_.any_of(planned_), [this] { return any_cell(); });
  else if (draw < 18)
    possible = extend();
  else
    possible = exchange(/*replace=*/draw == 18 || random_.next_int(4) != 0);
  if (possible) {
    if (dropped_) count(*dropped_, -1);
    if (added_) count(*added_, 1);
    const double loss = before - worth();
    if (loss <= 0 || random_.next_double() < acceptance(loss, temperature)) return layout_.keep();
    if (added_) count(*added_, -1);
    if (dropped_) count(*dropped_, 1);
  }
  layout_.take_back();
}

bool Plan::extend() {
  if (unused_.empty()) return false;
  const std::size_t slot = prepare(any_shape());
  const Cell at = any_cell() - Cell{random_.next_int(3), random_.next_int(3)};
  added_ = slot;
  return layout_.place(slot, changes_.any_rotation(slot), at);
}

bool Plan::exchange(bool replace) {
  if (planned_.empty() || unused_.empty()) return false;
  const std::size_t out = changes_.any_of(planned_);
  if (out == reserved_) return false;
  const std::vector<int> before = layout_.building(out);
  const Cell at = changes_.near(layout_.location(out), 1);
  dropped_ = out;
  if (replace) {
    const ShapeNumber shape = any_shape();
    if (shape == shape_[out]) return false;
    added_ = prepare(shape);
  }
  layout_.remove(out);
  if (added_ && !layout_.place(*added_, changes_.any_rotation(*added_), at)) return false;
  changes_.fill(before);
  return true;
}

bool Plan::force(ShapeNumber shape, int draws) {
  if (unused_.empty() || open_.empty()) return false;
  const std::size_t slot = prepare(shape);
  const Request& request = requests_[slot];
  const Kind other = opposite_of(request.type());
  std::vector<std::size_t> in_the_way;
  // Places the building, and notes what had to be dropped.
  const auto place = [&](int rotation, Cell location) {
    in_the_way.clear();
    const auto clear = [&](int cell) {
      const auto owner = layout_.owner(cell);
      if (!owner) return;
      layout_.remove(*owner);
      in_the_way.push_back(*owner);
    };
    for (const Cell offset : request.rotations()[rotation]) {
      const Cell c = location + offset;
      if (c.row < 0 || c.column < 0 || c.row >= rules_.side || c.column >= rules_.side) return false;
      clear(layout_.cell(c));
      for (const int next : layout_.neighbours(layout_.cell(c)))
        if (layout_.kind(next) == other) clear(next);
    }
    return layout_.place(slot, rotation, location);
  };
  double best = 0;
  std::optional<std::pair<int, Cell>> best_site;
  for (int i = 0; i < draws; ++i) {
    const int rotation = changes_.any_rotation(slot);
    const Cell location = any_cell() - changes_.any_of(request.rotations()[rotation]);
    if (place(rotation, location)) {
      const double value = layout_.points() - no_access * layout_.without_access();
      if (!best_site || value > best) {
        best = value;
        best_site = {rotation, location};
      }
    }
    layout_.take_back();
  }
  if (!best_site) return false;
  place(best_site->first, best_site->second);
  layout_.keep();
  count(slot, 1);
  for (const std::size_t out : in_the_way) count(out, -1);
  reserved_ = slot;
  return true;
}

Cells Plan::road_of(std::size_t slot) const {
  Cells out;
  if (layout_.at_border(slot)) return out;
  // From the building over planned roads to the border or a road that is there, with as few new cells as possible.
  constexpr int unseen = -1, start = -2;
  std::vector<int> from(static_cast<std::size_t>(layout_.cell({rules_.side, rules_.side})) + 1, unseen);
  std::deque<int> next_cells;
  const auto visit = [&](int road, int over) {
    if (!layout_.joined(road) || from[road] != unseen) return;
    from[road] = over;
    layout_.fixed(road) ? next_cells.push_front(road) : next_cells.push_back(road);
  };
  for (const int cell : layout_.building(slot))
    for (const int next : layout_.neighbours(cell)) visit(next, start);
  while (!next_cells.empty()) {
    int cell = next_cells.front();
    next_cells.pop_front();
    const auto around = layout_.neighbours(cell);
    if (!layout_.fixed(cell) &&
        std::none_of(around.begin(), around.end(), [&](int next) { return layout_.kind(next) == Layout::border; })) {
      for (const int next : around) visit(next, cell);
      continue;
    }
    for (; cell != start; cell = from[cell])
      if (!layout_.fixed(cell)) out.push_back(place_of(cell));
    break;
  }
  return out;
}

Cells Plan::amenity_of(std::size_t slot, Kind amenity) const {
  std::optional<Cells> best;
  for (const int cell : layout_.building(slot))
    for (const int touched : layout_.neighbours(cell)) {
      if (layout_.kind(touched) != amenity || !layout_.big(touched)) continue;
      // As many cells as give a bonus, if possible such as are there.
      std::vector<int> group{touched};
      while (std::ssize(group) < big_size) {
        std::optional<int> pick;
        for (const int member : group)
          for (const int next : layout_.neighbours(member))
            if (layout_.kind(next) == amenity && std::find(group.begin(), group.end(), next) == group.end() &&
                (!pick || (layout_.fixed(next) && !layout_.fixed(*pick))))
              pick = next;
        group.push_back(*pick);
      }
      Cells cells;
      for (const int member : group)
        if (!layout_.fixed(member)) cells.push_back(place_of(member));
      if (!best || cells.size() < best->size()) best = cells;
    }
  return best.value_or(Cells());
}

std::optional<std::size_t> Plan::choose(ShapeNumber shape) const {
  std::optional<std::size_t> best;
  double best_value = 0;
  for (const std::size_t slot : planned_) {
    const int points = layout_.points(slot);
    if (shape_[slot] != shape || points == 0) continue;
    // Near to what is there, and with little that is new, so that as much as possible can still be planned anew.
    constexpr double new_cell = 1, edge = 0.3;
    int edges = 0;
    for (const int cell : layout_.building(slot))
      for (const int next : layout_.neighbours(cell))
        edges += layout_.kind(next) == Layout::border || layout_.fixed(next);
    const std::size_t cells =
        road_of(slot).size() + amenity_of(slot, Kind::park).size() + amenity_of(slot, Kind::pond).size();
    const double value = 2.0 * points - new_cell * static_cast<double>(cells) + edge * edges;
    if (best && value <= best_value) continue;
    best = slot;
    best_value = value;
  }
  return best;
}

std::optional<Move> Plan::move(ShapeNumber shape, const Request& request, const Land& land, int changes) {
  see(land);
  reserved_ = {};
  if (has(shape))
    reserved_ = choose(shape);
  else
    force(shape, /*draws=*/2000);
  anneal(changes, /*hot=*/0.3, /*cold=*/0.2);
  const auto slot = choose(shape);
  if (!slot) return std::nullopt;
  // The shape was requested in another rotation at first.
  const Cells& cells = requests_[*slot].rotations()[layout_.rotation(*slot)];
  Move out = Move::at(rotation_of(cells, request), layout_.location(*slot));
  out.road = road_of(*slot);
  out.park = amenity_of(*slot, Kind::park);
  out.pond = amenity_of(*slot, Kind::pond);
  drop(*slot);
  return out;
}

std::size_t steady_since(std::span<const ShapeNumber> requests) {
  constexpr double enough = 1000;
  constexpr std::size_t grain = 5;  // places where a cut is tried are so far apart
  if (requests.empty()) return 0;
  const std::size_t shapes = *std::max_element(requests.begin(), requests.end()) + 1;
  std::size_t best = 0;
  double best_gain = enough;
  std::vector<double> whole, part;
  for (std::size_t cut = grain; cut + grain <= requests.size(); cut += grain) {
    // How many times more likely the requests after the cut are if those before it count for nothing.
    whole.assign(shapes, 0.5);
    part.assign(shapes, 0.5);
    double gain = 1;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const double all = 0.5 * static_cast<double>(shapes);
      if (i >= cut) {
        gain *= part[requests[i]] / (all + static_cast<double>(i - cut)) /
                (whole[requests[i]] / (all + static_cast<double>(i)));
        part[requests[i]] += 1;
      }
      whole[requests[i]] += 1;
    }
    if (gain > best_gain) {
      best_gain = gain;
      best = cut;
    }
  }
  return best;
}

}  // namespace pentocity::players::planner
