#pragma once
// Tells by their names whether a path lies in a folder.

#include <algorithm>
#include <filesystem>

namespace pentocity::isolation {

/// Tells whether `path` is this folder or lies below it. Only the names are compared, so both paths must be absolute
/// and normalised (without `.`, `..` and a slash at the end).
inline bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace pentocity::isolation
