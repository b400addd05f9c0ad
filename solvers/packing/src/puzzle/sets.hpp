#pragma once
// Sets of pieces that have a name, such as the pentominoes.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/packing/puzzle.hpp"

namespace pentocity::packing {

/// The names of the sets that fit a lattice: on squares from `monominoes` to `octominoes`, on hexagons from `monohexes`
/// to `heptahexes`, on triangles from `moniamonds` to `octiamonds`, and on cubes from `monocubes` to `hexacubes` and
/// the sets of squares, as flat pieces. `one-sided ` may stand before a name.
std::vector<std::string> set_names(Lattice lattice);

/// The pieces of a set, each once and named: pentominoes by their letters, others by numbers. If they may not be
/// mirrored (`flip`), those that differ from their mirror images are there with them; so these are 18 pentominoes
/// instead of 12, and on cubes 29 pentacubes instead of 23. No value if no set has this name on this lattice.
std::optional<std::vector<Piece>> pieces_of_set(std::string_view name, Lattice lattice, bool flip);

}  // namespace pentocity::packing
