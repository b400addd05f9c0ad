#pragma once
// Which engines there are, and which of them a search tries.

#include <vector>

#include "engine.hpp"

namespace pentocity::packing {

/// All engines. A new one is an Engine in a file of its own, a place in this list, and one in attempts_of().
std::vector<const Engine*> engines();

/// A try with one engine.
struct Attempt {
  const Engine* engine;
  std::uint64_t max_nodes = 0;   ///< as in Effort
  bool only_if_merging = false;  ///< as in Effort
};
/// The attempts of a search, in their order; a later one is made if the engines before it gave up. `goes_on` says that
/// the search goes on from a checkpoint. Throws InputError for an engine that is not there, or that cannot do this.
std::vector<Attempt> attempts_of(const Packing& packing, const SolveOptions& options, bool goes_on);

}  // namespace pentocity::packing
