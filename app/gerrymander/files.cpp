#include <fmt/format.h>

#include "commands.hpp"
#include "common.hpp"
#include "district_files.hpp"

namespace pentocity::app {

using namespace districting;

namespace {

struct Export {
  std::string file, voters, format = "gerrychain";
};

int export_plan(const Export& a) {
  const bool has_votes = !a.voters.empty();
  const auto [board, text] =
      read_picture(a.file, [](const std::string& read) { return std::pair(electorate_of_plan(read), read); });
  const Electorate e = has_votes ? read_voters(a.voters, board.rules) : board;
  const DistrictPlan plan = read_plan(e, text);
  fmt::print("{}", a.format == "csv" ? districts_csv(e, plan, has_votes) : gerrychain_json(e, plan, has_votes));
  return exit_done;
}

int import_plan(const std::string& file) {
  const auto [electorate, plan] = read_districts(file);
  fmt::print("{}\n", plan_text(electorate, plan));
  return exit_done;
}

}  // namespace

void add_files(const Command& top) {
  const auto [out, a] = top.command(export_plan, "export", "A plan for other programs");
  out.file("PLAN PLAN|FILE", a.file, "A plan as the other commands write it, or a file with one").required();
  out.file("--voters PICTURE|FILE", a.voters,
           "The board's voters, a picture or a file, to be written as well (default: no voters)");
  choice(out, "--format gerrychain|csv", a.format,
         "gerrychain (default): the JSON graph of GerryChain; csv: a line for each voter");
  out.footer({"pentocity gerrymander export '1122|1122|3344|3344' --format csv"});

  const auto [in, file] =
      top.command(import_plan, "import", "The plan of a GerryChain graph or a CSV list of districts");
  in.file("FILE FILE", file, "JSON with nodes, or CSV; rows and columns from 0, a district for each").required();
  in.footer({"pentocity gerrymander import plan.json"});
}

}  // namespace pentocity::app
