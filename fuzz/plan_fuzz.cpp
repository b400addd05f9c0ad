// The plan that a results folder keeps as JSON, and the summary of a run of it without games.
#include "input.hpp"
#include "json_cells.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/simulator/plan.hpp"
#include "pentocity/simulator/summary.hpp"

using namespace pentocity;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Plan plan = plan_of_json(parse_json(fuzz::text_of(data, size)));
    if (plan.games() < 1000) json_text(SummaryBuilder(summary_config(plan)).summary());
  } catch (const InputError&) {
  }
  return 0;
}
