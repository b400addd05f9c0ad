#pragma once
// Paths as text: which lies in which.

#include <algorithm>
#include <filesystem>

namespace pentocity::isolation {

/// Is `path` this folder, or does it lie in it? By their names alone: both are absolute and normal.
inline bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace pentocity::isolation
