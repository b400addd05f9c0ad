#pragma once
// Files of a results folder: whole or not there, and none of their names surprises a shell.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::tournament {

/// Makes a folder and its parents, durably. Throws InputError if it cannot be made or is no folder.
void make_folder(const std::string& path);

/// When a file is on disk, safe from a power cut: when the call returns, or after the next sync_files().
enum class OnDisk : std::uint8_t { now, later };

/// Writes a file under another name (`path` and `.tmp`) and renames it: a reader sees the old or the new contents.
/// Throws InputError if the contents cannot be stored.
void write_file(const std::string& path, std::string_view contents, OnDisk on_disk);

/// Waits until all files written up to now in this folder's file system are on disk: for many small files much cheaper
/// than one by one. Throws InputError.
void sync_files(const std::string& folder);

/// Waits until the names of a folder's files are on disk. Throws InputError.
void sync_names(const std::string& folder);

/// Removes a file if it is there. Throws InputError if that fails.
void remove_file(const std::string& path);

/// The names of what is in a folder, sorted; none if there is no such folder. Throws InputError if it cannot be read.
std::vector<std::string> names_in(const std::string& folder);

/// A name as part of a file name: letters, digits and `.` `-` `_` as they are, other bytes as %XX; so are a `.` in
/// front, and a `_` at either end or after another, so that parts joined by `__` stay apart.
std::string file_name_part(std::string_view name);

/// The lock of a results folder, held until the end of this object or of the process, however it ends. A file `.lock`
/// stays behind: removing it would let two processes in. Children do not inherit the lock.
class FolderLock {
 public:
  /// Throws InputError if another process holds it, or the folder cannot be written.
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_;
};

}  // namespace pentocity::tournament
