#include "pentocity/districting/puzzle.hpp"

#include "../terminal.hpp"
#include "common.hpp"
#include "pentocity/web/pages.hpp"

namespace pentocity::app {

namespace {

struct DistrictPuzzleArguments {
  std::optional<int> size, count;
  std::uint64_t seed = 1;
  bool unique = false;
  std::string board, task = "minority", format = "text", html, sheet, answers;
};

ordered_json puzzle_json(const districting::GerrymanderPuzzle& puzzle, const DistrictPuzzleArguments& a) {
  const Electorate& e = puzzle.electorate;
  ordered_json board = ordered_json::array(), seats;
  for (int r = 0; r < e.rows; ++r) board.push_back(e.cells.substr(r * e.columns, e.columns));
  for (std::size_t i = 0; i < puzzle.seats.a.size(); ++i) seats[std::to_string(i)] = std::to_string(puzzle.seats.a[i]);
  return {{"format", "pentocity-gerrymander-puzzle/1"},
          {"rows", e.rows},
          {"columns", e.columns},
          {"size", e.rules.min},
          {"board", board},
          {"minority", "A"},
          {"task", a.task},
          {"ties", "nobody"},
          {"seed", a.board.empty() ? ordered_json(a.seed) : ordered_json(nullptr)},
          {"plans", std::to_string(puzzle.seats.plans)},
          {"winning", std::to_string(puzzle.winning)},
          {"seats", seats},
          {"difficulty",
           {{"ratio", static_cast<double>(puzzle.winning) / static_cast<double>(puzzle.seats.plans)},
            {"forced", puzzle.forced},
            {"borders", puzzle.borders}}}};
}

void print_text(const districting::GerrymanderPuzzle& puzzle) {
  const Electorate& e = puzzle.electorate;
  std::string picture = picture_of(e);
  std::replace(picture.begin(), picture.end(), '|', '\n');
  fmt::print("{}\n\nDivide the {} voters into {} connected districts of {} so that {}.\n", picture, e.cells.size(),
             e.districts(), e.rules.min,
             puzzle.task == districting::GerrymanderTask::minority
                 ? fmt::format("A, with {} votes, wins more of them than B", e.votes_of_a())
                 : "B wins all of them");
  fmt::print("{} of {} plans do{}. {} of {} borders between neighbours follow without a guess.\n", puzzle.winning,
             puzzle.seats.plans, puzzle.winning == 1 ? "es" : "", puzzle.forced, puzzle.borders);
  fmt::print("\nA solution:\n{}", plan_with_legend(e, puzzle.solution));
}

// puzzle.html as puzzle-07.html, of 30.
std::string numbered(const std::string& path, int number, int count) {
  const std::filesystem::path p = path;
  const auto digits = std::to_string(count).size();
  return (p.parent_path() / fmt::format("{}-{:0{}}{}", p.stem().string(), number, digits, p.extension().string()))
      .string();
}

districting::GerrymanderPuzzle puzzle_for(const DistrictPuzzleArguments& a) {
  const auto task = a.task == "sweep" ? districting::GerrymanderTask::sweep : districting::GerrymanderTask::minority;
  if (a.board.empty()) {
    if (!shows_progress(false)) return make_puzzle(a.size.value_or(5), task, a.unique, a.seed);
    const auto progress = [](int board, std::uint64_t solutions) {
      show_progress_line(fmt::format("board {}: {} plans solve it, and one is to", board, solutions));
    };
    const auto puzzle = make_puzzle(a.size.value_or(5), task, a.unique, a.seed, progress);
    clear_progress_line();
    return puzzle;
  }
  const districting::GerrymanderPuzzle puzzle = puzzle_of(read_voters(a.board, a.size.value_or(0)), task);
  if (a.unique && puzzle.winning != 1) throw InputError("--unique: {} plans of this board solve it", puzzle.winning);
  return puzzle;
}

// Exercises on a sheet of paper, with seeds that follow each other, and the same with a solution of each.
void write_sheets(DistrictPuzzleArguments a) {
  std::vector<PlanInPicture> exercises, answers;
  for (int i = 1; i <= a.count.value_or(1); ++i, ++a.seed) {
    const districting::GerrymanderPuzzle puzzle = puzzle_for(a);
    const Electorate& e = puzzle.electorate;
    const int votes = e.votes_of_a();
    exercises.push_back({e, {}, fmt::format("{}. {} of A, {} of B", i, votes, e.voters() - votes)});
    answers.push_back({e, puzzle.solution,
                       fmt::format("{}. {} solution{}", i,
                                   puzzle.winning == 1 ? "The only" : fmt::format("One of {}", puzzle.winning),
                                   puzzle.winning == 1 ? "" : "s")});
  }
  const std::string task =
      fmt::format("Divide each board into connected districts of {} voters so that {}", exercises[0].board.sizes_text(),
                  a.task == "sweep" ? "B wins all of them" : "A wins more of them than B");
  write_output(a.sheet, plans_picture(exercises, task));
  fmt::print("{}: {}\n", a.sheet, counted(exercises.size(), "board"));
  if (a.answers.empty()) return;
  write_output(a.answers, plans_picture(answers, task));
  fmt::print("{}: a solution of each\n", a.answers);
}

void print_puzzle(DistrictPuzzleArguments& a) {
  lift_memory_limit();
  if (a.count && !a.board.empty()) throw InputError("--count makes boards, and --board has one: give one of them");
  if (!a.sheet.empty()) return write_sheets(a);
  if (a.count) {
    if (a.html.empty()) throw InputError("--count is of pages or exercises: add --html or --sheet");
    DistrictPuzzleArguments one = a;
    one.count.reset();
    for (int i = 1; i <= *a.count; ++i) {
      one.html = numbered(a.html, i, *a.count);
      print_puzzle(one);
      ++one.seed;
    }
    return;
  }
  const districting::GerrymanderPuzzle puzzle = puzzle_for(a);
  if (!a.html.empty())
    write_output(a.html, filled_page("gerrymander", web::gerrymander_page(),
                                     {{"puzzle", text_of_json(puzzle_json(puzzle, a))}}));
  if (a.format == "json") {
    ordered_json json = puzzle_json(puzzle, a);
    json["solution"] = plan_text(puzzle.electorate, puzzle.solution);
    print_json(json);
  } else if (!a.html.empty()) {
    fmt::print("{}: a puzzle that {} of {} plans solve{}; without --html, a solution is printed\n", a.html,
               puzzle.winning, puzzle.seats.plans, puzzle.winning == 1 ? "s" : "");
  } else {
    print_text(puzzle);
  }
}

}  // namespace

void add_puzzle(const Command& top) {
  const auto [command, a] = top.command(print_puzzle, "puzzle", "A board to divide, and a page to play it on");
  command.number("--size N", a.size, {1, 7}, "Side of the board, from 3, and voters of a district (default: 5)");
  command.file(
      "--board BOARD", a.board,
      "Board of one's own, in place of a new one: rows of A and B, in a file or here with | between them; --size then "
      "is the voters of a district (default: as many as the board has columns)");
  add_seed(command, "--seed S", a.seed,
           "The same seed gives the same puzzle; 20161128, say, that of a day (default: 1)");
  command.number("--count N", a.count, {1, 1000},
                 "So many pages or exercises, with the seeds from --seed on. Of --html puzzle.html they are "
                 "puzzle-01.html and so on, of --sheet one picture");
  command.flag("--unique", a.unique, "Only one plan solves it");
  command.choice("--task minority|sweep", a.task,
                 "minority (default): A, with fewer votes, is to win more districts; sweep: B is to win all");
  add_format(command, a.format);
  command.file("--html FILE", a.html, "Write a page to play it on, and print its name in place of the puzzle");
  const Option sheet = command.file("--sheet FILE", a.sheet,
                                    "Write the boards, to be printed and divided by pencil, as one SVG picture");
  command.file("--answers FILE", a.answers, "With --sheet: write the same with a solution of each board").needs(sheet);
  command.footer({"pentocity gerrymander puzzle --size 5 --seed 7 --unique --html puzzle.html",
                  "pentocity gerrymander puzzle --count 30 --html class.html",
                  "pentocity gerrymander puzzle --count 12 --sheet exercises.svg --answers answers.svg",
                  "pentocity gerrymander puzzle --board 'BBBBB|BAABB|AAABB|BABBA|AABBB'"});
}

}  // namespace pentocity::app
