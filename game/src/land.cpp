#include "pentocity/game/land.hpp"

#include <mutex>
#include <optional>
#include <stdexcept>

namespace pentocity::inline game {

char symbol(Kind kind) { return ".RFPW="[index_of(kind)]; }

std::string_view name_of(Kind kind) {
  static constexpr std::array<std::string_view, 6> names{"empty", "residence", "factory", "park", "water", "road"};
  return names[index_of(kind)];
}

const Grid& land_grid(int side) {
  if (side < min_side || side > max_side)
    throw std::invalid_argument("a land of side " + std::to_string(side) + ": expected " + std::to_string(min_side) +
                                " to " + std::to_string(max_side));
  struct Made {
    std::once_flag once;
    std::optional<Grid> grid;
  };
  static std::array<Made, max_side + 1> grids;
  Made& made = grids[side];
  std::call_once(made.once, [&] { made.grid.emplace(side, side); });
  return *made.grid;
}

Land::Land(int side) : grid_(&land_grid(side)) { boards_[0] = grid_->all(); }

Kind Land::at(Cell c) const {
  if (!grid_->contains(c)) throw std::out_of_range("a cell off the land");
  const int bit = grid_->bit(c);
  std::size_t kind = 0;
  while (!boards_[kind].test(bit)) ++kind;
  return all_kinds[kind];
}

void Land::place(Kind kind, const LandBoard& cells) {
  LandBoard& same = boards_[index_of(kind)];
  same |= cells;
  if (kind == Kind::park || kind == Kind::pond) {
    LandBoard& big = kind == Kind::park ? big_parks_ : big_ponds_;
    for (LandBoard rest = cells; rest.any();) {
      const LandBoard component = grid_->component(rest.first(), same);
      if (component.count() >= big_size) big |= component;
      rest -= component;
    }
  }
  boards_[0] -= cells;  // last: `cells` may be empty() itself
}

std::string Land::to_string() const {
  std::string out;
  out.reserve(side() * side());
  for (int r = 0; r < side(); ++r)
    for (int c = 0; c < side(); ++c) out.push_back(symbol(at({r, c})));
  return out;
}

}  // namespace pentocity::inline game
