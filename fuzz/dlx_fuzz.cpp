// An exact cover in Knuth's format, and a search for some of its solutions.
#include "input.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/input/user_error.hpp"

using namespace pentocity;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const exchange::ExactCover cover = exchange::read_dlx(fuzz::text_of(data, size), "fuzz");
    if (cover.options.size() > 20) return 0;
    int found = 0;
    packing::search_exact_cover(cover, nullptr, [&](const std::vector<int>&) { return ++found < 100; });
  } catch (const InputError&) {
  }
  return 0;
}
