#pragma once
// Small random changes of a layout, such as simulated annealing tries, and how it decides on them.

#include <cstddef>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/helpers/layout.hpp"

namespace pentocity::inline helpers {

/// Draws changes of one layout. Layout and generator must outlive the object.
class LayoutChanges {
 public:
  LayoutChanges(Layout& layout, Pcg& random) : layout_(layout), random_(random) {}

  /// Changes one to four free cells beside each other, from this one on, to one kind, mostly that of a neighbour. False
  /// if the cell is not free.
  bool repaint(int cell);
  /// Moves a building that there is at most two rows and columns away, or, in one of eight cases, to where
  /// `elsewhere()` says, in any rotation, and fills the cells where it stood. False if it cannot stand there; the
  /// layout must be taken back then.
  template <class Elsewhere>
  bool shift(std::size_t request, Elsewhere&& elsewhere) {
    const std::vector<int> before = layout_.building(request);
    const Cell from = layout_.location(request);
    layout_.remove(request);
    const Cell to = random_.next_int(8) == 0 ? elsewhere() : near(from, 2);
    if (!layout_.place(request, any_rotation(request), to)) return false;
    fill(before);
    return true;
  }
  /// Changes most of those of these cells that are free to the kind of a neighbour.
  void fill(const std::vector<int>& cells);

  /// A cell at most so many rows and columns away, perhaps off the land.
  Cell near(Cell cell, int distance) {
    const int count = 2 * distance + 1;
    return cell + Cell{random_.next_int(count) - distance, random_.next_int(count) - distance};
  }
  int any_rotation(std::size_t request) {
    return random_.next_int(static_cast<int>(layout_.request(request).rotations().size()));
  }
  /// One of the elements of a list that is not empty.
  template <class Element>
  Element any_of(const std::vector<Element>& list) {
    return list[random_.next_int(static_cast<int>(list.size()))];
  }

 private:
  Layout& layout_;
  Pcg& random_;
};

/// The probability with which simulated annealing accepts a change for the worse by `loss`, at a temperature in the
/// same unit: exp(-loss / temperature), in operations that have the same results on every machine.
double acceptance(double loss, double temperature);

}  // namespace pentocity::inline helpers
