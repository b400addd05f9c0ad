#pragma once
// What the kernel says, and folders of this program.

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "pentocity/input/file.hpp"

namespace pentocity::isolation {

/// A text, and after it a colon and the meaning of errno.
inline std::string with_errno(std::string_view what) {
  return std::string(what) + ": " + std::generic_category().message(errno);
}

/// The text of a file of /proc or /sys, of which no more than 64 KiB are read; empty if it cannot be read, as when its
/// process has ended.
std::string text_of_kernel_file(const std::string& path);

/// The number of lines of such a file; none if it cannot be read. A game may make them as many and as long as it likes:
/// what is read is taken from `budget` (bytes), and no more is read when that is used up.
std::uint64_t lines_of_kernel_file(const std::string& path, std::size_t& budget);

/// The number after the end of a line and such a name in such a text, as in "\nVmPTE:"; 0 if they are not there.
inline std::uint64_t number_after(std::string_view name, const std::string& text) {
  const std::size_t at = text.find(name);
  return at == text.npos ? 0 : std::strtoull(text.c_str() + at + name.size(), nullptr, 10);
}

// Temporary folders of this program, such as those that untrusted processes write to, and folders that others may not
// enter.

/// A temporary folder that nobody else can enter. It is locked as long as it is in use, so that other programs, which
/// may not see this process, do not take it for abandoned.
class OwnFolder {
 public:
  /// Makes it, and removes those that were left by programs that were killed. Throws HostFault if it cannot be made or
  /// locked.
  OwnFolder();
  /// Removes it, unless this process is a copy of the one that made it.
  ~OwnFolder();
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  File lock_;
  pid_t owner_;
};

/// Takes the lock of a folder, which lasts as long as the file is open. None, with errno set, if this is no folder (a
/// link is none), or another has its lock.
File lock_folder(const std::filesystem::path& folder);

/// Each folder in this one whose name begins so and that nobody has locked is locked and handed to `remove`.
void remove_abandoned(const std::filesystem::path& folder, std::string_view prefix,
                      const std::function<void(const std::filesystem::path&)>& remove);

/// Removes a folder with everything in it, even if the modes of folders in it forbid this user to list or change them,
/// however deep they lie, and through no link. Returns false if something is left.
bool remove_foreign(const std::filesystem::path& folder);

}  // namespace pentocity::isolation
