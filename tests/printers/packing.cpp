#include <fmt/format.h>

#include "catch.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::test {

std::string text_of(const packing::Placement& placement) {
  std::string out = fmt::format("kind {}:", placement.kind);
  for (const Cell cell : placement.cells) out += " " + text_of(cell);
  return out + (placement.colours.empty() ? "" : ", colours " + placement.colours);
}

}  // namespace pentocity::test
