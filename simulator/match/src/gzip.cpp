#include <zlib.h>

#include <array>
#include <new>
#include <stdexcept>

#include "pentocity/input/yaml.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::match {

std::string gzip(const std::string& text) {
  z_stream z{};
  if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::bad_alloc();
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

std::string read_gzip_file(const std::string& path) {
  const std::string bytes = read_file(path);
  if (bytes.size() < 2 || static_cast<unsigned char>(bytes[0]) != 0x1f || static_cast<unsigned char>(bytes[1]) != 0x8b)
    return bytes;
  constexpr std::size_t max = std::size_t{1} << 30;
  z_stream z{};
  if (inflateInit2(&z, 15 + 16) != Z_OK) throw std::bad_alloc();
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
  if (out.size() >= max) throw InputError("{}: unpacks to more than {} bytes: no trace", path, max);
  if (result == Z_BUF_ERROR) throw InputError("{}: the gzip file is cut short", path);
  if (result != Z_STREAM_END) throw InputError("{}: the gzip file is damaged", path);
  return out;
}

TraceLines read_trace(const std::string& path) { return parse_trace(read_gzip_file(path), path); }

}  // namespace pentocity::match
