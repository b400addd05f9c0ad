#pragma once
// Compressed files, in the format of gzip.

#include <string>
#include <string_view>

namespace pentocity::inline input {

/// Do these bytes begin as a gzip file does?
bool is_gzip(std::string_view bytes);
/// Compresses a text of less than 4 GiB, without time stamp and file name, so that the same text always gives the same
/// bytes.
std::string gzip(std::string_view text);
/// The text that was compressed; bytes that are no gzip stay as they are. `source` names them in messages. Throws
/// InputError if they are damaged or cut short, or decompress to `max` bytes or more, because a small file can hold a
/// huge text.
std::string gunzip(std::string_view bytes, const std::string& source, std::size_t max = std::size_t{1} << 30);
/// The same from a file. Throws InputError also if it cannot be read, as read_file() does.
std::string read_gzip_file(const std::string& path);

}  // namespace pentocity::inline input
