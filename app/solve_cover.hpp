#pragma once
// `pentocity solve` of an exact cover.

#include <cstdint>
#include <optional>
#include <string>

namespace pentocity::app {

/// Is this a file of an exact cover, by its ending?
bool is_exact_cover(const std::string& path);

/// What to find in such a file, and how to print it.
struct CoverTask {
  std::string path, out, format;
  bool first = true, counts = false;  ///< only one; only the number
  bool explains = false;              ///< say on standard error how many nodes the search had
  std::optional<std::uint64_t> limit;
};

/// Finds the solutions, prints them as DLX1 to DLX3 do, or as json, and returns the exit code. Throws InputError.
int solve_cover(const CoverTask& task);

}  // namespace pentocity::app
