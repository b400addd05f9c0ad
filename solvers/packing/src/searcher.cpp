#include "searcher.hpp"

#include <algorithm>
#include <set>

#include "engines/listeners.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/refutation.hpp"
#include "problem/colourings.hpp"

namespace pentocity::packing {
namespace {

// A change of the order of the search needs another number.
constexpr std::string_view checkpoint_title = "pentocity-search/1";

// At a limit, a search of fewer nodes is looked at for solutions beyond it.
constexpr std::uint64_t nodes_to_look_on = 200'000;

}  // namespace

Searcher::Checkpoint::Checkpoint(const std::string& text, const std::string& key) : rest(text) {
  std::string title, its_key, nodes_word, found_word, seconds_word, engine_word;
  if (!(rest >> title >> its_key) || title != checkpoint_title || its_key != key) throw BrokenCheckpoint();
  if (!(rest >> nodes_word >> nodes >> found_word >> found >> seconds_word >> seconds >> engine_word >> engine))
    throw BrokenCheckpoint();
}

Searcher::Searcher(const Puzzle& puzzle, const SolveOptions& options)
    : puzzle_(puzzle),
      options_(options),
      packing_(packing_of(puzzle, options.rotations_only)),
      boards_(puzzle, packing_, options.labels),
      control_(options.stop, Control::Every::of(options),
               [this](std::span<const PlacedTile> placements) { report(control_, placements); }) {
  if (options.checkpoint.empty()) return;
  from_.emplace(options.checkpoint, search_key(puzzle, options));
  control_.add_nodes(from_->nodes);
}

SolveResult Searcher::take_result() {
  result_.nodes = control_.nodes();
  result_.seconds = seconds();
  if (const std::string rest = stopped_at_.str(); result_.interrupted && !rest.empty())
    result_.checkpoint = fmt::format("{} {}\nnodes {} found {} seconds {}\nengine {}\n{}", checkpoint_title,
                                     search_key(puzzle_, options_), result_.nodes, control_.found(), result_.seconds,
                                     result_.engine, rest);
  return std::move(result_);
}

bool Searcher::finish_without_search(const Engine& engine) {
  if (!packing_.cells.empty()) return false;
  Boards::Board board;
  boards_.draw({}, board);
  keep(packing_.allows_nothing() ? std::vector{Boards::View(board)} : std::vector<Boards::View>());
  result_.engine = engine.name;
  return is_done_ = true;
}

bool Searcher::is_done_from_checkpoint() {
  if (!from_) return false;
  if (!is_done_by(engine_named(from_->engine), {})) throw BrokenCheckpoint();
  return true;
}

bool Searcher::is_done_by(const Engine& engine, Effort effort, std::uint64_t found) {
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
  if (is_done_) return true;
  if (bytes_wanted_ > 0 && effort.max_nodes == 0 && options_.engine.empty() && options_.warn)
    options_.warn(fmt::format("{} gives up: {}", engine.name, lack_of_memory()));
  if (outcome == Outcome::gave_up)
    explain_that_gave_up(engine);
  else
    conclude(engine, outcome);
  return is_done_;
}

bool Searcher::is_done_in_turn(const Engine& engine, InTurns& search, double nanoseconds) {
  Control control(options_.stop, Control::Every::of(options_),
                  [&](std::span<const PlacedTile> placements) { report(control, placements); });
  control.begin(search.found);
  const AtWork before = std::exchange(at_work_, {&engine, control.seconds(), std::nullopt});
  std::istringstream from(search.stopped_at);
  std::ostringstream stopped_at;
  double took = 0;
  const Effort effort{.max_nanoseconds = nanoseconds,
                      .max_bytes = options_.max_bytes,
                      .nanoseconds = &took,
                      .from = search.stopped_at.empty() ? nullptr : &from,
                      .stopped_at = &stopped_at};
  const Outcome outcome = search_with(engine, effort, control);
  search = {search.had + took, control.found(), stopped_at.str()};
  at_work_ = before;
  if (control_.add_nodes(control.nodes())) control_.report({});
  if (outcome == Outcome::gave_up) return false;
  if (outcome == Outcome::stopped) {
    control_.begin(search.found);
    // The engine would go on alone, and it may be one that a few solutions are not to be expected of.
    if (!wants_few()) stopped_at_ << search.stopped_at;
  }
  conclude(engine, outcome);
  return true;
}

bool Searcher::is_refuted() {
  if (!conflict_) conflict_ = colouring_conflict(puzzle_, packing_);
  if (conflict_->empty()) return false;
  result_.conflict = *conflict_;
  result_.engine = "colouring";
  keep({});
  return is_done_ = true;
}

bool Searcher::is_refuted_by_weights() {
  explain("linear program: looks for weights that show that there is no solution");
  const auto refutation = refute(puzzle_);
  if (!refutation) return false;
  result_.conflict = words_of(puzzle_, *refutation);
  result_.engine = "linear program";
  keep({});
  return is_done_ = true;
}

// What was found is the result, unless the engine gave up.
Outcome Searcher::search_with(const Engine& engine, const Effort& effort, Control& control) {
  const bool counts = options_.task == Task::count && !options_.limit;
  return counts ? count(engine, effort, control) : list(engine, effort, control);
}

void Searcher::conclude(const Engine& engine, Outcome outcome) {
  is_done_ = true;
  result_.engine = engine.name;
  result_.interrupted = outcome == Outcome::stopped;
  result_.complete =
      outcome == Outcome::complete || (outcome == Outcome::enough && (!options_.limit || limit_is_all(engine)));
}

void Searcher::explain_that_gave_up(const Engine& engine) {
  const std::string why = &engine == &cover_engine ? "" : excess_of(problem_for(engine));
  explain("{}: gives up{}{}", engine.name, why.empty() ? "" : ": ", why);
}

std::string Searcher::excess(const Engine& engine) {
  return bytes_wanted_ > 0 ? lack_of_memory() : excess_of(problem_for(engine));
}
std::string Searcher::lack_of_memory() const {
  constexpr double gibibyte = 1 << 30;
  return fmt::format("it may take {:.2g} GiB and would need about {:.2g} GiB or more (--memory)",
                     static_cast<double>(options_.max_bytes) / gibibyte, bytes_wanted_ / gibibyte);
}

// Tells whether a short search finds that there are no more solutions than the limit.
bool Searcher::limit_is_all(const Engine& engine) {
  if (control_.nodes() > nodes_to_look_on || engine.first_only) return false;
  Collector collector(boards_, problem_for(engine).is_restricted(), options_.task == Task::unique, *options_.limit + 1);
  Control control(options_.stop, {}, {});
  const Effort effort{.max_nodes = 2 * nodes_to_look_on, .max_bytes = options_.max_bytes};
  return list_to(collector, engine, effort, control) == Outcome::complete;
}

const Problem& Searcher::problem_for(const Engine& engine) {
  // Without holes there are no limits on them.
  auto* const by = engine.restriction == restriction_of_piece && packing_.max_holes == 0 ? restriction_of_piece_or_holes
                                                                                         : engine.restriction;
  auto at = problems_.find(by);
  if (at == problems_.end()) at = problems_.emplace(by, problem_of(packing_, by(packing_))).first;
  return at->second;
}

SearchTree* Searcher::tree_of(const Engine& engine, const Effort& effort) {
  std::unique_ptr<SearchTree>& tree = trees_[&engine];
  if (!tree) tree = engine.tree(problem_for(engine), effort);
  return tree.get();
}

Outcome Searcher::list_to(Listener& listener, const Engine& engine, const Effort& effort, Control& control) {
  if (engine.tree == nullptr) return engine.list(problem_for(engine), effort, control, listener);
  SearchTree* const tree = tree_of(engine, effort);
  return tree != nullptr ? tree->list(effort, control, listener) : Outcome::gave_up;
}

Outcome Searcher::list(const Engine& engine, const Effort& effort, Control& control) {
  Collector collector(boards_, problem_for(engine).is_restricted(), options_.task == Task::unique,
                      options_.task == Task::first ? 1 : options_.limit);
  const Outcome outcome = list_to(collector, engine, effort, control);
  if (outcome != Outcome::gave_up) keep(collector.sorted());
  return outcome;
}

Outcome Searcher::count(const Engine& engine, const Effort& effort, Control& control) {
  Counts counts;
  Outcome outcome{};
  if (engine.count != nullptr && puzzle_.fixed.empty()) {
    outcome = engine.count(problem_for(engine), effort, control, counts);
  } else {
    Counter counter(boards_, Weights(problem_for(engine)));
    outcome = list_to(counter, engine, effort, control);
    counts = counter.counts();
  }
  if (outcome == Outcome::gave_up) return outcome;
  result_.count = counts.all.str();
  result_.unique = counts.unique.str();
  result_.solvable = counts.all > 0;
  return outcome;
}

void Searcher::keep(const std::vector<Boards::View>& boards) {
  result_.solvable = !boards.empty();
  if (options_.task == Task::unique) result_.unique = std::to_string(boards.size());
  if (options_.task == Task::all || options_.task == Task::count) result_.count = std::to_string(boards.size());
  if (options_.task == Task::count) {
    std::set<Boards::Board> classes;
    for (const Boards::View board : boards) classes.insert(boards_.least_of_class(board));
    result_.unique = std::to_string(classes.size());
    return;
  }
  std::vector<std::string>& texts = result_.solutions;
  texts.reserve(boards.size());
  for (const Boards::View board : boards) {
    texts.push_back(boards_.text(board));
    if (options_.labels == Labels::kinds && options_.task == Task::unique)
      boards_.for_each_image(board,
                             [&](Boards::View image) { texts.back() = std::min(texts.back(), boards_.text(image)); });
  }
  if (options_.labels == Labels::kinds) std::sort(texts.begin(), texts.end());
}

double Searcher::seconds() const { return (from_ ? from_->seconds : 0) + control_.seconds(); }

void Searcher::report(Control& control, std::span<const PlacedTile> placements) {
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
  if (at.share > before && !at_work_.engine->is_uneven) at.left = (1 - at.share) / (at.share - before) * over;
  at_work_.share_reported = at.share;
  if (!in_layers) {
    Boards::Board board;
    boards_.draw(placements, board);
    at.board = boards_.text(board, Labels::placements);
  }
  options_.progress(at);
}

}  // namespace pentocity::packing
