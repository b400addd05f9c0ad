#pragma once
// The box that a warden and its games live in: a file system of their own, made by bubblewrap.

#include <string>
#include <string_view>
#include <vector>

namespace pentocity::isolation {

/// What is to be seen in a box besides the system's programs and libraries, all of it read-only and where it is
/// outside. Paths are absolute and without symbolic links in the folders.
struct BoxView {
  std::vector<std::string> shown;   ///< files and folders
  std::vector<std::string> hidden;  ///< files and folders that stay hidden also within those, and within the system's
  std::string folder = {};          ///< is there, if only as an empty folder: where commands start
};

/// The user that plays in the boxes of a host that is root; every warden has one of its own, so that neither files nor
/// limits of one are another's. It is `first_player_id` and a process's number: no account has such an id.
inline constexpr unsigned first_player_id = 0x70000000;

/// The program that makes boxes; empty if this machine has none.
const std::string& box_program();

/// Does this path lie in one of the system's folders, which every box shows?
bool is_system_file(const std::string& path);

/// The words of a command that makes a box and runs, in it, the program that is open as file `program_file`, with these
/// arguments. In it that program has the rights to mount and to change its user; the games that it starts give them up.
std::vector<std::string> box_command(const BoxView& view, int program_file, const std::vector<std::string>& arguments);

/// The folder that is a game's own in a box: empty and writable when it begins.
inline constexpr const char* box_own_folder = "/tmp";

/// For the first process of a box, once: completes it, so that nothing in it can be written or marked. Throws
/// std::runtime_error.
void close_box();

/// For the first process of a game, in mount and process namespaces of its own: gives the game its own folder, of at
/// most `size` bytes and for this user, and its own /proc. What the box shows below the own folder's place stays there.
/// Plain system calls only, for the process may share its memory with another. False if one fails (see errno).
class GameMounts {
 public:
  GameMounts(unsigned user, unsigned long long size);
  bool make() const;

 private:
  std::string options_;
  std::vector<std::string> names_, places_;  ///< of what the box shows in the own folder's place
};

/// Makes /proc of a game read-only.
bool seal_proc();

}  // namespace pentocity::isolation
