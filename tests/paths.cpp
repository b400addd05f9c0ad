#include "paths.hpp"

namespace pentocity::test {

const Paths& paths() {
  static const Paths all{PENTOCITY_SOURCE_DIR, PENTOCITY_BINARY,  PENTOCITY_WARDEN,
                         PENTOCITY_EXAMPLES,   PENTOCITY_PLUGINS, PENTOCITY_COMMANDS};
  return all;
}

}  // namespace pentocity::test
