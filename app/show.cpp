#include <cctype>
#include <map>

#include "land_picture.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/match/json_cells.hpp"
#include "player_arguments.hpp"
#include "terminal.hpp"

namespace pentocity::app {
namespace {

// In colours each cell is two columns wide, so that it is about square, or, on a terminal that is too narrow for that,
// one column and half a line. Neighbouring buildings of a kind alternate
// between two shades. Of the 256 colours that terminals have, these are close to those of other pictures of lands
// (land_picture.cpp).
int colour_of(Kind kind, bool second_shade) {
  static constexpr int colours[all_kinds.size()][2] = {{231, 231}, {214, 178}, {61, 60},
                                                       {36, 36},   {153, 153}, {237, 237}};
  return colours[static_cast<std::size_t>(kind)][second_shade ? 1 : 0];
}
// Of the newest building, and of what an invalid move tried, where no text fits into a cell: red, and magenta.
constexpr int colour_of_newest = 160, colour_of_tried = 200;
// White on the two dark colours, black on the others.
int text_colour_of(Kind kind) { return kind == Kind::factory || kind == Kind::road ? 231 : 16; }

// What an invalid move tried: a character for each of its cells on the land, and its cells off the land.
struct Tried {
  std::map<Cell, char> marks;
  Cells off_land;
  bool shows(char mark) const {
    return std::ranges::any_of(marks, [&](const auto& m) { return m.second == mark; });
  }
};
constexpr char not_empty = 'x', touches = '!';

char symbol_of_tried(Kind kind) { return kind == Kind::road ? '-' : static_cast<char>(std::tolower(symbol(kind))); }

Tried tried_in(const LandPicture& picture) {
  Tried tried;
  if (!picture.turn || !picture.turn->fault) return tried;
  const Turn& turn = *picture.turn;
  const Grid& grid = picture.land.grid();
  const auto add = [&](Kind kind, const Cells& cells) {
    for (const Cell cell : cells) {
      if (!grid.contains(cell))
        tried.off_land.push_back(cell);
      else if (picture.land.at(cell) != Kind::empty || tried.marks.contains(cell))
        tried.marks[cell] = not_empty;
      else
        tried.marks[cell] = symbol_of_tried(kind);
    }
  };
  add(Kind::pond, turn.move.pond);
  add(Kind::park, turn.move.park);
  add(Kind::road, turn.move.road);
  const bool residence = turn.request.type() == Building::residence;
  add(residence ? Kind::residence : Kind::factory, turn.building);
  const LandBoard& other = picture.land.of(residence ? Kind::factory : Kind::residence);
  for (const Cell cell : turn.building)
    if (grid.contains(cell) && tried.marks[cell] != not_empty &&
        grid.neighbours(grid.board({{cell}})).intersects(other))
      tried.marks[cell] = touches;
  return tried;
}

// Says what the marks mean, and which cells they cannot show.
std::string legend_of(const Tried& tried, const Turn& turn) {
  std::string out;
  if (turn.fault == Fault::bad_answer) return fmt::format("it answered: {}\n", printable(turn.move.note));
  if (!tried.marks.empty()) {
    out += "the move tried:";
    for (const Kind kind : all_kinds)
      if (kind != Kind::empty && tried.shows(symbol_of_tried(kind)))
        out += fmt::format("  {} {}", symbol_of_tried(kind), name_of(kind));
    if (tried.shows(not_empty)) out += fmt::format("  {} a cell that is not empty", not_empty);
    if (tried.shows(touches)) out += fmt::format("  {} a cell beside a building of the other type", touches);
    out += '\n';
  }
  if (!tried.off_land.empty()) {
    out += "and cells off the land:";
    for (const Cell cell : tried.off_land) out += fmt::format(" ({},{})", cell.row, cell.column);
    out += '\n';
  }
  return out;
}

// A land in colours.
class Coloured {
 public:
  Coloured(const LandPicture& picture, const Tried& tried) : land_(picture.land), tried_(tried) {
    for (const LandBoard& building : picture.buildings)
      if (!land_.grid().neighbours(building).intersects(second_)) second_ |= building;
    if (!picture.buildings.empty() && picture.turn && picture.turn->stands()) newest_ = picture.buildings.back();
  }

  // The columns from `first` to before `last`, each cell in two columns of the terminal.
  std::string wide(int first, int last) const {
    std::string out;
    for (int r = 0; r < land_.side(); ++r) {
      for (int c = first; c < last; ++c)
        fmt::format_to(std::back_inserter(out), "\x1b[48;5;{}m\x1b[38;5;{}m{}", ground({r, c}),
                       text_colour_of(land_.at({r, c})),
                       tried_.marks.contains({r, c})        ? std::string(2, tried_.marks.at({r, c}))
                       : land_.grid().test(newest_, {r, c}) ? "##"
                                                            : "  ");
      out += "\x1b[0m\n";
    }
    return out;
  }
  // The same with two cells in a column: a half-block in the upper one's colour on the lower one's.
  std::string half(int first, int last) const {
    std::string out;
    for (int r = 0; r < land_.side(); r += 2) {
      for (int c = first; c < last; ++c) {
        const std::string lower = r + 1 < land_.side() ? fmt::format("48;5;{}", of_half({r + 1, c})) : "49";
        fmt::format_to(std::back_inserter(out), "\x1b[{}m\x1b[38;5;{}m▀", lower, of_half({r, c}));
      }
      out += "\x1b[0m\n";
    }
    return out;
  }

 private:
  int ground(Cell cell) const { return colour_of(land_.at(cell), land_.grid().test(second_, cell)); }
  int of_half(Cell cell) const {
    return tried_.marks.contains(cell)        ? colour_of_tried
           : land_.grid().test(newest_, cell) ? colour_of_newest
                                              : ground(cell);
  }

  const Land& land_;
  const Tried& tried_;
  LandBoard second_, newest_;  // buildings in the second shade
};

std::string plain(const Land& land, const Tried& tried, int first, int last) {
  std::string cells = land.to_string();
  for (const auto& [cell, mark] : tried.marks) cells[cell.row * land.side() + cell.column] = mark;
  std::string out;
  for (int r = 0; r < land.side(); ++r) out += cells.substr(r * land.side() + first, last - first) + "\n";
  return out;
}

// Parts of the land that are as wide as the terminal, one below the other. `draw` makes the one from a column of the
// land to before another.
template <class Draw>
std::string in_parts(int side, std::size_t width, Draw&& draw) {
  const int part = static_cast<int>(std::min(width, static_cast<std::size_t>(side)));
  if (part == side) return draw(0, side);
  std::string out;
  for (int first = 0; first < side; first += part) {
    const int last = std::min(first + part, side);
    out += fmt::format("columns {} to {}:\n{}", first, last - 1, draw(first, last));
  }
  return out;
}

// What was built in the newest turn, which coloured pictures mark.
std::string newest_of(const LandPicture& picture) {
  if (!picture.turn || !picture.turn->stands()) return "";
  const Turn& turn = *picture.turn;
  std::string out = "newest:";
  const auto add = [&out](std::string_view what, const Cells& cells) {
    if (cells.empty()) return;
    fmt::format_to(std::back_inserter(out), "  {}", what);
    for (const Cell cell : cells) fmt::format_to(std::back_inserter(out), " ({},{})", cell.row, cell.column);
  };
  add(name_of(turn.request.type()), turn.building);
  add(name_of(Kind::road), turn.move.road);
  add(name_of(Kind::park), turn.move.park);
  add(name_of(Kind::pond), turn.move.pond);
  return out + "\n";
}

std::string describe(const LandPicture& picture) {
  if (!picture.turn) return "before the first turn";
  const Turn& turn = *picture.turn;
  const std::string request =
      fmt::format("{} {}", name_of(turn.request.type()), picture_of(turn.request.cells(), 'X', '.', '|'));
  if (!turn.answered) return fmt::format("turn {}: {}, no answer", picture.number, request);
  if (!turn.stands())
    return fmt::format("turn {}: {}, {} (reject {}), score {}", picture.number, request,
                       turn.fault ? name_of(*turn.fault) : "rejected", picture.rejects, picture.score);
  return fmt::format("turn {}: {} at ({},{}), {} points, score {}", picture.number, request, turn.move.location.row,
                     turn.move.location.column, turn.delta, picture.score);
}

struct Listed {
  std::string player, sequencer, status, path;
  int score = 0;
};

// What the first and the last line of a trace say.
Listed listed(const Folder& folder, const std::string& name) {
  const std::string path = folder.path_of(name), text = gunzip(folder.read(name), path);
  const std::size_t end = text.find_last_not_of('\n') + 1;
  const nlohmann::json first = parse_json(text.substr(0, text.find('\n'))),
                       last = parse_json(text.substr(0, end).substr(text.rfind('\n', end - 1) + 1));
  if (!first.is_object() || !last.is_object()) throw InputError("{}: is no trace", path);
  return {word_in(first, "player"), word_in(first, "sequencer"), word_in(last, "status"), path,
          int_of_json(last.value("score", nlohmann::json())).value_or(0)};
}

// The traces in a folder, or in its folder traces/, a line for each with score, status, player, sequencer and path;
// the games of a player on a sequencer from the best to the worst. Throws InputError if there are none, or one cannot
// be read.
std::string trace_list(const std::string& path) {
  const Folder whole(path), folder = whole.has(traces_folder) ? whole.folder(traces_folder) : Folder(path);
  std::vector<Listed> traces;
  for (const std::string& name : folder.names())
    if (name.ends_with(".jsonl.gz") || name.ends_with(".jsonl")) traces.push_back(listed(folder, name));
  if (traces.empty()) throw InputError("{}: the folder has no traces", path);
  std::ranges::stable_sort(traces, {}, [](const Listed& t) { return std::tuple(t.player, t.sequencer, -t.score); });
  std::string list;
  for (const Listed& t : traces)
    list += fmt::format("{:>6}  {:<8} {} on {}: {}\n", t.score, t.status, t.player, t.sequencer, quoted(t.path));
  return list;
}

struct ShowArguments {
  std::string file, colour = "auto";
  int turn = -1;
};

int show(const ShowArguments& a) {
  const bool colour = a.colour == "always" || (a.colour == "auto" && shows_colours(STDOUT_FILENO));
  if (std::filesystem::is_directory(a.file)) {
    if (a.turn >= 0)
      throw InputError("--turn is about one recorded game, and {0} is a folder: `pentocity show {0}` lists those in it",
                       a.file);
    fmt::print("{}", trace_list(a.file));
    return exit_done;
  }
  const TraceLines trace = read_trace(a.file);
  const LandPicture picture = land_picture(trace, a.file, a.turn);
  const auto name = [&](const char* key) {
    return trace.header.contains(key) ? printable(text_of_json(trace.header[key])) : "?";
  };
  const bool secret = trace.header.contains("repeat");
  fmt::print("player {}, sequencer {}, {} {}, rules {}\n", name("player"), name("sequencer"),
             secret ? "repeat" : "seed", name(secret ? "repeat" : "seed"), name("rules"));
  const Tried tried = tried_in(picture);
  const int side = picture.land.side();
  const std::size_t width = terminal_width(STDOUT_FILENO, std::size_t{2} * max_side);
  const bool half = colour && width < static_cast<std::size_t>(2 * side);
  const Coloured land(picture, tried);
  fmt::print("{}\n{}", describe(picture), in_parts(side, width, [&](int first, int last) {
               return half     ? land.half(first, last)
                      : colour ? land.wide(first, last)
                               : plain(picture.land, tried, first, last);
             }));
  std::string legend;
  for (const Kind kind : all_kinds)
    legend += colour ? fmt::format("\x1b[48;5;{}m  \x1b[0m {}  ", colour_of(kind, false), name_of(kind))
                     : fmt::format("{} {}  ", symbol(kind), name_of(kind));
  fmt::print("{}\n", legend);
  if (!colour || half) fmt::print("{}", newest_of(picture));
  if (picture.turn && !picture.turn->move.note.empty() && picture.turn->fault != Fault::bad_answer)
    fmt::print("note: {}\n", printable(picture.turn->move.note));
  if (picture.turn && picture.turn->fault) fmt::print("{}", legend_of(tried, *picture.turn));
  return judged(picture, a.file);
}

}  // namespace

void add_show(const Command& app) {
  const auto [command, a] = app.command(show, "show", "Show the land of a recorded game in the terminal");
  command.footer(
      {"pentocity show results/quickstart/traces/random__jigsaw-2016__5682113714600035__1.jsonl.gz --turn 100"},
      "The newest building is marked with ## in colours, or, where the terminal is not twice as wide as the land, it "
      "is red, what an invalid move tried is magenta, and a character shows two cells. Then, and without colours, a "
      "line below the land names its cells as (row,column), from the top left corner and from 0. After an invalid move "
      "the land is shown as it stayed, with what the move tried in small letters.");
  command.file("trace TRACE", a.file,
               "Recorded game: a file *.jsonl.gz of the folder traces/ of some results, or *.jsonl. With a folder, its "
               "recorded games are listed");
  command.number("--turn N", a.turn, {0},
                 "Show the land as it was after this turn; turns count from 0 (default: the last turn)");
  command.choice(
      "--color auto|always|never", a.colour,
      "Use colours: auto, that is on a terminal, unless NO_COLOR is set or TERM is dumb (default), always, or never");
}

}  // namespace pentocity::app
