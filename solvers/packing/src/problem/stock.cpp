#include "problem/stock.hpp"

#include <bit>

namespace pentocity::packing {
namespace {

constexpr int max_chunk_bits = 8;

int bit_width(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n))); }

}  // namespace

FieldLayout layout_of(const Problem& problem) {
  const Packing& packing = *problem.packing;
  FieldLayout out;
  int word = 0, shift = 0;
  const auto add = [&](int width, int start, int slack) {
    if (shift + width > 64) {
      ++word;
      shift = 0;
    }
    shift += width;
    return Field{word, shift - width, width, start, slack};
  };
  // The number of pieces of the only kind follows from the area, if it is permitted.
  const auto& [size, min, max] = packing.pieces[0];
  const int number = (static_cast<int>(packing.cells.size()) - packing.min_holes) / size;
  const bool implied = packing.pieces.size() == 1 && packing.min_holes == packing.max_holes &&
                       !packing.counts_allowed && number >= min && number <= max.value_or(number);
  int chunk_width = max_chunk_bits, chunk_word = -1;
  for (std::size_t p = 0; p < packing.pieces.size(); ++p) {
    const auto& piece = packing.pieces[p];
    if (!piece.max || implied) {
      out.pieces.push_back({});
      continue;
    }
    const Field field = add(bit_width(*piece.max), *piece.max, *piece.max - piece.min);
    if (field.width > 0) {
      if (chunk_width + field.width > max_chunk_bits || field.word != chunk_word) {
        out.chunks.emplace_back();
        chunk_width = 0;
        chunk_word = field.word;
      }
      chunk_width += field.width;
      out.chunks.back().push_back(static_cast<int>(p));
    }
    out.pieces.push_back(field);
  }
  const auto add_holes = [&](int holes, int slack) {
    Field field = add(bit_width(holes) + 1, holes, slack);
    --field.width;
    return field;
  };
  if (packing.max_holes > 0) {
    out.holes = add_holes(packing.max_holes, packing.max_holes - packing.min_holes);
    for (const auto& limit : problem.hole_limits) out.hole_limits.push_back(add_holes(limit.limit, limit.limit));
  }
  out.words = word + 1;
  return out;
}

}  // namespace pentocity::packing
