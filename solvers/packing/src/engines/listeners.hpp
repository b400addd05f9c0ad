#pragma once
// What becomes of the solutions that an engine finds: they are counted, or kept as boards.

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "engines/engine.hpp"
#include "solutions/boards.hpp"

namespace pentocity::packing {

/// How many solutions a found one stands for.
class Weights {
 public:
  /// A found solution may stand for 1/n of a class, n up to 12. All these are whole multiples of 1/27720.
  static constexpr std::uint64_t parts = 27720;

  explicit Weights(const Problem& problem) : problem_(problem), limits_(problem.limits_by_symmetry()) {
    for (int p = 0; p < problem.positions(); ++p)
      if (problem.free[p]) positions_.push_back(p);
    if (!limits_.empty()) images_ = CellNumbers(*problem.packing).group_within_layers();
  }

  /// In units of 1/parts.
  std::uint64_t operator()(std::span<const PlacedTile> solution) {
    if (problem_.restricted_piece >= 0)
      for (const PlacedTile& p : solution)
        if (problem_.tile(p).pieces[0].first == problem_.restricted_piece) return parts * problem_.orbit(p);
    if (limits_.empty()) return parts;
    // The solution's images that keep to the limits are found as well.
    is_hole_ = problem_.free;
    for (const PlacedTile& p : solution)
      for (const int offset : problem_.tile(p).offsets) is_hole_[p.position + offset] = false;
    std::uint64_t found = 0;
    for (const auto& images : images_)
      found += std::all_of(limits_.begin(), limits_.end(), [&](const auto& limit) {
        int sum = 0;
        for (std::size_t i = 0; i < positions_.size(); ++i)
          if (is_hole_[positions_[i]]) sum += limit.costs[positions_[images[i]]];
        return sum <= limit.limit;
      });
    return parts * images_.size() / std::max<std::uint64_t>(found, 1);  // at least the solution itself
  }

 private:
  const Problem& problem_;
  std::span<const HoleLimit> limits_;
  std::vector<int> positions_;            // by number of a cell
  std::vector<std::vector<int>> images_;  // of numbers of cells
  std::vector<bool> is_hole_;             // by position
};

/// Adds up what is found.
class Counter : public Listener {
 public:
  Counter(const Boards& boards, Weights weights)
      : boards_(boards),
        weights_(std::move(weights)),
        // Symmetries: up to 48, in the plane 12, on a board that wraps as many as there are.
        by_class_size_(std::max<std::size_t>(boards.symmetries() + 1, boards.lattice() == Lattice::cube ? 49 : 13)) {}

  bool found(std::span<const PlacedTile> solution) override {
    boards_.draw(solution, board_);
    by_class_size_[boards_.class_size(board_)] += weights_(solution);
    return true;
  }
  std::unique_ptr<Listener> part() const override { return std::make_unique<Counter>(boards_, weights_); }
  bool join(Listener& part) override {
    const auto& other = dynamic_cast<const Counter&>(part);
    for (std::size_t size = 0; size < by_class_size_.size(); ++size) by_class_size_[size] += other.by_class_size_[size];
    return true;
  }
  std::string received() const override {
    std::string out;
    for (const BigCount& n : by_class_size_) out += n.str() + '\n';
    return out;
  }
  void read(const std::string& text) override {
    if (text.empty()) return;
    std::istringstream in(text);
    for (BigCount& n : by_class_size_) {
      std::string digits;
      in >> digits;
      if (digits.empty() || digits.size() > 1000 || digits.find_first_not_of("0123456789") != std::string::npos)
        throw BrokenCheckpoint();
      n = BigCount(digits);
    }
  }
  Counts counts() const {
    Counts out;
    for (std::size_t size = 1; size < by_class_size_.size(); ++size) {
      out.all += by_class_size_[size];
      out.unique += by_class_size_[size] / size;
    }
    return {out.all / Weights::parts, out.unique / Weights::parts};
  }

 private:
  const Boards& boards_;
  Weights weights_;
  Boards::Board board_;
  std::vector<BigCount> by_class_size_;
};

/// Keeps what is found.
class Collector : public Listener {
 public:
  /// @param restricted whether solutions are found of which some images are not
  /// @param classes whether of each class only the board with the smallest text is kept
  Collector(const Boards& boards, bool restricted, bool classes, std::optional<std::uint64_t> limit)
      : boards_(boards), restricted_(restricted), classes_(classes), limit_(limit) {}

  bool found(std::span<const PlacedTile> solution) override {
    boards_.draw(solution, drawn_);
    if (classes_)
      keep(boards_.least_of_class(drawn_));
    else if (restricted_)
      boards_.for_each_image(drawn_, [&](Boards::View image) { keep(image); });
    else
      keep(drawn_);
    return wants_more();
  }
  std::unique_ptr<Listener> part() const override {
    return std::make_unique<Collector>(boards_, restricted_, classes_, limit_);
  }
  bool join(Listener& part) override {
    for (const Boards::View board : dynamic_cast<const Collector&>(part).all()) keep(board);
    return wants_more();
  }
  std::string received() const override {
    std::string out;
    for (const Boards::View board : all()) (out += boards_.text(board, Labels::placements)) += '\n';
    return out;
  }
  void read(const std::string& text) override {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      const std::optional<Boards::Board> board = boards_.read(line);
      if (!board) throw BrokenCheckpoint();
      keep(*board);
    }
  }
  /// All solutions, or one of each class, in the order of their texts. They are valid as long as this is.
  std::vector<Boards::View> sorted() const {
    std::vector<Boards::View> out = all();
    std::sort(out.begin(), out.end(), [&](Boards::View a, Boards::View b) { return boards_.is_less(a, b); });
    const auto same = [](Boards::View a, Boards::View b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); };
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
    return out;
  }

 private:
  bool wants_more() const { return !limit_ || found_.size() / boards_.size() < *limit_; }
  // Up to a limit, those that are different count.
  void keep(Boards::View board) {
    if (limit_ && !(wants_more() && seen_.emplace(board.begin(), board.end()).second)) return;
    found_.resize(found_.size() + board.size());
    std::copy(board.begin(), board.end(), found_.end() - static_cast<std::ptrdiff_t>(board.size()));
  }
  std::vector<Boards::View> all() const {
    std::vector<Boards::View> out;
    out.reserve(found_.size() / boards_.size());
    for (std::size_t at = 0; at < found_.size(); at += boards_.size())
      out.emplace_back(found_.data() + at, boards_.size());
    return out;
  }

  const Boards& boards_;
  bool restricted_, classes_;
  std::optional<std::uint64_t> limit_;
  std::vector<Boards::Mark> found_;  // board after board
  std::set<Boards::Board> seen_;     // if there is a limit
  Boards::Board drawn_;
};

}  // namespace pentocity::packing
