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

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "pentocity/game/player.hpp"

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
  std::optional<Move> move(const Request& request, const Land& land);

 private:
  // Tells whether the building can have a bonus.
  bool earns(const Request& request) const;
  double cost(const Request& request, const Cells& rotation) const;
  std::vector<const Cells*> by_cost(const Request& request) const;
  bool suits(const Request& request);
  bool fills_strip(const Request& request) const;
  Zone* zone_for(Building type);
  // The rows that neither zone has taken.
  int rows_left() const { return rules_.side - zones_[0].rows - zones_[1].rows; }
  int take_rows(Zone& zone, int rows) const;
  std::size_t add_line(Zone& zone, bool road) const;
  bool open_strip(const Request& request, const Cells& rotation, Zone& zone) const;
  std::optional<Move> in_strip(const Request& request, const Land& land, Zone& zone) const;
  void extend(const Land& land, Line& line, int begin, int end, Move& move) const;

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
