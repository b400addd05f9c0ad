#pragma once
// What becomes of the solutions that an engine finds: they are counted, or kept as texts.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "boards.hpp"
#include "engine.hpp"

namespace pentocity::packing {

/// How many solutions a found one stands for.
class Weights {
 public:
  /// A found solution may stand for 1/n of a class, n up to 12. All these are whole multiples of 1/27720.
  static constexpr std::uint64_t parts = 27720;

  Weights(const Packing& packing, const Restriction& restriction);

  /// In units of 1/parts.
  std::uint64_t operator()(std::span<const IndexedPlacement> solution);

 private:
  const Packing& packing_;
  const Restriction& restriction_;
  std::map<std::pair<int, Cell>, int> orbit_;
  CellNumbers numbers_;
  std::vector<std::vector<int>> images_;
  std::vector<bool> hole_;
};

/// Adds up what is found.
class Counter : public Listener {
 public:
  Counter(const Boards& boards, Weights weights) : boards_(boards), weights_(std::move(weights)) {}

  bool found(std::span<const IndexedPlacement> solution) override;
  std::unique_ptr<Listener> part() const override { return std::make_unique<Counter>(boards_, weights_); }
  bool join(Listener& part) override;
  void write(std::ostream& out) const override;
  void read(std::istream& in) override;
  Counts counts() const;

 private:
  const Boards& boards_;
  Weights weights_;
  Boards::Board board_;
  std::array<BigCount, 13> by_class_size_;
};

/// Keeps what is found.
class Collector : public Listener {
 public:
  /// @param restricted whether solutions are found of which some images are not
  /// @param classes whether of each class only the smallest text is kept
  Collector(const Boards& boards, bool restricted, bool classes, std::optional<std::uint64_t> limit)
      : boards_(boards), restricted_(restricted), classes_(classes), limit_(limit) {}

  bool found(std::span<const IndexedPlacement> solution) override;
  std::unique_ptr<Listener> part() const override {
    return std::make_unique<Collector>(boards_, restricted_, classes_, limit_);
  }
  bool join(Listener& part) override;
  void write(std::ostream& out) const override;
  void read(std::istream& in) override;
  /// The texts of all solutions, or the smallest text of each class, sorted.
  std::vector<std::string> texts() &&;

 private:
  bool wants_more() const { return !limit_ || texts_.size() < *limit_; }
  // Up to a limit, those that are different count.
  void keep(std::string text);

  const Boards& boards_;
  bool restricted_, classes_;
  std::optional<std::uint64_t> limit_;
  std::vector<std::string> texts_;
  std::set<std::string> seen_;  // if there is a limit
  Boards::Draft draft_;
};

/// Texts of solutions, sorted.
std::vector<std::string> sorted(std::vector<std::string> texts);

}  // namespace pentocity::packing
