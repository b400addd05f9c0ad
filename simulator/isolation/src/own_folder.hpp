#pragma once
// Folders that untrusted processes wrote to.

#include <filesystem>

namespace pentocity::isolation {

/// Removes a folder with all that is in it, also where modes of folders in it forbid this user to list or to change
/// them. False if something is left.
bool remove_foreign(const std::filesystem::path& folder);

}  // namespace pentocity::isolation
