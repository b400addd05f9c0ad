#include "lands_beside.hpp"

#include <unistd.h>

#include <set>

#include "drawn_land.hpp"
#include "land_picture.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/printable.hpp"
#include "terminal.hpp"

namespace pentocity::app {

namespace {

constexpr std::string_view gap = "   ";  // between two lands
constexpr int same_built = 251, same_empty = 231;

// A game that is shown beside another one.
struct ShownGame {
  TraceLines trace;
  LandPicture picture;

  ShownGame(const std::string& path, int turn) : trace(read_trace(path)), picture(land_picture(trace, path, turn)) {
    if (!picture.mismatches.empty())
      throw InputError("{}: this recording does not agree with its rules: `pentocity replay` tells where", path);
  }
  const Land& land() const { return picture.land; }
  std::string title() const {
    return fmt::format("{} on {}", printable(word_in(trace.header, "player")),
                       printable(word_in(trace.header, "sequencer")));
  }
};

// How the cells of a land are drawn beside another one.
LandLook look_beside(const Land& land, const Land& other) {
  return [&](Cell cell) {
    const Kind kind = land.at(cell);
    const bool same = kind == other.at(cell), small = same && kind != Kind::empty;
    const char letter = symbol(kind);
    return CellLook{.symbol = !small               ? letter
                              : kind == Kind::road ? '-'
                                                   : static_cast<char>(std::tolower(letter)),
                    .ground = !same   ? terminal_colour_of(kind)
                              : small ? same_built
                                      : same_empty};
  };
}

std::string beside(const ShownGame& a, const ShownGame& b, bool colour) {
  const int side = a.land().side();
  const std::size_t width = terminal_width(STDOUT_FILENO, std::size_t{4} * max_side), cells = 2 * side;
  const LandStyle style = land_style(colour, side, (width - std::min(width, gap.size())) / 2);
  const LandLook look_a = look_beside(a.land(), b.land()), look_b = look_beside(b.land(), a.land());
  if (cells + gap.size() > width)
    return fmt::format("{}\n{}{}\n{}", a.title(), drawn_land(side, width, style, look_a), b.title(),
                       drawn_land(side, width, style, look_b));
  const auto columns = static_cast<std::size_t>(style == LandStyle::wide ? 2 * side : side);
  std::string title = a.title();
  title.resize(std::max(title.size(), columns), ' ');
  std::string out = fmt::format("{}{}{}\n", title, gap, b.title());
  const auto lines_a = drawn_lines(side, 0, side, style, look_a), lines_b = drawn_lines(side, 0, side, style, look_b);
  for (std::size_t i = 0; i < lines_a.size(); ++i) out += fmt::format("{}{}{}\n", lines_a[i], gap, lines_b[i]);
  return out;
}

// What a turn's line of a trace says of the move; two equal moves say the same.
std::string move_text(const nlohmann::json& line) {
  if (!line.value("accept", false)) return "rejected";
  std::string out = "at";
  for (const char* name : {"building", "road", "park", "water"})
    if (const auto cells = line.find(name); cells != line.end() && cells->is_array() && !cells->empty()) {
      if (std::string_view(name) != "building") out += fmt::format("  {}", name);
      for (const auto& cell : *cells)
        if (cell.is_array() && cell.size() == 2) out += fmt::format(" ({},{})", cell[0].dump(), cell[1].dump());
    }
  return out;
}

// The first turn in which the games differ, up to the turns that are shown.
std::string first_difference(const ShownGame& a, const ShownGame& b) {
  const int last = std::min(a.picture.number, b.picture.number);
  for (int turn = 0; turn <= last; ++turn) {
    const auto &line_a = a.trace.turns[turn], &line_b = b.trace.turns[turn];
    if (line_a.value("request", nlohmann::json()) != line_b.value("request", nlohmann::json()))
      return fmt::format("from turn {} on their requests differ\n", turn);
    const std::string move_a = move_text(line_a), move_b = move_text(line_b);
    if (move_a != move_b)
      return fmt::format("they differ from turn {} on:\n  {}: {}\n  {}: {}\n", turn, a.title(), move_a, b.title(),
                         move_b);
  }
  return fmt::format("the same moves in the {} that both have\n", counted(static_cast<std::size_t>(last) + 1, "turn"));
}

std::string figures_beside(const ShownGame& a, const ShownGame& b) {
  std::string out = fmt::format("{:<20}{:>8}{:>8}{:>12}\n", "", "left", "right", "difference");
  const auto line = [&](std::string_view name, int left, int right) {
    out += fmt::format("{:<20}{:>8}{:>8}{:>+12}\n", name, left, right, left - right);
  };
  line("turn", a.picture.number, b.picture.number);
  line("score", a.picture.score, b.picture.score);
  line("rejects", a.picture.rejects, b.picture.rejects);
  line("buildings", static_cast<int>(a.picture.buildings.size()), static_cast<int>(b.picture.buildings.size()));
  for (const Kind kind : all_kinds)
    line(fmt::format("cells: {}", name_of(kind)), a.land().of(kind).count(), b.land().of(kind).count());
  return out;
}

}  // namespace

void show_beside(const std::string& first, const std::string& second, int turn, bool colour) {
  const ShownGame a(first, turn), b(second, turn);
  if (a.land().side() != b.land().side())
    throw InputError("{} and {}: their lands have sides of {} and {}: expected lands of one size", first, second,
                     a.land().side(), b.land().side());
  fmt::print("{}", beside(a, b, colour));
  fmt::print("{}: the same in both lands\n\n{}\n{}", colour ? "grey" : "small letters, and - for roads",
             figures_beside(a, b), first_difference(a, b));
}

void show_empty(const std::string& path, const std::string& player, bool colour) {
  const Folder folder = traces_of(path);
  std::vector<int> empty;
  int games = 0, side = 0;
  std::set<std::string> others;
  for (const std::string& name : trace_names(folder)) {
    const TraceLines trace = parse_trace(gunzip(folder.read(name), folder.path_of(name)), folder.path_of(name));
    if (const std::string by = word_in(trace.header, "player"); by != player) {
      others.insert(by);
      continue;
    }
    if (word_in(trace.end, "status") != "ok") continue;
    if (games++ == 0) {
      side = trace.rules.side;
      empty.resize(static_cast<std::size_t>(side * side));
    }
    const std::string grid = word_in(trace.end, "grid");
    if (trace.rules.side != side || grid.size() != empty.size())
      throw InputError("{}: the lands of {}'s games have different sizes: expected one", path, player);
    for (std::size_t i = 0; i < empty.size(); ++i) empty[i] += grid[i] == symbol(Kind::empty);
  }
  if (games == 0)
    throw InputError("{}: has no recorded game of '{}' that ended well{}", path, player,
                     suggestion(player, {others.begin(), others.end()}));
  // From white over yellow and orange to a dark red.
  constexpr std::array colours{231, 230, 229, 228, 222, 215, 208, 202, 196, 160, 88};
  // 0: in no game; 1 to 10: in a tenth of them at most, and so on.
  const auto level = [&](Cell cell) { return (10 * empty[cell.row * side + cell.column] + games - 1) / games; };
  const std::size_t width = terminal_width(STDOUT_FILENO, std::size_t{2} * max_side);
  const LandStyle style = land_style(colour, side, width);
  fmt::print("{}: {} of {} cells empty at the end of {}, on average\n", player,
             fmt::format("{:.1f}", static_cast<double>(std::accumulate(empty.begin(), empty.end(), 0)) / games),
             side * side, counted(static_cast<std::size_t>(games), "recorded game"));
  fmt::print("{}", drawn_land(side, width, style, [&](Cell cell) {
               return CellLook{.symbol = ".123456789X"[level(cell)], .ground = colours[level(cell)]};
             }));
  if (style == LandStyle::plain)
    fmt::print("a cell is empty in . no game  1 up to 10% of the games  2 up to 20%  ...  9 up to 90%  X more\n");
  else
    fmt::print(
        "a cell is empty in \x1b[48;5;{}m  \x1b[0m no game  \x1b[48;5;{}m  \x1b[0m up to 10% of the games  "
        "\x1b[48;5;{}m  \x1b[0m up to 50%  \x1b[48;5;{}m  \x1b[0m more than 90%\n",
        colours[0], colours[1], colours[5], colours[10]);
}

}  // namespace pentocity::app
