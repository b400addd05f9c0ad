#include "pentocity/packing/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>

#include "pentocity/core/picture.hpp"
#include "pentocity/input/printable.hpp"

namespace pentocity::packing {
namespace {

constexpr std::array<std::string_view, 9> colours{"#77AADD", "#EE8866", "#EEDD88", "#FFAABB", "#99DDFF",
                                                  "#44BB99", "#BBCC33", "#AAAA00", "#DDDDDD"};
constexpr double half_width = 18, margin = 10, font_size = 17;  // in pixels

// A point in whole units, so that the corners of neighbouring cells are equal. Across, a unit is half a cell's width,
// of a cube a quarter; down, half a square or cube, half the side of a hexagon, or a third of the height of a triangle.
//
// Solids are drawn as one sees them from above and from the front right, their layers apart and below each other, the
// first on top. Of each cube there is the upper face, which is slanted, and the walls with nothing before them.
struct Point {
  int x, y;
  friend auto operator<=>(const Point&, const Point&) = default;
  friend Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
};

constexpr std::array<Point, 4> square_corners{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
constexpr std::array<Point, 6> hex_corners{{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}}};
constexpr std::array<Point, 3> corners_pointing_up{{{0, -2}, {1, 1}, {-1, 1}}};
constexpr std::array<Point, 3> corners_pointing_down{{{-1, -1}, {1, -1}, {0, 2}}};
constexpr std::array<Point, 4> cube_corners{{{-1, -1}, {3, -1}, {1, 1}, {-3, 1}}};
constexpr int wall_height = 2, layer_gap = 2;

// Relative to the centre, clockwise.
std::span<const Point> corners(Cell c, Lattice lattice) {
  if (lattice == Lattice::square) return square_corners;
  if (lattice == Lattice::hex) return hex_corners;
  if (lattice == Lattice::cube) return cube_corners;
  return sort_of(c, lattice) == 0 ? corners_pointing_up : corners_pointing_down;
}

Point centre(Cell c, const Puzzle& puzzle) {
  if (puzzle.lattice == Lattice::square) return {2 * c.column + 1, 2 * c.row + 1};
  if (puzzle.lattice == Lattice::triangle) return {c.column + 1, 3 * c.row + 2 - sort_of(c, puzzle.lattice)};
  if (puzzle.lattice == Lattice::hex) return {2 * c.column + 1 + c.row % 2, 3 * c.row + 2};
  const int row = c.row % layer_rows, layer = c.row / layer_rows;
  return {4 * c.column + 2 * (puzzle.rows - row) + 1,
          2 * row + 1 + layer * (2 * puzzle.rows + wall_height + layer_gap)};
}

double unit_across(Lattice lattice) { return lattice == Lattice::cube ? half_width / 2 : half_width; }
double unit_down(Lattice lattice) {
  if (lattice == Lattice::cube) return 0.6 * half_width;
  return lattice == Lattice::square ? half_width : half_width / 1.7320508075688772;
}

std::string pixels(Point p, Lattice lattice) {
  return fmt::format("{:.2f} {:.2f}", margin + p.x * unit_across(lattice), margin + p.y * unit_down(lattice));
}

// Cells by their layers; in the plane these are all in one.
std::map<int, Cells> by_layer(const Cells& cells) {
  std::map<int, Cells> out;
  for (const Cell c : cells) out[c.row / layer_rows].push_back(c);
  return out;
}

// Where a board wraps, a placement is drawn in as many parts as one sees.
std::vector<Cells> parts_of(const Cells& cells, const Puzzle& puzzle) {
  std::vector<Cells> out;
  for (auto& [layer, part] : by_layer(cells)) out.push_back(std::move(part));
  if (!puzzle.rounds().any()) return out;
  out.clear();
  for (std::set<Cell> rest(cells.begin(), cells.end()); !rest.empty();) {
    Cells& part = out.emplace_back(Cells{rest.extract(rest.begin()).value()});
    for (std::size_t i = 0; i < part.size(); ++i)
      for (const Cell step : steps(puzzle.lattice, 0))
        if (const Cell next = part[i] + step; rest.erase(next) > 0) part.push_back(next);
  }
  return out;
}

// As path data: closed loops around the cells; the edges inside, and those where they go on at the other side of the
// board; and the others, if there are any of these: else the loops are all.
struct Outline {
  std::string loops, seams;
  std::optional<std::string> border = {};
};
Outline outline_of(const Cells& cells, const Cells& whole, const Puzzle& puzzle) {
  const Lattice lattice = puzzle.lattice;
  std::string outline, seams;
  std::optional<std::string> border;
  std::set<std::pair<Point, Point>> open_to_other_side;
  std::set<std::pair<Point, Point>> open;
  for (const Cell c : cells) {
    const auto around = corners(c, lattice);
    for (std::size_t i = 0; i < around.size(); ++i) {
      const Point from = centre(c, puzzle) + around[i], to = centre(c, puzzle) + around[(i + 1) % around.size()];
      if (open.erase({to, from}) == 0)
        open.insert({from, to});
      else
        seams += fmt::format("M{}L{}", pixels(from, lattice), pixels(to, lattice));
      if (!puzzle.rounds().any()) continue;
      constexpr std::array<Cell, 4> across{{{-1, 0}, {0, 1}, {1, 0}, {0, -1}}};
      const Cell next = c + across[i], on_board = puzzle.rounds()(next);
      if (next != on_board && std::find(whole.begin(), whole.end(), on_board) != whole.end())
        open_to_other_side.insert({from, to});
    }
  }
  if (!open_to_other_side.empty()) border.emplace();
  for (const auto& [from, to] : open)
    if (border)
      (open_to_other_side.contains({from, to}) ? seams : *border) +=
          fmt::format("M{}L{}", pixels(from, lattice), pixels(to, lattice));
  std::multimap<Point, Point> rim(open.begin(), open.end());
  while (!rim.empty()) {
    const Point start = rim.begin()->first;
    Point at = start;
    char command = 'M';
    do {
      outline += fmt::format("{}{}", command, pixels(at, lattice));
      command = 'L';
      const auto edge = rim.find(at);
      at = edge->second;
      rim.erase(edge);
    } while (at != start);
    outline += 'Z';
  }
  return {outline, seams, border};
}

// A colour for each placement, none that a neighbour has, and of the others the one used least. Placements are coloured
// in the reverse of the order in which one with the fewest remaining neighbours is taken away, again and again (Matula
// and Beck 1983): in the plane the graph is planar, so that never more than five neighbours have their colour before.
// In a solid a piece may have more neighbours than there are colours, and then one of them has its colour.
std::vector<std::size_t> choose_colours(const Puzzle& puzzle, const Solution& solution) {
  std::map<Cell, std::size_t> owner;
  for (std::size_t i = 0; i < solution.size(); ++i)
    for (const Cell c : solution[i].cells) owner[c] = i;
  std::vector<std::set<std::size_t>> neighbours(solution.size());
  for (const auto& [cell, i] : owner)
    for (const Cell step : steps(puzzle.lattice, sort_of(cell, puzzle.lattice)))
      if (const auto next = owner.find(puzzle.rounds()(cell + step)); next != owner.end() && next->second != i)
        neighbours[i].insert(next->second);

  std::vector<std::size_t> order, left(solution.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (auto remaining = neighbours; !left.empty();) {
    const auto fewest = std::min_element(left.begin(), left.end(), [&](std::size_t a, std::size_t b) {
      return remaining[a].size() < remaining[b].size();
    });
    for (const std::size_t n : remaining[*fewest]) remaining[n].erase(*fewest);
    order.push_back(*fewest);
    left.erase(fewest);
  }

  constexpr std::size_t none = colours.size();
  std::vector<std::size_t> chosen(solution.size(), none);
  std::array<int, colours.size()> used{};
  std::reverse(order.begin(), order.end());
  for (const std::size_t i : order) {
    std::array<int, colours.size()> cost = used;
    for (const std::size_t n : neighbours[i])
      if (chosen[n] != none) cost[chosen[n]] = INT_MAX;
    chosen[i] = static_cast<std::size_t>(std::min_element(cost.begin(), cost.end()) - cost.begin());
    ++used[chosen[i]];
  }
  return chosen;
}

// The blocked cells that are drawn: on triangles, where a board mostly has slanted sides, not those around it; none of
// a solid, of which one sees the shape better without them.
Cells drawn_blocks(const Puzzle& puzzle) {
  if (puzzle.lattice == Lattice::cube) return {};
  if (puzzle.lattice != Lattice::triangle) return puzzle.blocked;
  Cells outside;
  for (const Cell c : puzzle.blocked)
    if (c.row == 0 || c.column == 0 || c.row == puzzle.rows - 1 || c.column == puzzle.columns - 1) outside.push_back(c);
  std::set<Cell> out(puzzle.blocked.begin(), puzzle.blocked.end());
  for (const Cell c : outside) out.erase(c);
  for (std::size_t i = 0; i < outside.size(); ++i)
    for (const Cell step : steps(puzzle.lattice, sort_of(outside[i], puzzle.lattice)))
      if (const Cell next = outside[i] + step; out.erase(next) > 0) outside.push_back(next);
  return {out.begin(), out.end()};
}

// The cell nearest to the middle of the placement.
Cell label_cell(const Cells& cells, const Puzzle& puzzle) {
  Point sum{0, 0};
  for (const Cell c : cells) sum = sum + centre(c, puzzle);
  const auto distance = [&](Cell c) {
    const int n = static_cast<int>(cells.size());
    const double x = (n * centre(c, puzzle).x - sum.x) * unit_across(puzzle.lattice);
    const double y = (n * centre(c, puzzle).y - sum.y) * unit_down(puzzle.lattice);
    return x * x + y * y;
  };
  return *std::min_element(cells.begin(), cells.end(), [&](Cell a, Cell b) { return distance(a) < distance(b); });
}

// The front and right walls of cubes that no other cube hides.
std::string walls(const Cells& cells, const std::set<Cell>& filled, const Puzzle& puzzle, std::string_view fill) {
  std::string out;
  const auto wall = [&](Cell cell, Cell before, Point from, Point to) {
    if (filled.contains(cell + before)) return;
    const Point middle = centre(cell, puzzle), down{0, wall_height};
    const auto corner = [&](Point p) { return pixels(middle + p, Lattice::cube); };
    out += fmt::format("<path d=\"M{}L{}L{}L{}Z\" fill=\"{}\" stroke=\"#222222\"/>\n", corner(from), corner(to),
                       corner(to + down), corner(from + down), fill);
  };
  for (const Cell c : cells) {
    wall(c, {1, 0}, cube_corners[3], cube_corners[2]);
    wall(c, {0, 1}, cube_corners[2], cube_corners[1]);
  }
  return out;
}

// Cells with their outline, filled, and the edges between them. They are a part of the whole.
std::string area(const Cells& cells, const Cells& whole, const Puzzle& puzzle, std::string_view fill) {
  const auto [loops, seams, border] = outline_of(cells, whole, puzzle);
  constexpr std::string_view pen = "stroke=\"#222222\" stroke-width=\"3\"";
  std::string out = fmt::format("<path d=\"{}\" fill=\"{}\" fill-rule=\"evenodd\"{}{}/>\n", loops, fill,
                                border ? "" : " ", border ? "" : pen);
  if (border) out += fmt::format("<path d=\"{}\" fill=\"none\" {}/>\n", *border, pen);
  if (!seams.empty()) out += fmt::format("<path d=\"{}\" stroke=\"#000000\" stroke-opacity=\"0.3\"/>\n", seams);
  return out;
}

// A text in a cell, so many pixels below its middle.
std::string text_in(Cell cell, const Puzzle& puzzle, double below, double size, const std::string& text) {
  const Point at = centre(cell, puzzle);
  return fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\">{}</text>",
                     margin + at.x * unit_across(puzzle.lattice), margin + at.y * unit_down(puzzle.lattice) + below,
                     size, text);
}

// An attribute of the document's root, in pixels.
double size_of(const std::string& picture, const std::string& attribute) {
  const std::string mark = " " + attribute + "=\"";
  const std::size_t at = picture.find(mark);
  double size = 0;
  if (at != std::string::npos && at < picture.find('>'))
    std::from_chars(picture.data() + at + mark.size(), picture.data() + picture.size(), size);
  if (size <= 0) throw std::invalid_argument("a picture has no " + attribute);
  return size;
}

}  // namespace

std::string svg_of(const Puzzle& puzzle, const Solution& solution, Labels labels) {
  const Lattice lattice = puzzle.lattice;
  Point far{0, 0};
  Cells free_cells;
  for (const Cell c : puzzle.all_cells()) {
    for (const Point corner : corners(c, lattice)) {
      const Point p = centre(c, puzzle) + corner;
      far = {std::max(far.x, p.x), std::max(far.y, p.y)};
    }
    if (puzzle.has(c)) free_cells.push_back(c);
  }
  if (lattice == Lattice::cube) far.y += wall_height;
  const double width = 2 * margin + far.x * unit_across(lattice), height = 2 * margin + far.y * unit_down(lattice);

  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.2f}\" height=\"{1:.2f}\" viewBox=\"0 0 {0:.2f} {1:.2f}\" "
      "font-family=\"sans-serif\" text-anchor=\"middle\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
      "<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#FFFFFF\"/>\n",
      width, height, markup_text(puzzle.name));
  for (const auto& [layer, cells] : by_layer(drawn_blocks(puzzle))) out += area(cells, cells, puzzle, "#555555");
  for (const auto& [layer, cells] : by_layer(free_cells)) out += area(cells, cells, puzzle, "#FFFFFF");

  const auto kinds = kinds_of(puzzle);
  const auto chosen = choose_colours(puzzle, solution);
  if (lattice == Lattice::cube) {  // upper faces lie before all walls of their layer
    std::set<Cell> filled;
    for (const Placement& placed : solution) filled.insert(placed.cells.begin(), placed.cells.end());
    for (std::size_t i = 0; i < solution.size(); ++i)
      out += walls(solution[i].cells, filled, puzzle, colours[chosen[i]]);
  }
  for (std::size_t i = 0; i < solution.size(); ++i) {
    const Placement& placed = solution[i];
    const std::string& kind = kinds[placed.kind].name;
    const std::string label = labels == Labels::kinds ? kind : placement_label(static_cast<int>(i));
    out +=
        fmt::format("<g><title>{}: {}</title>\n", markup_text(placement_label(static_cast<int>(i))), markup_text(kind));
    // Longer labels are set smaller, so that they stay in the cell; the baseline is a third of a letter below the
    // middle.
    const double size = std::min(font_size, 2.6 * font_size / static_cast<double>(label.size()));
    for (const Cells& part : parts_of(placed.cells, puzzle)) {
      out += area(part, placed.cells, puzzle, colours[chosen[i]]);
      out += text_in(label_cell(part, puzzle), puzzle, size * 0.36, size, markup_text(label));
    }
    for (std::size_t c = 0; c < placed.colours.size(); ++c)  // in small letters above the middle
      if (placed.colours[c] != '.')
        out += text_in(placed.cells[c], puzzle, -font_size * 0.4, font_size * 0.6, {placed.colours[c]});
    out += "</g>\n";
  }
  return out + "</svg>\n";
}

std::string svg_sheet(std::span<const std::string> pictures, std::string_view title) {
  if (pictures.empty()) throw std::invalid_argument("a sheet has at least one picture");
  const double width = size_of(pictures.front(), "width"), height = size_of(pictures.front(), "height");
  const std::size_t n = pictures.size();
  const auto rows_of = [&](std::size_t columns) { return (n + columns - 1) / columns; };
  std::size_t columns = 1;
  while (columns < n && 3 * width * static_cast<double>(columns) < 4 * height * static_cast<double>(rows_of(columns)))
    ++columns;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.2f}\" height=\"{1:.2f}\" viewBox=\"0 0 {0:.2f} "
      "{1:.2f}\">\n"
      "<title>{2}</title>\n",
      width * static_cast<double>(columns), height * static_cast<double>(rows_of(columns)), markup_text(title));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t row = i / columns, column = i % columns;
    out += fmt::format("<g transform=\"translate({:.2f} {:.2f})\">\n{}</g>\n", width * static_cast<double>(column),
                       height * static_cast<double>(row), pictures[i]);
  }
  return out + "</svg>\n";
}

}  // namespace pentocity::packing
