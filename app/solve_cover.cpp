// `pentocity solve FILE.dlx`: an exact cover in Knuth's format.

#include "solve_cover.hpp"

#include <chrono>

#include "commands.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/input/read_file.hpp"

namespace pentocity::app {

namespace {

constexpr std::size_t max_dlx_bytes = std::size_t{1} << 28;

}  // namespace

bool is_exact_cover(const std::string& path) {
  return path.ends_with(".dlx") && std::filesystem::is_regular_file(path);
}

int solve_cover(const CoverTask& task) {
  const exchange::ExactCover cover = exchange::read_dlx(read_file(task.path, max_dlx_bytes), task.path);
  std::uint64_t count = 0;
  std::string text;
  ordered_json list = ordered_json::array();
  const bool is_json = task.format == "json";
  const auto begin = std::chrono::steady_clock::now();
  const auto [complete, nodes] =
      packing::search_exact_cover(cover, &stop_on_signals(), [&](const std::vector<int>& taken) {
        ++count;
        if (!task.counts) {
          ordered_json solution = ordered_json::array();
          text += fmt::format("{}:\n", count);
          for (const int o : taken) {
            const std::string option = exchange::text_of(cover, cover.options[o]);
            text += fmt::format(" {}\n", option);
            if (is_json) solution.push_back(option);
          }
          if (is_json) list.push_back(solution);
        }
        return count != task.limit;
      });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (task.explains) tell("dancing cells, the engine of `cover`: {} nodes in {}", nodes, duration(seconds));
  const bool interrupted = !complete && count != task.limit;
  const std::string stopped = complete ? "" : interrupted ? " (interrupted)" : " (stopped at the limit)";
  const ordered_json json{{"format", "pentocity-solutions/1"},
                          {"puzzle", task.path},
                          {"count", task.first ? ordered_json(nullptr) : ordered_json(std::to_string(count))},
                          {"unique", nullptr},
                          {"complete", complete},
                          {"engine", "cover"},
                          {"nodes", nodes},
                          {"seconds", seconds},
                          {"solutions", list}};
  if (is_json)
    text = text_of_json(json, 1) + "\n";
  else if (task.first && count == 0)
    text += fmt::format("no solution{}\n", stopped);
  else if (!task.first)
    text += fmt::format("{}{}\n", counted(count, "solution"), stopped);
  write_output(task.out, text);
  return interrupted ? exit_interrupted : count > 0 ? exit_done : exit_no;
}

}  // namespace pentocity::app
