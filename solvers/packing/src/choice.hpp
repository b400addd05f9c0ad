#pragma once
// Which engine searches: docs/background/puzzle-engines.md, "Which engine is used".

#include "searcher.hpp"

namespace pentocity::packing {

/// Searches with the engines that seem to need least, in turns. False if no engine can hold the puzzle.
bool search_by_choice(Searcher& searcher);

}  // namespace pentocity::packing
