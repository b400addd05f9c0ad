#include "trace_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>
#include <vector>

#include "commands.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/files.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {
namespace {

struct Listed {
  std::string player, sequencer, status, path;
  int score = 0;
};

// What the first and the last line of a trace say.
Listed listed(const Folder& folder, const std::string& name) {
  const std::string path = folder.path_of(name), text = gunzip(folder.read(name), path);
  const std::size_t end = text.find_last_not_of('\n') + 1;
  const nlohmann::json first = parse_json(text.substr(0, text.find('\n'))),
                       last = parse_json(text.substr(0, end).substr(text.rfind('\n', end - 1) + 1));
  if (!first.is_object() || !last.is_object()) throw InputError("{}: is no trace", path);
  const auto word = [](const nlohmann::json& line, const char* key) {
    const nlohmann::json value = line.value(key, nlohmann::json());
    return value.is_string() ? printable(value.get<std::string>()) : "?";
  };
  return {word(first, "player"), word(first, "sequencer"), word(last, "status"), path,
          int_of_json(last.value("score", nlohmann::json())).value_or(0)};
}

}  // namespace

std::string trace_list(const std::string& path) {
  const Folder whole(path), folder = whole.has(traces_folder) ? whole.folder(traces_folder) : Folder(path);
  std::vector<Listed> traces;
  for (const std::string& name : folder.names())
    if (name.ends_with(".jsonl.gz") || name.ends_with(".jsonl")) traces.push_back(listed(folder, name));
  if (traces.empty()) throw InputError("{}: the folder has no traces", path);
  std::ranges::stable_sort(traces, {}, [](const Listed& t) { return std::tuple(t.player, t.sequencer, -t.score); });
  std::string list;
  for (const Listed& t : traces)
    list += fmt::format("{:>6}  {:<8} {} on {}: {}\n", t.score, t.status, t.player, t.sequencer, quoted(t.path));
  return list;
}

}  // namespace pentocity::app
