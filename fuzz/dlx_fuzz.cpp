// An exact cover in Knuth's format, and a search for some of its solutions.
#include "input.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/exact_cover.hpp"

using namespace pentocity;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const exchange::ExactCover cover = exchange::read_dlx(fuzz::text_of(data, size), "fuzz");
    if (cover.options.size() > 20) return 0;
    std::vector<packing::CoverBounds> items;
    for (const auto& item : cover.items) items.push_back({item.min, item.max, item.is_optional});
    std::vector<std::vector<int>> options;
    for (const auto& option : cover.options) options.push_back(option.items);
    int found = 0;
    packing::search_exact_cover(items, options, nullptr, [&](const std::vector<int>&) { return ++found < 100; });
  } catch (const InputError&) {
  }
  return 0;
}
