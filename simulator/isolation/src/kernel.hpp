#pragma once
// What the kernel says, and folders of this program.

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace pentocity::isolation {

/// A text, and after it a colon and the meaning of errno.
inline std::string with_errno(std::string_view what) {
  return std::string(what) + ": " + std::generic_category().message(errno);
}

/// The text of a file of /proc or /sys; empty if it cannot be read, as when its process has ended. (Stream iterators
/// would throw then.)
inline std::string text_of_kernel_file(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return std::move(out).str();
}

/// The number after the end of a line and such a name in such a text, as in "\nVmPTE:"; 0 if they are not there.
inline std::uint64_t number_after(std::string_view name, const std::string& text) {
  const std::size_t at = text.find(name);
  return at == text.npos ? 0 : std::strtoull(text.c_str() + at + name.size(), nullptr, 10);
}

// Temporary folders of this program, such as those that untrusted processes write to, and folders that others may not
// enter.

/// Makes a temporary folder that nobody else can enter, and removes those that were left by programs that were killed.
/// Throws HostFault if it cannot be made.
std::string new_own_folder();

/// What a program that has ended left in a folder: each entry that is named by `prefix` and the number of its process
/// is handed to `remove`.
void remove_abandoned(const std::filesystem::path& folder, std::string_view prefix,
                      const std::function<void(const std::filesystem::path&)>& remove);

/// Removes a folder with everything in it, even if the modes of folders in it forbid this user to list or change them.
/// Returns false if something is left.
bool remove_foreign(const std::filesystem::path& folder);

/// The first folder on the way to a file, or to what it is a link to, that other users may not enter; empty if there is
/// none.
std::string closed_folder(const std::string& file);

}  // namespace pentocity::isolation
