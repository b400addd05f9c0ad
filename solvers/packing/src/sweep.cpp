#include "sweep.hpp"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <map>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {
namespace {

constexpr int max_field_chunk_bits = 8;

int bit_width(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n))); }

// Offsets from the first cell of a shape whose first cell is of that sort.
std::vector<int> offsets_of(const Packing::Shape& shape, int sort, int stride, Lattice lattice) {
  std::vector<int> out;
  const Cells cells = lattice == Lattice::hex ? translated(shape.cells, {sort, 0}, lattice) : shape.cells;
  for (const Cell c : cells) out.push_back((c.row - cells[0].row) * stride + c.column - cells[0].column);
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

SweepInput sweep_input(const Packing& packing, const Restriction& restriction) {
  SweepInput out;
  out.packing = &packing;
  out.stride = packing.columns + 1;
  const auto positions = static_cast<std::size_t>(packing.rows * out.stride);
  const auto position = [&](Cell c) { return c.row * out.stride + c.column; };
  out.free.resize(positions);
  out.cells_at.assign(positions, 1);
  for (const Cell c : packing.cells) out.free[position(c)] = true;
  for (const Cell c : packing.required) out.cells_at[position(c)] = packing.max_holes + 1;
  const int sorts = packing.lattice == Lattice::square ? 1 : 2;
  for (std::size_t p = 0; p < positions; ++p) {
    out.cell_of.push_back({static_cast<int>(p) / out.stride, static_cast<int>(p) % out.stride});
    out.class_of.push_back(sort_of(out.cell_of.back(), packing.lattice));
  }
  std::vector<int> item_of(packing.shapes.size());  // on triangles a shape is an item at cells of one sort only
  for (int sort = 0; sort < sorts; ++sort) {
    auto& items = out.items.emplace_back();
    for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
      if (packing.lattice == Lattice::triangle && sort_of(packing.shapes[s].cells[0], packing.lattice) != sort)
        continue;
      item_of[s] = static_cast<int>(items.size());
      items.push_back({offsets_of(packing.shapes[s], sort, out.stride, packing.lattice),
                       {{packing.shapes[s].piece, 1}},
                       static_cast<int>(s)});
    }
  }
  out.restricted_piece = restriction.piece;
  for (const auto& a : restriction.allowed) out.allowed.push_back({position(a.first), item_of[a.shape], a.orbit});
  for (const auto& limit : restriction.hole_limits) {
    out.hole_limits.push_back({std::vector<int>(positions), limit.limit});
    for (std::size_t i = 0; i < packing.cells.size(); ++i)
      out.hole_limits.back().costs[position(packing.cells[i])] = limit.costs[i];
  }
  return out;
}

SweepInput quotient_input(const Packing& packing, const Isometry& g) {
  SweepInput out;
  out.packing = &packing;
  // Orbits of cells, numbered by their first cells.
  std::map<Cell, int> orbit_of;
  for (const Cell c : packing.cells) {
    if (orbit_of.contains(c)) continue;
    int size = 0;
    for (Cell x = c; size == 0 || x != c; x = g(x, packing.lattice), ++size)
      orbit_of.emplace(x, static_cast<int>(out.free.size()));
    out.free.push_back(true);
    out.cell_of.push_back(c);
    out.class_of.push_back(static_cast<int>(out.class_of.size()));
    const bool required = std::binary_search(packing.required.begin(), packing.required.end(), c);
    out.cells_at.push_back(required ? packing.max_holes + 1 : size);
  }
  out.items.resize(out.free.size());
  for (const Cell first : packing.cells)
    for (std::size_t s = 0; s < packing.shapes.size(); ++s) {
      const Cells& shape = packing.shapes[s].cells;
      if (!can_move(shape.front(), first, packing.lattice)) continue;
      const Cells cells = translated(shape, {first.row, first.column - shape.front().column}, packing.lattice);
      if (!std::all_of(cells.begin(), cells.end(), [&](Cell c) { return orbit_of.contains(c); })) continue;
      // The placement's orbit: its members are equal or disjoint, or it cannot be there. Each orbit once, by its least
      // member.
      std::vector<Cells> orbit{cells};
      for (Cells x = g(cells, packing.lattice); x != cells; x = g(x, packing.lattice)) orbit.push_back(x);
      if (*std::min_element(orbit.begin(), orbit.end()) != cells) continue;
      Cells all;
      std::map<int, int> pieces;
      int image = static_cast<int>(s);
      for (const Cells& member : orbit) {
        all.insert(all.end(), member.begin(), member.end());
        ++pieces[packing.shapes[image].piece];
        image = image_of_shape(packing, image, g);
      }
      std::sort(all.begin(), all.end());
      if (std::adjacent_find(all.begin(), all.end()) != all.end()) continue;
      std::vector<int> positions;
      for (const Cell c : all) positions.push_back(orbit_of.at(c));
      std::sort(positions.begin(), positions.end());
      positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
      const auto at = static_cast<std::size_t>(positions.front());
      for (int& p : positions) p -= static_cast<int>(at);
      out.items[at].push_back({std::move(positions), {pieces.begin(), pieces.end()}, static_cast<int>(s)});
    }
  return out;
}

FieldLayout layout_of(const SweepInput& input) {
  const Packing& packing = *input.packing;
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
  int chunk_width = max_field_chunk_bits, chunk_word = -1;
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
      if (chunk_width + field.width > max_field_chunk_bits || field.word != chunk_word) {
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
    for (const auto& limit : input.hole_limits) out.hole_limits.push_back(add_holes(limit.limit, limit.limit));
  }
  out.words = word + 1;
  return out;
}

namespace {

int span_of(const SweepInput& input) {
  int span = 1;
  for (const auto& items : input.items)
    for (const auto& item : items) span = std::max(span, item.offsets.back() + 1);
  return span;
}

template <int L>
void put(Bitboard<L>& remaining, const Field& field, int value) {
  remaining.words[field.word] |= static_cast<std::uint64_t>(value) << field.shift;
}

template <int L>
int get(const Bitboard<L>& remaining, const Field& field) {
  if (field.width == 0) return 0;
  return static_cast<int>(remaining.words[field.word] >> field.shift & ((std::uint64_t{1} << field.width) - 1));
}

// Calls f with the distance, in positions, to each neighbour of a cell that comes after it.
template <class F>
void for_each_step_ahead(const SweepInput& input, std::size_t position, F&& f) {
  const Lattice lattice = input.packing->lattice;
  for (const Cell step : steps(lattice, sort_of(input.cell_of[position], lattice)))
    if (const int by = step.row * input.stride + step.column; by > 0) f(static_cast<std::size_t>(by));
}

// By position, and for the end: do the free positions from there on hang together?
std::vector<bool> connected_tails(const SweepInput& input) {
  const auto n = input.free.size();
  std::vector<bool> out(n + 1, true);
  boost::disjoint_sets_with_storage<> tails(n);
  int components = 0;
  for (std::size_t p = n; p-- > 0;) {
    if (input.free[p]) {
      ++components;
      for_each_step_ahead(input, p, [&](std::size_t by) {
        if (p + by >= n || !input.free[p + by]) return;
        components -= tails.find_set(p) == tails.find_set(p + by) ? 0 : 1;
        tails.union_set(p, p + by);
      });
    }
    out[p] = components <= 1;
  }
  return out;
}

// Bit n, below 64: can n cells be filled with pieces and holes, judging by their sizes?
std::uint64_t pocket_sizes_of(const Packing& packing) {
  std::uint64_t out = 1;
  for (int n = 1; n < 64; ++n) {
    bool fits = n <= packing.max_holes;
    for (const auto& piece : packing.pieces)
      if (piece.max != 0 && piece.size <= n) fits |= out >> (n - piece.size) & 1;
    if (fits) out |= std::uint64_t{1} << n;
  }
  return out;
}

}  // namespace

template <int W, int L, int M>
bool Sweep<W, L, M>::fits(const SweepInput& input) {
  return span_of(input) <= 64 * W && layout_of(input).words <= L &&
         std::all_of(input.items.begin(), input.items.end(), [](const auto& items) { return items.size() <= 64 * M; });
}

template <int W, int L, int M>
Sweep<W, L, M>::Sweep(const SweepInput& input)
    : input_(&input),
      layout_(layout_of(input)),
      positions_(static_cast<int>(input.free.size())),
      chunk_count_((span_of(input) + chunk_bits - 1) / chunk_bits),
      has_holes_(input.packing->max_holes > 0),
      same_items_(input.stride > 0 && input.packing->lattice != Lattice::triangle),
      places_(input.free.size() + 1),
      lattice_(input.packing->lattice),
      stride_(input.stride) {
  block_positions();
  lay_out_pieces();
  lay_out_holes();
  for (const auto& items : input.items) classes_.push_back(class_of(items));
  fill_places();
  restrict_piece();
  if (input.stride > 0 && input.stride < 63) prepare_cuts();
}

template <int W, int L, int M>
void Sweep<W, L, M>::block_positions() {
  Window window;
  window.words.fill(~std::uint64_t{0});
  places_.back().blocked = window;
  for (int p = positions_ - 1; p >= 0; --p) {
    for (int i = W - 1; i >= 0; --i)
      window.words[i] = window.words[i] << 1 | (i > 0 ? window.words[i - 1] >> 63 : std::uint64_t{0});
    if (!input_->free[p]) window.set(0);
    places_[p].blocked = window;
  }
}

template <int W, int L, int M>
void Sweep<W, L, M>::lay_out_pieces() {
  int counted = 0, slack = layout_.holes ? layout_.holes->slack : 0;
  single_bits_ = !has_holes_;
  for (const Field& field : layout_.pieces) {
    slack += field.slack;
    if (field.width == 0) continue;
    put(start_, field, field.start);
    ++counted;
    single_bits_ = single_bits_ && field.width <= 1;
  }
  ends_exactly_ = counted > 1 && slack == 0 && input_->hole_limits.empty() && !input_->packing->counts_allowed;
  for (const auto& chunk : layout_.chunks) {
    const Field& from = layout_.pieces[chunk.front()];
    const Field& to = layout_.pieces[chunk.back()];
    remaining_chunks_.push_back({from.word, from.shift, (std::uint64_t{1} << (to.shift + to.width - from.shift)) - 1});
  }
}

template <int W, int L, int M>
void Sweep<W, L, M>::lay_out_holes() {
  const auto add = [&](const Field& field, const std::vector<int>& costs) {
    put(start_, field, field.start);
    const Field guard{field.word, field.shift + field.width, 1, 0, 0};
    put(start_, guard, 1);
    put(guards_, guard, 1);
    // More than all that there is would reach beyond the guard bit.
    for (std::size_t p = 0; p < costs.size(); ++p)
      put(places_[p].hole_cost, field, std::min(costs[p], field.start + 1));
  };
  if (layout_.holes) {
    const Field& field = *layout_.holes;
    hole_field_ = {field.word, ((std::uint64_t{2} << field.width) - 1) << field.shift, 0};
    add(field, input_->cells_at);
  }
  for (std::size_t i = 0; i < layout_.hole_limits.size(); ++i)
    add(layout_.hole_limits[i], input_->hole_limits[i].costs);
}

template <int W, int L, int M>
auto Sweep<W, L, M>::class_of(const Items& items) -> Class {
  Class out;
  out.covering.resize(65);
  out.covering[64].words.fill(~std::uint64_t{0});
  for (std::size_t i = 0; i < items.size(); ++i) {
    const int item = static_cast<int>(i);
    bool usable = true;
    Window cells;
    for (const int offset : items[i].offsets) {
      // Rows of a shape wider than the board may lie before its first cell; it never fits.
      usable = usable && offset >= 0;
      if (offset >= 0) cells.set(offset);
      if (offset >= 0 && offset < 64) out.covering[offset].set(item);
    }
    out.cells.push_back(cells);
    Remaining& cost = out.costs.emplace_back();
    Remaining& fields = out.fields.emplace_back();
    auto& uses = out.uses.emplace_back();
    for (const auto& [piece, n] : items[i].pieces) {
      const Field& field = layout_.pieces[piece];
      // A kind that may not be used at all has no bits; its items never fit.
      usable = usable && input_->packing->pieces[piece].max != 0 && (field.width == 0 || n <= field.start);
      if (field.width == 0 || n > field.start) continue;
      put(cost, field, n);
      uses.push_back({field.word, ((std::uint64_t{1} << field.width) - 1) << field.shift,
                      static_cast<std::uint64_t>(n) << field.shift});
      fields.words[field.word] |= uses.back().mask;
    }
    one_kind_each_ = one_kind_each_ && uses.size() <= 1;
    if (usable) out.every_item.set(item);
  }
  add_window_tables(out);
  add_remaining_tables(out, items);
  return out;
}

template <int W, int L, int M>
void Sweep<W, L, M>::add_window_tables(Class& to) const {
  // Entries of more bits from those of fewer: one item set less for each bit.
  const auto entries = std::size_t{1} << chunk_bits;
  to.window_tables.resize(entries * static_cast<std::size_t>(chunk_count_));
  for (int k = 0; k < chunk_count_; ++k) {
    Mask* const table = to.window_tables.data() + entries * static_cast<std::size_t>(k);
    table[0] = to.every_item;
    for (int b = 0; b < chunk_bits; ++b) {
      Mask without = to.every_item;
      for (std::size_t i = 0; i < to.cells.size(); ++i)
        if (to.cells[i].test(k * chunk_bits + b)) without.reset(static_cast<int>(i));
      for (std::size_t x = 0; x < std::size_t{1} << b; ++x) table[x | std::size_t{1} << b] = table[x] & without;
    }
  }
}

template <int W, int L, int M>
void Sweep<W, L, M>::add_remaining_tables(Class& to, const Items& items) const {
  for (std::size_t k = 0; k < layout_.chunks.size(); ++k) {
    const std::size_t begin = to.remaining_tables.size();
    to.remaining_tables.resize(begin + remaining_chunks_[k].mask + 1, to.every_item);
    for (const int piece : layout_.chunks[k]) {
      const Field& field = layout_.pieces[piece];
      std::vector<Mask> enough(std::size_t{1} << field.width, to.every_item);  // by number left
      for (std::size_t i = 0; i < items.size(); ++i)
        for (const auto& [of, used] : items[i].pieces)
          if (of == piece)
            for (std::size_t n = 0; n < enough.size() && static_cast<int>(n) < used; ++n)
              enough[n].reset(static_cast<int>(i));
      const int shift = field.shift - remaining_chunks_[k].shift;
      for (std::size_t x = 0; x <= remaining_chunks_[k].mask; ++x)
        to.remaining_tables[begin + x] &= enough[x >> shift & (enough.size() - 1)];
    }
  }
}

template <int W, int L, int M>
void Sweep<W, L, M>::fill_places() {
  every_item_.words.fill(~std::uint64_t{0});
  for (std::size_t p = 0; p < input_->free.size(); ++p) {
    const Class& c = classes_[input_->class_of[p]];
    Place& place = places_[p];
    place.window_tables = c.window_tables.data();
    place.remaining_tables = c.remaining_tables.data();
    place.cells = c.cells.data();
    place.costs = c.costs.data();
    place.fields = c.fields.data();
    place.uses = c.uses.data();
    place.covering = &c.covering;
    place.allowed = c.every_item;
  }
  // Nothing fits at the end, but it may be asked.
  places_.back().window_tables = places_.front().window_tables;
  places_.back().remaining_tables = places_.front().remaining_tables;
}

template <int W, int L, int M>
void Sweep<W, L, M>::restrict_piece() {
  if (input_->restricted_piece < 0) return;
  for (std::size_t p = 0; p < input_->free.size(); ++p) {
    const Items& items = input_->items[input_->class_of[p]];
    for (std::size_t i = 0; i < items.size(); ++i)
      if (items[i].pieces[0].first == input_->restricted_piece) places_[p].allowed.reset(static_cast<int>(i));
  }
  const auto& allowed = input_->allowed;
  for (int p = 0; p <= positions_; ++p) {
    first_restricted_.push_back(restricted_.size());
    while (restricted_.size() < allowed.size() && allowed[restricted_.size()].position == p) {
      const int item = allowed[restricted_.size()].item;
      places_[p].allowed.set(item);
      restricted_.push_back({p, cells(p, item).words[0]});
    }
  }
  const Field& field = layout_.pieces[input_->restricted_piece];
  put(restricted_field_, field, (1 << field.width) - 1);
}

template <int W, int L, int M>
void Sweep<W, L, M>::prepare_cuts() {
  tail_connected_ = connected_tails(*input_);
  pocket_sizes_ = pocket_sizes_of(*input_->packing);
  cuts_pockets_ = pocket_sizes_ != ~std::uint64_t{0};
  cuts_single_cells_ = (pocket_sizes_ & 2) == 0;
  for (int p = 0; p < positions_; ++p) {
    for_each_step_ahead(*input_, static_cast<std::size_t>(p),
                        [&](std::size_t by) { places_[p].ahead |= std::uint64_t{1} << by; });
    for (int i = 0; lattice_ != Lattice::square && i < 64; ++i)
      if (sort_of({(p + i) / stride_, (p + i) % stride_}, lattice_) == 1)
        places_[p].second_sort |= std::uint64_t{1} << i;
  }
}

template <int W, int L, int M>
int Sweep<W, L, M>::position_at(double share) const {
  const auto& free = input_->free;
  auto before = static_cast<std::ptrdiff_t>(share * static_cast<double>(std::count(free.begin(), free.end(), true)));
  int position = 0;
  while (position < positions_ && (before -= free[position] ? 1 : 0) >= 0) ++position;
  return position;
}

template <int W, int L, int M>
bool Sweep<W, L, M>::accepts(const Remaining& remaining) const {
  const auto& pieces = input_->packing->pieces;
  std::vector<int> used;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    const Field& field = layout_.pieces[p];
    const int rest = get(remaining, field);
    if (rest > field.slack) return false;
    used.push_back(field.start - rest);
  }
  if (layout_.holes && get(remaining, *layout_.holes) > layout_.holes->slack) return false;
  return !input_->packing->counts_allowed || input_->packing->counts_allowed(used);
}

template <int W, int L, int M>
std::uint64_t Sweep<W, L, M>::orbit(int position, int item) const {
  const auto a = std::lower_bound(
      input_->allowed.begin(), input_->allowed.end(), std::pair(position, item),
      [](const SweepInput::Allowed& x, const std::pair<int, int>& y) { return std::pair(x.position, x.item) < y; });
  if (a == input_->allowed.end() || a->position != position || a->item != item) return 1;
  return static_cast<std::uint64_t>(a->orbit);
}

template class Sweep<1, 1, 1>;
template class Sweep<1, 1, 2>;
template class Sweep<1, 1, 4>;
template class Sweep<8, 4, 16>;

}  // namespace pentocity::packing
