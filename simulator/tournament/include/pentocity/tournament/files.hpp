#pragma once
// Files of a results folder. A file is written completely or not at all, and file names need no quoting in a shell.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/input/file.hpp"

namespace pentocity::tournament {

/// Makes a folder and its parents, if they are missing, and waits until they are on disk. Throws UserError if that
/// fails.
void make_folder(const std::string& path);

/// When a written file is on disk, so that it survives a power cut: when write_file() returns, or after the next
/// sync_files().
enum class OnDisk : std::uint8_t { now, later };

/// Writes a file under another name (`path` with `.tmp`) and then renames it, so that a reader sees either the old
/// contents or the new. A link is followed. What is no regular file, such as a terminal, a pipe or /dev/null, is
/// written to as it is. Throws UserError if that fails.
void write_file(const std::string& path, std::string_view contents, OnDisk on_disk);

/// Waits until everything that has been written to the file system of this folder is on disk. For many small files this
/// is much faster than waiting for each. Throws UserError if that fails.
void sync_files(const std::string& folder);

/// Waits until the names of the folder's files are on disk, after files were made, renamed or removed. Throws
/// UserError if that fails.
void sync_names(const std::string& folder);

/// Removes a file; does nothing if there is none. Throws UserError if that fails.
void remove_file(const std::string& path);

/// Calls `use` for the name of each file and folder in a folder, in no order; never if the folder does not exist.
/// Throws UserError if it cannot be read.
void for_each_name(const std::string& folder, const std::function<void(std::string_view name)>& use);
/// The names of the files and folders in a folder, sorted; none if it does not exist. Throws UserError if it cannot be
/// read.
std::vector<std::string> names_in(const std::string& folder);

/// A name as a part of a file name. Letters, digits and `.` `-` `_` stay; any other byte becomes %XX, two hexadecimal
/// digits. So do a `.` at the beginning, and a `_` at either end or after another `_`, so that parts joined by `__` can
/// be told apart. Of a part that would be longer than 100 bytes the beginning stays, and `~` and a hash of the name
/// follow.
std::string file_name_part(std::string_view name);

/// The date of now, UTC, YYYY-MM-DD.
std::string today();

/// The lock of a results folder, which only one process can hold at a time (several objects in one process do not
/// exclude each other). It is held until this object is destroyed or the process ends in any way. Child processes do
/// not inherit it. The file `.lock` stays in the folder: if it were removed, two processes could hold a lock at once.
class FolderLock {
 public:
  /// Throws UserError if another process holds it, or the folder cannot be written.
  explicit FolderLock(const std::string& folder);

 private:
  File file_;
};

}  // namespace pentocity::tournament
