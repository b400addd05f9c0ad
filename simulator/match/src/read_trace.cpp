#include "pentocity/match/read_trace.hpp"

#include "pentocity/input/gzip.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::match {

TraceLines read_trace(const std::string& path) { return parse_trace(read_gzip_file(path), path); }

}  // namespace pentocity::match
