#include "common.hpp"
#include "pentocity/districting/plans.hpp"

namespace pentocity::app {

namespace {

struct SampleArguments {
  std::string board, format = "text";
  RuleArguments rules;
  CountArguments counting;
  std::uint64_t count = 1, seed = 1;
};

// What is drawn can be looked at on a few sheets of paper.
constexpr std::uint64_t most_in_picture = 200;

int draw_plans(const SampleArguments& a, const Electorate& board, const CountOptions& options) {
  if (a.format == "svg" && a.count > most_in_picture)
    throw InputError("--count {}: a picture shows at most {} plans", a.count, most_in_picture);
  Electorate e = board;
  // Votes do not matter here, and without them there is less to remember.
  std::replace(e.cells.begin(), e.cells.end(), 'A', 'B');
  e.votes.clear();
  const districting::Plans plans(e, options);
  if (plans.count() == 0) return no_plan(e);
  Pcg random(a.seed);
  const auto draw = [&] {
    if (*options.stop) throw districting::Interrupted("interrupted");
    return plans.draw(random);
  };
  const auto splits = [&](const DistrictPlan& plan) {
    return e.rules.counties.empty() ? "" : fmt::format("  split counties: {}", splits_of(e, plan).counties);
  };
  if (a.format == "svg") {
    std::vector<PlanInPicture> drawn;
    for (std::uint64_t i = 1; i <= a.count; ++i) drawn.push_back({board, draw(), fmt::format("Plan {}", i)});
    for (PlanInPicture& plan : drawn) plan.title += splits(plan.plan);
    fmt::print("{}", plans_picture(drawn, "Plans drawn at random"));
    return exit_done;
  }
  if (a.format != "json") {
    for (std::uint64_t i = 0; i < a.count; ++i) {
      const DistrictPlan plan = draw();
      if (a.format == "lines")
        fmt::print("{}\n", plan_line(plan));
      else
        fmt::print("{}{}\n", plan_text(e, plan), splits(plan));
    }
    return exit_done;
  }
  ordered_json out = {{"format", "pentocity-sample/1"},
                      {"rows", e.rows},
                      {"columns", e.columns},
                      {"size", e.rules.min},
                      {"plans", std::to_string(plans.count())},
                      {"seed", a.seed},
                      {"sample", ordered_json::array()}};
  for (std::uint64_t i = 0; i < a.count; ++i) {
    const DistrictPlan plan = draw();
    out["sample"].push_back(plan_text(e, plan));
    if (!e.rules.counties.empty()) out["county_splits"].push_back(splits_of(e, plan).counties);
  }
  if (e.rules.max > e.rules.min) out["max_size"] = e.rules.max;
  if (options.measure == districting::Measure::trees) out["measure"] = "trees";
  print_json(out, -1);
  return exit_done;
}

int print_sample(const SampleArguments& a) {
  const Electorate e = with_rules(read_board(a.board), a.rules);
  return run_count(a.counting, "sample", e, [&](const CountOptions& options) { return draw_plans(a, e, options); });
}

}  // namespace

void add_sample(const Command& top) {
  const auto [command, a] = top.command(print_sample, "sample", "Plans drawn at random from all, one a line");
  add_board(command, a.board);
  add_district_rules(command, a.rules);
  command.number("--count K", a.count, {1, 1'000'000'000}, "Number of plans (default: 1)");
  add_seed(command, "--seed S", a.seed, "The same seed draws the same plans (default: 1)");
  command.choice("--measure plans|trees", a.counting.measure,
                 "How likely a plan is: all equally (plans, the default), or by the product of its districts' numbers "
                 "of spanning trees");
  add_jobs(command, a.counting.jobs);
  command.choice("--format text|lines|json|svg", a.format,
                 "Format of the output: text (default); lines: the district of each cell, as in 1,1,2,2, for ensemble "
                 "and other programs; json; or svg: a picture of the plans");
  command.group("What is drawn", {"--count", "--seed", "--measure"});
  command.group("How it runs", {"--jobs", "--format"});
  command.footer({"pentocity gerrymander sample 7 --count 3 --seed 1",
                  "pentocity gerrymander sample 7 --count 3 --format json",
                  "pentocity gerrymander sample 7 --count 8 --format svg > plans.svg"});
}

}  // namespace pentocity::app
