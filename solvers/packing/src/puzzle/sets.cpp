#include "puzzle/sets.hpp"

#include <algorithm>
#include <array>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {
namespace {

// By number of cells, from 1.
constexpr std::array<std::string_view, 8> of_squares{"monominoes",  "dominoes",   "trominoes",   "tetrominoes",
                                                     "pentominoes", "hexominoes", "heptominoes", "octominoes"};
constexpr std::array<std::string_view, 7> of_hexagons{"monohexes",  "dihexes",   "trihexes",  "tetrahexes",
                                                      "pentahexes", "hexahexes", "heptahexes"};
constexpr std::array<std::string_view, 8> of_triangles{"moniamonds",  "diamonds",   "triamonds",   "tetriamonds",
                                                       "pentiamonds", "hexiamonds", "heptiamonds", "octiamonds"};
constexpr std::array<std::string_view, 6> of_cubes{"monocubes",  "dicubes",    "tricubes",
                                                   "tetracubes", "pentacubes", "hexacubes"};

// Sets of pieces for a board, of shapes of a lattice.
struct Family {
  Lattice board, lattice;
  std::span<const std::string_view> names;
};
constexpr std::array<Family, 5> families{{{Lattice::square, Lattice::square, of_squares},
                                          {Lattice::hex, Lattice::hex, of_hexagons},
                                          {Lattice::triangle, Lattice::triangle, of_triangles},
                                          {Lattice::cube, Lattice::cube, of_cubes},
                                          {Lattice::cube, Lattice::square, of_squares}}};

std::string name_of(const Cells& flat, std::size_t index) {
  constexpr std::string_view letters = "FILNPTUVWXYZ";
  for (const char letter : letters)
    if (canonical(*pentomino(letter)) == flat) return {letter};
  return std::to_string(index + 1);
}

}  // namespace

std::vector<std::string> set_names(Lattice lattice) {
  std::vector<std::string> out;
  for (const Family& family : families)
    if (family.board == lattice) out.insert(out.end(), family.names.begin(), family.names.end());
  return out;
}

std::optional<std::vector<Piece>> pieces_of_set(std::string_view name, Lattice lattice, bool flip) {
  for (const Family& family : families) {
    const auto found = std::find(family.names.begin(), family.names.end(), name);
    if (family.board != lattice || found == family.names.end()) continue;
    std::vector<Piece> out;
    for (const Cells& shape : free_polyominoes(static_cast<int>(found - family.names.begin()) + 1, family.lattice)) {
      Piece piece;
      piece.name = name_of(family.lattice == Lattice::square ? shape : Cells(), out.size());
      piece.shape = normalised(shape, lattice);
      piece.flip = flip;
      out.push_back(piece);
      const Cells image = mirrored(piece.shape, lattice);
      const std::vector<Cells> turned = orientations(piece.shape, /*rotate=*/true, flip, lattice);
      if (std::find(turned.begin(), turned.end(), image) != turned.end()) continue;
      piece.name = out.back().name + '*';
      piece.shape = image;
      out.push_back(piece);
    }
    return out;
  }
  return std::nullopt;
}

}  // namespace pentocity::packing
