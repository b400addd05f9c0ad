// All public headers in one translation unit and all libraries in one program, compiled without optimisation: if two
// libraries defined different types under one qualified name, this would not compile, or would mix them up.
#include <algorithm>
#include <iostream>
#include <vector>

#include "all_headers.inc"

namespace {

// Adds elements until the vector has moved several times. Are they still what they were made from?
template <class T, class Same>
bool keeps(const T& value, Same same) {
  std::vector<T> many;
  for (int i = 0; i < 100; ++i) many.push_back(value);
  return std::all_of(many.begin(), many.end(), [&](const T& each) { return same(each, value); });
}

}  // namespace

int main() {
  using namespace pentocity;
  const packing::PieceKind kind{"a name that is too long to lie in the string itself", {{{{0, 0}}, "b"}}, {7}};
  const bool right = keeps(game::Kind::park, [](game::Kind a, game::Kind b) { return a == b; }) &&
                     keeps(kind, [](const packing::PieceKind& a, const packing::PieceKind& b) {
                       return a.name == b.name && a.orientations == b.orientations && a.entries == b.entries;
                     });
  std::cout << (right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
