#include <unistd.h>

#include "commands.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/exchange/puzzle_file.hpp"
#include "pentocity/input/read_file.hpp"
#include "proof.hpp"
#include "solve_cover.hpp"
#include "solve_output.hpp"
#include "terminal.hpp"

namespace pentocity::app {

using namespace packing;

namespace {

// Seconds between two reports: on a terminal, where they replace each other, and elsewhere.
constexpr double on_terminal = 0.5, elsewhere = 10;
// The GiB that a search may take where more could change what it finds; and else, of the memory that is free.
constexpr double default_memory = 1, share_of_free = 0.5;

struct SolveArguments {
  std::string puzzle, out, engine, checkpoint, proof, certificate;
  bool first = false, all = false, unique = false, count = false, maximize = false, progress = false, verbose = false,
       rotations_only = false, by_holes = false;
  std::optional<std::uint64_t> limit;
  int jobs = 1;
  std::optional<double> memory;
  std::string progress_every;  // seconds such as "10s", or nodes
  SolutionFormat output;
};

// A way to solve refuses the options that mean nothing to it: names each, and whether it is given.
void expect_none(const std::string& way, const std::vector<std::pair<std::string, bool>>& options) {
  std::string names;
  bool any = false;
  for (const auto& [name, given] : options) {
    names += std::string(names.empty() ? "" : name == options.back().first ? " or " : ", ") + name;
    any |= given;
  }
  if (any) throw InputError("{}: expected no {}", way, names);
}

std::string progress_line(const SolveProgress& at) {
  std::string out = at.engine + ": ";
  if (at.engine == "restarts")
    out += "looking for one";
  else
    out += at.share < 1e-6 ? "under 0.0001% done" : fmt::format("{:.2g}% done", 100 * at.share);
  if (at.share >= 0.1) out = fmt::format("{}: {:.1f}% done", at.engine, 100 * at.share);
  if (at.engine == "cover") out += ", branch for branch";
  if (at.left) out += fmt::format(", about {} left", duration(*at.left));
  // `frontier` comes to solutions at its end only.
  if (at.engine == "scan" || at.engine == "cover") out += fmt::format(", {} found", at.found);
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
  // `options` are those of a search.
  template <class Options>
  ProgressLines(const Puzzle& puzzle, const SolveArguments& a, Options& options)
      : puzzle_(puzzle), replaces_(rewrites_lines(STDERR_FILENO) && a.progress_every.empty()) {
    const std::string& every = a.progress_every;
    if (!shows_progress(a.progress) && every.empty()) return;
    if (every.ends_with('s'))
      options.progress_seconds = std::stod(every);
    else if (!every.empty())
      options.progress_every = std::stoull(every), with_board_ = true;
    else
      options.progress_seconds = replaces_ ? on_terminal : elsewhere;
    options.progress = [this](const auto& at) { show(progress_line(at), board_of(at)); };
  }
  ~ProgressLines() {
    if (shown_) clear_progress_line();
  }
  ProgressLines(const ProgressLines&) = delete;
  ProgressLines& operator=(const ProgressLines&) = delete;

 private:
  void show(std::string line, const std::string& board) {
    if (replaces_) {
      shown_ = true;
      return show_progress_line(line);
    }
    line += '\n';
    if (with_board_ && !board.empty()) append_board(line, puzzle_, board), line += '\n';
    fmt::print(stderr, "{}", line);
  }

  const Puzzle& puzzle_;
  bool replaces_, with_board_ = false, shown_ = false;
};

// What is wrong with a number of nodes, or of seconds with an s.
std::string complaint_of_nodes_or_seconds(const std::string& text) {
  const std::string fault = text.ends_with('s') ? Range<double>{0.01, 1e9}.complaint(text.substr(0, text.size() - 1))
                                                : Range<std::uint64_t>{1, std::uint64_t{1} << 62}.complaint(text);
  return fault.empty() ? fault : "expected a number of boards, or of seconds as in 10s, not '" + printable(text) + "'";
}

// Prints what was found, and returns the exit code.
int print_result(const Puzzle& puzzle, const SolveResult& result, const SolveArguments& a, Task task) {
  if (puzzle.holes_left_out && puzzle.max_holes > 0 && result.solvable)
    tell("{} of {} cells stay empty: the pieces cover no more, and the puzzle does not say `holes`",
         puzzle.min_holes == puzzle.max_holes ? std::to_string(puzzle.max_holes)
                                              : fmt::format("{} to {}", puzzle.min_holes, puzzle.max_holes),
         puzzle.area());
  for (const std::string& line : result.conflict) tell("{}", line);
  const bool draws = a.output.format == "svg";
  if (draws && result.solutions.empty())
    tell("no solution{}, so there is no picture", stopped_by(result));
  else
    write_output(a.out, a.by_holes ? counts_by_holes(puzzle, result, a.output)
                                   : output_of(puzzle, result, a.output, task, a.rotations_only));
  if (draws && result.solutions.size() > most_drawn)
    tell("the picture shows {} of {} solutions", most_drawn, result.solutions.size());
  if (result.interrupted) return exit_interrupted;
  return result.solvable || !result.complete ? exit_done : exit_no;
}

// Keeps an interrupted search, and removes the file of one that is complete. A failure is only told, as what was found
// is still to be printed.
void update_checkpoint(const std::string& path, const SolveResult& result, bool goes_on) try {
  if (!result.checkpoint.empty())
    write_file(path, result.checkpoint, OnDisk::later);
  else if (goes_on && !result.interrupted)
    remove_file(path);
} catch (const UserError& e) {
  tell("{}", e.what());
}

// `--proof`: with a SAT solver in place of an engine.
int prove(const SolveArguments& a) {
  const Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  expect_none("--proof", {{"--all", a.all},
                          {"--unique", a.unique},
                          {"--count", a.count},
                          {"--by-holes", a.by_holes},
                          {"--limit", a.limit.has_value()},
                          {"--engine", !a.engine.empty()},
                          {"--checkpoint", !a.checkpoint.empty()}});
  lift_memory_limit();
  const int code = print_result(puzzle, solve_with_proof(puzzle, a.proof), a, Task::first);
  if (code == exit_no)
    tell("{0} is a proof, in the format DRAT, for the formula {0}.cnf", a.proof);
  else if (code == exit_done)
    tell("there is a solution, so there is no proof");
  return code;
}

// `--maximize`: the most pieces that fit.
int maximize_pieces(const SolveArguments& a) {
  expect_none("--maximize", {{"--by-holes", a.by_holes},
                             {"--limit", a.limit.has_value()},
                             {"--engine", !a.engine.empty()},
                             {"--checkpoint", !a.checkpoint.empty()},
                             {"--proof", !a.proof.empty()}});
  if (a.output.format == "benchmark") throw InputError("--format benchmark is for --all: expected text, json or svg");
  const Puzzle puzzle = exchange::find_puzzle(a.puzzle, HolesLeftOut::any);
  lift_memory_limit();
  MaximizeOptions options;
  options.max_bytes = bytes_of_gibibytes(a.memory.value_or(default_memory));
  options.stop = &stop_on_signals();
  Maximum result;
  {
    const ProgressLines lines(puzzle, a, options);
    result = maximize(puzzle, options);
  }
  if (a.output.format == "svg" && !result.pieces)
    tell("no solution{}, so there is no picture", result.proved ? "" : " found");
  else
    write_output(a.out, output_of(puzzle, result, a.output));
  if (result.interrupted) return exit_interrupted;
  return result.pieces || !result.proved ? exit_done : exit_no;
}

// What the engines are to find. Throws InputError if other options mean nothing to it.
Task task_of(const SolveArguments& a, const Puzzle& puzzle) {
  const std::string& format = a.output.format;
  if (a.count && (format == "svg" || format == "benchmark"))
    throw InputError("--format {}: --count finds numbers and lists no solutions: expected text or json", format);
  if (a.by_holes && !a.count) throw InputError("--by-holes is for --count: it counts solutions");
  if (a.rotations_only && !a.count && !a.unique)
    throw InputError("--rotations-only is for --unique and --count: it says which solutions are equal");
  if (a.by_holes && puzzle.max_holes == 0)
    throw InputError("--by-holes: no cell of puzzle {} stays empty", puzzle.name);
  return a.all || a.by_holes ? Task::all : a.unique ? Task::unique : a.count ? Task::count : Task::first;
}

// `--certificate`: what weights show, before anything is searched. False if they show nothing.
bool certify(const SolveArguments& a) {
  const Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  const auto refutation = refute(puzzle);
  if (!refutation) {
    tell("no weights show that there is no solution, so there is no certificate: searching");
    return false;
  }
  write_file(a.certificate, exchange::refutation_text(puzzle, *refutation), OnDisk::later);
  SolveResult result;
  result.engine = "linear program";
  result.conflict = words_of(puzzle, *refutation);
  const Task task = task_of(a, puzzle);
  if (task != Task::unique && task != Task::first) result.count = "0";
  if (task == Task::unique || task == Task::count) result.unique = "0";
  print_result(puzzle, result, a, task);
  tell("{} has the weights, which `pentocity verify` checks", a.certificate);
  return true;
}

// With the engines.
int search(const SolveArguments& a) {
  const Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  lift_memory_limit();
  const std::string& format = a.output.format;
  SolveOptions options;
  options.task = task_of(a, puzzle);
  options.rotations_only = a.rotations_only;
  options.limit = a.limit;
  options.jobs = a.jobs;
  options.engine = a.engine;
  // Which solutions are found first depends on the engine, and so on what `frontier` may take; all of them do not.
  const bool few = options.task == Task::first || options.limit;
  options.max_bytes = bytes_of_gibibytes(a.memory.value_or(few ? default_memory : share_of_free * free_gibibytes()));
  if (format != "svg") options.labels = format == "benchmark" ? Labels::kinds : a.output.label_kind();
  options.stop = &stop_on_signals();
  options.warn = tell_line;
  if (a.verbose) options.explain = options.warn;
  const std::string checkpoint =
      a.checkpoint.empty()
          ? fmt::format("pentocity-solve-{}-{}.checkpoint", file_name_part(puzzle.name), search_key(puzzle, options))
          : a.checkpoint;
  if (std::filesystem::exists(checkpoint)) options.checkpoint = read_file(checkpoint, std::size_t{1} << 34);
  const bool goes_on = !options.checkpoint.empty();
  SolveResult result;
  try {
    const ProgressLines lines(puzzle, a, options);
    result = solve(puzzle, options);
  } catch (const packing::BrokenCheckpoint& e) {
    throw InputError("{}: {}: remove it, or name another file by --checkpoint", checkpoint, e.what());
  }
  update_checkpoint(checkpoint, result, goes_on);
  if (result.interrupted)
    tell("interrupted: the same command {}",
         std::filesystem::exists(checkpoint) ? "goes on, from " + checkpoint : "begins again");
  return print_result(puzzle, result, a, options.task);
}

// An exact cover has no board.
int solve_cover_of(const SolveArguments& a) {
  expect_none(a.puzzle + " is an exact cover", {{"--unique", a.unique},
                                                {"--maximize", a.maximize},
                                                {"--by-holes", a.by_holes},
                                                {"--rotations-only", a.rotations_only},
                                                {"--engine", !a.engine.empty()},
                                                {"--checkpoint", !a.checkpoint.empty()},
                                                {"--proof", !a.proof.empty()},
                                                {"--certificate", !a.certificate.empty()}});
  if (a.output.format != "text" && a.output.format != "json")
    throw InputError("--format {}: an exact cover has no board: expected text or json", a.output.format);
  lift_memory_limit();
  const bool first = !a.all && !a.count;
  return solve_cover({.path = a.puzzle,
                      .out = a.out,
                      .format = a.output.format,
                      .first = first,
                      .counts = a.count,
                      .explains = a.verbose,
                      .limit = first ? std::optional(std::uint64_t{1}) : a.limit});
}

int solve_puzzle(const SolveArguments& a) {
  // Told now, and not when a long search has nowhere to write to.
  for (const std::string& path : {a.out, a.checkpoint, a.certificate})
    if (!path.empty()) check_writable(path);
  if (is_exact_cover(a.puzzle)) return solve_cover_of(a);
  if (!a.certificate.empty() && certify(a)) return exit_no;
  if (a.maximize) return maximize_pieces(a);
  return a.proof.empty() ? search(a) : prove(a);
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
            "Place as many pieces as possible, and prove that no more fit as far as that can be done; a puzzle that "
            "does not say `holes` may leave any cells empty");
  command.flag("--rotations-only", a.rotations_only,
               "With --unique and --count: only rotations make solutions equal, and mirror images are different");
  command.flag("--by-holes", a.by_holes,
               "With --count: print the number of solutions for each choice of cells that stay empty");
  command.number("--limit N", a.limit, {1, std::uint64_t{1} << 32}, "Stop after N solutions (default: no limit)");
  add_jobs(command, a.jobs);
  std::string engines;
  for (const EngineInfo& engine : solve_engines()) engines += fmt::format("; {}: {}", engine.name, engine.summary);
  command.option("--engine NAME", a.engine, "How to search (default: the program chooses)" + engines);
  command.flag("--verbose", a.verbose, "Say how the engine is chosen, on standard error");
  command.number(
      "--memory GIB", a.memory, {0.001, 1024.},
      "How much memory `frontier`, `cover` and --maximize may take before they give up, in GiB (default: half of "
      "what is free, or 1 with --first, --limit or --maximize)");
  command.choice(
      "--format text|json|svg|benchmark", a.output.format,
      fmt::format(
          "Format of the solutions: text (default), json, svg (a picture of the first one, or with --all or --unique "
          "of the first {}), or benchmark (with --all: what the Benchmarks Game's meteor contest asks for)",
          most_drawn));
  command.choice("--labels placements|kinds", a.output.labels,
                 "What a cell shows: which piece lies there, numbered in order (placements, the default), or the name "
                 "of its kind of piece (kinds)");
  add_out(command, a.out);
  add_progress(command, a.progress);
  command
      .option(
          "--progress-every N|Ts", a.progress_every,
          fmt::format(
              "Show the progress as a line after every N boards that were looked at, with the board at that time, or "
              "every T seconds as in 60s (default: one line that is replaced on a terminal, every {}s elsewhere)",
              elsewhere))
      .check(complaint_of_nodes_or_seconds);
  command.file("--checkpoint FILE", a.checkpoint,
               "Where a search that is interrupted is kept; the same command goes on from there, and removes the file "
               "at the end (default: a name of the puzzle's, in the current folder)");
  command.file("--proof FILE", a.proof,
               "Search with the SAT solver cadical (Debian's package of that name) instead of an engine. If there is "
               "no solution, FILE becomes a proof, in the format DRAT, for the formula FILE.cnf");
  command.file("--certificate FILE", a.certificate,
               "Before anything is searched, look for weights on cells and pieces that show that there is no solution, "
               "and write them to FILE, which `pentocity verify` checks");
  command.group("Search", {"--rotations-only", "--by-holes", "--limit", "--jobs", "--engine", "--verbose", "--memory",
                           "--proof", "--certificate"});
  command.group("Output", {"--format", "--labels", "--out"});
  command.group("Long searches", {"--progress", "--progress-every", "--checkpoint"});
  command.footer({"pentocity solve popinjay --all", "pentocity solve courtyard --unique --format svg -o courtyard.svg"},
                 "A FILE.dlx is an exact cover in Knuth's format (docs/reference/solvers.md). Exit code 1 if there is "
                 "no solution, 3 if the search was interrupted: what it found by then is printed.");
}

}  // namespace pentocity::app
