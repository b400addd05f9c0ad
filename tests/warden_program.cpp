// The tests play isolated games with the program's wardens: they are none themselves.
#include "pentocity/simulator/isolation.hpp"

namespace {

[[maybe_unused]] const bool set = (pentocity::set_warden_program(PENTOCITY_BINARY), true);

}  // namespace
