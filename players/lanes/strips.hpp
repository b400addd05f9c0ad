#pragma once
// A city of strips, for request streams in which few shapes occur. The land is divided into strips of rows. In a strip
// the buildings stand side by side, all as high as the strip. Between strips run lines of one row each, alternately a
// road and a row of parks and ponds, so that each line serves the strips on both its sides. (For factories without
// bonus the lines are roads, and every second one is left out.) For example, at the lower border:
//
//   ==========   line: a road
//   FFFFFFFFFF   strip of height 2, for factories of 2x2
//   FFFFFFFFFF
//   PPPPPWWWWP   line of parks and ponds
//   FFFFFFFFFF   strip; the border gives it road access
//   FFFFFFFFFF

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "pentocity/game/player.hpp"
#include "pentocity/helpers/sites.hpp"

namespace pentocity::players::lanes {

/// A line: a row that is a road, or parks and ponds in turn. It is built from the left, as far as the buildings beside
/// it need it.
struct Line {
  int row = 0;
  bool road = false;       ///< a road; if not, parks and ponds
  Kind kind = Kind::park;  ///< of the amenity that is built at present: a park or a pond
  int built = 0, run = 0;  ///< the number of cells that the line has, and that the present park or pond has
};

/// A strip: the rows top to top + height - 1, for buildings of exactly this height, which are placed from the left.
struct Strip {
  int top = 0, height = 0;
  std::vector<std::size_t> lines;  ///< the lines that touch it, as indices of Zone::lines
};

/// What the next strip of a zone will touch on the side where it begins: the border, a road, a line of parks and
/// ponds, or another strip.
enum class Behind : std::uint8_t { edge, road, amenity, strip };

/// The strips and lines that begin at the upper or at the lower border and grow towards the middle, for buildings of
/// one type.
struct Zone {
  bool from_top = true;          ///< from the upper border; if not, from the lower one
  std::optional<Building> type;  ///< no value before its first strip
  std::vector<Line> lines;
  std::vector<Strip> strips;
  Behind behind = Behind::edge;
  int rows = 0;  ///< the number of rows that it has taken
};

/// After this many requests of one type and none of the other, no room is kept for the other type.
inline constexpr int enough_of_one_type = 100;

/// The requests to come are expected to be like those before. Of these the latest counts 1, the one before it `fade`,
/// and so on.
inline constexpr double fade = 0.98;
/// The minimum of what must be expected for a strip of an uncommon height, as a share of the land that it takes from
/// other strips; see fills_strip().
inline constexpr double min_fill = 0.5;

/// The city of strips of one game: residences begin at the upper border, factories at the lower one. The heights of a
/// type are those of the rotations that are cheapest in a strip.
class Strips {
 public:
  /// The rules must live longer than the object. `max_heights` is the maximum number of heights of each type.
  /// `max_cost` is the maximum mean cost of a building in cells of land for each point that it scores; only buildings
  /// that can have a bonus are counted. As soon as the requests exceed one of the two, move() gives no more moves.
  Strips(const Rules& rules, int max_heights, double max_cost)
      : rules_(rules), max_heights_(max_heights), max_cost_(max_cost) {
    zones_[1].from_top = false;
  }

  /// The move that places a request in a strip. It must be called for every request of the game, in order, with the
  /// land as it stands, and a move that it returns must be played. No value if no strip suits the request, and always
  /// from the request on that exceeds a limit of the constructor; the caller then places the building in another way,
  /// anywhere on the land.
  std::optional<Move> move(const Request& request, const Land& land) {
    if (!suits(request)) return std::nullopt;
    for (Zone& zone : zones_)
      if (zone.type == request.type())
        if (auto move = in_strip(request, land, zone)) return move;
    if (!fills_strip(request)) return std::nullopt;
    if (Zone* const zone = zone_for(request.type()))
      for (const Cells* rotation : by_cost(request))
        if (open_strip(request, *rotation, *zone))
          if (auto move = in_strip(request, land, *zone)) return move;
    return std::nullopt;
  }

 private:
  // The cost of a building in a strip, in cells of land for each point. The land is the building's columns in the strip
  // and half of the lines on both sides of it (two lines for buildings that can have a bonus, or else one). The points
  // are its cells and its bonuses: two if it touches the lines with more than one cell, or else one. For example, for a
  // factory of 2x2 with bonus: 2 columns * (2 + 1) rows / (4 + 2 * 2 points) = 0.75.
  double cost(const Request& request, const Cells& rotation) const {
    const Extent e = extent(rotation);
    const auto in_row = [&](int row) {
      return std::count_if(rotation.begin(), rotation.end(), [&](const Cell& c) { return c.row == row; });
    };
    const int bonuses = !rules_.has_bonus(request.type()) ? 0 : std::min(in_row(0), in_row(e.rows - 1)) > 1 ? 2 : 1;
    return e.columns * (e.rows + (rules_.has_bonus(request.type()) ? 1 : 0.5)) / (request.size() + bonus * bonuses);
  }
  // The rotations, sorted by cost(), with the cheapest first.
  std::vector<const Cells*> by_cost(const Request& request) const {
    std::vector<const Cells*> out;
    for (const Cells& rotation : request.rotations()) out.push_back(&rotation);
    std::stable_sort(out.begin(), out.end(),
                     [&](const Cells* a, const Cells* b) { return cost(request, *a) < cost(request, *b); });
    return out;
  }
  // Counts the request, and tells whether the requests so far keep to the limits of the constructor.
  bool suits(const Request& request) {
    if (!is_suited_) return false;
    const Cells& best = *by_cost(request).front();
    const std::size_t type = index_of(request.type());
    ++requests_[type];
    if (rules_.has_bonus(request.type())) costs_ += cost(request, best), ++earning_;
    for (auto& of_type : columns_)
      for (auto& [rows, columns] : of_type) columns *= fade;
    columns_[type][extent(best).rows] += extent(best).columns;
    is_suited_ = std::ssize(columns_[type]) <= max_heights_ && costs_ <= max_cost_ * earning_;
    return is_suited_;
  }
  // Tells whether a strip of the request's height should be opened. It should if the height is the commonest of the
  // type. A strip of another height can leave room for fewer strips of the commonest height; then the buildings of its
  // height that are expected on the rest of the land must take at least the share `min_fill` of the cells of the strips
  // lost.
  bool fills_strip(const Request& request) const {
    const auto& own = columns_[index_of(request.type())];
    const int height = extent(*by_cost(request).front()).rows;
    const int common =
        std::max_element(own.begin(), own.end(), [](auto& a, auto& b) { return a.second < b.second; })->first;
    const auto strips_in = [&](int rows) { return rows / (common + 1); };
    const int lost = strips_in(rows_left()) - strips_in(rows_left() - height - 1);
    double cells = 0;
    for (const auto& of_type : columns_)
      for (const auto& [rows, columns] : of_type) cells += columns * (rows + 1);
    const double foreseen = rows_left() * rules_.side * (own.at(height) * (height + 1) / cells);
    return height == common || foreseen >= min_fill * rules_.side * (common + 1) * lost;
  }
  // The zone of the type's next strip; null if there is none. A type that has been alone for `enough_of_one_type`
  // requests also takes the zone of the other type, under the rule `near_edge`; the other type then has none any
  // more.
  Zone* zone_for(Building type) {
    const std::size_t own = index_of(type);
    const bool alone = requests_[index_of(type)] >= enough_of_one_type && requests_[1 - index_of(type)] == 0;
    Zone& other = zones_[1 - own];
    if (alone && !other.type && rules_.road_access == RoadAccess::near_edge) other.type = type;
    // Two strips there profit from the road access at the border. More of them would not.
    if (other.type == type && other.strips.size() < 2) return &other;
    Zone& zone = zones_[own];
    if (!zone.type) zone.type = type;
    return zone.type == type ? &zone : nullptr;
  }
  // The rows that neither zone has taken.
  int rows_left() const { return rules_.side - zones_[0].rows - zones_[1].rows; }
  // Takes the next rows of the land for a zone. Returns the upper one of them.
  int take_rows(Zone& zone, int rows) const {
    const int from_edge = zone.rows;
    zone.rows += rows;
    return zone.from_top ? from_edge : rules_.side - from_edge - rows;
  }
  // Adds a line, a road or parks and ponds, behind the last strip. Returns its index.
  std::size_t add_line(Zone& zone, bool road) const {
    const auto amenities =
        std::count_if(zone.lines.begin(), zone.lines.end(), [](const Line& line) { return !line.road; });
    zone.lines.push_back({take_rows(zone, 1), road, amenities % 2 == 0 ? Kind::park : Kind::pond});
    zone.behind = road ? Behind::road : Behind::amenity;
    return zone.lines.size() - 1;
  }
  // Adds the next strip of a zone, for buildings as high as this rotation, with the lines that it needs; false if too
  // few rows remain.
  bool open_strip(const Request& request, const Cells& rotation, Zone& zone) const {
    const Extent e = extent(rotation);
    // A building one column wide touches only one cell of each line, so it needs lines of parks and ponds on both
    // sides. At the border this works under the rule `near_edge`, where the second row has road access.
    const bool between_amenities = zone.behind == Behind::edge && e.columns == 1 && rules_.has_bonus(request.type()) &&
                                   rules_.road_access == RoadAccess::near_edge;
    const bool needs_road = zone.behind == Behind::amenity || zone.behind == Behind::strip;
    if (rows_left() < e.rows + (needs_road || between_amenities ? 1 : 0)) return false;
    Strip strip;
    if (between_amenities)
      strip.lines.push_back(add_line(zone, false));
    else if (zone.behind == Behind::road || zone.behind == Behind::amenity)
      strip.lines.push_back(zone.lines.size() - 1);
    strip.top = take_rows(zone, e.rows);
    strip.height = e.rows;
    zone.behind = Behind::strip;
    if (rows_left() > 0 && (needs_road || rules_.has_bonus(request.type())))
      strip.lines.push_back(add_line(zone, needs_road));
    zone.strips.push_back(strip);
    return true;
  }
  // The move that places the building in the first strip that has room for it, as far to the left as possible.
  std::optional<Move> in_strip(const Request& request, const Land& land, Zone& zone) const {
    for (const Strip& strip : zone.strips) {
      std::optional<Site> best;
      int best_end = 0;
      for (std::size_t i = 0; i < request.rotations().size(); ++i) {
        const Cells& rotation = request.rotations()[i];
        if (extent(rotation).rows != strip.height) continue;
        const LandBoard sites = legal_sites(land, request.type(), rotation);
        const int column = with_row_type(land.grid().wide(), [&](auto zero) {
          const auto row = sites.row<decltype(zero)>(strip.top);
          return row == 0 ? -1 : first_column(row);
        });
        if (column < 0) continue;
        const int end = column + extent(rotation).columns;
        if (!best || end < best_end) best = {static_cast<int>(i), {strip.top, column}}, best_end = end;
      }
      if (!best) continue;
      std::vector<Line> lines = zone.lines;
      Move move = Move::at(best->rotation, best->location);
      for (const std::size_t line : strip.lines) extend(land, lines[line], best->location.column, best_end, move);
      Land after = land;
      if (apply_move(rules_, after, request, move).fault) continue;
      zone.lines = std::move(lines);
      return move;
    }
    return std::nullopt;
  }
  // Adds the next cells of a line to the move, up to the last column of the building, which has the columns from
  // `begin` up to, but not including, `end`. A park or pond at the end is continued until it has the four cells that
  // give a bonus. If a park (or pond) has four cells or more when the line comes to the second or a further column of
  // the building, the line goes on with a pond (or park), so that the building touches both.
  void extend(const Land& land, Line& line, int begin, int end, Move& move) const {
    for (; line.built < rules_.side; ++line.built) {
      if (line.built >= end && (line.road || line.run >= big_size)) return;
      const Cell cell{line.row, line.built};
      if (!land.empty().test(land.grid().bit(cell))) return;
      if (line.road) {
        move.road.push_back(cell);
        continue;
      }
      if (line.run >= big_size && line.built > begin && line.built < end && rules_.side - line.built >= big_size) {
        line.kind = line.kind == Kind::park ? Kind::pond : Kind::park;
        line.run = 0;
      }
      ++line.run;
      (line.kind == Kind::park ? move.park : move.pond).push_back(cell);
    }
  }

  const Rules& rules_;
  int max_heights_;
  double max_cost_;
  std::array<Zone, 2> zones_;
  bool is_suited_ = true;                         // no limit has been exceeded yet
  std::array<int, 2> requests_{};                 // number of requests, by type
  std::array<std::map<int, double>, 2> columns_;  // columns asked for by type and height, older requests counting less
  double costs_ = 0;                              // sum of the costs of buildings that can have a bonus
  int earning_ = 0;                               // number of these
};

}  // namespace pentocity::players::lanes
