#include "pentocity/core/grid.hpp"

#include <algorithm>

#include "pentocity/core/row_block.hpp"

namespace pentocity::inline core {

void GridBoard::use(int count) {
  count = (count + 15) / 16 * 16;
  if (count <= used) return;
  std::fill(words.begin() + used, words.begin() + count, 0);
  used = count;
}

Grid::Board Grid::wide_neighbours(const Board& b) const {
  const int words = std::min(b.used, all_.used);
  Board out;
  clear(out);
  // Two rows at a time, four words. What leaves a word goes into the other one of its row.
  const auto fill = [&](int word, const RowBlock& above, const RowBlock& below) {
    const RowBlock here = load_block(&b.words[word]);
    const RowBlock left = here << 1 | __builtin_shufflevector(here >> 63, RowBlock{}, 4, 0, 6, 2);
    const RowBlock right = here >> 1 | __builtin_shufflevector(here << 63, RowBlock{}, 1, 4, 3, 6);
    store_block(&out.words[word], (left | right | above | below) & load_block(&all_.words[word]));
  };
  const int last = words - 4;
  fill(0, __builtin_shufflevector(load_block(b.words.data()), RowBlock{}, 4, 5, 0, 1), load_block(&b.words[2]));
  for (int word = 4; word < last; word += 4) fill(word, load_block(&b.words[word - 2]), load_block(&b.words[word + 2]));
  fill(last, load_block(&b.words[last - 2]),
       __builtin_shufflevector(load_block(&b.words[last]), RowBlock{}, 2, 3, 4, 5));
  // What is below the last row in use.
  for (int word = words; word < std::min(words + 2, all_.used); ++word)
    out.words[word] = b.words[word - 2] & all_.words[word];
  return out;
}

Grid::Board Grid::wide_sweep(const Board& reached, const Board& within) const {
  return sweep<WideRow>(reached, within);
}

}  // namespace pentocity::inline core
