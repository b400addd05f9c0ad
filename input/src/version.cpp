#include "pentocity/input/version.hpp"

#include <fmt/format.h>

namespace pentocity::inline input {

std::string program_text() {
  return program_commit().empty() ? std::string(program_version())
                                  : fmt::format("{} (commit {})", program_version(), program_commit());
}

}  // namespace pentocity::inline input
