#pragma once
// Folders that untrusted processes wrote to.

#include <filesystem>

namespace pentocity::isolation {

/// Removes a folder with everything in it, even if the modes of folders in it forbid this user to list or change them.
/// Returns false if something is left.
bool remove_foreign(const std::filesystem::path& folder);

}  // namespace pentocity::isolation
