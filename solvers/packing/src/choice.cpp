#include "choice.hpp"

#include <algorithm>
#include <string>

#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::packing {

namespace {

// Nodes after which a search with holes, or for a few solutions, tries to gain by keeping boards.
constexpr std::uint64_t nodes_to_try = 300'000, nodes_to_find = 20'000'000, nodes_of_restarts = 50'000'000;

const Engine* engine_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Engine* engine : engines()) {
    if (engine->name == name) return engine;
    names.emplace_back(engine->name);
  }
  throw InputError("there is no engine '{}'{}", name, suggestion(name, names));
}

}  // namespace

std::vector<const Engine*> engines() { return {&scan_engine, &frontier_engine, &restarts_engine}; }

std::vector<Attempt> attempts_of(const Packing& packing, const SolveOptions& options, bool goes_on) {
  const bool first_only = options.task == Task::first;
  if (!options.engine.empty()) {
    const Engine* engine = engine_named(options.engine);
    if (engine->first_only && !first_only && options.limit != 1)
      throw InputError("engine {} finds one solution: expected --first, or --limit 1", engine->name);
    return {{engine}};
  }
  if (goes_on) return {{&scan_engine}};
  const bool few = first_only || options.limit;
  std::vector<Attempt> out;
  // Boards without holes merge; with holes, most differ. A small tree is done before that matters.
  if (few || packing.max_holes > 0) out.push_back({&scan_engine, few ? nodes_to_find : nodes_to_try});
  if (first_only) out.push_back({&restarts_engine, nodes_of_restarts});
  out.push_back({&frontier_engine, 0, true});
  out.push_back({&scan_engine});
  return out;
}

}  // namespace pentocity::packing
