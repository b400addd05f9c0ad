#include "solve_output.hpp"

#include <map>

#include "commands.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/packing/svg.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

std::string solutions_text(const Puzzle& puzzle, const SolveResult& result, Task task, bool rotations_only) {
  std::string out;
  if (!result.solutions.empty()) out.reserve(result.solutions.size() * (2 * result.solutions.front().size() + 2) + 100);
  for (const std::string& solution : result.solutions) {
    if (!out.empty()) out += '\n';
    append_board(out, puzzle, solution);
  }
  const std::string stopped = stopped_by(result);
  const auto add = [&](const std::string& n, const char* meaning) {
    if (!result.solutions.empty()) out += '\n';
    out += fmt::format("{} solution{}{}{}\n", n, n == "1" ? "" : "s", meaning, stopped);
  };
  if (result.count) add(*result.count, "");
  if (result.unique) add(*result.unique, rotations_only ? " up to rotations" : " up to symmetry");
  if (task == Task::first && !result.solvable) out += "no solution" + stopped + "\n";
  return out;
}

// The output of the meteor contest: the number, the least and the greatest board by the names of its pieces.
std::string benchmark_text(const Puzzle& puzzle, const SolveResult& result, Task task) {
  const std::size_t n = result.solutions.size();
  // The contest has no singular.
  std::string out = (task == Task::all ? fmt::format("{} solutions", n) : counted(n, "solution")) + " found\n\n";
  if (n == 0) return out;
  for (const std::string& solution : {result.solutions.front(), result.solutions.back()}) {
    int row = 0;
    for (const std::string_view label : split_labels(solution)) {
      if (label != "|")
        out += fmt::format("{} ", label);
      else
        out += puzzle.lattice == Lattice::hex && ++row % 2 == 1 ? "\n " : "\n";
    }
    out += "\n\n";
  }
  return out;
}

std::string solutions_svg(const Puzzle& puzzle, const SolveResult& result, Labels labels, Task task) {
  std::vector<std::string> pictures;
  for (const std::string& solution : std::span(result.solutions).first(std::min(result.solutions.size(), most_drawn)))
    pictures.push_back(svg_of(puzzle, read_solution(puzzle, solution), labels));
  if (task == Task::first) return pictures.front();
  return svg_sheet(pictures, fmt::format("{}: {} of {}", puzzle.name, pictures.size(),
                                         counted(result.solutions.size(), "solution")));
}

// What `--maximize` says: "27 pieces, and no more fit".
std::string maximum_text(const Puzzle& puzzle, const Maximum& result) {
  const std::string interrupted = result.interrupted ? " (interrupted)" : "";
  if (!result.pieces) return fmt::format("no solution{}{}\n", result.proved ? "" : " found", interrupted);
  std::string out;
  append_board(out, puzzle, result.solution);
  out += fmt::format("\n{}", counted(static_cast<std::size_t>(*result.pieces), "piece"));
  if (result.proved) return out + fmt::format(", and no more fit (proof: {})\n", result.proof);
  return out + fmt::format("; at most {} fit (proof: {}){}\n", result.bound, result.proof, interrupted);
}

std::string maximum_json(const Puzzle& puzzle, const Maximum& result) {
  const ordered_json json{
      {"format", "pentocity-solutions/1"},
      {"puzzle", puzzle.name},
      {"count", nullptr},
      {"unique", nullptr},
      {"complete", !result.interrupted},
      {"pieces", or_null(result.pieces)},
      {"bound", result.bound},
      {"proof", result.proof},
      {"proved", result.proved},
      {"nodes", result.nodes},
      {"seconds", result.seconds},
      {"solutions", result.pieces ? ordered_json::array({result.solution}) : ordered_json::array()}};
  return text_of_json(json, 1) + "\n";
}

}  // namespace

std::string solutions_json(const std::string& puzzle, const SolveResult& result) {
  const ordered_json json{{"format", "pentocity-solutions/1"},
                          {"puzzle", puzzle},
                          {"count", or_null(result.count)},
                          {"unique", or_null(result.unique)},
                          {"complete", result.complete},
                          {"engine", result.engine},
                          {"nodes", result.nodes},
                          {"seconds", result.seconds},
                          {"solutions", result.solutions}};
  return text_of_json(json, 1) + "\n";
}

void append_board(std::string& out, const Puzzle& puzzle, const std::string& solution) {
  const bool hex = puzzle.lattice == Lattice::hex;
  int row = 0;
  if (solution.find('[') == std::string::npos) {  // most are such, and there may be thousands
    const std::size_t begin = out.size();
    out.resize(begin + 2 * solution.size() + 1);
    char* to = out.data() + begin;
    for (const char label : solution) {
      if (label != '|') {
        *to++ = label;
        *to++ = label == '.' ? ' ' : label;
      } else {
        *to++ = '\n';
        if (hex && ++row % 2 == 1) *to++ = ' ';
      }
    }
    *to++ = '\n';
    out.resize(static_cast<std::size_t>(to - out.data()));
    return;
  }
  const auto labels = split_labels(solution);
  std::size_t width = 2;
  for (const std::string_view label : labels)
    if (label.size() > 1) width = std::max(width, label.size() + 1);
  for (const std::string_view label : labels) {
    if (label == "|") {
      out += '\n';
      if (hex && ++row % 2 == 1) out += std::string(width / 2, ' ');
    } else if (width == 2 && label != ".") {
      out += label;
      out += label;
    } else {
      out += fmt::format("{:<{}}", label, width);
    }
  }
  out += '\n';
}

std::string stopped_by(const SolveResult& result) {
  return result.complete ? "" : result.interrupted ? " (interrupted)" : " (stopped at the limit)";
}

std::string output_of(const Puzzle& puzzle, const SolveResult& result, const SolutionFormat& format, Task task,
                      bool rotations_only) {
  if (format.format == "json") return solutions_json(puzzle.name, result);
  if (format.format == "benchmark") return benchmark_text(puzzle, result, task);
  if (format.format == "text") return solutions_text(puzzle, result, task, rotations_only);
  return solutions_svg(puzzle, result, format.label_kind(), task);
}

std::string counts_by_holes(const Puzzle& puzzle, const SolveResult& result, const SolutionFormat& format) {
  std::map<Cells, std::size_t> counts;
  const Cells all = puzzle.all_cells();
  for (const std::string& solution : result.solutions) {
    Cells holes;
    const std::vector<std::string> labels = labels_of_text(solution);
    for (const Cell c : all)
      if (labels[puzzle.index(c)] == ".") holes.push_back(c);
    ++counts[holes];
  }
  const auto name = [&](Cell c) {
    return puzzle.cell_names.empty() ? puzzle.place_of(c) : puzzle.cell_names[puzzle.index(c)];
  };
  std::string out;
  ordered_json list = ordered_json::array();
  for (const auto& [holes, count] : counts) {
    std::vector<std::string> names;
    for (const Cell c : holes) names.push_back(name(c));
    out += fmt::format("{}: {}\n", fmt::join(names, puzzle.cell_names.empty() ? "; " : " "), count);
    list.push_back({{"empty", names}, {"count", std::to_string(count)}});
  }
  if (format.format == "json") {
    const ordered_json json{{"format", "pentocity-solutions/1"}, {"puzzle", puzzle.name},
                            {"count", or_null(result.count)},    {"unique", nullptr},
                            {"complete", result.complete},       {"by_holes", list},
                            {"solutions", ordered_json::array()}};
    return text_of_json(json, 1) + "\n";
  }
  return out + fmt::format("\n{}, with {} of cells that stay empty{}\n", counted(result.solutions.size(), "solution"),
                           counted(counts.size(), "choice"), stopped_by(result));
}

std::string output_of(const Puzzle& puzzle, Maximum result, const SolutionFormat& format) {
  if (format.format == "svg") return svg_of(puzzle, read_solution(puzzle, result.solution), format.label_kind());
  if (format.label_kind() == Labels::kinds && result.pieces)
    result.solution = solution_text(puzzle, read_solution(puzzle, result.solution), Labels::kinds);
  return format.format == "json" ? maximum_json(puzzle, result) : maximum_text(puzzle, result);
}

}  // namespace pentocity::app
