#include "pentocity/input/gzip.hpp"

#include <zlib.h>

#include <array>
#include <new>
#include <stdexcept>

#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::inline input {

constexpr int gzip_window = 15 + 16;  // the largest window, and gzip's header instead of zlib's

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::string gzip(std::string_view text) {
  z_stream z{};
  if (deflateInit2(&z, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
  std::string out(deflateBound(&z, text.size()), '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  const int result = deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  if (result != Z_STREAM_END) throw std::runtime_error("gzip failed");
  return out;
}

std::string gunzip(std::string_view bytes, const std::string& source, std::size_t max) {
  if (!is_gzip(bytes)) return std::string(bytes);
  z_stream z{};
  if (inflateInit2(&z, gzip_window) != Z_OK) throw std::bad_alloc();
  std::string out;
  std::array<char, 1 << 16> chunk;  // not cleared: most files are much smaller
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  int result = Z_OK;
  while (result == Z_OK && out.size() < max) {
    z.next_out = reinterpret_cast<Bytef*>(chunk.data());
    z.avail_out = static_cast<uInt>(chunk.size());
    result = inflate(&z, Z_NO_FLUSH);
    out.append(chunk.data(), chunk.size() - z.avail_out);
    // A gzip file may be several members, one after the other.
    if (result == Z_STREAM_END && z.avail_in > 0) result = inflateReset(&z);
  }
  inflateEnd(&z);
  if (out.size() >= max) throw InputError("{}: decompresses to {} bytes or more, which is too much", source, max);
  if (result == Z_BUF_ERROR) throw InputError("{}: the gzip file is cut short", source);
  if (result != Z_STREAM_END) throw InputError("{}: the gzip file is damaged", source);
  return out;
}

std::string read_gzip_file(const std::string& path) { return gunzip(read_file(path), path); }

}  // namespace pentocity::inline input
