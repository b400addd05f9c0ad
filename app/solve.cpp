#include "pentocity/packing/solve.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "commands.hpp"
#include "memory_limit.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/maximize.hpp"
#include "pentocity/packing/svg.hpp"
#include "pentocity/packing/svg_sheet.hpp"
#include "pentocity/results/files.hpp"
#include "proof.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

using nlohmann::ordered_json;

// Seconds between two reports: on a terminal, where they replace each other, and elsewhere.
constexpr double on_terminal = 0.5, elsewhere = 10;
// A picture of so many solutions of twelve pieces takes 2 MB.
constexpr std::size_t most_drawn = 200;

struct SolveArguments {
  std::string puzzle;
  bool first = false, all = false, unique = false, count = false, maximize = false;
  std::optional<std::uint64_t> limit;
  int jobs = 1;
  double memory = 1;
  std::string engine, out, progress_every, checkpoint, proof;
  std::string format = "text";
  std::string labels = "placements";
  bool progress = false;
};

ordered_json number(const std::optional<std::string>& n) { return n ? ordered_json(*n) : ordered_json(nullptr); }

// Appends a board. Each cell is two characters, its label doubled or a hole as ". "; with longer labels, as wide as the
// longest and a blank. Odd rows of hexagons begin half a cell later.
void add_board(std::string& out, const Puzzle& puzzle, const std::string& solution) {
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

// What ended a search that is not complete.
std::string stopped_by(const SolveResult& result) {
  return result.complete ? "" : result.interrupted ? " (interrupted)" : " (stopped at the limit)";
}

std::string text_of(const Puzzle& puzzle, const SolveResult& result, Task task) {
  std::string out;
  if (!result.solutions.empty()) out.reserve(result.solutions.size() * (2 * result.solutions.front().size() + 2) + 100);
  for (const std::string& solution : result.solutions) {
    if (!out.empty()) out += '\n';
    add_board(out, puzzle, solution);
  }
  const std::string stopped = stopped_by(result);
  const auto add = [&](const std::string& n, const char* meaning) {
    if (!result.solutions.empty()) out += '\n';
    out += fmt::format("{} solution{}{}{}\n", n, n == "1" ? "" : "s", meaning, stopped);
  };
  if (result.count) add(*result.count, "");
  if (result.unique) add(*result.unique, " up to symmetry");
  if (task == Task::first && !result.solvable) out += "no solution" + stopped + "\n";
  return out;
}

std::string json_of(const Puzzle& puzzle, const SolveResult& result) {
  const ordered_json json{{"format", "pentocity-solutions/1"},
                          {"puzzle", puzzle.name},
                          {"count", number(result.count)},
                          {"unique", number(result.unique)},
                          {"complete", result.complete},
                          {"engine", result.engine},
                          {"nodes", result.nodes},
                          {"seconds", result.seconds},
                          {"solutions", result.solutions}};
  return text_of_json(json, 1) + "\n";
}

// The output of the meteor contest: the number, the least and the greatest board by the names of its pieces.
std::string benchmark_of(const Puzzle& puzzle, const SolveResult& result, Task task) {
  const std::size_t n = result.solutions.size();
  // The contest has no singular.
  std::string out = (task == Task::all ? fmt::format("{} solutions", n) : counted(n, "solution")) + " found\n\n";
  const auto add = [&](const std::string& solution) {
    int row = 0;
    for (const std::string_view label : split_labels(solution)) {
      if (label != "|")
        out += fmt::format("{} ", label);
      else
        out += puzzle.lattice == Lattice::hex && ++row % 2 == 1 ? "\n " : "\n";
    }
    out += "\n\n";
  };
  if (!result.solutions.empty()) {
    add(result.solutions.front());
    add(result.solutions.back());
  }
  return out;
}

// How many solutions a picture shows.
std::size_t drawn(const SolveResult& result) { return std::min(result.solutions.size(), most_drawn); }

std::string svg_output(const Puzzle& puzzle, const SolveResult& result, const SolveArguments& a, Task task) {
  std::vector<std::string> pictures;
  for (std::size_t i = 0; i < drawn(result); ++i)
    pictures.push_back(svg_of(puzzle, read_solution(puzzle, result.solutions[i]),
                              a.labels == "kinds" ? Labels::kinds : Labels::placements));
  if (task == Task::first) return pictures.front();
  return svg_sheet(pictures, fmt::format("{}: {} of {}", puzzle.name, pictures.size(),
                                         counted(result.solutions.size(), "solution")));
}

std::string output_of(const Puzzle& puzzle, const SolveResult& result, const SolveArguments& a, Task task) {
  if (a.format == "json") return json_of(puzzle, result);
  if (a.format == "benchmark") return benchmark_of(puzzle, result, task);
  if (a.format == "text") return text_of(puzzle, result, task);
  return svg_output(puzzle, result, a, task);
}

std::string progress_line(const SolveProgress& at) {
  std::string out = at.engine + ": ";
  if (at.engine == "restarts")
    out += "looking for one";
  else
    out += at.share < 1e-6 ? "under 0.0001% done" : fmt::format("{:.2g}% done", 100 * at.share);
  if (at.share >= 0.1) out = fmt::format("{}: {:.1f}% done", at.engine, 100 * at.share);
  if (at.left) out += fmt::format(", about {} left", duration(*at.left));
  // `frontier` comes to solutions at its end only.
  if (at.engine == "scan") out += fmt::format(", {} found", at.found);
  return out + fmt::format(", {:.2g} million nodes/s, {} nodes in {}", at.nodes_per_second / 1e6, at.nodes,
                           duration(at.seconds));
}

std::string progress_line(const MaximizeProgress& at) {
  return fmt::format("{} placed, at most {}: {:.0f}% of a sweep {} wide, {:.2g} million nodes/s, {} nodes in {}",
                     at.pieces ? std::to_string(*at.pieces) : "none", at.bound, 100 * at.share, at.width,
                     at.nodes_per_second / 1e6, at.nodes, duration(at.seconds));
}

const std::string& board_of(const SolveProgress& at) { return at.board; }
std::string board_of(const MaximizeProgress&) { return ""; }

// Reports on standard error: lines on a log, and one line that is replaced on a terminal.
class ProgressLines {
 public:
  // `every` is the argument of --progress-every: seconds such as "10s", or nodes. `options` are those of a search.
  template <class Options>
  ProgressLines(const Puzzle& puzzle, bool is_wanted, const std::string& every, Options& options)
      : puzzle_(puzzle), replaces_(rewrites_lines(STDERR_FILENO) && every.empty()) {
    if (!is_wanted && every.empty()) return;
    if (every.ends_with('s'))
      options.progress_seconds = std::stod(every);
    else if (!every.empty())
      options.progress_every = std::stoull(every), with_board_ = true;
    else
      options.progress_seconds = replaces_ ? on_terminal : elsewhere;
    options.progress = [this](const auto& at) { show(progress_line(at), board_of(at)); };
  }
  ~ProgressLines() { clear(); }
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;
  /// Removes the line from a terminal.
  void clear() {
    if (std::exchange(shown_, false)) clear_progress_line();
  }

 private:
  void show(std::string line, const std::string& board) {
    if (replaces_) {
      shown_ = true;
      return show_progress_line(line);
    }
    line += '\n';
    if (with_board_ && !board.empty()) add_board(line, puzzle_, board), line += '\n';
    fmt::print(stderr, "{}", line);
  }

  const Puzzle& puzzle_;
  bool replaces_, with_board_ = false, shown_ = false;
};

// A number of nodes, or of seconds with an s.
Check nodes_or_seconds() {
  const auto complaint = [](const std::string& text) {
    std::string number = text;
    std::string fault;
    if (number.ends_with('s')) {
      number.pop_back();
      fault = number_from(0.01, 1e9).complaint(number);
    } else {
      fault = number_from(std::uint64_t{1}, std::uint64_t{1} << 62).complaint(number);
    }
    return fault.empty() ? fault
                         : "expected a number of boards, or of seconds as in 10s, not '" + printable(text) + "'";
  };
  return {complaint, ""};
}

// Prints what was found, and returns the exit code.
int print_result(const Puzzle& puzzle, const SolveResult& result, const SolveArguments& a, Task task) {
  if (puzzle.holes_left_out && puzzle.max_holes > 0 && result.solvable)
    fmt::print(stderr,
               "pentocity: {} of {} cells stay empty: the pieces cover no more, and the puzzle does not say `holes`\n",
               puzzle.min_holes == puzzle.max_holes ? std::to_string(puzzle.max_holes)
                                                    : fmt::format("{} to {}", puzzle.min_holes, puzzle.max_holes),
               puzzle.area());
  if (a.format == "svg" && result.solutions.empty())
    fmt::print(stderr, "pentocity: no solution{}, so there is no picture\n", stopped_by(result));
  else
    write_output(a.out, output_of(puzzle, result, a, task));
  if (a.format == "svg" && drawn(result) < result.solutions.size())
    fmt::print(stderr, "pentocity: the picture shows {} of {} solutions\n", drawn(result), result.solutions.size());
  if (result.interrupted) return exit_interrupted;
  return result.solvable || !result.complete ? exit_done : exit_no;
}

// `--proof`: with a SAT solver in place of an engine.
int prove(const Puzzle& puzzle, const SolveArguments& a) {
  if (a.all || a.unique || a.count || a.limit || !a.engine.empty() || !a.checkpoint.empty())
    throw InputError("--proof: expected no --all, --unique, --count, --limit, --engine or --checkpoint");
  const SolveResult result = solve_with_proof(puzzle, a.proof);
  const int code = print_result(puzzle, result, a, Task::first);
  if (code == exit_no)
    fmt::print(stderr, "pentocity: {0} is a proof, in the format DRAT, for the formula {0}.cnf\n", a.proof);
  else if (code == exit_done)
    fmt::print(stderr, "pentocity: there is a solution, so there is no proof\n");
  return code;
}

// What `--maximize` says: "27 pieces, and no more fit".
std::string maximum_text(const Puzzle& puzzle, const Maximum& result) {
  const std::string interrupted = result.interrupted ? " (interrupted)" : "";
  if (!result.pieces) return fmt::format("no solution{}{}\n", result.proved ? "" : " found", interrupted);
  std::string out;
  add_board(out, puzzle, result.solution);
  out += fmt::format("\n{}", counted(static_cast<std::size_t>(*result.pieces), "piece"));
  if (result.proved) return out + fmt::format(", and no more fit (proof: {})\n", result.proof);
  return out + fmt::format("; at most {} fit (proof: {}){}\n", result.bound, result.proof, interrupted);
}

std::string maximum_json(const Puzzle& puzzle, const Maximum& result) {
  ordered_json json{{"format", "pentocity-solutions/1"},
                    {"puzzle", puzzle.name},
                    {"count", nullptr},
                    {"unique", nullptr},
                    {"complete", !result.interrupted},
                    {"pieces", result.pieces ? ordered_json(*result.pieces) : ordered_json(nullptr)},
                    {"bound", result.bound},
                    {"proof", result.proof},
                    {"proved", result.proved},
                    {"nodes", result.nodes},
                    {"seconds", result.seconds},
                    {"solutions", ordered_json::array()}};
  if (result.pieces) json["solutions"].push_back(result.solution);
  return text_of_json(json, 1) + "\n";
}

// `--maximize`: the most pieces that fit.
int maximize_pieces(const Puzzle& puzzle, const SolveArguments& a) {
  MemoryLimit::lift();
  MaximizeOptions options;
  options.max_bytes = bytes_of_gibibytes(a.memory);
  options.stop = &stop_on_signals();
  Maximum result;
  {
    const ProgressLines lines(puzzle, shows_progress(a.progress), a.progress_every, options);
    result = maximize(puzzle, options);
  }
  const Labels labels = a.labels == "kinds" ? Labels::kinds : Labels::placements;
  std::string out;
  if (a.format == "svg" && result.pieces)
    out = svg_of(puzzle, read_solution(puzzle, result.solution), labels);
  else if (a.format == "svg")
    fmt::print(stderr, "pentocity: no solution{}, so there is no picture\n", result.proved ? "" : " found");
  if (labels == Labels::kinds && result.pieces)
    result.solution = solution_text(puzzle, read_solution(puzzle, result.solution), labels);
  if (a.format == "json") out = maximum_json(puzzle, result);
  if (a.format == "text") out = maximum_text(puzzle, result);
  if (a.out.empty())
    fmt::print("{}", out);
  else if (!out.empty())
    write_file(a.out, out, OnDisk::later);
  if (result.interrupted) return exit_interrupted;
  return result.pieces || !result.proved ? exit_done : exit_no;
}

// The file of a checkpoint, and what it holds if there is one.
std::string read_checkpoint(const std::string& path) {
  return std::filesystem::exists(path) ? read_file(path, std::size_t{1} << 34) : "";
}

int solve_puzzle(const SolveArguments& a) {
  if (a.maximize) {
    if (a.limit || !a.engine.empty() || !a.checkpoint.empty() || !a.proof.empty())
      throw InputError("--maximize: expected no --limit, --engine, --checkpoint or --proof");
    if (a.format == "benchmark") throw InputError("--format benchmark is for --all: expected text, json or svg");
    return maximize_pieces(exchange::find_puzzle(a.puzzle, HolesLeftOut::any), a);
  }
  const Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  MemoryLimit::lift();
  SolveOptions options;
  options.task = a.all ? Task::all : a.unique ? Task::unique : a.count ? Task::count : Task::first;
  if (options.task == Task::count && (a.format == "svg" || a.format == "benchmark"))
    throw InputError("--format {}: --count finds numbers and lists no solutions: expected text or json", a.format);
  options.limit = a.limit;
  options.jobs = a.jobs;
  options.engine = a.engine;
  options.max_bytes = bytes_of_gibibytes(a.memory);
  if ((a.labels == "kinds" && a.format != "svg") || a.format == "benchmark") options.labels = Labels::kinds;
  options.stop = &stop_on_signals();
  if (!a.proof.empty()) return prove(puzzle, a);
  const std::string checkpoint =
      a.checkpoint.empty()
          ? fmt::format("pentocity-solve-{}-{}.checkpoint", file_name_part(puzzle.name), search_key(puzzle, options))
          : a.checkpoint;
  options.checkpoint = read_checkpoint(checkpoint);
  const bool goes_on = !options.checkpoint.empty();
  SolveResult result;
  {
    const ProgressLines lines(puzzle, shows_progress(a.progress), a.progress_every, options);
    try {
      result = solve(puzzle, options);
    } catch (const packing::BrokenCheckpoint& e) {
      throw InputError("{}: {}: remove it, or name another file by --checkpoint", checkpoint, e.what());
    }
  }
  if (!result.checkpoint.empty())
    write_file(checkpoint, result.checkpoint, OnDisk::later);
  else if (goes_on && !result.interrupted)
    remove_file(checkpoint);
  if (result.interrupted)
    fmt::print(stderr, "pentocity: interrupted: the same command {}\n",
               result.checkpoint.empty() ? "begins again" : "goes on, from " + checkpoint);
  return print_result(puzzle, result, a, options.task);
}

}  // namespace

void add_solve(const Command& app) {
  const auto [command, a] = app.command(solve_puzzle, "solve", "Solve a tiling puzzle: fill a board with pieces");
  add_puzzle(command, a.puzzle);
  const Command task = command.at_most_one("Task", "What to find");
  task.flag("--first", a.first, "Find one solution (default)");
  task.flag("--all", a.all, "Find every solution");
  task.flag("--unique", a.unique,
            "Find every solution, but only one of those that a rotation or reflection of the board makes equal");
  task.flag("--count", a.count, "Print only the two numbers of solutions: of --all and of --unique");
  task.flag("--maximize", a.maximize,
            "Place as many pieces as possible, and prove that no more fit as far as that can be done; a puzzle "
            "that does not say `holes` may leave any cells empty");
  command.option("--limit N", a.limit, "Stop after N solutions (default: no limit)")
      .check(number_from(std::uint64_t{1}, std::uint64_t{1} << 32));
  add_jobs(command, a.jobs);
  std::string engines;
  for (const EngineInfo& engine : solve_engines()) engines += fmt::format("; {}: {}", engine.name, engine.summary);
  command.option("--engine NAME", a.engine, "How to search (default: the program chooses)" + engines);
  command
      .option("--memory GIB", a.memory,
              "How much memory `frontier` and --maximize may take before they give up, in GiB (default: 1)")
      .check(number_from(0.001, 1024.));
  choice(command, "--format text|json|svg|benchmark", a.format,
         fmt::format("Format of the solutions: text (default), json, svg (a picture of the first one, or with --all or "
                     "--unique of the first {}), or benchmark (with --all: what the Benchmarks Game's meteor contest "
                     "asks for)",
                     most_drawn));
  choice(command, "--labels placements|kinds", a.labels,
         "What a cell shows: which piece lies there, numbered in order (placements, the default), or the "
         "name of its kind of piece (kinds)");
  add_out(command, a.out);
  add_progress(command, a.progress);
  command
      .option(
          "--progress-every N|Ts", a.progress_every,
          fmt::format("Show the progress as a line after every N boards that were looked at, with the board at that "
                      "time, or every T seconds as in 60s (default: one line that is replaced on a terminal, every {}s "
                      "elsewhere)",
                      elsewhere))
      .check(nodes_or_seconds());
  command.file(
      "--checkpoint FILE", a.checkpoint,
      "Where a search that is interrupted is kept; the same command goes on from there, and removes the file at the "
      "end (default: a name of the puzzle's, in the current folder)");
  command.file(
      "--proof FILE", a.proof,
      "Search with the SAT solver cadical (Debian's package of that name) instead of an engine. If there is no "
      "solution, FILE becomes a proof, in the format DRAT, for the formula FILE.cnf");
  command.group("Search", {"--limit", "--jobs", "--engine", "--memory", "--proof"});
  command.group("Output", {"--format", "--labels", "--out"});
  command.group("Long searches", {"--progress", "--progress-every", "--checkpoint"});
  command.footer(
      {"pentocity solve popinjay --all", "pentocity solve courtyard --unique --format svg -o courtyard.svg"},
      "Exit code 1 if there is no solution, 3 if the search was interrupted: what it found by then is printed.");
}

}  // namespace pentocity::app
