#include "annealing.hpp"

#include <array>

#include "pentocity/core/random.hpp"
#include "pentocity/helpers/layout_changes.hpp"

namespace pentocity::search {
namespace {

// The search for better layouts.
class Annealer {
 public:
  Annealer(const Rules& rules, std::span<const Request> requests, const Line& game, const OfflineSearch& search)
      : rules_(rules), requests_(requests), layout_(rules, requests, game.moves), random_(search.seed), best_(game) {
    note_buildings();
  }

  Line run(const OfflineSearch& search) {
    for (std::uint64_t step = 0; step < search.rearrange; ++step) {
      if (step % often == 0) {
        if (search.interrupted != nullptr && *search.interrupted) break;
        if (search.rearranged) search.rearranged(step, best_.score);
        cool(static_cast<double>(step) / static_cast<double>(search.rearrange));
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
  static constexpr int max_loss = 32;              // points; a change that costs as much is not accepted

  int worth() const { return layout_.points() - no_access * layout_.without_access(); }

  // Sets the temperature, when this part of the steps has been done.
  void cool(double done) {
    const double temperature = cold + (hot - cold) * (1 - done) * (1 - done);
    const double chance = acceptance(1, temperature);
    chances_[0] = 1;
    for (std::size_t loss = 1; loss < chances_.size(); ++loss) chances_[loss] = chances_[loss - 1] * chance;
  }
  bool accept(int loss) { return loss <= 0 || (loss < max_loss && random_.next_double() < chances_[loss]); }

  // Tries one change; false if it is none that is allowed.
  bool change() {
    exchanged_ = false;
    const int draw = random_.next_int(10);
    if (draw < 5 || built_.empty() || next_.empty()) return repaint();
    if (draw < 8) return shift();
    return draw < 9 ? extend() : exchange();
  }
  Cell any_cell() { return {random_.next_int(rules_.side), random_.next_int(rules_.side)}; }
  bool repaint() { return changes_.repaint(layout_.cell(any_cell())); }
  bool shift() {
    return changes_.shift(changes_.any_of(built_), [this] { return any_cell(); });
  }
  // Builds one more request.
  bool extend() {
    const std::size_t request = changes_.any_of(next_);
    const Cell at = any_cell();
    exchanged_ = true;
    return layout_.place(request, changes_.any_rotation(request), at) && layout_.can_be_game();
  }
  // Builds a rejected request in place of another.
  bool exchange() {
    const std::size_t in = changes_.any_of(next_), out = changes_.any_of(built_);
    const std::vector<int> before = layout_.building(out);
    const Cell at = changes_.near(layout_.location(out), 1);
    layout_.remove(out);
    exchanged_ = true;
    if (!layout_.place(in, changes_.any_rotation(in), at) || !layout_.can_be_game()) return false;
    changes_.fill(before);
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
  LayoutChanges changes_{layout_, random_};
  Line best_;
  std::vector<std::size_t> built_, next_;
  std::array<double, max_loss> chances_{};  // of accepting a change, by the points that it costs
  bool exchanged_ = false;                  // whether the change is of the requests that are built
};

}  // namespace

Line anneal(const Rules& rules, std::span<const Request> requests, const Line& game, const OfflineSearch& search) {
  return Annealer(rules, requests, game, search).run(search);
}

}  // namespace pentocity::search
