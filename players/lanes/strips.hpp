#pragma once
// A city of strips, for streams of few shapes.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "pentocity/game/player.hpp"

namespace pentocity::players::lanes {

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
/// of roads and lines of parks run between them in turn, so that each line serves two strips.
class Strips {
 public:
  /// The rules outlive it. Strips of so many heights for each type; a stream that asks for more has none, nor has one
  /// whose buildings would take more cells of land for each point than `most_cost`.
  Strips(const Rules& rules, int most_heights, double most_cost)
      : rules_(rules), most_heights_(most_heights), most_cost_(most_cost) {
    districts_[1].from_top = false;
  }

  /// The move for a request, to be asked for each in turn. None if it has no place in a strip, and from the moment on
  /// when the shapes are too many or would waste land: others may then use what is left.
  std::optional<Move> move(const Request& request, const Land& land);

 private:
  bool earns(const Request& request) const;
  double cost(const Request& request, const Cells& rotation) const;
  std::vector<const Cells*> by_cost(const Request& request) const;
  bool suits(const Request& request);
  bool fills_strip(const Request& request) const;
  District* district_for(Building type);
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
  bool is_suited_ = true;
  std::array<int, 2> requests_{};                 // by type
  std::array<std::map<int, double>, 2> columns_;  // asked for, by type and height
  double costs_ = 0;                              // of buildings that can have bonuses
  int earning_ = 0;                               // number of these
};

}  // namespace pentocity::players::lanes
