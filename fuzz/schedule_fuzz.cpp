// The schedule that a results folder keeps as JSON, and the summary of a run of it without games.
#include <nlohmann/json.hpp>

#include "input.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/results/schedule.hpp"

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::results;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Schedule schedule = schedule_of_json(parse_json(fuzz::text_of(data, size)));
    if (schedule.games() < 1000) json_text(SummaryBuilder(summary_config(schedule)).summary());
  } catch (const InputError&) {
  }
  return 0;
}
