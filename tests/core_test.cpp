#include <catch2/catch.hpp>

#include "pentocity/core/polyomino.hpp"

using namespace pentocity;

TEST_CASE("published counts of polyominoes") {
  const std::vector<std::size_t> free_counts{1, 1, 2, 5, 12, 35, 108};
  for (int n = 1; n <= 7; ++n) CHECK(free_polyominoes(n).size() == free_counts[static_cast<std::size_t>(n - 1)]);
  std::size_t one_sided = 0, fixed = 0;
  for (const Cells& shape : free_polyominoes(5)) {
    fixed += orientations(shape, true, true).size();
    one_sided += rotations(shape).size() == orientations(shape, true, true).size() ? 1 : 2;
  }
  CHECK(one_sided == 18);
  CHECK(fixed == 63);
  const std::vector<std::size_t> hex_counts{1, 1, 3, 7, 22, 82};
  for (int n = 1; n <= 6; ++n)
    CHECK(free_polyominoes(n, Lattice::hex).size() == hex_counts[static_cast<std::size_t>(n - 1)]);
}
