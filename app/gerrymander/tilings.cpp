#include <chrono>
#include <iterator>
#include <stdexcept>

#include "../solve_output.hpp"
#include "common.hpp"
#include "pentocity/core/parallel.hpp"
#include "pentocity/districting/plans.hpp"

namespace pentocity::app {

namespace {

using packing::SolveResult;

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

struct TilingsArguments {
  std::string board, blocked, format = "text";
  RuleArguments rules;
  bool count = false, all = false, unique = false, check = false;
  std::optional<std::uint64_t> limit;
  CountArguments counting;
};

SolveResult counted(const Electorate& e, CountOptions options, bool check, std::vector<std::string>& by_splits) {
  const districting::PlanCount plans = count_plans(e, options);
  options.another_way = true;
  options.checkpoint += ".check";
  if (check && options.measure == districting::Measure::plans) {
    const districting::PlanCount others = count_plans(e, options);
    if (others.plans != plans.plans || others.by_splits != plans.by_splits)
      throw std::logic_error("two ways to count the plans disagree");
  }
  by_splits = plans.by_splits;
  SolveResult out;
  out.count = plans.plans;
  out.solvable = plans.plans != "0";
  out.nodes = plans.nodes;
  return out;
}

SolveResult listed(const Electorate& e, const TilingsArguments& a, const CountOptions& options) {
  if (options.measure == districting::Measure::trees)
    throw InputError("--measure trees: plans are only counted, not listed");
  const districting::Plans plans(e, options);
  const auto group = a.unique ? symmetries(e) : std::vector<std::vector<int>>();
  // Threads share the plans by number. With a limit, one thread goes through all, as it alone knows how many are found.
  struct Part {
    std::uint64_t found = 0;
    std::vector<std::string> texts;
  };
  const bool prints = a.format == "lines" && !a.count;  // at once, and not sorted
  std::vector<Part> parts(a.limit || prints || options.jobs == 1 ? 1 : 256);
  const std::uint64_t size = plans.count() / parts.size() + 1;
  for_each_parallel(options.jobs, static_cast<int>(parts.size()), [&](int i) {
    const std::uint64_t first = std::min(plans.count(), i * size);
    std::uint64_t left = std::min(size, plans.count() - first);
    const auto visit = [&](const DistrictPlan& plan) {
      if (*options.stop) throw districting::Interrupted("interrupted");
      // Of plans that the group makes equal only the least is found.
      const auto is_above = [&](const auto& symmetry) { return districting::image_of(plan, symmetry) < plan; };
      if (std::any_of(group.begin(), group.end(), is_above)) return --left > 0;
      if (++parts[i].found > a.limit.value_or(no_limit)) return false;
      if (prints)
        fmt::print("{}\n", plan_line(plan));
      else if (!a.count)
        parts[i].texts.push_back(plan_text(e, plan));
      return --left > 0;
    };
    if (left > 0) plans.for_each(visit, first);
  });
  SolveResult out;
  out.nodes = plans.nodes();
  out.solvable = plans.count() > 0;
  std::uint64_t found = 0;
  for (Part& part : parts) {
    found += part.found;
    std::move(part.texts.begin(), part.texts.end(), std::back_inserter(out.solutions));
  }
  std::sort(out.solutions.begin(), out.solutions.end());
  out.complete = found <= a.limit.value_or(no_limit);
  if (a.unique) out.unique = std::to_string(out.complete ? found : *a.limit);
  if (out.complete)
    out.count = std::to_string(plans.count());
  else if (!a.unique)
    out.count = std::to_string(*a.limit);
  return out;
}

void print_text(const SolveResult& tilings, districting::Measure measure, const std::vector<std::string>& by_splits) {
  std::string lines;
  for (const std::string& text : tilings.solutions) (lines += text) += '\n';
  fmt::print("{}", lines);
  if (!tilings.solutions.empty() && tilings.complete) return;
  const std::string& number = tilings.unique ? *tilings.unique : *tilings.count;
  fmt::print("{} {}{}{}{}\n", number, measure == districting::Measure::trees ? "spanning forest" : "plan",
             number == "1" ? "" : "s", tilings.unique ? " up to symmetry" : "",
             tilings.complete ? "" : " (stopped at the limit)");
  if (by_splits.empty() || !tilings.solvable) return;
  const auto fewest = std::ranges::find_if(by_splits, [](const std::string& n) { return n != "0"; });
  fmt::print("\nBy the number of split counties, at least {}:\n", fewest - by_splits.begin());
  for (auto n = fewest; n != by_splits.end(); ++n) fmt::print("  {:>4}  {:>20}\n", n - by_splits.begin(), *n);
}

int print_tilings(const TilingsArguments& a) {
  const bool lists = a.all || a.unique || a.limit;
  if (a.format == "lines" && !lists)
    throw InputError("--format lines: expected plans to be listed (--all, --unique or --limit)");
  const auto [rows, columns] = read_sides(a.board);
  const Electorate e =
      with_rules(read_picture(a.blocked,
                              [height = rows, width = columns](const std::string& blocked) {
                                return districting::electorate_without_votes(height, width, any_rules(), blocked);
                              }),
                 a.rules);
  return run_count(a.counting, "tilings", e, [&](const CountOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<std::string> by_splits;
    SolveResult tilings = lists ? listed(e, a, options) : counted(e, options, a.check, by_splits);
    tilings.engine = "frontier";
    tilings.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const std::string name =
        fmt::format("gerrymander {}x{} in {}districts of {}{}", e.rows, e.columns,
                    e.rules.districts > 0 ? fmt::format("{} ", e.rules.districts) : "", e.sizes_text(),
                    e.rules.contiguity == districting::Contiguity::queen ? " by queen contiguity" : "");
    if (a.format == "json") {
      ordered_json json = read_ordered_json(solutions_json(name, tilings), name);
      for (std::size_t n = 0; n < by_splits.size(); ++n) json["by_splits"][std::to_string(n)] = by_splits[n];
      print_json(json);
    } else if (a.format == "text" || a.count)
      print_text(tilings, options.measure, by_splits);
    return tilings.solvable ? exit_done : exit_no;
  });
}

}  // namespace

void add_tilings(const Command& top) {
  const auto [command, a] = top.command(print_tilings, "tilings", "How many plans there are, or which");
  command.option("BOARD N|ROWSxCOLUMNS", a.board, "The side N of a square, or ROWSxCOLUMNS");
  add_district_rules(command, a.rules);
  command.file("--blocked PICTURE|FILE", a.blocked,
               "A picture of the board, rows split by | or lines, or a file with it: # for a cell without a voter. "
               "BOARD is still needed, and has as many rows and columns");
  const Option count = command.flag("--count", a.count, "Only the number (the default)");
  command.flag("--all", a.all, "Every plan").excludes(count);
  command.flag("--unique", a.unique, "One of each class under the symmetries of the board");
  command.number("--limit K", a.limit, {1, max_seed},
                 "Stop after K plans. This does not shorten the time before the first one, in which all are numbered");
  command.flag("--check", a.check, "Count a second time, by another rule for frontiers, and compare");
  add_count(command, a.counting);
  command.choice("--format text|lines|json", a.format,
                 "Format of the output: text (default); lines: the district of each cell, as in 1,1,2,2, for ensemble "
                 "and other programs; or json");
  command.group("Districts", {"--blocked"});
  command.group("What is found", {"--count", "--all", "--unique", "--limit", "--measure", "--check"});
  command.group("How it runs", {"--jobs", "--progress", "--checkpoint", "--format"});
  command.footer({"pentocity gerrymander tilings 5 --all"},
                 "Exit code 1 if there is no plan, 3 if it was interrupted.");
}

}  // namespace pentocity::app
