#include "common.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <new>
#include <stdexcept>
#include <tuple>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/random.hpp"
#include "terminal.hpp"

namespace pentocity::app {

void add_format(const Command& command, std::string& format) {
  command.choice("--format text|json", format, "Format of the output: text or json (default: text)");
}

void add_board(const Command& command, std::string& board) {
  command.file(
      "BOARD N|ROWSxCOLUMNS|PICTURE|FILE", board,
      "A size: the side N of a square, or ROWSxCOLUMNS; or a picture of voters as for seats, or a file with it");
}

void add_ties(const Command& command, std::string& ties) {
  command.choice(
      "--ties nobody|a|b|half", ties,
      "Who has the seat of a district with as many votes for A as for B: nobody (default), a, b, or half for each");
}

districting::Ties ties_of(const std::string& word) {
  return std::ranges::find(districting::ties_words, word, [](const auto& known) { return known.first; })->second;
}

void add_district_rules(const Command& command, RuleArguments& rules) {
  command.option("--size K|FROM..TO", rules.size,
                 "Voters of a district, one number or from..to (default: with --districts, any number; else as many as "
                 "the board has columns, unless there are --weights)");
  command.number("--districts D", rules.districts, {1, 2500},
                 "Number of districts (default: any that the size allows)");
  command.option("--tolerance T", rules.tolerance,
                 "With --districts: how far a district may be from the average of voters: 0 or a number of voters from "
                 "1, or percent as in 5%");
  command.file(
      "--weights PICTURE|FILE", rules.weights,
      "The voters of each cell: rows of numbers split by blanks, rows split by | or lines (default: one on each)");
  command.file("--counties PICTURE|FILE", rules.counties,
               "The county of each cell: a label for each, as in a plan, rows split by | or lines, # or . for none");
  command.number("--max-splits N", rules.max_splits, {0, 2500},
                 "With --counties: only plans that split at most N of them, that is, have them in several districts");
  command.choice("--contiguity rook|queen", rules.contiguity,
                 "Cells are connected by sides (rook, the default) or also by corners (queen)");
  command.group("Districts",
                {"--size", "--districts", "--tolerance", "--weights", "--counties", "--max-splits", "--contiguity"});
}

namespace {

// One whole number, as both of a pair, or two with `between` between them; none if the text is anything else.
std::optional<std::pair<int, int>> read_pair(const std::string& text, const std::string& between) {
  const std::size_t at = text.find(between);
  const auto first = number_of<int>(text.substr(0, at));
  const auto second = at == text.npos ? first : number_of<int>(text.substr(at + between.size()));
  return first && second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

std::pair<int, int> read_range(const std::string& text) {
  constexpr int most = 999'999'999;
  const auto range = read_pair(text, "..");
  if (!range || range->first < 1 || std::max(range->first, range->second) > most)
    throw InputError("--size {}: expected a whole number from 1, or two as in 6..8", text);
  return *range;
}

// The sizes that are no further from the average.
std::pair<int, int> sizes_within(const std::string& tolerance, int voters, int districts) {
  double number = 0;
  int end = 0;
  const bool is_number = std::sscanf(tolerance.c_str(), "%lf%n", &number, &end) == 1 && number >= 0;
  const std::string unit = tolerance.substr(end);
  if (!is_number || (!unit.empty() && unit != "%"))
    throw InputError("--tolerance {}: expected a number of voters, or percent as in 5%", tolerance);
  if (unit.empty() && number > 0 && number < 1)
    throw InputError(
        "--tolerance {}: this is less than a voter: expected {:.6g}% for that share of the average, or a "
        "number of voters, 0 or from 1",
        tolerance, 100 * number);
  const double average = voters / static_cast<double>(districts), tiny = 1e-9;
  const double most = std::min<double>(unit.empty() ? number : average * number / 100, voters);
  return {std::max(1, static_cast<int>(std::ceil(average - most - tiny))),
          static_cast<int>(std::floor(std::min(average + most + tiny, double(voters))))};
}

}  // namespace

Electorate with_rules(Electorate electorate, const RuleArguments& rules) {
  districting::DistrictRules chosen;
  if (!rules.weights.empty() && !electorate.votes.empty())
    throw InputError("--weights: the voters of each cell are its votes already");
  if (!rules.weights.empty())
    chosen.weights = read_picture(rules.weights, [&](const std::string& text) {
      return districting::read_weights(electorate.rows, electorate.columns, text);
    });
  if (!rules.counties.empty())
    chosen.counties = read_picture(rules.counties, [&](const std::string& text) {
      return districting::read_counties(electorate.rows, electorate.columns, text);
    });
  if (rules.max_splits && chosen.counties.empty())
    throw InputError("--max-splits: expected --counties, which are not to be split");
  if (rules.max_splits) chosen.max_splits = *rules.max_splits;
  if (electorate.votes.empty()) electorate.rules.weights = chosen.weights;
  if (!rules.tolerance.empty()) {
    if (rules.districts == 0 || !rules.size.empty())
      throw InputError("--tolerance: expected --districts, and no --size");
    std::tie(chosen.min, chosen.max) = sizes_within(rules.tolerance, electorate.voters(), rules.districts);
  } else if (!rules.size.empty()) {
    std::tie(chosen.min, chosen.max) = read_range(rules.size);
  }
  chosen.districts = rules.districts;
  if (rules.contiguity == "queen") chosen.contiguity = districting::Contiguity::queen;
  return districting::with_rules(std::move(electorate), std::move(chosen));
}

void add_count(const Command& command, CountArguments& count) {
  command.choice(
      "--measure plans|trees", count.measure,
      "What a plan weighs: 1 (plans, the default), or the product of its districts' numbers of spanning trees");
  add_jobs(command, count.jobs);
  add_progress(command, count.progress);
  command.file("--checkpoint FILE", count.checkpoint,
               "Where a count that is interrupted is kept; the same command goes on from there, and removes the file "
               "at the end (default: a name of the board's, in the current folder)");
}

int run_count(const CountArguments& a, const std::string& name, const Electorate& e,
              const std::function<int(const CountOptions&)>& run) {
  lift_memory_limit();
  CountOptions options;
  options.measure = a.measure == "trees" ? districting::Measure::trees : districting::Measure::plans;
  options.jobs = a.jobs;
  const bool counts = name == "tilings" || name == "seats";
  options.stop = &stop_on_signals(counts ? "a count leaves a checkpoint" : "what was printed so far stays");
  options.checkpoint = a.checkpoint;
  if (!a.checkpoint.empty()) {
    check_writable(a.checkpoint);
  } else {
    std::string board = fmt::format("{} {} {} {}", picture_of(e), e.sizes_text(), e.rules.districts, a.measure);
    for (const int weight : e.rules.weights) board += fmt::format(" {}", weight);
    if (e.rules.contiguity == districting::Contiguity::queen) board += " queen";
    for (const int votes : e.votes) board += fmt::format("/{}", votes);
    if (!e.rules.counties.empty()) board += fmt::format(" {} {}", fmt::join(e.rules.counties, " "), e.rules.max_splits);
    options.checkpoint =
        fmt::format("pentocity-{}-{}x{}-{:08x}.checkpoint", name, e.rows, e.columns, hash_bytes(board) >> 32);
  }
  districting::CountProgress last;
  double shown = 0;
  const bool shows = shows_progress(a.progress);
  options.progress = [&](const districting::CountProgress& at) {
    last = at;
    if (!shows || (at.seconds < shown + 1 && at.cells < at.all_cells)) return;
    if (shown == 0 && at.cells == at.all_cells) return;  // it took no time
    shown = at.seconds;
    show_progress_line(fmt::format("{} of {} cells, {} frontiers, {}, about {} left", at.cells, at.all_cells,
                                   at.frontiers, duration(at.seconds), duration(at.left)),
                       at.cells == at.all_cells);
  };
  try {
    return run(options);
  } catch (const districting::Interrupted& interrupted) {
    fmt::print(stderr, "\npentocity: interrupted{}{}\n",
               last.all_cells > 0 ? fmt::format(" after {} of {} cells", last.cells, last.all_cells) : "",
               std::filesystem::exists(options.checkpoint)
                   ? fmt::format(": the same command goes on, from {}", options.checkpoint)
                   : "");
    if (!interrupted.not_kept.empty()) tell("{}", interrupted.not_kept);
    return exit_interrupted;
  } catch (const std::bad_alloc&) {
    throw InputError("the frontiers of this board need more memory than there is");
  }
}

Electorate read_voters(const std::string& argument, const districting::DistrictRules& rules) {
  return read_picture(argument, [&](const std::string& text) { return districting::read_electorate(text, rules); });
}

std::pair<int, int> read_sides(const std::string& text) {
  if (const auto sides = read_pair(text, "x")) return *sides;
  throw InputError("'{}' is no size of a board: expected N or ROWSxCOLUMNS, as in 5 or 4x6", text);
}

Electorate read_board(const std::string& argument) {
  if (argument.find_first_not_of("0123456789x") != std::string::npos) return read_voters(argument, any_rules());
  const auto [rows, columns] = read_sides(argument);
  return districting::electorate_without_votes(rows, columns, any_rules());
}

int no_plan(const Electorate& e) {
  fmt::print(stderr, "the board has no plan with districts of {}\n", e.sizes_text());
  return exit_no;
}

std::string roman(int number) {
  if (number < 1 || number > 3999)
    throw std::out_of_range(std::to_string(number) + " has no Roman numeral: they go from 1 to 3999");
  constexpr std::array<int, 13> values{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  constexpr std::array letters{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (; number >= values[i]; number -= values[i]) out += letters[i];
  return out;
}

std::string plan_with_legend(const Electorate& e, const DistrictPlan& plan) {
  const std::string text = plan_text(e, plan);
  const auto lines = picture_lines(text);
  std::vector<std::string> legend;
  for (const auto& [voters, a] : votes_by_district(e, plan)) {
    const int p = static_cast<int>(legend.size()), b = voters - a;
    const char* const winner = a > b ? "A" : b > a ? "B" : "tie";
    legend.push_back(fmt::format("{}  {:<5}{} : {}  {}", placement_label(p), roman(p + 1), a, b, winner));
  }
  std::string out;
  for (std::size_t i = 0; i < std::max(lines.size(), legend.size()); ++i) {
    out += fmt::format("{:<{}}", i < lines.size() ? lines[i] : "", lines.front().size());
    if (i < legend.size()) out += "   " + legend[i];
    out += '\n';
  }
  return out;
}

void add_gerrymander(const Command& app) {
  const Command top = app.commands("gerrymander", "Divide a board of voters into connected districts of equal size");
  top.footer({"pentocity gerrymander tilings 5"},
             "`pentocity gerrymander SUBCOMMAND --help` explains each (docs/reference/gerrymander.md).");
  for (const auto add : {add_tilings, add_seats, add_sample, add_ensemble, add_puzzle, add_census, add_files}) add(top);
}

}  // namespace pentocity::app
