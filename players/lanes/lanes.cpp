#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sites.hpp"

namespace pentocity {
namespace {

/// A row that serves the strips at both its sides: a road, or parks and ponds in turn. It is built from the left, as
/// far as there are buildings.
struct Line {
  int row = 0;
  bool road = false;
  Kind kind = Kind::park;  ///< of the present run of parks and ponds
  int built = 0, run = 0;  ///< columns of the line, and of the present run
};

/// Rows for buildings as high as the strip, from the left to the right.
struct Strip {
  int top = 0, height = 0;
  std::vector<std::size_t> lines;  ///< next to it
};

/// What lies between the last strip and the next.
enum class Behind : std::uint8_t { edge, road, resort, strip };

/// Strips and lines of one type of building, from one edge of the land towards the middle.
struct District {
  bool from_top = true;
  std::optional<Building> type;
  std::vector<Line> lines;
  std::vector<Strip> strips;
  Behind behind = Behind::edge;
  int rows = 0;  ///< used up
};

/// A city of strips: residences from the top, factories from the bottom, in rows as high as the buildings stand. Lines
/// of roads and lines of parks run between them in turn, so that each line serves two strips. Made for streams of few
/// shapes: what has no place in a strip, and everything once the shapes are too many, is left to another player.
class Lanes : public Player {
 public:
  explicit Lanes(const PlayerSetup& setup) : rules_(setup.rules), most_heights_(setup.options.integer("heights")) {
    const std::string& name = setup.options.text("otherwise");
    for (const PlayerSpec& spec : builtin_players())
      if (spec.name == name && name != "lanes") {
        otherwise_options_ = Options(spec.options);
        otherwise_ = spec.make({setup.rules, setup.seed, otherwise_options_});
      }
    if (!otherwise_) throw std::invalid_argument("lanes: the option 'otherwise' names no other player: " + name);
    districts_[1].from_top = false;
  }

  Move play(const Request& request, const View& view) override {
    if (suits_strips(request)) {
      for (District& district : districts_)
        if (district.type == request.type())
          if (const auto move = in_strip(request, view.land, district)) return *move;
      if (District* const district = district_for(request.type()))
        for (const Cells* rotation : by_cost(request))
          if (open_strip(request, *rotation, *district))
            if (const auto move = in_strip(request, view.land, *district)) return *move;
    }
    return otherwise_->play(request, view);
  }

 private:
  /// A stream whose buildings cost more land than this for each point is better off without strips.
  static constexpr double most_cost = 1.15;
  /// After so many requests of one type only, the others are not waited for.
  static constexpr int enough_of_one_type = 100;

  bool earns(const Request& request) const { return rules_.factory_bonus || request.type() == Building::residence; }

  // Cells of land for each point in a strip: the building's columns, with half of the lines at both its sides.
  double cost(const Request& request, const Cells& rotation) const {
    const Extent e = extent(rotation);
    const int bonuses = !earns(request) ? 0 : e.columns > 1 ? 2 : 1;
    return e.columns * (e.rows + (earns(request) ? 1 : 0.5)) / (request.size() + bonus * bonuses);
  }
  // The rotations, the cheapest first.
  std::vector<const Cells*> by_cost(const Request& request) const {
    std::vector<const Cells*> out;
    for (const Cells& rotation : request.rotations()) out.push_back(&rotation);
    std::stable_sort(out.begin(), out.end(),
                     [&](const Cells* a, const Cells* b) { return cost(request, *a) < cost(request, *b); });
    return out;
  }

  // Has the stream up to now few heights, and shapes that fill strips?
  bool suits_strips(const Request& request) {
    if (!in_strips_) return false;
    const Cells& best = *by_cost(request).front();
    const auto type = static_cast<std::size_t>(request.type());
    ++requests_[type];
    if (earns(request)) costs_ += cost(request, best), ++earning_;
    heights_[type].insert(extent(best).rows);
    in_strips_ = static_cast<int>(heights_[type].size()) <= most_heights_ && costs_ <= most_cost * earning_;
    return in_strips_;
  }

  // Where the type's next strip goes. A type that is alone for long takes the other's edge, too; one that comes after
  // that has no place.
  District* district_for(Building type) {
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

  int rows_left() const { return rules_.side - districts_[0].rows - districts_[1].rows; }
  // The first of so many rows that a district takes next.
  int take_rows(District& district, int rows) const {
    const int from_edge = district.rows;
    district.rows += rows;
    return district.from_top ? from_edge : rules_.side - from_edge - rows;
  }
  std::size_t add_line(District& district, bool road) const {
    const auto resorts =
        std::count_if(district.lines.begin(), district.lines.end(), [](const Line& line) { return !line.road; });
    district.lines.push_back({take_rows(district, 1), road, resorts % 2 == 0 ? Kind::park : Kind::water});
    district.behind = road ? Behind::road : Behind::resort;
    return district.lines.size() - 1;
  }

  // Opens the next strip towards the middle, for buildings as high as this rotation; false if there is no room.
  bool open_strip(const Request& request, const Cells& rotation, District& district) const {
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
  std::optional<Move> in_strip(const Request& request, const Land& land, District& district) const {
    for (const Strip& strip : district.strips) {
      std::optional<Site> best;
      int best_end = 0;
      for (std::size_t i = 0; i < request.rotations().size(); ++i) {
        const Cells& rotation = request.rotations()[i];
        if (extent(rotation).rows != strip.height) continue;
        const std::uint64_t row =
            legal_sites(land, request.type(), rotation).words[static_cast<std::size_t>(strip.top)];
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
        line.kind = line.kind == Kind::park ? Kind::water : Kind::park;
        line.run = 0;
      }
      ++line.run;
      (line.kind == Kind::park ? move.park : move.water).push_back(cell);
    }
  }

  const Rules& rules_;
  int most_heights_;
  Options otherwise_options_;
  std::unique_ptr<Player> otherwise_;
  std::array<District, 2> districts_;
  bool in_strips_ = true;
  std::array<int, 2> requests_{};  // by type
  std::array<std::set<int>, 2> heights_;
  double costs_ = 0;  // of buildings that can have bonuses
  int earning_ = 0;   // number of these
};

PENTOCITY_PLAYER(Lanes, "lanes", "strips of buildings between shared lines of roads and of parks, for few shapes",
                 {"otherwise", "jigsaw", "the built-in player for what has no place in a strip"},
                 {"heights", std::int64_t{2}, "strips of so many heights for each type, or none at all", {}, 1, 5})

}  // namespace
}  // namespace pentocity
