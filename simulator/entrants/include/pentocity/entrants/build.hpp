#pragma once
// Builds what somebody else wrote in a box (isolation/box.hpp): a command turns sources into a program, within limits
// and without a network. It sees the system's files and what is named here, and nothing that it does outlives it.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pentocity::entrants {

/// A regular file of a folder.
struct FileInTree {
  std::string contents;
  bool executable = false;
};
/// The files of a folder by their paths in it, such as `tables/small.txt`.
using FileTree = std::map<std::string, FileInTree>;

/// What is built, and how.
struct BuildOrder {
  std::string folder;                ///< of the sources; absolute, without links. It is not changed
  std::vector<std::string> command;  ///< words; the command runs in a copy of the folder
  std::vector<std::string> support;  ///< folders that it sees besides
  double cpu_limit = 120;            ///< seconds of CPU time of all its processes; of wall time it has twice as many
};

/// What came of it.
struct Built {
  FileTree files;       ///< those of the copy after the command; links, pipes and devices are left out
  std::string failure;  ///< why it failed, a clause such as `it ended with exit code 1`; empty if it has not
  std::string said;     ///< the last 64 KiB of what it printed
};

/// Other limits of a build: bytes that its processes and files hold together, and files and bytes of what it leaves.
inline constexpr std::uint64_t build_memory_limit = std::uint64_t{2} << 30;
inline constexpr std::size_t max_tree_files = 2'000, max_tree_bytes = 64 << 20;
/// Bytes of the path of a file in such a tree, and of each name in it; some more are needed where it is written.
inline constexpr std::size_t longest_tree_path = 2'000, longest_tree_name = 250;

/// Throws InputError for a path that is longer.
void check_tree_path(const std::string& path);

/// The bytes that a text in Base64 stands for, as processes in a box send them; none if it is no such text.
std::optional<std::string> bytes_of_base64(const std::string& text);

/// Builds. Requires isolation::makes_boxes(). Throws InputError if the folder cannot be shown, and HostFault if no
/// process can be started.
Built build_in_box(const BuildOrder& order);

}  // namespace pentocity::entrants
