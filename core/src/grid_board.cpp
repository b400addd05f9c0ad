#include "pentocity/core/grid_board.hpp"

#include <algorithm>

namespace pentocity::inline core {

void GridBoard::use(int count) {
  count = (count + 15) / 16 * 16;
  if (count <= used) return;
  std::fill(words.begin() + used, words.begin() + count, 0);
  used = count;
}

void GridBoard::join_rest(const GridBoard& o) {
  use(o.used);
  for (int i = small_words; i < o.used; ++i) words[i] |= o.words[i];
}

void GridBoard::meet_rest(const GridBoard& o) {
  used = std::min(used, o.used);
  for (int i = small_words; i < used; ++i) words[i] &= o.words[i];
}

void GridBoard::differ_rest(const GridBoard& o) {
  use(o.used);
  for (int i = small_words; i < o.used; ++i) words[i] ^= o.words[i];
}

void GridBoard::remove_rest(const GridBoard& o) {
  for (int i = small_words; i < std::min(used, o.used); ++i) words[i] &= ~o.words[i];
}

bool GridBoard::same_rest(const GridBoard& o) const {
  for (int i = small_words; i < std::max(used, o.used); ++i)
    if (word(i) != o.word(i)) return false;
  return true;
}

bool GridBoard::any_rest() const {
  std::uint64_t all = 0;
  for (int i = small_words; i < used; ++i) all |= words[i];
  return all != 0;
}

int GridBoard::count_rest() const {
  int n = 0;
  for (int i = small_words; i < used; ++i) n += std::popcount(words[i]);
  return n;
}

bool GridBoard::rest_intersects(const GridBoard& o) const {
  std::uint64_t both = 0;
  for (int i = small_words; i < std::min(used, o.used); ++i) both |= words[i] & o.words[i];
  return both != 0;
}

bool GridBoard::contains_rest(const GridBoard& o) const {
  for (int i = small_words; i < o.used; ++i)
    if ((o.words[i] & ~word(i)) != 0) return false;
  return true;
}

}  // namespace pentocity::inline core
