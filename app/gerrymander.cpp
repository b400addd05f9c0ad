#include "pentocity/districting/gerrymander.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "commands.hpp"
#include "district_files.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/packing/solution.hpp"
#include "pentocity/web/fill_page.hpp"
#include "pentocity/web/gerrymander_page.hpp"
#include "roman.hpp"

namespace pentocity::app {

using namespace input;
using namespace packing;
using namespace districting;
using namespace web;

namespace {

using nlohmann::ordered_json;

constexpr int largest_enumerated_side = 7;  // by default; of the shorter side

const std::map<std::string, Ties> ties_by_name{
    {"nobody", Ties::nobody}, {"a", Ties::a}, {"b", Ties::b}, {"half", Ties::half}};
const std::map<std::string, GerrymanderTask> tasks_by_name{{"minority", GerrymanderTask::minority},
                                                           {"sweep", GerrymanderTask::sweep}};

// A picture given in place, or the file that holds it.
std::string picture_or_file(const std::string& argument) {
  return std::filesystem::is_regular_file(argument) ? read_file(argument) : argument;
}

int default_jobs() { return static_cast<int>(std::max(1u, std::thread::hardware_concurrency())); }

// `5` or `4x6`.
std::pair<int, int> read_sides(const std::string& text) {
  int rows = 0, columns = 0, end = 0;
  if (std::sscanf(text.c_str(), "%4dx%4d%n", &rows, &columns, &end) == 2 && end == static_cast<int>(text.size()))
    return {rows, columns};
  if (std::sscanf(text.c_str(), "%4d%n", &rows, &end) == 1 && end == static_cast<int>(text.size())) return {rows, rows};
  throw InputError(fmt::format("'{}' is no size of a board: expected N or ROWSxCOLUMNS, as in 5 or 4x6", text));
}

// By precinct.
std::vector<int> votes_of_a(const Electorate& e, const DistrictPlan& plan) {
  std::vector<int> votes(static_cast<std::size_t>(e.precincts()));
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (plan[i] >= 0 && e.cells[i] == 'A') ++votes[plan[i]];
  return votes;
}

// The plan with a legend that numbers the precincts in Roman numerals.
std::string plan_with_legend(const Electorate& e, const DistrictPlan& plan, bool has_votes) {
  const std::string text = plan_text(e, plan);
  std::vector<std::string> lines{""};
  for (const char ch : text) {
    if (ch == '|')
      lines.emplace_back();
    else
      lines.back() += ch;
  }
  const std::vector<int> votes = votes_of_a(e, plan);
  std::vector<std::string> legend;
  for (int p = 0; p < e.precincts(); ++p) {
    std::string line = fmt::format("{}  {}", placement_label(p), roman(p + 1));
    if (has_votes) {
      const int a = votes[p], b = e.size - a;
      line += fmt::format("{:<{}}{} : {}{}", "", 5 - std::min<std::size_t>(5, roman(p + 1).size()), a, b,
                          a > b   ? "  A"
                          : b > a ? "  B"
                                  : "  tie");
    }
    legend.push_back(line);
  }
  std::string out;
  for (std::size_t i = 0; i < std::max(lines.size(), legend.size()); ++i) {
    std::string line = i < lines.size() ? lines[i] : std::string(lines.front().size(), ' ');
    if (i < legend.size()) line = fmt::format("{:<{}}   {}", line, lines.front().size(), legend[i]);
    out += line + '\n';
  }
  return out;
}

std::string seats_text(int steps_won, int steps) {
  if (steps_won % steps == 0) return std::to_string(steps_won / steps);
  return fmt::format("{:.1f}", steps_won / static_cast<double>(steps));
}

// The difference of the votes that the parties wasted - all of a loser, those of a winner beyond the majority - as a
// part of all votes; positive if A wasted more (Stephanopoulos and McGhee 2015).
double efficiency_gap(const Electorate& e, const DistrictPlan& plan) {
  const std::vector<int> votes = votes_of_a(e, plan);
  int wasted = 0;
  const int majority = e.size / 2 + 1;
  for (const int a : votes) {
    const int b = e.size - a;
    wasted += a - b;
    if (a > b) wasted -= majority;
    if (b > a) wasted += majority;
  }
  return wasted / static_cast<double>(e.precincts() * e.size);
}

struct TilingArguments {
  std::string board;
  int size = 0;
  std::string blocked;
  bool count = false, all = false, unique = false;
  std::optional<std::uint64_t> limit;
  int jobs = default_jobs();
  std::string format = "text";
};

int print_tilings(const TilingArguments& a) {
  const auto [rows, columns] = read_sides(a.board);
  const int size = a.size == 0 ? columns : a.size;
  const Electorate e = electorate_without_votes(rows, columns, size, picture_or_file(a.blocked));
  const auto begin = std::chrono::steady_clock::now();
  std::optional<std::string> count, unique;
  std::vector<std::string> texts;
  std::uint64_t nodes = 0, found = 0;
  bool complete = true, some = false;
  if (!a.all && !a.unique && !a.limit) {
    const PlanCount plans = count_plans(e);
    count = plans.plans;
    nodes = plans.nodes;
    some = plans.plans != "0";
  } else {
    const Plans plans(e);
    nodes = plans.nodes();
    some = plans.count() > 0;
    const auto group = symmetries(e);
    plans.for_each([&](const DistrictPlan& plan) {
      if (a.unique) {
        for (const auto& symmetry : group)
          if (image_of(plan, symmetry) < plan) return true;
      }
      if (++found > a.limit.value_or(std::numeric_limits<std::uint64_t>::max())) {
        complete = false;
        return false;
      }
      if (!a.count) texts.push_back(plan_text(e, plan));
      return true;
    });
    if (a.unique) unique = std::to_string(complete ? found : *a.limit);
    if (complete)
      count = std::to_string(plans.count());
    else if (!a.unique)
      count = std::to_string(*a.limit);
    std::sort(texts.begin(), texts.end());
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (a.format == "json") {
    const auto number = [](const std::optional<std::string>& n) {
      return n ? ordered_json(*n) : ordered_json(nullptr);
    };
    const ordered_json json{{"format", "pentocity-solutions/1"},
                            {"puzzle", fmt::format("gerrymander {}x{} in precincts of {}", rows, columns, size)},
                            {"count", number(count)},
                            {"unique", number(unique)},
                            {"complete", complete},
                            {"engine", "frontier"},
                            {"nodes", nodes},
                            {"seconds", seconds},
                            {"solutions", texts}};
    fmt::print("{}\n", json.dump(1));
  } else {
    for (const std::string& text : texts) fmt::print("{}\n", text);
    if (texts.empty() || !complete)
      fmt::print("{} plan{}{}{}\n", unique ? *unique : *count, (unique ? *unique : *count) == "1" ? "" : "s",
                 unique ? " that no symmetry makes equal" : "", complete ? "" : " up to the limit");
  }
  return some ? exit_done : exit_no;
}

struct SeatsArguments {
  std::string board, plan;
  int size = 0;
  std::string ties = "nobody";
  bool bound = false;
  std::string format = "text";
};

const char* name_of(Extreme::Proof proof) {
  return proof == Extreme::enumeration ? "enumeration" : proof == Extreme::bound ? "bound" : "none";
}

ordered_json json_of(const Electorate& e, const Extreme& extreme, int steps) {
  const auto seats = [&](int n) {
    return n % steps == 0 ? ordered_json(n / steps) : ordered_json(n / static_cast<double>(steps));
  };
  return {{"a", seats(extreme.seats)},
          {"plan", plan_text(e, extreme.plan)},
          {"proof", name_of(extreme.proof)},
          {"limit", seats(extreme.limit)},
          {"efficiency_gap", efficiency_gap(e, extreme.plan)}};
}

// Where a plan stands among all, by the seats of A.
struct Rank {
  DistrictPlan plan;
  int a, b;
  std::uint64_t fewer = 0, same = 0, more = 0;
};

std::string bar(std::uint64_t n, std::uint64_t most) {
  constexpr double width = 40;
  const auto length = static_cast<std::size_t>(std::ceil(width * static_cast<double>(n) / static_cast<double>(most)));
  return std::string(length, '#');  // NOLINT(modernize-return-braced-init-list): braces would list characters
}

int print_seats(const SeatsArguments& a) {
  const Electorate e = read_electorate(picture_or_file(a.board), a.size);
  const Ties ties = ties_by_name.at(a.ties);
  std::optional<Rank> rank;
  if (!a.plan.empty()) {
    rank.emplace();
    rank->plan = read_plan(e, picture_or_file(a.plan));
    rank->a = seats_of_a(e, rank->plan, ties);
    rank->b = seats_of_b(e, rank->plan, ties);
  }
  std::optional<SeatCounts> counts;
  if (!a.bound && std::min(e.rows, e.columns) <= largest_enumerated_side) counts = count_seats(e, ties);
  if (counts && counts->plans == 0) {
    fmt::print(stderr, "the board has no plan with precincts of {}\n", e.size);
    return exit_no;
  }
  const int steps = ties == Ties::half ? 2 : 1;
  const Extremes extremes = extreme_seats(e, ties, counts ? &*counts : nullptr);
  if (rank && counts)
    for (int seats = 0; seats < static_cast<int>(counts->a.size()); ++seats)
      (seats < rank->a ? rank->fewer : seats == rank->a ? rank->same : rank->more) += counts->a[seats];

  if (a.format == "json") {
    ordered_json json{{"format", "pentocity-seats/1"},
                      {"rows", e.rows},
                      {"columns", e.columns},
                      {"size", e.size},
                      {"ties", a.ties},
                      {"votes", {{"a", e.votes_of_a()}}},
                      {"plans", nullptr},
                      {"seats", nullptr}};
    json["votes"]["b"] = e.precincts() * e.size - e.votes_of_a();
    if (counts) {
      json["plans"] = std::to_string(counts->plans);
      json["seats"] = ordered_json::object();
      for (const auto& [party, bins] : {std::pair("a", &counts->a), std::pair("b", &counts->b)})
        for (std::size_t i = 0; i < bins->size(); ++i)
          json["seats"][party][seats_text(static_cast<int>(i), steps)] = std::to_string((*bins)[i]);
    }
    json["max"] = json_of(e, extremes.most, steps);
    json["min"] = json_of(e, extremes.fewest, steps);
    if (rank) {
      json["plan"] = {{"plan", plan_text(e, rank->plan)},
                      {"a", seats_text(rank->a, steps)},
                      {"b", seats_text(rank->b, steps)},
                      {"efficiency_gap", efficiency_gap(e, rank->plan)}};
      if (counts)
        json["plan"].update({{"plans_with_fewer", std::to_string(rank->fewer)},
                             {"plans_with_as_many", std::to_string(rank->same)},
                             {"plans_with_more", std::to_string(rank->more)}});
    }
    fmt::print("{}\n", json.dump(1));
    return exit_done;
  }

  fmt::print("{} voters, {} of A, {} of B; precincts of {}\n\n", e.precincts() * e.size, e.votes_of_a(),
             e.precincts() * e.size - e.votes_of_a(), e.size);
  if (counts) {
    fmt::print("{} plans, by the seats of A:\n", counts->plans);
    const std::uint64_t most = *std::max_element(counts->a.begin(), counts->a.end());
    for (int seats = 0; seats < static_cast<int>(counts->a.size()); ++seats) {
      const std::uint64_t n = counts->a[seats];
      fmt::print("  {:>4}  {:>20}  {}\n", seats_text(seats, steps), n, bar(n, most));
    }
    fmt::print("\n");
  }
  const auto print = [&](const char* what, const Extreme& extreme) {
    const std::string why =
        extreme.proof == Extreme::enumeration ? "proved by looking through all plans"
        : extreme.proof == Extreme::bound
            ? "no division of the votes gives other numbers"
            : fmt::format("perhaps not the last word: no plan passes {}", seats_text(extreme.limit, steps));
    fmt::print("{} seats of A: {} ({}); efficiency gap {:+.1f}%\n{}\n", what, seats_text(extreme.seats, steps), why,
               100 * efficiency_gap(e, extreme.plan), plan_with_legend(e, extreme.plan, true));
  };
  print("Most", extremes.most);
  print("Fewest", extremes.fewest);
  if (rank) {
    fmt::print("This plan: {} seats for A, {} for B; efficiency gap {:+.1f}%\n{}", seats_text(rank->a, steps),
               seats_text(rank->b, steps), 100 * efficiency_gap(e, rank->plan), plan_with_legend(e, rank->plan, true));
    if (counts)
      fmt::print("A has fewer seats in {} plans, as many in {}, more in {}.\n", rank->fewer, rank->same, rank->more);
  }
  return exit_done;
}

struct SampleArguments {
  std::string board;
  int size = 0;
  std::uint64_t count = 1, seed = 1;
};

int print_sample(const SampleArguments& a) {
  const bool is_sides = a.board.find_first_not_of("0123456789x") == std::string::npos;
  Electorate e;
  if (is_sides) {
    const auto [rows, columns] = read_sides(a.board);
    e = electorate_without_votes(rows, columns, a.size == 0 ? columns : a.size);
  } else {
    e = read_electorate(picture_or_file(a.board), a.size);
    // Votes do not matter here, and without them there is less to remember.
    for (char& cell : e.cells)
      if (cell == 'A') cell = 'B';
  }
  const Plans plans(e);
  if (plans.count() == 0) {
    fmt::print(stderr, "the board has no plan with precincts of {}\n", e.size);
    return exit_no;
  }
  Pcg random(a.seed);
  for (std::uint64_t i = 0; i < a.count; ++i) fmt::print("{}\n", plan_text(e, plans.draw(random)));
  return exit_done;
}

struct PuzzleArguments {
  int size = 5;
  std::uint64_t seed = 1;
  bool unique = false;
  std::string task = "minority", format = "text", html;
};

ordered_json json_of(const GerrymanderPuzzle& puzzle, const PuzzleArguments& a) {
  const Electorate& e = puzzle.electorate;
  ordered_json board = ordered_json::array(), seats;
  for (int r = 0; r < e.rows; ++r)
    board.push_back(e.cells.substr(static_cast<std::size_t>(r) * static_cast<std::size_t>(e.columns),
                                   static_cast<std::size_t>(e.columns)));
  for (std::size_t i = 0; i < puzzle.seats.a.size(); ++i) seats[std::to_string(i)] = std::to_string(puzzle.seats.a[i]);
  return {{"format", "pentocity-gerrymander-puzzle/1"},
          {"rows", e.rows},
          {"columns", e.columns},
          {"size", e.size},
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

int print_puzzle(const PuzzleArguments& a) {
  const GerrymanderPuzzle puzzle = make_puzzle(a.size, tasks_by_name.at(a.task), a.unique, a.seed);
  if (!a.html.empty()) {
    const std::string page = fill_page(gerrymander_page(), {{"puzzle", json_of(puzzle, a).dump()}});
    std::ofstream out(a.html, std::ios::binary);
    out << page << std::flush;
    if (!out) throw InputError(fmt::format("{}: cannot be written", a.html));
    return exit_done;
  }
  if (a.format == "json") {
    ordered_json json = json_of(puzzle, a);
    json["solution"] = plan_text(puzzle.electorate, puzzle.solution);
    fmt::print("{}\n", json.dump(1));
    return exit_done;
  }
  const Electorate& e = puzzle.electorate;
  std::string picture = picture_of(e);
  std::replace(picture.begin(), picture.end(), '|', '\n');
  fmt::print("{}\n\nDivide the {} voters into {} connected precincts of {} so that {}.\n", picture, e.cells.size(),
             e.precincts(), e.size,
             puzzle.task == GerrymanderTask::minority
                 ? fmt::format("A, with {} votes, wins more of them than B", e.votes_of_a())
                 : "B wins all of them");
  fmt::print("{} of {} plans do. {} of {} borders between neighbours follow without a guess.\n", puzzle.winning,
             puzzle.seats.plans, puzzle.forced, puzzle.borders);
  fmt::print("\nA solution:\n{}", plan_with_legend(e, puzzle.solution, true));
  return exit_done;
}

struct CensusArguments {
  int size = 5, minority = 9, jobs = default_jobs();
  std::string format = "text";
};

int print_census(const CensusArguments& a) {
  const Census census = take_census(a.size, a.minority, a.jobs);
  if (a.format == "json") {
    const ordered_json json{{"boards", std::to_string(census.boards)},
                            {"winnable", std::to_string(census.winnable)},
                            {"unique", std::to_string(census.unique)},
                            {"never_shut_out", std::to_string(census.never_shut_out)}};
    fmt::print("{}\n", json.dump(1));
    return exit_done;
  }
  fmt::print("{:>12} boards of {} x {} with {} voters of A\n", census.boards, a.size, a.size, a.minority);
  fmt::print("{:>12} on which A can win more precincts than B\n", census.winnable);
  fmt::print("{:>12} of these with one plan only\n", census.unique);
  fmt::print("{:>12} on which A cannot be kept from winning a precinct\n", census.never_shut_out);
  return exit_done;
}

struct FileArguments {
  std::string file, voters, format = "gerrychain";
};

int export_plan(const FileArguments& a) {
  const std::string text = picture_or_file(a.file);
  Electorate e = electorate_of_plan(text);
  const bool has_votes = !a.voters.empty();
  if (has_votes) e = read_electorate(picture_or_file(a.voters), e.size);
  const DistrictPlan plan = read_plan(e, text);
  fmt::print("{}", a.format == "csv" ? districts_csv(e, plan) : gerrychain_json(e, plan, has_votes));
  return exit_done;
}

int import_plan(const FileArguments& a) {
  const DistrictFile file = read_districts(a.file);
  fmt::print("{}\n", plan_text(file.electorate, file.plan));
  return exit_done;
}

void add_format(CLI::App* command, std::string& format) {
  command->add_option("--format", format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->type_name("text|json");
}

void add_size(CLI::App* command, int& size) {
  command->add_option("--size", size, "Voters of a precinct; default: as many as the board has columns")
      ->type_name("K");
}

}  // namespace

void add_gerrymander(CLI::App& app, int& exit_code) {
  CLI::App* const top =
      app.add_subcommand("gerrymander", "Divide a board of voters into connected precincts of equal size");
  top->require_subcommand(1);
  const CLI::Range seeds(std::uint64_t{0}, max_seed);

  CLI::App* const tilings = top->add_subcommand("tilings", "How many plans there are, or which");
  const auto t = std::make_shared<TilingArguments>();
  tilings->add_option("BOARD", t->board, "The side N of a square, or ROWSxCOLUMNS")->required();
  add_size(tilings, t->size);
  tilings->add_option("--blocked", t->blocked, "A picture, or a file with it: # for a cell without a voter");
  tilings->add_flag("--count", t->count, "Only the number (the default)");
  tilings->add_flag("--all", t->all, "Every plan")->excludes("--count");
  tilings->add_flag("--unique", t->unique, "One of each class under the symmetries of the board");
  tilings->add_option("--limit", t->limit, "Stop after K plans")
      ->check(CLI::Range(std::uint64_t{1}, max_seed))
      ->type_name("K");
  tilings->add_option("--jobs", t->jobs, "As for solve; one thread does all the work so far")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  add_format(tilings, t->format);
  tilings->footer("Exit code 1 if there is no plan.\nExample: pentocity gerrymander tilings 5 --all");
  tilings->callback([t, &exit_code] { exit_code = print_tilings(*t); });

  CLI::App* const seats = top->add_subcommand("seats", "The exact number of plans for each number of seats");
  const auto s = std::make_shared<SeatsArguments>();
  seats->add_option("BOARD", s->board, "A picture of voters A and B, # for none, rows split by | or lines; or a file")
      ->required();
  add_size(seats, s->size);
  seats->add_option("--ties", s->ties, "Who has a precinct with as many votes for both")
      ->check(CLI::IsMember({"nobody", "a", "b", "half"}))
      ->type_name("nobody|a|b|half");
  seats->add_option("--plan", s->plan, "A plan, or a file with one: where it stands among all");
  seats->add_flag("--bound", s->bound,
                  fmt::format("Do not look through all plans, only for the extremes (so if both sides exceed {})",
                              largest_enumerated_side));
  add_format(seats, s->format);
  seats->footer("Example: pentocity gerrymander seats 'AABBB|BABBA|BBABB|ABBBA|BBABB'");
  seats->callback([s, &exit_code] { exit_code = print_seats(*s); });

  CLI::App* const sample = top->add_subcommand("sample", "Plans drawn uniformly from all, one a line");
  const auto d = std::make_shared<SampleArguments>();
  sample->add_option("BOARD", d->board, "A picture of voters, a file with it, or a size as for tilings")->required();
  add_size(sample, d->size);
  sample->add_option("--count", d->count, "How many")->type_name("K");
  sample->add_option("--seed", d->seed, "The same seed draws the same plans")->check(seeds)->type_name("S");
  sample->footer("Example: pentocity gerrymander sample 7 --count 3 --seed 1");
  sample->callback([d, &exit_code] { exit_code = print_sample(*d); });

  CLI::App* const puzzle = top->add_subcommand("puzzle", "A board to divide, and a page to play it on");
  const auto p = std::make_shared<PuzzleArguments>();
  puzzle->add_option("--size", p->size, "Side of the board, and voters of a precinct")->type_name("N");
  puzzle->add_option("--seed", p->seed, "The same seed gives the same puzzle; 20161128, say, that of a day")
      ->check(seeds)
      ->type_name("S");
  puzzle->add_flag("--unique", p->unique, "Only one plan solves it");
  puzzle
      ->add_option("--task", p->task, "minority: A, with fewer votes, is to win more precincts; sweep: B is to win all")
      ->check(CLI::IsMember({"minority", "sweep"}))
      ->type_name("minority|sweep");
  add_format(puzzle, p->format);
  puzzle->add_option("--html", p->html, "Write a page to play it on")->type_name("FILE");
  puzzle->footer("Example: pentocity gerrymander puzzle --size 5 --seed 7 --unique --html puzzle.html");
  puzzle->callback([p, &exit_code] { exit_code = print_puzzle(*p); });

  CLI::App* const census = top->add_subcommand("census", "On how many boards the minority can win, or be shut out");
  const auto c = std::make_shared<CensusArguments>();
  census->add_option("--size", c->size, "Side of the board, and voters of a precinct")->type_name("N");
  census->add_option("--minority", c->minority, "Voters of A")->type_name("K");
  census->add_option("--jobs", c->jobs, "Threads")->check(CLI::Range(1, 1024))->type_name("N");
  add_format(census, c->format);
  census->footer("Example: pentocity gerrymander census --size 5 --minority 9");
  census->callback([c, &exit_code] { exit_code = print_census(*c); });

  CLI::App* const out = top->add_subcommand("export", "A plan for other programs");
  const auto x = std::make_shared<FileArguments>();
  out->add_option("PLAN", x->file, "A plan as the other commands write it, or a file with one")->required();
  out->add_option("--voters", x->voters, "The board's voters, a picture or a file");
  out->add_option("--format", x->format, "gerrychain: the JSON graph of GerryChain; csv: a line for each voter")
      ->check(CLI::IsMember({"gerrychain", "csv"}))
      ->type_name("gerrychain|csv");
  out->footer("Example: pentocity gerrymander export '1122|1122|3344|3344' --format csv");
  out->callback([x, &exit_code] { exit_code = export_plan(*x); });

  CLI::App* const in = top->add_subcommand("import", "The plan of a GerryChain graph or a CSV list of districts");
  const auto i = std::make_shared<FileArguments>();
  in->add_option("FILE", i->file, "JSON with nodes, or CSV; rows and columns from 0, a district for each")->required();
  in->footer("Example: pentocity gerrymander import plan.json");
  in->callback([i, &exit_code] { exit_code = import_plan(*i); });
}

}  // namespace pentocity::app
