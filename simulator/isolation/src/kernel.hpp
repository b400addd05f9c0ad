#pragma once
// What the kernel says.

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

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

/// The number after a word in a file such as /proc/vmstat, of words that each have one; 0 if it is not there.
inline std::uint64_t counter_of_kernel(const std::string& path, std::string_view counter) {
  std::ifstream words(path);
  std::uint64_t number = 0;
  for (std::string word; words >> word >> number;)
    if (word == counter) return number;
  return 0;
}

}  // namespace pentocity::isolation
