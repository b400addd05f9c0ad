#include "pentocity/results/export.hpp"

#include "commands.hpp"

namespace pentocity::app {
namespace {

struct ExportArguments {
  std::string folder, out, format = "csv";
};

void export_results(const ExportArguments& a) {
  std::string all;
  const auto take = [&](const std::string& lines) {
    if (a.out.empty())
      fmt::print("{}", lines);
    else
      all += lines;
  };
  export_games(a.folder, a.format == "csv" ? ExportFormat::csv : ExportFormat::jsonl, take);
  if (!a.out.empty()) write_output(a.out, all);
}

}  // namespace

void add_export(const Command& app) {
  const auto [command, a] =
      app.command(export_results, "export", "Print the games of a results folder, one a line, for other programs");
  command.file("folder DIR", a.folder, "Results folder, as `pentocity run` writes it");
  command.choice("--format csv|jsonl", a.format,
                 "csv (default), with the names of the columns in the first line; or jsonl, a JSON object a line");
  add_out(command, a.out);
  command.footer(
      {"pentocity export results/quickstart --format csv -o games.csv"},
      "The columns are those of the table `game` in results.sqlite; the games are those that summary.json covers.");
}

}  // namespace pentocity::app
