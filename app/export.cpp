#include "pentocity/results/export.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "commands.hpp"
#include "pentocity/results/files.hpp"
#include "summary_output.hpp"

namespace pentocity::app {
namespace {

struct ExportArguments {
  std::string folder, out;
  ExportFormat format = ExportFormat::csv;
};

int export_results(const ExportArguments& a) {
  if (a.out.empty()) {
    export_games(a.folder, a.format, [](const std::string& lines) { fmt::print("{}", lines); });
    return exit_done;
  }
  std::string all;
  export_games(a.folder, a.format, [&all](const std::string& lines) { all += lines; });
  write_file(a.out, all, OnDisk::later);
  return exit_done;
}

}  // namespace

void add_export(const Command& app) {
  const auto [command, a] =
      app.command(export_results, "export", "Print the games of a results folder, one a line, for other programs");
  command.file("folder DIR", a.folder, "Results folder, as `pentocity run` writes it").required();
  add_choice<ExportFormat>(command, "--format", a.format, {{"csv", ExportFormat::csv}, {"jsonl", ExportFormat::jsonl}},
                           "csv (default), with the names of the columns in the first line; or jsonl, a JSON object a "
                           "line");
  add_out(command, a.out);
  command.footer(
      {"pentocity export results/quickstart --format csv -o games.csv"},
      "The columns are those of the table `game` in results.sqlite; the games are those that summary.json covers.");
}

}  // namespace pentocity::app
