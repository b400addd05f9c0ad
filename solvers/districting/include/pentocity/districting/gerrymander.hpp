#pragma once
// The gerrymander game: voters of two parties, A and B, one on each cell of a board, are divided into connected
// districts of equal size; the majority of a district elects its seat. This library counts, lists and draws the
// divisions of a board, which are called plans here, finds how many seats a party can win, and makes puzzles
// (docs/reference/gerrymander.md).

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/random.hpp"

namespace pentocity::districting {

/// Which cells are connected: those that share a side, or also those that share a corner.
enum class Contiguity { rook, queen };

/// What the districts of a plan must be, besides connected.
struct DistrictRules {
  DistrictRules(int size = 0) : min(size), max(size) {}  // NOLINT(google-explicit-constructor): districts of one size
  DistrictRules(int from, int to, int number = 0) : min(from), max(to), districts(number) {}
  /// A district has from `min` to `max` voters. If `min` is 0, districts have as many voters as the board has columns.
  int min, max;
  int districts = 0;  ///< how many there are; 0: any number
  Contiguity contiguity = Contiguity::rook;
  /// The number of voters of each cell, row by row, each at least 1; empty: one on each. All voters of a cell are of
  /// the same party. Those of blocked cells do not count.
  std::vector<int> weights;
};

/// A board of voters, to be divided into districts.
struct Electorate {
  int rows = 0;
  int columns = 0;
  DistrictRules rules;
  /// Row by row, a character for each cell: 'A' or 'B' for voters of that party, '#' for a blocked cell.
  std::string cells;

  /// The number of voters of a cell, of all cells that are not blocked, and of those of party A.
  int weight(int cell) const { return rules.weights.empty() ? 1 : rules.weights[static_cast<std::size_t>(cell)]; }
  int voters() const;
  int votes_of_a() const;
  /// The number of districts that a plan has; 0 if plans differ in it.
  int districts() const;
  /// The number of voters of a district, as text: `5`, or `4 to 6`.
  std::string sizes_text() const;
};

/// A board on which all voters are of party B. `blocked` is empty or a picture of the board: `rows` lines, ended by
/// line feeds or '|', of at most `columns` characters, in which '#' marks blocked cells and other characters mean
/// nothing. Throws InputError if the picture does not fit, if a side is not from 1 to 50, if there are no voters, or if
/// their number cannot be that of districts by the rules. A board that is too wide for count_plans() is accepted.
Electorate electorate_without_votes(int rows, int columns, DistrictRules rules, std::string_view blocked = {});

/// Reads a picture of 'A', 'B' and '#', with rows split at line ends or '|'. Throws InputError as above, for rows of
/// different lengths, and for any other character, with its row and column.
Electorate read_electorate(std::string_view picture, DistrictRules rules = {});
/// The board with other rules. Throws InputError as above.
Electorate with_rules(Electorate electorate, DistrictRules rules);
/// The weights of a picture: rows split at line ends or '|', numbers split by blanks or commas, '#' or '.' for a
/// blocked cell (which counts as 1). Throws InputError if there are not rows x columns numbers of 1 to 999.
std::vector<int> read_weights(int rows, int columns, std::string_view text);
/// The picture of a board, rows joined by '|'.
std::string picture_of(const Electorate& electorate);

/// The indices of the cells that are connected to the cell of this index, blocked ones too.
std::vector<int> neighbours(const Electorate& electorate, int cell);

/// A plan: the number of each cell's district, row by row. Districts are numbered from 0 in the order of their first
/// cells; blocked cells have -1.
using DistrictPlan = std::vector<int>;

/// A plan as text: rows joined by '|', '#' for a blocked cell, and the label of its district for any other: `1`-`9`,
/// `a`-`z`, `A`-`Z`, then `[62]`, `[63]` and so on.
std::string plan_text(const Electorate& electorate, const DistrictPlan& plan);
/// Reads such a text. The labels are arbitrary, as long as each stands for one district. Throws InputError, which says
/// what is wrong with which district, if the text is no plan of this board.
DistrictPlan read_plan(const Electorate& electorate, std::string_view text);

/// What a plan weighs. `plans`: each plan weighs 1. `trees`: the product of the numbers of spanning trees of its
/// districts, each district being a graph of cells that share sides. This is the distribution that reversible
/// recombination aims at (Cannon, Duchin, Randall and Rule 2022), and sequential Monte Carlo (McCartan and Imai 2023).
enum class Measure { plans, trees };

/// How far a count is.
struct CountProgress {
  int cells = 0, all_cells = 0;  ///< cells of the board that are done, and all
  std::size_t frontiers = 0;     ///< different frontiers after the last one
  double seconds = 0, left = 0;  ///< the time so far, and an estimate of what is left
};
/// How a long count is made. Results are the same for any number of jobs.
struct CountOptions {
  Measure measure = Measure::plans;
  std::size_t max_bytes = std::size_t{6} << 30;  ///< of memory, for Plans alone
  int jobs = 1;                                  ///< threads
  /// Count by another rule (docs/reference/gerrymander.md), as a check; there is none for Measure::trees.
  bool another_way = false;
  /// If it becomes true, the count ends with an Interrupted.
  const std::atomic<bool>* stop = nullptr;
  /// Called after each cell.
  std::function<void(const CountProgress&)> progress{};
  /// A file in which an interrupted count is kept, and from which the same count goes on; removed at its end. Numbers
  /// of 2^128 and more are not kept.
  std::string checkpoint{};
};
/// Thrown when a count is interrupted.
struct Interrupted : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The number of all plans of a board.
struct PlanCount {
  std::string plans;        ///< in decimal digits; it may exceed 2^64. With Measure::trees, the sum of all weights.
  std::uint64_t nodes = 0;  ///< different frontiers that were met (docs/reference/gerrymander.md)
};
/// How many plans a board has. Counts along a frontier, after Kawahara, Horiyama, Hotta and Minato, "Generating all
/// patterns of graph partitions within a disparity bound" (WALCOM 2017). Their frontiers remember which open districts
/// must stay apart; where no district can surround another one, a rule for each 2x2 block of cells makes that
/// unnecessary, and where districts are few, frontiers tell what will be one district (docs/reference/gerrymander.md).
/// Throws InputError for a board that is too wide: the shorter side may have 25 cells, and fewer if districts are large
/// or may surround others. Throws Interrupted, and InputError for a checkpoint of another count.
PlanCount count_plans(const Electorate& electorate, const CountOptions& options = {});

/// The board that a plan's text divides, without votes (all voters are of party B). The size is that of the district of
/// the first cell. Throws InputError as electorate_without_votes() does.
Electorate electorate_of_plan(std::string_view text);

/// Which party has the seat of a district with as many votes for A as for B: none, A, B, or each party one half.
enum class Ties { nobody, a, b, half };

/// How many plans there are for each number of seats.
struct SeatCounts {
  /// Seats are counted in units of 1 / `steps` seats, called steps below. It is 2 with Ties::half, else 1.
  int steps = 1;
  std::vector<std::uint64_t> a;  ///< `a[i]`: the number of plans in which A has i / steps seats
  std::vector<std::uint64_t> b;  ///< the same for party B
  /// The number of all plans.
  std::uint64_t plans = 0;
};

/// Counts the plans by seats; with Measure::trees, sums their weights. Throws InputError if the plans of one number of
/// seats, or partial plans on the way, are 2^64 or more, or if the board is too wide; and as count_plans().
SeatCounts count_seats(const Electorate& electorate, Ties ties, const CountOptions& options = {});

/// The seats of a party under a plan, in steps (see SeatCounts).
int seats_of_a(const Electorate& electorate, const DistrictPlan& plan, Ties ties);
int seats_of_b(const Electorate& electorate, const DistrictPlan& plan, Ties ties);

/// The number of voters, and of votes for A, in each district of a plan.
std::vector<int> voters_by_district(const Electorate& electorate, const DistrictPlan& plan);
std::vector<int> votes_by_district(const Electorate& electorate, const DistrictPlan& plan);
/// The efficiency gap of a plan (Stephanopoulos and McGhee 2015): the wasted votes of A, less the wasted votes of B,
/// divided by all votes. All votes for a district's loser are wasted, and those for its winner beyond the smallest
/// majority.
double efficiency_gap(const Electorate& electorate, const DistrictPlan& plan);

/// The maximum or minimum number of seats of party A over all plans.
struct Extreme {
  int seats = 0;      ///< in steps (see SeatCounts)
  DistrictPlan plan;  ///< a plan that has this number
  /// Why no plan has more (for the minimum: fewer) seats.
  enum Proof {
    /// All plans that could have more (fewer) seats have been counted, and there are none.
    enumeration,
    /// No distribution of the votes over the districts gives more (fewer), whether the districts are connected or not.
    bound,
    none,  ///< it is not known; there may be plans with more (fewer)
  } proof = none;
  /// The number of seats, in steps, that no distribution of the votes over the districts can exceed (fall below).
  int limit = 0;
};
/// The two extremes of the number of A's seats.
struct Extremes {
  Extreme max, fewest;
};
/// Finds the extremes. Unless all districts have as many voters, `counts` must be given, or all plans are counted. On
/// boards with both sides over 6 it first tries random recombinations of two districts (DeFord,
/// Duchin and Solomon 2021) with simulated annealing. Then it counts all plans that waste few enough votes to have more
/// (fewer) seats. If `counts` is given, it says what the extremes are, and only plans that have them are searched for.
/// Where counting is not possible (it needs more than 4 GiB, 2^64 plans would have to be counted, or the board is too
/// wide), smaller boards are annealed, too, and the best plan found is returned; its proof is `none` if there may be a
/// better one, or if it does not have the number of seats that `counts` gives. Throws InputError if the board has no
/// plan, or if annealing is needed on a board with blocked cells whose plans cannot be listed.
Extremes extreme_seats(const Electorate& electorate, Ties ties, const SeatCounts* counts);
/// The score of a complete district with so many voters, of which so many vote for A. It must not be negative.
using Score = std::function<int(int voters, int votes)>;
/// The maximum total score of all voters, of which so many vote for A, divided into districts by the rules, whether
/// connected or not; -1 if there is no such division.
int best_division(const Score& score, const DistrictRules& rules, int voters, int votes);

/// All plans of a board, numbered: to list them and to draw from them. Keeps the frontiers after every cell in memory,
/// each with the number of ways to continue it. With Measure::trees, a plan has as many numbers as its weight is, so
/// that it is listed as often, and drawn with a probability proportional to its weight.
/// Of the options, `another_way`, `progress` and `checkpoint` are for counts alone.
class Plans {
 public:
  /// Throws InputError if there are 2^64 plans or more, if the board is too wide, or if the frontiers need more memory
  /// than allowed; and Interrupted.
  explicit Plans(const Electorate& electorate, const CountOptions& options = {});
  /// Only the plans under which A has `seats` seats, in steps (see SeatCounts). Throws likewise.
  Plans(const Electorate& electorate, Ties ties, int seats, const CountOptions& options = {});
  /// Only the plans whose districts together score `target` or more. The score must not decrease with the votes, nor
  /// with fewer voters, and must be 0 without votes. Throws likewise.
  Plans(const Electorate& electorate, const Score& score, int target, const CountOptions& options = {});
  ~Plans();
  Plans(Plans&&) noexcept;
  Plans& operator=(Plans&&) noexcept;

  /// The number of plans.
  std::uint64_t count() const;
  /// The number of different frontiers in memory.
  std::uint64_t nodes() const;
  /// The plan with this number, from 0. Throws std::out_of_range.
  DistrictPlan operator[](std::uint64_t number) const;
  /// A plan drawn by the measure. Throws std::out_of_range if there are no plans.
  DistrictPlan draw(Pcg& random) const;
  /// Calls `f` with all plans from number `first` on, in order, until it returns false. Several threads may do so at
  /// once.
  void for_each(const std::function<bool(const DistrictPlan&)>& f, std::uint64_t first = 0) const;

  class Graph;

 private:
  std::unique_ptr<Graph> graph_;
};

/// Numbers that describe a plan, in this order: the seats of A; the cut edges, that is, the pairs of connected cells in
/// different districts; the efficiency gap; mean-median, the median of A's shares of the votes of the districts less
/// their mean; the partisan bias, that is, A's share of the seats less one half, if every district's share of A is
/// moved by as much as makes A's share of all votes one half (a tie is half a seat); and the compactness, the mean over
/// the districts of 16 times the area divided by the square of the perimeter, which is 1 for a square.
using PlanStatistics = std::array<double, 6>;
inline constexpr std::array<const char*, 6> statistic_names{"seats",       "cut_edges",     "efficiency_gap",
                                                            "mean_median", "partisan_bias", "compactness"};
PlanStatistics statistics_of(const Electorate& electorate, const DistrictPlan& plan, Ties ties);
/// The product of the districts' numbers of spanning trees, exact below 2^53.
double tree_weight(const Electorate& electorate, const DistrictPlan& plan);
/// The number of plans for each number of cut edges. Throws as count_seats() does, and for Measure::trees.
std::vector<std::uint64_t> count_cut_edges(const Electorate& electorate, const CountOptions& options = {});

/// Where a plan stands among all plans of its board.
struct Outlier {
  using Shares = PlanStatistics;
  PlanStatistics value{};  ///< the plan's own
  /// For Measure::plans and Measure::trees: the share of plans, by weight, of which a statistic is less than this
  /// plan's, and the same; and whether the share is exact, or that of draws.
  std::array<Shares, 2> below{}, same{};
  std::array<std::array<bool, 6>, 2> is_exact{};
  int draws = 0;  ///< the number of independent draws by each measure; 0 if all plans were looked at
  /// The shares of plans, by both measures, for each pair of seats (in steps) and cut edges that occurs.
  std::map<std::pair<int, int>, std::array<double, 2>> joint;
};
/// How a plan is compared.
struct OutlierOptions {
  std::uint64_t max_enumerated = 10'000'000;  ///< up to so many plans, all are looked at
  int draws = 10'000;                         ///< for boards that have more
  std::uint64_t seed = 1;                     ///< of the draws
  int jobs = 1;                               ///< threads; they change nothing but the time
  const std::atomic<bool>* stop = nullptr;    ///< as for CountOptions
};
/// Compares a plan with all plans of its board: exactly, if these are few enough; else only the seats are compared
/// exactly, and the cut edges by Measure::plans, and the rest by draws. Throws InputError if the plans cannot be
/// numbered (see Plans), or with queen contiguity.
Outlier compare_plan(const Electorate& electorate, const DistrictPlan& plan, Ties ties,
                     const OutlierOptions& options = {});

/// The ways to turn and mirror the board so that it covers itself and blocked cells come to lie on blocked cells. A
/// symmetry is a list with an element for each cell: the index of the cell from which its image takes its content. The
/// identity is the first.
std::vector<std::vector<int>> symmetries(const Electorate& electorate);
/// The image of a plan under a symmetry, with the districts numbered anew.
DistrictPlan image_of(const DistrictPlan& plan, const std::vector<int>& symmetry);

/// The results of a census: of all boards of side x side cells with a given number of voters of party A, in districts
/// of `side` cells.
struct Census {
  /// All these boards.
  std::uint64_t boards = 0;
  std::uint64_t winnable = 0;        ///< those with a plan under which A has more seats than B
  std::uint64_t unique = 0;          ///< those with exactly one such plan
  std::uint64_t never_shut_out = 0;  ///< those without a plan under which A has no seat
};
/// Takes the census on `jobs` threads. Throws InputError for a side that is not from 1 to 5, or votes that are not from
/// 0 to side^2.
Census take_census(int side, int votes_of_a, int jobs);

/// What a puzzle asks for. `minority`: party A, which has fewer voters, is to have more seats than B. `sweep`: B is to
/// have all seats.
enum class GerrymanderTask { minority, sweep };

/// A puzzle with what is known about it.
struct GerrymanderPuzzle {
  Electorate electorate;
  GerrymanderTask task = GerrymanderTask::minority;
  DistrictPlan solution;  ///< one of the plans that solve it
  /// The seats under all plans, counted with Ties::nobody.
  SeatCounts seats;
  std::uint64_t winning = 0;  ///< the number of plans that solve it
  int borders = 0;            ///< the number of pairs of cells that share a side
  int forced = 0;             ///< count_forced()
};
/// Makes a puzzle on side x side cells in districts of `side` cells: draws a plan uniformly and gives its districts, at
/// random, just enough voters of the party that is to win for the plan to solve the puzzle. If it is to be `unique`,
/// pairs of voters are then exchanged until no other plan solves it. The same arguments give the same puzzle. Throws
/// InputError for a side that is not from 3 to 7, for one on which no minority can win, or, rarely, if no board with a
/// unique solution is found.
GerrymanderPuzzle make_puzzle(int side, GerrymanderTask task, bool unique, std::uint64_t seed);
/// Tells whether this plan solves the puzzle.
bool solves(const Electorate& electorate, GerrymanderTask task, const DistrictPlan& plan);
/// The number of plans that solve the puzzle. Throws InputError if there are 2^64 or more.
std::uint64_t count_solving(const Electorate& electorate, GerrymanderTask task);
/// The number of pairs of cells that share a side for which one can deduce, without guessing, whether a solution has
/// them in one district or in two. A possible district is ruled out if it wastes more votes than a solution can afford,
/// if it leaves a region whose number of cells is no multiple of the size, or if it leaves a cell without a possible
/// district; this is repeated until nothing changes. Every deduction is true, but not everything that is true is
/// deduced. The board must have at most 64 cells.
int count_forced(const Electorate& electorate, GerrymanderTask task);

}  // namespace pentocity::districting
