#include <algorithm>
#include <array>
#include <list>
#include <optional>

#include "2016/common/road_tree.hpp"

namespace pentocity::players {
namespace {

/// The maximum height of strips.
constexpr int max_height = 5;
/// The next strip of a height is opened when one is filled so far, as a share of the land's columns.
constexpr double open_next = 0.44;
/// After so many rejects a request that has no place in a strip is placed anywhere.
constexpr int patience = 2;

/// Buildings in horizontal strips between lines of roads and parks: factories from the left, residences from the right.
/// players/2016/g6/README.md describes it.
class G6 : public Player {
 public:
  explicit G6(const PlayerSetup& setup)
      : as_submitted_(setup.options.flag("as_submitted")),
        rules_(setup.rules),
        side_(setup.rules.side),
        random_(setup.seed) {}

  Move play(const Request& request, const View& view) override {
    land_ = &view.land;
    rotations_ = cells_in_table_order(request);
    auto move = request.type() == Building::factory ? factory(request) : residence(request);
    if (move && !as_submitted_) {
      Land after = *land_;
      if (apply_move(rules_, after, request, *move).fault) move.reset();
    }
    if (move) return *move;
    if (rejects_ == patience) return with_least_road(request);
    ++rejects_;
    return Move::reject();
  }

 private:
  struct Strip {
    int top, height;
    int next;             // the column where factories go on to the right, or residences to the left
    int road, park = -1;  // the rows of its lines; not on the land if it needs none
    int park_size = 0;
    bool padded = false;  // the last residence has a pond of its own
    int bucket = 0;
    int bottom() const { return top + height; }  // the row below it
    bool road_is_below() const { return road > top; }
  };
  // The strips of each height. The program of 2016 went through them in the order of a hash table by their addresses in
  // memory, which differed from game to game.
  using Strips = std::array<std::list<Strip>, max_height + 1>;

  bool is_blocked(int row, int column) const {
    return !land_->grid().test(land_->empty() | land_->roads(), {row, column});
  }
  bool is_empty(int row, int column) const { return land_->grid().test(land_->empty(), {row, column}); }

  void add(Strips& strips, Strip strip) {
    if (as_submitted_) strip.bucket = random_.next_int(16);
    auto& list = strips[strip.height];
    list.insert(std::find_if(list.begin(), list.end(), [&](const Strip& s) { return s.bucket > strip.bucket; }), strip);
  }

  // Factories.

  // Two factory strips in a row have their road between them.
  bool open_factory_strip(int height) {
    if (factory_rows_ + height > side_) return false;
    const int top = factory_rows_;
    add(factory_strips_, {.top = top, .height = height, .next = 0, .road = road_is_next_ ? top + height : top - 1});
    factory_rows_ += height + (road_is_next_ ? 1 : 0);
    road_is_next_ = !road_is_next_;
    return true;
  }

  std::optional<Move> factory(const Request& request) {
    std::vector<LandBoard> legal;
    for (const Cells& cells : request.rotations()) legal.push_back(legal_sites(*land_, Building::factory, cells));
    Strip* best = nullptr;
    int rotation = 0;
    // Looks for the strip that is filled least among those that are so much higher than a side of the factory.
    const auto find = [&](int higher) {
      int best_end = 0;
      for (int k = 0; k < std::ssize(legal); ++k) {
        const auto [rows, length] = extent(request.rotations()[k]);
        const int height = rows + higher;
        if (height > max_height) continue;
        for (Strip& strip : factory_strips_[height]) {
          const int row = strip.top + (strip.road_is_below() ? higher : 0);
          const bool on_land = strip.road >= 0 && strip.road < side_ && strip.next < side_;
          if ((on_land && is_blocked(strip.road, strip.next)) || !land_->grid().test(legal[k], {row, strip.next}))
            continue;
          if (best && strip.next + length >= best_end) continue;
          best = &strip;
          best_end = strip.next + length;
          rotation = k;
        }
      }
      return best != nullptr;
    };
    const auto [rows, columns] = extent(request.cells());
    const int low = std::min(rows, columns), high = std::max(rows, columns);
    int higher = 0;
    while (!find(higher) && (open_factory_strip(high) || open_factory_strip(low))) continue;
    while (!best && ++higher < max_height) find(higher);
    if (!best) return std::nullopt;
    if (best->next > open_next * side_) open_factory_strip(best->height);
    Move move = Move::at(rotation, {best->top + (best->road_is_below() ? higher : 0), best->next});
    const int length = extent(request.rotations()[rotation]).columns;
    if (best->top > 0 && best->bottom() < side_)
      for (int c = best->next; c < best->next + length; ++c)
        if (is_empty(best->road, c)) move.road.push_back({best->road, c});
    best->next += length;
    return move;
  }

  // Residences.

  // The lines above and below the strips are roads and parks in turn.
  bool open_residence_strip(int height) {
    if (residence_rows_ + height > side_) return false;
    Strip strip{.top = residence_rows_, .height = height, .next = side_ - 1, .road = residence_rows_ - 1};
    strip.park = strip.bottom();
    if (park_is_next_) std::swap(strip.road, strip.park);
    add(residence_strips_, strip);
    park_is_next_ = !park_is_next_;
    residence_rows_ = strip.bottom() + 1;
    return true;
  }

  // A place in a strip, so far to the right as possible.
  struct Place {
    Strip* strip = nullptr;
    int column = -1, rotation = 0, offset = 0;
    int left_cells = 0;  // the cells of the building in its leftmost column
  };

  std::optional<Move> residence(const Request& request) {
    // The rotations that are 5 rows high, or else 4 or 3.
    int height = 0;
    std::vector<int> turns;
    for (int k = 0; k < std::ssize(rotations_); ++k) {
      const int rows = extent(request.rotations()[k]).rows;
      if (rows < 3 || rows < height || height == max_height) continue;
      if (rows > height) turns.clear();
      height = rows;
      turns.push_back(k);
    }
    if (residence_strips_[height].empty()) open_residence_strip(height);
    Place place = place_in(request, turns, height, 0);
    if (!place.strip && open_residence_strip(height)) place = place_in(request, turns, height, 0);
    const bool pad = place.strip != nullptr;
    for (int h = height + 1; h <= max_height && !place.strip; ++h) place = place_in(request, turns, h, h - height);
    if (!place.strip) return std::nullopt;
    if (place.strip->next < side_ - open_next * side_) open_residence_strip(place.strip->height);
    place.strip->padded = pad && !place.strip->padded;
    return with_lines(place);
  }

  // The best place in the strips of this height. In a strip with its road below the building stands `higher` rows below
  // the top.
  Place place_in(const Request& request, const std::vector<int>& turns, int height, int higher) {
    Place best;
    for (const int k : turns) {
      const LandBoard legal = legal_sites(*land_, Building::residence, request.rotations()[k]);
      const int left_cells = static_cast<int>(
          std::count_if(rotations_[k].begin(), rotations_[k].end(), [](Cell c) { return c.column == 0; }));
      for (Strip& strip : residence_strips_[height]) {
        const int offset = strip.road_is_below() ? higher : 0;
        const int column = column_in(strip, legal, rotations_[k], offset);
        if (column < 0 || column < best.column) continue;
        if (column > best.column || left_cells < best.left_cells) best = {&strip, column, k, offset, left_cells};
      }
    }
    return best;
  }
  // The rightmost column for a building in a strip; -1 if there is none, or if it could not be reached by the road.
  int column_in(const Strip& strip, const LandBoard& legal, const Cells& cells, int offset) const {
    int column = std::min(strip.next, side_ - 1);
    while (column >= 0 && !land_->grid().test(legal, {strip.top + offset, column})) --column;
    if (column < 0 || strip.road < 0 || strip.road >= side_) return column;
    // Where the building touches the road. (The program of 2016 did not find the right cell if the road is below.)
    int row = 0, end = 0;
    for (const Cell c : cells)
      if (strip.road_is_below() && c.row > row)
        row = c.row, end = as_submitted_ ? 0 : c.column;
      else if (c.row == row)
        end = std::max(end, c.column);
    for (int c = column + end; c <= std::min(strip.next + 1, side_ - 1); ++c)
      if (is_blocked(strip.road, c)) return -1;
    return column;
  }

  // The move for a place, with the next cells of the strip's road and park, and with a pond if the strip is padded.
  Move with_lines(const Place& place) {
    Strip& strip = *place.strip;
    const Cells& cells = rotations_[place.rotation];
    const int top = strip.top + place.offset;
    Move move = Move::at(place.rotation, {top, place.column});
    // What is in the strip around the building: its cells and the pond's.
    Marks marks{};
    for (const Cell c : cells) marks[top + c.row][place.column + c.column] = Mark::building;
    if (strip.padded) move.pond = pond(place, marks);
    if (move.pond.empty() && !pond_tried_) strip.padded = false;

    const auto lay = [&](int c) {
      if (is_empty(strip.road, c)) move.road.push_back({strip.road, c});
      if (is_empty(strip.park, c)) move.park.push_back({strip.park, c}), ++strip.park_size;
    };
    for (int c = strip.next; c >= place.column; --c) lay(c);
    // The first park of the strip is made large enough at once.
    if (place.column > side_ - 4 && is_empty(strip.park, side_ - 4))
      for (int c = place.column - 1; c >= 0 && strip.park_size < big_size; --c) lay(c);
    // A building that does not fill the strip's height is joined to the park.
    const auto first_with = [&](int row) {
      return std::find_if(cells.begin(), cells.end(), [&](Cell c) { return c.row == row; })->column + place.column;
    };
    const auto join = [&](int from, int to, int column) {
      for (int r = from; r < to; ++r)
        if (marks[r][column] == Mark::none && is_empty(r, column)) move.park.push_back({r, column});
    };
    const int rows = extent(cells).rows;
    if (strip.park < strip.top)
      join(strip.top, top, first_with(0));
    else if (strip.park < side_)
      join(top + rows, strip.park, first_with(rows - 1));
    strip.next = place.column - 1;
    return move;
  }

  enum class Mark : std::uint8_t { none, pond, building };
  using Marks = std::array<std::array<Mark, max_side>, max_side>;

  // The cells of a pond to the left of a building whose left column is this one, from row `top` to before `bottom`, if
  // that is full; none if they are too few.
  std::optional<Cells> pond_to_the_left(const Marks& marks, int column, int top, int bottom) const {
    Cells out;
    for (int r = top; r < bottom; ++r) {
      if (marks[r][column] != Mark::building) return std::nullopt;
      if (is_empty(r, column - 1)) out.push_back({r, column - 1});
    }
    return std::ssize(out) < big_size ? Cells() : out;
  }

  // The cells of a pond beside the building: a column to the left of it, if its own left column is full; or else four
  // cells in the gaps of the strip's last columns, and to the left of them.
  Cells pond(const Place& place, Marks& marks) {
    const Strip& strip = *place.strip;
    const Cells& cells = rotations_[place.rotation];
    const int column = place.column, left = column - 1, right = column + extent(cells).columns - 1;
    const int top = strip.top + place.offset, bottom = strip.bottom();
    // The program of 2016 left out the upright line alone, which has no gaps.
    const bool upright_line = extent(cells).columns == 1;
    pond_tried_ = true;
    if (left >= 0 && !upright_line && strip.height >= 4)
      if (const auto cells_there = pond_to_the_left(marks, column, top, bottom)) return *cells_there;
    bool gap = false;
    for (int r = strip.top; r < bottom; ++r) gap = gap || marks[r][column] == Mark::none;
    pond_tried_ = gap;
    if (!gap || upright_line) return {};

    HashedCells pond_cells(land_->grid());
    const auto put = [&](int r, int c) {
      if (pond_cells.size() >= big_size || marks[r][c] != Mark::none || !is_empty(r, c)) return false;
      pond_cells.add({r, c});
      marks[r][c] = Mark::pond;
      return true;
    };
    const auto touches_pond = [&](Cell c) {
      const auto is_pond = [&](int row, int col) { return marks[row][col] == Mark::pond; };
      return (c.column + 1 <= right && is_pond(c.row, c.column + 1)) || (c.row > top && is_pond(c.row - 1, c.column)) ||
             (c.row + 1 < bottom && is_pond(c.row + 1, c.column)) || (c.column > 0 && is_pond(c.row, c.column - 1));
    };
    const auto drop_single_cells = [&] {
      const Cells all(pond_cells.begin(), pond_cells.end());
      for (const Cell c : all)
        if (!touches_pond(c)) pond_cells.remove(c);
    };
    for (int r = bottom - 1; r >= strip.top; --r)
      for (int c = column; c <= std::min(column + 1, right); ++c) put(r, c);
    if (pond_cells.size() > 2) drop_single_cells();
    int step = -1, last = bottom - 1;
    const auto fill_left = [&](int from) {
      for (int r = from; r >= strip.top && r < bottom && is_empty(r, left); r += step)
        if (put(r, left)) last = r;
    };
    if (pond_cells.size() < big_size && left >= 0) {
      step = touches_pond({bottom - 1, left}) ? -1 : 1;
      fill_left(step < 0 ? bottom - 1 : strip.top);
    }
    drop_single_cells();
    fill_left(last + step);
    return pond_cells.size() < big_size ? Cells() : Cells(pond_cells.begin(), pond_cells.end());
  }

  // Anywhere else: the site with the shortest road, from the left for factories and from the right for residences;
  // rather one beside which another building can have a road, too.
  Move with_least_road(const Request& request) {
    const Grid& grid = land_->grid();
    tree_.grow(*land_, HashedCells(grid, grid.cells(land_->roads())));
    const int sign = request.type() == Building::factory ? 1 : -1;
    std::vector<Site> sites = sites_by_rows(*land_, request);
    std::stable_sort(sites.begin(), sites.end(),
                     [&](const Site& a, const Site& b) { return sign * a.location.column < sign * b.location.column; });
    struct Found {
      Site site;
      int length;
    };
    std::optional<Found> best, best_of_all;
    for (const Site& site : sites) {
      const LandBoard building = building_at(*land_, request, site);
      const auto length = tree_.length_to(building);
      if (!length) continue;
      if (!best_of_all || *length < best_of_all->length) best_of_all = {site, *length};
      if ((!best || *length < best->length) && leaves_road(building)) best = {site, *length};
    }
    if (!best) best = best_of_all;
    if (!best) return Move::reject();
    Move move = Move::at(best->site.rotation, best->site.location);
    move.road = *tree_.road_to(building_at(*land_, request, best->site));
    return move;
  }

  // Tells whether the new road has at least two edges at empty cells or, if there is no new road, an empty cell beside
  // the building touches the border or a road.
  bool leaves_road(const LandBoard& building) const {
    const Grid& grid = land_->grid();
    const LandBoard beside = grid.neighbours(building) & land_->empty();
    const Cells cells = *tree_.road_to(building);
    if (cells.empty()) return beside.intersects(grid.rim() | grid.neighbours(land_->roads()));
    const LandBoard road = grid.board(cells);
    int edges = 0;
    for (const Cell c : cells)
      for_each_neighbour(grid, c, [&](Cell n) {
        // The program of 2016 did not look at the uppermost row and the leftmost column.
        if (as_submitted_ && ((n.row == 0 && c.row == 1) || (n.column == 0 && c.column == 1))) return;
        edges += land_->empty().test(grid.bit(n)) && !road.test(grid.bit(n));
      });
    return beside.any() && edges >= 2;
  }

  bool as_submitted_;
  const Rules& rules_;
  int side_;
  Pcg random_;
  Strips factory_strips_, residence_strips_;
  int factory_rows_ = 0, residence_rows_ = 0;  // of the strips so far, with their lines
  bool road_is_next_ = false, park_is_next_ = false;
  int rejects_ = 0;
  bool pond_tried_ = false;

  // Of the present move.
  const Land* land_ = nullptr;
  std::vector<Cells> rotations_;
  RoadTree tree_;
};

PENTOCITY_PLAYER(
    G6, "g6",
    "buildings in strips between lines of roads and parks, factories from the left and residences from the "
    "right (group 6 of 2016)",
    {"as_submitted", false, "play as the program submitted in 2016 did, with its faults"})

}  // namespace
}  // namespace pentocity::players
