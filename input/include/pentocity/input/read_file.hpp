#pragma once
// Reading files whole.

#include <cstddef>
#include <string>

namespace pentocity::inline input {

/// The contents of a file. Throws InputError if it cannot be read, has more than `max` bytes, or is no regular file,
/// because a device or named pipe may never end. Standard input (/dev/stdin) and the pipes that a shell makes for
/// <(...) are allowed, up to 256 MiB.
std::string read_file(const std::string& path, std::size_t max = std::size_t{1} << 30);

/// The rest of an open file; messages name it `path`. Throws InputError if it cannot be read or has more than `max`
/// bytes.
std::string read_open_file(int file, const std::string& path, std::size_t max = std::size_t{1} << 30);

}  // namespace pentocity::inline input
