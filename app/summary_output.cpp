#include "summary_output.hpp"

#include <unistd.h>

#include "terminal.hpp"

namespace pentocity::app {

int table_width() { return static_cast<int>(terminal_width(STDOUT_FILENO, 100)); }

std::string results_line(const std::string& folder, std::size_t shown, std::size_t summed_up) {
  if (summed_up <= shown) return fmt::format("Results: {}\n", folder);
  return fmt::format("Results: {}, whose summary.json covers {} games, these {} among them\n", folder, summed_up,
                     shown);
}

std::string making_of(const Summary& summary, const std::string& folder) {
  const Store store(folder, read_schedule(folder), Store::Access::look);
  std::size_t games = 0;
  for (const CellSummary& cell : summary.cells) games += static_cast<std::size_t>(cell.games);
  return making_text(store.notes(), store.schedule()) +
         (summary.unplayed > 0 ? fmt::format("; interim: {} of {} games", games, games + summary.unplayed) : "");
}

void print_summary(const Summary& summary, const std::string& format, const std::string& folder,
                   std::size_t summed_up) {
  if (format == "json") return fmt::print("{}", json_text(summary));
  if (format == "csv") return fmt::print("{}", csv_text(summary));
  std::size_t games = 0;
  for (const CellSummary& cell : summary.cells) games += cell.games;
  fmt::print("{}\n{}made by: {}\n", table_text(summary, table_width(), shows_colours(STDOUT_FILENO)),
             results_line(folder, games, summed_up), making_of(summary, folder));
}

void print_digest(const Summary& summary, const std::string& format) {
  if (format == "table") fmt::print("digest: {}\n", summary.digest);
}

}  // namespace pentocity::app
