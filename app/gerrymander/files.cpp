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
  const std::string text = picture_or_file(a.file);
  Electorate e = electorate_of_plan(text);
  const bool has_votes = !a.voters.empty();
  if (has_votes) e = read_electorate(picture_or_file(a.voters), e.size);
  const DistrictPlan plan = read_plan(e, text);
  fmt::print("{}", a.format == "csv" ? districts_csv(e, plan) : gerrychain_json(e, plan, has_votes));
  return exit_done;
}

int import_plan(const std::string& file) {
  const auto [electorate, plan] = read_districts(file);
  fmt::print("{}\n", plan_text(electorate, plan));
  return exit_done;
}

}  // namespace

void add_files(CLI::App& top, int& exit_code) {
  const auto [out, a] = add_command(top, exit_code, export_plan, "export", "A plan for other programs");
  out.add_option("PLAN", a.file, "A plan as the other commands write it, or a file with one")->required();
  out.add_option("--voters", a.voters, "The board's voters, a picture or a file");
  add_word(out, "--format", a.format, {"gerrychain", "csv"},
           "gerrychain: the JSON graph of GerryChain; csv: a line for each voter");
  out.footer("Example: pentocity gerrymander export '1122|1122|3344|3344' --format csv");

  const auto [in, file] =
      add_command(top, exit_code, import_plan, "import", "The plan of a GerryChain graph or a CSV list of districts");
  in.add_option("FILE", file, "JSON with nodes, or CSV; rows and columns from 0, a district for each")->required();
  in.footer("Example: pentocity gerrymander import plan.json");
}

}  // namespace pentocity::app
