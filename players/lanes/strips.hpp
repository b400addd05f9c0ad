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
  Kind kind = Kind::park;  ///< of the park or pond that is built at present: park or water
  int built = 0, run = 0;  ///< the number of cells that the line has, and that the present park or pond has
};

/// A strip: the rows top to top + height - 1, for buildings of exactly this height, which are placed from the left.
struct Strip {
  int top = 0, height = 0;
  std::vector<std::size_t> lines;  ///< the lines that touch it, as indices of District::lines
};

/// What the next strip of a district will touch on the side where it begins: the border, a road, a line of parks and
/// ponds, or another strip.
enum class Behind : std::uint8_t { edge, road, resort, strip };

/// The strips and lines that begin at the upper or at the lower border and grow towards the middle, for buildings of
/// one type.
struct District {
  bool from_top = true;          ///< from the upper border; if not, from the lower one
  std::optional<Building> type;  ///< no value before its first strip
  std::vector<Line> lines;
  std::vector<Strip> strips;
  Behind behind = Behind::edge;
  int rows = 0;  ///< the number of rows that it has taken
};

/// The city of strips of one game: residences from the upper border, factories from the lower one. The heights of a
/// type are those of the rotations that are cheapest in a strip.
class Strips {
 public:
  /// The rules must live longer than the object. `most_heights` is the maximum number of heights of each type.
  /// `most_cost` is the maximum mean cost of a building in cells of land for each point that it scores; only buildings
  /// that can have a bonus are counted. As soon as the requests exceed one of the two, move() gives no more moves.
  Strips(const Rules& rules, int most_heights, double most_cost)
      : rules_(rules), most_heights_(most_heights), most_cost_(most_cost) {
    districts_[1].from_top = false;
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
  District* district_for(Building type);
  // The rows that neither district has taken.
  int rows_left() const { return rules_.side - districts_[0].rows - districts_[1].rows; }
  int take_rows(District& district, int rows) const;
  std::size_t add_line(District& district, bool road) const;
  bool open_strip(const Request& request, const Cells& rotation, District& district) const;
  std::optional<Move> in_strip(const Request& request, const Land& land, District& district) const;
  void extend(const Land& land, Line& line, int begin, int end, Move& move) const;

  const Rules& rules_;
  int most_heights_;
  double most_cost_;
  std::array<District, 2> districts_;
  bool is_suited_ = true;                         // no limit has been exceeded yet
  std::array<int, 2> requests_{};                 // number of requests, by type
  std::array<std::map<int, double>, 2> columns_;  // columns asked for by type and height, older requests counting less
  double costs_ = 0;                              // sum of the costs of buildings that can have a bonus
  int earning_ = 0;                               // number of these
};

}  // namespace pentocity::players::lanes
