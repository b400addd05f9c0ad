#pragma once
// The Pentocity to which the running program belongs, for what is built with it.

#include <filesystem>
#include <string>
#include <vector>

namespace pentocity::app {

inline constexpr const char* protocol_page = "docs/reference/protocol.md";

struct Package {
  std::filesystem::path hint = {};  ///< the folder of its CMake package; empty if the program was copied elsewhere
  std::filesystem::path page = {};  ///< the page about the protocol; empty if it is not known where that is
  std::vector<std::string> folders = {};  ///< with all that a build reads of it
};

/// Finds it where the program was built or installed; elsewhere all is empty.
Package own_package();

}  // namespace pentocity::app
