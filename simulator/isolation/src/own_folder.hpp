#pragma once
// Temporary folders of this program, such as those that untrusted processes write to, and folders that others may not
// enter.

#include <filesystem>
#include <string>
#include <vector>

namespace pentocity::isolation {

/// Makes a temporary folder that nobody else can enter, and removes those that were left by programs that were killed.
/// Throws HostFault if it cannot be made.
std::string new_own_folder();

/// Removes a folder with everything in it, even if the modes of folders in it forbid this user to list or change them.
/// Returns false if something is left.
bool remove_foreign(const std::filesystem::path& folder);

/// The first folder on the way to one of the files, or to what it is a link to, that other users may not enter; empty
/// if there is none.
std::string closed_folder(const std::vector<std::string>& files);

}  // namespace pentocity::isolation
