#pragma once
// The box: the closed-off place, made by the program bubblewrap (bwrap), in which a warden and its games run. It has
// its own file system, process numbers and network (docs/reference/plugins.md).

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace pentocity::isolation {

/// What a box shows besides the system's programs and libraries. Everything is read-only. All paths are absolute, and
/// their folders contain no symbolic links.
struct BoxView {
  /// Files and folders that can be seen, each with all that is below it: by their paths in the box, where their bytes
  /// lie outside (FileSnapshot::place()).
  std::map<std::string, std::string> shown;
  /// Files and folders that cannot be seen, even where they lie below `shown` or in the system's folders: a hidden
  /// folder looks empty, and a hidden file reads as /dev/null.
  std::vector<std::string> hidden;
  /// The folder in which commands start. If nothing in it is shown, it exists and is empty. If the path is empty, no
  /// such folder is made.
  std::string folder = {};
};

/// Tells whether `path` is this folder or lies below it. Only the names are compared, so both paths must be absolute
/// and normalised (without `.`, `..` and a slash at the end).
inline bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

/// The same of any of these folders.
bool is_below_any(const std::filesystem::path& path, const std::vector<std::string>& folders);

/// If the host is root, each warden's games run as a Linux user of their own, so that they share neither files nor
/// per-user limits with those of other wardens. The number of that user is `first_player_id` plus the number of the
/// process that was started for the warden. No account has such a number. Where root's namespace does not have it, as
/// in some containers, it is one of the last that are there.
inline constexpr unsigned first_player_id = 0x70000000;

/// The path of bubblewrap (bwrap), searched for once in PATH, /usr/bin and /bin; empty if it is not installed.
const std::string& box_program();

/// Tells whether this path is or lies below one of the system's folders, such as /usr and /etc, which every box shows.
bool is_system_file(const std::string& path);

/// The words of the command that makes a box and in it runs the program that is open as file descriptor `program_file`,
/// with these arguments. That program keeps a few capabilities, such as those to mount file systems and to change its
/// user. The games that it starts give them up.
std::vector<std::string> box_command(const BoxView& view, int program_file, const std::vector<std::string>& arguments);

/// The folder of a box in which a game can write. Each game finds it empty.
inline constexpr const char* box_own_folder = "/tmp";

/// Makes the root file system and the devices of the box read-only. To be called once, by the first process of a box.
/// Throws std::runtime_error if the kernel refuses.
void close_box();

/// Mounts what each game has for itself. make() is to be called by the first process of a game, which has mount and
/// process namespaces of its own.
class GameMounts {
 public:
  /// `user` owns the game's own folder. It may hold at most `size` bytes and 16,384 files. Lists what the box shows in
  /// box_own_folder, so that make() can show it in the new folder, too. Throws std::filesystem::filesystem_error if
  /// that fails.
  GameMounts(unsigned user, unsigned long long size);
  /// Mounts an empty own folder at box_own_folder and a new /proc, which hides processes that the game may not trace
  /// (if the kernel can do that: from 5.8 on). Makes plain system calls only, because the process may share its memory
  /// with another one. False, with errno set, if one of them fails.
  bool make() const;

 private:
  std::string options_;
  std::vector<std::pair<std::string, std::string>> shown_;  ///< names and paths of what is in box_own_folder
};

/// Makes the /proc of a game read-only. False, with errno set, if that fails.
bool seal_proc();

}  // namespace pentocity::isolation
