#include "stock.hpp"

#include <algorithm>
#include <bit>

namespace pentocity::packing {
namespace {

constexpr int max_chunk_bits = 8;

int bit_width(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n))); }

template <int L>
void put(Bitboard<L>& remaining, const Field& field, int value) {
  remaining.words[field.word] |= static_cast<std::uint64_t>(value) << field.shift;
}

template <int L>
int get(const Bitboard<L>& remaining, const Field& field) {
  return static_cast<int>((remaining.words[field.word] & field.mask()) >> field.shift);
}

}  // namespace

FieldLayout layout_of(const Problem& problem) {
  const Packing& packing = *problem.packing;
  FieldLayout out;
  int word = 0, shift = 0;
  const auto add = [&](int width) {
    if (shift + width > 64) {
      ++word;
      shift = 0;
    }
    Field field{word, shift, width, 0, 0};
    shift += width;
    return field;
  };
  // The number of pieces of the only kind follows from the area.
  const auto implied_number_fits = [&](const Packing::Piece& piece) {
    const int number = (static_cast<int>(packing.cells.size()) - packing.min_holes) / piece.size;
    return number >= piece.min && (!piece.max || number <= *piece.max);
  };
  const bool implied = packing.pieces.size() == 1 && packing.min_holes == packing.max_holes &&
                       !packing.counts_allowed && implied_number_fits(packing.pieces[0]);
  int chunk_width = max_chunk_bits, chunk_word = -1;
  for (std::size_t p = 0; p < packing.pieces.size(); ++p) {
    const auto& piece = packing.pieces[p];
    if (!piece.max || implied) {
      out.pieces.push_back({});
      continue;
    }
    Field field = add(bit_width(*piece.max));
    field.start = *piece.max;
    field.slack = *piece.max - piece.min;
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
    Field field = add(bit_width(holes) + 1);
    --field.width;
    field.start = holes;
    field.slack = slack;
    return field;
  };
  if (packing.max_holes > 0) {
    out.holes = add_holes(packing.max_holes, packing.max_holes - packing.min_holes);
    for (const auto& limit : problem.hole_limits) out.hole_limits.push_back(add_holes(limit.limit, limit.limit));
  }
  out.words = word + 1;
  return out;
}

template <int L, int M>
Stock<L, M>::Stock(const Problem& problem)
    : problem_(&problem),
      layout_(layout_of(problem)),
      single_bits_(!has_holes()),
      same_tiles_(problem.stride > 0 && problem.packing->lattice != Lattice::triangle),
      places_(problem.free.size() + 1) {
  every_tile_.words.fill(~std::uint64_t{0});
  lay_out_pieces();
  for (const auto& tiles : problem.tiles) add_list(tiles);
  for (int p = 0; p <= problem.positions(); ++p) {
    // Nothing can be placed at the end, but it may be asked.
    const List& list = lists_[problem.list_of[p < problem.positions() ? p : 0]];
    places_[p] = {list.tables.data(), list.costs.data(), list.fields.data(), list.uses.data(), {}};
  }
  if (layout_.holes) add_holes(*layout_.holes, problem.cells_at);
  for (std::size_t i = 0; i < layout_.hole_limits.size(); ++i)
    add_holes(layout_.hole_limits[i], problem.hole_limits[i].costs);
}

template <int L, int M>
void Stock<L, M>::lay_out_pieces() {
  int counted = 0, slack = layout_.holes ? layout_.holes->slack : 0;
  for (const Field& field : layout_.pieces) {
    slack += field.slack;
    if (field.width == 0) continue;
    put(start_, field, field.start);
    ++counted;
    single_bits_ = single_bits_ && field.width <= 1;
  }
  ends_exactly_ = counted > 1 && slack == 0 && problem_->hole_limits.empty() && !problem_->packing->counts_allowed;
  for (const auto& chunk : layout_.chunks) {
    const Field& from = layout_.pieces[chunk.front()];
    const Field& to = layout_.pieces[chunk.back()];
    chunks_.push_back({from.word, from.shift, (std::uint64_t{1} << (to.shift + to.width - from.shift)) - 1});
  }
}

template <int L, int M>
void Stock<L, M>::add_list(const std::vector<Problem::Tile>& tiles) {
  List& to = lists_.emplace_back();
  Mask usable;
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    // Rows of a shape wider than the board may lie before its first cell; it never fits.
    bool is_usable = tiles[t].offsets.front() >= 0;
    Remaining& cost = to.costs.emplace_back();
    Remaining& fields = to.fields.emplace_back();
    auto& uses = to.uses.emplace_back();
    for (const auto& [piece, n] : tiles[t].pieces) {
      const Field& field = layout_.pieces[piece];
      // A kind that may not be used at all has no bits.
      is_usable = is_usable && problem_->packing->pieces[piece].max != 0 && (field.width == 0 || n <= field.start);
      if (field.width == 0 || n > field.start) continue;
      put(cost, field, n);
      fields.words[field.word] |= field.mask();
      uses.push_back({field.word, field.mask(), static_cast<std::uint64_t>(n) << field.shift});
    }
    one_kind_each_ = one_kind_each_ && uses.size() <= 1;
    if (is_usable) usable.set(static_cast<int>(t));
  }
  usable_.push_back(usable);
  for (std::size_t k = 0; k < chunks_.size(); ++k) {
    const std::size_t begin = to.tables.size();
    to.tables.resize(begin + chunks_[k].mask + 1, usable);
    for (const int piece : layout_.chunks[k]) {
      const Field& field = layout_.pieces[piece];
      std::vector<Mask> enough(std::size_t{1} << field.width, usable);  // by number left
      for (std::size_t t = 0; t < tiles.size(); ++t)
        for (const auto& [of, used] : tiles[t].pieces)
          if (of == piece)
            for (std::size_t n = 0; n < enough.size() && static_cast<int>(n) < used; ++n)
              enough[n].reset(static_cast<int>(t));
      const int shift = field.shift - chunks_[k].shift;
      for (std::size_t x = 0; x <= chunks_[k].mask; ++x)
        to.tables[begin + x] &= enough[x >> shift & (enough.size() - 1)];
    }
  }
}

template <int L, int M>
void Stock<L, M>::add_holes(const Field& field, const std::vector<int>& costs) {
  put(start_, field, field.start);
  const Field guard{field.word, field.shift + field.width, 1, 0, 0};
  put(start_, guard, 1);
  put(guards_, guard, 1);
  // More than all that there is would reach beyond the guard bit.
  for (std::size_t p = 0; p < costs.size(); ++p) put(places_[p].hole_cost, field, std::min(costs[p], field.start + 1));
}

template <int L, int M>
bool Stock<L, M>::accepts(const Remaining& remaining) const {
  std::vector<int> used;
  for (const Field& field : layout_.pieces) {
    const int rest = get(remaining, field);
    if (rest > field.slack) return false;
    used.push_back(field.start - rest);
  }
  if (layout_.holes && get(remaining, *layout_.holes) > layout_.holes->slack) return false;
  return !problem_->packing->counts_allowed || problem_->packing->counts_allowed(used);
}

template class Stock<1, 1>;
template class Stock<1, 2>;
template class Stock<1, 4>;
template class Stock<4, 16>;

}  // namespace pentocity::packing
