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

Electorate electorate_of(const SampleArguments& a) {
  if (a.board.find_first_not_of("0123456789x") == std::string::npos) {
    const auto [rows, columns] = read_sides(a.board);
    return with_rules(districting::electorate_without_votes(rows, columns, any_rules()), a.rules);
  }
  Electorate e = with_rules(read_voters(a.board, any_rules()), a.rules);
  // Votes do not matter here, and without them there is less to remember.
  std::replace(e.cells.begin(), e.cells.end(), 'A', 'B');
  return e;
}

int draw_plans(const SampleArguments& a, const Electorate& e, const CountOptions& options) {
  const districting::Plans plans(e, options);
  if (plans.count() == 0) return no_plan(e);
  Pcg random(a.seed);
  const auto draw = [&] {
    if (*options.stop) throw districting::Interrupted("interrupted");
    return plan_text(e, plans.draw(random));
  };
  if (a.format == "text") {
    for (std::uint64_t i = 0; i < a.count; ++i) fmt::print("{}\n", draw());
    return exit_done;
  }
  ordered_json out = {{"format", "pentocity-sample/1"},
                      {"rows", e.rows},
                      {"columns", e.columns},
                      {"size", e.rules.min},
                      {"plans", std::to_string(plans.count())},
                      {"seed", a.seed},
                      {"sample", ordered_json::array()}};
  for (std::uint64_t i = 0; i < a.count; ++i) out["sample"].push_back(draw());
  if (e.rules.max > e.rules.min) out["max_size"] = e.rules.max;
  if (options.measure == districting::Measure::trees) out["measure"] = "trees";
  print_json(out, -1);
  return exit_done;
}

int print_sample(const SampleArguments& a) {
  const Electorate e = electorate_of(a);
  return run_count(a.counting, "sample", e, [&](const CountOptions& options) { return draw_plans(a, e, options); });
}

}  // namespace

void add_sample(const Command& top) {
  const auto [command, a] = top.command(print_sample, "sample", "Plans drawn at random from all, one a line");
  command.file(
      "BOARD N|ROWSxCOLUMNS|PICTURE|FILE", a.board,
      "A size: the side N of a square, or ROWSxCOLUMNS; or a picture of voters as for seats, or a file with it");
  add_district_rules(command, a.rules);
  command.number("--count K", a.count, {1, 1'000'000'000}, "Number of plans (default: 1)");
  add_seed(command, "--seed S", a.seed, "The same seed draws the same plans (default: 1)");
  command.choice("--measure plans|trees", a.counting.measure,
                 "How likely a plan is: all equally (plans, the default), or by the product of its districts' numbers "
                 "of spanning trees");
  add_jobs(command, a.counting.jobs);
  add_format(command, a.format);
  command.group("What is drawn", {"--count", "--seed", "--measure"});
  command.group("How it runs", {"--jobs", "--format"});
  command.footer(
      {"pentocity gerrymander sample 7 --count 3 --seed 1", "pentocity gerrymander sample 7 --count 3 --format json"});
}

}  // namespace pentocity::app
