#include "pentocity/packing/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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
// Estimates of trees are taken to be this much at least.
constexpr double min_estimate = 1e6;
// What an engine seems to need yet is not taken to be more than so many times what it has had: estimates can be too
// high by far as well.
constexpr double max_times_had = 8;
// A turn of a tree is this long at least, or this share of what the tree has had, for it costs to begin again.
constexpr double min_turn = 5e6, min_share_of_turn = 0.5;
// Before a tree has its first turn, this share of what it or another engine seems to need is spent on a better
// estimate, also if it seems to need so many times as much: the first estimate may be too high.
constexpr double share_for_estimate = 0.03, max_times_other = 4;
// If `cover` is estimated at less, it is tried before anything else is looked at.
constexpr double nanoseconds_of_tiny_tree = 10e6;
// At a limit, a search of fewer nodes is looked at for solutions beyond it.
constexpr std::uint64_t nodes_to_look_on = 200'000;

const Engine* engine_named(const std::string& name) {
  for (const Engine* engine : engines())
    if (engine->name == name) return engine;
  throw InputError("there is no engine '{}'{}", name, suggestion(name, names_of(solve_engines())));
}

// A search of a tree that takes turns with other engines: it is stopped after some time, and goes on from there. Times
// are in nanoseconds by its own account, so they are the same on every machine.
struct TreeInTurns {
  const Engine* engine;
  TreeEstimate estimate = {};
  double had = 0;  // by the search
  std::uint64_t found = 0;
  std::string stopped_at = {};  // empty: it has not begun

  // A part is added for the standard error, more than in proportion if it is large: then most walks missed the largest
  // subtrees, and the mean is likely to be too low.
  double estimated() const {
    const double relative = estimate.error / std::max(estimate.nanoseconds, 1.);
    return std::max(estimate.nanoseconds * (1 + relative / 2 + 2 * relative * relative), min_estimate);
  }
  // What it seems to need yet. The longer a search goes on beyond its estimate, the more that was wrong: at twice the
  // estimate, as much as the estimate is left; at four times, four times as much.
  double left() const {
    return std::max(estimated() - had, std::min(had * had / (4 * estimated()), max_times_had * had));
  }
  // What it may have in all before it seems to need more than that yet.
  double until(double left) const {
    return std::max({estimated(), 2 * std::sqrt(left * estimated()), left / max_times_had});
  }
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
                 [this](std::span<const IndexedPlacement> placements) { report(control_, placements); }) {
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
    // Boards without holes merge; with holes, most differ. A small tree is done before that matters.
    if (wants_few() || packing_.max_holes > 0)
      if (is_done_by(scan_engine, {.max_nodes = nodes_to_try})) return true;
    if (wants_few() && is_done_by_search_for_few()) return true;
    Effort in_turns;
    in_turns.goes_on = [&](double done, double left) { return is_turn_of_frontier(done, left); };
    return is_done_by(frontier_engine, in_turns) || is_done_in_turn_ || is_done_by_trees();
  }

  // Lets trees have their turns while one of them seems to need less than `frontier`, which has had `done` and, by its
  // estimate, needs `left`. False if that is to give up.
  bool is_turn_of_frontier(double done, double left) {
    // `frontier` has one thread only.
    const double likely_left = std::min({left, max_times_had * done, std::sqrt(left * done)}) * threads();
    while (!control_.stopped()) {
      if (!look_at_trees()) return false;
      estimate_better(likely_left);
      TreeInTurns& tree = least_tree();
      if (likely_left <= tree.left()) break;
      const double turns_left = nanoseconds_of_turns() - done - had_by_trees();
      if (turns_left <= 0) {
        explain("frontier: would take about {}", words_of_time(done + left));
        return false;
      }
      if (is_done_in_turn(tree, likely_left, turns_left)) return false;
    }
    return true;
  }

  // After `frontier`. False if no engine can hold the puzzle.
  bool is_done_by_trees() {
    while (!control_.stopped()) {
      if (!look_at_trees()) return is_refuted();
      estimate_better(std::numeric_limits<double>::infinity());
      TreeInTurns& tree = least_tree();
      const double other = std::max(trees_.front().left(), trees_.back().left());
      const double turns_left = nanoseconds_of_turns() - had_by_trees();
      if (std::isinf(other) || turns_left <= 0) break;
      if (is_done_in_turn(tree, other, turns_left)) return true;
    }
    std::sort(trees_.begin(), trees_.end(), needs_less);
    return std::any_of(trees_.begin(), trees_.end(), [&](const TreeInTurns& tree) {
      std::istringstream from(tree.stopped_at);
      // Threads begin anew, since one alone does not leave them parts to share.
      const bool begins = tree.stopped_at.empty() || options_.jobs > 1;
      return is_done_by(*tree.engine, {.from = begins ? nullptr : &from}, begins ? 0 : tree.found);
    });
  }

  // Estimates trees: that of `cover` first, and that of `scan` if it is not tiny. False if a colouring shows that there
  // is no solution.
  bool look_at_trees() {
    if (trees_.empty()) add_tree(cover_engine);
    if (trees_.size() > 1 || trees_.front().estimated() + trees_.front().had < nanoseconds_of_tiny_tree) return true;
    if (!conflict().empty()) return false;
    add_tree(scan_engine);
    return true;
  }
  void add_tree(const Engine& engine) {
    trees_.push_back({.engine = &engine});
    estimate(trees_.back(), 0);
  }
  void estimate(TreeInTurns& tree, double walk) {
    SearchTree* const search = tree_of(*tree.engine, {.max_bytes = options_.max_bytes});
    tree.estimate = search != nullptr ? search->estimate(walk)
                                      : TreeEstimate{.nanoseconds = std::numeric_limits<double>::infinity()};
    explain("{}: would take about {}, by random walks", tree.engine->name, words_of_time(tree.estimate.nanoseconds));
  }
  static bool needs_less(const TreeInTurns& a, const TreeInTurns& b) { return a.left() < b.left(); }
  TreeInTurns& least_tree() { return *std::min_element(trees_.begin(), trees_.end(), needs_less); }
  double had_by_trees() const {
    double out = 0;
    for (const TreeInTurns& tree : trees_) out += tree.had;
    return out;
  }
  bool wants_few() const { return options_.task == Task::first || options_.limit; }
  // How many threads a tree has that goes on alone, as far as the choice may depend on it: which few solutions are
  // found must not.
  int threads() const { return wants_few() ? 1 : options_.jobs; }
  // After so much in all, the engine that seems to need least goes on alone: soon if several threads wait for it.
  double nanoseconds_of_turns() const { return options_.jobs == 1 && !wants_few() ? 30e9 : 1e9; }

  // Estimates those trees better that have not begun and may need less than another engine does, if that is a small
  // part of what either seems to need.
  void estimate_better(double other) {
    for (TreeInTurns& tree : trees_)
      for (;;) {
        const double seems = tree.estimate.nanoseconds;
        const double walk = share_for_estimate * std::min({seems, other, nanoseconds_of_turns()});
        if (!tree.stopped_at.empty() || tree.estimate.walked == 0 || seems >= max_times_other * other ||
            walk < 2 * tree.estimate.walked)
          break;
        estimate(tree, walk);
      }
  }
  // Lets a tree go on until it seems to need more than another engine, or the turns are over. Returns true if it is
  // done.
  bool is_done_in_turn(TreeInTurns& tree, double other, double turns_left) {
    const double turn =
        std::min(std::max({tree.until(other) - tree.had, min_share_of_turn * tree.had, min_turn}), turns_left);
    explain("{}: goes on for about {}", tree.engine->name, words_of_time(turn));
    Control control(options_.stop, Control::Every::of(options_),
                    [&](std::span<const IndexedPlacement> placements) { report(control, placements); });
    control.begin(tree.found);
    const AtWork before = std::exchange(at_work_, {tree.engine, control.seconds(), std::nullopt});
    std::istringstream from(tree.stopped_at);
    std::ostringstream stopped_at;
    double nanoseconds = 0;
    const Effort effort{.max_nanoseconds = turn,
                        .max_bytes = options_.max_bytes,
                        .nanoseconds = &nanoseconds,
                        .from = tree.stopped_at.empty() ? nullptr : &from,
                        .stopped_at = &stopped_at};
    const Outcome outcome = search_with(*tree.engine, effort, control);
    tree.had += nanoseconds;
    tree.found = control.found();
    tree.stopped_at = stopped_at.str();
    at_work_ = before;
    if (control_.add_nodes(control.nodes())) control_.report({});
    if (outcome == Outcome::too_large) return false;
    if (outcome == Outcome::stopped) {
      control_.begin(tree.found);
      stopped_at_ << tree.stopped_at;
    }
    conclude(*tree.engine, outcome);
    return is_done_in_turn_ = true;
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

  const std::vector<std::string>& conflict() {
    if (!conflict_) conflict_ = colouring_conflict(puzzle_, packing_);
    return *conflict_;
  }
  // Tells whether a colouring shows that there is no solution; that is the result then.
  bool is_refuted() {
    if (conflict().empty()) return false;
    result_.conflict = conflict();
    result_.engine = "colouring";
    keep({});
    return true;
  }

  // Searches with an engine. False if it gave up.
  bool is_done_by(const Engine& engine, Effort effort, std::uint64_t found = 0) {
    explain("{}: begins{}", engine.name,
            effort.max_nodes == 0 ? "" : fmt::format(", for at most {} nodes", effort.max_nodes));
    if (from_) {
      effort.from = &from_->rest;
      found = from_->found;
    }
    control_.begin(found);
    at_work_ = {&engine, control_.seconds(), effort.from != nullptr ? std::nullopt : std::optional(0.)};
    effort.jobs = options_.jobs;
    effort.max_bytes = options_.max_bytes;
    effort.bytes_wanted = &bytes_wanted_;
    if (effort.max_nodes == 0) effort.stopped_at = &stopped_at_;  // a search that only tries is not kept
    bytes_wanted_ = 0;
    const Outcome outcome = search_with(engine, effort, control_);
    if (bytes_wanted_ > 0 && effort.max_nodes == 0 && options_.warn)
      options_.warn(std::string(engine.name) + " gives up" + lack_of_memory());
    if (outcome == Outcome::too_large) {
      if (!is_done_in_turn_) explain("{}: gives up", engine.name);
      return false;
    }
    conclude(engine, outcome);
    return true;
  }
  // What was found is the result, unless the engine gave up.
  Outcome search_with(const Engine& engine, const Effort& effort, Control& control) {
    const bool counts = options_.task == Task::count && !options_.limit;
    return counts ? count(engine, effort, control) : list(engine, effort, control);
  }
  void conclude(const Engine& engine, Outcome outcome) {
    result_.engine = engine.name;
    result_.interrupted = outcome == Outcome::stopped;
    result_.complete =
        outcome == Outcome::complete || (outcome == Outcome::enough && (!options_.limit || limit_is_all(engine)));
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
    const Restriction& restriction = problem_for(engine).restriction;
    Collector collector(boards_, restriction.piece >= 0 || !restriction.hole_limits.empty(),
                        options_.task == Task::unique, *options_.limit + 1);
    Control control(options_.stop, {}, {});
    const Effort effort{.max_nodes = 2 * nodes_to_look_on, .max_bytes = options_.max_bytes};
    return list_with(engine, effort, control, collector) == Outcome::complete;
  }

  // Kept, since several engines have the same.
  const RestrictedProblem& problem_for(const Engine& engine) {
    // Without holes there are no limits on them.
    auto* const by = engine.restriction == restriction_of_piece && packing_.max_holes == 0
                         ? restriction_of_piece_or_holes
                         : engine.restriction;
    return problems_.try_emplace(by, packing_, by).first->second;
  }

  // Kept, since tables take time to make. Null if it cannot be held.
  SearchTree* tree_of(const Engine& engine, const Effort& effort) {
    std::unique_ptr<SearchTree>& tree = search_trees_[&engine];
    if (!tree) tree = engine.tree(problem_for(engine).problem, effort);
    return tree.get();
  }

  Outcome list_with(const Engine& engine, const Effort& effort, Control& control, Listener& listener) {
    if (engine.tree == nullptr) return engine.list(problem_for(engine).problem, effort, control, listener);
    SearchTree* const tree = tree_of(engine, effort);
    return tree != nullptr ? tree->list(effort, control, listener) : Outcome::too_large;
  }

  Outcome list(const Engine& engine, const Effort& effort, Control& control) {
    const Restriction& restriction = problem_for(engine).restriction;
    Collector collector(boards_, restriction.piece >= 0 || !restriction.hole_limits.empty(),
                        options_.task == Task::unique, options_.task == Task::first ? 1 : options_.limit);
    const Outcome outcome = list_with(engine, effort, control, collector);
    if (outcome != Outcome::too_large) keep(std::move(collector).texts());
    return outcome;
  }

  Outcome count(const Engine& engine, const Effort& effort, Control& control) {
    Counts counts;
    Outcome outcome{};
    if (engine.count != nullptr && puzzle_.fixed.empty()) {
      outcome = engine.count(problem_for(engine).problem, effort, control, counts);
    } else {
      const Restriction& restriction = problem_for(engine).restriction;
      Counter counter(boards_, Weights(packing_, restriction));
      outcome = list_with(engine, effort, control, counter);
      counts = counter.counts();
    }
    if (outcome == Outcome::too_large) return outcome;
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

  void report(Control& control, std::span<const IndexedPlacement> placements) {
    const std::scoped_lock lock(report_mutex_);
    const Control::Pace pace = control.pace();
    SolveProgress at{.engine = std::string(at_work_.engine->name),
                     .nodes = control_.nodes() + (&control == &control_ ? 0 : control.nodes()),
                     .found = control.found(),
                     .share = std::clamp(control.share(), 0., 1.),
                     .left = {},
                     .nodes_per_second = pace.nodes_per_second,
                     .seconds = seconds(),
                     .board = {}};
    if (!at_work_.share_begun) {  // where a search goes on, it is known now
      at_work_.share_begun = at.share;
      at_work_.begun = control.seconds();
    }
    // The parts of a tree differ in no foreseeable way; layers grow at first, so the last ones tell more.
    const bool in_layers = at_work_.engine->in_layers;
    const double before = in_layers ? at_work_.share_reported : *at_work_.share_begun;
    const double over = in_layers ? pace.seconds : control.seconds() - at_work_.begun;
    if (at.share > before) at.left = (1 - at.share) / (at.share - before) * over;
    at_work_.share_reported = at.share;
    if (!in_layers) {
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
  struct AtWork {
    const Engine* engine = nullptr;
    double begun = 0;
    std::optional<double> share_begun;
    double share_reported = 0;
  } at_work_;
  double bytes_wanted_ = 0;                           // by an engine that gave up for want of memory; else 0
  std::optional<std::vector<std::string>> conflict_;  // none: not looked for yet
  std::vector<TreeInTurns> trees_;
  bool is_done_in_turn_ = false;
  std::map<Restriction (*)(const Packing&), RestrictedProblem> problems_;  // see problem_for()
  std::map<const Engine*, std::unique_ptr<SearchTree>> search_trees_;      // see tree_of()
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
