#include <array>
#include <cmath>

#include "common.hpp"

namespace pentocity::app {

namespace {

constexpr int largest_enumerated_side = 7;  // by default; of the shorter side

struct SeatsArguments {
  std::string board, plan, ties = "nobody", format = "text";
  RuleArguments rules;
  CountArguments counting;
  bool bound = false, outlier = false;
  int draws = 10'000;
  std::uint64_t seed = 1;
};

// A plan, its seats, and the numbers of plans in which A has fewer, as many and more seats.
struct Rank {
  DistrictPlan plan;
  int a, b;
  std::uint64_t fewer = 0, same = 0, more = 0;
};

// What is known about the seats of a board. `steps` is the number of steps in a seat (see SeatCounts).
struct Seats {
  Electorate electorate;
  int steps;
  std::optional<districting::SeatCounts> counts;
  districting::Extremes extremes;
  std::optional<Rank> rank;
  std::optional<Outlier> outlier;

  int votes_of_b() const { return electorate.voters() - electorate.votes_of_a(); }
  std::string text(int seats) const {
    return seats % steps == 0 ? std::to_string(seats / steps)
                              : fmt::format("{:.1f}", seats / static_cast<double>(steps));
  }
};

Rank rank_of(const Electorate& e, const std::string& plan, districting::Ties ties) {
  const DistrictPlan read = read_picture(plan, [&](const std::string& text) { return read_plan(e, text); });
  return {read, seats_of_a(e, read, ties), seats_of_b(e, read, ties)};
}

// Counts the plans with fewer, as many and more seats than the board's plan, if it has one and all are counted.
void count_beside(Seats& s) {
  if (!s.rank || !s.counts) return;
  Rank& rank = *s.rank;
  for (int seats = 0; seats < std::ssize(s.counts->a); ++seats)
    (seats < rank.a ? rank.fewer : seats == rank.a ? rank.same : rank.more) += s.counts->a[seats];
}

ordered_json extreme_json(const districting::Extreme& extreme, const Seats& s) {
  const auto seats = [&](int n) {
    return n % s.steps == 0 ? ordered_json(n / s.steps) : ordered_json(n / static_cast<double>(s.steps));
  };
  return {{"a", seats(extreme.seats)},
          {"plan", plan_text(s.electorate, extreme.plan)},
          {"proof", name_of(extreme.proof)},
          {"limit", seats(extreme.limit)},
          {"efficiency_gap", efficiency_gap(s.electorate, extreme.plan)},
          {"seats_votes", seats_votes_curve(s.electorate, extreme.plan)}};
}

ordered_json rank_json(const Rank& rank, const Seats& s) {
  ordered_json json{{"plan", plan_text(s.electorate, rank.plan)},
                    {"a", s.text(rank.a)},
                    {"b", s.text(rank.b)},
                    {"efficiency_gap", efficiency_gap(s.electorate, rank.plan)},
                    {"seats_votes", seats_votes_curve(s.electorate, rank.plan)}};
  if (!s.electorate.rules.counties.empty()) json["county_splits"] = splits_of(s.electorate, rank.plan).counties;
  if (s.counts)
    json.update({{"plans_with_fewer", std::to_string(rank.fewer)},
                 {"plans_with_as_many", std::to_string(rank.same)},
                 {"plans_with_more", std::to_string(rank.more)}});
  return json;
}

constexpr std::array<const char*, 2> measure_names{"plans", "trees"};

// Between which shares the true one lies, for 95 of 100 draws: Wilson's score interval.
std::pair<double, double> interval_of(double share, int draws) {
  constexpr double z = 1.96;
  const double n = draws, middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n);
  return {std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

ordered_json outlier_json(const Outlier& outlier, int steps) {
  ordered_json json{{"draws", outlier.draws}, {"statistics", ordered_json::array()}, {"joint", ordered_json::array()}};
  for (std::size_t i = 0; i < outlier.value.size(); ++i) {
    ordered_json statistic{{"name", districting::statistic_names[i]}, {"value", outlier.value[i]}};
    for (std::size_t m = 0; m < measure_names.size(); ++m) {
      ordered_json& by = statistic[measure_names[m]];
      by = {{"below", outlier.below[m][i]}, {"same", outlier.same[m][i]}, {"exact", outlier.is_exact[m][i]}};
      if (!outlier.is_exact[m][i]) by["interval"] = interval_of(outlier.below[m][i], outlier.draws);
    }
    json["statistics"].push_back(std::move(statistic));
  }
  for (const auto& [at, shares] : outlier.joint) {
    ordered_json pair{{"seats", at.first / static_cast<double>(steps)},
                      {"cut_edges", at.second},
                      {"plans", shares[0]},
                      {"trees", shares[1]}};
    for (std::size_t m = 0; outlier.draws > 0 && m < measure_names.size(); ++m)
      pair["intervals"][measure_names[m]] = interval_of(shares[m], outlier.draws);
    json["joint"].push_back(std::move(pair));
  }
  return json;
}

void print_outlier(const Outlier& outlier) {
  fmt::print(
      "\nWhere this plan stands:           all plans alike     by spanning trees\n"
      "                   this plan     below      same     below      same\n");
  for (std::size_t i = 0; i < outlier.value.size(); ++i) {
    std::string name = districting::statistic_names[i];
    std::replace(name.begin(), name.end(), '_', ' ');
    fmt::print("  {:<15} {:>10}", name, fmt::format("{:.4g}", outlier.value[i]));
    for (std::size_t m = 0; m < measure_names.size(); ++m)
      for (const double share : {outlier.below[m][i], outlier.same[m][i]})
        fmt::print(" {:>9}", fmt::format("{}{:.2f}%", outlier.is_exact[m][i] ? "" : "~", 100 * share));
    fmt::print("\n");
  }
  if (outlier.draws > 0)
    fmt::print("~ is a share of {} independent draws: off by less than {:.1f} points, 95 times of 100.\n",
               outlier.draws, 98 / std::sqrt(outlier.draws));
}

ordered_json seats_json(const Seats& s, const std::string& ties) {
  const Electorate& e = s.electorate;
  ordered_json json{{"format", "pentocity-seats/1"},
                    {"rows", e.rows},
                    {"columns", e.columns},
                    {"size", e.rules.min},
                    {"ties", ties},
                    {"votes", {{"a", e.votes_of_a()}, {"b", s.votes_of_b()}}},
                    {"plans", nullptr},
                    {"seats", nullptr}};
  if (s.counts) {
    json["plans"] = std::to_string(s.counts->plans);
    for (const auto& [party, bins] : {std::pair("a", &s.counts->a), std::pair("b", &s.counts->b)})
      for (std::size_t i = 0; i < bins->size(); ++i)
        json["seats"][party][s.text(static_cast<int>(i))] = std::to_string((*bins)[i]);
    for (std::size_t splits = 0; splits < s.counts->a_by_splits.size(); ++splits)
      for (std::size_t i = 0; i < s.counts->a.size(); ++i)
        json["by_splits"][std::to_string(splits)][s.text(static_cast<int>(i))] =
            std::to_string(s.counts->a_by_splits[splits][i]);
  }
  if (e.rules.max > e.rules.min) json["max_size"] = e.rules.max;
  json["max"] = extreme_json(s.extremes.max, s);
  json["min"] = extreme_json(s.extremes.fewest, s);
  if (s.rank) json["plan"] = rank_json(*s.rank, s);
  if (s.outlier) json["outlier"] = outlier_json(*s.outlier, s.steps);
  return json;
}

std::vector<PlanInPicture> shown_plans(const Seats& s) {
  const auto shown = [&](const char* what, int seats, const DistrictPlan& plan) {
    return PlanInPicture{s.electorate, plan, fmt::format("{}: {}", what, s.text(seats))};
  };
  std::vector<PlanInPicture> out{shown("Most seats of A", s.extremes.max.seats, s.extremes.max.plan),
                                 shown("Fewest seats of A", s.extremes.fewest.seats, s.extremes.fewest.plan)};
  if (s.rank) out.push_back(shown("Seats of A by this plan", s.rank->a, s.rank->plan));
  return out;
}

void print_extreme(const char* what, const districting::Extreme& extreme, const Seats& s) {
  const std::string why = extreme.proof == districting::Extreme::enumeration ? "proved by looking through all plans"
                          : extreme.proof == districting::Extreme::bound
                              ? "no division of the votes gives other numbers"
                              : fmt::format("perhaps not the last word: no plan passes {}", s.text(extreme.limit));
  fmt::print("{} seats of A: {} ({}); efficiency gap {:+.1f}%\n{}\n", what, s.text(extreme.seats), why,
             100 * efficiency_gap(s.electorate, extreme.plan), plan_with_legend(s.electorate, extreme.plan));
}

void print_text(const Seats& s) {
  const Electorate& e = s.electorate;
  fmt::print("{}, {} of A, {} of B; districts of {}\n\n", counted(s.electorate.voters(), "voter"), e.votes_of_a(),
             s.votes_of_b(), e.sizes_text());
  if (s.counts) {
    fmt::print("{}, by the seats of A:\n", counted(s.counts->plans, "plan"));
    const std::vector<std::uint64_t>& a = s.counts->a;
    const auto max = static_cast<double>(*std::max_element(a.begin(), a.end()));
    for (std::size_t i = 0; i < a.size(); ++i) {
      const std::string bar(static_cast<std::size_t>(std::ceil(40 * static_cast<double>(a[i]) / max)), '#');
      fmt::print("  {:>4}  {:>20}  {}\n", s.text(static_cast<int>(i)), a[i], bar);
    }
    fmt::print("\n");
    if (!s.counts->a_by_splits.empty()) {
      fmt::print("By the number of split counties, and the seats of A:\n      ");
      for (std::size_t i = 0; i < a.size(); ++i) fmt::print("  {:>12}", s.text(static_cast<int>(i)));
      for (std::size_t splits = 0; splits < s.counts->a_by_splits.size(); ++splits)
        fmt::print("\n  {:>4}  {:>12}", splits, fmt::join(s.counts->a_by_splits[splits], "  "));
      fmt::print("\n\n");
    }
  }
  print_extreme("Most", s.extremes.max, s);
  print_extreme("Fewest", s.extremes.fewest, s);
  if (!s.rank) return;
  const std::string seats = s.text(s.rank->a);
  fmt::print("This plan: {} seat{} for A, {} for B; efficiency gap {:+.1f}%\n{}", seats, seats == "1" ? "" : "s",
             s.text(s.rank->b), 100 * efficiency_gap(e, s.rank->plan), plan_with_legend(e, s.rank->plan));
  if (!e.rules.counties.empty()) fmt::print("Split counties: {}.\n", splits_of(e, s.rank->plan).counties);
  if (s.counts)
    fmt::print("A has fewer seats in {} plans, as many in {}, more in {}.\n", s.rank->fewer, s.rank->same,
               s.rank->more);
  if (s.outlier) print_outlier(*s.outlier);
}

int count_seats_of(const SeatsArguments& a, const Electorate& e, const CountOptions& options) {
  const districting::Ties ties = ties_of(a.ties);
  if (a.outlier && a.plan.empty()) throw InputError("--outlier: expected --plan, the plan to be compared");
  Seats s{e, steps_of(ties), {}, {}, {}, {}};
  if (!a.plan.empty()) s.rank = rank_of(e, a.plan, ties);
  if (!a.bound && std::min(e.rows, e.columns) <= largest_enumerated_side) s.counts = count_seats(e, ties, options);
  if (s.counts && s.counts->plans == 0) return no_plan(e);
  s.extremes = extreme_seats(e, ties, s.counts ? &*s.counts : nullptr);
  count_beside(s);
  if (a.outlier)
    s.outlier = compare_plan(e, s.rank->plan, ties,
                             {.draws = a.draws, .seed = a.seed, .jobs = options.jobs, .stop = options.stop});
  if (a.format == "json")
    print_json(seats_json(s, a.ties));
  else if (a.format == "svg")
    fmt::print("{}", a.outlier ? outlier_picture(e, s.rank->plan, *s.outlier, s.steps) : seats_picture(shown_plans(s)));
  else
    print_text(s);
  return exit_done;
}

int print_seats(const SeatsArguments& a) {
  const Electorate e = with_rules(read_voters(a.board, any_rules()), a.rules);
  return run_count(a.counting, "seats", e, [&](const CountOptions& options) { return count_seats_of(a, e, options); });
}

}  // namespace

void add_seats(const Command& top) {
  const auto [command, a] = top.command(print_seats, "seats", "The exact number of plans for each number of seats");
  command.file("BOARD PICTURE|FILE", a.board,
               "A picture of voters A and B, # for none, rows split by | or lines; or a file with it");
  add_district_rules(command, a.rules);
  add_ties(command, a.ties);
  command.file("--plan PLAN|FILE", a.plan, "A plan, or a file with one: where it stands among all");
  command.flag("--outlier", a.outlier,
               "With --plan: the shares of plans with fewer seats, fewer cut edges and so on, under both measures");
  command.number("--draws N", a.draws, {100, 10'000'000},
                 "With --outlier: draws on a board of more than 10,000,000 plans (default: 10000)");
  add_seed(command, "--seed S", a.seed, "The same seed makes the same draws (default: 1)");
  command.flag("--bound", a.bound,
               fmt::format("Do not look through all plans, only for the extremes (so if both sides exceed {})",
                           largest_enumerated_side));
  add_count(command, a.counting);
  command.choice("--format text|json|svg", a.format,
                 "Format of the output: text (default), json, or svg: a picture of the plans that are named, and of "
                 "the seats that "
                 "they give A for each share of the votes; with --outlier, of where the plan stands");
  command.group("What is found", {"--ties", "--measure", "--bound", "--plan", "--outlier", "--draws", "--seed"});
  command.group("How it runs", {"--jobs", "--progress", "--checkpoint", "--format"});
  command.footer({"pentocity gerrymander seats 'AABBB|BABBA|BBABB|ABBBA|BBABB'",
                  "pentocity gerrymander seats 'AABBB|BABBA|BBABB|ABBBA|BBABB' --format svg > seats.svg"});
}

}  // namespace pentocity::app
