#include "pentocity/input/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "pentocity/input/file.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::inline input {
namespace {

// The maximum number of bytes that are read from a pipe, which may have no end.
constexpr std::size_t max_piped = std::size_t{256} << 20;

[[noreturn]] void fail(const std::string& path, int error) {
  throw InputError("{}: cannot be read: {}", path, std::generic_category().message(error));
}

// Tells whether the path names a file that was open when this program began: standard input, or the pipe of a shell's
// <(...).
bool was_open(const std::string& path) {
  return path == "/dev/stdin" || path.starts_with("/dev/fd/") || path.starts_with("/proc/self/fd/");
}

// Returns the maximum number of bytes to read from an open file. Throws InputError for files that may never end:
// devices, and named pipes, which end only if another process writes to them. Files that were open when the program
// began are accepted, because the user opened them.
std::size_t max_bytes(int file, const std::string& path, std::size_t max) {
  struct stat status{};
  if (::fstat(file, &status) != 0) fail(path, errno);
  if (S_ISREG(status.st_mode)) return max;
  if (S_ISDIR(status.st_mode)) fail(path, EISDIR);
  if (!was_open(path) || !(S_ISFIFO(status.st_mode) || ::isatty(file) != 0))
    throw InputError("{}: is no regular file", path);
  if (::fcntl(file, F_SETFL, ::fcntl(file, F_GETFL) & ~O_NONBLOCK) != 0) fail(path, errno);
  return std::min(max, max_piped);
}

}  // namespace

std::string read_file(const std::string& path, std::size_t max) {
  // Without O_NONBLOCK, opening a named pipe would wait until another process opens it for writing.
  const File file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (file.get() < 0) fail(path, errno);
  return read_open_file(file.get(), path, max_bytes(file.get(), path, max));
}

std::string read_open_file(int file, const std::string& path, std::size_t max) {
  std::string text;
  std::array<char, 1 << 16> chunk;
  struct stat status{};
  const bool too_large =
      ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && static_cast<std::size_t>(status.st_size) > max;
  while (!too_large && text.size() <= max) {
    const ssize_t count = ::read(file, chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path, errno);
    if (count == 0) return text;
    text.append(chunk.data(), static_cast<std::size_t>(count));
  }
  throw InputError("{}: the file is larger than {} bytes", path, max);
}

}  // namespace pentocity::inline input
