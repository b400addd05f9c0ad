#include "annealing.hpp"

#include <algorithm>
#include <array>

#include "pentocity/core/random.hpp"
#include "pentocity/search/layout.hpp"

namespace pentocity::search {
namespace {

// The search for better layouts.
class Annealer {
 public:
  Annealer(const Rules& rules, std::span<const Request> requests, const Line& game, const Annealing& annealing)
      : rules_(rules), requests_(requests), layout_(rules, requests, game.moves), random_(annealing.seed), best_(game) {
    note_buildings();
  }

  Line run(const Annealing& annealing) {
    for (std::uint64_t step = 0; step < annealing.steps; ++step) {
      if (step % often == 0) {
        if (annealing.interrupted != nullptr && *annealing.interrupted) break;
        if (annealing.progress) annealing.progress(step, best_.score);
        cool(static_cast<double>(step) / static_cast<double>(annealing.steps));
      }
      const int before = worth();
      if (!change() || !accept(before - worth())) {
        layout_.take_back();
        continue;
      }
      layout_.keep();
      if (exchanged_) note_buildings();
      if (layout_.without_access() == 0 && layout_.points() > best_.score) best_ = {layout_.points(), layout_.moves()};
    }
    return std::move(best_);
  }

 private:
  static constexpr std::uint64_t often = 1 << 16;  // steps between two temperatures
  static constexpr double hot = 0.8, cold = 0.2;   // the temperatures at the beginning and at the end, in points
  static constexpr int no_access = 3;              // what a building without road access costs beside its points
  static constexpr int longest = 4;                // cells that are changed at once
  static constexpr int max_loss = 32;              // points; a change that costs as much is not accepted

  int worth() const { return layout_.points() - no_access * layout_.without_access(); }

  // Sets the temperature, when this part of the steps has been done.
  void cool(double done) {
    const double temperature = cold + (hot - cold) * (1 - done) * (1 - done);
    // exp(-1 / temperature), in operations that have the same results on every machine.
    double chance = 1 - 1 / (256 * temperature);
    for (int i = 0; i < 8; ++i) chance *= chance;
    chances_[0] = 1;
    for (std::size_t loss = 1; loss < chances_.size(); ++loss) chances_[loss] = chances_[loss - 1] * chance;
  }
  bool accept(int loss) {
    return loss <= 0 || (loss < max_loss && random_.next_double() < chances_[static_cast<std::size_t>(loss)]);
  }

  // Tries one change; false if it is none that is allowed.
  bool change() {
    exchanged_ = false;
    const int draw = random_.next_int(10);
    if (draw < 5 || built_.empty() || next_.empty()) return repaint();
    if (draw < 8) return shift();
    return draw < 9 ? extend() : exchange();
  }
  Cell any_cell() { return {random_.next_int(rules_.side), random_.next_int(rules_.side)}; }
  int any_rotation(std::size_t request) {
    return random_.next_int(static_cast<int>(requests_[request].rotations().size()));
  }
  std::size_t any_of(const std::vector<std::size_t>& numbers) {
    return numbers[static_cast<std::size_t>(random_.next_int(static_cast<int>(numbers.size())))];
  }

  // Changes some free cells beside each other to one kind, mostly that of a neighbour.
  bool repaint() {
    int cell = layout_.cell(any_cell());
    if (!layout_.free(cell)) return false;
    constexpr std::array kinds{Kind::empty, Kind::park, Kind::water, Kind::road};
    Kind kind = kinds[static_cast<std::size_t>(random_.next_int(4))];
    if (random_.next_int(2) == 0) {
      const int next = layout_.neighbours(cell)[static_cast<std::size_t>(random_.next_int(4))];
      if (layout_.free(next)) kind = static_cast<Kind>(layout_.kind(next));
    }
    for (int count = 1 + random_.next_int(longest); count > 0; --count) {
      layout_.set(cell, kind);
      cell = layout_.neighbours(cell)[static_cast<std::size_t>(random_.next_int(4))];
      if (!layout_.free(cell)) break;
    }
    return true;
  }
  // Moves a building a little, and fills the cells where it stood with the kinds around them.
  bool shift() {
    const std::size_t request = any_of(built_);
    const std::vector<int> before = layout_.building(request);
    const Cell from = layout_.location(request);
    layout_.remove(request);
    const Cell to =
        random_.next_int(8) == 0 ? any_cell() : from + Cell{random_.next_int(5) - 2, random_.next_int(5) - 2};
    if (!layout_.place(request, any_rotation(request), to)) return false;
    fill(before);
    return true;
  }
  void fill(const std::vector<int>& cells) {
    for (const int cell : cells) {
      if (!layout_.free(cell) || random_.next_int(4) == 0) continue;
      const int next = layout_.neighbours(cell)[static_cast<std::size_t>(random_.next_int(4))];
      if (layout_.free(next)) layout_.set(cell, static_cast<Kind>(layout_.kind(next)));
    }
  }
  // Builds one more request.
  bool extend() {
    const std::size_t request = any_of(next_);
    const Cell at = any_cell();
    exchanged_ = true;
    return layout_.place(request, any_rotation(request), at) && layout_.can_be_game();
  }
  // Builds a rejected request in place of another.
  bool exchange() {
    const std::size_t in = any_of(next_), out = any_of(built_);
    const std::vector<int> before = layout_.building(out);
    const Cell at = layout_.location(out) + Cell{random_.next_int(3) - 1, random_.next_int(3) - 1};
    layout_.remove(out);
    exchanged_ = true;
    if (!layout_.place(in, any_rotation(in), at) || !layout_.can_be_game()) return false;
    fill(before);
    return true;
  }
  void note_buildings() {
    built_.clear();
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (!layout_.building(i).empty()) built_.push_back(i);
    next_ = layout_.next_requests();
  }

  const Rules& rules_;
  std::span<const Request> requests_;
  Layout layout_;
  Pcg random_;
  Line best_;
  std::vector<std::size_t> built_, next_;
  std::array<double, max_loss> chances_{};  // of accepting a change, by the points that it costs
  bool exchanged_ = false;                  // whether the change is of the requests that are built
};

}  // namespace

Line anneal(const Rules& rules, std::span<const Request> requests, const Line& game, const Annealing& annealing) {
  return Annealer(rules, requests, game, annealing).run(annealing);
}

}  // namespace pentocity::search
