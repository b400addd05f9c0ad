#include <fmt/format.h>

#include <boost/multiprecision/cpp_int.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>

#include "frontiers.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/user_error.hpp"
#include "scores.hpp"

namespace pentocity::districting {
namespace {

// A layer in a file: a line that says of which count, then the numbers of cells, of keys and of nodes so far, then
// each key with its numbers.
template <class Key, class Number>
class Checkpoint {
 public:
  Checkpoint(std::string path, const std::string& count, std::size_t width)
      : path_(std::move(path)),
        title_(fmt::format("pentocity-frontiers/1 {} {} {} {}\n", count, sizeof(Key), sizeof(Number), width)),
        width_(width) {}

  // Is there a file, of this count and with numbers of this kind?
  bool exists() const {
    std::ifstream in(path_, std::ios::binary);
    std::string title(title_.size(), ' ');
    return in.read(title.data(), std::ssize(title)) && title == title_;
  }
  // The cell from which the count goes on, 0 if there is no file. Throws InputError for a file of another count.
  int read(Frontiers<Key, Number>& layer, std::uint64_t& nodes, int jobs) const {
    if (path_.empty() || !std::filesystem::exists(path_)) return 0;
    if (!exists()) throw InputError("{}: is no checkpoint of this count: remove it, or name another file", path_);
    std::ifstream in(path_, std::ios::binary);
    in.seekg(std::ssize(title_));
    std::uint64_t cell = 0, keys = 0;
    get(in, cell, keys, nodes);
    layer = Frontiers<Key, Number>(width_, static_cast<int>(cell) - 1, jobs, keys);  // that of the cell before
    for (std::uint64_t i = 0; i < keys && in; ++i) {
      Key key{};
      get(in, key);
      for (Number& n : layer[key]) get(in, n);
    }
    if (!in) throw InputError("{}: the checkpoint is cut short: remove it", path_);
    return static_cast<int>(cell);
  }
  // Writes the layer that there is before a cell. Returns what is wrong if that fails.
  std::string write(const Frontiers<Key, Number>& layer, std::uint64_t nodes, int cell) const {
    const std::string part = path_ + ".part";
    std::ofstream out(part, std::ios::binary);
    out << title_;
    put(out, std::uint64_t(cell), std::uint64_t{layer.size()}, nodes);
    for_each_key(layer, {}, [&](Key key, std::span<const Number> numbers) {
      put(out, key);
      for (const Number& n : numbers) put(out, n);
    });
    out.close();
    std::error_code error;
    if (out) std::filesystem::rename(part, path_, error);
    if (out && !error) return "";
    const std::string why = (error ? error : std::error_code(errno, std::generic_category())).message();
    std::filesystem::remove(part, error);
    return fmt::format("{}: cannot be written: {}", path_, why);
  }

 private:
  template <class... T>
  static void get(std::istream& in, T&... values) {
    (in.read(reinterpret_cast<char*>(&values), sizeof values), ...);
  }
  template <class... T>
  static void put(std::ostream& out, const T&... values) {
    (out.write(reinterpret_cast<const char*>(&values), sizeof values), ...);
  }

  std::string path_, title_;
  std::size_t width_;
};

// Tells the progress, and guesses the time left: each cell still to come takes as long as the longest of the last two
// rows.
struct Stopwatch {
  using Clock = std::chrono::steady_clock;
  const PlanFrontier& frontier;
  const CountOptions& options;
  Clock::time_point begin = Clock::now(), last = begin;
  std::vector<double> seconds{};

  void after(int cell, std::size_t frontiers) {
    const auto now = Clock::now();
    seconds.push_back(std::chrono::duration<double>(now - last).count());
    last = now;
    if (!options.progress) return;
    const auto rows = std::min<std::ptrdiff_t>(2 * frontier.board().columns(), std::ssize(seconds));
    const double longest = *std::max_element(seconds.end() - rows, seconds.end());
    const double so_far = std::chrono::duration<double>(now - begin).count();
    options.progress({cell + 1, frontier.cells(), frontiers, so_far, longest * (frontier.cells() - cell - 1)});
  }
};

// The number of plans for each score from 0 to `max_score`. Adds the number of different keys to `nodes`. `count` says
// in a line what is counted, for the checkpoint. Throws TooManyPlans if the numbers do not fit, and Interrupted.
template <class Key, class Number>
std::vector<Number> count_by_score(const PlanFrontier& frontier, int max_score, const std::string& count,
                                   std::uint64_t& nodes, const CountOptions& options) {
  const auto width = std::size_t{1} + max_score;
  Frontiers<Key, Number> layer(width, -1, options.jobs);
  layer[0][0] = 1;
  LayerForecast forecast(frontier.board().columns());
  Stopwatch watch{frontier, options};
  constexpr bool can_be_kept = std::is_trivially_copyable_v<Number>;
  const Checkpoint<Key, Number> checkpoint(options.checkpoint, count, width);
  int cell = 0;
  if constexpr (can_be_kept) cell = checkpoint.read(layer, nodes, options.jobs);
  for (; cell < frontier.cells(); ++cell) {
    Frontiers<Key, Number> next(width, cell, options.jobs, forecast.expected(cell, layer.size()));
    try {
      advance(frontier, cell, layer, next, max_score, true, options,
              [](std::span<Number> to, std::span<const Number> from, int score) { add_shifted(to, from, score); });
    } catch (Interrupted& interrupted) {
      if constexpr (can_be_kept)
        if (!options.checkpoint.empty()) interrupted.not_kept = checkpoint.write(layer, nodes, cell);
      throw;
    } catch (const TooManyPlans&) {  // so the count begins again, with larger numbers, which are not those of the file
      if (!options.checkpoint.empty()) std::filesystem::remove(options.checkpoint);
      throw;
    }
    nodes += next.size();
    forecast.learn(cell, layer.size(), next.size());
    watch.after(cell, next.size());
    layer = std::move(next);
  }
  std::error_code ignored;  // from a file that stays, the same count goes on, to the same end
  if (!options.checkpoint.empty()) std::filesystem::remove(options.checkpoint, ignored);
  const auto numbers = std::as_const(layer).find(static_cast<Key>(frontier.last_key()));
  return numbers.empty() ? std::vector<Number>(width) : std::vector<Number>(numbers.begin(), numbers.end());
}

// What is counted, in one line.
std::string title_of(const Electorate& e, const std::string& what, Rule rule) {
  std::string weights;
  for (const int weight : e.rules.weights) weights += fmt::format("{} ", weight);
  for (const int votes : e.votes) weights += fmt::format("/{}", votes);
  if (!e.rules.counties.empty()) weights += fmt::format("{} {}", fmt::join(e.rules.counties, " "), e.rules.max_splits);
  return fmt::format("{} {}x{} {}-{} {} {} {} {:016x}", what, e.rows, e.columns, e.rules.min, e.rules.max,
                     e.rules.districts, e.rules.contiguity == Contiguity::queen ? "queen" : "rook",
                     static_cast<int>(rule), hash_bytes(picture_of(e) + weights));
}

// The rule by which plans are counted: pieces where districts are few beside the width of the board; or another one.
Rule rule_for_count(const Electorate& e, const CountOptions& options) {
  constexpr int max_width = 10;  // so that keys are never too long by pieces where they are not by other rules
  const Rule usual = rule_for(e, options.measure);
  if (usual == Rule::trees) return usual;
  const int width = std::min(e.rows, e.columns), few = usual == Rule::blocks ? width / 2 : 2 * width;
  const bool are_few = e.districts() > 0 && e.districts() <= few && width <= max_width;
  if (!options.another_way) return are_few ? Rule::pieces : usual;
  return are_few ? usual : usual == Rule::blocks ? Rule::pairs : Rule::pieces;
}

// A count of a board's plans by score.
struct Count {
  Rule rule;
  PlanFrontier frontier;
  std::string title;
  const CountOptions& options;

  Count(const Electorate& e, const Score& score, Steps steps, const std::string& what, const CountOptions& o)
      : rule(rule_for_count(e, o)), frontier(e, score, rule, steps), title(title_of(e, what, rule)), options(o) {}

  template <class Number>
  std::vector<Number> run(int max_score, std::uint64_t& nodes) const {
    nodes = 0;
    return frontier.is_narrow() ? count_by_score<std::uint64_t, Number>(frontier, max_score, title, nodes, options)
                                : count_by_score<PlanFrontier::Key, Number>(frontier, max_score, title, nodes, options);
  }
  // Was it interrupted when it had turned to 128 bits?
  bool is_large(std::size_t width) const {
    return Checkpoint<std::uint64_t, Uint128>(options.checkpoint, title, width).exists() ||
           Checkpoint<Uint128, Uint128>(options.checkpoint, title, width).exists();
  }
};

}  // namespace

std::vector<std::uint64_t> counted_by_score(const Electorate& e, const Score& score, Steps steps,
                                            const std::string& what, const CountOptions& options, int max_score) {
  const Count count(e, score, steps, what, options);
  try {
    std::uint64_t nodes = 0;
    return count.run<std::uint64_t>(std::min(max_score, count.frontier.max_score()), nodes);
  } catch (const TooManyPlans&) {
    throw InputError("the board has 2^64 plans or more: too many to be counted by seats");
  }
}

std::uint64_t count_plans_with(const Electorate& e, const Score& score, int target) {
  const Thrift t = thrift(e, score, target);
  if (t.budget < 0) return 0;
  std::uint64_t sum = 0;
  for (const std::uint64_t n : counted_by_score(e, t.cost, {}, "", {}, t.budget)) add(sum, n);
  return sum;
}

PlanCount count_plans(const Electorate& electorate, const CountOptions& options) {
  const Steps steps{.split = options.measure == Measure::plans && !electorate.rules.counties.empty() ? 1 : 0};
  const Count count(electorate, [](int, int) { return 0; }, steps, "plans", options);
  const int most = count.frontier.max_score();
  PlanCount out;
  const auto set = [&](const auto& by_splits) {
    boost::multiprecision::cpp_int sum;
    for (const auto& n : by_splits) sum += n;
    out.plans = sum.str();
    if (steps.split == 0) return;
    for (const auto& n : by_splits) out.by_splits.push_back(boost::multiprecision::cpp_int(n).str());
  };
  try {
    if (count.is_large(std::size_t{1} + most)) throw TooManyPlans();
    set(count.run<std::uint64_t>(most, out.nodes));
  } catch (const TooManyPlans&) {
    try {
      set(count.run<Uint128>(most, out.nodes));
    } catch (const TooManyPlans&) {
      set(count.run<boost::multiprecision::cpp_int>(most, out.nodes));
    }
  }
  return out;
}

SeatCounts count_seats(const Electorate& e, Ties ties, const CountOptions& options) {
  const auto counted = [&](const Score& score, Steps steps, const char* party) {
    CountOptions own = options;
    if (!own.checkpoint.empty()) own.checkpoint += party;
    return counted_by_score(e, score, steps, fmt::format("seats{}-{}", party, static_cast<int>(ties)), own);
  };
  SeatCounts out;
  out.steps = steps_of(ties);
  if (e.rules.counties.empty() || options.measure == Measure::trees) {
    out.a = counted(score_of_a(ties), {}, "");
  } else {
    // A step of a seat is more than all splits together, so that a score tells both.
    const int most = std::min(e.counties(), e.rules.max_splits), step = most + 1;
    const auto both =
        counted([&, of_a = score_of_a(ties)](int s, int v) { return step * of_a(s, v); }, {.split = 1}, "");
    out.a.resize(both.size() / step);
    out.a_by_splits.assign(step, out.a);
    for (std::size_t i = 0; i < both.size(); ++i) {
      add(out.a[i / step], both[i]);
      out.a_by_splits[i % step][i / step] = both[i];
    }
  }
  for (const std::uint64_t n : out.a) add(out.plans, n);
  const bool has_ties = e.rules.min < e.rules.max || e.rules.min % 2 == 0;
  if (e.districts() == 0 || (ties == Ties::nobody && has_ties))
    out.b = counted(score_of_b(ties), {}, ".b");
  else  // every seat is A's or B's (or half of each)
    out.b.assign(out.a.rbegin(), out.a.rend());
  return out;
}

}  // namespace pentocity::districting
