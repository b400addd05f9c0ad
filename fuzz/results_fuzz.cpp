// A results folder: its database, and the summary of what it holds.
#include "input.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/results/store.hpp"

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::results;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::Folder folder;
  folder.write("results.sqlite", fuzz::text_of(data, size));
  try {
    const Schedule schedule = read_schedule(folder.path());
    const Store store(folder.path(), schedule, Store::Access::look);
    SummaryBuilder builder(summary_config(schedule));
    store.for_each([&](const StoredGame& game) { builder.add(game.row); });
    json_text(builder.summary());
  } catch (const UserError&) {
  }
  return 0;
}
