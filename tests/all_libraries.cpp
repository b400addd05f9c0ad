// All public headers and libraries in one program, compiled without optimisation: types of one qualified name that differ
// between libraries would be mixed up here.
#include <iostream>
#include <vector>

#include "all_headers.inc"

namespace {

// Adds elements until the vector has moved; do they still have what they were made with?
template <class T>
bool keeps(const T& value) {
  std::vector<T> many;
  for (int i = 0; i < 100; ++i) many.push_back(value);
  return many.size() == 100 && many.front() == many.back();
}

}  // namespace

int main() {
  using namespace pentocity;
  packing::Kind kind;
  kind.name = "a name that is too long for the space in a string";
  std::vector<packing::Kind> kinds(100, kind);
  const bool right = keeps(game::Kind::park) && keeps(match::GameUsage{}.cpu_seconds) && kinds.back().name == kind.name &&
                     packing::solve_builtin_exists();
  std::cout << (right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
