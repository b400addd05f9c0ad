#include "pentocity/figures/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pentocity/input/json_text.hpp"
#include "text_table.hpp"

namespace pentocity::figures {

namespace {

// The names of pentominoes, by the cells of each rotation.
std::map<Cells, std::string> pentomino_names() {
  std::map<Cells, std::string> out;
  for (const char letter : std::string("FILNPTUVWXYZ")) {
    for (const Cells& cells : rotations(*pentomino(letter))) out[cells] = letter;
    for (const Cells& cells : rotations(mirrored(*pentomino(letter))))
      out.try_emplace(cells, std::string{letter, '\''});
  }
  return out;
}

// The runs of so many requests; `same(i)` tells whether request i has it in common with the one before.
template <class Same>
Runs runs_of(std::size_t count, const Same& same) {
  Runs out;
  int runs = 0, length = 0;
  for (std::size_t i = 0; i < count; ++i) {
    length = i > 0 && same(i) ? length + 1 : 1;
    if (length == 1) ++runs;
    out.longest = std::max(out.longest, length);
  }
  out.mean = static_cast<double>(count) / runs;
  return out;
}

nlohmann::ordered_json to_json(const Runs& runs) { return {{"mean", runs.mean}, {"longest", runs.longest}}; }

// The names of the requests that are the most frequent over all streams, the most frequent one first.
std::vector<std::string> most_frequent(const std::vector<StreamFigures>& streams, std::size_t at_most) {
  std::map<std::string, double> sums;
  for (const StreamFigures& stream : streams)
    for (const auto& [name, share] : stream.shares) sums[name] += share;
  std::vector<std::string> names;
  for (const auto& [name, sum] : sums) names.push_back(name);
  std::ranges::stable_sort(names, std::ranges::greater(), [&](const std::string& name) { return sums[name]; });
  names.resize(std::min(names.size(), at_most));
  return names;
}

}  // namespace

std::string request_name(const Request& request) {
  static const std::map<Cells, std::string> letters = pentomino_names();
  if (!request.is_proper()) throw std::invalid_argument("the rules do not allow this request");
  if (request.type() == Building::residence) return "residence " + letters.at(request.cells());
  const auto [rows, columns] = extent(request.cells());
  return fmt::format("factory {}x{}", std::min(rows, columns), std::max(rows, columns));
}

StreamFigures stream_figures(const std::string& sequencer, const std::vector<Request>& requests) {
  StreamFigures out;
  out.sequencer = sequencer;
  out.requests = static_cast<int>(requests.size());
  std::vector<std::string> names;
  std::map<std::string, std::size_t> last, counts;
  double factories = 0, cells = 0, distances = 0, distance = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    names.push_back(request_name(requests[i]));
    if (++counts[names[i]] > 1) {
      ++distances;
      distance += static_cast<double>(i - last[names[i]]);
    }
    last[names[i]] = i;
    if (requests[i].type() != Building::factory) continue;
    ++factories;
    cells += requests[i].size();
  }
  out.factories = factories / out.requests;
  if (factories > 0) out.factory_cells = cells / factories;
  out.of_type = runs_of(names.size(), [&](std::size_t i) { return requests[i].type() == requests[i - 1].type(); });
  out.of_equal = runs_of(names.size(), [&](std::size_t i) { return names[i] == names[i - 1]; });
  if (distances > 0) out.distance = distance / distances;
  for (const auto& [name, count] : counts) {
    const double share = static_cast<double>(count) / out.requests;
    out.shares[name] = share;
    out.entropy += share * std::log2(1 / share);
  }
  return out;
}

std::string table_text(const std::vector<StreamFigures>& streams, std::size_t width) {
  std::vector<std::string> heads;
  for (const StreamFigures& stream : streams) heads.push_back(stream.sequencer);
  Table table(heads);
  const auto line = [&](const std::string& label, const auto& of) {
    table.line(label, streams.size(), [&](std::size_t s) { return of(streams[s]); });
  };
  line("requests", [](const auto& s) { return std::to_string(s.requests); });
  line("different ones", [](const auto& s) { return std::to_string(s.shares.size()); });
  line("entropy, bits", [](const auto& s) { return number(s.entropy, 2); });
  line("cells of a factory", [](const auto& s) { return number(s.factory_cells, 2); });
  line("turns to an equal one", [](const auto& s) { return number(s.distance, 2); });
  for (const auto& [title, runs] : {std::pair("runs of one type", &StreamFigures::of_type),
                                    std::pair("runs of equal requests", &StreamFigures::of_equal)}) {
    table.section(title);
    line("mean", [&](const auto& s) { return number((s.*runs).mean, 2); });
    line("longest", [&](const auto& s) { return std::to_string((s.*runs).longest); });
  }
  table.section("share of all requests, %");
  line("factories", [](const auto& s) { return number(100 * s.factories); });
  for (const std::string& name : most_frequent(streams, 10))
    line(name, [&](const auto& s) { return number(s.shares.contains(name) ? 100 * s.shares.at(name) : 0); });
  return table.text(width, false);
}

nlohmann::ordered_json to_json(const std::vector<StreamFigures>& streams) {
  auto out = nlohmann::ordered_json::array();
  for (const StreamFigures& s : streams)
    out.push_back({{"sequencer", s.sequencer},
                   {"requests", s.requests},
                   {"entropy", s.entropy},
                   {"factories", s.factories},
                   {"factory_cells", or_null(s.factory_cells)},
                   {"distance", or_null(s.distance)},
                   {"runs", {{"type", to_json(s.of_type)}, {"equal", to_json(s.of_equal)}}},
                   {"shares", s.shares}});
  return {{"format", "pentocity-streams/1"}, {"streams", std::move(out)}};
}

}  // namespace pentocity::figures
