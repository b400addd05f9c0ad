#include "pentocity/packing/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <sstream>

#include "boards.hpp"
#include "frontier.hpp"
#include "labels.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"
#include "profile.hpp"
#include "restarts.hpp"
#include "scan.hpp"

namespace pentocity::packing {
namespace {

// Nodes after which a search with holes, or for a few solutions, tries to gain by keeping boards.
constexpr std::uint64_t nodes_to_try = 300'000, nodes_to_find = 20'000'000, nodes_of_restarts = 50'000'000;
// A found solution may stand for 1/n of a class, n up to 12. All these are whole multiples of 1/27720.
constexpr std::uint64_t parts = 27720;

const std::vector<EngineInfo> engines{
    {"scan", "depth first, one partial board after the other"},
    {"frontier", "all partial boards at once, equal ones merged"},
    {"restarts", "depth first, again and again, for the first solution of a large board"},
};

// The weight of a found solution, that is, how many solutions it stands for, in units of 1/27720.
class Weights {
 public:
  Weights(const Packing& packing, const Restriction& restriction) : packing_(packing), restriction_(restriction) {
    for (const auto& a : restriction.allowed) orbit_[{a.shape, a.first}] = a.orbit;
    if (restriction.hole_limits.empty()) return;
    for (const Isometry& g : packing.group) {
      auto& images = images_.emplace_back();
      for (const Cell c : packing.cells) images.push_back(index(g(c, packing.lattice)));
    }
  }

  std::uint64_t operator()(std::span<const IndexedPlacement> solution) {
    if (restriction_.piece >= 0)
      for (const IndexedPlacement& p : solution)
        if (packing_.shapes[p.shape].piece == restriction_.piece)
          return parts * static_cast<std::uint64_t>(orbit_.at({p.shape, Cell{p.row, p.column}}));
    if (restriction_.hole_limits.empty()) return parts;
    // The solution's images that keep to the limits are found as well.
    hole_.assign(packing_.cells.size(), true);
    for (const IndexedPlacement& p : solution) {
      const Cells& shape = packing_.shapes[p.shape].cells;
      for (const Cell c : translated(shape, {p.row, p.column - shape[0].column}, packing_.lattice))
        hole_[index(c)] = false;
    }
    std::uint64_t found = 0;
    for (const auto& images : images_)
      found += std::all_of(restriction_.hole_limits.begin(), restriction_.hole_limits.end(), [&](const auto& limit) {
        int sum = 0;
        for (std::size_t i = 0; i < hole_.size(); ++i)
          if (hole_[i]) sum += limit.costs[images[i]];
        return sum <= limit.limit;
      });
    return parts * images_.size() / std::max<std::uint64_t>(found, 1);  // at least the solution itself
  }

 private:
  std::size_t index(Cell c) const {
    return static_cast<std::size_t>(std::lower_bound(packing_.cells.begin(), packing_.cells.end(), c) -
                                    packing_.cells.begin());
  }
  const Packing& packing_;
  const Restriction& restriction_;
  std::map<std::pair<int, Cell>, int> orbit_;
  std::vector<std::vector<std::size_t>> images_;
  std::vector<bool> hole_;
};

// Adds up what is found.
class Counter : public Listener {
 public:
  Counter(const Boards& boards, Weights weights) : boards_(boards), weights_(std::move(weights)) {}

  bool found(std::span<const IndexedPlacement> solution) override {
    boards_.fill(solution, board_);
    by_class_size_[boards_.class_size(board_)] += weights_(solution);
    return true;
  }
  std::unique_ptr<Listener> part() const override { return std::make_unique<Counter>(boards_, weights_); }
  bool join(Listener& part) override {
    const auto& other = dynamic_cast<const Counter&>(part);
    for (std::size_t size = 0; size < by_class_size_.size(); ++size) by_class_size_[size] += other.by_class_size_[size];
    return true;
  }
  void write(std::ostream& out) const override {
    for (const BigCount& n : by_class_size_) out << n << '\n';
  }
  void read(std::istream& in) override {
    for (BigCount& n : by_class_size_) {
      std::string digits;
      in >> digits;
      if (digits.empty() || digits.size() > 1000 || digits.find_first_not_of("0123456789") != std::string::npos)
        throw BrokenCheckpoint();
      n = BigCount(digits);
    }
  }
  BigCount count() const {
    BigCount sum = 0;
    for (const BigCount& n : by_class_size_) sum += n;
    return sum / parts;
  }
  BigCount unique() const {
    BigCount sum = 0;
    for (std::size_t size = 1; size < by_class_size_.size(); ++size) sum += by_class_size_[size] / size;
    return sum / parts;
  }

 private:
  const Boards& boards_;
  Weights weights_;
  Boards::Board board_;
  std::array<BigCount, 13> by_class_size_;
};

enum class Repeats { keep, leave_out };
// Sorted, with repeats or without.
std::vector<std::string> sorted(std::vector<std::string> texts, Repeats repeats) {
  if (std::adjacent_find(texts.begin(), texts.end(), std::greater_equal<>()) == texts.end()) return texts;
  // Most comparisons are settled by the first bytes, read as one number.
  __extension__ using Number = unsigned __int128;
  struct Key {
    Number first;
    std::size_t index;
  };
  std::vector<Key> keys;
  keys.reserve(texts.size());
  for (const std::string& text : texts) {
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), text.data(), std::min(text.size(), sizeof words));
    const auto high = static_cast<Number>(__builtin_bswap64(words[0]));
    keys.push_back({high << 64 | __builtin_bswap64(words[1]), keys.size()});
  }
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    return a.first < b.first || (a.first == b.first && texts[a.index] < texts[b.index]);
  });
  std::vector<std::string> out;
  out.reserve(texts.size());
  for (const Key& key : keys)
    if (std::string& text = texts[key.index]; repeats == Repeats::keep || out.empty() || text != out.back())
      out.push_back(std::move(text));
  return out;
}

// Keeps what is found.
class Collector : public Listener {
 public:
  Collector(const Boards& boards, bool restricted, bool classes, std::optional<std::uint64_t> limit)
      : boards_(boards), restricted_(restricted), classes_(classes), limit_(limit) {}

  bool found(std::span<const IndexedPlacement> solution) override {
    boards_.draw(solution, draft_);
    if (classes_)
      keep(boards_.min_of_class(draft_));
    else if (restricted_)
      boards_.for_each_image_text(draft_, [&](std::string image) { keep(std::move(image)); });
    else
      keep(boards_.text(draft_));
    return wants_more();
  }
  std::unique_ptr<Listener> part() const override {
    return std::make_unique<Collector>(boards_, restricted_, classes_, limit_);
  }
  bool join(Listener& part) override {
    for (std::string& text : dynamic_cast<Collector&>(part).texts_) keep(std::move(text));
    return wants_more();
  }
  void write(std::ostream& out) const override {
    for (const std::string& text : texts_) out << text << '\n';
  }
  void read(std::istream& in) override {
    for (std::string text; std::getline(in, text);) {
      if (!boards_.is_text(text)) throw BrokenCheckpoint();
      keep(std::move(text));
    }
  }
  /// The texts of all solutions, or the smallest text of each class, sorted.
  std::vector<std::string> texts() && { return sorted(std::move(texts_), Repeats::leave_out); }

 private:
  bool wants_more() const { return !limit_ || texts_.size() < *limit_; }
  // Up to a limit, those that are different count.
  void keep(std::string text) {
    if (!limit_ || (wants_more() && seen_.insert(text).second)) texts_.push_back(std::move(text));
  }

  const Boards& boards_;
  bool restricted_, classes_;
  std::optional<std::uint64_t> limit_;
  std::vector<std::string> texts_;
  std::set<std::string> seen_;  // if there is a limit
  Boards::Draft draft_;
};

// A search by `scan` that was stopped, as text.
struct Checkpoint {
  std::uint64_t nodes = 0, found = 0;
  double seconds = 0;
  ScanState at;
};
// A change of the order of the search needs another number.
constexpr std::string_view checkpoint_title = "pentocity-search/1";

std::string text_of(const Checkpoint& checkpoint, const std::string& key) {
  std::ostringstream out;
  out << fmt::format("{} {}\nnodes {} found {} seconds {}\n", checkpoint_title, key, checkpoint.nodes, checkpoint.found,
                     checkpoint.seconds);
  checkpoint.at.write(out);
  return out.str();
}

Checkpoint read_checkpoint(const std::string& text, const std::string& key) {
  std::istringstream in(text);
  std::string title, its_key, nodes, found, seconds;
  Checkpoint out;
  if (!(in >> title >> its_key) || title != checkpoint_title || its_key != key) throw BrokenCheckpoint();
  if (!(in >> nodes >> out.nodes >> found >> out.found >> seconds >> out.seconds)) throw BrokenCheckpoint();
  out.at.read(in);
  return out;
}

class Solver {
 public:
  Solver(const Puzzle& puzzle, const SolveOptions& options)
      : puzzle_(puzzle),
        options_(options),
        packing_(packing_of(puzzle)),
        boards_(puzzle, packing_),
        control_(options.stop, Control::Every::of(options),
                 [this](std::span<const IndexedPlacement> placements) { report(placements); }) {
    if (options.checkpoint.empty()) return;
    from_ = read_checkpoint(options.checkpoint, search_key(puzzle, options));
    control_.add_nodes(from_->nodes);
  }

  SolveResult solve() {
    if (packing_.cells.empty()) {
      solve_empty();
    } else if (options_.task == Task::count && !options_.limit) {
      count();
    } else {
      list();
    }
    result_.nodes = control_.nodes();
    result_.seconds = seconds();
    if (result_.interrupted && stopped_at_)
      result_.checkpoint =
          text_of({result_.nodes, control_.found(), result_.seconds, *stopped_at_}, search_key(puzzle_, options_));
    return std::move(result_);
  }

 private:
  // All cells are blocked or fixed: the fixed placements are the solution.
  void solve_empty() {
    result_.engine = options_.engine.empty() ? engines.front().name : options_.engine;
    Boards::Board board;
    boards_.fill({}, board);
    std::vector<int> used(packing_.pieces.size());
    result_.solvable =
        std::all_of(packing_.pieces.begin(), packing_.pieces.end(), [](const auto& p) { return p.min == 0; }) &&
        packing_.min_holes == 0 && (!packing_.counts_allowed || packing_.counts_allowed(used));
    finish({}, result_.solvable ? std::vector{boards_.text(board)} : std::vector<std::string>());
  }

  void list() {
    std::optional<std::uint64_t> limit = options_.limit;
    if (options_.task == Task::first) limit = 1;
    const bool classes = options_.task == Task::unique;
    const auto search = [&](const std::string& engine, std::uint64_t node_limit, bool only_if_merging) {
      if (engine == "restarts" && limit != 1)
        throw InputError("engine restarts finds one solution: expected --first, or --limit 1");
      const Restriction restriction = engine == "restarts" ? Restriction{} : restriction_of(packing_, engine == "scan");
      const SweepInput input = sweep_input(packing_, restriction);
      Collector collector(boards_, restriction.piece >= 0 || !restriction.hole_limits.empty(), classes, limit);
      const FrontierLimits limits{.max_bytes = options_.max_bytes, .only_if_merging = only_if_merging};
      const Outcome outcome = engine == "scan"       ? scan_on(input, node_limit, collector)
                              : engine == "restarts" ? restarts(input, node_limit, control_, collector)
                                                     : frontier_list(input, limits, control_, collector);
      if (outcome != Outcome::too_large) {
        finish(outcome, std::move(collector).texts());
      }
      return outcome;
    };
    choose(search, limit.has_value(), options_.task == Task::first);
  }

  void count() {
    const auto search = [&](const std::string& engine, std::uint64_t node_limit, bool only_if_merging) {
      const bool scanning = engine == "scan";
      const Restriction restriction = restriction_of(packing_, scanning);
      const SweepInput input = sweep_input(packing_, restriction);
      Counter counter(boards_, Weights(packing_, restriction));
      const FrontierLimits limits{.max_bytes = options_.max_bytes, .only_if_merging = only_if_merging};
      BigCount all, unique;
      Outcome outcome{};
      if (scanning) {
        outcome = scan_on(input, node_limit, counter);
      } else if (puzzle_.fixed.empty()) {
        outcome = count_all(input, limits, all);
        if (outcome == Outcome::complete) outcome = count_classes(all, limits, unique);
      } else {
        outcome = frontier_list(input, limits, control_, counter);
      }
      if (outcome == Outcome::too_large) return outcome;
      if (scanning || !puzzle_.fixed.empty()) {
        all = counter.count();
        unique = counter.unique();
      }
      result_.count = all.str();
      result_.unique = unique.str();
      result_.solvable = all > 0;
      end(outcome);
      return outcome;
    };
    if (options_.engine == "restarts")
      throw InputError("engine restarts finds one solution: expected --first, or --limit 1");
    choose(search, false, false);
  }

  Outcome count_all(const SweepInput& input, const FrontierLimits& limits, BigCount& count) {
    const Outcome outcome = profile_count(input, limits, control_, count);
    return outcome == Outcome::too_large ? frontier_count(input, limits, control_, count) : outcome;
  }

  // The number of classes is the mean over the group of the solutions that each symmetry keeps (Burnside, after Cauchy
  // and Frobenius).
  Outcome count_classes(const BigCount& all, const FrontierLimits& limits, BigCount& unique) {
    BigCount sum = all;
    const double share_each = (1 - main_share()) / static_cast<double>(packing_.group.size());
    double share = main_share();
    const auto number_of = [&](const Isometry& g) {
      return std::find(packing_.group.begin(), packing_.group.end(), g) - packing_.group.begin();
    };
    std::vector<std::optional<BigCount>> kept(packing_.group.size());
    for (std::size_t i = 0; i < packing_.group.size(); ++i) {
      const Isometry& g = packing_.group[i];
      if (g == Isometry{}) continue;
      control_.stage(share, share + share_each);
      share += share_each;
      if (!kept[i]) {
        // Conjugate symmetries keep equally many. The one whose sweep has the narrowest window is counted.
        std::set<std::ptrdiff_t> conjugates;
        for (const Isometry& k : packing_.group) conjugates.insert(number_of(k * g * k.inverse()));
        SweepInput narrowest;
        int least = std::numeric_limits<int>::max();
        for (const std::ptrdiff_t j : conjugates) {
          SweepInput input = quotient_input(packing_, packing_.group[static_cast<std::size_t>(j)]);
          int span = 0;
          for (const auto& items : input.items)
            for (const auto& item : items) span = std::max(span, item.offsets.back());
          if (span < least) narrowest = std::move(input);
          least = std::min(least, span);
        }
        BigCount count;
        if (const Outcome outcome = count_all(narrowest, limits, count); outcome != Outcome::complete) return outcome;
        for (const std::ptrdiff_t j : conjugates) kept[static_cast<std::size_t>(j)] = count;
      }
      sum += *kept[i];
    }
    unique = sum / packing_.group.size();
    return Outcome::complete;
  }

  // The share of the sweep for all solutions in a count by `frontier`: those for each symmetry are far smaller.
  double main_share() const { return packing_.group.size() == 1 ? 1 : 0.9; }

  // Searches from the beginning, or from the checkpoint. A search that only tries the engine is not kept.
  Outcome scan_on(const SweepInput& input, std::uint64_t node_limit, Listener& listener) {
    ScanState stopped_at;
    const Outcome outcome =
        scan(input, options_.jobs, node_limit, control_, listener, from_ ? &from_->at : nullptr, stopped_at);
    if (outcome == Outcome::stopped && node_limit == 0) stopped_at_ = std::move(stopped_at);
    return outcome;
  }

  void begin(const std::string& engine) {
    result_.engine = engine;
    control_.begin(from_ ? from_->found : 0);
    if (engine == "frontier" && options_.task == Task::count && puzzle_.fixed.empty()) control_.stage(0, main_share());
    begun_ = reported_ = Control::Clock::now();
    nodes_reported_ = control_.nodes();
    share_begun_ = from_ ? std::nullopt : std::optional(0.);
    share_reported_ = 0;
  }

  template <class Search>
  void choose(const Search& run, bool few, bool only_one) {
    const auto search = [&](const std::string& engine, std::uint64_t node_limit, bool only_if_merging) {
      begin(engine);
      return run(engine, node_limit, only_if_merging);
    };
    if (!options_.engine.empty()) {
      if (std::none_of(engines.begin(), engines.end(), [&](const auto& e) { return e.name == options_.engine; })) {
        std::vector<std::string> names;
        for (const auto& e : engines) names.push_back(e.name);
        throw InputError(fmt::format("there is no engine '{}'{}", options_.engine, suggestion(options_.engine, names)));
      }
      if (search(options_.engine, 0, false) == Outcome::too_large)
        throw InputError(fmt::format("engine {} cannot hold puzzle {}", options_.engine, puzzle_.name));
      return;
    }
    if (from_) {
      search("scan", 0, false);
      return;
    }
    // Boards without holes merge; with holes, most differ. A small tree is done before that matters.
    if (few || packing_.max_holes > 0)
      if (search("scan", few ? nodes_to_find : nodes_to_try, false) != Outcome::too_large) return;
    if (only_one && search("restarts", nodes_of_restarts, false) != Outcome::too_large) return;
    if (search("frontier", 0, true) != Outcome::too_large) return;
    if (search("scan", 0, false) != Outcome::too_large) return;
    throw InputError(fmt::format("puzzle {} is too large for the engines", puzzle_.name));
  }

  void finish(Outcome outcome, std::vector<std::string> texts) {
    result_.solvable = !texts.empty();
    if (options_.task == Task::count) {
      result_.count = std::to_string(texts.size());
      std::set<std::string> classes;
      for (const std::string& text : texts) classes.insert(boards_.min_of_class(boards_.read(text)));
      result_.unique = std::to_string(classes.size());
    } else {
      if (options_.task == Task::all) result_.count = std::to_string(texts.size());
      if (options_.task == Task::unique) result_.unique = std::to_string(texts.size());
      result_.solutions = std::move(texts);
      if (options_.labels == Labels::kinds) label_kinds();
    }
    end(outcome);
  }

  void label_kinds() {
    KindLabels labelled(puzzle_);
    for (std::string& text : result_.solutions) {
      const Boards::Board board = boards_.read(text);
      text = labelled(board);
      if (options_.task == Task::unique)
        boards_.for_each_image(board, [&](const Boards::Board& image) { text = std::min(text, labelled(image)); });
    }
    result_.solutions = sorted(std::move(result_.solutions), Repeats::keep);
  }

  void end(Outcome outcome) {
    result_.interrupted = outcome == Outcome::stopped;
    result_.complete = outcome == Outcome::complete || (outcome == Outcome::enough && !options_.limit);
  }

  double seconds() const { return (from_ ? from_->seconds : 0) + seconds_from(created_); }
  static double seconds_from(Control::Clock::time_point begin) {
    return std::chrono::duration<double>(Control::Clock::now() - begin).count();
  }

  void report(std::span<const IndexedPlacement> placements) {
    const std::scoped_lock lock(report_mutex_);
    SolveProgress at{.engine = result_.engine,
                     .nodes = control_.nodes(),
                     .found = control_.found(),
                     .share = std::clamp(control_.share(), 0., 1.),
                     .left = {},
                     .nodes_per_second = 0,
                     .seconds = seconds(),
                     .board = {}};
    const double since = std::max(seconds_from(reported_), 1e-9);
    at.nodes_per_second = static_cast<double>(at.nodes - nodes_reported_) / since;
    // The parts of a tree differ in no foreseeable way; the layers of a sweep grow at first, so the last ones tell
    // more.
    const bool sweeps = result_.engine == "frontier";
    if (!share_begun_) {  // after a checkpoint, it is known now
      share_begun_ = at.share;
      begun_ = Control::Clock::now();
    }
    const double before = sweeps ? share_reported_ : *share_begun_, over = sweeps ? since : seconds_from(begun_);
    if (at.share > before) at.left = (1 - at.share) / (at.share - before) * over;
    reported_ = Control::Clock::now();
    nodes_reported_ = at.nodes;
    share_reported_ = at.share;
    if (!sweeps) {
      Boards::Board board;
      boards_.fill(placements, board);
      at.board = boards_.text(board);
    }
    options_.progress(at);
  }

  const Puzzle& puzzle_;
  const SolveOptions& options_;
  const Control::Clock::time_point created_ = Control::Clock::now();
  Packing packing_;
  Boards boards_;
  Control control_;
  std::optional<Checkpoint> from_;
  std::optional<ScanState> stopped_at_;
  std::mutex report_mutex_;
  // When the engine began, and the last report.
  Control::Clock::time_point begun_, reported_;
  std::optional<double> share_begun_;
  double share_reported_ = 0;
  std::uint64_t nodes_reported_ = 0;
  SolveResult result_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, const SolveOptions& options) { return Solver(puzzle, options).solve(); }

std::string search_key(const Puzzle& puzzle, const SolveOptions& options) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {}", static_cast<int>(options.task), options.limit.value_or(0), options.engine,
                  static_cast<int>(puzzle.lattice), puzzle.rows, puzzle.columns, puzzle.min_holes);
  const auto add = [&](const Cells& cells) {
    text += " :";
    for (const Cell c : cells) text += fmt::format(" {} {}", c.row, c.column);
  };
  text += fmt::format(" {}", puzzle.max_holes);
  add(puzzle.blocked);
  add(puzzle.required);
  for (const Piece& piece : puzzle.pieces) {
    add(piece.shape);
    text += fmt::format(" {} {} {} {}", piece.min, piece.max.value_or(-1), piece.flip, piece.rotate);
  }
  text += " fixed";
  for (const Cells& cells : puzzle.fixed) add(cells);
  return fmt::format("{:08x}", hash_bytes(text) >> 32);
}

std::vector<EngineInfo> solve_engines() { return engines; }

Solution read_solution(const Puzzle& puzzle, const std::string& text) {
  std::map<std::string_view, Cells> by_label;
  Cell cell;
  for (const std::string_view label : split_labels(text)) {
    if (label == "|") {
      cell = {cell.row + 1, 0};
      continue;
    }
    if (label != "." && label != "#") by_label[label].push_back(cell);
    ++cell.column;
  }
  const std::vector<Kind> kinds = kinds_of(puzzle);
  Solution out;
  for (const auto& [label, cells] : by_label) out.push_back({kind_of(kinds, cells, puzzle.lattice), cells});
  std::sort(out.begin(), out.end(), [](const Placement& a, const Placement& b) { return a.cells < b.cells; });
  return out;
}

}  // namespace pentocity::packing
