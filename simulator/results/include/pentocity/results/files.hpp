#pragma once
// Files of a results folder. A file is written completely or not at all, and file names need no quoting in a shell.

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pentocity/input/file.hpp"

namespace pentocity::results {

/// The folder of traces in a results folder.
inline constexpr const char* traces_folder = "traces";
/// The file of the summary in a results folder.
inline constexpr const char* summary_file = "summary.json";

/// Makes a folder and its parents, if they are missing, and waits until they are on disk. Throws UserError if that
/// fails.
void make_folder(const std::string& path);

/// When a written file is on disk, so that it survives a power cut: when write_file() returns, or after the next
/// sync_files().
enum class OnDisk : std::uint8_t { now, later };

/// Throws InputError if the file has other names (hard links), which may be outside of the folder that it was found in.
void check_single(const std::string& path, const struct stat& status);

class Folder;

/// A file that is written piece by piece, in a folder that must outlive it. Until it is whole it has another name (with
/// `.tmp`), and if it never is, it goes away with this object. Functions throw UserError if they fail.
class NewFile {
 public:
  NewFile(const Folder& folder, const std::string& name);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  /// Gives it the owner of a folder, and lets those read it who may read the folder. Where this process may not give
  /// files away it stays this process's, and everybody's to read.
  void make_for_readers_of(const struct stat& folder);
  void append(std::string_view contents);
  /// Gives the file its name, in place of what had it.
  void finish(OnDisk on_disk);

 private:
  std::string other_name() const { return name_ + ".tmp"; }

  const Folder& folder_;
  std::string name_;
  File file_;
  bool is_whole_ = false;
};

/// A folder whose files may be somebody else's, such as a results folder. Its own path is the user's, and links in it
/// are followed. Below it none is: files are opened by their names from the open folder, and must be regular files. A
/// folder that does not exist has no files. Names have no `/`.
class Folder {
 public:
  explicit Folder(const std::string& path);

  const std::string& path() const { return path_; }
  /// The path of a file in it.
  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "/" + name; }

  /// Tells whether there is something of this name, if only a link.
  bool has(const std::string& name) const { return status_of(name).has_value(); }
  /// What there is of this name, a link for itself; none if there is nothing.
  std::optional<struct stat> status_of(const std::string& name) const;

  /// Takes all rights to the folder from everybody but its owner. A folder that everybody uses, such as /tmp, the
  /// current one, where other things may lie, and one of somebody else's stay as they are.
  void close_to_others() const;

  /// Opens a file with flags of open(2). Throws InputError if it cannot be opened, or is no regular file, such as a
  /// link; to write, also if it has other names.
  File open(const std::string& name, int flags) const;
  /// The contents of a file. Throws InputError as read_file() does, and if it is a link.
  std::string read(const std::string& name, std::size_t max = std::size_t{1} << 30) const;
  /// Writes a file as write_file() does, but in place of a link.
  void write(const std::string& name, std::string_view contents, OnDisk on_disk) const;
  /// Removes a file or a link; does nothing if there is none. Throws UserError if that fails.
  void remove(const std::string& name) const;

  /// A folder in it, which need not exist. Throws InputError if there is something else of this name, such as a link.
  Folder folder(const std::string& name) const;
  /// The same, made if it does not exist. Throws UserError if that fails.
  Folder make_folder(const std::string& name) const;

  /// Calls `use` for the name of each file and folder in it, in no order. Throws UserError if it cannot be read.
  void for_each_name(const std::function<void(std::string_view name)>& use) const;
  /// These names, sorted.
  std::vector<std::string> names() const;

  /// Waits until everything that has been written to its file system is on disk. For many small files this is much
  /// faster than waiting for each. Throws UserError if that fails.
  void sync_files() const;
  /// Waits until the names of its files are on disk, after files were made, renamed or removed. Throws UserError if
  /// that fails.
  void sync_names() const;

 private:
  friend class NewFile;
  Folder(std::string path, int folder);
  void sync_by(int (*sync)(int)) const;

  std::string path_;
  File opened_;
  int error_ = 0;  ///< why it could not be opened
};

/// The folder and the name of the file that a path leads to, which need not exist; links are followed.
std::pair<Folder, std::string> place_of(const std::string& path);

/// Writes a file as NewFile does, so that a reader sees either the old contents or the new. A link is followed. What is
/// no regular file, such as a terminal, a pipe or /dev/null, is written to as it is. Throws UserError if that fails.
void write_file(const std::string& path, std::string_view contents, OnDisk on_disk);

/// Throws UserError if write_file() would fail here, which a long search had better know before it begins.
void check_writable(const std::string& path);

/// Removes a file; does nothing if there is none. Throws UserError if that fails.
void remove_file(const std::string& path);

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

/// This machine in words: its kind of processor, their number and model, and the kernel.
std::string machine_text();

/// The lock of a results folder, which only one process can hold at a time (several objects in one process do not
/// exclude each other). It is held until this object is destroyed or the process ends in any way. Child processes do
/// not inherit it. The file `.lock` stays in the folder: if it were removed, two processes could hold a lock at once.
///
/// Who may open a file for reading can lock it. So the folder and `.lock` are closed to others first
/// (Folder::close_to_others()): what they are to see, the host publishes by a copy or a page.
class FolderLock {
 public:
  /// Throws UserError if another process holds it, or the folder cannot be written, and InputError if `.lock` is no
  /// file.
  explicit FolderLock(const std::string& folder);

 private:
  File file_;
};

}  // namespace pentocity::results
