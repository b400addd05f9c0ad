// The tests play isolated games with the wardens of the program that they were built with.
#include "paths.hpp"
#include "pentocity/isolation/isolation.hpp"

namespace {

[[maybe_unused]] const bool set = (pentocity::isolation::set_warden_program(pentocity::test::warden), true);

}  // namespace
