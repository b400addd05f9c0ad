#include "pentocity/packing/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include "boards.hpp"
#include "colourings.hpp"
#include "listeners.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::packing {
namespace {

// A change of the order of the search needs another number.
constexpr std::string_view checkpoint_title = "pentocity-search/1";

// A search that was stopped.
struct Checkpoint {
  Checkpoint(const std::string& text, const std::string& key) : rest(text) {
    std::string title, its_key, nodes_word, found_word, seconds_word;
    if (!(rest >> title >> its_key) || title != checkpoint_title || its_key != key) throw BrokenCheckpoint();
    if (!(rest >> nodes_word >> nodes >> found_word >> found >> seconds_word >> seconds)) throw BrokenCheckpoint();
    // Those of earlier versions are of `scan`, and do not say so.
    const auto at = rest.tellg();
    if (std::string word; !(rest >> word) || word != "engine" || !(rest >> engine)) rest.seekg(at);
  }
  std::uint64_t nodes = 0, found = 0;
  double seconds = 0;
  std::string engine = "scan";
  std::istringstream rest;  // what the engine wrote
};

// All engines. A new one is an Engine in a file of its own, a place in this list, and one in Solver::search().
std::vector<const Engine*> engines() { return {&scan_engine, &cover_engine, &frontier_engine, &restarts_engine}; }

// Nodes of the first try of `scan`, and of the tries for a few solutions.
constexpr std::uint64_t nodes_to_try = 300'000, nodes_to_find = 20'000'000, nodes_of_restarts = 50'000'000;
// The same time in nodes of `cover`, about.
constexpr std::uint64_t cover_nodes_to_find = 120'000;
// A tree that is estimated at less is only tried before `frontier` is given up for good: for so many times the nodes
// that it is estimated to have, and for so long at least, but no more than so many nodes.
constexpr double nanoseconds_of_small_tree = 500e6, patience_with_small_tree = 4;
constexpr double min_nanoseconds_of_try = 300e6, max_nodes_of_min_try = 30'000;
// The other tree is tried as well if it seems to be this small.
constexpr double nanoseconds_of_second_tree = 50e6;
// After that, they are taken to need so much longer than was estimated, and this at least.
constexpr double times_of_failed_try = 12, nanoseconds_after_failed_try = 400e6;
// If `cover` is estimated at less, it is tried before anything else is looked at.
constexpr double nanoseconds_of_tiny_tree = 10e6;
// `frontier` is given up if the rest of it seems to take so many times as long as a search of a tree. Estimates of
// trees are more often too low than too high, for most walks miss the largest subtrees.
constexpr double frontier_patience = 1.2;
// Its own estimate can be too high by far, too; it may always take this share of what a tree seems to need, up to so
// many nanoseconds.
constexpr double share_for_frontier = 0.5, max_share_for_frontier = 500e6;
// At a limit, a search of fewer nodes is looked at for solutions beyond it.
constexpr std::uint64_t nodes_to_look_on = 200'000;

const Engine* engine_named(const std::string& name) {
  for (const Engine* engine : engines())
    if (engine->name == name) return engine;
  throw InputError("there is no engine '{}'{}", name, suggestion(name, names_of(solve_engines())));
}

// What is known of a puzzle before a long search: why there is no solution, or what seeing everything is estimated to
// take.
struct Estimates {
  TreeEstimate cover;
  TreeEstimate scan{.nanoseconds = std::numeric_limits<double>::infinity()};
  std::vector<std::string> conflict;

  bool covers() const { return cover.nanoseconds < scan.nanoseconds; }
  double nanoseconds() const { return std::min(cover.nanoseconds, scan.nanoseconds); }
};

// A problem as some engines restrict it.
struct RestrictedProblem {
  RestrictedProblem(const Packing& packing, Restriction (*restrict)(const Packing&))
      : restriction(restrict(packing)), problem(problem_of(packing, restriction)) {}

  Restriction restriction;
  Problem problem;
};

class Solver {
 public:
  Solver(const Puzzle& puzzle, const SolveOptions& options)
      : puzzle_(puzzle),
        options_(options),
        packing_(packing_of(puzzle, options.rotations_only)),
        boards_(puzzle, packing_),
        control_(options.stop, Control::Every::of(options),
                 [this](std::span<const IndexedPlacement> placements) { report(placements); }) {
    if (options.checkpoint.empty()) return;
    from_.emplace(options.checkpoint, search_key(puzzle, options));
    control_.add_nodes(from_->nodes);
  }

  SolveResult solve() {
    if (!packing_.cells.empty()) {
      search();
    } else {  // all are blocked or fixed: the fixed placements are the solution
      result_.engine = options_.engine.empty() ? engines().front()->name : options_.engine;
      Boards::Board board;
      boards_.fill({}, board);
      keep(packing_.allows_nothing() ? std::vector{boards_.text(board)} : std::vector<std::string>());
    }
    result_.nodes = control_.nodes();
    result_.seconds = seconds();
    if (const std::string rest = stopped_at_.str(); result_.interrupted && !rest.empty())
      result_.checkpoint = fmt::format("{} {}\nnodes {} found {} seconds {}\nengine {}\n{}", checkpoint_title,
                                       search_key(puzzle_, options_), result_.nodes, control_.found(), result_.seconds,
                                       result_.engine, rest);
    return std::move(result_);
  }

 private:
  void search() {
    if (!options_.engine.empty()) {
      const Engine* engine = engine_named(options_.engine);
      if (engine->first_only && options_.task != Task::first && options_.limit != 1)
        throw InputError("engine {} finds one solution: expected --first, or --limit 1", engine->name);
      if (!is_done_by(*engine, {}))
        throw InputError("engine {} cannot hold puzzle {}{}", options_.engine, puzzle_.name, lack_of_memory());
    } else if (from_) {
      if (!is_done_by(*engine_named(from_->engine), {})) throw BrokenCheckpoint();
    } else if (!is_done_by_choice()) {
      throw InputError("puzzle {} is too large for the engines", puzzle_.name);
    }
  }

  // Without an engine that was asked for. False if no engine can hold the puzzle.
  bool is_done_by_choice() {
    const bool few = options_.task == Task::first || options_.limit;
    // Boards without holes merge; with holes, most differ. A small tree is done before that matters.
    if (few || packing_.max_holes > 0)
      if (is_done_by(scan_engine, {.max_nodes = nodes_to_try})) return true;
    if (few && is_done_by_search_for_few()) return true;
    double least = 0;  // what a search of a tree is taken to need at least
    Effort frontier;
    frontier.goes_on = [&](double done, double left) {
      if (!estimates().conflict.empty()) return false;
      const double tree = std::max(least, estimates().nanoseconds());
      if (left <= frontier_patience * tree || done <= std::min(share_for_frontier * tree, max_share_for_frontier))
        return true;
      explain("frontier: would take about {}", words_of_time(done + left));
      return false;
    };
    if (is_done_by(frontier_engine, frontier)) return true;
    const bool lacks_memory = bytes_wanted_ > 0;
    if (is_refuted()) return true;
    // The estimate of a small tree can be too low by far.
    const double tree = estimates().nanoseconds();
    if (!lacks_memory && tree < nanoseconds_of_small_tree) {
      if (is_done_by_small_tree()) return true;
      least = std::max(nanoseconds_after_failed_try, times_of_failed_try * tree);
      if (is_done_by(frontier_engine, frontier)) return true;
    }
    const bool covers = estimates().covers();
    return is_done_by(covers ? cover_engine : scan_engine, {}) || is_done_by(covers ? scan_engine : cover_engine, {});
  }

  // Tries the tree that is estimated to be smaller, and the other one if that seems to be small, too.
  bool is_done_by_small_tree() {
    const auto is_done = [&](const Engine& engine, const TreeEstimate& estimate) {
      const double at_pace = min_nanoseconds_of_try * estimate.nodes / std::max(estimate.nanoseconds, 1.);
      const double nodes =
          std::max({patience_with_small_tree * estimate.nodes, std::min(at_pace, max_nodes_of_min_try), 1000.});
      return is_done_by(engine, {.max_nodes = static_cast<std::uint64_t>(nodes)});
    };
    const bool is_tiny = estimates().cover.nanoseconds < nanoseconds_of_tiny_tree, covers = estimates().covers();
    if (covers ? is_done(cover_engine, estimates().cover) : is_done(scan_engine, estimates().scan)) return true;
    if (is_tiny) estimate_further();
    if (is_refuted()) return true;
    const TreeEstimate& other = covers ? estimates().scan : estimates().cover;
    return other.nanoseconds < nanoseconds_of_second_tree && is_done(covers ? scan_engine : cover_engine, other);
  }

  // Tries each way to find solutions for some time, first for a tenth of a second in all.
  bool is_done_by_search_for_few() {
    if (is_refuted()) return true;
    for (const std::uint64_t part : {8, 1}) {
      if (is_done_by(scan_engine, {.max_nodes = nodes_to_find / part}) ||
          is_done_by(cover_engine, {.max_nodes = cover_nodes_to_find / part}))
        return true;
      const std::uint64_t of_restarts = part == 1 ? nodes_of_restarts : nodes_to_find / part;
      if (options_.task == Task::first && is_done_by(restarts_engine, {.max_nodes = of_restarts})) return true;
    }
    return false;
  }

  // Those of `scan` and of colourings only if the tree of `cover` is not tiny.
  const Estimates& estimates() {
    if (estimates_) return *estimates_;
    const TreeEstimate& cover = estimates_.emplace().cover =
        cover_engine.estimate(problem_for(cover_engine).problem, options_.max_bytes);
    if (cover.nanoseconds >= nanoseconds_of_tiny_tree)
      estimate_further();
    else
      explain("estimate of random walks: cover {}", words_of_time(cover.nanoseconds));
    return *estimates_;
  }
  void estimate_further() {
    estimates_->conflict = colouring_conflict(puzzle_, packing_);
    if (!estimates_->conflict.empty()) return;
    estimates_->scan = scan_engine.estimate(problem_for(scan_engine).problem, options_.max_bytes);
    explain("estimates of random walks: scan {}, cover {}", words_of_time(estimates_->scan.nanoseconds),
            words_of_time(estimates_->cover.nanoseconds));
  }
  // Tells whether a colouring shows that there is no solution; that is the result then.
  bool is_refuted() {
    if (estimates().conflict.empty()) return false;
    result_.conflict = estimates().conflict;
    result_.engine = "colouring";
    keep({});
    return true;
  }

  // Searches with an engine. False if it gave up.
  bool is_done_by(const Engine& engine, Effort effort) {
    explain("{}: begins{}", engine.name,
            effort.max_nodes == 0 ? "" : fmt::format(", for at most {} nodes", effort.max_nodes));
    engine_ = &engine;
    result_.engine = engine.name;
    control_.begin(from_ ? from_->found : 0);
    begun_ = control_.seconds();
    share_begun_ = from_ ? std::nullopt : std::optional(0.);
    share_reported_ = 0;
    effort.jobs = options_.jobs;
    effort.max_bytes = options_.max_bytes;
    effort.bytes_wanted = &bytes_wanted_;
    if (from_) effort.from = &from_->rest;
    if (effort.max_nodes == 0) effort.stopped_at = &stopped_at_;  // a search that only tries is not kept
    bytes_wanted_ = 0;
    const bool counts = options_.task == Task::count && !options_.limit;
    const Outcome outcome = counts ? count(engine, effort) : list(engine, effort);
    if (bytes_wanted_ > 0 && effort.max_nodes == 0 && options_.warn)
      options_.warn(std::string(engine.name) + " gives up" + lack_of_memory());
    if (outcome == Outcome::too_large) {
      explain("{}: gives up", engine.name);
      return false;
    }
    result_.interrupted = outcome == Outcome::stopped;
    result_.complete =
        outcome == Outcome::complete || (outcome == Outcome::enough && (!options_.limit || limit_is_all(engine)));
    return true;
  }
  // What to say if memory was short; else nothing.
  std::string lack_of_memory() const {
    constexpr double gibibyte = 1 << 30;
    if (bytes_wanted_ == 0) return {};
    return fmt::format(": it may take {:.2g} GiB and would need about {:.2g} GiB or more (--memory)",
                       static_cast<double>(options_.max_bytes) / gibibyte, bytes_wanted_ / gibibyte);
  }

  template <class... Args>
  void explain(fmt::format_string<Args...> text, Args&&... args) const {
    if (options_.explain) options_.explain(fmt::format(text, std::forward<Args>(args)...));
  }
  static std::string words_of_time(double nanoseconds) {
    return nanoseconds < 1e9 ? fmt::format("{:.3g} ms", nanoseconds / 1e6) : fmt::format("{:.3g} s", nanoseconds / 1e9);
  }

  // Tells whether a short search finds that there are no more solutions than the limit.
  bool limit_is_all(const Engine& engine) {
    if (control_.nodes() > nodes_to_look_on || engine.first_only) return false;
    const auto& [restriction, problem] = problem_for(engine);
    Collector collector(boards_, restriction.piece >= 0 || !restriction.hole_limits.empty(),
                        options_.task == Task::unique, *options_.limit + 1);
    Control control(options_.stop, {}, {});
    const Effort effort{.max_nodes = 2 * nodes_to_look_on, .max_bytes = options_.max_bytes};
    return engine.list(problem, effort, control, collector) == Outcome::complete;
  }

  // Kept, since several engines have the same.
  const RestrictedProblem& problem_for(const Engine& engine) {
    // Without holes there are no limits on them.
    auto* const by = engine.restriction == restriction_of_piece && packing_.max_holes == 0
                         ? restriction_of_piece_or_holes
                         : engine.restriction;
    return problems_.try_emplace(by, packing_, by).first->second;
  }

  Outcome list(const Engine& engine, const Effort& effort) {
    const auto& [restriction, problem] = problem_for(engine);
    Collector collector(boards_, restriction.piece >= 0 || !restriction.hole_limits.empty(),
                        options_.task == Task::unique, options_.task == Task::first ? 1 : options_.limit);
    const Outcome outcome = engine.list(problem, effort, control_, collector);
    if (outcome != Outcome::too_large) keep(std::move(collector).texts());
    return outcome;
  }

  Outcome count(const Engine& engine, const Effort& effort) {
    Counts counts;
    Outcome outcome{};
    if (engine.count != nullptr && puzzle_.fixed.empty()) {
      outcome = engine.count(problem_for(engine).problem, effort, control_, counts);
    } else {
      const auto& [restriction, problem] = problem_for(engine);
      Counter counter(boards_, Weights(packing_, restriction));
      outcome = engine.list(problem, effort, control_, counter);
      counts = counter.counts();
    }
    result_.count = counts.all.str();
    result_.unique = counts.unique.str();
    result_.solvable = counts.all > 0;
    return outcome;
  }

  void keep(std::vector<std::string> texts) {
    result_.solvable = !texts.empty();
    if (options_.task == Task::unique) result_.unique = std::to_string(texts.size());
    if (options_.task == Task::all || options_.task == Task::count) result_.count = std::to_string(texts.size());
    if (options_.task == Task::count) {
      std::set<std::string> classes;
      for (const std::string& text : texts) classes.insert(boards_.min_of_class(boards_.read(text)));
      result_.unique = std::to_string(classes.size());
      return;
    }
    result_.solutions = std::move(texts);
    if (options_.labels == Labels::kinds) label_kinds();
  }

  void label_kinds() {
    KindLabels labelled(puzzle_);
    for (std::string& text : result_.solutions) {
      const Boards::Board board = boards_.read(text);
      text = labelled(board);
      if (options_.task == Task::unique)
        boards_.for_each_image(board, [&](const Boards::Board& image) { text = std::min(text, labelled(image)); });
    }
    std::sort(result_.solutions.begin(), result_.solutions.end());
  }

  double seconds() const { return (from_ ? from_->seconds : 0) + control_.seconds(); }

  void report(std::span<const IndexedPlacement> placements) {
    const std::scoped_lock lock(report_mutex_);
    const Control::Pace pace = control_.pace();
    SolveProgress at{.engine = result_.engine,
                     .nodes = control_.nodes(),
                     .found = control_.found(),
                     .share = std::clamp(control_.share(), 0., 1.),
                     .left = {},
                     .nodes_per_second = pace.nodes_per_second,
                     .seconds = seconds(),
                     .board = {}};
    if (!share_begun_) {  // after a checkpoint, it is known now
      share_begun_ = at.share;
      begun_ = control_.seconds();
    }
    // The parts of a tree differ in no foreseeable way; layers grow at first, so the last ones tell more.
    const double before = engine_->in_layers ? share_reported_ : *share_begun_;
    const double over = engine_->in_layers ? pace.seconds : control_.seconds() - begun_;
    if (at.share > before) at.left = (1 - at.share) / (at.share - before) * over;
    share_reported_ = at.share;
    if (!engine_->in_layers) {
      Boards::Board board;
      boards_.fill(placements, board);
      at.board = boards_.text(board);
    }
    options_.progress(at);
  }

  const Puzzle& puzzle_;
  const SolveOptions& options_;
  Packing packing_;
  Boards boards_;
  Control control_;
  std::optional<Checkpoint> from_;
  std::ostringstream stopped_at_;
  std::mutex report_mutex_;
  // The engine at work, when it began, and the share that was done then and at the last report.
  const Engine* engine_ = nullptr;
  double begun_ = 0;
  std::optional<double> share_begun_;
  double share_reported_ = 0;
  double bytes_wanted_ = 0;  // by an engine that gave up for want of memory; else 0
  std::optional<Estimates> estimates_;
  std::map<Restriction (*)(const Packing&), RestrictedProblem> problems_;  // see problem_for()
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, const SolveOptions& options) { return Solver(puzzle, options).solve(); }

std::string search_key(const Puzzle& puzzle, const SolveOptions& options) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {}", static_cast<int>(options.task), options.limit.value_or(0), options.engine,
                  static_cast<int>(puzzle.lattice), puzzle.rows, puzzle.columns, puzzle.min_holes, puzzle.max_holes);
  if (options.rotations_only) text += " rotations";
  if (puzzle.layers > 1) text += fmt::format(" layers {}", puzzle.layers);
  const auto add = [&](const Cells& cells) {
    text += " :";
    for (const Cell c : cells) text += fmt::format(" {} {}", c.row, c.column);
  };
  add(puzzle.blocked);
  add(puzzle.required);
  for (const Piece& piece : puzzle.pieces) {
    add(piece.shape);
    text += fmt::format(" {} {} {} {}", piece.min, piece.max.value_or(-1), piece.flip, piece.rotate);
    if (!piece.colours.empty()) text += " colours " + piece.colours;
  }
  text += " fixed";
  for (const Cells& cells : puzzle.fixed) add(cells);
  if (!puzzle.colours.empty()) text += " colours " + puzzle.colours;
  for (const auto& [colour, holes] : puzzle.holes_by_colour) text += fmt::format(" {}:{} holes", colour, holes);
  for (const auto& [piece, board] : puzzle.colour_rules) text += fmt::format(" {}:{}", piece, board);
  return fmt::format("{:08x}", hash_bytes(text) >> 32);
}

std::vector<EngineInfo> solve_engines() {
  std::vector<EngineInfo> out;
  for (const Engine* engine : engines()) out.push_back({std::string(engine->name), std::string(engine->summary)});
  return out;
}

Solution read_solution(const Puzzle& puzzle, const std::string& text) {
  std::map<std::string, Placement> by_label;
  const bool shows = shows_colours(puzzle);
  const Cells all = puzzle.all_cells();
  auto cell = all.begin();
  for (const std::string_view label : split_labels(text)) {
    if (label == "|") continue;
    if (label != "." && label != "#") {
      const auto [name, colour] = shows ? label_and_colour(label) : std::pair(std::string(label), '.');
      by_label[name].cells.push_back(*cell);
      by_label[name].colours += colour;
    }
    ++cell;
  }
  const std::vector<PieceKind> kinds = kinds_of(puzzle);
  Solution out;
  for (const auto& [label, piece] : by_label)
    out.push_back(*placement_on(puzzle, kinds, piece.cells, shows ? std::optional(piece.colours) : std::nullopt));
  std::sort(out.begin(), out.end(), [](const Placement& a, const Placement& b) { return a.cells < b.cells; });
  return out;
}

}  // namespace pentocity::packing
