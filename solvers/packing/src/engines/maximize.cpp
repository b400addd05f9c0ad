#include "pentocity/packing/maximize.hpp"

#include <algorithm>

#include "engines/beam.hpp"
#include "pentocity/input/user_error.hpp"
#include "problem/bounds.hpp"
#include "problem/colourings.hpp"
#include "solutions/boards.hpp"

namespace pentocity::packing {
namespace {

// The first sweep follows so many partial boards at a position; later ones a multiple.
constexpr std::size_t first_width = 256, width_growth = 4;

class Maximizer {
 public:
  Maximizer(const Puzzle& puzzle, const MaximizeOptions& options)
      : puzzle_(puzzle),
        options_(options),
        packing_(packing_of(puzzle)),
        boards_(puzzle, packing_),
        control_(options.stop, Control::Every::of(options), [this](std::span<const PlacedTile>) { report(); }) {}

  Maximum run() {
    if (!packing_.cells.empty()) {
      search();
    } else {  // all are blocked or fixed
      bound(0, "area");
      if (packing_.allows_nothing()) found(0, {});
      out_.proved = true;
    }
    out_.nodes = control_.nodes();
    out_.seconds = control_.seconds();
    return std::move(out_);
  }

 private:
  void search() {
    bound(area_bound(packing_), "area");
    limit_holes();
    bound(colouring_bound(packing_).value_or(fewest_ - 1), "colouring");
    std::vector<Weighting> weightings{area_weights(packing_)};
    if (const auto linear = linear_weights(packing_, Gain::pieces)) {
      bound(linear->bound(), "linear program");
      weightings.insert(weightings.begin(), *linear);
    }
    const Problem problem = problem_of(packing_, {});
    task_.max_bytes = options_.max_bytes;
    Outcome outcome = Outcome::complete;
    for (task_.width = first_width; outcome == Outcome::complete && !settled(); task_.width *= width_growth)
      outcome = narrow(problem, weightings);
    if (outcome == Outcome::gave_up && control_.nodes() == 0)  // not for want of memory
      throw InputError("puzzle {} is too large for the engines: {}", puzzle_.name, excess_of(problem));
    out_.interrupted = outcome == Outcome::stopped;
    out_.proved = settled();
  }

  // Pieces of one size leave fewer cells empty the more they are; else holes are counted.
  void limit_holes() {
    const int cells = static_cast<int>(packing_.cells.size()), size = packing_.pieces.front().size;
    const bool one_size = std::all_of(packing_.pieces.begin(), packing_.pieces.end(),
                                      [&](const auto& piece) { return piece.size == size; });
    const int covered = std::max(0, cells - packing_.max_holes);
    task_.count_holes = packing_.min_holes > 0 || (covered > 0 && !one_size) || !packing_.required.empty() ||
                        !packing_.hole_limits.empty();
    for (const auto& piece : packing_.pieces) fewest_ += piece.min;
    if (!task_.count_holes) fewest_ = std::max(fewest_, (covered + size - 1) / size);
  }

  int fixed() const { return static_cast<int>(puzzle_.fixed.size()); }
  int bound_of_search() const { return out_.bound - fixed(); }
  // The next number of pieces that would be better.
  int better() const { return out_.pieces ? *out_.pieces - fixed() + 1 : fewest_; }
  bool settled() const { return better() > bound_of_search(); }

  void bound(int pieces, const char* proof) {
    if (!out_.proof.empty() && pieces + fixed() >= out_.bound) return;
    out_.bound = pieces + fixed();
    out_.proof = proof;
  }
  void found(int pieces, std::span<const PlacedTile> placements) {
    out_.pieces = pieces + fixed();
    Boards::Board board;
    boards_.draw(placements, board);
    out_.solution = boards_.text(board);
  }

  // Sweeps of one width: for one piece more, again and again, and then for as many as the bound says.
  Outcome narrow(const Problem& problem, const std::vector<Weighting>& weightings) {
    for (const bool from_above : {false, true}) {
      while (!settled()) {
        task_.target = from_above ? bound_of_search() : better();
        control_.set_share(0);
        const BeamResult result = beam(problem, weightings, task_, control_);
        if (result.pieces >= 0) found(result.pieces, result.placements);
        if (result.outcome != Outcome::complete) return result.outcome;
        if (!result.dropped) bound(result.pieces >= 0 ? result.pieces : task_.target - 1, "search");
        if (result.dropped && result.pieces < 0) break;
      }
    }
    return Outcome::complete;
  }

  void report() {
    options_.progress({out_.pieces, out_.bound, task_.width, std::clamp(control_.share(), 0., 1.), control_.nodes(),
                       control_.pace().nodes_per_second, control_.seconds()});
  }

  const Puzzle& puzzle_;
  const MaximizeOptions& options_;
  Packing packing_;
  Boards boards_;
  Control control_;
  BeamTask task_;
  int fewest_ = 0;  // that a solution may have
  Maximum out_;
};

}  // namespace

Maximum maximize(const Puzzle& puzzle, const MaximizeOptions& options) { return Maximizer(puzzle, options).run(); }

}  // namespace pentocity::packing
