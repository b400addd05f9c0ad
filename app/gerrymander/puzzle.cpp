#include "pentocity/districting/puzzle.hpp"

#include "common.hpp"
#include "pentocity/web/pages.hpp"

namespace pentocity::app {

namespace {

struct DistrictPuzzleArguments {
  int size = 5;
  std::uint64_t seed = 1;
  bool unique = false;
  std::string task = "minority", format = "text", html;
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
          {"seed", a.seed},
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

void print_puzzle(const DistrictPuzzleArguments& a) {
  const auto task = a.task == "sweep" ? districting::GerrymanderTask::sweep : districting::GerrymanderTask::minority;
  lift_memory_limit();
  const districting::GerrymanderPuzzle puzzle = make_puzzle(a.size, task, a.unique, a.seed);
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
  command.number("--size N", a.size, {3, 7}, "Side of the board, and voters of a district (default: 5)");
  add_seed(command, "--seed S", a.seed,
           "The same seed gives the same puzzle; 20161128, say, that of a day (default: 1)");
  command.flag("--unique", a.unique, "Only one plan solves it");
  command.choice("--task minority|sweep", a.task,
                 "minority (default): A, with fewer votes, is to win more districts; sweep: B is to win all");
  add_format(command, a.format);
  command.file("--html FILE", a.html, "Write a page to play it on, and print its name in place of the puzzle");
  command.footer({"pentocity gerrymander puzzle --size 5 --seed 7 --unique --html puzzle.html"});
}

}  // namespace pentocity::app
