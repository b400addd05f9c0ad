#pragma once
// Temporary folders of this program, such as those that untrusted processes write to.

#include <filesystem>
#include <string>

namespace pentocity::isolation {

/// Makes a temporary folder that nobody else can enter, and removes those that were left by programs that were killed.
/// Throws HostFault if it cannot be made.
std::string new_own_folder();

/// Removes a folder with everything in it, even if the modes of folders in it forbid this user to list or change them.
/// Returns false if something is left.
bool remove_foreign(const std::filesystem::path& folder);

}  // namespace pentocity::isolation
