#include "lanes/strips.hpp"

#include <algorithm>
#include <bit>

#include "pentocity/game/sites.hpp"

namespace pentocity::players::lanes {
namespace {

/// After so many requests of one type only, the others are not waited for.
constexpr int enough_of_one_type = 100;

/// What is foreseen goes by the requests up to now, each of which counts so much less once another has come.
constexpr double fade = 0.98;
/// What is to come for a strip, as a part of what would fill those it is in the way of.
constexpr double least_fill = 0.5;

}  // namespace

std::optional<Move> Strips::move(const Request& request, const Land& land) {
  if (!suits(request)) return std::nullopt;
  for (District& district : districts_)
    if (district.type == request.type())
      if (auto move = in_strip(request, land, district)) return move;
  if (!fills_strip(request)) return std::nullopt;
  if (District* const district = district_for(request.type()))
    for (const Cells* rotation : by_cost(request))
      if (open_strip(request, *rotation, *district))
        if (auto move = in_strip(request, land, *district)) return move;
  return std::nullopt;
}

bool Strips::earns(const Request& request) const {
  return rules_.factory_bonus || request.type() == Building::residence;
}

// Cells of land for each point in a strip: the building's columns, with half of the lines at both its sides. What meets
// a line with one cell touches a park or a pond.
double Strips::cost(const Request& request, const Cells& rotation) const {
  const Extent e = extent(rotation);
  const auto in_row = [&](int row) {
    return std::count_if(rotation.begin(), rotation.end(), [&](const Cell& c) { return c.row == row; });
  };
  const int bonuses = !earns(request) ? 0 : std::min(in_row(0), in_row(e.rows - 1)) > 1 ? 2 : 1;
  return e.columns * (e.rows + (earns(request) ? 1 : 0.5)) / (request.size() + bonus * bonuses);
}
// The rotations, the cheapest first.
std::vector<const Cells*> Strips::by_cost(const Request& request) const {
  std::vector<const Cells*> out;
  for (const Cells& rotation : request.rotations()) out.push_back(&rotation);
  std::stable_sort(out.begin(), out.end(),
                   [&](const Cells* a, const Cells* b) { return cost(request, *a) < cost(request, *b); });
  return out;
}

// Has the stream up to now few heights, and shapes that fill strips?
bool Strips::suits(const Request& request) {
  if (!is_suited_) return false;
  const Cells& best = *by_cost(request).front();
  const auto type = static_cast<std::size_t>(request.type());
  ++requests_[type];
  if (earns(request)) costs_ += cost(request, best), ++earning_;
  for (auto& of_type : columns_)
    for (auto& [rows, columns] : of_type) columns *= fade;
  columns_[type][extent(best).rows] += extent(best).columns;
  is_suited_ = static_cast<int>(columns_[type].size()) <= most_heights_ && costs_ <= most_cost_ * earning_;
  return is_suited_;
}

// Will enough such buildings come to make up for the strips of the type's most wanted height that a strip of theirs
// leaves no room for?
bool Strips::fills_strip(const Request& request) const {
  const auto& own = columns_[static_cast<std::size_t>(request.type())];
  const int height = extent(*by_cost(request).front()).rows;
  const int common =
      std::max_element(own.begin(), own.end(), [](auto& a, auto& b) { return a.second < b.second; })->first;
  const auto strips_in = [&](int rows) { return rows / (common + 1); };
  const int lost = strips_in(rows_left()) - strips_in(rows_left() - height - 1);
  double cells = 0;
  for (const auto& of_type : columns_)
    for (const auto& [rows, columns] : of_type) cells += columns * (rows + 1);
  const double foreseen = rows_left() * rules_.side * (own.at(height) * (height + 1) / cells);
  return height == common || foreseen >= least_fill * rules_.side * (common + 1) * lost;
}

// Where the type's next strip goes. A type that is alone for long takes the other's edge, too; one that comes after
// that has no place.
District* Strips::district_for(Building type) {
  const auto own = static_cast<std::size_t>(type == Building::factory);
  const bool alone = requests_[static_cast<std::size_t>(type)] >= enough_of_one_type &&
                     requests_[1 - static_cast<std::size_t>(type)] == 0;
  District& other = districts_[1 - own];
  if (alone && !other.type && rules_.road_access == RoadAccess::near_edge) other.type = type;
  // Two strips there make use of the edge; then the two would only be in each other's way.
  if (other.type == type && other.strips.size() < 2) return &other;
  District& district = districts_[own];
  if (!district.type) district.type = type;
  return district.type == type ? &district : nullptr;
}

// The first of so many rows that a district takes next.
int Strips::take_rows(District& district, int rows) const {
  const int from_edge = district.rows;
  district.rows += rows;
  return district.from_top ? from_edge : rules_.side - from_edge - rows;
}
std::size_t Strips::add_line(District& district, bool road) const {
  const auto resorts =
      std::count_if(district.lines.begin(), district.lines.end(), [](const Line& line) { return !line.road; });
  district.lines.push_back({take_rows(district, 1), road, resorts % 2 == 0 ? Kind::park : Kind::water});
  district.behind = road ? Behind::road : Behind::resort;
  return district.lines.size() - 1;
}

// Opens the next strip towards the middle, for buildings as high as this rotation; false if there is no room.
bool Strips::open_strip(const Request& request, const Cells& rotation, District& district) const {
  const Extent e = extent(rotation);
  // Buildings one column wide touch one cell of a line: parks on both sides, where the edge serves as road.
  const bool between_resorts = district.behind == Behind::edge && e.columns == 1 && earns(request) &&
                               rules_.road_access == RoadAccess::near_edge;
  const bool needs_road = district.behind == Behind::resort || district.behind == Behind::strip;
  if (rows_left() < e.rows + (needs_road || between_resorts ? 1 : 0)) return false;
  Strip strip;
  if (between_resorts)
    strip.lines.push_back(add_line(district, false));
  else if (district.behind == Behind::road || district.behind == Behind::resort)
    strip.lines.push_back(district.lines.size() - 1);
  strip.top = take_rows(district, e.rows);
  strip.height = e.rows;
  district.behind = Behind::strip;
  if (rows_left() > 0 && (needs_road || earns(request))) strip.lines.push_back(add_line(district, needs_road));
  district.strips.push_back(strip);
  return true;
}

// The leftmost place in the first strip that has one.
std::optional<Move> Strips::in_strip(const Request& request, const Land& land, District& district) const {
  for (const Strip& strip : district.strips) {
    std::optional<Site> best;
    int best_end = 0;
    for (std::size_t i = 0; i < request.rotations().size(); ++i) {
      const Cells& rotation = request.rotations()[i];
      if (extent(rotation).rows != strip.height) continue;
      const std::uint64_t row = legal_sites(land, request.type(), rotation).words[strip.top];
      if (row == 0) continue;
      const int column = std::countr_zero(row), end = column + extent(rotation).columns;
      if (!best || end < best_end) best = {static_cast<int>(i), {strip.top, column}}, best_end = end;
    }
    if (!best) continue;
    std::vector<Line> lines = district.lines;
    Move move = Move::at(best->rotation, best->location);
    for (const std::size_t line : strip.lines) extend(land, lines[line], best->location.column, best_end, move);
    Land after = land;
    if (apply_move(rules_, after, request, move).fault) continue;
    district.lines = std::move(lines);
    return move;
  }
  return std::nullopt;
}

// Builds a line from where it ends to where the building in these columns ends, or further, so that its last park or
// pond counts. A building of several columns is given the end of one and the beginning of the next.
void Strips::extend(const Land& land, Line& line, int begin, int end, Move& move) const {
  for (; line.built < rules_.side; ++line.built) {
    if (line.built >= end && (line.road || line.run >= big_size)) return;
    const Cell cell{line.row, line.built};
    if (!land.empty().test(land.grid().bit(cell))) return;
    if (line.road) {
      move.road.push_back(cell);
      continue;
    }
    if (line.run >= big_size && line.built > begin && line.built < end && rules_.side - line.built >= big_size) {
      line.kind = line.kind == Kind::park ? Kind::water : Kind::park;
      line.run = 0;
    }
    ++line.run;
    (line.kind == Kind::park ? move.park : move.water).push_back(cell);
  }
}

}  // namespace pentocity::players::lanes
