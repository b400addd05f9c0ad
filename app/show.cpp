#include <cctype>
#include <map>

#include "drawn_land.hpp"
#include "land_picture.hpp"
#include "lands_beside.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/match/json_cells.hpp"
#include "player_arguments.hpp"
#include "terminal.hpp"

namespace pentocity::app {
namespace {

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

// How the cells of the land are drawn: buildings in two shades, the newest one marked, and what an invalid move tried.
LandLook look_of(const LandPicture& picture, const Tried& tried) {
  const Grid& grid = picture.land.grid();
  LandBoard second, newest;
  for (const LandBoard& building : picture.buildings)
    if (!grid.neighbours(building).intersects(second)) second |= building;
  if (!picture.buildings.empty() && picture.turn && picture.turn->stands()) newest = picture.buildings.back();
  return [&picture, &tried, &grid, second, newest](Cell cell) {
    const Kind kind = picture.land.at(cell);
    CellLook look{.symbol = symbol(kind),
                  .ground = terminal_colour_of(kind, grid.test(second, cell)),
                  .text_colour = text_colour_of(kind)};
    if (const auto mark = tried.marks.find(cell); mark != tried.marks.end()) {
      look.symbol = mark->second;
      look.text = std::string(2, mark->second);
      look.instead_of_text = colour_of_tried;
    } else if (grid.test(newest, cell)) {
      look.text = "##";
      look.instead_of_text = colour_of_newest;
    }
    return look;
  };
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

// The traces in a folder, a line for each with score, status, player, sequencer and path; the games of a player on a
// sequencer from the best to the worst. Throws InputError if there are none, or one cannot be read.
std::string trace_list(const std::string& path) {
  const Folder folder = traces_of(path);
  std::vector<Listed> traces;
  for (const std::string& name : trace_names(folder)) traces.push_back(listed(folder, name));
  std::ranges::stable_sort(traces, {}, [](const Listed& t) { return std::tuple(t.player, t.sequencer, -t.score); });
  std::string list;
  for (const Listed& t : traces)
    list += fmt::format("{:>6}  {:<8} {} on {}: {}\n", t.score, t.status, t.player, t.sequencer, shell_word(t.path));
  return list;
}

struct ShowArguments {
  std::vector<std::string> files;
  std::string colour = "auto", empty;
  int turn = -1;
};

// What is wrong with the words of the command as a whole.
void check(const ShowArguments& a) {
  if (a.files.size() > 2) throw InputError("show: {} recorded games: expected one, two, or a folder", a.files.size());
  const std::string& file = a.files.front();
  const bool folder = std::filesystem::is_directory(file);
  if (!a.empty.empty() && (!folder || a.files.size() > 1 || a.turn >= 0))
    throw InputError("--empty is about all recorded games of a player: expected one folder of results, and no --turn");
  if (folder && a.turn >= 0)
    throw InputError("--turn is about one recorded game, and {} is a folder: `pentocity show {}` lists those in it",
                     file, shell_word(file));
}

int show(const ShowArguments& a) {
  const bool colour = a.colour == "always" || (a.colour == "auto" && shows_colours(STDOUT_FILENO));
  check(a);
  const std::string& file = a.files.front();
  if (!a.empty.empty()) {
    show_empty(file, a.empty, colour);
    return exit_done;
  }
  if (a.files.size() == 2) {
    show_beside(file, a.files.back(), a.turn, colour);
    return exit_done;
  }
  if (std::filesystem::is_directory(file)) {
    fmt::print("{}", trace_list(file));
    return exit_done;
  }
  const TraceLines trace = read_trace(file);
  const LandPicture picture = land_picture(trace, file, a.turn);
  const auto name = [&](const char* key) {
    return trace.header.contains(key) ? printable(text_of_json(trace.header[key])) : "?";
  };
  const bool secret = trace.header.contains("repeat");
  fmt::print("player {}, sequencer {}, {} {}, rules {}\n", name("player"), name("sequencer"),
             secret ? "repeat" : "seed", name(secret ? "repeat" : "seed"), name("rules"));
  const Tried tried = tried_in(picture);
  const int side = picture.land.side();
  const std::size_t width = terminal_width(STDOUT_FILENO, std::size_t{2} * max_side);
  const LandStyle style = land_style(colour, side, width);
  fmt::print("{}\n{}{}", describe(picture), drawn_land(side, width, style, look_of(picture, tried)),
             legend_of_kinds(style));
  if (style != LandStyle::wide) fmt::print("{}", newest_of(picture));
  if (picture.turn && !picture.turn->move.note.empty() && picture.turn->fault != Fault::bad_answer)
    fmt::print("note: {}\n", printable(picture.turn->move.note));
  if (picture.turn && picture.turn->fault) fmt::print("{}", legend_of(tried, *picture.turn));
  return judged(picture, file);
}

}  // namespace

void add_show(const Command& app) {
  const auto [command, a] = app.command(show, "show", "Show the lands of recorded games in the terminal");
  command.footer(
      {"pentocity show results/quickstart/traces/random__jigsaw-2016__5682113714600035__1.jsonl.gz --turn 100",
       "pentocity show results/quickstart --empty jigsaw-2016"},
      "The newest building is marked with ## in colours, or, where the terminal is not twice as wide as the land, it "
      "is red, what an invalid move tried is magenta, and a character shows two cells. Then, and without colours, a "
      "line below the land names its cells as (row,column), from the top left corner and from 0. After an invalid move "
      "the land is shown as it stayed, with what the move tried in small letters.\n"
      "Two games are shown beside each other, with their figures and the first turn in which they differ.");
  command.file("traces TRACE", a.files,
               "Recorded game, or two: files *.jsonl.gz of the folder traces/ of some results, or *.jsonl. With a "
               "folder, its recorded games are listed");
  command.option(
      "--empty PLAYER", a.empty,
      "With a folder: a map of the land that tells how often each cell was empty at the end of this player's "
      "recorded games");
  command.number("--turn N", a.turn, {0},
                 "Show the land as it was after this turn; turns count from 0 (default: the last turn)");
  command.choice(
      "--color auto|always|never", a.colour,
      "Use colours: auto, that is on a terminal, unless NO_COLOR is set or TERM is dumb (default), always, or never");
}

}  // namespace pentocity::app
