#include "pentocity/districting/census.hpp"

#include "common.hpp"

namespace pentocity::app {

namespace {

struct CensusArguments {
  int size = 5, minority = 9, jobs = 1;
  std::string format = "text";
};

void print_census(const CensusArguments& a) {
  const int voters = a.size * a.size;
  if (a.minority > voters / 2)
    throw InputError("--minority {}: on {} x {} cells a minority has at most half of the {} votes: expected 0 to {}",
                     a.minority, a.size, a.size, voters, voters / 2);
  lift_memory_limit();
  const districting::Census census = districting::take_census(a.size, a.minority, a.jobs);
  if (a.format == "json")
    return print_json({{"format", "pentocity-census/1"},
                       {"size", a.size},
                       {"minority", a.minority},
                       {"boards", std::to_string(census.boards)},
                       {"winnable", std::to_string(census.winnable)},
                       {"unique", std::to_string(census.unique)},
                       {"never_shut_out", std::to_string(census.never_shut_out)}});
  fmt::print("{:>12} board{} of {} x {} with {} of A\n", census.boards, census.boards == 1 ? "" : "s", a.size, a.size,
             counted(a.minority, "voter"));
  fmt::print("{:>12} on which A can win more districts than B\n", census.winnable);
  fmt::print("{:>12} on which exactly one plan does so\n", census.unique);
  fmt::print("{:>12} on which A wins a district in every plan\n", census.never_shut_out);
}

}  // namespace

void add_census(const Command& top) {
  const auto [command, a] =
      top.command(print_census, "census", "On how many boards the minority can win, or be shut out");
  command.number("--size N", a.size, {1, 5}, "Side of the board, and voters of a district (default: 5)");
  command.number("--minority K", a.minority, {0, 12}, "Voters of A, at most half of all (default: 9)");
  add_jobs(command, a.jobs);
  add_format(command, a.format);
  command.footer({"pentocity gerrymander census --size 5 --minority 9"});
}

}  // namespace pentocity::app
