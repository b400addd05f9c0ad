#include "land_picture.hpp"

#include <png.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "pentocity/game/palette.hpp"

namespace pentocity::app {

namespace {

// Those of the kinds of cells; then come those of lines, of the highlight, and of the ground around the land.
constexpr std::size_t kinds = all_kinds.size();
constexpr std::uint8_t line_index = kinds, highlight_index = kinds + 1, ground_index = kinds + 2;
constexpr std::array<std::uint32_t, kinds + 3> picture_colours = [] {
  std::array<std::uint32_t, kinds + 3> all{};
  std::ranges::transform(kind_colours, all.begin(), &Colour::rgb);
  all[line_index] = 0x222222;
  all[highlight_index] = 0xd0021b;
  all[ground_index] = 0xffffff;
  return all;
}();

std::uint32_t colour_of(Kind kind) { return picture_colours[static_cast<std::size_t>(kind)]; }

// An edge between a cell of a building and one that is none of it: from a grid point to the right or down.
struct Edge {
  int row, column, length;
  bool down;
};

// The outline of a building, neighbouring edges in one line joined.
std::vector<Edge> outline_of(const Grid& grid, const LandBoard& building) {
  const auto inside = [&](int r, int c) { return grid.contains({r, c}) && grid.test(building, {r, c}); };
  // The rows and columns of the building alone: a land has hundreds of buildings.
  Cell from{grid.rows(), grid.columns()}, to{-1, -1};
  for (const Cell c : grid.cells(building)) {
    from = {std::min(from.row, c.row), std::min(from.column, c.column)};
    to = {std::max(to.row, c.row), std::max(to.column, c.column)};
  }
  std::vector<Edge> edges;
  const auto scan = [&](bool down) {
    const auto [first_line, first] = down ? std::pair(from.column, from.row) : std::pair(from.row, from.column);
    const auto [last_line, last] = down ? std::pair(to.column, to.row) : std::pair(to.row, to.column);
    for (int line = first_line; line <= last_line + 1; ++line) {
      int length = 0;
      for (int i = first; i <= last + 1; ++i) {  // one past the end closes the last run
        const bool edge = down ? inside(i, line - 1) != inside(i, line) : inside(line - 1, i) != inside(line, i);
        if (edge) {
          ++length;
        } else if (length > 0) {
          const int begin = i - length;
          edges.push_back({.row = down ? begin : line, .column = down ? line : begin, .length = length, .down = down});
          length = 0;
        }
      }
    }
  };
  scan(false);
  scan(true);
  return edges;
}

const LandBoard* highlighted(const LandPicture& picture, bool highlight) {
  return highlight && picture.turn && picture.turn->stands() ? &picture.buildings.back() : nullptr;
}

std::string path_of(const Grid& grid, const LandBoard& building) {
  std::string path;
  for (const Edge& e : outline_of(grid, building))
    fmt::format_to(std::back_inserter(path), "M{} {}{}{}", e.column, e.row, e.down ? 'v' : 'h', e.length);
  return path;
}

// A picture of palette colours, row by row.
class Raster {
 public:
  Raster(int side, int cell)
      : cell_(cell),
        size_(side * cell + 2 * margin()),
        pixels_(static_cast<std::size_t>(size_) * size_, ground_index) {}

  void fill(Cell c, std::uint8_t colour) {
    rectangle(margin() + c.column * cell_, margin() + c.row * cell_, cell_, cell_, colour);
  }
  // A line `width` pixels thick, its middle on the edge.
  void draw(const Edge& e, int width, std::uint8_t colour) {
    const int x = margin() + e.column * cell_ - width / 2, y = margin() + e.row * cell_ - width / 2;
    const int length = e.length * cell_ + width;
    rectangle(x, y, e.down ? width : length, e.down ? length : width, colour);
  }

  // As PNG.
  std::string encoded() const {
    std::array<std::array<png_byte, 3>, picture_colours.size()> palette{};
    for (std::size_t i = 0; i < picture_colours.size(); ++i)
      palette[i] = {static_cast<png_byte>(picture_colours[i] >> 16), static_cast<png_byte>(picture_colours[i] >> 8),
                    static_cast<png_byte>(picture_colours[i])};
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = image.height = static_cast<png_uint_32>(size_);
    image.format = PNG_FORMAT_RGB_COLORMAP;
    image.colormap_entries = palette.size();
    std::string out;
    png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
    out.resize(bytes);
    if (png_image_write_to_memory(&image, out.data(), &bytes, 0, pixels_.data(), 0, palette.data()) == 0)
      throw std::runtime_error(std::string("PNG: ") + image.message);
    out.resize(bytes);
    return out;
  }

 private:
  int margin() const { return cell_ / 2; }

  void rectangle(int x, int y, int width, int height, std::uint8_t colour) {
    for (int v = y; v < y + height; ++v) std::fill_n(pixels_.begin() + std::ptrdiff_t{v} * size_ + x, width, colour);
  }

  int cell_, size_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace

LandPicture land_picture(const TraceLines& trace, const std::string& file, int turn) {
  const int turns = static_cast<int>(trace.turns.size());
  if (turn >= turns)
    throw InputError(turns == 0
                         ? fmt::format("{}: there is no turn {}: the game has none", file, turn)
                         : fmt::format("{}: there is no turn {}: the game has turns 0 to {}", file, turn, turns - 1));
  const int last = turn < 0 ? turns - 1 : turn;
  LandPicture picture{empty_land(trace.rules), {}, std::nullopt};
  int number = 0;
  picture.mismatches = replay_trace(trace, [&](const Game& game, const Turn& played) {
    if (number <= last) {
      picture.land = played.fault ? game.measured_land() : game.land();
      picture.turn = played;
      // What is no answer stands in the note alone, which is not replayed.
      if (const auto note = trace.turns[number].find("note"); note != trace.turns[number].end() && note->is_string())
        picture.turn->move.note = *note;
      picture.number = number;
      picture.score = game.score();
      picture.rejects = game.rejects();
      if (played.stands()) picture.buildings.push_back(game.land().grid().board(played.building));
    }
    ++number;
  });
  return picture;
}

Folder traces_of(const std::string& path) {
  Folder whole(path);
  if (whole.has(traces_folder)) return whole.folder(traces_folder);
  return whole;
}

std::vector<std::string> trace_names(const Folder& folder) {
  std::vector<std::string> out = folder.names();
  std::erase_if(out, [](const std::string& name) { return !name.ends_with(".jsonl.gz") && !name.ends_with(".jsonl"); });
  if (out.empty()) throw InputError("{}: the folder has no traces", folder.path_of(""));
  return out;
}

int judged(const LandPicture& picture, const std::string& file) {
  if (picture.mismatches.empty()) return exit_done;
  const Mismatch& m = picture.mismatches.front();
  tell("{}: this recording does not agree with its rules: {}{}: recorded {}, replayed {}", file,
       m.turn >= 0 ? fmt::format("turn {}: ", m.turn) : "", m.field, m.recorded, m.replayed);
  return exit_no;
}

std::string svg_of(const LandPicture& picture, bool highlight) {
  const Grid& grid = picture.land.grid();
  const int side = picture.land.side();
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-.5 -.5 {0} {0}\" width=\"{1}\" height=\"{1}\">\n"
      "<rect width=\"{2}\" height=\"{2}\" fill=\"#{3:06x}\" stroke=\"#{4:06x}\" stroke-width=\".2\"/>\n",
      side + 1, 12 * (side + 1), side, colour_of(Kind::empty), picture_colours[line_index]);
  const auto into = std::back_inserter(out);
  for (const Kind kind : all_kinds) {
    if (kind == Kind::empty || !picture.land.of(kind).any()) continue;
    fmt::format_to(into, R"(<path id="{}" fill="#{:06x}" shape-rendering="crispEdges" d=")", name_of(kind),
                   colour_of(kind));
    for (int r = 0; r < side; ++r)
      for (int c = 0, length = 0; c < side; c += std::max(length, 1)) {
        for (length = 0; c + length < side && grid.test(picture.land.of(kind), {r, c + length});) ++length;
        if (length > 0) fmt::format_to(into, "M{} {}h{}v1h-{}z", c, r, length, length);
      }
    out += "\"/>\n";
  }
  fmt::format_to(into, "<g fill=\"none\" stroke=\"#{:06x}\" stroke-width=\".12\" stroke-linecap=\"square\">\n",
                 picture_colours[line_index]);
  for (const LandBoard& building : picture.buildings)
    fmt::format_to(into, "<path d=\"{}\"/>\n", path_of(grid, building));
  out += "</g>\n";
  if (const LandBoard* newest = highlighted(picture, highlight))
    fmt::format_to(into,
                   "<path id=\"newest\" fill=\"none\" stroke=\"#{:06x}\" stroke-width=\".4\" stroke-linecap=\"square\" "
                   "d=\"{}\"/>\n",
                   picture_colours[highlight_index], path_of(grid, *newest));
  return out + "</svg>\n";
}

std::string png_of(const LandPicture& picture, bool highlight, int cell) {
  const Grid& grid = picture.land.grid();
  const int side = picture.land.side();
  Raster raster(side, cell);
  for (int r = 0; r < side; ++r)
    for (int c = 0; c < side; ++c) raster.fill({r, c}, static_cast<std::uint8_t>(picture.land.at({r, c})));
  const int line = std::max(1, cell / 8);
  const auto draw = [&](const LandBoard& board, int width, std::uint8_t colour) {
    for (const Edge& e : outline_of(grid, board)) raster.draw(e, width, colour);
  };
  for (const LandBoard& building : picture.buildings) draw(building, line, line_index);
  for (const bool down : {false, true})
    for (const int at : {0, side})
      raster.draw({.row = down ? 0 : at, .column = down ? at : 0, .length = side, .down = down}, line + 1, line_index);
  if (const LandBoard* newest = highlighted(picture, highlight)) draw(*newest, 3 * line, highlight_index);
  return raster.encoded();
}

}  // namespace pentocity::app
