#include "pentocity/helpers/layout_changes.hpp"

#include <array>

namespace pentocity::inline helpers {
namespace {

// Tells whether a kind is one that Layout::set() takes.
bool is_ground(Kind kind) { return kind != Kind::residence && kind != Kind::factory && kind != Layout::border; }

}  // namespace

bool LayoutChanges::repaint(int cell) {
  constexpr int longest = 4;
  if (!layout_.free(cell)) return false;
  constexpr std::array kinds{Kind::empty, Kind::park, Kind::pond, Kind::road};
  Kind kind = kinds[random_.next_int(4)];
  if (random_.next_int(2) == 0) {
    const int next = layout_.neighbours(cell)[random_.next_int(4)];
    if (is_ground(layout_.kind(next))) kind = layout_.kind(next);
  }
  for (int count = 1 + random_.next_int(longest); count > 0; --count) {
    layout_.set(cell, kind);
    cell = layout_.neighbours(cell)[random_.next_int(4)];
    if (!layout_.free(cell)) break;
  }
  return true;
}

void LayoutChanges::fill(const std::vector<int>& cells) {
  for (const int cell : cells) {
    if (!layout_.free(cell) || random_.next_int(4) == 0) continue;
    const int next = layout_.neighbours(cell)[random_.next_int(4)];
    if (is_ground(layout_.kind(next))) layout_.set(cell, layout_.kind(next));
  }
}

double acceptance(double loss, double temperature) {
  double chance = 1 - loss / (256 * temperature);
  if (chance <= 0) return 0;
  for (int i = 0; i < 8; ++i) chance *= chance;
  return chance;
}

}  // namespace pentocity::inline helpers
